"""The simulator: pick a game, players and options, run many rounds, watch the means settle, open any round."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import ipywidgets

from ..engine.kinds import kind_of, kinds
from ..engine.options import Choice, Flag, Options
from ..engine.players import find_player
from ..explain import Table
from ..html import Markup, tag
from ..rng import MASK64
from ..simulation.match import PlayerError, play_chunk
from ..simulation.result import BLOCKS, Result, block_of
from ..simulation.run import choose_host, new_match
from ..text import Error, Message, _
from .parts import button, field, form, scrolled, select, sent, switch, tools, whole, words
from .stepper import Stepper, Who
from .surface import Surface

MOST = 10_000_000  # rounds: more belong in a script
SLICE = 0.15  # seconds of playing between two looks at the buttons
FIRST, LARGEST = 10, 50_000  # rounds in the first chunk, and in any
WARM = 8  # slices that are played interpreted before it is worth to wait for the compiler
BREATH = 30  # milliseconds for the front end between two slices
CHARTS_EVERY = 5  # blocks of the result
CHARTS = ("running mean", "distribution")


class Controls(Surface):
    """Settings, progress and numbers; what a `Simulator` shows above its charts."""

    _css = Surface._css + Path(__file__).with_name("companion.css").read_text(encoding="utf-8")

    def __init__(
        self, kind: str, players: Sequence[Who], rules: Options | None, rounds: int, seed: int, games: bool
    ) -> None:
        self.given: dict[str, Callable[..., Any]] = {}  # player functions by their names
        self.kind, self.games = _game(kind), games
        self.rules = self.module.Rules() if rules is None else rules
        self.seats = [self._named(who) for who in players]
        self.rounds, self.seed = _whole(rounds, 1, MOST, _("rounds")), _whole(seed, 0, MASK64, _("seed"))
        self.result: Result | None = None
        self.running = self.compiled = False
        self._chunk, self._slices = FIRST, 0
        self.redraw: Callable[[bool], None] = lambda _whole: None  # told when there are new numbers
        self.show_round: Callable[[Stepper], None] = lambda _stepper: None
        self._match()
        super().__init__()

    @property
    def module(self) -> Any:
        """The game's module, such as cardlib.skyjo."""
        return kind_of(self.kind).module

    def _named(self, who: Who) -> str:
        """The name of a player, who may be a function or its name."""
        if callable(who):
            name = str(getattr(who, "__name__", type(who).__name__))
            self.given[name] = who
            return name
        return who if who in self.given else str(find_player(self.module.players, who))

    def _match(self) -> Any:
        """What would be played with these settings; ValueError if it cannot be."""
        players = [self.given.get(name, name) for name in self.seats]
        return new_match(self.module, players, self.rules, self.seed, self.games)

    # --- settings --------------------------------------------------------------------------------------------------
    def _set(self, **values: Any) -> None:
        """Take settings over if they can be played; otherwise everything stays."""
        before = {name: getattr(self, name) for name in values}
        try:
            for name, value in values.items():
                setattr(self, name, value)
            self._match()
        except ValueError:
            for name, value in before.items():
                setattr(self, name, value)
            raise
        self.running = False
        self._set_timer()

    def do_game(self, kind: Any) -> None:
        """Another game, with its own rules and players."""
        module = kind_of(_game(kind)).module
        names = module.players.NAMES
        seats = [name if name in names else names[0] for name in self.seats]
        few = max(2, min(len(seats), max(module.Game.seats(module.Rules()))))
        self._set(kind=str(kind), rules=module.Rules(), seats=(seats * 2)[:few])

    def do_who(self, value: Any) -> None:
        """A player for a seat: "0 greedy"."""
        seat, _space, name = str(value).partition(" ")
        if not seat.isdecimal() or int(seat) >= len(self.seats):
            raise Error("There is no such player.")
        seats = list(self.seats)
        seats[int(seat)] = self._named(name)
        self._set(seats=seats)

    def do_players(self, n: Any) -> None:
        """More or fewer players; new ones play like the last."""
        n = max(0, min(whole(n), 99))
        self._set(seats=(self.seats + self.seats[-1:] * n)[:n])

    def do_option(self, value: Any) -> None:
        """A rule option: "name=value"."""
        name, _equals, text = str(value).partition("=")
        if name not in self.rules.OPTIONS:
            raise Error("There is no such rule option.")
        option = self.rules.OPTIONS[name]
        if not isinstance(option, Choice):
            new = None if text == "" and option.optional else _whole(text, option.low, option.high, name)
        elif text in (known := [str(value) for value in option.values]):
            new = option.values[known.index(text)]
        else:
            raise Error("There is no such choice.")
        self._set(rules=self.rules.replace(**{name: new}))

    def do_options(self, fields: Any) -> None:
        """The rule options that are numbers, as a form sends them."""
        rules = self.rules
        for name in fields if isinstance(fields, Mapping) else ():
            self.do_option(f"{name}={fields[name]}")
        self.message = _("The rules have changed.") if self.rules != rules else _("The rules are as before.")

    def do_numbers(self, fields: Any) -> None:
        """How many rounds, and the seed, as a form sends them; then run."""
        rounds = _whole(sent(fields, "rounds"), 1, MOST, _("rounds"))
        self._set(rounds=rounds, seed=_whole(sent(fields, "seed"), 0, MASK64, _("seed")))
        self.do_run(None)

    def do_games(self, on: Any) -> None:
        """Whole games instead of single rounds."""
        self._set(games=bool(on))

    # --- running ---------------------------------------------------------------------------------------------------
    def do_run(self, _value: Any) -> None:
        """Start anew."""
        match = self._match()
        self.compiled = choose_host(match, 1, None)  # whether the compiler has been at work already
        self.result = Result(match, self.rounds, keep=False)
        self._chunk, self._slices, self.running = FIRST, 0, True
        self.message = _("Running.")  # before the timer: drawing may let its first tick come in between
        self._set_timer()
        self.redraw(True)

    def do_stop(self, _value: Any) -> None:
        """Stop, or go on."""
        if self.result is None or self.result.done == self.result.asked:
            raise Error("There is nothing to stop or to go on with.")
        self.running = not self.running
        self.message = _("Running.") if self.running else _("Stopped.")
        self._set_timer()
        self.redraw(True)

    def do_tick(self, number: Any) -> None:
        """The front end's timer: play for a moment."""
        result = self.result
        if not self.running or number != self.timer[1] or result is None:
            return
        self._slices += 1
        left = result.asked - result.done
        if self._slices == WARM and not self.compiled and choose_host(result.match, left, None):
            self.compiled = True
            self._set_timer()
            self.message = _("The rules are being compiled, which takes some seconds the first time; then it is fast.")
            return
        self.running = False  # also when a player fails
        before = result.done * BLOCKS // result.asked // CHARTS_EVERY
        end = perf_counter() + SLICE
        try:
            self._play_chunk(result, end)
            while result.done < result.asked and perf_counter() < end:
                self._play_chunk(result, end)
        except PlayerError as error:  # the game up to there tells why
            self.show_round(Stepper(error.game, eyes=error.seat))
            raise
        self.running = result.done < result.asked
        self._set_timer()
        if not self.running:
            self.message = _("Done: {caption}.", caption=result.caption)
        self.redraw(not self.running or result.done * BLOCKS // result.asked // CHARTS_EVERY > before)

    def _play_chunk(self, result: Result, end: float) -> None:
        """The next rounds: as many as fit the time, but not over the edge of a block of the result."""
        start = result.done
        edge = (block_of(start, result.asked) + 1) * result.asked // BLOCKS
        began = perf_counter()
        result.add(play_chunk(result.match, start, min(start + self._chunk, edge), False, self.compiled))
        took = max(perf_counter() - began, 1e-6)
        fits = (result.done - start) * (end - perf_counter()) / took
        self._chunk = int(min(LARGEST, max(1, 2 * self._chunk if fits > 2 * self._chunk else fits)))

    def _set_timer(self) -> None:
        self.timer = [BREATH if self.running else 0, self.timer[1] + 1]

    def do_round(self, fields: Any) -> None:
        """Open a round in a stepper, as it was played."""
        if self.result is None:
            raise Error("Run the simulation first.")
        index = _whole(sent(fields, "index"), 0, self.result.asked - 1, _("round"))
        game = self.result.play_out(index)
        self.show_round(Stepper(game.goto(0), eyes="all"))
        self.message = _("Round {index} is open below.", index=str(index))

    # --- drawing ---------------------------------------------------------------------------------------------------
    def __str__(self) -> str:
        players = ", ".join(self.seats)
        told = _("{game}: {players}", game=kind_of(self.kind).title, players=players)
        if self.result is None or self.result.done < 2:
            return str(told)
        return f"{told}\n{self.numbers()}\n{self.result.summary().note}"

    def still(self) -> Markup:
        """The numbers as they are."""
        shown = self.numbers()._repr_html_() if self.result is not None and self.result.done > 1 else ""
        return tag("p", str(self).splitlines()[0]) + Markup(shown)

    def numbers(self) -> Table:
        """The estimates, a column a player."""
        assert self.result is not None
        table = self.result.summary().table
        rows = list(zip(table.headings, *table.rows, strict=True))
        return Table(rows[0], rows[1:])

    def view(self) -> Markup:
        """Settings, then progress and numbers."""
        numbers = tag("div", self._progress(), self._numbers_html(), data_key="numbers")
        return tag("div", self._settings(), numbers, class_="cl-simulator")

    def _settings(self) -> list[Markup]:
        names, n = [*self.given, *self.module.players.NAMES], len(self.seats)
        seats = []
        for p, who in enumerate(self.seats):
            pairs = [(f"{p} {name}", name) for name in dict.fromkeys([*names, who])]
            seats.append(select(_("player {n}", n=p + 1), "who", pairs, f"{p} {who}", key=f"who {p}"))
        allowed = self.module.Game.seats(self.rules)
        fewer = button("−", "players", n - 1, key="fewer", name=_("fewer players"), off=n - 1 not in allowed)
        more = button("+", "players", n + 1, key="more", name=_("more players"), off=n + 1 not in allowed)
        games = select(_("game"), "game", [(kind.name, kind.title) for kind in kinds()], self.kind)
        return [
            tools(games, switch(_("whole games"), "games", self.games)),
            tools(seats, tag("span", fewer, more, class_="cl-group")), self._options(), self._form(),
        ]  # fmt: skip

    def _options(self) -> Markup:
        """The rule options: choices act at once, numbers when the form is sent."""
        choices, numbers = [], []
        for name, option in self.rules.OPTIONS.items():
            label, value = f"{name.replace('_', ' ')} ({option.rule})", getattr(self.rules, name)
            if isinstance(option, Choice):
                said = {True: _("yes"), False: _("no")} if isinstance(option, Flag) else {}
                pairs = [(f"{name}={known}", said.get(known, str(known).replace("_", " "))) for known in option.values]
                choices.append(select(label, "option", pairs, f"{name}={value}", key=f"option {name}"))
            else:
                numbers.append(_number(label, name, option.low, option.high, value, f"number {name}"))
        send = form("options", _("Set"), "set options", *numbers) if numbers else None
        return tag("details", tag("summary", _("Rules")), tools(choices), send, data_key="options")

    def _form(self) -> Markup:
        label = _("games to play") if self.games else _("rounds to play")
        rounds, seed = _number(label, "rounds", 1, MOST, self.rounds), _number(_("seed"), "seed", 0, None, self.seed)
        return form("numbers", _("Run"), "run", rounds, seed, primary=True)

    def _progress(self) -> Markup:
        result = self.result
        if result is None:
            return tag("p", _("Press Run: the numbers and charts build up below."), class_="cl-note")
        bar = tag("progress", max=result.asked, value=result.done)
        told = tag("output", _("{done} of {asked}", done=result.done, asked=result.asked))
        stop = button(_("Stop") if self.running else _("Go on"), "stop", off=result.done == result.asked)
        return tools(field(_("progress"), bar, told, look="cl-slider"), stop, data_key="progress")

    def _numbers_html(self) -> list[Markup]:
        result = self.result
        if result is None or result.done < 2 or len(result.cut_off) > result.done - 2:
            return []
        note = tag("p", words(result.summary().note), class_="cl-note")
        index = _number(_("open round"), "index", 0, result.asked - 1, 0)
        return [scrolled(_("results"), self.numbers()._repr_html_()), note, form("round", _("Open"), "open", index)]


def _number(label: object, name: str, low: int, high: int | None, value: int | None, key: str = "") -> Markup:
    """A field of a form for a whole number; empty for None."""
    shown = "" if value is None else value
    return field(label, tag("input", type="number", name_=name, min=low, max=high, value=shown, data_key=key or name))


class Simulator(ipywidgets.VBox):
    """Many rounds of a game, with numbers and charts that build up, each with its interval.

    kind:    a game by its name, such as "skyjo"
    players: one a seat, built-in players such as "greedy" or functions player(view, legal, rng)
    rules:   the game's Rules(...); rounds: how many; seed: with it everything comes out the same again
    games:   play whole games instead of single rounds
    `.result` is what has been played so far.
    """

    def __init__(
        self, kind: str = "skyjo", players: Sequence[Who] = ("greedy", "random"), rules: Options | None = None,
        rounds: int = 10_000, seed: int = 1, games: bool = False,
    ) -> None:  # fmt: skip
        self.controls = Controls(kind, players, rules, rounds, seed, games)
        self.charts = ipywidgets.Output()
        self.charts.add_class("cl-charts")
        self.round = ipywidgets.VBox()
        self.controls.redraw, self.controls.show_round = self._draw_charts, self._show_round
        super().__init__([self.controls, self.charts, self.round])

    @property
    def result(self) -> Result | None:
        """The results so far, or None."""
        return self.controls.result

    def act(self, action: str, value: Any = None) -> None:
        """Do what a click does."""
        self.controls.act(action, value)

    def _show_round(self, stepper: Stepper) -> None:
        self.round.children = (stepper,)

    def _draw_charts(self, whole: bool) -> None:
        """The charts of the results so far; not with every slice, since drawing takes a moment."""
        result = self.result
        if not whole:
            return
        try:
            from .. import charts
        except ImportError:  # in a browser there may be no Altair: the numbers are enough
            return
        if result is None or not (means := result.running_means()) or not all(means.values()):
            self.charts.outputs = ()
            return
        drawn = [charts.offline(result.chart(kind).to_dict()) for kind in CHARTS]
        self.charts.outputs = tuple({"output_type": "display_data", "data": d, "metadata": m} for d, m in drawn)

    def __str__(self) -> str:
        return str(self.controls)

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        found = super()._repr_mimebundle_(**kwargs) or {}
        data, metadata = found if isinstance(found, tuple) else (found, {})
        return {**data, "text/plain": str(self), "text/html": self.controls.still()}, metadata


def _game(name: Any) -> str:
    games = [kind.name for kind in kinds()]
    if name not in games:
        raise Error("There is no game {kind}; the games are {games}.", kind=str(name), games=", ".join(games))
    return str(name)


def _whole(text: Any, low: int, high: int, name: Message | str) -> int:
    """A whole number from a field; ValueError says what is allowed."""
    digits = str(text).strip()
    if not digits.removeprefix("-").isdecimal() or not low <= int(digits) <= high:
        raise Error("{name}: write a whole number from {low} to {high}.", name=name, low=low, high=high)
    return int(digits)
