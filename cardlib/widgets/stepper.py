"""The stepper: walk through a game of any kind, see it with anybody's eyes, and play on by clicking."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import permutations
from typing import Any

import traitlets

from ..engine.board import CSS
from ..engine.game import ALL, TABLE, Action, Game
from ..engine.host import decision_luck
from ..engine.kinds import kind_of
from ..engine.players import Player, choose_action, find_any_player
from ..html import Markup, tag
from ..rng import Rng
from ..text import Error, Message, _, both, plural
from .ahead import PlayedOn
from .panels import Odds, Panel
from .parts import button, field, options, select, slider, switch, tools, upload, whole
from .table import Table

TURN = "turn"  # eyes: whoever is to act
DRAWN = "drawn"  # the place of a card that was drawn and lies in the hand
GIVEN = "given"  # the player that was handed over for a seat
SPEEDS = {3000: _("slow"), 1500: _("calm"), 700: _("brisk"), 250: _("fast")}  # milliseconds a step
FEW = 8  # up to so many actions are shown as buttons, more as a list

#: The name of a built-in player, or a function player(view, legal, rng) that gives one of the legal actions.
Who = str | Callable[..., Any]


class Stepper(PlayedOn, Table):
    """Steps through a copy of a game; `.game` is the game as it stands, `.step` and `.eyes` can be observed and set.

    players: who plays the seats that are not played by hand: {seat or name: player}, or a list with None for by hand
    eyes:    whose eyes at first: a seat, a name, "table" (what lies open), "all" (everything) or "turn" (who is to act)
    panel:   what to show beside the board (see cardlib.widgets.panels.Odds); by default what the game offers
    odds:    whether it shows at first; False lets a class guess before it looks
    ahead:   whether the moves are played on at first; "guess": each only after one's own move was made
    """

    step = traitlets.Int(0)
    eyes = traitlets.Any(TURN)

    def __init__(
        self,
        game: Game,
        players: Mapping[int | str, Who] | Sequence[Who | None] = (),
        eyes: int | str = TURN,
        panel: Odds | None = None,
        odds: bool = True,
        ahead: bool | str = False,
    ) -> None:
        self.game = game.copy()
        self.ahead_from(ahead)
        pairs = players.items() if isinstance(players, Mapping) else enumerate(players)
        self.automatic = {game.seat(seat): _player(game, who) for seat, who in pairs if who is not None}
        self._given = dict(self.automatic)  # to choose from, beside the built-in players
        panel = panel or kind_of(game).load_panel()
        self.panel = None if panel is None else Panel(panel)
        self.pace, self.playing, self.show_odds, self.show_rules = 1500, False, odds, False
        self._seat = next((s for s in range(len(game.players)) if s not in self.automatic), None)
        self.set_trait("eyes", eyes)
        self.set_trait("chosen", ())
        super().__init__()

    def publish(self) -> None:
        """The step, for others to observe."""
        self.set_trait("step", self.game.step)
        super().publish()

    @traitlets.validate("step")
    def _step_meant(self, proposal: Any) -> int:
        self.game.copy().goto(proposal["value"])
        return int(proposal["value"])

    @traitlets.observe("step")
    def _step_set(self, change: Any) -> None:
        if change.new != self.game.step:
            self.act("goto", change.new)

    @traitlets.validate("eyes")
    def _eyes_meant(self, proposal: Any) -> int | str:
        return TURN if proposal["value"] == TURN else self.game.eyes(proposal["value"])

    @traitlets.observe("eyes")
    def _eyes_set(self, _change: Any) -> None:
        if hasattr(self, "message"):  # not while it is made
            self.chosen = ()
            self._tell()
            self.show()

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
        self.game.goto(whole(step))
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
        if whole(milliseconds) not in SPEEDS:
            raise Error("There is no such speed.")
        self.pace = whole(milliseconds)
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
        self.message = self.game.log(self.seen_by, step - 1, step)[0] if step else _("The start of the game.")
        if (DRAWN,) in {self.game.places(action)[:1] for action in self.actions()}:  # it is in the hand already
            self.chosen = (DRAWN,)
            self.message = _("{line} Now press the place where it goes.", line=str(self.message))
            if "discard" in self.lit():
                self.message = _("{line} Or the discard pile, to reject it.", line=str(self.message))

    def lit(self) -> set[str]:
        """The places that can be pressed now; with a drawn card in the hand also those where another move begins."""
        going = set().union(*self.going_on().values()) | set(self.chosen[-1:])
        begins = {self.game.places(action)[:1] for action in self.actions()} if self.chosen == (DRAWN,) else set()
        return going.union(*begins)

    # --- playing by hand -------------------------------------------------------------------------------------------
    def do_place(self, key: Any) -> None:
        """A place was pressed: take it back if it is the last one chosen, go on along a path, or start anew."""
        if key == DRAWN and self.chosen == (DRAWN,):
            return  # a drawn card is chosen from the first
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
        action = whole(action)
        if action not in self.actions() and action not in dict(self.calls()):
            raise Error("This cannot be played now.")
        game = self.game.copy()
        later = game.steps - game.step
        if later and game.redo().actions[-1] == action:  # no other way: the later steps stay
            self._advance()
            return
        if self.game.player is not None:
            self.guessed = self.game.view(self.game.player), self.game.ACTION(action)
        self._change(self.game.copy().play(action))
        if later:
            cut = plural("{n} later step is cut off.", "{n} later steps are cut off.", later)
            self.message = _("{line} Another way: {cut} Undo brings them back.", line=str(self.message), cut=cut)
        self.playing = self.game.player in self.automatic
        self._set_timer()

    def do_choose(self, fields: Any) -> None:
        """Play the action, or make the call, chosen in the list."""
        self.do_action(fields.get("entry") if isinstance(fields, Mapping) else None)

    def do_new(self, _value: Any) -> None:
        """Deal a new game with the same players and rules; undo goes back to the old one."""
        self._change(type(self.game)(self.game.players, self.game.rules))
        self.message = _("A new game was dealt.")

    def _change(self, game: Game) -> None:
        """Show another game; undo goes back to this one."""
        self.change((game, None))

    def snapshot(self) -> tuple[Game, Any]:
        """The game, and who plays it and looks at it."""
        return self.game, (self.automatic, self._given, self.eyes, self._seat)

    def restore(self, now: tuple[Game, Any]) -> None:
        """Show that game; with another number of players, those who played and looked at it then."""
        game, people = now
        if len(game.players) != len(self.game.players):
            self.automatic, self._given, eyes, self._seat = people or ({}, {}, TURN, 0)
            self.game = game
            self.set_trait("eyes", eyes)
        self.game = game
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
        self._change(type(self.game).from_json(text))
        self.message = _("The game was loaded.")

    def do_eyes(self, eyes: Any) -> None:
        """Look with other eyes."""
        self.eyes = eyes if eyes in (TURN, TABLE, ALL) else whole(eyes)

    def do_who(self, value: Any) -> None:
        """Let a seat be played by hand ("0"), by a built-in player ("0 greedy") or by the one given ("0 given")."""
        seat, _space, name = str(value).partition(" ")
        who = self.game.seat(whole(seat))
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
        return tag("style", Markup(CSS)) + self.game.board(self.seen_by).html()

    def view(self) -> str:
        """Tools, and the board with the choices in its middle; beside them the panel and the log."""
        found = self.going_on()
        best = self.moves.places(self.game) if self.show_ahead and not self.guess_first else ()
        board = self.game.board(self.seen_by).html(self.lit(), self.chosen, self._choices(found), self._last(), best)
        aside = tag("div", self._panel_html(), self._ahead_html(), self._log_html(), data_key="aside")
        return self._tools() + tag("div", tag("div", board, data_key="main"), aside, class_="cl-split")

    def _last(self) -> list[str]:
        """The places of the last move, to be marked; a hand may hold another such card by now."""
        before = self.game.copy().undo() if self.game.step else self.game
        if before.player is None or before is self.game:
            return []
        return [key for key in before.places(self.game.actions[-1]) if not key.startswith("hand")]

    def _tools(self) -> Markup:
        game = self.game
        start, end = game.step == 0, not self._can_advance()
        steps = [
            button("|◀", "first", name=_("first step"), off=start),
            button("◀", "back", name=_("one step back"), off=start),
            button(_("Pause") if self.playing else _("Play"), "play", primary=True, off=end and not self.playing),
            button("▶", "forward", name=_("one step forward"), off=end),
            button("▶|", "last", name=_("last step"), off=game.step == game.steps),
        ]
        where = _("{step} of {steps}", step=game.step, steps=game.steps)
        eyes = [(TURN, _("who is to play")), *enumerate(game.players), (TABLE, _("the table")), (ALL, _("the teacher"))]
        fields = [select(_("eyes of"), "eyes", eyes, self.eyes)]
        if len(game.round_starts) > 1:
            names = [(step, _("round {n}", n=n)) for n, step in enumerate(game.round_starts, 1)]
            fields.append(select(_("go to"), "goto", names, self._round_start(), key="round"))
        if self.panel is not None:
            fields.append(switch(_("odds"), "odds", self.show_odds))
        return Markup().join([
            tools(tag("span", steps, class_="cl-group"), slider(_("step"), "goto", 0, game.steps, game.step, where)),
            tools(fields, tag("span", self.undo_buttons(), class_="cl-group")), self._more_tools(),
        ])  # fmt: skip

    def _more_tools(self) -> Markup:
        """What is needed less often, folded: who plays, speed, rule numbers, files."""
        files = [
            button(_("New game"), "new"), button(_("Save"), "save", name=_("save the game as a file")),
            upload(_("Load a file"), "load", ".json"),
        ]  # fmt: skip
        hint = tag("p", _("Save keeps the whole game: the file holds the hidden cards too."), class_="cl-note")
        return tag(
            "details", tag("summary", _("Players, speed, files")),
            tools(self._who_plays(), role="group", aria_label=_("who plays")),
            tools(select(_("speed"), "pace", SPEEDS.items(), self.pace),
                  switch(_("rule numbers in the log"), "rules", self.show_rules)),
            tools(tag("span", files, class_="cl-group"), hint), class_="cl-more", data_key="more",
        )  # fmt: skip

    def _who_plays(self) -> list[Markup]:
        """A list a seat: by hand, a built-in player, or the function that was given."""
        fields = []
        for seat, name in enumerate(self.game.players):
            now, given = self.automatic.get(seat), self._given.get(seat)
            choices: list[tuple[object, object]] = [(seat, _("by hand"))]
            kind = kind_of(self.game)
            choices += [(f"{seat} {who}", who) for who in (*kind.players.NAMES, *kind.above)]
            current = f"{seat}" if now is None else f"{seat} {now}"
            if given is not None and f"{seat} {given}" not in dict(choices):
                choices.append((f"{seat} {GIVEN}", getattr(given, "__name__", given)))
                current = f"{seat} {GIVEN}" if now is given else current
            fields.append(select(name, "who", choices, current, key=f"who {seat}"))
        return fields

    def _choices(self, found: dict[Action, set[str]]) -> Markup:
        """The actions as buttons or a list, for those who would rather not click cards; or what is to be done."""
        game = self.game
        inner: list[Any]
        if game.is_over:
            won = _("Won: {players}.", players=both(game.players[seat] for seat in game.winners))
            said = tag("p", tag("strong", won if game.winners else _("Nobody has won.")))
            inner = [said, button(_("New game"), "new", key="again", primary=True)]
        elif game.player in self.automatic:
            text = _("{player} plays by itself: press ▶ or Play.", player=game.players[game.player])
            inner = [tag("p", text, class_="cl-note")]
        elif not found:
            text = _("It is {player}'s turn: choose those eyes to play.", player=game.players[game.player or 0])
            inner = [tag("p", text, class_="cl-note")]
        elif len(found) <= FEW:
            inner = [button(game.label(action), "action", int(action)) for action in found]
        else:
            listed = [(action, game.label(action)) for action in found]
            inner = [_choice(_("or choose an action"), "entry", listed, _("Play it"))]
        calls = self.calls()
        if calls:
            call = _choice(_("call"), "call", calls, _("Call it"))
            inner.append(tag("details", tag("summary", _("Referee")), call, data_key="calls"))
        return tag("div", inner, class_="cl-tools cl-choices", role="group", aria_label=_("actions"))

    def _panel_html(self) -> Markup | None:
        seat = self.seen_by if isinstance(self.seen_by, int) else self.game.player if self.seen_by == ALL else None
        if self.panel is None or not self.show_odds or seat is None or self.game.player is None:
            return None
        return tag("section", self.panel.html(self.game.view(seat)), class_="cl-panel", data_key="panel")

    def _round_start(self) -> int:
        """The step at which the round that is shown begins."""
        return max(step for step in self.game.round_starts if step <= self.game.step)

    def _log_html(self) -> Markup:
        """The lines of this round up to now: later ones would give hidden cards away."""
        items, start = [], self._round_start()
        for step, line in enumerate(self.game.log(self.seen_by, start, self.game.step), start + 1):
            text = f"{line} ({', '.join(line.rules)})" if self.show_rules and line.rules else str(line)
            press = tag("button", text, type="button", data_action="goto", value=step, data_key=f"line {step}")
            here = "step" if step == self.game.step else None
            items.append(tag("li", press, data_key=f"log {step}", aria_current=here))
        title = _("What happened")
        lines = items or tag("li", _("Nothing has been played yet."))
        return tag(
            "section", tag("h3", title), tag("ol", lines, class_="cl-log", aria_label=title, tabindex="-1"),
            class_="cl-panel", data_key="log",
        )  # fmt: skip


def _choice(label: Message, key: str, pairs: Iterable[tuple[Action, object]], verb: Message) -> Markup:
    """A list of actions with a button: arrow keys in a list choose at once, so nothing is played before the button."""
    listed = options([(int(action), text) for action, text in pairs], None)
    return tag(
        "form", field(label, tag("select", listed, name="entry", data_key=key)),
        tag("button", verb, class_="cl-button", data_key=f"choose {key}"), class_="cl-tools", data_action="choose",
    )  # fmt: skip


def _orders(path: tuple[str, ...]) -> set[tuple[str, ...]]:
    """The orders in which the places of an action may be pressed: any, if all are places of one kind."""
    alike = len({place.split()[0] for place in path}) == 1
    return set(permutations(path)) if alike and len(path) <= 3 else {path}


def _player(game: Game, who: Who) -> Player | Callable[..., Any]:
    """The built-in player of a name, or the function itself."""
    return who if callable(who) else find_any_player(kind_of(game), who)
