"""Companion and simulator in JupyterLab, the dashboard in Voila: mouse, keyboard, wrong entries, a phone, themes."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
from lab import ROOT, Lab, Notebook, access_problems, block_internet
from playwright.sync_api import Browser, Locator, expect

EVIL = "<b>Ana</b><script>alert(1)</script>"
SKYJO = f"""
from cardlib import widgets
table = widgets.companion("skyjo", [{EVIL!r}, "Bo", "Cleo"])
table
"""
OTHERS = (
    """
skipbo = widgets.companion("skipbo", ["Ana", "Bo"])
skipbo
""",
    """
action = widgets.companion("skyjo_action", ["Ana", "Bo"])
action
""",
)
SIMULATOR = """
from cardlib import widgets
simulator = widgets.simulator("skyjo", ["threshold", "random"], rounds=60, seed=1)
simulator
"""
SECONDS = 1000


def surface(notebook: Notebook, cell: int = 0) -> Locator:
    """The widget below a cell, ready."""
    found = notebook.output(cell).locator(".cl-surface").first
    found.wait_for()
    return found


def place(widget: Locator, key: str) -> Locator:
    """A place at the table."""
    return widget.locator(f"[data-place][value='{key}']").first


def card(widget: Locator, name: str) -> Locator:
    """A card to pick."""
    return widget.locator(f"[data-action='lay'][value='{name}']")


@pytest.fixture
def table(open_notebook, lab: Lab) -> Locator:
    """A Skyjo table of three, nothing entered."""
    notebook = open_notebook(lab.write("companion.ipynb", SKYJO))
    notebook.run_all()
    return surface(notebook)


def test_a_move_with_the_mouse(table: Locator):
    for key, name in (("cell 0 0 0", "5"), ("cell 0 1 0", "5"), ("discard", "5")):
        place(table, key).click()
        card(table, name).click()
        expect(place(table, key)).to_contain_text(name)
    expect(table.locator(".cl-advice")).to_contain_text("take the discard to row 3, column 1")
    expect(place(table, "cell 0 2 0")).to_contain_text("best")
    place(table, "cell 0 2 0").click()
    table.get_by_role("button", name="Put the discard 5 here").click()
    expect(table.get_by_role("status").first).to_contain_text("Now enter the card that lay there")
    card(table, "9").click()
    expect(place(table, "cell 0 0 0")).to_have_accessible_name(f"{EVIL}, row 1 column 1: cleared place")
    expect(table.locator("[data-key='inside'] [data-place]")).to_have_count(4)
    assert table.locator("b, script").count() == 0
    expect(table.get_by_text("2000 deals, seed 1")).to_be_visible(timeout=30 * SECONDS)  # the risk of closing
    table.get_by_role("button", name="Round total: the derivation").click()
    expect(table.locator(".cardlib-question").last).to_contain_text("How many points does it count?")
    table.get_by_role("button", name="Bo", exact=True).click()
    expect(table.locator("[data-key='odds'] h3").first).to_have_text("Odds for Bo")


def test_entering_with_the_keyboard(table: Locator):
    page = table.page
    cells = page.locator(".jp-Notebook .jp-Cell").count()
    place(table, "cell 0 0 0").focus()
    page.keyboard.type("12")
    expect(place(table, "cell 0 0 0")).to_contain_text("12")
    page.keyboard.press("ArrowDown")
    page.keyboard.type("-2")
    expect(place(table, "cell 0 1 0")).to_have_text("−2")
    expect(place(table, "cell 0 1 0")).to_be_focused()
    for key in ("b", "x", "d", "d"):  # nothing that JupyterLab would take for a command
        page.keyboard.press(key)
    assert page.locator(".jp-Notebook .jp-Cell").count() == cells
    page.keyboard.press("Delete")
    expect(place(table, "cell 0 1 0")).to_have_accessible_name(f"{EVIL}, row 2 column 1: face down")
    page.keyboard.press("Enter")
    card(table, "7").focus()
    page.keyboard.press("Enter")
    expect(place(table, "cell 0 1 0")).to_have_text("7")
    expect(card(table, "7")).to_be_focused()
    undo = table.get_by_role("button", name="Undo")
    undo.focus()
    page.keyboard.press("Space")
    expect(place(table, "cell 0 1 0")).to_have_text("")


def test_an_eleventh_twelve_and_a_session(table: Locator, tmp_path):
    page = table.page
    place(table, "discard").click()
    for n in range(10):
        card(table, "12").click()
        expect(table.locator("[data-key='inside'] [data-place]")).to_have_count(n + 1)
    card(table, "12").click()
    expect(table.get_by_role("alert")).to_contain_text("the deck has 10")
    expect(table.locator("[data-key='inside'] [data-place]")).to_have_count(10)
    with page.expect_download() as download:
        table.get_by_role("button", name="save the session as a file").click()
    file = tmp_path / "session.json"
    download.value.save_as(file)
    assert json.loads(file.read_text())["places"]["discard"] == ["12"] * 10
    table.get_by_role("button", name="New round").click()
    expect(place(table, "discard")).to_have_text("")
    wrong = tmp_path / "wrong.json"
    wrong.write_text(file.read_text().replace('"12"', '"99"'))
    load = table.get_by_label("Load a file")
    load.set_input_files(wrong)
    expect(table.get_by_role("alert")).to_contain_text("fingerprint")
    expect(place(table, "discard")).to_have_text("")
    load.set_input_files(file)
    expect(place(table, "discard")).to_have_text("12")


def test_all_three_games_on_a_phone_and_in_both_themes(open_notebook, lab: Lab):
    notebook = open_notebook(lab.write("companions.ipynb", SKYJO, *OTHERS))
    notebook.run_all()
    page = notebook.page
    for cell, key, name in ((0, "cell 1 0 0", "5"), (1, "hand 0", "W"), (2, "market", "look")):
        widget = surface(notebook, cell)
        place(widget, key).click()
        card(widget, name).click()
        expect(widget.get_by_role("status").first).to_contain_text(f"{name}.")
    skipbo = surface(notebook, 1)
    place(skipbo, "stock 1").focus()
    page.keyboard.type("w")
    expect(place(skipbo, "stock 1")).to_have_text("W")
    for theme in ("JupyterLab Light", "JupyterLab Dark"):
        notebook.use_theme(theme)
        assert access_problems(page) == []
    page.set_viewport_size({"width": 390, "height": 2000})
    page.evaluate("jupyterapp.shell.collapseLeft()")
    for cell in range(3):
        widget = surface(notebook, cell)
        widget.scroll_into_view_if_needed()
        wide, shown = widget.evaluate("el => [el.scrollWidth, el.clientWidth]")
        assert 200 < wide <= shown
        sizes = widget.locator("button:visible").evaluate_all(
            "all => all.map(el => el.getBoundingClientRect()).map(box => Math.min(box.width, box.height))"
        )
        assert min(sizes) >= 24  # pixels, enough for a thumb


def test_the_simulator(open_notebook, lab: Lab):
    notebook = open_notebook(lab.write("simulator.ipynb", SIMULATOR))
    notebook.run_all()
    page, widget = notebook.page, surface(notebook)
    rounds = widget.get_by_label("rounds to play")
    rounds.fill("0")
    rounds.press("Enter")
    expect(widget.locator("progress")).to_have_count(0)
    rounds.fill("60")
    rounds.press("Enter")
    expect(widget.get_by_text("60 of 60")).to_be_visible(timeout=60 * SECONDS)
    expect(widget.get_by_role("status").first).to_have_text("Done: 60 rounds of skyjo, seed 1.", timeout=60 * SECONDS)
    expect(widget.locator("table").get_by_text("score (mean, points)")).to_be_visible()
    charts = notebook.output(0).first.locator(".cl-charts svg")
    expect(charts).to_have_count(2, timeout=30 * SECONDS)
    widget.get_by_label("open round").fill("7")
    widget.get_by_role("button", name="Open").click()
    stepper = notebook.output(0).first.locator(".cl-surface").nth(1)
    expect(stepper.get_by_role("slider", name="step")).to_be_visible()
    stepper.get_by_role("button", name="last step").click()
    expect(stepper.locator(".cl-log li").last).to_contain_text("scores")
    for theme in ("JupyterLab Light", "JupyterLab Dark"):
        notebook.use_theme(theme)
        assert access_problems(page) == []
    page.set_viewport_size({"width": 390, "height": 2000})
    page.evaluate("jupyterapp.shell.collapseLeft()")
    wide, shown = widget.evaluate("el => [el.scrollWidth, el.clientWidth]")
    assert 200 < wide <= shown
    chart, room = charts.first.evaluate(
        "el => [el.getBoundingClientRect().width, el.closest('.cl-charts').clientWidth]"
    )
    assert chart <= room


@pytest.fixture(scope="module")
def voila(tmp_path_factory) -> Iterator[str]:
    """The dashboard served by Voila; gives its address."""
    pytest.importorskip("voila")
    folder = tmp_path_factory.mktemp("voila")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "voila", str(ROOT / "notebooks/play/dashboard.ipynb"), "--no-browser"]
    command += [f"--port={port}", "--Voila.ip=127.0.0.1"]
    places = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    with (folder / "voila.log").open("w") as log:
        server = subprocess.Popen(
            command, stdout=log, stderr=log, env=os.environ | {name: str(folder / name) for name in places}
        )
    for _attempt in range(200):
        with socket.socket() as probe:
            if server.poll() is not None or probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.2)
    yield f"http://127.0.0.1:{port}/"
    server.terminate()
    server.wait(timeout=20)


def test_the_dashboard_in_voila_without_internet(voila: str, chromium: Browser):
    context = chromium.new_context(viewport={"width": 1280, "height": 1200}, reduced_motion="reduce")
    outside = block_internet(context)
    page = context.new_page()
    page.goto(voila, timeout=60 * SECONDS)
    page.locator(".cl-surface").first.wait_for(timeout=60 * SECONDS)
    page.get_by_role("tab", name="At the table").press("Enter")
    table = page.locator(".cl-surface", has=page.locator(".cl-companion"))
    place(table, "cell 0 0 0").click()
    card(table, "5").click()
    expect(place(table, "cell 0 0 0")).to_have_text("5")
    assert access_problems(page, "body") == []
    page.set_viewport_size({"width": 390, "height": 844})
    wide, shown = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= shown
    assert all("fontawesome" in address for address in outside)  # Voila's own icons, which nothing here needs
    context.close()
