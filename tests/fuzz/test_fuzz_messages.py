"""Messages that no control sends, to every widget: forged, huge, late, in any order. Refused in words, or harmless."""

from fractions import Fraction

import pytest
from effort import ODD, TIMES, by_hand, chances, odd

pytest.importorskip("anywidget")

from cardlib import skipbo, skyjo, skyjo_action, widgets
from cardlib.widgets.surface import MOST as LONGEST_SHOWN
from cardlib.widgets.surface import Surface

PAIR = ["Ana", "Bo"]
WIDGETS = {
    "stepper skyjo": lambda: widgets.stepper(skyjo.Game(players=PAIR, seed=1), players={"Bo": "greedy"}),
    "stepper action": lambda: widgets.stepper(skyjo_action.Game(players=3, seed=1)),
    "stepper skipbo": lambda: widgets.stepper(skipbo.Game(players=PAIR, seed=1)),
    "companion skyjo": lambda: widgets.companion("skyjo", PAIR),
    "companion action": lambda: widgets.companion("skyjo_action", PAIR),
    "companion skipbo": lambda: widgets.companion("skipbo", PAIR),
    "explorer": lambda: widgets.odds_explorer(),
    "simulator": lambda: widgets.simulator("skyjo", ["greedy", "random"], rounds=30),
    "predict": lambda: widgets.predict("How likely is it?"),
    "predict points": lambda: widgets.predict("How many?", low=-5, high=40, unit="points"),
    "exercise": lambda: widgets.exercise("What is 1/2 + 1/3?", Fraction(5, 6)),
    "task": lambda: widgets.task("column", "Ana"),
    "tally": lambda: widgets.tally(skyjo.DECK, 3, who="Ana"),
    "dashboard": lambda: widgets.dashboard(),
}
LIKELY = [
    {"entry": "5/6"}, {"entry": "20"}, {"guesses": "Ana 20; Bo 35"}, {"rounds": "20", "seed": "1"}, {"index": "3"}, 1, 2, 5,
    "0", "5", "cell 0 0 0", "cell 1 2 3", "discard", "draw", "greedy", "0 greedy", "final_lap=none", "all", True, False,
]  # fmt: skip


def surfaces(widget):
    """A widget that is drawn, or all that are inside."""
    if isinstance(widget, Surface):
        return [widget]
    return [found for child in getattr(widget, "children", ()) for found in surfaces(child)]


def actions(surface):
    """Everything that it answers to."""
    return sorted({name[3:] for part in surface.handlers() for name in dir(part) if name.startswith("do_")})


def tell(surface, action, value):
    surface.receive({"action": action, "value": value})
    assert not surface._traceback, (action, value, surface._traceback)
    assert len(str(surface.problem)) <= LONGEST_SHOWN, action


BY_HAND = ("stepper", "companion", "dashboard")  # they draw for longer


@pytest.fixture(params=[pytest.param(name, marks=by_hand) if name.startswith(BY_HAND) else name for name in WIDGETS])
def drawn(request, monkeypatch):
    monkeypatch.setattr(Surface, "send", lambda self, *_content, **_more: None)
    return surfaces(WIDGETS[request.param]())


def test_every_action_with_odd_values(drawn):
    for surface, chance in zip(drawn, chances(len(drawn), "odd"), strict=False):
        assert actions(surface)
        for action in actions(surface):
            for value in chance.sample(ODD, min(len(ODD), 2 * TIMES)):
                tell(surface, action, value)


def test_messages_in_any_order(drawn):
    """Also late ones: what was true when they were sent need not be so any more."""
    for chance in chances(2, "messages"):
        for _k in range(10):
            surface = chance.choice(drawn)
            value = odd(chance) if chance.random() < 0.4 else chance.choice(LIKELY)
            tell(surface, chance.choice(actions(surface)), value)


def test_what_is_no_message_changes_nothing(drawn):
    for surface in drawn:
        before = surface.html
        for content in (
            None,
            [],
            "act",
            5,
            {},
            {"action": 5},
            {"action": None, "value": 1},
            {"value": "save"},
            [{}] * 999,
        ):
            surface.receive(content)
            assert surface.html == before


def test_there_is_no_way_to_what_is_no_action(drawn):
    for surface in drawn:
        for action in ("__init__", "", "view", "act", "x" * 10**6, "_valid_guess", "\u202e", "close"):
            surface.receive({"action": action, "value": 1})
            assert surface.problem and not surface._traceback and len(str(surface.problem)) <= LONGEST_SHOWN


HUGE = ["9" * 10**6, ["x"] * 10**5, {"entry": "<b>" * 10**5, "guesses": "Ana 20\n" * 2, "rounds": "9" * 10**5}]


def test_a_huge_message_is_no_huge_page(drawn):
    for surface in drawn:
        before = len(surface.html)
        for k, action in enumerate(actions(surface)):
            for value in HUGE if TIMES > 1 else HUGE[k % 3 :][:1]:
                tell(surface, action, value)
        assert len(surface.html) < before + 200_000
