"""Odds of completing lines against the engine: every deal is played with the functions of the rules."""

import random
from fractions import Fraction as F
from itertools import permutations

import pytest

from cardlib import skyjo
from cardlib import skyjo_action as sa
from cardlib.deck import Deck
from cardlib.engine.host import record
from cardlib.engine.options import Flag
from cardlib.skyjo import odds
from cardlib.skyjo import rules as R
from cardlib.skyjo.odds.known import known
from cardlib.skyjo_action import table as T
from cardlib.skyjo_action.odds.known import ACTION

PROCESSES = odds.PROCESSES


def laid_out(game, rules, cells, lying):
    """A state of the engine with one grid: the given cells, and under the hidden ones the given cards."""
    state = record("State", game.RULES.STATE_FIELDS)()
    for name, code in rules.codes():
        setattr(state, name, code)
    state.players = 1
    for place, card in enumerate(cells):
        if card != ".":
            state.there[0] |= 1 << place
            state.up[0] |= (card != "?") << place
            state.card[0][place] = coded(lying[place] if card == "?" else card)
    return state


def coded(card):
    return T.STAR if card == "*" else card


def settle(game, state, place):
    """What the engine clears because of the card in a place; stars are used for no other line."""
    if game is skyjo.Game:
        R.clear(state, 0, R.lines_through(state, 0, place))
    else:
        state.touched[0] = 1 << place
        T.remove_lines(state, 0)


def lay(game, state, line, place, card, good, needed):
    """Exchange a card, or turn one up (card None), and let the engine clear. Whether the line is complete with it."""
    if card is None:
        R.turn_up(state, 0, place)
    else:
        R.exchange(state, 0, place, card)
    complete = place in line and sum(state.up[0] >> c & 1 and state.card[0][c] in good for c in line) >= needed
    settle(game, state, place)
    return complete


def played(game, rules, cells, lines, goods, process, lying, drawn, needed=3):
    """One deal, played in one or more lines."""
    state = laid_out(game, rules, cells, lying)
    if process == "reveal":
        for place in [place for line in lines for place in line]:
            if (state.there[0] & ~state.up[0]) >> place & 1:
                R.turn_up(state, 0, place)
        return any(complete(state, line, good, needed) for line, good in zip(lines, goods, strict=True))

    def missing(k):
        return needed - sum(state.up[0] >> c & 1 and state.card[0][c] in goods[k] for c in lines[k])

    def alive(k):
        return sum(state.there[0] >> c & 1 for c in lines[k]) >= needed

    if any(missing(k) <= 0 for k in range(len(lines))):
        return True
    for card in drawn:
        card, k, placed = coded(card), next((k for k, good in enumerate(goods) if coded(card) in good), None), False
        if k is not None and alive(k):
            there = [c for c in lines[k] if state.there[0] >> c & 1]
            up, hidden = ([c for c in there if state.up[0] >> c & 1 == face] for face in (1, 0))
            for place in [c for c in up if state.card[0][c] not in goods[k]] + hidden:
                other = state.copy()
                if lay(game, other, lines[k], place, card, goods[k], needed):
                    return True
                if other.there[0] == state.there[0]:
                    state, placed = other, True
                    break
        if not placed and process == "draw_or_reveal":
            down = [c for c in range(12) if (state.there[0] & ~state.up[0]) >> c & 1]
            some = [k for k in range(len(lines)) if alive(k) and set(down) & set(lines[k])]
            if some:
                k = min(some, key=missing)
                place = next(c for c in lines[k] if c in down)
                if lay(game, state, lines[k], place, None, goods[k], needed):
                    return True
    return False


def complete(state, line, good, needed):
    cards = [state.card[0][c] for c in line if state.up[0] >> c & 1]
    if good:
        return sum(card in good for card in cards) >= needed
    return max((cards.count(card) for card in cards), default=0) >= needed


def mean(game, rules, cells, lines, goods, process, unseen, draws, needed=3):
    """The exact mean over all deals of the hidden cards of these lines and the drawn ones."""
    hidden = [place for line in lines for place in line if cells[place] == "?"]
    n = 0 if process == "reveal" else draws
    goods = [{coded(card) for card in good} for good in goods]
    deals = list(permutations(unseen, len(hidden) + n))
    hits, k = 0, len(hidden)
    for deal in deals:
        lying = dict(zip(hidden, deal, strict=False))
        hits += played(game, rules, cells, lines, goods, process, lying, deal[k:], needed)
    return F(hits, len(deals))


def grid(cells):
    """The cells, numbered down the columns, in writing."""
    return " / ".join(" ".join(str(card) for card in cells[r::3]) for r in range(3))


def some_cells(rng, values, hidden, size=12, row=False):
    """A random grid without complete lines, with so many hidden cards in its first column (or row), none elsewhere."""
    while True:
        cells = [rng.choice(values) for _cell in range(size)]
        for place in rng.sample(range(0, size, 3) if row else range(3), hidden):
            cells[place] = "?"
        lines = [cells[c : c + 3] for c in range(0, size, 3)] + [cells[r::3] for r in range(3)]
        if all("?" in line or len(set(line) - {"*"}) > 1 for line in lines):
            return cells


OPTIONS = [
    {}, {"row_clear": True}, {"row_clear": True, "column_clear": "off"}, {"column_clear": "off"},
    {"clear_at_final_reveal": False, "penalty_on_tie": False},
]  # fmt: skip


@pytest.mark.parametrize("seed", range(60))
def test_a_column_is_what_the_engine_makes_of_every_deal(seed):
    rng = random.Random(seed)
    rules, process = skyjo.Rules(**rng.choice(OPTIONS)), rng.choice(PROCESSES)
    values = [0, 3, 5]
    cells = some_cells(rng, values, rng.randint(1, 3))
    unseen = [rng.choice(values) for _card in range(6)]
    draws, collect = rng.randint(0, min(4, 6 - cells.count("?"))), rng.choice(values)
    answer = odds.columns(grid(cells), draws=draws, unseen=unseen, process=process, rules=rules)[0]
    assert known(grid(cells), unseen=unseen, rules=rules).view.unseen == Deck(unseen)
    game = skyjo.Game
    good = [[answer.collect] if answer.collect is not None else []]
    assert answer == mean(game, rules, cells, [range(3)], good, process, unseen, draws), (cells, unseen, process)
    assert answer.enumerate().value == answer.value == answer.explain().value
    one = odds.any_column(
        grid(cells), columns=[0], collect=[collect], draws=draws, unseen=unseen, process=process, rules=rules
    )
    good = [[]] if process == "reveal" else [[collect]]
    assert one == mean(game, rules, cells, [range(3)], good, process, unseen, draws), (cells, unseen, process, collect)


@pytest.mark.parametrize("seed", range(24))
def test_one_of_two_columns_is_what_the_engine_makes_of_every_deal(seed):
    rng = random.Random(seed)
    rules, process = skyjo.Rules(**rng.choice(OPTIONS)), rng.choice(PROCESSES)
    values = [0, 3, 5]
    cells = some_cells(rng, values, 1)
    cells[3 + rng.randrange(3)] = "?"
    unseen = [rng.choice(values) for _card in range(6)]
    draws, collect = rng.randint(0, 3), rng.sample(values, 2)
    answer = odds.any_column(
        grid(cells), columns=[0, 1], collect=collect, draws=draws, unseen=unseen, process=process, rules=rules
    )
    goods = [[], []] if process == "reveal" else [[value] for value in collect]
    lines = [range(3), range(3, 6)]
    assert answer == mean(skyjo.Game, rules, cells, lines, goods, process, unseen, draws), (cells, unseen, collect)
    assert answer.enumerate().value == answer.value == answer.explain().value


@pytest.mark.parametrize("seed", range(40))
def test_a_line_with_stars_is_what_the_engine_makes_of_every_deal(seed):
    rng = random.Random(seed)
    rules = sa.Rules(variant=rng.choice(["full", "stars"]), nine_cards=rng.random() < 0.3, row_clear=rng.random() < 0.8)
    process, row = rng.choice(PROCESSES), rules.row_clear and rng.random() < 0.5
    size, values = 9 if rules.nine_cards else 12, [0, 3, "*"]
    while True:
        cells = some_cells(rng, values, rng.randint(1, 3), size, row)
        unseen = [rng.choice(values) for _card in range(6)]
        if [*cells, *unseen].count(3) <= 7:  # SA-1
            break
    draws, collect = rng.randint(0, min(3, 6 - cells.count("?"))), rng.choice([0, 3])
    line = tuple(range(0, size, 3)) if row else (0, 1, 2)
    view = known(grid(cells), unseen=unseen, rules=rules, reader=ACTION).view
    name = "row 0" if row else "column 0"
    answer = sa.odds.complete_line(view, name, draws=draws, process=process, collect=collect, discard_top=False)
    good = [[collect, "*"]]
    found = mean(sa.Game, rules, cells, [line], good, process, unseen, draws, needed=len(line))
    assert answer == found, (cells, unseen, process, collect)
    assert answer.enumerate().value == answer.value == answer.explain().value


# --- a rule option that exists only here: two equal cards of a column are cleared ---------------------------------------
def pairs(s, p, cell, card):
    """The cells that leave a grid when two equal cards of a column are enough."""
    column = range(cell // 3 * 3, cell // 3 * 3 + 3)
    shown = s.there[p] & s.up[p]
    equal = [c for c in column if c == cell or (shown >> c & 1 and s.card[p][c] == card)]
    return sum(1 << c for c in equal) if s.pair_clear and len(equal) > 1 else 0


@pytest.fixture
def pair_clear(monkeypatch):
    monkeypatch.setattr(R, "cleared_by", pairs)
    monkeypatch.setitem(skyjo.Rules.OPTIONS, "pair_clear", Flag(default=False, rule="SK-14"))
    fields = (*R.STATE_FIELDS, ("pair_clear", "i8", ()))
    monkeypatch.setattr(R, "STATE_FIELDS", fields)
    monkeypatch.setattr(R, "VIEW_FIELDS", (*R.VIEW_FIELDS, ("pair_clear", "i8", ())))
    monkeypatch.setattr(R, "State", record("State", fields))
    return skyjo.Rules(pair_clear=True)


@pytest.mark.parametrize("process", PROCESSES)
@pytest.mark.parametrize("cells", [["?", "?", "?"], [5, "?", "?"], [5, 3, "?"], [0, 3, 5]])
def test_the_odds_follow_the_rules_where_two_cards_are_enough(pair_clear, process, cells):
    unseen = [0, 3, 3, 5, 5, 7]
    for draws in range(4):
        answer = odds.complete_column(cells, unseen=unseen, draws=draws, process=process, rules=pair_clear)
        good = [[answer.collect] if answer.collect is not None else []]
        whole = [*cells, *["."] * 9]
        assert answer == mean(skyjo.Game, pair_clear, whole, [range(3)], good, process, unseen, draws, needed=2)
        assert answer.enumerate().value == answer.value == answer.explain().value
        one = odds.any_column(
            [cells], unseen=unseen, draws=draws, process=process, rules=pair_clear, collect=[answer.collect or 5]
        )
        good = [[]] if process == "reveal" else [[answer.collect or 5]]
        assert one == mean(skyjo.Game, pair_clear, whole, [range(3)], good, process, unseen, draws, needed=2)
    fives = odds.complete_column([5, "?", "?"], draws=3, rules=pair_clear, collect=5)
    assert fives == (skyjo.DECK - 5).at_least(1, of=5, draws=3)


def test_an_option_that_the_odds_do_not_know_is_named(monkeypatch):
    monkeypatch.setitem(skyjo.Rules.OPTIONS, "odd_cards_twice", Flag(default=False, rule="SK-21"))
    rules = skyjo.Rules(odd_cards_twice=True)
    for ask in (
        lambda: odds.complete_column("5 5 ?", rules=rules),
        lambda: odds.columns("? ? ? ? / ? ? ? ? / ? ? ? ?", rules=rules),
        lambda: odds.any_column("? ? ? ? / ? ? ? ? / ? ? ? ?", rules=rules),
        lambda: odds.opening(draws=1, rules=rules),
    ):
        with pytest.raises(ValueError, match="odd_cards_twice"):
            ask()


# --- faults found in use ------------------------------------------------------------------------------------------------
def test_what_is_exact_explains_itself():
    answer = odds.any_column("? 1 ? 9 / 12 9 ? -1 / ? ? 1 1", draws=7, process="draw_or_reveal")
    assert round(float(answer), 4) == 0.2613 and answer.explain().value == answer.value


def test_the_top_discard_is_taken_first_if_it_helps():
    taken = sa.odds.complete_line(["5", "5", "?"], draws=0, discard_top="*")
    assert taken == 1 and "top discard is *" in str(taken.explain())
    assert sa.odds.complete_line(["5", "5", "?"], draws=0, discard_top=7) == 0
    less = sa.odds.complete_line(["5", "5", "?"], draws=1, discard_top=7)
    assert less == sa.odds.complete_line(["5", "5", "?"], draws=1, seen=[7])
    two = sa.odds.complete_line(["5", "?", "?"], draws=2, discard_top=5)
    assert two == sa.odds.complete_line(["5", "5", "?"], draws=2)


def test_the_opening_says_how_far_its_numbers_look():
    short, long = odds.opening(draws=3), odds.opening(draws=6)
    assert short.together > short.apart and long.together < long.apart
    for start in (short, long):
        assert f"within {start.draws} draws" in str(start).lower() and "simulate()" in str(start)


def test_a_view_of_another_game_is_refused():
    with pytest.raises(ValueError, match="another game"):
        odds.columns(sa.Game(2, seed=1).view(0))
