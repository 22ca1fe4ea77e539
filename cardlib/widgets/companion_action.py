"""Skyjo Action at the table: grids with stars, the action cards that lie open or are held, and their odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar

from .. import skyjo_action
from ..deck import Deck
from ..engine.board import Card, Pile, Text
from ..engine.options import Options
from ..explain import Table as Grid
from ..skyjo_action import table as T
from ..skyjo_action.game import KINDS, action_deck, play_deck, read_kind
from ..skyjo_action.odds import cards as action_cards
from ..skyjo_action.odds import complete_line, star_soon, worth
from ..text import Error, _, percentage, plural
from .companion import FACES, GONE, HIDDEN, Face, Laid, Table, advice_html, left_note
from .companion_skyjo import VALUES, GridSheet, tenths
from .parts import bars, esc, number

STAR = "*"
MARKET, HEAP = "market", "action discard"


class ActionSheet(GridSheet):
    """Skyjo Action: completing lines with stars, and what an action card is worth."""

    KIND = "skyjo_action"
    NAME = _("Skyjo Action")
    SEATS = range(1, T.SEATS + 1)
    RULES: ClassVar[type[Options]] = skyjo_action.Rules

    def __init__(self, rules: Options | None = None) -> None:
        super().__init__(rules)
        if self.rules.variant == "single_pile":
            raise Error("The companion knows the two-pile game; with one pile the odds would be others.")
        self.draws, self.line = 3, 0
        self.has_actions = self.rules.variant == "full"

    @property
    def width(self) -> int:
        """With nine cards a grid is three columns wide (SA-16)."""
        return 3 if self.rules.nine_cards else T.COLUMNS

    def more_places(self, players: int) -> dict[str, tuple[str, ...]]:
        """The action cards that lie open, those discarded, and those held."""
        if not self.has_actions:
            return {}
        return {MARKET: (), HEAP: (), **{f"held {p}": () for p in range(players)}}

    def decks(self) -> list[Deck]:
        """SA-1, SA-16: the play cards and the action cards."""
        play = {STAR if card == T.STAR else str(card): n for card, n in play_deck(self.rules).items() if n}
        return [Deck(play), Deck({KINDS[kind]: n for kind, n in action_deck(self.rules).items() if n})]

    def cards_in_play(self) -> list[str]:
        """Numbers and stars."""
        return VALUES if self.rules.variant == "numbers" else [*VALUES, STAR]

    def holds_actions(self, key: str) -> bool:
        """Whether action cards lie in a place."""
        return key in (MARKET, HEAP) or key.startswith("held ")

    def is_heap(self, key: str) -> bool:
        """The discard piles have a history."""
        return super().is_heap(key) or key == HEAP

    def read(self, key: str, text: str) -> str:
        """A play card or an action card, as the place asks for."""
        if self.holds_actions(key):
            return KINDS[read_kind(text)]
        return super().read(key, text)

    def check(self, table: Table) -> None:
        """No more of a card than there is, and at most four action cards in the row."""
        super().check(table)
        if self.has_actions and len(table.cards(MARKET)) > T.SHOWN:
            raise Error("Only {n} action cards lie open in the row.", n=T.SHOWN)

    def faces(self, table: Table, key: str) -> list[Face]:
        """The cards of a place's deck with how many are left."""
        if not self.holds_actions(key):
            return super().faces(table, key)
        left = self.left(table)
        return [Face(kind, left_note(left[kind])) for kind in KINDS if kind in self.decks()[1].counts]

    def name(self, table: Table, key: str) -> Text:
        """A place in words."""
        place, _sign, n = key.partition("#")
        if not self.holds_actions(place):
            return super().name(table, key)
        if n:
            return _("action card {name}", name=table.cards(place)[int(n)])
        if place.startswith("held "):
            return _("{player}: action cards held", player=table.players[int(place.split()[1])])
        return _("action cards that lie open") if place == MARKET else _("action cards discarded")

    # --- entering --------------------------------------------------------------------------------------------------
    def lay(self, table: Table, key: str, card: str, following: bool) -> Laid:
        """An action card on its place, or a play card as in Skyjo."""
        if not self.holds_actions(key):
            return super().lay(table, key, card, following)
        return Laid(table.push(key, card), _("{place}: {card}.", place=self.name(table, key), card=card))

    def lines(self) -> list[range]:
        """SA-9: columns of three, and rows."""
        rows, cells = T.ROWS, T.ROWS * self.width
        columns = [range(first, first + rows) for first in range(0, cells, rows)]
        found = columns if self.rules.column_clear == "mandatory" else []
        return found + [range(r, cells, rows) for r in range(rows)] if self.rules.row_clear else found

    def full_lines(self, table: Table, keys: list[str]) -> list[list[int]]:
        """Lines of equal numbers go at once; stars count as jokers only when their owner says so (SA-11)."""
        return [line for line in super().full_lines(table, keys) if table.cards(keys[line[0]]) != (STAR,)]

    def jokers(self, table: Table, key: str) -> list[tuple[str, Text, list[str]]]:
        """The lines through a place that its owner may have removed with stars: (name, words, places)."""
        if not self.is_single(key) or "#" in key:
            return []
        keys = self.by_columns(int(key.split()[1]))
        found: list[tuple[str, Text, list[str]]] = []
        for n, line in enumerate(self.lines()):
            places = [keys[cell] for cell in line]
            cards = {table.cards(place)[0] for place in places}
            if key in places and STAR in cards and not cards & set(FACES) and len(cards) <= 2:
                words = _("Remove this column") if line.step == 1 else _("Remove this row")
                found.append((f"line {n}", words, places))
        return found

    def commands(self, table: Table, key: str) -> list[tuple[str, Text]]:
        """Moves of the game, with one press."""
        place, _sign, n = key.partition("#")
        if not self.holds_actions(place):
            lines = [(name, words) for name, words, _places in self.jokers(table, key)]
            return [*super().commands(table, key), *lines]
        if n and place == MARKET:
            player = table.players[table.seat]
            return [("taken", _("{player} takes it", player=player)), ("spent", _("It was discarded"))]
        if n and place != HEAP:
            return [("spent", _("It is played or discarded"))]
        if place == HEAP and table.cards(HEAP):
            return [("shuffle", _("They were shuffled into the draw pile"))]
        return []

    def command(self, table: Table, key: str, name: str) -> Laid:
        """Do one of them."""
        if name not in dict(self.commands(table, key)):
            raise Error("This cannot be done now.")
        for line, _words, places in self.jokers(table, key):
            if line == name:
                return self._remove(table, places)
        place, _sign, n = key.partition("#")
        if not self.holds_actions(place):
            return super().command(table, key, name)
        if name == "shuffle":
            return Laid(table.put(HEAP), _("These cards are unseen again."))
        cards, i = table.cards(place), int(n)
        table = table.put(place, *cards[:i], *cards[i + 1 :])
        if name == "spent":
            return Laid(table.push(HEAP, cards[i]), _("{card} is discarded.", card=cards[i]), place)
        table = table.push(f"held {table.seat}", cards[i])
        told = _("{player} takes {card}. Now enter the action card that fills the row up.",
                 player=table.players[table.seat], card=cards[i])  # fmt: skip
        return Laid(table, told, MARKET)

    def _remove(self, table: Table, places: list[str]) -> Laid:
        """A line goes to the discard pile with its stars."""
        table = table.push("discard", *(table.cards(place)[0] for place in places))
        for place in places:
            table = table.put(place, GONE)
        return Laid(table, _("The line is removed."))

    # --- drawing ---------------------------------------------------------------------------------------------------
    def piles(self, table: Table) -> list[Pile]:
        """Skyjo's, and the action cards."""
        if not self.has_actions:
            return super().piles(table)
        row = [Card(kind, key=f"{MARKET}#{n}") for n, kind in enumerate(table.cards(MARKET))]
        free = [Card(key=MARKET, note=_("add"))] if len(row) < T.SHOWN else []
        heap = tuple(map(Card, table.cards(HEAP)[-1:]))
        return [
            *super().piles(table),
            Pile(_("Action cards, open"), (*row, *free), key=MARKET, spread=True),
            Pile(_("Action discard pile"), heap, len(table.cards(HEAP)), key=HEAP),
        ]

    def seat_piles(self, table: Table, p: int) -> list[Pile]:
        """The action cards a player holds: 10 points each if they are kept to the end (SA-6)."""
        if not self.has_actions:
            return []
        held = [Card(kind, key=f"held {p}#{n}") for n, kind in enumerate(table.cards(f"held {p}"))]
        cost = plural("{points} points if kept", "{points} points if kept", len(held), points=10 * len(held))
        pile = Pile(_("Held"), (*held, Card(key=f"held {p}", note=_("add"))), note=cost if held else None, spread=True)
        return [pile]

    # --- the odds --------------------------------------------------------------------------------------------------
    def unseen(self, table: Table) -> Deck:
        """The play cards that have not been seen."""
        left = self.left(table)
        return Deck({card: left[card] for card in self.cards_in_play() if left[card]})

    def scene(self, table: Table) -> action_cards.Scene:
        """What the player whose turn it is knows."""

        def work() -> action_cards.Scene:
            seats = [p for p in range(len(table.players)) if p != table.seat]
            left = self.unseen(table)

            def lie(key: str) -> tuple[str, ...]:
                return table.cards(key) if self.has_actions else ()

            top, drawn = table.top("discard"), table.top("drawn")
            now = worth.Situation(
                self.seen_cells(table, table.seat), Deck({read(card): n for card, n in left.items()}),
                tuple(self.lines()), None if top is None else read(top), None if drawn is None else read(drawn),
                self.rules.may_reject_drawn,
            )  # fmt: skip
            return action_cards.Scene(
                now, tuple(self.seen_cells(table, p) for p in seats), lie(f"held {table.seat}"),
                lie(MARKET), tuple(lie(f"held {p}") for p in seats), lie(HEAP),
                tuple(self.decks()[1].counts),
            )  # fmt: skip

        return self.kept("scene", table, work)

    def seen_cells(self, table: Table, seat: int) -> tuple[Any, ...]:
        """A grid as the odds read it: numbers, stars, hidden and cleared places."""
        return tuple(read(table.cards(key)[0]) for key in self.by_columns(seat))

    def options(self, table: Table) -> list[tuple[Text, Fraction]]:
        """The moves with play cards and what they save, the best first."""
        now = self.scene(table).now
        if not now.places or not now.unseen.total:
            return []
        if now.drawn is not None:
            uses = now.uses([now.drawn], out=(), reject=now.may_reject)
            best = {use.what: use for use in reversed(uses)}
            words = {worth.KEEP: _("keep it"), worth.TURN_UP: _("reject it, turn up")}
            return sorted(((self._at(words[what], use.cell), now.now - use.after) for what, use in best.items()),
                          key=_saving)  # fmt: skip
        found: list[tuple[Text, Fraction]] = [(_("draw a card"), now.now - now.draw)]
        if now.top is not None:
            use = now.take(now.top)
            found.append((self._at(_("take the discard"), use.cell), now.now - use.after))
        return sorted(found, key=_saving)

    def _at(self, what: Text, cell: int) -> Text:
        return _("{move}: row {row}, column {column}", move=what, row=cell % T.ROWS + 1, column=cell // T.ROWS + 1)

    def advice(self, table: Table) -> Text:
        """The best move with play cards in words."""
        options = self.options(table)
        if not options:
            return ""
        move, saves = options[0]
        return _("Best for {player} with play cards, one step ahead: {move}. It saves {points} points on average.",
                 player=table.players[table.seat], move=move, points=tenths(saves))  # fmt: skip

    def do_draws(self, draws: Any) -> None:
        """How many cards to draw for a line or a star."""
        if str(draws) not in map(str, range(MOST_DRAWS + 1)):
            raise Error("The number of draws is a whole number from 0 to {most}.", most=MOST_DRAWS)
        self.draws = int(draws)

    def do_line(self, line: Any) -> None:
        """The line whose derivation can be shown."""
        if str(line) not in map(str, range(len(list(self.lines())) + 1)):
            raise Error("There is no such place.")
        self.line = int(line)

    def html(self, table: Table) -> str:
        """Draw or take, the lines with stars, a star and the action card it brings, what action cards are worth."""
        title = _("Odds for {player}", player=table.players[table.seat])
        options = self.options(table)
        head = f"<h3>{esc(title)}</h3>{advice_html(self.advice(table))}"
        if not options:
            return f"{head}<p>{esc(_('All cards of this grid are cleared.'))}</p>"
        moves = Grid([_("move"), _("saves")], [[move, tenths(saves)] for move, saves in options])
        why = self.why_button(
            "moves", _("Draw or take: the derivation"), lambda: worth.explain_turn(self.scene(table).now)
        )
        return (
            f"{head}<h4>{esc(_('Draw or take?'))}</h4>{moves._repr_html_()}{why}"
            f"{self._lines_html(table)}{self._actions_html(table)}"
        )

    def line_answer(self, table: Table, line: range) -> tuple[str | None, Any] | None:
        """What a line is best completed with (None: any value) and its chance; None for a shortened line."""
        now = self.scene(table).now
        cells = [now.cells[cell] for cell in line]
        if GONE in cells:
            return None
        draws = min(self.draws, now.unseen.total - cells.count(HIDDEN))
        answer = complete_line(cells, draws=draws, unseen=now.unseen, rules=self.rules)
        return None if answer.collect is None else str(answer.collect), answer

    def _lines_html(self, table: Table) -> str:
        """A bar a line; the last bar is a star itself."""
        unseen = self.unseen(table)
        names = [_("column {n}", n=k + 1) for k in range(self.width)] if self.rules.column_clear != "off" else []
        names += [_("row {n}", n=k + 1) for k in range(T.ROWS)] if self.rules.row_clear else []
        rows: list[tuple[object, float, object, object]] = []
        answers: dict[int, Any] = {}
        for k, (name, line) in enumerate(zip(names, self.lines(), strict=True)):
            found = self.line_answer(table, line)
            if found is None:
                rows.append((name, 0.0, _("shortened"), k))
                continue
            value, answers[k] = found
            said = _("{line}: {value}s", line=name, value=read(value)) if value else _("{line}: any value", line=name)
            rows.append((said, float(answers[k]), percentage(answers[k].value), k))
        if STAR in unseen:
            answers[len(rows)] = star_soon(unseen, min(self.draws, unseen.total))
            star = answers[len(rows)]
            rows.append((_("a star"), float(star), percentage(star.value), len(rows)))
        tools = f'<div class="cl-tools">{number(_("draws from the pile"), "draws", 0, MOST_DRAWS, self.draws)}</div>'
        drawn = bars(
            rows,
            _("Stars count as jokers; a star brings an action card (SA-10). Choose a line to see why."),
            "line",
            self.line,
        )
        why = ""
        if self.line in answers:
            why = self.why_button("line", _("This line: the derivation"), answers[self.line].explain)
        return f"<h4>{esc(_('Completing a line'))}</h4>{tools}{drawn}{why}"

    def is_slow(self, table: Table) -> bool:
        """Whether cards of the grid are hidden: then what a Look is worth takes a while."""
        return self.has_actions and HIDDEN in self.scene(table).now.cells

    def work_out(self, table: Table) -> None:
        """What each action card is worth."""
        self.worths(table)

    def worths(self, table: Table) -> Any:
        """What each action card saves, by kind."""
        return self.kept("worths", table, lambda: self.scene(table).rows)

    def _actions_html(self, table: Table) -> str:
        """What each action card saves one step ahead, against the 10 points it costs in the end (SA-6)."""
        if not self.has_actions:
            return ""
        left, kinds = self.left(table), list(self.decks()[1].counts)
        title = esc(_("What an action card is worth"))
        if self.is_slow(table) and self._kept.get("worths", (None,))[0] != table:
            return f"<h4>{title}</h4><p>{esc(_('Many cards are hidden: a moment …'))}</p>"
        worths = self.worths(table)
        total = sum(left[kind] for kind in kinds)
        rows = []
        for kind in sorted(kinds, key=lambda kind: (-worths[kind].saves, KINDS.index(kind))):
            where = _("{kind} (open or held)", kind=kind) if worths[kind].where else kind
            chance = percentage(Fraction(left[kind], total)) if total else _("none left")
            rows.append([where, worths[kind].use, tenths(worths[kind].saves), chance])
        grid = Grid([_("action card"), _("best use"), _("saves (points)"), _("next of the pile")], rows)
        note = _(
            "One step ahead, for the own grid. A card still held at the end costs 10 points: play it or discard it."
        )
        wide = f'<div class="cl-why" role="group" aria-label="{title}" tabindex="0">{grid._repr_html_()}</div>'
        return f'<h4>{title}</h4>{wide}<p class="cl-note">{esc(note)}</p>'


MOST_DRAWS = 30


def read(card: str) -> Any:
    """A card or a mark as the odds write it: numbers as numbers."""
    return card if card in (*FACES, STAR) else int(card)


def _saving(option: tuple[Text, Fraction]) -> Fraction:
    """Sorts the move that saves most to the front."""
    return -option[1]
