"""Skyjo at the table: grids, the discard pile, a drawn card; the odds of the player whose turn it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from .. import skyjo
from ..deck import Deck
from ..engine.board import Card, Pile, Seat, Text
from ..engine.options import Options
from ..explain import Table as Grid
from ..skyjo import odds
from ..skyjo import rules as R
from ..skyjo.odds.reveal import clearing_lines
from ..text import MINUS, Error, Message, Number, _, percentage, plural, render
from .companion import FACES, GONE, HIDDEN, Face, Laid, Sheet, Table, advice_html, left_note
from .panels import ColumnOdds
from .parts import esc

VALUES = [str(value) for value in R.VALUES]
DRAWN, DISCARD = "drawn", "discard"
EASY = 5  # with so many hidden cards the risk of closing is counted at once
AS_THEY_LIE = _("As the cards lie, all turned up; the last turns of the others lower their scores.")
TRIALS = 2_000  # deals for an estimate of that risk


class GridSheet(Sheet):
    """What Skyjo and Skyjo Action share: grids that cards go into and come out of, and their discard pile."""

    ROWS: ClassVar[int] = R.ROWS

    @property
    def width(self) -> int:
        """How many columns a grid has."""
        return R.COLUMNS

    def start(self, players: tuple[str, ...]) -> Table:
        """All grids face down."""
        places = {key: (HIDDEN,) for p in range(len(players)) for key in self.cells(p)}
        return Table(players, {**places, DISCARD: (), DRAWN: (), **self.more_places(len(players))})

    def more_places(self, _players: int) -> dict[str, tuple[str, ...]]:
        """Places beside grids, discard pile and drawn card."""
        return {}

    def is_heap(self, key: str) -> bool:
        """Only the discard pile has a history."""
        return key == DISCARD

    def cells(self, p: int) -> list[str]:
        """The places of a grid, row by row."""
        return [f"cell {p} {r} {c}" for r in range(self.ROWS) for c in range(self.width)]

    def grid(self, table: Table, p: int) -> str:
        """A grid in writing: "5 ? 0 4 / ..."."""
        cards = [table.cards(key)[0] for key in self.cells(p)]
        return " / ".join(" ".join(cards[r * self.width : (r + 1) * self.width]) for r in range(self.ROWS))

    def cards_in_play(self) -> list[str]:
        """The cards that grids are made of."""
        return VALUES

    def read(self, key: str, text: str) -> str:
        """A card from what was typed."""
        if text in self.cards_in_play() or (text in FACES and self.is_single(key)):
            return text
        if text in FACES:
            raise Error("Only a place of a grid can be face down or cleared.")
        raise Error(
            "There is no card {card}; here can lie: {cards}.",
            card=text,
            cards=", ".join(self.cards_in_play()).replace("-", MINUS),
        )

    def check(self, table: Table) -> None:
        """No more of a card than the deck has, and enough cards for the hidden places."""
        super().check(table)
        hidden = sum(cards == (HIDDEN,) for cards in table.places.values())
        left = sum(self.left(table)[card] for card in self.cards_in_play())
        if left < hidden:
            raise Error("Only {left} cards are left, too few for {n} hidden places.", left=left, n=hidden)

    def faces(self, table: Table, key: str) -> list[Face]:
        """All cards with how many are left; for a grid also face down and cleared."""
        left = self.left(table)
        found = [Face(card, left_note(left[card])) for card in self.cards_in_play()]
        return found + [Face(face, name) for face, name in FACES.items()] if self.is_single(key) else found

    def name(self, table: Table, key: str) -> Text:
        """A place in words."""
        key, _sign, n = key.partition("#")
        if n:
            return _("a card of the discard pile")
        if key.startswith("cell "):
            _word, p, r, c = key.split()
            return _(
                "{player}, row {row}, column {column}", player=table.players[int(p)], row=int(r) + 1, column=int(c) + 1
            )
        return _("drawn card") if key == DRAWN else _("discard pile: the card on top")

    # --- entering --------------------------------------------------------------------------------------------------
    def lay(self, table: Table, key: str, card: str, following: bool) -> Laid:
        """A card on a place. Following the game, an exchanged card goes to the discard pile, full lines as well."""
        if key == DRAWN:
            return Laid(table.put(DRAWN, card), _("{card} is drawn.", card=card))
        if key == DISCARD:
            told: Message = _("{card} lies on the discard pile.", card=card)
            return self.cleared(Laid(table.push(DISCARD, card), told), following)
        old = table.cards(key)[0]
        after = table.put(key, card)
        told = _("{place}: {card}.", place=self.name(table, key), card=FACES.get(card, card))
        if following and old not in (*FACES, card) and card not in FACES:
            after = after.push(DISCARD, old)
            told = _("{card} in place of {old}, which goes to the discard pile.", card=card, old=old)
        return self.cleared(Laid(after, told), following)

    def cleared(self, laid: Laid, following: bool = True) -> Laid:
        """Take the lines that are full of equal cards out of the grids, onto the discard pile (SK-14, SK-15)."""
        table = laid.table
        for p in range(len(table.players)) if following else ():
            keys = self.by_columns(p)
            for line in self.full_lines(table, keys):
                table = table.push(DISCARD, *(table.cards(keys[cell])[0] for cell in line))
                for cell in line:
                    table = table.put(keys[cell], GONE)
        if table is laid.table:
            return laid
        return Laid(table, _("{told} A full line is cleared.", told=laid.told), laid.chosen)

    def by_columns(self, p: int) -> list[str]:
        """The places of a grid as the rules number them: down the columns."""
        return [f"cell {p} {r} {c}" for c in range(self.width) for r in range(self.ROWS)]

    def lines(self) -> Iterable[Iterable[int]]:
        """The lines that are cleared when they are full, as cells numbered down the columns."""
        return clearing_lines(self.rules)

    def full_lines(self, table: Table, keys: list[str]) -> list[list[int]]:
        """Those that are full of equal cards now."""
        found = []
        for line in map(list, self.lines()):
            cards = {table.cards(keys[cell])[0] for cell in line}
            if len(cards) == 1 and not cards & set(FACES):
                found.append(line)
        return found

    def commands(self, table: Table, key: str) -> list[tuple[str, Text]]:
        """Moves of the game, with one press."""
        found: list[tuple[str, Text]] = []
        if "#" in key:
            return found
        if key == DISCARD and table.cards(DISCARD):
            found = [("off", _("Take the top card away")), ("shuffle", _("It was shuffled into the draw pile"))]
        if key == DRAWN and table.cards(DRAWN):
            found = [("reject", _("Reject it: to the discard pile")), ("none", _("No card is drawn"))]
        if self.is_single(key) and table.cards(key)[0] != GONE:
            if table.cards(DRAWN):
                found.append((f"keep {key}", _("Put the drawn {card} here", card=render(_card(table.top(DRAWN))))))
            elif table.cards(DISCARD):
                found.append((f"take {key}", _("Put the discard {card} here", card=render(_card(table.top(DISCARD))))))
        return found

    def command(self, table: Table, key: str, name: str) -> Laid:
        """Do one of them."""
        if name not in dict(self.commands(table, key)):
            raise Error("This cannot be done now.")
        if name == "off":
            return Laid(table.pop(DISCARD), _("{card} was taken away.", card=table.top(DISCARD)))
        if name == "shuffle":
            return Laid(table.put(DISCARD, table.cards(DISCARD)[-1]), _("All but the top card are unseen again."))
        if name == "none":
            return Laid(table.put(DRAWN), _("No card is drawn."))
        if name == "reject":
            told = _("{card} lies on the discard pile. Now press the card that is turned up.", card=table.top(DRAWN))
            return Laid(table.push(DISCARD, *table.cards(DRAWN)).put(DRAWN), told)
        pile = DRAWN if name.startswith("keep") else DISCARD
        card, old = str(table.top(pile)), table.cards(key)[0]
        table = table.pop(pile).put(key, card)
        if old == HIDDEN:
            told = _("{card} is placed. Now enter the card that lay there: it goes to the discard pile.", card=card)
            return Laid(table, told, DISCARD)
        told = _("{card} in place of {old}, which goes to the discard pile.", card=card, old=old)
        return self.cleared(Laid(table.push(DISCARD, old), told))

    # --- drawing ---------------------------------------------------------------------------------------------------
    def piles(self, table: Table) -> list[Pile]:
        """The discard pile and the drawn card."""
        heap = tuple(Card(card) for card in table.cards(DISCARD)[-1:])
        drawn = tuple(Card(card) for card in table.cards(DRAWN))
        return [
            Pile(_("Discard pile"), heap, len(table.cards(DISCARD)), key=DISCARD),
            Pile(_("Drawn card"), drawn, key=DRAWN),
        ]

    def seat(self, table: Table, p: int) -> Seat:
        """A grid, with what lies open in it."""
        best = self.best_cell(table) if p == table.seat else None
        rows = []
        for r in range(self.ROWS):
            keys = [f"cell {p} {r} {c}" for c in range(self.width)]
            rows.append([self._place(table, key, _("best") if key == best else None) for key in keys])
        cards = [table.cards(key)[0] for key in self.cells(p)]
        n = cards.count(HIDDEN)
        score = plural("{points} open, {n} hidden", "{points} open, {n} hidden", n, points=self.points(cards))
        return Seat(table.players[p], rows, self.seat_piles(table, p), None, p == table.seat, score)

    def points(self, cards: list[str]) -> int:
        """What the open cards count."""
        return sum(int(card) for card in cards if card in VALUES)

    def seat_piles(self, _table: Table, _p: int) -> list[Pile]:
        """Piles beside a grid."""
        return []

    def _place(self, table: Table, key: str, note: Text | None) -> Card:
        card = table.cards(key)[0]
        return Card("" if card in FACES else card, up=card != HIDDEN, key=key, note=note, gone=card == GONE)

    def best_cell(self, table: Table) -> str | None:
        """The place of the best move, to be marked on the board."""
        return None


class SkyjoSheet(GridSheet):
    """Skyjo: draw or take, the columns, the round total, the risk of closing."""

    KIND = "skyjo"
    NAME = _("Skyjo")
    SEATS = range(1, R.SEATS + 1)
    RULES: ClassVar[type[Options]] = skyjo.Rules

    def __init__(self, rules: Options | None = None) -> None:
        super().__init__(rules)
        self.columns = ColumnOdds()

    def decks(self) -> list[Deck]:
        """SK-1."""
        return [Deck({str(card): n for card, n in skyjo.DECK.items()})]

    def parts(self) -> tuple[Any, ...]:
        """The odds of the columns have controls."""
        return (self.columns,)

    # --- what is known ---------------------------------------------------------------------------------------------
    def seen(self, table: Table, drawn: bool = True, top: bool = True) -> list[str]:
        """The cards seen outside the grid of the player whose turn it is."""
        cards = [table.cards(key)[0] for p in range(len(table.players)) if p != table.seat for key in self.cells(p)]
        heap = table.cards(DISCARD) if top else table.cards(DISCARD)[:-1]
        return [*(card for card in cards if card not in FACES), *heap, *(table.cards(DRAWN) if drawn else ())]

    def moves(self, table: Table) -> odds.Moves | None:
        """Every move of the player whose turn it is; None when there is none to compare."""

        def work() -> odds.Moves | None:
            grid = self.grid(table, table.seat)
            if not set(grid) - set(". /"):
                return None
            top = table.top(DISCARD)
            return odds.moves(
                grid,
                discard_top=top,
                drawn=table.top(DRAWN),
                rules=self.rules,
                seen=self.seen(table, drawn=False, top=False),
            )

        return self.kept("moves", table, work)

    def total(self, table: Table) -> Any:
        """The law of the round total of the player whose turn it is."""
        return self.kept(
            "total", table, lambda: odds.total(self.grid(table, table.seat), seen=self.seen(table), rules=self.rules)
        )

    def closing(self, table: Table) -> Any:
        """The risk of closing now, as the cards lie; the grid of the player whose turn it is comes first."""
        n = len(table.players)
        grids = [self.grid(table, (table.seat + k) % n) for k in range(n)]
        seen = [*table.cards(DISCARD), *table.cards(DRAWN)]
        return self.kept("closing", table, lambda: odds.closing(grids, seen=seen, rules=self.rules, n=TRIALS))

    def is_slow(self, table: Table) -> bool:
        """Whether many cards are hidden, so that the risk of closing takes a while."""
        return len(table.players) > 1 and sum(cards == (HIDDEN,) for cards in table.places.values()) > EASY

    def work_out(self, table: Table) -> None:
        """The risk of closing."""
        self.closing(table)

    def advice(self, table: Table) -> Text:
        """The best move in words."""
        moves = self.moves(table)
        if moves is None:
            return ""
        return _(
            "Best for {player}, one step ahead: {move}. It saves {points} points on average.",
            player=table.players[table.seat],
            move=move_in_words(moves.best.action),
            points=tenths(moves.best.saves),
        )

    def best_cell(self, table: Table) -> str | None:
        """The place of the best move."""
        moves = self.moves(table)
        if moves is None or not R.TAKE <= moves.best.action < R.NEXT:
            return None
        cell = (moves.best.action - R.TAKE) % R.CELLS
        return f"cell {table.seat} {cell % R.ROWS} {cell // R.ROWS}"

    # --- the odds --------------------------------------------------------------------------------------------------
    def html(self, table: Table) -> str:
        """Moves, columns, round total and the risk of closing."""
        player = table.players[table.seat]
        moves = self.moves(table)
        if moves is None:
            return f"<h3>{esc(player)}</h3><p>{esc(_('All cards of this grid are cleared.'))}</p>"
        ask = lambda: self.columns.answers(  # noqa: E731
            self.grid(table, table.seat),
            seen=self.seen(table, top=bool(table.cards(DRAWN))),
            discard_top=None if table.cards(DRAWN) else table.top(DISCARD),
            rules=self.rules,
        )
        columns = self.columns.table(_("Columns"), ask)
        return (
            f"<h3>{esc(_('Odds for {player}', player=player))}</h3>{advice_html(self.advice(table))}"
            f"{self._moves_html(moves)}"
            f'<div data-key="columns">{columns}</div>{self._total_html(table)}{self._closing_html(table)}'
        )

    def _moves_html(self, moves: odds.Moves) -> str:
        title = _("Keep or reject?") if moves.turn.drawn is not None else _("Draw or take?")
        rows = []
        for move in _listed(moves):
            words = move_in_words(move.action)
            notes = ", ".join(map(str, move.notes))
            said = _("{move} ({notes})", move=words, notes=notes) if notes else words
            rows.append([said, tenths(move.expected), tenths(move.saves)])
        table = Grid([_("move"), _("expected total"), _("saves")], rows)
        return f"<h4>{esc(title)}</h4>{table._repr_html_()}" + self.why_button(
            "moves", _("Draw or take: the derivation"), moves.explain
        )

    def _total_html(self, table: Table) -> str:
        law = self.total(table)
        low, high = law.quantile(0.05), law.quantile(0.95)
        told = _(
            "On average {mean} points if the grid were turned up now; 9 times in 10 it is {low} to {high}.",
            mean=tenths(law.mean()),
            low=low,
            high=high,
        )
        return (
            f"<h4>{esc(_('Round total'))}</h4><p>{esc(told)}</p>{histogram(law, low, high, str(told))}"
            + self.why_button("total", _("Round total: the derivation"), law.explain)
        )

    def _closing_html(self, table: Table) -> str:
        title = f"<h4>{esc(_('If this player closes now'))}</h4>"
        if len(table.players) < 2:
            return ""
        if self.is_slow(table) and self._kept.get("closing", (None,))[0] != table:
            return f"{title}<p>{esc(_('Many cards are hidden: a moment …'))}</p>"
        closing = self.closing(table)
        return f'{title}{chances(closing)}<p class="cl-note">{esc(AS_THEY_LIE)}</p>' + self.why_button(
            "closing", _("Closing: the derivation"), closing.explain
        )


def chances(closing: Any) -> str:
    """The chances at the end of a round as a table: exact, or estimates with their interval."""
    if isinstance(closing, odds.Closing):
        return closing.table()._repr_html_()
    estimates = (closing.win, closing.tie, closing.lose, closing.doubled)
    rows = [
        [name, percentage(e.value), _("{low} to {high}", low=percentage(e.low), high=percentage(e.high))]
        for (name, *_rest), e in zip(closing.table().rows, estimates, strict=True)
    ]
    told = _(
        "Simulated, since so many cards are hidden: {n} deals, seed {seed}; the interval holds in {confidence}.",
        n=closing.win.n,
        seed=str(closing.win.seed),
        confidence=percentage(closing.win.confidence),
    )
    grid = Grid([_("what happens"), _("chance"), _("interval")], rows)
    return f'{grid._repr_html_()}<p class="cl-note">{esc(told)}</p>'


def _listed(moves: odds.Moves) -> list[odds.Move]:
    """The best move of each kind, the best one first."""
    found = []
    for low, high in ((R.DRAW, R.TAKE), (R.TAKE, R.KEEP), (R.KEEP, R.REJECT), (R.REJECT, R.NEXT)):
        found += [move for move in moves if low <= move.action < high][:1]
    return sorted(found, key=lambda move: move.expected)


def _card(text: str | None) -> Any:
    """A card as it is formatted in sentences."""
    return int(text) if text in VALUES else text


def tenths(points: Any) -> Number:
    """Points with one decimal."""
    return Number(points, 1, zeros=True)


def move_in_words(action: int) -> Message:
    """A move as one says it at the table; rows and columns count from 1."""
    if action == R.DRAW:
        return _("draw a card")
    if action >= R.REVEAL:
        return _("turn up two cards")
    row, column = (action - R.TAKE) % R.CELLS % R.ROWS + 1, (action - R.TAKE) % R.CELLS // R.ROWS + 1
    if action < R.KEEP:
        return _("take the discard to row {row}, column {column}", row=row, column=column)
    if action < R.REJECT:
        return _("keep it at row {row}, column {column}", row=row, column=column)
    return _("reject it, turn up row {row}, column {column}", row=row, column=column)


def histogram(law: Any, low: int, high: int, told: str) -> str:
    """The law of whole numbers as bars; those outside low..high are paler. `told` says it in words."""
    values = range(min(law), max(law) + 1)
    most = max(law[value] for value in law)
    bars = "".join(
        f'<i{"" if low <= v <= high else " class=cl-out"} style="block-size:{100 * float(law[v] / most):.1f}%"'
        f' title="{esc(_("{value}: {share}", value=v, share=percentage(law[v])))}"></i>'
        for v in values
    )
    ends = f'<div class="cl-ends" aria-hidden="true"><span>{esc(render(values[0]))}</span><span>{esc(render(values[-1]))}</span></div>'  # noqa: E501
    return f'<div class="cl-hist" role="img" aria-label="{esc(told)}">{bars}</div>{ends}'
