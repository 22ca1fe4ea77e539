"""The odds of Skyjo against brute force with cards, against the published values, and without peeking."""

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlib import skyjo
from cardlib.deck import Deck
from cardlib.pmf import Pmf
from cardlib.skyjo import odds
from cardlib.skyjo import rules as R
from cardlib.skyjo.odds import reveal, risk
from cardlib.skyjo.odds.known import known

EIGHT_FIVES = skyjo.DECK - [5, 5] - [12] * 10 - [11] * 10 - [1] * 8
SMALL = [0, 0, 0, 3, 3, 5, 7]  # a small unseen deck: every order of it is tried


# --- one column -----------------------------------------------------------------------------------------------------
def tried(cells: list[Any], draws: int, collect: int, process: str, unseen: list[int], first: Any = None) -> Fraction:
    """Brute force, written apart from the package: play the process with every order of the unseen cards."""
    good = total = 0
    for order in permutations(unseen, cells.count("?") + draws):
        column, cards = list(cells), list(order)
        below = [cards.pop(0) if cell == "?" else None for cell in column]
        pile = [*([] if first is None else [first]), *cards] if process != "reveal" else []
        for turn, card in enumerate(pile):
            if column == [collect] * 3:
                break
            bad = [i for i in range(3) if column[i] not in (collect, "?")] + [i for i in range(3) if column[i] == "?"]
            hidden = [i for i in range(3) if column[i] == "?"]
            if card == collect:
                column[bad[0]] = card
            elif process == "draw_or_reveal" and hidden and not (first is not None and turn == 0):
                column[hidden[0]] = below[hidden[0]]
        if process == "reveal":
            column = [below[i] if column[i] == "?" else column[i] for i in range(3)]
        good += column == [collect] * 3
        total += 1
    return Fraction(good, total)


def test_the_lesson_s_number_with_its_derivation() -> None:
    assert EIGHT_FIVES.total == 120 and EIGHT_FIVES[5] == 8
    answer = odds.complete_column(["5", "5", "?"], unseen=EIGHT_FIVES, draws=3)
    assert answer == Fraction(189, 1003) and answer.collect == 5 and answer.outs == 8
    told = answer.explain()
    product = "112/120 × 111/119 × 110/118"
    for part in ("120 cards are unseen", "8 of them show 5", product, "189/1003", "18.8%", "1 in 5"):
        assert part in str(told)
    assert [mistake.value for mistake in told.mistakes] == [Fraction(1, 5), 1 - Fraction(112, 120) ** 3]
    assert answer.check(20_000, seed=3).agrees
    assert "from the draw pile" in str(told.model[0])


@pytest.mark.parametrize("process", odds.PROCESSES)
@pytest.mark.parametrize("cells", [[0, 0, "?"], [0, 7, "?"], [0, 7, 5], [3, "?", "?"], ["?", "?", "?"], [5, 5, 0]])
@pytest.mark.parametrize("draws", [0, 1, 2, 3])
def test_every_process_is_what_playing_with_cards_gives(process: str, cells: list[Any], draws: int) -> None:
    for collect in (0, 3):
        for top in (None, collect):
            how = {"draws": draws, "collect": collect, "process": process, "discard_top": top}
            answer = odds.complete_column(cells, unseen=SMALL, **how)
            assert answer == tried(cells, draws, collect, process, SMALL, top)
            assert answer.enumerate().value == answer.value
            assert answer.explain().value == answer.value


def test_the_steps_lead_to_the_value() -> None:
    for process in odds.PROCESSES:
        for cells in (["5", "5", "?"], ["5", "?", "?"], ["?", "?", "?"], [5, 7, 7], [5, 5, 7], [-2, "?", 3]):
            answer = odds.complete_column(cells, draws=4, process=process)
            formulas = [step.formula for step in answer.explain().steps if step.formula]
            assert not formulas or formulas[-1].value == answer.value
            assert bool(formulas) or answer.value == 0
            assert all(step.line.holds for step in answer.explain().steps if step.line)
            assert all(m.value != answer.value for m in answer.explain().mistakes)
            assert answer.check(4000, seed=5).agrees


def test_three_hidden_cards_turned_up_are_a_triple_of_any_value() -> None:
    answer = odds.complete_column(["?", "?", "?"], process="reveal")
    assert answer == Fraction(81, 22052) and answer.collect is None
    assert answer.enumerate().value == Fraction(81, 22052)
    assert odds.complete_column(["?"] * 3, process="reveal", collect=0) == Fraction(15 * 14 * 13, 150 * 149 * 148)


def test_the_best_value_is_collected_and_the_others_are_ranked() -> None:
    answer = odds.complete_column(["5", "7", "?"], seen=[5] * 4)
    assert answer.collect == 7
    assert "7 is the best value" in str(answer.explain())
    worse = odds.complete_column(["5", "7", "?"], seen=[5] * 4, collect=5)
    assert worse < answer and "Better ones: 7" in str(worse.explain())


def test_unseen_cards_may_be_given_in_every_form() -> None:
    forms = [EIGHT_FIVES, dict(EIGHT_FIVES.items()), list(EIGHT_FIVES), " ".join(map(str, EIGHT_FIVES))]
    assert {odds.complete_column("5 5 ?", unseen=cards).value for cards in forms} == {Fraction(189, 1003)}
    seen = [12] * 10 + [11] * 10 + [1] * 8
    assert odds.complete_column([5, 5, "?"], seen=seen) == Fraction(189, 1003)
    assert odds.complete_column([5, 5, "?"], seen=Deck(seen)) == Fraction(189, 1003)


def test_a_complete_or_cleared_column_is_certain_and_a_broken_one_impossible() -> None:
    assert odds.complete_column([4, 4, 4]) == 1
    cleared = odds.complete_column(". . .")
    assert cleared == 1 and "cleared already" in str(cleared.explain())
    broken = odds.complete_column([4, ".", 4])
    assert broken == 0 and "cleared" in str(broken.explain())
    assert odds.complete_column([5, 5, "?"], draws=0) == 0
    taken = odds.complete_column([5, 5, "?"], draws=0, discard_top=5)
    assert taken == 1 and "top discard is 5" in str(taken.explain())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"column_or_view": ["5", "13", "?"]}, "−2 to 12"),
        ({"column_or_view": ["5", "?"]}, "three cells"),
        ({"column_or_view": ["5", "x", "?"]}, '"?"'),
        ({"column_or_view": ["5", True, "?"]}, "−2 to 12"),
        ({"column_or_view": 5}, "three cells"),
        ({"column_or_view": ["5", "5", "?"], "seen": [5] * 9}, "the deck has 10"),
        ({"column_or_view": ["5", "5", "?"], "unseen": [5] * 10}, "10 cards 5 unseen while 2 lie open"),
        ({"column_or_view": ["5", "5", "?"], "unseen": [5], "seen": [5]}, "not both"),
        ({"column_or_view": ["5", "5", "?"], "unseen": []}, "hidden"),
        ({"column_or_view": ["5", "5", "?"], "draws": -1}, "0, 1, 2"),
        ({"column_or_view": ["5", "5", "?"], "draws": 1.5}, "0, 1, 2"),
        ({"column_or_view": ["5", "5", "?"], "draws": True}, "0, 1, 2"),
        ({"column_or_view": ["5", "5", "?"], "unseen": [1, 2, 3], "draws": 3}, "2 cards are unseen"),
        ({"column_or_view": ["5", "5", "?"], "process": "guess"}, "draw_or_reveal"),
        ({"column_or_view": ["5", "5", "?"], "column": 0}, "view"),
        ({"column_or_view": ["5", "5", "?"], "collect": 13}, "−2 to 12"),
        ({"column_or_view": ["5", "5", "?"], "process": "draw_or_reveal", "rules": skyjo.Rules.club()}, "SK-13"),
    ],
)
def test_a_wrong_question_says_what_is_allowed(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        odds.complete_column(**arguments)


# --- from a view ----------------------------------------------------------------------------------------------------
def position(**more: Any) -> skyjo.Game:
    grids = ["5 9 0 4 / 5 9 ? ? / ? -1 ? 2", "? ? 5 5 / 12 ? ? ? / 1 ? ? ?"]
    return skyjo.Game.from_position(**{"grids": grids, "discard": [3, 9], "seed": 1, **more})


def test_a_column_with_a_cleared_place_cannot_be_a_triple() -> None:
    for unseen in (None, Deck([7] * 7)):
        for cells in ([".", "?", "?"], [".", ".", "?"], [".", "5", "?"]):
            for process in odds.PROCESSES:
                answer = odds.complete_column(cells, process=process, unseen=unseen, draws=2)
                assert answer == 0 and answer.simulate(200).value == 0
                assert "has a cleared place and cannot be completed" in str(answer.explain().known[0])
            assert odds.complete_column(cells, process="reveal", unseen=unseen).enumerate().value == 0


def test_a_cleared_place_in_a_view_counts_too() -> None:
    g = skyjo.Game.from_position(
        ["5 5 5 2 / ? ? 1 1 / ? 4 3 2", "? ? ? ? / ? ? ? ? / ? ? ? ?"], rules=skyjo.Rules(row_clear=True), discard="5"
    )
    g.play("take (0,3)")  # the row is complete and goes
    view = g.view(0)
    assert str(view.grid) == ". . . . / ? ? 1 1 / ? 4 3 2"
    assert odds.complete_column(view, 0, draws=1, process="reveal", discard_top=False) == 0


def test_what_is_no_view_no_grid_and_no_rules_is_named() -> None:
    g = skyjo.Game(players=2, seed=1)
    for ask in (
        lambda: odds.total(g),
        lambda: odds.complete_column(g, 0),
        lambda: odds.columns(g),
        lambda: odds.closing(g),
        lambda: odds.moves(g),
    ):
        with pytest.raises(ValueError, match=r"game\.view\(player\)"):
            ask()
    with pytest.raises(ValueError, match="5 is not a grid"):
        odds.total(5)
    for wrong in ("club", 5):
        with pytest.raises(ValueError, match="rules= is Rules"):
            odds.complete_column("5 5 ?", rules=wrong)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="rules= is Rules"):
            odds.opening(rules=wrong)  # type: ignore[arg-type]


def test_a_grid_of_a_view_is_a_grid() -> None:
    g = skyjo.Game(players=2, seed=1)
    g.play("reveal (0,0) (1,1)")
    seen = g.view(0).grid
    assert odds.total(seen) == odds.total(str(seen))
    assert odds.closing([seen, "? ? 1 1 / 2 2 3 3 / 1 5 5 2"]) == odds.closing(
        [str(seen), "? ? 1 1 / 2 2 3 3 / 1 5 5 2"]
    )
    assert [move.expected for move in odds.moves(seen, 3)] == [move.expected for move in odds.moves(str(seen), 3)]
    assert odds.columns(seen) == odds.columns(str(seen))
    again = skyjo.Game.from_position([seen, seen])
    assert again.view(0).grid == seen


def test_a_view_knows_what_is_unseen_and_offers_the_top_discard() -> None:
    view = position().view(0)
    assert view.unseen[5] == 6
    first = odds.complete_column(view, column=0, draws=3)
    assert first.collect == 5 and first == odds.complete_column([5, 5, "?"], unseen=view.unseen)
    second = odds.complete_column(view, column=1, draws=0)
    assert second == 1 and "top discard is 9" in str(second.explain())
    assert odds.complete_column(view, column=1, draws=0, discard_top=False) == 0
    assert odds.complete_column(position(player=1).view(0), column=1, draws=0) == 0  # not the viewer's turn
    assert odds.complete_column(view, column=2, player=1).collect == 5
    answers = odds.columns(view)
    assert [a.value for a in answers] == [odds.complete_column(view, column=c).value for c in range(4)]


def test_a_card_just_drawn_is_placed_first() -> None:
    view = position(drawn=5).view(0)
    answer = odds.complete_column(view, column=0, draws=0)
    assert answer == 1 and "just drawn 5" in str(answer.explain())
    assert odds.complete_column(view, column=1, draws=0) == 0  # the discard pile cannot be chosen any more


def test_a_view_limits_the_draws_to_its_draw_pile() -> None:
    view = position(draw=[1, 2]).view(0)
    assert odds.complete_column(view, column=0, draws=2) >= 0
    with pytest.raises(ValueError, match="the draw pile has 2 cards"):
        odds.complete_column(view, column=0, draws=3)
    for wrong in (None, 4, -1, "0", 1.0):
        with pytest.raises(ValueError, match="0, 1, 2 or 3"):
            odds.complete_column(view, column=wrong, draws=1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="A view knows"):
        odds.complete_column(view, column=0, draws=1, seen=[5])


def test_the_rules_of_the_view_are_said() -> None:
    view = position(rules=skyjo.Rules.club()).view(0)
    assert "nothing is cleared" in str(odds.complete_column(view, column=0).explain())
    with pytest.raises(ValueError, match="SK-13"):
        odds.complete_column(view, column=0, process="draw_or_reveal")


def test_a_grid_in_writing_gives_all_columns_at_once() -> None:
    written = "5 9 0 4 / 5 9 ? ? / ? -1 ? 2"
    view = position().view(0)
    beside = [5, 5, 12, 1, 3]
    answers = odds.columns(written, seen=beside, discard_top=9)
    assert [a.value for a in answers] == [a.value for a in odds.columns(view)]
    with pytest.raises(ValueError, match="3 rows with 4 cells"):
        odds.columns("5 5 / ? ?")


def shuffled(game: skyjo.Game, by: int) -> skyjo.Game:
    """The same game with all its hidden cards moved round by so many places."""
    other = game.copy()
    state = other.state
    places = [(p, c) for p in range(state.players) for c in range(12) if (state.there[p] & ~state.up[p]) >> c & 1]
    cards = [state.card[p][c] for p, c in places] + list(state.draw[: state.draw_n])
    cards = cards[by:] + cards[:by]
    for (p, c), card in zip(places, cards, strict=False):
        state.card[p][c] = card
    state.draw[: state.draw_n] = cards[len(places) :]
    return other


def views() -> Iterator[tuple[skyjo.View, skyjo.View]]:
    game = position()
    yield game.view(0), shuffled(position(), 7).view(0)
    yield game.view(1), shuffled(position(), 31).view(1)


def test_no_odds_depend_on_what_cannot_be_known() -> None:
    for view, other in views():
        for process in odds.PROCESSES:
            ours = [a.value for a in odds.columns(view, process=process)]
            assert ours == [a.value for a in odds.columns(other, process=process)]


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.sampled_from([5, 7, "?"]), min_size=3, max_size=3),
    st.lists(st.integers(-2, 12), max_size=5),
    st.integers(0, 12),
    st.sampled_from(["draw", "draw_or_reveal"]),
    st.randoms(use_true_random=False),
)
def test_laws_of_a_column(cells: list[Any], seen: list[int], draws: int, process: str, order: Any) -> None:
    answer = odds.complete_column(cells, seen=seen, draws=draws, process=process)
    mixed_cells, mixed_seen = order.sample(cells, 3), order.sample(seen, len(seen))
    assert answer == odds.complete_column(mixed_cells, seen=mixed_seen, draws=draws, process=process)
    assert answer <= odds.complete_column(cells, seen=seen, draws=draws + 1, process=process)
    assert odds.complete_column(cells, seen=seen, draws=draws) <= odds.complete_column(
        cells, seen=seen, draws=draws, process="draw_or_reveal"
    )
    assert 0 <= answer.value <= 1


# --- several columns --------------------------------------------------------------------------------------------------
def test_at_least_one_triple_in_a_fresh_grid() -> None:
    fresh = "? ? ? ? / ? ? ? ? / ? ? ? ?"
    answer = odds.any_column(fresh, draws=0, process="reveal")
    assert answer == Fraction(2984476781037747, 204252162184414190)
    lines = [step.line for step in answer.explain().steps if step.line]
    assert lines[-1].value == answer.value and all(line.holds for line in lines)


def tried_together(grid: list[list[Any]], values: list[int], draws: int, process: str, unseen: list[int]) -> Fraction:
    """Brute force for several columns, written apart from the package."""
    good = total = 0
    hidden = sum(column.count("?") for column in grid)
    for order in permutations(unseen, hidden + (0 if process == "reveal" else draws)):
        cards = list(order)
        below = [[cards.pop(0) if cell == "?" else None for cell in column] for column in grid]
        columns = [list(column) for column in grid]
        for card in cards:
            if any(column == [value] * 3 for column, value in zip(columns, values, strict=True)):
                break
            if card in values:
                column, i = columns[values.index(card)], values.index(card)
                bad = sorted((cell for cell in range(3) if column[cell] != card), key=lambda cell: column[cell] == "?")
                column[bad[0]] = card
            elif process == "draw_or_reveal":
                some = [i for i, column in enumerate(columns) if "?" in column]
                if some:
                    i = min(some, key=lambda i: -columns[i].count(values[i]))
                    cell = columns[i].index("?")
                    columns[i][cell] = below[i][cell]
        if process == "reveal":
            full = [
                [b if c == "?" else c for b, c in zip(x, y, strict=True)] for x, y in zip(below, columns, strict=True)
            ]
            good += any(len(set(column)) == 1 for column in full)
        else:
            good += any(column == [value] * 3 for column, value in zip(columns, values, strict=True))
        total += 1
    return Fraction(good, total)


@pytest.mark.parametrize("process", odds.PROCESSES)
@pytest.mark.parametrize(
    "grid",
    [[[0, 0, "?"], [3, 3, "?"]], [[0, "?", "?"], [3, 5, 3]], [["?", "?", "?"], [0, 3, "?"]], [[0, 7, 0], [3, 3, 7]]],
)
def test_one_of_two_columns_is_what_playing_with_cards_gives(process: str, grid: list[list[Any]]) -> None:
    for draws in (0, 1, 2, 3):
        answer = odds.any_column(grid, draws=draws, process=process, unseen=SMALL, collect=[0, 3])
        assert answer == tried_together(grid, [0, 3], draws, process, SMALL)
        assert answer.enumerate().value == answer.value
        assert answer.explain().value == answer.value


def test_one_of_four_columns_with_seven_hidden_cards_is_exact_or_says_so() -> None:
    grid = "5 7 ? 4 / 5 ? ? ? / ? ? 1 2"
    for process in odds.PROCESSES:
        answer = odds.any_column(grid, draws=4, process=process)
        single = [a.value for a in odds.columns(grid, draws=4, process=process)]
        assert max(single) <= answer.value
        assert answer.check(3000, seed=2).agrees
        formulas = [step.formula for step in answer.explain().steps if step.formula]
        assert formulas[-1].value == answer.value
    with pytest.raises(ValueError, match="exact=False"):
        odds.any_column(grid, draws=20, process="draw_or_reveal")
    estimate = odds.any_column(grid, draws=20, process="draw_or_reveal", exact=False, n=500, seed=4)
    assert 0 < estimate.low < estimate.high < 1 and estimate.n == 500


def test_one_column_alone_is_the_same_question() -> None:
    grid = "5 7 ? 4 / 5 ? ? ? / ? ? ? 2"
    for process in odds.PROCESSES:
        for c, answer in enumerate(odds.columns(grid, draws=3, process=process)):
            assert odds.any_column(grid, draws=3, process=process, columns=[c]) == answer


def test_the_best_column_is_the_one_with_the_best_chance() -> None:
    best = odds.best_column(position().view(0))
    assert best.column == 1 and best.answer == 1  # the top discard is the third 9
    without = odds.best_column(position().view(0), discard_top=False)
    assert without.ranking[:2] == [1, 0] and without.answer < 1  # 7 nines are left, but 6 fives
    assert best.ranking[0] == 1 and "Go for column 1" in str(best) and "<table" in best._repr_html_()
    grid = "5 . 0 4 / 5 . ? ? / 5 . ? 2"
    assert odds.best_column(grid).ranking == sorted([2, 3], key=lambda c: -odds.columns(grid)[c].value)
    with pytest.raises(ValueError, match="none left"):
        odds.best_column("5 . 0 4 / 5 . 0 4 / 5 . 0 4")


def test_a_wrong_question_about_several_columns_says_what_is_allowed() -> None:
    grid = "5 7 ? 4 / 5 ? ? ? / ? ? ? 2"
    for wrong in ([0, 0], [4], [], ["0"]):
        with pytest.raises(ValueError, match="different columns from 0 to 3"):
            odds.any_column(grid, columns=wrong)  # type: ignore[arg-type]
    for values in ([5, 7], [5, 5, 1, 2]):
        with pytest.raises(ValueError, match="all different"):
            odds.any_column(grid, collect=values)
    with pytest.raises(ValueError, match="different columns from 0 to 3"):
        odds.any_column(grid, columns=0)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="one value for each of the 4 open columns"):
        odds.any_column(grid, collect=5)  # type: ignore[arg-type]


def test_several_columns_with_one_card_each_read_right() -> None:
    told = str(odds.any_column([["5", "5", "?"]], draws=1, unseen=[5, 3]).explain())
    assert "and 1 is unseen" in told and "Cards in a hand: 1; cards that nobody collects: 1; combinations: 1." in told


# --- totals -----------------------------------------------------------------------------------------------------------
FRESH = "? ? ? ? / ? ? ? ? / ? ? ? ?"
FEW = {0: 3, 3: 2, 5: 2, 12: 1}  # a small unseen deck
OPTIONS = [
    skyjo.Rules(),
    skyjo.Rules(row_clear=True),
    skyjo.Rules(column_clear="off"),
    skyjo.Rules(column_clear="off", row_clear=True),
    skyjo.Rules(clear_at_final_reveal=False),
]


def final_score(rows: list[list[Any]], rules: Any) -> int:
    """SK-20, SK-21, written apart from the package: rows of a grid that lies open."""
    gone = set()
    if rules.clear_at_final_reveal:
        for c in range(4):
            if rules.column_clear == "mandatory" and rows[0][c] == rows[1][c] == rows[2][c] != ".":
                gone |= {(r, c) for r in range(3)}
        for r in range(3):
            if rules.row_clear and rows[r][0] == rows[r][1] == rows[r][2] == rows[r][3] != ".":
                gone |= {(r, c) for c in range(4)}
    return sum(rows[r][c] for r in range(3) for c in range(4) if (r, c) not in gone and rows[r][c] != ".")


def dealt(grids: list[str], rules: Any) -> Counter[tuple[int, ...]]:
    """Every order of the small deck laid into the hidden places: the scores and how often."""
    cards = [value for value, count in FEW.items() for _copy in range(count)]
    cells = [[row.split() for row in grid.split("/")] for grid in grids]
    hidden = sum(row.count("?") for rows in cells for row in rows)
    found: Counter[tuple[int, ...]] = Counter()
    for order in permutations(cards, hidden):
        rest = iter(order)
        full = [
            [[next(rest) if c == "?" else c if c == "." else int(c) for c in row] for row in rows] for rows in cells
        ]
        found[tuple(final_score(rows, rules) for rows in full)] += 1
    return found


@pytest.mark.parametrize("rules", OPTIONS, ids=str)
@pytest.mark.parametrize(
    "grid",
    [
        "0 3 ? ? / 0 3 ? 5 / ? ? 1 5",
        "? 1 2 4 / ? 1 2 5 / ? 2 2 5",
        "0 0 0 ? / 3 ? 5 0 / ? ? ? 1",
        "-2 . ? 0 / -2 . ? ? / 0 . ? 0",
    ],
)
def test_the_law_of_a_total_counts_every_deal(grid: str, rules: Any) -> None:
    law = odds.total(grid, unseen=FEW, rules=rules)
    deals = dealt([grid], rules)
    assert law == Pmf({points: n for (points,), n in deals.items()})
    assert law.enumerate().value == law.mean() == law.explain().value
    assert law.check(2000, seed=3).agrees
    formulas = [step.formula for step in law.explain().steps if step.formula]
    assert formulas[-1].value == law.mean() and all(f.holds for f in formulas if hasattr(f, "holds"))


def test_the_mean_of_a_fresh_grid() -> None:
    law = odds.total(FRESH)
    assert law.mean() == Fraction(334084, 5513)
    assert odds.total(FRESH, rules=skyjo.Rules.club()).mean() == Fraction(304, 5)
    assert odds.total(FRESH, rules=skyjo.Rules.club()).var() == Fraction(739496, 3725)


@settings(max_examples=15, deadline=None)
@given(st.lists(st.sampled_from(["?", 0, 3, 5]), min_size=12, max_size=12), st.sampled_from(OPTIONS), st.randoms())
def test_turning_up_a_card_and_averaging_gives_the_law_back(cells: list[Any], rules: Any, order: Any) -> None:
    def grid(cells: Sequence[Any]) -> str:
        return " / ".join(" ".join(map(str, cells[r::3])) for r in range(3))

    unseen = Deck({-2: 3, 0: 4, 3: 3, 5: 3})
    law = odds.total(grid(cells), unseen=unseen, rules=rules)
    columns = [cells[c : c + 3] for c in range(0, 12, 3)]
    assert law == odds.total(
        grid([cell for column in order.sample(columns, 4) for cell in column]), unseen=unseen, rules=rules
    )
    if "?" in cells:
        first = cells.index("?")
        mixed: Counter[int] = Counter()
        for card, n in unseen.items():
            turned = odds.total(grid([*cells[:first], card, *cells[first + 1 :]]), unseen=unseen - card, rules=rules)
            for points, p in turned.items():
                mixed[points] += p * n
        assert Pmf(mixed) == law


def test_a_total_from_a_view_is_that_of_its_grid() -> None:
    view = position().view(0)
    for seat in (0, 1):
        written = str(view.grids[seat])
        assert odds.total(view, player=seat) == odds.total(written, unseen=view.unseen)
    assert odds.total(view) == odds.total(view, player="Player 1")
    other = shuffled(position(), 7).view(0)
    assert odds.total(view) == odds.total(other)
    with pytest.raises(ValueError, match="There is no player"):
        odds.total(view, player=2)


# --- closing ----------------------------------------------------------------------------------------------------------
CLOSERS = ["0 3 1 2 / 0 3 1 5 / ? ? 1 -1", "0 0 1 2 / 0 0 1 . / ? 12 ? .", "5 0 -1 -2 / 5 0 -1 -2 / ? 0 -2 -2"]


@pytest.mark.parametrize("rules", [*OPTIONS, skyjo.Rules(penalty_on_tie=False, penalty_only_positive=False)], ids=str)
@pytest.mark.parametrize(("mine", "theirs"), [(0, [1]), (1, [0]), (2, [0]), (2, [1, 0])])
def test_the_closing_risk_counts_every_deal(mine: int, theirs: list[int], rules: Any) -> None:
    grids = [CLOSERS[mine], *(CLOSERS[i] for i in theirs)]
    answer = odds.closing(grids, unseen=FEW, rules=rules)
    deals = dealt(grids, rules)
    total = sum(deals.values())
    win = sum(n for (me, *others), n in deals.items() if me < min(others))
    tie = sum(n for (me, *others), n in deals.items() if me == min(others))
    lost = {
        scores: n
        for scores, n in deals.items()
        if (min(scores[1:]) < scores[0] or (min(scores[1:]) == scores[0] and rules.penalty_on_tie))
        and (scores[0] > 0 or not rules.penalty_only_positive)
    }
    assert (answer.win, answer.tie) == (Fraction(win, total), Fraction(tie, total))
    assert answer.lose == 1 - answer.win - answer.tie
    assert answer == answer.doubled == Fraction(sum(lost.values()), total)
    points = sum(n * scores[0] * (2 if scores in lost else 1) for scores, n in deals.items())
    assert answer.score.mean() == Fraction(points, total)
    assert answer.enumerate().value == answer.value
    assert answer.explain().value == answer.value
    assert all(step.formula.holds for step in answer.explain().steps if hasattr(step.formula, "holds"))


def test_closing_from_a_view_says_its_model_and_does_not_peek() -> None:
    grids = ["5 9 0 4 / 5 9 1 1 / ? -1 2 2", "1 2 5 0 / ? 2 0 3 / 1 ? ? -2"]
    game = skyjo.Game.from_position(grids=grids, discard=[3], player=0, seed=1)
    answer = odds.closing(game.view(0))
    assert "last turns" in str(answer.explain()) and answer.check(4000, seed=9).agrees
    assert answer.win + answer.tie + answer.lose == 1
    assert answer == odds.closing(shuffled(game, 11).view(0))
    assert "<table" in answer._repr_html_()
    rules = skyjo.Rules(final_lap="none")
    game = skyjo.Game.from_position(grids=grids, discard=[3], player=0, seed=1, rules=rules)
    assert "nobody plays after you" in str(odds.closing(game.view(0)).explain())


def test_too_many_hidden_cards_give_an_estimate_that_says_so() -> None:
    estimate = odds.closing(["? ? ? ? / ? ? 2 2 / 9 9 8 8", FRESH, FRESH], n=400, seed=5)
    assert isinstance(estimate, odds.ClosingEstimate)
    assert "simulation" in str(estimate) and "n = 400, seed = 5" in str(estimate)
    assert estimate.doubled.low < estimate.doubled.value < estimate.doubled.high
    assert estimate.explain().value is None and "simulation" in str(estimate.explain())
    small = odds.closing([CLOSERS[1], CLOSERS[0]], unseen=FEW)
    assert isinstance(small, odds.Closing)
    with pytest.raises(ValueError, match="at least one opponent"):
        odds.closing(FRESH)
    with pytest.raises(ValueError, match="at most 8 grids"):
        odds.closing([FRESH] * 9)
    for n in (0, 1, 1.5, True):
        with pytest.raises(ValueError, match="at least 2 trials"):
            odds.closing([FRESH, FRESH], n=n)  # type: ignore[arg-type]


def test_work_for_several_grids_is_the_sum_over_all_choices_of_patterns() -> None:
    rules = skyjo.Rules(row_clear=True)
    cells = [
        reveal.patterns(known(grid).cells, R.lines(rules, at_the_end=True))
        for grid in (FRESH, "5 5 ? 1 / " + FRESH[10:])
    ]
    each = sum(reveal.work([[one], [other]], FEW) for one in cells[0] for other in cells[1])
    assert reveal.work(cells, FEW) == each > reveal.WORK


@pytest.mark.parametrize("last_turn", [False, True])
def test_rows_that_are_cleared_give_an_estimate_at_once(last_turn: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    grid = "5 ? 2 ? / 5 1 3 ? / ? 1 ? 4"
    laws = []
    count = risk.joint_law
    monkeypatch.setattr(risk, "joint_law", lambda *given: laws.append(1) or count(*given))
    others = [grid] if last_turn else [FRESH] * 5
    found = odds.closing([grid, *others], rules=skyjo.Rules(row_clear=True), last_turn=last_turn, n=50)
    assert isinstance(found, odds.ClosingEstimate)
    assert len(laws) == (0 if last_turn else 7)  # with a last turn there would be some two hundred


def test_opponents_who_cannot_be_as_low_do_not_matter() -> None:
    high = "12 11 12 11 / 12 11 10 9 / 10 9 12 ?"
    pair = odds.closing([CLOSERS[1], CLOSERS[0]], unseen={**FEW, 1: 3})
    three = odds.closing([CLOSERS[1], CLOSERS[0], high], unseen={**FEW, 1: 3})
    assert three == pair and "left out" in str(three.explain())


# --- moves, with the engine as the witness ----------------------------------------------------------------------------
SHORT = [0, 0, 3, 5, 5, 9]  # the unseen cards of the short games: 2 in the player's grid, 1 in the other's, 3 to draw
ENDS = ["5 3 0 4 / 5 3 0 1 / ? 1 ? 2", "1 9 5 4 / 2 9 8 1 / ? -1 7 2"]


def laid(grids: list[str], order: Sequence[int]) -> list[str]:
    """The grids with the first cards of an order written into their hidden places."""
    cards = iter(order)
    return [" ".join(f"?{next(cards)}" if cell == "?" else cell for cell in grid.split()) for grid in grids]


def short_games(rules: Any, discard: list[int], unseen: list[int] = SHORT, **more: Any) -> Iterator[skyjo.Game]:
    """The same position with every order of the hidden cards; what is not hidden or to be drawn is out of play."""
    places = sum(grid.count("?") for grid in ENDS)
    for order in sorted(set(permutations(unseen))):
        grids = laid(ENDS, order)
        piles = {"discard": discard, "draw": order[places:]}
        yield skyjo.Game.from_position(grids=grids, rules=rules, seed=1, **piles, **more)


def own_total(game: skyjo.Game) -> int:
    """The first player's total as the engine counts it when all cards are turned up now (SK-19 to SK-21)."""
    state = game.state.copy()
    R.final_reveal(state, 0)
    return R.grid_sum(state, 0)


def average(totals: list[int]) -> Fraction:
    return Fraction(sum(totals), len(totals))


@pytest.mark.parametrize("rules", [skyjo.Rules(), skyjo.Rules(may_reject_drawn=False, row_clear=True)], ids=str)
@pytest.mark.parametrize("discard", [[8, 3], [8, 7]])
def test_every_move_leads_to_the_total_that_the_engine_gives(rules: Any, discard: list[int]) -> None:
    games = list(short_games(rules, discard))
    table = odds.moves(games[0].view(0))
    assert {int(move.action) for move in table} == set(map(int, games[0].legal_actions()))
    now = average([own_total(game) for game in games])
    drawn: dict[int, dict[str, list[int]]] = {}
    for game in games:
        game.play("draw")
        card = game.view(0).drawn
        for action in game.legal_actions():
            game.play(action)
            drawn.setdefault(card, {}).setdefault(str(action), []).append(own_total(game))
            game.undo()
        game.undo()
    after_draw = Fraction(0)
    for follow_ups in drawn.values():
        share = Fraction(len(next(iter(follow_ups.values()))), len(games))
        after_draw += share * min(average(totals) for totals in follow_ups.values())
    assert table.move("draw").expected == after_draw
    for move in table:
        assert move.saves == now - move.expected
        if str(move.action) != "draw":
            assert move.expected == average([own_total(game.play(move.action)) for game in games])
            for game in games:
                game.undo()
    assert [move.expected for move in table] == sorted(move.expected for move in table)
    assert table.explain().value == table.best.expected
    assert table.answer("draw").enumerate().value == after_draw and table.answer("draw").check(2000, seed=2).agrees


def test_a_drawn_card_is_kept_or_rejected_by_what_the_engine_gives() -> None:
    games = [game.play("draw") for game in short_games(skyjo.Rules(), [8, 7])]
    for card in {0, 3, 5, 9}:
        same = [game for game in games if game.view(0).drawn == card]
        table = odds.moves(same[0].view(0))
        assert {int(move.action) for move in table} == set(map(int, same[0].legal_actions()))
        for move in table:
            totals = [own_total(game.play(move.action)) for game in same]
            assert move.expected == average(totals)
            for game in same:
                game.undo()
        assert (
            "Keep it or reject it" in str(table.explain()) and table.answer(table.best.action).check(500, seed=1).agrees
        )


def test_moves_after_the_draw_pile_is_used_up() -> None:
    grids = ["5 3 0 4 / 5 3 0 1 / ? 1 ? 2", "1 9 5 4 / 2 9 8 1 / ?0 -1 7 2"]
    game = skyjo.Game.from_position(grids=grids, discard=[5, 12, 8], draw=[], player=0, seed=1)
    table = odds.moves(game.view(0))
    keep_five = table.turn.best_after[5]
    assert set(table.turn.source.counts) == {5, 12} and keep_five.action == int(skyjo.parse("keep (2,0)"))
    assert table.move("draw").expected == (keep_five.after + table.turn.best_after[12].after) / 2
    assert table.answer("draw").check(3000, seed=4).agrees
    assert "2 cards below the top discard" in str(table.explain())


def test_the_gain_of_one_draw_on_a_fresh_deck() -> None:
    table = odds.moves(FRESH)
    assert [str(move.action) for move in table] == ["draw"] and table.best.saves == Fraction(211840, 115773)
    told = table.explain()
    assert "reject 6, 7" in str(told) and told.mistakes[0].value == 0


def test_the_table_of_moves_shows_what_a_move_does() -> None:
    table = odds.moves(position().view(0))
    best = table.best
    assert str(best.action) == "take (2,1)" and "clears 3 cards" in str(table) and "<table" in table._repr_html_()
    assert (
        str(odds.moves("1 1 1 1 / 1 1 1 2 / 3 4 5 ?", discard_top=0).move("take (2,3)").notes[0]) == "closes the round"
    )
    with pytest.raises(ValueError, match="not a legal move"):
        table.move("reject (0,0)")
    with pytest.raises(ValueError, match="Player 1 is to act"):
        odds.moves(position().view(1))
    with pytest.raises(ValueError, match="A view knows"):
        odds.moves(position().view(0), discard_top=5)
    start = odds.moves(skyjo.Game(2, seed=3).view(0))
    assert len(start) == 66 and {move.saves for move in start} == {0}


def test_a_grid_without_cards_has_no_move() -> None:
    with pytest.raises(ValueError, match="no move to make"):
        odds.moves(". . . . / . . . . / . . . .", discard_top=3)


def test_moves_do_not_peek() -> None:
    table, other = (odds.moves(game.view(0)) for game in (position(), shuffled(position(), 7)))
    assert [(m.action, m.expected) for m in table] == [(m.action, m.expected) for m in other]


@pytest.mark.parametrize(
    "rules", [skyjo.Rules(), skyjo.Rules(clear_at_final_reveal=False), skyjo.Rules(row_clear=True)], ids=str
)
@pytest.mark.parametrize("discard", [[8, 12], [8, -1]])
def test_the_last_turn_ends_as_the_engine_plays_it(rules: Any, discard: list[int]) -> None:
    closed, open_ = "0 3 0 4 / 5 3 0 1 / 2 1 1 2", "1 9 0 4 / 2 9 0 1 / ? ? 5 -2"
    unseen, scores = [0, 3, 5, 9, 9], []
    for order in sorted(set(permutations(unseen))):
        piles = {"discard": discard, "draw": order[2:]}
        grids = laid([closed, open_], order)
        game = skyjo.Game.from_position(grids, player=1, closer=0, rules=rules, seed=1, **piles)
        view = game.view(0)
        game.play(odds.moves(game.view(1)).best.action)
        if game.phase == "drawn":
            game.play(odds.moves(game.view(1)).best.action)
        scores.append((game.state.raw[0], game.state.raw[1], game.round_scores[0]))
    answer = odds.closing(view, last_turn=True)
    n = len(scores)
    assert answer.win == Fraction(sum(mine < other for mine, other, _score in scores), n)
    assert answer.tie == Fraction(sum(mine == other for mine, other, _score in scores), n)
    assert answer.doubled == Fraction(sum(score != mine for mine, _other, score in scores), n)
    assert answer.score.mean() == Fraction(sum(score for _mine, _other, score in scores), n)
    assert answer.enumerate().value == answer.value == answer.explain().value
    assert "last turn" in str(answer.explain().model[0])


def test_a_last_turn_needs_one_opponent_who_plays_it() -> None:
    with pytest.raises(ValueError, match="one opponent"):
        odds.closing([FRESH, FRESH, FRESH], last_turn=True)
    with pytest.raises(ValueError, match="no last turn"):
        odds.closing([CLOSERS[0], CLOSERS[1]], unseen=FEW, last_turn=True, rules=skyjo.Rules(final_lap="none"))
    lying = odds.closing([CLOSERS[1], CLOSERS[0]], unseen=FEW)
    playing = odds.closing([CLOSERS[1], CLOSERS[0]], unseen=FEW, last_turn=True)
    assert playing.lose >= lying.lose and playing.check(2000, seed=3).agrees


# --- the opening ------------------------------------------------------------------------------------------------------
def test_what_two_cards_of_one_column_buy() -> None:
    start = odds.opening(draws=3)
    assert start.pair == Fraction(28, 447)
    assert start.together > start.apart and start.next_together > start.next_apart
    assert start.together.explain().value == start.together.value
    assert "<table" in start._repr_html_() and "same column" in str(start)
    for answer in (start.together, start.apart):
        assert answer.simulate(3000, seed=6).errors_from(answer.value) < 4


def test_the_opening_is_the_mean_over_the_cards_turned_up() -> None:
    unseen = {0: 6, 3: 5, 5: 5}
    start = odds.opening(draws=2, unseen=unseen)
    deck = Deck(unseen)
    sums = [Fraction(0)] * 4
    for x in deck.counts:
        for y in deck.counts:
            left, pairs = deck - [x, y], deck[x] * (deck - x)[y]
            one, two = [[x, y, "?"], *[["?"] * 3] * 3], [[x, "?", "?"], [y, "?", "?"], *[["?"] * 3] * 2]
            found = [odds.any_column(columns, draws=2, unseen=left).value for columns in (one, two)]
            grids = f"{x} ? ? ? / {y} ? ? ? / ? ? ? ?", f"{x} {y} ? ? / ? ? ? ? / ? ? ? ?"
            found += [odds.moves(grid, unseen=left).best.saves for grid in grids]
            sums = [total + pairs * value for total, value in zip(sums, found, strict=True)]
    expected = [total / (16 * 15) for total in sums]
    assert [start.together, start.apart, start.next_together, start.next_apart] == expected


def test_everything_can_be_shown() -> None:
    view = position().view(0)
    shown = [
        odds.moves(view),
        odds.best_column(view),
        odds.opening(draws=1),
        odds.total(view),
        odds.closing(CLOSERS[:2]),
    ]
    for thing in shown:
        assert thing.chart().to_dict()["description"] and "<table" in thing._repr_html_() and str(thing)
        told = thing.explain()
        assert "<math" in told.html() and "$" in told._repr_markdown_()


# --- the odds are held to the engine, over random rules and positions -------------------------------------------------
def random_position(seed: int) -> tuple[Any, list[str], list[int], list[int]]:
    """Rules, two grids with few hidden cards and many equal ones, the discard pile, and the unseen cards."""
    rng = random.Random(seed)
    rules = skyjo.Rules(
        may_reject_drawn=rng.random() < 0.8, column_clear=rng.choice(["mandatory", "mandatory", "off"]),
        row_clear=rng.random() < 0.5, clear_at_final_reveal=rng.random() < 0.75,
        final_lap=rng.choice(["all_others_once", "equal_turns", "none"]),
    )  # fmt: skip
    while True:
        values = rng.sample([-2, 0, 1, 5, 9, 12], 3)
        cells = [str(rng.choice(values)) for _ in range(12)]
        for cell in rng.sample(range(12), 3):
            cells[cell] = "?"
        if rng.random() < 0.3:
            cells[rng.randrange(12)] = "."
        unseen = [rng.choice(values) for _ in range(cells.count("?") + 3)]
        if all([*cells, *map(str, unseen)].count(str(v)) < skyjo.DECK[v] for v in values):
            break
    other = "7 8 7 8 / 8 7 8 7 / 7 8 7 ?"
    return rules, [" / ".join(" ".join(cells[r::3]) for r in range(3)), other], [rng.choice(values)], unseen


def deals_of(seed: int) -> list[skyjo.Game]:
    """The position with every order of the unseen cards; equal cards are not told apart, all orders equally likely."""
    rules, grids, discard, unseen = random_position(seed)
    n = grids[0].count("?") + 1
    return [
        skyjo.Game.from_position(laid(grids, order), discard=discard, draw=order[n:], rules=rules, seed=1, player=0)
        for order in sorted(set(permutations(unseen)))
    ]


def mean_after(games: Sequence[skyjo.Game], action: Any) -> Fraction:
    found = average([own_total(game.play(action)) for game in games])
    for game in games:
        game.undo()
    return found


def engine_means(seed: int) -> tuple[odds.Moves, dict[str, Fraction]]:
    """What the odds say of a random position, and the mean the engine makes of every move."""
    games = deals_of(seed)
    table = odds.moves(games[0].view(0))
    means = {str(a): mean_after(games, a) for a in games[0].legal_actions() if str(a) != "draw"}
    drawn: dict[Any, list[skyjo.Game]] = {}
    for game in games:
        drawn.setdefault(game.play("draw").view(0).drawn, []).append(game)
    best = Fraction(0)
    for same in drawn.values():
        follow = odds.moves(same[0].view(0))
        for move in follow:
            assert move.expected == mean_after(same, move.action)
        best += follow.best.expected * Fraction(len(same), len(games))
    return table, means | {"draw": best}


@pytest.mark.parametrize("seed", range(40))
def test_every_move_is_the_mean_of_what_the_engine_makes_of_it(seed: int) -> None:
    games = deals_of(seed)
    law = odds.total(games[0].view(0))
    assert law == Pmf(Counter(own_total(game) for game in games))
    table, means = engine_means(seed)
    assert {str(move.action): move.expected for move in table} == means
    assert all(move.saves == law.mean() - move.expected for move in table)
    assert table.explain().value == table.best.expected == min(means.values())
    assert table.answer(table.best.action).enumerate().value == table.best.expected


@pytest.mark.parametrize("seed", range(4))
def test_a_new_rule_of_clearing_is_one_place_in_the_rules(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two equal cards of a column go too: moves, total and closing follow the rules."""
    plain = [(move.action, move.expected) for move in engine_means(seed)[0]]
    right = R.cleared_by

    def pairs(s: Any, p: int, cell: int, card: int) -> int:
        gone = right(s, p, cell, card)
        for c in range(cell // 3 * 3, cell // 3 * 3 + 3):
            if c != cell and s.up[p] >> c & 1 and s.card[p][c] == card and s.there[p] >> cell & 1:
                gone |= 1 << c | 1 << cell
        return gone

    monkeypatch.setattr(R, "cleared_by", pairs)
    table, means = engine_means(seed)
    assert {str(move.action): move.expected for move in table} == means
    assert [(move.action, move.expected) for move in table] != plain
    games = deals_of(seed)
    assert odds.total(games[0].view(0)) == Pmf(Counter(own_total(game) for game in games))
    grids = ["1 2 3 4 / 1 3 5 0 / ? 4 6 7", "4 3 2 1 / 9 8 7 6 / 0 1 ? 5"]
    answer = odds.closing(grids, unseen=[1, 1, 9, 12])
    ends = [[end_total(grid) for grid in laid(grids, order)] for order in sorted(set(permutations([1, 1, 9, 12])))]
    assert answer.win == Fraction(sum(mine < other for mine, other in ends), len(ends)) > 0


def end_total(grid: str) -> int:
    """What the rules make of a grid in the end."""
    game = skyjo.Game.from_position([grid, FRESH], seed=1)
    return own_total(game)


def test_pairs_are_not_spoilt() -> None:
    """FAULTS A1: keep (2,0) breaks the pair of fives; it costs what the law of the total says."""
    grids = ["5 ? ? ? / 5 ? ? ? / ? ? ? ?", "12 ? ? ? / ? 3 ? ? / ? ? ? ?"]
    view = skyjo.Game.from_position(grids, players=["Ana", "Bo"], discard=[8], drawn=4, player=0).view(0)
    table = odds.moves(view)
    assert len(table.ties) == 9 and str(table.best.action) == "keep (0,1)"
    assert str(table.best.notes[0]) == str(table[8].notes[0]) == "one of 9 equally good moves" and not table[9].notes
    for action, grid in (("keep (0,1)", "5 4 ? ? / 5 ? ? ? / ? ? ? ?"), ("keep (2,0)", "5 ? ? ? / 5 ? ? ? / 4 ? ? ?")):
        assert table.move(action).expected == odds.total(grid, unseen=view.unseen).mean()
    assert round(float(table.best.expected), 2) == 58.21 and round(float(table.move("keep (2,0)").expected), 2) == 59.04
    assert table.move("reject (2,0)").expected == odds.total(view).mean()
    lasting = skyjo.Rules(clear_at_final_reveal=False)  # nothing is gained by the pair in the end: it is a tie
    tied = odds.moves(grids[0], drawn=4, rules=lasting)
    assert str(tied.best.action) == "keep (0,1)" and str(tied.ties[-1].action) == "keep (2,0)"


def test_a_negative_closer_pays_the_factor_only_where_the_option_says_so() -> None:
    """FAULTS A11: SK-22 with penalty_only_positive=False."""
    grids = ["-2 -2 -1 0 / 0 0 0 0 / 0 1 0 ?", "-2 -2 -1 -1 / -2 0 0 0 / 0 0 0 -1"]
    for only_positive, factor in ((True, 1), (False, 3)):
        rules = skyjo.Rules(penalty_only_positive=only_positive, penalty_multiplier=3)
        answer = odds.closing(grids, unseen=[-1, 0], rules=rules)
        assert answer.lose == 1 and answer.doubled == (not only_positive)
        assert answer.score == Pmf({-5 * factor: 1, -4 * factor: 1})
        assert answer.explain().value == answer.value
