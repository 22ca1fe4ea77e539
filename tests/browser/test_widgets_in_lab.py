"""The widgets in JupyterLab, as a person uses them: mouse, keyboard, wrong entries, a narrow screen, both themes."""

import json

import pytest
from lab import Lab, Notebook, access_problems
from playwright.sync_api import Locator, expect

EVIL = "<b>Ana</b><script>alert(1)</script>"
STEPPER = f"""
from cardlib import skyjo, widgets
game = skyjo.Game(players=[{EVIL!r}, "Bo"], seed=7)
stepper = widgets.stepper(game, players={{"Bo": "random"}})
stepper
"""
EXPLORER = """
from cardlib import widgets
explorer = widgets.odds_explorer("5 ? 0 4 / 5 9 ? ? / ? -1 ? 2", seen=[12, 12])
explorer
"""
QUESTIONS = """
from cardlib import skyjo, widgets
answer = (skyjo.DECK - [5, 5]).at_least(1, of=5, draws=3)
predict = widgets.predict("How likely is a 5 among three cards?")
predict
"""


def widget(notebook: Notebook, cell: int = 0) -> Locator:
    """The widget below a cell, ready."""
    found = notebook.output(cell).locator(".cl-surface")
    found.wait_for()
    return found


def place(surface: Locator, key: str) -> Locator:
    """A place of the board."""
    return surface.locator(f"[data-place][value='{key}']")


@pytest.fixture
def stepper(open_notebook, lab: Lab) -> Locator:
    """A stepper at the start of a game."""
    notebook = open_notebook(lab.write("stepper.ipynb", STEPPER))
    notebook.run_all()
    return widget(notebook)


@pytest.fixture
def explorer(open_notebook, lab: Lab) -> Locator:
    """An odds explorer with a grid."""
    notebook = open_notebook(lab.write("explorer.ipynb", EXPLORER))
    notebook.run_all()
    return widget(notebook)


def test_a_turn_with_the_mouse(stepper: Locator):
    place(stepper, "cell 0 2 0").click()
    expect(place(stepper, "cell 0 2 0")).to_have_attribute("aria-pressed", "true")
    place(stepper, "cell 0 0 0").click()
    log = stepper.locator(".cl-log li")
    expect(log.first).to_have_text(f"{EVIL} turns up (0,0) and (2,0).")
    assert stepper.locator("b, script").count() == 0
    # Bo, a built-in player, plays by himself until it is Ana's turn again.
    expect(stepper.locator(".cl-active strong")).to_have_text(EVIL, timeout=30_000)
    expect(place(stepper, "draw")).not_to_have_attribute("aria-disabled", "true", timeout=30_000)
    before = log.count()
    place(stepper, "draw").click()
    expect(log).to_have_count(before + 1)
    stepper.get_by_role("button", name="first step").click()
    expect(stepper.locator("output")).to_contain_text("0 of")
    expect(stepper.get_by_role("status").first).to_have_text("The start of the game.")
    stepper.get_by_role("slider", name="step").fill("1")
    expect(log).to_have_count(1)


def test_a_turn_with_the_keyboard(stepper: Locator):
    page = stepper.page
    cells = page.locator(".jp-Notebook .jp-Cell").count()
    actions = stepper.get_by_label("or choose an action")
    actions.focus()
    page.keyboard.press("ArrowDown")  # chooses, but plays nothing yet
    expect(actions.locator("option:checked")).to_have_text("reveal (0,0) (2,0)")
    expect(stepper.locator("output")).to_have_text("0 of 0")
    place(stepper, "cell 0 0 0").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(place(stepper, "cell 0 1 1")).to_be_focused()
    page.keyboard.press("Enter")
    expect(place(stepper, "cell 0 1 1")).to_have_attribute("aria-pressed", "true")
    expect(place(stepper, "cell 0 1 1")).to_be_focused()
    for key in ("b", "x", "d", "d", "ArrowLeft"):  # nothing that JupyterLab would take for a command
        page.keyboard.press(key)
    page.keyboard.press("Space")
    expect(stepper.locator(".cl-log li").first).to_contain_text("turns up (1,0) and (1,1)")
    assert page.locator(".jp-Notebook .jp-Cell").count() == cells
    pressed = stepper.get_by_role("button", name="Pause")
    pressed.focus()
    page.keyboard.press("Enter")
    expect(stepper.get_by_role("button", name="Play")).to_be_focused()
    slider = stepper.get_by_role("slider", name="step")
    slider.focus()
    page.keyboard.press("Home")
    expect(stepper.locator("output")).to_contain_text("0 of")
    expect(slider).to_be_focused()


def test_save_and_load(stepper: Locator, tmp_path):
    page = stepper.page
    place(stepper, "cell 0 2 0").click()
    place(stepper, "cell 0 0 0").click()
    stepper.get_by_role("button", name="Pause").click()
    stepper.get_by_text("Players, speed, files").click()
    with page.expect_download() as download:
        stepper.get_by_role("button", name="save the game as a file").click()
    file = tmp_path / "game.json"
    download.value.save_as(file)
    assert json.loads(file.read_text())["players"] == [EVIL, "Bo"]
    broken = tmp_path / "broken.json"
    broken.write_text(file.read_text()[:-30])
    load = stepper.get_by_label("Load a file")
    load.set_input_files(broken)
    expect(stepper.get_by_role("alert")).not_to_be_empty()
    load.set_input_files(file)
    expect(stepper.get_by_role("alert")).to_be_empty()
    expect(stepper.get_by_role("status").first).to_have_text("The game was loaded.")


def test_the_explorer_with_mouse_and_keyboard(explorer: Locator):
    chance = explorer.locator(".cl-bars tr").first.locator("td").last
    before = chance.inner_text()
    explorer.get_by_role("button", name="pick 5,").click()
    place(explorer, "seen").click()
    expect(chance).not_to_have_text(before)
    expect(explorer.get_by_role("button", name="pick 5, 7 left")).to_be_visible()
    explorer.get_by_role("button", name="Undo").click()
    expect(chance).to_have_text(before)
    place(explorer, "cell 0 1 1").focus()
    for key in ("ArrowUp", "1", "2"):
        explorer.page.keyboard.press(key)
    expect(place(explorer, "cell 0 0 1")).to_have_text("12")
    expect(place(explorer, "cell 0 0 1")).to_be_focused()
    explorer.locator(".cl-bars button").nth(1).click()
    expect(explorer.get_by_role("button", name="Why?")).to_have_text("Why? Column 2")
    explorer.get_by_label("draws from the pile").fill("5")
    explorer.get_by_label("draws from the pile").press("Enter")
    expect(chance).not_to_have_text(before)


def test_a_wrong_entry_is_explained_and_changes_nothing(explorer: Locator):
    chance = explorer.locator(".cl-bars tr").first.locator("td").last
    before = chance.inner_text()
    place(explorer, "cell 0 0 1").focus()
    explorer.page.keyboard.type("13")
    expect(explorer.get_by_role("alert")).to_contain_text("no card 13")
    explorer.get_by_role("button", name="Undo").click()
    expect(chance).to_have_text(before)
    explorer.get_by_text("Enter as text").click()
    seen = explorer.get_by_label("other cards seen as text")
    seen.fill("5 5 5 5 5 5 5 5 5")
    seen.press("Enter")
    expect(explorer.get_by_role("alert")).to_contain_text("the deck has 10")
    expect(chance).to_have_text(before)


def test_a_guess_then_the_answer_then_an_exercise(open_notebook, lab: Lab):
    exercise = "exercise = widgets.exercise('And exactly?', answer)\nexercise"
    notebook = open_notebook(lab.write("questions.ipynb", QUESTIONS, "predict.answer(answer)", exercise))
    notebook.run_all()
    predict, reveal, exercise = (widget(notebook, n) for n in range(3))
    expect(reveal).to_contain_text("Make your guess first")
    predict.get_by_role("slider").fill("30")
    expect(predict.get_by_role("textbox")).to_have_value("30")
    predict.get_by_role("button", name="This is my guess").click()
    expect(reveal).to_contain_text("Your guess: 30 %")
    field = exercise.get_by_role("textbox")
    for entry, said in [("24/148", "Adding up"), ("maybe", "is not a number"), ("0,15", "Give more digits")]:
        field.fill(entry)
        field.press("Enter")
        expect(exercise).to_contain_text(said)
    field.fill("15,45 %")
    exercise.get_by_role("button", name="Check").click()
    expect(exercise).to_contain_text("Right.")
    exercise.locator("summary").click()
    expect(exercise.locator("math").first).to_be_visible()
    assert access_problems(notebook.page) == []


def test_access_in_both_themes_and_on_a_narrow_screen(open_notebook, lab: Lab):
    notebook = open_notebook(lab.write("both.ipynb", STEPPER, EXPLORER, "game"))
    notebook.run_all()
    place(widget(notebook, 0), "cell 0 2 0").click()
    widget(notebook, 1).get_by_role("button", name="pick 5,").click()
    for theme in ("JupyterLab Light", "JupyterLab Dark"):
        notebook.use_theme(theme)
        assert access_problems(notebook.page) == []
    notebook.page.set_viewport_size({"width": 390, "height": 2000})
    notebook.page.evaluate("jupyterapp.shell.collapseLeft()")
    for cell in range(2):
        surface = widget(notebook, cell)
        surface.scroll_into_view_if_needed()
        wide, shown = surface.evaluate("el => [el.scrollWidth, el.clientWidth]")
        assert 200 < wide <= shown
        sizes = surface.locator("button:visible").evaluate_all(
            "all => all.map(el => el.getBoundingClientRect()).map(box => Math.min(box.width, box.height))"
        )
        assert min(sizes) >= 24  # pixels, enough for a thumb


def test_the_devices_of_a_lesson_go_by_keyboard(open_notebook, lab: Lab):
    tally = (
        'from cardlib import skyjo, widgets\nwidgets.tally(skyjo.DECK, 3, {"a 5": lambda hand: 5 in hand}, who="Ana")'
    )
    slide = 'widgets.slide(lambda n: {"adding": n / 15}, "draws", range(1, 31), chance=True)'
    notebook = open_notebook(lab.write("devices.ipynb", tally, slide))
    notebook.run_all()
    press = notebook.page.keyboard.press
    notebook.page.get_by_role("button", name="10 times").focus()
    press("Enter")
    expect(notebook.output(0).locator(".cl-bars caption")).to_contain_text("n = 10")
    expect(notebook.output(0).locator(".cl-hand .cl-card")).to_have_count(3)
    notebook.page.get_by_label("draws").focus()
    press("ArrowRight")
    expect(notebook.output(1).locator("output")).to_have_text("2")
    expect(notebook.output(1).locator("td").last).to_have_text("13.3%")
