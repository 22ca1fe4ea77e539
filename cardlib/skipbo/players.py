"""Built-in players of Skip-Bo: functions of a view, for both hosts."""

from __future__ import annotations

from typing import Any

from ..engine.host import below, move_rule, rule
from ..engine.players import line_up, simple_player, varied
from .rules import (
    DISCARD,
    LEGAL,
    NONE,
    OWN_DISCARD,
    PARTNER_DISCARD,
    PARTNER_STOCK,
    PASS,
    PILES,
    STOCK,
    TOP_VALUE,
    W,
    check,
    discard_pile,
    fits,
    offered,
    partner_of,
    supply,
    top_card,
)

NOWHERE, NOTHING = -1, -1
ASCENDING, ONE_PILE, DESCENDING, SAME_FIRST = -1, 0, 1, 2  # orders of discarding
REACH = 3  # a pile up to so many values below the next player's stock card is within reach; found by trying 0 to 9


# --- random -----------------------------------------------------------------------------------------------------------
@simple_player
def random_player(v: Any) -> int:
    """Plays on or ends the turn by the toss of a coin, then any legal way to do so alike. The yardstick."""
    plays = count_legal(v, 0, DISCARD)
    if plays and below(v, 2) == 0:
        return nth_legal(v, 0, below(v, plays))
    ends = count_legal(v, DISCARD, PASS + 1)
    return nth_legal(v, DISCARD, below(v, ends))


@rule
def count_legal(v: Any, first: int, stop: int) -> int:
    """How many legal actions there are from first to stop - 1."""
    n = 0
    for action in range(first, stop):
        n += check(v, action) == LEGAL
    return n


@rule
def nth_legal(v: Any, first: int, k: int) -> int:
    """The k-th legal action (from 0) that is not below first."""
    action = first
    while True:
        if check(v, action) == LEGAL:
            if k == 0:
                return action
            k -= 1
        action += 1


# --- naive and stock first --------------------------------------------------------------------------------------------
@move_rule
def source_of(v: Any, card: int) -> int:
    """Where the player has that card: in the hand, on a discard pile (the partner's last), or NOWHERE."""
    if v.hand[v.player][card]:
        return card
    for d in range(PILES):
        if top_card(v, discard_pile(v.player, d)) == card:
            return OWN_DISCARD + d
    if v.teams:
        for d in range(PILES):
            if top_card(v, discard_pile(partner_of(v, v.player), d)) == card:
                return PARTNER_DISCARD + d
    return NOWHERE


@move_rule
def stock_play(v: Any, source: int) -> int:
    """The play of a stock's top card on the first place it fits, or NOTHING."""
    card = offered(v, source)
    if card != NONE:
        for b in range(PILES):
            if fits(v, card, b):
                return PILES * source + b
    return NOTHING


@simple_player
def naive_player(v: Any) -> int:
    """Plays the first card it finds that fits, place by place: hand, discards, stock, Skip-Bo cards last.

    When nothing fits it discards its lowest card on its first pile. Nobody's advice: how a beginner plays.
    """
    for b in range(PILES):
        source = source_of(v, v.height[b] + 1)
        if source != NOWHERE:
            return PILES * source + b
    for source in (STOCK, PARTNER_STOCK):
        action = stock_play(v, source)
        if action != NOTHING:
            return action
    source = source_of(v, W)
    if source != NOWHERE:
        return PILES * source
    for card in range(1, W + 1):
        if v.hand[v.player][card]:
            return DISCARD + PILES * (card - 1)
    return PASS


@simple_player
def stock_first_player(v: Any) -> int:
    """Plays the stock whenever it fits, and else like the naive player. The first advice of every rule page."""
    for source in (STOCK, PARTNER_STOCK):
        action = stock_play(v, source)
        if action != NOTHING:
            return action
    return naive_player(v)


# --- planner ----------------------------------------------------------------------------------------------------------
@simple_player
def planner(v: Any) -> int:
    """Looks for the run that brings its stock card to be played with the fewest Skip-Bo cards, and plays it.

    Skip-Bo cards are kept for that. Other cards are played unless they serve the next player's stock card; discards go
    in descending order (8 on 9, then 7), so that they can be played again from the top. The advice of the French and
    Swedish pages on Skip-Bo; the search and the weights are this package's own. Its parameters change one habit each:
    reach (see REACH; 0: it never blocks), order of discarding (1: descending, 2: equal cards first, -1: ascending,
    0: lowest first, on one pile) and save (0: it plays Skip-Bo cards wherever they fit).
    """
    return plan(v, REACH, DESCENDING, 1)


@varied(planner, reach=REACH, order=DESCENDING, save=1)
def varied_planner(v: Any) -> int:
    """The planner with other habits."""
    numbers = v.numbers[v.me]
    return plan(v, int(numbers[0]), int(numbers[1]), int(numbers[2]))


@move_rule
def plan(v: Any, reach: int, order: int, save: int) -> int:
    """The planner's action, with its habits."""
    for source in (STOCK, PARTNER_STOCK):
        action = towards_stock(v, source)
        if action != NOTHING:
            return action
    action = side_play(v, reach, save)
    if action != NOTHING:
        return action
    return ordered_discard(v, order)


@move_rule
def towards_stock(v: Any, source: int) -> int:
    """The next play of the cheapest run after which a stock card fits; NOTHING if it takes too many Skip-Bo cards."""
    card = offered(v, source)
    if card == NONE:
        return NOTHING
    best, best_cost, tops = NOWHERE, wilds_of(v) + 1, discard_tops(v)
    for b in range(PILES):
        if card == W or v.height[b] < card:
            most = best_cost - (best == NOWHERE or v.height[b] <= v.height[best])  # of equal costs the highest pile
            cost = 0 if card == W else run_cost(v, tops, v.height[b] + 1, card, most)
            if cost <= most:
                best, best_cost = b, cost
    if best == NOWHERE:
        return NOTHING
    if fits(v, card, best):
        return PILES * source + best
    return PILES * run_source(v, v.height[best] + 1) + best


@move_rule
def wilds_of(v: Any) -> int:
    """How many Skip-Bo cards the player can play: in the hand, and on top of the own discard piles."""
    wilds = v.hand[v.player][W]
    for d in range(PILES):
        node = v.top[discard_pile(v.player, d)]
        while v.face[node] == W:
            wilds += 1
            node = v.below[node]
    return wilds


@move_rule
def discard_tops(v: Any) -> int:
    """The top nodes of the player's four discard piles, 8 bits each."""
    tops = 0
    for d in range(PILES):
        tops |= v.top[discard_pile(v.player, d)] << 8 * d
    return tops


@move_rule
def run_cost(v: Any, tops: int, value: int, card: int, most: int) -> int:
    """How many Skip-Bo cards a run takes from a value to the one before card; what is more than `most` is not counted.

    Each value comes from a discard pile if it can (that uncovers the next card there), else from the hand.
    tops: see `discard_tops`
    """
    cost = 0
    while value < card and cost <= most:
        have = v.hand[v.player][value] > 0
        for d in range(PILES):
            node = tops >> 8 * d & 255
            if v.face[node] == value:
                tops += (v.below[node] - node) << 8 * d
                have = True
                break
        if not have:
            cost += 1
        value += 1
    return cost


@move_rule
def run_source(v: Any, value: int) -> int:
    """Where the next value of a run comes from: discards before the hand, Skip-Bo cards last."""
    for d in range(PILES):
        if top_card(v, discard_pile(v.player, d)) == value:
            return OWN_DISCARD + d
    return value if v.hand[v.player][value] else source_of(v, W)


@move_rule
def helps_next(v: Any, height: int, reach: int) -> bool:
    """Whether a pile of that height brings the next player's stock card within reach; not where that is the partner.

    Without a card to draw no play is held back for that: where all hold back, the game is blocked (SB-16).
    """
    rival = (v.player + 1) % v.players
    card = top_card(v, rival)
    return card != NONE and 0 < card - height <= reach and supply(v) > 0


@move_rule
def side_play(v: Any, reach: int, save: int) -> int:
    """A number card that can be played without helping the next player; with no other card in hand Skip-Bo cards.

    save: 0 plays Skip-Bo cards with others in hand, too
    """
    for b in range(PILES):
        source = source_of(v, v.height[b] + 1)
        if source != NOWHERE and not helps_next(v, v.height[b] + 1, reach):
            return PILES * source + b
    if save == 0 or v.hand_n[v.player] == v.hand[v.player][W]:
        source = source_of(v, W)
        for b in range(PILES):
            if source != NOWHERE and not helps_next(v, v.height[b] + 1, reach):
                return PILES * source + b
    return NOTHING


@move_rule
def ordered_discard(v: Any, order: int) -> int:
    """The discard that fits best on a discard pile: see `discard_value`."""
    best, best_value, tops = PASS, -1000, 0
    for d in range(PILES):
        tops |= top_card(v, discard_pile(v.player, d)) << 4 * d
    for card in range(1, W + 1):
        if v.hand[v.player][card]:
            for d in range(PILES):
                value = discard_value(card, tops >> 4 * d & 15, order) if order else -card - W * d
                if value > best_value:
                    best, best_value = DISCARD + PILES * (card - 1) + d, value
    return best


@move_rule
def discard_value(card: int, top: int, order: int) -> int:
    """How well a card lies on a top card: one below it best, then the same, a free pile, below it; burying is bad.

    order: ASCENDING is the same from the other side; SAME_FIRST changes the first two
    """
    if card == W:
        return -500
    if top == W:
        return -200
    if order == ASCENDING:
        card, top = TOP_VALUE + 1 - card, TOP_VALUE + 1 - top if top else NONE
    if top == NONE:
        return 40 + card
    if card == top - 1:
        return (80 if order == SAME_FIRST else 100) + card
    if card == top:
        return (100 if order == SAME_FIRST else 80) + card
    return 30 - 2 * (top - card) if card < top else -4 * (card - top)


NAMES, PARAMETERS, SIMPLE, choose_simple, choose_seeing = line_up(
    __name__, random_player, naive_player, stock_first_player, planner, varied_planner
)
