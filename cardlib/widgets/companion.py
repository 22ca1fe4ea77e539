"""The table companion: a real game is being played; enter what lies open and see the odds at once.

A `Table` holds the cards entered, place by place. What differs from game to game is in a `Sheet`: which places there
are, what may lie there, what follows from a move, and the odds. The widget itself is the same for all games.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from ..deck import Deck
from ..engine.board import CSS, Board, Card, Pile, Seat, Text, band
from ..engine.game import NAME_LENGTH
from ..engine.options import Options
from ..text import MINUS, Error, Message, _, plural
from .parts import button, esc, switch, upload
from .surface import Surface

HIDDEN, GONE = "?", "."
FACES = {HIDDEN: _("face down"), GONE: _("cleared")}
FORMAT, VERSION = "cardlib companion", 1
PAUSE = 400  # milliseconds without an entry before slow odds are worked out
ERASERS = ("Backspace", "Delete")

Places = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Table:
    """What lies open at a real table: the cards of each place, bottom to top, and whose turn it is."""

    players: tuple[str, ...]
    places: Places
    seat: int = 0

    def cards(self, key: str) -> tuple[str, ...]:
        """The cards of a place."""
        return self.places[key]

    def top(self, key: str) -> str | None:
        """The top card of a place, or None."""
        return self.places[key][-1] if self.places[key] else None

    def put(self, key: str, *cards: str) -> Table:
        """The table with these cards in a place, and no others."""
        return replace(self, places={**self.places, key: cards})

    def push(self, key: str, *cards: str) -> Table:
        """The table with more cards on top of a place."""
        return self.put(key, *self.places[key], *cards)

    def pop(self, key: str) -> Table:
        """The table without the top card of a place."""
        return self.put(key, *self.places[key][:-1])

    def known(self) -> Counter[str]:
        """How often each card has been seen."""
        return Counter(card for cards in self.places.values() for card in cards if card not in FACES)


class Laid(NamedTuple):
    """What an entry led to: the table, a sentence, and the place whose card is asked for next, if any."""

    table: Table
    told: Text
    chosen: str | None = None


class Face(NamedTuple):
    """A card to pick: its text, a remark under it, and its look if not that of its number."""

    card: str
    note: Text
    look: str = ""


class Sheet:
    """One game at the table; a new one for each widget, since it keeps what has been chosen and worked out."""

    KIND: ClassVar[str]
    NAME: ClassVar[Message]
    SEATS: ClassVar[range]
    RULES: ClassVar[type[Options]]

    def __init__(self, rules: Options | None = None) -> None:
        if rules is not None and type(rules) is not self.RULES:
            raise Error("These are not rules of {game}.", game=self.NAME)
        self.rules: Any = self.RULES() if rules is None else rules
        self.why: str | None = None  # the number whose derivation is shown
        self._kept: dict[str, tuple[Any, Any]] = {}

    # --- what each game says ---------------------------------------------------------------------------------------
    def start(self, players: tuple[str, ...]) -> Table:
        """The table before anything has been entered: every place with its cards."""
        raise NotImplementedError

    def decks(self) -> Iterable[Deck]:
        """The decks, their cards as text."""
        raise NotImplementedError

    def read(self, key: str, text: str) -> str:
        """A card for a place from what was typed; ValueError says which cards there are."""
        raise NotImplementedError

    def is_single(self, key: str) -> bool:
        """Whether a place always holds one card, as a cell of a grid does."""
        return key.startswith("cell ")

    def is_heap(self, key: str) -> bool:
        """Whether a place can hold cards that the board does not show, to be listed when it is chosen."""
        return not self.is_single(key)

    def seat_of(self, key: str) -> int | None:
        """The player a place belongs to, or None for the middle of the table."""
        word, _space, rest = key.partition(" ")
        return int(rest.split()[0]) if word in ("cell", "held") else None

    def lay(self, table: Table, key: str, card: str, following: bool) -> Laid:
        """Lay a card on a place; when `following` the game, with what the rules make of it."""
        raise NotImplementedError

    def faces(self, table: Table, key: str) -> list[Face]:
        """The cards to pick from for a place."""
        raise NotImplementedError

    def commands(self, table: Table, key: str) -> list[tuple[str, Text]]:
        """What else can be done with a place: (name, what the button says)."""
        return []

    def command(self, table: Table, key: str, name: str) -> Laid:
        """Do it."""
        raise Error("This cannot be done now.")

    def piles(self, table: Table) -> list[Pile]:
        """The middle of the table."""
        raise NotImplementedError

    def seat(self, table: Table, p: int) -> Seat:
        """A player's place."""
        raise NotImplementedError

    def name(self, table: Table, key: str) -> Text:
        """A place in words."""
        raise NotImplementedError

    def html(self, table: Table) -> str:
        """The odds as HTML."""
        raise NotImplementedError

    def advice(self, table: Table) -> Text:
        """The best move in one sentence, or ""."""
        return ""

    def is_slow(self, table: Table) -> bool:
        """Whether some odds take longer than a moment and are left until the entries pause."""
        return False

    def work_out(self, table: Table) -> None:
        """Work those odds out, for `html` to show."""

    def parts(self) -> tuple[Any, ...]:
        """Further objects whose `do_...` methods answer controls of the odds."""
        return ()

    # --- the same for all ------------------------------------------------------------------------------------------
    def do_why(self, name: Any) -> None:
        """Show or hide a derivation."""
        self.why = None if name == self.why else str(name)

    def why_button(self, name: str, label: Text, explain: Callable[[], Any]) -> str:
        """A button for a derivation, which is worked out only when it is asked for."""
        shown = self.why == name
        inner = f'<div class="cl-why" role="group" aria-label="{esc(label)}" tabindex="0">{explain().html()}</div>'
        tools = button(_("Why?"), "why", name, name=label, pressed=shown)
        return f'<div class="cl-tools">{tools}</div>' + (inner if shown else "")

    def kept(self, name: str, of: Any, make: Callable[[], Any]) -> Any:
        """A result kept until what it depends on changes."""
        found = self._kept.get(name)
        if found is None or found[0] != of:
            self._kept[name] = found = (of, make())
        return found[1]

    def check(self, table: Table) -> None:
        """ValueError if these cards cannot lie on a table."""
        known = table.known()
        for deck in self.decks():
            for card, most in deck.items():
                if known[card] > most:
                    said = _("There are only {all} cards with a {value} in the deck; you have entered {n}.",
                             all=most, value=card, n=known[card])  # fmt: skip
                    raise Error(said)

    def left(self, table: Table) -> Counter[str]:
        """How many of each card have not been seen."""
        whole = Counter({card: n for deck in self.decks() for card, n in deck.items()})
        whole.subtract(table.known())
        return whole


# --- the widget -------------------------------------------------------------------------------------------------------
class Companion(Surface):
    """Enter what lies open at a real table, and see the odds at once. `.table` is what has been entered.

    kind:    "skyjo", "skyjo_action" or "skipbo"
    players: their names
    rules:   the game's Rules(...), if not the leaflet's
    Press a place, then its card; or go to a place and type the card.
    """

    _css = Surface._css + Path(__file__).with_name("companion.css").read_text(encoding="utf-8")

    def __init__(
        self, kind: str = "skyjo", players: Sequence[str] = ("Ana", "Bo"), rules: Options | None = None
    ) -> None:
        self.sheet = new_sheet(kind, rules)
        self.table = self.sheet.start(read_names(players, self.sheet.SEATS))
        self.chosen: str | None = None
        self.following = True
        self.past: list[tuple[Sheet, Table]] = []
        self.future: list[tuple[Sheet, Table]] = []
        self._typing: str | None = None  # the place whose last card was typed, so that 1, 12 is one entry
        super().__init__()

    def handlers(self) -> tuple[Any, ...]:
        """The sheet answers the controls of its odds."""
        return (self, self.sheet, *self.sheet.parts())

    # --- entering cards --------------------------------------------------------------------------------------------
    def do_place(self, key: Any) -> None:
        """Choose a place, or leave it."""
        self._check_place(key)
        self.chosen = None if key == self.chosen else key
        self._typing = None

    def do_lay(self, card: Any) -> None:
        """Lay a card on the chosen place."""
        if self.chosen is None:
            raise Error("Choose a place first.")
        self._take_over(self._laid(self.chosen, str(card)))

    def do_command(self, name: Any) -> None:
        """Do something else with the chosen place."""
        if self.chosen is None:
            raise Error("Choose a place first.")
        key, _sign, n = self.chosen.partition("#")
        if n and name == "out":
            cards = self.table.cards(key)
            table = self.table.put(key, *cards[: int(n)], *cards[int(n) + 1 :])
            self._take_over(Laid(table, _("{card} was taken out.", card=cards[int(n)]), key))
        else:
            self._take_over(self.sheet.command(self.table, self.chosen, str(name)))

    def do_type(self, value: Any) -> None:
        """A card typed on a place; what is typed quickly comes as one text, longer each time: "1", "12"."""
        key, text = value
        self._check_place(key)
        if text in ("-", MINUS):
            return
        again = len(text) > 1 and self._typing == key and bool(self.past)
        now = self.sheet, self.table
        if again:
            self.sheet, self.table = self.past[-1]
        try:
            laid = self._erased(key) if text.endswith(ERASERS) else self._laid(key, text)
            self.sheet.check(laid.table)
        except ValueError:
            self.sheet, self.table = now
            raise
        if again:
            self.past.pop()
        self._take_over(laid)
        self._typing = key

    def _check_place(self, key: Any) -> None:
        place, _sign, n = str(key).partition("#")
        if place not in self.table.places or (n and not (n.isdecimal() and int(n) < len(self.table.cards(place)))):
            raise Error("There is no such place.")

    def _laid(self, chosen: str, text: str) -> Laid:
        """A card on a place, or in place of a card lower down in a pile."""
        key, _sign, n = chosen.partition("#")
        card = self.sheet.read(key, text.strip().replace(MINUS, "-"))
        if not n:
            return self.sheet.lay(self.table, key, card, self.following)
        cards = self.table.cards(key)
        table = self.table.put(key, *cards[: int(n)], card, *cards[int(n) + 1 :])
        return Laid(table, _("{card} in place of {old}.", card=card, old=cards[int(n)]), key)

    def _erased(self, key: str) -> Laid:
        """A place without its top card; a cell is face down then."""
        place = key.partition("#")[0]
        if self.sheet.is_single(place):
            return Laid(self.table.put(place, HIDDEN), _("{place}: face down.", place=self.sheet.name(self.table, key)))
        if not self.table.cards(place):
            raise Error("There is no card to take away.")
        return Laid(self.table.pop(place), _("{card} was taken out.", card=self.table.top(place)))

    def _take_over(self, laid: Laid) -> None:
        """Show a new table, if it is possible at all; undo goes back."""
        self.sheet.check(laid.table)
        self._change(self.sheet, laid.table)
        self.chosen = laid.chosen or self.chosen
        if self.chosen and "#" in self.chosen:
            self.chosen = self.chosen.partition("#")[0]
        advice = self.sheet.advice(self.table)
        self.message = _("{told} {advice}", told=laid.told, advice=advice) if str(advice) else laid.told

    def _change(self, sheet: Sheet, table: Table) -> None:
        self.past.append((self.sheet, self.table))
        self.future.clear()
        self._show(sheet, table)

    def _show(self, sheet: Sheet, table: Table) -> None:
        if sheet is not self.sheet or table.players != self.table.players:
            self.chosen = None
        self.sheet, self.table, self._typing = sheet, table, None
        self._wait()

    def _wait(self) -> None:
        """Slow odds are worked out when the entries pause."""
        self.timer = [PAUSE if self.sheet.is_slow(self.table) else 0, self.timer[1] + 1]

    def do_tick(self, number: Any) -> None:
        """The entries have paused."""
        if number == self.timer[1]:
            self.sheet.work_out(self.table)
            self.timer = [0, self.timer[1]]

    def do_seat(self, seat: Any) -> None:
        """Whose turn it is: the odds are that player's."""
        if str(seat) not in map(str, range(len(self.table.players))):
            raise Error("There is no such player.")
        self._show(self.sheet, replace(self.table, seat=int(seat)))
        self.message = self.sheet.advice(self.table)

    def do_following(self, on: Any) -> None:
        """Whether entries are moves of the game, or corrections."""
        self.following = bool(on)

    def do_undo(self, _value: Any) -> None:
        """Take the last entry back."""
        self._swap(self.past, self.future, _("There is nothing to undo."))

    def do_redo(self, _value: Any) -> None:
        """Make it again."""
        self._swap(self.future, self.past, _("There is nothing to redo."))

    def _swap(self, source: list[tuple[Sheet, Table]], target: list[tuple[Sheet, Table]], nothing: Message) -> None:
        if not source:
            raise Error(nothing)
        target.append((self.sheet, self.table))
        self._show(*source.pop())
        self.message = self.sheet.advice(self.table)

    def do_clear(self, _value: Any) -> None:
        """A new round: all cards away."""
        self.chosen = None
        self._change(self.sheet, self.sheet.start(self.table.players))
        self.message = _("A new round. Undo brings the last one back.")

    def do_table(self, fields: Any) -> None:
        """Another game, or other players."""
        kind, text = str(fields.get("kind", "")), str(fields.get("players", ""))
        sheet = new_sheet(kind, self.sheet.rules if kind == self.sheet.KIND else None)
        names = read_names([name.strip() for name in text.split(",") if name.strip()], sheet.SEATS)
        self._change(sheet, sheet.start(names))
        self.message = _("A new table. Undo brings the last one back.")

    # --- sessions --------------------------------------------------------------------------------------------------
    def session(self) -> str:
        """What has been entered, as the text of a file."""
        table = self.table
        start = self.sheet.start(table.players)
        saved = {
            "format": FORMAT, "version": VERSION, "game": self.sheet.KIND, "rules": self.sheet.rules.changed(),
            "players": list(table.players), "seat": table.seat,
            "places": {key: list(cards) for key, cards in table.places.items() if cards != start.cards(key)},
        }  # fmt: skip
        return json.dumps(saved, ensure_ascii=False, indent=1)

    def do_save(self, _value: Any) -> None:
        """Hand the session to the browser as a file."""
        self.send({"save": {"name": f"{self.sheet.KIND}_table.json", "text": self.session()}})
        self.message = _("The session was saved as a file.")

    def do_load(self, text: Any) -> None:
        """Go on with a session from a file; one that cannot be used changes nothing."""
        self._change(*read_session(text))
        self.message = _("The session was loaded.")

    # --- drawing ---------------------------------------------------------------------------------------------------
    def board(self) -> Board:
        """The table as a board."""
        seats = [self.sheet.seat(self.table, p) for p in range(len(self.table.players))]
        return Board(self.sheet.NAME, self.sheet.piles(self.table), seats)

    def __str__(self) -> str:
        return f"{self.board()}\n{self.sheet.advice(self.table)}".rstrip()

    def still(self) -> str:
        """The table as a picture."""
        return f"<style>{CSS}</style>{self.board().html()}<p>{esc(self.sheet.advice(self.table))}</p>"

    def view(self) -> str:
        """Tools, the table with the cards to pick, and the odds beside it."""
        chosen = self.chosen.partition("#")[0] if self.chosen else None
        owner = self.sheet.seat_of(chosen) if chosen else None
        piles = self._part(Board("", self.sheet.piles(self.table)), "piles")
        if chosen and owner is None:
            piles += self._entry(chosen)
        seats = ""
        for p in range(len(self.table.players)):
            seats += self._part(Board("", (), (self.sheet.seat(self.table, p),)), f"seat {p}")
            if chosen and owner == p:
                seats += self._entry(chosen)
        hint = "" if chosen else f'<p class="cl-note">{esc(_("Press a place, then its card; or type the card."))}</p>'
        return (
            f'<div class="cl-companion cl-{self.sheet.KIND}">{self._tools()}{hint}'
            f'<div class="cl-split"><div data-key="main">{piles}<div class="cl-places">{seats}</div></div>'
            f'<section class="cl-panel" data-key="odds">{self.sheet.html(self.table)}</section></div>'
            f"{self._other_table()}</div>"
        )

    def _part(self, board: Board, key: str) -> str:
        chosen = [self.chosen] if self.chosen else []
        inside = (f"{key}#{n}" for key, cards in self.table.places.items() for n in range(len(cards)))
        drawn = board.html(lit={*self.table.places, *inside}, chosen=chosen)
        return f'<div class="cl-quiet cl-part" data-typing data-key="{key}">{drawn}</div>'

    def _tools(self) -> str:
        table = self.table
        players = "".join(button(name, "seat", p, pressed=p == table.seat) for p, name in enumerate(table.players))
        label = _("whose turn")
        turn = f'<div class="cl-group cl-wrap" role="group" aria-label="{esc(label)}">{players}</div>'
        files = (
            button(_("Undo"), "undo", off=not self.past)
            + button(_("Redo"), "redo", off=not self.future)
            + button(_("New round"), "clear")
            + button(_("Save"), "save", name=_("save the session as a file"))
            + upload(_("Load a file"), "load", ".json")
        )
        moves = switch(_("entries are moves of the game"), "following", self.following)
        return (
            f'<div class="cl-tools"><span class="cl-label">{esc(label)}</span>{turn}</div>'
            f'<div class="cl-tools"><span class="cl-group cl-wrap">{files}</span>{moves}</div>'
        )

    def _entry(self, key: str) -> str:
        """The cards to pick for the chosen place, what else can be done, and for a pile the cards in it."""
        assert self.chosen is not None
        sheet, table = self.sheet, self.table
        cards = "".join(self._face(face, table.top(key) == face.card) for face in sheet.faces(table, key))
        lower = "#" in self.chosen  # a card inside a pile
        commands = sheet.commands(table, self.chosen) + ([("out", _("Take this card out"))] if lower else [])
        tools = "".join(button(label, "command", name, primary=k == 0) for k, (name, label) in enumerate(commands))
        tools += button(_("Done"), "place", self.chosen, key="done")
        inside = ""
        if sheet.is_heap(key) and table.cards(key):
            spread = [Card(card, key=f"{key}#{n}") for n, card in enumerate(table.cards(key))]
            pile = Pile(_("in this pile, bottom to top"), spread, len(spread), spread=True)
            lit = [card.key for card in spread if card.key]
            drawn = Board("", (pile,)).html(lit=lit, chosen=[self.chosen])
            inside = f'<div class="cl-quiet cl-inside" data-typing data-key="inside">{drawn}</div>'
        title = sheet.name(table, self.chosen)
        return (
            f'<section class="cl-panel cl-entry" data-key="entry" aria-label="{esc(title)}"><h3>{esc(title)}</h3>'
            f'<div class="cl-palette" role="group" aria-label="{esc(_("cards to pick"))}">{cards}</div>'
            f'<div class="cl-tools">{tools}</div>{inside}</section>'
        )

    def _face(self, face: Face, here: bool) -> str:
        look = face.look or {HIDDEN: "down", GONE: "gone"}.get(face.card) or band(face.card)
        text = "" if face.card in FACES else face.card.replace("-", MINUS)
        name = _("lay {card}, {note}", card=face.card, note=face.note) if text else face.note
        pressed = ' aria-pressed="true"' if here and self.sheet.is_single(str(self.chosen)) else ""
        return (
            f'<button type="button" class="cl-card cl-{look}" data-key="lay {esc(face.card)}" data-action="lay"'
            f' value="{esc(face.card)}" aria-label="{esc(name)}" title="{esc(name)}"{pressed}>'
            f"<span>{esc(text)}</span><small>{esc(face.note)}</small></button>"
        )

    def _other_table(self) -> str:
        kinds = [(kind, sheet_class(kind).NAME) for kind in KINDS]
        names = ", ".join(self.table.players)
        options = "".join(
            f'<option value="{kind}"{" selected" if kind == self.sheet.KIND else ""}>{esc(name)}</option>'
            for kind, name in kinds
        )
        return (
            f'<details data-key="other"><summary>{esc(_("Another game or other players"))}</summary>'
            f'<form class="cl-tools" data-action="table" data-key="form table"><label class="cl-field">'
            f'<span>{esc(_("game"))}</span><select name="kind" data-key="kind">{options}</select></label>'
            f'<label class="cl-field"><span>{esc(_("players, with commas between"))}</span><input type="text"'
            f' name="players" size="24" value="{esc(names)}" autocomplete="off" data-key="names"></label>'
            f'<button class="cl-button" data-key="start">{esc(_("Start"))}</button></form></details>'
        )


# --- the games, players and sessions ----------------------------------------------------------------------------------
KINDS = ("skyjo", "skyjo_action", "skipbo")


def sheet_class(kind: str) -> type[Sheet]:
    """The sheet of a game."""
    if kind == "skyjo":
        from .companion_skyjo import SkyjoSheet

        return SkyjoSheet
    if kind == "skyjo_action":
        from .companion_action import ActionSheet

        return ActionSheet
    if kind == "skipbo":
        from .companion_skipbo import SkipBoSheet

        return SkipBoSheet
    raise Error("There is no game {kind}; the games are {games}.", kind=kind, games=", ".join(KINDS))


def new_sheet(kind: Any, rules: Options | None = None) -> Sheet:
    """A new sheet of a game."""
    return sheet_class(str(kind))(rules)


def read_names(players: Any, seats: range) -> tuple[str, ...]:
    """The players' names; ValueError says what is allowed."""
    if isinstance(players, str) or not isinstance(players, Sequence) or not all(isinstance(p, str) for p in players):
        raise Error('Give the players as a list of names, such as ["Ana", "Bo"].')
    names = tuple(name.strip() for name in players)
    if len(names) not in seats:
        raise Error("This game has {low} to {high} players.", low=seats[0], high=seats[-1])
    if len(set(names)) < len(names) or not all(0 < len(name) <= NAME_LENGTH and name.isprintable() for name in names):
        raise Error("Every player needs a name of their own, of 1 to {n} letters.", n=NAME_LENGTH)
    return names


def read_session(text: Any) -> tuple[Sheet, Table]:
    """The sheet and table of a saved session, everything checked; ValueError says what is wrong."""
    if not isinstance(text, str):
        raise Error("This file is too large for a session.")
    try:
        saved = json.loads(text)
    except (ValueError, RecursionError):
        raise Error("This file is damaged: it is not JSON.") from None
    if not isinstance(saved, dict) or saved.get("format") != FORMAT:
        raise Error("This file is not a session of the table companion.")
    if saved.get("version") != VERSION:
        raise Error("This session was saved by another version of cardlib.")
    rules, places = saved.get("rules"), saved.get("places")
    if not isinstance(rules, dict) or not isinstance(places, dict):
        raise Error("This session is damaged.")
    kind = sheet_class(str(saved.get("game")))
    sheet = kind(kind.RULES(**rules))
    table = sheet.start(read_names(saved.get("players"), sheet.SEATS))
    for key, cards in places.items():
        if key not in table.places or not isinstance(cards, list) or len(cards) > 300:
            raise Error("This session is damaged: it has cards in a place that does not exist.")
        if sheet.is_single(key) and len(cards) != 1:
            raise Error("This session is damaged: it has cards in a place that does not exist.")
        table = table.put(key, *(sheet.read(key, str(card)) for card in cards))
    seat = saved.get("seat")
    if type(seat) is not int or not 0 <= seat < len(table.players):
        raise Error("There is no such player.")
    sheet.check(table)
    return sheet, replace(table, seat=seat)


def left_note(n: int) -> Message:
    """How many of a card are left."""
    return plural("{n} left", "{n} left", max(n, 0))


def advice_html(advice: Text) -> str:
    """The best move, set off from the numbers behind it."""
    return f'<p class="cl-advice">{esc(advice)}</p>' if str(advice) else ""
