"""The rules of Skyjo Action, once, for both hosts: how a round goes (`table`: the cards; `actions`: the action cards).

What is Skyjo's rule is Skyjo's function, working on this game's record. The course of a decision:
  apply      carries it out; whoever must choose next is asked (`table.ask`), or else
  proceed    settles what was touched, seat by seat (stars, lines, closing), and goes on: next turn, next target, scores
"""

from __future__ import annotations

from typing import Any

from ..engine.host import move_rule, nth, rule, size
from ..engine.piles import pick
from ..skyjo import rules as skyjo
from . import actions as A
from . import table as T

STATE_FIELDS, VIEW_FIELDS, OPTION_FIELDS = T.STATE_FIELDS, T.VIEW_FIELDS, T.OPTION_FIELDS
ACTIONS, SPANS, NEXT = T.ACTIONS, T.SPANS, T.NEXT
ROUND_OVER, GAME_OVER = T.ROUND_OVER, T.GAME_OVER
NOBODY, NONE, HIDDEN, GONE = T.NOBODY, T.NONE, skyjo.HIDDEN, skyjo.GONE
LEGAL = skyjo.LEGAL


# --- the start of a round ---------------------------------------------------------------------------------------------
@rule
def begin(s: Any) -> None:
    """A new game: no points yet, and the first round is dealt."""
    for p in range(s.players):
        s.total[p] = s.raw[p] = s.score[p] = 0
    s.round = 0
    deal(s)


@rule
def deal(s: Any) -> None:
    """SA-2, SA-3: the two decks are shuffled apart, the action cards laid out, the grids dealt, one card discarded."""
    gather(s)
    if s.variant == T.SINGLE_PILE:
        for _ in range(s.single_pile_actions):
            s.action_draw_n -= 1
            s.draw[s.draw_n] = T.ACTION + pick(s, s.action_draw, s.action_draw_n + 1)  # SA-16 (single pile)
            s.draw_n += 1
    for k in range(T.SHOWN):
        T.refill(s, k)
    for p in range(s.players):
        s.there[p], s.up[p] = T.whole_grid(s), 0
        for k in range(size(s.there[p])):
            s.card[p][k] = skyjo.draw_card(s)
    card = skyjo.draw_card(s)
    skyjo.see(s, card)
    while card >= T.ACTION:
        T.discard_action(s, card - T.ACTION)  # SA-16 (an action card cannot open the discard pile)
        card = skyjo.draw_card(s)
        skyjo.see(s, card)
    skyjo.put_on_discard(s, card)
    skyjo.begin_revealing(s)


@rule
def gather(s: Any) -> None:
    """All cards are in their draw piles, and nothing is going on."""
    s.draw_n = s.discard_n = s.laid = 0
    s.action_draw_n = s.action_discard_n = s.action_laid = 0
    for i in range(T.FACES):
        s.unseen[i] = s.deck[i]
        for _ in range(s.deck[i]):
            s.draw[s.draw_n] = i + T.LOW
            s.draw_n += 1
    for kind in range(T.KINDS):
        n = s.deck[T.FACES + kind]
        s.unseen[T.FACES + kind] = n
        for _ in range(n):
            s.action_draw[s.action_draw_n] = kind
            s.action_draw_n += 1
    for p in range(s.players):
        s.touched[p] = s.grants[p] = 0
        s.tally_columns_cleared[p] = s.tally_with_stars[p] = s.tally_taken[p] = s.tally_played[p] = 0
        for kind in range(T.KINDS):
            s.held[p][kind] = 0
        for q in range(s.players):
            s.known[p][q] = 0
    s.turn = NOBODY
    s.found = s.spot = s.playing = NONE
    s.more = s.lap = s.again = s.three_n = s.marked = s.pending = 0


@rule
def reveal(s: Any, cells: int) -> None:
    """SK-5: a player chooses the cards to turn up; when all have chosen, they lie open."""
    s.up[s.player] |= cells
    s.player += 1
    if s.player == s.players:
        for p in range(s.players):
            for k in range(size(s.up[p])):
                skyjo.see(s, s.card[p][nth(s.up[p], k)])
            if s.variant == T.SINGLE_PILE:
                s.touched[p] = s.up[p]
            s.pending |= 1 << p
        s.turn, s.after = 0 if s.starter == NOBODY else s.starter, T.OPENING
        proceed(s)


@rule
def open_round(s: Any) -> None:
    """SA-3: who starts, a star counting 0; SA-4: a grant for each star, in seat order from the starter."""
    if s.starter == NOBODY:
        s.starter = skyjo.highest_opening(s)  # SA-3
    s.turn = s.starter
    s.down = T.all_face_down(s)
    for p in range(s.players):
        s.touched[p] = 0
        if s.variant == T.FULL:
            s.grants[p] = T.stars_in(s, p, s.up[p])  # SA-4
            s.pending |= 1 << p
    s.after = T.STARTING


# --- what follows a decision ------------------------------------------------------------------------------------------
@move_rule
def proceed(s: Any) -> None:
    """Settle everything and go on, until somebody has something to decide or the round is over."""
    while True:
        p = next_pending(s)
        if p != NOBODY:
            if settle(s, p):
                return
            s.pending &= ~(1 << p)
        elif s.after == T.OPENING:
            open_round(s)
        elif s.after == T.STARTING:
            begin_turn(s, s.starter)
            return
        elif s.after == T.SCORING:
            score_round(s)
            return
        elif s.after == T.NEXT_TARGET:
            if A.next_target(s):
                return
            s.after = T.FINISH
        elif finish_turn(s):
            return
        else:
            final_reveal(s)


@move_rule
def next_pending(s: Any) -> int:
    """The first seat with something to settle, from the one on turn clockwise."""
    if s.pending == 0:
        return NOBODY
    p = s.turn
    while not s.pending >> p & 1:
        p = T.next_seat(s, p)
    return p


@move_rule
def settle(s: Any, p: int) -> bool:
    """What a touched grid leads to: star grants, the removal of lines, closing. True: its owner must decide first.

    The star is taken up before lines are removed, so a star that leaves with its line counts as well.
    """
    if A.found_in_grid(s, p, s.after == T.SCORING):
        return True
    if s.grants[p] > 0:
        if T.can_take_action_card(s):
            T.ask(s, T.GRANT, p)
            return True
        s.grants[p] = 0
    if s.after == T.SCORING and not s.clear_at_final_reveal:
        s.touched[p] = 0
    if s.touched[p] and T.equal_lines(s, p):
        if T.may_declare_any(s, p):
            T.ask(s, T.JOKER, p)
            return True
        T.remove_lines(s, p)
    s.touched[p] = 0
    if s.closer == NOBODY and T.face_down(s, p) == 0 and (s.after == T.FINISH or s.after == T.NEXT_TARGET):
        skyjo.close(s, p)  # SA-14
        s.tally_closed_after = s.turns + 1  # the turn that is not over yet
    return False


@move_rule
def begin_turn(s: Any, p: int) -> None:
    """A seat has a turn."""
    s.turn = p
    s.playing, s.again, s.after = NONE, 0, T.FINISH
    T.ask(s, T.TURN, p)


@move_rule
def finish_turn(s: Any) -> bool:
    """The turn is over: who plays next? False: the round is over.

    The closer's extra turns are lost. Extra turns of somebody who made another the closer are still played. Then the
    final lap goes clockwise from the closer (SK-18), also when the closer was not on turn: exactly one turn each.
    """
    s.turns += 1
    down = T.all_face_down(s)
    s.quiet = 0 if down < s.down else s.quiet + 1
    s.down = down
    closed = s.closer != NOBODY
    if closed and (s.closer == s.turn or s.final_lap == skyjo.NO_LAP):
        s.more = 0  # SA-14 (extra turns are lost)
    if not closed and s.quiet == s.no_progress_turns:
        return False  # SK-28
    if s.more > 0:
        s.more -= 1  # SA-13 (A3, A6: the turn after)
        begin_turn(s, s.turn)
        return True
    if closed and s.final_lap == skyjo.NO_LAP:
        return False  # SK-18 (none)
    p = s.turn
    if closed and not s.lap and s.final_lap != skyjo.EQUAL_TURNS:
        p = s.closer  # SA-14 (all others)
    s.lap = 1 if closed else 0
    p = T.next_seat(s, p)
    while p == s.closer and p != s.stop:
        p = T.next_seat(s, p)  # SK-18 (equal turns: another's action closed this seat)
    if closed and p == s.stop:
        return False
    begin_turn(s, p)
    return True


# --- the end of a round -----------------------------------------------------------------------------------------------
@rule
def final_reveal(s: Any) -> None:
    """SK-19: the face-down cards are turned up, without star grants (SA-10); SA-9, SA-11: their lines may go."""
    for p in range(s.players):
        down = T.face_down(s, p)
        s.tally_face_down[p] = size(down)
        s.touched[p] = s.there[p]
        s.touched[p] = T.number_lines(s, p)  # (only in a written position do such lines lie open)
        for k in range(size(down)):
            skyjo.turn_up(s, p, nth(down, k))
        s.touched[p] |= down  # SA-9 (final reveal)
        s.pending |= 1 << p
    s.after = T.SCORING


@rule
def score_round(s: Any) -> None:
    """SA-15: the numbers, less the bonus for lines of stars, and 10 points for each action card held."""
    for p in range(s.players):
        s.raw[p] = grid_total(s, p) + 10 * T.held_by(s, p)  # SA-6
    skyjo.score_round(s)


@rule
def grid_total(s: Any, p: int) -> int:
    """SA-12, SA-15: the sum of the face-up cards left in a grid, less the bonus for lines of stars (points)."""
    return skyjo.grid_sum(s, p) - star_bonus(s, p)


@rule
def star_bonus(s: Any, p: int) -> int:
    """SA-12: 10 points for a column of stars that is still there (and a row of three), 15 for a row of four."""
    bonus = 0
    for line in range(T.LINES):
        cells = T.line_cells(s, line)
        if s.up[p] & cells == cells and T.stars_in(s, p, cells) == size(cells):
            bonus += 15 if size(cells) == 4 else 10  # SA-12
    return bonus


# --- which actions are legal ------------------------------------------------------------------------------------------
(
    NOT_NOW,
    REVEAL_ONE,
    NO_ACTION_CARDS,
    NO_SUCH_CARD,
    NO_CARD_TO_TAKE,
    NOT_HELD,
    IN_FINAL_LAP,
    CANNOT_PLAY,
    MUST_MOVE,
    NOTHING_TO_TURN_UP,
    NOT_THIS_PLAYER,
    NOT_THIS_LINE,
    NOT_THIS_PLACE,
    NOT_ON_PILE,
    NOT_FOUND,
) = range(15, 30)


@move_rule
def check(s: Any, action: int) -> int:
    """LEGAL, or the reason why an action is not legal now. Works on a view as well: a player knows what is legal."""
    if action < 0 or action >= ACTIONS:
        return skyjo.NO_SUCH_ACTION
    if s.phase == GAME_OVER:
        return skyjo.IS_OVER
    if s.phase == ROUND_OVER:
        return LEGAL if action == NEXT else skyjo.ROUND_IS_OVER
    if action == NEXT:
        return skyjo.ROUND_IS_ON
    if s.phase == T.REVEALING:
        return check_reveal(s, action)
    if T.REVEAL <= action < T.MARKET:
        return skyjo.REVEAL_ONCE
    if s.phase == T.TURN:
        return check_turn(s, action)
    if s.phase == T.DRAWN:
        if action < T.KEEP or action > NEXT:
            return skyjo.MUST_PLACE
        if action < skyjo.REJECT:
            return skyjo.check_keep(s, action - T.KEEP)
        return skyjo.check_reject(s, action - skyjo.REJECT)
    if s.phase == T.GRANT:
        return check_grant(s, action)
    return check_choice(s, action)


@rule
def check_reveal(s: Any, action: int) -> int:
    """SK-5: two own cards, or one in a grid of nine (SA-16), written as the same cell twice."""
    if action < T.REVEAL or action >= T.MARKET:
        return skyjo.MUST_REVEAL
    a, b = (action - T.REVEAL) // T.CELLS, (action - T.REVEAL) % T.CELLS
    if s.nine_cards:
        return LEGAL if a == b and a < 9 else REVEAL_ONE  # SA-16 (one card revealed)
    return LEGAL if a < b else skyjo.REVEAL_TWO


@move_rule
def check_turn(s: Any, action: int) -> int:
    """SA-5: what a turn can be."""
    if action == T.DRAW:
        return skyjo.check_draw(s)
    if action < T.KEEP:
        return skyjo.check_take(s, action - skyjo.TAKE)
    if action < T.MARKET:
        return skyjo.NOTHING_DRAWN
    if action <= T.PILE:
        return check_take_action(s, action)
    if action == T.PASS:
        return MUST_MOVE if can_move(s) else LEGAL
    if action < T.PLAY or action >= T.CHOOSE:
        return NOT_NOW
    kind = (action - T.PLAY) % T.KINDS
    if s.held[s.player][kind] == 0:
        return NOT_HELD
    if action >= T.THROW:
        return LEGAL  # SA-5 (d)
    if s.closer != NOBODY:
        return IN_FINAL_LAP  # SA-8
    return LEGAL if A.can_play(s, kind) else CANNOT_PLAY


@rule
def check_take_action(s: Any, action: int) -> int:
    """SA-5, SA-10: an action card that can be taken."""
    if s.variant != T.FULL:
        return NO_ACTION_CARDS
    if action == T.PILE:
        return LEGAL if T.can_draw_action(s) else NO_CARD_TO_TAKE
    return NO_SUCH_CARD if s.market[action - T.MARKET] == NONE else LEGAL


@rule
def can_move(s: Any) -> bool:
    """Whether a turn can be anything at all; with hardly a card left it may be nothing, and only then one may pass."""
    return skyjo.can_draw(s) or s.discard_n > 0 or T.can_take_action_card(s) or T.held_by(s, s.player) > 0


@rule
def check_grant(s: Any, action: int) -> int:
    """SA-10: take an action card or pass."""
    if T.MARKET <= action <= T.PILE:
        return check_take_action(s, action)
    return LEGAL if action == T.PASS else NOT_NOW


@move_rule
def check_choice(s: Any, action: int) -> int:
    """The choices within an action, and those of a star's owner."""
    if s.phase == T.JOKER:
        if action == T.PASS:
            return LEGAL
        if not T.LINE <= action < T.THIRD:
            return NOT_NOW
        return LEGAL if T.may_declare(s, s.player, action - T.LINE) else NOT_THIS_LINE
    if s.phase == T.FOUND:
        if action == T.HOLD or action == T.THROW + s.found:
            return LEGAL
        return NOT_FOUND
    if s.phase == T.AIM:
        if not T.SEAT <= action < T.LINE:
            return NOT_NOW
        return LEGAL if A.can_aim(s, action - T.SEAT) else NOT_THIS_PLAYER
    if s.phase == T.LOOKING:
        if not T.LINE <= action < T.THIRD:
            return NOT_NOW
        return LEGAL if T.line_cells(s, action - T.LINE) & T.face_down(s, s.aim[0]) else NOT_THIS_LINE
    if s.phase == T.FETCHING:
        if not T.PLAY <= action < T.THROW:
            return NOT_NOW
        return LEGAL if A.can_fetch(s, action - T.PLAY) else NOT_ON_PILE
    if s.phase == T.PICKING or s.phase == T.ORDERING:
        if action == T.PASS and s.phase == T.PICKING:
            return LEGAL if T.face_down(s, s.turn) else NOTHING_TO_TURN_UP  # SA-13 (A4: keep none)
        return LEGAL if T.THIRD <= action < T.THIRD + s.three_n else NOT_NOW
    return check_target(s, action)


@move_rule
def check_target(s: Any, action: int) -> int:
    """The choice of a place or of a held action card."""
    if T.CHOOSE <= action < T.PLACE and (s.phase == T.REMOVING or s.phase == T.ROBBING):
        return LEGAL if s.held[s.aim[0]][action - T.CHOOSE] > 0 else NOT_HELD
    if not T.PLACE <= action < T.SEAT or s.phase == T.ROBBING:
        return NOT_NOW
    cell, grid = action - T.PLACE, s.turn
    if s.phase == T.REMOVING:
        grid = s.aim[0]
    elif s.phase == T.GETTING:
        grid = s.aim[A.exchange_due(s)]
    if not s.there[grid] >> cell & 1:
        return skyjo.CLEARED_PLACE
    if s.phase == T.SHOWING:
        return LEGAL if T.face_down(s, grid) >> cell & 1 else skyjo.NOT_FACE_DOWN
    if s.phase == T.SWAPPING:
        return NOT_THIS_PLACE if s.mine[0] == cell else LEGAL
    if s.phase == T.GIVING:
        return LEGAL if A.can_give(s, cell) else NOT_THIS_PLACE
    if s.phase == T.GETTING:
        return LEGAL if A.can_get(s, cell) else NOT_THIS_PLACE
    return LEGAL


# --- playing an action ------------------------------------------------------------------------------------------------
@move_rule
def apply(s: Any, action: int) -> None:
    """Play a legal action (see `check`)."""
    if s.phase == T.REVEALING:
        a, b = (action - T.REVEAL) // T.CELLS, (action - T.REVEAL) % T.CELLS
        reveal(s, 1 << a | 1 << b)
    elif action == NEXT:
        deal(s)
    elif s.phase == T.TURN:
        apply_turn(s, action)
    elif s.phase == T.DRAWN:
        apply_drawn(s, action)
    elif s.phase == T.GRANT:
        s.grants[s.player] -= 1
        if action != T.PASS:
            T.take_action_card(s, s.player, action)
        proceed(s)
    elif s.phase == T.JOKER:
        if action == T.PASS:
            T.remove_lines(s, s.player)
        else:
            T.declare(s, s.player, action - T.LINE)
        proceed(s)
    elif not apply_choice(s, action):
        proceed(s)


@move_rule
def apply_turn(s: Any, action: int) -> None:
    """SA-5: a turn."""
    p = s.player
    if action == T.DRAW:
        if A.draw_for_turn(s):
            return
    elif action < T.KEEP:
        s.discard_n -= 1
        T.put_in_place(s, p, action - skyjo.TAKE, s.discard[s.discard_n])  # SA-5 (a)
    elif action <= T.PILE:
        T.take_action_card(s, p, action)  # SA-5 (b)
    elif T.PLAY <= action < T.THROW:
        s.held[p][action - T.PLAY] -= 1
        if A.start(s, action - T.PLAY):  # SA-5 (c)
            return
    elif action >= T.THROW:
        s.held[p][action - T.THROW] -= 1
        T.discard_action(s, action - T.THROW)  # SA-5 (d)
    proceed(s)


@move_rule
def apply_drawn(s: Any, action: int) -> None:
    """SK-12, SK-13: the drawn card is kept, or rejected and a card is turned up."""
    card = s.drawn
    s.drawn = NONE
    skyjo.see(s, card)
    if action < skyjo.REJECT:
        T.put_in_place(s, s.player, action - T.KEEP, card)
    else:
        skyjo.put_on_discard(s, card)
        T.turn_up(s, s.player, action - skyjo.REJECT)
    proceed(s)


@move_rule
def apply_choice(s: Any, action: int) -> bool:
    """A choice within an action card; True: it asks for another one."""
    if s.phase == T.FOUND:
        if action == T.HOLD:
            s.held[s.player][s.found] += 1  # SA-16 (keep)
            s.tally_taken[s.player] += 1
        else:
            T.discard_action(s, s.found)  # SA-16 (discard)
        return A.go_on_after_find(s)
    if s.phase == T.AIM:
        return A.aim(s, action - T.SEAT)
    if s.phase == T.REMOVING:
        if action < T.PLACE:
            A.remove_held(s, action - T.CHOOSE)
        else:
            A.remove_place(s, action - T.PLACE)
        return False
    if s.phase == T.SWAPPING:
        return A.swap_places(s, action - T.PLACE)
    if s.phase == T.PICKING:
        return A.pick(s, NONE if action == T.PASS else action - T.THIRD)
    if s.phase == T.PUTTING:
        return A.put_picked(s, action - T.PLACE)
    if s.phase == T.ORDERING:
        return A.lay(s, action - T.THIRD)
    if s.phase == T.SHOWING:
        T.turn_up(s, s.turn, action - T.PLACE)
        return False
    if s.phase == T.LOOKING:
        A.look_at(s, action - T.LINE)
        return False
    if s.phase == T.FETCHING:
        T.lift_action(s, action - T.PLAY)
        return A.start(s, action - T.PLAY)
    if s.phase == T.ROBBING:
        s.held[s.aim[0]][action - T.CHOOSE] -= 1
        return A.start(s, action - T.CHOOSE)  # SA-13 (A8)
    return A.choose_place(s, action - T.PLACE)


# --- views ------------------------------------------------------------------------------------------------------------
@rule
def look(s: Any, v: Any, me: int) -> None:
    """SK-27: fill a view with what one seat may know (`me` = NOBODY: what lies open to everybody).

    Besides the open cards: the drawn card, the three cards of A4, and the hidden cards seen with A5, if they are the
    seat's own to know. A hidden card that is known is in `card` though its place is not in `up`.
    """
    look_at_seats(s, v, me)
    look_at_action(s, v, me)
    v.starter, v.stop, v.round, v.turns, v.quiet = s.starter, s.stop, s.round, s.turns, s.quiet
    v.down, v.spot = s.down, s.spot
    for k in range(s.discard_n):
        v.discard[k] = s.discard[k]
    for i in range(T.FACES + T.KINDS):
        v.unseen[i] = s.unseen[i]
    if v.drawn != NONE:
        v.unseen[v.drawn - T.LOW] -= 1
    for p in range(s.players):
        v.raw[p], v.score[p], v.total[p] = s.raw[p], s.score[p], s.total[p]
        v.known[p] = s.known[me][p] & T.face_down(s, p) if me >= 0 else 0
        for cell in range(T.CELLS):
            look_at_cell(s, v, p, cell)
    if s.phase == T.REVEALING and me >= 0:
        for k in range(size(s.up[me])):
            v.unseen[s.card[me][nth(s.up[me], k)] - T.LOW] -= 1
    if s.phase != T.ORDERING:
        for k in range(3):
            if v.three[k] != NONE:
                v.unseen[v.three[k] - T.LOW] -= 1


@rule
def look_at_cell(s: Any, v: Any, p: int, cell: int) -> None:
    """One place of a grid."""
    if v.up[p] >> cell & 1:
        v.card[p][cell] = s.card[p][cell]
    elif v.known[p] >> cell & 1:
        v.card[p][cell] = s.card[p][cell]
        v.unseen[s.card[p][cell] - T.LOW] -= 1
    else:
        v.card[p][cell] = HIDDEN if v.there[p] >> cell & 1 else GONE


@rule
def look_at_seats(s: Any, v: Any, me: int) -> None:
    """Whose turn it is, the piles, and which places of the grids are face up."""
    v.me, v.players, v.phase, v.player, v.turn, v.closer = me, s.players, s.phase, s.player, s.turn, s.closer
    v.draw_n, v.discard_n = s.draw_n, s.discard_n
    v.drawn = s.drawn if s.player == me else NONE
    for p in range(s.players):
        v.there[p] = s.there[p]
        v.up[p] = s.up[p] if s.phase != T.REVEALING or p == me else 0


@rule
def look_at_action(s: Any, v: Any, me: int) -> None:
    """The action cards on the table, and how far the one that is being carried out has got."""
    for p in range(s.players):
        v.touched[p], v.grants[p] = s.touched[p], s.grants[p]
        for kind in range(T.KINDS):
            v.held[p][kind] = s.held[p][kind]
    for k in range(size(s.marked)):
        v.serves[nth(s.marked, k)] = s.serves[nth(s.marked, k)]
    v.more, v.lap, v.after, v.playing, v.again, v.found = s.more, s.lap, s.after, s.playing, s.again, s.found
    v.action_draw_n, v.action_discard_n, v.marked, v.pending = s.action_draw_n, s.action_discard_n, s.marked, s.pending
    for k in range(T.SHOWN):
        v.market[k] = s.market[k]
    for k in range(s.action_discard_n):
        v.action_discard[k] = s.action_discard[k]
    for k in range(2):
        v.aim[k], v.mine[k], v.theirs[k] = s.aim[k], s.mine[k], s.theirs[k]
    v.three_n = s.three_n
    for k in range(3):
        knows = k < s.three_n and (me == s.turn or s.phase == T.ORDERING)
        v.three[k] = s.three[k] if knows else NONE


# --- results (see `cardlib.engine.batch`) --------------------------------------------------------------------------
RESULT_FIELDS = (
    ("raw", "points", "the points before the closer's penalty (SA-15)"),
    ("starter", "yes/no", "the player started the round (SA-3)"),
    ("closer", "yes/no", "the player closed the round (SA-14)"),
    ("doubled", "yes/no", "the player closed and the score was multiplied (SK-22)"),
    ("turns", "turns", "turns of all players in the round, the opening not counted"),
    ("columns_cleared", "columns", "columns that the player removed as equal (SA-9)"),
    ("rows_cleared", "rows", "rows that the player removed as equal (SA-9)"),
    ("with_stars", "lines", "those of them in which a star served (SA-11)"),
    ("taken", "cards", "action cards that the player took (SA-5, SA-10, SA-16)"),
    ("played", "cards", "action cards that were carried out on the player's turns (SA-13)"),
    ("left", "cards", "action cards that the player held at the end (SA-15)"),
    ("face_down", "cards", "the player's cards face down when the round ended (SK-19)"),
    ("closed_after", "turns", "turns of all players up to the one that closed the round; 0: nobody closed it (SA-14)"),
    ("recycled", "times", "how often the discard pile became the draw pile in the round (SK-26)"),
)
ENDINGS, ending = skyjo.ENDINGS, skyjo.ending


@rule
def result(s: Any, row: Any, p: int) -> None:
    """The numbers of RESULT_FIELDS for seat p, when a round has just ended."""
    row[0], row[1], row[2], row[3] = s.raw[p], p == s.starter, p == s.closer, s.score[p] != s.raw[p]
    row[4], row[5], row[6], row[7] = s.turns, s.tally_columns_cleared[p], s.tally_rows_cleared[p], s.tally_with_stars[p]
    row[8], row[9], row[10], row[11] = s.tally_taken[p], s.tally_played[p], T.held_by(s, p), s.tally_face_down[p]
    row[12], row[13] = s.tally_closed_after, s.tally_recycled


# --- questions about the rules (plain Python, for odds and widgets) ---------------------------------------------------
def lines(options: Any) -> skyjo.Lines:
    """SA-9: the columns and rows that may leave a grid under these options, each as its cells."""
    s: Any = T.State()
    for name, code in options.codes():
        setattr(s, name, code)
    s.there[0] = s.up[0] = s.touched[0] = T.whole_grid(s)
    equal = T.equal_lines(s, 0)
    masks = [T.line_cells(s, line) for line in range(T.LINES) if equal >> line & 1]
    return tuple(tuple(nth(mask, k) for k in range(size(mask))) for mask in masks)


def removals(s: Any, p: int) -> list[int]:
    """SA-9, SA-11: the sets of cells (as masks) that can leave a grid now, as its owner gives the stars their values.

    Only lines through `touched` count. The first set is what must go in any case; it is in all the others.
    """
    found = [T.number_lines(s, p) | s.marked]
    if equal := T.equal_lines(s, p):
        for line in range(T.LINES):
            if equal >> line & 1 and T.may_declare(s, p, line):
                marked, serves = s.marked, s.serves[:]
                T.declare(s, p, line)
                found += [mask for mask in removals(s, p) if mask not in found]
                s.marked, s.serves = marked, serves
    return found
