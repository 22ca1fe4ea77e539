"""Deliberately wrong rules of Skip-Bo: each must make at least one of the worked cases fail."""

import pytest
from hosts import is_caught
from test_skipbo_cases import CASES

from cardlib.skipbo import rules as R

WRONG = {
    "the deck lacks a card": ("(0,) + (12,) * 12 + (18,)", "(0,) + (12,) * 12 + (17,)"),
    "Skip-Bo cards count for the deal": ("value = 0 if card == W else card", "value = card"),
    "a tie for the deal goes to the first seat": ("while tied & (tied - 1):", "if True:"),
    "the cards for the deal are lost": ("s.draw[n] = card  # SB-3", "s.draw[n] = NONE  # SB-3"),
    "the lowest card deals": ("if value > highest:", "if value < highest or not best:"),
    "the dealer begins": ("start_turn(s, (s.dealer + 1) % s.players)  # SB-3", "start_turn(s, s.dealer)  # SB-3"),
    "the deal stays": ("s.dealer = (s.dealer + 1) % s.players  # SB-3", "s.dealer = s.dealer  # SB-3"),
    "a seat number is ignored": ("if s.first_player == 0:", "if True:"),
    "five players have 30 cards": ("if s.players <= 4 else 20", "if s.players <= 5 else 20"),
    "the short game is ignored": ("    if size < 0:\n", "    if True:\n"),
    "all hands are dealt": (
        "    s.phase, s.winner = TURN, NOBODY\n",
        "    s.phase, s.winner = TURN, NOBODY\n    fill_hand(s, 0)\n",
    ),
    "the stock's next card stays face down": ("        turn_up_stock(s, owner)  # SB-9\n", ""),
    "hands of six": ("s.hand_n[p] < HAND and", "s.hand_n[p] < HAND + 1 and"),
    "the hand is filled at the end of the turn": (
        "    s.turns += 1\n",
        "    s.turns += 1\n    fill_hand(s, s.player)\n",
    ),
    "any card starts a pile": ("card == s.height[b] + 1", "(card == s.height[b] + 1 or s.height[b] == 0)"),
    "equal cards fit": ("card == W or card == s.height[b] + 1", "card == W or s.height[b] <= card <= s.height[b] + 1"),
    "no Skip-Bo card starts a pile": ("return card == W or", "return (card == W and s.height[b] > 0) or"),
    "no two Skip-Bo cards in a row": (
        "return card == W or",
        "return (card == W and (s.height[b] == 0 or s.build[b][s.height[b] - 1] != W)) or",
    ),
    "a Skip-Bo card becomes a number": (
        "    s.build[b][s.height[b]] = card\n",
        "    s.build[b][s.height[b]] = s.height[b] + 1\n",
    ),
    "a discarded Skip-Bo card is no longer wild": (
        "put(s, discard_pile(s.player, d), card, 0)",
        "put(s, discard_pile(s.player, d), min(card, 12), 0)",
    ),
    "piles end at 11": ("if s.height[b] == TOP_VALUE:", "if s.height[b] == TOP_VALUE - 1:"),
    "a complete pile is not set aside": ("if s.height[b] == TOP_VALUE:", "if False:"),
    "a complete pile goes under the draw pile": (
        "            s.aside_n += 1\n",
        "            s.draw[s.draw_n] = card\n            s.draw_n += 1\n",
    ),
    "a lost card": (
        "            s.aside[card] += 1\n            s.aside_n += 1\n",
        "            s.aside[card] += k > 0\n            s.aside_n += k > 0\n",
    ),
    "no refill": ("        fill_hand(s, p)  # SB-11", "        pass"),
    "a refill after every play": ("if s.hand_n[p] == 0 and (from_hand", "if True and (from_hand"),
    "the refill ends the turn": ("        fill_hand(s, p)  # SB-11", "        fill_hand(s, p)\n        end_turn(s)"),
    "the refill comes before the pile is set aside": (
        "    s.height[b] += 1\n    if s.height",
        "    s.height[b] += 1\n    if from_hand and s.hand_n[p] == 0:\n        fill_hand(s, p)\n    if s.height",
    ),
    "a hand emptied by the discard is refilled": (
        "    s.passes = 0\n    end_turn(s)",
        "    s.passes = 0\n    if s.hand_n[s.player] == 0:\n        fill_hand(s, s.player)\n    end_turn(s)",
    ),
    "the discard goes under the pile": (
        "put(s, discard_pile(s.player, d), card, 0)",
        "put(s, discard_pile(s.player, d), card, s.count[discard_pile(s.player, d)])",
    ),
    "the discard always goes on the first pile": (
        "put(s, discard_pile(s.player, d), card, 0)",
        "put(s, discard_pile(s.player, 0), card, 0)",
    ),
    "the discard does not end the turn": ("    s.passes = 0\n    end_turn(s)", "    s.passes = 0"),
    "play goes the other way": (
        "start_turn(s, (s.player + 1) % s.players)",
        "start_turn(s, (s.player - 1) % s.players)",
    ),
    "a play is compulsory": (
        "return LEGAL if s.hand[s.player][1 + (action - DISCARD) // PILES] else NOT_IN_HAND",
        "return LEGAL if s.hand[s.player][1 + (action - DISCARD) // PILES] and check_play(s, "
        "0, 0) != LEGAL else NOT_IN_HAND",
    ),
    "the game goes on with an empty stock": ("        if is_finished(s, owner):\n", "        if False:\n"),
    "the winner draws first": ("    if stock:\n", "    if source == STOCK:\n        fill_hand(s, p)\n    if stock:\n"),
    "the bonus is forgotten": ("points = s.win_bonus", "points = 0"),
    "four points a card": ("s.card_points * s.count[p]", "4 * s.count[p]"),
    "only the next player's cards count": (
        "if not has_won(s, p):\n            points += s.card_points * s.count[p]",
        "if not has_won(s, p):\n            points = s.win_bonus + s.card_points * s.count[p]",
    ),
    "losers score too": ("points if has_won(s, p) else 0", "points"),
    "the target must be passed": ("s.total[p] >= s.match_target", "s.total[p] > s.match_target"),
    "500 whatever the option says": ("s.total[p] >= s.match_target", "s.total[p] >= 500"),
    "scores replace the totals": ("s.total[p] += s.score[p]", "s.total[p] = s.score[p]"),
    "an unshuffled reuse": ("    s.aside_n = s.laid = 0\n", "    s.aside_n, s.laid = 0, s.draw_n\n"),
    "nothing is reused": ("    if s.draw_n == 0 and s.aside_n > 0:", "    if False:"),
    "a draw stops at the end of the pile": (
        "while s.hand_n[p] < HAND and can_draw(s):",
        "n = max(1, s.draw_n)\n    while s.hand_n[p] < HAND and n > 0 and can_draw(s):\n        n -= 1",
    ),
    "the pile is renewed too early": ("if s.draw_n == 0 and s.aside_n > 0:", "if s.draw_n < 5 and s.aside_n > 0:"),
    "reshuffled cards stay seen": ("        s.unseen[card] += s.aside[card]\n", ""),
    "pass at any time": ("return LEGAL if s.hand_n[s.player] == 0 else MUST_GO_ON", "return LEGAL"),
    "pass only when nothing can be played": (
        "return LEGAL if s.hand_n[s.player] == 0 else MUST_GO_ON",
        "return LEGAL if s.hand_n[s.player] == 0 and check_play(s, 0, 0) != LEGAL else MUST_GO_ON",
    ),
    "blocked one pass too early": ("if s.passes == s.players:", "if s.passes == s.players - 1:"),
    "every pass counts": ("if supply(s) == 0:  #", "if True:  #"),
    "no pass counts with cards set aside": ("if supply(s) == 0:  #", "if s.draw_n == 0:  #"),
    "never blocked": ("if s.passes == s.players:", "if False:"),
    "somebody wins a blocked game": ("end_game(s, NOBODY)", "end_game(s, s.player)"),
    "passes are counted over plays": ("    p = s.player\n    s.passes = 0\n", "    p = s.player\n"),
    "passes are counted over discards": ("    s.passes = 0\n    end_turn(s)", "    end_turn(s)"),
    "recycling without the option": ("s.draw_n == 0 and s.exhaustion == RECYCLE", "s.draw_n == 0"),
    "recycling before the cards set aside": (
        "    if s.draw_n == 0 and s.aside_n > 0:",
        "    if s.draw_n == 0 and s.exhaustion == RECYCLE:\n"
        "        recycle(s)\n    if s.draw_n == 0 and s.aside_n > 0:",
    ),
    "recycling takes the top too": (
        "        for k in range(s.height[b] - 1):\n            card = s.build",
        "        for k in range(s.height[b]):\n            card = s.build",
    ),
    "recycled piles lose their height": (
        "                s.build[b][k] = NONE  # SB-16 (recycle)\n",
        "                s.build[b][k] = NONE\n        s.height[b] = min(s.height[b], 1)\n",
    ),
    "recycled cards stay on the pile": (
        "                s.build[b][k] = NONE  # SB-16 (recycle)\n",
        "                pass\n",
    ),
    "partners sit side by side": ("return (p + s.players // 2) % s.players", "return p ^ 1"),
    "a team wins with one stock": (" and (not s.teams or s.count[partner_of(s, p)] == 0)", ""),
    "the partner wins nothing": (" or (s.teams and p == partner_of(s, s.winner))", ""),
    "everybody has a partner": (
        "    if source >= PARTNER_STOCK and not s.teams:\n        return NONE",
        "    if False:\n        return NONE",
    ),
    "the partner's discards are closed": (
        "return partner if source == PARTNER_STOCK else discard_pile(partner, source - PARTNER_DISCARD)",
        "return partner",
    ),
    "who has no stock left sits out": (
        "    start_turn(s, (s.player + 1) % s.players)\n",
        "    start_turn(s, (s.player + (2 if s.count[(s.player + 1) % s.players] == 0 else 1)) % s.players)\n",
    ),
    "too many cards go to the bottom": ("1 + below(s, s.count[p])", "s.count[p]"),
    "too many cards go on top": ("1 + below(s, s.count[p])", "below(s, s.count[p])"),
    "too many cards go into the hand": (
        "        into_stock(s, p, 1 + below(s, s.count[p]))",
        "        s.hand[p][take_top(s)] += 1\n        s.hand_n[p] += 1",
    ),
    "one card for talking": ("    for _ in range(2):", "    for _ in range(1):"),
    "the talker's cards are shuffled in": ("into_stock(s, p, s.count[p])", "into_stock(s, p, 1)"),
    "talking without a partner": ("        if not s.teams:\n            return NO_TEAMS\n", ""),
    "out of turn costs nothing": ("s.barred[p] = 1  # SB-18", "s.barred[p] = 0  #"),
    "out of turn costs for ever": ("s.unfilled, s.barred[p] = s.barred[p], 0", "s.unfilled = s.barred[p]"),
    "out of turn bars the refill too": (
        "if s.hand_n[p] == 0 and (from_hand or not s.unfilled):",
        "if s.hand_n[p] == 0 and not s.unfilled:",
    ),
    "out of turn fills at the first play": ("(from_hand or not s.unfilled)", "True"),
    "the turn that stands is not taken": ("    start_turn(s, p)  # SB-18 (it stands)", "    pass"),
    "more cards too many than there are": ("return LEGAL if n <= supply(s) else TOO_FEW_CARDS", "return LEGAL"),
    "hands lie open": ("s.hand[p][card] if p == me else 0", "s.hand[p][card]"),
    "the own stock is seen to the bottom": (
        "        copy_top(s, v, p)\n        for d in range(PILES):\n            i =",
        "        copy_top(s, v, p)\n        v.face[s.below[s.top[p]]] = s.face[s.below[s.top[p]]]\n"
        "        for d in range(PILES):\n            i =",
    ),
    "the viewer's hand counts as unseen": ("            v.unseen[card] -= s.hand[me][card]\n", "            pass\n"),
    "played cards stay unseen": ("    s.hand_n[p] -= 1\n    see(s, card)", "    s.hand_n[p] -= 1"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_rule_is_caught(name):
    right, wrong = WRONG[name]
    assert is_caught(R, right, wrong, CASES)


def test_the_right_rules_pass_all_cases():
    assert not is_caught(R, "MOST = 20", "MOST = 10 + 10", CASES)
