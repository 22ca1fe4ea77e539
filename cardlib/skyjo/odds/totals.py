"""The law of a round total: what a grid is worth if it were turned up now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ...explain import Derivation, mixed_and_kept_out, shown
from ...formula import Formula, Num, add_up, multiply
from ...hands import Draw, mean
from ...pmf import Pmf
from ...text import Message, _, plural
from .. import rules as R
from ..game import Rules
from .ahead import GONE, Ahead, alike
from .known import Known, known, unseen_in_words
from .orders import run
from .reveal import final_total, joint_law, turned_up


def total(
    view_or_grid: Any, player: int | str | None = None, unseen: Any = None, seen: Any = None, rules: Rules | None = None
) -> Pmf:
    """The exact law of a round total (points) if the grid were turned up now: SK-19 to SK-21, the rules respected.

    view_or_grid: a View (`player`: whose grid, a seat or name; default the viewer's), or a written grid
    unseen, seen: without a view, the unseen cards, or those seen outside the grid
    Complete columns are cleared as at the final reveal (SK-20); the closer's penalty is left out. ValueError as for
    complete_column.
    """
    asked = known(view_or_grid, player, unseen, seen, rules)
    lines = R.lines(asked.rules, at_the_end=True)
    law = {points: deals for (points,), deals in joint_law([asked.cells], asked.unseen.counts, asked.rules).items()}
    draw = deal_to(asked, [asked.me], lambda grids: final_total(grids[0], lines))
    return Pmf(law, lambda: _explain_total(asked), draw.trial, draw.outcomes, "points")


def deal_to(asked: Known, seats: Sequence[int], measure: Any) -> Draw:
    """Dealing the hidden cards of some grids and measuring the grids when they are turned up."""

    def measured(cards: Sequence[int]) -> Any:
        dealt = iter(cards)
        return measure([turned_up(asked.grids[seat], dealt) for seat in seats])

    return Draw(asked.unseen.counts, sum(map(asked.hidden, seats)), measured, ordered=True)


def grid_in_words(asked: Known, seat: int, mine: bool = True) -> Message:
    """What can be seen of a grid: its face-up points and how many cards are hidden."""
    words = {
        "points": asked.points(seat),
        "hidden": plural("{n} card is hidden", "{n} cards are hidden", asked.hidden(seat)),
    }
    if mine:
        return _("The face-up cards count {points} together; {hidden}.", **words)
    name = asked.names[seat] if asked.names else _("Player {n}", n=seat + 1)
    return _("{player}: the face-up cards count {points} together; {hidden}.", player=name, **words)


def _explain_total(asked: Known) -> Derivation:
    now = Ahead(asked.cells, asked.unseen, asked.rules)
    lines = R.lines(asked.rules, at_the_end=True)
    left, hidden, seen = now.left(), len(now.hidden), now.base
    saved = Fraction(now.saved(now.cells, left), left.scale)
    told = [grid_in_words(asked, asked.me), unseen_in_words(asked.unseen)]
    cleared = (
        _("At the end all hidden cards are turned up, and complete columns are cleared (SK-20).")
        if lines
        else _("At the end all hidden cards are turned up; by these rules nothing is cleared then.")
    )
    question = _("All cards of the grid are turned up now. How many points does it count?")
    d = Derivation(question, told, [cleared, *mixed_and_kept_out()[:1]], unit="points")
    d.step(_("The face-up cards count for certain: {points} points.", points=seen), Num(seen))
    plain: Formula = Num(seen)
    if hidden:
        one = mean(asked.unseen)
        plain = Num(seen) + Num(hidden) * Num(one)
        text = _(
            "On average every hidden card counts the mean of the unseen cards, {mean}. Without clearing that would "
            "give on average:",
            mean=shown(one),
        )
        d.step(text, plain)
    if saved:
        _saved_steps(now, lines, saved, d)
        d.step(_("Take that away from the mean."), Num(plain.value) - Num(saved))
        d.warn(_("Forgetting that complete columns are cleared."), plain)
    if hidden:
        d.step(
            _(
                "For the whole law, go through the values one after the other, decide how many cards of each lie in "
                "which places, and count the ways; cleared cards count 0."
            )
        )
    return d


def _saved_steps(now: Ahead, lines: R.Lines, saved: Fraction, d: Derivation) -> None:
    """What clearing saves on average, line by line."""
    if len({cell for line in lines for cell in line}) < R.ROWS * len(lines) or len(lines[0]) != R.ROWS:
        d.step(_("Complete columns and rows are cleared and do not count. On average that takes away:"), Num(saved))
        return
    unseen, total = now.unseen, now.unseen.total
    for (value, hidden), times in Counter(alike(now.cells, line) for line in lines).items():
        terms = [
            multiply([R.ROWS * card, run(unseen[card], total, hidden) if hidden else 1])
            for card in (unseen.counts if value is None else () if value == GONE else (value,))
            if card and unseen[card] >= hidden
        ]
        if not terms:
            continue
        if value is None:
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
                value=value,
            )
        one = add_up(terms)
        d.step(text, Num(times) * one if times > 1 else one)
