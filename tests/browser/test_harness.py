"""What the other browser tests stand on: Lab runs, a widget answers, charts are drawn, all without internet."""

import pytest
from lab import Lab, access_problems, block_internet
from playwright.sync_api import Browser, Error, Page

BUTTON = '''
import anywidget, traitlets

class Counter(anywidget.AnyWidget):
    _esm = """
    export default { render({ model, el }) {
        const button = document.createElement("button");
        const show = () => { button.textContent = `clicked ${model.get("n")}`; };
        button.onclick = () => { model.set("n", model.get("n") + 1); model.save_changes(); };
        model.on("change:n", show);
        show();
        el.append(button);
    } };
    """
    n = traitlets.Int(0).tag(sync=True)

counter = Counter()
counter
'''
CHARTS = {
    "distribution": "charts.distribution({-2: Fraction(1, 3), 5: Fraction(2, 3)}, 'Two cards', 'points', mark=[5])",
    "law": "charts.distribution({n: Fraction(1, 60) for n in range(60)}, 'Sixty values', 'points')",
    "routes": "charts.routes({'formula': Fraction(189, 1003), 'simulation': estimate}, 'At least one 5')",
    "deck_counts": "charts.deck_counts({-2: 5, 5: 10, '*': 15}, {5: 8, '*': 15})",
}
IMPORTS = """
from fractions import Fraction
from types import SimpleNamespace
from cardlib import charts
estimate = SimpleNamespace(value=0.19, low=0.18, high=0.2, confidence=0.95, n=10_000, seed=1)
"""


def test_a_widget_answers_a_click(open_notebook, lab: Lab):
    notebook = open_notebook(lab.write("button.ipynb", BUTTON, "counter.n"))
    notebook.run_all()
    button = notebook.output(0).get_by_role("button", name="clicked 0")
    button.click()
    notebook.output(0).get_by_role("button", name="clicked 1").press("Enter")
    notebook.output(0).get_by_role("button", name="clicked 2").wait_for()
    notebook.run_cell(1)
    assert notebook.output(1).inner_text() == "2"  # the kernel knows it too


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_every_chart_is_drawn_and_named(open_notebook, lab: Lab, theme):
    notebook = open_notebook(lab.write("charts.ipynb", IMPORTS, *CHARTS.values()))
    notebook.use_theme(theme)
    notebook.run_all()
    for number, name in enumerate(CHARTS, start=1):
        picture = notebook.output(number).locator("[role='graphics-document']")
        picture.wait_for()
        assert "chart" in (picture.get_attribute("aria-label") or "").lower(), name
        assert picture.locator("path[aria-roledescription]").count() > 0, name
        inks = picture.locator("text").evaluate_all("texts => texts.map(text => text.getAttribute('fill'))")
        assert set(inks) == {"#000000"}, name  # black on white in the dark theme too
    assert access_problems(notebook.page) == []


def test_axe_finds_a_control_without_a_name(page: Page):
    page.set_content("<main class='x'><button></button></main>")
    assert [problem.split(":")[0] for problem in access_problems(page, ".x")] == ["button-name"]


def test_a_request_to_the_internet_is_blocked_and_kept(chromium: Browser):
    context = chromium.new_context()
    outside = block_internet(context)
    with pytest.raises(Error, match="ERR_FAILED"):
        context.new_page().goto("http://cards.example/skyjo")
    assert outside == ["http://cards.example/skyjo"]
    context.close()
