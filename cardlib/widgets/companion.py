"""The table companion: a real game is being played; enter what lies open and see the odds at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import traitlets

from ..engine.board import CSS, Board, Card, Pile, Text, face
from ..engine.kinds import kind_of, kinds
from ..engine.options import Options
from ..engine.saved import Format
from ..html import Markup, tag
from ..text import MINUS, Error, _
from .ahead import Moves, Working, can_look_ahead
from .panels import Odds, Panel
from .parts import button, field, options, sent, switch, tools, upload
from .sheet import CELL, FACES, FAN, HIDDEN, TOP, Command, Laid, Layout, Place, Sheet
from .table import Table

PAUSE = 400  # milliseconds without an entry before slow odds are worked out
ERASERS = ("Backspace", "Delete")
SESSION = Format(
    "cardlib companion", _("a session of the table companion"), 2,
    {"game": str, "rules": dict, "players": list, "seat": int, "places": dict}, signed=2,
)  # fmt: skip


def odds_of(kind: Any) -> Odds:
    """The odds of a game whose cards can be entered; ValueError lists these games."""
    known = [k for k in kinds() if k.panel and k.load_panel().sheet is not None]
    if kind not in [k.name for k in known]:
        games = ", ".join(k.name for k in known)
        raise Error("There is no game {kind}; the games are {games}.", kind=str(kind)[:80], games=games)
    found: Odds = kind_of(kind).load_panel()
    return found


class Entry(Working, Table):
    """A table one enters cards into: a `layout` on a `sheet`, judged by the engine; odds beside it."""

    _css = Table._css + Path(__file__).with_name("companion.css").read_text(encoding="utf-8")
    table = traitlets.Any()  # the Layout
    position = traitlets.Dict()  # the same as arguments of from_position

    def __init__(self, sheet: Sheet, table: Layout, panel: Panel) -> None:
        self.sheet, self.panel = sheet, panel
        self._known: tuple[Any, Any] = None, None  # the table looked at last, and what its player knows
        self._typing: str | None = None  # the place whose last card was typed, so that 1, 12 is one entry
        self.following = True
        self.moves = Moves()
        self.set_trait("table", table)
        super().__init__()

    # --- what is known ---------------------------------------------------------------------------------------------
    def view_of(self) -> Any:
        """What the player whose turn it is knows; None where there is nothing to know."""
        if self._known[0] is not self.table:
            self._known = self.table, self.sheet.seen(self.table, self.table.seat)
        return self._known[1]

    def publish(self) -> None:
        """The table and the odds, for others to observe."""
        self.set_trait("position", self.sheet.position(self.table))
        super().publish()

    def advice(self) -> Text:
        """The best move in one sentence, or "": from playing on, and until that is known one step ahead."""
        view = self.view_of()
        if str(self.sheet.nothing(view)):
            return ""
        if self.moves.view == view and self.moves.ranked is not None:
            return self.moves.ranked.message
        return self.panel.advice(view)

    # --- playing on ------------------------------------------------------------------------------------------------
    def working(self) -> bool:
        """Whether the moves of this table can be played on from more deals."""
        self.moves.look(self._decides())
        return self.following and self.moves.waits

    def work(self) -> None:
        """A slice of it."""
        self.moves.work()

    def _decides(self) -> Any:
        """The view of the player who has something to decide; None where nobody has, or too little is known."""
        view = self.view_of()
        known = can_look_ahead(self.sheet.kind) and not str(self.sheet.nothing(view)) and not self.panel.waiting(view)
        return view if known and getattr(view, "player", None) == view.me else None

    def ahead(self) -> Markup | None:
        """What each move is worth when played on."""
        self.moves.look(self._decides())
        if self.moves.view is None:
            return None
        return tag("div", tag("h4", _("Played on")), self.moves.html(), data_key="ahead")

    def show(self) -> None:
        """Draw again, and go on with what is being worked out."""
        if self.timer[0] != PAUSE:
            self.breathe()
        super().show()

    # --- entering cards --------------------------------------------------------------------------------------------
    def do_lay(self, card: Any) -> None:
        """Lay a card on the chosen place."""
        self._take_over(self._laid(self._chosen(), str(card)))

    def do_command(self, name: Any) -> None:
        """Do something else with the chosen place."""
        place, n = self._place(self._chosen())
        laid = next((found.laid for found in self._commands(place, n) if found.name == name), None)
        if laid is None:
            raise Error("This cannot be done now.")
        self._take_over(laid)

    def _commands(self, place: Place, n: int | None) -> list[Command]:
        found = self.sheet.commands(self.table, place, n)
        if n is None:
            return found
        told = _("{card} was taken out.", card=self.table.cards(place.key)[n])
        return [
            *found,
            Command("out", _("Take this card out"), Laid(self.table.without(place.key, n), told, place.key)),
        ]

    def do_type(self, value: Any) -> None:
        """A card typed on a place; what is typed quickly comes as one text, longer each time: "1", "12"."""
        if not isinstance(value, list | tuple) or len(value) != 2 or not all(isinstance(part, str) for part in value):
            raise Error("There is no such place.")
        key, text = value
        self._place(key)
        if text in ("-", MINUS):
            return
        again = len(text) > 1 and self._typing == key and bool(self.past)
        table = self.past[-1][1] if again else self.table
        laid = self._erased(key, table) if text.endswith(ERASERS) else self._laid(key, text, table)
        self._take_over(laid, again)
        self._typing = key

    def _chosen(self) -> str:
        if self.chosen is None:
            raise Error("Choose a place first.")
        return str(self.chosen)

    def _place(self, key: Any) -> tuple[Place, int | None]:
        """A place, and which of its cards if one is meant ("hand 0#2"); ValueError if there is none."""
        name, _sign, n = str(key).partition("#")
        if name not in self.table.places or (n and not (n.isdecimal() and int(n) < len(self.table.cards(name)))):
            raise Error("There is no such place.")
        return self.sheet.place(self.table, name), int(n) if n else None

    def _laid(self, key: str, text: str, table: Layout | None = None) -> Laid:
        """A card on a place, or in place of a card lower down in a pile."""
        table = self.table if table is None else table
        place, n = self._place(key)
        card = self.sheet.read(place, text.strip().replace(MINUS, "-")[:40])
        if n is None:
            return self.sheet.lay(table, place, card, self.following)
        cards = table.cards(place.key)
        after = table.put(place.key, *cards[:n], card, *cards[n + 1 :])
        return Laid(after, _("{card} in place of {old}.", card=card, old=cards[n]), place.key)

    def _erased(self, key: str, table: Layout) -> Laid:
        """A place without its top card; a cell is face down then."""
        place, _n = self._place(key)
        if place.kind == CELL:
            return Laid(table.put(place.key, HIDDEN), _("{place}: face down.", place=place.name))
        if not table.cards(place.key):
            raise Error("There is no card to take away.")
        return Laid(table.pop(place.key), _("{card} was taken out.", card=table.top(place.key)))

    def _take_over(self, laid: Laid, again: bool = False) -> None:
        """Show a new table, if the engine finds it possible; undo goes back. `again`: instead of the last one."""
        self.sheet.seen(laid.table, laid.table.seat)
        if again:
            self.restore(self.past.pop())
        self.change((self.sheet, laid.table, self.panel))
        if laid.chosen or self.chosen:
            self.chosen = str(laid.chosen or self.chosen).partition("#")[0]
        self._tell(laid.told)

    def _tell(self, told: Text) -> None:
        advice = self.advice()
        self.message = _("{told} {advice}", told=told, advice=advice) if str(advice) else told

    # --- what undo brings back -------------------------------------------------------------------------------------
    def snapshot(self) -> tuple[Sheet, Layout, Panel]:
        """The sheet, what lies on it, and its odds."""
        return self.sheet, self.table, self.panel

    def restore(self, now: tuple[Sheet, Layout, Panel]) -> None:
        """Show that table."""
        if now[0] is not self.sheet or now[1].players != self.table.players:
            self.chosen = None
        self.sheet, table, self.panel = now
        self.set_trait("table", table)
        self._typing = None
        view = self.view_of()
        waits = not str(self.sheet.nothing(view)) and bool(self.panel.waiting(view))
        self.timer = [PAUSE if waits else 0, self.timer[1] + 1]  # slow odds wait until the entries pause

    def do_tick(self, number: Any) -> None:
        """The entries have paused."""
        if number == self.timer[1]:
            self.panel.work_out(self.view_of())
            self.timer = [0, self.timer[1]]

    def swapped(self) -> None:
        """After undo and redo: the best move."""
        self.message = self.advice()

    # --- drawing ---------------------------------------------------------------------------------------------------
    def board(self) -> Board:
        """The table as a board."""
        view = self.view_of()
        best = None if str(self.sheet.nothing(view)) else self.panel.odds.place(self.panel, view)
        return self.sheet.board(self.table, best)

    def lit(self) -> set[str]:
        """The places that can be pressed: all, and the cards in them."""
        return {*self.table.places, *(f"{k}#{n}" for k, cards in self.table.places.items() for n in range(len(cards)))}

    def faces(self, place: Place, action: str, pressed: str | None, say: Any) -> Markup:
        """The cards to pick for a place; `say` names one from its card and note."""
        drawn = []
        for card, note in self.sheet.faces(self.table, place):
            text, name = ("", note) if card in FACES else (card.replace("-", MINUS), say(card, note))
            look = face(Card("" if card in FACES else card, card != HIDDEN, gone=card == "."))
            drawn.append(tag(
                "button", tag("span", text), tag("small", note), type="button", class_=f"cl-card {look}",
                data_key=f"{action} {card}", data_action=action, value=card, aria_label=name, title=name,
                aria_pressed=None if pressed is None else str(card == pressed).lower(),
            ))  # fmt: skip
        return tag("div", drawn, class_="cl-palette", role="group", aria_label=_("cards to pick"))


class Companion(Entry):
    """Enter what lies open at a real table, and see the odds at once. `.table` is what has been entered.

    kind:    "skyjo", "skyjo_action" or "skipbo"
    players: their names
    rules:   the game's Rules(...), if not the leaflet's
    Press a place, then its card; or go to a place and type the card. `.position` is the table as arguments of the
    game's `from_position`, `.chosen` the place that was pressed, `.seat` whose turn it is: all can be observed.
    """

    seat = traitlets.Int(0)

    def __init__(
        self, kind: str = "skyjo", players: Sequence[str] = ("Ana", "Bo"), rules: Options | None = None
    ) -> None:
        odds = odds_of(kind)
        sheet = odds.sheet(rules)
        super().__init__(sheet, sheet.start(players), Panel(odds, entering=True))

    def publish(self) -> None:
        """Whose turn it is, beside the table."""
        self.set_trait("seat", self.table.seat)
        super().publish()

    @traitlets.validate("seat")
    def _seat_meant(self, proposal: Any) -> int:
        return self._seat_number(proposal["value"])

    @traitlets.observe("seat")
    def _seat_set(self, change: Any) -> None:
        if change.new != self.table.seat:
            self.act("seat", change.new)

    def do_place(self, key: Any) -> None:
        """Choose a place, or leave it."""
        self._place(key)
        self.chosen = None if key == self.chosen else key
        self._typing = None

    def do_seat(self, seat: Any) -> None:
        """Whose turn it is: the odds are that player's."""
        self.restore((self.sheet, replace(self.table, seat=self._seat_number(seat)), self.panel))
        self.message = self.advice()

    def _seat_number(self, seat: Any) -> int:
        if str(seat) not in map(str, range(len(self.table.players))):
            raise Error("There is no such player.")
        return int(seat)

    def do_following(self, on: Any) -> None:
        """Whether entries are moves of the game, or corrections."""
        self.following = bool(on)

    def do_clear(self, _value: Any) -> None:
        """A new round: all cards away."""
        self.chosen = None
        self.change((self.sheet, self.sheet.start(self.table.players), self.panel))
        self.message = _("A new round. Undo brings the last one back.")

    def do_table(self, fields: Any) -> None:
        """Another game, or other players."""
        kind, text = sent(fields, "kind"), sent(fields, "players")
        odds = odds_of(kind)
        sheet = odds.sheet(self.sheet.rules if kind == self.sheet.kind else None)
        table = sheet.start([name.strip() for name in text.split(",") if name.strip()])
        self.change((sheet, table, Panel(odds, entering=True)))
        self.message = _("A new table. Undo brings the last one back.")

    # --- sessions --------------------------------------------------------------------------------------------------
    def session(self) -> str:
        """What has been entered, as the text of a file."""
        table, start = self.table, self.sheet.start(self.table.players)
        return SESSION.write({
            "game": self.sheet.kind, "rules": self.sheet.rules.changed(), "players": list(table.players),
            "seat": table.seat,
            "places": {key: list(cards) for key, cards in table.places.items() if cards != start.cards(key)},
        })  # fmt: skip

    def do_save(self, _value: Any) -> None:
        """Hand the session to the browser as a file."""
        self.send({"save": {"name": f"{self.sheet.kind}_table.json", "text": self.session()}})
        self.message = _("The session was saved as a file.")

    def do_load(self, text: Any) -> None:
        """Go on with a session from a file; one that cannot be used changes nothing."""
        sheet, table = read_session(text)
        self.change((sheet, table, Panel(odds_of(sheet.kind), entering=True)))
        self.message = _("The session was loaded.")

    # --- drawing ---------------------------------------------------------------------------------------------------
    def __str__(self) -> str:
        return f"{self.board()}\n{self.advice()}".rstrip()

    def still(self) -> str:
        """The table as a picture."""
        return tag("style", Markup(CSS)) + self.board().html() + tag("p", self.advice())

    def view(self) -> str:
        """Tools, the table with the cards to pick below the grid or piles they are for, and the odds beside it."""
        board, view = self.board(), self.view_of()
        place = None if self.chosen is None else self._place(self.chosen)[0]
        entry = None if place is None else self._entry(place)
        seats = [
            [self._part(Board("", (), (seat,)), f"seat {p}"), entry if place and place.seat == p else None]
            for p, seat in enumerate(board.seats)
        ]
        hint = (
            tag("p", _("Press a place, then its card; or type the card."), class_="cl-note") if place is None else None
        )
        middle = [
            self._part(Board("", board.piles), "piles"),
            entry if place is not None and place.seat is None else None,
        ]
        nothing = self.sheet.nothing(view)
        name = self.table.players[self.table.seat]
        odds: Any = [tag("h3", name), tag("p", nothing)] if str(nothing) else [self.ahead(), self.panel.html(view)]
        return tag(
            "div", self._tools(), None if place else hint,
            tag("div", tag("div", middle, tag("div", seats, class_="cl-places"), data_key="main"),
                tag("section", odds, class_="cl-panel", data_key="odds"), class_="cl-split"),
            self._other_table(), class_=f"cl-companion cl-{self.sheet.kind}",
        )  # fmt: skip

    def _part(self, board: Board, key: str) -> Markup:
        drawn = board.html(self.lit(), [self.chosen] if self.chosen else [])
        return tag("div", drawn, class_="cl-quiet cl-part", data_typing=True, data_key=key)

    def _tools(self) -> Markup:
        table, label = self.table, _("whose turn")
        turns = [button(name, "seat", p, pressed=p == table.seat) for p, name in enumerate(table.players)]
        files = [
            self.undo_buttons(), button(_("New round"), "clear"),
            button(_("Save"), "save", name=_("save the session as a file")), upload(_("Load a file"), "load", ".json"),
        ]  # fmt: skip
        turn = tag("div", turns, class_="cl-group cl-wrap", role="group", aria_label=label)
        moves = switch(_("entries are moves of the game"), "following", self.following)
        return tools(tag("span", label, class_="cl-label"), turn) + tools(
            tag("span", files, class_="cl-group cl-wrap"), moves
        )

    def _entry(self, place: Place) -> Markup:
        """The cards to pick for the chosen place, what else can be done, and for a pile the cards in it."""
        table, key = self.table, self._chosen()
        n = self._place(key)[1]
        pressed = table.top(place.key) if place.kind == CELL else None
        cards = self.faces(place, "lay", pressed, lambda card, note: _("lay {card}, {note}", card=card, note=note))
        commands = enumerate(self._commands(place, n))
        buttons = [button(found.label, "command", found.name, primary=k == 0) for k, found in commands]
        inside = None
        if place.kind in (TOP, FAN) and table.cards(place.key):
            spread = [Card(card, key=f"{place.key}#{k}") for k, card in enumerate(table.cards(place.key))]
            pile = Pile(_("in this pile, bottom to top"), spread, len(spread), spread=True)
            drawn = Board("", (pile,)).html(self.lit(), [key])
            inside = tag("div", drawn, class_="cl-quiet cl-inside", data_typing=True, data_key="inside")
        title = place.name if n is None else _("{place}: {card}", place=place.name, card=table.cards(place.key)[n])
        return tag(
            "section", tag("h3", title), cards, tools(buttons, button(_("Done"), "place", key, key="done")), inside,
            class_="cl-panel cl-entry", data_key="entry", aria_label=title,
        )  # fmt: skip

    def _other_table(self) -> Markup:
        games = [(kind.name, kind.title) for kind in kinds() if kind.panel and kind.load_panel().sheet is not None]
        names = ", ".join(self.table.players)
        form = tag(
            "form", field(_("game"), tag("select", options(games, self.sheet.kind), name="kind", data_key="kind")),
            field(_("players, with commas between"), tag(
                "input", type="text", name="players", size=24, value=names, autocomplete="off", data_key="names")),
            tag("button", _("Start"), class_="cl-button", data_key="start"),
            class_="cl-tools", data_action="table", data_key="form table",
        )  # fmt: skip
        return tag("details", tag("summary", _("Another game or other players")), form, data_key="other")


def read_session(text: Any) -> tuple[Sheet, Layout]:
    """The sheet and table of a saved session, everything checked; ValueError says what is wrong."""
    saved = SESSION.read(text if isinstance(text, str) else None)
    odds = odds_of(saved["game"])
    sheet: Sheet = odds.sheet(odds.sheet(None).rules.replace(**saved["rules"]))
    table = sheet.start(saved["players"])
    for key, cards in saved["places"].items():
        place = sheet.place(table, key) if key in table.places else None
        if place is None or not isinstance(cards, list) or len(cards) > place.most:
            raise Error("This session is damaged: it has cards in a place that does not exist.")
        if place.kind == CELL and len(cards) != 1:
            raise Error("This session is damaged: it has cards in a place that does not exist.")
        table = table.put(key, *(sheet.read(place, str(card)) for card in cards))
    if not 0 <= saved["seat"] < len(table.players):
        raise Error("There is no such player.")
    table = replace(table, seat=saved["seat"])
    sheet.seen(table, table.seat)
    return sheet, table
