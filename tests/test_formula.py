"""Formulas: three ways to write them, one value."""

from fractions import Fraction
from xml.etree import ElementTree

import pytest

from cardlib.formula import Binomial, Chain, Name, Num, Power, Product, Ratio, Rounded, Sum, result
from cardlib.text import decimal

MISS = Product([Ratio(112, 120), Ratio(111, 119), Ratio(110, 118)])


@pytest.mark.parametrize(
    ("formula", "text", "latex", "value"),
    [
        (
            MISS,
            "112/120 × 111/119 × 110/118",
            r"\frac{112}{120} \times \frac{111}{119} \times \frac{110}{118}",
            "814/1003",
        ),
        (1 - Num(Fraction(814, 1003)), "1 − 814/1003", r"1 - \frac{814}{1003}", "189/1003"),
        (Binomial(8, 2) * Binomial(112, 1), "C(8, 2) × C(112, 1)", r"\binom{8}{2} \times \binom{112}{1}", "3136"),
        (Binomial(150, 3) + 0, "C(150, 3) + 0", r"\binom{150}{3} + 0", "551300"),
        (Num(1) + Num(-2), "1 + (−2)", r"1 + \left(-2\right)", "-1"),
        (Num(2) * (Num(1) + 3), "2 × (1 + 3)", r"2 \times \left(1 + 3\right)", "8"),
        (Num(5) - (Num(1) - 3), "5 − (1 − 3)", r"5 - \left(1 - 3\right)", "7"),
        (Power(Ratio(1, 2), 3), "(1/2)^3", r"\left(\frac{1}{2}\right)^{3}", "1/8"),
        (Num(Fraction(1, 4)) / Fraction(1, 3), "1/4 / (1/3)", r"\frac{\frac{1}{4}}{\frac{1}{3}}", "3/4"),
        (Num(280840), "280,840", "280{,}840", "280840"),
        (Name("P(5)", Fraction(1, 15)), "P(5)", r"\text{P(5)}", "1/15"),
        (Sum([1, 2, 3, 4, 5, 6, 7, 8]), "1 + 2 + 3 + … + 7 + 8", r"1 + 2 + 3 + \cdots + 7 + 8", "36"),
        (Ratio(-3, 12), "−3/12", r"\frac{-3}{12}", "-1/4"),
    ],
)
def test_written_and_evaluated(formula, text, latex, value):
    assert formula.text() == text
    assert formula.latex() == latex
    assert formula.value == Fraction(value)
    ElementTree.fromstring(formula.mathml())


def test_a_result_ends_in_fraction_and_decimal():
    line = result(MISS)
    assert line.text() == "112/120 × 111/119 × 110/118 = 814/1003 ≈ 0.811565"
    assert line.holds
    assert result(Ratio(1, 2)).text() == "1/2 = 0.5"
    assert result(Ratio(30, 2)).text() == "30/2 = 15"


def test_a_wrong_chain_does_not_hold():
    assert not Chain(Num(1) + 1, 3).holds


def test_about_equal_only_when_rounded():
    assert "≈" not in Chain(Num(Fraction(1, 4)), Rounded(decimal(Fraction(1, 4)))).text()
    assert "≈" in Chain(Num(Fraction(1, 3)), Rounded(decimal(Fraction(1, 3)))).text()


def test_names_are_escaped():
    name = Name("<5> & $6_", 1)
    assert "<mtext>&lt;5&gt; &amp; $6_</mtext>" in name.mathml()
    assert name.latex() == r"\text{<5> \& \$6\_}"


def test_a_formula_inside_a_sentence():
    half = Num(Fraction(1, 2))
    assert half.render("markdown") == r"$\frac{1}{2}$"
    assert half.render() == "1/2"
    assert half.render("html").startswith("<math")
