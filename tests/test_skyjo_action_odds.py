"""The odds of Skyjo Action against second routes: every order of small decks, simulation, and written-out fractions."""

from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from random import Random

import pytest

from cardlib import Deck, skyjo_action
from cardlib.skyjo_action import odds
from cardlib.skyjo_action import rules as R
from cardlib.skyjo_action.odds import cards as action_cards
from cardlib.skyjo_action.odds.crossing import end_total
from cardlib.skyjo_action.odds.look import best_look, looks
from cardlib.skyjo_action.odds.worth import Situation, WorthEstimate

F = Fraction
SMALL = Deck({-2: 1, 3: 2, 9: 1, 12: 1, 4: 1, "*": 1})
GRID = "4 ? 7 8 / 4 . 10 8 / ? . 8 ?"


def lesson(**more):
    """The table of the lesson."""
    grids = ["5 12 ? 3 / 5 ? 11 ? / ? 1 ? 9", "4 ? * 7 / ? 2 ? 4 / 0 ? 8 ?"]
    market = ["draw three", "swap", "look", "defence"]
    given = dict(players=["Ana", "Bo"], grids=grids, discard=[-1, 6, 3, 10, 7, 1, 12], market=market, seed=2)
    return skyjo_action.Game.from_position(**{**given, **more})


# --- lines ------------------------------------------------------------------------------------------------------------
def plays(line, pile, process):
    """One line played by hand: hits on wrong open cards first, then on hidden ones. 1: hit, 0: miss."""
    up, down = [c for c in line if c in (0, 1)], [c[0] for c in line if isinstance(c, tuple)]
    if process == "reveal":
        return all(up + down)
    for card in pile:
        if len(up) + len(down) == sum(up) and not down:
            return True
        if card:
            if 0 in up:
                up[up.index(0)] = 1
            else:
                down.pop()
                up.append(1)
        elif process == "draw_or_reveal" and down:
            up.append(down.pop())
    return not down and all(up)


@pytest.mark.parametrize("process", odds.PROCESSES)
@pytest.mark.parametrize("cells", [["6", "*", "?"], ["6", "?", "?"], ["6", "6", "?", "?"], ["6", "3", "?", "?"]])
def test_a_line_by_all_orders_of_a_small_deck(cells, process):
    unseen, draws = [6, 6, "*", 1, 1, 2, 3], 3
    hidden = cells.count("?")
    fits = n = 0
    for order in permutations(range(7), hidden + draws):
        cards = [unseen[k] in (6, "*") for k in order]
        line = [int(c in ("6", "*")) for c in cells if c != "?"] + [(int(c),) for c in cards[:hidden]]
        fits += plays(line, [int(c) for c in cards[hidden:]], process)
        n += 1
    answer = odds.complete_line(cells, draws=draws, unseen=unseen, collect=6, process=process)
    assert answer.value == F(fits, n) == answer.enumerate().value
    assert answer.simulate(3000, seed=3).errors_from(answer.value) < 4
    assert answer.explain().value == answer.value


def test_a_line_of_the_lesson_and_what_a_joker_does_not_do():
    answer = odds.complete_line(lesson().view("Ana"), "column 0", draws=3)
    assert (answer.collect, answer.outs, answer.value) == (5, 19, F(74689, 156849))
    one = odds.complete_line(["5", "?", "?"], draws=4, collect=5)
    total, own, stars = 119, 6, 15
    alone = [1 - F(sum(comb(n, k) * comb(total - n, 4 - k) for k in (0, 1)), comb(total, 4)) for n in (own, stars)]
    added, grown = (mistake.value for mistake in one.explain().mistakes[:2])
    assert added == sum(alone) < one.value  # mixed pairs are left out
    assert grown == alone[0] * F(own + stars, own) < one.value  # faster than the outs grow
    single = odds.complete_line(["5", "5", "?"], draws=3, collect=5)
    assert single.explain().mistakes[0].value > single.value  # draws with both are counted twice


def test_lines_that_are_certain_or_impossible():
    assert odds.complete_line(["6", "*", "*"], draws=0) == 1
    assert odds.complete_line(["*", "*", "*"], draws=0) == 1
    assert odds.complete_line(["6", "6", "."], draws=5) == 0
    assert odds.complete_line(["6", "6", "?"], draws=0, collect="*") == 0
    assert odds.complete_line("? ? ?", draws=3, collect="*") == F(15 * 14 * 13, 120 * 119 * 118)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (dict(view_or_cells=["6", "6"]), "three or four cells"),
        (dict(view_or_cells=["6", "6", "13"]), "not a card"),
        (dict(view_or_cells=["6", "6", "?"], process="hope"), "process"),
        (dict(view_or_cells=["6", "6", "?"], draws=-1), "number of draws"),
        (dict(view_or_cells=["6", "6", "?"], draws=200), "too many"),
        (dict(view_or_cells=["6", "6", "?"], line="row 0"), "go with a view"),
        (dict(view_or_cells=["6", "6", "?"], seen=[6] * 6), "SA-1"),
        (dict(view_or_cells=["6", "6", "?"], seen=[1], unseen=[2]), "not both"),
    ],
)
def test_lines_that_cannot_be(given, says):
    with pytest.raises(ValueError, match=says):
        odds.complete_line(**given)


def test_a_line_of_a_view_must_be_named_and_a_game_knows_too_much():
    game = lesson()
    for line in (None, "row 7", "diagonal", 3):
        with pytest.raises(ValueError, match="column 0"):
            odds.complete_line(game.view(0), line)
    for ask in (odds.complete_line, odds.worth_of_swap, odds.worth_of_look, odds.star_soon, odds.action_card):
        with pytest.raises(ValueError, match="knows every card"):
            ask(game)


# --- piles ------------------------------------------------------------------------------------------------------------
def test_a_star_soon_and_a_kind_of_action_card():
    assert odds.star_soon(None, 2) == 1 - F(105 * 104, 120 * 119)
    assert odds.star_soon({"*": 1, 4: 3}, 2) == F(1, 2)
    assert odds.star_soon(None, 1, seen=["*", 5]) == F(14, 118)
    view = lesson().view(0)
    assert odds.star_soon(view, 3) == 1 - F(85 * 84 * 83, 99 * 98 * 97)
    assert odds.action_kind(view, "look") == F(2, 23) and odds.action_kind(view, "A1", 2) == 1 - F(20 * 19, 23 * 22)
    assert odds.action_kind("look, look, A1", "look", 2) == F(2, 24)
    assert odds.action_kind([], "steal") == F(3, 27)
    for wrong in (lambda: odds.star_soon(None, 121), lambda: odds.action_kind(["look"] * 4, "look"),
                  lambda: odds.action_kind([], "joker"), lambda: odds.action_kind(view, "look", 24),
                  lambda: odds.star_soon(view, -1)):  # fmt: skip
        with pytest.raises(ValueError):
            wrong()


# --- what cards are worth ---------------------------------------------------------------------------------------------
def all_lines(n):
    return [range(c, c + 3) for c in range(0, n, 3)] + [range(r, n, 3) for r in range(3)]


def removals(cells, touched, lines):
    """The grids that can be left of open cards when lines may go, by trying every set of lines (SA-9, SA-11)."""
    full = [
        line
        for line in lines
        if set(line) & set(touched)
        and not {".", "?"} & {cells[c] for c in line}
        and len({cells[c] for c in line} - {"*"}) <= 1
    ]
    found = []
    for n in range(len(full) + 1):
        for some in combinations(full, n):
            if any("*" not in [cells[c] for c in line] and line not in some for line in full):
                continue
            serves = {}
            if any(serves.setdefault(c, v) != v for line in some
                   for v in {cells[k] for k in line} - {"*"} or {"*"} for c in line if cells[c] == "*"):  # fmt: skip
                continue
            found.append([("." if any(c in line for line in some) else cell) for c, cell in enumerate(cells)])
    return found


def ending(cells, lying, lines):
    """The least total when the hidden cards are turned up, with the bonus for lines of stars (SA-12)."""
    full = [lying[k] if cell == "?" else cell for k, cell in enumerate(cells)]
    totals = []
    touched = [k for k, cell in enumerate(cells) if cell == "?"]
    for line in lines:  # in a written position a line of numbers may lie open; it goes in the end, too
        if len({cells[c] for c in line}) == 1 and cells[line[0]] not in ("*", ".", "?"):
            touched += line
    for left in removals(full, touched, lines):
        bonus = sum(15 if len(line) == 4 else 10 for line in all_lines(len(cells))
                    if all(left[c] == "*" for c in line))  # fmt: skip
        totals.append(sum(cell for cell in left if cell not in ("*", ".")) - bonus)
    return min(totals)


def reveal(now, deals):
    """The totals when all is turned up as it lies, added up."""
    return sum(ending(now.cells, lying, now.ends) for lying in deals)


def after(now, deals, use):
    """The totals after a use of a card, added up: the owner decides about lines before the other cards are seen."""
    seen = {}
    for lying in deals:
        card = use.card if use.what == "keep" else lying[use.cell]
        seen.setdefault(card, []).append(lying)
    total = 0
    for card, some in seen.items():
        cells = [*now.cells[: use.cell], card, *now.cells[use.cell + 1 :]]
        total += min(sum(ending(left, lying, now.ends) for lying in some)
                     for left in removals(cells, [use.cell], now.lines))  # fmt: skip
    return total


@pytest.mark.parametrize("draws", [1, 3])
def test_draws_by_all_orders_of_a_small_deck(draws):
    """For every hand the best use is found by averaging the totals played out; then all hands are averaged."""
    now = odds.situation("4 ? 7 8 / 4 . 10 8 / 10 . 8 ?", unseen=SMALL)
    deck = list(SMALL)
    saved = F(0)
    hands = list(combinations(range(len(deck)), draws))
    for hand in hands:
        rest = [deck[k] for k in range(len(deck)) if k not in hand]
        deals = [dict(zip(now.hidden, lying, strict=True)) for lying in permutations(rest, len(now.hidden))]
        uses = now.uses([deck[k] for k in hand])
        best = min(after(now, deals, use) for use in uses)
        saved += F(reveal(now, deals) - best, len(deals))
    answer = (odds.worth_of_draw if draws == 1 else odds.worth_of_draw_three)(now)
    assert answer.value == saved / len(hands) == answer.enumerate().value == answer.explain().value
    assert answer.simulate(3000, seed=5).errors_from(answer.value) < 4


def test_a_draw_in_the_lesson():
    view = lesson().view("Ana")
    three, one = odds.worth_of_draw_three(view), odds.worth_of_draw(view)
    assert one.value == F(28987596289, 3601701180) == one.explain().value
    assert one.simulate(1500, seed=2).errors_from(one.value) < 4
    assert isinstance(three, WorthEstimate) and 12 in three and "simulation" in str(three.explain())


STARS = "* ? * * / 0 ? -1 0 / -1 0 0 -2"


@pytest.mark.parametrize("more", [{}, {"column_clear": "off"}])
def test_a_star_that_completes_a_row_counts_whether_or_not_rows_are_removed(more):
    """FAULTS A2 (SA-12): a star that still lies hidden in the row counts in the end, too."""
    rules = skyjo_action.Rules(row_clear=False, **more)
    unseen = {"*": 8, 12: 7, 11: 7, 10: 7}
    answer = odds.worth_of_draw(STARS, unseen=unseen, rules=rules)
    assert answer.value == F(156, 29) == F(8, 29) * (F(33, 4) + 15 * (1 - F(7, 28))) == answer.enumerate().value
    few = {"*": 2, 12: 2, 10: 2}
    for worth in (odds.worth_of_draw, odds.worth_of_draw_three, odds.worth_of_look):
        found = worth(STARS, unseen=few, rules=rules)
        assert found.value == found.enumerate().value == found.explain().value > 0


@pytest.mark.parametrize("seed", range(30))
def test_the_measure_is_the_mean_of_what_the_engine_makes_of_it(seed):
    """Random rules and grids: every use of a drawn card, then the final reveal, its owner choosing the least total."""
    rng = Random(seed)
    rules = skyjo_action.Rules(
        column_clear=rng.choice(["mandatory", "mandatory", "off"]), row_clear=rng.random() < 0.7,
        clear_at_final_reveal=rng.random() < 0.8, nine_cards=rng.random() < 0.2,
    )  # fmt: skip
    n = 9 if rules.nine_cards else 12
    values = ["*", *rng.sample([-2, 1, 5, 9], 2)]
    cells = [rng.choice(values) for _ in range(n)]
    for cell in rng.sample(range(n), 3):
        cells[cell] = "?"
    deck = [rng.choice(values) for _ in range(5)]
    now = Situation(tuple(cells), Deck(deck), rules)
    orders = list(permutations(deck, 3))
    deals = [dict(zip(now.hidden, order, strict=True)) for order in orders]
    assert now.now == F(sum(end_total(rules, now.dealt(now.cells, lying)) for lying in deals), len(deals))
    if rules.clear_at_final_reveal and R.removals is not None:
        assert now.now == F(reveal(now, deals), len(deals))
    card = rng.choice(deck)
    rest = list(deck)
    rest.remove(card)
    deals = [dict(zip(now.hidden, order, strict=True)) for order in permutations(rest, 3)]
    for use in now.uses([card]):
        assert use.after == F(after(now, deals, use), len(deals))
        assert use.after == F(sum(now.result(use, lying, [card]) for lying in deals), len(deals))


def test_rows_that_lie_in_complete_columns_count_as_well():
    """Four columns complete: so may be rows that nobody counted on; the hidden places are in different rows then."""
    cells = ("*", 0, "*", "*", 5, 5, "*", 0, "*", "?", "?", "*")
    deck = ["*", "*", 0, 0, 5, 5]
    now = Situation(cells, Deck(deck), skyjo_action.Rules())
    deals = [dict(zip(now.hidden, order, strict=True)) for order in permutations(deck, 2)]
    assert now.now == F(reveal(now, deals), len(deals))


@pytest.mark.parametrize("grid", ["6 ? 8 6 / ? ? ? 2 / 8 ? 8 5", "* ? 8 ? / ? 0 ? -1 / * 0 3 10"])
def test_with_few_hidden_cards_a_draw_is_exact_where_lines_cross(grid):
    """Counted, and within four standard errors of playing it."""
    answer = odds.worth_of_draw(grid)
    assert not isinstance(answer, WorthEstimate)
    estimate = answer.simulate(2_000, seed=3)
    assert abs(estimate.value - answer.value) < estimate.high - estimate.low


def test_swap_completes_lines_with_and_without_stars():
    assert odds.worth_of_swap("9 9 1 2 / 9 2 3 4 / 4 0 ? 5") == 27
    assert odds.worth_of_swap("9 8 1 2 / 9 2 3 4 / 4 * ? 5") == 18  # 9 9 * leaves, the 4 takes the place of the star
    assert odds.worth_of_swap("* 8 1 2 / * 2 3 4 / 4 * ? 5") == 10  # a column of stars is worth 10 (SA-12)
    assert odds.worth_of_swap("1 2 3 4 / 5 6 7 8 / 9 0 2 1") == 0
    pair = odds.worth_of_swap("9 8 1 2 / 9 2 3 4 / 4 0 ? 5")  # the hidden card comes to the nines
    assert pair.value == F(405, 109) == pair.enumerate().value == pair.explain().value


@pytest.mark.parametrize(
    ("grid", "line", "card"),
    [(GRID, "column 0", None), (GRID, "row 2", None), (GRID, "column 0", 4), (GRID, "row 2", 3),
     ("4 9 7 8 / ? 8 10 1 / ? . 8 ?", "column 0", None), ("4 9 7 8 / ? 8 8 1 / ? . 8 ?", "column 0", None)],
)  # fmt: skip
def test_a_look_by_the_whole_tree_of_a_small_deck(grid, line, card):
    now = odds.situation(grid, unseen=SMALL)
    look = looks(now, card)[line]
    deck = list(SMALL)
    n, with_it, without = 0, F(0), F(0)
    for k, drawn in enumerate(deck):
        if card is not None and drawn != card:
            continue
        rest = deck[:k] + deck[k + 1 :]
        uses = now.uses([drawn])
        branches, all_deals = {}, []
        for lying in permutations(range(len(rest)), len(now.hidden)):
            deal = {cell: rest[c] for cell, c in zip(now.hidden, lying, strict=True)}
            branches.setdefault(tuple(deal[cell] for cell in look.cells), []).append(deal)
            all_deals.append(deal)
        n += len(all_deals)
        before = reveal(now, all_deals)
        without += before - min(after(now, all_deals, use) for use in uses)
        with_it += before - sum(min(after(now, deals, use) for use in uses) for deals in branches.values())
    answer = odds.worth_of_look(grid, line, card, unseen=SMALL)
    assert answer.value == (with_it - without) / n == answer.explain().value == answer.enumerate().value
    assert answer.value >= 0
    assert answer.simulate(3000, seed=4).errors_from(answer.value) < 4


def test_the_best_line_to_look_at_is_the_best_of_all():
    now = odds.situation(GRID, unseen=SMALL)
    best = best_look(now)
    assert best is not None and best[1].worth == max(look.worth for look in looks(now).values())
    for line in ("column 1", "row 9", "x"):
        with pytest.raises(ValueError, match="which line"):
            odds.worth_of_look("1 2 3 4 / 1 2 5 6 / ? 3 7 8", line)
    with pytest.raises(ValueError, match="no hidden card"):
        odds.worth_of_look("1 2 3 4 / 1 2 5 6 / 0 3 7 8")


# --- action cards -----------------------------------------------------------------------------------------------------
def test_action_cards_against_their_ten_points():
    cards = odds.action_card(
        lesson(held=[["look"], ["swap"]], market=["draw three", "steal", "remove", "defence"]).view(0)
    )
    assert next(w.kind for w in cards.in_reach) == "draw three"
    assert {w.kind: w.where for w in cards.in_reach} == {
        "draw three": ("market",), "steal": ("market",), "remove": ("market",), "defence": ("market",), "look": ("held",),
    }  # fmt: skip
    three = cards["A4"]
    assert three.gain.n == 200 and three.gain.low < three.gain.value < three.gain.high
    assert three.after_price == three.saves - 10 and three.break_even == three.saves / (three.saves + 10)
    assert cards["defence"].gain == cards.plain_turn == F(28987596289, 3601701180)
    assert cards["steal"].gain == cards["swap"].gain > 0  # Bo holds Swap
    assert cards["remove"].gain == F(424, 99)  # Bo's star or 0 gives way to an unseen card
    extra = cards["extra turns"].gain
    assert (extra.n, extra.seed) == (300, 1) and float(cards.plain_turn) < extra.low < extra.value < extra.high
    assert "n = 300" not in str(cards.table()) and "n = 200" in str(cards.table())
    assert three.explain().steps[0].formula.value == three.saves


def test_defence_keeps_attacks_away():
    shut = odds.action_card(lesson(held=[[], ["defence"]]).view(0))
    assert shut["remove"].saves == shut["steal"].saves == shut["swap with players"].saves == 0
    free = odds.action_card(lesson().view(0))
    assert free["swap with players"].gain == F(118568, 4851)  # * ends the fives, 0 for the 12


def test_two_turns_of_a_small_deck_by_all_orders():
    now = odds.situation("4 10 7 8 / 4 . 10 8 / 10 . 8 9", unseen=[4, 3, 12, "*"])
    saved = F(0)
    for first, second in permutations([4, 3, 12, "*"], 2):
        use = now.best(first)
        then = Situation(now.grid(use, {}, [first]), now.unseen - [first], now.rules)
        saved += now.now - then.best(second).after
    estimate = action_cards.two_turns(now, 4000, seed=7)
    assert estimate.errors_from(saved / 12) < 4


def test_variants():
    for variant in ("stars", "numbers"):
        game = skyjo_action.Game(["A", "B"], skyjo_action.Rules(variant=variant), seed=1)
        with pytest.raises(ValueError, match="SA-16"):
            odds.action_card(game.view(0))
        with pytest.raises(ValueError, match="SA-16"):
            odds.action_kind(game.view(0), "look")
    beginner = skyjo_action.Game(["A", "B"], skyjo_action.Rules(beginner=True), seed=1)
    with pytest.raises(ValueError, match="not in this game"):
        odds.action_card(beginner.view(0))["steal"]
    nine = skyjo_action.Rules(nine_cards=True)
    assert len(odds.situation("1 2 3 / 4 5 6 / ? ?* .", rules=nine).cells) == 9 and len(R.lines(nine)) == 6
    assert (
        odds.situation("1 2 3 / 4 5 6 / ? ?7 .", rules=nine).now
        == 28 + odds.situation("1 2 3 / 4 5 6 / ? ?7 .", rules=nine).mean
    )
    assert odds.situation("* 2 3 4 / * 5 6 7 / * 8 9 1").now == 45 - 10  # SA-12
    assert odds.situation("* * * * / 1 5 6 7 / 2 8 9 1").now == 39 - 15


# --- no peeking -------------------------------------------------------------------------------------------------------
def test_hidden_cards_make_no_difference():
    """Two deals that look the same to Ana have the same odds."""
    answers = []
    for hidden in ([5, 0, 12, 9, "*"], ["*", 12, 9, 0, 5]):
        a, b, c, d, e = hidden
        view = lesson(grids=[f"5 12 ?{a} 3 / 5 ?{b} 11 ?{c} / ?{d} 1 ?{e} 9", "4 ? * 7 / ? 2 ? 4 / 0 ? 8 ?"]).view(0)
        cards = odds.action_card(view)
        answers.append(
            [odds.complete_line(view, "column 0").value, odds.star_soon(view, 2).value, odds.worth_of_look(view).value,
             odds.worth_of_draw_three(view).value, [cards[kind].saves for kind in cards]]
        )  # fmt: skip
    assert answers[0] == answers[1]


def test_a_card_that_was_looked_at_counts_its_value():
    grids = ["5 12 ?0 3 / 5 ? 11 ? / ? 1 ?12 9", "4 ? * 7 / ? 2 ? 4 / 0 ? 8 ?"]
    view = lesson(grids=grids, known=[["0 (0,2) (2,2)"], []]).view(0)
    now = odds.situation(view)
    assert "?12" in now.cells and len(now.hidden) == 3 and now.base == 46 + 12
    with pytest.raises(ValueError, match="looked at"):
        odds.complete_line(view, "column 2", process="reveal")
    assert odds.complete_line(view, "column 2", draws=3, collect=11).value > 0


def test_an_action_card_in_the_one_pile_counts_as_a_hidden_play_card():
    rules = skyjo_action.Rules(variant="single_pile")
    written = odds.situation("?A5 ?3 ? 1 / 2 3 4 5 / 6 7 8 *", rules=rules)
    assert written.cells[::3] == ("?", "?3", "?", 1)
    view = skyjo_action.Game(["A", "B"], rules, seed=1).view(0)
    assert "action" not in odds.situation(view).unseen
    cards = odds.action_card(view)
    assert cards.in_reach == [] and cards["draw three"].saves > 0 and "joker" not in cards


def test_without_cards_to_draw_nothing_is_simulated():
    now = odds.situation("4 10 7 8 / 4 . 10 8 / 10 . 8 ?", unseen=[4])
    scene = action_cards.Scene(now, held=("extra turns",))
    assert isinstance(scene.rows["extra turns"].gain, Fraction)
