"""What every legal move is worth when a named policy plays on: `analyse`.

Words used here:
  world     a deal of everything that the seat to act cannot see; all that fit its view are equally likely
  policy    the built-in player that plays on in every seat; it acts on views inside each world
  share     of the win: 1 for the only winner, 1/k for each of k, 0 for the others
  behind    how much less a move wins (or how many more points it costs) than the best one, on the same worlds
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from importlib.util import find_spec
from typing import Any

from ..answer import Estimate, check_trials
from ..engine.game import Action, Game
from ..engine.kinds import Kind, kind_of
from ..engine.players import Player, find_player
from ..explain import Table as Rows
from ..extras import SLOWLY, TABLE, need
from ..rng import Rng
from ..text import Error, Message, Number, _, both, plural
from .exact import play_all
from .playouts import Table, play_out, world_of

RANKED = 400  # deals; with fewer, moves stand in no order
DEALS = 2_000
FRESH = 1 << 40  # the number of the first deal on which the winners are weighed again
STEP = 200  # deals between two looks at the clock
CONFIDENCE = 0.95
SLOW_MOVES = 4  # interpreted, so many kinds of move are played on
WON, POINTS = MEASURES = "won", "points"

WHOLE = 2520  # a win is so many shares: 1 to 10 players can have it in equal parts
Outcome = tuple[int, int]  # of one deal: the seat's shares of the win, its points


@dataclass(frozen=True)
class Worth:
    """What a move is worth: its chance to win (0..1), the points it leads to, and how far it is behind the best.

    actions: the move and those that are equal to it by symmetry; good: not told apart from the best move
    """

    actions: tuple[Action, ...]
    won: Estimate
    points: Estimate
    behind: Estimate
    good: bool

    @property
    def text(self) -> str:
        """The move as it is typed; one of several that are equal."""
        return str(self.actions[0])

    @property
    def name(self) -> Message:
        """The move in words."""
        if len(self.actions) == 1:
            return self.actions[0].said
        return plural("{move} and {n} alike", "{move} and {n} alike", len(self.actions) - 1, move=self.actions[0].said)


class Analysis:
    """The worth of every legal move, played on from the same deals: a table, a chart, words.

    `moves` are the best first (in no order below 400 deals); `analysis["draw"]` is one move's `Worth`, and
    `analysis.difference(x, y)` compares two of them deal by deal. `deals` is how many deals each move was played on
    from, `exact` whether all possible ones were, so that every value is a Fraction.
    """

    def __init__(self, source: Source, rows: dict[Action, list[Outcome]], weights: Sequence[int] | None = None) -> None:
        self.source, self._rows, self._weights = source, rows, weights
        self.exact = weights is not None
        self.deals = len(next(iter(rows.values())))
        self.seed, self.by = source.seed, source.by
        self._fresh: dict[Action, list[Outcome]] = {}
        self.best_action = min(rows, key=lambda a: (self._cost(rows[a]), list(rows).index(a)))

    # --- numbers -----------------------------------------------------------------------------------------------------
    def _cost(self, rows: Sequence[Outcome]) -> Fraction:
        """What the best move has least of: the mean of the losses or points."""
        return self._mean(self._losses(rows))

    def _losses(self, rows: Sequence[Outcome]) -> list[int]:
        sign = self.source.sign
        return [WHOLE - won for won, _points in rows] if self.by == WON else [sign * points for _won, points in rows]

    def _mean(self, values: Sequence[Any]) -> Fraction:
        if self._weights is None:
            return Fraction(sum(values)) / len(values)
        return Fraction(sum(w * x for w, x in zip(self._weights, values, strict=True)), sum(self._weights))

    def _estimate(self, values: Sequence[Any], unit: str, confidence: float = CONFIDENCE) -> Estimate:
        """The mean of one number a deal, with its interval; without an interval where all deals were played."""
        scale = 1 if unit == "points" else WHOLE
        if self.exact:
            mean: Any = self._mean(values) / scale
            return Estimate(mean, mean, mean, 1.0, len(values), self.seed, 0.0, unit)
        total, squares = Fraction(sum(values), scale), Fraction(sum(x * x for x in values), scale * scale)
        return Estimate.of_mean(len(values), total, squares, self.seed, confidence, unit)

    def _worth(self, action: Action) -> Worth:
        rows = self._rows[action]
        fresh = self._fresh.get(action, rows)
        behind = self._behind(action)
        return Worth(
            self.source.alike[action],
            self._estimate([row[0] for row in fresh], "probability"),
            self._estimate([row[1] for row in fresh], "points"),
            behind,
            behind.low <= 0,
        )

    def _behind(self, action: Action) -> Estimate:
        """How far a move is behind the best, with an interval that holds for all moves together (Bonferroni)."""
        together = 1 - (1 - CONFIDENCE) / max(len(self._rows) - 1, 1)
        return self._compare(action, self.best_action, together)

    def _compare(self, x: Action, y: Action, confidence: float) -> Estimate:
        pairs = zip(self._losses(self._rows[x]), self._losses(self._rows[y]), strict=True)
        return self._estimate([a - b for a, b in pairs], "points" if self.by == POINTS else "gain", confidence)

    # --- what one asks -----------------------------------------------------------------------------------------------
    @property
    def ranked(self) -> bool:
        """Whether there are deals enough to put the moves in order."""
        return self.exact or self.deals >= RANKED

    @cached_property
    def moves(self) -> list[Worth]:
        """All moves, the best first; in the order of the legal actions where there are too few deals."""
        actions = sorted(self._rows, key=lambda a: self._cost(self._rows[a])) if self.ranked else list(self._rows)
        return [self._worth(action) for action in actions]

    @property
    def best(self) -> Worth:
        """The best move; its chance and points are from fresh deals, on which it was not chosen."""
        return self._worth(self.best_action)

    def __getitem__(self, move: Any) -> Worth:
        return self._worth(self._one(move))

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Worth]:
        return iter(self.moves)

    def _one(self, move: Any) -> Action:
        """The move that was played on for an action or its text."""
        for action, same in self.source.alike.items():
            if move in same or move in map(str, same):
                if action in self._rows:
                    return action
                raise Error("{move} was left out here: only the likeliest moves were played on", move=str(move))
        known = ", ".join(str(action) for action in self._rows)
        raise Error("{move} is not a legal move here; legal are: {known}", move=str(move), known=known)

    def difference(self, x: Any, y: Any) -> Estimate:
        """How much more move x wins than y (by="won"), or how many points it saves against it, on the same deals."""
        return self._compare(self._one(y), self._one(x), CONFIDENCE)

    def more(self, deals: int) -> Analysis:
        """The same with so many deals in all: those played already are kept."""
        return self if self.exact else self.source.extended(self._rows, deals)

    # --- looking at it -----------------------------------------------------------------------------------------------
    @property
    def caption(self) -> Message:
        """From how many deals, by which policy and seed."""
        if self.exact:
            return plural(
                "all {n} possible deal, {policy} plays on",
                "all {n} possible deals, {policy} plays on",
                self.deals,
                policy=self.source.policy,
            )
        return plural(
            "n = {n} deal for every move, seed = {seed}, {policy} plays on",
            "n = {n} deals for every move, seed = {seed}, {policy} plays on",
            self.deals, seed=str(self.seed), policy=self.source.policy,
        )  # fmt: skip

    def table(self) -> Rows:
        """One row a move."""
        rows = []
        for move in self.moves:
            same = _("as good as the best, as far as we can tell") if move.good and self.ranked else ""
            rows.append([move.name, shown(move.won), shown(move.points), shown(move.behind), same])
        behind = _("points behind the best") if self.by == POINTS else _("behind the best")
        return Rows([_("move"), _("chance to win"), _("points"), behind, ""], rows)

    @property
    def message(self) -> Message:
        """The result in a sentence or two, for people."""
        if not self.ranked:
            return plural(
                "{n} deal is too few to tell which move is best.", "{n} deals are too few to tell which move is best.",
                self.deals,
            )  # fmt: skip
        best, *others = self.moves
        good = [move for move in others if move.good]
        said = _("Best: {move}. It wins {won}.", move=best.name, won=shown(best.won))
        if self.by == POINTS:
            said = _("Best: {move}. It leads to {points} points.", move=best.name, points=shown(best.points))
        if good:
            names = both([move.name for move in good])
            said = _("{said} Not told apart from it: {names}.", said=said, names=names)
        return said

    def explain(self) -> Message:
        """What was compared, how large the difference is, and how sure that is, for a 15-year-old."""
        from .words import explained

        return explained(self)

    @property
    def frame(self) -> Any:
        """One row a move, as a pandas DataFrame."""
        need("data", "pandas", TABLE)
        import pandas as pd

        rows = [
            {
                "move": move.text, "alike": len(move.actions),
                **{f"won{end}": float(x) for end, x in ends(move.won)},
                **{f"points{end}": float(x) for end, x in ends(move.points)},
                **{f"behind{end}": float(x) for end, x in ends(move.behind)},
                "deals": self.deals, "seed": self.seed,
            }
            for move in self.moves
        ]  # fmt: skip
        return pd.DataFrame(rows)

    def chart(self) -> Any:
        """A bar a move with its interval; grey are those not told apart from the best (Altair)."""
        from .words import chart

        return chart(self)

    def __str__(self) -> str:
        return f"{self.message}\n{self.table()}\n({self.caption})"

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        said, caption = (text.render("html") for text in (self.message, self.caption))
        return f"<p>{said}</p>{self.table()._repr_html_()}<p><small>{caption}</small></p>"


def ends(estimate: Estimate) -> list[tuple[str, Any]]:
    """A value and the ends of its interval, with what their columns' names end in."""
    return [("", estimate.value), ("_low", estimate.low), ("_high", estimate.high)]


def shown(estimate: Estimate) -> Message:
    """An estimate in a table: its value and interval; a chance in per cent."""
    percent = estimate.unit in ("probability", "gain")
    width = (estimate.high - estimate.low) * (100 if percent else 1)
    places = 1 if width < 10 else 0

    def number(x: Any) -> Number:
        return Number(x, places, percent)

    if estimate.low == estimate.high:
        return _("{value}", value=Number(estimate.value, 2, percent))
    return _(
        "{value} ({low} to {high})", value=number(estimate.value), low=number(estimate.low), high=number(estimate.high)
    )


# --- what is played on ------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Source:
    """A position as a seat sees it, and how it is played on."""

    table: Table
    kind: Kind
    seat: int
    by: str
    policy: str
    compiled: bool
    view: Any = None
    alike: dict[Action, tuple[Action, ...]] = field(default_factory=dict)  # the moves, if they are to be weighed

    @property
    def seed(self) -> int:
        """The seed of the deals."""
        return self.table.seed

    @cached_property
    def sign(self) -> int:
        """1 where points are suffered, -1 where they are won."""
        return -1 if getattr(self.kind.rules, "HIGHEST_WINS", False) else 1

    def outcomes(self, action: int, deals: range) -> list[Outcome]:
        """The seat's share of the win and points after a move, one a deal."""
        return list(map(self.outcome, play_out(self.table, action, deals, self.compiled)))

    def outcome(self, points: Sequence[int]) -> Outcome:
        """A seat's shares of the win and its points, from the points of all seats."""
        return shares(points, self.seat, self.sign < 0), points[self.seat]

    def all(self, actions: Sequence[Action], deals: range) -> dict[Action, list[Outcome]]:
        """The same for several moves, on the same deals; compiled code runs beside itself on all processors."""
        if not self.compiled or len(actions) == 1:
            return {action: self.outcomes(action, deals) for action in actions}
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return dict(zip(actions, pool.map(lambda a: self.outcomes(a, deals), actions), strict=True))

    def extended(self, rows: dict[Action, list[Outcome]], deals: int, until: float | None = None) -> Analysis:
        """The analysis with so many deals in all, or as many as there is time for."""
        actions, done = list(rows), len(next(iter(rows.values())))
        rows = {action: list(row) for action, row in rows.items()}
        while done < deals and (done < STEP or until is None or time.monotonic() < until):
            step = range(done, deals if until is None else min(done + STEP, deals))
            for action, more in self.all(actions, step).items():
                rows[action] += more
            done = step.stop
        found = Analysis(self, rows)
        if found.ranked:
            good = [action for action in rows if found._behind(action).low <= 0]
            found._fresh = self.all(good, range(FRESH, FRESH + found.deals))
        return found


def shares(points: Sequence[int], seat: int, highest: bool) -> int:
    """A seat's part of a WHOLE win: all with the best points share it; where the most points win, 0 wins nothing."""
    best = max(points) if highest else min(points)
    if points[seat] != best or (highest and best <= 0):
        return 0
    return WHOLE if highest else WHOLE // points.count(best)


def analyse(
    view: Any, deals: int = DEALS, seed: int = 1, seconds: float | None = None, by: str = WON,
    policy: str | Player | None = None, host: str = "auto",
) -> Analysis:  # fmt: skip
    """The worth of every legal move, played on by a policy from `deals` deals that fit what the seat to act can see.

    view:    a view, or a game (then as the seat to act sees it)
    seconds: a time limit, which only chooses the number of deals; the answer says it
    by:      "won": the chance to win the round (Skip-Bo: the game); "points": the points of the round
    policy:  the built-in player that plays on in every seat; None: the game's own choice
    host:    "compiled", "interpreted", or "auto": compiled where it can be. The same answer, sooner or later
    All moves are played on from the same deals, and policies act on views inside them. Where all possible deals can be
    gone through, they are: then `exact` is True. Raises ValueError where there is nothing to decide.
    """
    if isinstance(view, Game):
        if view.player is None:
            raise Error("it is nobody's turn now")
        view = view.view(view.player)
    if by not in MEASURES:
        raise Error("by is {by}; it must be one of {known}", by=repr(by), known=", ".join(MEASURES))
    check_trials(deals, 2)
    source = source_of(view, seed, by, policy, host)
    source = replace(source, alike=alike_moves(view, source.kind))
    actions = list(source.alike)
    if not source.compiled and len(actions) > SLOW_MOVES:
        actions = likely(source, actions)
    solved = play_all(source.table, actions, source.compiled)
    if solved is not None:
        weights, points = solved
        return Analysis(source, {a: [source.outcome(row) for row in rows] for a, rows in points.items()}, weights)
    until = None if seconds is None else time.monotonic() + seconds
    return source.extended({action: [] for action in actions}, deals if seconds is None else 1 << 20, until)


def source_of(view: Any, seed: int, by: str, policy: str | Player | None, host: str = "auto") -> Source:
    """What is played on from a view."""
    kind = kind_of(view.kind)
    Rng(seed)  # refuses what is no seed
    deals: Any = kind.deals
    player = policy if isinstance(policy, Player) else find_player(kind.players, policy or deals.POLICY)
    seats = (player,) * len(view.players)
    options = tuple(view.rules.codes())
    table = Table(kind.rules, kind.players, deals, world_of(view.record, kind.rules, deals), seats, options, seed)
    if host == "compiled":
        need("fast", "numba", SLOWLY)
    compiled = host == "compiled" or (host == "auto" and find_spec("numba") is not None)
    return Source(table, kind, view.me, by, str(player), compiled, view)


def alike_moves(view: Any, kind: Kind) -> dict[Action, tuple[Action, ...]]:
    """The legal moves by the first of those that are equal by symmetry."""
    if view.player != view.me:
        raise Error("it is not {name}'s move", name=view.name)
    record, check = view.record, kind.rules.check
    legal = [kind.Game.ACTION(a) for a in kind.rules.SPANS[record.phase] if check(record, a) == kind.rules.LEGAL]
    groups: dict[Hashable, list[Action]] = {}
    same: Callable[[Any, int], Hashable] = kind.deals.alike  # type: ignore[union-attr]
    for action in legal:
        groups.setdefault(same(record, int(action)), []).append(action)
    return {actions[0]: tuple(actions) for actions in groups.values()}


def likely(source: Source, actions: Sequence[Action], deals: int = 12) -> list[Action]:
    """The likeliest moves: the best one step ahead, where the game's odds say that, or of a first short look."""
    ahead = getattr(source.kind.odds, "moves", None)
    if ahead is not None and source.view is not None:
        order = [int(move.action) for move in ahead(source.view)]
        return sorted(actions, key=lambda a: min(order.index(int(one)) for one in source.alike[a]))[:SLOW_MOVES]
    first = source.all(actions, range(FRESH, FRESH + deals))
    looked = Analysis(source, first)
    return sorted(actions, key=lambda a: looked._cost(first[a]))[:SLOW_MOVES]
