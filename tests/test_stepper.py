"""The stepper in all three games: odds and best moves, the referee, playing against built-in players, every phase."""

import importlib
import random
from html import unescape

import pytest
import traitlets
from test_board import Tags

pytest.importorskip("anywidget")

from test_widgets import lit, places

from cardlib import simulate, skipbo, skyjo, skyjo_action, widgets
from cardlib.engine import kinds as kinds_module
from cardlib.engine.kinds import Kind, register
from cardlib.engine.players import choose_action
from cardlib.widgets.odds_skyjo import in_words

GAMES = ["skyjo", "skyjo_action", "skipbo"]
PHASES = {  # what has to be decided in Skyjo Action, by variant
    "full": {
        "star", "choose player", "remove", "swap", "pick one of three", "put", "order", "turn up", "look",
        "play again", "steal", "give", "get",
    },
    "single_pile": {"found action card"},
    "stars": {"joker"},
}  # fmt: skip
EVIL = '<b>Ana</b><img src=x onerror=y>"'


def module(kind):
    """The module of a game."""
    return importlib.import_module(f"cardlib.{kind}")


def played(game, steps, **options):
    """A stepper over a game in which chance has played some steps."""
    widget = widgets.stepper(game, players=["random"] * len(game.players), **options)
    for _step in range(steps):
        widget.act("forward")
        assert not widget.problem
    widget.automatic.clear()
    widget.show()
    return widget


def play_until(game, done):
    """Play on by chance until something is so."""
    while not done(game):
        game.play(game.legal_actions()[0] if game.player is None else choose_action(game, "random"))


def text(widget):
    """The text that the widget shows."""
    return " ".join(Tags(widget.html).text.split())


# --- odds and best moves ------------------------------------------------------------------------------------------
def test_the_best_moves_of_skyjo_are_shown_when_asked_for():
    widget = played(skyjo.Game(players=["Ana", "Bo"], seed=5), 20)
    best = skyjo.odds.moves(widget.game.view(widget.game.player)).best
    assert "expected total" not in text(widget)
    widget.act("best", True)
    shown = text(widget)
    first = Tags(widget.html).text.split("saves")[1]
    assert first.startswith(str(in_words(best.action))) and "Draw or take: the derivation" in shown
    widget.act("odds", False)
    assert "expected total" not in text(widget)
    widget.act("odds", True)
    widget.act("eyes", 1 - widget.game.player)
    assert "expected total" not in text(widget) and "is to act" in text(widget)


def test_skyjo_moves_that_do_equally_well_share_a_row():
    game = skyjo.Game.from_position(
        grids=["5 ? ? ? / 4 ? ? ? / ? ? ? ?", "1 2 ? ? / ? ? ? ? / ? ? ? ?"], discard=[0], player=0, seed=1
    )
    widget = widgets.stepper(game)
    widget.act("best", True)
    assert "take the discard to row 1, column 2 or 8 like it" in text(widget)


def test_the_panel_of_skip_bo_asks_for_no_more_cards_than_there_are():
    """SB-15: nothing is left to draw or set aside, though stock cards are unseen; and more draws are asked for."""
    piles = {"stocks": [[9, 9, 7], [8, 8, 3]], "hands": [[2], [5, 6]], "discards": [[[4]], []]}
    widget = widgets.stepper(skipbo.Game.from_position(**piles, draw=[], seed=1))
    assert "pile 1: from 0 to 6" in text(widget)
    widget.act("draws", "5")
    assert "pile 1: from 0 to 6" in text(widget)


def test_the_runs_of_skip_bo_agree_with_its_odds():
    game = skipbo.Game.from_position(
        stocks=[[7, 9], [3, 3]], hands=[[4, 5, 6, 1], []], piles=["1 2 3", "1 2 3 4 5 6 7 8 9 10"], seed=3
    )
    widget = widgets.stepper(game)
    shown = text(widget)
    answer = skipbo.odds.reach(game.view(0), 1, 8, draws=0)
    assert "Odds for Player 1" in shown and "Odds of running a pile up" in shown
    assert "pile 1: from 3 to 8" in shown and "pile 2: from" not in shown and "pile 3: from 0 to 8" in shown
    assert str(skipbo.odds.reach(game.view(0), 1, 8).value) == str(answer.value)
    widget.act("why", "pile")
    assert answer.explain().html() in widget.html
    widget.act("to", "10")
    widget.act("pile", "1")
    assert "pile 2: from 10 to 10" in text(widget) and "Why? Pile 2" in text(widget)
    for action, value in [("to", "13"), ("to", "x"), ("draws", "-1"), ("draws", "many")]:
        before = widget.html
        widget.act(action, value)
        assert widget.problem
        widget.act("odds", True)
        assert widget.html == before


def test_the_best_plays_of_a_skip_bo_turn():
    game = skipbo.Game.from_position(stocks=[[7, 4], [3, 3]], hands=[[2, 3, "W", 9, 9], []], piles=["1"], seed=3)
    widget = widgets.stepper(game)
    assert "1 stock card" not in text(widget)
    widget.act("best", True)
    assert "1 stock card can be played." in text(widget) and (
        "play 2 from the hand on pile 1play 3 from the hand on pile 1play 4 from the stock on pile 1" in text(widget)
    )
    widget.act("eyes", 1)
    assert "It is not the turn of Player 2." in text(widget)


def test_a_skip_bo_card_on_the_stock_needs_no_run():
    game = skipbo.Game.from_position(stocks=[[7, "W"], [3, 3]], hands=[[2, 3], []], seed=3)
    widget = widgets.stepper(game)
    assert "fits on any pile" in text(widget)
    widget.act("to", "3")
    assert "pile 1: from 0 to 3" in text(widget)


def test_odds_and_best_plays_know_no_hidden_card():
    """Two games that differ in stock, draw pile and the other's hand only."""

    def show(stock, hand, draw):
        game = skipbo.Game.from_position(
            stocks=[[*stock, 5], [3, 3]], hands=[[1, 2, 9], hand], draw=draw, player=0, seed=1
        )
        widget = widgets.stepper(game, eyes=0)
        widget.act("best", True)
        return widget.html

    assert show([7, 8], [4, 6], [10, 11, 12]) == show([10, 12], [7, 11], [4, 8, 6])


# --- the referee --------------------------------------------------------------------------------------------------
def test_the_referee_is_called_with_the_eyes_of_the_teacher_only():
    game = skipbo.Game(players=["Ana", EVIL, "Cleo", "Dora"], rules=skipbo.Rules(teams=True), seed=5)
    widget = widgets.stepper(game)
    call = int(skipbo.parse("call seat 1: talking"))
    widget.act("choose", {"entry": str(call)})
    assert widget.problem and "Referee" not in text(widget)
    widget.act("eyes", "all")
    assert "Referee" in text(widget) and f"with {EVIL}" in unescape(widget.html)
    widget.act("choose", {"entry": str(call)})
    assert not widget.problem and int(widget.game.actions[-1]) == call
    assert f"Referee: {EVIL} talked" in text(widget)
    assert not {tag for tag, _ in Tags(widget.html).tags} & {"b", "img"}
    widget.act("undo")
    assert widget.game.steps == 0
    assert skyjo.Game().calls() == []


# --- playing against built-in players -----------------------------------------------------------------------------
@pytest.mark.parametrize("kind", GAMES)
def test_undo_takes_the_own_move_back_with_the_answers_to_it(kind):
    game = module(kind).Game(players=["Ana", "Bo", "Cleo"], seed=4)
    who = module(kind).players.NAMES[-1]
    widget = widgets.stepper(game, players={"Bo": who, "Cleo": who})

    def wait():
        while widget.playing:
            widget.act("tick", widget.timer[1])
            assert not widget.problem

    widget.act("play")
    wait()
    assert widget.game.player == 0 and widget.seen_by == 0
    before = widget.game.copy()
    widget.act("action", int(widget.game.legal_actions()[-1]))
    wait()
    after = widget.game.copy()
    assert after.player in (0, None)
    widget.act("undo")
    assert widget.game == before
    widget.act("redo")
    assert widget.game == after


@pytest.mark.parametrize("kind", GAMES)
def test_a_round_of_a_simulation_opens_in_the_stepper(kind):
    seats = [module(kind).players.NAMES[-1], "random"]
    result = simulate(module(kind), players=seats, rounds=3, seed=1, progress=False)
    widget = widgets.stepper(result.replay(2), players=seats)
    assert widget.game.steps == 0
    widget.act("play")
    while widget.playing and widget.game.phase not in ("round over", "game over", "match over"):
        widget.act("tick", widget.timer[1])
    assert widget.game.log() == result.play_out(2).log()


def test_a_new_game_has_the_same_players_and_rules():
    game = skyjo.Game(players=["Ana", "Bo"], rules=skyjo.Rules(end_at=50), seed=4)
    widget = played(game, 20)
    old = widget.game.copy()
    widget.act("new")
    assert widget.game.steps == 0 and widget.game.seed != 4
    assert (widget.game.players, widget.game.rules) == (old.players, old.rules)
    widget.act("undo")
    assert widget.game == old


def test_the_end_names_the_winners():
    widget = played(skyjo.Game(players=[EVIL, "Bo"], rules=skyjo.Rules(end_at=1), seed=3), 0)
    play_until(widget.game, lambda game: game.is_over)
    widget.show()
    winners = [widget.game.players[seat] for seat in widget.game.winners]
    assert f"Won: {winners[0]}" in text(widget) and "New game" in text(widget)


def test_jumping_to_a_round():
    widget = played(skyjo.Game(players=2, rules=skyjo.Rules(end_at=300), seed=3), 0)
    game = widget.game
    play_until(game, lambda game: len(game.round_starts) == 3)
    widget.act("last")
    names = [tag["value"] for name, tag in Tags(widget.html).tags if name == "option"]
    assert {str(step) for step in game.round_starts} <= set(names)
    widget.act("goto", str(game.round_starts[1]))
    assert widget.game.step == game.round_starts[1]
    assert text(widget).count("Nothing has been played yet.") == 1


def test_saving_says_that_hidden_cards_are_in_the_file(monkeypatch):
    widget = played(skyjo.Game(players=2, seed=3), 5)
    monkeypatch.setattr(widget, "send", lambda message: None)
    assert "the file holds the hidden cards too" in text(widget)
    widget.act("save")
    assert "hidden cards" in str(widget.message)


# --- every phase, every name --------------------------------------------------------------------------------------
@pytest.mark.parametrize("variant", list(PHASES))
def test_every_decision_of_skyjo_action_can_be_clicked(variant):
    chance = random.Random(variant)
    phases = set()
    for seed in range({"full": 8}.get(variant, 2)):
        game = skyjo_action.Game(players=3, seed=seed, rules=skyjo_action.Rules(variant=variant))
        widget = widgets.stepper(game, odds=False)
        for _step in range(40):
            legal = widget.game.legal_actions()
            if widget.game.player is None:
                break
            phases.add(widget.game.phase)
            action = chance.choice([a for a in legal if str(a).startswith("play")] or legal)
            for key in widget.game.places(action):
                assert key in lit(widget), (widget.game.phase, str(action))
                widget.act("place", key)
            assert not widget.problem and widget.game.actions[-1] == action
    assert phases >= PHASES[variant]


def test_what_has_been_chosen_stays_in_sight():
    game = skyjo_action.Game.from_position(
        grids=["5 ? ? ? / 4 ? ? ? / ? ? ? ?", "1 2 ? ? / ? ? ? ? / ? ? ? ?"], held=[["swap", "draw three"], []], seed=1
    )
    widget = widgets.stepper(game)
    for key in ("held 0 swap", "play", "cell 0 0 0"):
        widget.act("place", key)
    assert places(widget)["cell 0 0 0"]["aria-label"].endswith("5 (swap)")
    widget = widgets.stepper(game)
    for key in ("held 0 draw three", "play", "three 1"):
        widget.act("place", key)
    assert places(widget)["three 1"]["aria-label"].endswith("(kept)")


@pytest.mark.parametrize("kind", GAMES)
def test_names_are_only_text_in_every_game(kind):
    widget = played(module(kind).Game(players=[EVIL, "Bo", "Cleo"], seed=5), 25, eyes="all")
    for action, value in [("best", True), ("rules", True), ("eyes", 0), ("eyes", "table"), ("eyes", "turn")]:
        widget.act(action, value)
        tags = Tags(widget.html)
        assert not {tag for tag, _ in tags.tags} & {"b", "script", "img"}
        assert EVIL in tags.text
        assert not [a for _, a in tags.tags if any(name.startswith("on") for name in a)]


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("eyes", ["turn", "all", "table"])
def test_every_control_has_a_name(kind, eyes):
    widget = played(module(kind).Game(players=3, seed=5), 30, eyes=eyes)
    widget.act("best", True)
    for tag, attributes in Tags(widget.html).tags:
        if tag == "button" and attributes.get("data-action") == "place":
            assert attributes["aria-label"]
        if tag in ("input", "select"):
            assert attributes.get("data-key")
    assert widget.html.count("<select") + widget.html.count("<input") == widget.html.count("<label")


def test_players_are_chosen_by_name():
    game = skyjo_action.Game.from_position(
        grids=["5 ? ? ? / 4 ? ? ? / ? ? ? ?"] * 2, held=[["look"], []], players=[EVIL, "Bo"], seed=1
    )
    widget = widgets.stepper(game.play("play look"))
    assert f"choose {EVIL}" in text(widget) and "choose Bo" in text(widget)


def test_the_chosen_chance_is_announced():
    widget = played(skyjo.Game(players=2, seed=5), 20, eyes=0)
    widget.act("column", "2")
    regions = Tags(widget.html.replace("</p>", "")).having(role="status")
    assert [region["data-key"] for region in regions] == ["message", "said column"]
    assert 'data-key="said column">column 3' in widget.html


def test_a_part_of_the_log():
    game = played(skyjo.Game(players=2, seed=5), 20).game
    whole = game.log(0)
    assert game.log(0, 5, 9) == whole[5:9] and game.log(0, 18) == whole[18:] and game.log(0, last=0) == []
    assert game.undo().history == game.log()[:19]


def test_the_next_cards_of_skyjo_action_agree_with_what_is_unseen():
    game = skyjo_action.Game(players=["Ana", "Bo", "Cleo"], seed=5)
    widget = played(game, 30, eyes=0)
    view = widget.game.view(0)
    star = view.unseen.at_least(1, of="*", draws=4)
    widget.act("draws", "4")
    widget.act("why", "card")
    assert "a star in 4 cards" in text(widget) and star.explain().html() in widget.html
    kind = next(iter(view.unseen_actions.counts))
    widget.act("card", kind)
    assert view.unseen_actions.at_least(1, of=kind, draws=1).explain().html() in widget.html
    widget.act("card", "joker")
    assert widget.problem and "What the action cards do" in text(widget)
    widget = played(skyjo_action.Game(players=2, rules=skyjo_action.Rules(variant="numbers"), seed=5), 10, eyes=0)
    assert not widget.problem and "a star" not in text(widget) and "What the action cards" not in text(widget)


# --- state that others observe, and games of others -----------------------------------------------------------------
def test_steps_and_eyes_can_be_observed_and_linked():
    first, second = (played(skyjo.Game(players=["Ana", "Bo"], seed=5), 9) for _widget in range(2))
    traitlets.link((first, "step"), (second, "step"))
    traitlets.link((first, "eyes"), (second, "eyes"))
    first.act("goto", 4)
    assert (second.game.step, second.step) == (4, 4) and 'value="4"' in second.html
    second.eyes = "Bo"
    assert (first.eyes, second.eyes) == (1, 1) and "Odds for Bo" in first.html
    with pytest.raises(ValueError, match="no step 99"):
        first.step = 99
    assert (first.step, second.step) == (4, 4)
    with pytest.raises(ValueError, match="Cleo"):
        first.eyes = "Cleo"
    assert first.eyes == 1


def test_a_file_with_other_players_and_back():
    widget = widgets.stepper(skyjo.Game(players=["Ana", "Bo"], seed=3), players={"Bo": "greedy"}, eyes=0)
    widget.act("load", skyjo.Game(players=3, seed=9).to_json())
    assert not widget.automatic and widget.eyes == "turn" and len(widget.game.players) == 3
    widget.act("undo")
    assert [str(who) for who in widget.automatic.values()] == ["greedy"] and list(widget.automatic) == [1]
    assert widget.eyes == 0 and widget.game.players == ("Ana", "Bo")
    widget.act("redo")
    assert not widget.automatic and widget.eyes == "turn"


def test_the_last_move_is_marked():
    widget = widgets.stepper(skyjo.Game(players=2, seed=5))
    assert "cl-last" not in widget.html
    widget.act("choose", {"entry": str(int(skyjo.parse("reveal (0,0) (2,3)")))})
    marked = {key for key, tag in places(widget).items() if "cl-last" in tag["class"].split()}
    assert marked == {"cell 0 0 0", "cell 0 2 3"}


class Toy(skyjo.Game):
    """A game that is known nowhere else."""

    KIND = "toy"


def test_a_game_that_registers_itself_has_a_stepper():
    register(Kind("toy", "Toy", Toy, skyjo.players, home=__name__))
    try:
        widget = widgets.stepper(Toy(players=["Ana", "Bo"], seed=2), players={"Bo": "greedy"})
        assert widget.panel is None and "odds" not in places(widget) and not widget.problem
        for key in ("cell 0 0 0", "cell 0 0 1"):
            widget.act("place", key)
        widget.act("forward")
        assert widget.game.steps == 2
        other = widgets.stepper(Toy(players=2))
        other.act("load", widget.game.to_json())
        assert other.game == widget.game
        with pytest.raises(ValueError, match="There is no game toy; the games are "):
            widgets.companion("toy")
    finally:
        kinds_module._kinds.pop("toy")


def test_a_linked_stepper_that_cannot_follow_is_no_crash():
    first, second = (played(skyjo.Game(players=["Ana", "Bo"], seed=5), n) for n in (9, 4))
    first.act("goto", 4)
    traitlets.link((first, "step"), (second, "step"))
    first.act("goto", 8)
    assert "no step 8" in str(first.problem) and first.game.step == 8 and second.game.step == 4
