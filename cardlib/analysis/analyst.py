"""A player that plays on before it moves: a policy's move, unless another one is clearly better."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any, ClassVar

from ..engine.game import Action
from ..engine.players import choose, prepare_view
from ..rng import Rng
from .worth import WON, Outcome, Source, alike_moves, source_of

FIRST = 100  # deals of every move, before the worst are left out
CLEAR = 3.0  # a move so many standard errors behind is left out


@dataclass(frozen=True)
class Analyst:
    """Plays every move on from the same deals, and leaves its policy's move only for one that is clearly better.

    deals:  of every move that stays in question; margin: how many standard errors better a move must be
    policy: the built-in player whose moves it improves, and that plays on; None: the game's own
    """

    deals: int = 800
    margin: float = 1.6
    policy: str | None = None
    PARAMETERS: ClassVar[Mapping[str, float]] = {"deals": 800, "margin": 1.6}

    @property
    def __name__(self) -> str:  # how it is called at the table
        return "analyst" if self == Analyst() else f"analyst(deals={self.deals:g}, margin={self.margin:g})"

    def __str__(self) -> str:
        return self.__name__

    def __call__(self, view: Any, legal: Sequence[Action], rng: Rng) -> Action:
        """The move to play."""
        source = source_of(view, rng.next() >> 1, WON, self.policy)
        source = replace(source, alike=alike_moves(view, source.kind))
        if len(source.alike) == 1:
            return next(iter(source.alike))
        planned = planned_move(source, view, rng)
        usual = next(action for action, same in source.alike.items() if planned in same)
        rows: dict[Action, list[Outcome]] = {action: [] for action in source.alike}
        done, step, most = 0, min(FIRST, int(self.deals)), int(self.deals)
        while done < most:
            for action, more in source.all(list(rows), range(done, done + step)).items():
                rows[action] += more
            done += step
            best = max(rows, key=lambda a: total(rows[a]))
            rows = {a: r for a, r in rows.items() if a in (best, usual) or lead(rows[best], r) < CLEAR}
            if len(rows) == 1:
                break
            step = min(done, most - done) or 1
        best = max(rows, key=lambda a: total(rows[a]))
        if best != usual and lead(rows[best], rows[usual]) >= self.margin:
            return best
        return planned


def planned_move(source: Source, view: Any, rng: Rng) -> Action:
    """What the policy itself would play."""
    table, copy = source.table, view.record.copy()
    prepare_view(copy, (), table.seats)
    copy.rng = rng.next()
    return source.kind.Game.ACTION(choose(table.players, copy, table.seats[source.seat].kind))


def total(rows: Sequence[Outcome]) -> float:
    """The shares won."""
    return float(sum(row[0] for row in rows))


def lead(best: Sequence[Outcome], other: Sequence[Outcome]) -> float:
    """How many standard errors one move is ahead of another on the same deals."""
    differences = [float(a[0] - b[0]) for a, b in zip(best, other, strict=True)]
    n, mean = len(differences), sum(differences) / len(differences)
    variance = sum((x - mean) ** 2 for x in differences) / max(n - 1, 1)
    return mean / sqrt(variance / n) if variance else (0.0 if mean == 0 else CLEAR)
