"""What a player at the table knows: a view, made by the same code as a game's view, whatever is typed.

Skyjo and Skyjo Action share this; a `Reader` says how cards of the game are read. Every card named in a question is
seen; unseen cards that are given are taken as they stand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import CodeType, ModuleType
from typing import Any

from ...deck import Deck
from ...engine import grid as written
from ...engine.game import Game as AnyGame
from ...engine.options import Options
from ...text import Error, Message, _, both, plural, render
from .. import game as skyjo
from .. import rules as R
from ..game import View

HIDDEN, GONE = "?", "."  # as in written grids
Cells = tuple[Any, ...]  # the cards of a grid, numbered down the columns; HIDDEN, GONE, and "?5" for one looked at


@dataclass(frozen=True)
class Reader:
    """How the cards and grids of a game are read.

    code, write: a card as the rules count it, from what people write, and back; rule: what the deck holds
    deck: the whole deck, as people write it; removed: the places that a card face up in a place must clear (as a mask)
    options: the rule options that the odds know; those that `lines` read (functions of the rules) are known, too
    looks: whether "?5" is a hidden card that the player has looked at (A5); otherwise it is as unknown as "?"
    """

    game: type[skyjo.Game]
    code: Callable[[Any, Options], int]
    write: Callable[[int], Any]
    deck: Callable[[Options], Deck]
    removed: Callable[[Any, int, int], int]
    rule: str
    options: frozenset[str]
    looks: bool = False
    lines: tuple[str, ...] = ("cleared_by", "lines")

    def rules(self, rules: Options | None) -> Options:
        """The rules given, or the game's own; ValueError for what is none, or has an option that the odds do not know.

        A new option about the lines that are cleared needs nothing here: the odds ask the rules for the lines.
        """
        rules = self.game.OPTIONS() if rules is None else rules
        if type(rules) is not self.game.OPTIONS:
            if self is SKYJO:
                raise Error("rules= is Rules() or Rules.club(), perhaps with options, not {rules}.", rules=repr(rules))
            raise Error("rules is {rules}; it must be {game}.Rules(...)", rules=repr(rules), game=self.game.KIND)
        for name in rules.changed().keys() - set(self.options):
            asked = [getattr(self.game.RULES, function, None) for function in self.lines]
            if not any(function and _reads(function, name) for function in asked):
                raise Error("The odds do not know the rule option {name}.", name=name)
        return rules

    def read(self, card: Any, rules: Options) -> Any:
        """A card as people write it; ValueError for what is none."""
        return self.write(self.code(card, rules))

    def columns(self, rules: Options) -> int:
        """How wide a grid is."""
        return R.COLUMNS - bool(getattr(rules, "nine_cards", False))

    def cards(self, cards: Any, rules: Options) -> Deck:
        """Cards as a Deck: from a Deck, a mapping card -> how many, or the cards one by one (as text: "5 * 12")."""
        if isinstance(cards, Mapping | Deck):
            counts: dict[Any, int] = {}
            for card, count in Deck(cards).items():  # refuses counts that are none
                counts[self.read(card, rules)] = counts.get(self.read(card, rules), 0) + count
            return Deck(counts)
        if isinstance(cards, str):
            cards = cards.split()
        return Deck([self.read(card, rules) for card in (cards if isinstance(cards, Iterable) else [cards])])

    def unseen(self, open_cards: Deck, unseen: Any, seen: Any, rules: Options) -> tuple[Deck, Deck]:
        """The unseen cards, from one of `unseen` and `seen`, checked against what lies open and the deck; the others.

        The others are the cards that are neither open in the question nor unseen: seen elsewhere.
        """
        if unseen is not None and seen is not None:
            raise Error("Give the unseen cards or the cards seen elsewhere, not both.")
        deck = self.deck(rules)
        given = self.cards(() if unseen is None and seen is None else seen if unseen is None else unseen, rules)
        for card in (given + open_cards).counts:
            here, there = open_cards[card], given[card]
            if here + there <= deck[card]:
                continue
            if unseen is None:
                reason = _("{there} cards {value} seen elsewhere and {here} here", there=there, value=card, here=here)
            else:
                reason = _(
                    "{there} cards {value} unseen while {here} lie open here", there=there, value=card, here=here
                )
            raise Error(
                "{reason}: that cannot be, the deck has {count} of them ({rule}).",
                reason=reason, count=deck[card], rule=self.rule,
            )  # fmt: skip
        rest = deck - given - open_cards if given else deck - open_cards
        return (given, rest) if unseen is not None else (rest, given)


SKYJO = Reader(
    skyjo.Game, lambda card, rules: skyjo.read_card(card), int, lambda rules: skyjo.DECK,
    lambda state, p, place: R.cleared_by(state, p, place, state.card[p][place]), "SK-1",
    frozenset({
        "next_starter", "may_reject_drawn", "column_clear", "row_clear", "final_lap", "clear_at_final_reveal",
        "penalty_on_tie", "penalty_only_positive", "penalty_multiplier", "end_at", "end_inclusive", "no_progress_turns",
    }),
)  # fmt: skip


def _reads(function: Any, name: str) -> bool:
    """Whether a function of the rules, or one that it calls, reads an option."""
    code: CodeType = function.__code__
    called = [function.__globals__.get(word) for word in code.co_names]
    modules = [module for module in called if isinstance(module, ModuleType)]
    called += [getattr(module, word, None) for module in modules for word in code.co_names]
    own = [other for other in called if hasattr(other, "__code__") and other is not function]
    return name in code.co_names or any(_reads(other, name) for other in own)


@dataclass(frozen=True)
class Known:
    """What is known when a question is asked.

    view: what the player sees, of a game or made from what was typed
    me: the seat asked about; unseen: the cards that lie where they cannot be seen (play cards only)
    top, drawn: the top discard and the card just drawn, if there are any; names: of all players, where they are known
    """

    reader: Reader
    view: View
    me: int
    unseen: Deck
    top: Any = None
    drawn: Any = None
    names: tuple[str, ...] = ()
    alone: bool = False  # one grid was typed; the view has a second, empty one

    @property
    def rules(self) -> Options:
        """The rule options."""
        return self.view.rules

    @cached_property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """The lines that the rules clear, each as its places."""
        found: tuple[tuple[int, ...], ...] = self.reader.game.RULES.lines(self.rules)
        return found

    @property
    def typed(self) -> bool:
        """Whether the question was typed, so that there are no piles and it is nobody's turn."""
        return not self.names

    @cached_property
    def grids(self) -> tuple[Cells, ...]:
        """Every grid as its cells. An action card in one (SA-16) gives way to an unseen card: its place is hidden."""
        return tuple(
            tuple(HIDDEN if is_action(card) else card for column in grid.columns for card in column)
            for grid in self.view.grids[: len(self.view.players) - self.alone]
        )

    @property
    def cells(self) -> Cells:
        """The grid asked about."""
        return self.grids[self.me]

    def hidden(self, seat: int) -> int:
        """How many cards of a grid are hidden."""
        return self.grids[seat].count(HIDDEN)

    def points(self, seat: int) -> int:
        """What the face-up cards of a grid add up to."""
        return sum(card for card in self.grids[seat] if isinstance(card, int))

    @property
    def first(self) -> tuple[Any, bool]:
        """The card that the player asked about can place without drawing: (card, whether it is the top discard).

        That is the card just drawn, or else the top discard when it is the viewer's turn; otherwise (None, False).
        """
        if not self.typed and (self.me != self.view.me or self.view.player != self.view.me):
            return None, False
        if self.drawn is not None:
            return self.drawn, False
        return (self.top, True) if self.typed or self.view.phase == "turn" else (None, False)

    def check_draws(self, draws: Any, hidden: int | None = None) -> int:
        """The number of draws, from 0 to what the draw pile has; without piles, to what `hidden` cards leave unseen."""
        if type(draws) is not int or draws < 0:
            raise Error("The number of draws is 0, 1, 2, ..., not {draws}.", draws=repr(draws))
        if self.typed:
            most = self.unseen.total - (self.hidden(self.me) if hidden is None else hidden)
            where = plural(
                "beside the hidden cards only {n} card is unseen.",
                "beside the hidden cards only {n} cards are unseen.", most,
            )  # fmt: skip
        else:
            most = min(self.view.draw_count, self.unseen.total)
            where = plural(
                "the draw pile has {n} card. After that the discard pile is shuffled anew (SK-26).",
                "the draw pile has {n} cards. After that the discard pile is shuffled anew (SK-26).", most,
            )  # fmt: skip
        if draws > most:
            raise Error("{draws} draws are too many: {where}", draws=draws, where=where)
        return draws


# --- a line of a grid -------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Line:
    """A line of a grid: its places, their cards, and how many equal cards complete it (by the rules)."""

    places: tuple[int, ...]
    cells: tuple[Any, ...]
    need: int

    @cached_property
    def up(self) -> list[Any]:
        """The face-up cards."""
        return [card for card in self.cells if card not in (HIDDEN, GONE)]

    @cached_property
    def hidden(self) -> int:
        """How many places are face down."""
        return self.cells.count(HIDDEN)

    @cached_property
    def is_broken(self) -> bool:
        """Whether so many places are cleared that it can never be complete."""
        return self.need > len(self.cells) - self.cells.count(GONE)

    @property
    def is_cleared(self) -> bool:
        """No card is left."""
        return set(self.cells) == {GONE}

    @property
    def is_complete(self) -> bool:
        """So many equal face-up cards that it counts."""
        return bool(self.up) and max(Counter(self.up).values()) >= self.need

    @property
    def written(self) -> str:
        """The line in writing, face-up cards first: "5 5 ?"."""
        return " ".join([*map(render, self.up), *[c for c in (HIDDEN, GONE) for other in self.cells if other == c]])


def line_of(known: Known, places: Sequence[int]) -> Line:
    """A line of the grid asked about; how many equal cards complete it is asked of the rules.

    Where the rules clear no columns, so many as otherwise do.
    """
    cells = tuple(HIDDEN if str(known.cells[place])[0] == HIDDEN else known.cells[place] for place in places)
    there = {place for place, card in zip(places, cells, strict=True) if card != GONE}
    lines = [some for some in known.lines if set(some) <= set(places)]
    if not lines:
        rules = known.rules.replace(column_clear="mandatory")
        lines = [some for some in known.reader.game.RULES.lines(rules) if set(some) <= set(places)]
    possible = [len(some) for some in lines if set(some) <= there]
    return Line(tuple(places), cells, min(possible, default=len(places)))


# --- reading ----------------------------------------------------------------------------------------------------------
def known(
    source: Any, player: int | str | None = None, unseen: Any = None, seen: Any = None, rules: Options | None = None,
    top: Any = None, drawn: Any = None, reader: Reader = SKYJO,
) -> Known:  # fmt: skip
    """What is known, from a view, or from one or more written grids with what else was typed.

    player: the seat asked about (or a name, with a view); default the viewer, or the first grid
    unseen, seen: without a view, the unseen cards, or those seen outside the grids
    top, drawn: without a view, the top discard and the card just drawn, which are thereby seen
    """
    refuse_game(source)
    if isinstance(source, View):
        if type(source) is not reader.game.VIEW:
            raise Error("This is a view of another game; it must be one of {game}.", game=reader.game.KIND)
        if any(given is not None for given in (unseen, seen, rules, top, drawn)):
            raise Error("A view knows its cards and rules; the other arguments go without a view.")
        reader.rules(source.rules)
        cards = Deck({card: n for card, n in source.unseen.items() if card != "action"})  # SA-16: set aside at once
        pile, at_hand = source.discard_top, None if is_action(source.drawn) else source.drawn
        return Known(reader, source, _seat(source, player), cards, pile, at_hand, source.players)
    rules = reader.rules(rules)
    one = isinstance(source, str | written.Grid) or not isinstance(source, Iterable)
    grids = [source] if one else list(source)
    if len(grids) > R.SEATS:
        raise Error("At most {most} players play, so give at most {most} grids.", most=R.SEATS)
    seat = 0 if player is None else player
    if type(seat) is not int or not 0 <= seat < len(grids):
        raise Error("player= is the number of a grid, 0 to {last}.", last=len(grids) - 1)
    top, drawn = (None if card is None or card is False else reader.read(card, rules) for card in (top, drawn))
    cells = [
        written.read_grid(grid, R.ROWS, reader.columns(rules), lambda card: reader.read(card, rules)) for grid in grids
    ]
    open_cards = [card for grid in cells for face, card in grid if _is_seen(face, card, reader)]
    named = Deck([*open_cards, *(card for card in (top, drawn) if card is not None)])
    left, elsewhere = reader.unseen(named, unseen, seen, rules)
    hidden = sum(not _is_seen(face, card, reader) and face != written.GONE for grid in cells for face, card in grid)
    if hidden > left.total:
        reason = plural("There cannot be {n} hidden card", "There cannot be {n} hidden cards", hidden)
        raise Error("{reason}: so few cards are unseen: {left}.", reason=reason, left=left.total)
    aside = [*elsewhere, *([] if top is None else [top])]
    return Known(reader, _view(reader, cells, aside, drawn, rules), seat, left, top, drawn, alone=len(grids) == 1)


def refuse_game(source: Any) -> None:
    """ValueError for a game in place of a view: it knows the hidden cards, and nobody at the table does."""
    if isinstance(source, AnyGame):
        raise Error("A game knows every card. Give what one player sees: game.view(player).")


def _is_seen(face: str, card: Any, reader: Reader) -> bool:
    """Whether a card of a written grid is known: it lies face up, or was looked at."""
    return face == written.UP or (reader.looks and not (card is None or is_action(card)))


def is_action(card: Any) -> bool:
    """SA-16: an action card among the play cards of the one pile ("A5", or "?A5" when it was looked at)."""
    return isinstance(card, str) and "A" in card


def _view(reader: Reader, grids: list[list[tuple[str, Any]]], aside: list[Any], drawn: Any, rules: Options) -> View:
    """The view of a player who sees these grids and these cards elsewhere."""
    shown, looked = [], []
    for p, cells in enumerate(grids):
        row = [written_cell(face, card if _is_seen(face, card, reader) else None) for face, card in cells]
        shown.append(str(written.shown(row, R.ROWS)))
        looked += [
            f"{p} {written.write_cell(c, R.ROWS)}" for c, card in enumerate(row) if len(card) > 1 and card[0] == HIDDEN
        ]
    player, closer = 0, None
    if len(shown) == 1:  # a game has two players: the other one has no cards
        other = [[GONE] * reader.columns(rules) for _row in range(R.ROWS)]
        closer = 1
        if set(shown[0]) <= set(GONE + " /"):
            other[0][0], player, closer = str(next(iter(reader.deck(rules)))), 1, 0
            aside = aside[1:]
        shown.append(" / ".join(map(" ".join, other)))
    more: dict[str, Any] = {"known": [looked, *[[] for _grid in shown[1:]]]} if looked else {}
    game = reader.game.from_position(
        shown, discard=aside, drawn=drawn, rules=rules, seed=0, player=player, closer=closer, **more
    )
    return game.view(0)


def written_cell(face: str, card: Any) -> str:
    """A cell as grids write it."""
    if face == written.GONE:
        return GONE
    return ("" if face == written.UP else HIDDEN) + ("" if card is None else str(card))


def _seat(view: View, player: int | str | None) -> int:
    """A seat of the view from a seat number or a name; the viewer's own for None."""
    if player is None:
        return view.me
    if isinstance(player, str) and player in view.players:
        return view.players.index(player)
    if type(player) is int and 0 <= player < len(view.players):
        return player
    known = both(view.players)
    raise Error("There is no player {player}; the players are {players}.", player=repr(player), players=known)


def unseen_in_words(unseen: Deck) -> Message:
    """How many cards are unseen, and where they are."""
    return plural(
        "{n} card is unseen: it lies hidden in a grid or in the draw pile.",
        "{n} cards are unseen: they lie hidden in the grids or in the draw pile.",
        unseen.total,
    )
