"""Skyjo as a game to step through: its options, how actions and positions are written, views and the board.

Skyjo Action is built on it: what is written or read differently there are the methods of `Game` marked as such.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from types import ModuleType
from typing import Any, ClassVar, Self

from ..deck import Deck
from ..engine import game as engine
from ..engine import grid
from ..engine import view as engine_view
from ..engine.game import ALL
from ..engine.host import below
from ..engine.options import Options
from ..engine.position import deal, listed, remaining
from ..engine.view import seat_or_none
from ..text import Error
from . import rules as R
from .notation import REFUSALS, Action, parse, read_card, write_cell
from .story import Story, cells_in

DECK = Deck(dict(zip(R.VALUES, R.DECK, strict=True)), closed=True)  # SK-1


class Rules(Options):
    """The options of Skyjo; `Rules()` is the leaflet, `Rules.club()` a club's account."""

    OPTIONS = R.OPTIONS

    @classmethod
    def club(cls, **options: Any) -> Rules:
        """A club's account of the game: a drawn card must be exchanged, and columns are not cleared."""
        return cls(**{"may_reject_drawn": False, "column_clear": "off", **options})


# --- views --------------------------------------------------------------------------------------------------------
class View(engine_view.View):
    """What one player may know (SK-27): never a face-down value, the order of a pile, another's draw or the seed."""

    game: type[Game]

    @property
    def closer(self) -> int | None:
        """SK-17: the seat that closed the round, or None."""
        return seat_or_none(self.record.closer)

    @property
    def starter(self) -> int | None:
        """The seat that started the round, or None before it is known."""
        return seat_or_none(self.record.starter)

    @cached_property
    def grids(self) -> tuple[grid.Grid, ...]:
        """Every player's grid: cards face up, "?" face down, "?5" face down but known, "." cleared."""
        return tuple(self.game.see_grid(self.record, p) for p in range(len(self.players)))

    @property
    def grid(self) -> grid.Grid:
        """The viewer's own grid."""
        return self.grids[self.me]

    def points(self, card: Any) -> float:
        """The points of a card as the grids write it; a face-down one ("?") counts the mean of the unseen cards."""
        return float(self.unseen.mean() if card == "?" else card)

    def replaced(self, action: Action) -> float:
        """The points of the own cards an action exchanges or turns up; see `points`."""
        return sum((self.points(self.grid[r][c]) for r, c in action.cells), 0.0)

    @property
    def drawn(self) -> Any:
        """The card the viewer has just drawn, or None."""
        return None if self.record.drawn == R.NONE else self.game.write_card(self.record.drawn)

    @property
    def discard(self) -> tuple[Any, ...]:
        """The discard pile, bottom to top."""
        return tuple(self.game.write_card(card) for card in self.record.discard[: self.record.discard_n])

    @property
    def discard_top(self) -> Any:
        """The top discard, or None for an empty pile."""
        return self.discard[-1] if self.record.discard_n else None

    @cached_property
    def unseen(self) -> Deck:
        """The cards the viewer cannot see: face down in the grids, or in the draw pile."""
        return Deck({value: n for value, n in zip(R.VALUES, self.record.unseen, strict=True) if n})

    def __repr__(self) -> str:
        return f"<what {self.name} sees: {self.grid}, {len(self.unseen)} cards unseen>"


# --- the game -----------------------------------------------------------------------------------------------------
class Game(Story):
    """A game of Skyjo: `Game(players=["Ana", "Bo"], rules=Rules(...), seed=7)`; see the engine for what it offers."""

    KIND = "skyjo"
    RULES: ClassVar[ModuleType] = R
    OPTIONS: ClassVar[type[Options]] = Rules
    ACTION: ClassVar[type[engine.Action]] = Action
    VIEW = View
    PHASES: ClassVar[Sequence[str]] = ("reveal", "turn", "drawn", "round over", "game over")
    REFUSALS = REFUSALS
    OUT_OF_TURN = "SK-8"
    DECK_RULE = "SK-1"
    COUNTERS: ClassVar[engine.Counters] = (("round", "round", 1), ("turns", "turns", 0), ("quiet", "quiet", 0))
    parse = staticmethod(parse)

    @classmethod
    def seats(cls, rules: Options) -> range:
        """SK-2: 2 to 8 players."""
        return range(2, R.SEATS + 1)

    def prepare(self, state: Any) -> None:
        """SK-1: the deck."""
        state.deck[:] = R.DECK

    @property
    def winners(self) -> tuple[int, ...]:
        """SK-25: the seats with the lowest total; empty before the end of the game."""
        best = min(self.totals)
        return tuple(seat for seat, total in enumerate(self.totals) if total == best) if self.is_over else ()

    @staticmethod
    def read_card(card: Any, rules: Options) -> int:
        """A card from a number or its text; ValueError says which cards there are."""
        return read_card(card)

    @staticmethod
    def deck(rules: Options) -> dict[int, int]:
        """The cards of a round, card -> count."""
        return dict(zip(R.VALUES, R.DECK, strict=True))

    @classmethod
    def see_grid(cls, view: Any, p: int) -> grid.Grid:
        """A Grid from a view."""
        marks = {R.HIDDEN: "?", R.GONE: "."}
        shown = []
        for c in cls.cells(view):
            card, up = view.card[p][c], view.up[p] >> c & 1
            shown.append(marks[card] if card in marks else cls.write_card(card) if up else f"?{cls.write_card(card)}")
        return grid.shown(shown, R.ROWS)

    @classmethod
    def _whole_grid(cls, state: Any, p: int) -> str:
        """A grid with its hidden cards written."""
        up = 0 if state.phase == R.REVEALING else state.up[p]
        cards = [f"{'' if up >> c & 1 else '?'}{cls.write_card(state.card[p][c])}" for c in cls.cells(state)]
        return str(grid.shown((card if state.there[p] >> c & 1 else "." for c, card in enumerate(cards)), R.ROWS))

    # --- positions -------------------------------------------------------------------------------------------------
    @classmethod
    def from_position(
        cls, grids: Sequence[str], discard: Any = None, draw: Any = None, player: int | str | None = 0,
        totals: Sequence[int] | None = None, seed: int | None = None, drawn: Any = None,
        closer: int | str | None = None, starter: int | str | None = None, chosen: Sequence[str] = (), round: int = 1,
        turns: int = 0, quiet: int = 0, has_drawn: bool = False, players: Sequence[str] | None = None,
        rules: Options | None = None,
    ) -> Self:  # fmt: skip
        """A game from a position.

        grids:   one text a player, for instance "? 9 0 4 / 12 9 ? ? / ? -1 ? 2"
        discard, draw: the piles, bottom to top. What is not given (`?`, None) is dealt from the remaining cards by
            the seed; with `draw` given, cards placed nowhere are out of play for this round
        player:  the seat (or name) to act; None where all have turned up their opening cards: the starter by SK-6, or
            where no card is face up: the start of the round
        totals:  points before this round; drawn: a card the player has just drawn; has_drawn: so it is, but the
            card is not known; closer, starter: seats
        chosen:  at the start of the round, the places that the first seats have chosen to turn up, for instance
            ["(0,0) (0,1)"]; "?" for a choice that the seed makes
        round, turns, quiet: which round it is, the turns finished in it, and how many in a row turned up no card
        Raises ValueError for a position that cannot be.
        """
        return cls._from_position(cls._count_grids(grids), locals())

    @classmethod
    def _count_grids(cls, grids: Any) -> int:
        if isinstance(grids, str) or not isinstance(grids, Sequence):
            raise Error("grids is a list of texts, one a player")
        return len(grids)

    def _lay(self, state: Any, given: Mapping[str, Any]) -> None:
        """Put the given cards in their places, deal what is not given from the rest, and set the turn."""
        if len(given["grids"]) != state.players:
            raise Error("there are {n} players but {m} grids", n=state.players, m=len(given["grids"]))
        self._lay_cards(state, given)
        player, closer, starter = (None if given[w] is None else self.seat(given[w]) for w in _WHO)
        if player is None:
            _set_opening(self, state, starter, given["chosen"])
        elif given["chosen"]:
            raise Error("only at the start of the round, with player=None, places are chosen (SK-5)")
        else:
            state.phase, state.player = R.TURN if state.drawn == R.NONE else R.DRAWN, player
            state.starter = 0 if starter is None else starter
        _set_closer(state, R.NOBODY if closer is None else closer)
        rules = self.RULES
        if state.discard_n == 0 and not any(rules.check(state, a) == R.LEGAL for a in rules.SPANS[state.phase]):
            raise Error("both piles are empty: nothing could be played")

    def _lay_cards(self, state: Any, given: Mapping[str, Any]) -> None:
        def read(card: Any) -> int:
            return self.read_card(card, self.rules)

        columns = len(self.cells(state)) // R.ROWS
        cells = [grid.read_grid(text, R.ROWS, columns, read) for text in given["grids"]]
        piles = listed(given["discard"]), listed(given["draw"])
        heap, laid = (None if pile is None else [None if c == "?" else read(c) for c in pile] for pile in piles)
        state.drawn = R.NONE if given["drawn"] is None else read(given["drawn"])
        named = [card for row in cells for _face, card in row] + (heap or []) + (laid or []) + [state.drawn]
        rest = self._rest(state, given, [card for card in named if card not in (None, R.NONE)])
        for p, row in enumerate(cells):
            state.there[p] = state.up[p] = 0
            for c, (face, card) in enumerate(row):
                if face != grid.GONE:
                    state.card[p][c] = deal(state, rest) if card is None else card
                    state.there[p] |= 1 << c
                    state.up[p] |= (face == grid.UP) << c
        heap = [None] if heap is None else heap
        heap = [self._open_card(state, rest) if card is None else card for card in heap]
        if given["has_drawn"] and state.drawn == R.NONE:
            state.drawn = self._open_card(state, rest)
        pile = rest if laid is None else [deal(state, rest) if card is None else card for card in laid]
        state.discard[: len(heap)], state.discard_n = heap, len(heap)
        state.draw[: len(pile)], state.draw_n = pile, len(pile)
        state.laid = 0 if laid is None else len(pile)
        self._count_unseen(state, _hidden(state), [] if laid is None else rest)

    def _rest(self, state: Any, given: Mapping[str, Any], named: list[int]) -> list[int]:
        """The cards from which the places that are not given are dealt."""
        return remaining(named, self.deck(self.rules), self.write_card, self.DECK_RULE)

    def _open_card(self, state: Any, rest: list[int]) -> int:
        return deal(state, rest)

    def _count_unseen(self, state: Any, hidden: Counter[int], out_of_play: list[int]) -> None:
        """Count the cards that do not lie open, by value."""
        state.unseen[:] = [hidden[value] for value in R.VALUES]

    def _written(self, view: Any, eyes: int | str) -> dict[str, Any]:
        state, opening = self.state, self.state.phase == R.REVEALING
        everything = eyes == ALL
        position: dict[str, Any] = {
            "grids": [self._whole_grid(state, p) if everything else str(self.see_grid(view, p)) for p in self._seats],
            "discard": [self.write_card(card) for card in view.discard[: view.discard_n]],
            "player": None if opening else self.player,
        }
        position |= {name: getattr(state, name) for name in _WHO[1:] if getattr(state, name) != R.NOBODY}
        drawn = state.drawn if everything else view.drawn
        if state.phase == R.DRAWN:
            position |= {"has_drawn": True} if drawn == R.NONE else {"drawn": self.write_card(drawn)}
        if opening and state.player > 0:
            position["grids"] = position["grids"] if everything else [_closed(text) for text in position["grids"]]
            chosen = [" ".join(map(write_cell, cells_in(state.up[p]))) for p in range(state.player)]
            position["chosen"] = [cells if eyes in (ALL, p) else "?" for p, cells in enumerate(chosen)]
        if everything and (state.laid or in_play(state) < sum(self.deck(self.rules).values())):
            position["draw"] = [self.write_card(card) for card in state.draw[: state.draw_n]]
        return position


_WHO = ("player", "closer", "starter")


# --- positions: whose turn it is ------------------------------------------------------------------------------------
def _set_opening(game: Game, state: Any, starter: int | None, chosen: Sequence[str]) -> None:
    """SK-5, SK-6: before, amid or just after the turning up of the opening cards."""
    up = [R.size(state.up[p]) for p in range(state.players)]
    full = all(state.there[p] == (1 << len(game.cells(state))) - 1 for p in range(state.players))
    opening = 1 if len(game.cells(state)) < R.CELLS else 2
    if not full or up not in ([0] * len(up), [opening] * len(up)) or state.drawn != R.NONE:
        raise Error(
            "say whose turn it is: player=None is for grids that all show no card, or all {opening}", opening=opening
        )
    state.starter = R.NOBODY if starter is None else starter
    if up[0]:
        state.starter = R.highest_opening(state) if starter is None else starter
        state.phase, state.player = R.TURN, state.starter
        if chosen:
            raise Error("only at the start of the round, with player=None, places are chosen (SK-5)")
        return
    state.phase, state.player = R.REVEALING, 0
    if not isinstance(chosen, list) or len(chosen) >= state.players:
        raise Error("chosen is {chosen}; it must be a list of places, one text for each of the first seats (SK-5)",
                    chosen=repr(chosen))  # fmt: skip
    for cells in chosen:
        possible = [action for action in game.RULES.SPANS[R.REVEALING] if game.RULES.check(state, action) == R.LEGAL]
        action = possible[below(state, len(possible))] if cells == "?" else game.parse(f"reveal {cells}")
        if action not in possible:
            raise Error("{cells} cannot be chosen at the start (SK-5)", cells=repr(cells))
        game.RULES.apply(state, action)


def _set_closer(state: Any, closer: int) -> None:
    """SK-17, SK-18: who has closed the round, and how long it goes on."""
    state.closer = state.stop = R.NOBODY
    acts = state.player if state.phase != R.REVEALING else R.NOBODY
    if acts != R.NOBODY and not state.there[acts]:
        raise Error("the player to act has no card left; such a player closes the round (SK-17)")
    if closer == R.NOBODY:
        if any(not state.there[p] for p in range(state.players)):
            raise Error("a player without cards has closed the round; name the closer (SK-17)")
        return
    if closer == state.player or state.up[closer] != state.there[closer]:
        raise Error("the closer has no face-down card and is not the one to act (SK-17)")
    R.close(state, closer)
    if state.stop == state.player:
        raise Error("with these rules the final lap is already over (SK-18)")


def _hidden(state: Any) -> Counter[int]:
    """The cards that do not lie open."""
    hidden = Counter(state.draw[: state.draw_n])
    for p in range(state.players):
        hidden.update(state.card[p][c] for c in cells_in(state.there[p] & ~state.up[p]))
    if state.drawn != R.NONE:
        hidden[state.drawn] += 1
    return hidden


def _closed(text: str) -> str:
    """A written grid in which every card lies face down, those that are known too."""
    return " ".join(word if word[0] in "?./" else f"?{word}" for word in text.split())


def in_play(state: Any) -> int:
    """How many cards are on the table: piles, grids and the drawn card."""
    held = sum(R.size(state.there[p]) for p in range(state.players))
    return int(held + state.draw_n + state.discard_n + (state.drawn != R.NONE))
