"""Every question about draws, held against brute force on small decks and against icepool and scipy on large ones."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from xml.etree import ElementTree

import icepool
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from cardlib import skipbo, skyjo, skyjo_action
from cardlib.answer import TooManyOutcomes
from cardlib.bayes import bayes
from cardlib.deck import Deck
from cardlib.formula import Chain
from cardlib.hands import hand_count, hands_by_value, sequence_count, sequences, sums_of_hands
from cardlib.pmf import Pmf
from cardlib.text import set_language

SKYJO = Deck({-2: 5, -1: 10, 0: 15, **dict.fromkeys(range(1, 13), 10)})
SKIPBO = Deck({**dict.fromkeys(range(1, 13), 12), "W": 18})

small_decks = st.dictionaries(st.integers(-2, 4), st.integers(1, 3), min_size=1, max_size=4).map(Deck)


@st.composite
def decks_and_draws(draw, least=0):
    deck = draw(small_decks.filter(lambda deck: deck.total >= max(1, least)))
    return deck, draw(st.integers(least, min(4, deck.total)))


def law(results):
    """The law of equally likely results."""
    counts = Counter(results)
    return {result: Fraction(count, counts.total()) for result, count in counts.items()}


def hands(deck, n):
    """All hands of single, distinguishable cards: the brute force."""
    return list(combinations(deck, n))


def share(hands, condition):
    return Fraction(sum(map(bool, map(condition, hands))), len(hands))


def sound(asked):
    """A derivation whose formulas all hold, that arrives at the value, and can be shown everywhere."""
    explanation = asked.explain()
    formulas = [step.formula for step in explanation.steps if step.formula]
    for formula in formulas + [mistake.formula for mistake in explanation.mistakes if mistake.formula]:
        assert not isinstance(formula, Chain) or formula.holds, formula.text()
    if explanation.value not in (None, 0, 1):
        assert explanation.value in {formula.value for formula in formulas}
    assert all(mistake.value is None or mistake.value != explanation.value for mistake in explanation.mistakes)
    assert "{" not in str(explanation)
    assert explanation._repr_markdown_()
    ElementTree.fromstring(explanation.html())
    return True


def routes_agree(asked, seed=1, n=1500):
    """Formula, enumeration and simulation give the same; the enumeration must be possible."""
    check = asked.check(n, seed)
    assert check.enumeration is not None and check.agrees, str(check)
    return True


# at least, at most, exactly


@given(decks_and_draws(), st.integers(0, 5), st.sets(st.integers(-2, 4), min_size=1, max_size=3))
def test_how_many(case, k, of):
    deck, n = case
    every = hands(deck, n)

    def hits(hand):
        return sum(card in of for card in hand)

    assert deck.at_least(k, of=of, draws=n) == share(every, lambda hand: hits(hand) >= k)
    assert deck.at_most(k, of=of, draws=n) == share(every, lambda hand: hits(hand) <= k)
    assert deck.exactly(k, of=of, draws=n) == share(every, lambda hand: hits(hand) == k)
    assert dict(deck.number_of(of, n)) == law(map(hits, every))
    for asked in (deck.at_least(k, of, n), deck.at_most(k, of, n), deck.exactly(k, of, n), deck.number_of(of, n)):
        assert sound(asked)
        assert asked.enumerate().value == (asked.value if hasattr(asked, "value") else asked.mean())


@given(decks_and_draws(1), st.integers(0, 4), st.integers(1, 2), st.sets(st.integers(-2, 4), min_size=1, max_size=3))
def test_how_many_given_evidence(case, k, known, of):
    deck, n = case
    left = [hand for hand in hands(deck, n) if sum(card in of for card in hand) >= known]
    if not left:
        with pytest.raises(ValueError, match="cannot be here"):
            deck.at_least(k, of=of, draws=n, given=known)
        return
    asked = deck.at_least(k, of=of, draws=n, given=known)
    assert asked == share(left, lambda hand: sum(card in of for card in hand) >= k)
    assert sound(asked) and asked.enumerate().value == asked


def test_how_many_against_scipy():
    dist = stats.hypergeom(150, 20, 12)
    for k in range(13):
        assert float(SKYJO.exactly(k, of=[5, 12], draws=12)) == pytest.approx(dist.pmf(k))
        assert float(SKYJO.at_most(k, of=[5, 12], draws=12)) == pytest.approx(dist.cdf(k))


@given(decks_and_draws(), st.integers(-2, 4))
def test_at_least_falls_with_k_and_rises_with_draws(case, card):
    deck, n = case
    chances = [deck.at_least(k, of=card, draws=n) for k in range(n + 2)]
    assert chances == sorted(chances, reverse=True)
    if n < deck.total:
        assert all(deck.at_least(k, of=card, draws=n + 1) >= chances[k] for k in range(n + 1))


@given(st.lists(st.sampled_from([5, 5, 12, 0, 3]), max_size=5), st.randoms(use_true_random=False))
def test_the_order_of_seen_cards_changes_nothing(seen, random):
    shuffled = random.sample(seen, len(seen))
    assert (SKYJO - seen).at_least(1, of=5, draws=3) == (SKYJO - shuffled).at_least(1, of=5, draws=3)


@given(decks_and_draws(1), st.integers(-2, 4))
def test_averaging_over_the_next_card_gives_back_the_prior(case, card):
    deck, n = case
    prior = deck.exactly(1, of=card, draws=n).value
    later = Fraction(0)
    for first, count in deck.items():
        k = 0 if first == card else 1
        later += Fraction(count, deck.total) * (deck - first).exactly(k, of=card, draws=n - 1).value
    assert later == prior


def test_the_derivation_a_pupil_reads():
    set_language("en")
    explanation = Deck({5: 8, 1: 112}).at_least(1, of=5, draws=3).explain()
    text = str(explanation)
    assert text.startswith("You draw 3 cards. How likely is it that at least 1 of them shows 5?")
    assert "120 cards are unseen." in text and "8 of them show 5" in text
    assert "112/120 × 111/119 × 110/118 = 814/1003 ≈ 0.811565" in text
    assert "1 − 814/1003 = 189/1003 ≈ 0.188435" in text
    assert "about 19 in 100 tries, or about 1 in 5" in text
    assert "3 × 8/120 = 1/5 = 0.2" in text
    assert [mistake.value for mistake in explanation.mistakes] == [Fraction(1, 5), 1 - Fraction(112, 120) ** 3]


def test_a_closed_deck_is_asked_about_its_own_cards():
    deck = Deck(SKYJO, closed=True)
    for of in (13, [5, 13], "W", None, float("nan"), []):
        for left in (deck, deck - [5, 12], deck & SKYJO):
            with pytest.raises(ValueError, match=r"no card of this deck|at least 1 card"):
                left.at_least(1, of=of, draws=3)
    assert (deck - [5] * 10).at_least(1, of=5, draws=3) == 0
    assert (deck + 13).at_least(1, of=13, draws=1) == Fraction(1, 151)


@pytest.mark.parametrize("game", [skyjo, skyjo_action, skipbo])
def test_the_decks_of_the_games_are_closed(game):
    with pytest.raises(ValueError, match="13 is no card of this deck"):
        game.DECK.at_least(1, of=13, draws=3)


def test_numbers_of_numpy_are_taken():
    deck, three = Deck(np.array([5, 5, 1, 2])), np.int64(3)
    assert eval(repr(deck)) == deck == Deck({np.int64(5): np.int64(2), 1: 1, 2: 1})
    assert deck.at_least(np.int64(1), of=np.int64(5), draws=three) == deck.at_least(1, of=5, draws=3) == 1
    assert deck.sum_of(three) == deck.sum_of(3) and deck.draws_until(5, k=np.int8(2)) == deck.draws_until(5, k=2)
    assert deck.duel(np.int64(1), 2, np.int64(3)) == deck.duel(1, 2, 3)
    assert deck.best_of(np.int64(2)) == deck.best_of(2) and len(deck.deal(three, np.int64(1))) == 3
    assert deck.next_is(5, hidden=np.int64(2), given=np.int64(1)) == deck.next_is(5, hidden=2, given=1)
    assert deck.at_least(1, of=5, draws=2).simulate(np.int64(9)) == deck.at_least(1, of=5, draws=2).simulate(9)


def test_cards_that_are_only_counted_are_not_said_to_help():
    for asked in (SKYJO.at_most(1, of=[11, 12], draws=4), SKYJO.exactly(0, of=[11, 12], draws=4)):
        assert "help" not in str(asked.explain()) and "1 × (" not in str(asked.explain())
    assert "(130/150)^4 + C(4, 1) × 20/150 × (130/150)^3" in str(SKYJO.at_most(1, of=[11, 12], draws=4).explain())


def test_each_of_two_cards_is_not_all_of_them():
    assert "exactly when each of the 2 drawn cards is" in str(SKYJO.largest(2).explain())
    assert "So the card 8 gains:" in str(Deck([8, 9, 11]).exchange_gain(1).explain())


def test_waits_that_cancel_are_shown():
    waits = Deck({"a": 2, "b": 1, "c": 1}).draws_until_all()
    assert "2 × 5/2 + 5/3 − 5/3 − 2 × 5/4 + 5/5 = 7/2" in str(waits.explain())


def test_two_full_hands():
    law = SKYJO.duel(12, 12)
    assert law["win"] == law["lose"] and sum(law.values()) == 1
    assert float(law["win"]) == pytest.approx(0.490479, abs=1e-6)
    assert law.simulate(4000, seed=3, event="tie").errors_from(law["tie"]) < 4
    assert SKYJO.duel(2, 3, Fraction(1, 2), 3)["tie"] == 0
    for points in (float("nan"), 1.5, "3", None):
        with pytest.raises(ValueError, match="Points are a whole number or a Fraction"):
            SKYJO.duel(2, 3, points, 14)


def test_what_is_wanted():
    assert SKIPBO.at_least(1, of="W", draws=5) == SKIPBO.at_least(1, of=["W"], draws=5)
    assert SKIPBO.at_least(1, of=(1, "W"), draws=5) == SKIPBO.at_least(1, of={1, "W", 99}, draws=5)
    assert SKYJO.at_least(1, of=13, draws=3) == 0


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: Deck([5, 6]).at_least(1, of=5, draws=3), "There are only 2 cards"),
        (lambda: Deck([5, 6]).at_least(1, of=5, draws=-1), "not −1"),
        (lambda: Deck([5, 6]).at_least(-1, of=5, draws=1), "0, 1, 2"),
        (lambda: Deck([5, "*"]).sum_of(1), r"The card \* is not a number"),
        (lambda: Deck([5, 6]).ranked(3, draws=2), "one of 1 to 2"),
        (lambda: Deck([5, 6]).draws_until(7), "There is no card 7 to wait for"),
        (lambda: Deck([5, 6]).draws_until(5, k=2), "1 card to wait for, so k is 1, not 2"),
        (lambda: Deck([5, 6]).draws_until_all([5, 7]), "no card 7"),
        (lambda: Deck([5, 6]).best_of(3), "only 2 cards"),
        (lambda: Deck([5, 6]).best_of(0), "at least 1 draw"),
        (lambda: Deck([5, 6]).exchange_gain(2), "a card left"),
        (lambda: Deck([5, 6]).exactly_each({5: -1}, draws=2), "0, 1, 2"),
        (lambda: Deck([5, 6]).sums_of(2, 1), "only 2 cards"),
        (lambda: Deck([5, 6]).next_is(5, hidden=1, given=2), "cannot be here"),
        (lambda: SKYJO.hand(12), "too many"),
        (lambda: SKYJO.best_of(20), "too many"),
        (lambda: SKYJO.sums_of(12, 12, 12), "too much"),
        (lambda: bayes({"a": 1}, {"a": 2}), "between 0 and 1"),
        (lambda: bayes({"a": 1}, {"a": 0}), "impossible"),
        (lambda: bayes({"a": 1, "b": 1}, {"a": 1}), "The likelihood of b is missing"),
        (lambda: bayes({"a": 1}, {"a": float("nan")}), "A probability is a number such as 0.25, not nan"),
        (lambda: bayes({"a": None}, {"a": 1}), "A probability is a number such as 0.25, not None"),
        (lambda: bayes({"a": -1, "b": 2}, {"a": 1, "b": 1}), "A weight is"),
        (lambda: Deck([5, 6]).at_least(1, of=None, draws=1), "None is no card"),
        (lambda: Deck([5, 6]).at_least(1, of=float("nan"), draws=1), "nan is no card"),
        (lambda: Deck([5, 6]).at_least(1, of=[], draws=1), "Name at least 1 card"),
        (lambda: Deck([5, 6]).ranked(1, draws=0), "^At least 1 card must be drawn"),
        (lambda: Deck([5, 6]).draws_until([]), "Name at least 1 card"),
        (lambda: Deck([5, 6]).draws_until_all([]), "Name at least 1 card"),
        (lambda: Deck([5, 6]).at_least(1, of=5, draws=1.0), r"0, 1, 2, ..., not 1\.0"),
        (lambda: Deck([5, 6]).at_least(1, of=5, draws=True), "0, 1, 2, ..., not True"),
        (lambda: Deck([5, 6]).at_least(True, of=5, draws=1), "number of wanted cards is 0, 1, 2"),
        (lambda: Deck([5, 6]).at_most(1.0, of=5, draws=1), "number of wanted cards is 0, 1, 2"),
        (lambda: Deck([5, 6]).draws_until(5, k=True), "k is 1, not True"),
        (lambda: Deck([5, 6]).exactly_each({5: True}, draws=1), "0, 1, 2"),
        (lambda: Deck([5, 6]).exactly_each([5], draws=1), "Say for each card"),
        (lambda: Deck([5, 6]).at_least(1, of="5", draws=1), "'5' is no card of this deck"),
        (lambda: Deck([5, 6]).at_least(1, of=[5, "6"], draws=1), "'6' is no card of this deck"),
        (lambda: Deck([5, 6]).at_least(1, of=lambda card: card > 5, draws=1), "lambda.* is no card of this deck"),
        (lambda: Deck(["5", "6"]).next_is(5), "5 is no card of this deck"),
    ],
)
def test_errors_say_what_was_wrong(ask, message):
    with pytest.raises(ValueError, match=message):
        ask()


def test_a_card_that_has_run_out_is_drawn_with_chance_0():
    assert (SKYJO - [5] * 10).at_least(1, of=5, draws=3) == 0
    assert SKYJO.at_least(1, of=["W", "*", 5], draws=1) == Fraction(10, 150)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: SKYJO.best_of(150),  # few histories at the end, but very many in between
        lambda: Deck({1: 10**6, 2: 10**6}).best_of(10**6),
        lambda: Deck(range(500)).sum_of(250),
        lambda: Deck({1: 10**6, 2: 10**6}).sum_of(10**6),
        lambda: Deck({1: 10**6, 2: 10**6}).draws_until(of=1),
        lambda: Deck({1: 10**6, 2: 10**6}).largest(10**6),
        lambda: Deck({1: 10**6, 2: 10**6}).number_of(1, draws=10**6),
        lambda: Deck(range(5000)).draws_until_all(),
    ],
)
def test_what_would_take_very_long_is_refused(ask):
    with pytest.raises(TooManyOutcomes, match="too m"):
        ask()


def test_sums_of_cards_that_lie_far_apart_are_counted_hand_by_hand():
    assert Deck({10**9: 3, 1: 4}).sum_of(3) == Pmf({3: 4, 10**9 + 2: 18, 2 * 10**9 + 1: 12, 3 * 10**9: 1})
    assert SKYJO.sum_of(150) == Pmf({760: 1}) and SKYJO.sum_of(75).mean() == 380


def test_no_card_from_no_cards():
    for law in (Deck().sum_of(0), Deck().number_of(5, 0)):
        assert law == Pmf({0: 1}) and law.explain().value == 0


def test_counts_of_one_read_right():
    one = str(Deck([1, 1, 2, 3, 3]).exactly(1, of=3, draws=3).explain())
    assert "They hold 1 of the outs" in one and "1 outs" not in one
    assert "There is 1 value. It is missing" in str(Deck([1, 1]).different(2).explain())
    assert "Every place is equally likely for the out." in str(Deck([1, 1, 2]).draws_until(2).explain())


# several kinds at once


@given(decks_and_draws(), st.integers(0, 2), st.integers(0, 2))
def test_several_kinds(case, k, m):
    deck, n = case
    every = hands(deck, n)

    def numbers(hand):
        return hand.count(-1), sum(card in (0, 3) for card in hand)

    wanted = {-1: k, (0, 3): m}
    exact, enough = deck.exactly_each(wanted, draws=n), deck.at_least_each(wanted, draws=n)
    assert exact == share(every, lambda hand: numbers(hand) == (k, m))
    assert enough == share(every, lambda hand: numbers(hand)[0] >= k and numbers(hand)[1] >= m)
    assert sound(exact) and sound(enough)
    assert exact.enumerate().value == exact and enough.enumerate().value == enough


def test_several_kinds_against_scipy():
    dist = stats.multivariate_hypergeom([10, 10, 130], 12)
    assert float(SKYJO.exactly_each({5: 2, 12: 1}, draws=12)) == pytest.approx(dist.pmf([2, 1, 9]))


# evidence


@given(decks_and_draws(1), st.integers(0, 2))
def test_the_next_card_after_hidden_ones(case, known):
    deck, n = case
    orders = [order for order in permutations(deck, n) if order[: n - 1].count(0) >= known]
    if orders:
        asked = deck.next_is(0, hidden=n - 1, given=known)
        assert asked == share(orders, lambda order: order[-1] == 0)
        assert sound(asked) and asked.enumerate().value == asked


@given(decks_and_draws(1))
def test_the_whole_hand_takes_any_evidence(case):
    deck, n = case
    law_of_hand = deck.hand(n)
    assert dict(law_of_hand) == law(hands(deck, n))
    low = deck.counts and min(deck)
    left = [hand for hand in hands(deck, n) if low in hand]
    assert dict(law_of_hand.given(lambda hand: low in hand).map(sum)) == law(map(sum, left))
    assert sound(law_of_hand)


def test_at_least_one_12_makes_two_less_likely_than_people_think():
    with_one = SKYJO.at_least(2, of=12, draws=3, given=1)
    assert with_one == SKYJO.hand(3).given(lambda hand: 12 in hand).prob(lambda hand: hand.count(12) >= 2)
    assert with_one < (SKYJO - 12).at_least(1, of=12, draws=2)


def test_bayes_table():
    table = bayes({"fair": 3, "loaded": 1}, {"fair": Fraction(1, 6), "loaded": Fraction(1, 2)}, "a <six>")
    assert table.chance == Fraction(1, 4)
    assert table.posterior == bayes(table.prior, lambda h: table.likelihood[h]).posterior
    assert dict(table.posterior) == {"fair": Fraction(1, 2), "loaded": Fraction(1, 2)}
    again = table.update({"fair": Fraction(1, 6), "loaded": Fraction(1, 2)}).posterior
    assert again["loaded"] == Fraction(3, 4)
    assert sound(table) and table.posterior.check(2000, seed=1, event="fair").agrees
    assert "&lt;six&gt;" in table.explain().html()
    ElementTree.fromstring(table._repr_html_())


def test_bayes_with_whole_numbers_of_cases():
    table = bayes({"fair": 0.9, "loaded": 0.1}, {"fair": 0.1, "loaded": 0.6}, "a six")
    assert table.chance == Fraction(3, 20) and table.posterior["loaded"] == Fraction(2, 5)
    text = str(table.explain())
    assert "think of 100 cases: 90 of fair, 9 of them with the evidence and 10 of loaded, 6 of them" in text
    assert "9/15 = 3/5 = 0.6" in text and "The chance is 3/5 = 0.6, that is 60%." in text
    assert table.explain().value == table.posterior["fair"]
    numbers = bayes({1: 1, 3: 1}, {1: Fraction(1, 2), 3: 1}).posterior
    assert numbers.answer().explain().value == numbers.mean() == Fraction(7, 3)


def test_the_module_of_bayes_answers_like_its_function():
    import cardlib

    assert cardlib.bayes({"a": 1, "b": 1}, {"a": 1, "b": 0}).posterior["a"] == 1
    from cardlib import bayes as asked

    assert asked({"a": 1, "b": 1}, {"a": 1, "b": 0}).posterior == bayes({"a": 1, "b": 1}, {"a": 1, "b": 0}).posterior


@given(decks_and_draws(2))
def test_averaging_posteriors_gives_back_the_prior(case):
    deck, n = case
    prior = deck.number_of(0, n - 1)  # how many of the hidden cards are 0

    def chance(k):  # that the next card is a 0, if k of the hidden ones are
        return Fraction(deck[0] - k, deck.total - n + 1)

    seen = deck.next_is(0, hidden=n - 1).value
    assert seen == sum(p * chance(k) for k, p in prior.items())
    if 0 < seen < 1:
        yes, no = bayes(prior, chance).posterior, bayes(prior, lambda k: 1 - chance(k)).posterior
        assert all(seen * yes[k] + (1 - seen) * no[k] == prior[k] for k in prior)


# laws of a hand


@given(decks_and_draws(1))
def test_laws_of_a_hand(case):
    deck, n = case
    every = hands(deck, n)
    expected = {
        deck.sum_of(n): law(map(sum, every)),
        deck.largest(n): law(map(max, every)),
        deck.smallest(n): law(map(min, every)),
        deck.ranked(1 + n // 2, n): law(sorted(hand)[n // 2] for hand in every) if n > 1 else None,
        deck.different(n): law(len(set(hand)) for hand in every),
    }
    for asked, brute in expected.items():
        assert brute is None or dict(asked) == brute
        assert sum(asked.values()) == 1
        assert sound(asked) and asked.enumerate().value == asked.mean()


def test_sums_against_icepool():
    deal = icepool.Deck(dict(SKYJO.counts)).deal(12).sum()
    ours = SKYJO.sum_of(12)
    assert {s: p * comb(150, 12) for s, p in ours.items()} == {s: deal.quantity(s) for s in deal.outcomes()}


def test_ranks_against_icepool():
    deck = icepool.Deck(dict(SKYJO.counts))
    for rank in (1, 3, 5):
        die = deck.deal(5).lowest(1, rank - 1).sum() if rank > 1 else deck.deal(5).lowest(1).sum()
        ours = SKYJO.ranked(rank, draws=5)
        assert all(ours[x] == Fraction(die.quantity(x), die.denominator()) for x in die.outcomes())


def test_sums_of_fractions_and_of_far_values():
    deck = Deck([Fraction(1, 2), Fraction(1, 3), -100, 7])
    assert dict(deck.sum_of(2)) == law(map(sum, hands(deck, 2)))


# waiting


def orders(deck):
    return list(permutations(deck))


@settings(max_examples=25)
@given(small_decks.filter(lambda deck: deck.total <= 6), st.integers(1, 2))
def test_waiting(deck, k):
    of = next(iter(deck.counts))
    if deck[of] >= k:
        waits = deck.draws_until(of, k=k)
        assert dict(waits) == law([i for i, card in enumerate(order, 1) if card == of][k - 1] for order in orders(deck))
        assert waits.enumerate().value == waits.mean() and sound(waits)
    everything = deck.draws_until_all()
    assert dict(everything) == law(max(order.index(card) + 1 for card in deck.counts) for order in orders(deck))
    assert everything.enumerate().value == everything.mean() and sound(everything)


def test_waiting_against_scipy():
    dist = stats.nhypergeom(120, 112, 3)  # the number of other cards before the third of 8 wanted ones
    waits = Deck({5: 8, 1: 112}).draws_until(5, k=3)
    assert all(float(p) == pytest.approx(dist.pmf(t - 3)) for t, p in waits.items())


def test_waiting_for_all_skipbo_numbers():
    waits = SKIPBO.draws_until_all(range(1, 13))
    assert float(waits.mean()) == pytest.approx(36.48, abs=0.005)
    assert waits.simulate(2000, seed=3).errors_from(waits.mean()) < 4


# when to stop


def best_by_brute_force(cards, n, choose):
    """The lowest (highest) mean by trying every continuation, card by card."""
    if n == 1:
        return Fraction(sum(cards), len(cards))
    rest = [(card, cards[:i] + cards[i + 1 :]) for i, card in enumerate(cards)]
    return sum(choose(Fraction(card), best_by_brute_force(left, n - 1, choose)) for card, left in rest) / len(cards)


def gain_by_brute_force(cards, n):
    if n == 0:
        return Fraction(0)
    rest = [(card, cards[:i] + cards[i + 1 :]) for i, card in enumerate(cards)]
    return sum(
        max(Fraction(sum(left), len(left)) - card, gain_by_brute_force(left, n - 1)) for card, left in rest
    ) / len(cards)


@settings(max_examples=25)
@given(small_decks.filter(lambda deck: 2 <= deck.total <= 7), st.integers(1, 3))
def test_stopping(deck, n):
    n = min(n, deck.total - 1)
    cards = list(deck)
    low, high, gain = deck.best_of(n), deck.best_of(n, highest=True), deck.exchange_gain(n)
    assert low == best_by_brute_force(cards, n, min)
    assert high == best_by_brute_force(cards, n, max)
    assert gain == gain_by_brute_force(cards, n)
    for asked in (low, high, gain):
        assert asked.enumerate().value == asked and sound(asked)


def test_thresholds():
    assert SKYJO.keep_up_to(4) == [2, 3, 5, 12]
    assert SKYJO.keep_up_to(3, highest=True) == [7, 6, -2]
    assert SKYJO.keep_up_to(2, exchange=True) == [3, 5]


# two hands


@given(small_decks.filter(lambda deck: 3 <= deck.total <= 7))
def test_two_hands(deck):
    deals = [(sum(order[:2]), order[2]) for order in permutations(deck, 3)]
    joint = deck.sums_of(2, 1)
    assert dict(joint) == law(deals)
    assert joint.map(lambda sums: sums[0]) == deck.sum_of(2)
    assert joint.map(sum) == deck.sum_of(3)
    assert sound(joint)
    duel = deck.duel(2, 1, my_points=0, your_points=2)
    outcomes = ["win" if mine < yours + 2 else "lose" if mine > yours + 2 else "tie" for mine, yours in deals]
    assert {result: p for result, p in duel.items() if p} == law(outcomes)
    assert duel.enumerate(event="win").value == duel["win"] and sound(duel)
    turned = deck.duel(2, 1, my_points=0, your_points=2, highest=True)
    assert (turned["win"], turned["lose"]) == (duel["lose"], duel["win"])


def test_three_hands():
    deck = Deck([1, 1, 2, 5, 6])
    assert dict(deck.sums_of(1, 1, 2)) == law((a, b, c + d) for a, b, c, d in permutations(deck, 4))


def test_two_cards_hang_together_a_little():
    joint = SKYJO.sums_of(1, 1)
    covariance = joint.map(lambda xy: xy[0] * xy[1]).mean() - SKYJO.mean() ** 2
    assert covariance / SKYJO.var() == Fraction(-1, 149)


# all three routes, and what they share


@pytest.mark.parametrize(
    "ask",
    [
        lambda deck: deck.at_least(1, of=5, draws=3),
        lambda deck: deck.exactly(2, of=[5, 1], draws=3, given=1),
        lambda deck: deck.at_least_each({5: 1, (1, 2): 1}, draws=3),
        lambda deck: deck.next_is(5, hidden=2, given=1),
        lambda deck: deck.sum_of(3),
        lambda deck: deck.largest(3),
        lambda deck: deck.different(3),
        lambda deck: deck.draws_until(5),
        lambda deck: deck.draws_until(5, k=2),
        lambda deck: deck.draws_until_all([1, 5]),
        lambda deck: deck.best_of(3),
        lambda deck: deck.exchange_gain(2),
        lambda deck: deck.duel(2, 1).answer("win"),
    ],
)
def test_three_routes(ask):
    assert routes_agree(ask(Deck({5: 2, 1: 3, 2: 1, 7: 2})))


@given(decks_and_draws())
def test_hands_are_counted_by_value(case):
    deck, n = case
    found = list(hands_by_value(deck.counts, n))
    assert sum(ways for ways, _hand in found) == comb(deck.total, n)
    assert len(found) == hand_count(deck.counts, n) == len(set(combinations(deck, n)))
    drawn = list(sequences(deck.counts, n))
    assert len(drawn) == sequence_count(deck.counts, n) == len(set(permutations(deck, n)))
    if n:
        assert sum(sums_of_hands(deck.counts, [n]).values()) == comb(deck.total, n)
