"""The builder of HTML: nothing gets out unescaped, and markup is never escaped twice."""

import pytest

from cardlib.html import Markup, esc, tag
from cardlib.text import _

EVIL = '<b a="1">\' & {x}'
SAFE = "&lt;b a=&quot;1&quot;&gt;&#x27; &amp; {x}"


def test_text_is_escaped_in_elements_and_in_attributes():
    assert tag("p", EVIL, title=EVIL) == f'<p title="{SAFE}">{SAFE}</p>'
    assert tag("p", _("cleared")) == "<p>cleared</p>" and tag("td", 3, 0) == "<td>30</td>"


def test_elements_inside_elements_are_escaped_once():
    assert tag("ol", [tag("li", text) for text in ("a & b", "c")]) == "<ol><li>a &amp; b</li><li>c</li></ol>"
    assert tag("p", "1 < 2, ", tag("i", ">")) == "<p>1 &lt; 2, <i>&gt;</i></p>"


def test_attributes():
    made = tag("input", type="checkbox", checked=True, disabled=False, class_="a", data_key="k", title=None, min=0)
    assert made == '<input type="checkbox" checked class="a" data-key="k" min="0">'


@pytest.mark.parametrize("nothing", [None, False, "", [], ()])
def test_nothing_is_nothing(nothing):
    assert tag("p", nothing) == "<p></p>" and esc(nothing) == ""


def test_markup_stays_markup_when_it_is_joined():
    made = tag("i", "a") + EVIL + Markup(", ").join(["<", tag("b")])
    assert isinstance(made, Markup) and made == f"<i>a</i>{SAFE}&lt;, <b></b>"
