"""What always holds, on Skyjo games with any options; and perft counts, which any change of the rules would change."""

from collections import Counter

import pytest
from hypothesis import strategies as st
from properties import machine

from cardlib import skyjo
from cardlib.engine.host import size
from cardlib.rng import Rng
from cardlib.skyjo import rules as R

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "next_starter": st.sampled_from(["closer", "highest_sum"]),
        "may_reject_drawn": st.booleans(),
        "column_clear": st.sampled_from(["mandatory", "off"]),
        "row_clear": st.booleans(),
        "final_lap": st.sampled_from(["all_others_once", "equal_turns", "none"]),
        "clear_at_final_reveal": st.booleans(),
        "penalty_on_tie": st.booleans(),
        "penalty_only_positive": st.booleans(),
        "penalty_multiplier": st.integers(1, 3),
        "end_at": st.integers(1, 200),
        "end_inclusive": st.booleans(),
        "no_progress_turns": st.one_of(st.none(), st.integers(1, 8)),
    },
)
DEALT = st.builds(
    lambda players, options, seed: skyjo.Game(players=players, rules=skyjo.Rules(**options), seed=seed),
    st.integers(2, 8), OPTIONS, st.integers(0, 2**64 - 1),
)  # fmt: skip
NEARLY_OVER = st.builds(  # short piles and few hidden cards: reshuffles, clearing and closing all the time
    lambda options, seed, pile: skyjo.Game.from_position(
        grids=["0 0 1 ? / 0 1 1 2 / ? 2 2 2", "-1 -1 -2 ? / ? 0 -2 0 / -1 0 ? 0"],
        discard=[1, 0], draw=["?"] * pile, rules=skyjo.Rules(**options), seed=seed,
    ),
    OPTIONS, st.integers(0, 1000), st.integers(0, 4),
)  # fmt: skip


def cards(state):
    """All cards on the table: piles, grids, the drawn card."""
    there = [state.card[p][c] for p in range(state.players) for c in range(R.CELLS) if state.there[p] >> c & 1]
    drawn = [] if state.drawn == R.NONE else [state.drawn]
    return Counter(state.draw[: state.draw_n] + state.discard[: state.discard_n] + there + drawn)


def shuffle_hidden(state, seat, chance):
    """The state with the draw pile, the face-down cards and another's drawn card permuted."""
    other = state.copy()
    places = [("draw", k, None) for k in range(state.draw_n)]
    for p in range(state.players):
        up = state.up[p] if state.phase != R.REVEALING or p == seat else 0
        places += [("card", p, c) for c in range(R.CELLS) if (state.there[p] & ~up) >> c & 1]
    if state.drawn != R.NONE and state.player != seat:
        places.append(("drawn", None, None))

    def get(name, i, j):
        field = getattr(state, name)
        return field if i is None else field[i] if j is None else field[i][j]

    values = [get(*place) for place in places]
    chance.shuffle(values)
    for (name, i, j), value in zip(places, values, strict=True):
        if i is None:
            setattr(other, name, value)
        elif j is None:
            getattr(other, name)[i] = value
        else:
            getattr(other, name)[i][j] = value
    other.rng = chance.getrandbits(64)
    return other


TestSkyjo = machine(skyjo, st.one_of(DEALT, NEARLY_OVER), cards, shuffle_hidden)


def test_unseen_is_what_does_not_lie_open():
    """The count that the rules keep card by card equals the count made afresh, through whole games."""
    for seed in range(5):
        chance = Rng(seed)
        game = skyjo.Game(players=3, seed=seed)
        while not game.is_over:
            state = game.state
            if state.phase != R.REVEALING:
                hidden = Counter(state.draw[: state.draw_n])
                for p in range(3):
                    hidden.update(state.card[p][c] for c in range(R.CELLS) if (state.there[p] & ~state.up[p]) >> c & 1)
                if state.drawn != R.NONE:
                    hidden[state.drawn] += 1
                assert state.unseen == [hidden[value] for value in R.VALUES]
            legal = game.legal_actions()
            game.play(legal[chance.below(len(legal))])


def perft(game, depth):
    """How many sequences of so many actions there are."""
    if depth == 0:
        return 1
    total = 0
    for action in game.legal_actions():
        total += perft(game.play(action), depth - 1)
        game.undo()
    return total


def test_perft():
    """Reveals: 66 each. Then draw or take at 12 places; after a draw 12 places to keep at and 10 hidden to turn up."""
    game = skyjo.Game(players=2, seed=3)
    assert [perft(game, depth) for depth in (1, 2)] == [66, 66 * 66]
    game.play("reveal (0,0) (1,1)").play("reveal (0,0) (1,1)")
    assert perft(game, 1) == 13
    assert perft(game, 2) == 12 * 13 + 12 + 10
    club = skyjo.Game(players=2, seed=3, rules=skyjo.Rules.club())
    club.play("reveal (0,0) (1,1)").play("reveal (0,0) (1,1)")
    assert perft(club, 2) == 12 * 13 + 12


def test_conservation_with_cleared_cards():
    game = skyjo.Game.from_position(
        grids=["12 1 1 2 / 12 ? ? ? / ?12 ? ? ?", "? ? ? ? / ? ? ? ? / ? ? ? ?"], discard=[3], seed=1
    )
    before = cards(game.state)
    game.play("draw").play("reject (2,0)")
    assert game.view(0).discard[-3:] == (12, 12, 12)
    assert cards(game.state) == before
    assert before == Counter(skyjo.DECK)


def test_a_golden_game(pytestconfig):
    """A whole round that a person can read; any change of rules, random numbers or wording shows as a difference."""
    game, chance = skyjo.Game(players=["Ana", "Bo"], seed=2), Rng(2)
    while game.phase != "round over":
        legal = game.legal_actions()
        game.play(legal[chance.below(len(legal))])
    story = "\n".join(f"{line} [{', '.join(line.rules)}]" for line in game.history) + f"\n{game}\n"
    golden = pytestconfig.rootpath / "tests" / "golden" / "skyjo_round.txt"
    assert story == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("seats", [2, 8])
def test_every_cell_of_a_new_deal_is_hidden(seats):
    game = skyjo.Game(players=seats, seed=1)
    assert [size(up) for up in game.state.up] == [0] * 8
    assert game.view(0).unseen == skyjo.DECK - [game.view(0).discard_top]
