"""Decks: immutable multisets of cards."""

from collections import Counter
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlib.deck import Deck

cards = st.lists(st.sampled_from([-2, -1, 0, 5, 12, "*", "W"]), max_size=12)


def test_the_ways_to_make_a_deck():
    assert Deck([5, 5, 12]) == Deck({5: 2, 12: 1}) == Deck(iter([12, 5, 5])) == Deck(Deck([5, 12, 5]))
    assert Deck(5) == Deck([5])
    assert Deck("W") == Deck(["W"])
    assert Deck() == Deck({5: 0}) == Deck([])


def test_looking_at_a_deck():
    deck = Deck({12: 1, -2: 3, "*": 2})
    assert (deck[-2], deck[5], deck.total, len(deck)) == (3, 0, 6, 6)
    assert list(deck) == [-2, -2, -2, 12, "*", "*"]
    assert 12 in deck and 5 not in deck
    assert eval(repr(deck)) == deck
    assert dict(deck.counts) == dict(deck.items()) == {-2: 3, 12: 1, "*": 2}


def test_a_deck_cannot_be_changed():
    deck = Deck([5])
    with pytest.raises(TypeError):
        deck.counts[5] = 7
    with pytest.raises(AttributeError):
        deck.jokers = 2


def test_adding_and_taking_away():
    deck = Deck({5: 2, 12: 1})
    assert deck + 5 == Deck({5: 3, 12: 1})
    assert deck - 5 - [12] == deck - {5: 1, 12: 1} == deck - Deck([5, 12]) == Deck([5])
    assert deck + "*" == deck + {"*"}
    assert deck & [5, 5, 5, 0] == Deck([5, 5])
    assert deck | [5, 0] == Deck({5: 2, 12: 1, 0: 1})


def test_cards_that_are_tuples():
    deck = Deck([("heart", 7), ("club", 7)])
    assert deck - ("heart", 7) == Deck([("club", 7)])
    assert Deck([1, 2, 2]) - (1, 2) == Deck([2])


def test_what_is_not_there_cannot_be_taken_away():
    deck = Deck({5: 2, 12: 1})
    with pytest.raises(ValueError, match=r"There is no card 13 here"):
        deck - [5, 13]
    with pytest.raises(ValueError, match=r"There are only 2 cards 5 here, so 3 cannot"):
        deck - [5, 5, 5]
    with pytest.raises(ValueError, match=r"There is only 1 card 12 here, so 2 cannot"):
        deck - {12: 2}
    assert deck == Deck({5: 2, 12: 1})


@pytest.mark.parametrize("count", [-1, 1.5, "2"])
def test_bad_counts(count):
    with pytest.raises(ValueError, match="A deck holds"):
        Deck({5: count})


def test_mean_and_variance():
    deck = Deck([1, 2, 6])
    assert (deck.mean(), deck.var()) == (3, Fraction(14, 3))
    with pytest.raises(ValueError, match=r"The card \* is not a number"):
        Deck([1, "*"]).mean()
    with pytest.raises(ValueError, match="0 cards"):
        Deck().var()


@given(cards, cards)
def test_decks_are_multisets(first, second):
    a, b = Deck(first), Deck(second)
    assert a == Deck(reversed(first)) and hash(a) == hash(Deck(reversed(first)))
    assert Counter(a + b) == Counter(first) + Counter(second)
    assert a + b - b == a
    assert Counter(a & b) == Counter(first) & Counter(second)
    assert Counter(a | b) == Counter(first) | Counter(second)
    assert (a | b) + (a & b) == a + b


def test_shown_as_a_table():
    deck = Deck({-2: 5, "<b>": 1})
    assert str(deck) == "card      −2  <b>  all\nhow many   5    1    6"
    html = deck._repr_html_()
    assert "&lt;b&gt;" in html
    ElementTree.fromstring(html)


def test_the_picture_shows_what_is_left_and_what_is_seen():
    whole = Deck({5: 3, 6: 2})
    description = (whole - [5]).chart(whole).to_dict()["description"]
    assert "4 of 5 cards" in description and "5: 2 left, 1 seen" in description
    with pytest.raises(ValueError, match="does not hold all of these cards: 7"):
        Deck([7]).chart(whole)


def test_questions_are_methods_with_docstrings():
    assert Deck([5, 6]).at_least(1, of=5, draws=1) == Fraction(1, 2)
    assert "at least k" in Deck.at_least.__doc__


def test_dealing_takes_cards_of_the_deck_and_repeats_with_the_seed():
    deck = Deck({5: 2, 12: 1, 0: 3})
    assert deck.deal(3, seed=1) == deck.deal(3, seed=1)
    assert Deck(deck.deal(6, seed=2)) == deck
    assert {card for seed in range(50) for card in deck.deal(1, seed)} == {0, 5, 12}
    with pytest.raises(ValueError, match="6"):
        deck.deal(7, seed=1)
    with pytest.raises(ValueError, match="The seed is a whole number"):
        deck.deal(1, seed=None)


def test_any_question_can_be_simulated():
    deck = Deck({5: 8, 1: 112})
    exact = deck.at_least(1, of=5, draws=3)
    assert deck.simulate(3, lambda hand: 5 in hand, n=500, seed=7) == exact.simulate(500, seed=7)
    mean = deck.simulate(3, sum, n=2000, seed=1)
    assert mean.unit == "" and mean.errors_from(deck.sum_of(3).mean()) < 4
    three_in_order = Deck([1, 2, 3]).simulate(3, lambda hand: hand == [1, 2, 3], n=6000, seed=2)
    assert three_in_order.errors_from(Fraction(1, 6)) < 4
    with pytest.raises(ValueError, match="only 3 cards"):
        Deck([1, 2, 3]).simulate(4, sum)
    with pytest.raises(ValueError, match=r"deck\.chance or deck\.law"):
        Deck(range(40)).hand(12)
