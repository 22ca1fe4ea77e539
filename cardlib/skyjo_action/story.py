"""What happens in a game of Skyjo Action, in sentences: one for what a player did, the others for what followed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..engine.game import ALL
from ..skyjo import game as skyjo
from ..text import Message, _
from . import rules as R
from . import table as T
from .game import KINDS, grid_in_question, write_card

Told = list[tuple[str, Message]]


def tell(players: Sequence[str], before: Any, action: int, after: Any, eyes: int | str) -> Told:
    """The sentence for what the player did."""
    name = players[before.player]
    if action < T.MARKET:
        return [_tell_skyjo(players, before, action, after, eyes)]
    if action == T.PASS:
        return [(_rule_of(before), _("{player} passes.", player=name))]
    if action <= T.PILE:
        return [_tell_taken(name, before, action, after)]
    if action < T.CHOOSE:
        return [_tell_kind(name, before, action)]
    if action < T.PLACE:
        return [_tell_chosen_card(players, before, action)]
    if action < T.SEAT:
        return [_tell_place(players, before, action, after)]
    if action < T.LINE:
        return [("SA-13", _("{player} chooses {other}.", player=name, other=players[action - T.SEAT]))]
    if action < T.THIRD:
        return [_tell_line(players, before, action - T.LINE)]
    return [_tell_third(name, before, action - T.THIRD, eyes)]


def _tell_skyjo(players: Sequence[str], before: Any, action: int, after: Any, eyes: int | str) -> tuple[str, Message]:
    name = players[before.player]
    if action == T.DRAW and after.drawn == R.NONE:
        if after.found == R.NONE:
            return "SA-16", _("{player} finds no card to draw.", player=name)
        return "SA-16", _("{player} draws an action card: {card}.", player=name, card=KINDS[after.found])
    if action >= T.REVEAL and (action - T.REVEAL) % (T.CELLS + 1) == 0:
        cell = skyjo.write_cell((action - T.REVEAL) // T.CELLS)
        return "SA-16", _("{player} turns up {a}.", player=name, a=cell)
    return skyjo.tell(players, before, action, after, eyes, write_card)


def _tell_taken(name: str, before: Any, action: int, after: Any) -> tuple[str, Message]:
    rule = "SA-10" if before.phase == T.GRANT else "SA-5"
    p = before.player
    taken = next(kind for kind in range(T.KINDS) if after.held[p][kind] > before.held[p][kind])
    if action == T.PILE:
        return rule, _("{player} takes an action card from the pile: {card}.", player=name, card=KINDS[taken])
    return rule, _("{player} takes the action card {card}.", player=name, card=KINDS[taken])


def _tell_kind(name: str, before: Any, action: int) -> tuple[str, Message]:
    if action == T.HOLD:
        return "SA-16", _("{player} keeps the action card {card}.", player=name, card=KINDS[before.found])
    if action >= T.THROW:
        rule = "SA-16" if before.phase == T.FOUND else "SA-5"
        return rule, _("{player} discards the action card {card}.", player=name, card=KINDS[action - T.THROW])
    return "SA-13", _("{player} plays {card}.", player=name, card=KINDS[action - T.PLAY])


def _tell_chosen_card(players: Sequence[str], before: Any, action: int) -> tuple[str, Message]:
    name, other, card = players[before.player], players[before.aim[0]], KINDS[action - T.CHOOSE]
    if before.phase == T.ROBBING:
        return "SA-13", _("{player} steals {card} from {other} and plays it.", player=name, card=card, other=other)
    return "SA-13", _("{player} removes the action card {card} of {other}.", player=name, card=card, other=other)


def _tell_place(players: Sequence[str], before: Any, action: int, after: Any) -> tuple[str, Message]:
    cell, owner = action - T.PLACE, grid_in_question(before)
    words = {"player": players[before.player], "place": skyjo.write_cell(cell), "other": players[owner]}
    card = write_card(before.card[owner][cell])
    if before.phase == T.REMOVING:
        return "SA-13", _("{player} removes {card} of {other} at {place}.", **words, card=card)
    if before.phase == T.PUTTING:
        kept = write_card(before.three[before.mine[0]])
        return "SA-13", _("{player} puts {kept} for {card} at {place}.", **words, kept=kept, card=card)
    if before.phase == T.SHOWING:
        return "SA-13", _("{player} turns up {card} at {place}.", **words, card=card)
    if before.phase == T.SWAPPING and before.mine[0] != R.NONE:
        first = skyjo.write_cell(before.mine[0])
        return "SA-13", _("{player} swaps the own cards at {first} and {place}.", **words, first=first)
    if before.phase == T.SWAPPING:
        return "SA-13", _("{player} chooses the own card at {place}.", **words)
    if before.phase == T.GIVING:
        return "SA-13", _("{player} gives the card at {place}.", **words)
    return "SA-13", _("{player} gets the card of {other} at {place} for it.", **words)


def _tell_line(players: Sequence[str], before: Any, line: int) -> tuple[str, Message]:
    name, n = players[before.player], line if line < T.COLUMNS else line - T.COLUMNS
    if before.phase == T.JOKER:
        if line < T.COLUMNS:
            return "SA-11", _("{player} uses the star to remove column {n}.", player=name, n=n)
        return "SA-11", _("{player} uses the star to remove row {n}.", player=name, n=n)
    other = players[before.aim[0]]
    if line < T.COLUMNS:
        return "SA-13", _("{player} looks at the hidden cards of {other} in column {n}.", player=name, other=other, n=n)
    return "SA-13", _("{player} looks at the hidden cards of {other} in row {n}.", player=name, other=other, n=n)


def _tell_third(name: str, before: Any, k: int, eyes: int | str) -> tuple[str, Message]:
    card = write_card(before.three[k])
    if before.phase == T.ORDERING:
        return "SA-13", _("{player} puts {card} on the discard pile.", player=name, card=card)
    if eyes in (before.player, ALL):
        return "SA-13", _("{player} keeps {card} of the three cards.", player=name, card=card)
    return "SA-13", _("{player} keeps one of the three cards.", player=name)


def _rule_of(before: Any) -> str:
    return {T.GRANT: "SA-10", T.JOKER: "SA-11", T.PICKING: "SA-13"}.get(before.phase, "SA-5")


# --- what followed ----------------------------------------------------------------------------------------------------
def events(players: Sequence[str], before: Any, action: int, after: Any) -> Told:
    """The sentences for what followed from the rules."""
    if action == T.NEXT:
        return [("SA-3", _("Round {n} is dealt.", n=after.round))]
    told: Told = []
    for q, name in enumerate(players):
        if q != before.turn and after.held[q][T.DEFENCE] < before.held[q][T.DEFENCE]:
            told.append(("SA-13", _("{player} is protected by a defence, which is used up.", player=name)))
    told += _piles(before, after)
    if before.phase == T.REMOVING:
        told += _replaced(players, before, action, after)
    told += skyjo.tell_cleared(players, before, after, before.player)
    if before.starter == R.NOBODY and after.starter != R.NOBODY:
        told.append(("SA-3", _("{player} starts.", player=players[after.starter])))
    for p, name in enumerate(players):
        if after.grants[p] > before.grants[p]:
            told.append(("SA-10", _("{player} may take an action card for a star.", player=name)))
    if before.closer == R.NOBODY and after.closer != R.NOBODY:
        told.append(("SA-14", _("{player} closes the round.", player=players[after.closer])))
    again = after.phase == T.TURN and after.turns > before.turns and after.turn == before.turn
    if again and len(players) > 1 and after.lap == before.lap:  # (the turn of the final lap is none of these)
        told.append(("SA-13", _("{player} has another turn.", player=players[after.turn])))
    if after.phase in (T.ROUND_OVER, T.GAME_OVER):
        told += _scored(players, after)
    return told


def _piles(before: Any, after: Any) -> Told:
    told: Told = []
    if after.draw_n > before.draw_n:
        told.append(("SK-26", _("The discard pile but for its top was shuffled into a new draw pile.")))
    if after.action_draw_n > before.action_draw_n and after.variant == T.FULL:
        told.append(("SA-2", _("The discarded action cards were shuffled into a new action pile.")))
    return told


def _replaced(players: Sequence[str], before: Any, action: int, after: Any) -> Told:
    """A1: what the opponent got for the removed card."""
    q = before.aim[0]
    if action < T.PLACE:
        got = [kind for kind in range(T.KINDS) if after.held[q][kind] > before.held[q][kind]]
        return [("SA-13", _("{player} draws {card} for it.", player=players[q], card=KINDS[kind])) for kind in got]
    cell = action - T.PLACE
    if after.found != R.NONE or (before.draw_n == after.draw_n and after.discard_n == 1):
        return []
    return [("SA-13", _("{player} draws {card} for it.", player=players[q], card=write_card(after.card[q][cell])))]


def _scored(players: Sequence[str], after: Any) -> Told:
    """The scores, after what is special in them."""
    told: Told = []
    for p, name in enumerate(players):
        bonus, cost = R.star_bonus(after, p), 10 * T.held_by(after, p)
        if bonus:
            told.append(("SA-12", _("The stars of {player} take off {n} points.", player=name, n=bonus)))
        if cost:
            told.append(("SA-6", _("The action cards of {player} cost {n} points.", player=name, n=cost)))
    return told + skyjo.tell_scores(players, after)
