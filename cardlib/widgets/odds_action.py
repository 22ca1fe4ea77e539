"""Skyjo Action beside the table: lines with stars, the next cards, what action cards are worth; and entering them."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from ..engine.board import Text
from ..explain import Table
from ..html import Markup, tag
from ..skyjo_action import ACTION_DECK, DECK, KINDS, odds
from ..skyjo_action import table as T
from ..skyjo_action.notation import action_deck, play_deck, read_kind, write_card
from ..text import Error, _, percentage, plural
from .odds_skyjo import DISCARD, VALUES, GridSheet, has_move
from .panels import ASKED, ENTERED, Odds, Panel, Part, draws, tenths
from .parts import folded, scrolled
from .sheet import CELL, FACES, GONE, ROW, TOP, Command, Laid, Layout, Place

STAR = "*"
MARKET, HEAP = "market", "action discard"
PURPOSES = {  # what an action card does (SA-13), in a sentence for the one who plays it
    "remove": _("From each other player you remove one card; the player draws another one for it."),
    "swap": _("Two of your own cards change places."),
    "extra turns": _("You have two turns in a row, at once."),
    "draw three": _("You see three cards, keep one or none, and discard the others in any order."),
    "look": _("You look at the hidden cards of a row or column; only you learn them."),
    "defence": _("It protects you once, by itself, against an attack. Played, it gives an extra turn."),
    "play again": _("You take a discarded action card and play it at once."),
    "steal": _("You take an action card of another player and play it at once."),
    "swap with players": _("You exchange one card with two players each, or two cards with one player."),
}


# --- the odds ---------------------------------------------------------------------------------------------------------
def show_lines(panel: Panel, view: Any) -> Markup:
    """A bar a line that can be removed, and what it is best completed with."""
    grid, rules = view.grid, view.rules
    names = {f"column {c}": _("column {n}", n=c + 1) for c in range(len(grid[0]))}
    names = names if rules.column_clear == "mandatory" else {}
    names |= {f"row {r}": _("row {n}", n=r + 1) for r in range(len(grid))} if rules.row_clear else {}
    rows: list[tuple[Any, Text, Any]] = []
    for line, name in names.items():
        word, n = line.split()
        if GONE in (grid.column(int(n)) if word == "column" else grid[int(n)]):
            rows.append((line, name, _("shortened")))
            continue
        answer = odds.complete_line(view, line, min(panel["draws"], view.draw_count))
        value = answer.collect
        said = _("{line}: any value", line=name) if value is None else _("{line}: {value}s", line=name, value=value)
        rows.append((line, said, answer))
    stars = _("Stars count as jokers; a star brings an action card (SA-10). Choose a line to see why.")
    caption = _("Choose a line to see why.") if rules.variant == "numbers" else stars
    return panel.bars("line", rows, caption, lambda _line: _("This line: the derivation"))


def show_chances(panel: Panel, view: Any) -> Markup | None:
    """A star from the draw pile, and the next action card by kind."""
    rows: list[tuple[Any, Text, Any]] = []
    if view.unseen[STAR] and panel["draws"] <= view.draw_count:
        name = plural("a star in {n} card", "a star in {n} cards", panel["draws"])
        rows.append((STAR, name, view.unseen.at_least(1, of=STAR, draws=panel["draws"])))
    if view.action_draw_count:
        unseen = view.unseen_actions
        rows += [(kind, _("{kind}", kind=kind), unseen.at_least(1, of=kind, draws=1)) for kind in sorted(unseen.counts)]
    if not rows:
        return None
    names = {key: name for key, name, _answer in rows}
    caption = _("A star from the draw pile; one card from the action pile. Choose a card to see why.")
    return panel.bars("card", rows, caption, lambda card: _("Why? {card}", card=names[card]))


def show_purposes(_panel: Panel, view: Any) -> Markup | None:
    """What the action cards of this game do."""
    if not view.rules.variant.startswith(("full", "single")):
        return None
    said = [tag("li", tag("strong", kind), ": ", purpose) for kind, purpose in PURPOSES.items()]
    return folded(_("What the action cards do"), "purposes", tag("ul", said))


def find_moves(panel: Panel, view: Any) -> list[tuple[Text, Fraction]]:
    """The moves with play cards and what they save, the best first."""
    return panel.kept("moves", view, _find_moves)


def _find_moves(view: Any) -> list[tuple[Text, Fraction]]:
    now = odds.situation(view)

    def at(what: Text, cell: int) -> Text:
        return _("{move}: row {row}, column {column}", move=what, row=cell % T.ROWS + 1, column=cell // T.ROWS + 1)

    found: list[tuple[Text, Fraction]] = []
    if not now.places or not now.unseen.total:
        return found
    if now.drawn is not None:
        best = {use.what: use for use in reversed(now.uses([now.drawn], out=(), reject=now.may_reject))}
        words = {"keep": _("keep it"), "turn up": _("reject it, turn up")}
        found = [(at(words[what], use.cell), now.now - use.after) for what, use in best.items()]
    else:
        found = [(_("draw a card"), now.now - now.draw)]
        if now.top is not None:
            use = now.take(now.top)
            found.append((at(_("take the discard"), use.cell), now.now - use.after))
    return sorted(found, key=lambda option: -option[1])


def advice(panel: Panel, view: Any) -> Text:
    """The best move with play cards."""
    found = find_moves(panel, view) if has_move(view) else []
    if not found:
        return ""
    return _("Best for {player} with play cards, one step ahead: {move}. It saves {points} points on average.",
             player=view.name, move=found[0][0], points=tenths(found[0][1]))  # fmt: skip


def show_moves(panel: Panel, view: Any) -> Markup:
    """Draw or take, keep or reject."""
    if not has_move(view):
        return tag("p", _("It is not the turn of {player}.", player=view.name))
    rows = [[move, tenths(saves)] for move, saves in find_moves(panel, view)]
    about = _("Counted line by line, since too many hidden cards lie in lines that cross: the numbers are about right.")
    note = tag("p", about, class_="cl-note") if odds.situation(view).rough else Markup("")
    return (
        Markup(Table([_("move"), _("saves")], rows)._repr_html_())
        + note
        + panel.reasons("moves", _("Draw or take: the derivation"), lambda: odds.worth_of_draw(view).explain())
    )


def show_worth(panel: Panel, view: Any) -> Markup | None:
    """What each action card saves one step ahead, against the 10 points it costs in the end (SA-6)."""
    if view.rules.variant in ("stars", "numbers"):
        return None
    worths, left = panel.kept("worth", view, odds.action_card), view.unseen_actions
    rows = []
    for worth in sorted(worths.values(), key=lambda worth: (-worth.saves, KINDS.index(worth.kind))):
        where = _("{kind} (open or held)", kind=worth.kind) if worth.where else worth.kind
        chance = percentage(Fraction(left[worth.kind], left.total)) if left.total else _("none left")
        rows.append([where, worth.use, tenths(worth.saves), chance])
    grid = Table([_("action card"), _("best use"), _("saves (points)"), _("next of the pile")], rows)
    note = _("One step ahead, for the own grid. A card still held at the end costs 10 points: play it or discard it.")
    return scrolled(_("What an action card is worth"), grid._repr_html_()) + tag("p", note, class_="cl-note")


def is_hard(view: Any) -> bool:
    """Whether cards of the grid are hidden: then what a Look is worth takes a while."""
    return view.rules.variant == "full" and any(str(card)[0] == "?" for row in view.grid for card in row)


# --- entering cards ---------------------------------------------------------------------------------------------------
class ActionSheet(GridSheet):
    """Grids with stars, and the action cards that lie open, are discarded or held."""

    kind = "skyjo_action"

    def __init__(self, rules: Any = None) -> None:
        super().__init__(rules)
        if self.rules.variant == "single_pile":
            raise Error("The companion knows the two-pile game; with one pile the odds would be others.")
        self.columns = 3 if self.rules.nine_cards else T.COLUMNS  # SA-16
        self.play = VALUES if self.rules.variant == "numbers" else (*VALUES, STAR)
        self.kinds = [KINDS[kind] for kind, n in action_deck(self.rules).items() if n]

    def places(self, players: tuple[str, ...]) -> list[Place]:
        """Skyjo's, and those for action cards."""
        found = super().places(players)
        if self.kinds:
            found[2:2] = [
                Place(MARKET, _("action cards that lie open"), _("Action cards, open"), ROW, self.kinds, most=T.SHOWN),
                Place(HEAP, _("action cards discarded"), _("Action discard pile"), TOP, self.kinds),
            ]
            found += [Place(f"held {p}", _("{player}: action cards held", player=name), _("Held"), ROW, self.kinds, p)
                      for p, name in enumerate(players)]  # fmt: skip
        return found

    def decks(self) -> tuple[Any, ...]:
        """SA-1, SA-16."""
        play = {write_card(card): n for card, n in play_deck(self.rules).items() if n}
        return type(DECK)(play), type(ACTION_DECK)({kind: ACTION_DECK[kind] for kind in self.kinds})

    def read(self, place: Place, text: str) -> str:
        """Action cards by name, or "A1" to "A9"."""
        return super().read(place, KINDS[read_kind(text)] if place.allowed is self.kinds else text)

    def position(self, table: Layout) -> dict[str, Any]:
        """Skyjo's, and the action cards."""
        found = super().position(table)
        if self.kinds:
            seats = range(len(found["players"]))
            found["held"] = [list(table.places.get(f"held {p}", ())) for p in seats]
            found |= {"market": list(table.cards(MARKET)), "action_discard": list(table.cards(HEAP))}
        return found

    def lay(self, table: Layout, place: Place, card: str, following: bool) -> Laid:
        """An action card on its place, or a play card as in Skyjo."""
        if place.allowed is self.kinds:
            return Laid(table.push(place.key, card), _("{place}: {card}.", place=place.name, card=card))
        return super().lay(table, place, card, following)

    def note(self, table: Layout, place: Place) -> Text | None:
        """What the action cards held cost (SA-6)."""
        n = len(table.cards(place.key)) if place.key.startswith("held ") else 0
        return plural("{points} points if kept", "{points} points if kept", n, points=10 * n) if n else None

    def commands(self, table: Layout, place: Place, n: int | None) -> list[Command]:
        """Moves of the game, with one press."""
        key, cards = place.key, table.cards(place.key)
        if place.allowed is not self.kinds:
            lines = self._jokers(table, key) if place.kind == CELL and cards[0] not in FACES else []
            return super().commands(table, place, n) + lines
        if n is None:
            anew = Laid(table.put(HEAP), _("These cards are unseen again."))
            return (
                [Command("shuffle", _("They were shuffled into the draw pile"), anew)] if key == HEAP and cards else []
            )
        if key == HEAP:
            return []
        card, left = cards[n], table.without(key, n)
        spent = Laid(left.push(HEAP, card), _("{card} is discarded.", card=card), key)
        if key != MARKET:
            return [Command("spent", _("It is played or discarded"), spent)]
        player = table.players[table.seat]
        told = _("{player} takes {card}. Now enter the action card that fills the row up.", player=player, card=card)
        taken = Laid(left.push(f"held {table.seat}", card), told, MARKET)
        return [
            Command("taken", _("{player} takes it", player=player), taken),
            Command("spent", _("It was discarded"), spent),
        ]

    def _jokers(self, table: Layout, key: str) -> list[Command]:
        """SA-11: the lines through a place that its owner may have removed with stars, as the engine removes them."""
        _cell, p, r, c = key.split()
        found = []
        for line in range(T.LINES):
            state = self.deal({"grids": [self.grid(table, int(p)), self.all_hidden()]}).state
            state.touched[0], before = T.whole_grid(state), state.discard_n
            if T.line_cells(state, line) >> T.ROWS * int(c) + int(r) & 1 and T.may_declare(state, 0, line):
                T.declare(state, 0, line)
                T.remove_lines(state, 0)
                cards = [str(write_card(card)) for card in state.discard[before : state.discard_n]]
                gone = {f"cell {p} {r} {c}": (GONE,) for r, c in product(range(T.ROWS), range(self.columns))
                        if not state.there[0] >> T.ROWS * c + r & 1}  # fmt: skip
                said = _("Remove this column") if line < T.COLUMNS else _("Remove this row")
                laid = Laid(table.push(DISCARD, *cards).lay(gone), _("The line is removed."))
                found.append(Command(f"line {line}", said, laid))
        return found


DRAWS = (draws(_("draws from the pile")),)
ODDS = Odds(
    (
        Part("moves", _("Draw or take?"), show_moves, where=ASKED),
        Part("lines", _("Completing a line"), show_lines, DRAWS, "line"),
        Part("next", _("Odds of the next cards"), show_chances, rows="card"),
        Part("worth", _("What an action card is worth"), show_worth, where=ENTERED, slow=is_hard),
        Part("purposes", "", show_purposes),
    ), _("best moves"), advice, sheet=ActionSheet,
)  # fmt: skip
