"""The table companion without a browser: entries, what follows from them, the odds, sessions."""

import json
from fractions import Fraction
from html import unescape

import pytest
import traitlets
from test_board import Tags

pytest.importorskip("anywidget")

from cardlib import skipbo, skyjo, skyjo_action, widgets
from cardlib.engine.saved import fingerprint
from cardlib.text import percentage
from cardlib.widgets.ahead import BREATH
from cardlib.widgets.companion import PAUSE, read_session

EVIL = "<b>Ana</b><script>alert(1)</script>"


def session_of(table, **change):
    """The session of a table as a file that says something else, with a fingerprint that fits."""
    data = {**json.loads(table.session()), **change}
    return json.dumps({**data, "fingerprint": fingerprint(data)})


def skyjo_table(grids=("5 9 ? ? / 5 ? ? ? / ? ? ? 0", "? ? 12 ? / ? -1 ? ? / ? 8 ? ?"), discard=(5,), **options):
    """A companion with grids and a discard pile, Ana to play."""
    table = widgets.companion("skyjo", ["Ana", "Bo", "Cleo"][: len(grids)], **options)
    cells = {
        f"cell {p} {r} {c}": [card]
        for p, grid in enumerate(grids)
        for r, row in enumerate(grid.split("/"))
        for c, card in enumerate(row.split())
    }
    places = {**cells, "discard": [str(card) for card in discard]}
    table.act("load", session_of(table, places=places))
    assert not table.problem, str(table.problem)
    table.past.clear()
    table.act("seat", 0)
    return table


def enter(table, key, *cards):
    """Choose a place and lay cards on it."""
    table.act("place", key)
    for card in cards:
        table.act("lay", str(card))
        assert not table.problem, str(table.problem)
    table.act("place", key)


def do(table, key, name):
    """Choose a place and do something with it."""
    if table.chosen != key:
        table.act("place", key)
    table.act("command", name)
    assert not table.problem, str(table.problem)


# --- entering cards ---------------------------------------------------------------------------------------------------
def test_a_place_then_its_card():
    table = widgets.companion("skyjo", ["Ana", "Bo"])
    table.act("lay", "5")
    assert "Choose a place" in str(table.problem)
    table.act("place", "cell 1 2 3")
    assert 'aria-label="lay 5, 10 left"' in table.html
    table.act("lay", "5")
    assert table.table.cards("cell 1 2 3") == ("5",)
    assert 'aria-label="lay 5, 9 left"' in table.html
    assert str(table.message).startswith("Bo, row 3, column 4: 5. Best for Ana, one step ahead: draw a card.")


@pytest.mark.parametrize(
    ("key", "card", "said"),
    [
        ("cell 0 0 0", "13", "There is no card 13"), ("cell 0 0 0", "<i>", "There is no card <i>"),
        ("discard", "?", "Only a place of a grid"), ("cell 0 0 0", "W", "There is no card W"),
    ],
)  # fmt: skip
def test_a_wrong_entry_says_why_and_changes_nothing(key, card, said):
    table = skyjo_table()
    before = table.table
    table.act("place", key)
    table.act("lay", card)
    assert said in str(table.problem) and table.table is before
    assert "<i>" not in table.html


def test_an_eleventh_twelve_is_refused():
    table = widgets.companion("skyjo", ["Ana", "Bo"])
    enter(table, "discard", *["12"] * 10)
    before = table.table
    table.act("type", ["cell 0 0 0", "12"])
    assert str(table.problem) == "the card 12 is there 11 times; the deck has 10 (SK-1)"
    assert table.table is before


@pytest.mark.parametrize("key", ["cell 0 3 0", "cell 2 0 0", "draw", "discard#1", "discard#x", "", None, 3])
def test_there_is_no_such_place(key):
    table = skyjo_table()
    table.act("place", key)
    assert "There is no such place." in str(table.problem) and table.chosen is None


def test_typing_a_card_digit_by_digit_is_one_entry():
    table = skyjo_table()
    n = len(table.past)
    table.act("type", ["cell 0 0 1", "1"])
    assert table.table.cards("discard") == ("5", "9")  # 9 was exchanged for 1
    table.act("type", ["cell 0 0 1", "12"])
    assert table.table.cards("cell 0 0 1") == ("12",) and len(table.past) == n + 1
    table.act("type", ["cell 0 0 1", "-"])
    table.act("type", ["cell 0 0 1", "−2"])
    assert table.table.cards("cell 0 0 1") == ("-2",)
    table.act("type", ["cell 0 0 1", "1"])
    table.act("type", ["cell 0 0 1", "19"])
    assert "There is no card 19" in str(table.problem) and table.table.cards("cell 0 0 1") == ("1",)
    table.act("type", ["cell 0 0 1", "Backspace"])
    assert table.table.cards("cell 0 0 1") == ("?",)
    table.act("type", ["drawn", "Delete"])
    assert "no card to take away" in str(table.problem)


def test_undo_and_redo():
    table = widgets.companion("skyjo", ["Ana", "Bo"])
    table.act("undo")
    assert "nothing to undo" in str(table.problem)
    enter(table, "cell 0 0 0", "5")
    now = table.table
    table.act("undo")
    assert table.table.cards("cell 0 0 0") == ("?",)
    table.act("redo")
    assert table.table == now
    table.act("redo")
    assert "nothing to redo" in str(table.problem)


# --- moves of the game ------------------------------------------------------------------------------------------------
def test_an_exchanged_card_goes_to_the_discard_pile_unless_a_mistake_is_corrected():
    table = skyjo_table()
    enter(table, "cell 0 0 1", "3")
    assert table.table.cards("discard") == ("5", "9")
    table.act("following", False)
    enter(table, "cell 0 0 1", "4")
    assert table.table.cards("discard") == ("5", "9")


def test_the_top_discard_completes_a_column_which_is_cleared_on_top_of_the_exchanged_card():
    table = skyjo_table()
    do(table, "cell 0 2 0", "take")
    assert table.chosen == "discard" and "Now enter the card that lay there" in str(table.message)
    assert table.table.cards("discard") == ()
    table.act("lay", "7")
    assert table.table.cards("discard") == ("7", "5", "5", "5")  # SK-15
    assert [table.table.cards(f"cell 0 {r} 0") for r in range(3)] == [(".",)] * 3
    assert "A full line is cleared." in str(table.message)


def test_without_the_column_rule_nothing_is_cleared():
    table = skyjo_table(rules=skyjo.Rules.club())
    do(table, "cell 0 2 0", "take")
    table.act("lay", "7")
    assert table.table.cards("cell 0 2 0") == ("5",) and table.table.cards("discard") == ("7",)


def test_a_drawn_card_is_kept_or_rejected():
    table = skyjo_table()
    enter(table, "drawn", "-2")
    assert "Keep or reject?" in table.html
    do(table, "cell 0 0 1", "keep")
    assert table.table.cards("cell 0 0 1") == ("-2",) and table.table.cards("drawn") == ()
    assert table.table.cards("discard") == ("5", "9")
    enter(table, "drawn", "11")
    do(table, "drawn", "reject")
    assert table.table.cards("discard") == ("5", "9", "11") and table.table.cards("drawn") == ()
    table.act("command", "reject")
    assert "cannot be done now" in str(table.problem)


def test_the_discard_history_can_be_corrected_and_shuffled():
    table = skyjo_table(discard=(5, 6, 7))
    table.act("place", "discard#1")
    table.act("lay", "8")
    assert table.table.cards("discard") == ("5", "8", "7")
    do(table, "discard#0", "out")
    assert table.table.cards("discard") == ("8", "7")
    do(table, "discard", "shuffle")
    assert table.table.cards("discard") == ("7",)
    do(table, "discard", "off")
    assert table.table.cards("discard") == ()


# --- the odds ---------------------------------------------------------------------------------------------------------
def test_the_odds_are_those_of_the_package():
    table = skyjo_table()
    mine, theirs = "5 9 ? ? / 5 ? ? ? / ? ? ? 0", [12, -1, 8]
    moves = skyjo.odds.moves(mine, discard_top=5, seen=theirs)
    view = table.view_of()
    assert [(m.action, m.expected) for m in skyjo.odds.moves(view)] == [(m.action, m.expected) for m in moves]
    assert skyjo.odds.total(view) == skyjo.odds.total(mine, seen=[5, *theirs])
    assert "take the discard to row 3, column 1" in str(table.message) + table.html
    assert "<small>best</small>" in table.html
    column = skyjo.odds.columns(mine, discard_top=5, seen=theirs)[0]
    assert column.value == 1 and "100%" in table.html


def test_the_odds_of_whoever_is_to_play():
    table = skyjo_table()
    table.act("seat", "1")
    assert "Odds for Bo" in table.html and str(table.message).startswith("Best for Bo")
    total = skyjo.odds.total("? ? 12 ? / ? -1 ? ? / ? 8 ? ?", seen=[5, 9, 5, 0, 5])
    assert skyjo.odds.total(table.view_of()) == total
    table.act("seat", "2")
    assert "no such player" in str(table.problem)


def test_the_risk_of_closing_is_exact_when_few_cards_are_hidden():
    grids = ("1 2 3 4 / 1 5 0 0 / -1 3 3 ?", "1 2 9 4 / ? 5 0 0 / 7 3 ? 12")
    table = skyjo_table(grids, discard=[9])
    assert table.timer[0] == BREATH  # nothing waits; the moves are played on
    exact = skyjo.odds.closing(list(grids), seen=[9])
    assert skyjo.odds.closing(table.view_of()).doubled == exact.doubled
    assert str(exact.table().rows[3][1]) in table.html
    table.act("why", "closing")
    assert "You close the round now" in table.html
    table.act("why", "closing")
    assert "You close the round now" not in table.html


def test_the_risk_of_closing_waits_for_a_pause_when_many_cards_are_hidden():
    table = skyjo_table()
    assert table.timer[0] == PAUSE and "a moment" in table.html
    table.act("tick", table.timer[1] - 1)
    assert "a moment" in table.html
    table.act("tick", table.timer[1])
    assert table.timer[0] == BREATH and "2000 deals, seed 1" in table.html and "interval" in table.html


@pytest.mark.parametrize("kind", ["skyjo", "skyjo_action", "skipbo"])
def test_a_table_of_one(kind):
    table = widgets.companion(kind, ["Ana"])
    assert not table.problem and "Odds for Ana" in table.html and str(table.board()).count("Ana") == 1
    assert len(table.board().seats) == 1 and "closes now" not in table.html
    deck = sum(deck.total for deck in table.sheet.decks()[:1])
    assert table.view_of().unseen.total == deck


def test_a_cleared_grid_has_nothing_to_ask():
    table = skyjo_table((". . . . / . . . . / . . . .", "? ? ? ? / ? ? ? ? / ? ? ? ?"))
    assert "All cards of this grid are cleared." in table.html and not table.problem


# --- sessions and tables ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", ["skyjo", "skyjo_action", "skipbo"])
def test_a_session_comes_back(kind):
    table = widgets.companion(kind, [EVIL, "Bo"])
    enter(table, "discard 1 2" if kind == "skipbo" else "cell 1 0 0", "7")
    table.act("seat", 1)
    other = widgets.companion("skyjo", ["Cleo", "Dan"])
    other.act("load", table.session())
    assert not other.problem and kind == other.sheet.kind and other.table == table.table
    other.act("undo")
    assert other.table.players == ("Cleo", "Dan")
    assert not {"script", "b"} & {tag for tag, _ in Tags(table.html).tags} and EVIL in Tags(table.html).text


@pytest.mark.parametrize(
    "change",
    [
        {"format": "something"}, {"version": 3}, {"game": "poker"}, {"game": None}, {"players": "Ana"},
        {"players": ["Ana", "Ana"]}, {"players": ["Ana", 3]}, {"players": ["Ana"] * 20}, {"seat": 2}, {"seat": "0"},
        {"places": {"cell 5 0 0": ["5"]}}, {"places": {"cell 0 0 0": []}}, {"places": {"cell 0 0 0": ["5", "5"]}},
        {"places": {"cell 0 0 0": ["99"]}}, {"places": {"discard": ["12"] * 11}}, {"places": {"discard": "12"}},
        {"places": [1]}, {"rules": {"end_at": -1}}, {"rules": {"nothing": 1}}, {"rules": 3},
    ],
)  # fmt: skip
def test_a_damaged_session_is_refused_and_changes_nothing(change):
    table = skyjo_table()
    before = table.table
    table.act("load", session_of(table, **change))
    assert table.problem and table.table is before and not table._traceback


@pytest.mark.parametrize("text", [None, "", "{", "[]", "3", "[" * 100_000, "__import__('os')"])
def test_what_is_no_session_at_all_is_refused(text):
    with pytest.raises(ValueError):
        read_session(text)


def test_a_session_of_the_first_version_loads_and_a_changed_letter_is_noticed():
    table = skyjo_table()
    data = json.loads(table.session())
    old = {name: value for name, value in data.items() if name != "fingerprint"} | {"version": 1}
    sheet, read = read_session(json.dumps(old))
    assert sheet.kind == "skyjo" and read == table.table
    with pytest.raises(ValueError, match="fingerprint"):
        read_session(table.session().replace("Ana", "Ann"))


def test_saving_hands_the_session_to_the_browser(monkeypatch):
    table, sent = skyjo_table(), []
    monkeypatch.setattr(table, "send", lambda content: sent.append(content))
    table.act("save")
    assert sent == [{"save": {"name": "skyjo_table.json", "text": table.session()}}]


def test_another_game_and_other_players():
    table = skyjo_table()
    table.act("table", {"kind": "skipbo", "players": "Ana, Bo , Cleo"})
    assert table.sheet.kind == "skipbo" and table.table.players == ("Ana", "Bo", "Cleo")
    table.act("table", {"kind": "skyjo", "players": "Ana, Ana"})
    assert "not all different" in str(table.problem) and table.sheet.kind == "skipbo"
    table.act("undo")
    assert table.sheet.kind == "skyjo" and table.table.cards("discard") == ("5",)
    table.act("clear")
    assert table.table.cards("discard") == () and table.table.players == ("Ana", "Bo")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("poker",), "There is no game poker"), (("skyjo", ["Ana"] * 2), "not all different"),
        (("skyjo", "Ana"), "list of names"), (("skyjo", ["Ana", "Bo"], skipbo.Rules()), "not rules of Skyjo"),
        (("skipbo", ["Ana"] * 7), "players"),
        (("skyjo_action", ["Ana"], skyjo_action.Rules(variant="single_pile")), "pile"),
    ],
)  # fmt: skip
def test_a_companion_that_cannot_be(arguments, said):
    with pytest.raises(ValueError, match=said):
        widgets.companion(*arguments)


def test_as_text_and_as_a_picture():
    table = skyjo_table()
    assert "> Ana" in str(table) and "Best for Ana" in str(table)
    assert "<button" not in table.still() and "Best for Ana" in table.still()


# --- Skip-Bo ----------------------------------------------------------------------------------------------------------
def skipbo_table():
    """Ana holds 1 2 W 6 9, her stock shows 10; the first building pile is at 8."""
    table = widgets.companion("skipbo", ["Ana", "Bo"])
    enter(table, "build 1", "8")
    enter(table, "hand 0", "1", "2", "W", "6", "9")
    enter(table, "stock 0", "10")
    return table


def test_skip_bo_the_best_plays():
    table = skipbo_table()
    best = skipbo.odds.turn(table.view_of())
    assert best.stock_cards == 1 and [str(play) for play in best.plays] == ["hand 9 -> 1", "stock -> 1"]
    assert "play 9 from the hand on pile 1" in str(table.advice())
    unseen = skipbo.DECK - [1, 2, "W", 6, 9, 10, *range(1, 9)]
    reach = skipbo.odds.reach(start=8, to=9, hand=[1, 2, "W", 6, 9], draws=0, unseen=unseen)
    assert reach.value == Fraction(1) and "100%" in table.html
    for name in ("pile", "right", "worth"):
        table.act("why", name)
        assert "cardlib-explanation" in table.html, name


def test_skip_bo_a_play_with_one_press():
    table = skipbo_table()
    do(table, "hand 0#4", "build 1")
    assert table.table.cards("hand 0") == ("1", "2", "W", "6") and len(table.table.cards("build 1")) == 9
    do(table, "stock 0", "build 1")
    assert table.table.cards("stock 0") == () and table.chosen == "stock 0"
    assert "Now enter the new top card" in str(table.message)
    do(table, "hand 0#0", "discard 0 3")
    assert table.table.cards("discard 0 3") == ("1",)
    table.act("place", "hand 0#0")
    table.act("command", "build 1")
    assert "cannot be done now" in str(table.problem)  # a 2 does not fit on a pile at 10


def test_skip_bo_building_piles():
    table = widgets.companion("skipbo", ["Ana", "Bo"])
    enter(table, "build 2", "3", "W", "6")
    assert table.table.cards("build 2") == ("1", "2", "3", "W", "5", "6")
    enter(table, "build 2", "4")
    assert table.table.cards("build 2") == ("1", "2", "3", "W")
    enter(table, "build 2", "12")
    assert table.table.cards("build 2") == () and len(table.table.cards("aside")) == 12
    do(table, "aside", "shuffle")
    assert table.table.cards("aside") == ()


@pytest.mark.parametrize(
    ("key", "cards", "said"),
    [("hand 0", ["1"] * 6, "at most 5"), ("hand 0", ["13"], "no card 13"), ("stock 0", ["?"], "no card")],
)
def test_skip_bo_wrong_entries(key, cards, said):
    table = widgets.companion("skipbo", ["Ana", "Bo"])
    table.act("place", key)
    for card in cards:
        before = table.table
        table.act("lay", card)
    assert said in str(table.problem) and table.table is before


def test_skip_bo_many_ways_to_play_wait_for_a_pause():
    table = skipbo_table()
    enter(table, "discard 0 1", "12", "11", "7")
    enter(table, "discard 0 2", "W")
    assert table.timer[0] > 0 and "a moment" in table.html
    table.act("tick", table.timer[1])
    assert "play 9 from the hand on pile 1" in table.html


# --- Skyjo Action -----------------------------------------------------------------------------------------------------
def test_skyjo_action_cards_are_taken_and_spent():
    table = widgets.companion("skyjo_action", ["Ana", "Bo"])
    enter(table, "market", "look", "defence", "swap", "look")
    table.act("place", "market")
    table.act("lay", "steal")
    assert "at most 4 cards" in str(table.problem)
    do(table, "market#1", "taken")
    assert table.table.cards("held 0") == ("defence",) and table.table.cards("market") == ("look", "swap", "look")
    assert table.chosen == "market"
    do(table, "held 0#0", "spent")
    assert table.table.cards("action discard") == ("defence",)
    table.act("place", "market")
    table.act("lay", "look")
    table.act("place", "held 1")
    table.act("lay", "look")
    assert "look is there 4 times; the deck has 3" in str(table.problem)


def test_skyjo_action_stars_are_jokers_when_their_owner_says_so():
    table = widgets.companion("skyjo_action", ["Ana", "Bo"])
    enter(table, "cell 0 0 0", "*")
    enter(table, "cell 0 1 0", "4")
    enter(table, "cell 0 2 0", "4")
    assert table.table.cards("cell 0 0 0") == ("*",)
    (found,) = table.sheet.commands(table.table, table.sheet.place(table.table, "cell 0 0 0"), None)
    assert str(found.label) == "Remove this column"
    do(table, "cell 0 0 0", found.name)
    assert table.table.cards("discard") == ("*", "4", "4") and table.table.cards("cell 0 2 0") == (".",)
    for c in range(4):
        enter(table, f"cell 1 1 {c}", "7")
    assert table.table.cards("discard")[-4:] == ("7",) * 4  # a row of four goes by itself (SA-9)


def test_skyjo_action_nine_cards_and_without_action_cards():
    table = widgets.companion("skyjo_action", ["Ana", "Bo"], skyjo_action.Rules(nine_cards=True, variant="stars"))
    assert "cell 0 2 3" not in table.table.places and "market" not in table.table.places
    for c in range(3):
        enter(table, f"cell 0 0 {c}", "7")
    assert table.table.cards("discard") == ("7",) * 3
    numbers = widgets.companion("skyjo_action", ["Ana"], skyjo_action.Rules(variant="numbers"))
    numbers.act("type", ["cell 0 0 0", "*"])
    assert "There is no card *" in str(numbers.problem)


def test_skyjo_action_lines_with_stars_as_jokers():
    table = widgets.companion("skyjo_action", ["Ana", "Bo"])
    enter(table, "cell 0 0 0", "4")
    enter(table, "cell 0 1 0", "*")
    unseen, answer = table.view_of().unseen, skyjo_action.odds.complete_line(table.view_of(), "column 0", 3)
    assert answer.collect == 4
    total, outs = 118, 6 + 14  # a 4 or a star, among 118 cards, in three draws
    none = Fraction((total - outs) * (total - outs - 1) * (total - outs - 2), total * (total - 1) * (total - 2))
    assert unseen.total == total and answer.value == 1 - none
    assert "column 1: 4s" in table.html and str(percentage(answer.value)) in table.html
    table.act("line", "column 0")
    table.act("why", "line")
    assert "cardlib-explanation" in table.html
    table.act("draws", "99")
    assert "from 0 to 30" in str(table.problem)


# --- partners ---------------------------------------------------------------------------------------------------------
def test_partners_play_from_each_others_stocks():
    table = widgets.companion("skipbo", ["Ana", "Bo", "Cleo", "Dora"], rules=skipbo.Rules(teams=True))
    enter(table, "build 1", "3")
    enter(table, "hand 0", "4", "12")
    enter(table, "stock 2", "5")
    assert [str(play) for play in skipbo.odds.turn(table.view_of()).plays] == ["hand 4 -> 1", "partner stock -> 1"]
    assert "play 5 from your partner's stock on pile 1" in unescape(table.html)
    assert "fits on any pile" not in table.html and "No stock card lies open" in table.html


def test_what_is_entered_is_a_position_of_the_game():
    table = skipbo_table()
    view = skipbo.Game.from_position(**table.position, rules=table.sheet.rules, seed=3).view(0)
    assert (view.hand, view.stock_top, view.heights) == ((1, 2, 6, 9, "W"), 10, (8, 0, 0, 0))
    table = skyjo_table()
    view = skyjo.Game.from_position(**table.position, seed=3).view("Ana")
    assert view == table.view_of() or str(view.grid) == "5 9 ? ? / 5 ? ? ? / ? ? ? 0"
    assert view.unseen == table.view_of().unseen and view.unseen.total == 150 - 8


def test_a_stock_card_that_is_not_entered_is_unseen():
    table = widgets.companion("skipbo", ["Ana", "Bo"])
    assert table.view_of().unseen == skipbo.DECK and table.view_of().stock_tops == (None, None)
    enter(table, "stock 1", "7")
    assert table.view_of().unseen == skipbo.DECK - [7]


# --- state that others observe ------------------------------------------------------------------------------------------
def test_the_table_can_be_observed_and_linked():
    table, seen = skyjo_table(), []
    table.observe(lambda change: seen.append(change.new), ["position"])
    enter(table, "cell 1 0 0", "7")
    assert [position["grids"][1] for position in seen] == ["7 ? 12 ? / ? -1 ? ? / ? 8 ? ?"]
    table.seat = 1
    assert table.table.seat == 1 and "Odds for Bo" in table.html
    with pytest.raises(ValueError, match="no such player"):
        table.seat = 5
    assert table.seat == 1
    other = widgets.odds_explorer(draws=2)
    traitlets.link((table, "draws"), (other, "draws"))
    assert other.draws == 3 and other.answers()[0] == skyjo.odds.columns(other.grid, draws=3)[0]
    other.act("draws", "5")
    with pytest.raises(ValueError, match="from 0 to 30"):
        other.draws = 31
    assert table.draws == 5 and 'value="5" data-key="draws"' in table.html
    assert other.answer == other.answers()[0]
    other.act("column", "2")
    assert other.answer == other.answers()[2]
