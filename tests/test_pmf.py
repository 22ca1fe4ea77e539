"""Exact distributions."""

from fractions import Fraction
from math import sqrt
from xml.etree import ElementTree

import icepool
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlib.deck import Deck
from cardlib.pmf import Pmf
from cardlib.rng import Rng

SKYJO = Deck({-2: 5, -1: 10, 0: 15, **dict.fromkeys(range(1, 13), 10)})
DIE = Pmf({face: 1 for face in range(1, 7)})
weights = st.dictionaries(st.integers(-5, 9), st.integers(1, 6), min_size=1, max_size=6)


def as_icepool(pmf):
    return icepool.Die({value: int(p * pmf.total) for value, p in pmf.items()})


def same(pmf, die):
    return dict(pmf) == {value: Fraction(die.quantity(value), die.denominator()) for value in die.outcomes()}


def test_weights_become_probabilities():
    assert dict(Pmf({1: 2, 2: 4, 3: 0})) == {1: Fraction(1, 3), 2: Fraction(2, 3)}
    assert Pmf({1: Fraction(1, 6), 2: Fraction(1, 3)}) == Pmf({2: 2, 1: 1})
    assert DIE[7] == 0 and 7 not in DIE and len(DIE) == 6 and list(DIE) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("bad", [{}, {1: 0}, {1: -1, 2: 2}, {1: 0.5}, [1, 2]])
def test_bad_weights(bad):
    with pytest.raises(ValueError, match=r"weight|value"):
        Pmf(bad)


def test_numbers_about_it():
    assert (DIE.mean(), DIE.var(), DIE.std()) == (Fraction(7, 2), Fraction(35, 12), sqrt(35 / 12))
    assert (DIE.cdf(2), DIE.quantile(0.5), DIE.quantile(0), DIE.quantile(1)) == (Fraction(1, 3), 3, 1, 6)
    assert DIE.quantile(Fraction(1, 6)) == DIE.quantile(1 / 6) == 1
    assert (DIE + DIE).mode() == [7] and DIE.mode() == [1, 2, 3, 4, 5, 6]
    with pytest.raises(ValueError, match="between 0 and 1"):
        DIE.quantile(50)


@pytest.mark.parametrize("q", [float("nan"), float("inf"), -0.1, "a", None])
def test_what_is_no_share_has_no_quantile(q):
    with pytest.raises(ValueError, match="between 0 and 1, not"):
        DIE.quantile(q)


@pytest.mark.parametrize("x", ["a", None, float("nan"), (1, 2)])
def test_at_most_what_is_no_number_is_refused(x):
    with pytest.raises(ValueError, match="is not a number"):
        DIE.cdf(x)
    with pytest.raises(ValueError, match="is not a number"):
        Deck([1, 2]).sums_of(1, 1).cdf(2)


def test_numbers_of_numpy_are_taken():
    assert Pmf({np.int64(1): np.int64(2), 2: 1}) == Pmf({1: 2, 2: 1})
    assert Pmf({np.int64(1): 1}).mean() == 1


def test_an_event_of_many_values_is_counted_in_its_explanation():
    text = str(SKYJO.hand(3).answer(lambda hand: len(set(hand)) == 3).explain())
    assert "How likely is this result: 455 of 680 hands?" in text and len(text) < 2000
    few = Deck([-1, 2, 2, 3]).hand(2).answer(lambda hand: -1 in hand).explain()
    assert "(−1, 2) or (−1, 3)" in str(few) and few.value == Fraction(1, 2)
    assert "51 of 101 values" in str(Pmf({x: 1 for x in range(101)}).answer(lambda x: x % 2 == 0).explain())


def test_the_last_formula_is_the_mean():
    law = Deck([1, 1, 2, 5]).sum_of(2)
    for asked in (law, law + 1, law.given(lambda x: x > 2), Pmf({"5": 1}).map(int)):
        assert asked.answer().explain().value == asked.answer().value == asked.mean()


def test_events():
    assert DIE.prob(lambda x: x > 4) == DIE.prob({5, 6}) == DIE.prob(range(5, 9)) == Fraction(1, 3)
    assert DIE.prob(6) == Fraction(1, 6)
    assert Deck([1, 2]).sums_of(1, 1).prob((1, 2)) == Fraction(1, 2)


def test_conditions():
    assert DIE.given(lambda x: x > 4) == Pmf({5: 1, 6: 1})
    with pytest.raises(ValueError, match="cannot happen"):
        DIE.given(7)


def test_only_numbers_have_a_mean():
    with pytest.raises(ValueError, match="heads is not a number"):
        Pmf({"heads": 1, 2: 1}).mean()


@given(weights, weights)
def test_arithmetic_of_independent_numbers_agrees_with_icepool(first, second):
    x, y = Pmf(first), Pmf(second)
    a, b = as_icepool(x), as_icepool(y)
    assert same(x + y, a + b) and same(x - y, a - b) and same(x * y, a * b)
    assert same(x + 3, a + 3) and same(3 - x, 3 - a) and same(2 * x, a * 2) and same(-x, -a)


@given(weights)
def test_laws(first):
    x = Pmf(first)
    assert sum(x.values()) == 1
    assert x.map(lambda v: v * v).mean() == x.var() + x.mean() ** 2
    parts = [x.given(lambda v, r=r: v % 2 == r) for r in (0, 1) if x.prob(lambda v, r=r: v % 2 == r)]
    shares = [x.prob(lambda v, r=r: v % 2 == r) for r in (0, 1) if x.prob(lambda v, r=r: v % 2 == r)]
    for v in x:  # conditioning, then averaging, gives back the law
        assert sum(share * part[v] for share, part in zip(shares, parts, strict=True)) == x[v]
    assert [x.cdf(x.quantile(q)) >= q for q in (Fraction(k, 7) for k in range(8))] == [True] * 8


def test_samples_follow_the_law():
    rng, n = Rng(8), 20_000
    uneven = Pmf({1: 1, 2: 2, 10: 7})
    seen = [uneven.sample(rng) for _step in range(n)]
    for value, p in uneven.items():
        assert abs(seen.count(value) / n - p) < 4 * sqrt(p * (1 - p) / n)
    huge = Pmf({1: 3**100, 2: 3**100})
    assert 4700 < [huge.sample(rng) for _step in range(10_000)].count(1) < 5300


def test_the_routes_to_a_mean_and_to_an_event():
    law = Deck([1, 1, 2, 5]).sum_of(2)
    assert law.check(2000, seed=4).agrees and law.check(2000, seed=4, event=3).agrees
    assert law.enumerate().value == law.mean()
    assert law.enumerate(event={3, 6}).value == law.prob({3, 6})
    assert "3 or 6" in str(law.answer({3, 6}).explain())
    assert law.answer(lambda s: s > 2).explain().value == law.prob(lambda s: s > 2)
    shifted = law + DIE
    assert shifted.simulate(3000, seed=1).errors_from(shifted.mean()) < 4


def test_a_plain_law_explains_itself():
    explanation = DIE.explain()
    assert explanation.value == Fraction(7, 2)
    assert all(step.formula.holds for step in explanation.steps if step.formula)
    assert Pmf({"heads": 1, "tails": 1}).explain().value is None


def test_handed_to_other_tools():
    frame = DIE.to_frame()
    assert list(frame.columns) == ["value", "probability", "exact"] and frame["exact"].sum() == 1
    frozen = DIE.to_scipy()
    assert frozen.mean() == pytest.approx(3.5) and frozen.cdf(2) == pytest.approx(1 / 3)


def test_shown():
    assert repr(DIE) == "Pmf: 6 values from 1 to 6, mean 3.5, standard deviation 1.708"
    assert str(DIE).splitlines()[-1].split() == ["6", "1/6", "≈", "0.166667", "16.7%", "100%"]
    long = Pmf({x: 1 for x in range(100)})
    for pmf in (DIE, long, Pmf({"<b>": 1}), Deck([1, 2, 3]).sums_of(1, 1)):
        ElementTree.fromstring(f"<div>{pmf._repr_html_()}</div>")
    assert "…" in long._repr_html_() and "&lt;b&gt;" in Pmf({"<b>": 1})._repr_html_()


def test_charts():
    assert "6 values from 1 to 6" in DIE.chart(mark={5, 6}).to_dict()["description"]
    comparison = DIE.compare(DIE + 1)
    assert "mean 3.5" in comparison.chart().to_dict()["description"]
    assert [str(cell) for cell in comparison.table().rows[-2]] == ["mean", "3.5", "4.5"]
