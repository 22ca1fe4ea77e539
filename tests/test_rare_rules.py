"""Rules that ordinary play hardly reaches, each in a position in which a slip of the rule shows."""

import pytest

from cardlib import skyjo, skyjo_action

OPEN = "1 2 3 4 / 5 6 7 8 / 9 10 11 ?"
LAST = "1 2 3 4 / 5 6 7 8 / 9 ? 0 0"


@pytest.mark.parametrize("game", [skyjo, skyjo_action])
def test_the_stalling_guard_rests_once_somebody_has_closed(game):
    """SK-28: nobody being the closer. Seat 0 closes, seat 1 turns nothing up: seat 2 still has its turn."""
    rules = game.Rules(no_progress_turns=1)
    table = game.Game.from_position(
        players=3, rules=rules, player=0, drawn=5, discard=[9], seed=1, grids=[OPEN, LAST, LAST]
    )
    table.play("keep (2,3)")
    assert table.state.closer == 0
    table.play("take (0,0)")
    assert (table.phase, table.player) == ("turn", 2)


@pytest.mark.parametrize("game", [skyjo, skyjo_action])
def test_the_stalling_guard_ends_the_round_while_nobody_has_closed(game):
    rules = game.Rules(no_progress_turns=1)
    table = game.Game.from_position(players=2, rules=rules, player=0, discard=[9], seed=1, grids=[LAST, LAST])
    assert table.play("take (0,0)").phase == "round over"


def test_without_a_final_lap_extra_turns_do_not_outlive_the_round():
    """SA-14, SK-18 (none): an action turns up another's last hidden card; that player closes, and the round ends."""
    table = skyjo_action.Game.from_position(
        players=2, rules=skyjo_action.Rules(final_lap="none"), player=0, discard=[9], seed=1, draw=[3, 4, 5, 6, 7],
        held=[["extra turns", "remove"], []], grids=["1 2 3 4 / 5 6 7 8 / 9 ? ? ?", LAST],
    )  # fmt: skip
    table.play("play extra turns").play("play remove").play("choose (2,1)")
    assert table.state.closer == 1
    assert table.phase == "round over"
