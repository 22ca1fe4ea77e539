"""What one player may know, by name: the part that all games share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .game import Game


def seat_or_none(seat: int) -> int | None:
    """A seat as rules keep it, with None for nobody."""
    return seat if seat >= 0 else None


class View:
    """What the player in one seat may know: built from the view record that built-in players get, and nothing else."""

    def __init__(self, game: Game, seat: int) -> None:
        self.players, self.rules = game.players, game.rules
        self.me, self.kind = seat, game.KIND
        self.record: Any = game.view_record(seat)
        self.game = type(game)

    @property
    def name(self) -> str:
        """The viewer's name."""
        return self.players[self.me]

    @property
    def phase(self) -> str:
        """What is to be done now."""
        return self.game.PHASES[self.record.phase]

    @property
    def player(self) -> int | None:
        """The seat to act, or None."""
        return seat_or_none(self.record.player)

    @property
    def draw_count(self) -> int:
        """How many cards the draw pile has."""
        return int(self.record.draw_n)

    @property
    def totals(self) -> tuple[int, ...]:
        """Each player's points of all finished rounds."""
        return tuple(self.record.total[: len(self.players)])

    @property
    def round_scores(self) -> tuple[int, ...]:
        """Each player's points in the round that finished last."""
        return tuple(self.record.score[: len(self.players)])

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return int(self.record.round)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        theirs = type(other), other.players, other.rules, other.record
        return (type(self), self.players, self.rules, self.record) == theirs

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return str(self.game.draw_board(self.record, self.players))

    def _repr_html_(self) -> str:
        return self.game.draw_board(self.record, self.players)._repr_html_()
