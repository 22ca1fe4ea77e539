"""French and Swedish: every text is translated, with the same values in it, and the compiled files are in step."""

import re
import sys
from pathlib import Path

import polib
import pytest

from cardlib import skyjo
from cardlib.text import LANGUAGES, language, percentage, plural, set_language

sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))
import texts

TRANSLATED = [code for code in LANGUAGES if code != "en"]


@pytest.fixture
def speak():
    """`set_language`, undone after the test."""
    before = language()
    yield set_language
    set_language(before)


def values(text):
    """The names of the values in a text."""
    return set(re.findall(r"{(\w+)}", text))


@pytest.mark.parametrize("code", TRANSLATED)
def test_nothing_is_missing(code):
    catalogue = polib.pofile(str(texts.catalogue(code)))
    assert {(entry.msgid, entry.msgid_plural) for entry in catalogue} == set(texts.collect())
    assert [entry.msgid for entry in catalogue if not entry.translated()] == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_translation_has_the_same_values(code):
    for entry in polib.pofile(str(texts.catalogue(code))):
        if entry.msgid_plural:
            allowed = values(entry.msgid) | values(entry.msgid_plural)
            for form in entry.msgstr_plural.values():
                assert values(form) <= allowed, entry.msgid
            assert values(entry.msgstr_plural[1]) == values(entry.msgid_plural), entry.msgid
        else:
            assert values(entry.msgstr) == values(entry.msgid), entry.msgid


@pytest.mark.parametrize("code", TRANSLATED)
def test_the_compiled_catalogue_is_in_step(code):
    path = texts.catalogue(code)
    in_step = polib.pofile(str(path)).to_binary() == path.with_suffix(".mo").read_bytes()
    assert in_step  # of the bytes themselves pytest would print a comparison, which takes minutes


def test_one_call_changes_every_text(speak):
    game = skyjo.Game(players=["Ana", "Bo"], seed=1)
    answer = skyjo.DECK.at_least(1, of=5, draws=3)
    shown = {}
    for code in LANGUAGES:
        speak(code)
        shown[code] = (str(game), str(answer.explain()), str(plural("{n} miss", "{n} misses", 2)))
    for one in zip(*shown.values(), strict=True):
        assert len(set(one)) == len(LANGUAGES)


def test_plural_forms(speak):
    def misses(n):
        return str(plural("{n} miss", "{n} misses", n))

    speak("en")
    assert [misses(0), misses(1), misses(2)] == ["0 misses", "1 miss", "2 misses"]
    speak("fr")
    assert [misses(0), misses(1), misses(2)] == ["0 échec", "1 échec", "2 échecs"]
    speak("sv")
    assert [misses(0), misses(1), misses(2)] == ["0 missar", "1 miss", "2 missar"]


def test_numbers_are_written_for_the_language(speak):
    speak("fr")
    assert str(percentage(0.188435)) == "18,8\N{NARROW NO-BREAK SPACE}%"
    speak("sv")
    assert str(percentage(0.188435)) == "18,8\N{NO-BREAK SPACE}%"


def test_formulas_and_axes_too(speak):
    from cardlib import charts

    explanation = skyjo.DECK.at_least(1, of=5, draws=3).explain()
    speak("fr")
    assert r"\frac{22\,379}{27\,565} \approx 0{,}811863" in explanation._repr_markdown_()
    assert charts.theme()["config"]["locale"]["number"]["decimal"] == ","
    speak("en")
    assert r"\frac{22{,}379}{27{,}565} \approx 0.811863" in explanation._repr_markdown_()


def test_a_widget_names_its_language(speak):
    from cardlib import widgets

    explorer = widgets.odds_explorer()
    assert explorer.lang == "en"
    speak("sv")
    explorer.act("pick", "5")
    assert explorer.lang == "sv" and "Välj en kolumn" in explorer.html


def test_the_environment_chooses_the_language(monkeypatch):
    import cardlib.text as text

    monkeypatch.setattr(text, "_chosen", None)
    monkeypatch.setenv("CARDLIB_LANG", "sv_SE.UTF-8")
    assert language() == "sv"
    monkeypatch.setenv("CARDLIB_LANG", "tlh")
    assert language() == "en"


def test_an_unknown_language_is_refused():
    with pytest.raises(ValueError, match="en, fr, sv"):
        set_language("de")
