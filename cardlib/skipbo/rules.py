"""The rules of Skip-Bo, once, for both hosts (see `cardlib.engine.host`).

Cards are 1 to 12 and W, the Skip-Bo card; NONE is no card. Words used here:
  stack    a stock or a discard pile, linked from the top: top[i] is a node, face[node] its card, below[node] the node
           under it; node 0 lies at the bottom of every stack and is no card. Stack p is the stock of seat p,
           stack SEATS + 4 * p + d its discard pile d
  place    one of the four places for building piles; height[b] is 0 for a free place
  source   where a played card comes from: STOCK, a hand card (its value), OWN_DISCARD + d, PARTNER_STOCK or
           PARTNER_DISCARD + d
An action is an integer:
  4 * source + b   play that card on place b         DISCARD + 4 * (card - 1) + d   put a hand card on discard pile d
  PASS             end a turn without a hand card    NEXT                           deal the next game of the match
  TOO_MANY + MOST * seat + n - 1, TALKING + seat, OUT_OF_TURN + seat, STANDS + seat   calls of the referee (SB-18)
A round of the engine is one game of the match.
"""

from __future__ import annotations

from typing import Any

from ..engine.host import Field, below, move_rule, record, rule
from ..engine.options import Choice, Flag, Option, Whole, option_fields
from ..engine.piles import pick, take_top

SEATS, PILES, HAND, TOP_VALUE = 6, 4, 5, 12  # SB-2, SB-7, SB-6
HIGHEST_WINS = True  # SB-14: points are won, not suffered
NONE, W = 0, 13
DECK = (0,) + (12,) * 12 + (18,)  # SB-1: how many of each card, NONE to W
KINDS = len(DECK)
CARDS = 162
STACKS = SEATS + SEATS * PILES
NOBODY = -1

TURN, ROUND_OVER, GAME_OVER = range(3)
STOCK, OWN_DISCARD, PARTNER_STOCK, PARTNER_DISCARD, SOURCES = 0, 14, 18, 19, 23
MOST = 20  # so many cards too many can be called at once
DISCARD = SOURCES * PILES
PASS = DISCARD + W * PILES
NEXT = PASS + 1
TOO_MANY = NEXT + 1
TALKING = TOO_MANY + SEATS * MOST
OUT_OF_TURN = TALKING + SEATS
STANDS = OUT_OF_TURN + SEATS
ACTIONS = STANDS + SEATS
SPANS = {  # the actions that can be legal in a phase, without the referee's calls
    TURN: range(PASS + 1),
    ROUND_OVER: range(NEXT, NEXT + 1),
    GAME_OVER: range(0),
}
RECYCLE = 1  # code of exhaustion

OPTIONS: dict[str, Option] = {
    "first_player": Choice(("left_of_dealer", *range(SEATS)), "left_of_dealer", "SB-3"),
    "stock_size": Whole(1, CARDS // 2, None, "SB-4", optional=True),
    "win_bonus": Whole(0, 10_000, 25, "SB-14"),
    "card_points": Whole(0, 10_000, 5, "SB-14"),
    "match_target": Whole(1, 1_000_000, 500, "SB-14"),
    "exhaustion": Choice(("pass", "recycle"), "pass", "SB-16"),
    "teams": Flag(default=False, rule="SB-17"),
}
OPTION_FIELDS = option_fields(OPTIONS)
OPEN_FIELDS: tuple[Field, ...] = (  # what lies open to everybody, in the state and in every view
    ("players", "i8", ()),
    ("phase", "i8", ()),
    ("player", "i8", ()),  # the seat to act
    ("dealer", "i8", ()),
    ("cut", "i8", (SEATS,)),  # the cards drawn for the deal
    ("winner", "i8", ()),  # of the game that has just ended
    ("round", "i8", ()),  # the number of the game in the match
    ("turns", "i8", ()),  # turns finished in this game
    ("passes", "i8", ()),  # passes in a row
    ("barred", "i8", (SEATS,)),  # the hand is not filled up at the next turn
    ("unfilled", "i8", ()),  # the hand was not filled up in this turn
    ("draw_n", "i8", ()),
    ("aside", "i8", (KINDS,)),  # the cards set aside, by card
    ("aside_n", "i8", ()),
    ("height", "i8", (PILES,)),
    ("build", "i8", (PILES, TOP_VALUE)),  # the cards of the building piles, bottom to top; NONE: recycled
    ("count", "i8", (STACKS,)),
    ("top", "i8", (STACKS,)),
    ("face", "i8", (CARDS + 1,)),
    ("below", "i8", (CARDS + 1,)),
    ("hand", "i8", (SEATS, KINDS)),  # how many of each card; in a view: the viewer's only
    ("hand_n", "i8", (SEATS,)),
    ("unseen", "i8", (KINDS,)),  # the cards that do not lie open and are not set aside, by card
    ("score", "i8", (SEATS,)),
    ("total", "i8", (SEATS,)),
)
FROM_STOCK, FROM_HAND, FROM_DISCARD, ORIGINS = range(4)
STATE_FIELDS = (
    ("rng", "u8", ()),
    ("luck", "u8", ()),  # the players' own random stream: the deck's does not depend on what they do
    *OPEN_FIELDS,
    *OPTION_FIELDS,
    ("deck", "i8", (KINDS,)),  # what a game is dealt from
    ("draw", "i8", (CARDS,)),
    ("laid", "i8", ()),  # so many cards on top of the draw pile lie in a known order; the others come by chance
    ("free", "i8", ()),  # the first node that holds no card
    ("remade", "i8", ()),  # how often a new draw pile has been made in this game
    ("returned", "i8", (SEATS, KINDS)),  # what each seat remembers of the cards that were shuffled into it
    ("tally_plays", "i8", (SEATS, ORIGINS)),  # for the results alone: cards played, by where they came from,
    ("tally_wilds", "i8", (SEATS, TOP_VALUE)),  # and Skip-Bo cards, by the value they stood for
)
VIEW_FIELDS = (  # a view's rng is its player's own luck; the options are filled in once, they do not change
    ("rng", "u8", ()),
    ("me", "i8", ()),
    ("numbers", "f8", (SEATS, 4)),  # the parameters of the built-in player in each seat
    *OPEN_FIELDS,
    *OPTION_FIELDS,
    ("returned", "i8", (KINDS,)),  # the cards shuffled into the new draw pile, without those seen since, by card
)

State = record("State", STATE_FIELDS)


# --- stacks ---------------------------------------------------------------------------------------------------------
@rule
def discard_pile(p: int, d: int) -> int:
    """The stack that is discard pile d of seat p."""
    return SEATS + PILES * p + d


@rule
def partner_of(s: Any, p: int) -> int:
    """SB-17: the seat across the table."""
    return (p + s.players // 2) % s.players


@rule
def clear_stacks(s: Any) -> None:
    """No card in any stack; the nodes that hold no card are linked too."""
    for i in range(STACKS):
        s.top[i] = s.count[i] = 0
    for node in range(CARDS + 1):
        s.face[node] = NONE
        s.below[node] = node + 1 if 0 < node < CARDS else 0
    s.free = 1


@rule
def put(s: Any, i: int, card: int, depth: int) -> None:
    """A card goes into a stack, under so many of its cards (0: on top).

    Its node comes on top and the faces move up, so that the nodes of a view tell nothing about the depth.
    """
    node = s.free
    s.free = s.below[node]
    s.below[node] = s.top[i]
    s.top[i] = node
    s.count[i] += 1
    for _ in range(depth):
        under = s.below[node]
        s.face[node] = s.face[under]
        node = under
    s.face[node] = card


@rule
def take(s: Any, i: int) -> int:
    """The top card of a stack that is not empty."""
    node = s.top[i]
    card = s.face[node]
    s.top[i] = s.below[node]
    s.count[i] -= 1
    s.face[node], s.below[node] = NONE, s.free
    s.free = node
    return card


@rule
def top_card(s: Any, i: int) -> int:
    """The top card of a stack, or NONE."""
    return s.face[s.top[i]]


@rule
def see(s: Any, card: int) -> None:
    """A card lies open from now on."""
    s.unseen[card] -= 1


@rule
def turn_up_stock(s: Any, p: int) -> None:
    """SB-4: the top card of a stock lies face up."""
    if s.count[p]:
        see(s, top_card(s, p))


# --- drawing --------------------------------------------------------------------------------------------------------
@rule
def can_draw(s: Any) -> bool:
    """Whether there is a card to draw; if the draw pile is used up, a new one is made first where that is possible."""
    if s.draw_n == 0 and s.aside_n > 0:
        shuffle_aside(s)  # SB-15
    if s.draw_n == 0 and s.exhaustion == RECYCLE:
        recycle(s)
    return s.draw_n > 0


@rule
def shuffle_aside(s: Any) -> None:
    """SB-15: the cards set aside become the new draw pile, in an order that chance will settle."""
    for card in range(KINDS):
        for _ in range(s.aside[card]):
            s.draw[s.draw_n] = card
            s.draw_n += 1
        s.unseen[card] += s.aside[card]
        s.aside[card] = 0
    s.aside_n = s.laid = 0
    remember(s)


@rule
def recycle(s: Any) -> None:
    """SB-16: the cards below the tops of the building piles become the new draw pile; the piles keep their height."""
    for b in range(PILES):
        for k in range(s.height[b] - 1):
            card = s.build[b][k]
            if card != NONE:
                s.draw[s.draw_n] = card
                s.draw_n += 1
                s.unseen[card] += 1
                s.build[b][k] = NONE  # SB-16 (recycle)
    s.laid = 0
    remember(s)


@rule
def remember(s: Any) -> None:
    """SB-15, SB-16: everybody has seen the cards of which a new draw pile is made."""
    s.remade += 1
    for p in range(s.players):
        for card in range(KINDS):
            s.returned[p][card] = 0
        for k in range(s.draw_n):
            s.returned[p][s.draw[k]] += 1


@rule
def seen_again(s: Any, p: int, card: int) -> None:
    """A card of a hand is laid open: is it, for each of the others, one of those that were shuffled back?

    The hands they cannot see hold such cards and older ones. It counts as the kind that is likelier.
    """
    stocks = hands = 0
    for q in range(s.players):
        stocks += max(s.count[q] - 1, 0)
        hands += s.hand_n[q]
    for q in range(s.players):
        if q != p and s.returned[q][card]:
            returned = 0
            for k in range(KINDS):
                returned += s.returned[q][k]
            held = returned - s.draw_n  # so many of them are in the other hands
            older = hands - s.hand_n[q] - held
            others = s.unseen[card] - s.hand[q][card] - s.returned[q][card]
            if held > 0 and held * s.returned[q][card] * (stocks + older) >= older * others * returned:
                s.returned[q][card] -= 1


@rule
def supply(s: Any) -> int:
    """How many cards can be drawn in a row."""
    n = s.draw_n + s.aside_n
    if s.exhaustion == RECYCLE:
        for b in range(PILES):
            for k in range(s.height[b] - 1):
                n += s.build[b][k] != NONE
    return n


@rule
def fill_hand(s: Any, p: int) -> None:
    """SB-6, SB-16: draw until the hand has 5 cards, or as many as there are."""
    while s.hand_n[p] < HAND and can_draw(s):
        card = take_top(s)
        s.hand[p][card] += 1
        s.hand_n[p] += 1
        if s.returned[p][card]:
            s.returned[p][card] -= 1


# --- the start of a game --------------------------------------------------------------------------------------------
@rule
def begin(s: Any) -> None:
    """A new match: no points yet; who deals is settled, and the first game is dealt."""
    for p in range(s.players):
        s.total[p] = 0
    s.round = 0
    gather(s)
    if s.first_player == 0:
        cut_for_deal(s)
    else:
        s.dealer = (s.first_player - 2) % s.players  # SB-3 (a seat number)
    deal(s)


@rule
def gather(s: Any) -> None:
    """All cards go into the draw pile; their order is chance's to choose."""
    s.draw_n = s.laid = s.aside_n = s.remade = 0
    for card in range(KINDS):
        s.aside[card], s.unseen[card] = 0, s.deck[card]
        for _ in range(s.deck[card]):
            s.draw[s.draw_n] = card
            s.draw_n += 1
    clear_stacks(s)
    for b in range(PILES):
        s.height[b] = 0
        for k in range(TOP_VALUE):
            s.build[b][k] = NONE
    for p in range(s.players):
        s.hand_n[p] = s.score[p] = s.barred[p] = s.cut[p] = 0
        for card in range(KINDS):
            s.hand[p][card] = s.returned[p][card] = 0
        for k in range(ORIGINS):
            s.tally_plays[p][k] = 0
        for k in range(TOP_VALUE):
            s.tally_wilds[p][k] = 0


@rule
def cut_for_deal(s: Any) -> None:
    """SB-3: everyone draws a card, the highest deals; ties draw again; Skip-Bo cards do not count."""
    tied = (1 << s.players) - 1
    while tied & (tied - 1):
        n, highest = s.draw_n, 0
        best = 0
        for p in range(s.players):
            if tied >> p & 1:
                card = pick(s, s.draw, n)
                n -= 1
                s.draw[n] = card  # SB-3 (the cards go back)
                s.cut[p] = card
                value = 0 if card == W else card
                if value > highest:
                    highest, best = value, 0
                if value == highest:
                    best |= 1 << p
        tied = best
    s.dealer = 0
    while not tied >> s.dealer & 1:
        s.dealer += 1


@rule
def deal(s: Any) -> None:
    """SB-4, SB-5: shuffle and deal the stocks; the player to the left of the dealer begins. Hands are not dealt."""
    size = s.stock_size
    if size < 0:
        size = 30 if s.players <= 4 else 20  # SB-4
    for p in range(s.players):
        for _ in range(size):
            put(s, p, take_top(s), 0)
        turn_up_stock(s, p)
    s.phase, s.winner = TURN, NOBODY
    s.turns = s.passes = 0
    s.round += 1
    start_turn(s, (s.dealer + 1) % s.players)  # SB-3


@rule
def next_game(s: Any) -> None:
    """SB-3: the deal passes to the left."""
    gather(s)
    s.dealer = (s.dealer + 1) % s.players  # SB-3 (the deal passes)
    deal(s)


# --- a turn ---------------------------------------------------------------------------------------------------------
@rule
def start_turn(s: Any, p: int) -> None:
    """SB-6: the hand is filled up, unless the player may not do so this time (SB-18)."""
    s.player = p
    s.unfilled, s.barred[p] = s.barred[p], 0
    if not s.unfilled:
        fill_hand(s, p)  # SB-6


@rule
def end_turn(s: Any) -> None:
    """The turn passes to the left."""
    s.turns += 1
    start_turn(s, (s.player + 1) % s.players)


@rule
def pile_of(s: Any, source: int) -> int:
    """The stack that a source is (not for hand cards)."""
    if source == STOCK:
        return s.player
    if source < PARTNER_STOCK:
        return discard_pile(s.player, source - OWN_DISCARD)
    partner = partner_of(s, s.player)  # SB-17 (the partner's cards)
    return partner if source == PARTNER_STOCK else discard_pile(partner, source - PARTNER_DISCARD)


@rule
def offered(s: Any, source: int) -> int:
    """SB-8, SB-17: the card that a source offers to the player to act, or NONE."""
    if STOCK < source < OWN_DISCARD:
        return source if s.hand[s.player][source] else NONE
    if source >= PARTNER_STOCK and not s.teams:
        return NONE
    return top_card(s, pile_of(s, source))


def sources(s: Any) -> list[int]:
    """SB-8, SB-17: the sources, hand cards apart, from which the player to act may play when a card lies there."""
    piles = (STOCK, *range(OWN_DISCARD, SOURCES))
    return [source for source in piles if no_card(s, source) != NO_PARTNER]


@rule
def fits(s: Any, card: int, b: int) -> bool:
    """SB-7, SB-8: a place takes the next value of its pile, a 1 when it is free, and a Skip-Bo card always."""
    return card == W or card == s.height[b] + 1  # SB-7


@move_rule
def play(s: Any, source: int, b: int) -> None:
    """SB-8: a card goes on a building pile; then all that follows from it, in this order."""
    p = s.player
    s.passes = 0
    from_hand = STOCK < source < OWN_DISCARD
    if from_hand:
        card = source
        take_from_hand(s, p, card)
    else:
        card = take(s, pile_of(s, source))
    stock = source in (STOCK, PARTNER_STOCK)
    s.tally_plays[p][FROM_HAND if from_hand else FROM_STOCK if stock else FROM_DISCARD] += 1
    if card == W:
        s.tally_wilds[p][s.height[b]] += 1
    s.build[b][s.height[b]] = card
    s.height[b] += 1
    if s.height[b] == TOP_VALUE:
        set_aside(s, b)
    if stock:
        owner = pile_of(s, source)
        if is_finished(s, owner):
            end_game(s, p)  # SB-13
            return
        turn_up_stock(s, owner)  # SB-9
    if s.hand_n[p] == 0 and (from_hand or not s.unfilled):
        s.unfilled = 0
        fill_hand(s, p)  # SB-11


@rule
def take_from_hand(s: Any, p: int, card: int) -> None:
    """A hand card is laid open."""
    if s.remade:
        seen_again(s, p, card)
    s.hand[p][card] -= 1
    s.hand_n[p] -= 1
    see(s, card)


@rule
def set_aside(s: Any, b: int) -> None:
    """SB-10: a complete pile is set aside and its place is free."""
    for k in range(TOP_VALUE):
        card = s.build[b][k]
        if card != NONE:
            s.aside[card] += 1
            s.aside_n += 1
        s.build[b][k] = NONE
    s.height[b] = 0  # SB-10


@move_rule
def discard(s: Any, card: int, d: int) -> None:
    """SB-12: a hand card goes on an own discard pile, and the turn is over."""
    take_from_hand(s, s.player, card)
    put(s, discard_pile(s.player, d), card, 0)  # SB-12
    s.passes = 0
    end_turn(s)


@rule
def pass_turn(s: Any) -> None:
    """SB-16: a turn ends without a discard; when all pass in a row and nobody can draw, the game is blocked."""
    if supply(s) == 0:  # a barred player (SB-18) may have to pass although there are cards to draw
        s.passes += 1
    if s.passes == s.players:
        end_game(s, NOBODY)  # SB-16 (blocked)
    else:
        end_turn(s)


# --- the end of a game ----------------------------------------------------------------------------------------------
@rule
def is_finished(s: Any, p: int) -> bool:
    """SB-13, SB-17: the stock of a seat is empty, and the partner's too."""
    return s.count[p] == 0 and (not s.teams or s.count[partner_of(s, p)] == 0)


@rule
def has_won(s: Any, p: int) -> bool:
    """Whether a seat, or its partner, has won the game that has just ended."""
    if s.winner == NOBODY:
        return False
    return p == s.winner or (s.teams and p == partner_of(s, s.winner))


@rule
def end_game(s: Any, winner: int) -> None:
    """SB-13, SB-14: points for the winner (in teams for both partners); NOBODY wins a blocked game."""
    s.phase, s.player, s.winner = ROUND_OVER, NOBODY, winner
    points = s.win_bonus
    for p in range(s.players):
        if not has_won(s, p):
            points += s.card_points * s.count[p]
    for p in range(s.players):
        s.score[p] = points if has_won(s, p) else 0
        s.total[p] += s.score[p]  # SB-14
        if s.total[p] >= s.match_target:
            s.phase = GAME_OVER  # SB-14 (the match)


# --- the referee's calls (SB-18) ------------------------------------------------------------------------------------
@rule
def call_too_many(s: Any, p: int, n: int) -> None:
    """SB-18: the excess cards drawn go into the player's stock, shuffled in below its top."""
    for _ in range(n):
        can_draw(s)
        into_stock(s, p, 1 + below(s, s.count[p]))  # SB-18 (too many)


@rule
def call_talking(s: Any, p: int) -> None:
    """SB-18: two cards go unseen to the bottom of the talker's stock."""
    for _ in range(2):
        if can_draw(s):
            into_stock(s, p, s.count[p])  # SB-18 (talking)


@rule
def into_stock(s: Any, p: int, depth: int) -> None:
    """The next card of the draw pile goes into a stock at that depth; into an empty one it goes face up."""
    if s.count[p] == 0:
        put(s, p, take_top(s), 0)
        turn_up_stock(s, p)
    else:
        put(s, p, take_top(s), depth)


@rule
def call_out_of_turn(s: Any, p: int) -> None:
    """SB-18: it was noticed in time; at the player's next turn the hand is not filled up first."""
    s.barred[p] = 1  # SB-18 (out of turn)


@rule
def call_stands(s: Any, p: int) -> None:
    """SB-18: it was not noticed in time; the turn out of order stands, and play goes on from it."""
    s.passes = 0
    start_turn(s, p)  # SB-18 (it stands)


# --- actions --------------------------------------------------------------------------------------------------------
(
    LEGAL,
    NO_SUCH_ACTION,
    IS_OVER,
    ROUND_IS_OVER,
    ROUND_IS_ON,
    NO_STOCK,
    NO_HAND_CARD,
    NO_DISCARD,
    NO_PARTNER,
    NEEDS_ONE,
    DOES_NOT_FIT,
    NOT_IN_HAND,
    MUST_GO_ON,
    NO_SUCH_SEAT,
    TOO_FEW_CARDS,
    NO_TEAMS,
    IS_ON_TURN,
) = range(17)


@move_rule
def check(s: Any, action: int) -> int:
    """LEGAL, or the reason why an action is not legal now."""
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_ACTION
    if s.phase == GAME_OVER:
        return IS_OVER
    if s.phase == ROUND_OVER:
        return LEGAL if action == NEXT else ROUND_IS_OVER
    if action < DISCARD:
        return check_play(s, action // PILES, action % PILES)
    if action < PASS:
        return LEGAL if s.hand[s.player][1 + (action - DISCARD) // PILES] else NOT_IN_HAND
    if action == PASS:
        return LEGAL if s.hand_n[s.player] == 0 else MUST_GO_ON
    return ROUND_IS_ON if action == NEXT else check_call(s, action)


@move_rule
def check_play(s: Any, source: int, b: int) -> int:
    """SB-7, SB-8, SB-17: there must be such a card, and it must fit."""
    card = offered(s, source)
    if card == NONE:
        return no_card(s, source)
    if fits(s, card, b):
        return LEGAL
    return NEEDS_ONE if s.height[b] == 0 else DOES_NOT_FIT


@rule
def no_card(s: Any, source: int) -> int:
    """Why a source offers no card."""
    if STOCK < source < OWN_DISCARD:
        return NO_HAND_CARD
    if source >= PARTNER_STOCK and not s.teams:
        return NO_PARTNER
    return NO_STOCK if source in (STOCK, PARTNER_STOCK) else NO_DISCARD


@rule
def check_call(s: Any, action: int) -> int:
    """SB-18: what a referee can call."""
    if action < TALKING:
        seat, n = (action - TOO_MANY) // MOST, 1 + (action - TOO_MANY) % MOST
        if seat >= s.players:
            return NO_SUCH_SEAT
        return LEGAL if n <= supply(s) else TOO_FEW_CARDS
    seat = (action - TALKING) % SEATS
    if seat >= s.players:
        return NO_SUCH_SEAT
    if action < OUT_OF_TURN:
        if not s.teams:
            return NO_TEAMS
        return LEGAL if supply(s) > 0 else TOO_FEW_CARDS
    return IS_ON_TURN if seat == s.player else LEGAL


@move_rule
def apply(s: Any, action: int) -> None:
    """Play a legal action (see `check`)."""
    if action < DISCARD:
        play(s, action // PILES, action % PILES)
    elif action < PASS:
        discard(s, 1 + (action - DISCARD) // PILES, (action - DISCARD) % PILES)
    elif action == PASS:
        pass_turn(s)
    elif action == NEXT:
        next_game(s)
    elif action < TALKING:
        call_too_many(s, (action - TOO_MANY) // MOST, 1 + (action - TOO_MANY) % MOST)
    elif action < OUT_OF_TURN:
        call_talking(s, action - TALKING)
    elif action < STANDS:
        call_out_of_turn(s, action - OUT_OF_TURN)
    else:
        call_stands(s, action - STANDS)


# --- views ----------------------------------------------------------------------------------------------------------
@rule
def look(s: Any, v: Any, me: int) -> None:
    """SB-19: fill a view with what one seat may know (`me` = NOBODY: what lies open to everybody)."""
    copy_open_numbers(s, v, me)
    for card in range(KINDS):
        v.aside[card], v.unseen[card] = s.aside[card], s.unseen[card]
    for b in range(PILES):
        v.height[b] = s.height[b]
        for k in range(TOP_VALUE):
            v.build[b][k] = s.build[b][k]
    for p in range(s.players):
        v.score[p], v.total[p], v.cut[p], v.barred[p] = s.score[p], s.total[p], s.cut[p], s.barred[p]
        v.hand_n[p] = s.hand_n[p]
        for card in range(KINDS):
            v.hand[p][card] = s.hand[p][card] if p == me else 0
    for card in range(KINDS):
        v.returned[card] = 0
        if me >= 0:
            v.unseen[card] -= s.hand[me][card]
            v.returned[card] = min(s.returned[me][card], v.unseen[card])
    copy_open_cards(s, v)


@rule
def copy_open_numbers(s: Any, v: Any, me: int) -> None:
    """The plain numbers of a view."""
    v.me = me
    v.players, v.phase, v.player, v.dealer = s.players, s.phase, s.player, s.dealer
    v.winner, v.round, v.turns, v.passes, v.unfilled = s.winner, s.round, s.turns, s.passes, s.unfilled
    v.draw_n, v.aside_n = s.draw_n, s.aside_n


@rule
def copy_open_cards(s: Any, v: Any) -> None:
    """The stacks of a view: discard piles to the bottom, of a stock only its top card."""
    for node in range(CARDS + 1):
        v.face[node] = v.below[node] = 0
    for p in range(s.players):
        copy_top(s, v, p)
        for d in range(PILES):
            i = discard_pile(p, d)
            v.top[i], v.count[i] = s.top[i], s.count[i]
            node = s.top[i]
            while node:
                v.face[node], v.below[node] = s.face[node], s.below[node]
                node = s.below[node]


@rule
def copy_top(s: Any, v: Any, i: int) -> None:
    """The top card of a stack and how many cards it has."""
    node = s.top[i]
    v.top[i], v.count[i], v.face[node] = node, s.count[i], s.face[node]


# --- results --------------------------------------------------------------------------------------------------------
ENDINGS = ("won", "blocked")
RESULT_FIELDS = (
    ("stock", "cards", "cards left in the player's stock at the end of the game (SB-14)"),
    ("turns", "turns", "turns all players finished in the game"),
    ("from_stock", "cards", "cards the player played from a stock (SB-8)"),
    ("from_hand", "cards", "cards the player played from the hand (SB-8)"),
    ("from_discard", "cards", "cards the player played from discard piles (SB-8)"),
    ("remade", "times", "how often a new draw pile was made in the game (SB-15, SB-16)"),
    *((f"wild_{k}", "cards", f"Skip-Bo cards the player played as {k}") for k in range(1, TOP_VALUE + 1)),
)


@rule
def ending(s: Any) -> int:
    """How the game that has just ended did so: the place in ENDINGS."""
    return 1 if s.winner == NOBODY else 0


@rule
def won(s: Any, p: int) -> bool:
    """Whether a seat, or its partner, has won the game; at the end of a match its winner has won the last game."""
    return has_won(s, p)


@rule
def result(s: Any, row: Any, p: int) -> None:
    """The numbers of RESULT_FIELDS."""
    row[0], row[1], row[5] = s.count[p], s.turns, s.remade
    for k in range(ORIGINS):
        row[2 + k] = s.tally_plays[p][k]
    for k in range(TOP_VALUE):
        row[6 + k] = s.tally_wilds[p][k]
