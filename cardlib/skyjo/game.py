"""Skyjo as a game to step through: its options, how actions and positions are written, views and the board."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import ModuleType
from typing import Any, ClassVar, Self

from ..deck import Deck
from ..engine import game as engine
from ..engine import grid
from ..engine import view as engine_view
from ..engine.board import Board, Card, Pile, Seat
from ..engine.game import ALL
from ..engine.options import Options
from ..engine.position import deal, listed, points, remaining
from ..engine.view import seat_or_none
from ..text import Error, Message, _, plural
from . import rules as R

DECK = Deck(dict(zip(R.VALUES, R.DECK, strict=True)), closed=True)  # SK-1


class Rules(Options):
    """The options of Skyjo; `Rules()` is the leaflet, `Rules.club()` a club's account."""

    OPTIONS = R.OPTIONS

    @classmethod
    def club(cls, **options: Any) -> Rules:
        """A club's account of the game: a drawn card must be exchanged, and columns are not cleared."""
        return cls(**{"may_reject_drawn": False, "column_clear": "off", **options})


# --- actions ------------------------------------------------------------------------------------------------------
WORDS = {"take": R.TAKE, "keep": R.KEEP, "reject": R.REJECT}
HOW_TO_WRITE = _('write "draw", "take (2,1)", "keep (0,3)", "reject (1,1)", "reveal (0,0) (0,1)" or "next round"')


def write_action(action: int) -> str:
    """The text of an action."""
    if action == R.DRAW:
        return "draw"
    if action == R.NEXT:
        return "next round"
    if action >= R.REVEAL:
        return f"reveal {write_cell((action - R.REVEAL) // R.CELLS)} {write_cell((action - R.REVEAL) % R.CELLS)}"
    word = next(word for word in reversed(WORDS) if action >= WORDS[word])
    return f"{word} {write_cell(action - WORDS[word])}"


def write_cell(cell: int) -> str:
    """A cell as "(row,column)"."""
    return grid.write_cell(cell, R.ROWS)


class Action(engine.Action):
    """An action of Skyjo; its text is what `parse` reads, its `word` is draw, take, keep, reject, reveal or next."""

    write = staticmethod(write_action)

    @property
    def cells(self) -> list[tuple[int, int]]:
        """The places it names, each as (row, column): [] for "draw", [(0, 3)] for "keep (0,3)"."""
        return [(int(r), int(c)) for r, c in grid.CELL.findall(str(self))]


def parse(text: str) -> Action:
    """An action from its text, for instance "take (2,1)"; ValueError says how actions are written."""
    match = re.fullmatch(r"\s*(draw|next round|next|take|keep|reject|reveal)\b(.*)", str(text).lower(), re.DOTALL)
    if not isinstance(text, str) or not match:
        raise Error("{text} is not an action of Skyjo; {how}", text=repr(text), how=HOW_TO_WRITE)
    word, rest = match[1], match[2].strip()
    cells = grid.read_cells(rest, R.ROWS, R.COLUMNS) if rest else []
    wanted = 0 if word in ("draw", "next", "next round") else 2 if word == "reveal" else 1
    if len(cells) != wanted:
        raise Error(
            "{text} names {found} places instead of {wanted}; {how}",
            text=repr(text),
            found=len(cells),
            wanted=wanted,
            how=HOW_TO_WRITE,
        )
    if word == "reveal":
        return Action(R.REVEAL + R.CELLS * min(cells) + max(cells))
    return Action(WORDS[word] + cells[0]) if wanted else Action(R.DRAW if word == "draw" else R.NEXT)


REFUSALS: Mapping[int, tuple[str, Message]] = {
    R.NO_SUCH_ACTION: ("", _("there is no such action")),
    R.IS_OVER: ("SK-24", _("the game is over")),
    R.ROUND_IS_OVER: ("SK-19", _("the round is over; the next round must be dealt first")),
    R.ROUND_IS_ON: ("SK-19", _("the round is not over yet")),
    R.MUST_REVEAL: ("SK-5", _("two own cards must be turned up first")),
    R.REVEAL_TWO: ("SK-5", _("exactly two different cards are turned up at the start")),
    R.REVEAL_ONCE: ("SK-5", _("two cards are turned up at the start of a round only")),
    R.MUST_PLACE: ("SK-9", _("a card has been drawn: keep or reject it; the choice of the pile is final")),
    R.NOTHING_DRAWN: ("SK-9", _("no card has been drawn; draw one or take the top discard")),
    R.NOTHING_TO_DRAW: ("SK-26", _("there is no card to draw and nothing to shuffle; take the top discard")),
    R.NOTHING_TO_TAKE: ("SK-10", _("the discard pile is empty; draw a card")),
    R.CLEARED_PLACE: ("SK-16", _("this place has been cleared and stays empty for the round")),
    R.MUST_KEEP: ("SK-13", _("with may_reject_drawn=False a drawn card must be exchanged")),
    R.NOT_FACE_DOWN: ("SK-13", _("who rejects the drawn card turns up an own face-down card, and this is none")),
}


# --- views --------------------------------------------------------------------------------------------------------
class View(engine_view.View):
    """What one player may know (SK-27): never a face-down value, the order of a pile, another's draw or the seed."""

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
        """Every player's grid: numbers face up, "?" face down, "." cleared."""
        return tuple(see_grid(self.record.card[p]) for p in range(len(self.players)))

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
        return None if self.record.drawn == R.NONE else self.record.drawn

    @property
    def discard(self) -> tuple[int, ...]:
        """The discard pile, bottom to top."""
        return tuple(self.record.discard[: self.record.discard_n])

    @property
    def discard_top(self) -> int | None:
        """The top discard, or None for an empty pile."""
        return self.discard[-1] if self.record.discard_n else None

    @cached_property
    def unseen(self) -> Deck:
        """The cards the viewer cannot see: face down in the grids, or in the draw pile."""
        return Deck({value: n for value, n in zip(R.VALUES, self.record.unseen, strict=True) if n})

    def __repr__(self) -> str:
        return f"<what {self.name} sees: {self.grid}, {len(self.unseen)} cards unseen>"


def see_grid(cells: Sequence[int]) -> grid.Grid:
    """A Grid from the cards of a view."""
    marks = {R.HIDDEN: "?", R.GONE: "."}
    return grid.shown((marks.get(card, card) for card in cells[: R.CELLS]), R.ROWS)


PHASES = ("reveal", "turn", "drawn", "round over", "game over")
TASKS = {  # what the seat to act is asked to do
    R.REVEALING: _("choose two cards to turn up"),
    R.TURN: _("draw a card or take the top discard"),
    R.DRAWN: _("keep the drawn card or reject it"),
}


# --- the game -----------------------------------------------------------------------------------------------------
class Game(engine.Game):
    """A game of Skyjo: `Game(players=["Ana", "Bo"], rules=Rules(...), seed=7)`; see the engine for what it offers."""

    KIND = "skyjo"
    RULES: ClassVar[ModuleType] = R
    OPTIONS: ClassVar[type[Options]] = Rules
    ACTION: ClassVar[type[engine.Action]] = Action
    VIEW = View
    PHASES: ClassVar[Sequence[str]] = PHASES
    REFUSALS = REFUSALS
    OUT_OF_TURN = "SK-8"
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

    def places(self, action: int) -> tuple[str, ...]:
        """The board places to point at, in order, to play an action."""
        seat = self.state.player
        if action == R.DRAW:
            return ("draw",)
        if action == R.NEXT:
            return ("next",)
        if action >= R.REVEAL:
            a, b = divmod(action - R.REVEAL, R.CELLS)
            return place_key(seat, a), place_key(seat, b)
        pile = "drawn" if R.KEEP <= action < R.REJECT else "discard"
        return pile, place_key(seat, (action - R.TAKE) % R.CELLS)

    # --- positions -------------------------------------------------------------------------------------------------
    @classmethod
    def from_position(
        cls,
        grids: Sequence[str],
        discard: Sequence[Any] | None = None,
        draw: Sequence[Any] | None = None,
        player: int | str | None = 0,
        totals: Sequence[int] | None = None,
        seed: int | None = None,
        drawn: Any = None,
        closer: int | str | None = None,
        starter: int | str | None = None,
        players: Sequence[str] | None = None,
        rules: Options | None = None,
    ) -> Self:
        """A game from a position.

        grids:   one text a player, for instance "? 9 0 4 / 12 9 ? ? / ? -1 ? 2"
        discard, draw: the piles, bottom to top. What is not given (`?`, None) is dealt from the remaining cards by
            the seed; with `draw` given, cards placed nowhere are out of play for this round
        player:  the seat (or name) to act; None where all have turned up their opening cards: the starter by SK-6, or
            where no card is face up: the start of the round
        totals:  points before this round; drawn: a card the player has just drawn; closer, starter: seats
        Raises ValueError for a position that cannot be.
        """
        if isinstance(grids, str) or not isinstance(grids, Sequence):
            raise Error("grids is a list of texts, one a player")
        game = object.__new__(cls)
        game._set_up(len(grids) if players is None else players, rules, seed, 0)
        if len(grids) != len(game.players):
            raise Error("there are {n} players but {m} grids", n=len(game.players), m=len(grids))
        state = game._new_state()
        discard, draw, totals = listed(discard), listed(draw), listed(totals)
        _lay_cards(state, grids, discard, draw, drawn)
        for p, total in enumerate(points(totals, len(grids))):
            state.total[p] = total
        set_turn(
            state,
            player=None if player is None else game.seat(player),
            closer=R.NOBODY if closer is None else game.seat(closer),
            starter=None if starter is None else game.seat(starter),
        )
        if state.phase == R.TURN and state.discard_n == 0 and not R.can_draw(state):
            raise Error("both piles are empty: nothing could be played")
        game._position = {
            "grids": list(grids), "discard": discard, "draw": draw, "player": player,
            "totals": totals, "drawn": drawn, "closer": closer, "starter": starter,
        }  # fmt: skip
        game._start(state)
        return game

    def position(self, eyes: int | str = ALL) -> dict[str, Any]:
        """The position in writing, as arguments of `from_position`, as far as those eyes can see it.

        With the eyes "all" hidden cards are written too, and the draw pile where its order is settled or cards are out
        of play; else the draw pile is left to the seed. Raises ValueError between rounds and after the game.
        """
        state, eyes = self.state, self.eyes(eyes)
        if self.player is None:
            raise Error("the round is over: there is no position to play on from")
        view = self.view_record(eyes if isinstance(eyes, int) else R.NOBODY)
        opening = state.phase == R.REVEALING
        position: dict[str, Any] = {
            "grids": [str(see_grid(view.card[p])) for p in range(len(self.players))],
            "discard": list(view.discard[: view.discard_n]),
            "player": None if opening else self.player,
            "totals": list(self.totals),
        }
        for name, seat in (("closer", state.closer), ("starter", state.starter)):
            if seat != R.NOBODY:
                position[name] = seat
        drawn = state.drawn if eyes == ALL else view.drawn
        if drawn != R.NONE:
            position["drawn"] = drawn
        if eyes == ALL:
            position["grids"] = [_write_grid(state, p, opening) for p in range(len(self.players))]
            if state.laid or in_play(state) < R.CARDS:
                position["draw"] = state.draw[: state.draw_n]
        return position

    # --- looking at it ---------------------------------------------------------------------------------------------
    @staticmethod
    def draw_board(view: Any, players: Sequence[str], state: Any = None) -> Board:
        """The board of a view record; with the state as well, what is hidden is written for the teacher."""
        return draw_board(view, players, state)

    def describe(self, before: Any, action: int, after: Any, eyes: int | str) -> list[tuple[str, Message]]:
        """What an action did, in sentences with their rule numbers, as told to those eyes."""
        told = [tell(self.players, before, action, after, eyes)] if before.player >= 0 else []
        return told + list(_events(self.players, before, action, after))


# --- positions: laying the cards ----------------------------------------------------------------------------------
def read_card(card: Any) -> int:
    """A card's value from a number or its text; ValueError says which cards there are."""
    text = str(card).replace("\N{MINUS SIGN}", "-")
    is_written = isinstance(card, int | str) and not isinstance(card, bool) and re.fullmatch(r"-?\d{1,2}", text)
    if is_written and int(text) in R.VALUES:
        return int(text)
    raise Error("{card} is not a Skyjo card; the cards are -2 to 12", card=repr(card))


def _lay_cards(
    state: Any, grids: Sequence[str], discard: Sequence[Any] | None, draw: Sequence[Any] | None, drawn: Any
) -> None:
    """Put the given cards in their places and deal what is not given from the rest."""
    cells = [grid.read_grid(text, R.ROWS, R.COLUMNS, read_card) for text in grids]
    laid = None if draw is None else [None if card == "?" else read_card(card) for card in draw]
    heap = None if discard is None else [read_card(card) for card in discard]
    state.drawn = R.NONE if drawn is None else read_card(drawn)
    given = [card for cards in cells for _face, card in cards if card is not None]
    given += [card for card in laid or [] if card is not None] + (heap or []) + ([] if drawn is None else [state.drawn])
    rest = remaining(given, dict(zip(R.VALUES, R.DECK, strict=True)), int, "SK-1")
    for p, cards in enumerate(cells):
        for cell, (face, card) in enumerate(cards):
            if face != grid.GONE:
                state.card[p][cell] = deal(state, rest) if card is None else card
                state.there[p] |= 1 << cell
                state.up[p] |= (face == grid.UP) << cell
    heap = [deal(state, rest)] if heap is None else heap
    pile = rest if laid is None else [deal(state, rest) if card is None else card for card in laid]
    state.discard[: len(heap)], state.discard_n = heap, len(heap)
    state.draw[: len(pile)], state.draw_n = pile, len(pile)
    state.laid = 0 if laid is None else len(pile)
    hidden = Counter(pile)
    for p in range(len(cells)):
        hidden.update(state.card[p][c] for c in range(R.CELLS) if (state.there[p] & ~state.up[p]) >> c & 1)
    if drawn is not None:
        hidden[state.drawn] += 1
    state.unseen[:] = [hidden[value] for value in R.VALUES]


def set_turn(
    state: Any, player: int | None, closer: int, starter: int | None, whole: int = (1 << R.CELLS) - 1, opening: int = 2
) -> None:
    """Whose turn it is, what is to be done, and who closes.

    whole: the cells of a full grid; opening: how many cards each player turns up at the start
    """
    seats = range(state.players)
    state.round, state.closer, state.stop = 1, R.NOBODY, R.NOBODY
    state.starter = R.NOBODY if starter is None else starter
    if player is None:
        _set_opening(state, whole, opening)
    else:
        state.phase, state.player = R.TURN if state.drawn == R.NONE else R.DRAWN, player
        state.starter = 0 if starter is None else starter
        if not state.there[player]:
            raise Error("the player to act has no card left; such a player closes the round (SK-17)")
    if closer != R.NOBODY:
        if closer == player or state.up[closer] != state.there[closer]:
            raise Error("the closer has no face-down card and is not the one to act (SK-17)")
        R.close(state, closer)
        if state.stop == player:
            raise Error("with these rules the final lap is already over (SK-18)")
    elif any(not state.there[p] for p in seats):
        raise Error("a player without cards has closed the round; name the closer (SK-17)")


def _set_opening(state: Any, whole: int, opening: int) -> None:
    """SK-5, SK-6: before or just after the opening cards have been turned up."""
    up = [R.size(state.up[p]) for p in range(state.players)]
    full = all(state.there[p] == whole for p in range(state.players))
    if not full or up not in ([0] * len(up), [opening] * len(up)) or state.drawn != R.NONE:
        raise Error(
            "say whose turn it is: player=None is for grids that all show no card, or all {opening}", opening=opening
        )
    if up[0] == 0:
        state.phase, state.player = R.REVEALING, 0
    else:
        state.player = state.starter = R.highest_opening(state) if state.starter == R.NOBODY else state.starter
        state.phase = R.TURN


def _write_grid(state: Any, p: int, opening: bool) -> str:
    """A grid with its hidden cards written."""
    cells = []
    for cell in range(R.CELLS):
        up = state.up[p] >> cell & 1 and not opening
        cells.append(f"{'' if up else '?'}{state.card[p][cell]}" if state.there[p] >> cell & 1 else ".")
    return str(grid.shown(cells, R.ROWS))


def in_play(state: Any) -> int:
    """How many cards are on the table: piles, grids and the drawn card."""
    held = sum(R.size(state.there[p]) for p in range(state.players))
    return int(held + state.draw_n + state.discard_n + (state.drawn != R.NONE))


# --- the board ----------------------------------------------------------------------------------------------------
def place_key(seat: int, cell: int) -> str:
    """The name of a place on the board, for clicks."""
    return f"cell {seat} {cell % R.ROWS} {cell // R.ROWS}"


def draw_board(view: Any, players: Sequence[str], state: Any = None) -> Board:
    """The board of a view; with the state as well, hidden cards and the drawn card are written for the teacher."""
    drawn = state.drawn if state is not None else view.drawn
    piles = [
        Pile(_("Draw pile"), (Card("", up=False),) if view.draw_n else (), view.draw_n, key="draw"),
        Pile(_("Discard pile"), _top(view), view.discard_n, key="discard"),
    ]
    if view.phase == R.DRAWN:
        known = drawn != R.NONE
        piles.append(Pile(_("Drawn card"), (Card(str(drawn) if known else "", up=known),), key="drawn"))
    rows = [grid.shown([_draw_card(view, p, c, state) for c in range(R.CELLS)], R.ROWS) for p in range(len(players))]
    seats = [draw_seat(view, players, p, rows[p]) for p in range(len(players))]
    return Board(_("Skyjo, round {n}", n=view.round), tuple(piles), tuple(seats), note(view, players))


def _top(view: Any) -> tuple[Card, ...]:
    return (Card(str(view.discard[view.discard_n - 1])),) if view.discard_n else ()


def draw_seat(view: Any, players: Sequence[str], p: int, rows: Sequence[Sequence[Card]]) -> Seat:
    """A player's place at the table: the grid's cards, the score and what is to be said of the player."""
    over = view.phase in (R.ROUND_OVER, R.GAME_OVER)
    if over:
        score = _("this round {points}, total {total}", points=view.score[p], total=view.total[p])
    else:
        score = _("total {total}", total=view.total[p])
    status = None
    if p == view.closer:
        doubled = over and view.score[p] != view.raw[p]
        status = _("closed the round; score multiplied") if doubled else _("closes the round")
    return Seat(players[p], rows, (), status, p == view.player, score)


def _draw_card(view: Any, p: int, cell: int, state: Any) -> Card:
    card, key = view.card[p][cell], place_key(p, cell)
    if card == R.GONE:
        return Card(gone=True, key=key)
    if card == R.HIDDEN:
        return Card("" if state is None else str(state.card[p][cell]), up=False, key=key)
    return Card(str(card), key=key)


def note(view: Any, players: Sequence[str], tasks: Mapping[int, Message] = TASKS) -> Message:
    """Whose move it is and what is asked."""
    if view.player != R.NOBODY:
        return _("{player}: {task}", player=players[view.player], task=tasks[view.phase])
    return _("The game is over.") if view.phase == R.GAME_OVER else _("The round is over.")


# --- the story ----------------------------------------------------------------------------------------------------
def tell(
    players: Sequence[str], before: Any, action: int, after: Any, eyes: int | str, show: Callable[[int], Any] = int
) -> tuple[str, Message]:
    """The sentence for what the player did; `show` gives a card as people write it."""
    seat = before.player
    player = players[seat]
    if action == R.DRAW:
        if eyes in (seat, ALL):
            return "SK-11", _("{player} draws {card}.", player=player, card=show(after.drawn))
        return "SK-11", _("{player} draws a card.", player=player)
    if action >= R.REVEAL:
        a, b = divmod(action - R.REVEAL, R.CELLS)
        return "SK-5", _("{player} turns up {a} and {b}.", player=player, a=write_cell(a), b=write_cell(b))
    cell = (action - R.TAKE) % R.CELLS
    old, place = show(before.card[seat][cell]), write_cell(cell)
    if action < R.KEEP:
        card = show(before.discard[before.discard_n - 1])
        story = _(
            "{player} takes the discard {card} in place of {old} at {place}.",
            player=player,
            card=card,
            old=old,
            place=place,
        )
        return "SK-10", story
    drawn = show(before.drawn)
    if action < R.REJECT:
        story = _(
            "{player} keeps the drawn {card} in place of {old} at {place}.",
            player=player,
            card=drawn,
            old=old,
            place=place,
        )
        return "SK-12", story
    story = _(
        "{player} rejects the drawn {card} and turns up {old} at {place}.",
        player=player,
        card=drawn,
        old=old,
        place=place,
    )
    return "SK-13", story


def _events(players: Sequence[str], before: Any, action: int, after: Any) -> list[tuple[str, Message]]:
    """The sentences for what followed from the rules."""
    told: list[tuple[str, Message]] = []
    seat = before.player
    if action == R.NEXT:
        told.append(("SK-3", _("Round {n} is dealt.", n=after.round)))
    if action == R.DRAW and before.draw_n == 0:
        told.append(("SK-26", _("The discard pile but for its top was shuffled into a new draw pile.")))
    if R.KEEP - R.CELLS <= action < R.NEXT:
        told += tell_cleared(players, before, after, seat)
    if before.phase == R.REVEALING and after.phase == R.TURN:
        rule = "SK-6" if before.starter == R.NOBODY else "SK-7"
        told.append((rule, _("{player} starts.", player=players[after.starter])))
    if before.closer == R.NOBODY and after.closer != R.NOBODY and action != R.NEXT:
        told.append(("SK-17", _("{player} closes the round.", player=players[after.closer])))
    if after.phase in (R.ROUND_OVER, R.GAME_OVER):
        told += tell_scores(players, after)
    return told


def tell_cleared(players: Sequence[str], before: Any, after: Any, seat: int) -> list[tuple[str, Message]]:
    """What left the grids: at once for the player, at the final reveal for everybody."""
    told = []
    for p in range(len(players)):
        gone = before.there[p] & ~after.there[p]
        if gone:
            rule = "SK-14" if p == seat else "SK-20"
            n = R.size(gone)
            sentence = plural(
                "{n} card of {player} is cleared.", "{n} cards of {player} are cleared.", n, player=players[p]
            )
            told.append((rule, sentence))
    return told


def tell_scores(players: Sequence[str], after: Any) -> list[tuple[str, Message]]:
    """The scores of the round, the closer's penalty, the winners."""
    told: list[tuple[str, Message]] = []
    if after.closer == R.NOBODY:
        told.append(("SK-28", _("The round ends because no card was turned up for too long.")))
    for p, player in enumerate(players):
        told.append(("SK-21", _("{player} scores {points}.", player=player, points=after.score[p])))
    if after.closer != R.NOBODY and after.score[after.closer] != after.raw[after.closer]:
        n = after.penalty_multiplier
        told.append(("SK-22", _("The score of {player} was multiplied by {n}.", player=players[after.closer], n=n)))
    if after.phase == R.GAME_OVER:
        best = min(after.total[: len(players)])
        for p, player in enumerate(players):
            if after.total[p] == best:
                told.append(("SK-25", _("{player} wins with {points}.", player=player, points=best)))
    return told
