"""Lessons: made from their sources, complete in their five beats, silent about answers until the pupil has tried."""

import re
import sys
from fractions import Fraction
from pathlib import Path

import nbformat
import pytest

from cardlib import widgets
from cardlib.exercises import tasks
from cardlib.widgets.play import Device, Slide
from cardlib.widgets.surface import Surface

TASKS = tasks()
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import lessons as tool  # noqa: E402

SOURCES = sorted(tool.SOURCES.glob("*.md"))
each_lesson = pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
PUPILS = ["Ana", "Bo", "Chloé", "Dağhan", "7", "28"]
#: what each lesson must reach: as its outputs show it, and how a cell of text would give it away
NUMBERS = {
    "01": [r"76/15", r"5\.066"],
    "02": [r"189/1003", r"0\.188"],
    "03": [r"32/255", r"198\.5"],
    "04": [r"1/30 ≈ 0\.0333", r"0\.154"],
    "05": [r"826/447", r"1\.84", r"0\.318"],
    "06": [r"0\.0782"],
    "07": [r"13609847/35133560", r"0\.387"],
    "08": [r"2\.18", r"180733/82695"],
    "09": [r"0\.6459", r"36\.48|36\.5"],
    "09b": [r"63\.09"],
    "10": [r"0\.4762"],
    "11": [r"0\.2295"],
    "12": [r"0\.600"],
}


#: what lets a pupil try the question
DEVICE = re.compile(r"\.simulate\(|widgets\.(tally|stop_or_go|log)\(")
MOST_CELLS = 27


def committed(source):
    return nbformat.read(tool.STUDENTS / f"{source.stem}.ipynb", as_version=4)


def texts(notebook):
    return [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]


def codes(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def shown(cell):
    """All text that the outputs of a cell show."""
    datas = [output.get("data", {}) for output in cell.get("outputs", [])]
    streams = [output.get("text", "") for output in cell.get("outputs", [])]
    return "\n".join([*streams, *(str(value) for data in datas for value in data.values())])


def exercises(source):
    return [re.search(r'"(\w+)"', line)[1] for line in re.findall(r"widgets\.task\(.*\)", source.read_text("utf-8"))]


# --- the two editions -----------------------------------------------------------------------------------------------
@each_lesson
def test_the_committed_lesson_is_the_one_of_the_source(source):
    built, saved = tool.student(source), committed(source)
    assert [cell.source for cell in built.cells] == [cell.source for cell in saved.cells], (
        "run: python3 run.py notebooks"
    )
    assert [cell.metadata for cell in built.cells] == [cell.metadata for cell in saved.cells]


@each_lesson
def test_the_teachers_notes_are_in_the_teachers_edition_only(source):
    notes = source.read_text("utf-8").partition(tool.NOTES)[2]
    assert all(heading in notes for heading in ("### How to run it", "### What pupils usually say", "### Answers"))
    teacher, student = tool.teacher(source, PUPILS), committed(source)
    own = [cell for cell in teacher.cells if "teacher" in cell.metadata.get("tags", [])]
    assert [cell.source for cell in teacher.cells[: len(student.cells)]] == [cell.source for cell in student.cells]
    assert len(own) == len(teacher.cells) - len(student.cells) > 3
    everything = str(student).casefold()
    assert "teacher" not in everything and "widgets.keys" not in everything
    for line in notes.splitlines():
        assert len(line) < 40 or line not in str(student)


@each_lesson
def test_the_teachers_edition_prints_the_key_of_every_exercise(source):
    teacher = tool.teacher(source, PUPILS)
    pupils = {}
    exec(next(cell.source for cell in teacher.cells if cell.source.startswith("CLASS")), pupils)
    assert pupils["CLASS"] == PUPILS
    printed = re.findall(r'widgets\.keys\("(\w+)", CLASS\)', "\n".join(cell.source for cell in teacher.cells))
    assert printed == exercises(source)


def test_a_class_is_a_list_a_file_or_a_number(tmp_path):
    (tmp_path / "class.txt").write_text("Ana\nBo Berg\n\n", encoding="utf-8")
    assert tool.names(str(tmp_path / "class.txt")) == tool.names("Ana, Bo Berg") == ["Ana", "Bo Berg"]
    assert tool.names("3") == ["1", "2", "3"]


# --- what a lesson holds --------------------------------------------------------------------------------------------
@each_lesson
def test_a_lesson_is_short_and_shows_no_program(source):
    notebook = committed(source)
    assert len(notebook.cells) <= MOST_CELLS
    for cell in codes(notebook):
        lines = cell.source.splitlines()
        quiet = cell.metadata.get("jupyter", {}).get("source_hidden", False)
        assert quiet == ("quiet" in cell.metadata.get("tags", []))
        assert not quiet or re.match(r"# [A-Z0-9]", lines[0])  # the line that stays says what the cell does
        if not quiet and "def mine" not in cell.source:  # the player of lesson 12 is what the pupil writes
            assert len(lines) <= 12 and "lambda pair" not in cell.source and "def " not in cell.source


@each_lesson
def test_a_lesson_has_something_to_do_and_an_open_exercise_with_a_rubric(source):
    lesson, _line, notes = source.read_text("utf-8").partition(tool.NOTES)
    play = lesson[lesson.index("## 2 · ") : lesson.index("## 3 · ")]
    assert re.search(r"widgets\.(tally|take_out|stop_or_go|slide|log)\(", play)
    exercises = lesson[lesson.index("## 5 · ") :]
    assert exercises.count("widgets.task(") >= 3 and re.search(r"^\*\*Open\.\*\* ", exercises, re.MULTILINE)
    rubric = next(line for line in notes.splitlines() if re.search(r"open one", line) and "point" in line)
    assert len(rubric) > 60


@each_lesson
def test_a_lesson_opens_with_goals_time_needs_and_the_misconception(source):
    opening = committed(source).cells[0].source
    for what in ("**You will**", "**Time**", "45 minutes", "**You need**", "**The trap**"):
        assert what in opening


@each_lesson
def test_the_five_beats_come_in_their_order(source):
    beats = [text.splitlines()[0] for text in texts(committed(source)) if text.startswith("## ")]
    wanted = ["Predict", "Play|Simulate", "Compute", "Explain the gap", "Exercises"]
    assert len(beats) == 5
    for number, (beat, pattern) in enumerate(zip(beats, wanted, strict=True), 1):
        assert re.fullmatch(rf"## {number} · ({pattern})", beat)


@each_lesson
def test_the_guess_comes_before_the_simulation_and_the_answer_after_it(source):
    code = [cell.source for cell in codes(committed(source))]
    guess = next(i for i, cell in enumerate(code) if "widgets.predict(" in cell)
    simulated = next(i for i, cell in enumerate(code) if DEVICE.search(cell))
    answered = next(i for i, cell in enumerate(code) if "guess.answer(" in cell)
    assert guess < simulated < answered
    assert any(".check(" in cell for cell in code)  # formula, enumeration, simulation side by side
    assert any(".explain()" in cell for cell in code)


@each_lesson
def test_the_number_is_reached_but_not_told_before_the_pupil_gets_there(source):
    notebook = committed(source)
    for pattern in NUMBERS[source.stem.split("_")[0]]:
        assert not [text for text in texts(notebook) if re.search(pattern, text)]
        assert not [cell.source for cell in codes(notebook) if re.search(pattern, cell.source)]
        holders = [cell for cell in codes(notebook) if re.search(pattern, shown(cell))]
        assert holders
        for cell in holders:  # folded until it is run
            assert cell.metadata.get("jupyter", {}).get("outputs_hidden")
            assert "answer" in cell.metadata.tags


@each_lesson
def test_the_line_that_stands_for_a_folded_output_gives_nothing_away(source):
    """JupyterLab shows the first line of the first output: HTML if there is some, then Markdown, then plain text."""
    for cell in codes(committed(source)):
        if "answer" not in cell.metadata.get("tags", []):
            continue
        first = cell.outputs[0]
        data = first.get("data", {"text/plain": first.get("text", "")})
        text = next(data[kind] for kind in ("text/html", "text/markdown", "text/plain") if kind in data)
        line = next(line for line in text.splitlines() if line)
        assert not [pattern for pattern in NUMBERS[source.stem.split("_")[0]] if re.search(pattern, line)]


@each_lesson
def test_every_device_of_a_lesson_works(source, monkeypatch):
    made, draw = [], Surface.show
    monkeypatch.setattr(Surface, "show", lambda self: (made.append(self), draw(self)))
    space = {"display": lambda *_things: None}
    for cell in codes(committed(source)):
        exec(cell.source, space)
    devices = [one for one in dict.fromkeys(made) if isinstance(one, Device)]
    assert devices and not [one.problem for one in made if one.problem]
    for one in devices:
        for action, value in re.findall(r'<button[^>]*data-action="(\w+)" value="([^"]*)"(?! aria-dis)', one.html)[:4]:
            one.act(action, value)
            assert not one.problem, (one, action, value)
        if isinstance(one, Slide):
            for place in (0, len(one.values) // 2):
                one.act("slide", place)
                assert not one.problem, (one, place)


# --- exercises ------------------------------------------------------------------------------------------------------
def test_the_lessons_use_every_exercise_and_no_other():
    used = [name for source in SOURCES for name in exercises(source)]
    assert sorted(used) == sorted(TASKS)


@each_lesson
def test_there_are_at_least_three_exercises_with_the_pupils_own_numbers(source):
    names = exercises(source)
    assert len(names) >= 3
    for name in names:
        questions = {str(widgets.task(name, who).question) for who in PUPILS}
        assert len(questions) == len(PUPILS)
    cells = [cell.source for cell in codes(committed(source)) if "widgets.task(" in cell.source]
    assert all(re.fullmatch(r'widgets\.task\("\w+", ME\)', cell) for cell in cells)  # no answer beside the question


@pytest.mark.parametrize("who", PUPILS)
@pytest.mark.parametrize("name", TASKS)
def test_an_exercise_takes_the_right_answer_in_every_form(name, who):
    exercise = widgets.task(name, who)
    value = exercise._value
    assert exercise.check(str(value))
    assert exercise.check(f"{float(value):.6f}")
    assert exercise.check(f"{float(value):.6f}".replace(".", ","))
    if exercise.chance:
        assert exercise.check(f"{100 * float(value):.4f} %")
    assert str(value).replace("-", "\N{MINUS SIGN}") in str(exercise.key())


@pytest.mark.parametrize("who", PUPILS)
@pytest.mark.parametrize("name", TASKS)
def test_a_known_wrong_answer_gets_its_own_hint(name, who):
    exercise = widgets.task(name, who)
    known = {wrong: str(text) for wrong, text in reversed(exercise._hints) if wrong != exercise._value}
    assert known
    for wrong, hint in known.items():
        verdict = exercise.check(str(wrong))
        assert not verdict
        assert hint in str(verdict)


@pytest.mark.parametrize("who", PUPILS)
def test_the_misconception_of_each_lesson_is_met_by_a_hint(who):
    def hint(name, wrong):
        verdict = widgets.task(name, who).check(str(wrong))
        assert not verdict
        return str(verdict)

    def numbers(name):
        return [int(number) for number in re.findall(r"\d+", str(widgets.task(name, who).question))]

    _v, _v, total, outs, _v, draws, _v = numbers("column")
    assert "Adding up" in hint("column", Fraction(draws * outs, total))
    assert "put back" in hint("column", 1 - (1 - Fraction(outs, total)) ** draws)
    total, outs, *_rest = numbers("wait")
    assert "put back" in hint("wait", Fraction(total, outs))
    _size, _half, _low, _half, _high, variance, draws = numbers("spread")
    assert "put back" in hint("spread", draws * variance)
    assert "you may pass" in hint("draw_gain", 0)


def test_a_solution_shows_only_after_a_try():
    for name in TASKS:
        exercise = widgets.task(name, "Ana")
        assert "Solution" not in exercise.html
        with pytest.raises(ValueError, match="Try first"):
            exercise.solution()
        exercise.check("0.123")
        exercise.check("0.321")
        assert str(exercise.solution())
        assert "Solution" in exercise.html
