"""Built-in players of Skyjo: functions of a view, for both hosts.

All but `random` and `threshold` look one step ahead with the valuation of `valuation.py` and differ in its weights.
The parameters of a player are arguments in its text: "threshold(keep=6)", "cautious(risk=0.1)". What others have
published is in `published.py`.
"""

from __future__ import annotations

from typing import Any

from ..engine.host import below, nth, rule, size
from ..engine.players import line_up, player, simple_player
from .published import clearer, level_2, rusher, saboteur, statistician
from .rules import CELLS, DRAW, DRAWN, KEEP, REJECT, REVEAL, REVEALING, TAKE, can_draw
from .valuation import PENALTY, RISK, TURN_GAIN, WEIGHS, look_ahead, make_plan, opening, weigh_gifts


# --- random and threshold ---------------------------------------------------------------------------------------------
@simple_player
def random_player(v: Any) -> int:
    """Chooses by chance alone: a pile by the toss of a coin, then any legal place alike. The yardstick."""
    there, up = v.there[v.player], v.up[v.player]
    if v.phase == REVEALING:
        return random_reveal(v)
    places = size(there)
    if v.phase == DRAWN:
        choice = below(v, places + size(there & ~up) if v.may_reject_drawn else places)
        return KEEP + nth(there, choice) if choice < places else REJECT + nth(there & ~up, choice - places)
    if v.discard_n == 0:
        return DRAW
    choice = below(v, 2 * places if can_draw(v) else places)
    return TAKE + nth(there, choice) if choice < places else DRAW


@rule
def random_reveal(v: Any) -> int:
    """Two different cells by chance."""
    a = below(v, CELLS)
    b = below(v, CELLS - 1)
    if b >= a:
        b += 1
    return REVEAL + CELLS * min(a, b) + max(a, b)


@player(keep=4)  # points: the highest card that is kept
def threshold(v: Any) -> int:
    """Keeps a card of at most `keep` points, from either pile, in place of its worst one: the beginners' rule of thumb.

    Its worst card is the highest face up, or a face-down one while none is above `keep`.
    """
    if v.phase == REVEALING:
        return opening(1)
    keep, hidden = v.numbers[v.me][0], v.there[v.me] & ~v.up[v.me]
    worst = highest_up(v)
    if worst < 0 or (hidden and v.card[v.me][worst] <= keep):
        worst = nth(hidden, 0)
    if v.phase == DRAWN:
        if not hidden or not v.may_reject_drawn or v.drawn <= keep:
            return KEEP + worst
        return REJECT + nth(hidden, 0)
    if v.discard_n > 0 and (v.discard[v.discard_n - 1] <= keep or not can_draw(v)):
        return TAKE + worst
    return DRAW


@rule
def highest_up(v: Any) -> int:
    """The cell of the highest own card face up, or -1."""
    best = -1
    for k in range(size(v.up[v.me])):
        cell = nth(v.up[v.me], k)
        if best < 0 or v.card[v.me][cell] > v.card[v.me][best]:
            best = cell
    return best


# --- the players that look ahead --------------------------------------------------------------------------------------
@player()
def greedy(v: Any) -> int:
    """Has the lowest expected score after this move, no matter what follows. The textbook's one-step player."""
    if v.phase == REVEALING:
        return opening(1)
    make_plan(v, 0.0, 0.0, 0.0)
    return look_ahead(v)


@player(pair=3, apart=0)  # how much more than its bare chance an unfinished pair counts; 1: opens in two columns
def columns(v: Any) -> int:
    """Goes for columns: like greedy, but two equal cards in a column are worth something. The rule pages' advice."""
    if v.phase == REVEALING:
        return opening(v.numbers[v.me][1])
    make_plan(v, v.numbers[v.me][0], 0.0, 0.0)
    return look_ahead(v)


@player(risk=0.15)  # probability (0..1): the highest risk at which it closes
def cautious(v: Any) -> int:
    """Like greedy, but closes only when the risk of not being lowest is small. The advice never to be doubled."""
    if v.phase == REVEALING:
        return opening(1)
    make_plan(v, 0.0, 0.0, 0.0)
    v.plan[RISK] = v.numbers[v.me][0]
    return look_ahead(v)


@player(pair=2.5, hidden=0.8, soft=13, penalty=2.3, turn=2.6, apart=1, deny=0.35)
def expert(v: Any) -> int:
    """Looks one step ahead with tuned weights: the strongest of the players that do not play on.

    Our own idea: besides pairs, high cards count less the longer the round goes on, since most of them will be
    exchanged, closing costs its risk, and a discarded card is worth to the next player what it saves him. It opens in
    two columns. The weights were found with `simulate`, on the seeds 11 and 12 and with `benchmarks/tune_expert.py`;
    tests/test_skyjo_players.py judges it on the seeds from 2001. The expert of version 0.1.0 is
    "expert(pair=3.25, penalty=3, turn=3.1, apart=0, deny=0)".
    """
    numbers = v.numbers[v.me]
    if v.phase == REVEALING:
        return opening(numbers[5])
    make_plan(v, numbers[0], numbers[1], numbers[2])
    weigh_gifts(v, numbers[6])
    v.plan[WEIGHS], v.plan[PENALTY], v.plan[TURN_GAIN] = 1, numbers[3], numbers[4]
    return look_ahead(v)


NAMES, PARAMETERS, SIMPLE, choose_simple, choose_seeing = line_up(
    __name__,
    random_player,
    greedy,
    threshold,
    columns,
    cautious,
    expert,
    clearer,
    level_2,
    rusher,
    saboteur,
    statistician,
)
