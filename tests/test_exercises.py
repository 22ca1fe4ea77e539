"""The lessons' exercises as data, the reading of numbers, and guesses: right values of faults found in use."""

from fractions import Fraction

import pytest

pytest.importorskip("anywidget")

import ipywidgets
import traitlets

from cardlib import set_language, widgets
from cardlib.deck import Deck
from cardlib.exercises import tasks
from cardlib.widgets.entry import Entry
from cardlib.widgets.exercise import told_apart

FIVES = Deck({5: 8, 0: 112})  # at least one in three draws: 189/1003
EVERY_TASK = pytest.mark.parametrize("name", tasks())
HALF = Fraction(1, 2)


@pytest.fixture(autouse=True)
def english():
    yield
    set_language("en")


# --- numbers as people type them ------------------------------------------------------------------------------------
EVERYWHERE = {
    ".159": "159/1000", "1,871/11,748": "1871/11748", "1 1/2": "3/2", "-1 1/2": "-3/2", "1/3 + 1/4": "7/12",
    "1 - 0.8116": "471/2500", "0,188": "47/250", "0.188": "47/250", "12,5": "25/2", "12.5": "25/2", "1 600": "1600",
    "1\u202f600,5": "3201/2", "1\u00a0600": "1600", "1,234,567.5": "2469135/2", "1.234.567,5": "2469135/2",
    "75 %": "3/4", "18,8 %": "47/250", "−3": "-3", "–3": "-3", "+4": "4", "30/2": "15", "3/4 %": "3/400",
}  # fmt: skip


@pytest.mark.parametrize("language", ["en", "fr", "sv"])
@pytest.mark.parametrize("text, value", EVERYWHERE.items())
def test_a_number_is_read_the_same_in_every_language(language, text, value):
    set_language(language)
    assert Entry.read(text).value == Fraction(value)


@pytest.mark.parametrize(
    "language, text, value",
    [("en", "1,600", 1600), ("en", "1.600", Fraction(8, 5)), ("fr", "1,600", Fraction(8, 5)), ("sv", "13,444", Fraction(3361, 250)),
     ("en", "10,000", 10_000), ("en", "1,60", Fraction(8, 5))],
)  # fmt: skip
def test_one_group_of_three_digits_is_read_as_the_language_writes_it(language, text, value):
    set_language(language)
    assert Entry.read(text).value == value


@pytest.mark.parametrize(
    "language, text, ways",
    [("fr", "1.600", "write 1,6 or 1600"), ("sv", "13.444", "13,444"), ("en", "1 600/2", "write 1600/2 or 1 + 600/2")],
)
def test_what_may_mean_two_things_is_asked_back(language, text, ways):
    set_language(language)
    with pytest.raises(ValueError) as error:
        Entry.read(text)
    set_language("en")
    assert ways.removeprefix("write ") in str(error.value).replace("1.6 ", "1,6 ").replace("13.444", "13,444")
    exercise = widgets.exercise("?", HALF)
    set_language(language)
    exercise.act("check", {"entry": text})
    assert exercise.problem and exercise.tries == []


@pytest.mark.parametrize("number, half_unit", [("0.19", "1/200"), ("19 %", "1/200"), ("3/4", "0"), ("1/3 + 1/4", "0"),
                                               ("19", "1/2"), (0.1884, "1/20000"), (1e-7, "1/20000000"), (3, "1/2")])  # fmt: skip
def test_half_a_unit_of_the_last_digit(number, half_unit):
    assert Entry.read(number).half_unit == Fraction(half_unit)


@pytest.mark.parametrize("text", ["1.5/2", "5.", "1 2", "3 +", "1,600,5", "20 %%", "x" * 10_000, float("nan"), True])
def test_what_is_no_number_is_refused_in_few_words(text):
    with pytest.raises(ValueError) as error:
        Entry.read(text)
    assert "is not a number" in str(error.value) and len(str(error.value)) < 200


# --- tolerances -----------------------------------------------------------------------------------------------------
def test_the_answer_with_cards_put_back_is_not_right():
    exercise = widgets.task("no_luck", 7)
    assert "none of them" in str(exercise.question) and round(float(exercise._value), 4) == 0.9392
    verdict = exercise.check("0.9394")
    assert not verdict and "put back" in str(verdict)
    assert exercise.check("0.9392") and exercise.check("93.92 %")


@EVERY_TASK
def test_no_known_mistake_is_accepted(name):
    for who in range(60):
        exercise = widgets.task(name, who)
        assert exercise._hints
        for wrong, _text in exercise._hints:
            for said in (str(wrong), f"{float(wrong):.4f}", f"{100 * float(wrong):.2f} %"):
                if Entry.read(said).value != exercise._value:
                    assert not exercise._judge(Entry.read(said)), (who, said)
        assert not exercise._judge(Entry.read("0.0")) and not exercise._judge(Entry.read("0 %"))
        shown = exercise.tolerance
        assert shown == 0 if exercise.kind == "whole" else 0 < shown <= abs(exercise._value) / 200


def test_numbers_that_no_sensible_rounding_tells_apart_are_not_set():
    assert told_apart(Fraction("0.93918"), [Fraction("0.93941")], whole=False)
    assert not told_apart(Fraction("0.93918"), [Fraction("0.93919")], whole=False)
    assert not told_apart(Fraction("0.01230"), [Fraction("0.01232")], whole=False), "both are 0.0123"
    assert not told_apart(HALF, [HALF], whole=False) and not told_apart(Fraction(0), [], whole=False)
    assert told_apart(Fraction(7), [Fraction(6)], whole=True) and not told_apart(Fraction(7), [Fraction(7)], whole=True)


@pytest.mark.parametrize("entry", ["0.0", "0 %", "0", "0.001", "0.0005", "0.05 %"])
def test_a_small_chance_is_not_nothing(entry):
    exercise = widgets.exercise("?", Fraction(1, 2048), kind="probability")
    assert not exercise.check(entry)
    assert exercise.check("0.000488") and exercise.check("0.0488 %") and exercise.check("1/2048")


def test_a_rounded_whole_number_is_a_rounded_number():
    exercise = widgets.exercise("?", Fraction(2402, 10))
    assert exercise.check("240") and not exercise.check("241")
    assert "more digits" in str(widgets.exercise("?", Fraction(1344, 100)).check("13"))


# --- what the tasks ask ---------------------------------------------------------------------------------------------
@EVERY_TASK
def test_neighbours_have_different_answers(name):
    for first in (0, 100):
        assert len({widgets.task(name, first + seat)._value for seat in range(25)}) >= 16


def test_every_task_has_numbers_that_make_sense():
    for who in range(300):
        exercise = widgets.task("know_first", who)
        assert exercise._value > 0
        n, k = (
            int(word) for word in str(widgets.task("twins", who).question).replace("?", " ").split() if word.isdigit()
        )
        assert n // 2 + 2 <= k < n


@pytest.mark.parametrize("name", ["know_first", "difference", "worth_ten"])
def test_points_are_no_chances(name):
    exercise = widgets.task(name, "Ana")
    assert exercise.kind == "points" and not exercise.chance
    assert str(exercise.key()).endswith("points") and "%" not in str(exercise.key())
    assert "lies between 0 and 1" not in str(exercise.check("300"))


def wrong_answers(name):
    """What the known wrong answers of an exercise are told."""
    return " ".join(str(text) for _wrong, text in widgets.task(name, 1)._hints)


@pytest.mark.parametrize(
    "name, said",
    [
        ("no_luck", "added up"), ("column", "lower number"), ("column", "every card"), ("column", "exactly one"),
        ("pair", "at least one"), ("pair", "two draws"), ("pair", "exactly two"), ("tree", "added up"), ("tree", "without any"),
        ("tree", "both show"), ("wait", "stretches"), ("wait", "median"), ("closing_risk", "not values"),
        ("closing_risk", "open cards count too"), ("closing_score", "doubled scores alone"), ("closing_score", "Equal points"),
        ("spread", "one card fewer"), ("both_kinds", "Adding"), ("both_kinds", "one kind. Both"), ("fits_now", "do not multiply"),
        ("collect", "not by those you have"), ("best_three", "three times"), ("best_three", "middle card"),
        ("worth_ten", "does not pay 10"), ("unlucky", "is not higher than"), ("twins", "share of wins"),
    ],
)  # fmt: skip
def test_mistakes_that_pupils_make_have_a_hint(name, said):
    assert said in wrong_answers(name)


def test_a_task_is_found_wherever_its_lesson_is():
    assert list(tasks())[4:8] == ["no_luck", "column", "either", "enough"] and len(tasks()) == 46


# --- hints for what nobody foresaw ----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "entry, hint",
    [("0.6", "too large"), ("0.11", "too small"), ("1.884", "decimal mark"), ("0.01884", "decimal mark"), ("5.3", "1 divided by"),
     ("0.1884 %", "without the %"), ("-0.1884", "between 0 and 1")],
)  # fmt: skip
def test_an_unknown_mistake_is_told_what_is_wrong(entry, hint):
    entry = entry if entry != "1.884" else "1.884"
    verdict = widgets.exercise("?", FIVES.at_least(1, of=5, draws=3), kind="probability").check(entry)
    if entry == "1.884":
        hint = "between 0 and 1"
    assert not verdict and hint in str(verdict)


@pytest.mark.parametrize(
    "entry, hint", [("-13.44", "sign"), ("13,444", "decimal mark"), ("134.4", "decimal mark"), ("20", "too large")]
)
def test_an_unknown_mistake_in_points(entry, hint):
    assert hint in str(widgets.exercise("?", Fraction(121, 9), kind="points").check(entry))


def test_the_solution_opens_after_an_honest_try_only():
    exercise = widgets.exercise("?", FIVES.at_least(1, of=5, draws=3))
    for junk in ("", "abc", "1.5/2"):
        exercise.act("check", {"entry": junk})
        assert exercise.problem
    exercise.act("check", {"entry": "999"})
    assert exercise.tries == ["999"] and "Solution" not in exercise.html
    with pytest.raises(ValueError, match="Try first"):
        exercise.solution()
    for same in ("0.5", "1/2", "50 %"):  # one number that nobody has foreseen is no try yet
        exercise.act("check", {"entry": same})
        assert "Solution" not in exercise.html
    exercise.act("check", {"entry": "0.4"})
    assert "Solution" in exercise.html


@pytest.mark.parametrize("entry", ["1/5", "189/1003", "0.188"])
def test_a_known_mistake_or_the_right_number_is_an_honest_try(entry):
    exercise = widgets.exercise("?", FIVES.at_least(1, of=5, draws=3))
    exercise.act("check", {"entry": entry})
    assert "Solution" in exercise.html


def test_a_trap_is_told_by_the_pupils_own_number():
    predict = widgets.predict("How many tables?", high=40, unit="tables")
    reveal = predict.answer(10, {Fraction(100, 15): "You counted values, not cards."})
    predict.guess = "7"
    assert "You counted values" in str(reveal) and "Well guessed" not in str(reveal)
    other = widgets.predict("How many tables?", high=40, unit="tables")
    reveal = other.answer(10, {Fraction(100, 15): "You counted values, not cards."})
    other.guess = "9"
    assert "values" not in str(reveal)


# --- guesses --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "guess, said", [("20", "Adding up"), ("20 %", "Adding up"), ("18.7", "put back"), ("1/5", "Adding up")]
)
def test_a_guess_that_is_a_known_mistake_is_named_as_that(guess, said):
    predict = widgets.predict("How likely?")
    reveal = predict.answer(FIVES.at_least(1, of=5, draws=3))
    predict.guess = guess
    assert said in str(reveal) and said in reveal.html and "Well guessed" not in str(reveal)


@pytest.mark.parametrize("guess", ["19", "18.8", "18", 19])
def test_a_guess_that_is_the_answer_rounded_is_well_guessed(guess):
    predict = widgets.predict("How likely?")
    reveal = predict.answer(FIVES.at_least(1, of=5, draws=3))
    predict.guess = guess
    assert "Well guessed" in str(reveal) and "mistake" not in str(reveal)


def test_nothing_is_stored_before_something_is_chosen():
    predict = widgets.predict("How many tries?", low=0, high=20_000, unit="tries")
    predict.answer(10_000)
    assert 'name="entry"' in predict.html and "10,000" not in predict.html and "no guess yet" in predict.html
    for nothing in ({}, {"entry": ""}, {"entry": "  "}):
        predict.act("guess", nothing)
        assert "Move the slider" in str(predict.problem) and predict.guess is None
    predict.act("mark", "7000")
    assert predict.guess is None and 'value="7000"' in predict.html
    predict.act("guess", {"entry": "7000"})
    assert predict.guess == 7000


def test_a_guess_at_the_top_of_the_scale_is_on_it():
    predict = widgets.predict("How many?", low=0, high=50, unit="points")
    predict.guess = 50
    assert predict.guess == 50
    predict = widgets.predict("How many?", low=0, high=50, unit="points")
    predict.collect("Ana 50; Bo 0")
    assert [here for _part, _n, here in predict.answer(50).show_answer().counts()].index(True) == 9


@pytest.mark.parametrize(
    "typed, stored", [("1,000", 1000), ("1 000", 1000), ("12,500", 12500), ("1 1/2", Fraction(3, 2))]
)
def test_thousands_are_thousands(typed, stored):
    predict = widgets.predict("How many tries?", low=0, high=20_000, unit="tries")
    predict.act("guess", {"entry": typed})
    assert predict.guess == stored
    predict.collect(f"Ana: {typed}\nBo 1,000")
    assert predict.guesses == [("Ana", stored), ("Bo", 1000)]


def test_a_small_number_of_per_cent_is_asked_back():
    predict = widgets.predict("How likely?")
    predict.act("guess", {"entry": "0.2"})
    assert "0.2 %" in str(predict.problem) and "20 %" in str(predict.problem) and predict.guess is None
    predict.act("guess", {"entry": "0.2 %"})
    assert predict.guess == Fraction(1, 5)
    predict.act("guess", {"entry": "1/5"})
    assert predict.guess == 20


@pytest.mark.parametrize("line", ["Ana 1 1/2", "1 1/2", "Team 7 200"])
def test_a_line_that_may_mean_two_things_is_asked_back(line):
    predict = widgets.predict("How many tries?", low=0, high=20_000, unit="tries")
    predict.act("collect", {"guesses": line})
    assert "may mean two things" in str(predict.problem) and predict.guesses == []


def test_several_pupils_on_a_line():
    predict = widgets.predict("How likely?")
    predict.collect("Ana 20, Bo 30\nCleo: 35 %; Team 7 40")
    assert predict.guesses == [("Ana", 20), ("Bo", 30), ("Cleo", 35), ("Team 7", 40)]


# --- state that others may want -------------------------------------------------------------------------------------
def test_guesses_and_answers_can_be_observed_and_linked():
    predict, copy = widgets.predict("How likely?"), widgets.predict("Again?")
    reveal = predict.answer(FIVES.at_least(1, of=5, draws=3))
    heard = []
    predict.observe(lambda change: heard.append((change["name"], change["new"])), ["guess", "answered"])
    traitlets.dlink((predict, "guess"), (copy, "guess"))
    reveal.observe(lambda change: heard.append(("answer", change["new"])), "answer")
    predict.act("guess", {"entry": "25"})
    assert {("guess", 25), ("answered", True), ("answer", Fraction(18900, 1003))} <= set(heard)
    assert copy.guess == 25
    with pytest.raises(ValueError, match="stays 25"):
        predict.guess = 30
    assert predict.guess == 25


def test_an_exercise_can_be_observed_and_linked():
    exercise, heard = widgets.exercise("?", HALF), []
    field = ipywidgets.Text()
    traitlets.link((field, "value"), (exercise, "answer"))
    exercise.observe(lambda change: heard.append((change["name"], change["new"])), ["verdict", "tries"])
    exercise.act("check", {"entry": "1/3"})
    assert field.value == "1/3" and exercise.tries == ["1/3"] and not exercise.verdict
    field.value = "1/2"
    assert exercise.tries == ["1/3", "1/2"] and exercise.verdict
    assert [name for name, _new in heard] == ["tries", "verdict"] * 2
