"""The devices of the lessons: what they deal and count, that they go by key and finger, and that nothing is told early."""

from fractions import Fraction

import pytest

pytest.importorskip("anywidget")

from cardlib import skyjo, widgets
from cardlib.answer import Estimate
from cardlib.deck import Deck
from cardlib.widgets.play import scale


def test_a_tally_counts_what_was_dealt_and_says_n_and_seed():
    tally = widgets.tally(skyjo.DECK, 3, {"a 5": lambda hand: 5 in hand}, who="Ana")
    again = widgets.tally(skyjo.DECK, 3, {"a 5": lambda hand: 5 in hand}, who=" ana")
    other = widgets.tally(skyjo.DECK, 3, {"a 5": lambda hand: 5 in hand}, who="Bo")
    for one in (tally, again, other):
        one.act("deal", 1)
        one.act("deal", 100)
    assert tally.found == again.found != other.found and tally.hand == again.hand
    estimate = tally.estimate("a 5")
    assert estimate.n == 101 and estimate.value == sum(tally.found["a 5"]) / 101
    assert f"n = 101, seed = {tally.seed}" in tally.html
    tally.act("again")
    assert tally.found == {"a 5": []} and tally.seed == again.seed + 1


def test_a_tally_charts_numbers_values_and_wide_ranges():
    cards = list(skyjo.DECK)
    one = widgets.tally(skyjo.DECK, who=1)
    one.act("deal", 100)
    (rows,) = one.parts().values()
    assert [str(value) for value, _n in rows] == [
        "−2" if v == -2 else "−1" if v == -1 else str(v) for v in range(-2, 13)
    ]
    assert sum(n for _value, n in rows) == 100
    two = {"kept out": lambda hand: sum(hand[:12]), "put back": lambda hand: sum(hand[12:])}
    both = widgets.tally(lambda rng: rng.draw(cards, 12) + [rng.choice(cards) for _card in range(12)], counts=two)
    both.act("deal", 100)
    parts = both.parts()
    assert [sum(n for _value, n in rows) for rows in parts.values()] == [100, 100]
    assert max(map(len, parts.values())) <= 17 and "to" in str(parts["kept out"][0][0])


def test_cards_are_taken_out_and_put_back():
    device = widgets.take_out(skyjo.DECK, of=12)
    assert "10 of 150" in device.html
    device.act("take", "12")
    device.act("take", "-2")
    assert "9 of 148" in device.html
    device.act("back")
    device.act("back")
    assert device.left == skyjo.DECK and "10 of 150" in device.html
    device.act("take", "13")
    assert device.problem and device.left == skyjo.DECK


def test_stop_or_go_keeps_the_card_and_the_pupils_own_rule():
    device = widgets.stop_or_go(skyjo.DECK, 3, who="Ana")
    first = device._hand[0]
    device.act("stop")
    assert device.kept == [first] and device.choices == [(2, first, True)]
    passed, second, third = device._hand
    device.act("go")
    device.act("go")
    assert "to come" in device.html and device.choices[1:] == [(2, passed, False), (1, second, False)]
    device.act("go")
    assert device.problem
    device.act("stop")
    assert device.kept == [first, third] and "n = 2" in device.html


def test_a_slider_draws_its_picture():
    device = widgets.slide(lambda top: {"take": 5 - top, "draw": 2}, "top", range(-2, 9), start=0)
    assert 'aria-valuetext="0"' in device.html and "take" in device.html
    device.act("slide", "10")
    assert 'aria-valuetext="8"' in device.html and "−3" in device.html
    grid = widgets.slide(lambda n: widgets.pairs(range(n), range(n), lambda a, b: a < b, "pairs"), "n", (2, 3))
    assert '<table class="cl-pairs">' in grid.html
    chance = widgets.slide(
        lambda n, seed: skyjo.DECK.next_is(0).simulate(n, seed).message, "tries", (10, 100), who="Ana"
    )
    before = chance.html
    chance.act("another")
    assert chance.html != before and f"seed = {chance.seed}" in chance.html


def test_the_picked_ends_of_a_tree_are_multiplied_along_and_added_between():
    tree = widgets.tree({
        "5": ("8/120", {"5": ("7/119", None), "–": ("112/119", None)}),
        "–": ("112/120", {"5": ("8/119", None), "–": ("111/119", None)}),
    })  # fmt: skip
    assert "=" not in tree.html.rpartition("cl-note")[2].partition(">")[2]
    tree.act("pick", "5 · 5")
    tree.act("pick", "– · 5")
    assert "8/120 × 7/119 + 112/120 × 8/119 = 0.0667" in tree.html
    tree.act("pick", "5 · 5")
    tree.act("pick", "– · 5")
    assert "Pick ends" in tree.html


def test_what_an_end_is_worth_counts_with_its_chance():
    tree = widgets.tree(
        lambda q: {"in time": (str(1 - q), 12), "late": (str(q), 0)}, "q", [Fraction(0), Fraction(1, 4)]
    )
    tree.act("slide", 1)
    tree.act("pick", "in time")
    tree.act("pick", "late")
    assert "= 9" in tree.html


def test_a_log_keeps_every_try_and_tests_on_the_fresh_seed():
    played = []

    def play(seed):
        played.append(seed)
        return Estimate.of_proportion(30, 50, seed)

    log = widgets.log(play, tuning=200, fresh=100)
    log.act("test")
    assert log.problem and not played
    log.act("try", {"idea": " "})
    assert log.problem and not played
    log.act("try", {"idea": "keep <3"})
    log.act("test")
    assert played == [200, 100] and "keep &lt;3 (200)" in log.html and "(100)" in log.html


def test_an_interval_that_misses_the_line_is_said_to():
    rows = {"a": Estimate.of_proportion(1, 100, 1), "b": Estimate.of_proportion(50, 100, 2)}
    assert scale(rows, 0.5).count("misses the line") == 1 and scale(rows, 0.5).count("cl-missed") == 1


def test_the_grid_of_pairs_shades_what_is_asked():
    grid = widgets.pairs(range(3), range(3), lambda mine, yours: yours <= mine, "equal or lower")
    assert grid.count("cl-shaded") == grid.count("●") == 6 and "equal or lower" in grid


DEVICES = [
    widgets.tally(skyjo.DECK), widgets.take_out(Deck([1, 2, "<b>"]), of=1), widgets.stop_or_go(skyjo.DECK, 3),
    widgets.slide(lambda n: {"n": n}, "n", range(3)), widgets.tree({"a": ("1/2", None)}),
    widgets.log(lambda seed: Estimate.of_proportion(1, 2, seed), 1, 2),
]  # fmt: skip


@pytest.mark.parametrize("device", DEVICES, ids=lambda device: type(device).__name__)
def test_every_device_can_be_named_and_pressed_without_a_mouse(device):
    assert "<b>" not in device.html and not device.problem and str(device)
    for control in ("<input", "<button"):
        for piece in device.html.split(control)[1:]:
            head, _end, rest = piece.partition(">")
            assert "data-key" in head
            assert control == "<input" or "aria-label" in head or rest.partition("</button>")[0].strip()
    assert device.html.count("<input") <= device.html.count("<label")
