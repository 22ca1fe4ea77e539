"""What a player at the table knows: columns, grids and the cards that are unseen, read from a view or from words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...deck import Deck
from ...engine import grid as written
from ...engine.game import Game
from ...engine.options import Options
from ...text import Error, Message, _, both, plural, render
from .. import rules as R
from ..game import DECK, Rules, View, read_card

HIDDEN, GONE = "?", "."  # as in written grids


@dataclass(frozen=True)
class Column:
    """A column of a grid: the face-up cards, and how many places are face down or cleared."""

    up: tuple[int, ...]
    hidden: int = 0
    gone: int = 0

    @property
    def is_complete(self) -> bool:
        """Three equal face-up cards."""
        return len(self.up) == R.ROWS and len(set(self.up)) == 1

    @property
    def is_cleared(self) -> bool:
        """No card is left."""
        return self.gone == R.ROWS

    @property
    def cells(self) -> str:
        """The column in writing: "5 5 ?"."""
        return " ".join([*map(render, self.up), *[HIDDEN] * self.hidden, *[GONE] * self.gone])

    @property
    def message(self) -> Message:
        """What can be seen of the column, in words."""
        if self.is_cleared:
            return _("The column has been cleared.")
        if self.gone:
            return _("Column {column} has a cleared place and cannot be completed any more.", column=self.cells)
        if not self.up:
            return _("All cards of the column are hidden.")
        if not self.hidden:
            return _("The column shows {cards}.", cards=both(self.up))
        return plural(
            "The column shows {cards}; {n} card is hidden.",
            "The column shows {cards}; {n} cards are hidden.",
            self.hidden,
            cards=both(self.up),
        )


def read_column(cells: Any) -> Column:
    """A column from its three cells: values from -2 to 12 (numbers or text), "?" hidden, "." cleared."""
    how = _('A column is three cells, each a card from −2 to 12 or "?" for a hidden card, such as ["5", "5", "?"].')
    if isinstance(cells, str):
        cells = cells.replace("/", " ").split()
    if not isinstance(cells, Iterable) or isinstance(cells, Mapping):
        raise Error(how)
    cells = list(cells)
    if len(cells) != R.ROWS:
        raise Error("There are {n} cells here. {how}", n=len(cells), how=how)
    marks = [cell for cell in cells if isinstance(cell, str) and cell in (HIDDEN, GONE)]
    try:
        up = tuple(read_card(cell) for cell in cells if not (isinstance(cell, str) and cell in (HIDDEN, GONE)))
    except ValueError as error:
        raise Error("{error}. {how}", error=str(error), how=how) from error
    return Column(up, marks.count(HIDDEN), marks.count(GONE))


def read_cards(cards: Any) -> Deck:
    """Cards as a Deck: from a Deck, a mapping card -> how many, or the cards one by one (also as text: "5 5 12")."""
    if isinstance(cards, Mapping | Deck):
        counts: dict[int, int] = {}
        for card, count in cards.items():
            counts[read_card(card)] = counts.get(read_card(card), 0) + count
        return Deck(counts)
    if isinstance(cards, str):
        cards = cards.split()
    return Deck([read_card(card) for card in cards]) if isinstance(cards, Iterable) else Deck([read_card(cards)])


def unseen_cards(open_cards: Sequence[int], hidden: int, unseen: Any = None, seen: Any = None) -> Deck:
    """The unseen cards, from one of `unseen` and `seen`, checked against the cards that lie open and the deck (SK-1).

    open_cards: those in the question itself. hidden: how many unseen cards must be there at least.
    """
    if unseen is not None and seen is not None:
        raise Error("Give the unseen cards or the cards seen elsewhere, not both.")
    elsewhere = Deck() if seen is None else read_cards(seen)
    left = DECK if unseen is None else read_cards(unseen)
    for value, count in DECK.items():
        here = open_cards.count(value)
        there = elsewhere[value] if unseen is None else left[value]
        if here + there <= count:
            continue
        if unseen is None:
            reason = _("{there} cards {value} seen elsewhere and {here} here", there=there, value=value, here=here)
        else:
            reason = _("{there} cards {value} unseen while {here} lie open here", there=there, value=value, here=here)
        raise Error("{reason}: that cannot be, the deck has {count} of them (SK-1).", reason=reason, count=count)
    if unseen is None:
        left = DECK - elsewhere - list(open_cards)
    if hidden > left.total:
        reason = plural("There cannot be {n} hidden card", "There cannot be {n} hidden cards", hidden)
        raise Error("{reason}: so few cards are unseen: {left}.", reason=reason, left=left.total)
    return left


def check_draws(draws: Any, most: int, where: Message) -> int:
    """The number of draws, 0 to `most`; ValueError says where that limit comes from."""
    if type(draws) is not int or draws < 0:
        raise Error("The number of draws is 0, 1, 2, ..., not {draws}.", draws=repr(draws))
    if draws > most:
        raise Error("{draws} draws are too many: {where}", draws=draws, where=where)
    return draws


def pile_limit(view: View) -> Message:
    """Why a view allows no more draws than its draw pile has."""
    return plural(
        "the draw pile has {n} card. After that the discard pile is shuffled anew (SK-26).",
        "the draw pile has {n} cards. After that the discard pile is shuffled anew (SK-26).",
        view.draw_count,
    )


def unseen_limit(most: int) -> Message:
    """Why no more can be drawn than is unseen beside the hidden cards."""
    return plural(
        "beside the hidden cards only {n} card is unseen.", "beside the hidden cards only {n} cards are unseen.", most
    )


def check_column(column: Any) -> int:
    """The index of a column, 0 to 3."""
    if type(column) is not int or not 0 <= column < R.COLUMNS:
        raise Error(
            "Say which column is meant: column= 0, 1, 2 or 3, from the left, not {column}.", column=repr(column)
        )
    return column


def read_grid(grid: Any) -> tuple[Any, ...]:
    """The 12 cells of a grid, numbered down the columns: values, "?" and "."; from a view's grid or a written one.

    What is face down counts as unknown, also where a dealer has written its value ("?5").
    """
    cells = written.read_grid(grid, R.ROWS, R.COLUMNS, read_card)
    marks = {written.DOWN: HIDDEN, written.GONE: GONE}
    return tuple(marks.get(face, card) for face, card in cells)


def read_columns(grid: Any) -> list[Column]:
    """The columns of a grid: a written grid ("? 9 0 4 / ..."), a view's grid, or a list of columns."""
    if isinstance(grid, str | written.Grid):
        cells = read_grid(grid)
        return [read_column(cells[first : first + R.ROWS]) for first in range(0, R.CELLS, R.ROWS)]
    if not isinstance(grid, Iterable):
        raise Error("Give a view, a written grid, or a list of columns.")
    columns = [read_column(column) for column in grid]
    if not 1 <= len(columns) <= R.COLUMNS:
        raise Error("A grid has 1 to 4 columns, not {n}.", n=len(columns))
    return columns


@dataclass(frozen=True)
class Scene:
    """Grids in seat order, the unseen cards and the rules: what is known when grids are turned up."""

    grids: tuple[tuple[Any, ...], ...]
    unseen: Deck
    rules: Options
    me: int  # the seat asked about
    names: tuple[str, ...] = ()  # of all players, where they are known

    def hidden(self, seat: int) -> int:
        """How many cards of a grid are hidden."""
        return self.grids[seat].count(HIDDEN)

    def points(self, seat: int) -> int:
        """What the face-up cards of a grid add up to."""
        return sum(card for card in self.grids[seat] if card not in (HIDDEN, GONE))


def read_scene(source: Any, player: int | str | None, unseen: Any, seen: Any, rules: Rules | None) -> Scene:
    """What is known, from a view or from written grids (with the unseen cards, or those seen elsewhere)."""
    refuse_game(source)
    options = rules_of(source if isinstance(source, View) else None, rules)
    if isinstance(source, View):
        if unseen is not None or seen is not None:
            raise Error("A view knows what is unseen; give unseen= or seen= only without a view.")
        grids = tuple(map(read_grid, source.grids))
        return Scene(grids, source.unseen, options, check_player(source, player), source.players)
    one = isinstance(source, str | written.Grid) or not isinstance(source, Iterable)
    grids = tuple(map(read_grid, [source] if one else source))
    seat = 0 if player is None else player
    if type(seat) is not int or not 0 <= seat < len(grids):
        raise Error("player= is the number of a grid, 0 to {last}.", last=len(grids) - 1)
    open_cards = [card for cells in grids for card in cells if card not in (HIDDEN, GONE)]
    left = unseen_cards(open_cards, sum(cells.count(HIDDEN) for cells in grids), unseen, seen)
    return Scene(grids, left, options, seat)


def first_card(view: View, player: int) -> tuple[int | None, bool]:
    """The card that player can place without drawing: (card, whether it comes from the discard pile).

    That is the card just drawn, or else the top discard when it is the viewer's turn; for others (None, False).
    """
    if player != view.me or view.player != view.me:
        return None, False
    if view.phase == "drawn":
        return view.drawn, False
    return (view.discard_top, True) if view.phase == "turn" else (None, False)


def read_top(discard_top: Any) -> int | None:
    """The top discard from an argument: None and False mean that there is none to take."""
    return None if discard_top is None or discard_top is False else read_card(discard_top)


def check_player(view: View, player: int | str | None) -> int:
    """A seat of the view from a seat number or a name; the viewer's own for None."""
    if player is None:
        return view.me
    if isinstance(player, str) and player in view.players:
        return view.players.index(player)
    if type(player) is int and 0 <= player < len(view.players):
        return player
    known = both(view.players)
    raise Error("There is no player {player}; the players are {players}.", player=repr(player), players=known)


def refuse_game(source: Any) -> None:
    """ValueError for a game in place of a view: it knows the hidden cards, and nobody at the table does."""
    if isinstance(source, Game):
        raise Error("A game knows every card. Give what one player sees: game.view(player).")


def rules_of(view: View | None, rules: Options | None) -> Options:
    """The rules of a view; without a view those given, or the leaflet's."""
    if rules is not None and not isinstance(rules, Rules):
        raise Error("rules= is Rules() or Rules.club(), perhaps with options, not {rules}.", rules=repr(rules))
    if view is not None:
        if rules is not None:
            raise Error("A view has its own rules; give rules= only without a view.")
        return view.rules
    return Rules() if rules is None else rules
