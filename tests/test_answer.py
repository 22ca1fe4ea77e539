"""Answers, estimates, and the random numbers behind them."""

from fractions import Fraction
from xml.etree import ElementTree

import pytest
from scipy import stats

from cardlib.answer import Answer, Check, Estimate, Outcomes, TooManyOutcomes, t_quantile
from cardlib.explain import Derivation, Shown, Table
from cardlib.formula import Num, Ratio
from cardlib.rng import Rng
from cardlib.text import _


def coin(value=Fraction(1, 2), unit="probability", outcomes=True):
    """Heads (1) or tails (0)."""
    question = _("How likely is heads, {name}?", name="<Ana>")
    explanation = Derivation(question, [_("2 sides.")], [_("A fair coin.")], unit=unit).step(_("Count."), Num(value))
    explanation.warn(_("Guessing."), Num(Fraction(1, 5)))
    every = Outcomes(2, lambda: iter([(1, True), (1, False)]))
    return Answer(value, lambda: explanation, lambda rng: rng.below(2), (lambda: every) if outcomes else None, unit)


# random numbers


def test_splitmix64_gives_its_published_numbers():
    rng = Rng(1234567)
    assert [rng.next() for _step in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_bounded_numbers_are_the_high_half_scaled():
    assert [Rng(seed).below(6) for seed in range(5)] == [(Rng(seed).next() >> 32) * 6 >> 32 for seed in range(5)]


def test_drawing_and_dealing_take_each_card_once():
    cards = list(range(20))
    assert sorted(Rng(3).draw(cards, 20)) == cards
    assert list(Rng(3).deal(cards)) == Rng(3).draw(cards, 20)
    assert cards == list(range(20))


def test_all_hands_are_equally_likely():
    rng, seen = Rng(11), {}
    for _step in range(60_000):
        hand = tuple(rng.draw("abcd", 2))
        seen[hand] = seen.get(hand, 0) + 1
    assert len(seen) == 12
    assert stats.chisquare(list(seen.values())).pvalue > 0.001


# intervals


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.99, 0.999])
@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 10, 29, 59, 60, 61, 100, 1000, 10**6])
def test_t_quantiles(confidence, freedom):
    assert t_quantile(confidence, freedom) == pytest.approx(stats.t.ppf((1 + confidence) / 2, freedom), rel=1e-7)


@pytest.mark.parametrize(("hits", "n"), [(0, 10), (3, 10), (10, 10), (189, 1003)])
def test_wilson_interval(hits, n):
    estimate = Estimate.of_proportion(hits, n, seed=1)
    expected = stats.binomtest(hits, n).proportion_ci(method="wilson")
    assert (estimate.low, estimate.high) == pytest.approx((expected.low, expected.high))
    assert estimate.value == hits / n


def test_t_interval():
    values = [3, 1, 4, 1, 5, 9, 2, 6]
    estimate = Estimate.of_mean(len(values), sum(values), sum(x * x for x in values), seed=1)
    low, high = stats.t.interval(0.95, len(values) - 1, loc=sum(values) / 8, scale=stats.sem(values))
    assert (estimate.low, estimate.high) == pytest.approx((low, high))
    assert estimate.standard_error == pytest.approx(stats.sem(values))


def test_an_estimate_is_never_bare():
    estimate = coin().simulate(1000, seed=5)
    for part in ("95% interval", "n = 1000", "seed = 5"):
        assert part in repr(estimate)
    assert estimate.low in estimate and 2 not in estimate


def test_bad_numbers_of_trials_and_confidences():
    with pytest.raises(ValueError, match="at least 1"):
        coin().simulate(0)
    with pytest.raises(ValueError, match="at least 2"):
        coin(unit="points").simulate(1)
    with pytest.raises(ValueError, match="between 0 and 1"):
        coin().simulate(10, confidence=95)
    for n in (1.5, True, "9"):
        with pytest.raises(ValueError, match=f"at least 1 trial, not {n}"):
            coin().simulate(n)
        with pytest.raises(ValueError, match="at least 1 "):
            coin().repeat(n, 10)
        with pytest.raises(ValueError, match="at least 1 trial"):
            coin().repeat(2, n)
    for ask in (lambda: coin().simulate(10, seed="a"), lambda: coin().repeat(2, 10, seed="a")):
        with pytest.raises(ValueError, match="The seed is a whole number, not 'a'"):
            ask()


# answers


def test_an_answer_compares_like_its_value():
    answer = coin()
    assert answer == Fraction(1, 2) == answer and answer == 0.5
    assert answer < 1 and answer <= Fraction(1, 2) and answer > 0 and answer >= coin()
    assert float(answer) == 0.5 and f"{answer:.2f}" == "0.50" and hash(answer) == hash(Fraction(1, 2))
    assert repr(answer) == "Answer: 1/2 = 0.5 (50 in 100)"


def test_the_same_seed_gives_the_same_estimate():
    assert coin().simulate(1000, seed=3) == coin().simulate(1000, seed=3)
    assert coin().simulate(1000, seed=3) != coin().simulate(1000, seed=4)


def test_enumeration_counts_its_outcomes():
    found = coin().enumerate()
    assert (found.value, found.outcomes, found.ways) == (Fraction(1, 2), 2, 2)
    with pytest.raises(TooManyOutcomes, match="limit of 1"):
        coin().enumerate(limit=1)
    with pytest.raises(ValueError, match=r"simulate\(\)"):
        coin(outcomes=False).enumerate()


def test_a_check_sets_the_routes_side_by_side():
    check = coin().check(10_000, seed=2)
    assert check.agrees
    assert [str(row[0]) for row in check.table().rows] == ["formula", "enumeration", "simulation"]
    assert "exact: all 2 different outcomes" in str(check)
    ElementTree.fromstring(f"<div>{check._repr_html_()}</div>")


def test_a_check_notices_a_wrong_value():
    wrong = coin(Fraction(3, 5))
    assert not wrong.check(10_000, seed=2).agrees
    assert not Check(wrong, None, wrong.simulate(10_000, seed=2)).agrees
    assert "one of them is wrong" in str(wrong.check(10_000, seed=2))


def test_a_check_without_enumeration_says_so():
    assert "too many outcomes" in str(coin(outcomes=False).check(100))


# explanations


def test_an_explanation_in_three_forms():
    explanation = coin().explain()
    plain, markdown = str(explanation), explanation._repr_markdown_()
    for title in ("What we know", "What we assume", "Step by step", "Result", "A common mistake"):
        assert title in plain and title in markdown and title in explanation.html()
    assert "1/2 = 0.5" in plain
    assert r"$$\frac{1}{2} = 0.5$$" in markdown
    html = ElementTree.fromstring(explanation.html())
    assert "<Ana>" in "".join(html.itertext())
    assert r"\<Ana\>" in markdown
    assert explanation.mistakes[0].value == Fraction(1, 5)


def test_results_in_words():
    assert "That means 50 in 100 tries." in str(coin().explain())
    assert "It cannot happen." in str(coin(Fraction(0)).explain())
    assert "It always happens." in str(coin(Fraction(1)).explain())
    assert "On average that is 1/2 = 0.5 points." in str(coin(unit="points").explain())
    assert "On average that is 1/2 = 0.5 cards." in str(coin(unit="cards").explain())


def test_a_mistake_that_looks_like_the_answer_is_not_shown():
    close = Derivation(_("?")).step(_("Count."), Ratio(1, 3)).warn(_("Rounding."), Num(Fraction(333_333, 1_000_000)))
    assert close.mistakes == [] and [m.value for m in close.warn(_("Half."), Ratio(1, 2)).mistakes] == [Fraction(1, 2)]


def test_a_note_is_not_the_value():
    law = Derivation(_("?"), unit="points").step(_("Mean."), Num(7) / 2).note(_("Variance."), Num(35) / 12)
    assert law.value == Fraction(7, 2) and "35/12 ≈ 2.916667" in str(law)


def test_what_is_shown_as_sentences_and_tables():
    class Two(Shown):
        def parts(self):
            return [_("{x} <=", x="<b>"), Table(["a"], [[-1]])]

    assert str(Two()) == repr(Two()) == "<b> <=\na \n−1"
    assert Two()._repr_html_().startswith("<p>&lt;b&gt; &lt;=</p>\n<table")


def test_tables_escape_and_align():
    table = Table(["card", _("how many")], [["<5>", 12], ["W", 3]])
    assert str(table) == "card  how many\n<5>         12\nW            3"
    assert "&lt;5&gt;" in table._repr_html_()
