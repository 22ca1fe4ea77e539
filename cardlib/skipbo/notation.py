"""Skip-Bo in writing: cards, actions, and what lies on the table."""

from __future__ import annotations

import re
from typing import Any

from ..deck import Deck
from ..engine import game as engine
from ..engine.game import IllegalAction
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
SOURCE = r"(?P<partner>partner )?(?:(?P<stock>stock)|hand (?P<hand>\S+)|discard (?P<pile>\S+))"
PLAY = re.compile(rf"{SOURCE} ?(?:->|→) ?(?P<target>\S+)")
PUT = re.compile(rf"discard {SOURCE} on (?P<target>\S+)")
CALL = re.compile(r"call seat (?P<seat>\d+) ?: ?(?:(?P<n>\d+) too many|(?P<what>talking|out of turn|it stands))")
HOW_TO_WRITE = _(
    'write "stock -> 1", "hand 7 -> 2", "hand W -> 4", "discard 3 -> 1", "partner stock -> 1", '
    '"partner discard 2 -> 1", "discard hand 9 on 2", "pass" or "next game"'
)
CALLS = {"talking": R.TALKING, "out of turn": R.OUT_OF_TURN, "it stands": R.STANDS}


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


def write_action(action: int) -> str:
    """The text of an action."""
    if action < R.DISCARD:
        return f"{write_source(action // R.PILES)} -> {action % R.PILES + 1}"
    if action < R.PASS:
        card, pile = divmod(action - R.DISCARD, R.PILES)
        return f"discard hand {show_card(card + 1)} on {pile + 1}"
    if action <= R.NEXT:
        return "pass" if action == R.PASS else "next game"
    if action < R.TALKING:
        seat, n = divmod(action - R.TOO_MANY, R.MOST)
        return f"call seat {seat}: {n + 1} too many"
    what = next(what for what in reversed(CALLS) if action >= CALLS[what])
    return f"call seat {action - CALLS[what]}: {what}"


class Action(engine.Action):
    """An action of Skip-Bo; its text is what `parse` reads."""

    write = staticmethod(write_action)


def parse(text: str) -> Action:
    """An action from its text, for instance "hand 7 -> 2"; ValueError says how actions are written."""
    words = " ".join(text.lower().split()) if isinstance(text, str) else ""
    if words in ("pass", "next game", "next"):
        return Action(R.PASS if words == "pass" else R.NEXT)
    if match := CALL.fullmatch(words):
        return call(int(match["seat"]), match["what"], int(match["n"] or 1))
    if match := PLAY.fullmatch(words):
        return Action(R.PILES * _source(match) + _pile(match["target"]))
    if match := PUT.fullmatch(words):
        if not match["hand"] or match["partner"]:
            raise IllegalAction("SB-12", _("only own hand cards are discarded"))
        return Action(R.DISCARD + R.PILES * (read_card(match["hand"]) - 1) + _pile(match["target"]))
    raise Error("{text} is not an action of Skip-Bo; {how}", text=repr(text), how=HOW_TO_WRITE)


def _source(match: re.Match[str]) -> int:
    if match["hand"]:
        if match["partner"]:
            raise IllegalAction("SB-17", _("the partner's hand is never played from"))
        return read_card(match["hand"])
    if match["stock"]:
        return R.PARTNER_STOCK if match["partner"] else R.STOCK
    return _pile(match["pile"]) + (R.PARTNER_DISCARD if match["partner"] else R.OWN_DISCARD)


def _pile(text: str) -> int:
    if not re.fullmatch(r"[1-4]", text):
        raise Error("there is no pile {text}; the piles are 1 to {n}", text=text, n=R.PILES)
    return int(text) - 1


def call(seat: int, what: str | None, n: int = 1) -> Action:
    """A call of the referee (SB-18) as an action: n cards too many, or what else it is."""
    if seat >= R.SEATS:
        raise Error("there is no seat {seat}; the seats are 0 to {last}", seat=seat, last=R.SEATS - 1)
    if what is not None:
        return Action(CALLS[what] + seat)
    if type(n) is not int or not 1 <= n <= R.MOST:
        raise Error("{n} cards too many are not possible; say 1 to {most}", n=repr(n), most=R.MOST)
    return Action(R.TOO_MANY + R.MOST * seat + n - 1)


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
