"""What a game of Skyjo looks like, and its story: the places to click, the board, the sentences of the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from ..engine import game as engine
from ..engine import grid
from ..engine.board import Board, Card, Pile, Seat
from ..engine.game import ALL, Told
from ..text import Message, _, plural
from . import rules as R
from .notation import write_cell

TASKS = {  # what the seat to act is asked to do
    R.REVEALING: _("choose two cards to turn up"),
    R.TURN: _("draw a card or take the top discard"),
    R.DRAWN: _("keep the drawn card or reject it"),
}
_PLACED = (  # take, keep, reject: the rule, what is told, and which card is placed or laid aside
    ("SK-10", _("{player} takes the discard {card} in place of {old} at {place}."), "discard"),
    ("SK-12", _("{player} keeps the drawn {card} in place of {old} at {place}."), "drawn"),
    ("SK-13", _("{player} rejects the drawn {card} and turns up {old} at {place}."), "drawn"),
)


def place_key(seat: int, cell: int) -> str:
    """The name of a place on the board, for clicks."""
    return f"cell {seat} {cell % R.ROWS} {cell // R.ROWS}"


def cells_in(mask: int) -> list[int]:
    """The cells of a mask."""
    return [c for c in range(R.CELLS) if mask >> c & 1]


class Story(engine.Game):
    """A game that can be looked at and told; how cards are written and how large grids are can differ."""

    TASKS: ClassVar[Mapping[int, Message]] = TASKS
    CLEARED = "SK-14"  # the rule about lines that a move completes
    write_card: ClassVar[Any] = staticmethod(int)

    @staticmethod
    def cells(record: Any) -> range:
        """The cells of a grid."""
        return range(R.CELLS)

    # --- looking at it ---------------------------------------------------------------------------------------------
    def places(self, action: int) -> tuple[str, ...]:
        """The board places to point at, in order, to play an action."""
        seat = self.state.player
        if action in (R.DRAW, R.NEXT):
            return ("draw" if action == R.DRAW else "next",)
        if action >= R.REVEAL:
            a, b = divmod(action - R.REVEAL, R.CELLS)
            return tuple(place_key(seat, c) for c in dict.fromkeys((a, b)))
        return "drawn" if R.KEEP <= action < R.REJECT else "discard", place_key(seat, (action - R.TAKE) % R.CELLS)

    @classmethod
    def draw_board(cls, view: Any, players: Sequence[str], state: Any = None) -> Board:
        """The board of a view record; with the state as well, what is hidden is written for the teacher."""
        seats = tuple(cls._draw_seat(view, players, p, state) for p in range(len(players)))
        return Board(cls._title(view), tuple(cls._piles(view, state)), seats, cls._note(view, players))

    @classmethod
    def _title(cls, view: Any) -> Message:
        return _("Skyjo, round {n}", n=view.round)

    @classmethod
    def _piles(cls, view: Any, state: Any) -> list[Pile]:
        top = (cls._face(view.discard[view.discard_n - 1]),) if view.discard_n else ()
        piles = [
            Pile(_("Draw pile"), (Card("", up=False),) if view.draw_n else (), view.draw_n, key="draw"),
            Pile(_("Discard pile"), top, view.discard_n, key="discard"),
        ]
        if view.phase == R.DRAWN:
            drawn = view.drawn if state is None else state.drawn
            piles.append(Pile(_("Drawn card"), (cls._face(drawn),), key="drawn"))
        return piles

    @classmethod
    def _face(cls, card: int, key: str | None = None, note: Message | None = None) -> Card:
        known = card != R.NONE
        return Card(str(cls.write_card(card)) if known else "", up=known, key=key, note=note)

    @classmethod
    def _draw_seat(cls, view: Any, players: Sequence[str], p: int, state: Any) -> Seat:
        rows = grid.shown([cls._draw_cell(view, p, c, state) for c in cls.cells(view)], R.ROWS)
        over = view.phase in (R.ROUND_OVER, R.GAME_OVER)
        score = _("total {total}", total=view.total[p])
        if over:
            score = _("this round {points}, total {total}", points=view.score[p], total=view.total[p])
        status = None
        if p == view.closer:
            doubled = over and view.score[p] != view.raw[p]
            status = _("closed the round; score multiplied") if doubled else _("closes the round")
        return Seat(players[p], rows, tuple(cls._seat_piles(view, p)), status, p == view.player, score)

    @classmethod
    def _seat_piles(cls, view: Any, p: int) -> list[Pile]:
        return []

    @classmethod
    def _draw_cell(cls, view: Any, p: int, c: int, state: Any) -> Card:
        card, key = view.card[p][c], place_key(p, c)
        if card == R.GONE:
            return Card(gone=True, key=key)
        if card == R.HIDDEN:
            return Card("" if state is None else str(cls.write_card(state.card[p][c])), up=False, key=key)
        return Card(str(cls.write_card(card)), up=bool(view.up[p] >> c & 1), key=key)

    @classmethod
    def _note(cls, view: Any, players: Sequence[str]) -> Message:
        """Whose move it is and what is asked."""
        if view.player != R.NOBODY:
            return _("{player}: {task}", player=players[view.player], task=cls.TASKS[view.phase])
        return _("The game is over.") if view.phase == R.GAME_OVER else _("The round is over.")

    # --- the story -------------------------------------------------------------------------------------------------
    def describe(self, before: Any, action: int, after: Any, eyes: int | str) -> list[Told]:
        """What an action did, in sentences with their rule numbers, as told to those eyes."""
        told = [self._tell(before, action, after, eyes)] if before.player >= 0 else []
        return told + self._events(before, action, after)

    def _tell(self, before: Any, action: int, after: Any, eyes: int | str) -> Told:
        """The sentence for what the player did."""
        seat = before.player
        player, show = self.players[seat], self.write_card
        if action == R.DRAW:
            if eyes in (seat, ALL):
                return "SK-11", _("{player} draws {card}.", player=player, card=show(after.drawn))
            return "SK-11", _("{player} draws a card.", player=player)
        if action >= R.REVEAL:
            a, b = divmod(action - R.REVEAL, R.CELLS)
            return "SK-5", _("{player} turns up {a} and {b}.", player=player, a=write_cell(a), b=write_cell(b))
        rule, sentence, card = _PLACED[(action - R.TAKE) // R.CELLS]
        cell = (action - R.TAKE) % R.CELLS
        words = {"player": player, "old": show(before.card[seat][cell]), "place": write_cell(cell)}
        placed = before.discard[before.discard_n - 1] if card == "discard" else before.drawn
        return rule, Message(sentence.singular, words | {"card": show(placed)})

    def _events(self, before: Any, action: int, after: Any) -> list[Told]:
        """The sentences for what followed from the rules."""
        told: list[Told] = []
        if action == R.NEXT:
            told.append(("SK-3", _("Round {n} is dealt.", n=after.round)))
        if action == R.DRAW and before.draw_n == 0:
            told.append(("SK-26", _("The discard pile but for its top was shuffled into a new draw pile.")))
        if R.TAKE <= action < R.NEXT:
            told += self._cleared(before, after, self._at_once(before, action))
        if before.phase == R.REVEALING and after.phase == R.TURN:
            rule = "SK-6" if before.starter == R.NOBODY else "SK-7"
            told.append((rule, _("{player} starts.", player=self.players[after.starter])))
        if before.closer == R.NOBODY and after.closer != R.NOBODY and action != R.NEXT:
            told.append(("SK-17", _("{player} closes the round.", player=self.players[after.closer])))
        if after.phase in (R.ROUND_OVER, R.GAME_OVER):
            told += self._scores(after)
        return told

    def _at_once(self, before: Any, action: int) -> int:
        """SK-14: the cells of the player's grid that the move itself clears."""
        seat, cell = before.player, (action - R.TAKE) % R.CELLS
        card = before.discard[before.discard_n - 1] if action < R.KEEP else before.drawn
        return self.RULES.cleared_by(before, seat, cell, before.card[seat][cell] if action >= R.REJECT else card)

    def _cleared(self, before: Any, after: Any, at_once: int | None = None) -> list[Told]:
        """What left the grids: some cells of the player's at once, the others at the final reveal (None: one rule)."""
        told: list[Told] = []
        for p, player in enumerate(self.players):
            gone = before.there[p] & ~after.there[p]
            now = gone if at_once is None else gone & at_once if p == before.player else 0
            for rule, n in ((self.CLEARED, R.size(now)), ("SK-20", R.size(gone & ~now))):
                if n:
                    sentence = plural("{n} card of {player} is cleared.", "{n} cards of {player} are cleared.", n,
                                      player=player)  # fmt: skip
                    told.append((rule, sentence))
        return told

    def _scores(self, after: Any) -> list[Told]:
        """The scores of the round, the closer's penalty, the winners."""
        told: list[Told] = []
        if after.closer == R.NOBODY:
            told.append(("SK-28", _("The round ends because no card was turned up for too long.")))
        for p, player in enumerate(self.players):
            told.append(("SK-21", _("{player} scores {points}.", player=player, points=after.score[p])))
        if after.closer != R.NOBODY and after.score[after.closer] != after.raw[after.closer]:
            player, n = self.players[after.closer], after.penalty_multiplier
            told.append(("SK-22", _("The score of {player} was multiplied by {n}.", player=player, n=n)))
        if after.phase == R.GAME_OVER:
            best = min(after.total[: len(self.players)])
            winners = [player for p, player in enumerate(self.players) if after.total[p] == best]
            told += [("SK-25", _("{player} wins with {points}.", player=player, points=best)) for player in winners]
        return told
