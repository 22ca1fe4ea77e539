"""tournament: which player is better, on the same deals in every seat, with what the data do and do not establish."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import atan2, comb, log, log10, sqrt
from statistics import NormalDist
from time import perf_counter
from types import ModuleType
from typing import Any

from ..answer import Estimate, _t_inside, t_quantile
from ..engine.batch import INDEX, TOTAL, WON
from ..engine.options import Options
from ..engine.position import whole
from ..explain import Table
from ..text import Error, Message, Number, _, percentage, plural
from .limit import Pace
from .match import Match, Part, PlayerError, play_chunk
from .result import block_of, interval
from .run import MOST, Progress, Task, choose_host, collect, cut, new_match, play_all, when_compiled
from .tally import Tally

BLOCKS = 20  # the deals are played in so many blocks; ratings are jackknifed over them
SHARES = 840  # a win is so many shares, divisible among up to 8 winners
ELO = 400  # rating points for odds of 10 to 1


def tournament(
    game: ModuleType,
    players: Sequence[Any] | Mapping[str, Any],
    rounds: int | None = None,
    *,
    games: int | None = None,
    table: int | str = 2,
    by: str = "won",
    rules: Options | None = None,
    seed: int | None = None,
    confidence: float = 0.95,
    progress: Progress = True,
    executor: Executor | None = None,
    host: str | None = None,
    limit: float | None = None,
) -> Tournament:
    """Let players meet on the same deals, every one in every seat, and rank them.

    players: as in `simulate`, but all different; table: how many sit at a table: 2 for all pairs, "all" for everybody
    at one table, or any number in between for all such groups
    rounds, games: how many deals (rounds, or whole games) each group plays, once in each rotation of its seats. All
    groups and rotations play the same deals: the same seed gives the same deck and chance, whoever sits where
    by: rank by the share of wins ("won") or the mean score ("score"); the other arguments are as in `simulate`
    An interrupt ends it with the deals that all groups have played.
    A player that fails, breaks the rules or takes longer than `limit` seconds for a move is out: the others are ranked
    as if it had not been there, and `failed` of the result says why.
    Raises ValueError for arguments that are not possible, PlayerError when fewer than two players are left.
    """
    if (rounds is None) == (games is None):
        raise Error("give either rounds= or games=: how many deals to play")
    if by not in ("won", "score"):
        raise Error("by is {value}; it must be 'won' or 'score'", value=repr(by))
    deals = whole("games" if rounds is None else "rounds", games if rounds is None else rounds, MOST)
    if deals < BLOCKS:
        raise Error(
            "a tournament needs at least {least} deals for its intervals, not {deals}", least=BLOCKS, deals=deals
        )
    everybody = new_match(game, players, rules, seed, games is not None, seats=False, limit=limit)
    n = len(everybody.names)
    size = n if table == "all" else table
    if type(size) is not int or not 2 <= size <= n:
        raise Error("table is {value}; it must be 'all' or a number of players from 2 to {n}", value=repr(table), n=n)
    found = Tournament(everybody, deals, size, by, confidence)
    found._play(executor, progress, host)
    found._rank()
    return found


def _seated(match: Match, seats: tuple[int, ...]) -> Match:
    """The match of some of the players, in that order."""
    names = tuple(match.names[seat] for seat in seats)
    return replace(match, names=names, players=tuple(match.players[seat] for seat in seats))


def _attempt(match: Match, start: int, stop: int, *how: Any) -> Part:
    """`play_chunk`, with a player's failure in place of the rows."""
    began = perf_counter()
    try:
        return play_chunk(match, start, stop, *how)
    except PlayerError as error:
        return Part(start, stop, Tally(0, 0), [], error, perf_counter() - began)


@dataclass(frozen=True)
class Standing:
    """A player in the ranking: share of wins (0..1), mean score (points), rating (Elo points, mean 1500)."""

    place: int
    player: str
    won: Estimate
    score: Estimate
    rating: Estimate


@dataclass(frozen=True)
class Difference:
    """By how much one player is better than another on the same deals, in what the ranking goes by.

    p: the probability of a difference as large by chance alone, corrected for the number of comparisons (Holm)
    """

    better: str
    worse: str
    estimate: Estimate
    p: float
    established: bool


class Tournament:
    """What a tournament gives: `ranking`, `differences`, `head_to_head`, a table and a chart.

    players: the names; deals: how many were asked for, done: how many all have played
    dropped: deals in which a round was cut off, since it did not end; they count for nobody
    failed: the players that are out, each with its PlayerError; they are in no number
    """

    def __init__(self, match: Match, deals: int, table: int, by: str, confidence: float) -> None:
        self.match, self.deals, self.table_size, self.by, self.confidence = match, deals, table, by, confidence
        self.dropped = 0
        self.failed: dict[str, PlayerError] = {}
        self._parts: dict[int, dict[tuple[str, ...], Part]] = {}  # by first deal and seating
        self.ranking: list[Standing] = []
        self.differences: list[Difference] = []

    # --- playing ------------------------------------------------------------------------------------------------------
    def _play(self, executor: Executor | None, progress: Progress, host: str | None) -> None:
        """Play all deals in all seatings; when players fail and too few are left for a table, again at a smaller."""
        n = len(self.players)
        groups = combinations(range(n), self.table_size)
        seatings = [_seated(self.match, group[k:] + group[:k]) for group in groups for k in range(len(group))]
        seatings[0].game(0)  # refuses what cannot be
        total = self.deals * len(seatings)
        compiled, games = choose_host(self.match, total, host), self.match.whole_games
        now = when_compiled(seatings[0], compiled, host is not None or executor is not None)
        pace = Pace(compiled, games, parts=len(seatings), at_once=now())
        stopped: dict[tuple[str, ...], PlayerError] = {}

        def take(task: Task, part: Part) -> None:
            names, error = task[0].names, part.rows
            if not isinstance(error, PlayerError):
                self._parts.setdefault(part.start, {})[names] = part
            elif names not in stopped or error.index < stopped[names].index:
                stopped[names] = error

        work = (
            (match, start, stop, True, now())
            for start, stop in cut(self.deals, pace, BLOCKS)
            for match in seatings
            if match.names not in stopped
        )
        collect(play_all(work, total, executor, _attempt), take, total, "games" if games else "rounds", progress, pace)
        for match in sorted(seatings, key=lambda one: stopped[one.names].index if one.names in stopped else total):
            if match.names in stopped and not self.failed.keys() & set(match.names):  # else it is off anyway
                self.failed[stopped[match.names].name] = stopped[match.names]
        left = tuple(p for p, name in enumerate(self.players) if name not in self.failed)
        if len(left) < 2:
            raise next(iter(self.failed.values()))
        self.match = _seated(self.match, left)
        if len(left) < self.table_size:
            self.table_size, self._parts = len(left), {}
            self._play(executor, progress, host)

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, as they were given."""
        return self.match.names

    @property
    def seed(self) -> int:
        """The seed of the deals."""
        return self.match.seed

    def ranked(self, by: str) -> Tournament:
        """The same rounds, ranked and compared by the share of wins ("won") or the mean score ("score")."""
        found = copy(self)
        found.by = by
        found._rank()
        return found

    # --- the arithmetic -----------------------------------------------------------------------------------------------
    def _rank(self) -> None:
        """Count wins and points deal by deal, then rank, rate and compare."""
        n, playing = len(self.players), set(self.players)
        seatings = comb(n, self.table_size) * self.table_size
        self._meetings = comb(n - 1, self.table_size - 1) * self.table_size  # of each player in each deal
        found: dict[int, list[_Block]] = {}
        self.done = 0
        for start, parts in sorted(self._parts.items()):
            whole = {names: part for names, part in parts.items() if playing.issuperset(names)}
            if len(whole) == seatings:
                self.done += next(iter(whole.values())).stop - start
                found.setdefault(block_of(start, self.deals, BLOCKS), []).append(_count(self.match, whole))
        blocks = [_together(several) for several in found.values()]
        kept = sum(len(block.won[0]) for block in blocks)
        self.dropped = self.done - kept
        if len(blocks) < 2 or kept < 2:
            raise Error("too few deals have been played to the end for any comparison")
        won = [[share for block in blocks for share in block.won[p]] for p in range(n)]
        score = [[points for block in blocks for points in block.score[p]] for p in range(n)]
        self._beaten = [block.beaten for block in blocks]
        ratings = self._ratings()
        better = won if self.by == "won" else [[-x for x in values] for values in score]
        if self.by == "score" and _highest_wins(self.match):
            better = score
        order = sorted(range(n), key=lambda p: -sum(better[p]))
        self.ranking = [
            Standing(
                place,
                self.players[p],
                self._mean(won[p], SHARES, "probability"),
                self._mean(score[p], 1, "points"),
                ratings[p],
            )
            for place, p in enumerate(order, 1)
        ]
        self.differences = self._compare(order, better)

    def _mean(self, sums: list[int], one: int, unit: str) -> Estimate:
        """The mean of a player's deals (each a sum over the meetings), with Student's interval over the deals."""
        scale = one * self._meetings
        squares = Fraction(sum(x * x for x in sums), scale * scale)
        total = Fraction(sum(sums), scale)
        if unit == "probability" and total in (0, len(sums)):  # always the same: Student's interval would be empty
            return Estimate.of_proportion(int(total), len(sums), self.seed, self.confidence)
        return Estimate.of_mean(len(sums), total, squares, self.seed, self.confidence, unit)

    def _compare(self, order: list[int], better: list[list[int]]) -> list[Difference]:
        """All pairs, the better first, with Holm's correction."""
        one, unit = (SHARES, "") if self.by == "won" else (1, "points")
        found = []
        for a, b in combinations(order, 2):
            estimate = self._mean([x - y for x, y in zip(better[a], better[b], strict=True)], one, unit)
            found.append((self.players[a], self.players[b], estimate, _p_value(estimate)))
        corrected = holm([p for *_rest, p in found])
        return [
            Difference(a, b, estimate, p, p < 1 - self.confidence)
            for (a, b, estimate, _p), p in zip(found, corrected, strict=True)
        ]

    def _ratings(self) -> list[Estimate]:
        """Ratings by the model of Bradley and Terry, with intervals.

        Their standard error is the jackknife's over the blocks of deals, but not less than independent games would
        have (who never wins looks the same in every block).
        """
        n, blocks = len(self.players), len(self._beaten)
        total = [[sum(block[a][b] for block in self._beaten) for b in range(n)] for a in range(n)]
        values = bradley_terry(total)
        without = [
            bradley_terry([[total[a][b] - block[a][b] for b in range(n)] for a in range(n)]) for block in self._beaten
        ]
        found = []
        t = t_quantile(self.confidence, blocks - 1)
        for p, value in enumerate(values):
            mean = sum(one[p] for one in without) / blocks
            jackknife = sqrt((blocks - 1) / blocks * sum((one[p] - mean) ** 2 for one in without))
            error = max(jackknife, rating_error(total, values, p))
            low, high = value - t * error, value + t * error
            found.append(Estimate(value, low, high, self.confidence, self.done, self.seed, error, ""))
        return found

    def head_to_head(self, player: str, other: str) -> Estimate:
        """How often (0..1) a player was better placed than another at the same table; ties count half.

        The interval is Student's over the blocks of deals. Raises ValueError for players that are not there.
        """
        for name in (player, other):
            if name not in self.players or player == other:
                raise Error(
                    "{player} and {other} must be two of the players {known}",
                    player=repr(player), other=repr(other), known=", ".join(self.players),
                )  # fmt: skip
        a, b = self.players.index(player), self.players.index(other)
        halves = [(block[a][b], block[a][b] + block[b][a]) for block in self._beaten]
        share = Fraction(sum(mine for mine, _all in halves), sum(total for _mine, total in halves))
        parts = [Fraction(mine, total) for mine, total in halves if total]
        spread = Estimate.of_mean(len(parts), sum(parts), sum(x * x for x in parts), self.seed, self.confidence)
        half = spread.high - spread.value
        low, high = max(0.0, float(share) - half), min(1.0, float(share) + half)
        return Estimate(float(share), low, high, self.confidence, self.done, self.seed, spread.standard_error)

    # --- looking at it ------------------------------------------------------------------------------------------------
    @property
    def table(self) -> Table:
        """The ranking as a table, with intervals."""
        headings = [_("player"), _("place"), _("won (share)"), _("score (mean, points)"), _("rating")]
        rows = [[one.player, one.place, *map(interval, (one.won, one.score, one.rating))] for one in self.ranking]
        return Table(headings, rows)

    @property
    def notes(self) -> list[Message]:
        """What was played, and which differences are not established."""
        deals = plural("{n} deal", "{n} deals", self.done)
        notes = [
            _(
                "{deals} of {game}, seed {seed}, each played by every group of {size} in every rotation of its seats. "
                "In brackets: {confidence} intervals.",
                deals=deals, game=self.match.kind, seed=str(self.seed), size=self.table_size,
                confidence=percentage(self.confidence),
            )
        ]  # fmt: skip
        if self.dropped:
            notes.append(
                plural(
                    "{n} deal was dropped: a round did not end.",
                    "{n} deals were dropped: a round did not end.",
                    self.dropped,
                )
            )
        for name, error in self.failed.items():
            notes.append(
                _(
                    "{name} is out: in deal {index} the player {reason}",
                    name=name, index=str(error.index), reason=error.reason,
                )
            )  # fmt: skip
        open_pairs = [one for one in self.differences if not one.established]
        if not open_pairs:
            notes.append(_("All differences are established (Holm's correction for several comparisons)."))
        for one in open_pairs:
            notes.append(
                _(
                    "Not established: that {better} is better than {worse} (p = {p} after Holm's correction).",
                    better=one.better,
                    worse=one.worse,
                    p=Number(one.p, 3),
                )
            )
        return notes

    def chart(self) -> Any:
        """An Altair chart of what the ranking goes by, the best first, with intervals."""
        from .. import charts

        if self.by == "won":
            wins = {one.player: one.won for one in self.ranking}
            return charts.routes(wins, _("Who wins how often"), _("share of wins"))
        scores = {one.player: one.score for one in self.ranking}
        return charts.routes(scores, _("Mean scores"), _("points"), chance=False)

    def __str__(self) -> str:
        return "\n".join(map(str, (self.table, *self.notes)))

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return self.table._repr_html_() + "".join(f"<p>{note.render('html')}</p>" for note in self.notes)


# --- counting ---------------------------------------------------------------------------------------------------------
@dataclass
class _Block:
    """The deals of a block: for each player a sum over its meetings in each deal, of win shares and of points;

    and for each pair how often one was better placed than the other, in halves.
    """

    won: list[list[int]]
    score: list[list[int]]
    beaten: list[list[int]]


def _count(match: Match, parts: Mapping[tuple[str, ...], Part]) -> _Block:
    """Add up the seatings of a block, without the deals in which any of them was cut off."""
    place = {name: p for p, name in enumerate(match.names)}
    width, n = len(match.columns), len(match.names)
    bad = {index for part in parts.values() for index in part.cut_off}
    block = _Block([[] for _p in range(n)], [[] for _p in range(n)], [[0] * n for _p in range(n)])
    low_wins = not _highest_wins(match)
    for names, part in parts.items():
        seats = len(names)
        columns = [part.rows[k :: seats * width].tolist() for k in range(seats * width)]
        last = _last_rows(columns[INDEX], part.start, bad)
        flags = [[columns[seat * width + WON][k] for k in last] for seat in range(seats)]
        points = [[columns[seat * width + TOTAL][k] for k in last] for seat in range(seats)]
        winners = [max(1, sum(flag)) for flag in zip(*flags, strict=True)]
        for seat, name in enumerate(names):
            shares = [SHARES // k * flag for k, flag in zip(winners, flags[seat], strict=True)]
            _add_to(block.won[place[name]], shares)
            _add_to(block.score[place[name]], points[seat])
            for other, rival in enumerate(names):
                pairs = zip(points[seat], points[other], strict=True)
                halves = sum(1 if x == y else 2 * ((x < y) == low_wins) for x, y in pairs)
                block.beaten[place[name]][place[rival]] += halves if other != seat else 0
    return block


def _together(blocks: Sequence[_Block]) -> _Block:
    """The deals of several blocks, one after the other."""
    players = range(len(blocks[0].won))
    won = [[share for block in blocks for share in block.won[p]] for p in players]
    score = [[points for block in blocks for points in block.score[p]] for p in players]
    return _Block(won, score, [[sum(b.beaten[p][q] for b in blocks) for q in players] for p in players])


def _last_rows(indices: list[int], start: int, bad: set[int]) -> list[int]:
    """Which rows are the last of their game, without the bad games."""
    ends = [k for k in range(len(indices)) if k + 1 == len(indices) or indices[k + 1] != indices[k]]
    return [k for k in ends if start + indices[k] not in bad]


def _add_to(sums: list[int], values: list[int]) -> None:
    sums[:] = [x + y for x, y in zip(sums, values, strict=True)] if sums else values


def _highest_wins(match: Match) -> bool:
    return bool(getattr(match.module.Game.RULES, "HIGHEST_WINS", False))


# --- statistics -------------------------------------------------------------------------------------------------------
def _p_value(estimate: Estimate) -> float:
    """The two-sided probability of a mean that far from 0, by Student's t (1 if nothing differs)."""
    if not estimate.standard_error:
        return 0.0 if estimate.value else 1.0
    t, freedom = abs(estimate.value) / estimate.standard_error, estimate.n - 1
    if freedom > 1000:
        return 2 * NormalDist().cdf(-t)
    return max(0.0, 1 - _t_inside(atan2(t, sqrt(freedom)), freedom))


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's step-down correction: p-values that can be compared with the level for all comparisons together."""
    order = sorted(range(len(p_values)), key=lambda k: p_values[k])
    corrected, most = [0.0] * len(p_values), 0.0
    for rank, k in enumerate(order):
        most = max(most, min(1.0, (len(order) - rank) * p_values[k]))
        corrected[k] = most
    return corrected


def rating_error(beaten: Sequence[Sequence[float]], ratings: Sequence[float], p: int) -> float:
    """The standard error of a rating if games were independent and the other ratings known (Fisher information)."""
    information = 0.0
    for q, rating in enumerate(ratings):
        if q != p:
            meetings = (beaten[p][q] + beaten[q][p]) / 2 + 1  # the draw of `bradley_terry` too
            chance = 1 / (1 + 10 ** ((rating - ratings[p]) / ELO))
            information += meetings * chance * (1 - chance)
    return ELO / log(10) / sqrt(information)


def bradley_terry(beaten: Sequence[Sequence[float]]) -> list[float]:
    """Ratings in Elo points, mean 1500, from how often each player (row) beat each other one (column).

    Odds of a to b are strength a : strength b, found by Hunter's MM algorithm (2004). One draw is added to every pair
    that met, so that a player who always wins gets a finite rating.
    """
    n = len(beaten)
    wins = [[beaten[a][b] + (beaten[a][b] + beaten[b][a] > 0) / 2 for b in range(n)] for a in range(n)]
    strength = [1.0] * n
    for _step in range(1000):
        new = [
            sum(wins[a]) / sum((wins[a][b] + wins[b][a]) / (strength[a] + strength[b]) for b in range(n) if b != a)
            for a in range(n)
        ]
        middle = 10 ** (sum(map(log10, new)) / n)
        new = [one / middle for one in new]
        settled = max(abs(x - y) / y for x, y in zip(new, strength, strict=True)) < 1e-10
        strength = new
        if settled:
            break
    return [1500 + ELO * log10(one) for one in strength]
