"""Skyjo Action as a game to step through: its options, views and positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any, ClassVar, Self

from ..deck import Deck
from ..engine import game as engine
from ..engine import grid
from ..engine.game import ALL
from ..engine.options import Options
from ..engine.position import deal, listed, remaining
from ..engine.view import seat_or_none
from ..skyjo import game as skyjo
from ..skyjo import rules as S
from ..text import Error, Message, _
from . import rules as R
from . import table as T
from .notation import KINDS, REFUSALS, Action, action_deck, parse, play_deck, read_card, read_kind, write_card
from .story import Story, held_names


class Rules(Options):
    """The options of Skyjo Action: those of Skyjo that it has too, and the variants (SA-16)."""

    OPTIONS = T.OPTIONS


# --- views ------------------------------------------------------------------------------------------------------------
class View(skyjo.View):
    """What one player may know: open cards, the own drawn cards, and what a Look (A5) has taught."""

    @property
    def turn(self) -> int | None:
        """Whose turn it is; `player` is who has to decide now."""
        return seat_or_none(self.record.turn)

    @property
    def extra_turns(self) -> int:
        """How many turns the seat on turn has coming after this one."""
        return int(self.record.more)

    def points(self, card: Any) -> float:
        """The points of a card as the grids write it: a star has 0, one that a Look has shown its own."""
        if "A" in str(card) or card == "?":  # SA-16: a play card takes the place of an action card
            return float(Deck([0 if c == "*" else c for c in self.unseen if c != "action"]).mean())
        known = str(card).removeprefix("?")
        return 0.0 if known in ("*", ".") else float(known)

    def replaced(self, action: skyjo.Action) -> float:
        """The points of the own cards an action exchanges or turns up; see `points`."""
        if action >= T.MARKET and self.record.phase not in (T.PUTTING, T.SHOWING):
            return 0.0  # an action card, a player, a line; or cards that change places
        return super().replaced(action)

    @property
    def three(self) -> tuple[int | str, ...]:
        """The cards of a Draw three that the viewer may see."""
        return tuple(write_card(card) for card in self.record.three if card != R.NONE)

    @property
    def held(self) -> tuple[tuple[str, ...], ...]:
        """The action cards beside every player's grid."""
        return tuple(tuple(held_names(self.record, p)) for p in range(len(self.players)))

    @property
    def market(self) -> tuple[str | None, ...]:
        """The action cards that lie open; None for a gap."""
        return tuple(None if kind == R.NONE else KINDS[kind] for kind in self.record.market)

    @property
    def action_draw_count(self) -> int:
        """How many cards the action pile has."""
        return int(self.record.action_draw_n) if self.rules.variant == "full" else 0

    @property
    def action_discard(self) -> tuple[str, ...]:
        """The action discard pile, bottom to top."""
        return tuple(KINDS[kind] for kind in self.record.action_discard[: self.record.action_discard_n])

    @property
    def unseen(self) -> Deck:
        """The play cards the viewer cannot see: face down in the grids, in the draw pile, in another's hand.

        In a `single_pile` game "action" stands for an action card among them. Their mean: `view.points("?")`.
        """
        values = zip(T.VALUES, self.record.unseen, strict=False)
        cards: dict[Any, int] = {write_card(value): n for value, n in values if n}
        if self.rules.variant == "single_pile":
            cards["action"] = hidden_places(self.record) - sum(cards.values())
        return Deck(cards)

    @property
    def unseen_actions(self) -> Deck:
        """The action cards the viewer cannot see; in a `single_pile` game also those set aside."""
        return Deck({kind: n for kind, n in zip(KINDS, self.record.unseen[len(T.VALUES) :], strict=True) if n})


def hidden_places(view: Any) -> int:
    """How many play cards lie where this viewer cannot see them."""
    n = int(view.draw_n) + sum(S.size(T.face_down(view, p) & ~view.known[p]) for p in range(view.players))
    drawn = int(view.phase == T.DRAWN and view.drawn == R.NONE)
    three = 0 if view.phase == T.ORDERING else view.three_n - sum(card != R.NONE for card in view.three)
    return n + drawn + int(three)


# --- the game ---------------------------------------------------------------------------------------------------------
class Game(Story):
    """A game of Skyjo Action in play; see `cardlib.engine.game.Game` for what can be done with it."""

    KIND = "skyjo_action"
    RULES: ClassVar[ModuleType] = R
    OPTIONS: ClassVar[type[Options]] = Rules
    DECK_RULE = "SA-1"
    COUNTERS = (*skyjo.Game.COUNTERS, ("extra_turns", "more", 0))
    ACTION: ClassVar[type[engine.Action]] = Action
    VIEW = View
    REFUSALS = REFUSALS
    parse = staticmethod(parse)

    @classmethod
    def seats(cls, rules: Options) -> range:
        """SK-2, SA-16: 2 to 8 players, 1 to 6 with `stars`, 1 to 4 with `numbers`; two more with nine cards."""
        most = {"stars": 6, "numbers": 4}.get(rules.variant, 8)
        least = 1 if rules.variant in ("stars", "numbers") else 2
        return range(least, most + 1 + (2 if rules.nine_cards else 0))

    def prepare(self, state: Any) -> None:
        """SA-1, SA-16: the decks."""
        state.deck[:] = [*play_deck(self.rules).values(), *action_deck(self.rules).values()]

    def label(self, action: engine.Action) -> Message | str:
        """A legal action as a button says it, players by name."""
        if T.SEAT <= action < T.SEAT + len(self.players):
            return _("choose {player}", player=self.players[action - T.SEAT])
        return super().label(action)

    # --- how cards and grids are written ------------------------------------------------------------------------------
    read_card: ClassVar[Any] = staticmethod(read_card)
    deck: ClassVar[Any] = staticmethod(play_deck)

    # --- positions ----------------------------------------------------------------------------------------------------
    @classmethod
    def from_position(  # type: ignore[override]  # more can be given than in Skyjo
        cls, grids: Sequence[str], discard: Any = None, draw: Any = None, player: int | str | None = 0,
        totals: Sequence[int] | None = None, seed: int | None = None, drawn: Any = None,
        closer: int | str | None = None, starter: int | str | None = None, held: Sequence[Sequence[str]] | None = None,
        market: Sequence[str | None] | None = None, action_draw: Sequence[str] | None = None,
        action_discard: Sequence[str] | None = None, extra_turns: int = 0, known: Sequence[Sequence[str]] | None = None,
        chosen: Sequence[str] = (), round: int = 1, turns: int = 0, quiet: int = 0, has_drawn: bool = False,
        players: Sequence[str] | None = None, rules: Options | None = None,
    ) -> Self:  # fmt: skip
        """A game from a position at the start of a turn, with a card drawn, or at the opening.

        grids:   one text a player, for instance "? 9 * 4 / 12 9 ? ? / ? -1 ? 2" (in a single_pile game `?A5` is a
            face-down action card)
        discard, draw, action_discard, action_draw: the piles, bottom to top; market: up to four action cards, None for
            a gap; held: the action cards of each player. What is not given is dealt from the remaining cards by the
            seed (no action card is held or discarded); with a draw pile given, cards placed nowhere are out of play
        player:  the seat (or name) to act; None where all have turned up their opening cards: the starter by SA-3, or
            where no card is face up: the start of the round
        totals:  points before this round; drawn: a card the player has just drawn; closer, starter: seats
        extra_turns: turns the player has after this one; known: for each player the hidden cards that an A5 has
            shown, as "seat (row,column)", for instance [["1 (0,0)"], []]
        chosen, has_drawn, round, turns, quiet: as in Skyjo
        Raises ValueError for a position that cannot be.
        """
        return cls._from_position(cls._count_grids(grids), locals())

    def _lay(self, state: Any, given: Mapping[str, Any]) -> None:
        more = state.more
        R.gather(state)
        state.more = more
        super()._lay(state, given)
        _know(self, state, given["known"])
        state.down = T.all_face_down(state)
        state.lap = int(state.closer != R.NOBODY)
        if state.phase == T.REVEALING:
            return
        state.turn, state.after = state.player, T.FINISH
        if given["player"] is None:
            state.after = T.OPENING
            R.proceed(state)

    def _rest(self, state: Any, given: Mapping[str, Any], named: list[int]) -> list[int]:
        """The play cards that are left; in a single_pile game with the action cards still hidden among them."""
        mixed = [card - T.ACTION for card in named if card >= T.ACTION]
        _lay_actions(self, state, given, mixed)
        numbers = [card for card in named if card < T.ACTION]
        rest = remaining(numbers, play_deck(self.rules), write_card, self.DECK_RULE)
        if self.rules.variant == "single_pile":
            used = sum(T.held_by(state, p) for p in self._seats) + state.action_discard_n + len(mixed)
            for _copy in range(self.rules.single_pile_actions - used):
                rest.append(T.ACTION + T.pick(state, state.action_draw, state.action_draw_n))  # SA-16
                state.action_draw_n -= 1
        return rest

    def _open_card(self, state: Any, rest: list[int]) -> int:
        numbers = [card for card in rest if card < T.ACTION]
        card = deal(state, numbers)
        rest.remove(card)
        return card

    def _count_unseen(self, state: Any, hidden: Counter[int], out_of_play: list[int]) -> None:
        """An action card in the one pile is never open among the play cards; those out of play are set aside."""
        seen = [*state.discard[: state.discard_n], state.drawn]
        seen += [state.card[p][c] for p in self._seats for c in skyjo.cells_in(state.up[p])]
        if any(card >= T.ACTION for card in seen):
            raise Error("an action card that turned up is held or discarded (SA-16); it can only be face down")
        _set_aside(state, [card - T.ACTION for card in out_of_play if card >= T.ACTION])
        aside = Counter(state.action_draw[: state.action_draw_n])
        kinds = [hidden[T.ACTION + kind] + aside[kind] for kind in range(T.KINDS)]
        state.unseen[:] = [hidden[value] for value in T.VALUES] + kinds

    def _written(self, view: Any, eyes: int | str) -> dict[str, Any]:
        state = self.state
        if state.phase not in (T.REVEALING, T.TURN, T.DRAWN):
            raise Error("a position is written at the start of a turn or when a card has been drawn, not now")
        position = super()._written(view, eyes)
        position["held"] = [held_names(state, p) for p in self._seats]
        position["action_discard"] = [KINDS[kind] for kind in state.action_discard[: state.action_discard_n]]
        if self.rules.variant == "full":
            position["market"] = [None if kind == R.NONE else KINDS[kind] for kind in state.market]
        looked = [_looked(state, p) for p in self._seats]
        position["known"] = [cells if eyes in (ALL, p) else [] for p, cells in enumerate(looked)]
        if eyes == ALL:
            if self.rules.variant == "single_pile":
                position["draw"] = [write_card(card) for card in state.draw[: state.draw_n]]
            aside = sum(state.unseen[len(T.VALUES) :]) > state.action_draw_n  # action cards that are out of play
            if self.rules.variant == "full" and (state.action_laid or aside):
                position["action_draw"] = [KINDS[kind] for kind in state.action_draw[: state.action_draw_n]]
        return position


def _lay_actions(game: Game, state: Any, given: Mapping[str, Any], in_pile: Sequence[int]) -> None:
    """Put the given action cards in their places and deal the open ones if they are not given."""
    full, held = game.rules.variant == "full", given["held"]
    held = [[]] * state.players if held is None else held
    if not _lists(held, state.players):
        raise Error("held is {held}; it must be {n} lists of action cards, one a player", held=repr(held),
                    n=state.players)  # fmt: skip
    hands = [[read_kind(kind) for kind in cards] for cards in held]
    row = [None if kind is None else read_kind(kind) for kind in listed(given["market"]) or []]
    action_draw = listed(given["action_draw"])
    if len(row) > T.SHOWN or ((row or action_draw) and not full):
        raise Error("market and action_draw are for the full game; the market has at most 4 cards (SA-2)")
    heap = [read_kind(kind) for kind in listed(given["action_discard"]) or []]
    pile = [read_kind(kind) for kind in action_draw or []]
    named = [kind for hand in hands for kind in hand] + [kind for kind in row if kind is not None] + heap + pile
    rest = remaining([*named, *in_pile], action_deck(game.rules), KINDS.__getitem__, "SA-1")
    for p, hand in enumerate(hands):
        for kind in hand:
            state.held[p][kind] += 1
    if given["market"] is None and full:
        row = [deal(state, rest) if rest else None for _k in range(T.SHOWN)]
    state.market[:] = [R.NONE if kind is None else kind for kind in [*row, *[None] * (T.SHOWN - len(row))]]
    state.action_discard[: len(heap)], state.action_discard_n = heap, len(heap)
    state.action_laid = 0 if action_draw is None else len(pile)
    state.action_draw_n = 0
    _set_aside(state, rest if action_draw is None else pile)


def _set_aside(state: Any, kinds: Sequence[int]) -> None:
    """Put action cards on the action pile; in a single_pile game: with those that are not in the game."""
    end = state.action_draw_n + len(kinds)
    state.action_draw[state.action_draw_n : end], state.action_draw_n = kinds, end


def _lists(values: Any, players: int) -> bool:
    """Whether these are lists, one a player."""
    rows = isinstance(values, list | tuple) and all(isinstance(row, list | tuple) for row in values)
    return rows and len(values) == players


def _know(game: Game, state: Any, known: Sequence[Sequence[str]] | None) -> None:
    """A5: which hidden cards the players have looked at."""
    if known is None:
        return
    if not _lists(known, state.players):
        raise Error("known is {known}; it must be {n} lists, one a player", known=repr(known), n=state.players)
    columns = len(game.cells(state)) // T.ROWS
    for p, looked in enumerate(known):
        for text in looked:
            seat, _space, cell = str(text).partition(" ")
            if not seat.isdecimal() or int(seat) >= state.players:
                raise Error('{text} is no hidden card; write "seat (row,column)", for instance "1 (0,0)"',
                            text=repr(text))  # fmt: skip
            for c in grid.read_cells(cell, T.ROWS, columns):
                if not T.face_down(state, int(seat)) >> c & 1:
                    raise Error("{text}: no card lies face down there", text=repr(text))
                state.known[p][int(seat)] |= 1 << c


def _looked(state: Any, p: int) -> list[str]:
    """The hidden cards that a player knows, as "seat (row,column)"."""
    masks = [state.known[p][q] & T.face_down(state, q) for q in range(state.players)]
    return [f"{q} {skyjo.write_cell(c)}" for q, mask in enumerate(masks) for c in skyjo.cells_in(mask)]
