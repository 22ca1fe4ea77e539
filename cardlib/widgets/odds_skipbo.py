"""Skip-Bo beside the table: the best plays, runs, the right card, a kept Skip-Bo card; and entering its piles."""

from __future__ import annotations

from typing import Any

from .. import skipbo
from ..engine.board import Text
from ..engine.game import Game
from ..html import Markup, tag
from ..skipbo import odds
from ..skipbo import rules as R
from ..skipbo.odds.runs import draws_to_come, most_draws
from ..text import Error, Message, _, plural
from .panels import ASKED, ENTERED, Control, Odds, Panel, Part, draws
from .sheet import FAN, HIDDEN, NOBODY, ONE, ROW, TOP, Command, Face, Laid, Layout, Place, Sheet

WILD = "W"
NUMBERS = [str(value) for value in range(1, R.TOP_VALUE + 1)]
CARDS = (*NUMBERS, WILD)
PILES = range(1, R.PILES + 1)
STOCK = "stock"  # run the piles up to where the stock card fits
ASIDE = "aside"
EASY = 9  # with so many cards in hand and on discard piles the best plays are found at once; a wild card counts three
MANY_WAYS = _("There are many ways to play: a moment …")


# --- the odds ---------------------------------------------------------------------------------------------------------
def is_hard(view: Any) -> bool:
    """Whether there are so many ways to play that finding the best takes a while."""
    seats = [view.me] if view.partner is None else [view.me, view.partner]
    cards = [*view.hand, *(card for p in seats for pile in view.discards[p] for card in pile)]
    return len(cards) + 2 * cards.count(WILD) > EASY


def has_cards(view: Any) -> bool:
    """Whether there is something to play with."""
    return bool(view.hand or view.stock_top is not None)


def advice(panel: Panel, view: Any) -> Text:
    """The best plays in one sentence."""
    if not has_cards(view) or any(part.name == "turn" for part in panel.waiting(view)):
        return ""
    try:
        best = panel.kept("turn", view, odds.turn)
    except ValueError as error:
        return str(error)
    if not best.plays:
        return _("{player}: no stock card can be played with these cards.", player=view.name)
    return _("{player}: {message} Begin: {play}.", player=view.name, message=best.message, play=in_words(best, 0))


def in_words(best: Any, k: int) -> Message:
    """A play as one says it at the table."""
    source, b = divmod(int(best.plays[k]), R.PILES)
    card, n = best.cards[k], source - R.OWN_DISCARD + 1
    if source == R.STOCK:
        return _("play {card} from the stock on pile {pile}", card=card, pile=b + 1)
    if source < R.OWN_DISCARD:
        return _("play {card} from the hand on pile {pile}", card=card, pile=b + 1)
    if source < R.PARTNER_STOCK:
        return _("play {card} from discard pile {n} on pile {pile}", card=card, n=n, pile=b + 1)
    if source == R.PARTNER_STOCK:
        return _("play {card} from your partner's stock on pile {pile}", card=card, pile=b + 1)
    n = source - R.PARTNER_DISCARD + 1
    return _("play {card} from your partner's discard pile {n} on pile {pile}", card=card, n=n, pile=b + 1)


def show_turn(panel: Panel, view: Any) -> Any:
    """The plays of the turn that bring the most stock cards with the fewest Skip-Bo cards."""
    if view.player != view.me:
        return tag("p", _("It is not the turn of {player}.", player=view.name))
    if not has_cards(view):
        return tag("p", _("Enter the hand and the top card of the stock."))
    best = panel.kept("turn", view, odds.turn)
    plays = tag("ol", [tag("li", in_words(best, k)) for k in range(len(best.plays))])
    why = plural(
        "{n} situation that the known cards can lead to was looked at. Best is the one with the fewest stock cards "
        "left, then with the fewest Skip-Bo cards used, then with the fewest plays.",
        "{n} situations that the known cards can lead to were compared. Best is the one with the fewest stock cards "
        "left, then with the fewest Skip-Bo cards used, then with the fewest plays.",
        best.situations,
    )
    return [None if panel.entering else tag("p", best.message), plays, tag("p", why, class_="cl-note")]


def draws_now(panel: Panel, view: Any) -> int:
    """How many cards the player draws next: beside a game by the rules, in a hand that is entered those that lack."""
    return min(R.HAND - len(view.hand), most_draws(view)) if panel.entering else draws_to_come(view)


def show_runs(panel: Panel, view: Any) -> Any:
    """For each building pile the chance to run it to where the stock card fits, or to another value."""
    drawn = min(panel["draws"], most_draws(view))
    top, to = view.stock_top, panel["to"]
    if to == STOCK:
        if not isinstance(top, int):
            none = (
                _("No stock card lies open: choose up to which value.")
                if top is None
                else _("A Skip-Bo card on the stock fits on any pile.")
            )
            return tag("p", none)
        to = top - 1
    asked = [k for k, height in enumerate(view.heights) if height <= to]
    if not asked:
        return tag("p", _("Every building pile is higher than {to} already.", to=to))
    answers = {k: odds.reach(view, k + 1, to, draws=drawn) for k in asked}
    heights, best = view.heights, max(asked, key=lambda k: answers[k].value)
    rows = [(k, _("pile {n}: from {height} to {to}", n=k + 1, height=heights[k], to=to), answers[k]) for k in asked]
    why = lambda k: _("Why? Pile {n}", n=k + 1)  # noqa: E731
    return panel.bars("pile", rows, _("Choose a pile to see why."), why, best)


def show_right(panel: Panel, view: Any) -> Markup:
    """The chance of a card that fits now."""
    answer = odds.right_card(view, draws=min(R.HAND - len(view.hand), most_draws(view)))
    told = _("A card that fits now, at hand or among those drawn to five: {chance}.", chance=answer.message)
    return tag("p", told) + panel.reasons("right", _("The right card: the derivation"), answer.explain)


def show_worth(panel: Panel, view: Any) -> Markup:
    """What a kept Skip-Bo card is worth for the next stock card."""
    answer = panel.kept("worth", view, odds.kept_skip_bo)
    told = _("It raises the chance that the next stock card can be played by {chance}.", chance=answer.message)
    return tag("p", told) + panel.reasons("worth", _("A kept Skip-Bo card"), answer.explain)


RUN_CONTROLS = (
    Control("to", _("run"), {STOCK: _("to where the stock card fits"),
                             **{value: _("up to {value}", value=value) for value in range(1, R.TOP_VALUE + 1)}},
            STOCK, _("A pile goes from 1 to 12.")),
    draws(_("cards drawn"), None, draws_now),
)  # fmt: skip


# --- entering cards ---------------------------------------------------------------------------------------------------
class SkipBoSheet(Sheet):
    """Building piles, the stock's top card, the hand and the discard piles of each player."""

    kind = "skipbo"

    def places(self, players: tuple[str, ...]) -> list[Place]:
        """The middle, and every player's own."""
        found = [Place(f"build {b}", _("building pile {n}", n=b), _("Building pile {n}", n=b), TOP, CARDS, most=11)
                 for b in PILES]  # fmt: skip
        found.append(Place(ASIDE, _("piles set aside"), _("Set aside"), TOP, CARDS))
        for p, name in enumerate(players):
            stock = _("{player}: top card of the stock", player=name)
            found += [Place(f"hand {p}", _("{player}: hand", player=name), _("Hand"), ROW, CARDS, p, R.HAND),
                      Place(f"stock {p}", stock, _("Stock"), ONE, CARDS, p, 1)]  # fmt: skip
            found += [Place(f"discard {p} {d}", _("{player}: discard pile {n}", player=name, n=d),
                            _("Discard {n}", n=d), FAN, CARDS, p) for d in PILES]  # fmt: skip
        return found

    def decks(self) -> tuple[Any, ...]:
        """SB-1."""
        return (skipbo.DECK,)

    def read(self, place: Place, text: str) -> str:
        """A Skip-Bo card may be typed as a star, too."""
        card = WILD if text in ("w", "*") else text
        if card not in CARDS:
            raise Error("There is no card {card}; here can lie: {cards}.", card=text, cards=_("1 to 12 and W"))
        return card

    def position(self, table: Layout) -> dict[str, Any]:
        """Stocks are face down below their top, and hands not entered are among the unseen cards."""
        allowed = self.game.seats(self.rules)
        n = next((n for n in allowed if n >= len(table.players)), allowed[-1])
        players = [*table.players, *(NOBODY * k for k in range(1, n - len(table.players) + 1))]
        size = self.rules.stock_size or (30 if n <= 4 else 20)

        def cards(key: str) -> list[str]:
            return list(table.places.get(key, ()))

        stocks = [[*[HIDDEN] * (size - 1), *(cards(f"stock {p}") or [HIDDEN])] for p in range(n)]
        return {
            "players": players, "stocks": stocks, "hands": [cards(f"hand {p}") for p in range(n)],
            "discards": [[cards(f"discard {p} {d}") for d in PILES] for p in range(n)],
            "piles": [cards(f"build {b}") for b in PILES], "set_aside": cards(ASIDE), "player": table.seat,
            "barred": [table.seat],
        }  # fmt: skip

    def seen(self, table: Layout, seat: int) -> Any:
        """What a player knows; a stock whose top card has not been entered shows none."""
        return self._game(table, seat).view(seat)

    def _game(self, table: Layout, seat: int) -> Game:
        game = self.deal({**self.position(table), "player": seat, "barred": [seat]})
        state = game.state
        for p in range(state.players):
            if not table.places.get(f"stock {p}"):
                state.unseen[R.top_card(state, p)] += 1
                state.count[p] = state.top[p] = 0
        return game

    def faces(self, table: Layout, place: Place) -> list[Face]:
        """For a building pile W and how high it is."""
        if not place.key.startswith("build "):
            return super().faces(table, place)
        height = len(table.cards(place.key))
        notes = [_("next") if v == height + 1 else _("on top") if v == height else _("up to here")
                 for v in range(1, R.TOP_VALUE + 1)]  # fmt: skip
        return [*map(Face, NUMBERS, notes), Face(WILD, _("as {value}", value=height + 1))]

    def note(self, table: Layout, place: Place) -> Text | None:
        """What a building pile takes next."""
        return _("next: {value}", value=len(table.cards(place.key)) + 1) if place.key.startswith("build ") else None

    def lay(self, table: Layout, place: Place, card: str, following: bool) -> Laid:
        """A number on a building pile says how high it is; 12 completes it (SB-10)."""
        if place.kind == ONE:
            return Laid(table.put(place.key, card), _("{place}: {card}.", place=place.name, card=card))
        if not place.key.startswith("build "):
            return super().lay(table, place, card, following)
        cards = table.cards(place.key)
        if card == WILD:
            return self.complete(table.push(place.key, WILD), place)
        filled = [str(value) for value in range(len(cards) + 1, int(card) + 1)]
        return self.complete(table.put(place.key, *cards[: int(card)], *filled), place)

    def complete(self, table: Layout, place: Place) -> Laid:
        """The table after a card came on a building pile: a complete one is set aside."""
        cards = table.cards(place.key)
        if len(cards) < R.TOP_VALUE:
            return Laid(table, _("{place}: next is {value}.", place=place.name, value=len(cards) + 1))
        told = _("{place} is complete and set aside.", place=place.name)
        return Laid(table.push(ASIDE, *cards).put(place.key), told)

    def commands(self, table: Layout, place: Place, n: int | None) -> list[Command]:
        """Where the engine lets the card of a place be played, with one press."""
        key, cards = place.key, table.cards(place.key)
        found: list[Command] = []
        if cards and place.seat is not None and (place.kind == ROW) == (n is not None):
            i = len(cards) - 1 if n is None else n
            game = self._game(table, place.seat)
            source = f"hand {cards[i]}" if place.kind == ROW else key
            plays = [game.places(action) for action in game.legal_actions()]
            for end in [end for start, *ends in plays if start == source for end in ends]:
                found.append(self._play(table, place, i, self.place(table, end)))
        if key == ASIDE and cards:
            anew = Laid(table.put(ASIDE), _("These cards are unseen again."))
            found.append(Command("shuffle", _("They were shuffled into the draw pile"), anew))
        if n is None and cards and place.kind != ROW:
            less = Laid(table.pop(key), _("{card} was taken out.", card=cards[-1]))
            found.append(Command("off", _("Take the top card away"), less))
        return found

    def _play(self, table: Layout, place: Place, i: int, end: Place) -> Command:
        """A card of a place goes to a building pile, or is discarded."""
        card, pile = table.cards(place.key)[i], int(end.key.split()[-1])
        after = table.without(place.key, i).push(end.key, card)
        if end.seat is not None:
            told = _("{card} lies on discard pile {n}.", card=card, n=pile)
            return Command(end.key, _("Discard it on {n}", n=pile), Laid(after, told, place.key))
        after, said, _chosen = self.complete(after, end)
        if place.kind == ONE:
            said = _("{told} Now enter the new top card of the stock.", told=said)
        return Command(end.key, _("Play {card} on pile {n}", card=card, n=pile), Laid(after, said, place.key))


ODDS = Odds(
    (
        Part("turn", _("The best plays of this turn"), show_turn, where=ASKED, slow=is_hard, waits=MANY_WAYS),
        Part("runs", _("Odds of running a pile up"), show_runs, RUN_CONTROLS, "pile"),
        Part("right", _("The right card now"), show_right, where=ENTERED),
        Part("worth", _("What a kept Skip-Bo card is worth"), show_worth, where=ENTERED, slow=is_hard,
             waits=MANY_WAYS),
    ), _("best plays of this turn"), advice, sheet=SkipBoSheet,
)  # fmt: skip
