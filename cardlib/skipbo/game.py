"""Skip-Bo as a game to step through: its options, how actions and positions are written, views and the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any, ClassVar, Self

from ..deck import Deck
from ..engine import game as engine
from ..engine import view as engine_view
from ..engine.board import Board
from ..engine.game import ALL
from ..engine.options import Options
from ..engine.position import deal, remaining
from ..engine.view import seat_or_none
from ..text import Error, Message, _
from . import rules as R
from . import table
from .notation import Action, Cards, discards_of, hand_of, parse, pile_of, read_card, show_card, stack_of


class Rules(Options):
    """The options of Skip-Bo; `Rules(stock_size=10)` is the short game."""

    OPTIONS = R.OPTIONS

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        if self.win_bonus == self.card_points == 0:
            raise Error("win_bonus=0 and card_points=0 together are not possible (SB-14): no match would ever end")


REFUSALS: Mapping[int, tuple[str, Message]] = {
    R.NO_SUCH_ACTION: ("", _("there is no such action")),
    R.IS_OVER: ("SB-14", _("the match is over")),
    R.ROUND_IS_OVER: ("SB-13", _("the game is over; the next game must be dealt first")),
    R.ROUND_IS_ON: ("SB-13", _("the game is not over yet")),
    R.NO_STOCK: ("SB-8", _("this stock is empty")),
    R.NO_HAND_CARD: ("SB-8", _("the hand has no such card")),
    R.NO_DISCARD: ("SB-8", _("this discard pile is empty")),
    R.NO_PARTNER: ("SB-17", _("there are no partners in this game")),
    R.NEEDS_ONE: ("SB-7", _("a free place takes a 1 or a Skip-Bo card only")),
    R.DOES_NOT_FIT: ("SB-8", _("the card does not fit: a pile takes its next value or a Skip-Bo card")),
    R.NOT_IN_HAND: ("SB-12", _("the hand has no such card to discard")),
    R.MUST_GO_ON: ("SB-16", _("only a player without a hand card passes; play, or discard a hand card")),
    R.NO_SUCH_SEAT: ("SB-2", _("there is no such seat in this game")),
    R.TOO_FEW_CARDS: ("SB-18", _("there are not so many cards left to draw")),
    R.NO_TEAMS: ("SB-18", _("only partners can be called for talking, and there are none in this game")),
    R.IS_ON_TURN: ("SB-18", _("it is this player's turn")),
}
PHASES = ("turn", "game over", "match over")


# --- views ----------------------------------------------------------------------------------------------------------
class View(engine_view.View):
    """What one player may know (SB-19): not the own stock below its top, other hands, the order of a pile, the seed."""

    @property
    def hand(self) -> Cards:
        """The viewer's hand, in order."""
        return hand_of(self.record, self.me)

    @property
    def hand_counts(self) -> tuple[int, ...]:
        """How many cards each player has in hand."""
        return tuple(self.record.hand_n[: len(self.players)])

    @property
    def stock_tops(self) -> tuple[int | str | None, ...]:
        """The top card of each player's stock; None for an empty one."""
        return tuple(_top(self.record, p) for p in range(len(self.players)))

    @property
    def stock_counts(self) -> tuple[int, ...]:
        """How many cards each player's stock has."""
        return tuple(self.record.count[: len(self.players)])

    @property
    def stock_top(self) -> int | str | None:
        """The top card of the viewer's own stock."""
        return self.stock_tops[self.me]

    @property
    def discards(self) -> tuple[tuple[Cards, ...], ...]:
        """Every player's four discard piles, each bottom to top."""
        return tuple(discards_of(self.record, p) for p in range(len(self.players)))

    @property
    def piles(self) -> tuple[tuple[int | str, ...], ...]:
        """The four places for building piles, bottom to top: empty for a free place, "." for a recycled card."""
        return tuple(pile_of(self.record, b) for b in range(R.PILES))

    @property
    def heights(self) -> tuple[int, ...]:
        """How high each building pile is: it takes the next value, and a free place (0) takes a 1."""
        return tuple(self.record.height)

    @property
    def set_aside(self) -> Deck:
        """The cards of the piles that are complete."""
        return _deck(self.record.aside)

    @property
    def unseen(self) -> Deck:
        """The cards the viewer cannot see: in the draw pile, in other hands, in the stocks below their tops."""
        return _deck(self.record.unseen)

    @property
    def returned(self) -> Deck:
        """The cards that were shuffled into the present draw pile, as far as the viewer has not seen them since.

        They are in that pile or in other hands, never in a stock (referee's calls apart). Which of two equal cards a
        hand has played is not known: the likelier. Empty until a new draw pile is made (SB-15, SB-16).
        """
        return _deck(self.record.returned)

    @property
    def partner(self) -> int | None:
        """SB-17: the partner's seat, or None without teams."""
        return R.partner_of(self.record, self.me) if self.record.teams else None

    @property
    def dealer(self) -> int:
        """SB-3: the seat that deals this game."""
        return int(self.record.dealer)

    @property
    def winner(self) -> int | None:
        """The seat that ended the game that has just ended, or None."""
        return seat_or_none(self.record.winner)

    def __repr__(self) -> str:
        hand = " ".join(map(str, self.hand))
        return f"<what {self.name} sees: stock {self.stock_top}, hand {hand or '-'}, heights {self.heights}>"


def _deck(counts: Sequence[int]) -> Deck:
    return Deck({show_card(card): n for card, n in enumerate(counts) if n})


def _top(s: Any, i: int) -> int | str | None:
    return show_card(R.top_card(s, i)) if s.count[i] else None


# --- the game -------------------------------------------------------------------------------------------------------
class Game(engine.Game):  # noqa: D101  (the engine's docstring says it all)
    __doc__ = engine.Game.__doc__

    KIND = "skipbo"
    RULES: ClassVar[ModuleType] = R
    OPTIONS: ClassVar[type[Options]] = Rules
    ACTION: ClassVar[type[engine.Action]] = Action
    VIEW = View
    PHASES: ClassVar[Sequence[str]] = PHASES
    REFUSALS = REFUSALS
    OUT_OF_TURN = "SB-18"
    COUNTERS = (("round", "round", 1), ("turns", "turns", 0))
    SINCE_VERSION_2 = ("remade", "returned")
    parse = staticmethod(parse)

    @classmethod
    def seats(cls, rules: Options) -> range:
        """SB-2, SB-4, SB-17: 2 to 6 players, 4 or 6 in teams, as many as the deck has stocks for."""
        most = min(R.SEATS, R.CARDS // (rules.stock_size or 1))
        least = 2 if rules.first_player == "left_of_dealer" else max(2, rules.first_player + 1)
        if rules.teams:
            return range(4 if least <= 4 else 6, most + 1, 2)
        return range(least, most + 1)

    def prepare(self, state: Any) -> None:
        """SB-1: the deck."""
        state.deck[:] = R.DECK

    @property
    def winners(self) -> tuple[int, ...]:
        """SB-13, SB-17: the seats that have won the game that has just ended; at the end of the match, the match.

        Empty during a game, and after a blocked one.
        """
        return tuple(seat for seat in range(len(self.players)) if self.player is None and R.has_won(self.state, seat))

    @property
    def result(self) -> str | None:
        """How the game that has just ended did so: "won", or "blocked" (SB-16: no winner); None during a game."""
        return R.ENDINGS[R.ending(self.state)] if self.player is None else None

    # --- the referee's calls (SB-18) ---------------------------------------------------------------------------------
    def call_too_many(self, player: int | str, n: int = 1) -> Self:
        """The referee's call that a player drew n cards too many: they go into the player's stock, below its top."""
        return self.play(f"call seat {self.seat(player)}: {n} too many")

    def call_talking(self, player: int | str) -> Self:
        """The referee's call that a partner talked: 2 cards go unseen to the bottom of the talker's stock."""
        return self.play(f"call seat {self.seat(player)}: talking")

    def call_out_of_turn(self, player: int | str, noticed: bool = True) -> Self:
        """The referee's call that a player plays out of turn.

        Noticed in time it stops, and at the player's next turn the hand is not filled up first. Not noticed it stands:
        the turn is that player's, and play goes on from there.
        """
        what = "out of turn" if noticed else "it stands"
        return self.play(f"call seat {self.seat(player)}: {what}")

    def calls(self) -> list[tuple[engine.Action, Message]]:
        """All calls that are possible now, each with its sentence."""
        possible = [a for a in range(R.TOO_MANY, R.ACTIONS) if R.check(self.state, a) == R.LEGAL]
        return [(Action(a), table.tell_call(self.players, a)) for a in possible]

    def actor(self, before: Any, action: int) -> int | None:
        """The seat that acts; nobody's for a call of the referee."""
        return super().actor(before, action) if action <= R.PASS else None

    # --- positions ---------------------------------------------------------------------------------------------------
    @classmethod
    def from_position(
        cls,
        stocks: Sequence[Any] | None = None,
        hands: Sequence[Any] | None = None,
        discards: Sequence[Any] | None = None,
        piles: Sequence[Any] | None = None,
        set_aside: Any = None,
        draw: Any = None,
        player: int | str = 0,
        totals: Sequence[int] | None = None,
        seed: int | None = None,
        dealer: int | str | None = None,
        passes: int = 0,
        barred: Sequence[int | str] = (),
        returned: Sequence[Any] | None = None,
        round: int = 1,
        turns: int = 0,
        players: Sequence[str] | int | None = None,
        rules: Options | None = None,
    ) -> Self:
        """A game from a position. Cards are 1 to 12 and "W", or "?" for one that the seed deals from the rest.

        A pile is a list of cards, or a text such as "10 5", from bottom to top.
        stocks:   a pile a player; None: dealt by SB-4
        hands:    a list of cards a player; None: nobody has drawn yet. A player to act without a card draws at once
        discards: for each player a list of up to four piles; piles: up to four building piles, as cards
            ("W" for a Skip-Bo card, "." for one that was recycled)
        set_aside: the cards of complete piles; draw: the draw pile; None: all remaining cards, in an order chosen by
            the seed. With `draw` given, cards placed nowhere are out of play for this game
        player:   the seat (or name) to act, in the middle of a turn; totals: points before this game; dealer: a seat
        passes:   passes in a row so far; barred: seats whose hand is not filled up (SB-18): the player to act in this
            turn, another in its next one
        returned: for each player the cards that went into the draw pile when it was made anew, as far as that player
            has not seen them since (see View.returned)
        round, turns: which game of the match it is, and the turns finished in it
        Raises ValueError for a position that cannot be.
        """
        return cls._from_position(_how_many(stocks, hands, discards), locals())

    def _lay(self, state: Any, given: Mapping[str, Any]) -> None:
        R.gather(state)
        _lay_cards(state, *(given[name] for name in ("stocks", "hands", "discards", "piles", "set_aside", "draw")))
        if not isinstance(given["barred"], list):
            raise Error("barred is {barred}; it must be a list of seats (SB-18)", barred=repr(given["barred"]))
        seats, first, dealer = map(self.seat, given["barred"]), self.seat(given["player"]), given["dealer"]
        for p, cards in enumerate(_each(given["returned"], state.players, "returned", exactly=True)):
            for card in _cards(cards, "returned", extra=""):
                state.returned[p][card or 0] += 1
                state.remade = 1
        dealer = (first - 1) % state.players if dealer is None else self.seat(dealer)
        _set_turn(state, first, dealer, given["passes"], seats)

    def _written(self, view: Any, eyes: int | str) -> dict[str, Any]:
        state = self.state
        seats = self._seats
        barred = [p for p in seats if state.barred[p] or (state.unfilled and p == state.player)]
        position: dict[str, Any] = {
            "stocks": [list(_stock(state, p, eyes == ALL)) for p in seats],
            "hands": [list(_hand(state, p, eyes in (p, ALL))) for p in seats],
            "discards": [[list(pile) for pile in discards_of(state, p)] for p in seats],
            "piles": [list(pile_of(state, b)) for b in range(R.PILES)],
            "set_aside": _listed(state.aside),
            "player": self.player,
            "dealer": state.dealer,
        }
        if state.passes:
            position["passes"] = state.passes
        if barred:
            position["barred"] = barred
        returned = [_listed(state.returned[p]) if eyes in (p, ALL) else [] for p in seats]
        if any(returned):
            position["returned"] = returned
        if eyes == ALL and (state.laid or in_play(state) < R.CARDS):
            position["draw"] = [show_card(card) for card in state.draw[: state.draw_n]]
        return position

    # --- looking at it -----------------------------------------------------------------------------------------------
    @staticmethod
    def draw_board(view: Any, players: Sequence[str], state: Any = None) -> Board:
        """The board of a view record; with the state as well, what is hidden is written for the teacher."""
        return table.draw_board(view, players, state)

    def places(self, action: int) -> tuple[str, ...]:
        """The board places to point at, in order, to play an action; none for a call of the referee."""
        return table.places(self.state, action)

    def describe(self, before: Any, action: int, after: Any, eyes: int | str) -> list[tuple[str, Message]]:
        """What an action did, in sentences with their rule numbers, as told to those eyes."""
        return table.tell(self.players, before, action, after, eyes)


# --- positions: laying the cards ------------------------------------------------------------------------------------
def _how_many(*lists: Sequence[Any] | None) -> int:
    """As many players as there are stocks, hands or discards."""
    for given in lists:
        if given is not None:
            if isinstance(given, str) or not isinstance(given, Sequence):
                raise Error("{given} must be a list with one entry a player", given=repr(given))
            return len(given)
    return 2


def _listed(counts: Sequence[int]) -> list[int | str]:
    """Counted cards one by one."""
    return [show_card(card) for card, n in enumerate(counts) for _copy in range(n)]


def _cards(cards: Any, what: Message | str, extra: str = "?") -> list[int | None]:
    """The cards of a list or text; None for the sign "?" (or what else is allowed for a card that is not there)."""
    if isinstance(cards, str):
        cards = cards.split()
    if not isinstance(cards, (list, tuple)):
        raise Error("{what} is {cards}; it must be a list of cards, bottom to top", what=what, cards=repr(cards))
    return [None if card == extra else read_card(card) for card in cards]


def _each(given: Any, n: int, what: Message | str, exactly: bool) -> list[Any]:
    """A list with n entries (or up to n), filled up with empty ones."""
    if given is None:
        return [[]] * n
    if not isinstance(given, (list, tuple)) or len(given) > n or (exactly and len(given) < n):
        if exactly:
            raise Error("{what} is {given}; it must be a list of {n} lists of cards", what=what, given=repr(given), n=n)
        raise Error(
            "{what} is {given}; it must be a list of up to {n} lists of cards", what=what, given=repr(given), n=n
        )
    return [*given, *[[]] * (n - len(given))]


def _lay_cards(state: Any, stocks: Any, hands: Any, discards: Any, piles: Any, set_aside: Any, draw: Any) -> None:
    """Put the given cards in their places and deal what is not given from the rest."""
    n = state.players
    if stocks is None:
        size = state.stock_size if state.stock_size > 0 else 30 if n <= 4 else 20
        stocks = [["?"] * size] * n
    stock = [_cards(pile, _("a stock")) for pile in _each(stocks, n, "stocks", exactly=True)]
    hand = [_cards(cards, _("a hand")) for cards in _each(hands, n, "hands", exactly=True)]
    heaps = [
        [
            _cards(pile, _("a discard pile"))
            for pile in _each(own, R.PILES, _("the list of discard piles of a player"), exactly=False)
        ]
        for own in _each(discards, n, "discards", exactly=True)
    ]
    build = [_building_pile(pile) for pile in _each(piles, R.PILES, "piles", exactly=False)]
    aside = _cards(_flat(set_aside), "set_aside")
    laid = None if draw is None else _cards(draw, "draw")
    if any(len(cards) > R.HAND for cards in hand):
        raise Error("a hand has at most {n} cards (SB-6)", n=R.HAND)
    everything = [*stock, *hand, *(pile for own in heaps for pile in own), *build, aside, laid or []]
    rest = remaining(
        (card for cards in everything for card in cards if card is not None), dict(enumerate(R.DECK)), show_card, "SB-1"
    )

    def settle(cards: list[int | None]) -> list[int]:
        return [deal(state, rest) if card is None else card for card in cards]

    for p in range(n):
        for card in settle(stock[p]):
            R.put(state, p, card, 0)
        for card in settle(hand[p]):
            state.hand[p][card] += 1
            state.hand_n[p] += 1
        for d in range(R.PILES):
            for card in settle(heaps[p][d]):
                R.put(state, R.discard_pile(p, d), card, 0)
    for b, cards in enumerate(build):
        state.height[b] = len(cards)
        state.build[b][: len(cards)] = [R.NONE if card is None else card for card in cards]
    for card in settle(aside):
        state.aside[card] += 1
        state.aside_n += 1
    pile = rest if laid is None else settle(laid)
    state.draw[:] = [*pile, *[R.NONE] * (R.CARDS - len(pile))]
    state.draw_n, state.laid = len(pile), 0 if laid is None else len(pile)
    hidden = Counter(pile)
    for p in range(n):
        hidden.update(dict(enumerate(state.hand[p])))
        hidden.update(read_card(card) for card in stack_of(state, p)[:-1])
    state.unseen[:] = [hidden[card] for card in range(R.KINDS)]


def _flat(cards: Any) -> Any:
    """The cards set aside as one list, also when they are given pile by pile."""
    if isinstance(cards, (list, tuple)) and all(isinstance(pile, (list, tuple)) for pile in cards):
        return [card for pile in cards for card in pile]
    return [] if cards is None else cards


def _building_pile(pile: Any) -> list[int | None]:
    """The cards of a building pile, None for those that were recycled; ValueError unless it runs 1, 2, 3, ..."""
    cards = _cards(pile, _("a building pile"), extra=".")
    if len(cards) >= R.TOP_VALUE:
        raise Error("a building pile of {top} cards is complete and set aside (SB-10)", top=R.TOP_VALUE)
    if any(card not in (None, R.W, value) for value, card in enumerate(cards, 1)):
        raise Error("{pile} is no building pile: it runs 1, 2, 3, ... with W for any of them (SB-7)", pile=repr(pile))
    if cards and cards[-1] is None:
        raise Error("the top card of a building pile is never recycled (SB-16)")
    return cards


def _set_turn(state: Any, player: int, dealer: int, passes: int, barred: Iterable[int]) -> None:
    """Whose turn it is, and what is known about turns before and to come."""
    if type(passes) is not int or not 0 <= passes < state.players:
        raise Error(
            "passes is {passes}; it must be a whole number from 0 to {last} (SB-16)",
            passes=repr(passes),
            last=state.players - 1,
        )
    for p in range(state.players):
        if R.is_finished(state, p):
            raise Error("a stock is empty, so the game is over (SB-13)")
    state.phase, state.player, state.dealer, state.winner = R.TURN, player, dealer, R.NOBODY
    state.passes = passes
    for p in barred:
        state.barred[p] = 1
    state.unfilled, state.barred[player] = state.barred[player], 0
    if state.hand_n[player] == 0 and not state.unfilled:
        R.fill_hand(state, player)


def _stock(state: Any, p: int, whole: bool) -> Cards:
    """A stock in writing; what lies below the top is "?" unless the whole of it is wanted."""
    cards = stack_of(state, p)
    return cards if whole else ("?",) * (len(cards) - 1) + cards[-1:]


def _hand(state: Any, p: int, seen: bool) -> Cards:
    """A hand in writing."""
    return hand_of(state, p) if seen else ("?",) * state.hand_n[p]


def in_play(state: Any) -> int:
    """How many cards are on the table: in all piles, stocks and hands."""
    building = sum(card != R.NONE for pile in state.build for card in pile)
    return int(state.draw_n + state.aside_n + sum(state.count) + sum(state.hand_n) + building)
