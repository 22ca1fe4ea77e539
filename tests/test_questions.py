"""Questions in the grammar of conditions, made up at random and named ones: every route gives the same number."""

import operator
import re
from collections import Counter
from fractions import Fraction
from functools import reduce
from itertools import pairwise, permutations
from math import comb

import icepool
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlib import hand, skyjo
from cardlib.answer import Estimate, TooManyOutcomes
from cardlib.bayes import bayes
from cardlib.deck import Deck
from cardlib.formula import Chain, Num
from cardlib.pmf import Pmf, Simulated
from cardlib.text import render, set_language

SKYJO = skyjo.DECK
TOLERANCE = 4.5  # standard errors; thousands of simulations are made with fixed seeds


# --- the arithmetic of a derivation, recomputed from its own text -----------------------------------------------------
def evaluated(text):
    """What a written expression comes to, such as "1 − C(8, 2) × 3/5"; None if it has words or dots in it."""
    if re.search(r"[A-Za-z…]", text.replace("C(", "(")):
        return None
    python = re.sub(r"(\d),(?=\d{3})", r"\1", text)
    python = re.sub(r"\d+(\.\d+)?", r"F('\g<0>')", python)
    for sign, operation in {"×": "*", "−": "-", "^": "**"}.items():
        python = python.replace(sign, operation)
    return Fraction(eval(python, {"C": lambda n, k: Fraction(comb(int(n), int(k))), "F": Fraction}))


def arithmetic_holds(asked):
    """Every line "a = b ≈ c" of the derivation holds as it is written; gives how many were checked."""
    checked = 0
    for line in str(asked.explain()).splitlines():
        if not line.startswith("    ") or " = " not in line.replace("≈", "="):
            continue
        links = re.split(r" (?=[=≈] )", line.strip())
        values = [(link[:1], evaluated(link.lstrip("=≈ ")), link) for link in links]
        for (_sign, one, text), (sign, other, rounded) in pairwise(v for v in values if v[1] is not None):
            places = [len(number) for number in re.findall(r"(?<=\.)\d+", text + rounded)]
            error = Fraction(3, 10 ** min(places, default=0)) if sign == "≈" else 0
            assert abs(one - other) <= error, line
            checked += 1
    return checked


def test_the_arithmetic_is_read_from_the_text():
    assert evaluated("1 − C(8, 2) × 3/5") == 1 - Fraction(28 * 3, 5)
    assert evaluated("(130/150)^4 + C(4, 1) × 20/150") == Fraction(13, 15) ** 4 + Fraction(80, 150)
    assert evaluated("−2 × 1,003 / (3 − 1)") == -1003 and evaluated("P(win)") is None
    assert arithmetic_holds(Deck({5: 8, 1: 112}).at_least(1, of=5, draws=3)) == 8


# --- questions made up at random --------------------------------------------------------------------------------------
CARDS = [0, 1, 2, 3, 5]
decks = st.dictionaries(st.sampled_from(CARDS), st.integers(1, 3), min_size=2, max_size=4).map(Deck)
groups = st.lists(st.sampled_from(CARDS), min_size=1, max_size=3, unique=True)
signs = st.sampled_from([operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge])


def measured(cards, hand):
    """The measures again, each written as one would on paper: name -> value."""
    runs = [len(set(hand) & set(range(a, b))) == b - a for a in range(6) for b in range(a + 1, 8)]
    lengths = [b - a for a in range(6) for b in range(a + 1, 8)]
    return {
        "count": sum(hand.count(card) for card in set(cards)),
        "different": len(Counter(hand)),
        "largest_count": max([hand.count(card) for card in hand], default=0),
        "longest_run": max([n for n, there in zip(lengths, runs, strict=True) if there], default=0),
        "total": sum(hand),
        "lowest": sum(sorted(hand)[:2]),
        "highest": sum(sorted(hand, reverse=True)[:2]),
        "place": hand[0] if hand else None,
    }


def measure(name, cards):
    if name == "count":
        return hand.count(cards)
    return {"lowest": hand.lowest, "highest": hand.highest, "place": hand.place}[name](
        1 if name == "place" else 2
    ) if name in ("lowest", "highest", "place") else getattr(hand, name)()  # fmt: skip


NAMES = st.sampled_from(["count", "count", "different", "largest_count", "longest_run", "total", "lowest", "highest",
                         "place"])  # fmt: skip
leaves = st.tuples(NAMES, groups, signs, st.integers(0, 6))


@st.composite
def conditions(draw, depth=2):
    """A condition, and the same as a function of a hand that knows nothing of it."""
    kind = draw(st.sampled_from(["leaf", "leaf", "and", "or", "not"])) if depth else "leaf"
    if kind == "leaf":
        name, cards, sign, x = draw(leaves)
        x = draw(st.sampled_from(CARDS)) if name == "place" else x
        return sign(measure(name, cards), x), lambda hand: sign(measured(cards, hand)[name], x)
    one, first = draw(conditions(depth - 1))
    if kind == "not":
        return ~one, lambda hand: not first(hand)
    two, second = draw(conditions(depth - 1))
    if kind == "and":
        return one & two, lambda hand: first(hand) and second(hand)
    return one | two, lambda hand: first(hand) or second(hand)


@settings(max_examples=80)
@given(decks, st.integers(1, 4), conditions(), st.none() | conditions(1))
def test_conditions(deck, n, asked, known):
    n = min(n, deck.total)
    condition, holds = asked
    evidence, is_known = known or (None, lambda hand: True)
    every = [order for order in permutations(deck, n) if is_known(order)]
    if not every:
        with pytest.raises(ValueError, match="cannot happen"):
            deck.chance(condition, draws=n, given=evidence)
        return
    answer = deck.chance(condition, draws=n, given=evidence)
    assert answer == Fraction(sum(map(holds, every)), len(every))
    assert answer.enumerate().value == answer.explain().value == answer
    assert answer.simulate(400, seed=1).errors_from(answer.value) < TOLERANCE
    arithmetic_holds(answer)
    assert "{" not in str(answer.explain())


@given(decks, st.integers(1, 4), NAMES, groups)
def test_laws_of_measures(deck, n, name, cards):
    n = min(n, deck.total)
    law = deck.law(measure(name, cards), n)
    every = Counter(measured(cards, order)[name] for order in permutations(deck, n))
    assert dict(law) == {x: Fraction(k, every.total()) for x, k in every.items()}
    assert law.enumerate().value == law.explain().value == law.mean()
    arithmetic_holds(law)


@settings(max_examples=30)
@given(decks, st.integers(1, 4), st.integers(0, 3), groups, st.data())
def test_other_questions(deck, n, k, of, data):
    deck, n = Deck(list(deck)[:7]), min(n, deck.total - 1, 6)
    hidden = data.draw(st.integers(0, n))
    asked = [
        deck.at_least(k, of=of, draws=n), deck.at_most(k, of=of, draws=n), deck.exactly(k, of=of, draws=n),
        deck.next_is(of, hidden=hidden), deck.sum_of(n), deck.largest(n), deck.smallest(n), deck.different(n),
        deck.draws_until_all(), deck.best_of(n), deck.exchange_gain(n), deck.duel(1, n).answer("win"),
        deck.running_sum(next(iter(deck))), deck.hand(n).answer(lambda hand: hand[0] in of),
    ]  # fmt: skip
    for one in asked:
        value = one.mean() if isinstance(one, Pmf) else one.value
        assert one.enumerate().value == one.explain().value == value
        arithmetic_holds(one)


@given(st.dictionaries(st.sampled_from("abc"), st.integers(1, 4), min_size=2), st.data())
def test_evidence(prior, data):
    share = st.fractions(0, 1, max_denominator=6)
    likelihood = {name: data.draw(share) for name in prior}
    if any(likelihood.values()):
        table = bayes(prior, likelihood)
        weights = {name: prior[name] * likelihood[name] for name in prior}
        assert all(table.posterior[name] == weights[name] / sum(weights.values()) for name in prior)
        assert table.explain().value == max(table.posterior.values())
        arithmetic_holds(table)


# --- adding up --------------------------------------------------------------------------------------------------------
def most_points(cards, points, draws):
    """The mean points with the best play, trying everything; "*" ruins."""
    if not cards or not draws:
        return Fraction(points)
    on = sum(
        most_points(cards[:i] + cards[i + 1 :], points + card, draws - 1) for i, card in enumerate(cards) if card != "*"
    )
    return max(Fraction(points), Fraction(on) / len(cards))


@settings(max_examples=40)
@given(decks.filter(lambda deck: deck.total <= 6), st.integers(1, 2), st.integers(1, 7))
def test_stopping_on_a_running_sum(deck, jokers, draws):
    deck += {"*": jokers}
    draws = min(draws, deck.total)
    law = deck.running_sum("*", draws=draws)
    assert law.mean() == most_points(list(deck), 0, draws)
    assert law.enumerate().value == law.mean() == law.explain().value
    fixed = deck.running_sum("*", stop_at=3, draws=draws)
    assert fixed.enumerate().value == fixed.mean() <= law.mean()


def test_adding_up_says_when_to_stop():
    law = Deck({**dict.fromkeys(range(1, 14), 4), "*": 2}).running_sum("*")
    assert "364/3" in str(law.explain()) and "So stop as soon as you have 122 points or more." in str(law.explain())
    assert law.simulate(4000, seed=1).errors_from(law.mean()) < 4
    for wrong in (-1, Fraction(1, 2), "W"):
        with pytest.raises(ValueError, match="whole numbers of 0 or more"):
            Deck([1, wrong, "*"]).running_sum("*")


# --- questions people ask ---------------------------------------------------------------------------------------------
def test_several_conditions_on_one_hand():
    deck = Deck({"F": 4, "G": 10, "H": 6, "other": 40})
    asked = deck.chance(hand.count("F") == 1, hand.count("G") >= 2, hand.count("H") <= 1, draws=7)
    fits = sum(
        4 * comb(10, g) * comb(6, h) * comb(40, 6 - g - h) for g in range(2, 7) for h in (0, 1) if g + h <= 6
    )  # fmt: skip
    assert asked == Fraction(fits, comb(60, 7)) and asked.check(2000).agrees
    assert "exactly 1 card showing F, at least 2 cards showing G and at most 1 card showing H" in str(asked.explain())


def test_groups_that_overlap():
    deck = Deck({"white": 8, "blue": 8, "both": 4, "spell": 20})
    white, blue = hand.count("white", "both"), hand.count("blue", "both")
    asked = deck.chance(white >= 2, blue >= 1, draws=7)
    brute = deck.hand(7).prob(
        lambda cards: cards.count("white") + cards.count("both") >= 2 and {"blue", "both"} & set(cards)
    )
    assert asked == brute and deck.chance(white >= 1, blue >= 1, draws=7).explain().value == deck.chance(
        white >= 1, blue >= 1, draws=7
    )


def test_any_of_nine_combinations():
    pairs = ["ab", "ac", "bc", "de", "df", "ef", "gh", "gi", "hi"]
    deck = Deck({**dict.fromkeys("abcdefghi", 3), "other": 33})
    asked = deck.chance(reduce(operator.or_, [hand.has(*pair) for pair in pairs]), draws=6)
    one = [1, 9, 3 * comb(3, 2), 3]  # ways to take so many cards of three letters, all of one letter
    kept = sum(
        one[a] * one[b] * one[c] * comb(33, 6 - a - b - c)
        for a in range(4) for b in range(4) for c in range(4) if a + b + c <= 6
    )  # fmt: skip
    assert asked == 1 - Fraction(kept, comb(60, 6))
    assert "the cards a and b, the cards a and c" in str(asked.explain())


def test_the_most_frequent_value():
    law = SKYJO.law(hand.largest_count(), 12)
    icepools = icepool.Deck(dict(SKYJO.counts)).deal(12).largest_count()
    assert all(law[k] == Fraction(icepools.quantity(k), icepools.denominator()) for k in icepools.outcomes())
    assert SKYJO.chance(hand.largest_count() >= 3, draws=12) == law.prob(lambda k: k >= 3)


def test_straights_and_lowest_cards():
    deal = icepool.Deck(dict(SKYJO.counts)).deal(7)
    straight, low = deal.largest_straight(), deal.lowest(3).sum()
    ours, lows = SKYJO.law(hand.longest_run(), 7), SKYJO.law(hand.lowest(3), 7)
    assert all(ours[k] == Fraction(straight.quantity(k), straight.denominator()) for k in straight.outcomes())
    assert all(lows[k] == Fraction(low.quantity(k), low.denominator()) for k in low.outcomes())
    assert SKYJO.law(hand.total(), 3) == SKYJO.sum_of(3) and SKYJO.law(hand.highest(), 3) == SKYJO.largest(3)


def test_reveals_in_order_that_match():
    pairs = [hand.place(i) == hand.place(i + 1) for i in (1, 3, 5)]
    asked = SKYJO.chance(*pairs, draws=6)
    assert float(asked) == pytest.approx(0.000246, abs=5e-7)
    assert SKYJO.chance(pairs[0], draws=2) == SKYJO.different(2)[1]
    assert SKYJO.chance(hand.place(2) == 5, draws=2, given=hand.place(1) == 5) == Fraction(9, 149)
    rising = SKYJO.chance(hand.place(1) < hand.place(2), hand.place(2) < hand.place(3), draws=3)
    assert rising == SKYJO.different(3)[3] / 6
    assert Deck([1, "W", 2]).chance(hand.place(1) == "W", hand.place(2) != hand.place(3), draws=3) == Fraction(1, 3)


def test_numbers_of_numpy_are_taken():
    five, two = np.int64(5), np.int64(2)
    asked = SKYJO.chance(hand.count(five) >= two, hand.place(np.int64(1)) == five, draws=np.int64(3))
    assert asked == SKYJO.chance(hand.count(5) >= 2, hand.place(1) == 5, draws=3)


def test_a_condition_is_a_function_of_a_hand():
    condition = (hand.count(12) >= 1) & (hand.total() <= 20)
    assert condition((12, 3, 5)) and not condition([12, 12, 1])
    assert SKYJO.hand(3).prob(condition) == SKYJO.chance(condition, draws=3)
    assert SKYJO.hand(3).given(hand.has(12)).map(sum).mean() > SKYJO.sum_of(3).mean()
    assert SKYJO.simulate(3, condition, n=100, seed=2) == SKYJO.chance(condition, draws=3, exact=False, n=100, seed=2)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: SKYJO.chance(1 if hand.count(5) == 1 else 0, draws=3), "brackets around every comparison"),
        (lambda: SKYJO.chance(hand.count(5) == 1 and hand.count(6) == 1, draws=3), "brackets"),
        (lambda: SKYJO.chance(hand.count(5), draws=3), "compares a measure"),
        (lambda: SKYJO.chance(draws=3), "compares a measure"),
        (lambda: SKYJO.chance(hand.count(5) == 1, draws=3, given=lambda hand: True), "compares a measure"),
        (lambda: SKYJO.law(hand.count(5) == 1, draws=3), "law is that of a measure"),
        (lambda: hand.count(), "Name at least 1 card"),
        (lambda: SKYJO.chance(hand.count(13) == 1, draws=3), "13 is no card of this deck"),
        (lambda: Deck([1, 2]).chance(hand.count((1, 2)) == 1, draws=1), r"\(1, 2\) is no card of this deck"),
        (lambda: hand.count(5) >= "2", "compared with a number, not '2'"),
        (lambda: hand.count(5) >= float("nan"), "compared with a number, not nan"),
        (lambda: hand.count(5) == True, "compared with a number, not True"),  # noqa: E712
        (lambda: hand.count(5) == hand.count(6), "Only the cards at two places"),
        (lambda: hand.lowest(0), "1, 2, 3, ..., not 0"),
        (lambda: hand.place(0), "1, 2, 3, ..., not 0"),
        (lambda: SKYJO.chance(hand.place(4) == 5, draws=3), "no place 4 among 3"),
        (lambda: Deck([1, "W"]).chance(hand.total() == 5, draws=1), "W is not a number"),
        (lambda: SKYJO.chance(hand.count(5) >= 1, draws=3, given=hand.count(5) >= 4), "cannot happen"),
    ],
)
def test_what_cannot_be_meant_is_refused(ask, message):
    with pytest.raises(ValueError, match=message):
        ask()


# --- too much to count, and asked again -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "ask",
    [
        lambda **exact: SKYJO.hand(12, **exact),
        lambda **exact: SKYJO.sums_of(3, 3, 3, 3, **exact),
        lambda **exact: SKYJO.duel(30, 30, **exact),
        lambda **exact: Deck(range(500)).sum_of(250, **exact),
        lambda **exact: Deck(range(400)).law(hand.total(), 40, **exact),
    ],
)
def test_what_is_too_much_to_count_is_estimated_when_asked(ask):
    with pytest.raises(TooManyOutcomes, match="exact=False for a simulation with its interval"):
        ask()
    law = ask(exact=False, n=60, seed=3)
    assert isinstance(law, Simulated) and "n = 60, seed = 3" in str(law.prob(lambda x: True))
    assert law.prob(lambda x: True) == Estimate.of_proportion(60, 60, 3)


def test_the_cost_is_said():
    with pytest.raises(TooManyOutcomes, match=r"it would take [\d,]+ seconds or more"):
        SKYJO.sums_of(12, 12, 12)
    with pytest.raises(TooManyOutcomes, match="9,618,745 different hands"):
        SKYJO.hand(12)


def test_a_simulated_law_holds_the_exact_one():
    lowest = SKYJO.sums_of(2, 2, exact=False, n=3000, seed=1).map(min)
    exact = SKYJO.sums_of(2, 2).map(min)
    assert lowest.mean().errors_from(exact.mean()) < 4 and exact.cdf(4) in lowest.prob(lambda x: x <= 4)
    assert "95% interval" in str(lowest.table())


def test_questions_asked_again_are_remembered_but_not_mistaken():
    assert SKYJO.sum_of(12) is SKYJO.sum_of(12) and SKYJO.sum_of(11) is not SKYJO.sum_of(12)
    assert (SKYJO - 5).sum_of(12) != SKYJO.sum_of(12)
    assert (SKYJO - 5).sum_of(1)
    with pytest.raises(ValueError, match="not True"):
        (SKYJO - 5).sum_of(True)
    fives = Deck({5: 1, 6: 1})
    assert fives.running_sum([5, 7]).mean() == fives.running_sum(5).mean() == 3


def test_a_simulation_says_what_it_shares_with_the_formula():
    for asked in (SKYJO.best_of(2), SKYJO.exchange_gain(1)):
        assert "choose alike" in str(asked.check(100)) and "choose alike" in str(asked.simulate(100))
    assert "choose alike" not in str(SKYJO.at_least(1, of=5, draws=3).check(100))


def test_texts_read_right():
    set_language("en")
    text = str(SKYJO.chance(hand.has(12), hand.longest_run() >= 3, draws=5).explain())
    assert "How likely is this: the card 12 and at least 3 values in a row?" in text


def test_one_is_singular_and_below_0_has_a_minus_sign():
    set_language("en")
    assert "On average that is 1 point." in str(Deck([1, 1]).sum_of(1).explain())
    assert str(Deck([1, 1]).sum_of(1).answer()) == "1 point" and Deck([4]).different(1).summary.render() == "1 value, 1"
    assert Chain(Num(129), Num(129)).text() == "129" and render("-2") == "−2" and render("a-2") == "a-2"
    assert "9 of 90" in str(bayes({"fair": 0.9, "loaded": 0.1}, {"fair": 0.1, "loaded": 0.6}))


def test_actions_in_sentences_are_said_in_the_readers_language():
    game = skyjo.Game(seed=1)
    action = next(action for action in game.legal_actions() if str(action).startswith("reveal"))
    try:
        set_language("fr")
        assert str(action.said).startswith("retourner (")
    finally:
        set_language("en")
    assert str(action.said) == str(action)
