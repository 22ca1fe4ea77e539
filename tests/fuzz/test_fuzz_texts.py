"""Texts that people type: a value, or a ValueError that says why in few words; never anything else, never for long."""

import pytest
from effort import LONGEST, by_hand, chances

from cardlib import Deck, skipbo, skyjo, skyjo_action
from cardlib.engine.players import find_player
from cardlib.widgets.entry import Entry

PARTS = [
    *"0123456789", *" ,;:/?.WA()-+=%*|\n\t", "12", "-2", "−2", "draw", "take", "keep", "reject", "(2,1)", "reveal", "hand",
    "stock", "->", "discard", "pass", "W", "play", "choose", "x", "greedy", "threshold", "keep=6", "nan", "inf", "1e9", "½",
    "٣", "\u202e", "\u200b", "é", "🂡", "\x00", "9" * 50, " " * 200, "(" * 60, "5 ? 0 4 / 5 9 ? ? / ? -1 ? 2", "1/3", "20 %",
]  # fmt: skip
READERS = {
    "skyjo action": skyjo.parse,
    "skyjo_action action": skyjo_action.parse,
    "skipbo action": skipbo.parse,
    "player": lambda text: find_player(skyjo.players, text),
    "skyjo grid": lambda text: skyjo.Game.from_position(grids=[text, text], seed=1),
    "action grid": lambda text: skyjo_action.Game.from_position(grids=[text, text], seed=1),
    "skipbo stocks": lambda text: skipbo.Game.from_position(stocks=[text, text], seed=1),
    "discard": lambda text: skyjo.Game.from_position(discard=text, seed=1),
    "held": lambda text: skyjo_action.Game.from_position(held=[[text], []], seed=1),
    "names": lambda text: skyjo.Game(players=[text, "Bo"], seed=1).board(),
    "column": lambda text: skyjo.odds.complete_column([text[:3], text[3:6], "?"], draws=2),
    "number": Entry.read,
    "deck": lambda text: Deck({1: 3, 2: 4}) - text.split()[:5],
    "saved game": skyjo.Game.from_json,
}


@by_hand
@pytest.mark.parametrize("name", READERS)
def test_anything_typed(name):
    read = READERS[name]
    for chance in chances(150, name):
        text = "".join(chance.choice(PARTS) for _k in range(chance.choice([0, 1, 2, 3, 5, 8, 30])))
        try:
            read(text)
        except ValueError as error:
            assert len(str(error)) < LONGEST, text
