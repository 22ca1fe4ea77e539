"""Players of Skyjo after strategies that others have published, from their descriptions, as opponents.

Where a description leaves something open, the choice here is the simplest one; a chance choice of the original is
the first possible place here. `swing` and `best_swing` say what a card saves, a face-down one at the mean.
"""

from __future__ import annotations

from typing import Any

from ..engine.host import nth, rule, size
from ..engine.players import player
from .rules import CELLS, COLUMNS, DRAW, DRAWN, GONE, HIDDEN, KEEP, NOBODY, REJECT, REVEALING, ROWS, TAKE, can_draw
from .valuation import MEAN, best_swing, make_plan, opening, swing

NOWHERE = -1
RUSH, HIGH_CARD = 0, 10  # points: what a rusher takes, and replaces
WASTE = 8  # points: from here on a card is left to the next player
MARGIN = 0.5  # points: a discard must be so much better than a drawn mean card
MIDDLE = 5  # points: what a hidden card counts at level 2


# --- what several of them ask -----------------------------------------------------------------------------------------
@rule
def without_choice(v: Any, apart: int) -> int:
    """The opening, or a draw where nothing can be taken; else NOWHERE, and the mean of the unseen cards for `swing`."""
    if v.phase == REVEALING:
        return opening(apart)
    make_plan(v, 0.0, 0.0, 0.0)
    return DRAW if v.phase != DRAWN and v.discard_n == 0 else NOWHERE


@rule
def hidden(v: Any) -> int:
    """The own face-down cells."""
    return v.there[v.me] & ~v.up[v.me]


@rule
def highest(v: Any) -> int:
    """The own cell with the highest face-up card, or NOWHERE."""
    best = NOWHERE
    for k in range(size(v.up[v.me])):
        cell = nth(v.up[v.me], k)
        if best == NOWHERE or v.card[v.me][cell] > v.card[v.me][best]:
            best = cell
    return best


@rule
def equal_beside(v: Any, cell: int, card: int) -> int:
    """How many of the other two cards in a cell's column are face up and equal to a card."""
    first, n = cell - cell % ROWS, 0
    for k in range(first, first + ROWS):
        n += k != cell and v.card[v.me][k] == card
    return n


@rule
def collect(v: Any, card: int) -> int:
    """The cell where a card completes a column or makes a pair in one, without breaking another pair; or NOWHERE."""
    best, most = NOWHERE, 0
    for k in range(size(v.there[v.me])):
        cell = nth(v.there[v.me], k)
        old = v.card[v.me][cell]
        n = equal_beside(v, cell, card)
        if old != card and n > most and (old == HIDDEN or equal_beside(v, cell, old) == 0):
            best, most = cell, n
    return best


@rule
def simple_place(v: Any, card: int) -> int:
    """Greedy's rule: a card of at most 0 or below the own highest one goes there (or to a hidden place); or NOWHERE."""
    top, down = highest(v), hidden(v)
    if top != NOWHERE and card < v.card[v.me][top]:
        return top
    return nth(down, 0) if down and card <= 0 else NOWHERE


@rule
def put(v: Any, cell: int) -> int:
    """The action that puts the drawn card, or the discarded one, in a cell."""
    return KEEP + cell if v.phase == DRAWN else TAKE + cell


@rule
def offered(v: Any) -> int:
    """The card in question: the drawn one, or the top of the discard pile."""
    return v.drawn if v.phase == DRAWN else v.discard[v.discard_n - 1]


@rule
def decline(v: Any, cell: int) -> int:
    """Draw instead of taking, or turn up a hidden cell instead of keeping; where that cannot be, put the card there."""
    if v.phase == DRAWN:
        down = hidden(v)
        if v.may_reject_drawn and down:
            return REJECT + (cell if cell != NOWHERE and down >> cell & 1 else nth(down, 0))
    elif can_draw(v):
        return DRAW
    return put(v, best_swing(v, v.me, offered(v))[0])


@rule
def fullest_column(v: Any) -> int:
    """A hidden cell of the column that shows most cards, or NOWHERE."""
    best, most = NOWHERE, -1
    for c in range(COLUMNS):
        down = hidden(v) & 7 << ROWS * c
        shown = size(v.up[v.me] & 7 << ROWS * c)
        if down and shown > most:
            best, most = nth(down, 0), shown
    return best


@rule
def standing(v: Any, p: int, each: float) -> float:
    """A player's open points, with so many for each hidden card."""
    total = 0.0
    for cell in range(CELLS):
        if v.card[p][cell] != GONE:
            total += each if v.card[p][cell] == HIDDEN else v.card[p][cell]
    return total


@rule
def leads(v: Any, each: float, mine: float) -> bool:
    """Whether so many points are fewer than all others have, with so many for each hidden card."""
    for p in range(v.players):  # noqa: SIM110  (no generators in compiled code)
        if p != v.me and standing(v, p, each) <= mine:
            return False
    return True


# --- the players ------------------------------------------------------------------------------------------------------
@player()
def clearer(v: Any) -> int:
    """Opens in one column and collects: takes and keeps whatever completes or extends a column, high cards too.

    Else it takes what is at most 0 or below its highest card. Source: "Clearer" of dantebarbieri's Skyjo simulator.
    """
    only = without_choice(v, 0)
    if only != NOWHERE:
        return only
    cell = collect(v, offered(v))
    if cell == NOWHERE:
        cell = simple_place(v, offered(v))
    return put(v, cell) if cell != NOWHERE else decline(v, fullest_column(v))


@player()
def rusher(v: Any) -> int:
    """Turns its cards up as fast as it can: takes and keeps cards of at most 0, or below an open 10 or more.

    Source: "Rusher" of dantebarbieri's Skyjo simulator.
    """
    only = without_choice(v, 0)
    if only != NOWHERE:
        return only
    card, top, down = offered(v), highest(v), hidden(v)
    cell = collect(v, card)
    if cell != NOWHERE and equal_beside(v, cell, card) == ROWS - 1:
        return put(v, cell)
    if card <= RUSH and down:
        return put(v, nth(down, 0))
    if v.phase == DRAWN and top != NOWHERE and v.card[v.me][top] >= HIGH_CARD and card < v.card[v.me][top]:
        return put(v, top)
    return decline(v, fullest_column(v))


@player()
def saboteur(v: Any) -> int:
    """Leaves the next player nothing useful: a drawn card that would serve him is kept on a hidden place.

    Cards of 8 and more are left to him. Source: "Saboteur" of dantebarbieri's Skyjo simulator.
    """
    only = without_choice(v, 1)
    if only != NOWHERE:
        return only
    card = offered(v)
    cell, saved = best_swing(v, v.me, card)
    if saved > (0.0 if v.phase == DRAWN else MARGIN) and card < v.plan[MEAN]:
        return put(v, cell)
    down = hidden(v)
    if v.phase == DRAWN and down and card < WASTE and best_swing(v, (v.me + 1) % v.players, card)[1] > v.plan[MEAN]:
        return put(v, nth(down, 0))
    if saved > v.plan[MEAN]:
        return put(v, cell)
    return decline(v, NOWHERE)


@player()
def statistician(v: Any) -> int:
    """Counts all open cards: puts a card where it saves most, a cleared column counting what it held.

    Takes the discard only if it saves half a point more than a mean card would; of equal places it gives the next
    player the card that serves him least. Source: "Statistician" of dantebarbieri's Skyjo simulator.
    """
    only = without_choice(v, 1)
    if only != NOWHERE:
        return only
    card = offered(v)
    cell, saved = quiet_place(v, card)
    if v.phase != DRAWN:
        return put(v, cell) if saved > best_mean(v) + MARGIN else decline(v, NOWHERE)
    hurry = leads(v, v.plan[MEAN], standing(v, v.me, v.plan[MEAN]))
    if saved > 0 and not (hurry and saved < MARGIN):
        return put(v, cell)
    return decline(v, fullest_column(v))


@rule
def quiet_place(v: Any, card: int) -> tuple[int, float]:
    """Where a card saves most; of equal places the one whose old card serves the next player least."""
    rival, best, most, least = (v.me + 1) % v.players, NOWHERE, -1e6, 0.0
    for k in range(size(v.there[v.me])):
        cell = nth(v.there[v.me], k)
        saved = swing(v, v.me, cell, card)
        if saved >= most:
            old = v.card[v.me][cell]
            serves = 0.0 if old == HIDDEN else best_swing(v, rival, old)[1]
            if saved > most or serves < least:
                best, most, least = cell, saved, serves
    return best, most


@rule
def best_mean(v: Any) -> float:
    """What a card of the mean value would save in its best place."""
    top = highest(v)
    return max(0.0, v.card[v.me][top] - v.plan[MEAN]) if top != NOWHERE else 0.0


@player()
def level_2(v: Any) -> int:
    """Completes columns, replaces its highest card from 5 up, puts cards up to 5 on hidden places, closes if ahead.

    With one hidden card left it closes only if it leads with 5 points for every hidden card. Source: "Level 2" of
    MotleySundry's Skyjo study.
    """
    only = without_choice(v, 1)
    if only != NOWHERE:
        return only
    card, top, down = offered(v), highest(v), hidden(v)
    cell = collect(v, card)
    if cell != NOWHERE and card > 0 and equal_beside(v, cell, card) == ROWS - 1:
        return put(v, cell)
    if top != NOWHERE and v.card[v.me][top] >= MIDDLE and card < v.card[v.me][top]:
        return put(v, top)
    waits = size(down) == 1 and v.closer == NOBODY and not leads(v, float(MIDDLE), standing(v, v.me, float(MIDDLE)))
    if card <= MIDDLE and down and not waits:
        return put(v, nth(down, 0))
    if v.phase == DRAWN and waits:
        return put(v, top if top != NOWHERE else nth(down, 0))
    return decline(v, NOWHERE)
