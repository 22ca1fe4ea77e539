"""Skyjo Action's table: its cards, the record of a game, and what can happen to the cards that lie on it.

Cells and the actions up to REVEAL are Skyjo's. A 3 x 3 grid (`nine_cards`) is a grid whose last column is not there.
Play cards are their values, STAR is 13. The nine kinds of action card are 0..8 (REMOVE .. TRADE); in the one pile of a
`single_pile` game an action card is ACTION + kind. Actions after Skyjo's own, each a small decision:
  MARKET + k    take the k-th action card that lies open      PILE    take the top of the action pile
  PASS          do not use a permission                       HOLD    keep the action card that turned up
  PLAY + kind   play an action card (again)                   THROW + kind   discard it unused
  CHOOSE + kind name a player's action card                   PLACE + cell   name a place of a grid
  SEAT + p      name a player                                 LINE + k       name a column (k < 4) or a row (k - 4)
  THIRD + k     name the k-th of the three cards drawn
"""

from __future__ import annotations

from typing import Any

from ..engine.host import Field, nth, record, rule, size
from ..engine.options import Choice, Flag, Option, Whole, option_fields
from ..engine.piles import pick
from ..skyjo import rules as skyjo
from ..skyjo.rules import CELLS, COLUMNS, DRAW, KEEP, LOW, MANDATORY, NEXT, NONE, REVEAL, ROWS

REVEALING, TURN, DRAWN = skyjo.REVEALING, skyjo.TURN, skyjo.DRAWN
ROUND_OVER, GAME_OVER, NOBODY = skyjo.ROUND_OVER, skyjo.GAME_OVER, skyjo.NOBODY
SEATS = 10
STAR, ACTION = 13, 14
VALUES = range(-2, 14)  # the star included
FACES = len(VALUES)
KINDS = 9
REMOVE, SWAP, TURNS, THREE, LOOK, DEFENCE, AGAIN, STEAL, TRADE = range(KINDS)  # SA-13, A1 to A9
NUMBERS = (3, 7, 11) + (7,) * 12  # SA-1: how many cards of each value from -2 to 12
STARS, COPIES = 15, 3  # SA-1: stars; action cards of each kind
CARDS = sum(NUMBERS) + STARS + 10  # as many as the play pile can hold
ACTION_CARDS = KINDS * COPIES
SHOWN = 4  # action cards that lie open
LINES = COLUMNS + ROWS
FULL, SINGLE_PILE, STARS_ONLY, NUMBERS_ONLY = range(4)  # codes of variant

(
    GRANT,  # a star's owner may take an action card
    JOKER,  # a star's owner may remove a line
    FOUND,  # single_pile: keep or discard an action card
    AIM,  # A5, A8, A9: choose a player
    REMOVING,  # A1: choose a card of the opponent
    SWAPPING,  # A2: choose two own places
    PICKING,  # A4: choose one of three cards, or none
    PUTTING,  # A4: choose its place
    ORDERING,  # A4: choose the next card for the discard pile
    SHOWING,  # A4: choose a card to turn up
    LOOKING,  # A5: choose a line
    FETCHING,  # A7: choose a card of the action discard pile
    ROBBING,  # A8: choose the card to steal
    GIVING,  # A9: choose an own place
    GETTING,  # A9: choose the other's place
) = range(5, 20)
MARKET = skyjo.ACTIONS
PILE = MARKET + SHOWN
PASS, HOLD = PILE + 1, PILE + 2
PLAY = HOLD + 1
THROW = PLAY + KINDS
CHOOSE = THROW + KINDS
PLACE = CHOOSE + KINDS
SEAT = PLACE + CELLS
LINE = SEAT + SEATS
THIRD = LINE + LINES
ACTIONS = THIRD + 3
PLACES = range(PLACE, SEAT)
SPANS = {  # the actions that can be legal in a phase
    REVEALING: range(REVEAL, MARKET),
    TURN: (*range(DRAW, KEEP), *range(MARKET, HOLD), *range(PLAY, CHOOSE)),
    DRAWN: range(KEEP, NEXT),
    ROUND_OVER: range(NEXT, REVEAL),
    GAME_OVER: range(0),
    GRANT: range(MARKET, HOLD),
    JOKER: (*range(LINE, THIRD), PASS),
    FOUND: (HOLD, *range(THROW, CHOOSE)),
    AIM: range(SEAT, LINE),
    REMOVING: range(CHOOSE, SEAT),
    PICKING: (*range(THIRD, ACTIONS), PASS),
    ORDERING: range(THIRD, ACTIONS),
    LOOKING: range(LINE, THIRD),
    FETCHING: range(PLAY, THROW),
    ROBBING: range(CHOOSE, PLACE),
    **dict.fromkeys((SWAPPING, PUTTING, SHOWING, GIVING, GETTING), PLACES),
}
FINISH, NEXT_TARGET, OPENING, STARTING, SCORING = range(5)  # what follows when nothing is left to settle

OF_SKYJO = (  # those of Skyjo's options that mean something here; any other is refused by name
    "next_starter", "may_reject_drawn", "column_clear", "row_clear", "final_lap", "clear_at_final_reveal",
    "penalty_on_tie", "penalty_only_positive", "penalty_multiplier", "end_at", "end_inclusive", "no_progress_turns",
)  # fmt: skip
OPTIONS: dict[str, Option] = {
    **{name: skyjo.OPTIONS[name] for name in OF_SKYJO},
    "row_clear": Flag(default=True, rule="SA-9"),
    "variant": Choice(("full", "single_pile", "stars", "numbers"), "full", "SA-16"),
    "single_pile_actions": Whole(5, 10, 10, "SA-16"),
    "beginner": Flag(default=False, rule="SA-16"),
    "nine_cards": Flag(default=False, rule="SA-16"),
}
OPTION_FIELDS = option_fields(OPTIONS)
OPEN_FIELDS: tuple[Field, ...] = (  # what lies open to everybody, in the state and in every view
    *(field for field in skyjo.OPEN_FIELDS if not field[2]),  # the plain numbers are the same
    ("turn", "i8", ()),  # whose turn it is; the one to decide (`player`) may be another
    ("more", "i8", ()),  # turns that the seat on turn has coming after this one
    ("lap", "i8", ()),  # 1: the final lap is on
    ("down", "i8", ()),  # face-down cards in all grids when the turn began
    ("after", "i8", ()),  # what follows when all is settled
    ("playing", "i8", ()),  # the kind of action card that is being carried out
    ("again", "i8", ()),  # how many A7 have been played in this turn
    ("aim", "i8", (2,)),  # the players an action is aimed at; A1: the one being treated
    ("mine", "i8", (2,)),  # own places chosen (A2, A9); A4: which of the three is kept
    ("theirs", "i8", (2,)),  # A9: places chosen in the other grids
    ("three", "i8", (3,)),  # A4: the cards drawn (in a view: while they may be known)
    ("three_n", "i8", ()),
    ("found", "i8", ()),  # single_pile: the kind of action card that turned up
    ("spot", "i8", ()),  # and the place where it lay
    ("marked", "i8", ()),  # JOKER: the cells of the lines to be removed
    ("serves", "i8", (CELLS,)),  # JOKER: the value that a star in a marked cell has been given
    ("pending", "i8", ()),  # the seats with something to settle
    ("touched", "i8", (SEATS,)),  # the cells whose lines are to be looked at
    ("grants", "i8", (SEATS,)),  # stars for which an action card may be taken
    ("discard", "i8", (CARDS,)), ("there", "i8", (SEATS,)), ("up", "i8", (SEATS,)),
    ("card", "i8", (SEATS, CELLS)),  # in a view: HIDDEN and GONE where no card can be seen
    ("held", "i8", (SEATS, KINDS)), ("market", "i8", (SHOWN,)), ("action_draw_n", "i8", ()),
    ("action_discard", "i8", (ACTION_CARDS,)), ("action_discard_n", "i8", ()),
    ("unseen", "i8", (FACES + KINDS,)),  # the cards that do not lie open, by value and then by kind
    ("raw", "i8", (SEATS,)), ("score", "i8", (SEATS,)), ("total", "i8", (SEATS,)),
)  # fmt: skip
COUNTED = ("columns_cleared", "with_stars", "taken", "played")  # for the results alone
STATE_FIELDS = (
    ("rng", "u8", ()), ("luck", "u8", ()), *OPEN_FIELDS, *OPTION_FIELDS,
    ("deck", "i8", (FACES + KINDS,)), ("draw", "i8", (CARDS,)), ("laid", "i8", ()),
    ("action_draw", "i8", (ACTION_CARDS,)),  # single_pile: the action cards that were set aside
    ("action_laid", "i8", ()),  # so many cards on top of the action pile lie in a known order
    ("known", "i8", (SEATS, SEATS)),  # known[looker][owner]: the cells looked at with A5
    *((name, kind, (SEATS,) if shape else ()) for name, kind, shape in skyjo.COUNTED_FIELDS),
    *((f"tally_{name}", "i8", (SEATS,)) for name in COUNTED),
)  # fmt: skip
VIEW_FIELDS = (
    ("rng", "u8", ()), ("me", "i8", ()), *OPEN_FIELDS, *OPTION_FIELDS,
    ("known", "i8", (SEATS,)),  # the cells that the viewer has looked at, by owner; `card` has their cards
)  # fmt: skip

State = record("State", STATE_FIELDS)


# --- grids ----------------------------------------------------------------------------------------------------------
@rule
def ask(s: Any, phase: int, player: int) -> None:
    """A player has something to decide."""
    s.phase, s.player = phase, player


@rule
def whole_grid(s: Any) -> int:
    """SA-3, SA-16: the cells of a full grid."""
    return 0o777 if s.nine_cards else 0o7777  # SA-16 (nine cards)


@rule
def face_down(s: Any, p: int) -> int:
    """The cells of a grid whose card lies face down."""
    return s.there[p] & ~s.up[p]


@rule
def all_face_down(s: Any) -> int:
    """How many cards lie face down in all grids."""
    n = 0
    for p in range(s.players):
        n += size(face_down(s, p))
    return n


@rule
def touch(s: Any, p: int, cell: int) -> None:
    """A card has come into a grid or been turned up there: lines are to be looked at, a star (SA-10) is a grant."""
    s.pending |= 1 << p
    if s.up[p] >> cell & 1:
        s.touched[p] |= 1 << cell
        if s.card[p][cell] == STAR and s.variant == FULL:
            s.grants[p] += 1  # SA-10


@rule
def put_in_place(s: Any, p: int, cell: int, card: int) -> None:
    """SK-10, SK-12: an open card is exchanged for one of a grid; a hidden action card goes to its own pile (SA-16)."""
    old = s.card[p][cell]
    if old >= ACTION:
        skyjo.see(s, old)
        discard_action(s, old - ACTION)  # SA-16 (an action card that is exchanged away)
        s.card[p][cell] = card
        s.up[p] |= 1 << cell
    else:
        skyjo.exchange(s, p, cell, card)
    touch(s, p, cell)


@rule
def turn_up(s: Any, p: int, cell: int) -> None:
    """A face-down card is turned up."""
    skyjo.turn_up(s, p, cell)
    touch(s, p, cell)


@rule
def deal_to_place(s: Any, p: int, cell: int) -> None:
    """The next card of the draw pile goes face up to a place whose card is gone; without one the place stays empty."""
    if skyjo.can_draw(s):
        s.card[p][cell] = skyjo.draw_card(s)
        s.up[p] &= ~(1 << cell)
        turn_up(s, p, cell)
    else:
        s.there[p] &= ~(1 << cell)
        s.up[p] &= ~(1 << cell)
        s.touched[p] &= ~(1 << cell)
        s.pending |= 1 << p


@rule
def trade_places(s: Any, p: int, a: int, q: int, b: int) -> None:
    """A2, A9: two cards change places; each keeps its own face, and who has looked at it still knows it."""
    s.card[p][a], s.card[q][b] = s.card[q][b], s.card[p][a]
    up_a, up_b = s.up[p] >> a & 1, s.up[q] >> b & 1
    s.up[p] = s.up[p] & ~(1 << a) | up_b << a  # SA-13 (A2, A9: the face travels with the card)
    s.up[q] = s.up[q] & ~(1 << b) | up_a << b
    for looker in range(s.players):
        known = s.known[looker]
        knows_a, knows_b = known[p] >> a & 1, known[q] >> b & 1
        known[p] = known[p] & ~(1 << a) | knows_b << a
        known[q] = known[q] & ~(1 << b) | knows_a << b


# --- lines ----------------------------------------------------------------------------------------------------------
@rule
def line_cells(s: Any, line: int) -> int:
    """The cells of a column (0..3) or a row (4..6)."""
    if line < COLUMNS:
        return 7 << ROWS * line
    return (0o111 if s.nine_cards else 0o1111) << (line - COLUMNS)  # SA-9 (a row is as long as the grid is wide)


@rule
def line_value(s: Any, p: int, cells: int) -> int:
    """SA-11: the one value of all cards in some cells, stars standing for any; STAR for stars alone, NONE for none."""
    value, cards = STAR, s.card[p]
    for k in range(size(cells)):
        card = cards[nth(cells, k)]
        if card != STAR:
            if card != value and value != STAR:
                return NONE
            value = card
    return value


@rule
def equal_lines(s: Any, p: int) -> int:
    """SA-9, SA-11: the lines (bit k: line k) that the move has touched, that are all there, face up, and equal.

    A line that an option keeps in the grid is none of them.
    """
    touched, up, lines = s.touched[p], s.up[p], 0
    if s.column_clear == MANDATORY:
        for k in range(COLUMNS):
            cells = 7 << ROWS * k
            if cells & touched and cells & up == cells and line_value(s, p, cells) != NONE:
                lines |= 1 << k  # SA-9 (columns)
    if s.row_clear:
        first = line_cells(s, COLUMNS)
        for k in range(ROWS):
            cells = first << k
            if cells & touched and cells & up == cells and line_value(s, p, cells) != NONE:
                lines |= 1 << COLUMNS + k  # SA-9 (rows)
    return lines


@rule
def completed_by(s: Any, p: int, cell: int, card: int) -> int:
    """SA-9, SA-11: the lines that are equal when this card lies face up in a place, all else as it is. Views, too."""
    cards, up, r = s.card[p], s.up[p], cell % ROWS
    if (up | 1 << cell) >> cell - r & 7 != 7 and (up | 1 << cell) >> r & 0o111 != 0o111:
        return 0  # no line is all face up (the usual case, so it is asked first)
    old, touched = cards[cell], s.touched[p]
    cards[cell], s.up[p], s.touched[p] = card, up | 1 << cell, 1 << cell
    lines = equal_lines(s, p)
    cards[cell], s.up[p], s.touched[p] = old, up, touched
    return lines


@rule
def stars_in(s: Any, p: int, cells: int) -> int:
    """How many face-up stars lie in some cells."""
    n = 0
    for k in range(size(cells)):
        cell = nth(cells, k)
        if s.card[p][cell] == STAR and s.up[p] >> cell & 1:
            n += 1
    return n


@rule
def number_lines(s: Any, p: int) -> int:
    """SA-9: the cells of all touched lines of equal numbers; these are removed in any case."""
    equal, numbers = equal_lines(s, p), 0
    for line in range(LINES):
        cells = line_cells(s, line)
        if equal >> line & 1 and stars_in(s, p, cells) == 0:
            numbers |= cells  # SA-9
    return numbers


@rule
def may_declare(s: Any, p: int, line: int) -> bool:
    """SA-11: whether the owner may have this line removed with the help of its stars.

    Offered once, for the lines that the move has touched, before number lines leave the grid (a card may complete one
    line by itself and another with a star; then both go, as SA-9 says of two lines). Stars alone form a line of stars.
    A star that serves in a line chosen already has that line's value.
    """
    cells = line_cells(s, line)
    if not equal_lines(s, p) >> line & 1 or stars_in(s, p, cells) == 0 or cells & ~s.marked == 0:
        return False
    value = line_value(s, p, cells)
    both = cells & s.marked
    for k in range(size(both)):
        cell = nth(both, k)
        if s.card[p][cell] == STAR and s.serves[cell] != value:
            return False  # SA-11 (one value at a time)
    return True


@rule
def may_declare_any(s: Any, p: int) -> bool:
    """SA-11: whether there is a line to offer."""
    for line in range(LINES):  # noqa: SIM110
        if may_declare(s, p, line):
            return True
    return False


@rule
def declare(s: Any, p: int, line: int) -> None:
    """SA-11: the owner gives the stars of a line its value; the line will be removed."""
    cells = line_cells(s, line)
    value = line_value(s, p, cells)
    for k in range(size(cells)):
        s.serves[nth(cells, k)] = value  # SA-11
    s.marked |= cells


@rule
def remove_lines(s: Any, p: int) -> None:
    """SA-9, SA-11: the number lines and the lines chosen go to the discard pile together."""
    lines = number_lines(s, p) | s.marked
    if lines:
        for line in range(LINES):
            cells = line_cells(s, line)
            if cells & lines & s.there[p] == cells:
                s.tally_columns_cleared[p] += line < COLUMNS
                s.tally_with_stars[p] += stars_in(s, p, cells) > 0
        skyjo.clear(s, p, lines)
    s.touched[p] = s.marked = 0


# --- action cards ---------------------------------------------------------------------------------------------------
@rule
def discard_action(s: Any, kind: int) -> None:
    """SA-2: an action card goes face up on its own discard pile."""
    s.action_discard[s.action_discard_n] = kind
    s.action_discard_n += 1


@rule
def under_discard(s: Any, card: int) -> None:
    """A1: a play card goes under the discard pile."""
    for k in range(s.discard_n, 0, -1):
        s.discard[k] = s.discard[k - 1]
    s.discard[0] = card  # SA-13 (A1: under the pile)
    s.discard_n += 1


@rule
def under_action_discard(s: Any, kind: int) -> None:
    """A1: an action card goes under the action discard pile."""
    for k in range(s.action_discard_n, 0, -1):
        s.action_discard[k] = s.action_discard[k - 1]
    s.action_discard[0] = kind  # SA-13 (A1: under the pile of action cards)
    s.action_discard_n += 1


@rule
def lift_action(s: Any, kind: int) -> None:
    """A7: the topmost card of a kind leaves the action discard pile."""
    k = s.action_discard_n - 1
    while s.action_discard[k] != kind:
        k -= 1
    s.action_discard_n -= 1
    for j in range(k, s.action_discard_n):
        s.action_discard[j] = s.action_discard[j + 1]


@rule
def on_action_discard(s: Any, kind: int) -> int:
    """How many cards of a kind lie on the action discard pile."""
    n = 0
    for k in range(s.action_discard_n):
        if s.action_discard[k] == kind:
            n += 1
    return n


@rule
def can_draw_action(s: Any) -> bool:
    """SA-2: there is an action pile, and it has a card or the action discard pile has cards to be shuffled into it."""
    return s.variant == FULL and s.action_draw_n + s.action_discard_n > 0


@rule
def draw_action(s: Any) -> int:
    """SA-2: the top card of the action pile, which is seen by all."""
    if s.action_draw_n == 0:
        for k in range(s.action_discard_n):
            s.action_draw[k] = s.action_discard[k]
            s.unseen[ACTION - LOW + s.action_discard[k]] += 1
        s.action_draw_n, s.action_discard_n, s.action_laid = s.action_discard_n, 0, 0  # SA-2 (empty action pile)
    if s.action_laid > 0:
        kind = s.action_draw[s.action_draw_n - 1]
        s.action_laid -= 1
    else:
        kind = pick(s, s.action_draw, s.action_draw_n)
    s.action_draw_n -= 1
    s.unseen[ACTION - LOW + kind] -= 1
    return kind


@rule
def refill(s: Any, k: int) -> None:
    """SA-2: a gap in the row of open action cards is filled at once."""
    s.market[k] = draw_action(s) if can_draw_action(s) else NONE  # SA-2


@rule
def take_action_card(s: Any, p: int, action: int) -> None:
    """SA-5, SA-10: an action card, open or from the pile, is laid face up beside the grid."""
    s.tally_taken[p] += 1
    if action == PILE:
        s.held[p][draw_action(s)] += 1  # SA-5 (from the pile)
    else:
        s.held[p][s.market[action - MARKET]] += 1  # SA-5 (from the market)
        refill(s, action - MARKET)


@rule
def can_take_action_card(s: Any) -> bool:
    """Whether any action card can be taken."""
    if can_draw_action(s):
        return True
    for k in range(SHOWN):  # noqa: SIM110
        if s.market[k] != NONE:
            return True
    return False


@rule
def held_by(s: Any, p: int) -> int:
    """How many action cards a player holds."""
    n = 0
    for kind in range(KINDS):
        n += s.held[p][kind]
    return n


@rule
def is_defended(s: Any, p: int) -> bool:
    """A6: a player who holds a defence is not attacked; the defence is used up."""
    if s.held[p][DEFENCE] == 0:
        return False
    s.held[p][DEFENCE] -= 1
    discard_action(s, DEFENCE)  # SA-13 (A6)
    return True


@rule
def next_seat(s: Any, p: int) -> int:
    """SK-8: the seat after this one."""
    return 0 if p + 1 == s.players else p + 1
