"""Skyjo Action as a game: what always holds, files, positions, texts, views; its players."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_skyjo_action_cases import DOWN, act, at, cards_of

from cardlib import skyjo_action as sa
from cardlib.engine.game import FileError, IllegalAction
from cardlib.engine.players import choose, choose_action
from cardlib.skyjo_action import players as P
from cardlib.skyjo_action import rules as R
from cardlib.skyjo_action import table as T

RULES = st.builds(
    sa.Rules,
    variant=st.sampled_from(["full", "full", "single_pile", "stars", "numbers"]),
    nine_cards=st.booleans(),
    beginner=st.booleans(),
    single_pile_actions=st.integers(5, 10),
    final_lap=st.sampled_from(["all_others_once", "equal_turns", "none"]),
    may_reject_drawn=st.booleans(),
    column_clear=st.sampled_from(["mandatory", "off"]),
    row_clear=st.booleans(),
    clear_at_final_reveal=st.booleans(),
    no_progress_turns=st.sampled_from([None, 5, 30]),
)


def played(rules, seats, seed, steps):
    """A game after some actions by chance."""
    game, chance = sa.Game(seats, rules, seed), random.Random(seed)
    for _step in range(steps):
        if not (legal := game.legal_actions()):
            break
        game.play(chance.choice(legal))
    return game


def at_rest(game):
    """Whether a position can be written now."""
    return game.phase in ("turn", "drawn") or (game.phase == "reveal" and game.player == 0)


def shuffle_hidden(game, seat, chance):
    """The same game with the cards that a seat cannot know dealt otherwise."""
    other = game.copy()
    state = other._states[other._step] = game.state.copy()
    places = [
        (state.card[p], c) for p in range(state.players) for c in range(T.CELLS)
        if (T.face_down(state, p) & ~state.known[seat][p]) >> c & 1
    ]  # fmt: skip
    places += [(state.draw, k) for k in range(state.draw_n)]
    if state.phase in (T.PICKING, T.PUTTING) and state.turn != seat:
        places += [(state.three, k) for k in range(state.three_n)]
    if state.phase == T.REVEALING:
        chosen = state.up[seat]
        places = [place for place in places if not (place[0] is state.card[seat] and chosen >> place[1] & 1)]
        places += [(state.card[p], c) for p in range(state.players) for c in range(T.CELLS)
                   if p != seat and state.up[p] >> c & 1]  # fmt: skip
    for group in (places, [(state.action_draw, k) for k in range(state.action_draw_n)]):
        cards = [where[k] for where, k in group]
        chance.shuffle(cards)
        for (where, k), card in zip(group, cards, strict=True):
            where[k] = card
    return other


@settings(max_examples=40, deadline=None, derandomize=True)
@given(RULES, st.integers(0, 10**6), st.integers(0, 60))
def test_what_always_holds(rules, seed, steps):
    allowed = sa.Game.seats(rules)
    game = played(rules, allowed[seed % len(allowed)], seed, steps)
    whole = sum(game.state.deck)
    assert sum(cards_of(game.state).values()) == whole
    legal = game.legal_actions()
    assert bool(legal) != game.is_over
    for action in legal:
        assert sa.parse(str(action)) == action
        assert game.places(action)
    before = game.state.to_dict()
    for action in random.Random(seed).sample(range(R.ACTIONS), 25):
        if action not in legal:
            with pytest.raises(IllegalAction) as refused:
                game.play(action)
            assert refused.value.rule or action >= R.ACTIONS
    assert game.state.to_dict() == before
    again = sa.Game.from_json(game.to_json())
    assert again == game
    for line, eyes in ((game.history, "table"), (game.log("all"), "all"), (game.log(0), 0)):
        assert len(line) == game.step and all(line), eyes
    assert str(game.board("all")) and game._repr_html_()
    if legal:
        digest = game.state.digest()
        assert game.play(legal[-1]).undo().state.digest() == digest
        assert game.redo().undo().state.digest() == digest


@settings(max_examples=40, deadline=None, derandomize=True)
@given(RULES, st.integers(0, 10**6), st.integers(0, 60))
def test_no_peeking(rules, seed, steps):
    allowed = sa.Game.seats(rules)
    game = played(rules, allowed[seed % len(allowed)], seed, steps)
    if game.player is None:
        return
    chance, seat = random.Random(seed), game.player
    other = shuffle_hidden(game, seat, chance)
    assert other.view(seat) == game.view(seat)
    assert str(other.board(seat)) == str(game.board(seat))
    for kind in range(len(P.NAMES)):
        one, two = game.view_record(seat), other.view_record(seat)
        one.rng = two.rng = 7
        action = choose(P, one, kind)
        assert action == choose(P, two, kind)
        if kind < P.SIMPLE:  # what the loop of a batch relies on
            state = other.state.copy()
            state.rng = 7
            assert action == P.choose_simple(state, kind)
        assert R.check(game.state, action) == R.LEGAL
        assert one.to_dict() | {"rng": 0} == game.view_record(seat).to_dict() | {"rng": 0}  # a choice changes nothing


@settings(max_examples=30, deadline=None, derandomize=True)
@given(RULES, st.integers(0, 10**6), st.integers(0, 40))
def test_positions_both_ways(rules, seed, steps):
    allowed = sa.Game.seats(rules)
    game = played(rules, allowed[seed % len(allowed)], seed, steps)
    while game.player is not None and not at_rest(game):
        game.play(game.legal_actions()[-1])
    if game.player is None or game.state.more > 20:
        return
    position = json.loads(json.dumps(game.position()))
    again = sa.Game.from_position(**position, rules=rules, seed=3)
    assert again.position() == game.position()
    for seat in range(len(game.players)):
        assert again.view(seat).grids == game.view(seat).grids
        assert again.view(seat).unseen == game.view(seat).unseen
        assert again.view(seat).unseen_actions == game.view(seat).unseen_actions
    assert {str(a) for a in again.legal_actions()} == {str(a) for a in game.legal_actions()}
    assert sa.Game.from_json(again.to_json()) == again


def test_a_saved_game_that_is_damaged_is_refused():
    game = at(DOWN, DOWN, held=[["look"], []])
    act(game, "play look", "seat 1", "column 0")
    text = game.to_json()
    assert sa.Game.from_json(text) == game
    data = json.loads(text)
    for change in (
        {"version": 99}, {"game": "skyjo"}, {"actions": ["play look", "seat 0", "seat 1"]}, {"fingerprint": "0" * 16},
        {"actions": ["play dance"]}, {"rules": {"variant": "solo"}}, {"step": 9}, {"seed": "1"},
        {"position": data["position"] | {"held": [["dance"], []]}}, {"position": data["position"] | {"market": ["look"] * 5}},
        {"position": data["position"] | {"known": [["9 (0,0)"], []]}}, {"position": {"grids": 3}}, {"extra": 1},
    ):  # fmt: skip
        with pytest.raises(FileError):
            sa.Game.from_json(json.dumps(data | change))
    for wrong in ("", "[]", text[:-9], "null"):
        with pytest.raises(FileError):
            sa.Game.from_json(wrong)


@pytest.mark.parametrize(
    ("more", "text"),
    [({"held": [["look"] * 4, []]}, "4 times"), ({"market": ["look"] * 5}, "at most 4"), ({"held": [[]]}, "2 lists"),
     ({"discard": ["A5"]}, "not a card"), ({"discard": ["**"]}, "not a card"), ({"known": [["1 (0,0)"]]}, "2 lists"),
     ({"grids": ["* * * * / * * * * / * * * *", "* * * * / ? ? ? ? / ? ? ? ?"]}, "16 times"), ({"extra_turns": -1}, "extra_turns")],
)  # fmt: skip
def test_positions_that_cannot_be(more, text):
    with pytest.raises(ValueError, match=text):
        sa.Game.from_position(**({"grids": [DOWN, DOWN], "seed": 1} | more))


@pytest.mark.parametrize(
    ("more", "text"),
    [({"held": 5}, "held is 5; it must be 2 lists"), ({"held": [None, []]}, "2 lists"), ({"held": ["look", []]}, "2 lists"),
     ({"held": [[5], []]}, "5 is no action card"), ({"held": {0: ["look"]}}, "2 lists"), ({"market": 5}, "5 is no row"),
     ({"action_draw": 5}, "5 is no row"), ({"action_discard": 5}, "5 is no row"), ({"draw": 5}, "5 is no row"),
     ({"discard": 5}, "5 is no row"), ({"totals": 5}, "5 is no row"), ({"known": 5}, "known is 5; it must be 2 lists"),
     ({"known": [None, []]}, "2 lists"), ({"known": [[5], []]}, "places|hidden"), ({"grids": 5}, "grids is a list"),
     ({"grids": [5, 5]}, "5 is not a grid"), ({"market": [5]}, "5 is no action card")],
)  # fmt: skip
def test_positions_of_the_wrong_kind_are_refused_in_words(more, text):
    with pytest.raises(ValueError, match=text):
        sa.Game.from_position(**({"grids": [DOWN, DOWN], "seed": 1} | more))


@pytest.mark.parametrize("text", ["", "play", "play dance", "market 0", "market 5", "seat 10", "column 4", "row 3", "card 4",
                                  "choose", "choose (0,9)", "choose (0,0) (1,1)", "reveal", "draw (0,0)", "hold it"])  # fmt: skip
def test_texts_that_are_no_action(text):
    with pytest.raises(ValueError):
        sa.parse(text)


def test_action_cards_have_short_names_and_numbers():
    assert sa.parse("play A8") == sa.parse("Play  Steal") and str(sa.parse("discard a9")) == "discard swap with players"


def test_the_board_shows_what_can_be_clicked():
    game = at(DOWN, DOWN, held=[["look", "swap"], []], market=["steal", None, None, None])
    text = game._repr_html_() + str(game.board(0))
    assert "steal" in text and "look" in text
    keys = {card.key for pile in game.board(0).piles for card in pile.cards} | {
        pile.key for pile in game.board(0).piles
    }
    for seat in game.board(0).seats:
        keys |= {card.key for row in seat.rows for card in row}
        keys |= {card.key for pile in seat.piles for card in pile.cards}
    for action in game.legal_actions():
        assert set(game.places(action)) <= keys, str(action)


def test_a_view_knows_what_cards_cost_and_what_a_move_replaces():
    grids = ["12 ? . 4 / * ?5 . 4 / -2 9 . ?", DOWN]
    game = at(*grids, discard=[7], known=[["0 (1,1)"], []])
    view = game.view(0)
    rest = {c: n for c, n in view.unseen.items() if c != "*"}
    mean = sum(c * n for c, n in rest.items()) / view.unseen.total
    assert rest != dict(view.unseen.items()) and view.points("?") == pytest.approx(mean)
    assert [view.points(card) for card in ("*", 5, "?5", "?*", ".", "?-2")] == [0, 5, 5, 0, 0, -2]
    replaced = {str(a): view.replaced(a) for a in game.legal_actions()}
    assert replaced["draw"] == replaced["market 1"] == 0
    assert (replaced["take (0,0)"], replaced["take (1,0)"], replaced["take (1,1)"]) == (12, 0, 5)
    assert replaced["take (0,1)"] == view.points("?")
    assert (sa.parse("take (0,1)").word, sa.parse("take (0,1)").cells) == ("take", [(0, 1)])
    assert (sa.parse("choose (2,3)").cells, sa.parse("play look").cells) == ([(2, 3)], [])


def test_replaced_counts_own_cards_only():
    game = at(
        "12 ? ? ? / ? ? ? ? / ? ? ? ?", "9 ? ? ? / ? ? ? ? / ? ? ? ?", held=[["swap with players", "draw three"], []]
    )
    act(game, "play swap with players", "seat 1", "seat 1")
    assert game.phase == "give" and game.view(0).replaced(sa.parse("choose (0,0)")) == 0
    game = at("12 ? ? ? / ? ? ? ? / ? ? ? ?", DOWN, held=[["draw three"], []])
    act(game, "play draw three", "card 1")
    assert game.phase == "put" and game.view(0).replaced(sa.parse("choose (0,0)")) == 12


def test_the_mean_of_one_pile_leaves_action_cards_out():
    game = at(DOWN, DOWN, rules=sa.Rules(variant="single_pile"))
    numbers = [0 if c == "*" else c for c in game.view(0).unseen if c != "action"]
    assert game.view(0).points("?") == pytest.approx(sum(numbers) / len(numbers))
    assert game.view(0).unseen["action"] == 10


def careful(view, legal):
    """A player in five lines: the best exchange, else whatever is there."""
    card = view.discard_top if view.drawn is None else view.drawn
    moves = [a for a in legal if a.word in ("take", "keep")]
    gains = {a: view.replaced(a) - view.points(card) for a in moves}
    best = max(moves, key=gains.get, default=legal[0])
    return best if moves and (gains[best] > 0 or view.drawn is not None) else legal[0]


@pytest.mark.parametrize("variant", ["full", "single_pile", "stars", "numbers"])
def test_a_player_can_be_written_in_five_lines(variant):
    game = sa.Game(2, sa.Rules(variant=variant), seed=4)
    for _step in range(60):
        if game.player is not None:
            game.play(careful(game.view(game.player), game.legal_actions()))
    assert game.step > 20


# --- players ------------------------------------------------------------------------------------------------------
def scores(kinds, rounds, **options):
    total = [0] * len(kinds)
    for index in range(rounds):
        game = sa.Game(len(kinds), sa.Rules(**options), 5, index)
        seats = [P.NAMES[kinds[(p + index) % len(kinds)]] for p in range(len(kinds))]
        while game.player is not None:
            game.play(choose_action(game, seats[game.player]))
        for p in range(len(kinds)):
            total[(p + index) % len(kinds)] += game.state.score[p]
    return [points / rounds for points in total]


def test_thinking_beats_chance_and_action_cards_help():
    by_kind = scores([0, 1, 2, 3], 40)
    assert by_kind[0] > 3 * max(by_kind[1:])
    two = scores([P.NUMBERS, P.ALL_ROUND], 200)
    assert two[1] < two[0]


def test_players_ask_the_rules_which_lines_go(monkeypatch):
    """An option that exists only here: a column that lies open goes when two of its cards are equal."""
    game = sa.Game.from_position(["12 ? ? ? / 3 ? ? ? / 5 ? ? ?", "? ? ? ? / ? ? ? ? / ? ? ? ?"], drawn=12, seed=1)
    view, play = game.view_record(0), game.play
    assert P.best_place(view, 12, 5.0) == (0, 0.0)  # on the other 12

    def pairs(s, p):
        columns = [(c, s.card[p][3 * c : 3 * c + 3]) for c in range(4) if s.up[p] >> 3 * c & 7 == 7]
        return sum(1 << c for c, cards in columns if s.touched[p] >> 3 * c & 7 and len(set(cards)) < 3)

    monkeypatch.setattr(T, "equal_lines", pairs)
    before = view.to_dict()
    assert P.best_place(view, 12, 5.0) == (1, 20.0)  # the column is gone: 12 + 3 + 5
    assert P.play_numbers(view, 5.0) == T.KEEP + 1 and view.to_dict() == before
    play(T.KEEP + 1)
    assert game.state.there[0] == 0o7770  # and so it is in the game
