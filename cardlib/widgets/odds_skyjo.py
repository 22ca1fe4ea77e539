"""Skyjo beside the table: the moves, the columns, the round total, the risk of closing; and entering its grids."""

from __future__ import annotations

from itertools import groupby, product
from typing import Any

from .. import skyjo
from ..engine.board import Text
from ..explain import Table
from ..html import Markup, tag
from ..skyjo import odds
from ..skyjo import rules as R
from ..text import Message, _, both, percentage, plural
from .panels import ASKED, ENTERED, Control, Odds, Panel, Part, draws, law_html, tenths
from .sheet import CELL, FACES, GONE, HIDDEN, NOBODY, ONE, TOP, Command, Laid, Layout, Place, Sheet

VALUES = tuple(str(value) for value in R.VALUES)
DRAWN, DISCARD = "drawn", "discard"
BEST = 6  # so many of the best moves are shown, and the best of each kind
EASY = 5  # with so many hidden cards the risk of closing is counted at once
TRIALS = 2_000  # deals for an estimate of that risk


# --- the odds ---------------------------------------------------------------------------------------------------------
def find_moves(panel: Panel, view: Any) -> Any:
    """Every move of a view's player, the best first."""
    return panel.kept("moves", view, odds.moves)


def in_words(action: int) -> Message:
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


def show_moves(panel: Panel, view: Any) -> Markup:
    """The best moves with the total each leads to; moves that do equally well share a row."""
    moves = find_moves(panel, view)

    def alike(move: Any) -> tuple[Any, ...]:
        return move.expected, move.action.word, [str(note) for note in move.notes]

    # The first of equals is the one that the odds put first.
    groups = [list(group) for _alike, group in groupby(sorted(moves, key=alike), key=alike)]
    kinds = {group[0].action.word: group for group in reversed(groups)}
    listed = [group for k, group in enumerate(groups) if k < BEST or kinds[group[0].action.word] is group]
    rows = []
    for group in listed:
        said, more = in_words(group[0].action), len(group) - 1
        if more:
            said = plural("{move} or {n} like it", "{move} or {n} like it", more, move=said)
        if group[0].notes:
            said = _("{move} ({notes})", move=said, notes=both(group[0].notes))
        rows.append([said, tenths(group[0].expected), tenths(group[0].saves)])
    table = Table([_("move"), _("expected total"), _("saves")], rows)
    return Markup(table._repr_html_()) + panel.reasons("moves", _("Draw or take: the derivation"), moves.explain)


def advice(panel: Panel, view: Any) -> Text:
    """The best move one step ahead."""
    if not has_move(view):
        return ""
    best = find_moves(panel, view).best
    return _(
        "Best for {player}, one step ahead: {move}. It saves {points} points on average.",
        player=view.name, move=in_words(best.action), points=tenths(best.saves),
    )  # fmt: skip


def best_place(panel: Panel, view: Any) -> str | None:
    """The place of the best move, to be marked on the board."""
    best = find_moves(panel, view).best.action if has_move(view) else R.DRAW
    if not R.TAKE <= best < R.NEXT:
        return None
    return f"cell {view.me} {(best - R.TAKE) % R.CELLS % R.ROWS} {(best - R.TAKE) % R.CELLS // R.ROWS}"


def has_move(view: Any) -> bool:
    """Whether it is the player's move."""
    return bool(view.player == view.me)


def show_columns(panel: Panel, view: Any) -> Markup:
    """A bar a column, each with its exact chance."""
    return column_bars(panel, odds.columns(view, draws=panel["draws"], process=panel["process"]))


def column_bars(panel: Panel, answers: list[Any]) -> Markup:
    """The controls and the bars of some columns."""

    def name(c: int, answer: Any) -> Message:
        value = getattr(answer, "collect", None)
        if value is None or not 0 < answer.value < 1:
            return _("column {n}", n=c + 1)
        return _("column {n}: {value}s", n=c + 1, value=value)

    rows = [(c, name(c, answer), answer) for c, answer in enumerate(answers)]
    why = lambda c: _("Why? Column {n}", n=c + 1)  # noqa: E731
    return panel.bars("column", rows, _("Choose a column to see why."), why)


def show_total(panel: Panel, view: Any) -> Markup:
    """The law of the round total."""
    law = panel.kept("total", view, odds.total)
    low, high = law.quantile(0.05), law.quantile(0.95)
    told = _(
        "On average {mean} points if the grid were turned up now; 9 times in 10 it is {low} to {high}.",
        mean=tenths(law.mean()), low=low, high=high,
    )  # fmt: skip
    why = panel.reasons("total", _("Round total: the derivation"), law.explain)
    return tag("p", told) + law_html(law, low, high, told) + why


def show_closing(panel: Panel, view: Any) -> Markup | None:
    """The chances at the end of the round, exact or estimates with their interval."""
    if NOBODY in view.players:
        return None
    closing = panel.kept("closing", view, lambda view: odds.closing(view, n=TRIALS))
    note = _("As the cards lie, all turned up; the last turns of the others lower their scores.")
    why = panel.reasons("closing", _("Closing: the derivation"), closing.explain)
    return _chances(closing) + tag("p", note, class_="cl-note") + why


def _chances(closing: Any) -> Markup:
    if isinstance(closing, odds.Closing):
        return Markup(closing.table()._repr_html_())
    estimates = (closing.win, closing.tie, closing.lose, closing.doubled)
    rows = [
        [name, percentage(e.value), _("{low} to {high}", low=percentage(e.low), high=percentage(e.high))]
        for (name, *_rest), e in zip(closing.table().rows, estimates, strict=True)
    ]
    told = _(
        "Simulated, since so many cards are hidden: {n} deals, seed {seed}; the interval holds in {confidence}.",
        n=closing.win.n, seed=str(closing.win.seed), confidence=percentage(closing.win.confidence),
    )  # fmt: skip
    grid = Table([_("what happens"), _("chance"), _("interval")], rows)
    return Markup(grid._repr_html_()) + tag("p", told, class_="cl-note")


def is_hard(view: Any) -> bool:
    """Whether so many cards are hidden that the risk of closing takes a while."""
    hidden = sum(str(card)[0] == HIDDEN for grid in view.grids for row in grid for card in row)
    return hidden > EASY and NOBODY not in view.players


def title_of_moves(view: Any) -> Message:
    """The choice that is to be made."""
    return _("Draw or take?") if view.drawn is None else _("Keep or reject?")


WAYS = (_("draw only"), _("turn the hidden ones up"), _("draw, or else turn one up"))
CONTROLS = (
    draws(_("draws from the pile")),
    Control("process", _("how"), dict(zip(odds.PROCESSES, WAYS, strict=True)), odds.PROCESSES[0],
            _("There is no such way to complete a column.")),
)  # fmt: skip
MOVES = Part("moves", title_of_moves, show_moves, where=ASKED)
COLUMNS = Part("columns", _("Odds of completing a column"), show_columns, CONTROLS, rows="column")
TOTAL = Part("total", _("Round total"), show_total, where=ENTERED)
CLOSING = Part("closing", _("If this player closes now"), show_closing, where=ENTERED, slow=is_hard)


# --- entering cards ---------------------------------------------------------------------------------------------------
class GridSheet(Sheet):
    """What Skyjo and Skyjo Action share: grids that cards go into and come out of, and their discard pile."""

    kind = "skyjo"
    columns = R.COLUMNS
    play: tuple[str, ...] = VALUES

    def places(self, players: tuple[str, ...]) -> list[Place]:
        """The grids, the discard pile and the drawn card."""
        found = [
            Place(DISCARD, _("discard pile: the card on top"), _("Discard pile"), TOP, self.play),
            Place(DRAWN, _("drawn card"), _("Drawn card"), ONE, self.play),
        ]
        for p, player in enumerate(players):
            for r, c in product(range(R.ROWS), range(self.columns)):
                name = _("{player}, row {row}, column {column}", player=player, row=r + 1, column=c + 1)
                found.append(Place(f"cell {p} {r} {c}", name, "", CELL, self.play, p))
        return found

    def decks(self) -> tuple[Any, ...]:
        """SK-1."""
        return (skyjo.DECK,)

    def grid(self, table: Layout, p: int) -> str:
        """A grid in writing: "5 ? 0 4 / ..."."""
        return " / ".join(
            " ".join(table.cards(f"cell {p} {r} {c}")[0] for c in range(self.columns)) for r in range(R.ROWS)
        )

    def position(self, table: Layout) -> dict[str, Any]:
        """The grids; somebody whose cards are all gone has closed the round (SK-17)."""
        seats = range(len(table.players))
        gone = [p for p in seats if not set(self.grid(table, p)) - set(f"{GONE} /")]
        players = [*table.players]
        grids = [self.grid(table, p) for p in seats]
        while len(grids) < self.game.seats(self.rules)[0]:  # those who are not written down are face down
            players.append(NOBODY)
            grids.append(self.all_hidden())
        return {
            "players": players, "grids": grids, "player": table.seat, "closer": gone[0] if gone else None,
            "discard": list(table.cards(DISCARD)), "drawn": table.top(DRAWN),
        }  # fmt: skip

    def all_hidden(self) -> str:
        """A grid face down."""
        return " / ".join([" ".join([HIDDEN] * self.columns)] * R.ROWS)

    def seen(self, table: Layout, seat: int) -> Any:
        """What a player knows; a player without cards looks on while the next one plays."""
        position = self.position(table)
        cards = [p for p in range(len(position["grids"])) if set(position["grids"][p]) - set(f"{GONE} /")]
        if not cards:
            return None
        if seat not in cards:
            position |= {"player": cards[0], "closer": seat}
        return self.deal(position).view(seat)

    def nothing(self, view: Any) -> Text:
        """What is said instead of odds."""
        gone = view is None or all(card == GONE for row in view.grid for card in row)
        return _("All cards of this grid are cleared.") if gone else ""

    def lay(self, table: Layout, place: Place, card: str, following: bool) -> Laid:
        """A card on a place. Following the game, what comes of it is the engine's move."""
        key = place.key
        if key == DRAWN:
            return Laid(table.put(DRAWN, card), _("{card} is drawn.", card=card))
        if key == DISCARD:
            told = _("{card} lies on the discard pile.", card=card)
            if following and table.asked:  # the card that a move has turned up
                before, cell, word = table.asked
                return self._told(table, self.move(before, cell, word, card), told)
            return Laid(table.push(DISCARD, card), told)
        old = table.cards(key)[0]
        told = _("{place}: {card}.", place=place.name, card=FACES.get(card, card))
        if not following or card in FACES or old in (card, GONE):
            return Laid(table.put(key, card), told)
        if old != HIDDEN:
            told = _("{card} in place of {old}, which goes to the discard pile.", card=card, old=old)
            after = self.move(table.put(DRAWN, card), key, "keep")
        else:  # turned up: the card on the pile was rejected, or the pile is still to be entered
            rejected = table.pop(DISCARD).put(DRAWN, table.top(DISCARD) or "0")
            after = self.move(rejected, key, "reject", card)
            if not table.cards(DISCARD):
                after = after.without(DISCARD, 0)
        return self._told(table, after.put(DRAWN, *table.cards(DRAWN)), told)

    def _told(self, before: Layout, after: Layout, told: Text) -> Laid:
        """The move in words, with what it cleared."""
        gone = [sum(cards == (GONE,) for cards in table.places.values()) for table in (before, after)]
        return Laid(after, _("{told} A full line is cleared.", told=told) if gone[1] > gone[0] else told)

    def move(self, table: Layout, key: str, word: str, hidden: str = "") -> Layout:
        """The table after the engine's move with a place: "take", "keep" or "reject"; what lay hidden there, if it did.

        The others' cards have no part in it, so they lie face down: nobody closes, nothing is turned up.
        """
        _cell, p, r, c = key.split()
        before = table.put(key, HIDDEN + hidden) if hidden else table
        game = self.deal({
            "grids": [self.grid(before, int(p)), self.all_hidden()], "discard": list(table.cards(DISCARD)),
            "drawn": table.top(DRAWN) if word != "take" else None,
        }, may_reject_drawn=True, final_lap="all_others_once", no_progress_turns=None)  # fmt: skip
        view = game.play(f"{word} ({r},{c})").view(0)
        places = {f"cell {p} {r} {c}": (str(card),) for r, row in enumerate(view.grid) for c, card in enumerate(row)}
        return table.lay({**places, DISCARD: tuple(map(str, view.discard)), DRAWN: ()})

    def commands(self, table: Layout, place: Place, n: int | None) -> list[Command]:
        """Moves of the game, with one press."""
        key, top, drawn = place.key, table.top(DISCARD), table.top(DRAWN)
        if n is None and key == DISCARD and top:
            less = Laid(table.pop(key), _("{card} was taken away.", card=top))
            anew = Laid(table.put(key, top), _("All but the top card are unseen again."))
            return [
                Command("off", _("Take the top card away"), less),
                Command("shuffle", _("It was shuffled into the draw pile"), anew),
            ]
        if key == DRAWN and drawn:
            told = _("{card} lies on the discard pile. Now press the card that is turned up.", card=drawn)
            rejected = Laid(table.push(DISCARD, drawn).put(DRAWN), told)
            return [
                Command("reject", _("Reject it: to the discard pile"), rejected),
                Command("none", _("No card is drawn"), Laid(table.put(DRAWN), _("No card is drawn."))),
            ]
        if place.kind != CELL or table.cards(key)[0] == GONE or not (drawn or top):
            return []
        if drawn:
            return [Command("keep", _("Put the drawn {card} here", card=drawn), self._put(table, key, "keep", drawn))]
        return [Command("take", _("Put the discard {card} here", card=top), self._put(table, key, "take", str(top)))]

    def _put(self, table: Layout, key: str, word: str, card: str) -> Laid:
        """The drawn card or the top discard in a place; what lay hidden there is asked for."""
        old = table.cards(key)[0]
        if old == HIDDEN:
            shown = table.pop(DRAWN if word == "keep" else DISCARD).put(key, card)
            told = _("{card} is placed. Now enter the card that lay there: it goes to the discard pile.", card=card)
            return Laid(shown.ask(table, key, word), told, DISCARD)
        told = _("{card} in place of {old}, which goes to the discard pile.", card=card, old=old)
        return self._told(table, self.move(table, key, word), told)

    def score(self, table: Layout, p: int) -> Text | None:
        """What lies open and how much is hidden."""
        cards = [table.cards(place.key)[0] for place in self.of(p) if place.kind == CELL]
        points = sum(int(card) for card in cards if card in VALUES)
        n = cards.count(HIDDEN)
        return plural("{points} open, {n} hidden", "{points} open, {n} hidden", n, points=points)


ODDS = Odds((MOVES, COLUMNS, TOTAL, CLOSING), _("best moves"), advice, best_place, GridSheet)
