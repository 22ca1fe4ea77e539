"""Who plays: built-in players by their text, such as "greedy" or "threshold(keep=6)", and Python functions.

A player of a game's `players.py` is a function of a view marked `@player`, or `@simple_player` if it reads nothing but
what lies open and its own cards, by the names that state and view share, and only for the seat to act: in batches it is
played on the state itself. One that is `varied` plays with other parameters than the simple player's, and needs a view.
`line_up` makes of them what everybody else asks for:
  NAMES        the player number `kind` is NAMES[kind]; the first SIMPLE ones are the simple players
  PARAMETERS   a player's parameters, each with its default, in the order in which the view's `numbers` hold them
  choose_simple(v, kind), choose_seeing(v, kind)   the action of a simple player, and of one that needs a view
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import ModuleType
from typing import Any

from ..text import Error
from .game import Action, Game
from .host import Function, decision_luck, move_rule, rule
from .kinds import Kind, kind_of
from .position import NAME_LENGTH
from .saved import quoted

Numbers = tuple[float, ...]
Choose = Callable[[Any, int], int]
CALL = re.compile(r"([a-z_0-9]+)(?:\s*\((.*)\))?", re.DOTALL)


@dataclass(frozen=True)
class Player:
    """A built-in player: its text, its place in NAMES and its parameters."""

    text: str
    kind: int
    numbers: Numbers

    def __str__(self) -> str:
        return self.text


# --- what a game's players are ----------------------------------------------------------------------------------------
def player(**parameters: float) -> Callable[[Function], Function]:
    """Mark a function of a view as a built-in player with these parameters; its docstring says whose idea it is."""
    return lambda function: _marked(rule(function), parameters)


def simple_player(function: Function) -> Function:
    """Mark a function as a built-in player that needs no view (see above)."""
    return _marked(move_rule(function), None)


def varied(simple: Function, **parameters: float) -> Callable[[Function], Function]:
    """Mark a function of a view as a simple player with parameters; that one plays where they are as here."""

    def mark(function: Function) -> Function:
        vars(function)["varies"] = simple
        return _marked(rule(function), parameters)

    return mark


def _marked(function: Function, parameters: Mapping[str, float] | None) -> Function:
    vars(function)["parameters"] = parameters
    return function


def line_up(
    module: str, *players: Callable[[Any], int]
) -> tuple[tuple[str, ...], dict[str, Mapping[str, float]], int, Choose, Choose]:
    """NAMES, PARAMETERS, SIMPLE, choose_simple and choose_seeing of a module's players.

    The simple ones come first, those that are varied last: they have no name of their own.
    """
    names = tuple(vars(one).get("varies", one).__name__.removesuffix("_player") for one in players)
    given = [vars(one)["parameters"] for one in players]
    simple = given.count(None)
    chosen: list[Choose] = []
    for name, mark, kinds in (
        ("choose_simple", move_rule, range(simple)),
        ("choose_seeing", rule, range(simple, len(players))),
    ):
        choose = _last(players[kinds[-1]])
        for kind in reversed(kinds[:-1]):
            choose = _before(kind, players[kind], mark(choose))
        choose.__module__, choose.__name__, choose.__qualname__ = module, name, name  # found again by Numba's cache
        chosen.append(mark(choose))
    parameters: dict[str, Mapping[str, float]] = {name: one for name, one in zip(names, given, strict=True) if one}
    return tuple(dict.fromkeys(names)), parameters, simple, chosen[0], chosen[1]


def _last(one: Callable[[Any], int]) -> Choose:
    def choose(v: Any, kind: int) -> int:
        return one(v)

    return choose


def _before(number: int, one: Callable[[Any], int], others: Choose) -> Choose:
    def choose(v: Any, kind: int) -> int:
        return one(v) if kind == number else others(v, kind)

    return choose


# --- who is meant -----------------------------------------------------------------------------------------------------
def parameters(players: ModuleType, name: str) -> Mapping[str, float]:
    """The parameters of a built-in player with their defaults."""
    found: Mapping[str, Mapping[str, float]] = getattr(players, "PARAMETERS", {})
    return found.get(name, {})


def find_player(players: ModuleType, text: str) -> Player:
    """The built-in player for a text such as "greedy", "threshold(6)" or "threshold(keep=6)".

    players: a game's module of players. Raises ValueError that says which players or parameters there are.
    """
    name, values, given = read_call(text, players.NAMES, partial(parameters, players))
    changed = ", ".join(f"{key}={given[key]:.10g}" for key in values if key in given and given[key] != values[key])
    label = f"{name}({changed})" if changed else name
    kind = players.NAMES.index(name)
    if changed and kind < players.SIMPLE:
        varied_names = [one for one in players.NAMES[: players.SIMPLE] if one in players.PARAMETERS]
        kind = len(players.NAMES) + varied_names.index(name)
    return Player(label, kind, tuple((values | given).values()))


def read_call(
    text: str, known: Sequence[str], defaults: Callable[[str], Mapping[str, float]]
) -> tuple[str, dict[str, float], dict[str, float]]:
    """The name in a text such as "threshold(keep=6)", its parameters' defaults, and those that were given."""
    match = CALL.fullmatch(text.strip())
    if not match or match[1] not in known:
        raise Error(
            "there is no player {text}; the built-in players are {known}",
            text=quoted(repr(text)),
            known=", ".join(known),
        )
    name, values = match[1], dict(defaults(match[1]))
    given: dict[str, float] = {}
    for place, part in enumerate(part for part in (match[2] or "").split(",") if part.strip()):
        key, equals, value = part.rpartition("=")
        key = key.strip() if equals else "".join(list(values)[place : place + 1])
        if key not in values or key in given:
            allowed = ", ".join(f"{key}={default:g}" for key, default in values.items()) or "none"
            raise Error(
                "{text} is not possible; the parameters of {name} are: {allowed}",
                text=repr(text),
                name=name,
                allowed=allowed,
            )
        given[key] = _number(text, value)
    return name, values, given


def find_any_player(kind: Kind, text: str) -> Player | Callable[..., Any]:
    """The built-in player of a text, or one that stands above the games, such as "analyst" (see `Kind.above`)."""
    made = kind.above.get(text.partition("(")[0].strip())
    if made is None:
        return find_player(kind.players, text)
    _name, values, given = read_call(text, list(kind.above), lambda _name: made().PARAMETERS)
    found: Callable[..., Any] = made()(**(values | given))
    return found


def _number(text: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise Error("{text} is not possible; {value} is not a number", text=repr(text), value=repr(value.strip()))
    return number


def prepare_view(view: Any, options: Iterable[tuple[str, int]], seats: Sequence[Any]) -> None:
    """Fill in what does not change in the view that built-in players read: rule options and their parameters."""
    for name, code in options:
        setattr(view, name, code)
    for seat, player in enumerate(seats):
        if isinstance(player, Player):
            for k, number in enumerate(player.numbers):
                view.numbers[seat][k] = number


def choose(players: ModuleType, view: Any, kind: int) -> int:
    """The action of the built-in player number `kind`, given the view record of the seat to act."""
    action: int = (players.choose_simple if kind < players.SIMPLE else players.choose_seeing)(view, kind)
    return action


def choose_action(game: Game, player: str | Player) -> Action:
    """What a built-in player would do now in a game, in the seat to act: the same as in a simulation of that game."""
    players = kind_of(game).players
    chosen = player if isinstance(player, Player) else find_player(players, player)
    seat = game.state.player
    if seat < 0:
        raise Error("it is nobody's turn now")
    view = game.view_record(seat)
    prepare_view(view, (), [None] * seat + [chosen])
    view.rng = decision_luck(game.state)
    return game.ACTION(choose(players, view, chosen.kind))


def read_players(
    kind: Kind, given: Sequence[Any] | Mapping[str, Any]
) -> tuple[tuple[str, ...], tuple[Player | Callable[..., Any], ...]]:
    """The names at the table and the players, from a list of texts and functions, or a mapping name -> player.

    Names that come twice are numbered. Raises ValueError for what is no player.
    """
    if isinstance(given, str) or not isinstance(given, (Sequence, Mapping)):
        raise Error("players is {given}; give a list such as ['random', 'greedy', my_player]", given=repr(given))
    seats = tuple(_read_player(kind, one) for one in (given.values() if isinstance(given, Mapping) else given))
    if isinstance(given, Mapping):
        return tuple(given), seats
    texts = [seat.text if isinstance(seat, Player) else _function_name(seat) for seat in seats]
    names: list[str] = []
    for text in texts:
        name, n = text[:NAME_LENGTH], 1
        while name in names:
            n += 1
            name = f"{text[: NAME_LENGTH - 4]} {n}"
        names.append(name)
    return tuple(names), seats


def _read_player(kind: Kind, one: Any) -> Player | Callable[..., Any]:
    if isinstance(one, str):
        return find_any_player(kind, one)
    if isinstance(one, Player):
        return one
    if callable(one):
        return one
    raise Error(
        "{one} is no player; give a name such as 'random' or a function player(view, legal, rng)", one=repr(one)
    )


def _function_name(function: Any) -> str:
    return str(getattr(function, "__name__", type(function).__name__)).strip("<>")
