"""The widgets without a browser: their handlers are driven as clicks would drive them."""

import importlib
import random
from fractions import Fraction
from html import unescape

import pytest
from test_board import Tags

pytest.importorskip("anywidget")

from cardlib import skyjo, widgets
from cardlib.deck import Deck
from cardlib.exercises import tasks
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

    def do_add(self, value):
        """Count up."""
        self.count += int(value)
        self.message = "<i>added</i>"

    def do_crash(self, value):
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
        + parts.upload(evil, "f", evil) + parts.bars([(evil, 0.5, evil, evil)], evil, "g", evil)
    )  # fmt: skip
    assert "<script>" not in html
    assert html.count("<label") == 5


# --- the stepper --------------------------------------------------------------------------------------------------
def game_of(*players, seed=7):
    """A game of these players in which all have turned up two cards."""
    game = skyjo.Game(players=list(players), seed=seed)
    for _player in players:
        game.play("reveal (0,0) (1,1)")
    return game


def stepper(*players, **options):
    """A stepper over such a game."""
    return widgets.stepper(game_of(*players), **options)


def places(widget):
    """The places of the board: key -> attributes."""
    return {tag["data-key"]: tag for tag in Tags(widget.html).having(data_action="place")}


def lit(widget):
    """The keys of the places that can be pressed."""
    return {key for key, tag in places(widget).items() if "aria-disabled" not in tag}


def test_stepping_through_the_history():
    widget = stepper("Ana", "Bo", "Cleo")
    assert widget.game.step == 3
    for action, step in [("back", 2), ("first", 0), ("back", 0), ("forward", 1), ("last", 3), ("forward", 3)]:
        widget.act(action)
        assert (widget.game.step, widget.problem) == (step, "")
    widget.act("goto", "2")
    assert widget.game.step == 2 and widget.message == widget.game.history[-1]
    widget.act("goto", "4")
    assert widget.problem and widget.game.step == 2


def test_the_widget_works_on_a_copy():
    game = game_of("Ana", "Bo")
    widget = widgets.stepper(game)
    widget.act("place", "draw")
    assert (game.steps, widget.game.steps) == (2, 3)


def test_an_action_is_played_by_clicking_its_places():
    widget = stepper("Ana", "Bo")
    me = widget.game.player
    cells = {f"cell {me} {r} {c}" for r in range(3) for c in range(4)}
    assert lit(widget) == {"draw", "discard"}
    widget.act("place", "discard")
    assert widget.chosen == ("discard",) and lit(widget) == cells | {"discard"}
    widget.act("place", "discard")
    assert widget.chosen == () and lit(widget) == {"draw", "discard"}
    widget.act("place", "discard")
    widget.act("place", f"cell {me} 2 3")
    assert str(widget.game.actions[-1]) == "take (2,3)" and widget.chosen == ()
    widget.act("place", "draw")
    assert widget.game.phase == "drawn"
    other = 1 - me
    cells = {f"cell {other} {r} {c}" for r in range(3) for c in range(4)}
    assert widget.chosen == ("drawn",) and lit(widget) == cells | {"drawn", "discard"}
    assert "press the place where it goes" in str(widget.message) and "to reject it" in str(widget.message)
    widget.act("place", "drawn")
    assert widget.chosen == ("drawn",) and not widget.problem
    widget.act("place", f"cell {other} 1 1")  # at once, without a click on the drawn card
    assert str(widget.game.actions[-1]) == "keep (1,1)"
    widget.act("undo")
    widget.act("place", "discard")
    widget.act("place", f"cell {other} 2 3")
    assert str(widget.game.actions[-1]) == "reject (2,3)"


def test_an_action_is_played_from_the_list():
    widget = stepper("Ana", "Bo")
    listed = [tag["value"] for name, tag in Tags(widget.html).tags if name == "option" and tag["value"].isdecimal()]
    assert {int(action) for action in widget.game.legal_actions()} <= {int(value) for value in listed}
    widget.act("choose", {"entry": str(int(skyjo.parse("take (1,2)")))})
    assert str(widget.game.actions[-1]) == "take (1,2)"


def test_two_cards_are_turned_up_in_any_order():
    widget = widgets.stepper(skyjo.Game(players=2, seed=1))
    for key in ("cell 0 2 0", "cell 0 0 0"):
        widget.act("place", key)
    assert [str(action) for action in widget.game.actions] == ["reveal (0,0) (2,0)"]


def test_a_place_that_leads_nowhere_changes_nothing():
    widget = stepper("Ana", "Bo")
    before = widget.game.copy()
    widget.act("place", f"cell {1 - widget.game.player} 0 0")
    assert widget.problem and widget.game == before and widget.chosen == ()
    widget.act("action", "100000")
    assert widget.problem and widget.game == before


def test_every_legal_action_can_be_clicked():
    widget = stepper("Ana", "Bo")
    widget.act("place", "draw")
    for action in widget.game.legal_actions():
        widget.chosen = ()
        steps = widget.game.steps
        for key in widget.game.places(action):
            widget.act("place", key)
        assert widget.game.steps == steps + 1 and widget.game.actions[-1] == action
        widget.act("undo")


def test_another_way_cuts_the_later_steps_off_and_undo_brings_them_back():
    widget = stepper("Ana", "Bo")
    widget.act("place", "draw")
    widget.act("back")
    widget.act("place", "draw")
    assert widget.game.steps == 3 and len(widget.past) == 1, "the same action again is no other way"
    widget.act("goto", 0)
    widget.act("place", "cell 0 2 2")
    widget.act("place", "cell 0 2 3")
    assert widget.game.steps == 1
    assert "3 later steps are cut off" in str(widget.message)
    widget.act("undo")
    assert (widget.game.step, widget.game.steps) == (0, 3)
    widget.act("redo")
    assert widget.game.steps == 1
    widget.act("redo")
    assert str(widget.problem) == "There is nothing to redo."


def test_built_in_players_and_functions_play_their_seats():
    def first_legal(view, legal, rng):
        return legal[0]

    widget = widgets.stepper(
        skyjo.Game(players=["Ana", "Bo", "Cleo"], seed=3), players={"Bo": "random", 2: first_legal}
    )
    assert widget.timer[0] == 0
    for key in ("cell 0 0 0", "cell 0 0 1"):
        widget.act("place", key)
    assert widget.playing and widget.timer[0] == widget.pace
    widget.act("tick", widget.timer[1] - 1)
    assert widget.game.steps == 1, "an old tick does nothing"
    for _step in range(50):
        if not widget.playing:
            break
        widget.act("tick", widget.timer[1])
    assert widget.game.player == 0 and widget.timer[0] == 0
    with pytest.raises(ValueError, match="random"):
        widgets.stepper(skyjo.Game(), players={0: "nobody"})


def test_a_whole_game_plays_by_itself():
    def new():
        rules = skyjo.Rules(end_at=300)
        return widgets.stepper(skyjo.Game(players=2, rules=rules, seed=3), players=["random", "random"])

    widget = new()
    widget.act("play")
    while widget.playing:
        widget.act("tick", widget.timer[1])
        assert not widget.problem
    assert widget.game.is_over
    assert len(Tags(widget.html).having(data_key="round")) == 1
    widget.act("goto", 0)
    again = new()
    while again._advance():
        pass
    assert again.game.log() == widget.game.log()


def test_the_chosen_eyes_get_nothing_more_than_they_may_know():
    """Two games that differ in hidden cards only look the same, whatever the player does with the widget."""

    def show(hidden, draw):
        game = skyjo.Game.from_position(
            grids=[f"5 ?{hidden[0]} 1 1 / 2 2 3 3 / 4 4 6 6", f"?{hidden[1]} 7 7 8 / 8 9 9 0 / 0 1 2 3"],
            discard=[3, 9], draw=draw, player=0, seed=1,
        )  # fmt: skip
        widget = widgets.stepper(game, eyes=0)
        pages = [widget.html]
        for action, value in [
            ("place", "discard"),
            ("eyes", "table"),
            ("rules", True),
            ("eyes", "turn"),
            ("odds", False),
        ]:
            widget.act(action, value)
            pages.append(widget.html)
        return pages

    assert show("98", [10, 11, 12]) == show("89", [12, 11, 10])


def test_what_comes_later_is_not_told_before():
    widget = stepper("Ana", "Bo")
    later = widget.game.history[-1]
    assert later in unescape(widget.html)
    widget.act("goto", 0)
    assert later not in unescape(widget.html)


def test_hand_and_drawn_card_are_played_only_with_the_right_eyes():
    widget = stepper("Ana", "Bo", eyes=0)
    while widget.game.player == 0:
        widget.act("action", int(widget.game.legal_actions()[-1]))
    assert lit(widget) == set() and widget.actions() == []
    widget.act("eyes", "1")
    assert lit(widget)
    widget.act("eyes", "7")
    assert widget.problem and widget.eyes == 1


def test_save_and_load(monkeypatch):
    widget = stepper("Ana", "Bo")
    sent = []
    monkeypatch.setattr(widget, "send", sent.append)
    widget.act("save")
    text = sent[0]["save"]["text"]
    assert sent[0]["save"]["name"] == "skyjo.json"
    other = widgets.stepper(skyjo.Game(players=3, seed=99))
    other.act("load", text)
    assert other.game == widget.game and not other.problem
    for damaged in ("", "{}", text[:-20], text.replace("reveal (0,0)", "reveal (0,1)"), None):
        before = other.game
        other.act("load", damaged)
        assert other.problem and other.game is before
    other.act("undo")
    assert len(other.game.players) == 3


def test_odds_beside_the_board_can_be_hidden():
    widget = stepper("Ana", "Bo", eyes=0)
    assert "Odds for Ana" in widget.html and "Odds of completing a column" in widget.html
    widget.act("odds", False)
    assert "Odds of completing" not in widget.html
    widget.act("odds", True)
    widget.act("eyes", "table")
    assert "Odds of completing" not in widget.html


@pytest.mark.parametrize("evil", ["<b>Ana</b>", "<script>alert(1)</script>", '"><img src=x onerror=y>'])
def test_names_are_only_text_in_the_stepper(evil):
    widget = stepper(evil, "Bo", eyes="all")
    widget.act("rules", True)
    tags = Tags(widget.html)
    assert not {tag for tag, _ in tags.tags} & {"b", "script", "img"}
    assert evil in tags.text
    assert not {tag for tag, _ in Tags(widget.still()).tags} & {"b", "script", "img"}


def test_the_stepper_in_plain_text():
    widget = stepper("Ana", "Bo")
    data, _metadata = widget._repr_mimebundle_()
    assert data["text/plain"] == str(widget.game.board(widget.game.player))
    assert "application/vnd.jupyter.widget-view+json" in data and "cl-board" in data["text/html"]


# --- predict and exercise -----------------------------------------------------------------------------------------
def answer_for_three_draws():
    """At least one of 8 fives among 120 cards in 3 draws: 189/1003."""
    return Deck({5: 8, 0: 112}).at_least(1, of=5, draws=3)


@pytest.mark.parametrize("entry", ["189/1003", " 189 / 1003 ", "0.1884", "0,1884", "18.84%", "18,8 %", 0.1884])
def test_right_entries(entry):
    assert widgets.exercise("?", answer_for_three_draws()).check(entry)


@pytest.mark.parametrize(
    "entry, hint",
    [
        ("1/5", "Adding up"),  # 3 x 8/120
        ("0.2", "Adding up"),
        ("20 %", "Adding up"),
        ("631/3375", "put back"),
        ("814/1003", "opposite"),
        ("18.8", "% sign"),
        ("188/1000", "must be exact"),
        ("0.19", "more digits"),
        ("19 %", "more digits"),
        ("-0.5", "between 0 and 1"),
        ("0.5", "Try again"),
    ],
)
def test_hints_fit_the_mistake(entry, hint):
    verdict = widgets.exercise("?", answer_for_three_draws()).check(entry)
    assert not verdict and hint in str(verdict)
    assert "189" not in str(verdict)


def test_own_hints_and_tolerance():
    exercise = widgets.exercise(
        "Mean?", Fraction(76, 15), hints={5: "Not all values are equally common."}, tolerance=0.05
    )
    assert str(exercise.check(5)) == "Not yet. Not all values are equally common."
    assert exercise.check("5.1") and not exercise.check("5.2") and exercise.check("76/15")


@pytest.mark.parametrize("entry", ["", "abc", "1/0", "1/2/3", "1.5/2", "0.1.2", "--1", "1e3", "<b>", None, "½"])
def test_what_is_no_number_counts_as_no_try(entry):
    exercise = widgets.exercise("?", Fraction(1, 2))
    with pytest.raises(ValueError):
        exercise.check(entry)
    exercise.act("check", {"entry": entry})
    assert exercise.problem and exercise.tries == [] and exercise.verdict is None


def test_the_solution_is_not_in_the_page_before_the_first_try():
    exercise = widgets.exercise("?", answer_for_three_draws())
    assert "1003" not in exercise.html and "1003" not in exercise.still()
    with pytest.raises(ValueError, match="Try first"):
        exercise.solution()
    exercise.act("check", {"entry": "0,5"})
    exercise.act("check", {"entry": "0,4"})
    assert "1003" in exercise.html and '<details data-key="solution">' in exercise.html
    assert str(exercise.solution()).count("1003")


def test_tasks_depend_on_the_pupil():
    for name in tasks():
        ana, bo = widgets.task(name, "Ana"), widgets.task(name, "Bo")
        assert ana.question == widgets.task(name, " ana ").question
        assert ana.question != bo.question
        assert ana.check(str(ana._value))
    assert len(widgets.keys("column", ["Ana", "Bo", 3]).rows) == 3
    with pytest.raises(ValueError, match="column"):
        widgets.task("nothing")


def test_a_guess_comes_before_the_answer():
    predict = widgets.predict("How likely?", 0, 100, "%")
    reveal = predict.answer(answer_for_three_draws())
    assert "18.8" not in str(reveal) + reveal.html
    predict.act("guess", {"entry": "25,5"})
    assert predict.guess == Fraction(51, 2)
    assert "18.8 %" in str(reveal) and "18.8 %" in reveal.html and "too high" in str(reveal)
    predict.act("guess", {"entry": "19"})
    assert predict.problem and predict.guess == Fraction(51, 2), "no second guess once the answer is there"


@pytest.mark.parametrize("entry", ["101", "-1", "many", ""])
def test_a_guess_off_the_scale_is_refused(entry):
    predict = widgets.predict("How likely?")
    predict.act("guess", {"entry": entry})
    assert predict.problem and predict.guess is None


def test_a_guess_may_be_changed_before_the_answer_is_shown():
    predict = widgets.predict("How many points?", -20, 100, "points")
    predict.guess = 30
    predict.act("mark", "40")
    assert predict.guess == 30
    predict.guess = "61"
    assert "Well guessed" in str(predict.answer(Fraction(304, 5)))


# --- the guesses of a class ---------------------------------------------------------------------------------------
def test_the_guesses_of_a_class_are_charted_with_the_answer():
    predict = widgets.predict("How likely?")
    predict.collect("Ana 20; Bo: 35 %\n20 30, 12,5\nCleo, 18")
    predict.collect({"Bo": 25})
    predict.collect([19])
    named = {name: guess for name, guess in predict.guesses if name}
    assert named == {"Ana": 20, "Bo": 25, "Cleo": 18} and len(predict.guesses) == 7
    assert sorted(guess for name, guess in predict.guesses if not name) == [Fraction(25, 2), 19, 20, 30]
    reveal = predict.answer(answer_for_three_draws())
    assert "18.8" not in str(reveal) + reveal.html + reveal.still() and "7 guesses" in str(reveal)
    assert "20" not in Tags(predict.html).text, "nobody's guess shows before the answer"
    reveal.act("show_answer")
    assert [n for _part, n, _here in reveal.counts()] == [0, 3, 3, 1, 0, 0, 0, 0, 0, 0]
    assert [here for _part, _n, here in reveal.counts()].index(True) == 1
    said = str(reveal)
    assert "The answer: 18.8 %." in said and "2 too low and 5 too high; the middle one is 20 %." in said
    assert "Closest: Cleo" not in said, "the closest guess, 19, has no name"
    assert "3, the answer is here" in Tags(reveal.html).text
    predict.act("collect", {"guesses": "Dora 10"})
    assert predict.problem and len(predict.guesses) == 7 and "Guesses of a class" not in predict.html


def test_the_closest_guess_is_named():
    predict = widgets.predict("How many points?", -20, 100, "points")
    predict.collect({"<b>Ana</b>": 61, "Bo": 20})
    reveal = predict.answer(Fraction(304, 5)).show_answer()
    assert "Closest: <b>Ana</b>." in str(reveal) and "<b>" not in reveal.html


@pytest.mark.parametrize("wrong", ["", "Ana", "Ana 20\nBo 101", "Ana 20\nBo many", "Ana 1/0", "20 -5"])
def test_wrong_guesses_of_a_class_are_refused_together(wrong):
    predict = widgets.predict("How likely?")
    predict.act("collect", {"guesses": wrong})
    assert predict.problem and predict.guesses == []
    assert wrong in unescape(predict.html), "what was typed can be put right"


def test_no_answer_is_shown_to_a_class_that_has_not_guessed():
    predict = widgets.predict("How likely?")
    reveal = predict.answer(Fraction(1, 2))
    with pytest.raises(ValueError, match="guess first"):
        reveal.show_answer()
    reveal.act("show_answer")
    assert reveal.problem and "50" not in reveal.html


# --- the odds explorer --------------------------------------------------------------------------------------------
GRID = "5 ? 0 4 / 5 9 ? ? / ? -1 ? 2"


def test_the_explorer_agrees_with_the_odds():
    explorer = widgets.odds_explorer(GRID, seen=[5, 12], draws=4)
    unseen = skyjo.DECK - [5, 5, 0, 4, 9, -1, 2, 5, 12]
    assert explorer.unseen == unseen
    assert explorer.answers()[0] == skyjo.odds.complete_column(["5", "5", "?"], unseen=unseen, draws=4)


def test_entering_cards_by_clicking():
    explorer = widgets.odds_explorer()
    explorer.act("pick", "7")
    for key in ("cell 0 0 0", "cell 0 1 0", "discard", "seen", "seen"):
        explorer.act("place", key)
        assert not explorer.problem
    assert explorer.grid == "7 ? ? ? / 7 ? ? ? / ? ? ? ?"
    assert (explorer.table.top("discard"), explorer.table.cards("seen")) == ("7", ("7", "7"))
    assert explorer.position["discard"] == ["7"] * 3
    explorer.act("place", "seen#0")
    assert explorer.table.cards("seen") == ("7",)
    explorer.act("pick", ".")
    explorer.act("place", "cell 0 2 3")
    explorer.act("pick", "?")
    explorer.act("place", "cell 0 0 0")
    explorer.act("place", "discard")
    assert explorer.grid == "? ? ? ? / 7 ? ? ? / ? ? ? ." and explorer.table.top("discard") is None
    explorer.act("place", "seen")
    assert explorer.problem


def test_typing_a_number_is_one_change():
    explorer = widgets.odds_explorer(GRID)
    for text in ("1", "12"):
        explorer.act("type", ["cell 0 0 1", text])
    assert explorer.table.cards("cell 0 0 1") == ("12",)
    explorer.act("undo")
    assert explorer.table.cards("cell 0 0 1") == ("?",)
    explorer.act("redo")
    assert explorer.table.cards("cell 0 0 1") == ("12",)
    for text in ("-", "-2"):
        explorer.act("type", ["seen", text])
    for text in ("1", "11"):
        explorer.act("type", ["seen", text])
    assert explorer.table.cards("seen") == ("-2", "11")
    explorer.act("type", ["cell 0 0 1", "Backspace"])
    assert explorer.grid == GRID


@pytest.mark.parametrize(
    "action, value, message",
    [
        ("type", ["cell 0 0 0", "13"], "no card 13"),
        ("pick", "-3", "no card"),
        ("grid", {"entry": "5 5 5"}, "Write a grid as"),
        ("grid", {"entry": "5 ? 0 4 / 5 9 ? ? / ? 13 ? 2"}, "no card 13"),
        ("seen", {"entry": "5 <b>"}, "no card <b>"),
        ("seen", {"entry": "5 5 5 5 5 5 5 5 5"}, "the deck has 10"),
        ("draws", "-1", "whole number"),
        ("draws", "many", "whole number"),
    ],
)
def test_wrong_entries_change_nothing(action, value, message):
    explorer = widgets.odds_explorer(GRID)
    before = explorer.position
    explorer.act(action, value)
    assert message in str(explorer.problem)
    assert explorer.position == before and explorer.draws == 3 and not explorer.past
    assert "<b>" not in explorer.html


def test_the_derivation_of_the_chosen_column():
    explorer = widgets.odds_explorer(GRID)
    assert explorer.answers()[0].explain().html() in explorer.html
    explorer.act("column", "1")
    assert explorer.answers()[0].explain().html() not in explorer.html


# --- every game ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", ["skyjo", "skyjo_action", "skipbo"])
def test_every_game_can_be_played_by_clicking_places(kind):
    game = importlib.import_module(f"cardlib.{kind}").Game(players=["Ana", "Bo", "Cleo"], seed=5)
    widget = widgets.stepper(game)
    chance = random.Random(1)
    for _turn in range(30):
        legal = widget.game.legal_actions()
        for action in chance.sample(legal, min(3, len(legal))):
            start = widget.game
            for key in start.places(action):
                assert key in places(widget) or key in ("next", "pass")
                widget.act("place", key)
            assert not widget.problem and widget.game.actions[-1] == action
            widget.act("undo")
            assert widget.game is start
        widget.act("action", int(chance.choice(legal)))
    assert widget.game.steps == 30


def test_who_plays_a_seat_can_be_chosen():
    def mine(view, legal, rng):
        return legal[0]

    widget = widgets.stepper(skyjo.Game(players=["Ana", "Bo"], seed=3), players={"Bo": mine})
    selected = [tag["value"] for _name, tag in Tags(widget.html).tags if "selected" in tag]
    assert {"0", "1 given"} <= set(selected)
    widget.act("who", "0 greedy")
    widget.act("who", "1 columns")
    assert [str(who) for _seat, who in sorted(widget.automatic.items())] == ["greedy", "columns"]
    widget.act("forward")
    assert widget.game.steps == 1
    widget.act("who", "1")
    assert list(widget.automatic) == [0] and widget.actions()
    widget.act("who", "1 given")
    widget.act("forward")
    assert widget.game.actions[-1] == min(widget.game.copy().undo().legal_actions())
    for nobody in ("1 nobody", "9 greedy", "x"):
        widget.act("who", nobody)
        assert widget.problem and widget.automatic[1] is mine


def test_a_player_that_fails_stops_the_show():
    def broken(view, legal, rng):
        raise RuntimeError("no idea")

    widget = widgets.stepper(skyjo.Game(players=2, seed=3), players=[broken, "random"])
    widget.act("play")
    widget.act("tick", widget.timer[1])
    assert "no idea" in str(widget.problem) and not widget.playing and widget.game.steps == 0


@pytest.mark.parametrize("kind", ["skyjo", "skyjo_action", "skipbo"])
def test_built_in_players_play_every_game(kind):
    game = importlib.import_module(f"cardlib.{kind}").Game(players=2, seed=5)
    widget = widgets.stepper(game, players=["random", "random"])
    for _step in range(40):
        widget.act("forward")
        assert not widget.problem
    assert widget.game.steps == 40


# --- messages that no control sends ------------------------------------------------------------------------------
FORGED = [None, -1, 1.5, "x" * 5000, ["cell 0 0 0", 5], {"kind": [], "players": 3, "entry": None}, "٣"]
TABLES = {
    "stepper": lambda: widgets.stepper(skyjo.Game(players=2, seed=1)),
    "skyjo": lambda: widgets.companion("skyjo", ["Ana", "Bo"]),
    "skyjo_action": lambda: widgets.companion("skyjo_action", ["Ana", "Bo"]),
    "skipbo": lambda: widgets.companion("skipbo", ["Ana", "Bo"]),
    "explorer": lambda: widgets.odds_explorer(),
}


@pytest.mark.parametrize("name", TABLES)
def test_forged_messages_are_refused_in_words(name, monkeypatch):
    widget = TABLES[name]()
    monkeypatch.setattr(widget, "send", lambda message: None)
    actions = {name[3:] for part in widget.handlers() for name in dir(part) if name.startswith("do_")}
    assert len(actions) >= 11
    for action in sorted(actions):
        for value in FORGED:
            widget.act(action, value)
            assert not widget._traceback, (action, value)
            assert len(str(widget.problem)) < 600, action
