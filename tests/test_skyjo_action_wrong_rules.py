"""Deliberately wrong rules of Skyjo Action: each must make at least one of the worked cases fail."""

import pytest
from hosts import is_caught
from test_skyjo_action_cases import CASES

from cardlib.skyjo_action import actions as A
from cardlib.skyjo_action import rules as R
from cardlib.skyjo_action import table as T

WRONG = {
    "a bonus for a removed line too": (
        R, "    return bonus\n", "    return bonus + (10 if s.there[p] != T.whole_grid(s) else 0)\n"),
    "no bonus for stars": (R, "        if s.up[p] & cells == cells and T.stars_in", "        if False and T.stars_in"),
    "a row of stars is a column": (R, "15 if size(cells) == 4 else 10", "10"),
    "a shortened line of stars counts": (
        R, "s.up[p] & cells == cells and T.stars_in(s, p, cells) == size(cells)",
        "T.stars_in(s, p, cells & s.up[p]) == size(cells & s.there[p])"),
    "action cards cost nothing": (R, " + 10 * T.held_by(s, p)", ""),
    "a defence is ignored when it is the first card": (
        T, "    if s.held[p][DEFENCE] == 0:", "    if s.held[p][DEFENCE] == 0 or held_by(s, p) > s.held[p][DEFENCE]:"),
    "a defence is not used up": (T, "    s.held[p][DEFENCE] -= 1\n    discard_action(s, DEFENCE)", "    pass"),
    "a defence stops the whole attack": (
        A, "        q = T.next_seat(s, q)  # SA-13", "        q = s.turn  # SA-13"),
    "extra turns go to the next player": (
        R, "        s.more -= 1  # SA-13 (A3, A6: the turn after)\n        begin_turn(s, s.turn)",
        "        s.more -= 1\n        begin_turn(s, T.next_seat(s, s.turn))"),
    "extra turns are kept by the closer": (R, "        s.more = 0  # SA-14", "        pass  # SA-14"),
    "extra turns are one": (A, "s.more += 2", "s.more += 1"),
    "a defence played is nothing": (A, "s.more += 1", "pass"),
    "lines of the other grid stay": (A, "            T.touch(s, s.aim[i], s.theirs[i])", "            pass"),
    "own lines stay after a swap with players": (A, "            T.touch(s, s.turn, s.mine[i])\n", ""),
    "lines stay after a swap": (A, "    s.touched[p] |= (1 << s.mine[0] | 1 << cell) & s.up[p]", "    pass"),
    "faces do not travel": (
        T, "    s.up[p] = s.up[p] & ~(1 << a) | up_b << a", "    if p != q:\n        return\n    up_a, up_b = up_b, up_a"),
    "cards swapped lie face up": (T, "| up_b << a", "| 1 << a"),
    "the looker loses sight of a swapped card": (T, "known[p] & ~(1 << a) | knows_b << a", "known[p]"),
    "a moved star is a grant": (
        A, "    s.touched[p] |= (1 << s.mine[0] | 1 << cell) & s.up[p]",
        "    T.touch(s, p, s.mine[0])\n    T.touch(s, p, cell)"),
    "stars are no grants": (T, "s.grants[p] += 1", "pass"),
    "the grant goes to the seat on turn": (T, "            s.grants[p] += 1", "            s.grants[s.turn] += 1"),
    "the grant is one for two stars": (R, "s.grants[p] = T.stars_in(s, p, s.up[p])", "s.grants[p] = min(1, T.stars_in(s, p, s.up[p]))"),
    "grants of the set-up in seat order from 0": (R, "    p = s.turn\n    while not s.pending", "    p = 0\n    while not s.pending"),
    "the removed card goes on top": (T, "    s.discard[0] = card", "    s.discard[0], s.discard[s.discard_n] = s.discard[1], card"),
    "the replacement lies face down": (T, "        turn_up(s, p, cell)\n    else:", "        s.pending |= 0\n    else:"),
    "no action card for an action card": (A, "        s.held[q][T.draw_action(s)] += 1", "        pass"),
    "lines wait until all opponents are treated": (
        R, "        p = next_pending(s)\n", "        p = NOBODY if s.after == T.NEXT_TARGET else next_pending(s)\n"),
    "the market is not refilled": (T, "        refill(s, action - MARKET)", "        s.market[action - MARKET] = NONE"),
    "the action pile is not filled again": (T, "s.action_draw_n + s.action_discard_n > 0", "s.action_draw_n > 0"),
    "the discards stay when the pile is filled": (T, "s.action_discard_n, 0, 0  # SA-2", "s.action_discard_n, s.action_discard_n, 0  # SA-2"),
    "action cards may be played in the final lap": (R, "    if s.closer != NOBODY:\n        return IN_FINAL_LAP", "    if False:\n        return IN_FINAL_LAP"),
    "discarding is not allowed in the final lap": (R, "        return LEGAL  # SA-5 (d)", "        return IN_FINAL_LAP if s.closer != NOBODY else LEGAL"),
    "play again fetches itself": (A, " - (s.again if kind == T.AGAIN else 0)", ""),
    "play again on an empty pile": (A, "    return False  # SA-13 (A7: nothing to fetch)", "    return True"),
    "stealing from nobody": (A, "        return False  # SA-13 (A8: nothing to steal)", "        return True"),
    "a stolen card is only taken": (
        A, "    s.playing = kind\n", "    if s.playing == T.STEAL:\n        return False\n    s.playing = kind\n"),
    "one may keep none without a face-down card": (R, "LEGAL if T.face_down(s, s.turn) else NOTHING_TO_TURN_UP", "LEGAL"),
    "keeping none turns nothing up": (A, "    T.ask(s, T.SHOWING, s.turn)  # SA-13 (A4: none kept)\n    return True", "    return False"),
    "the exchanged card vanishes": (A, "        s.three[k] = s.discard[s.discard_n]", "        drop_third(s, k)"),
    "everybody sees what was looked at": (R, "s.known[me][p] & T.face_down(s, p) if me >= 0 else 0", "s.known[s.turn][p] & T.face_down(s, p)"),
    "a look turns cards up": (A, "    s.known[s.turn][q] |= ", "    s.up[q] |= "),
    "others see the three cards": (R, "k < s.three_n and (me == s.turn or s.phase == T.ORDERING)", "k < s.three_n"),
    "a star is a 0 for lines": (T, "        if card != STAR:\n            if card", "        if card == STAR:\n            card = 0\n        if True:\n            if card"),
    "stars are removed without asking": (T, "equal >> line & 1 and stars_in(s, p, cells) == 0", "equal >> line & 1"),
    "one star serves two values": (T, "            return False  # SA-11 (one value at a time)", "            pass"),
    "no joker at the final reveal": (R, "        if T.may_declare_any(s, p):\n", "        if s.after != T.SCORING and T.may_declare_any(s, p):\n"),
    "jokers although lines stay at the end": (R, "    if s.after == T.SCORING and not s.clear_at_final_reveal:\n        s.touched[p] = 0\n", ""),
    "a declined line is offered after every move": (T, "touched, up, lines = s.touched[p],", "touched, up, lines = s.there[p],"),
    "rows of three": (T, "(0o111 if s.nine_cards else 0o1111) <<", "0o111 <<"),
    "a column of a full row only": (T, "                lines |= 1 << COLUMNS + k  # SA-9 (rows)", "                lines = 1 << COLUMNS + k"),
    "rows cannot be switched off": (T, "    if s.row_clear:\n", "    if True:\n"),
    "columns cannot be switched off": (T, "    if s.column_clear == MANDATORY:\n", "    if True:\n"),
    "nobody is made a closer": (R, "(s.after == T.FINISH or s.after == T.NEXT_TARGET)", "p == s.turn"),
    "the closer's action ends the lap one seat early": (R, "        p = s.closer  # SA-14 (all others)", "        pass"),
    "a second closer": (R, "    if s.closer == NOBODY and T.face_down(s, p) == 0 and", "    if T.face_down(s, p) == 0 and"),
    "stalling is not noticed": (R, "        return False  # SK-28", "        pass"),
    "the first seat starts": (R, "s.starter = skyjo.highest_opening(s)", "s.starter = 0"),
    "two cards are turned up of nine": (R, "return LEGAL if a == b and a < 9 else REVEAL_ONE", "return LEGAL if a < b else REVEAL_ONE"),
    "nine cards are twelve": (T, "return 0o777 if s.nine_cards else 0o7777", "return 0o7777"),
    "an action card in the grid is not replaced": (A, "        T.deal_to_place(s, s.player, found_at)  # SA-16", "        s.there[s.player] &= ~(1 << found_at)  # SA-16"),
    "an action card found ends the turn": (A, "    return draw_three(s) if s.playing == T.THREE else draw_for_turn(s)", "    return False"),
    "an action card found cannot be kept": (R, "            s.held[s.player][s.found] += 1", "            T.discard_action(s, s.found)"),
    "an exchanged action card lies among the play cards": (T, "    if old >= ACTION:\n", "    if False:\n"),
    "hidden action cards count at the end": (A, "            T.discard_action(s, s.card[p][cell] - T.ACTION)  # SA-16 (final reveal)\n            T.deal_to_place(s, p, cell)", "            break"),
    "passing is always allowed": (R, "return MUST_MOVE if can_move(s) else LEGAL", "return LEGAL"),
    "cards stay held in the next round": (R, "            s.held[p][kind] = 0\n", "            pass\n"),
    "a hidden card that is replaced counts as unseen": (A, "    if not s.up[q] >> cell & 1:\n        skyjo.see(s, card)\n", ""),
    "both exchanges may use one place": (A, " and s.mine[0] != cell", ""),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_rule_is_caught(name):
    module, right, wrong = WRONG[name]
    assert is_caught(module, right, wrong, CASES), name


def test_the_right_rules_pass():
    for case in CASES:
        case()
