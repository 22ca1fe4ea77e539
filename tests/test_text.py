"""Texts and numbers as people read them."""

import contextlib
import io
from fractions import Fraction

import numpy as np
import pytest

from cardlib import text
from cardlib.deck import Deck
from cardlib.formula import Num
from cardlib.text import (
    Message,
    Number,
    _,
    both,
    decimal,
    either,
    fraction,
    frequency,
    one_in,
    percentage,
    plural,
    set_language,
    whole,
)


@pytest.fixture(autouse=True)
def english(monkeypatch):
    monkeypatch.setattr(text, "_chosen", "en")


def test_a_message_is_translated_when_it_is_shown(monkeypatch):
    class French:
        def gettext(self, msgid):
            return {"You draw {n} cards.": "Tu tires {n} cartes."}.get(msgid, msgid)

    message = _("You draw {n} cards.", n=3)
    assert str(message) == "You draw 3 cards."
    monkeypatch.setattr(text, "_catalogue", lambda code: French())
    assert str(message) == "Tu tires 3 cartes."


def test_plural_forms_follow_the_number():
    assert [str(plural("{n} card", "{n} cards", n)) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]


def test_messages_hold_messages_and_numbers():
    assert str(_("{a} and {b}", a=_("half: {x}", x=Fraction(1, 2)), b=-2)) == "half: 1/2 and −2"
    assert str(_("{a}", a=(-2, "x"))) == "(−2, x)"


def test_what_users_type_is_escaped():
    message = _("{name} & co", name="<b>*x*</b>")
    assert str(message) == "<b>*x*</b> & co"
    assert message.render("html") == "&lt;b&gt;*x*&lt;/b&gt; &amp; co"
    assert message.render("markdown") == r"\<b\>\*x\*\</b\> & co"


def test_values_cannot_reach_into_objects():
    with pytest.raises((AttributeError, KeyError)):
        str(_("{n.real}", n=3))


def test_lists_in_words():
    assert str(either([5])) == "5"
    assert str(either([5, 12])) == "5 or 12"
    assert str(both([1, 5, "W"])) == "1, 5 and W"
    assert str(both([])) == "nothing"


@pytest.mark.parametrize(
    ("value", "written"),
    [(189, "189"), (1003, "1003"), (280840, "280,840"), (-2, "−2"), (Fraction(-826, 447), "−826/447")],
)
def test_fractions(value, written):
    assert fraction(value) == written


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (Fraction(189, 1003), "0.188435"),
        (Fraction(1, 2), "0.5"),
        (Fraction(-826, 447), "−1.847875"),
        (Fraction(-1, 3), "−0.333333"),
        (Fraction(1, 3 * 10**7), "0.0000000333"),
        (0, "0"),
    ],
)
def test_decimals(value, written):
    assert str(decimal(value)) == written


@pytest.mark.parametrize(
    ("p", "percent", "often"),
    [
        (Fraction(189, 1003), "18.8%", "about 19 in 100"),
        (Fraction(1, 10), "10%", "10 in 100"),
        (Fraction(81, 22052), "0.367%", "about 37 in 10,000"),
        (Fraction(99999, 100000), "99.999%", "99,999 in 100,000"),
        (Fraction(0), "0%", "never"),
        (Fraction(1), "100%", "always"),
        (Fraction(1, 8), "12.5%", "about 13 in 100"),  # a half is rounded up, as in school
        (Fraction(1, 32), "3.13%", "about 31 in 1000"),
    ],
)
def test_percentages_and_natural_frequencies(p, percent, often):
    assert str(percentage(p)) == percent
    assert str(frequency(p)) == often


def test_a_chance_below_1_is_never_100_per_cent():
    assert str(percentage(1 - Fraction(1, 10**9))) == "99.9999999%"


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (Number(Fraction(5, 2), 0), "3"), (Number(Fraction(-5, 2), 0), "−3"), (Number(Fraction(1, 8), 2), "0.13"),
        (Number(Fraction(-1, 1000), 2), "0"), (Number(Fraction(1, 16), 1, percent=True), "6.3%"),
        (Number(Fraction(1, 4), 1, zeros=True), "0.3"), (Number(Fraction(1, 2), 2, zeros=True), "0.50"),
    ],
)  # fmt: skip
def test_halves_are_rounded_away_from_0(number, written):
    assert str(number) == written


def test_a_console_without_the_minus_sign_gets_a_hyphen():
    console = io.TextIOWrapper(io.BytesIO(), encoding="cp1252")
    with contextlib.redirect_stdout(console):
        print(Deck({-2: 5, "\N{BLACK STAR}": 1}))
        print(Deck({-2: 1, 3: 1}).largest(1).explain())
        print(Number(Fraction(-1, 3), 3), _("{x}", x=-2), Num(-2))
        console.flush()
    written = console.buffer.getvalue().decode("cp1252")
    assert written.startswith("card      -2  ?  all") and "-2" in written and written.endswith("-0.333 -2 -2\n")


def test_whole_numbers_of_numpy_are_whole_numbers():
    assert [whole(x) for x in (3, np.int64(3), np.uint8(3))] == [3, 3, 3]
    assert [whole(x) for x in (True, 3.0, "3", None, np.float64(3))] == [None] * 5


def test_one_in():
    assert str(one_in(Fraction(189, 1003))) == "about 1 in 5"
    assert str(one_in(Fraction(1, 10))) == "1 in 10"


def test_numbers_follow_the_language():
    shown = _("{p} of {n}", p=percentage(Fraction(189, 1003)), n=280840)
    set_language("fr")
    assert str(shown) == "18,8\N{NARROW NO-BREAK SPACE}% of 280\N{NARROW NO-BREAK SPACE}840"
    set_language("sv")
    assert str(decimal(Fraction(1, 4))) == "0,25"


def test_languages_are_chosen_by_call_or_environment(monkeypatch):
    with pytest.raises(ValueError, match="en, fr, sv"):
        set_language("xx")
    monkeypatch.setattr(text, "_chosen", None)
    monkeypatch.setenv("CARDLIB_LANG", "fr_FR.UTF-8")
    assert text.language() == "fr"
    monkeypatch.setenv("CARDLIB_LANG", "xx")
    assert text.language() == "en"


def test_messages_compare_by_what_they_say():
    assert _("{n} cards", n=3) == Message("{n} cards", {"n": 3})
    assert _("{n} cards", n=3) != _("{n} cards", n=4)
