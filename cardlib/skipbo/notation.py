"""Skip-Bo in writing: cards, actions, and what lies on the table."""

from __future__ import annotations

import re
from typing import Any

from ..deck import Deck
from ..engine import game as engine
from ..engine.game import IllegalAction
from ..engine.notation import Notation, Phrase, Slot, counted
from ..text import Error, _
from . import rules as R

WILD = "W"
Cards = tuple[int | str, ...]


# --- cards ----------------------------------------------------------------------------------------------------------
def read_card(card: Any) -> int:
    """A card's number in the rules from 1 to 12 or "W"; ValueError says which cards there are."""
    text = str(card).strip().upper()
    if isinstance(card, (int, str)) and not isinstance(card, bool):
        if text == WILD:
            return R.W
        if re.fullmatch(r"\d{1,2}", text) and 1 <= int(text) <= R.TOP_VALUE:
            return int(text)
    raise Error("{card} is not a Skip-Bo card; the cards are 1 to 12 and W", card=repr(card))


def show_card(card: int) -> int | str:
    """A card as people write it: 1 to 12 or "W"."""
    return WILD if card == R.W else int(card)


DECK = Deck({show_card(card): n for card, n in enumerate(R.DECK) if n}, closed=True)  # SB-1


# --- actions --------------------------------------------------------------------------------------------------------
def _no_pile(text: str) -> Error:
    return Error("there is no pile {text}; the piles are 1 to {n}", text=text, n=R.PILES)


def _no_seat(text: str) -> Error:
    return Error("there is no seat {seat}; the seats are 0 to {last}", seat=text, last=R.SEATS - 1)


def _not_so_many(text: str) -> Error:
    return Error("{n} cards too many are not possible; say 1 to {most}", n=text, most=R.MOST)


PILE, SEAT, EXTRA = counted(R.PILES, 1, _no_pile), counted(R.SEATS, 0, _no_seat), counted(R.MOST, 1, _not_so_many)


def read_source(text: str) -> int:
    """Where a played card comes from, from its text."""
    *partner, what, name = text.split() if "stock" not in text else [*text.split(), ""]
    if what == "stock":
        return R.PARTNER_STOCK if partner else R.STOCK
    if what == "discard":
        return PILE.read(name) + (R.PARTNER_DISCARD if partner else R.OWN_DISCARD)
    if partner:
        raise IllegalAction("SB-17", _("the partner's hand is never played from"))
    return read_card(name)


def write_source(source: int) -> str:
    """Where a played card comes from, in writing."""
    if source == R.STOCK:
        return "stock"
    if source < R.OWN_DISCARD:
        return f"hand {show_card(source)}"
    if source < R.PARTNER_STOCK:
        return f"discard {source - R.OWN_DISCARD + 1}"
    if source == R.PARTNER_STOCK:
        return "partner stock"
    return f"partner discard {source - R.PARTNER_DISCARD + 1}"


def _read_hand(text: str) -> int:
    if not text.startswith("hand"):
        raise IllegalAction("SB-12", _("only own hand cards are discarded"))
    return read_source(text) - 1


WHERE = r"(?:partner )?(?:stock|(?:hand|discard) \S+)"
SOURCE = Slot(R.SOURCES, WHERE, read_source, write_source)
HAND = Slot(R.W, WHERE, _read_hand, lambda n: write_source(n + 1))
HOW_TO_WRITE = _(
    'write "stock -> 1", "hand 7 -> 2", "hand W -> 4", "discard 3 -> 1", "partner stock -> 1", '
    '"partner discard 2 -> 1", "discard hand 9 on 2", "pass" or "next game"'
)
PHRASES = (
    Phrase(0, "{} -> {}", (SOURCE, PILE)),
    Phrase(R.DISCARD, "discard {} on {}", (HAND, PILE)),
    Phrase(R.PASS, "pass"),
    Phrase(R.NEXT, "next game"),
    Phrase(R.NEXT, "next"),
    Phrase(R.TOO_MANY, "call seat {}: {} too many", (SEAT, EXTRA)),
    Phrase(R.TALKING, "call seat {}: talking", (SEAT,)),
    Phrase(R.OUT_OF_TURN, "call seat {}: out of turn", (SEAT,)),
    Phrase(R.STANDS, "call seat {}: it stands", (SEAT,)),
)
NOTATION = Notation(PHRASES, "Skip-Bo", HOW_TO_WRITE)


class Action(engine.Action):
    """An action of Skip-Bo; its text is what `parse` reads."""

    write = NOTATION.write


def parse(text: str) -> Action:
    """An action from its text, for instance "hand 7 -> 2"; ValueError says how actions are written."""
    return Action(NOTATION.read(text))


# --- what a state or view shows -------------------------------------------------------------------------------------
def hand_of(s: Any, p: int) -> Cards:
    """The hand cards of a seat that a state or view shows, in order."""
    return tuple(show_card(card) for card in range(R.KINDS) for _copy in range(s.hand[p][card]))


def stack_of(s: Any, i: int) -> Cards:
    """The cards of a stack, bottom to top, as far as a state or view shows them."""
    cards, node = [], s.top[i]
    while node:
        cards.append(show_card(s.face[node]))
        node = s.below[node]
    return tuple(reversed(cards))


def discards_of(s: Any, p: int) -> tuple[Cards, ...]:
    """The discard piles of a seat, each bottom to top."""
    return tuple(stack_of(s, R.discard_pile(p, d)) for d in range(R.PILES))


def pile_of(s: Any, b: int) -> Cards:
    """The cards of a building pile, "." for those that were recycled."""
    return tuple("." if card == R.NONE else show_card(card) for card in s.build[b][: s.height[b]])
