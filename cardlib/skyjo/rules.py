"""The rules of Skyjo, once, for both hosts (see `cardlib.engine.host`).

Cells are numbered down the columns: cell = 3 * column + row. A grid is three masks of cells and their cards:
  there[p]   the places that are not cleared          up[p]   those whose card lies face up
An action is an integer:
  DRAW   look at the top card of the draw pile        TAKE + cell     exchange the top discard with that card
  KEEP + cell   put the drawn card there              REJECT + cell   discard the drawn card, turn that card up
  NEXT   deal the next round                          REVEAL + 12 * a + b   turn up the cells a < b at the start
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any

from ..engine.host import Field, move_rule, nth, record, rule, size
from ..engine.options import Choice, Flag, Option, Whole, option_fields
from ..engine.piles import take_top

SEATS, CELLS, ROWS, COLUMNS = 8, 12, 3, 4
VALUES = range(-2, 13)
DECK = (5, 10, 15) + (10,) * 12  # SK-1: how many cards of each value from -2 to 12
CARDS = 150
LOW, HIGH = -2, 12  # deck[card - LOW], unseen[card - LOW]

REVEALING, TURN, DRAWN, ROUND_OVER, GAME_OVER = range(5)
DRAW, TAKE, KEEP, REJECT, NEXT, REVEAL = 0, 1, 13, 25, 37, 38
ACTIONS = REVEAL + CELLS * CELLS
SPANS = {  # the actions that can be legal in a phase
    REVEALING: range(REVEAL, ACTIONS),
    TURN: range(DRAW, KEEP),
    DRAWN: range(KEEP, NEXT),
    ROUND_OVER: range(NEXT, REVEAL),
    GAME_OVER: range(0),
}
NONE, HIDDEN, GONE = -99, -98, -97  # no card; a face-down card; a cleared place
NOBODY = -1
MANDATORY, EQUAL_TURNS, NO_LAP, HIGHEST_SUM = 0, 1, 2, 1  # codes of column_clear, final_lap and next_starter

OPTIONS: dict[str, Option] = {
    "next_starter": Choice(("closer", "highest_sum"), "closer", "SK-7"),
    "may_reject_drawn": Flag(default=True, rule="SK-13"),
    "column_clear": Choice(("mandatory", "off"), "mandatory", "SK-14"),
    "row_clear": Flag(default=False, rule="SK-14"),
    "final_lap": Choice(("all_others_once", "equal_turns", "none"), "all_others_once", "SK-18"),
    "clear_at_final_reveal": Flag(default=True, rule="SK-20"),
    "penalty_on_tie": Flag(default=True, rule="SK-22"),
    "penalty_only_positive": Flag(default=True, rule="SK-22"),
    "penalty_multiplier": Whole(1, 10, 2, "SK-22"),
    "end_at": Whole(1, 10_000, 100, "SK-24"),
    "end_inclusive": Flag(default=True, rule="SK-24"),
    "no_progress_turns": Whole(1, 10_000, None, "SK-28", optional=True),
}
OPTION_FIELDS = option_fields(OPTIONS)
OPEN_FIELDS: tuple[Field, ...] = (  # what lies open to everybody, in the state and in every view
    ("players", "i8", ()),
    ("phase", "i8", ()),
    ("player", "i8", ()),  # the seat to act
    ("starter", "i8", ()),
    ("closer", "i8", ()),
    ("stop", "i8", ()),  # the final lap ends when the turn comes to this seat
    ("round", "i8", ()),
    ("turns", "i8", ()),  # turns finished in this round
    ("quiet", "i8", ()),  # turns in a row in which no face-down card was turned up
    ("drawn", "i8", ()),  # the card just drawn (in a view: the viewer's only)
    ("draw_n", "i8", ()),
    ("discard", "i8", (CARDS,)),
    ("discard_n", "i8", ()),
    ("there", "i8", (SEATS,)),
    ("up", "i8", (SEATS,)),
    ("card", "i8", (SEATS, CELLS)),  # in a view: HIDDEN and GONE where no card can be seen
    ("unseen", "i8", (len(VALUES),)),  # the cards that do not lie open, by value
    ("raw", "i8", (SEATS,)),  # the last round's scores before the closer's penalty
    ("score", "i8", (SEATS,)),
    ("total", "i8", (SEATS,)),
)
COUNTED_FIELDS: tuple[Field, ...] = (  # see `host.TALLY`
    ("tally_closed_after", "i8", ()),  # turns before the one that closed the round
    ("tally_recycled", "i8", ()),  # how often the discard pile was turned over
    ("tally_face_down", "i8", (SEATS,)),  # cards that were face down when the round ended
    ("tally_rows_cleared", "i8", (SEATS,)),
)
STATE_FIELDS = (
    ("rng", "u8", ()),
    ("luck", "u8", ()),  # the players' own random stream: the deck's does not depend on what they do
    *OPEN_FIELDS,
    *OPTION_FIELDS,
    ("deck", "i8", (len(VALUES),)),  # what a round is dealt from
    ("draw", "i8", (CARDS,)),
    ("laid", "i8", ()),  # so many cards on top of the draw pile lie in a known order; the others come by chance
    *COUNTED_FIELDS,
)
VIEW_FIELDS = (  # a view's rng is its player's own luck; the options are filled in once, they do not change
    ("rng", "u8", ()),
    ("me", "i8", ()),
    ("numbers", "f8", (SEATS, 16)),  # the parameters of the built-in player in each seat
    ("plan", "f8", (12,)),  # room for what a built-in player works out before it decides: see `make_plan`,
    ("cost", "f8", (len(VALUES),)),  # `make_plan`, `weigh` and `draw_gain`
    ("best", "f8", (len(VALUES),)),
    ("with_card", "f8", (len(VALUES),)),
    ("gift", "f8", (len(VALUES),)),
    ("given", "f8", (CELLS,)),
    ("column", "f8", (COLUMNS,)),
    ("own", "f8", (CELLS,)),
    ("rival", "f8", (SEATS,)),
    ("doubt", "f8", (SEATS,)),
    *OPEN_FIELDS,
    *OPTION_FIELDS,
)

State = record("State", STATE_FIELDS)


# --- piles --------------------------------------------------------------------------------------------------------
@move_rule
def put_on_discard(s: Any, card: int) -> None:
    """A card goes face up on the discard pile."""
    s.discard[s.discard_n] = card
    s.discard_n += 1


@move_rule
def see(s: Any, card: int) -> None:
    """A card lies open from now on."""
    s.unseen[card - LOW] -= 1


@rule
def can_draw(s: Any) -> bool:
    """SK-26: the draw pile has a card, or the discard pile has cards to spare below its top."""
    return s.draw_n > 0 or s.discard_n > 1


@rule
def recycle(s: Any) -> None:
    """SK-26: the top discard stays, the rest becomes the new draw pile."""
    top = s.discard_n - 1
    for k in range(top):
        s.draw[k] = s.discard[k]
        s.unseen[s.discard[k] - LOW] += 1
    s.discard[0] = s.discard[top]
    s.draw_n, s.discard_n, s.laid = top, 1, 0  # SK-26
    s.tally_recycled += 1


@move_rule
def draw_card(s: Any) -> int:
    """SK-11: the top card of the draw pile."""
    if s.draw_n == 0:
        recycle(s)
    return take_top(s)


# --- the start of a round -----------------------------------------------------------------------------------------
@rule
def begin(s: Any) -> None:
    """A new game: no points yet, and the first round is dealt."""
    for p in range(s.players):
        s.total[p] = s.raw[p] = s.score[p] = 0
    s.round = 0
    deal(s)


@rule
def deal(s: Any) -> None:
    """SK-3, SK-4: shuffle, deal the grids face down and turn up the first discard."""
    s.draw_n, s.discard_n, s.laid = 0, 0, 0
    for i in range(len(DECK)):
        s.unseen[i] = s.deck[i]
        for _ in range(s.deck[i]):
            s.draw[s.draw_n] = i + LOW
            s.draw_n += 1
    for p in range(s.players):
        s.there[p], s.up[p] = (1 << CELLS) - 1, 0
        for cell in range(CELLS):
            s.card[p][cell] = draw_card(s)
    card = draw_card(s)
    put_on_discard(s, card)
    see(s, card)
    begin_revealing(s)


@rule
def begin_revealing(s: Any) -> None:
    """All is dealt: the players turn up their first cards. SK-6, SK-7: is it known who starts?"""
    s.phase, s.player = REVEALING, 0
    s.turns, s.quiet = 0, 0
    s.tally_closed_after, s.tally_recycled = 0, 0
    for p in range(s.players):
        s.tally_rows_cleared[p] = 0
    s.drawn = NONE
    if s.round == 0 or s.next_starter == HIGHEST_SUM or s.closer == NOBODY:
        s.starter = NOBODY  # SK-6
    else:
        s.starter = s.closer  # SK-7
    s.closer = s.stop = NOBODY
    s.round += 1


@rule
def reveal(s: Any, a: int, b: int) -> None:
    """SK-5: a player chooses the cards to turn up; when all have chosen, all see them and the starter begins."""
    s.up[s.player] |= (1 << a) | (1 << b)
    s.player += 1
    if s.player == s.players:
        open_round(s)


@rule
def open_round(s: Any) -> None:
    """The chosen cards lie open; SK-6: the highest sum starts unless the starter is known."""
    for p in range(s.players):
        for k in range(size(s.up[p])):
            see(s, s.card[p][nth(s.up[p], k)])
    if s.starter == NOBODY:
        s.starter = highest_opening(s)
    s.phase, s.player = TURN, s.starter


@rule
def highest_opening(s: Any) -> int:
    """SK-6: the seat with the highest sum face up; ties: the highest single card, then the lowest seat."""
    best, best_sum, best_single = 0, -99, -99
    for p in range(s.players):
        total, single = 0, -99
        for k in range(size(s.up[p])):
            worth = points(s.card[p][nth(s.up[p], k)])
            total += worth
            single = max(single, worth)
        if total > best_sum or (total == best_sum and single > best_single):  # SK-6
            best, best_sum, best_single = p, total, single
    return best


# --- a turn -------------------------------------------------------------------------------------------------------
@move_rule
def exchange(s: Any, p: int, cell: int, card: int) -> None:
    """SK-10, SK-12: the card goes face up in the place, the old one face up on the discard pile."""
    old = s.card[p][cell]
    if not s.up[p] >> cell & 1:
        see(s, old)
    put_on_discard(s, old)
    s.card[p][cell] = card
    s.up[p] |= 1 << cell


@rule
def turn_up(s: Any, p: int, cell: int) -> None:
    """A face-down card of a grid is turned up."""
    s.up[p] |= 1 << cell
    see(s, s.card[p][cell])


@move_rule
def cleared_by(s: Any, p: int, cell: int, card: int) -> int:
    """SK-14: the cells that leave a grid when this card lies face up in a place, all else as it is; 0 for none.

    They are the complete column (and row, by option) through the place: all face up and equal. Works on a view, too.
    """
    row, cards = cell % ROWS, s.card[p]
    first, up = cell - row, (s.up[p] | 1 << cell) & s.there[p]
    lines = 0
    if (
        s.column_clear == MANDATORY
        and up >> first & 7 == 7
        and cards[first + (row == 0)] == card
        and cards[first + 2 - (row == 2)] == card
    ):
        lines = 7 << first  # SK-14
    if (
        s.row_clear
        and up >> row & 0o1111 == 0o1111
        and cards[(cell + ROWS) % CELLS] == card
        and cards[(cell + 2 * ROWS) % CELLS] == card
        and cards[(cell + 3 * ROWS) % CELLS] == card
    ):
        lines |= 0o1111 << row  # SK-14 (rows)
    return lines


@move_rule
def lines_through(s: Any, p: int, cell: int) -> int:
    """SK-14: the cells that leave a grid because of the card that lies face up in a place."""
    return cleared_by(s, p, cell, s.card[p][cell])


@rule
def clear(s: Any, p: int, lines: int) -> None:
    """SK-14, SK-15, SK-16: the cards of complete lines go on the discard pile; their places stay empty."""
    for k in range(size(lines)):
        put_on_discard(s, s.card[p][nth(lines, k)])
    for row in range(ROWS):
        if s.row_clear and lines & s.there[p] & 0o1111 << row == 0o1111 << row:
            s.tally_rows_cleared[p] += 1
    s.there[p] &= ~lines
    s.up[p] &= ~lines


@move_rule
def end_turn(s: Any, cell: int, was_up: int) -> None:
    """What follows a placement or reveal: clearing, closing, the next player or the end of the round."""
    p = s.player
    lines = lines_through(s, p, cell)
    if lines:
        clear(s, p, lines)
    s.drawn = NONE
    s.turns += 1
    s.quiet = s.quiet + 1 if was_up >> cell & 1 else 0
    if s.closer == NOBODY and s.up[p] == s.there[p]:  # SK-17
        close(s, p)
    s.player = 0 if p + 1 == s.players else p + 1
    if s.player == s.stop:  # SK-18  # noqa: SIM114  (two rules)
        end_round(s)
    elif s.quiet == s.no_progress_turns and s.closer == NOBODY:  # SK-28
        end_round(s)


@rule
def close(s: Any, p: int) -> None:
    """SK-17: the player with no face-down card left closes; SK-18: who still plays after that."""
    s.closer = p
    s.stop = p
    s.tally_closed_after = s.turns
    if s.final_lap == EQUAL_TURNS:
        s.stop = s.starter  # SK-18 (equal turns)
    elif s.final_lap == NO_LAP:
        s.stop = 0 if p + 1 == s.players else p + 1  # SK-18 (none)


# --- the end of a round -------------------------------------------------------------------------------------------
@rule
def end_round(s: Any) -> None:
    """SK-19 to SK-24: the final reveal, the scores, the totals, and the end of the game."""
    for p in range(s.players):
        s.tally_face_down[p] = size(s.there[p] & ~s.up[p])
        final_reveal(s, p)
        s.raw[p] = grid_sum(s, p)
    score_round(s)


@rule
def score_round(s: Any) -> None:
    """SK-22 to SK-24: from the raw scores to the totals, and the end of the round or game."""
    s.player, s.phase = NOBODY, ROUND_OVER
    for p in range(s.players):
        s.score[p] = s.raw[p]
    if s.closer != NOBODY and is_penalised(s):
        s.score[s.closer] = s.raw[s.closer] * s.penalty_multiplier  # SK-22
    for p in range(s.players):
        s.total[p] += s.score[p]  # SK-23
        if s.total[p] > s.end_at or (s.total[p] == s.end_at and s.end_inclusive):  # SK-24
            s.phase = GAME_OVER


@rule
def final_reveal(s: Any, p: int) -> None:
    """SK-19: the face-down cards are turned up; SK-20: all lines that are complete now are cleared."""
    for k in range(CELLS):
        if (s.there[p] & ~s.up[p]) >> k & 1:
            turn_up(s, p, k)  # SK-19
    if s.clear_at_final_reveal:
        lines = 0
        for k in range(COLUMNS):
            lines |= lines_through(s, p, ROWS * k)
        for k in range(ROWS):
            lines |= lines_through(s, p, k)
        clear(s, p, lines)  # SK-20


@rule
def grid_sum(s: Any, p: int) -> int:
    """SK-21: the sum of the cards left in a grid (points)."""
    total = 0
    for cell in range(CELLS):
        if s.there[p] >> cell & 1:
            total += points(s.card[p][cell])
    return total


@rule
def points(card: int) -> int:
    """What a card counts: its number (the star of Skyjo Action, which is no number, counts 0)."""
    return card if card <= HIGH else 0


@rule
def is_penalised(s: Any) -> bool:
    """SK-22: another raw score is less than or equal to the closer's, and the closer's is positive."""
    closer = s.raw[s.closer]
    if closer <= 0 and s.penalty_only_positive:
        return False  # SK-22 (only a positive score)
    for p in range(s.players):
        if p != s.closer and (s.raw[p] < closer or (s.raw[p] == closer and s.penalty_on_tie)):
            return True  # SK-22
    return False


# --- actions ------------------------------------------------------------------------------------------------------
(
    LEGAL,
    NO_SUCH_ACTION,
    IS_OVER,
    ROUND_IS_OVER,
    ROUND_IS_ON,
    MUST_REVEAL,
    REVEAL_TWO,
    REVEAL_ONCE,
    MUST_PLACE,
    NOTHING_DRAWN,
    NOTHING_TO_DRAW,
    NOTHING_TO_TAKE,
    CLEARED_PLACE,
    MUST_KEEP,
    NOT_FACE_DOWN,
) = range(15)


@move_rule
def check(s: Any, action: int) -> int:
    """LEGAL, or the reason why an action is not legal now."""
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_ACTION
    if s.phase == GAME_OVER:
        return IS_OVER
    if s.phase == ROUND_OVER:
        return LEGAL if action == NEXT else ROUND_IS_OVER
    if action == NEXT:
        return ROUND_IS_ON
    if s.phase == REVEALING:
        if action < REVEAL:
            return MUST_REVEAL
        pair = action - REVEAL
        return LEGAL if pair // CELLS < pair % CELLS else REVEAL_TWO
    if action >= REVEAL:
        return REVEAL_ONCE
    if action < KEEP:
        if s.phase == DRAWN:
            return MUST_PLACE
        return check_draw(s) if action == DRAW else check_take(s, action - TAKE)
    if s.phase == TURN:
        return NOTHING_DRAWN
    return check_keep(s, action - KEEP) if action < REJECT else check_reject(s, action - REJECT)


@rule
def check_draw(s: Any) -> int:
    """SK-26: drawing needs a card to draw."""
    return LEGAL if can_draw(s) else NOTHING_TO_DRAW


@rule
def check_take(s: Any, cell: int) -> int:
    """SK-10: the discard pile's top goes to a place that is not cleared."""
    if s.discard_n == 0:
        return NOTHING_TO_TAKE
    return check_keep(s, cell)


@rule
def check_keep(s: Any, cell: int) -> int:
    """SK-12, SK-16: a card goes to a place that is not cleared."""
    return LEGAL if s.there[s.player] >> cell & 1 else CLEARED_PLACE


@rule
def check_reject(s: Any, cell: int) -> int:
    """SK-13: who rejects the drawn card turns up an own face-down card."""
    if not s.may_reject_drawn:
        return MUST_KEEP
    face_down = s.there[s.player] & ~s.up[s.player]
    return LEGAL if face_down >> cell & 1 else NOT_FACE_DOWN


@move_rule
def apply(s: Any, action: int) -> None:
    """Play a legal action (see `check`)."""
    p = s.player
    if action == DRAW:
        s.drawn = draw_card(s)
        s.phase = DRAWN
    elif action < KEEP:
        cell, was_up = action - TAKE, s.up[p]
        s.discard_n -= 1
        exchange(s, p, cell, s.discard[s.discard_n])
        end_turn(s, cell, was_up)
    elif action < REJECT:
        cell, was_up = action - KEEP, s.up[p]
        s.phase = TURN
        see(s, s.drawn)
        exchange(s, p, cell, s.drawn)
        end_turn(s, cell, was_up)
    elif action < NEXT:
        cell, was_up = action - REJECT, s.up[p]
        s.phase = TURN
        see(s, s.drawn)
        put_on_discard(s, s.drawn)
        turn_up(s, p, cell)
        end_turn(s, cell, was_up)
    elif action == NEXT:
        deal(s)
    else:
        reveal(s, (action - REVEAL) // CELLS, (action - REVEAL) % CELLS)


# --- views --------------------------------------------------------------------------------------------------------
@rule
def look(s: Any, v: Any, me: int) -> None:
    """SK-27: fill a view with what one seat may know (`me` = NOBODY: what lies open to everybody)."""
    for k in range(s.discard_n, v.discard_n):
        v.discard[k] = 0  # what an earlier look has left there
    for k in range(s.discard_n):
        v.discard[k] = s.discard[k]
    copy_open_numbers(s, v, me)
    for i in range(len(DECK)):
        v.unseen[i] = s.unseen[i]
    if v.drawn != NONE:
        v.unseen[v.drawn - LOW] -= 1
    for p in range(s.players):
        v.raw[p], v.score[p], v.total[p] = s.raw[p], s.score[p], s.total[p]
        v.there[p] = s.there[p]
        v.up[p] = s.up[p] if s.phase != REVEALING or p == me else 0  # SK-5: all turn their cards up together
        for cell in range(CELLS):
            if v.up[p] >> cell & 1:
                v.card[p][cell] = s.card[p][cell]
            else:
                v.card[p][cell] = HIDDEN if v.there[p] >> cell & 1 else GONE
    if s.phase == REVEALING and me >= 0:
        for k in range(size(s.up[me])):
            v.unseen[s.card[me][nth(s.up[me], k)] - LOW] -= 1


@rule
def copy_open_numbers(s: Any, v: Any, me: int) -> None:
    """The plain numbers of a view."""
    v.me = me
    v.players, v.phase, v.player, v.starter = s.players, s.phase, s.player, s.starter
    v.closer, v.stop, v.round, v.turns, v.quiet = s.closer, s.stop, s.round, s.turns, s.quiet
    v.drawn = s.drawn if s.player == me else NONE
    v.draw_n, v.discard_n = s.draw_n, s.discard_n


# --- questions about the rules (plain Python, for odds and widgets) -------------------------------------------------
Lines = tuple[tuple[int, ...], ...]


def lines(options: Any, at_the_end: bool = False) -> Lines:
    """SK-14: the smallest sets of cells that leave a grid under these options when their cards are face up and equal.

    at_the_end: those that leave it at the final reveal (SK-20). Found by asking `cleared_by` and `final_reveal`.
    """
    return _lines(tuple(options.codes()), final_reveal if at_the_end else None, cleared_by)


@cache
def _lines(codes: tuple[tuple[str, int], ...], ending: Any, asked: Any) -> Lines:
    s: Any = State()
    for name, code in codes:
        setattr(s, name, code)
    s.players, found = 1, list[tuple[int, ...]]()
    for n in range(1, max(ROWS, COLUMNS) + 1):
        for some in combinations(range(CELLS), n):
            if not any(set(line) <= set(some) for line in found) and asked(_equal(s, some), 0, some[0], HIGH):
                found.append(some)
    return tuple(line for line in found if ending is None or _goes_at(ending, s, line))


def _equal(s: Any, some: tuple[int, ...]) -> Any:
    """A grid that lies open, with equal cards in these cells and different ones elsewhere."""
    s.there[0] = s.up[0] = (1 << CELLS) - 1
    s.card[0] = [HIGH if cell in some else LOW + cell for cell in range(CELLS)]
    return s


def _goes_at(ending: Any, s: Any, line: tuple[int, ...]) -> bool:
    ending(_equal(s, line), 0)
    return not any(s.there[0] >> cell & 1 for cell in line)


# --- results of simulations (see `cardlib.engine.batch`) ----------------------------------------------------------
RESULT_FIELDS = (
    ("raw", "points", "the points in the grid before the closer's penalty (SK-21)"),
    ("starter", "yes/no", "the player started the round (SK-6, SK-7)"),
    ("closer", "yes/no", "the player closed the round (SK-17)"),
    ("doubled", "yes/no", "the player closed and the score was multiplied (SK-22)"),
    ("columns_cleared", "columns", "columns of the player's grid that are gone at the end (SK-14, SK-20)"),
    ("turns", "turns", "turns of all players in the round, the opening not counted"),
    ("rows_cleared", "rows", "rows of the player's grid that were cleared (SK-14, row_clear)"),
    ("face_down", "cards", "the player's cards face down when the round ended (SK-19)"),
    ("closed_after", "turns", "turns of all players up to the one that closed the round; 0: nobody closed it (SK-17)"),
    ("recycled", "times", "how often the discard pile became the draw pile in the round (SK-26)"),
)
ENDINGS = ("closed", "no progress")


@rule
def result(s: Any, row: Any, p: int) -> None:
    """The numbers of RESULT_FIELDS for seat p, when a round has just ended."""
    cleared = 0
    for c in range(COLUMNS):
        cleared += s.there[p] >> (ROWS * c) & 7 == 0
    row[0], row[1], row[2] = s.raw[p], p == s.starter, p == s.closer
    row[3], row[4], row[5] = s.score[p] != s.raw[p], cleared, s.turns
    row[6], row[7] = s.tally_rows_cleared[p], s.tally_face_down[p]
    row[8], row[9] = s.tally_closed_after, s.tally_recycled


@rule
def ending(s: Any) -> int:
    """How the round ended: its place in ENDINGS (SK-17, SK-28)."""
    return 1 if s.closer == NOBODY else 0
