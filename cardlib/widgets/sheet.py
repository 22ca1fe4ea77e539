"""What lies open at a real table, entered place by place, and as a position that the engine judges.

A `Layout` holds the cards entered. A game's `Sheet` says which places there are, how they make a position, and which
of its moves an entry is; what may lie on a table and what a player knows is asked of the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from ..deck import Deck
from ..engine.board import Board, Card, Pile, Seat, Text
from ..engine.game import Game
from ..engine.kinds import kind_of
from ..engine.options import Options
from ..engine.position import player_names
from ..text import MINUS, Error, _, plural

HIDDEN, GONE = "?", "."
NOBODY = "–"  # who sits at a table at which too few players were entered
FACES = {HIDDEN: _("face down"), GONE: _("cleared")}
CELL, ONE, TOP, FAN, ROW = "cell", "one", "top", "fan", "row"  # what a place shows: see Place


@dataclass(frozen=True)
class Layout:
    """The cards of each place, bottom to top, and whose turn it is. `asked`: a move that waits for a hidden card."""

    players: tuple[str, ...]
    places: Mapping[str, tuple[str, ...]]
    seat: int = 0
    asked: tuple[Layout, str, str] | None = None

    def cards(self, key: str) -> tuple[str, ...]:
        """The cards of a place."""
        return self.places[key]

    def top(self, key: str) -> str | None:
        """The top card of a place, or None."""
        return self.places[key][-1] if self.places[key] else None

    def lay(self, places: Mapping[str, tuple[str, ...]]) -> Layout:
        """The table with these cards in these places, and no others there."""
        return replace(self, places={**self.places, **places}, asked=None)

    def put(self, key: str, *cards: str) -> Layout:
        """The table with these cards in a place."""
        return self.lay({key: cards})

    def push(self, key: str, *cards: str) -> Layout:
        """The table with more cards on top of a place."""
        return self.put(key, *self.places[key], *cards)

    def without(self, key: str, n: int) -> Layout:
        """The table without one card of a place."""
        return self.put(key, *self.places[key][:n], *self.places[key][n + 1 :])

    def pop(self, key: str) -> Layout:
        """The table without the top card of a place."""
        return self.put(key, *self.places[key][:-1])

    def ask(self, *move: Any) -> Layout:
        """The same table, which waits for the card that a move has turned up."""
        return replace(self, asked=move)


@dataclass(frozen=True)
class Place:
    """A place for cards: its name in sentences and below the cards, and which cards may lie there.

    kind: CELL always holds one card; ONE holds at most one; of TOP only the top card shows; FAN shows all of a pile,
    ROW shows cards side by side, each a place of its own, up to `most`
    """

    key: str
    name: Text
    short: Text
    kind: str
    allowed: Sequence[str]
    seat: int | None = None
    most: int = 300


class Laid(NamedTuple):
    """What an entry led to: the table, a sentence, and the place whose card is asked for next, if any."""

    table: Layout
    told: Text
    chosen: str | None = None


class Command(NamedTuple):
    """Something else to do with a place: its name, what the button says, and what it leads to."""

    name: str
    label: Text
    laid: Laid


class Face(NamedTuple):
    """A card to pick, and a remark under it."""

    card: str
    note: Text


class Sheet:
    """One game at a table under its rules."""

    kind: ClassVar[str]

    def __init__(self, rules: Options | None = None) -> None:
        self.game: type[Game] = kind_of(self.kind).Game
        if rules is not None and type(rules) is not self.game.OPTIONS:
            raise Error("These are not rules of {game}.", game=kind_of(self.kind).title)
        self.rules: Any = self.game.OPTIONS() if rules is None else rules
        self._places: tuple[tuple[str, ...], dict[str, Place]] = ((), {})

    # --- what each game says ---------------------------------------------------------------------------------------
    def places(self, players: tuple[str, ...]) -> list[Place]:
        """The places of a table."""
        raise NotImplementedError

    def decks(self) -> Iterable[Deck]:
        """The decks."""
        raise NotImplementedError

    def position(self, table: Layout) -> dict[str, Any]:
        """The table as arguments of the game's `from_position`; ValueError for what cannot be."""
        raise NotImplementedError

    def read(self, place: Place, text: str) -> str:
        """A card for a place from what was typed; ValueError says which cards there are."""
        if text in place.allowed or (text in FACES and place.kind == CELL):
            return text
        if text in FACES and place.seat is None:
            raise Error("Only a place of a grid can be face down or cleared.")
        cards = ", ".join(place.allowed).replace("-", MINUS)
        raise Error("There is no card {card}; here can lie: {cards}.", card=text, cards=cards)

    def lay(self, table: Layout, place: Place, card: str, following: bool) -> Laid:
        """Lay a card on a place; when `following` the game, with what the rules make of it."""
        return Laid(table.push(place.key, card), _("{place}: {card}.", place=place.name, card=card))

    def commands(self, table: Layout, place: Place, n: int | None) -> list[Command]:
        """What else can be done with a place, or with its card n."""
        return []

    def score(self, table: Layout, p: int) -> Text | None:
        """What is to be said of a player's cards."""
        return None

    def note(self, table: Layout, place: Place) -> Text | None:
        """What is to be said of a pile."""
        return None

    def seen(self, table: Layout, seat: int) -> Any:
        """What a player knows: a view; None where there is nothing to know."""
        return self.deal(self.position(table)).view(seat)

    def nothing(self, view: Any) -> Text:
        """What is said instead of the odds, if there are none."""
        return ""

    # --- the same for all ------------------------------------------------------------------------------------------
    def start(self, players: Any) -> Layout:
        """The table before anything has been entered; ValueError for players that cannot be."""
        if (
            isinstance(players, str)
            or not isinstance(players, Sequence)
            or not all(isinstance(p, str) for p in players)
        ):
            raise Error('Give the players as a list of names, such as ["Ana", "Bo"].')
        names = player_names([name.strip() for name in players], range(1, self.game.seats(self.rules)[-1] + 1))
        cards = {place.key: (HIDDEN,) if place.kind == CELL else () for place in self.places(names)}
        return Layout(names, cards)

    def deal(self, position: Mapping[str, Any], **options: Any) -> Game:
        """A game from a position; ValueError if these cards cannot lie on a table."""
        rules = self.rules.replace(**options)
        return self.game.from_position(**position, rules=rules, seed=1)

    def place(self, table: Layout, key: str) -> Place:
        """A place by its key."""
        if self._places[0] != table.players:
            self._places = table.players, {place.key: place for place in self.places(table.players)}
        return self._places[1][key]

    def of(self, seat: int | None) -> list[Place]:
        """The places of a player, or of the middle of the table (of the table looked at last)."""
        return [place for place in self._places[1].values() if place.seat == seat]

    def left(self, table: Layout) -> Counter[str]:
        """How many of each card have not been seen."""
        whole = Counter({str(card): n for deck in self.decks() for card, n in deck.items()})
        whole.subtract(Counter(card for cards in table.places.values() for card in cards if card not in FACES))
        return whole

    def faces(self, table: Layout, place: Place) -> list[Face]:
        """The cards to pick from for a place, with how many are left."""
        left = self.left(table)
        found = [Face(card, plural("{n} left", "{n} left", max(left[card], 0))) for card in place.allowed]
        return found + [Face(face, name) for face, name in FACES.items()] if place.kind == CELL else found

    def board(self, table: Layout, best: str | None = None) -> Board:
        """The table as a board; `best` is the place of the best move."""
        self.place(table, next(iter(table.places)))
        piles = [self._pile(table, place) for place in self.of(None)]
        return Board(kind_of(self.kind).title, piles, [self._seat(table, p, best) for p in range(len(table.players))])

    def _seat(self, table: Layout, p: int, best: str | None) -> Seat:
        rows: dict[str, list[Card]] = {}
        piles = []
        for place in self.of(p):
            if place.kind == CELL:
                card = table.cards(place.key)[0]
                note = _("best") if place.key == best else None
                shown = Card("" if card in FACES else card, card != HIDDEN, place.key, note, card == GONE)
                rows.setdefault(place.key.split()[2], []).append(shown)
            else:
                piles.append(self._pile(table, place))
        return Seat(table.players[p], list(rows.values()), piles, None, p == table.seat, self.score(table, p))

    def _pile(self, table: Layout, place: Place) -> Pile:
        cards, key = table.cards(place.key), place.key
        note = self.note(table, place)
        if place.kind == ROW:
            row = [Card(card, key=f"{key}#{n}") for n, card in enumerate(cards)]
            return Pile(
                place.short, row + [Card(key=key, note=_("add"))][: place.most - len(row)], note=note, spread=True
            )
        shown = tuple(map(Card, cards if place.kind == FAN else cards[-1:]))
        return Pile(place.short, shown, len(cards) if place.kind == TOP else None, key, note)
