"""Known values of the two decks, each asked the way a person would ask; exact."""

from fractions import Fraction

import pytest

from cardlib.deck import Deck

SKYJO = Deck({-2: 5, -1: 10, 0: 15, **dict.fromkeys(range(1, 13), 10)})
SKIPBO = Deck({**dict.fromkeys(range(1, 13), 12), "W": 18})
EIGHT_OUTS = Deck({5: 8, 1: 112})


def playable_in_a_row(hand):
    """How many cards of a Skip-Bo hand can be played on one empty pile, wild cards filling the gaps."""
    wild, height = hand.count("W"), 0
    while height < 12 and (height + 1 in hand or wild):
        wild -= height + 1 not in hand
        height += 1
    return height


VALUES = {
    "card mean": (SKYJO.mean, "76/15"),
    "card variance": (SKYJO.var, "4019/225"),
    "chance of a 0": (lambda: SKYJO.at_least(1, of=0, draws=1), "1/10"),
    "chance of a -2": (lambda: SKYJO.at_least(1, of=-2, draws=1), "1/30"),
    "mean of the sum of 12 cards": (lambda: SKYJO.sum_of(12).mean(), "304/5"),
    "variance of the sum of 12 cards": (lambda: SKYJO.sum_of(12).var(), "739496/3725"),
    "the same, the mistake": (lambda: SKYJO.sum_of(12).explain().mistakes[0].value, "16076/75"),
    "sum of 12 cards at most 60": (lambda: SKYJO.sum_of(12).cdf(60), "261256806887679/530525096582894"),
    "two cards equal": (lambda: SKYJO.different(2)[1], "28/447"),
    "mean of the larger of two": (lambda: SKYJO.largest(2).mean(), "16799/2235"),
    "three cards equal": (lambda: SKYJO.different(3)[1], "81/22052"),
    "gain of one draw": (lambda: SKYJO.exchange_gain(1), "826/447"),
    "best of up to 2 draws": (lambda: SKYJO.best_of(2), "2398/745"),
    "best of up to 3 draws": (lambda: SKYJO.best_of(3), "180733/82695"),
    "one of 8 outs in 3 draws": (lambda: EIGHT_OUTS.at_least(1, of=5, draws=3), "189/1003"),
    "wait for one of 8 outs": (lambda: EIGHT_OUTS.draws_until(5).mean(), "121/9"),
    "a Skip-Bo card in a hand of 5": (lambda: SKIPBO.at_least(1, of="W", draws=5), "389518/866709"),
    "a 1 or a Skip-Bo card": (lambda: SKIPBO.at_least(1, of=[1, "W"], draws=5), "11756737/18200889"),
    "cards in a row": (lambda: SKIPBO.hand(5).map(playable_in_a_row).mean(), "14296841/12133926"),
    "cards until a Skip-Bo card": (lambda: SKIPBO.draws_until("W").mean(), "163/19"),
}


@pytest.mark.parametrize("name", VALUES)
def test_value(name):
    ask, exact = VALUES[name]
    assert ask() == Fraction(exact)


def test_stopping_values_of_the_course():
    assert [round(float(SKYJO.best_of(n)), 3) for n in (2, 3, 4)] == [3.219, 2.186, 1.512]
