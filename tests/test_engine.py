"""What the engine gives every game: options, names, actions, history, undo, and files that are checked when loaded."""

import json
from pathlib import Path
from time import perf_counter

import pytest

from cardlib import skipbo, skyjo
from cardlib.engine.game import FileError, IllegalAction
from cardlib.engine.kinds import kind_of
from cardlib.engine.players import find_player
from cardlib.engine.saved import fingerprint

CLOSED = "? ? ? ? / ? ? ? ? / ? ? ? ?"


def played(actions=9):
    """A game with some actions played."""
    game = skyjo.Game(players=["Ana", "Bo", "Åke <b>"], seed=4, rules=skyjo.Rules(end_at=60))
    for k in range(actions):
        legal = game.legal_actions()
        game.play(legal[k * 5 % len(legal)])
    return game


# --- options ------------------------------------------------------------------------------------------------------
def test_unknown_options_and_impossible_values_say_what_is_allowed():
    with pytest.raises(ValueError, match=r"no rule option 'colour'.*next_starter"):
        skyjo.Rules(colour="red")
    with pytest.raises(ValueError, match=r"final_lap='twice'.*SK-18.*'all_others_once', 'equal_turns' or 'none'"):
        skyjo.Rules(final_lap="twice")
    with pytest.raises(ValueError, match="whole number from 1 to 10000"):
        skyjo.Rules(end_at=0)
    for wrong in (1, "yes", None):
        with pytest.raises(ValueError, match="False or True"):
            skyjo.Rules(end_inclusive=wrong)
    with pytest.raises(ValueError, match="or None"):
        skyjo.Rules(no_progress_turns=True)


def test_options_are_values():
    club = skyjo.Rules.club()
    assert club == skyjo.Rules(may_reject_drawn=False, column_clear="off") != skyjo.Rules()
    assert hash(club) == hash(skyjo.Rules.club())
    assert repr(club) == "Rules(may_reject_drawn=False, column_clear='off')"
    assert club.replace(end_at=50).end_at == 50
    assert club.end_at == 100
    with pytest.raises(AttributeError, match="replace"):
        club.end_at = 5
    with pytest.raises(AttributeError, match="no rule option"):
        _ = club.end


# --- players, seeds, seats ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "names", [["Ana", "Ana"], ["Ana", ""], ["Ana", "  "], ["Ana", 5], ["Ana", "x" * 41], "Ana", 2.0]
)
def test_names_are_checked(names):
    with pytest.raises(ValueError):
        skyjo.Game(players=names)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "7", True])
def test_seeds_are_checked(seed):
    with pytest.raises(ValueError, match="seed"):
        skyjo.Game(seed=seed)


def test_a_seed_names_a_deal_and_an_index_another():
    assert skyjo.Game(seed=7) == skyjo.Game(seed=7)
    deals = {skyjo.Game(seed=seed, index=index).state.digest() for seed in range(5) for index in range(5)}
    assert len(deals) == 25
    unseeded = skyjo.Game()
    assert skyjo.Game(seed=unseeded.seed) == unseeded


def test_views_by_seat_or_name_only():
    game = played()
    assert game.view("Bo") == game.view(1)
    for wrong in (3, -1, "Cy", True, None):
        with pytest.raises(ValueError, match="0 \\(Ana\\), 1 \\(Bo\\)"):
            game.view(wrong)


# --- actions ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "wrong",
    ["", "fly", "take", "take 2,1", "take (3,0)", "take (0,4)", "take (-1,0)", "draw (0,0)", "reveal (0,0)", 1.5, None, True,
     -1, 10**9, b"draw", ["draw"], "take (0,0) (0,1)", "takes (0,0)"],
)  # fmt: skip
def test_what_is_no_action_is_refused(wrong):
    game = played()
    before = game.state.to_dict()
    with pytest.raises(ValueError):
        game.play(wrong)
    assert game.state.to_dict() == before


def test_actions_print_as_they_are_written():
    for text in ("draw", "take (2,1)", "keep (0,3)", "reject (1,1)", "reveal (0,0) (0,1)", "next round"):
        assert str(skyjo.parse(text)) == text
    assert skyjo.parse(" Take ( 2 , 1 ) ") == skyjo.parse("take (2,1)")
    assert skyjo.parse("reveal (0,1) (0,0)") == skyjo.parse("reveal (0,0) (0,1)")
    for action in range(skyjo.Game.RULES.ACTIONS):
        a, b = divmod(action - 38, 12)
        if action < 38 or a < b:
            assert skyjo.parse(str(skyjo.Action(action))) == action


def test_an_action_as_number_text_or_value():
    games = [skyjo.Game(players=2, seed=1) for _k in range(3)]
    action = games[0].legal_actions()[3]
    games[0].play(action), games[1].play(int(action)), games[2].play(str(action))
    assert games[0] == games[1] == games[2]


# --- history ------------------------------------------------------------------------------------------------------
def test_one_line_an_action():
    game = played()
    assert len(game.history) == 9
    assert all(isinstance(line, str) and line for line in game.history)
    assert [line.action for line in game.history] == list(game.actions)
    assert game.history[0].seat == 0
    assert game.history[0].rules == ("SK-5",)


def test_a_drawn_card_is_told_to_its_player_only():
    game = skyjo.Game.from_position(grids=[CLOSED] * 2, discard=[3], draw=[7], seed=1)
    game.play("draw")
    assert "7" in game.log(0)[-1]
    assert "7" in game.log("all")[-1]
    assert "7" not in game.log(1)[-1]
    assert "7" not in game.history[-1]


def test_undo_redo_and_branching():
    game = played()
    states = [game.goto(k).state.to_dict() for k in range(10)]
    for k in range(9, 0, -1):
        game.goto(k).undo()
        assert game.state.to_dict() == states[k - 1]
    with pytest.raises(ValueError, match="nothing to undo"):
        game.undo()
    for k in range(1, 10):
        assert game.redo().state.to_dict() == states[k]
    with pytest.raises(ValueError, match="nothing to redo"):
        game.redo()
    with pytest.raises(ValueError, match="0 to 9"):
        game.goto(10)
    game.goto(2).play(game.legal_actions()[0])
    assert (game.step, game.steps) == (3, 3)


def test_a_copy_is_independent():
    game = played()
    twin = game.copy()
    twin.play(twin.legal_actions()[0])
    assert (game.step, twin.step) == (9, 10)
    assert game != twin


# --- files --------------------------------------------------------------------------------------------------------
def test_a_saved_game_loads_equal():
    game = played()
    assert skyjo.Game.from_json(game.to_json()) == game
    game.undo().undo()
    loaded = skyjo.Game.from_json(game.to_json())
    assert loaded == game
    assert (loaded.step, loaded.steps) == (7, 9)


def test_a_game_from_a_position_saves_too():
    game = skyjo.Game.from_position(
        grids=["? 9 0 4 / 12 9 ? ? / ? -1 ? 2", CLOSED],
        discard=[3, 9],
        totals=[5, 6],
        player=0,
        seed=3,
        players=["A", "B"],
    )
    game.play("take (2,1)")
    assert skyjo.Game.from_json(game.to_json()) == game


def changed(**fields):
    """A saved game with fields replaced, and a fingerprint that fits."""
    data = {**json.loads(played().to_json()), **fields}
    return json.dumps(
        {"fingerprint": fingerprint(data)} | data
        if "fingerprint" in fields
        else data | {"fingerprint": fingerprint(data)}
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not JSON"),
        ("[1, 2]", "not a saved game"),
        (None, "not JSON"),
        ("{" * 50, "not JSON"),
        ("[" * 100_000, "not JSON"),
        (changed(format="chess"), "not a saved game"),
        (changed(version=3), "version 3.*newer"),
        (changed(version="1"), "damaged"),
        (changed(version=True), "damaged"),
        (changed(game="skipbo"), "'skipbo'"),
        (changed(extra=1), "extra"),
        (changed(players=["Ana"]), "players"),
        (changed(players=["Ana", "Bo", 3]), "damaged"),
        (changed(rules={"end_at": -5}), "end_at"),
        (changed(rules={"import": 1}), "import"),
        (changed(rules=[]), "rules"),
        (changed(seed=5), "illegal action|inconsistent"),
        (changed(seed="4"), "seed"),
        (changed(index=1), "illegal action|inconsistent"),
        (changed(actions=["draw"], step=0), "illegal action.*SK-5"),
        (changed(actions=["sing"], step=0), "damaged"),
        (changed(actions=[17], step=0), "damaged"),
        (changed(actions=[]), "damaged: step"),
        (changed(actions=json.loads(played().to_json())["actions"][:-1], step=3), "inconsistent"),
        (changed(step=-1), "step"),
        (changed(step=10), "step"),
        (changed(step=True), "step"),
        (changed(fingerprint="0" * 16), "fingerprint"),
        (changed(state="0" * 16), "inconsistent"),
        (changed(position={"grids": 5}), "damaged"),
        (changed(position={"grids": [], "cheat": 1}), "damaged"),
        (changed(position="open"), "position"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused(text, says):
    with pytest.raises(FileError, match=says):
        skyjo.Game.from_json(text)


GOLDEN = Path(__file__).parent / "golden" / "saved"


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.v1.json")), ids=lambda path: path.name)
def test_a_file_of_the_first_version_is_the_same_game(path):
    """Written when the players' stream still gave the deck away; the deal and every action are the same."""
    text = path.read_text(encoding="utf-8")
    data = json.loads(text)
    game = kind_of(data["game"]).Game.from_json(text)
    assert (game.step, [str(action) for action in game._actions]) == (data["step"], data["actions"])
    assert type(game).from_json(game.to_json()) == game
    for change in ({"fingerprint": "0" * 16}, {"seed": data["seed"] + 1}, {"state": "0" * 16}, {"version": 2}):
        with pytest.raises(FileError):
            type(game).from_json(json.dumps({**data, **change}))


@pytest.mark.parametrize("eyes", ["all", "table", "All", " TABLE "])
def test_nobody_is_called_like_other_eyes(eyes):
    with pytest.raises(ValueError, match="other eyes"):
        skyjo.Game(players=["Ana", eyes])


def test_a_hostile_file_makes_no_long_error_text():
    long = "x" * 10**6
    for text in (
        changed(players=[long, "Bo"]), changed(actions=[long], step=0), changed(rules={long: 1}), changed(game=long),
        changed(rules={"end_at": long}), changed(position={"grids": [long, long]}), changed(**{long: 1}), changed(version=10**400),
    ):  # fmt: skip
        with pytest.raises(FileError) as caught:
            skyjo.Game.from_json(text)
        assert len(str(caught.value)) < 400 and caught.value.__cause__ is None


def test_a_player_is_looked_for_in_a_moment():
    start = perf_counter()
    for text in ("a" + " " * 30_000 + "!", "a" * 30_000 + "!", "threshold" + "(" * 30_000 + ")" * 30_000 + "!"):
        with pytest.raises(ValueError, match="no player") as caught:
            find_player(skyjo.players, text)
        assert len(str(caught.value)) < 400
    assert perf_counter() - start < 1
    assert str(find_player(skyjo.players, "  threshold  ( keep = 5 ) ")) == "threshold(keep=5)"


# --- positions ----------------------------------------------------------------------------------------------------
def test_positions_go_both_ways():
    game = skyjo.Game.from_position(
        grids=["?1 9 0 4 / 12 . ? ? / ? . ? 2", CLOSED],
        discard=[3, 9],
        draw=[5, -2, 7],
        player=1,
        totals=[7, -3],
        seed=2,
    )
    again = skyjo.Game.from_position(**game.position(), seed=2)
    assert again.state.to_dict() | {"rng": 0} == game.state.to_dict() | {"rng": 0}
    assert game.position(0)["grids"][0] == "? 9 0 4 / 12 . ? ? / ? . ? 2"
    assert "draw" not in game.position(0)
    game.play("draw")
    assert game.position()["drawn"] == 7
    assert "drawn" not in game.position(0)


@pytest.mark.parametrize(
    ("position", "says"),
    [
        ({"grids": ["1 2 3 / 4 5 6", CLOSED]}, "3 rows with 4 cells"),
        ({"grids": ["13" + CLOSED[1:], CLOSED]}, "'13' is not a Skyjo card"),
        ({"grids": ["x" + CLOSED[1:], CLOSED]}, "'x' is not a Skyjo card"),
        ({"grids": [CLOSED]}, "1 players are not possible"),
        ({"grids": CLOSED}, "list of texts"),
        ({"grids": [CLOSED, 5]}, "not a grid"),
        ({"grids": [CLOSED] * 2, "discard": [12] * 11}, "12 is there 11 times; the deck has 10"),
        ({"grids": ["-2 -2 -2 1 / -2 -2 ?-2 1 / ? ? ? ?", CLOSED]}, "−2 is there 6 times; the deck has 5"),
        ({"grids": [CLOSED] * 2, "totals": [1]}, "totals"),
        ({"grids": [CLOSED] * 2, "totals": [1, "2"]}, "totals"),
        ({"grids": [CLOSED] * 2, "player": 2}, "no player 2"),
        ({"grids": [CLOSED] * 2, "closer": 1}, "closer has no face-down card"),
        ({"grids": [CLOSED, ". . . . / . . . . / . . . ."]}, "name the closer"),
        ({"grids": [". . . . / . . . . / . . . .", CLOSED]}, "no card left"),
        ({"grids": ["1 2 3 ? / ? ? ? ? / ? ? ? ?", CLOSED], "player": None}, "player=None"),
        ({"grids": [CLOSED] * 2, "discard": [], "draw": []}, "both piles are empty"),
        ({"grids": [CLOSED] * 2, "players": ["A", "B", "C"]}, "3 players but 2 grids"),
        ({"grids": [CLOSED] * 2, "drawn": 13}, "13 is not a Skyjo card"),
        ({"grids": [CLOSED] * 2, "draw": [1.5]}, "1.5 is not a Skyjo card"),
    ],
)
def test_impossible_positions_are_refused(position, says):
    with pytest.raises(ValueError, match=says):
        skyjo.Game.from_position(**{"discard": [3], "seed": 1, **position})


@pytest.mark.parametrize("pile", ["3 12", ["3", "12"], (3, 12), [3, "12"]])
def test_a_pile_is_a_row_of_cards_from_bottom_to_top(pile):
    game = skyjo.Game.from_position(grids=[CLOSED] * 2, discard=pile, seed=1)
    assert game.view(0).discard == (3, 12)
    assert skyjo.Game.from_json(game.to_json()) == game


@pytest.mark.parametrize("pile", [iter([3, 4]), 3, {3: 1}, range(3)])
def test_what_is_no_row_of_cards_is_refused(pile):
    for name in ("discard", "draw", "totals"):
        with pytest.raises(ValueError, match="such as"):
            skyjo.Game.from_position(grids=[CLOSED] * 2, seed=1, **{name: pile})


def test_what_is_not_given_is_dealt_by_the_seed():
    one, two, other = (skyjo.Game.from_position(grids=[CLOSED] * 2, seed=seed) for seed in (1, 1, 2))
    assert one.state == two.state != other.state
    assert one.state.draw_n == 150 - 24 - 1
    short = skyjo.Game.from_position(grids=[CLOSED] * 2, discard=[3], draw=[1, "?"], seed=1)
    assert short.state.draw_n == 2
    assert short.view(0).unseen.total == 26


def test_player_none_without_open_cards_is_the_start_of_a_round():
    game = skyjo.Game.from_position(grids=[CLOSED] * 2, discard=[3], player=None, seed=1)
    assert game.phase == "reveal"


# --- looking at it ------------------------------------------------------------------------------------------------
def test_names_are_escaped_in_html():
    game = skyjo.Game(players=["<script>alert(1)</script>", "Bo & Co"], seed=1)
    page = game._repr_html_()
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
    assert "Bo &amp; Co" in page


def test_the_board_shows_no_more_than_the_eyes_may_see():
    game = skyjo.Game.from_position(grids=["?12 ?11 1 1 / ? ? ? ? / ? ? ? ?", CLOSED], discard=[3], draw=[9], seed=1)
    assert "?12" in str(game.board("all"))
    for eyes in (0, 1, "table", "Player 1"):
        assert "12" not in str(game.board(eyes))
        assert "12" not in game.board(eyes).html()
    with pytest.raises(ValueError, match="no player 'nobody'"):
        game.board("nobody")


def test_out_of_turn_names_the_rule():
    game = skyjo.Game(players=["Ana", "Bo"], seed=1)
    with pytest.raises(IllegalAction, match="SK-8: it is Ana's turn, not Bo's"):
        game.play("reveal (0,0) (0,1)", player="Bo")


def test_an_action_tells_a_players_function_what_it_is_about():
    grids = ["12 ? . 4 / 3 ? . 4 / -2 9 . ?", "? ? ? ? / ? ? ? ? / ? 1 ? 1"]
    game = skyjo.Game.from_position(grids=grids, discard=[7], seed=1)
    view = game.view(0)
    draw, take = skyjo.parse("draw"), skyjo.parse("take (0,0)")
    assert (draw.word, draw.cells, view.replaced(draw)) == ("draw", [], 0)
    assert (take.word, take.cells, view.replaced(take)) == ("take", [(0, 0)], 12)
    assert view.replaced(skyjo.parse("take (0,1)")) == float(view.unseen.mean())
    assert skyjo.parse("reveal (0,0) (1,3)").cells == [(0, 0), (1, 3)]
    assert skipbo.parse("hand 7 -> 2").word == "hand"
