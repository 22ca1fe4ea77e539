"""The stepper: walk through a game of any kind, see it with anybody's eyes, and play on by clicking."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import permutations
from typing import Any, Protocol

from ..engine.board import CSS
from ..engine.game import ALL, TABLE, Action, Game, Line
from ..engine.host import decision_luck
from ..engine.players import Player, choose_action, find_player, package_of
from ..html import Markup
from ..rng import Rng
from ..text import Error, Message, _, both, plural
from .parts import button, esc, select, slider, switch, upload
from .surface import Surface

TURN = "turn"  # eyes: whoever is to act
GIVEN = "given"  # the player that was handed over for a seat
SPEEDS = {3000: _("slow"), 1500: _("calm"), 700: _("brisk"), 250: _("fast")}  # milliseconds a step
FEW = 8  # up to so many actions are shown as buttons, more as a list

#: The name of a built-in player, or a function player(view, legal, rng) that gives one of the legal actions.
Who = str | Callable[..., Any]


class Panel(Protocol):
    """What a game shows beside the board. Its `do_...` methods answer its own controls."""

    def html(self, game: Game, seat: int) -> str:
        """The panel as HTML for the player in that seat, using nothing this player may not know."""


class Stepper(Surface):
    """Steps through a copy of a game; `.game` is the game as it stands.

    players: who plays the seats that are not played by hand: {seat or name: player}, or a list with None for by hand
    eyes:    whose eyes at first: a seat, a name, "table" (what lies open), "all" (everything) or "turn" (who is to act)
    panel:   what to show beside the board; by default what the game offers
    odds:    whether it shows at first; False lets a class guess before it looks
    """

    def __init__(
        self,
        game: Game,
        players: Mapping[int | str, Who] | Sequence[Who | None] = (),
        eyes: int | str = TURN,
        panel: Panel | None = None,
        odds: bool = True,
    ) -> None:
        self.game = game.copy()
        pairs = players.items() if isinstance(players, Mapping) else enumerate(players)
        self.automatic = {game.seat(seat): _player(game, who) for seat, who in pairs if who is not None}
        self._given = dict(self.automatic)  # to choose from, beside the built-in players
        self.eyes = eyes if eyes == TURN else game.eyes(eyes)
        self.panel = panel or _panel(game)
        self.chosen: tuple[str, ...] = ()
        self.past: list[Game] = []  # the games before each change, and after those taken back
        self.future: list[Game] = []
        self.pace, self.playing, self.show_odds, self.show_rules = 1500, False, odds, False
        self._told: dict[tuple[int | str, int], Line] = {}  # the lines told so far, by eyes and step
        self._seat = next((s for s in range(len(game.players)) if s not in self.automatic), None)
        super().__init__()

    def handlers(self) -> tuple[Any, ...]:
        """The panel answers its own controls."""
        return (self,) if self.panel is None else (self, self.panel)

    # --- whose eyes, and what they may do --------------------------------------------------------------------------
    @property
    def seen_by(self) -> int | str:
        """Whose eyes look at the board now. "turn" stays with the last person while a built-in player acts."""
        if self.eyes != TURN:
            return self.eyes
        if self.game.player is not None and self.game.player not in self.automatic:
            self._seat = self.game.player
        return TABLE if self._seat is None else self._seat

    def actions(self) -> list[Action]:
        """What may be played by hand now. Cards are private: it takes the acting player's eyes, or the teacher's."""
        player = self.game.player
        if player in self.automatic or (player is not None and self.seen_by not in (player, ALL)):
            return []
        return self.game.legal_actions()

    def calls(self) -> list[tuple[Action, Message]]:
        """The referee's calls that are possible now; the teacher makes them."""
        return self.game.calls() if self.seen_by == ALL else []

    def going_on(self) -> dict[Action, set[str]]:
        """The actions that the places chosen so far may lead to, each with the places that can come next."""
        n = len(self.chosen)
        found: dict[Action, set[str]] = {}
        for action in self.actions():
            for path in _orders(self.game.places(action)):
                if path[:n] == self.chosen:
                    found.setdefault(action, set()).update(path[n : n + 1])
        return found

    # --- moving about ----------------------------------------------------------------------------------------------
    def do_goto(self, step: Any) -> None:
        """Go to a step of the history."""
        self.game.goto(int(step))
        self._stop()
        self._tell()

    def do_first(self, _value: Any) -> None:
        """Go to the start."""
        self.do_goto(0)

    def do_back(self, _value: Any) -> None:
        """Go one step back."""
        self.do_goto(max(0, self.game.step - 1))

    def do_last(self, _value: Any) -> None:
        """Go to the last step."""
        self.do_goto(self.game.steps)

    def do_forward(self, _value: Any) -> None:
        """Go one step forward; at the end a built-in player whose turn it is acts."""
        self._stop()
        if not self._advance():
            self.message = _("This is the end so far.")

    def do_play(self, _value: Any) -> None:
        """Start or stop playing step by step."""
        self.playing = not self.playing and self._can_advance()
        self._set_timer()

    def do_pace(self, milliseconds: Any) -> None:
        """Choose the time between two steps."""
        if int(milliseconds) not in SPEEDS:
            raise Error("There is no such speed.")
        self.pace = int(milliseconds)
        self._set_timer()

    def do_tick(self, number: Any) -> None:
        """The front end's timer: one more step, unless this tick is an old one."""
        if not self.playing or number != self.timer[1]:
            self._tell()
            return
        self.playing = False  # also when the next player fails
        self.playing = self._advance() and self._can_advance()
        self._set_timer()

    def _stop(self) -> None:
        self.chosen = ()
        self.playing = False
        self._set_timer()

    def _set_timer(self) -> None:
        self.timer = [self.pace if self.playing else 0, self.timer[1] + 1]

    def _can_advance(self) -> bool:
        game = self.game
        if game.step < game.steps:
            return True
        waiting = game.player is None and len(self.automatic) == len(game.players)
        return not game.is_over and (game.player in self.automatic or waiting)

    def _advance(self) -> bool:
        """One step forward, in the history or by a built-in player; False if neither is possible."""
        if not self._can_advance():
            return False
        self.chosen = ()
        if self.game.step < self.game.steps:
            self.game.redo()
        elif self.game.player is None:
            self.game.play(self.game.legal_actions()[0])
        else:
            self.game.play(self._choice(self.game.player))
        self._tell()
        return True

    def _choice(self, seat: int) -> Any:
        """What the player of that seat does now: the same as in a simulation of this game."""
        who, game = self.automatic[seat], self.game
        if isinstance(who, Player):
            return choose_action(game, who)
        return who(game.view(seat), game.legal_actions(), Rng(decision_luck(game.state)))

    def _tell(self) -> None:
        step = self.game.step
        self.message = self._line(step) if step else _("The start of the game.")

    def _line(self, step: int) -> Line:
        """What led to a step of the history, as the chosen eyes know it."""
        place = self.seen_by, step
        if place not in self._told:
            self._told[place] = self.game.log(self.seen_by, step - 1, step)[0]
        return self._told[place]

    # --- playing by hand -------------------------------------------------------------------------------------------
    def do_place(self, key: Any) -> None:
        """A place was pressed: take it back if it is the last one chosen, go on along a path, or start anew."""
        if self.chosen and key == self.chosen[-1] and not any(key in after for after in self.going_on().values()):
            self.chosen = self.chosen[:-1]
            return
        before = self.chosen
        self.chosen = (*before, key)
        if not self.going_on():
            self.chosen = (key,)
        found = self.going_on()
        if not found:
            self.chosen = before
            raise Error("Nothing can be done with this card now.")
        if len(found) == 1 and not any(found.values()):
            self.do_action(int(next(iter(found))))

    def do_action(self, action: Any) -> None:
        """Play an action by hand. Later steps of the history are cut off, with a notice; undo brings them back."""
        if int(action) not in self.actions() and int(action) not in dict(self.calls()):
            raise Error("This cannot be played now.")
        game = self.game.copy()
        later = game.steps - game.step
        if later and game.redo().actions[-1] == int(action):  # no other way: the later steps stay
            self._advance()
            return
        self._change(self.game.copy().play(int(action)))
        if later:
            cut = plural("{n} later step is cut off.", "{n} later steps are cut off.", later)
            self.message = _("{line} Another way: {cut} Undo brings them back.", line=str(self.message), cut=cut)
        self.playing = self.game.player in self.automatic
        self._set_timer()

    def do_choose(self, fields: Any) -> None:
        """Play the action, or make the call, chosen in the list."""
        self.do_action(fields["entry"])

    def do_new(self, _value: Any) -> None:
        """Deal a new game with the same players and rules; undo goes back to the old one."""
        self._change(type(self.game)(self.game.players, self.game.rules))
        self.message = _("A new game was dealt.")

    def _change(self, game: Game) -> None:
        """Show another game; undo goes back to this one."""
        self.past.append(self.game)
        self.future.clear()
        self._show(game)

    def do_undo(self, _value: Any) -> None:
        """Take the last change back (an action played by hand, or a file loaded)."""
        self._swap(self.past, self.future, _("There is nothing to undo."))

    def do_redo(self, _value: Any) -> None:
        """Make the last change that was taken back again."""
        self._swap(self.future, self.past, _("There is nothing to redo."))

    def _swap(self, source: list[Game], target: list[Game], nothing: Any) -> None:
        if not source:
            raise Error(nothing)
        target.append(self.game)
        self._show(source.pop())

    def _show(self, game: Game) -> None:
        self.game = game
        self._told.clear()
        self._stop()
        self._tell()

    # --- files and switches ----------------------------------------------------------------------------------------
    def do_save(self, _value: Any) -> None:
        """Hand the game to the browser as a file."""
        self.send({"save": {"name": f"{self.game.KIND}.json".replace(" ", "_"), "text": self.game.to_json()}})
        self.message = _("The game was saved as a file; the file holds the hidden cards too.")

    def do_load(self, text: Any) -> None:
        """Show a game from a file; a file that cannot be used changes nothing."""
        if not isinstance(text, str):
            raise Error("This file is too large for a saved game.")
        game = type(self.game).from_json(text)
        if len(game.players) != len(self.game.players):
            self.automatic, self._given, self.eyes, self._seat = {}, {}, TURN, 0
        self._change(game)
        self.message = _("The game was loaded.")

    def do_eyes(self, eyes: Any) -> None:
        """Look with other eyes."""
        self.eyes = TURN if eyes == TURN else self.game.eyes(eyes if eyes in (TABLE, ALL) else int(eyes))
        self.chosen = ()
        self._tell()

    def do_who(self, value: Any) -> None:
        """Let a seat be played by hand ("0"), by a built-in player ("0 greedy") or by the one given ("0 given")."""
        seat, _space, name = str(value).partition(" ")
        who = self.game.seat(int(seat))
        if not name:
            self.automatic.pop(who, None)
        else:
            self.automatic[who] = self._given[who] if name == GIVEN else _player(self.game, name)
        self._stop()

    def do_odds(self, on: Any) -> None:
        """Show or hide what stands beside the board."""
        self.show_odds = bool(on)

    def do_rules(self, on: Any) -> None:
        """Show or hide the rule numbers in the log."""
        self.show_rules = bool(on)

    # --- drawing ---------------------------------------------------------------------------------------------------
    def __str__(self) -> str:
        return str(self.game.board(self.seen_by))

    def still(self) -> str:
        """The board as a picture."""
        return f"<style>{CSS}</style>{self.game.board(self.seen_by).html()}"

    def view(self) -> str:
        """Tools, and the board with the choices in its middle; beside them the panel and the log."""
        found = self.going_on()
        lit = set().union(*found.values()) | set(self.chosen[-1:])
        board = self.game.board(self.seen_by).html(lit=lit, chosen=self.chosen, middle=Markup(self._choices(found)))
        aside = self._panel_html() + self._log_html()
        return (
            f'{self._tools()}<div class="cl-split"><div data-key="main">{board}</div>'
            f'<div data-key="aside">{aside}</div></div>'
        )

    def _tools(self) -> str:
        game = self.game
        start, end = game.step == 0, not self._can_advance()
        steps = (
            button("|◀", "first", name=_("first step"), off=start)
            + button("◀", "back", name=_("one step back"), off=start)
            + button(_("Pause") if self.playing else _("Play"), "play", primary=True, off=end and not self.playing)
            + button("▶", "forward", name=_("one step forward"), off=end)
            + button("▶|", "last", name=_("last step"), off=game.step == game.steps)
        )
        where = slider(
            _("step"), "goto", 0, game.steps, game.step, _("{step} of {steps}", step=game.step, steps=game.steps)
        )
        eyes = [(TURN, _("who is to play")), *enumerate(game.players), (TABLE, _("the table")), (ALL, _("the teacher"))]
        fields = select(_("eyes of"), "eyes", eyes, self.eyes)
        rounds = game.round_starts
        if len(rounds) > 1:
            names = [(step, _("round {n}", n=n)) for n, step in enumerate(rounds, 1)]
            fields += select(_("go to"), "goto", names, self._round_start(), key="round")
        if self.panel is not None:
            fields += switch(_("odds"), "odds", self.show_odds)
        undo = button(_("Undo"), "undo", off=not self.past) + button(_("Redo"), "redo", off=not self.future)
        return (
            f'<div class="cl-tools"><span class="cl-group">{steps}</span>{where}</div>'
            f'<div class="cl-tools">{fields}<span class="cl-group">{undo}</span></div>{self._more_tools()}'
        )

    def _more_tools(self) -> str:
        """What is needed less often, folded: who plays, speed, rule numbers, files."""
        summary = esc(_("Players, speed, files"))
        hint = _("Save keeps the whole game: the file holds the hidden cards too.")
        show = select(_("speed"), "pace", SPEEDS.items(), self.pace) + switch(
            _("rule numbers in the log"), "rules", self.show_rules
        )
        files = (
            button(_("New game"), "new")
            + button(_("Save"), "save", name=_("save the game as a file"))
            + upload(_("Load a file"), "load", ".json")
        )
        return (
            f'<details class="cl-more" data-key="more"><summary>{summary}</summary>'
            f'<div class="cl-tools" role="group" aria-label="{esc(_("who plays"))}">{self._who_plays()}</div>'
            f'<div class="cl-tools">{show}</div>'
            f'<div class="cl-tools"><span class="cl-group">{files}</span><p class="cl-note">{esc(hint)}</p></div>'
            "</details>"
        )

    def _who_plays(self) -> str:
        """A list a seat: by hand, a built-in player, or the function that was given."""
        fields = ""
        for seat, name in enumerate(self.game.players):
            now, given = self.automatic.get(seat), self._given.get(seat)
            options: list[tuple[object, object]] = [(seat, _("by hand"))]
            options += [(f"{seat} {who}", who) for who in package_of(self.game).players.NAMES]
            current = f"{seat}" if now is None else f"{seat} {now}"
            if given is not None and f"{seat} {given}" not in dict(options):
                options.append((f"{seat} {GIVEN}", getattr(given, "__name__", given)))
                current = f"{seat} {GIVEN}" if now is given else current
            fields += select(name, "who", options, current, key=f"who {seat}")
        return fields

    def _choices(self, found: dict[Action, set[str]]) -> str:
        """The actions as buttons or a list, for those who would rather not click cards; or what is to be done."""
        game = self.game
        if game.is_over:
            won = _("Won: {players}.", players=both(game.players[seat] for seat in game.winners))
            inner = f"<p><strong>{esc(won if game.winners else _('Nobody has won.'))}</strong></p>"
            inner += button(_("New game"), "new", key="again", primary=True)
        elif game.player in self.automatic:
            text = _("{player} plays by itself: press ▶ or Play.", player=game.players[game.player])
            inner = f'<p class="cl-note">{esc(text)}</p>'
        elif not found:
            text = _("It is {player}'s turn: choose those eyes to play.", player=game.players[game.player or 0])
            inner = f'<p class="cl-note">{esc(text)}</p>'
        elif len(found) <= FEW:
            inner = "".join(button(game.label(action), "action", int(action)) for action in found)
        else:
            listed = [(action, game.label(action)) for action in found]
            inner = _choice(_("or choose an action"), "entry", listed, _("Play it"))
        calls = self.calls()
        if calls:
            call = _choice(_("call"), "call", calls, _("Call it"))
            inner += f'<details data-key="calls"><summary>{esc(_("Referee"))}</summary>{call}</details>'
        return f'<div class="cl-tools cl-choices" role="group" aria-label="{esc(_("actions"))}">{inner}</div>'

    def _panel_html(self) -> str:
        seat = self.seen_by if isinstance(self.seen_by, int) else self.game.player if self.seen_by == ALL else None
        if self.panel is None or not self.show_odds or seat is None or self.game.player is None:
            return ""
        return f'<section class="cl-panel" data-key="panel">{self.panel.html(self.game, seat)}</section>'

    def _round_start(self) -> int:
        """The step at which the round that is shown begins."""
        return max(step for step in self.game.round_starts if step <= self.game.step)

    def _log_html(self) -> str:
        """The lines of this round up to now: later ones would give hidden cards away."""
        items = ""
        for step in range(self._round_start() + 1, self.game.step + 1):
            line = self._line(step)
            text = f"{line} ({', '.join(line.rules)})" if self.show_rules and line.rules else line
            here = ' aria-current="step"' if step == self.game.step else ""
            items += (
                f'<li data-key="log {step}"{here}><button type="button" data-action="goto" value="{step}"'
                f' data-key="line {step}">{esc(text)}</button></li>'
            )
        if not items:
            items = f"<li>{esc(_('Nothing has been played yet.'))}</li>"
        title = esc(_("What happened"))
        return (
            f'<section class="cl-panel" data-key="log"><h3>{title}</h3>'
            f'<ol class="cl-log" aria-label="{title}" tabindex="-1">{items}</ol></section>'
        )


def _choice(label: Message, key: str, options: Iterable[tuple[Action, object]], verb: Message) -> str:
    """A list of actions with a button: arrow keys in a list choose at once, so nothing is played before the button."""
    items = "".join(f'<option value="{int(action)}">{esc(text)}</option>' for action, text in options)
    return (
        f'<form class="cl-tools" data-action="choose"><label class="cl-field"><span>{esc(label)}</span>'
        f'<select name="entry" data-key="{key}">{items}</select></label>'
        f'<button class="cl-button" data-key="choose {key}">{esc(verb)}</button></form>'
    )


def _orders(path: tuple[str, ...]) -> set[tuple[str, ...]]:
    """The orders in which the places of an action may be pressed: any, if all are places of one kind."""
    alike = len({place.split()[0] for place in path}) == 1
    return set(permutations(path)) if alike and len(path) <= 3 else {path}


def _player(game: Game, who: Who) -> Player | Callable[..., Any]:
    """The built-in player of a name, or the function itself."""
    return who if callable(who) else find_player(package_of(game).players, who)


def _panel(game: Game) -> Panel | None:
    """What the game of that kind offers beside the board."""
    from . import panels

    maker = panels.PANELS.get(game.KIND)
    return maker() if maker else None
