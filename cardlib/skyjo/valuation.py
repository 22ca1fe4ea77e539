"""What a Skyjo grid is worth to a player, one step ahead, for both hosts: the shared part of the thinking players.

They differ in weights: what a face-down card and an unfinished pair count, when closing the round is worth its risk,
and how much it matters what the next player can do with a discarded card.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from ..engine.host import move_rule, nth, rule, size
from .rules import (
    CELLS,
    COLUMNS,
    DECK,
    DRAW,
    DRAWN,
    GONE,
    HIDDEN,
    KEEP,
    LOW,
    MANDATORY,
    NOBODY,
    REJECT,
    REVEAL,
    ROWS,
    TAKE,
    can_draw,
    cleared_by,
)  # fmt: skip

# what a player works out before it decides, in the view's `plan`:
MEAN, SPREAD, UNSEEN, TURNS, PAIR, EXTRA, SOFT, WORTH, RISK, WEIGHS, PENALTY, TURN_GAIN = range(12)
# and in its lists:
#   cost[i]        what card i + LOW costs           column[c]           what the own column c costs as it is
#   with_card[i]   what a column costs with card i + LOW in one of its cells (see `weigh`)
#   best[i]        what card i + LOW gains in its best place
#   gift[i], given[c]    what it costs that the next player can take card i + LOW, or the card in the own cell c
#   rival[p], doubt[p]   what player p is expected to have, and its standard deviation (see `watch_rivals`)
NEVER = -1e6  # a gain that no player wants
PATIENCE = 5  # turns


# --- what a grid is worth ---------------------------------------------------------------------------------------------
@rule
def make_plan(v: Any, pair: float, extra: float, soft: float) -> None:
    """Work out what the valuation needs: the unseen cards' mean and variance, and how long the round may last.

    pair, extra, soft: see `with_pair` and `card_worth`. For `closing_gain`: RISK is the highest risk that is run; a
    player who WEIGHS it loses PENALTY times the own points, and expects TURN_GAIN of a rival's last turn
    """
    n = total = squares = 0
    for i in range(len(DECK)):
        n += v.unseen[i]
        total += v.unseen[i] * (i + LOW)
        squares += v.unseen[i] * (i + LOW) * (i + LOW)
    n = max(n, 1)
    v.plan[UNSEEN], v.plan[MEAN] = n, total / n
    v.plan[SPREAD] = squares / n - v.plan[MEAN] * v.plan[MEAN]
    turns = CELLS
    for p in range(v.players):
        turns = min(turns, size(v.there[p] & ~v.up[p]))
    if v.closer != NOBODY:  # the last turn: nothing can be hoped for
        turns, extra = 0, 0.0
    v.plan[TURNS], v.plan[EXTRA] = turns, extra
    v.plan[PAIR] = pair if v.column_clear == MANDATORY else 0.0
    v.plan[RISK], v.plan[WEIGHS], v.plan[TURN_GAIN] = 1, 0, 0.0
    v.plan[SOFT] = soft * turns / (CELLS + soft * turns)
    for i in range(len(DECK)):
        v.cost[i] = card_worth(v, i + LOW)
        v.gift[i] = 0.0
    for cell in range(CELLS):
        v.own[cell] = card_worth(v, v.card[v.me][cell])
        v.given[cell] = 0.0
    v.plan[WORTH] = 0.0
    for c in range(COLUMNS):
        v.column[c] = worth_with(v, ROWS * c, v.card[v.me][ROWS * c], v.own[ROWS * c])
        v.plan[WORTH] += v.column[c]


@move_rule
def others(v: Any, cell: int) -> tuple[int, int]:
    """The other two cells of a cell's column."""
    row = cell % ROWS
    first = cell - row
    return first + (row == 0), first + 2 - (row == 2)


@move_rule
def worth_with(v: Any, cell: int, card: int, cost: float) -> float:
    """What the own column of a cell costs in points, with a card in that cell that costs so much."""
    gone = cleared_by(v, v.me, cell, card)
    if gone:
        return worth_without(v, gone, cell, cost)
    one, two = others(v, cell)
    a, b = v.card[v.me][one], v.card[v.me][two]
    last = cell % ROWS == ROWS - 1  # added from top to bottom, so that equal columns cost the same to the last bit
    worth = v.own[one] + v.own[two] + cost if last else cost + v.own[one] + v.own[two]
    if a != b and a != card and b != card:
        return worth
    return with_pair(v, worth, a if a == b else card)


@rule
def worth_without(v: Any, gone: int, cell: int, cost: float) -> float:
    """What a cell's column costs when these cells leave the grid, less what leaves the other columns with them."""
    worth = 0.0
    for k in range(CELLS):
        if k // ROWS == cell // ROWS:
            if gone >> k & 1 == 0:
                worth += cost if k == cell else v.own[k]
        elif gone >> k & 1:
            worth -= v.own[k]
    return worth


@move_rule
def with_pair(v: Any, worth: float, pair: int) -> float:
    """What a column costs that has a pair of such cards, when it costs `worth` without that.

    It saves a part of the column: more with more turns left, more such cards among the unseen, and with PAIR.
    """
    if pair < LOW or worth <= 0 or v.plan[PAIR] <= 0:
        return worth
    chance = v.plan[PAIR] * v.plan[TURNS] * v.unseen[pair - LOW] / v.plan[UNSEEN]
    return worth - worth * chance / (1 + chance)


@rule
def weigh(v: Any, cell: int) -> None:
    """Fill in `with_card`: what `worth_with` says of each card in a cell.

    All at once it is much faster than one by one: without a pair already there, only two cards make one.
    """
    c, d = others(v, cell)
    a, b = v.card[v.me][c], v.card[v.me][d]
    one, two = v.own[c], v.own[d]
    if cell % ROWS == ROWS - 1:
        one, two = one + two, 0.0  # equal to the last bit
    for i in range(len(DECK)):
        v.with_card[i] = v.cost[i] + one + two
    if a == b and a >= LOW:
        for i in range(len(DECK)):
            v.with_card[i] = with_pair(v, v.with_card[i], a)
    else:
        if a >= LOW:
            v.with_card[a - LOW] = with_pair(v, v.with_card[a - LOW], a)
        if b >= LOW:
            v.with_card[b - LOW] = with_pair(v, v.with_card[b - LOW], b)
    clear_with(v, cell, a)
    clear_with(v, cell, b)
    if v.row_clear:
        for k in range(cell % ROWS, CELLS, ROWS):
            clear_with(v, cell, v.card[v.me][k])


@move_rule
def clear_with(v: Any, cell: int, card: int) -> None:
    """Correct `with_card` for a card that makes others leave the grid."""
    gone = cleared_by(v, v.me, cell, card)
    if gone and card >= LOW:
        v.with_card[card - LOW] = worth_without(v, gone, cell, v.cost[card - LOW])


@rule
def card_worth(v: Any, card: int) -> float:
    """What a card costs: its points, or the expectation for a face-down one, and EXTRA.

    A card above the mean is likely to be exchanged sooner or later: SOFT (0..1) of what it has too much is not counted.
    """
    if card == HIDDEN:
        return v.plan[MEAN] + v.plan[EXTRA]
    if card == GONE:
        return 0.0
    return card - v.plan[SOFT] * max(card - v.plan[MEAN], 0.0)


@move_rule
def gain(v: Any, cell: int, card: int) -> float:
    """How many points the own grid gets cheaper when the card is put in the cell."""
    return v.column[cell // ROWS] - worth_with(v, cell, card, v.cost[card - LOW])


@rule
def reveal_gain(v: Any, cell: int) -> float:
    """The expected gain of turning a face-down cell up, when its column is weighed (see `weigh`)."""
    after = 0.0
    for i in range(len(DECK)):
        after += v.unseen[i] * v.with_card[i]
    return v.column[cell // ROWS] - after / v.plan[UNSEEN]


# --- what others can do with a card -----------------------------------------------------------------------------------
@rule
def swing(v: Any, p: int, cell: int, card: int) -> float:
    """How many points a grid gets lighter when the card is put in the cell; a face-down card counts the mean."""
    old, gone = v.card[p][cell], cleared_by(v, p, cell, card)
    saved = v.plan[MEAN] if old == HIDDEN else float(old)
    if gone == 0:
        return saved - card
    for k in range(CELLS):
        if gone >> k & 1 and k != cell:
            saved += v.card[p][k]
    return saved


@rule
def best_swing(v: Any, p: int, card: int) -> tuple[int, float]:
    """The cell of a grid where a card saves most points, and how many."""
    best, most = -1, NEVER
    for k in range(size(v.there[p])):
        cell = nth(v.there[p], k)
        saved = swing(v, p, cell, card)
        if saved > most:
            best, most = cell, saved
    return best, most


@rule
def weigh_swings(v: Any, p: int) -> None:
    """Fill in `gift` with what `best_swing` says of each card: only the cards beside a cell can clear lines with it."""
    for i in range(len(DECK)):
        v.gift[i] = NEVER
    for k in range(size(v.there[p])):
        cell = nth(v.there[p], k)
        one, two = others(v, cell)
        old = v.plan[MEAN] if v.card[p][cell] == HIDDEN else float(v.card[p][cell])
        for i in range(len(DECK)):
            v.gift[i] = max(v.gift[i], old - (i + LOW))
        raise_gift(v, p, cell, v.card[p][one])
        raise_gift(v, p, cell, v.card[p][two])
        if v.row_clear:
            for other in range(cell % ROWS, CELLS, ROWS):
                raise_gift(v, p, cell, v.card[p][other])


@move_rule
def raise_gift(v: Any, p: int, cell: int, card: int) -> None:
    """Take in what a card saves in a cell, where it may clear lines."""
    if card >= LOW:
        v.gift[card - LOW] = max(v.gift[card - LOW], swing(v, p, cell, card))


@rule
def weigh_gifts(v: Any, deny: float) -> None:
    """Fill in `gift` and `given`: `deny` (0..1) of the points that a discarded card can save the next player.

    With more rivals that one matters less: by trial, as the square of their number.
    """
    rival = (v.me + 1) % v.players
    if deny == 0.0 or rival == v.closer:
        return
    mean, share = 0.0, deny / ((v.players - 1) * (v.players - 1))
    weigh_swings(v, rival)
    for i in range(len(DECK)):
        v.gift[i] = share * max(v.gift[i], 0.0)
        mean += v.unseen[i] * v.gift[i] / v.plan[UNSEEN]
    for k in range(size(v.there[v.me])):
        cell = nth(v.there[v.me], k)
        card = v.card[v.me][cell]
        v.given[cell] = mean if card == HIDDEN else v.gift[card - LOW]


# --- closing the round ------------------------------------------------------------------------------------------------
@rule
def total_after(v: Any, cell: int, card: int) -> float:
    """The own total when the card lies in the cell; HIDDEN: when the cell is turned up (on average)."""
    stays = v.there[v.me] if card == HIDDEN else v.there[v.me] & ~cleared_by(v, v.me, cell, card)
    total = 0.0
    for k in range(CELLS):
        if stays >> k & 1:
            one = card if k == cell else v.card[v.me][k]
            total += v.plan[MEAN] if one == HIDDEN else one
    return total


@rule
def watch_rivals(v: Any) -> None:
    """Work out how many points the others are expected to have after a last turn, and how sure that is."""
    for p in range(v.players):
        if p != v.me:
            total, hidden = -v.plan[TURN_GAIN], size(v.there[p] & ~v.up[p])
            for cell in range(CELLS):
                if v.there[p] >> cell & 1:
                    total += v.plan[MEAN] if v.card[p][cell] == HIDDEN else v.card[p][cell]
            v.rival[p], v.doubt[p] = total, sqrt(hidden * v.plan[SPREAD] + 4)


@rule
def closing_risk(v: Any, mine: float) -> float:
    """The chance (0..1) that somebody gets at most as many points as the closer: normal laws, taken as independent.

    `watch_rivals` comes first.
    """
    safe = 1.0
    for p in range(v.players):
        if p != v.me:
            safe *= normal_cdf((v.rival[p] - mine - 0.5) / v.doubt[p])
    return 1 - safe


@rule
def normal_cdf(x: float) -> float:
    """The standard normal distribution function, to 1.5e-7 (Abramowitz and Stegun 26.2.19).

    Nothing but + * /, so that it is the same to the last bit on every machine and both hosts.
    """
    y = abs(x)
    power = 1 + y * (
        0.0498673470
        + y * (0.0211410061 + y * (0.0032776263 + y * (0.0000380036 + y * (0.0000488906 + y * 0.0000053830))))
    )
    for _ in range(4):
        power *= power
    return 0.5 / power if x < 0 else 1 - 0.5 / power


# --- looking one step ahead -------------------------------------------------------------------------------------------
@rule
def closing_gain(v: Any, mine: float) -> float:
    """The gain of a move that closes the round with so many points, its risk taken into account as the player does.

    Where everybody waits for the others to close, somebody must: PATIENCE turns each without a card turned up are
    enough. `watch_rivals` comes first.
    """
    at_once = v.plan[WORTH] - mine
    waited = v.quiet / v.players - PATIENCE
    if v.plan[RISK] < 1 and waited < 0 and closing_risk(v, mine) > v.plan[RISK]:
        return at_once + NEVER
    if v.plan[WEIGHS]:
        return at_once + max(waited, 0.0) - v.plan[PENALTY] * closing_risk(v, mine) * max(mine, 0.0)
    return at_once


@rule
def last_hidden(v: Any) -> int:
    """The own cell that closes the round when a card lies face up in it, or -1. The rivals are looked at then."""
    hidden = v.there[v.me] & ~v.up[v.me]
    if v.closer != NOBODY or size(hidden) != 1:
        return -1
    if v.plan[RISK] < 1 or v.plan[WEIGHS]:
        watch_rivals(v)
    return nth(hidden, 0)


@rule
def best_place(v: Any, card: int, last: int) -> tuple[int, float]:
    """Where to put a card, and what that gains. last: see `last_hidden`."""
    best, most = -1, 2 * NEVER
    for k in range(size(v.there[v.me])):
        cell = nth(v.there[v.me], k)
        value = closing_gain(v, total_after(v, cell, card)) if cell == last else gain(v, cell, card)
        value -= v.given[cell]
        if value > most:
            best, most = cell, value
    return best, most


@rule
def best_reveal(v: Any, last: int) -> tuple[int, float]:
    """Which own card to turn up when the drawn one is rejected, and what that gains; -1 where it is not possible."""
    best, most, lost = -1, 3 * NEVER, v.gift[v.drawn - LOW]
    if v.may_reject_drawn:
        hidden = v.there[v.me] & ~v.up[v.me]
        for k in range(size(hidden)):
            cell = nth(hidden, k)
            if cell == last:
                value = closing_gain(v, total_after(v, cell, HIDDEN))
            else:
                weigh(v, cell)
                value = reveal_gain(v, cell)
            value -= lost
            if value > most:
                best, most = cell, value
    return best, most


@rule
def draw_pays(v: Any, last: int, taken: float) -> bool:
    """Whether drawing is expected to gain at least as much as taking: each unseen card in its best place, or discarded.

    Every place that is looked at can only raise that gain, so often the first one is enough.
    """
    rejected = 3 * NEVER
    for i in range(len(DECK)):
        v.best[i] = 2 * NEVER
    hidden = v.there[v.me] & ~v.up[v.me]
    up = v.there[v.me] & v.up[v.me]
    for k in range(size(hidden)):
        cell = nth(hidden, k)
        if cell == last:
            close_with_any(v, cell)
            turned = closing_gain(v, total_after(v, cell, HIDDEN))
        else:
            weigh(v, cell)
            place(v, cell)
            turned = reveal_gain(v, cell)
        if v.may_reject_drawn:
            rejected = max(rejected, turned)
        if k == 0 and draw_gain(v, rejected) >= taken:
            return True
    for k in range(size(up)):
        weigh(v, nth(up, k))
        place(v, nth(up, k))
    return draw_gain(v, rejected) >= taken


@rule
def place(v: Any, cell: int) -> None:
    """Fill in `best` for a cell whose column is weighed."""
    now = v.column[cell // ROWS] - v.given[cell]
    for i in range(len(DECK)):
        v.best[i] = max(v.best[i], now - v.with_card[i])


@rule
def draw_gain(v: Any, rejected: float) -> float:
    """The expected gain of drawing: each unseen card in its best place, or discarded for a gain of `rejected`."""
    total = 0.0
    for i in range(len(DECK)):
        total += v.unseen[i] * max(v.best[i], rejected - v.gift[i])
    return total / v.plan[UNSEEN]


@rule
def close_with_any(v: Any, cell: int) -> None:
    """Fill in `best` for the cell that closes the round."""
    rest = total_after(v, cell, 0)
    for card in range(LOW, LOW + len(DECK)):
        mine = total_after(v, cell, card) if cleared_by(v, v.me, cell, card) else rest + card
        v.best[card - LOW] = max(v.best[card - LOW], closing_gain(v, mine) - v.given[cell])


@rule
def opening(apart: float) -> int:
    """The opening that turns up the first card of two columns (apart), or the first two of one."""
    return REVEAL + (ROWS if apart else 1)


@rule
def look_ahead(v: Any) -> int:
    """The move with the highest expected gain, one step ahead."""
    if v.phase != DRAWN and v.discard_n == 0:
        return DRAW
    last = last_hidden(v)
    if v.phase == DRAWN:
        cell, kept = best_place(v, v.drawn, last)
        turned, rejected = best_reveal(v, last)
        return REJECT + turned if rejected > kept else KEEP + cell
    cell, taken = best_place(v, v.discard[v.discard_n - 1], last)
    return DRAW if can_draw(v) and draw_pays(v, last, taken) else TAKE + cell
