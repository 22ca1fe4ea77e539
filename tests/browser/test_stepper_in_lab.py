"""The stepper in JupyterLab for Skip-Bo and Skyjo Action, and a class's guesses: mouse, keyboard, small screens."""

import re

import pytest
from lab import Lab, Notebook, access_problems
from playwright.sync_api import Locator, expect
from test_widgets_in_lab import EVIL, place, widget

SKIP_BO = f"""
from cardlib import skipbo, widgets
game = skipbo.Game.from_position(
    stocks=[[7, 4, 5], [3, 3]], hands=[[2, 3, "W", 9, 9], []], discards=[[[8, 12]], [[1, 6, 2]]],
    piles=["1", "1 2 3 4"], players=[{EVIL!r}, "Bo"], seed=3,
)
skip_bo = widgets.stepper(game, players={{"Bo": "naive"}})
skip_bo
"""
SKYJO_ACTION = f"""
from cardlib import skyjo_action, widgets
game = skyjo_action.Game.from_position(
    grids=["5 ? ? ? / 4 * ? ? / ? ? ? ?", "1 2 ? ? / ? ? ? ? / ? ? ? ?"], held=[["swap", "look"], []], seed=1,
    market=["defence", "steal", "draw three", "remove"], players=[{EVIL!r}, "Bo"],
)
action = widgets.stepper(game)
action
"""
MANY = """
from cardlib import skipbo, skyjo, skyjo_action, widgets
def played(game, eyes):
    stepper = widgets.stepper(game, players=["random"] * len(game.players), eyes=eyes)
    for _step in range(60):
        stepper.act("forward")
    if 'data-key="best"' in stepper.html:
        stepper.act("best", True)
    return stepper
"""
CELLS = (
    'played(skyjo.Game(players=8, seed=5), "turn")',
    'played(skyjo_action.Game(players=8, seed=5), "table")',
    'played(skipbo.Game(players=6, seed=5, rules=skipbo.Rules(teams=True)), "all")',
)
CLASS = """
from cardlib import skyjo, widgets
predict = widgets.predict("How likely is a 5 among three cards?")
predict
"""


def open_widget(open_notebook, lab: Lab, name: str, *cells: str) -> Locator:
    """The widget below the first cell of a new notebook."""
    notebook = open_notebook(lab.write(name, *cells))
    notebook.run_all()
    return widget(notebook)


def test_a_skip_bo_turn_with_mouse_and_keyboard(open_notebook, lab: Lab):
    stepper = open_widget(open_notebook, lab, "skip_bo.ipynb", SKIP_BO)
    press = stepper.page.keyboard.press
    log = stepper.locator(".cl-log li")
    place(stepper, "stock 0").click()
    place(stepper, "build 2").click()
    expect(log.last).to_contain_text(f"{EVIL} plays 5 from the stock on pile 2.")
    place(stepper, "hand 2").focus()
    press("Enter")
    expect(place(stepper, "hand 2")).to_have_attribute("aria-pressed", "true")
    for _step in range(10):  # from the hand up to the building piles
        if place(stepper, "build 1").evaluate("el => el === document.activeElement"):
            break
        press("ArrowUp")
    expect(place(stepper, "build 1")).to_be_focused()
    press("Space")
    expect(log.last).to_contain_text("plays 2 from the hand on pile 1")
    expect(stepper.get_by_role("status").first).to_contain_text("plays 2 from the hand on pile 1")
    stepper.get_by_label("best plays of this turn").check()
    expect(stepper).to_contain_text("1 stock card can be played.")
    stepper.get_by_label("cards drawn").fill("99")
    stepper.get_by_label("cards drawn").press("Enter")
    expect(stepper.get_by_role("alert")).to_contain_text("a whole number from 0 to 30")
    stepper.get_by_label("odds").first.uncheck()
    expect(stepper).not_to_contain_text("1 stock card can be played.")
    actions = stepper.get_by_label("or choose an action")
    actions.select_option("discard hand 9 on 2")
    stepper.get_by_role("button", name="Play it").press("Enter")
    expect(stepper.locator(".cl-active strong")).to_have_text(EVIL, timeout=60_000)  # Bo has played by himself
    expect(place(stepper, "stock 0")).to_be_visible()
    stepper.get_by_role("button", name="Undo").click()
    expect(log.last).to_contain_text("plays 2 from the hand on pile 1")
    stepper.get_by_label("eyes of").select_option("all")
    stepper.get_by_text("Referee", exact=True).click()
    stepper.get_by_label("call").select_option(
        label="Referee: Bo drew 2 cards too many; they go into the stock, below the top."
    )
    stepper.get_by_role("button", name="Call it").click()
    expect(log.last).to_contain_text("Bo drew 2 cards too many")
    assert stepper.locator("b, script").count() == 0


def test_an_action_of_several_steps_with_the_keyboard(open_notebook, lab: Lab):
    stepper = open_widget(open_notebook, lab, "skyjo_action.ipynb", SKYJO_ACTION)
    press = stepper.page.keyboard.press
    log = stepper.locator(".cl-log li")
    for key in ("held 0 swap", "play", "cell 0 0 0", "cell 0 1 1"):
        expect(place(stepper, key)).not_to_have_attribute("aria-disabled", "true")
        place(stepper, key).focus()
        press("Enter")
    expect(log.last).to_contain_text("(1,1)")
    expect(place(stepper, "cell 0 0 0")).to_have_attribute("aria-label", f"{EVIL}, row 1 column 1: *")
    place(stepper, "market 1").click()  # Bo takes Steal
    expect(log.last).to_contain_text("Bo takes the action card steal.")
    for key in (
        "draw",
        "drawn",
        "cell 0 2 2",
        "held 1 steal",
        "play",
        "seat 0",
        "held 0 look",
        "seat 0",
        "cell 0 0 3",
        "cell 0 2 3",
    ):
        place(stepper, key).click()  # waits until it can be pressed
    expect(stepper.locator("output")).to_have_text("11 of 11")
    for eyes, known in (("1", "face down, .+"), ("0", "face down")):  # Bo has looked; the owner has not
        stepper.get_by_label("eyes of").select_option(eyes)
        for r in range(3):
            name = re.compile(f"^{re.escape(EVIL)}, row {r + 1} column 4: {known}$")
            expect(place(stepper, f"cell 0 {r} 3")).to_have_attribute("aria-label", name)
    assert stepper.locator("b, script").count() == 0


def test_the_guesses_of_a_class(open_notebook, lab: Lab):
    answer = "predict.answer((skyjo.DECK - [5, 5]).at_least(1, of=5, draws=3))"
    notebook = open_notebook(lab.write("class.ipynb", CLASS, answer))
    notebook.run_all()
    predict, reveal = widget(notebook), widget(notebook, 1)
    predict.get_by_text("Guesses of a class").click()
    field = predict.get_by_label("A guess on each line")
    field.fill(f"{EVIL} 20\nBo 500")
    predict.get_by_role("button", name="Add these guesses").click()
    expect(predict.get_by_role("alert")).to_have_text("A guess lies between 0 and 100.")
    expect(field).to_have_value(f"{EVIL} 20\nBo 500")
    field.fill(f"{EVIL} 15")
    field.press("Enter")
    notebook.page.keyboard.type("Bo 50 %")
    predict.get_by_role("button", name="Add these guesses").press("Enter")
    expect(predict.get_by_role("status")).to_have_text("2 guesses of the class are stored.")
    expect(field).to_have_value("")
    expect(reveal).not_to_contain_text("15.5")
    reveal.get_by_role("button", name="Show the answer").click()
    expect(reveal).to_contain_text("1 too low and 1 too high; the middle one is 32.5 %")
    expect(reveal).to_contain_text(f"Closest: {EVIL}.")
    expect(reveal.get_by_role("row", name="10 to 20")).to_contain_text("the answer is here")
    assert reveal.locator("b, script").count() == 0
    assert access_problems(notebook.page) == []


@pytest.fixture
def many(open_notebook, lab: Lab) -> Notebook:
    """A notebook with a stepper for each game, with as many players as it allows."""
    notebook = open_notebook(lab.write("many.ipynb", MANY, *CELLS))
    notebook.run_all()
    for cell in range(1, 4):
        widget(notebook, cell)
    return notebook


def test_many_players_in_both_themes_on_a_phone_and_at_twice_the_size(many: Notebook):
    for theme in ("JupyterLab Light", "JupyterLab Dark"):
        many.use_theme(theme)
        assert access_problems(many.page) == []
    many.page.evaluate("jupyterapp.shell.collapseLeft()")
    for width in (390, 640):  # 640: a screen of 1280 pixels at 200 %
        many.page.set_viewport_size({"width": width, "height": 2000})
        for cell in range(1, 4):
            surface = widget(many, cell)
            surface.scroll_into_view_if_needed()
            for summary in surface.locator("summary").all():
                if summary.locator("xpath=..").get_attribute("open") is None:
                    summary.click()
            wide, shown = surface.evaluate("el => [el.scrollWidth, el.clientWidth]")
            assert 200 < wide <= shown, (width, cell)
    assert access_problems(many.page) == []
