"""Positions in writing: every position that a game writes is read back as the same game, or is refused in words."""

import pytest

from cardlib import skipbo, skyjo, skyjo_action
from cardlib.engine.players import choose_action

STARTS = [
    (skyjo, skyjo.Rules(no_progress_turns=30), 3),
    (skyjo, skyjo.Rules(row_clear=True, next_starter="highest_sum", final_lap="equal_turns"), 2),
    (skyjo_action, skyjo_action.Rules(), 3),
    (skyjo_action, skyjo_action.Rules(variant="single_pile"), 2),
    (skyjo_action, skyjo_action.Rules(nine_cards=True, variant="stars"), 2),
    (skipbo, skipbo.Rules(stock_size=8), 3),
    (skipbo, skipbo.Rules(stock_size=6, teams=True, exhaustion="recycle"), 4),
]


def games(kind, rules, players, steps, seeds):
    """Games in play, at every step."""
    for seed in range(seeds):
        game = kind.Game(players=players, rules=rules, seed=seed)
        while game.step < steps and not game.is_over:
            yield game
            next_round = game.player is None
            game.play(
                kind.Game.RULES.NEXT if next_round else choose_action(game, ["random", kind.players.NAMES[1]][seed % 2])
            )


def table(game):
    """All that makes a game what it is, but for the random numbers to come and the cards cut for the deal."""
    state = game.state.to_dict()
    laid = [
        state.pop(name)
        for name in ("rng", "luck", "laid", "raw", "score", "cut", "action_laid", "deck")
        if name in state
    ]
    assert laid
    for pile in ("draw", "discard", "action_draw", "action_discard"):
        n = state.get(f"{pile}_n", 0)
        if pile in state:
            state[pile] = sorted(state[pile][:n]) if "draw" in pile else state[pile][:n]
    if "build" in state:  # Skip-Bo's nodes can have other numbers
        for name in ("face", "below", "top", "free", "winner"):
            state.pop(name)
        seats = range(len(game.players))
        state["stacks"] = [game.view(p).discards for p in seats], [game.position("all")["stocks"][p] for p in seats]
    else:
        grids = list(zip(state["card"], state["there"], strict=True))
        state["card"] = [[c for k, c in enumerate(row) if there >> k & 1] for row, there in grids]
        if "known" in state:
            down = [there & ~up for there, up in zip(state["there"], state["up"], strict=True)]
            state["known"] = [[seen & hidden for seen, hidden in zip(row, down, strict=True)] for row in state["known"]]
        for name in (
            "aim",
            "mine",
            "theirs",
            "three",
            "playing",
            "serves",
            "touched",
            "spot",
            "found",
            "again",
            "after",
            "down",
        ):
            state.pop(name, None)
    return state


@pytest.mark.parametrize(("kind", "rules", "players"), STARTS)
def test_a_position_is_read_back_as_the_same_game(kind, rules, players):
    read = refused = 0
    for game in games(kind, rules, players, 120, 3):
        try:
            written = game.position("all")
        except ValueError as error:
            refused += 1
            assert game.player is None or "a position is written" in str(error)
            continue
        again = kind.Game.from_position(**written, rules=rules, seed=5)
        assert table(again) == table(game)
        assert again.position("all").items() >= written.items()
        assert again.legal_actions() == game.legal_actions()
        read += 1
    assert read > 60


@pytest.mark.parametrize(("kind", "rules", "players"), STARTS)
def test_a_position_seen_by_a_player_is_the_same_for_that_player(kind, rules, players):
    for game in games(kind, rules, players, 60, 2):
        for seat in range(players):
            try:
                written = game.position(seat)
            except ValueError:
                continue
            again = kind.Game.from_position(**written, rules=rules, seed=6)
            one, two = game.view(seat), again.view(seat)
            assert (one.unseen, one.player, one.totals, one.round) == (two.unseen, two.player, two.totals, two.round)
            assert str(one).splitlines()[1:] == str(two).splitlines()[1:] or kind is skipbo
            assert again.position(seat) == written


def test_who_has_chosen_at_the_start_has_chosen():
    game = skyjo.Game(players=["Ana", "Bo", "Cy"], seed=3).play("reveal (0,0) (2,3)")
    assert game.position("all")["chosen"] == ["(0,0) (2,3)"]
    again = skyjo.Game.from_position(**game.position("all"), seed=1)
    assert (again.player, again.phase) == (1, "reveal") and again.view(0).grid == game.view(0).grid
    assert game.position(1)["chosen"] == ["?"] and "chosen" not in skyjo.Game(seed=3).position("all")
    assert game.position(0)["chosen"] == ["(0,0) (2,3)"]
    for wrong in (["(0,0)"], ["(0,0) (0,0)"], ["(0,0) (0,1)"] * 3, "(0,0) (0,1)", ["draw"]):
        with pytest.raises(ValueError):
            skyjo.Game.from_position(grids=["? ? ? ? / ? ? ? ? / ? ? ? ?"] * 3, player=None, chosen=wrong, seed=1)


@pytest.mark.parametrize("kind", [skyjo, skyjo_action])
def test_an_open_complete_column_goes_at_the_final_reveal(kind):
    grids = ["7 1 1 ? / 7 2 2 2 / 7 3 4 3", "1 2 3 4 / 5 6 8 8 / 9 9 10 11"]
    rules = kind.Rules(final_lap="none", penalty_on_tie=False)
    game = kind.Game.from_position(grids=grids, discard=[12], draw=[0, 0, 5], player=0, rules=rules, seed=1)
    game.play("take (0,3)")
    assert game.state.raw[0] == 1 + 2 + 3 + 1 + 2 + 4 + 12 + 2 + 3
    assert [line for line in game.history if "SK-20" in line.rules or "SA-9" in line.rules]


# --- what the history cites ------------------------------------------------------------------------------------------
def cited(game, text="cleared"):
    """The rules of the sentences about cleared cards in the last line."""
    k = game.step - 1
    told = game.describe(game._states[k], game._actions[k], game._states[k + 1], "table")
    return [(rule, str(sentence)) for rule, sentence in told if text in str(sentence)]


def test_a_column_of_the_last_reveal_is_no_column_of_the_move():
    grids = ["7 1 1 5 / 7 2 2 5 / 8 3 4 ?5", "1 2 3 4 / 5 6 8 ?9 / 9 9 10 11"]
    game = skyjo.Game.from_position(
        grids=grids, discard=[7], draw=[0, 0], player=0, closer=None, seed=1, rules=skyjo.Rules(final_lap="none")
    )
    game.play("take (2,0)")
    assert cited(game) == [("SK-14", "3 cards of Player 1 is cleared.".replace("is", "are"))]
    grids = ["7 1 1 5 / 7 2 2 5 / 7 3 4 ?5", "1 2 3 4 / 5 6 8 ?9 / 9 9 10 11"]
    game = skyjo.Game.from_position(
        grids=["1 1 2 5 / 7 2 2 5 / 8 3 4 ?5", grids[1][:-2] + "11"],
        discard=[3],
        draw=[0],
        player=0,
        seed=1,
        closer=None,
        rules=skyjo.Rules(no_progress_turns=1),
    )
    game.play("take (0,0)")  # nothing is turned up, so the round ends: the 5s of the player who moved go then
    assert cited(game) == [("SK-20", "3 cards of Player 1 are cleared.")]


def test_every_line_of_skyjo_action_goes_by_its_own_rule():
    rules = skyjo_action.Rules(final_lap="none")
    game = skyjo_action.Game.from_position(
        grids=["7 1 1 5 / 7 2 2 ? / 8 3 4 ?5", "1 2 3 4 / 5 6 8 ?9 / 9 9 10 11"],
        discard=[7],
        draw=[0, 0],
        player=0,
        seed=1,
        rules=rules,
    )
    game.play("take (2,0)")
    assert [rule for rule, _sentence in cited(game)] == ["SA-9"]
    game = skyjo_action.Game.from_position(
        grids=["0 1 1 5 / 7 2 2 ? / 8 3 4 ?5", "9 2 3 4 / 5 6 8 ? / 5 9 10 ?"], held=[["remove"], []], discard=[7], draw=[0, 5],
        player=0, seed=1, rules=rules,
    )  # fmt: skip
    game.play("play remove").play("choose (0,0)")
    assert [rule for rule, _sentence in cited(game)] == ["SA-9"]


def test_a_looked_at_action_card_counts_what_takes_its_place():
    game = skyjo_action.Game.from_position(
        grids=["?A5 1 1 5 / 7 2 2 ? / 8 3 4 ?5", "9 2 3 4 / 5 6 8 ? / 5 9 10 ?"], known=[["0 (0,0)"], []], discard=[7], player=0,
        seed=1, rules=skyjo_action.Rules(variant="single_pile"),
    )  # fmt: skip
    view = game.view(0)
    assert view.grid[0][0] == "?A5"
    assert view.points("?A5") == view.points("?") == view.replaced(skyjo_action.parse("take (0,0)"))
