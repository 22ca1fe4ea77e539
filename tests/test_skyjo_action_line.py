"""Odds of a line with stars, against all orders of small decks: played card by card, with cells that lie somewhere."""

from fractions import Fraction as F
from itertools import combinations_with_replacement, permutations

import pytest

from cardlib import skyjo
from cardlib import skyjo_action as sa
from cardlib.deck import Deck
from cardlib.skyjo_action import odds

UNSEEN = {"*": 2, 5: 2, 7: 1, 0: 1}
FEW = {"*": 1, 5: 2, 0: 3}
VALUES = (*range(-2, 13), "*")
LINES = [
    (*up, *["?"] * (size - len(up)))
    for size in (3, 4) for n in range(size + 1) for up in combinations_with_replacement(("*", 5, 7), n)
]  # fmt: skip


def removable(cells):
    """SA-11: no card is hidden, and all numbers are equal."""
    return "?" not in cells and len(set(cells) - {"*"}) <= 1


def filled(cells, value):
    """No card is hidden, and every card is the value or a star."""
    return all(card in (value, "*") for card in cells)


def put(cells, card, value):
    """Exchange a card that does not fit, else a hidden one."""
    wrong = [k for k, other in enumerate(cells) if other not in ("?", "*", value)]
    cells[(wrong or [k for k, other in enumerate(cells) if other == "?"])[0]] = card


def won(line, lying, drawn, value, process):
    """One deal; value "first": the first number drawn."""
    cells, lying = list(line), list(lying)
    if process == "reveal":
        cells = [lying.pop() if card == "?" else card for card in cells]
        return removable(cells) if value == "first" else filled(cells, value)
    for card in drawn:
        if removable(cells) if value == "first" else filled(cells, value):
            return True
        if value == "first" and card != "*":
            value = card
        if card in ("*", value):
            put(cells, card, None if value == "first" else value)
        elif process == "draw_or_reveal" and "?" in cells:
            cells[cells.index("?")] = lying.pop()
    return removable(cells) if value == "first" else filled(cells, value)


def by_hand(line, deck, draws, process):
    """The chance of every plan, from all orders of the cards."""
    hidden = line.count("?")
    draws = 0 if process == "reveal" else draws
    deals = list(permutations([card for card, n in deck.items() for _copy in range(n)], hidden + draws))
    plans = [*VALUES, "first"] if set(line) <= {"*", "?"} else VALUES
    return {v: F(sum(won(line, d[:hidden], d[hidden:], v, process) for d in deals), len(deals)) for v in plans}


@pytest.mark.parametrize("process", odds.PROCESSES)
@pytest.mark.parametrize("deck", [UNSEEN, FEW])
def test_every_line_of_stars_numbers_and_hidden_cards(process, deck):
    for line in LINES:
        for draws in [0] if process == "reveal" else range(min(3, 6 - line.count("?")) + 1):
            expected = by_hand(line, deck, draws, process)
            answer = odds.complete_line(line, draws=draws, unseen=deck, process=process)
            assert answer.value == max(expected.values()), (line, draws)
            for value in (5, 0, "*"):
                one = odds.complete_line(line, draws=draws, unseen=deck, process=process, collect=value)
                assert one.value == expected[value], (line, draws, value)
            if "first" in expected:
                plan = next(plan for plan in answer.plans if plan.value is None)
                assert plan.chance == expected["first"], (line, draws)


def test_with_two_stars_every_card_completes_the_line():
    for process in odds.PROCESSES:
        answer = odds.complete_line(["*", "*", "?"], draws=1, process=process)
        assert (answer.value, answer.collect) == (1, None) and float(answer.simulate(50, seed=1)) == 1
    game = sa.Game.from_position(["* ? ? ? / * ? ? ? / ? ? ? ?", "? ? ? ? / ? ? ? ? / ? ? ? ?"], discard=[9], seed=3)
    assert "column 0" in map(str, game.play("take (2,0)").legal_actions())


def test_hidden_cards_that_are_turned_up_may_be_any_equal_ones():
    left = sa.DECK - ["*"]
    pairs = sum(n * (n - 1) for card, n in left.items() if card != "*") + 2 * 14 * 105 + 14 * 13
    answer = odds.complete_line(["*", "?", "?"], process="reveal")
    assert answer.value == F(pairs, 119 * 118) and round(float(answer), 4) == 0.2695
    three = sum((n + 15) * (n + 14) * (n + 13) - 15 * 14 * 13 for card, n in sa.DECK.items() if card != "*")
    assert odds.complete_line("? ? ?", process="reveal").value == F(three + 15 * 14 * 13, 120 * 119 * 118)
    assert odds.complete_line(["5", "*", "?"], process="reveal").value == F(6 + 14, 118)
    assert odds.complete_line(["5", "6", "?"], process="reveal").value == 0


@pytest.mark.parametrize("process", odds.PROCESSES)
@pytest.mark.parametrize("cells", ["* ? ?", "? ? ?", "* * ?", "* * *", "* ? ? ?", "? ? ? ?"])
@pytest.mark.parametrize("deck", [UNSEEN, {5: 3, 0: 2, 7: 1}, {"*": 6}, {5: 1, 6: 1, 7: 1, 8: 1, 0: 1, 1: 1}])
def test_the_derivation_and_both_simulations_agree(process, cells, deck):
    answer = odds.complete_line(cells, draws=2, unseen=deck, process=process)
    explanation = answer.explain()
    formulas = [step.formula for step in explanation.steps if step.formula]
    assert not formulas or formulas[-1].value == answer.value
    assert answer.enumerate().value == answer.value
    assert str(explanation)


def test_the_first_number_is_not_always_the_one_to_collect():
    answer = odds.complete_line("? ? ?", draws=5, unseen=Deck({0: 9, 5: 1, 6: 1, 7: 1, 8: 1, 9: 1}))
    assert answer.collect == 0
    known = odds.complete_line("* ? ?", draws=3, process="reveal", collect=0).explain()
    assert "0 or *" in str(known) and "0 or *" not in str(odds.complete_line("* ? ?", process="reveal").explain())


def test_action_cards_seen_may_be_counted_and_what_is_none_is_named():
    assert odds.action_kind({"look": 2, "A1": 1}, "look") == odds.action_kind("look, look, A1", "look") == F(1, 24)
    assert odds.action_kind(None, "look") == F(3, 27)
    for wrong in (5, 0, [5], 2.5):
        with pytest.raises(ValueError, match="is no action card; the action cards are remove"):
            odds.action_kind(wrong, "look")
    for wrong in (lambda: odds.star_soon({5: "a"}), lambda: odds.complete_line("5 5 ?", unseen={"5": None})):
        with pytest.raises(ValueError, match=r"A deck holds 0, 1, 2, ... of a card"):
            wrong()


@pytest.mark.parametrize("rules", [5, "full", skyjo.Rules()])
def test_other_rules_are_refused(rules):
    with pytest.raises(ValueError, match=r"it must be skyjo_action\.Rules\(\.\.\.\)"):
        sa.odds.complete_line(["6", "*", "?"], seen=[], rules=rules)
    with pytest.raises(ValueError, match=r"it must be skyjo_action\.Rules\(\.\.\.\)"):
        sa.odds.worth_of_draw("1 2 3 4 / 5 6 7 8 / 0 0 ? ?", seen=[], rules=rules)
