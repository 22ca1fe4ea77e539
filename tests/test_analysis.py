"""What a move is worth: worlds that fit a view, playing on, exact ends, and the review that adds up to the last bit."""

import random
from fractions import Fraction
from itertools import permutations

import pytest

from cardlib import analyse, review, simulate, skipbo, skyjo, skyjo_action
from cardlib.analysis.analyst import Analyst
from cardlib.analysis.playouts import world_of
from cardlib.analysis.worth import WHOLE, WON, shares, source_of
from cardlib.engine.host import record
from cardlib.engine.kinds import kind_of
from cardlib.engine.players import choose_action

GAMES = [
    (skyjo, {}),
    (skyjo, {"row_clear": True}),
    (skyjo_action, {}),
    (skyjo_action, {"variant": "single_pile", "single_pile_actions": 7}),
    (skyjo_action, {"nine_cards": True}),
    (skipbo, {"stock_size": 5}),
    (skipbo, {"exhaustion": "recycle", "stock_size": 40}),
]
PAIR_OF_FIVES = {
    "players": ["Ana", "Bo"], "discard": [8], "drawn": 4, "player": 0, "seed": 3,
    "grids": ["5 ? ? ? / 5 ? ? ? / ? ? ? ?", "12 ? ? ? / ? 3 ? ? / ? ? ? ?"],
}  # fmt: skip
LAST_LAP = {
    "players": ["Ana", "Bo"], "discard": [8], "drawn": 4, "player": 0, "closer": 1, "seed": 3,
    "grids": ["5 1 2 3 / 5 4 4 4 / ? 0 0 1", "12 0 0 1 / 1 3 2 2 / 4 4 5 6"],
}  # fmt: skip


def played(game, options, seed, steps, seats=2):
    """A game after some actions, some of them chosen by the policy, some at random."""
    chance = random.Random(seed)
    table = game.Game(players=seats, rules=game.Rules(**options), seed=seed)
    policy = kind_of(game).deals.POLICY
    for _step in range(steps):
        if table.player is None:
            break
        table.play(chance.choice(table.legal_actions()) if chance.random() < 0.4 else choose_action(table, policy))
    return table


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_world_looks_to_its_seat_as_the_game_does(game, options):
    kind, seen = kind_of(game), 0
    for seed in range(6):
        table = played(game, options, seed, 7 * seed + seed % 3, seats=2 + seed % 2)
        for seat in range(len(table.players)):
            view = table.view(seat)
            world = world_of(view.record, kind.rules, kind.deals)
            world.rng = seed
            kind.deals.shuffle(world)
            kind.deals.lay(world)
            assert world.draw_n == table.state.draw_n and list(world.unseen) == list(table.state.unseen)
            again = record("View", kind.rules.VIEW_FIELDS)()
            for name, code in table.rules.codes():
                setattr(again, name, code)
            kind.rules.look(world, again, seat)
            hidden = {"top", "face", "below"}  # the nodes of Skip-Bo's stacks may be others
            assert {k: x for k, x in again.to_dict().items() if k not in hidden} == {
                k: x for k, x in view.record.to_dict().items() if k not in hidden
            }
            seen += 1
    assert seen >= 12


@pytest.mark.parametrize(("game", "options"), GAMES[::2])
def test_both_hosts_give_the_same(game, options):
    table = played(game, options, 2, 9)
    left, right = (analyse(table, deals=6, host=host) for host in ("interpreted", "compiled"))
    for move in left.moves:
        assert left._rows[move.actions[0]] == right._rows[move.actions[0]]


def test_the_pair_of_fives_is_not_broken():
    """FAULTS A1: played on, the move that was called best is far from it."""
    found = analyse(skyjo.Game.from_position(**PAIR_OF_FIVES), deals=1_500)
    assert sorted(len(move.actions) for move in found.moves) == [1, 1, 2, 9, 9]
    assert found.best.text == "reject (0,1)"
    assert not found["keep (2,0)"].good
    assert found["reject (2,3)"].won.value == found["reject (0,1)"].won.value  # equal by symmetry
    assert found.difference("reject (0,1)", "keep (2,0)").low > 0


def test_more_deals_extend_the_answer():
    table = skyjo.Game.from_position(**PAIR_OF_FIVES)
    assert analyse(table, deals=30, seed=4).more(70)._rows == analyse(table, deals=70, seed=4)._rows
    assert analyse(table, deals=30, seed=4)._rows != analyse(table, deals=30, seed=5)._rows


def test_few_deals_are_put_in_no_order():
    found = analyse(skyjo.Game.from_position(**PAIR_OF_FIVES), deals=50)
    assert not found.ranked
    assert [move.text for move in found.moves] == [str(action) for action in found.source.alike]
    assert "50 deals are too few" in str(found.message)


def test_nobody_can_tell_apart_what_nobody_sees():
    """No leak: the hidden cards of the game itself change nothing."""
    table = played(skyjo, {}, 8, 15)
    seat = table.player
    other = table.copy()
    state = other.state.copy()
    hidden = [(p, c) for p in range(2) for c in range(12) if (state.there[p] & ~state.up[p]) >> c & 1]
    cards = [state.card[p][c] for p, c in hidden]
    for (p, c), card in zip(hidden, cards[1:] + cards[:1], strict=True):
        state.card[p][c] = card
    other._states = [*other._states[: other.step], state]
    assert analyse(table.view(seat), deals=20)._rows == analyse(other.view(seat), deals=20)._rows


def test_an_end_is_exact():
    found = analyse(skyjo.Game.from_position(**LAST_LAP))
    assert found.exact and isinstance(found.best.won.value, Fraction)
    left = skyjo.Game.from_position(**LAST_LAP).view(0).unseen
    grid = [5, 1, 2, 3, 5, 4, 4, 4, None, 0, 0, 1]
    for move, cell in (("keep (0,1)", 1), ("keep (1,2)", 6)):
        won = 0
        for card, n in left.items():  # everything else is open, and Bo has closed: his round is over
            mine = [card if x is None else x for x in grid]
            mine[cell] = 4
            columns = [mine[c::4] for c in range(4)]
            total = sum(sum(column) for column in columns if len(set(column)) > 1)
            won += n * (total < 40 if total != 40 else Fraction(1))  # Bo's 40 is doubled on a tie
        assert found[move].won.value == Fraction(won) / left.total
    assert found.deals == len(left.counts)


def test_an_exact_end_is_what_playing_on_comes_to():
    table = skyjo.Game.from_position(
        players=["Ana", "Bo", "Cy"], discard=[9], player=2, closer=1, seed=1, draw=[3, 5, 12, 0],
        grids=["2 1 7 3 / 4 4 5 6 / ? 0 0 1", "8 0 0 1 / 1 3 2 2 / 4 4 5 1", "7 0 0 1 / 1 3 2 2 / 4 4 5 ?"],
    )  # fmt: skip
    view = table.view(2)
    exact = analyse(view)
    assert exact.exact
    source = exact.source
    for move in exact.moves:
        rows = source.outcomes(move.actions[0], range(3_000))
        mean = Fraction(sum(row[0] for row in rows), WHOLE * len(rows))
        spread = float(mean * (1 - mean) / len(rows)) ** 0.5 if 0 < mean < 1 else 0.0
        assert abs(float(mean - move.won.value)) <= 4 * spread + 1e-12, move.text


@pytest.mark.parametrize(("game", "seats"), [(skyjo, 2), (skyjo, 3), (skyjo_action, 2), (skipbo, 2)])
def test_a_review_adds_up_to_the_last_bit(game, seats):
    options = {"stock_size": 3} if game is skipbo else {}
    table = played(game, options, 5, 400, seats)
    assert table.player is None
    found = review(table, seat=1, deals=4)
    assert found.start + found.luck + found.choices + found.others + found.model == found.result
    assert sum(step.change for step in found.steps) == found.result - found.start
    assert found.choices <= 0
    assert "n = 4 deals" in str(found.caption) and "seed = 1" in str(found.caption)
    assert found.result == Fraction(shares(table.round_scores, 1, game is skipbo), WHOLE)
    assert found.chart().to_dict()["description"] and len(found.frame) == len(found.steps)
    worst = found.largest("choices", 1)[0]
    assert str(found.board(worst).legal_actions())  # each step opens its board


def test_what_cannot_be_analysed_is_refused_in_words():
    table = skyjo.Game(seed=1)
    with pytest.raises(ValueError, match="not Player 2's move"):
        analyse(table.view(1))
    with pytest.raises(ValueError, match="won, points"):
        analyse(table, by="luck")
    with pytest.raises(ValueError, match="no player"):
        analyse(table, policy="nobody")
    with pytest.raises(ValueError, match="not a legal move"):
        analyse(table, deals=2)["draw"]


def test_alike_moves_are_alike():
    """Symmetry in Skyjo: any order of columns, any order within a column."""
    grid = "5 ? ? 1 / 5 ? 3 ? / ? ? ? ?"
    table = skyjo.Game.from_position(players=2, grids=[grid, "? 1 ? ? / ? ? 2 ? / ? ? ? ?"], discard=[8], drawn=4)
    alike, view = skyjo.deals.alike, table.view(0).record
    keys = {str(a): alike(view, int(a)) for a in table.legal_actions()}
    assert keys["keep (0,1)"] == keys["keep (2,1)"] and keys["keep (0,0)"] == keys["keep (1,0)"]
    assert keys["keep (2,0)"] != keys["keep (0,1)"] != keys["keep (0,2)"]
    assert keys["keep (0,2)"] == keys["keep (2,2)"]  # beside a 3; (0,3) is beside a 1
    assert keys["keep (0,2)"] != keys["keep (1,3)"]
    for order in permutations(range(4)):
        rows = [row.split() for row in grid.split(" / ")]
        moved = " / ".join(" ".join(row[c] for c in order) for row in rows)
        other = skyjo.Game.from_position(players=2, grids=[moved, "? 1 ? ? / ? ? 2 ? / ? ? ? ?"], discard=[8], drawn=4)
        assert sorted(map(str, (alike(other.view(0).record, int(a)) for a in other.legal_actions()))) == sorted(
            map(str, keys.values())
        )


def test_a_position_is_worth_the_same_to_a_seat_whoever_is_to_act():
    table = played(skyjo, {}, 3, 12)
    source = source_of(table.view(1 - table.player), 1, WON, None)
    rows = source.outcomes(-1, range(50))
    assert len(rows) == 50 and all(row[0] in (0, WHOLE // 2, WHOLE) for row in rows)


def test_the_analyst_is_a_player_by_its_name():
    result = simulate(skyjo, ["analyst(deals=20)", "greedy"], rounds=1, seed=3, progress=False)
    assert result.players == ("analyst(deals=20, margin=1.6)", "greedy")
    again = simulate(skyjo, [Analyst(deals=20), "greedy"], rounds=1, seed=3, progress=False)
    assert next(iter(again.rows))["score"] == next(iter(result.rows))["score"]
    with pytest.raises(ValueError, match=r"deals=800, margin=1\.6"):
        simulate(skyjo, ["analyst(depth=2)", "greedy"], rounds=1)
