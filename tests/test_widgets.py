"""The widgets without a browser: their handlers are driven as clicks would drive them."""

import pytest

pytest.importorskip("anywidget")

from cardlib.widgets import parts
from cardlib.widgets.surface import Surface


class Counter(Surface):
    """A small widget to try the surface with."""

    count = 0

    def view(self) -> str:
        """One button."""
        if self.count == 99:
            raise RuntimeError("<no picture>")
        return f"<p>{self.count}</p>" + parts.button("add", "add", 1)

    def on_add(self, value):
        """Count up."""
        self.count += int(value)
        self.message = "<i>added</i>"

    def on_crash(self, value):
        """Fail in an unforeseen way."""
        raise KeyError("<oops>")


def test_an_action_runs_its_handler_and_is_announced_as_text():
    widget = Counter()
    widget.receive({"action": "add", "value": "2"})
    assert widget.count == 2 and widget.heard == 1
    assert "<p>2</p>" in widget.html
    assert 'role="status" data-key="message">&lt;i&gt;added&lt;/i&gt;</p>' in widget.html


def test_a_wrong_entry_shows_its_reason_until_the_next_action():
    widget = Counter()
    widget.act("add", "many")
    assert "invalid literal" in widget.problem and "invalid literal" in widget.html
    assert widget.count == 0
    widget.act("add", 1)
    assert widget.problem == "" and 'role="alert" data-key="problem"></p>' in widget.html


def test_an_unforeseen_failure_is_shown_with_its_traceback():
    widget = Counter()
    widget.act("crash")
    assert "KeyError" in str(widget.problem)
    assert "Traceback" in widget.html and "<oops>" not in widget.html
    widget.count = 99
    widget.show()
    assert "RuntimeError" in widget.html and "<no picture>" not in widget.html


@pytest.mark.parametrize("content", [None, 3, {}, {"action": 5}, {"action": "__init__"}, {"action": "nothing"}])
def test_nonsense_from_a_front_end_changes_nothing(content):
    widget = Counter()
    widget.receive(content)
    assert widget.count == 0 and widget.heard == 1


def test_controls_are_labelled_and_escaped():
    evil = '"><script>'
    html = (
        parts.button(evil, "a", evil, name=evil) + parts.select(evil, "b", [(evil, evil)], evil)
        + parts.slider(evil, "c", 0, 5, 3, evil) + parts.number(evil, "d", 0, 5, 3) + parts.switch(evil, "e", True)
        + parts.upload(evil, "f", evil) + parts.bars([(evil, 0.5, evil)], evil)
    )  # fmt: skip
    assert "<script>" not in html
    assert html.count("<label") == 5
