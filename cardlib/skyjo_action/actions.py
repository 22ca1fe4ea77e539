"""The nine action cards (SA-13), step by step. A function that returns True has something to be chosen next."""

from __future__ import annotations

from typing import Any

from ..engine.host import rule, size
from ..skyjo import rules as skyjo
from . import table as T


# --- playing a card ---------------------------------------------------------------------------------------------------
@rule
def can_play(s: Any, kind: int) -> bool:
    """Whether an action card can be carried out by the seat on turn. (A1, A3 and A6 always can.)"""
    if kind != T.AGAIN:
        return can_play_first(s, kind)
    for other in range(T.KINDS):
        if other != T.AGAIN and T.on_action_discard(s, other) > 0 and can_play_first(s, other):
            return True
    return False  # SA-13 (A7: nothing to fetch)


@rule
def can_play_first(s: Any, kind: int) -> bool:
    """The same, for all kinds but A7."""
    if kind == T.SWAP:
        return size(s.there[s.turn]) > 1
    if kind == T.THREE:
        return skyjo.can_draw(s)
    if kind == T.LOOK:
        return T.all_face_down(s) > 0
    if kind == T.STEAL:
        for p in range(s.players):  # noqa: SIM110
            if p != s.turn and T.held_by(s, p) > 0:
                return True
        return False  # SA-13 (A8: nothing to steal)
    if kind == T.TRADE:
        return s.there[s.turn] != 0
    return True


@rule
def can_fetch(s: Any, kind: int) -> bool:
    """A7: a card of the action discard pile that can be carried out; no A7 that was played in this turn."""
    spare = T.on_action_discard(s, kind) - (s.again if kind == T.AGAIN else 0)  # SA-13 (A7: not itself)
    return spare > 0 and can_play(s, kind)


@rule
def start(s: Any, kind: int) -> bool:
    """An action card is played: it goes to the action discard pile and is carried out.

    A stolen card that cannot be carried out (nothing else may be done with it) only goes to the pile.
    """
    playable = can_play(s, kind)
    T.discard_action(s, kind)
    if not playable:
        return False
    p = s.turn
    s.playing = kind
    s.tally_played[p] += 1
    if kind == T.TURNS:
        s.more += 2  # SA-13 (A3)
        return False
    if kind == T.DEFENCE:
        s.more += 1  # SA-13 (A6, played by its owner)
        return False
    if kind == T.REMOVE:
        s.aim[0], s.after = p, T.NEXT_TARGET
        return False
    if kind == T.THREE:
        s.three_n = 0
        return draw_three(s)
    if kind == T.AGAIN:
        s.again += 1
        T.ask(s, T.FETCHING, p)
    elif kind == T.SWAP:
        s.mine[0] = T.NONE
        T.ask(s, T.SWAPPING, p)
    else:  # A5, A8, A9
        s.aim[0] = s.aim[1] = T.NOBODY
        T.ask(s, T.AIM, p)
    return True


# --- choosing a player (A5, A8, A9) ---------------------------------------------------------------------------------
@rule
def can_aim(s: Any, q: int) -> bool:
    """Whether a player may be chosen for the action card that is being carried out."""
    if q >= s.players:
        return False
    if s.playing == T.LOOK:
        return T.face_down(s, q) != 0
    if q == s.turn:
        return False
    if s.playing == T.STEAL:
        return T.held_by(s, q) > 0
    own = size(s.there[s.turn]) > (0 if s.aim[0] == T.NOBODY else 1)
    return own and size(s.there[q]) > (1 if s.aim[0] == q else 0)


@rule
def aim(s: Any, q: int) -> bool:
    """A player has been chosen."""
    if s.playing == T.LOOK:
        s.aim[0] = q
        T.ask(s, T.LOOKING, s.turn)
        return True
    if s.playing == T.STEAL:
        if T.is_defended(s, q):
            return False  # SA-13 (A6 against A8)
        s.aim[0] = q
        T.ask(s, T.ROBBING, s.turn)
        return True
    return aim_trade(s, q)


# --- A1 ---------------------------------------------------------------------------------------------------------------
@rule
def next_target(s: Any) -> bool:
    """A1: on to the next opponent, clockwise; who holds a defence is skipped."""
    q = T.next_seat(s, s.aim[0])
    while q != s.turn and T.is_defended(s, q):
        q = T.next_seat(s, q)  # SA-13 (A6 against A1: only its holder is skipped)
    s.aim[0] = q
    if q == s.turn:
        return False
    T.ask(s, T.REMOVING, s.turn)
    return True


@rule
def remove_place(s: Any, cell: int) -> None:
    """A1: a play card goes under the discard pile; its owner draws one, face up, for its place."""
    q = s.aim[0]
    card = s.card[q][cell]
    if not s.up[q] >> cell & 1:
        skyjo.see(s, card)
    if card >= T.ACTION:
        T.under_action_discard(s, card - T.ACTION)
    else:
        T.under_discard(s, card)
    T.deal_to_place(s, q, cell)


@rule
def remove_held(s: Any, kind: int) -> None:
    """A1: an action card goes under the action discard pile; its owner draws one, if there is a pile of them."""
    q = s.aim[0]
    s.held[q][kind] -= 1
    T.under_action_discard(s, kind)
    if T.can_draw_action(s):
        s.held[q][T.draw_action(s)] += 1  # SA-13 (A1: an action card for an action card)


# --- A2 ---------------------------------------------------------------------------------------------------------------
@rule
def swap_places(s: Any, cell: int) -> bool:
    """A2: the first place, then the second. A star that is only moved within its grid is no new star (SA-10)."""
    p = s.turn
    if s.mine[0] == T.NONE:
        s.mine[0] = cell
        return True
    T.trade_places(s, p, s.mine[0], p, cell)
    s.touched[p] |= (1 << s.mine[0] | 1 << cell) & s.up[p]  # SA-13 (A2)
    s.pending |= 1 << p
    return False


# --- A4 ---------------------------------------------------------------------------------------------------------------
@rule
def draw_three(s: Any) -> bool:
    """A4: the top three play cards, or as many as there are; in a single_pile game action cards do not count."""
    while s.three_n < 3 and skyjo.can_draw(s):
        card = skyjo.draw_card(s)
        if card >= T.ACTION:
            find(s, card)
            return True
        s.three[s.three_n] = card
        s.three_n += 1
    if s.three_n == 0:
        return False
    T.ask(s, T.PICKING, s.turn)
    return True


@rule
def pick(s: Any, k: int) -> bool:
    """A4: one of the three is kept, or none (k = NONE): then they are discarded and a card is turned up."""
    s.mine[0] = k
    if k != T.NONE:
        T.ask(s, T.PUTTING, s.turn)
        return True
    for i in range(s.three_n):
        skyjo.see(s, s.three[i])
    return lay_out(s)


@rule
def put_picked(s: Any, cell: int) -> bool:
    """A4: the kept card goes to its place; the exchanged card joins those to be discarded."""
    p, k = s.turn, s.mine[0]
    for i in range(s.three_n):
        skyjo.see(s, s.three[i])
    before = s.discard_n
    T.put_in_place(s, p, cell, s.three[k])
    if s.discard_n > before:
        s.discard_n -= 1
        s.three[k] = s.discard[s.discard_n]  # SA-13 (A4: the exchanged card)
    else:
        drop_third(s, k)
    return lay_out(s)


@rule
def drop_third(s: Any, k: int) -> None:
    """A4: one of the cards in the hand is gone."""
    s.three_n -= 1
    for i in range(k, s.three_n):
        s.three[i] = s.three[i + 1]


@rule
def lay(s: Any, k: int) -> bool:
    """A4: the next card for the discard pile."""
    skyjo.put_on_discard(s, s.three[k])
    drop_third(s, k)
    return lay_out(s)


@rule
def lay_out(s: Any) -> bool:
    """A4: the rest goes to the discard pile, in the order the player chooses where there is a choice."""
    for i in range(1, s.three_n):
        if s.three[i] != s.three[0]:
            T.ask(s, T.ORDERING, s.turn)  # SA-13 (A4: in any order)
            return True
    while s.three_n > 0:
        s.three_n -= 1
        skyjo.put_on_discard(s, s.three[s.three_n])
    if s.mine[0] != T.NONE:
        return False
    T.ask(s, T.SHOWING, s.turn)  # SA-13 (A4: none kept)
    return True


# --- A5 ---------------------------------------------------------------------------------------------------------------
@rule
def look_at(s: Any, line: int) -> None:
    """A5: only the looker learns the hidden cards of the line; they stay face down."""
    q = s.aim[0]
    s.known[s.turn][q] |= T.line_cells(s, line) & T.face_down(s, q)  # SA-13 (A5)


# --- A9 ---------------------------------------------------------------------------------------------------------------
@rule
def aim_trade(s: Any, q: int) -> bool:
    """A9: both exchanges are announced first, each with any other player; then the attacked may be defended."""
    if s.aim[0] == T.NOBODY:
        s.aim[0] = q
        for other in range(s.players):
            if can_aim(s, other):
                return True
    else:
        s.aim[1] = q
    for i in range(2):
        q = s.aim[i]
        if q != T.NOBODY and T.is_defended(s, q):
            for k in range(2):
                if s.aim[k] == q:
                    s.aim[k] = T.NOBODY  # SA-13 (A6 against A9)
    s.mine[0] = s.mine[1] = s.theirs[0] = s.theirs[1] = T.NONE
    return next_exchange(s)


@rule
def next_exchange(s: Any) -> bool:
    """A9: the next pair of places to be chosen; when all are, the cards change places at once."""
    for i in range(2):
        if s.aim[i] != T.NOBODY and s.theirs[i] == T.NONE:
            T.ask(s, T.GIVING if s.mine[i] == T.NONE else T.GETTING, s.turn)
            return True
    for i in range(2):
        if s.aim[i] != T.NOBODY:
            T.trade_places(s, s.turn, s.mine[i], s.aim[i], s.theirs[i])
            T.touch(s, s.turn, s.mine[i])
            T.touch(s, s.aim[i], s.theirs[i])  # SA-13 (A9: lines in any grid)
    return False


@rule
def exchange_due(s: Any) -> int:
    """A9: which of the two exchanges is being chosen."""
    return 0 if s.aim[0] != T.NOBODY and s.theirs[0] == T.NONE else 1


@rule
def can_give(s: Any, cell: int) -> bool:
    """A9: an own place, another one for each exchange."""
    return s.there[s.turn] >> cell & 1 != 0 and s.mine[0] != cell


@rule
def can_get(s: Any, cell: int) -> bool:
    """A9: a place of the other player, another one for each exchange with the same player."""
    i = exchange_due(s)
    taken = i == 1 and s.aim[0] == s.aim[1] and s.theirs[0] == cell
    return s.there[s.aim[i]] >> cell & 1 != 0 and not taken


@rule
def choose_place(s: Any, cell: int) -> bool:
    """A9: an own place, then one of the other player."""
    i = exchange_due(s)
    if s.mine[i] == T.NONE:
        s.mine[i] = cell
    else:
        s.theirs[i] = cell
    return next_exchange(s)


# --- action cards in the play pile (single_pile) ----------------------------------------------------------------------
@rule
def find(s: Any, card: int) -> None:
    """SA-16: the seat on turn has drawn an action card and may keep or discard it."""
    skyjo.see(s, card)
    s.found, s.spot = card - T.ACTION, T.NONE
    T.ask(s, T.FOUND, s.turn)


@rule
def draw_for_turn(s: Any) -> bool:
    """SK-11: the seat on turn looks at the top card of the draw pile; False: there is none."""
    if not skyjo.can_draw(s):
        return False
    card = skyjo.draw_card(s)
    if card >= T.ACTION:
        find(s, card)
    else:
        s.drawn = card
        T.ask(s, T.DRAWN, s.turn)
    return True


@rule
def found_in_grid(s: Any, p: int, final: bool) -> bool:
    """SA-16: an action card was turned up in a grid: its owner may keep or discard it, and a play card replaces it.

    At the final reveal it is discarded: nobody would keep it for 10 points.
    """
    if s.variant != T.SINGLE_PILE:
        return False
    for cell in range(T.CELLS):
        while s.touched[p] >> cell & 1 and s.card[p][cell] >= T.ACTION:
            if not final:
                s.found, s.spot = s.card[p][cell] - T.ACTION, cell
                T.ask(s, T.FOUND, p)
                return True
            T.discard_action(s, s.card[p][cell] - T.ACTION)  # SA-16 (final reveal)
            T.deal_to_place(s, p, cell)
    return False


@rule
def go_on_after_find(s: Any) -> bool:
    """SA-16: then a play card is drawn: for the place in the grid, for A4, or for the turn."""
    found_at, s.found = s.spot, T.NONE
    if found_at != T.NONE:
        T.deal_to_place(s, s.player, found_at)  # SA-16 (takes its place)
        return False
    return draw_three(s) if s.playing == T.THREE else draw_for_turn(s)  # SA-16 (draws another)
