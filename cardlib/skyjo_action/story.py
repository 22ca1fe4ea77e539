"""What a game of Skyjo Action looks like, and its story: places to click, the board, the sentences of the log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from ..engine.board import Card, Pile
from ..engine.game import ALL, Told
from ..skyjo import game as skyjo
from ..skyjo.notation import write_cell
from ..skyjo.story import TASKS as SKYJO_TASKS
from ..skyjo.story import place_key
from ..text import Message, _
from . import rules as R
from . import table as T
from .notation import KINDS, write_card

PHASES = (
    "reveal", "turn", "drawn", "round over", "game over", "star", "joker", "found action card", "choose player",
    "remove", "swap", "pick one of three", "put", "order", "turn up", "look", "play again", "steal", "give", "get",
)  # fmt: skip
TASKS = {  # what the seat to act is asked to do
    T.REVEALING: _("choose the cards to turn up"),
    T.TURN: _("draw, take the top discard, or take, play or discard an action card"),
    T.DRAWN: SKYJO_TASKS[T.DRAWN],
    T.GRANT: _("a star: take an action card, or pass"),
    T.JOKER: _("choose a line to remove with the star (its first and last card), or pass"),
    T.FOUND: _("hold the action card that turned up, or discard it"),
    T.AIM: _("choose a player"),
    T.REMOVING: _("choose a card of the opponent to be removed"),
    T.SWAPPING: _("choose two own cards to swap"),
    T.PICKING: _("choose one of the three cards, or pass to keep none"),
    T.PUTTING: _("choose the place for the card"),
    T.ORDERING: _("choose the next card for the discard pile"),
    T.SHOWING: _("choose a face-down card to turn up"),
    T.LOOKING: _("choose the row or column to look at (its first and last card)"),
    T.FETCHING: _("choose a card of the action discard pile to play"),
    T.ROBBING: _("choose the action card to steal"),
    T.GIVING: _("choose the own card to give"),
    T.GETTING: _("choose the card to get"),
}
KEPT, CHOSEN = _("kept"), _("swap")  # what stands on a card that has been chosen
PLACE_TOLD = {  # what is told of the choice of a place, by the phase
    T.REMOVING: _("{player} removes {card} of {other} at {place}."),
    T.PUTTING: _("{player} puts {kept} for {card} at {place}."),
    T.SHOWING: _("{player} turns up {card} at {place}."),
    T.SWAPPING: _("{player} chooses the own card at {place}."),
    T.GIVING: _("{player} gives the card at {place}."),
    T.GETTING: _("{player} gets the card of {other} at {place} for it."),
}
LINE_TOLD = {  # and of the choice of a column or a row
    T.JOKER: (_("{player} uses the star to remove column {n}."), _("{player} uses the star to remove row {n}.")),
    T.LOOKING: (
        _("{player} looks at the hidden cards of {other} in column {n}."),
        _("{player} looks at the hidden cards of {other} in row {n}."),
    ),
}


def held_names(record: Any, p: int) -> list[str]:
    """The action cards a player holds, by name."""
    return [KINDS[kind] for kind in range(T.KINDS) for _copy in range(record.held[p][kind])]


def grid_in_question(state: Any) -> int:
    """The seat in whose grid a place is to be chosen."""
    if state.phase == T.REMOVING:
        return int(state.aim[0])
    if state.phase == T.GETTING:
        return int(state.aim[R.A.exchange_due(state)])
    return int(state.turn)


class Story(skyjo.Game):
    """What can be seen and told of a game of Skyjo Action."""

    PHASES = PHASES
    TASKS: ClassVar[Mapping[int, Message]] = TASKS
    CLEARED = "SA-9"
    write_card: ClassVar[Any] = staticmethod(write_card)

    @staticmethod
    def cells(record: Any) -> range:
        """The cells of a grid."""
        return range(9 if record.nine_cards else T.CELLS)

    def places(self, action: int) -> tuple[str, ...]:
        """The board places to point at, in order, to play an action."""
        state = self.state
        if action < T.MARKET:
            return super().places(action)
        if action < T.PILE:
            return (f"market {action - T.MARKET}",)
        if action < T.PLAY:
            return ({T.PILE: "action pile", T.PASS: "pass", T.HOLD: "hold"}[action],)
        if action < T.PLACE:
            return self._card_places(state, KINDS[(action - T.PLAY) % T.KINDS], (action - T.PLAY) // T.KINDS)
        if action < T.SEAT:
            return (place_key(grid_in_question(state), action - T.PLACE),)
        if action < T.LINE:
            return (f"seat {action - T.SEAT}",)
        if action < T.THIRD:
            cells = skyjo.cells_in(T.line_cells(state, action - T.LINE))
            seat = state.aim[0] if state.phase == T.LOOKING else state.player
            return place_key(seat, cells[0]), place_key(seat, cells[-1])
        return (f"three {action - T.THIRD}",)

    def _card_places(self, state: Any, kind: str, way: int) -> tuple[str, ...]:
        """The places for playing (0), discarding (1) or choosing (2) an action card."""
        if way == 2:
            return (f"held {state.aim[0]} {kind}",)
        if way == 0 and state.phase == T.FETCHING:
            return (f"again {kind}",)
        if way == 1 and state.phase == T.FOUND:
            return ("action discard",)
        return f"held {state.player} {kind}", "action discard" if way else "play"

    # --- the board ----------------------------------------------------------------------------------------------------
    @classmethod
    def _title(cls, view: Any) -> Message:
        return _("Skyjo Action, round {n}", n=view.round)

    @classmethod
    def _piles(cls, view: Any, state: Any) -> list[Pile]:
        piles = super()._piles(view, state)
        if view.phase in (T.PICKING, T.PUTTING, T.ORDERING):
            three = view.three if state is None else state.three
            kept = view.mine[0] if view.phase == T.PUTTING else R.NONE
            cards = [cls._face(three[k], f"three {k}", KEPT if k == kept else None) for k in range(view.three_n)]
            piles.append(Pile(_("Cards drawn"), tuple(cards), spread=True))
        if view.variant == T.FULL:
            back = (Card("", up=False),) if view.action_draw_n else ()
            row = [Card("" if kind == R.NONE else KINDS[kind], key=f"market {k}") for k, kind in enumerate(view.market)]
            piles.append(Pile(_("Action pile"), back, view.action_draw_n, key="action pile"))
            piles.append(Pile(_("Action cards to take"), tuple(row), spread=True))
        if view.variant in (T.FULL, T.SINGLE_PILE):
            n = view.action_discard_n
            top = (Card(KINDS[view.action_discard[n - 1]]),) if n else ()
            piles.append(Pile(_("Discarded action cards"), top, n, key="action discard"))
        return piles + cls._choices(view)

    @classmethod
    def _choices(cls, view: Any) -> list[Pile]:
        """Places that are there only while they can be chosen."""
        piles = []
        if view.phase == T.TURN and view.closer == R.NOBODY and T.held_by(view, view.player) > 0:
            piles.append(Pile(_("Play an action card"), key="play"))
        if view.phase == T.FETCHING:
            kinds = [KINDS[kind] for kind in range(T.KINDS) if R.A.can_fetch(view, kind)]
            cards = tuple(Card(kind, key=f"again {kind}") for kind in kinds)
            piles.append(Pile(_("To be played again"), cards, spread=True))
        if view.phase == T.FOUND:
            piles.append(Pile(_("Turned up: hold it"), (Card(KINDS[view.found]),), key="hold"))
        if view.player != R.NOBODY and view.phase != T.ROUND_OVER and R.check(view, T.PASS) == R.LEGAL:
            piles.append(Pile(_("Pass"), key="pass"))
        return piles

    @classmethod
    def _seat_piles(cls, view: Any, p: int) -> list[Pile]:
        held = tuple(Card(kind, key=f"held {p} {kind}") for kind in held_names(view, p))
        piles = [Pile(_("Action cards"), held, spread=True)] if held else []
        if view.phase == T.AIM and R.A.can_aim(view, p):
            piles.append(Pile(_("Choose this player"), key=f"seat {p}"))
        return piles

    @classmethod
    def _draw_cell(cls, view: Any, p: int, c: int, state: Any) -> Card:
        card = super()._draw_cell(view, p, c, state)
        return replace(card, note=CHOSEN) if not card.gone and c in _chosen_cells(view, p) else card

    # --- the story ----------------------------------------------------------------------------------------------------
    def _tell(self, before: Any, action: int, after: Any, eyes: int | str) -> Told:
        """The sentence for what the player did."""
        name = self.players[before.player]
        if action < T.MARKET:
            return self._tell_skyjo(before, action, after, eyes)
        if action == T.PASS:
            rule = {T.GRANT: "SA-10", T.JOKER: "SA-11", T.PICKING: "SA-13"}.get(before.phase, "SA-5")
            return rule, _("{player} passes.", player=name)
        if action < T.PLACE:
            return self._tell_card(before, action, after)
        if action < T.SEAT:
            return "SA-13", self._tell_place(before, action - T.PLACE)
        if action < T.LINE:
            return "SA-13", _("{player} chooses {other}.", player=name, other=self.players[action - T.SEAT])
        if action < T.THIRD:
            is_row, n = divmod(action - T.LINE, T.COLUMNS)
            words = {"player": name, "other": self.players[before.aim[0]], "n": n}
            rule = "SA-11" if before.phase == T.JOKER else "SA-13"
            return rule, Message(LINE_TOLD[before.phase][is_row].singular, words)
        card = write_card(before.three[action - T.THIRD])
        if before.phase == T.ORDERING:
            return "SA-13", _("{player} puts {card} on the discard pile.", player=name, card=card)
        if eyes in (before.player, ALL):
            return "SA-13", _("{player} keeps {card} of the three cards.", player=name, card=card)
        return "SA-13", _("{player} keeps one of the three cards.", player=name)

    def _tell_skyjo(self, before: Any, action: int, after: Any, eyes: int | str) -> Told:
        name = self.players[before.player]
        if action == T.DRAW and after.drawn == R.NONE:
            if after.found == R.NONE:
                return "SA-16", _("{player} finds no card to draw.", player=name)
            return "SA-16", _("{player} draws an action card: {card}.", player=name, card=KINDS[after.found])
        if action >= T.REVEAL and (action - T.REVEAL) % (T.CELLS + 1) == 0:
            cell = write_cell((action - T.REVEAL) // T.CELLS)
            return "SA-16", _("{player} turns up {a}.", player=name, a=cell)
        return super()._tell(before, action, after, eyes)

    def _tell_card(self, before: Any, action: int, after: Any) -> Told:
        """An action card is taken, held, played, discarded or chosen."""
        p, other = before.player, self.players[before.aim[0]]
        name = self.players[p]
        if action <= T.PILE:
            rule = "SA-10" if before.phase == T.GRANT else "SA-5"
            taken = KINDS[next(kind for kind in range(T.KINDS) if after.held[p][kind] > before.held[p][kind])]
            if action == T.PILE:
                return rule, _("{player} takes an action card from the pile: {card}.", player=name, card=taken)
            return rule, _("{player} takes the action card {card}.", player=name, card=taken)
        if action == T.HOLD:
            return "SA-16", _("{player} keeps the action card {card}.", player=name, card=KINDS[before.found])
        way, kind = divmod(action - T.PLAY, T.KINDS)
        card = KINDS[kind]
        if way == 0:
            return "SA-13", _("{player} plays {card}.", player=name, card=card)
        if way == 1:
            rule = "SA-16" if before.phase == T.FOUND else "SA-5"
            return rule, _("{player} discards the action card {card}.", player=name, card=card)
        if before.phase == T.ROBBING:
            return "SA-13", _("{player} steals {card} from {other} and plays it.", player=name, card=card, other=other)
        return "SA-13", _("{player} removes the action card {card} of {other}.", player=name, card=card, other=other)

    def _tell_place(self, before: Any, cell: int) -> Message:
        owner = grid_in_question(before)
        words = {"player": self.players[before.player], "place": write_cell(cell), "other": self.players[owner]}
        if before.phase == T.SWAPPING and before.mine[0] != R.NONE:
            first = write_cell(before.mine[0])
            return _("{player} swaps the own cards at {first} and {place}.", **words, first=first)
        if before.phase in (T.REMOVING, T.PUTTING, T.SHOWING):
            words["card"] = write_card(before.card[owner][cell])
        if before.phase == T.PUTTING:
            words["kept"] = write_card(before.three[before.mine[0]])
        return Message(PLACE_TOLD[before.phase].singular, words)

    def _events(self, before: Any, action: int, after: Any) -> list[Told]:
        """The sentences for what followed from the rules."""
        if action == T.NEXT:
            return [("SA-3", _("Round {n} is dealt.", n=after.round))]
        told: list[Told] = []
        for q, name in enumerate(self.players):
            if q != before.turn and after.held[q][T.DEFENCE] < before.held[q][T.DEFENCE]:
                told.append(("SA-13", _("{player} is protected by a defence, which is used up.", player=name)))
        if after.draw_n > before.draw_n:
            told.append(("SK-26", _("The discard pile but for its top was shuffled into a new draw pile.")))
        if after.action_draw_n > before.action_draw_n and after.variant == T.FULL:
            told.append(("SA-2", _("The discarded action cards were shuffled into a new action pile.")))
        if before.phase == T.REMOVING:
            told += self._replaced(before, action, after)
        told += self._cleared(before, after)
        if before.starter == R.NOBODY and after.starter != R.NOBODY:
            told.append(("SA-3", _("{player} starts.", player=self.players[after.starter])))
        for p, name in enumerate(self.players):
            if after.grants[p] > before.grants[p]:
                told.append(("SA-10", _("{player} may take an action card for a star.", player=name)))
        if before.closer == R.NOBODY and after.closer != R.NOBODY:
            told.append(("SA-14", _("{player} closes the round.", player=self.players[after.closer])))
        again = after.phase == T.TURN and after.turns > before.turns and after.turn == before.turn
        if again and len(self.players) > 1 and after.lap == before.lap:  # (the turn of the final lap is none of these)
            told.append(("SA-13", _("{player} has another turn.", player=self.players[after.turn])))
        return told + (self._scores(after) if after.phase in (T.ROUND_OVER, T.GAME_OVER) else [])

    def _replaced(self, before: Any, action: int, after: Any) -> list[Told]:
        """A1: what the opponent got for the removed card."""
        q = before.aim[0]
        got: list[Any] = []
        if action < T.PLACE:
            got = [KINDS[kind] for kind in range(T.KINDS) if after.held[q][kind] > before.held[q][kind]]
        elif after.found == R.NONE and (before.draw_n != after.draw_n or after.discard_n != 1):
            got = [write_card(after.card[q][action - T.PLACE])]
        return [("SA-13", _("{player} draws {card} for it.", player=self.players[q], card=card)) for card in got]

    def _scores(self, after: Any) -> list[Told]:
        """The scores, after what is special in them."""
        told: list[Told] = []
        for p, name in enumerate(self.players):
            bonus, cost = R.star_bonus(after, p), 10 * T.held_by(after, p)
            if bonus:
                told.append(("SA-12", _("The stars of {player} take off {n} points.", player=name, n=bonus)))
            if cost:
                told.append(("SA-6", _("The action cards of {player} cost {n} points.", player=name, n=cost)))
        return told + super()._scores(after)


def _chosen_cells(view: Any, p: int) -> list[int]:
    """A2, A9: the places of a grid that have been chosen so far."""
    if view.phase not in (T.SWAPPING, T.GIVING, T.GETTING):
        return []
    own = list(view.mine[: 1 if view.phase == T.SWAPPING else 2]) if p == view.turn else []
    theirs = [view.theirs[k] for k in range(2) if view.aim[k] == p and view.phase != T.SWAPPING]
    return own + theirs
