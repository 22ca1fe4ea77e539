"""Who plays what, and the playing of one chunk of a batch, on either host."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from ..engine import batch as engine
from ..engine.game import Game
from ..engine.host import decision_luck, record, stream, to_numpy
from ..engine.kinds import Kind, kind_of
from ..engine.options import Options
from ..engine.players import Player, choose_action, prepare_view
from ..rng import Rng
from ..text import Error, Message, Number, _
from .limit import TooLong, within
from .tally import Tally

ROUNDS_A_GAME = 12  # a guess at the rows that a chunk of whole games needs; more are made when it is wrong


class PlayerError(Error):
    """A player function chose an illegal action or failed.

    name, seat:    the player
    index, seed:   which game; round: the round in it, from 1
    view:          what the player saw
    game:          the game up to that point, ready for the stepper
    """

    def __init__(self, match: Match, index: int, actions: list[int], reason: Message) -> None:
        super().__init__("{reason}", reason=reason)
        self.match, self.index, self.reason = match, index, reason
        self.seed = match.seed
        self.game = match.game(index)
        for action in actions:
            self.game.play(action)
        self.seat: int = self.game.state.player
        self.round: int = self.game.state.round
        self.name = match.names[self.seat]
        self.view = self.game.view(self.seat)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.match, self.index, [int(action) for action in self.game.actions], self.reason)

    @property
    def message(self) -> Message:
        """What went wrong, where, and how to look at it."""
        return _(
            "The player {name} (seat {seat}) {reason}\n"
            "This was in game {index} of seed {seed}, round {round}, after {n} actions. The player saw:\n{view}\n"
            "Open it with: {call}, or take .game of this error.",
            name=self.name, seat=self.seat, reason=self.reason, index=str(self.index), seed=str(self.seed),
            round=self.round, n=self.game.step, view=str(self.view), call=self.call,
        )  # fmt: skip

    @property
    def call(self) -> str:
        """How to open the same game from the start."""
        kind, names, rules = self.match.kind, list(self.match.names), self.match.rules
        return f"{kind}.Game({names!r}, rules={kind}.{rules!r}, seed={self.seed}, index={self.index})"

    def __str__(self) -> str:
        return str(self.message)


@dataclass(frozen=True)
class Match:
    """Everything that settles the results: game, rules, players and seed; and whether whole games are played.

    limit: the seconds a player function may take for one move; None: as long as it likes
    """

    kind: str
    names: tuple[str, ...]
    players: tuple[Player | Callable[..., Any], ...]
    rules: Options
    seed: int
    whole_games: bool
    limit: float | None = field(default=None, compare=False)

    @property
    def module(self) -> Kind:
        """The game as it has registered itself: its Game, its players."""
        return kind_of(self.kind)

    def game(self, index: int) -> Game:
        """Game number `index` of the seed, at its first action."""
        game: Game = self.module.Game(self.names, self.rules, self.seed, index)
        return game

    @property
    def columns(self) -> tuple[engine.Column, ...]:
        """The columns of the results."""
        return engine.result_columns(self.module.Game.RULES)

    @property
    def endings(self) -> tuple[str, ...]:
        """How a round can end, in words."""
        return tuple(getattr(self.module.Game.RULES, "ENDINGS", engine.ONE_ENDING))

    @property
    def built_in(self) -> bool:
        """Whether all players are built-in ones, so that the batch can be compiled."""
        return all(isinstance(player, Player) for player in self.players)

    @property
    def thinks(self) -> bool:
        """Whether any built-in player needs a view to choose (see `cardlib.engine.players`)."""
        kinds = [player.kind for player in self.players if isinstance(player, Player)]
        return any(kind >= self.module.players.SIMPLE for kind in kinds)

    def play_out(self, index: int) -> Game:
        """Game number `index` with the players' actions played: to the end of its first round, or of the game."""
        game = self.game(index)
        rules = game.RULES
        limit = engine.MOST_ACTIONS
        while not game.is_over and (self.whole_games or game.state.phase != rules.ROUND_OVER) and game.step < limit:
            if game.state.phase == rules.ROUND_OVER:
                limit = game.step + engine.MOST_ACTIONS
                game.play(game.ACTION(rules.NEXT))
                if game.state.round > engine.MOST_ROUNDS:
                    break
            else:
                game.play(self.choose(game))
        return game

    def choose(self, game: Game) -> int:
        """The action of the player in the seat to act, in a game of this match."""
        player = self.players[game.state.player]
        if isinstance(player, Player):
            return choose_action(game, player)
        return ask(self, player, game, [int(action) for action in game.actions])


def ask(match: Match, player: Callable[..., Any], table: Game, actions: list[int]) -> int:
    """A player function's action in the seat to act; PlayerError if it fails or the action is illegal.

    actions: those played so far in this game, for the error
    """
    seat = table.state.player
    view, legal = table.view(seat), table.legal_actions()
    rng = Rng(decision_luck(table.state))
    try:
        given = (
            player(view, legal, rng) if match.limit is None else within(match.limit, lambda: player(view, legal, rng))
        )
    except TooLong:
        raise PlayerError(
            match, table.index, actions, _("took longer than {limit} s for a move", limit=Number(match.limit or 0, 3))
        ) from None
    except (Exception, SystemExit) as error:
        raise PlayerError(
            match, table.index, actions, _("failed: {error}", error=f"{type(error).__name__}: {error}")
        ) from error
    try:
        whole = hasattr(given, "__index__") and not isinstance(given, (bool, int, str))  # a NumPy integer, say
        action = table._action(given.__index__() if whole else given)
        table._refuse(action)
    except ValueError as error:
        raise PlayerError(
            match,
            table.index,
            actions,
            _("chose an illegal action: {error}", error=getattr(error, "message", str(error))),
        ) from None
    return action


# --- one chunk --------------------------------------------------------------------------------------------------------
@dataclass
class Part:
    """The results of the games start..stop-1: their counts, those cut off, and if kept the rows in one array.

    seconds: how long they took to play
    """

    start: int
    stop: int
    tally: Tally
    cut_off: list[int]
    rows: Any
    seconds: float


def play_chunk(match: Match, start: int, stop: int, keep: bool, compiled: bool) -> Part:
    """Play the games start..stop-1 of a match."""
    began = perf_counter()
    play = compiled_chunk if compiled else interpreted_chunk
    ends, rows, cut_off = play(match, start, stop, keep and match.whole_games)
    tally = Tally.of(ends, len(match.columns), len(match.names))
    kept = (rows if match.whole_games else ends) if keep else None
    return Part(start, stop, tally, [start + k for k in cut_off], kept, perf_counter() - began)


def compiled_chunk(match: Match, start: int, stop: int, every_round: bool) -> tuple[Any, Any, Any]:
    """The chunk's results by the compiled host: rows as of the end, rows of each round, who was cut off."""
    import numpy as np

    rules = match.module.Game.RULES
    seats, width = len(match.names), len(match.columns)
    states, views = engine.new_records(rules)
    to_numpy(match.game(start)._new_state(), states[0])
    view = record("View", rules.VIEW_FIELDS)()
    prepare_view(view, match.rules.codes(), match.players)
    to_numpy(view, views[0])
    kinds = np.array([player.kind for player in match.players], np.int32)  # type: ignore[union-attr]
    indices: Any = np.arange(start, stop, dtype=np.uint64)
    rngs: Any = stream(match.seed, indices, 0)
    lucks: Any = stream(match.seed, indices, 1)
    cut_off = np.zeros(stop - start, np.bool_)
    row, no_actions = np.zeros(width, np.int32), np.zeros(0, np.int32)
    ends = np.empty(((stop - start) * seats, width), np.int32)
    room = seats * ROUNDS_A_GAME * (stop - start) if every_round else 0
    players = match.module.players
    run = engine.compiled_batch(rules, players)
    think = engine.compiled_thinker(rules, players, match.thinks)
    done = whole = 0
    parts = []
    while done < stop - start:
        rows = np.zeros((room, width), np.int32)
        games, finished, used = run(
            states, views, kinds, think, match.whole_games, no_actions, rngs[done:], lucks[done:],
            row, ends[whole * seats :], rows, cut_off[done:],
        )  # fmt: skip
        if games < 0:
            raise RuntimeError(f"a built-in player chose an illegal action in game {start + done + ~games}")
        ends[whole * seats : (whole + finished) * seats, engine.INDEX] += done
        rows[:used, engine.INDEX] += done
        parts.append(rows[:used])
        done, whole, room = done + games, whole + finished, room if games else 2 * room
    return ends[: whole * seats].ravel(), np.concatenate(parts).ravel(), np.flatnonzero(cut_off).tolist()


class _Log:
    """Takes down the actions of one game, however many there are."""

    def __init__(self) -> None:
        self.actions: list[int] = []

    def __len__(self) -> int:
        return sys.maxsize

    def __setitem__(self, n: int, action: int) -> None:
        self.actions[n:] = [action]


def _thinker(match: Match, table: Game, log: _Log) -> engine.Think:
    """How the players of a match think, some of whom are Python functions."""
    built_in = engine.thinker(match.module.Game.RULES, match.module.players)

    def think(s: Any, v: Any, kind: int) -> int:
        player = match.players[s.player]
        return built_in(s, v, kind) if isinstance(player, Player) else ask(match, player, table, log.actions)

    return think


def interpreted_chunk(match: Match, start: int, stop: int, every_round: bool) -> tuple[Any, Any, Any]:
    """The same by the interpreted host."""
    rules = match.module.Game.RULES
    seats, width = len(match.names), len(match.columns)
    table = match.game(start)
    state, view = table._new_state(), record("View", rules.VIEW_FIELDS)()
    table._states = [state]  # the player functions' views and legal actions are those of the state in play
    prepare_view(view, match.rules.codes(), match.players)
    kinds = [player.kind if isinstance(player, Player) else sys.maxsize for player in match.players]
    log = _Log()
    play, think = engine.batch_loop(rules, match.module.players), _thinker(match, table, log)
    cut_off: list[int] = []
    row, ends, rows = [0] * width, array("i"), array("i")
    for k in range(stop - start):
        table.index = start + k
        log.actions.clear()
        rngs, lucks = [stream(match.seed, start + k, 0)], [stream(match.seed, start + k, 1)]
        end = [[0] * width for _seat in range(seats)]
        every = [[0] * width for _row in range(seats * engine.MOST_ROUNDS)] if every_round else []
        cut = [False]
        done, whole, used = play(
            [state], [view], kinds, think, match.whole_games, log, rngs, lucks, row, end, every, cut
        )
        if done < 0:
            raise RuntimeError(f"a built-in player chose an illegal action in game {start + k}")
        if cut[0]:
            cut_off.append(k)
        for line in end[: whole * seats] + every[:used]:
            line[engine.INDEX] = k
        ends.extend(number for line in end[: whole * seats] for number in line)
        rows.extend(number for line in every[:used] for number in line)
    return ends, rows, cut_off
