"""Skip-Bo at the table: building piles, the stock's top card, the hand and the discard piles of each player."""

from __future__ import annotations

from typing import Any, ClassVar

from .. import skipbo
from ..deck import Deck
from ..engine.board import Card, Pile, Seat, Text
from ..engine.options import Options
from ..skipbo import odds
from ..skipbo import rules as R
from ..text import Error, Message, _, percentage, plural
from .companion import Face, Laid, Sheet, Table, advice_html, left_note
from .parts import bars, esc, number

WILD = "W"
NUMBERS = [str(value) for value in range(1, R.TOP_VALUE + 1)]
CARDS = [*NUMBERS, WILD]
PILES = range(1, R.PILES + 1)
BUILDS = [f"build {b}" for b in PILES]
ASIDE = "aside"
EASY = (
    9  # with so many cards in hand and on discard piles the best plays are found at once; a Skip-Bo card counts three
)


class SkipBoSheet(Sheet):
    """Skip-Bo: the best plays of this turn, how far each building pile can be run, what a Skip-Bo card is worth."""

    KIND = "skipbo"
    NAME = _("Skip-Bo")
    SEATS = range(1, R.SEATS + 1)
    RULES: ClassVar[type[Options]] = skipbo.Rules

    def __init__(self, rules: Options | None = None) -> None:
        super().__init__(rules)
        self.pile = 1  # whose derivation can be shown
        self.to = 6  # how far to run the piles while the stock card is not known

    def start(self, players: tuple[str, ...]) -> Table:
        """Nothing lies open."""
        places: dict[str, tuple[str, ...]] = {key: () for key in (*BUILDS, ASIDE)}
        for p in range(len(players)):
            places |= {key: () for key in (f"stock {p}", f"hand {p}", *self.discards(p))}
        return Table(players, places)

    def discards(self, p: int) -> list[str]:
        """The discard piles of a player."""
        return [f"discard {p} {d}" for d in PILES]

    def decks(self) -> list[Deck]:
        """SB-1."""
        return [Deck({str(card): n for card, n in skipbo.DECK.items()})]

    def is_single(self, key: str) -> bool:
        """No place always holds a card."""
        return False

    def is_heap(self, key: str) -> bool:
        """A hand is open on the board."""
        return not key.startswith(("hand ", "stock "))

    def seat_of(self, key: str) -> int | None:
        """Stocks, hands and discard piles belong to a player."""
        word, _space, rest = key.partition(" ")
        return int(rest.split()[0]) if word in ("stock", "hand", "discard") else None

    def read(self, key: str, text: str) -> str:
        """A card from what was typed; a Skip-Bo card may be typed as a star, too."""
        card = WILD if text in ("w", "W", "*") else text
        if card not in CARDS:
            cards = _("1 to 12 and W")
            raise Error("There is no card {card}; here can lie: {cards}.", card=text, cards=cards)
        return card

    def check(self, table: Table) -> None:
        """No more of a card than the deck has, and no more cards in a hand or on a pile than may be there."""
        super().check(table)
        for key, cards in table.places.items():
            if key.startswith("hand ") and len(cards) > R.HAND:
                raise Error("A hand has at most {n} cards.", n=R.HAND)
            if key.startswith("stock ") and len(cards) > 1:
                raise Error("Only the top card of a stock is open.")
            if key.startswith("build "):
                wrong = [card for value, card in enumerate(cards, 1) if card not in (WILD, str(value))]
                if wrong or len(cards) >= R.TOP_VALUE:
                    raise Error("A building pile runs 1, 2, 3 up to 12, with W for any of them.")

    def faces(self, table: Table, key: str) -> list[Face]:
        """All cards with how many are left; for a building pile W and how high it is."""
        left = self.left(table)
        if key in BUILDS:
            height = len(table.cards(key))
            notes = [_("next") if v == height + 1 else _("on top") if v == height else _("up to here")
                     for v in range(1, R.TOP_VALUE + 1)]  # fmt: skip
            return [*map(Face, NUMBERS, notes), Face(WILD, _("as {value}", value=height + 1))]
        return [Face(card, left_note(left[card])) for card in CARDS]

    def name(self, table: Table, key: str) -> Text:
        """A place in words."""
        key, _sign, n = key.partition("#")
        word, *rest = key.split()
        if word == "build":
            return _("building pile {n}", n=int(rest[0]))
        if word == ASIDE:
            return _("piles set aside")
        player = table.players[int(rest[0])]
        if word == "stock":
            return _("{player}: top card of the stock", player=player)
        if word == "hand":
            if n:
                return _("{player}: {card} in the hand", player=player, card=table.cards(key)[int(n)])
            return _("{player}: hand", player=player)
        return _("{player}: discard pile {n}", player=player, n=int(rest[1]))

    # --- entering --------------------------------------------------------------------------------------------------
    def lay(self, table: Table, key: str, card: str, following: bool) -> Laid:
        """A card on a place. A number on a building pile says how high it is; 12 completes it (SB-10)."""
        if key.startswith("stock "):
            return Laid(table.put(key, card), _("{place}: {card}.", place=self.name(table, key), card=card))
        if key not in BUILDS:
            told = _("{place}: {card}.", place=self.name(table, key), card=card)
            return Laid(table.push(key, card), told)
        cards = table.cards(key)
        if card == WILD:
            return self.complete(table.push(key, WILD), key)
        height = int(card)
        filled = [str(value) for value in range(len(cards) + 1, height + 1)]
        return self.complete(table.put(key, *cards[:height], *filled), key)

    def complete(self, table: Table, key: str) -> Laid:
        """The table after a card came on a building pile: a complete one is set aside."""
        n = len(table.cards(key))
        if n < R.TOP_VALUE:
            told = _("{place}: next is {value}.", place=self.name(table, key), value=n + 1)
            return Laid(table, told)
        told = _("{place} is complete and set aside.", place=self.name(table, key))
        return Laid(table.push(ASIDE, *table.cards(key)).put(key), told)

    def commands(self, table: Table, key: str) -> list[tuple[str, Text]]:
        """Where the card of a place can be played, with one press."""
        found: list[tuple[str, Text]] = []
        card = self._card(table, key)
        if card is not None and not key.startswith("build"):
            for b, build in enumerate(BUILDS, 1):
                value = len(table.cards(build)) + 1
                if card in (WILD, str(value)):
                    found.append((f"play {b}", _("Play {card} on pile {n}", card=card, n=b)))
            if key.startswith("hand "):
                found += [(f"put {d}", _("Discard it on {n}", n=d)) for d in PILES]
        if key == ASIDE and table.cards(ASIDE):
            found.append(("shuffle", _("They were shuffled into the draw pile")))
        if "#" not in key and table.cards(key) and not key.startswith("hand "):
            found.append(("off", _("Take the top card away")))
        return found

    def _card(self, table: Table, key: str) -> str | None:
        """The card that would be played from a place: of a hand only one that was chosen."""
        place, _sign, n = key.partition("#")
        if n:
            return table.cards(place)[int(n)] if place.startswith("hand ") else None
        return None if place in (*BUILDS, ASIDE) or place.startswith("hand ") else table.top(place)

    def command(self, table: Table, key: str, name: str) -> Laid:
        """Play or discard the card, or take it away."""
        if name not in dict(self.commands(table, key)):
            raise Error("This cannot be done now.")
        place, _sign, n = key.partition("#")
        if name == "shuffle":
            return Laid(table.put(ASIDE), _("These cards are unseen again."))
        if name == "off":
            return Laid(table.pop(place), _("{card} was taken out.", card=table.top(place)))
        cards, i = table.cards(place), int(n) if n else len(table.cards(place)) - 1
        card, word, target = cards[i], *name.split()
        table = table.put(place, *cards[:i], *cards[i + 1 :])
        if word == "put":
            pile = f"discard {self.seat_of(place)} {target}"
            return Laid(table.push(pile, card), _("{card} lies on discard pile {n}.", card=card, n=int(target)), place)
        laid = self.complete(table.push(f"build {target}", card), f"build {target}")
        if place.startswith("stock "):
            return Laid(laid.table, _("{told} Now enter the new top card of the stock.", told=laid.told), place)
        return Laid(laid.table, laid.told, place)

    # --- drawing ---------------------------------------------------------------------------------------------------
    def piles(self, table: Table) -> list[Pile]:
        """The building piles and those set aside."""
        found = []
        for b, key in enumerate(BUILDS, 1):
            cards = table.cards(key)
            note = _("next: {value}", value=len(cards) + 1)
            found.append(Pile(_("Building pile {n}", n=b), tuple(map(Card, cards[-1:])), len(cards), key, note))
        return [*found, Pile(_("Set aside"), (), len(table.cards(ASIDE)), key=ASIDE)]

    def seat(self, table: Table, p: int) -> Seat:
        """Stock, discard piles, and the hand of the player whose turn it is."""
        rows: list[list[Card]] = []
        piles = [Pile(_("Stock"), tuple(map(Card, table.cards(f"stock {p}"))), key=f"stock {p}")]
        for d, key in enumerate(self.discards(p), 1):
            piles.append(Pile(_("Discard {n}", n=d), tuple(map(Card, table.cards(key))), key=key))
        hand = table.cards(f"hand {p}")
        if p == table.seat or hand:
            cards = [Card(card, key=f"hand {p}#{i}") for i, card in enumerate(hand)]
            rows.append([*cards, *[Card(key=f"hand {p}", note=_("add"))][: R.HAND - len(hand)]])
        return Seat(table.players[p], rows, piles, None, p == table.seat)

    # --- the odds --------------------------------------------------------------------------------------------------
    def unseen(self, table: Table) -> Deck:
        """The cards that have not been seen."""
        return Deck({WILD if card == WILD else int(card): n for card, n in self.left(table).items() if n})

    def known(self, table: Table) -> dict[str, Any]:
        """Heights, hand and discard piles of the player whose turn it is, as the odds take them."""
        p = table.seat
        return {
            "heights": tuple(len(table.cards(key)) for key in BUILDS),
            "hand": list(table.cards(f"hand {p}")),
            "discards": [list(table.cards(key)) for key in self.discards(p)],
        }

    def is_slow(self, table: Table) -> bool:
        """Whether there are so many ways to play that finding the best takes a while."""
        cards = [card for key in (f"hand {table.seat}", *self.discards(table.seat)) for card in table.cards(key)]
        return len(cards) + 2 * cards.count(WILD) > EASY

    def work_out(self, table: Table) -> None:
        """The best plays, and what a Skip-Bo card is worth."""
        self.turn(table)
        self.worth(table)

    def turn(self, table: Table) -> odds.Turn | str:
        """The best plays of this turn, or why they are not known."""
        stock = list(table.cards(f"stock {table.seat}"))
        return self.kept("turn", table, lambda: _or_why(lambda: odds.turn(**self.known(table), stock=stock)))

    def worth(self, table: Table) -> Any:
        """What a kept Skip-Bo card is worth for the next stock card, or why that is not known."""
        unseen = self.unseen(table)
        return self.kept("worth", table, lambda: _or_why(lambda: odds.kept_skip_bo(**self.known(table), unseen=unseen)))

    def _waits(self, table: Table) -> bool:
        return self.is_slow(table) and self._kept.get("worth", (None,))[0] != table

    def advice(self, table: Table) -> Text:
        """The best plays in one sentence."""
        if self._waits(table) or not (table.cards(f"hand {table.seat}") or table.cards(f"stock {table.seat}")):
            return ""
        best = self.turn(table)
        if isinstance(best, str):
            return best
        if not best.plays:
            return _("{player}: no stock card can be played with these cards.", player=table.players[table.seat])
        first = play_in_words(best, 0)
        return _(
            "{player}: {message} Begin: {play}.", player=table.players[table.seat], message=best.message, play=first
        )

    def html(self, table: Table) -> str:
        """The best plays, the reach of each building pile, the right card, a kept Skip-Bo card."""
        title = _("Odds for {player}", player=table.players[table.seat])
        return (
            f"<h3>{esc(title)}</h3>{self._turn_html(table)}{self._reach_html(table)}"
            f"{self._right_html(table)}{self._worth_html(table)}"
        )

    def _turn_html(self, table: Table) -> str:
        head = f"<h4>{esc(_('The best plays of this turn'))}</h4>"
        if not (table.cards(f"hand {table.seat}") or table.cards(f"stock {table.seat}")):
            return f"{head}<p>{esc(_('Enter the hand and the top card of the stock.'))}</p>"
        if self._waits(table):
            return f"{head}<p>{esc(_('There are many ways to play: a moment …'))}</p>"
        best = self.turn(table)
        if isinstance(best, str):
            return f"{head}<p>{esc(best)}</p>"
        plays = "".join(f"<li>{esc(play_in_words(best, k))}</li>" for k in range(len(best.plays)))
        return f"{head}{advice_html(best.message)}<ol>{plays}</ol>"

    def _reach_html(self, table: Table) -> str:
        """For each building pile the chance to run it to where the stock card fits."""
        known, stock = self.known(table), table.top(f"stock {table.seat}")
        draws = R.HAND - len(known["hand"])
        to = int(stock) - 1 if stock in NUMBERS else self.to
        tools = ""
        if stock not in NUMBERS:
            tools = f'<div class="cl-tools">{number(_("run the piles up to"), "to", 1, R.TOP_VALUE, self.to)}</div>'
        answers: dict[int, Any] = {}
        rows: list[tuple[object, float, object, object]] = []
        for b, height in enumerate(known["heights"], 1):
            name = _("pile {n}: {height}", n=b, height=height)
            if height > to:
                rows.append((name, 0.0, _("above"), b))
                continue
            answers[b] = odds.reach(
                start=height, to=to, hand=known["hand"], discards=known["discards"], draws=draws,
                unseen=self.unseen(table),
            )  # fmt: skip
            rows.append((name, float(answers[b]), percentage(answers[b].value), b))
        title = plural(
            "Running a pile up to {to}, with {n} card to draw",
            "Running a pile up to {to}, with {n} cards to draw",
            draws,
            to=to,
        )
        drawn = bars(rows, _("Choose a pile to see why."), "pile", self.pile)
        why = ""
        if self.pile in answers:
            why = self.why_button("reach", _("Pile {n}: the derivation", n=self.pile), answers[self.pile].explain)
        return f"<h4>{esc(title)}</h4>{tools}{drawn}{why}"

    def _right_html(self, table: Table) -> str:
        known = self.known(table)
        needed = sorted({height + 1 for height in known["heights"]})
        answer = odds.right_card(
            values=needed, hand=known["hand"], discards=known["discards"], unseen=self.unseen(table),
            stock=list(table.cards(f"stock {table.seat}")),
        )  # fmt: skip
        told = _("A card that fits now, at hand or among those drawn to five: {chance}.", chance=answer.message)
        return (
            f"<h4>{esc(_('The right card now'))}</h4><p>{esc(told)}</p>"
            + self.why_button("right", _("The right card: the derivation"), answer.explain)
        )  # fmt: skip

    def _worth_html(self, table: Table) -> str:
        head = f"<h4>{esc(_('What a kept Skip-Bo card is worth'))}</h4>"
        if self._waits(table):
            return f"{head}<p>{esc(_('There are many ways to play: a moment …'))}</p>"
        answer = self.worth(table)
        if isinstance(answer, str):
            return f"{head}<p>{esc(answer)}</p>"
        told = _("It raises the chance that the next stock card can be played by {chance}.", chance=answer.message)
        return f"{head}<p>{esc(told)}</p>" + self.why_button("worth", _("A kept Skip-Bo card"), answer.explain)

    def do_pile(self, pile: Any) -> None:
        """Choose the pile whose derivation can be shown."""
        if str(pile) not in map(str, PILES):
            raise Error("There is no such place.")
        self.pile = int(pile)

    def do_to(self, to: Any) -> None:
        """How far the piles are to be run while the stock card is not known."""
        if str(to) not in NUMBERS:
            raise Error("Write a whole number from {low} to {high}.", low=1, high=R.TOP_VALUE)
        self.to = int(to)


def _or_why(work: Any) -> Any:
    """An answer, or the text of the error that says why there is none."""
    try:
        return work()
    except ValueError as error:
        return str(error)


def play_in_words(best: odds.Turn, k: int) -> Message:
    """A play as one says it at the table."""
    source, b = divmod(int(best.plays[k]), R.PILES)
    card = best.cards[k]
    if source == R.STOCK:
        return _("play {card} from the stock on pile {pile}", card=card, pile=b + 1)
    if source < R.OWN_DISCARD:
        return _("play {card} from the hand on pile {pile}", card=card, pile=b + 1)
    n = source - R.OWN_DISCARD + 1
    return _("play {card} from discard pile {n} on pile {pile}", card=card, n=n, pile=b + 1)
