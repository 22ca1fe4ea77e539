"""Skyjo Action in writing: cards, decks, actions, and why an action is refused."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..deck import Deck
from ..engine.notation import Notation, Phrase, Slot, counted, named
from ..engine.options import Options
from ..engine.saved import quoted
from ..skyjo import notation as skyjo
from ..skyjo import rules as S
from ..text import Error, Message, _
from . import rules as R
from . import table as T

KINDS = (
    "remove", "swap", "extra turns", "draw three", "look", "defence", "play again", "steal", "swap with players",
)  # fmt: skip
DECK = Deck({**dict(zip(S.VALUES, T.NUMBERS, strict=True)), "*": T.STARS}, closed=True)  # SA-1: the play cards
ACTION_DECK = Deck({kind: T.COPIES for kind in KINDS}, closed=True)  # SA-1: the action cards


# --- cards ---
def write_card(card: int) -> int | str:
    """A play card as people write it: its number, "*" for a star, "A5" for an action card in the one pile."""
    if card >= T.ACTION:
        return f"A{card - T.ACTION + 1}"
    return "*" if card == T.STAR else int(card)


def read_card(card: Any, rules: Options) -> int:
    """A play card from a number or its text; "A5" is an action card in the one pile of a single_pile game."""
    if card == "*" and rules.variant != "numbers":
        return T.STAR
    if isinstance(card, str) and rules.variant == "single_pile" and re.fullmatch("[Aa][1-9]", card):
        return T.ACTION + read_kind(card)
    try:
        return skyjo.read_card(card)
    except ValueError:
        known = {"numbers": _("−2 to 12"), "single_pile": _('−2 to 12 and "*", and "A1" to "A9" for action cards')}.get(
            rules.variant, _('−2 to 12 and "*"')
        )
        raise Error("{card} is not a card of this game; the cards are {known}", card=repr(card), known=known) from None


def play_deck(rules: Options) -> dict[int, int]:
    """SA-1, SA-16: the play cards of a game, card -> count."""
    stars = 0 if rules.variant == "numbers" else T.STARS
    return dict(zip(T.VALUES, (*T.NUMBERS, stars), strict=True))


def action_deck(rules: Options) -> dict[int, int]:
    """SA-1, SA-16: the action cards of a game, kind -> count."""
    none = rules.variant in ("stars", "numbers")
    left_out = (T.REMOVE, T.STEAL) if rules.beginner else ()
    return {kind: 0 if none or kind in left_out else T.COPIES for kind in range(T.KINDS)}


# --- actions ----------------------------------------------------------------------------------------------------------
def read_kind(name: Any) -> int:
    """A kind of action card from its name, or from "A1" to "A9"; ValueError lists the names."""
    text = " ".join(str(name).lower().split())
    if isinstance(name, str) and text in KINDS:
        return KINDS.index(text)
    if isinstance(name, str) and re.fullmatch("a[1-9]", text):
        return int(text[1]) - 1
    raise Error(
        "{name} is no action card; the action cards are {known} (A1 to A9)",
        name=quoted(repr(name)), known=", ".join(KINDS),
    )  # fmt: skip


def _numbered(word: str, first: int, size: int, start: int) -> Phrase:
    def wrong(text: str) -> Error:
        return Error(
            "there is no {words}; they go from {word} {start} to {word} {last}",
            words=f"{word} {quoted(text)}", word=word, start=start, last=start + size - 1,
        )  # fmt: skip

    return Phrase(first, f"{word} {{}}", (counted(size, start, wrong),))


KIND = named(KINDS, read_kind)
ONE_CELL = Slot(  # nine cards: one card is turned up, written as the same cell twice
    T.CELLS * T.CELLS, skyjo.CELL.pattern,
    lambda text: (T.CELLS + 1) * skyjo.CELL.read(text),
    lambda n: None if n % (T.CELLS + 1) else skyjo.CELL.write(n // (T.CELLS + 1)),
)  # fmt: skip
HOW_TO_WRITE = _(
    'write "draw", "take (2,1)", "keep (0,3)", "reject (1,1)", "reveal (0,0) (0,1)" (one place with nine cards), '
    '"next round", "market 1" to "market 4", "pile", "pass", "hold", "play look", "discard look", "choose look", '
    '"choose (0,1)", "seat 0", "column 0", "row 0", "card 1"; the action cards are {kinds}',
    kinds=", ".join(KINDS),
)
PHRASES = (
    Phrase(T.REVEAL, "reveal {}", (ONE_CELL,)),
    *skyjo.PHRASES,
    _numbered("market", T.MARKET, T.SHOWN, 1),
    Phrase(T.PILE, "pile"),
    Phrase(T.PASS, "pass"),
    Phrase(T.HOLD, "hold"),
    Phrase(T.PLACE, "choose {}", (skyjo.CELL,)),
    Phrase(T.PLAY, "play {}", (KIND,)),
    Phrase(T.THROW, "discard {}", (KIND,)),
    Phrase(T.CHOOSE, "choose {}", (KIND,)),
    _numbered("seat", T.SEAT, T.SEATS, 0),
    _numbered("column", T.LINE, T.COLUMNS, 0),
    _numbered("row", T.LINE + T.COLUMNS, T.ROWS, 0),
    _numbered("card", T.THIRD, 3, 1),
)
NOTATION = Notation(PHRASES, "Skyjo Action", HOW_TO_WRITE)


class Action(skyjo.Action):
    """An action of Skyjo Action; its text is what `parse` reads; see skyjo.Action for `word` and `cells`."""

    write = NOTATION.write


def parse(text: str) -> Action:
    """An action from its text, for instance "play look"; ValueError says how actions are written."""
    return Action(NOTATION.read(text))


REFUSALS: Mapping[int, tuple[str, Message]] = {
    **skyjo.REFUSALS,
    S.MUST_REVEAL: ("SK-5", _("own cards must be turned up first")),
    S.REVEAL_ONCE: ("SK-5", _("cards are chosen to be turned up at the start of a round only")),
    S.NOT_FACE_DOWN: ("SK-13", _("an own face-down card must be turned up, and this is none")),
    R.NOT_NOW: ("SA-5", _("this is not what is to be decided now")),
    R.REVEAL_ONE: ("SA-16", _("with nine cards exactly one card is turned up at the start")),
    R.NO_ACTION_CARDS: ("SA-16", _("in this variant there is no pile of action cards to take from")),
    R.NO_SUCH_CARD: ("SA-2", _("there is no action card at this place")),
    R.NO_CARD_TO_TAKE: ("SA-2", _("there is no action card left in the pile, and none to shuffle into it")),
    R.NOT_HELD: ("SA-5", _("the player does not hold this action card")),
    R.IN_FINAL_LAP: ("SA-8", _("in the final lap no action card may be played; it may be discarded")),
    R.CANNOT_PLAY: ("SA-13", _("this action card could do nothing now")),
    R.MUST_MOVE: ("SA-5", _("a turn may be passed only if nothing else is possible")),
    R.NOTHING_TO_TURN_UP: ("SA-13", _("without a face-down card one of the three must be kept")),
    R.NOT_THIS_PLAYER: ("SA-13", _("this player cannot be chosen here")),
    R.NOT_THIS_LINE: ("SA-11", _("this line cannot be chosen here")),
    R.NOT_THIS_PLACE: ("SA-13", _("each exchange needs another place")),
    R.NOT_ON_PILE: ("SA-13", _("the action discard pile has no such card that could be played again")),
    R.NOT_FOUND: ("SA-16", _("keep the action card that turned up (hold) or discard it")),
}
