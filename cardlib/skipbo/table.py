"""What a game of Skip-Bo looks like, and its story: the board, the places to click, the sentences of the log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..engine.board import Board, Card, Pile, Seat
from ..engine.game import ALL
from ..text import Message, _, both, plural
from . import rules as R
from .notation import discards_of, hand_of, pile_of, show_card, stack_of

PEEK = 3  # the teacher sees so many cards below the top of a stock
Told = tuple[str, Message]


# --- the board ------------------------------------------------------------------------------------------------------
def draw_board(view: Any, players: Sequence[str], state: Any = None) -> Board:
    """The board of a view; with the state as well, hidden cards are written for the teacher."""
    piles = [Pile(_("Draw pile"), (Card("", up=False),) if view.draw_n else (), view.draw_n)]
    for b in range(R.PILES):
        top = tuple(Card(str(card)) for card in pile_of(view, b)[-1:])
        note = _("next: {value}", value=view.height[b] + 1)
        piles.append(Pile(_("Building pile {n}", n=b + 1), top, view.height[b], key=f"build {b + 1}", note=note))
    piles.append(Pile(_("Set aside"), (), view.aside_n))
    seats = tuple(_draw_seat(view, players, p, state) for p in range(len(players)))
    return Board(_("Skip-Bo, game {n}", n=view.round), tuple(piles), seats, _note(view, players))


def _draw_seat(view: Any, players: Sequence[str], p: int, state: Any) -> Seat:
    stock = [Card(str(card)) for card in stack_of(view, p)]
    if state is not None:
        stock[:0] = [Card(str(card), up=False) for card in stack_of(state, p)[-1 - PEEK : -1]]
    piles = [Pile(_("Stock"), tuple(stock), view.count[p], key=f"stock {p}")]
    for d, cards in enumerate(discards_of(view, p), 1):
        piles.append(Pile(_("Discard {n}", n=d), tuple(Card(str(card)) for card in cards), key=f"discard {p} {d}"))
    if view.player == R.NOBODY:
        score = _("this game {points}, total {total}", points=view.score[p], total=view.total[p])
    elif view.teams:
        score = _("with {partner}, total {total}", partner=players[R.partner_of(view, p)], total=view.total[p])
    else:
        score = _("total {total}", total=view.total[p])
    return Seat(players[p], (_draw_hand(view, p, state),), tuple(piles), _status(view, p), p == view.player, score)


def _draw_hand(view: Any, p: int, state: Any) -> tuple[Card, ...]:
    """A hand: the viewer's own, or for the teacher everybody's. Equal cards are one place; the first has its key."""
    if state is None and p != view.me:
        return (Card("", up=False),) * view.hand_n[p]
    own = p == (view.me if state is None else view.player)
    cards = hand_of(view if state is None else state, p)
    keys = [f"hand {card}" if own and card not in cards[:k] else None for k, card in enumerate(cards)]
    return tuple(Card(str(card), up=own, key=key) for card, key in zip(cards, keys, strict=True))


def _status(view: Any, p: int) -> Message | None:
    """What is to be said about a player beside cards and points."""
    if view.player == R.NOBODY:
        return _("has won this game") if R.has_won(view, p) else None
    if view.barred[p]:
        return _("does not fill up the hand at the next turn")
    if view.turns == 0 and view.cut[p] != R.NONE:
        card = show_card(view.cut[p])
        if p == view.dealer:
            return _("drew {card} for the deal: deals", card=card)
        return _("drew {card} for the deal", card=card)
    return _("deals") if p == view.dealer else None


def _note(view: Any, players: Sequence[str]) -> Message:
    if view.player != R.NOBODY:
        task = _("pass, or play what fits") if view.hand_n[view.player] == 0 else _("play what fits, then discard")
        return _("{player}: {task}", player=players[view.player], task=task)
    if view.winner == R.NOBODY:
        return _("The game is blocked: nobody wins.")
    return _("The match is over.") if view.phase == R.GAME_OVER else _("The game is over.")


def places(state: Any, action: int) -> tuple[str, ...]:
    """The board places to point at, in order, to play an action; none for a call of the referee."""
    if action < R.DISCARD:
        source, b = divmod(action, R.PILES)
        return _source_place(state, source), f"build {b + 1}"
    if action < R.PASS:
        card, d = divmod(action - R.DISCARD, R.PILES)
        return f"hand {show_card(card + 1)}", f"discard {state.player} {d + 1}"
    return {R.PASS: ("pass",), R.NEXT: ("next",)}.get(action, ())


def _source_place(state: Any, source: int) -> str:
    if R.STOCK < source < R.OWN_DISCARD:
        return f"hand {show_card(source)}"
    i = R.pile_of(state, source)
    return f"stock {i}" if i < R.SEATS else f"discard {(i - R.SEATS) // R.PILES} {(i - R.SEATS) % R.PILES + 1}"


# --- the story ------------------------------------------------------------------------------------------------------
def tell(players: Sequence[str], before: Any, action: int, after: Any, eyes: int | str) -> list[Told]:
    """What an action did, in sentences with their rule numbers, as told to those eyes."""
    told = [_main(players, before, action, after)]
    if action < R.DISCARD:
        told += _after_play(before, action, after)
    told += _new_draw_pile(before, action, after)
    if after.phase == R.TURN:
        told += _turn(players, before, action, after, eyes)
    else:
        told += _ended(players, after)
    return told


def _main(players: Sequence[str], before: Any, action: int, after: Any) -> Told:
    """The sentence for what the player, or the referee, did."""
    if action > R.NEXT:
        return "SB-18", tell_call(players, action)
    if action == R.NEXT:
        return "SB-3", _("Game {n} is dealt; {player} deals.", n=after.round, player=players[after.dealer])
    player = players[before.player]
    if action == R.PASS:
        return "SB-16", _("{player} passes.", player=player)
    if action >= R.DISCARD:
        card, d = divmod(action - R.DISCARD, R.PILES)
        name = _named(card + 1)
        return "SB-12", _("{player} discards {card} on discard pile {n}.", player=player, card=name, n=d + 1)
    return _played(players, before, action)


def _named(card: int, value: int | None = None) -> Any:
    """A card in a sentence; a Skip-Bo card with the value it is played as, if any."""
    if card != R.W:
        return int(card)
    return _("a Skip-Bo card") if value is None else _("a Skip-Bo card as {value}", value=value)


def _played(players: Sequence[str], before: Any, action: int) -> Told:
    """The sentence for a card played on a building pile."""
    source, b = divmod(action, R.PILES)
    player, partner = players[before.player], players[R.partner_of(before, before.player)]
    card, pile = _named(R.offered(before, source), before.height[b] + 1), b + 1
    if source == R.STOCK:
        return "SB-8", _("{player} plays {card} from the stock on pile {pile}.", player=player, card=card, pile=pile)
    if source < R.OWN_DISCARD:
        return "SB-8", _("{player} plays {card} from the hand on pile {pile}.", player=player, card=card, pile=pile)
    if source < R.PARTNER_STOCK:
        return "SB-8", _(
            "{player} plays {card} from discard pile {n} on pile {pile}.",
            player=player, card=card, n=source - R.OWN_DISCARD + 1, pile=pile,
        )  # fmt: skip
    if source == R.PARTNER_STOCK:
        return "SB-17", _(
            "{player} plays {card} from the stock of {partner} on pile {pile}.",
            player=player, card=card, partner=partner, pile=pile,
        )  # fmt: skip
    return "SB-17", _(
        "{player} plays {card} from discard pile {n} of {partner} on pile {pile}.",
        player=player, card=card, n=source - R.PARTNER_DISCARD + 1, partner=partner, pile=pile,
    )  # fmt: skip


def tell_call(players: Sequence[str], action: int) -> Message:
    """The sentence for a call of the referee (SB-18)."""
    if action < R.TALKING:
        seat, more = divmod(action - R.TOO_MANY, R.MOST)
        return plural(
            "Referee: {player} drew {n} card too many; it goes into the stock, below the top.",
            "Referee: {player} drew {n} cards too many; they go into the stock, below the top.",
            more + 1,
            player=players[seat],
        )
    player = players[(action - R.TALKING) % R.SEATS]
    if action < R.OUT_OF_TURN:
        return _("Referee: {player} talked; 2 cards go to the bottom of the stock.", player=player)
    if action < R.STANDS:
        return _("Referee: {player} played out of turn and must stop.", player=player)
    return _("Referee: {player} played out of turn unnoticed; it stands.", player=player)


def _after_play(before: Any, action: int, after: Any) -> Iterator[Told]:
    """A complete pile, the next stock card."""
    source, b = divmod(action, R.PILES)
    if before.height[b] + 1 == R.TOP_VALUE:
        yield "SB-10", _("Pile {n} is complete and set aside.", n=b + 1)
    if source in (R.STOCK, R.PARTNER_STOCK):
        stock = R.pile_of(before, source)
        if after.count[stock]:
            yield "SB-9", _("The next stock card is {card}.", card=_named(R.top_card(after, stock)))


def _new_draw_pile(before: Any, action: int, after: Any) -> Iterator[Told]:
    """How a new draw pile was made, if one was."""
    if action == R.NEXT:
        return
    aside, complete = before.aside_n, -1
    if action < R.DISCARD and before.height[action % R.PILES] + 1 == R.TOP_VALUE:
        complete = action % R.PILES
        aside += 1 + sum(card != R.NONE for card in before.build[complete])
    if after.aside_n < aside:
        yield "SB-15", _("The piles set aside were shuffled into a new draw pile.")
    if _bare(after, complete) > _bare(before, complete):
        yield "SB-16", _("The building piles but for their tops were shuffled into a new draw pile.")


def _bare(s: Any, complete: int) -> int:
    """How many cards of the building piles were recycled; a pile that is complete is left out."""
    return sum(card == R.NONE for b in range(R.PILES) if b != complete for card in s.build[b][: s.height[b]])


def _turn(players: Sequence[str], before: Any, action: int, after: Any, eyes: int | str) -> Iterator[Told]:
    """Whose turn it is now, if that has changed, and what the player drew."""
    seat = after.player
    goes_on = seat == before.player and action < R.DISCARD
    had = [0] * R.KINDS if action == R.NEXT else list(before.hand[seat])
    if goes_on and R.STOCK < action // R.PILES < R.OWN_DISCARD:
        had[action // R.PILES] -= 1
    drawn = [show_card(card) for card in range(R.KINDS) for _copy in range(after.hand[seat][card] - had[card])]
    rule = "SB-11" if goes_on else "SB-6"
    if after.unfilled and not goes_on and seat != before.player:
        yield "SB-18", _("{player} does not fill up the hand in this turn.", player=players[seat])
    elif drawn and eyes in (seat, ALL):
        yield rule, _("{player} draws {cards}.", player=players[seat], cards=both(map(str, drawn)))
    elif drawn:
        yield rule, plural("{player} draws {n} card.", "{player} draws {n} cards.", len(drawn), player=players[seat])


def _ended(players: Sequence[str], after: Any) -> Iterator[Told]:
    """Who has won how much."""
    if after.winner == R.NOBODY:
        yield "SB-16", _("All players have passed: the game is blocked and nobody wins.")
        return
    winners = both(player for seat, player in enumerate(players) if R.has_won(after, seat))
    points, total = after.score[after.winner], after.total[after.winner]
    rule = "SB-17" if after.teams else "SB-13"
    yield rule, _("The game is over. Points for {players}: {points}.", players=winners, points=points)
    if after.phase == R.GAME_OVER:
        yield "SB-14", _("The match is over. Won with {total} points: {players}.", players=winners, total=total)
