"""Deliberately wrong rules of Skyjo: each must make at least one of the worked cases fail."""

import pytest
from hosts import is_caught
from test_skyjo_cases import CASES

from cardlib.engine import piles
from cardlib.skyjo import rules as R

WRONG = {
    "a tie does not cost the closer": ("s.raw[p] == closer and s.penalty_on_tie", "False"),
    "a tie costs although the option says no": ("s.raw[p] == closer and s.penalty_on_tie", "s.raw[p] == closer"),
    "a negative closer is doubled": ("closer <= 0 and s.penalty_only_positive", "False"),
    "another player is doubled": ("s.score[s.closer] = s.raw", "s.score[0 if s.closer else 1] = s.raw"),
    "the penalty is always 2": ("* s.penalty_multiplier", "* 2"),
    "zeros instead of the cleared cards": ("put_on_discard(s, s.card[p][nth(lines, k)])", "put_on_discard(s, 0)"),
    "cleared cards below the exchanged one": (
        "exchange(s, p, cell, s.drawn)\n        end_turn(s, cell, was_up)",
        "exchange(s, p, cell, s.drawn)\n        s.discard_n -= 1\n        old = s.discard[s.discard_n]\n"
        "        end_turn(s, cell, was_up)\n        put_on_discard(s, old)",
    ),
    "a lost card": ("    s.there[p] &= ~lines", "    s.discard_n -= 1\n    s.there[p] &= ~lines"),
    "an unshuffled reuse": ("return take_top(s)", "s.draw_n -= 1\n    return s.draw[s.draw_n]"),
    "the top discard is shuffled in": (
        "s.draw_n, s.discard_n, s.laid = top, 1, 0",
        "s.draw[top] = s.discard[top]\n    s.draw_n, s.discard_n, s.laid = top + 1, 0, 0",
    ),
    "reshuffled cards stay seen": ("s.unseen[s.discard[k] - LOW] += 1", "pass"),
    "a last lap off by one": ("if s.player == s.stop:", "if s.closer >= 0 and (s.player + 1) % s.players == s.stop:"),
    "the closer plays again": (
        "if s.player == s.stop:",
        "if s.closer >= 0 and p == s.stop and s.turns > 1 + s.players:",
    ),
    "equal turns are ignored": ("if s.final_lap == EQUAL_TURNS:", "if False:"),
    "no lap is ignored": ("elif s.final_lap == NO_LAP:", "elif False:"),
    "a second closer": ("if s.closer == NOBODY and s.up[p] == s.there[p]:", "if s.up[p] == s.there[p]:"),
    "closing before clearing only": ("s.up[p] == s.there[p]:  # SK-17", "s.up[p] == (1 << CELLS) - 1:"),
    "minus twos are kept": (
        "        and cards[first + (row == 0)] == card\n",
        "        and cards[first + (row == 0)] == card != -2\n",
    ),
    "two equal cards make a column": (
        "cards[first + (row == 0)] == card\n        and cards[first + 2 - (row == 2)] == card\n",
        "cards[first + (row == 0)] == card\n",
    ),
    "hidden cards count for a column": ("and up >> first & 7 == 7", "and s.there[p] >> first & 7 == 7"),
    "columns are cleared although switched off": ("s.column_clear == MANDATORY\n        and", "True\n        and"),
    "rows are always cleared": ("        s.row_clear\n        and", "        True\n        and"),
    "rows are never cleared": ("        s.row_clear\n        and", "        False\n        and"),
    "three cards make a row": ("and up >> row & 0o1111 == 0o1111", "and up >> row & 0o1011 == 0o1011"),
    "a row instead of the column": ("lines |= 0o1111 << row  # SK-14 (rows)", "lines = 0o1111 << row"),
    "columns close up": ("s.there[p] &= ~lines", "s.there[p] = (1 << size(s.there[p] & ~lines)) - 1"),
    "no clearing at the final reveal": ("if s.clear_at_final_reveal:", "if False:"),
    "clearing at the final reveal always": ("if s.clear_at_final_reveal:", "if True:"),
    "only the first column at the final reveal": ("for k in range(COLUMNS):", "for k in range(1):"),
    "the final reveal turns nothing up": ("turn_up(s, p, k)  # SK-19", "pass"),
    "the lowest sum starts": ("if total > best_sum or", "if total < best_sum or best_sum == -99 or"),
    "a tie of sums goes to the first seat": ("total == best_sum and single > best_single", "False"),
    "the first seat always starts": ("s.starter = s.closer  # SK-7", "s.starter = 0"),
    "the highest sum always starts": ("s.starter = s.closer  # SK-7", "s.starter = NOBODY"),
    "the option highest_sum is ignored": (" or s.next_starter == HIGHEST_SUM", ""),
    "play goes the other way": (
        "s.player = 0 if p + 1 == s.players else p + 1\n    if",
        "s.player = (p or s.players) - 1\n    if",
    ),
    "a rejected card without a reveal": ("        turn_up(s, p, cell)\n        end_turn", "        end_turn"),
    "a face-up card may be turned up": (
        "face_down = s.there[s.player] & ~s.up[s.player]",
        "face_down = s.there[s.player]",
    ),
    "the club may reject": ("if not s.may_reject_drawn:", "if False:"),
    "a cleared place may be used": ("return LEGAL if s.there[s.player] >> cell & 1 else CLEARED_PLACE", "return LEGAL"),
    "the same card may be turned up twice": ("pair // CELLS < pair % CELLS", "pair // CELLS <= pair % CELLS"),
    "drawing from nothing": ("return LEGAL if can_draw(s) else NOTHING_TO_DRAW", "return LEGAL"),
    "no discard top to take is noticed": ("return s.draw_n > 0 or s.discard_n > 1", "return s.draw_n > 0"),
    "the kept card lies face down": ("    s.up[p] |= 1 << cell\n\n\n@rule\ndef turn_up", "\n\n@rule\ndef turn_up"),
    "totals are kept from falling": ("s.total[p] += s.score[p]", "s.total[p] += max(0, s.score[p])"),
    "100 does not end the game": (" or (s.total[p] == s.end_at and s.end_inclusive)", ""),
    "100 always ends the game": ("s.total[p] == s.end_at and s.end_inclusive", "s.total[p] == s.end_at"),
    "stalling is not noticed": ("elif s.quiet == s.no_progress_turns and", "elif False and"),
    "every turn counts as stalling": ("s.quiet + 1 if was_up >> cell & 1 else 0", "s.quiet + 1"),
    "others see the opening cards too early": (" if s.phase != REVEALING or p == me else 0", ""),
    "others see the drawn card": ("v.drawn = s.drawn if s.player == me else NONE", "v.drawn = s.drawn"),
    "the deck lacks a card": ("DECK = (5, 10, 15)", "DECK = (5, 10, 14)"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_rule_is_caught(name):
    right, wrong = WRONG[name]
    assert is_caught(R, right, wrong, CASES)


def test_an_unshuffled_reuse_is_caught():
    assert is_caught(piles, "j = below(s, n)", "j = n - 1", CASES)


def test_the_right_rules_pass_all_cases():
    assert not is_caught(R, "LOW, HIGH = -2, 12", "LOW, HIGH = -1 - 1, 12", CASES)
