"""What a simulation gives: counts, a summary with intervals, a frame, charts, and every round to open again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from ..answer import Estimate
from ..engine.batch import ENDING, INDEX, LAST, ROUND, SCORE, TOTAL, WON, Column
from ..engine.game import Game
from ..engine.options import Options
from ..explain import Table
from ..extras import TABLE, need
from ..text import Error, Message, Number, _, percentage, plural
from .match import Match, Part
from .tally import Moments, Tally

BLOCKS = 100  # the running mean is known after each of so many equal parts of the work
FLAG = "yes/no"

# the columns of results, their units and how rounds end, for people
WORDS = {
    text.singular: text
    for text in (
        _("round"), _("total"), _("won"), _("score"), _("raw"), _("starter"), _("closer"), _("doubled"), _("turns"),
        _("columns cleared"), _("rows cleared"), _("face down"), _("closed after"), _("recycled"), _("with stars"),
        _("taken"), _("played"), _("left"), _("stock"), _("from stock"), _("from hand"), _("from discard"),
        _("remade"), _("points"), _("columns"), _("rows"), _("cards"), _("lines"), _("times"), _("closed"),
        _("no progress"), _("blocked"), _("finished"),
    )
}  # fmt: skip


class Result:
    """The results of `simulate`.

    players: the names, in seat order; rules, seed: what was played
    asked, done: how many rounds (or games, if whole_games) were asked for, and how many are done
    cut_off: the indices of those cut off because they did not end; they are in `done` but in no other number
    columns: what the columns of frame and summary mean, with their units
    """

    def __init__(self, match: Match, asked: int, keep: bool) -> None:
        self.match, self.asked, self.keep = match, asked, keep
        self.done = 0
        self.cut_off: list[int] = []
        self._tally = Tally(len(match.columns), len(match.names))
        self._blocks: dict[int, list[Moments]] = {}
        self._rows: dict[int, Any] = {}  # the rows by the index of the first game in them

    def add(self, part: Part) -> None:
        """Take in the results of a chunk."""
        self.done += part.stop - part.start
        self.cut_off = sorted(self.cut_off + part.cut_off)
        self._tally.add(part.tally)
        block = block_of(part.start, self.asked)
        before = self._blocks.get(block, [(0, 0, 0)] * len(self.players))
        new = [part.tally.moments(SCORE, seat) for seat in range(len(self.players))]
        self._blocks[block] = [added(one, two) for one, two in zip(before, new, strict=True)]
        if part.rows is not None and len(part.rows):
            self._rows[part.start] = part.rows

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, in seat order."""
        return self.match.names

    @property
    def rules(self) -> Options:
        """The rule options played with."""
        return self.match.rules

    @property
    def seed(self) -> int:
        """The seed: with it, players and rules, everything can be played again."""
        return self.match.seed

    @property
    def whole_games(self) -> bool:
        """Whether whole games were played, not single rounds."""
        return self.match.whole_games

    @property
    def columns(self) -> dict[str, Column]:
        """The columns by name: unit and meaning."""
        seat = Column("seat", "number", "the player's seat, from 0")
        player = Column("player", "text", "the player's name")
        listed = self.match.columns
        return {column.name: column for column in (*listed[:LAST][:2], seat, player, *listed[2:])}

    @property
    def endings(self) -> dict[str, int]:
        """How often the rounds (or the last rounds of the games) ended in each way; "cut off": not at all."""
        counts = self._tally.counts[ENDING][0]
        found = {name: counts[code] for code, name in enumerate(self.match.endings)}
        return {**found, "cut off": len(self.cut_off)}

    # --- numbers ------------------------------------------------------------------------------------------------------
    def estimate(self, column: str, player: int | str, confidence: float = 0.95) -> Estimate:
        """The mean of a column for a player, a seat or a name; for a yes/no column the share of yes.

        With whole games: the mean of the game's sum, such as columns cleared in a game; total, won and round as of its
        end. Intervals: Student's t for means, Wilson's for shares. Raises ValueError for an unknown column or player.
        """
        place, seat = self._place(column), self._seat(player)
        n, total, squares = self._tally.moments(place, seat)
        if self._is_share(place):
            if n < 1:
                raise Error("nothing has been played to the end, so there is nothing to estimate")
            return Estimate.of_proportion(total, n, self.seed, confidence)
        if n < 2:
            raise Error("an interval for a mean needs at least 2 rounds or games that have ended")
        return Estimate.of_mean(n, total, squares, self.seed, confidence, self.match.columns[place].unit)

    def counts(self, column: str, player: int | str) -> Counter[int]:
        """How often each value of a column came up for a player (see `estimate`)."""
        return Counter(self._tally.counts[self._place(column)][self._seat(player)])

    def _is_share(self, place: int) -> bool:
        return self.match.columns[place].unit == FLAG and (place == WON or not self.whole_games)

    def _place(self, column: str) -> int:
        names = [c.name for c in self.match.columns]
        if column not in names or column in ("index", "ending"):
            allowed = ", ".join(name for name in names if name not in ("index", "ending"))
            raise Error("there are no numbers for {column}; there are {allowed}", column=repr(column), allowed=allowed)
        return names.index(column)

    def _seat(self, player: int | str) -> int:
        if isinstance(player, str) and player in self.players:
            return self.players.index(player)
        if type(player) is int and 0 <= player < len(self.players):
            return player
        raise Error(
            "there is no player {player}; the players are {known}", player=repr(player), known=", ".join(self.players)
        )

    def summary(self, confidence: float = 0.95) -> Summary:
        """Each player's means and shares, with their intervals."""
        return Summary(self, confidence)

    # --- rows ---------------------------------------------------------------------------------------------------------
    @property
    def rows(self) -> Iterator[dict[str, Any]]:
        """The rows of the frame, one at a time, for where pandas is missing."""
        self._need_rows()
        columns, seats = self.match.columns, len(self.players)
        width = len(columns)
        for start in sorted(self._rows):
            flat = self._rows[start]
            for k in range(len(flat) // width):
                numbers = [int(number) for number in flat[k * width : (k + 1) * width]]
                numbers[INDEX] += start
                row = {column.name: self._shown(column, n) for column, n in zip(columns, numbers, strict=True)}
                yield {**row, "seat": k % seats, "player": self.players[k % seats]}

    def _shown(self, column: Column, number: int) -> Any:
        if column.name == "ending":
            return self.match.endings[number]
        return bool(number) if column.unit == FLAG else number

    def _need_rows(self) -> None:
        if not self.keep:
            raise Error("the rows were not kept; simulate with keep=True")

    @cached_property
    def frame(self) -> Any:
        """A pandas DataFrame with one row a player and round; see `columns` for what they mean."""
        need("data", "pandas", TABLE)
        import numpy as np
        import pandas as pd

        self._need_rows()
        columns, seats = self.match.columns, len(self.players)
        tables = [np.asarray(self._rows[start], np.int32).reshape(-1, len(columns)) for start in sorted(self._rows)]
        numbers = np.concatenate(tables) if tables else np.zeros((0, len(columns)), np.int32)
        starts = np.repeat(np.array(sorted(self._rows), np.int64), [len(table) for table in tables])
        seat = np.arange(len(numbers)) % seats
        values = {column.name: numbers[:, k] for k, column in enumerate(columns)}
        frame = pd.DataFrame(
            {
                "index": numbers[:, INDEX] + starts,
                "round": values["round"],
                "seat": seat.astype(np.int8),
                "player": pd.Categorical.from_codes(seat, pd.Index(self.players)),
                "ending": pd.Categorical.from_codes(values["ending"], pd.Index(self.match.endings)),
            }
        )
        for column in columns[TOTAL:]:
            frame[column.name] = values[column.name].astype(bool) if column.unit == FLAG else values[column.name]
        return frame

    # --- looking at it ------------------------------------------------------------------------------------------------
    def replay(self, index: int) -> Game:
        """Round or game `index` as a Game at its first action, ready for the stepper: the same deal."""
        return self.match.game(self._index(index))

    def play_out(self, index: int) -> Game:
        """Round or game `index` as it was played, at its end; `goto(0)` goes back to its first action."""
        return self.match.play_out(self._index(index))

    def _index(self, index: int) -> int:
        if type(index) is not int or not 0 <= index < self.asked:
            raise Error(
                "there is no game {index}; the games are 0 to {last}", index=repr(index), last=str(self.asked - 1)
            )
        return index

    def chart(self, kind: str = "both", confidence: float = 0.95) -> Any:
        """An Altair chart: the "distribution" of the scores, the "running mean" with its band, or "both"."""
        from .. import charts

        if kind not in ("distribution", "running mean", "both"):
            raise Error(
                "there is no chart {kind}; there are 'distribution', 'running mean' and 'both'", kind=repr(kind)
            )
        if self._tally.n == 0:
            raise Error("nothing has been played to the end, so there is nothing to draw")
        caption = self.caption
        shares = {}
        for seat, name in enumerate(self.players):
            counts = self._tally.counts[SCORE][seat]
            shares[name] = {value: counts[value] / counts.total() for value in sorted(counts)}
        unit = _("points in a game") if self.whole_games else _("points in a round")
        parts = {
            "distribution": lambda: charts.compared(shares, _("How the points spread"), unit, caption),
            "running mean": lambda: charts.running_means(
                self.running_means(confidence), _("The mean so far, with its {p} band", p=percentage(confidence)),
                _("games") if self.whole_games else _("rounds"), unit, caption,
            ),
        }  # fmt: skip
        if kind != "both":
            return parts[kind]()
        return charts.below(*(part() for part in parts.values()))

    def running_means(self, confidence: float = 0.95) -> dict[str, list[Estimate]]:
        """For each player the mean score of the first rounds, after more and more of them."""
        means: dict[str, list[Estimate]] = {}
        for seat, name in enumerate(self.players):
            sofar, means[name] = (0, 0, 0), []
            for block in sorted(self._blocks):
                sofar = added(sofar, self._blocks[block][seat])
                if sofar[0] > 1:
                    means[name].append(Estimate.of_mean(*sofar, self.seed, confidence))
        return means

    @property
    def caption(self) -> Message:
        """How many rounds of what, and from which seed."""
        played = plural("{n} game", "{n} games", self.done) if self.whole_games else plural(
            "{n} round", "{n} rounds", self.done
        )  # fmt: skip
        return _("{played} of {game}, seed {seed}", played=played, game=self.match.kind, seed=str(self.seed))

    def save(self, path: str | Path) -> Path:
        """Write the results to a Parquet file, with rules, players, seed and package version; `load` reads it."""
        from .files import save

        return save(self, path)

    def __eq__(self, other: object) -> bool:
        """Results are equal when the same was played and came out, row by row."""
        if not isinstance(other, Result):
            return NotImplemented
        mine, others = (
            (r.match, r.asked, r.done, r.keep, r.cut_off, r._tally, r._blocks, list(r.rows) if r.keep else None)
            for r in (self, other)
        )
        return mine == others

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{self.caption}: {', '.join(self.players)}>"

    @property
    def _overview(self) -> Summary | Message:
        """The summary; with fewer than two rounds there are no intervals, and so no figures."""
        if self._tally.n >= 2:
            return self.summary()
        return _("{played}: too few have ended for an interval. The rows are in .frame.", played=self.caption)

    def __str__(self) -> str:
        return str(self._overview)

    def _repr_html_(self) -> str:
        shown = self._overview
        return shown._repr_html_() if isinstance(shown, Summary) else f"<p>{shown.render('html')}</p>"


def block_of(index: int, asked: int, blocks: int = BLOCKS) -> int:
    """In which block of the work a game is: block k begins with game k * asked // blocks."""
    return ((index + 1) * blocks - 1) // asked


def added(one: Moments, two: Moments) -> Moments:
    """The moments of both sets of values together."""
    return one[0] + two[0], one[1] + two[1], one[2] + two[2]


class Summary(Mapping[str, dict[str, Estimate]]):
    """Estimates by player and column: summary["greedy"]["score"]. Shown as a table of values with their intervals."""

    def __init__(self, result: Result, confidence: float) -> None:
        self.result, self.confidence = result, confidence
        names = [c.name for k, c in enumerate(result.match.columns) if k >= WON or (k == ROUND and result.whole_games)]
        self._estimates = {
            player: {name: result.estimate(name, seat, confidence) for name in names}
            for seat, player in enumerate(result.players)
        }

    def __getitem__(self, player: str) -> dict[str, Estimate]:
        return self._estimates[player]

    def __iter__(self) -> Iterator[str]:
        return iter(self._estimates)

    def __len__(self) -> int:
        return len(self._estimates)

    @property
    def table(self) -> Table:
        """The estimates as a table: value (low to high)."""
        columns = self.result.columns
        names = list(next(iter(self.values())))
        headings: Sequence[Any] = [_("player"), *(self._heading(columns[name]) for name in names)]
        return Table(headings, [[player, *map(interval, row.values())] for player, row in self.items()])

    def _heading(self, column: Column) -> Message:
        name, unit = (WORDS.get(word.replace("_", " "), word) for word in (column.name, column.unit))
        if column.unit == FLAG and (column.name == "won" or not self.result.whole_games):
            return _("{name} (share)", name=name)
        if column.unit in (FLAG, column.name, "number"):
            return _("{name} (mean)", name=name)
        return _("{name} (mean, {unit})", name=name, unit=unit)

    @property
    def note(self) -> Message:
        """What was played, how the intervals are meant, and how the rounds ended."""
        ways = [_("{way}: {n}", way=WORDS.get(way, way), n=n) for way, n in self.result.endings.items() if n]
        endings = ways[0]
        for way in ways[1:]:
            endings = _("{first}, {next}", first=endings, next=way)
        return _(
            "{played}. In brackets: {confidence} intervals. {endings}.",
            played=self.result.caption, confidence=percentage(self.confidence), endings=endings,
        )  # fmt: skip

    def __str__(self) -> str:
        return f"{self.table}\n{self.note}"

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return f"{self.table._repr_html_()}<p>{self.note.render('html')}</p>"


def interval(estimate: Estimate) -> Message:
    """An estimate as "value (low to high)", with as many digits as the interval's width makes sensible."""
    percent, places = estimate.unit == "probability", 1
    width = (estimate.high - estimate.low) * (100 if percent else 1)
    while places < 9 and width * 10**places < 10:
        places += 1
    value, low, high = (Number(x, places, percent) for x in (estimate.value, estimate.low, estimate.high))
    return _("{value} ({low} to {high})", value=value, low=low, high=high)
