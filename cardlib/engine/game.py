"""A game that a person steps through: legal actions, play, undo, history, views and files.

Everything here is the same for all games. A game's folder adds its rules (`rules.py`), how its actions and positions
are written, what a view offers and how the board looks (`game.py`).
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from types import ModuleType, NoneType
from typing import Any, ClassVar, Self

from ..rng import MASK64
from ..text import Error, Message, _
from .board import Board
from .host import DECK, LUCK, Record, digest, first_version_luck, next_luck, record, stream
from .options import Options
from .position import ALL, TABLE, as_lists, player_names, points, whole
from .saved import FileError, Format

MOST_COUNTED = 1_000_000  # turns and rounds in a written position
Told = tuple[str, Message]  # a rule's number and a sentence
Counters = Sequence[tuple[str, str, int]]  # in positions: name, field of the state, usual value


# how actions begin in a sentence; as they are typed, they are the same in every language
SAID = {
    "draw": _("draw"), "take": _("take"), "keep": _("keep"), "reject": _("reject"), "reveal": _("reveal"),
    "stock": _("stock"), "hand": _("hand"), "discard": _("discard"), "pass": _("pass"),
}  # fmt: skip


class Action(int):
    """A legal move as a small integer that prints as text; each game has its own subclass."""

    @staticmethod
    def write(action: int) -> str:
        """The text of an action; each game has its own."""
        return str(action)

    @property
    def word(self) -> str:
        """The first word of its text, which says what kind of move it is, such as "draw"."""
        return str(self).split()[0]

    @property
    def said(self) -> Message:
        """Its text in a sentence, in the reader's language."""
        word, _space, rest = str(self).partition(" ")
        said = SAID.get(word, word)
        return _("{word} {rest}", word=said, rest=rest) if rest else _("{word}", word=said)

    def __str__(self) -> str:
        return type(self).write(int(self))

    def __repr__(self) -> str:
        return f"<{self}>"


class IllegalAction(Error):
    """An action that the rules do not allow now; `rule` is the rule's number. The game is unchanged."""

    def __init__(self, rule: str, reason: Message) -> None:
        super().__init__(_("{rule}: {reason}", rule=rule, reason=reason) if rule else reason)
        self.rule, self.reason = rule, reason


class Line(str):
    """One readable line of a game's history; `seat`, `action` and `rules` say who did what, and by which rules."""

    seat: int | None
    action: Action
    rules: tuple[str, ...]


class Game:
    """A game in play. Subclasses (one a game) fill in the class attributes and the methods marked as theirs.

    players: their names, in seat order, or their number
    rules:   the game's Rules; the default ones if None
    seed:    a whole number from 0 to 2^64 - 1; the same seed gives the same deal. None: chosen by chance, see `.seed`
    index:   which of the seed's games this is (from 0), as in a simulation under that seed
    """

    KIND: ClassVar[str]  # the name in files
    RULES: ClassVar[ModuleType]  # the rule functions
    OPTIONS: ClassVar[type[Options]]
    ACTION: ClassVar[type[Action]]
    VIEW: ClassVar[Callable[..., Any]]
    PHASES: ClassVar[Sequence[str]]  # what a phase number is called
    REFUSALS: ClassVar[Mapping[int, tuple[str, Message]]]  # why an action is illegal: rule number and sentence

    def __init__(
        self, players: Sequence[str] | int = 2, rules: Options | None = None, seed: int | None = None, index: int = 0
    ) -> None:
        self._set_up(players, rules, seed, index)
        state = self._new_state()
        self.RULES.begin(state)
        self._position: dict[str, Any] | None = None
        self._start(state)

    def _set_up(self, players: Sequence[str] | int, rules: Options | None, seed: int | None, index: int) -> None:
        rules = self.OPTIONS() if rules is None else rules
        if not isinstance(rules, self.OPTIONS):
            raise Error("rules is {rules}; it must be {game}.Rules(...)", rules=repr(rules), game=self.KIND)
        self.rules = rules
        self.players = player_names(players, self.seats(rules))
        self.seed = secrets.randbits(32) if seed is None else whole("seed", seed, MASK64)
        self.index = whole("index", index, MASK64)

    def _new_state(self) -> Any:
        """A state with the options, the number of players and the random streams set, and no card dealt."""
        state: Any = record("State", self.RULES.STATE_FIELDS)()
        for name, code in self.rules.codes():
            setattr(state, name, code)
        state.players = len(self.players)
        state.rng, state.luck = stream(self.seed, self.index, DECK), stream(self.seed, self.index, LUCK)
        self.prepare(state)
        return state

    def _start(self, state: Record) -> None:
        self._states, self._actions, self._step = [state], list[Action](), 0

    # --- what a game adds ------------------------------------------------------------------------------------------
    @classmethod
    def seats(cls, rules: Options) -> range:
        """How many players these rules allow."""
        raise NotImplementedError

    def prepare(self, state: Any) -> None:
        """Fill in what a new state needs besides options and random streams, such as the deck."""
        raise NotImplementedError

    @classmethod
    def parse(cls, text: str) -> Action:
        """An action from its text; ValueError says how actions are written."""
        raise NotImplementedError

    def places(self, action: Any) -> tuple[str, ...]:
        """The board places to point at, in order, to play an action."""
        raise NotImplementedError

    @classmethod
    def draw_board(cls, view: Any, players: Sequence[str], state: Any = None) -> Board:
        """The board of a view record; with the state as well, what is hidden is written for the teacher."""
        raise NotImplementedError

    def label(self, action: Action) -> Message | str:
        """A legal action as a button says it."""
        return str(action)

    def describe(self, before: Any, action: Any, after: Any, eyes: int | str) -> list[tuple[str, Message]]:
        """What an action did, in sentences with their rule numbers, as told to those eyes."""
        raise NotImplementedError

    def board(self, eyes: int | str = TABLE) -> Board:
        """The board as somebody sees it: a seat (number or name), "table" (lies open to all) or "all"."""
        eyes = self.eyes(eyes)
        view = self.view_record(eyes if isinstance(eyes, int) else -1)
        return self.draw_board(view, self.players, self.state if eyes == ALL else None)

    # --- positions -------------------------------------------------------------------------------------------------
    COUNTERS: ClassVar[Counters] = ()

    @classmethod
    def from_position(cls, *args: Any, **position: Any) -> Self:
        """A game from a written position; each game says what can be given."""
        raise NotImplementedError

    def _lay(self, state: Any, given: Mapping[str, Any]) -> None:
        """Put the cards of a position in their places, deal what is not given, and set the turn."""
        raise NotImplementedError

    def _written(self, view: Any, eyes: int | str) -> dict[str, Any]:
        """The position in writing, besides totals and counters; the view is that of those eyes."""
        raise NotImplementedError

    @classmethod
    def _from_position(cls, players: Sequence[str] | int, given: Mapping[str, Any]) -> Self:
        """The game of a position, from the arguments of `from_position`; `players` where they give none."""
        given = {name: as_lists(value) for name, value in given.items() if name != "cls"}
        names, rules, seed = (given.pop(name) for name in ("players", "rules", "seed"))
        game = object.__new__(cls)
        game._set_up(players if names is None else names, rules, seed, 0)
        state = game._new_state()
        for name, field, _usual in cls.COUNTERS:
            setattr(state, field, whole(name, given[name], MOST_COUNTED))
        game._lay(state, given)
        state.total[: state.players] = points(given["totals"], state.players)
        game._position = given
        game._start(state)
        return game

    def position(self, eyes: int | str = ALL) -> dict[str, Any]:
        """The position in writing, as arguments of `from_position`, as far as those eyes can see it.

        With the eyes "all" hidden cards are written too, and draw piles where their order is settled or cards are out
        of play. Raises ValueError between rounds, after the game, and amid an action that takes several steps.
        """
        eyes = self.eyes(eyes)
        if self.player is None:
            raise Error("the round is over: there is no position to play on from")
        position = self._written(self.view_record(eyes if isinstance(eyes, int) else -1), eyes)
        counters = ((name, getattr(self.state, field), usual) for name, field, usual in self.COUNTERS)
        return {**position, "totals": list(self.totals), **{name: n for name, n, usual in counters if n != usual}}

    # --- the game now ----------------------------------------------------------------------------------------------
    @property
    def state(self) -> Any:
        """The whole state, hidden cards included: for the engine and the teacher, never for a player."""
        return self._states[self._step]

    @property
    def _seats(self) -> range:
        return range(len(self.players))

    @property
    def player(self) -> int | None:
        """The seat to act, or None between rounds and at the end."""
        return self.state.player if self.state.player >= 0 else None

    @property
    def phase(self) -> str:
        """What is to be done now, in a word or two."""
        return self.PHASES[self.state.phase]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.phase == self.RULES.GAME_OVER

    @property
    def totals(self) -> tuple[int, ...]:
        """Each player's points of all finished rounds."""
        return tuple(self.state.total[: len(self.players)])

    @property
    def round_scores(self) -> tuple[int, ...]:
        """Each player's points in the round that finished last."""
        return tuple(self.state.score[: len(self.players)])

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty before the end."""
        raise NotImplementedError

    def legal_actions(self) -> list[Action]:
        """The actions that may be played now; empty only when the game is over."""
        state = self.state
        check, span, action = self.RULES.check, self.RULES.SPANS[state.phase], self.ACTION
        return [action(a) for a in span if check(state, a) == self.RULES.LEGAL]

    def calls(self) -> list[tuple[Action, Message]]:
        """What a referee may call now beside the legal actions, each with its sentence; most games have no calls."""
        return []

    def view(self, player: int | str) -> Any:
        """What a player (seat number or name) may know now."""
        return self.VIEW(self, self.seat(player))

    def view_record(self, seat: int) -> Any:
        """The view as the plain record that built-in players read (seat -1: what lies open to everybody)."""
        view = record("View", self.RULES.VIEW_FIELDS)()
        for name, code in self.rules.codes():
            setattr(view, name, code)
        self.RULES.look(self.state, view, seat)
        return view

    def seat(self, player: int | str) -> int:
        """A seat number from a seat number or a name; ValueError lists the players."""
        if isinstance(player, str) and player in self.players:
            return self.players.index(player)
        if type(player) is int and 0 <= player < len(self.players):
            return player
        known = ", ".join(f"{seat} ({name})" for seat, name in enumerate(self.players))
        raise Error("there is no player {player}; the players are {known}", player=repr(player), known=known)

    # --- playing ---------------------------------------------------------------------------------------------------
    def play(self, action: Action | int | str, player: int | str | None = None) -> Self:
        """Play an action, given as one of `legal_actions()` or as its text, and return the game.

        player: whose action it is (seat or name), if that is to be checked
        Raises IllegalAction, which names the rule, or ValueError for what is no action at all; the game is unchanged.
        """
        chosen = self._action(action)
        if player is not None and self.seat(player) != self.player:
            turn = _("nobody's") if self.player is None else _("{player}'s", player=self.players[self.player])
            name = self.players[self.seat(player)]
            raise IllegalAction(self.OUT_OF_TURN, _("it is {whose} turn, not {player}'s", whose=turn, player=name))
        self._refuse(chosen)
        after = self.state.copy()
        self.RULES.apply(after, int(chosen))
        next_luck(after)
        self._states[self._step + 1 :], self._actions[self._step :] = [after], [chosen]
        self._step += 1
        return self

    OUT_OF_TURN: ClassVar[str] = ""  # the rule about the order of play

    def _action(self, action: Action | int | str) -> Action:
        if isinstance(action, str):
            return self.parse(action)
        if type(action) in (int, self.ACTION):
            if 0 <= action < self.RULES.ACTIONS:
                return self.ACTION(action)
            raise Error("there is no action {action}; see legal_actions()", action=action)
        raise Error("{action} is not an action; see legal_actions()", action=repr(action))

    def _refuse(self, action: Action) -> None:
        code = self.RULES.check(self.state, int(action))
        if code != self.RULES.LEGAL:
            rule, reason = self.REFUSALS[code]
            raise IllegalAction(rule, _("{action}: {reason}", action=str(action), reason=reason))

    @property
    def step(self) -> int:
        """How many actions have been played, undone ones not counted."""
        return self._step

    @property
    def steps(self) -> int:
        """How many actions there are, undone ones included."""
        return len(self._actions)

    def goto(self, step: int) -> Self:
        """Go back or forward to just after that many actions; nothing is forgotten until another action is played."""
        if type(step) is not int or not 0 <= step <= self.steps:
            raise Error("there is no step {step}; the steps are 0 to {last}", step=repr(step), last=self.steps)
        self._step = step
        return self

    def undo(self) -> Self:
        """Take the last action back; ValueError if there is none."""
        if self._step == 0:
            raise Error("there is nothing to undo")
        return self.goto(self._step - 1)

    def redo(self) -> Self:
        """Play an action that was taken back again; ValueError if there is none."""
        if self._step == self.steps:
            raise Error("there is nothing to redo")
        return self.goto(self._step + 1)

    # --- history ---------------------------------------------------------------------------------------------------
    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions played so far, undone ones not counted."""
        return tuple(self._actions[: self._step])

    @property
    def history(self) -> list[Line]:
        """One readable line for each action so far, as told to everybody at the table."""
        return self.log(TABLE, last=self._step)

    def log(self, eyes: int | str = TABLE, first: int = 0, last: int | None = None) -> list[Line]:
        """One line for each action, undone ones included, as told to those eyes; `first` and `last` as in a slice."""
        eyes = self.eyes(eyes)
        return [self._line(k, eyes) for k in range(self.steps)[first:last]]

    @property
    def round_starts(self) -> list[int]:
        """The steps at which the rounds begin, undone actions included."""
        return [0, *(k for k, action in enumerate(self._actions, 1) if action == self.RULES.NEXT)]

    def _line(self, k: int, eyes: int | str) -> Line:
        before, action = self._states[k], self._actions[k]
        told = self.describe(before, action, self._states[k + 1], eyes)
        line = Line(" ".join(str(sentence) for _rule, sentence in told))
        line.seat, line.action = self.actor(before, action), action
        line.rules = tuple(dict.fromkeys(rule for rule, _sentence in told if rule))
        return line

    def actor(self, before: Any, action: Any) -> int | None:
        """The seat that plays an action; None where it is nobody's, as dealing the next round."""
        return before.player if before.player >= 0 else None

    def eyes(self, eyes: int | str) -> int | str:
        """Check and normalise whose eyes are meant: a seat number, "table" or "all"."""
        return eyes if eyes in (TABLE, ALL) else self.seat(eyes)

    # --- files -----------------------------------------------------------------------------------------------------
    def to_json(self) -> str:
        """The game as JSON text: its start, its actions and a fingerprint of where they lead."""
        game = {"game": self.KIND, "players": list(self.players), "rules": self.rules.changed(), "seed": self.seed}
        start = {"index": self.index, "position": self._position}
        played = {"actions": [str(action) for action in self._actions], "step": self._step}
        return SAVED.write({**game, **start, **played, "state": self._states[-1].digest()})

    @classmethod
    def from_json(cls, text: str) -> Self:
        """A game from `to_json`'s text, checked action by action; FileError if damaged, of another game or too new."""
        data = SAVED.read(text, cls.KIND)
        try:
            game = cls._restored(data)
        except IllegalAction as error:
            raise FileError("the saved game has an illegal action: {error}", error=error) from None
        except (ValueError, TypeError) as error:
            raise SAVED.damaged(error) from None
        if game._digest(data["version"]) != data["state" if data["version"] > 1 else "fingerprint"]:
            raise FileError("the saved game is inconsistent: its actions do not lead to the position it claims")
        return game.goto(data["step"])

    @classmethod
    def _restored(cls, data: dict[str, Any]) -> Self:
        """The game of a file, all actions played; ValueError or TypeError for what cannot be."""
        if not 0 <= data["step"] <= len(data["actions"]):
            raise Error("step is out of range")
        rules = cls.OPTIONS(**data["rules"])
        if data["position"] is None:
            game = cls(data["players"], rules, data["seed"], data["index"])
        else:
            game = cls.from_position(**data["position"], players=data["players"], rules=rules, seed=data["seed"])
        for text in data["actions"]:
            if not isinstance(text, str):
                raise Error("an action is not text")
            game.play(text)
        return game

    def _digest(self, version: int) -> str:
        """The fingerprint of the last state, as files of that version have it."""
        if version > 1:
            return self._states[-1].digest()
        fields = {name: n for name, n in self._states[-1].to_dict().items() if name not in self.SINCE_VERSION_2}
        fields["luck"] = first_version_luck(self.seed, self.index, self.steps)
        return digest(fields)

    SINCE_VERSION_2: ClassVar[Collection[str]] = ()  # fields of a state that files of the first version did not have

    def __eq__(self, other: object) -> bool:
        """Games are equal when rules, players and everything on the table are, and the same was played."""
        return isinstance(other, Game) and self._contents() == other._contents()

    def _contents(self) -> tuple[Any, ...]:
        start = type(self), self.rules, self.players, self._position, self.seed, self.index
        return *start, self.actions, self.state

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def copy(self) -> Self:
        """An independent game, with the same history."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._states, other._actions = list(self._states), list(self._actions)
        return other

    # --- looking at it ---------------------------------------------------------------------------------------------
    def __str__(self) -> str:
        return str(self.board())

    def __repr__(self) -> str:
        return f"<{self.KIND} game of {len(self.players)}, seed {self.seed}, {self._step} actions played: {self.phase}>"

    def _repr_html_(self) -> str:
        return self.board()._repr_html_()


SAVED = Format(
    "cardlib game", _("a saved game"), 2,
    {
        "game": str, "players": list, "rules": dict, "seed": int, "index": int, "position": (dict, NoneType),
        "actions": list, "step": int, "state": str, "fingerprint": str,
    },
    since={"state": 2}, signed=2,
)  # fmt: skip
