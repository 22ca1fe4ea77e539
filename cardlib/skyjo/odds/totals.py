"""The law of a round total: what a grid is worth if it were turned up now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ...draws import mixed_and_kept_out
from ...explain import Explanation, Mistake, Step, shown
from ...formula import Formula, Num, add_up, multiply, result
from ...hands import Draw, mean
from ...pmf import Pmf
from ...text import Message, _, plural
from .. import rules as R
from ..game import Rules
from .collect import run
from .known import unseen_in_words
from .reveal import joint_law, lines_of, patterns, score, turned_up
from .seen import Scene, read_scene


def total(
    view_or_grid: Any, player: int | str | None = None, unseen: Any = None, seen: Any = None, rules: Rules | None = None
) -> Pmf:
    """The exact law of a round total (points) if the grid were turned up now: SK-19 to SK-21, the rules respected.

    view_or_grid: a View (`player`: whose grid, a seat or name; default the viewer's), or a written grid
    unseen, seen: without a view, the unseen cards, or those seen outside the grid
    Complete columns are cleared as at the final reveal (SK-20); the closer's penalty is left out. ValueError as for
    complete_column.
    """
    scene = read_scene(view_or_grid, player, unseen, seen, rules)
    cells, lines = scene.grids[scene.me], lines_of(scene.rules)
    law = {points: deals for (points,), deals in joint_law([cells], scene.unseen.counts, scene.rules).items()}
    draw = deal_to(scene, [scene.me], lambda grids: score(grids[0], lines))
    average = Fraction(sum(points * deals for points, deals in law.items()), sum(law.values()))
    return Pmf(law, lambda: _explain_total(scene, average), draw.trial, draw.outcomes, "points")


def deal_to(scene: Scene, seats: Sequence[int], measure: Any) -> Draw:
    """Dealing the hidden cards of some grids and measuring the grids when they are turned up."""

    def measured(cards: Sequence[int]) -> Any:
        dealt = iter(cards)
        return measure([turned_up(scene.grids[seat], dealt) for seat in seats])

    return Draw(scene.unseen.counts, sum(map(scene.hidden, seats)), measured, ordered=True)


def grid_in_words(scene: Scene, seat: int, mine: bool = True) -> Message:
    """What can be seen of a grid: its face-up points and how many cards are hidden."""
    words = {
        "points": scene.points(seat),
        "hidden": plural("{n} card is hidden", "{n} cards are hidden", scene.hidden(seat)),
    }
    if mine:
        return _("The face-up cards count {points} together; {hidden}.", **words)
    name = scene.names[seat] if scene.names else _("Player {n}", n=seat + 1)
    return _("{player}: the face-up cards count {points} together; {hidden}.", player=name, **words)


def _explain_total(scene: Scene, average: Fraction) -> Explanation:
    cells, hidden = scene.grids[scene.me], scene.hidden(scene.me)
    steps = [Step(_("The face-up cards count for certain: {points} points.", points=scene.points(scene.me)))]
    plain: Formula = Num(scene.points(scene.me))
    if hidden:
        one = mean(scene.unseen)
        plain = Num(scene.points(scene.me)) + Num(hidden) * Num(one)
        text = _(
            "Every hidden card is worth the mean of the unseen cards, {mean}, whatever the other cards are. Without "
            "clearing that would give on average:",
            mean=shown(one),
        )
        steps.append(Step(text, result(plain)))
    saved = plain.value - average
    if saved:
        steps += _saved_steps(scene, cells, saved)
        steps.append(Step(_("Take that away from the mean."), result(Num(plain.value) - Num(saved))))
    if hidden:
        steps.append(
            Step(
                _(
                    "For the whole law, go through the values one after the other, decide how many cards of each lie "
                    "in which places, and count the ways; cleared cards count 0."
                )
            )
        )
    cleared = (
        _("At the end all hidden cards are turned up, and complete columns are cleared (SK-20).")
        if lines_of(scene.rules)
        else _("At the end all hidden cards are turned up; by these rules nothing is cleared then.")
    )
    known = [grid_in_words(scene, scene.me), unseen_in_words(scene.unseen)]
    question = _("All cards of the grid are turned up now. How many points does it count?")
    mistakes = []
    if saved:
        mistakes.append(Mistake(_("Forgetting that complete columns are cleared."), result(plain)))
    return Explanation(question, known, [cleared, *mixed_and_kept_out()[:1]], steps, average, "points", mistakes)


def _saved_steps(scene: Scene, cells: Sequence[Any], saved: Fraction) -> list[Step]:
    """What clearing saves on average, line by line."""
    if scene.rules.row_clear:
        text = _("Complete columns and rows are cleared and do not count. On average that takes away:")
        return [Step(text, result(Num(saved)))]
    steps, total = [], scene.unseen.total
    for pattern in patterns(tuple(cells), lines_of(scene.rules)):
        for block, times in Counter(pattern.blocks).items():
            values = scene.unseen.counts if block.value is None else [block.value]
            terms = [
                multiply([R.ROWS * value, run(scene.unseen[value], total, block.hidden) if block.hidden else 1])
                for value in values
                if value and scene.unseen[value] >= block.hidden
            ]
            if not terms:
                continue
            if block.value is None:
                text = plural(
                    "{n} column is all hidden. It is cleared when its three cards are equal. For each value: three "
                    "times its points, times the chance that all three cards show it.",
                    "{n} columns are all hidden. Each is cleared when its three cards are equal. For each value: three "
                    "times its points, times the chance that all three cards show it; that for each column.",
                    times,
                )
            else:
                text = plural(
                    "{n} column that shows {value} is cleared when its hidden cards show it too. Three times its "
                    "points, times the chance of that:",
                    "{n} columns that show {value} are cleared when their hidden cards show it too. Three times its "
                    "points, times the chance of that, for each column:",
                    times,
                    value=block.value,
                )
            one = add_up(terms)
            steps.append(Step(text, result(Num(times) * one if times > 1 else one)))
    return steps
