"""Built-in players of Skyjo Action: functions of a view, for both hosts.

All but `random` put cards where they lower the own expected points most, one step ahead: completed lines are counted,
with stars as jokers. They differ in what they do about action cards.
"""

from __future__ import annotations

from typing import Any

from ..engine.host import below, move_rule, nth, rule, size
from ..skyjo import players as skyjo_players
from ..skyjo import rules as skyjo
from . import actions as A
from . import rules as R
from . import table as T

NAMES = ("random", "numbers", "collector", "all_round")
RANDOM, NUMBERS, COLLECTOR, ALL_ROUND = range(len(NAMES))
SIMPLE = 1  # the first players, who need no view (see `cardlib.engine.players`)
NONE = R.NONE
HOARD = 3  # action cards that the collector wants to hold
LATE = 4  # with so few face-down cards in some grid the round may end soon


# --- random -----------------------------------------------------------------------------------------------------------
@move_rule
def random_player(v: Any) -> int:
    """Chooses by chance alone, every legal move alike. The yardstick."""
    if v.phase == T.REVEALING and v.nine_cards:
        return T.REVEAL + (T.CELLS + 1) * below(v, 9)
    if v.phase == T.REVEALING or v.phase == T.DRAWN:
        return skyjo_players.random_player(v)
    if v.phase == T.TURN:
        return random_turn(v)
    return random_choice(v)


@move_rule
def random_turn(v: Any) -> int:
    """Any legal move alike; each held action card can be played or discarded."""
    there, held = v.there[v.player], T.held_by(v, v.player)
    draws, places = 1 if skyjo.can_draw(v) else 0, size(there) if v.discard_n else 0
    takes = T.SHOWN + 1 if v.variant == T.FULL else 0
    if not R.can_move(v):
        return T.PASS
    while True:
        k = below(v, draws + places + takes + 2 * held)
        if k < draws:
            return T.DRAW
        k -= draws
        if k < places:
            return skyjo.TAKE + nth(there, k)
        k -= places
        if k < takes:
            if R.check_take_action(v, T.MARKET + k) == R.LEGAL:
                return T.MARKET + k
        else:
            card = held_card(v, v.player, (k - takes) >> 1)
            if (k - takes) & 1:
                return T.THROW + card
            if v.closer == T.NOBODY and A.can_play(v, card):
                return T.PLAY + card


@rule
def random_take(v: Any) -> int:
    """One of the action cards that can be taken."""
    while True:
        action = T.MARKET + below(v, T.SHOWN + 1)
        if R.check_take_action(v, action) == R.LEGAL:
            return action


@rule
def held_card(v: Any, p: int, k: int) -> int:
    """The kind of the k-th action card that a player holds."""
    kind = 0
    while k >= v.held[p][kind]:
        k -= v.held[p][kind]
        kind += 1
    return kind


@rule
def random_choice(v: Any) -> int:
    """Any legal choice within an action."""
    phase = v.phase
    if phase == T.GRANT:
        return random_take(v) if below(v, 6) else T.PASS
    if phase == T.REMOVING or phase == T.ROBBING:
        q = v.aim[0]
        held = T.held_by(v, q)
        k = below(v, held + size(v.there[q]) if phase == T.REMOVING else held)
        return T.CHOOSE + held_card(v, q, k) if k < held else T.PLACE + nth(v.there[q], k - held)
    first, end, other = T.PLACE, T.SEAT, NONE
    if phase == T.AIM:
        first, end = T.SEAT, T.SEAT + v.players
    elif phase == T.LOOKING:
        first, end = T.LINE, T.THIRD
    elif phase == T.JOKER:
        first, end, other = T.LINE, T.THIRD, T.PASS
    elif phase == T.FETCHING:
        first, end = T.PLAY, T.THROW
    elif phase == T.FOUND:
        first, end, other = T.THROW, T.CHOOSE, T.HOLD
    elif phase == T.PICKING or phase == T.ORDERING:
        first, end, other = T.THIRD, T.ACTIONS, T.PASS
    return any_legal(v, first, end, other)


@move_rule
def any_legal(v: Any, first: int, end: int, other: int) -> int:
    """By chance one of the legal actions from first to end - 1, or `other` (NONE: there is no other)."""
    n = end - first if other == NONE else end - first + 1
    while True:
        k = below(v, n)
        action = first + k if first + k < end else other
        if R.check(v, action) == R.LEGAL:
            return action


# --- what a move gains ------------------------------------------------------------------------------------------------
@rule
def unseen_mean(v: Any) -> float:
    """The mean of the unseen play cards (points)."""
    n, total = 0, 0
    for i in range(T.FACES):
        n += v.unseen[i]
        total += v.unseen[i] * skyjo.points(i + T.LOW)
    return total / max(n, 1)


@rule
def worth(v: Any, p: int, cell: int, mean: float) -> float:
    """What the card in a place costs (points): its own, or the mean for one that the viewer does not know."""
    card = v.card[p][cell]
    return mean if card == R.HIDDEN else skyjo.points(card) + 0 * mean


@rule
def line_gain(v: Any, lines: int, cell: int, card: int) -> int:
    """The points that leave with these lines when the card has come into the cell; a line below 0 may stay."""
    gain = 0
    for line in range(T.LINES):
        if lines >> line & 1:
            cells, total = T.line_cells(v, line), 0
            for k in range(size(cells)):
                place = nth(cells, k)
                total += skyjo.points(card if place == cell else v.card[v.me][place])
            gain += max(total, 0)
    return gain


@rule
def place_gain(v: Any, cell: int, card: int, mean: float) -> float:
    """How many points the own grid gets cheaper when the card is exchanged for the one in the cell."""
    gain = worth(v, v.me, cell, mean) - skyjo.points(card)
    lines = T.completed_by(v, v.me, cell, card)
    return gain + line_gain(v, lines, cell, card) if lines else gain


@rule
def best_place(v: Any, card: int, mean: float) -> tuple[int, float]:
    """Where to put a card, and what that gains."""
    best, most = -1, -99.0
    for k in range(size(v.there[v.me])):
        cell = nth(v.there[v.me], k)
        gain = place_gain(v, cell, card, mean)
        if gain > most:
            best, most = cell, gain
    return best, most


@rule
def draw_gain(v: Any, mean: float) -> float:
    """The expected gain of drawing a card and putting it in its best place, or rejecting it."""
    n, total = 0, 0.0
    for i in range(T.FACES):
        if v.unseen[i]:
            n += v.unseen[i]
            total += v.unseen[i] * max(best_place(v, i + T.LOW, mean)[1], 0.0)
    return total / max(n, 1)


# --- the choices that all thinking players make alike -----------------------------------------------------------------
@rule
def play_numbers(v: Any, mean: float) -> int:
    """A turn with a play card: the top discard if it gains at least as much as a drawn card is expected to."""
    if v.phase == T.DRAWN:
        cell, gain = best_place(v, v.drawn, mean)
        hidden = T.face_down(v, v.me)
        if gain > 0 or not hidden or not v.may_reject_drawn:
            return T.KEEP + cell
        return skyjo.REJECT + nth(hidden, 0)
    if v.discard_n > 0:
        cell, gain = best_place(v, v.discard[v.discard_n - 1], mean)
        if not skyjo.can_draw(v) or gain >= draw_gain(v, mean):
            return skyjo.TAKE + cell
    return T.DRAW if skyjo.can_draw(v) else random_turn(v)


@rule
def use_joker(v: Any) -> int:
    """SA-11: remove the first line whose numbers cost points; keep lines of stars and of negative cards."""
    for line in range(T.LINES):
        if T.may_declare(v, v.me, line):
            value = T.line_value(v, v.me, T.line_cells(v, line))
            if 0 < value <= skyjo.HIGH:
                return T.LINE + line
    return T.PASS


@rule
def reveal_first(v: Any) -> int:
    """Turn up the first column's top cards, so that a pair may show."""
    return T.REVEAL + (0 if v.nine_cards else 1)


@rule
def extreme_card(v: Any, p: int, sign: int, but: int) -> int:
    """The cell of the highest (sign 1) or lowest (-1) open card of a grid, not `but`; else the first other place."""
    best, most = -1, -99
    for k in range(size(v.there[p])):
        cell = nth(v.there[p], k)
        points = sign * skyjo.points(v.card[p][cell]) if v.up[p] >> cell & 1 else -50
        if cell != but and points > most:
            best, most = cell, points
    return best


@rule
def lowest_rival(v: Any) -> int:
    """The other seat that shows the lowest card and has no defence, or the next one."""
    best, least = T.next_seat(v, v.me), 99
    for p in range(v.players):
        if p != v.me and v.there[p] and v.held[p][T.DEFENCE] == 0:
            cell = extreme_card(v, p, -1, -1)
            if v.up[p] >> cell & 1 and skyjo.points(v.card[p][cell]) < least:
                best, least = p, skyjo.points(v.card[p][cell])
    return best


@rule
def swap_gain(v: Any, a: int, b: int) -> int:
    """A2: the points that leave when two own open cards change places."""
    card_a, card_b = v.card[v.me][a], v.card[v.me][b]
    if v.up[v.me] >> a & 1 == 0 or v.up[v.me] >> b & 1 == 0 or card_a == card_b or a // T.ROWS == b // T.ROWS:
        return 0
    columns_a = T.completed_by(v, v.me, a, card_b) & 1 << a // T.ROWS
    columns_b = T.completed_by(v, v.me, b, card_a) & 1 << b // T.ROWS
    return line_gain(v, columns_a, a, card_b) + line_gain(v, columns_b, b, card_a)


@rule
def best_swap(v: Any, first: int) -> tuple[int, int, int]:
    """A2: the pair of own places whose swap gains most (`first`: one of them, if it is chosen already)."""
    best_a, best_b, most = first, -1, -1
    for a in range(T.CELLS):
        for b in range(T.CELLS):
            if a != b and (first == NONE or a == first) and v.there[v.me] >> a & v.there[v.me] >> b & 1:
                gain = swap_gain(v, a, b)
                if gain > most:
                    best_a, best_b, most = a, b, gain
    return best_a, best_b, most


@rule
def play_gain(v: Any, kind: int, mean: float, drawing: float) -> float:
    """What an action card may gain at once (points); `drawing` is what a drawn card is expected to gain."""
    if kind == T.SWAP:
        return float(best_swap(v, NONE)[2])
    if kind == T.TURNS:
        return 2 * drawing
    if kind == T.THREE:
        return 2 * drawing
    if kind == T.TRADE:
        rival = lowest_rival(v)
        mine, theirs = extreme_card(v, v.me, 1, -1), extreme_card(v, rival, -1, -1)
        if v.held[rival][T.DEFENCE] or not v.up[rival] >> theirs & 1:
            return 0.0
        return worth(v, v.me, mine, mean) - worth(v, rival, theirs, mean)
    if kind == T.AGAIN or kind == T.STEAL:
        return 1.5 * drawing
    return drawing if kind == T.DEFENCE else 1.0


@rule
def best_kind(v: Any, first: int, mean: float, drawing: float) -> int:
    """The action with an action card (PLAY or CHOOSE + kind) that is legal and may gain most; NONE: none is legal."""
    best, most = NONE, 0.0
    for kind in range(T.KINDS):
        if R.check(v, first + kind) == R.LEGAL:
            gain = play_gain(v, kind, mean, drawing)
            if best == NONE or gain > most:
                best, most = first + kind, gain
    return best


@rule
def choose_well(v: Any, mean: float) -> int:
    """The choices within an action card."""
    phase = v.phase
    if phase == T.AIM:
        if v.playing == T.TRADE and R.check(v, T.SEAT + lowest_rival(v)) == R.LEGAL:
            return T.SEAT + lowest_rival(v)
        if v.playing == T.LOOK:
            return T.SEAT + v.me if A.can_aim(v, v.me) else random_choice(v)
        return random_choice(v)
    if phase == T.REMOVING:
        return T.PLACE + extreme_card(v, v.aim[0], -1, -1)
    if phase == T.SWAPPING:
        a, b, _ = best_swap(v, v.mine[0])
        return T.PLACE + (a if v.mine[0] == NONE else b)
    if phase == T.PICKING:
        best, most = 0, -99.0
        for k in range(v.three_n):
            gain = best_place(v, v.three[k], mean)[1]
            if gain > most:
                best, most = k, gain
        return T.THIRD + best if most > 0 or not T.face_down(v, v.me) else T.PASS
    if phase == T.PUTTING:
        return T.PLACE + best_place(v, v.three[v.mine[0]], mean)[0]
    if phase == T.ORDERING:
        lowest = 0
        for k in range(1, v.three_n):
            if v.three[k] < v.three[lowest]:
                lowest = k
        return T.THIRD + lowest
    if phase == T.SHOWING:
        return T.PLACE + nth(T.face_down(v, v.me), 0)
    if phase == T.GIVING:
        return T.PLACE + extreme_card(v, v.me, 1, v.mine[0])
    if phase == T.GETTING:
        i = A.exchange_due(v)
        but = v.theirs[0] if i == 1 and v.aim[0] == v.aim[1] else -1
        return T.PLACE + extreme_card(v, v.aim[i], -1, but)
    if phase == T.FETCHING or phase == T.ROBBING:
        return best_kind(v, T.PLAY if phase == T.FETCHING else T.CHOOSE, mean, draw_gain(v, mean))
    return random_choice(v)


@rule
def fewest_hidden(v: Any) -> int:
    """The smallest number of face-down cards in a grid: how soon the round may end."""
    least = T.CELLS
    for p in range(v.players):
        least = min(least, size(T.face_down(v, p)))
    return least


# --- the players that think -------------------------------------------------------------------------------------------
@rule
def numbers(v: Any, mean: float) -> int:
    """Ignores action cards, as if the game were Skyjo with stars. The rule pages' way to learn the game."""
    if v.phase == T.GRANT:
        return T.PASS
    if v.phase == T.FOUND:
        return T.THROW + v.found
    return play_numbers(v, mean)


@rule
def collector(v: Any, mean: float) -> int:
    """Takes action cards before anything else, and plays them when the end comes near. The hoarder of every family."""
    late = fewest_hidden(v) <= LATE or v.closer != T.NOBODY
    held = T.held_by(v, v.me)
    if v.phase == T.GRANT:
        return T.PASS if late else random_take(v)
    if v.phase == T.FOUND:
        return T.THROW + v.found if late else T.HOLD
    if v.phase == T.TURN and not late and held < HOARD and T.can_take_action_card(v):
        return random_take(v)
    if v.phase == T.TURN and late and held > 0:
        action = best_kind(v, T.PLAY, mean, draw_gain(v, mean))
        return action if action != NONE else T.THROW + held_card(v, v.me, 0)
    return play_numbers(v, mean)


@rule
def all_round(v: Any, mean: float) -> int:
    """Weighs every action card against drawing, and is rid of its cards in time. Our own idea of a sensible player.

    Plays the card that may gain most when it beats a drawn card, or when the round may end soon; takes cards for stars
    while it holds fewer than two and the end is far; in the final lap discards a card when that saves more than a draw.
    """
    late = fewest_hidden(v) <= LATE
    held = T.held_by(v, v.me)
    if v.phase == T.GRANT:
        if late or held > 1:
            return T.PASS
        for k in range(T.SHOWN):
            if v.market[k] == T.THREE or v.market[k] == T.TURNS or v.market[k] == T.TRADE:
                return T.MARKET + k
        return random_take(v)
    if v.phase == T.FOUND:
        return T.THROW + v.found if late or held > 1 else T.HOLD
    if v.phase == T.TURN and held > 0:
        drawing = draw_gain(v, mean)
        if v.closer != T.NOBODY:
            return T.THROW + held_card(v, v.me, 0) if drawing < 10 else play_numbers(v, mean)
        action = best_kind(v, T.PLAY, mean, drawing)
        if action != NONE and (late or play_gain(v, action - T.PLAY, mean, drawing) > drawing):
            return action
    return play_numbers(v, mean)


@move_rule
def choose_simple(v: Any, kind: int) -> int:
    """The action of a simple player."""
    return random_player(v)


@rule
def choose_seeing(v: Any, kind: int) -> int:
    """The action of a player who needs a view."""
    if v.phase == T.REVEALING:
        return reveal_first(v)
    if v.phase == T.JOKER:
        return use_joker(v)
    mean = unseen_mean(v)
    if v.phase > T.FOUND:
        return choose_well(v, mean)
    if kind == NUMBERS:
        return numbers(v, mean)
    return collector(v, mean) if kind == COLLECTOR else all_round(v, mean)
