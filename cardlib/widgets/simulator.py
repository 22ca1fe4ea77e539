"""The simulator: pick a game, players and options, run many rounds, watch the means settle, open any round."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import ipywidgets

from ..engine.options import Choice, Flag, Options, Whole
from ..engine.players import find_player
from ..explain import Table
from ..html import esc
from ..rng import MASK64
from ..simulation.match import GAMES, PlayerError, play_chunk
from ..simulation.result import BLOCKS, Result, block_of
from ..simulation.run import choose_host, new_match
from ..text import Error, Message, _
from .parts import button, select, switch
from .stepper import Stepper, Who
from .surface import Surface

NAMES = dict(zip(GAMES, (_("Skyjo"), _("Skyjo Action"), _("Skip-Bo")), strict=True))
MOST = 10_000_000  # rounds: more belong in a script
SLICE = 0.15  # seconds of playing between two looks at the buttons
FIRST, LARGEST = 10, 50_000  # rounds in the first chunk, and in any
WARM = 8  # slices that are played interpreted before it is worth to wait for the compiler
BREATH = 30  # milliseconds for the front end between two slices
CHARTS_EVERY = 5  # blocks of the result


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
        return importlib.import_module(f"cardlib.{self.kind}")

    def _named(self, who: Who) -> str:
        if not callable(who):
            return str(find_player(self.module.players, who))
        name = getattr(who, "__name__", type(who).__name__)
        self.given[name] = who
        return str(name)

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
        module = importlib.import_module(f"cardlib.{_game(kind)}")
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
        seats[int(seat)] = name if name in self.given else str(find_player(self.module.players, name))
        self._set(seats=seats)

    def do_players(self, n: Any) -> None:
        """More or fewer players; new ones play like the last."""
        n = int(n)
        self._set(seats=(self.seats + self.seats[-1:] * n)[:n])

    def do_option(self, value: Any) -> None:
        """A rule option: "name=value"."""
        name, _equals, text = str(value).partition("=")
        if name not in self.rules.OPTIONS:
            raise Error("There is no such rule option.")
        option = self.rules.OPTIONS[name]
        if isinstance(option, Choice):
            found = [known for known in option.values if str(known) == text]
            if not found:
                raise Error("There is no such choice.")
            new = found[0]
        elif text == "" and option.optional:
            new = None
        else:
            most = option.high
            new = _whole(text, option.low, most, name)
        self._set(rules=self.rules.replace(**{name: new}))

    def do_options(self, fields: Any) -> None:
        """The rule options that are numbers, as a form sends them."""
        rules = self.rules
        for name, text in dict(fields).items():
            self.do_option(f"{name}={text}")
        self.message = _("The rules have changed.") if self.rules != rules else _("The rules are as before.")

    def do_numbers(self, fields: Any) -> None:
        """How many rounds, and the seed, as a form sends them; then run."""
        rounds = _whole(fields.get("rounds"), 1, MOST, _("rounds"))
        self._set(rounds=rounds, seed=_whole(fields.get("seed"), 0, MASK64, _("seed")))
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
        index = _whole(fields.get("index"), 0, self.result.asked - 1, _("round"))
        game = self.result.play_out(index)
        self.show_round(Stepper(game.goto(0), eyes="all"))
        self.message = _("Round {index} is open below.", index=str(index))

    # --- drawing ---------------------------------------------------------------------------------------------------
    def __str__(self) -> str:
        players = ", ".join(self.seats)
        told = _("{game}: {players}", game=NAMES[self.kind], players=players)
        if self.result is None or self.result.done < 2:
            return str(told)
        return f"{told}\n{self.numbers()}\n{self.result.summary().note}"

    def still(self) -> str:
        """The numbers as they are."""
        shown = self.numbers()._repr_html_() if self.result is not None and self.result.done > 1 else ""
        return f"<p>{esc(str(self).splitlines()[0])}</p>{shown}"

    def numbers(self) -> Table:
        """The estimates, a column a player."""
        assert self.result is not None
        table = self.result.summary().table
        rows = list(zip(table.headings, *table.rows, strict=True))
        return Table(rows[0], rows[1:])

    def view(self) -> str:
        """Settings, then progress and numbers."""
        return (
            f'<div class="cl-simulator">{self._settings()}'
            f'<div data-key="numbers">{self._progress()}{self._numbers_html()}</div></div>'
        )

    def _settings(self) -> str:
        names = [*self.given, *self.module.players.NAMES]
        seats = "".join(
            select(
                _("player {n}", n=p + 1),
                "who",
                [(f"{p} {name}", name) for name in dict.fromkeys([*names, who])],
                f"{p} {who}",
                key=f"who {p}",
            )
            for p, who in enumerate(self.seats)
        )
        allowed = self.module.Game.seats(self.rules)
        n = len(self.seats)
        more = (
            button("−", "players", n - 1, key="fewer", name=_("fewer players"), off=n - 1 not in allowed)
            + button("+", "players", n + 1, key="more", name=_("more players"), off=n + 1 not in allowed)
        )  # fmt: skip
        game = select(_("game"), "game", NAMES.items(), self.kind)
        whole = switch(_("whole games"), "games", self.games)
        return (
            f'<div class="cl-tools">{game}{whole}</div>'
            f'<div class="cl-tools">{seats}<span class="cl-group">{more}</span></div>{self._options()}{self._form()}'
        )

    def _options(self) -> str:
        """The rule options: choices act at once, numbers when the form is sent."""
        choices = numbers = ""
        for name, option in self.rules.OPTIONS.items():
            label = f"{name.replace('_', ' ')} ({option.rule})"
            value = getattr(self.rules, name)
            if isinstance(option, Choice):
                words = {True: _("yes"), False: _("no")} if isinstance(option, Flag) else {}
                items = [(f"{name}={known}", words.get(known, str(known).replace("_", " "))) for known in option.values]
                choices += select(label, "option", items, f"{name}={value}", key=f"option {name}")
            else:
                numbers += _number_field(name, label, option, value)
        form = (
            f'<form class="cl-tools" data-action="options" data-key="form options">{numbers}'
            f'<button class="cl-button" data-key="set options">{esc(_("Set"))}</button></form>'
        )
        return (
            f'<details data-key="options"><summary>{esc(_("Rules"))}</summary>'
            f'<div class="cl-tools">{choices}</div>{form if numbers else ""}</details>'
        )

    def _form(self) -> str:
        label = _("games to play") if self.games else _("rounds to play")
        return (
            f'<form class="cl-tools" data-action="numbers" data-key="form numbers"><label class="cl-field">'
            f'<span>{esc(label)}</span><input type="number" name="rounds" min="1" max="{MOST}" value="{self.rounds}"'
            f' data-key="rounds"></label><label class="cl-field"><span>{esc(_("seed"))}</span>'
            f'<input type="number" name="seed" min="0" value="{self.seed}" data-key="seed"></label>'
            f'<button class="cl-button cl-primary" data-key="run">{esc(_("Run"))}</button></form>'
        )

    def _progress(self) -> str:
        result = self.result
        if result is None:
            return f'<p class="cl-note">{esc(_("Press Run: the numbers and charts build up below."))}</p>'
        label = _("progress")
        told = _("{done} of {asked}", done=result.done, asked=result.asked)
        stop = button(_("Stop") if self.running else _("Go on"), "stop", off=result.done == result.asked)
        return (
            f'<div class="cl-tools" data-key="progress"><label class="cl-field cl-slider"><span>{esc(label)}</span>'
            f'<progress max="{result.asked}" value="{result.done}"></progress><output>{esc(told)}</output></label>'
            f"{stop}</div>"
        )

    def _numbers_html(self) -> str:
        result = self.result
        if result is None or result.done < 2 or len(result.cut_off) > result.done - 2:
            return ""
        label = esc(_("open round"))
        return (
            f'<div class="cl-why" role="group" tabindex="0" aria-label="{esc(_("results"))}">'
            f'{self.numbers()._repr_html_()}</div><p class="cl-note">{result.summary().note.render("html")}</p>'
            f'<form class="cl-tools" data-action="round" data-key="form round"><label class="cl-field">'
            f'<span>{label}</span><input type="number" name="index" min="0" max="{result.asked - 1}" value="0"'
            f' data-key="index"></label><button class="cl-button" data-key="open">{esc(_("Open"))}</button></form>'
        )


class Simulator(ipywidgets.VBox):
    """Many rounds of a game, with numbers and charts that build up, each with its interval.

    kind:    "skyjo", "skyjo_action" or "skipbo"
    players: one a seat, built-in players such as "greedy" or functions player(view, legal, rng)
    rules:   the game's Rules(...); rounds: how many; seed: with it everything comes out the same again
    games:   play whole games instead of single rounds
    `.result` is what has been played so far.
    """

    def __init__(
        self,
        kind: str = "skyjo",
        players: Sequence[Who] = ("greedy", "random"),
        rules: Options | None = None,
        rounds: int = 10_000,
        seed: int = 1,
        games: bool = False,
    ) -> None:
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
        means = result.running_means() if result is not None else {}
        if result is None or not means or not all(means.values()):
            self.charts.outputs = ()
            return
        self.charts.outputs = tuple(_output(*charts.offline(result.chart(kind).to_dict())) for kind in CHARTS)

    def __str__(self) -> str:
        return str(self.controls)

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        found = super()._repr_mimebundle_(**kwargs) or {}
        data, metadata = found if isinstance(found, tuple) else (found, {})
        return {**data, "text/plain": str(self), "text/html": self.controls.still()}, metadata


CHARTS = ("running mean", "distribution")


def _output(data: dict[str, Any], metadata: dict[str, Any]) -> dict[str, Any]:
    return {"output_type": "display_data", "data": data, "metadata": metadata}


def _game(kind: Any) -> str:
    if kind not in GAMES:
        raise Error("There is no game {kind}; the games are {games}.", kind=str(kind), games=", ".join(GAMES))
    return str(kind)


def _whole(text: Any, low: int, high: int, name: Message | str) -> int:
    """A whole number from a field; ValueError says what is allowed."""
    digits = str(text).strip()
    if not digits.removeprefix("-").isdecimal() or not low <= int(digits) <= high:
        raise Error("{name}: write a whole number from {low} to {high}.", name=name, low=low, high=high)
    return int(digits)


def _number_field(name: str, label: str, option: Whole, value: int | None) -> str:
    shown = "" if value is None else value
    return (
        f'<label class="cl-field"><span>{esc(label)}</span><input type="number" name="{name}" min="{option.low}"'
        f' max="{option.high}" value="{shown}" data-key="number {name}"></label>'
    )
