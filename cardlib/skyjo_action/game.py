"""Skyjo Action as a game to step through: its options, how actions and positions are written, views and the board."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any, ClassVar, Self

from ..deck import Deck
from ..engine import game as engine
from ..engine import grid
from ..engine.board import Board, Card, Pile, Seat
from ..engine.game import ALL
from ..engine.options import Options
from ..engine.position import deal, listed, points, remaining
from ..engine.view import seat_or_none
from ..skyjo import game as skyjo
from ..skyjo import rules as S
from ..text import Error, Message, _
from . import rules as R
from . import table as T

KINDS = (
    "remove", "swap", "extra turns", "draw three", "look", "defence", "play again", "steal", "swap with players",
)  # fmt: skip
DECK = Deck({**dict(zip(S.VALUES, T.NUMBERS, strict=True)), "*": T.STARS}, closed=True)  # SA-1: the play cards
ACTION_DECK = Deck({kind: T.COPIES for kind in KINDS}, closed=True)  # SA-1: the action cards


class Rules(Options):
    """The options of Skyjo Action: those of Skyjo that it has too, and the variants (SA-16)."""

    OPTIONS = T.OPTIONS


# --- actions ----------------------------------------------------------------------------------------------------------
PLAIN = {"pile": T.PILE, "pass": T.PASS, "hold": T.HOLD}
ON_KINDS = {"play": T.PLAY, "discard": T.THROW, "choose": T.CHOOSE}
NUMBERED = {  # word: first action, how many, counted from
    "market": (T.MARKET, T.SHOWN, 1),
    "seat": (T.SEAT, T.SEATS, 0),
    "column": (T.LINE, T.COLUMNS, 0),
    "row": (T.LINE + T.COLUMNS, T.ROWS, 0),
    "card": (T.THIRD, 3, 1),
}
HOW_TO_WRITE = _(
    'write "draw", "take (2,1)", "keep (0,3)", "reject (1,1)", "reveal (0,0) (0,1)" (one place with nine cards), '
    '"next round", "market 1" to "market 4", "pile", "pass", "hold", "play look", "discard look", "choose look", '
    '"choose (0,1)", "seat 0", "column 0", "row 0", "card 1"; the action cards are {kinds}',
    kinds=", ".join(KINDS),
)


def write_action(action: int) -> str:
    """The text of an action."""
    if action < T.MARKET:
        if action >= T.REVEAL and (action - T.REVEAL) % (T.CELLS + 1) == 0:
            return f"reveal {skyjo.write_cell((action - T.REVEAL) // T.CELLS)}"
        return skyjo.write_action(action)
    for word, plain in PLAIN.items():
        if action == plain:
            return word
    for word, first in ON_KINDS.items():
        if first <= action < first + T.KINDS:
            return f"{word} {KINDS[action - first]}"
    if T.PLACE <= action < T.SEAT:
        return f"choose {skyjo.write_cell(action - T.PLACE)}"
    word, (first, _n, start) = next(
        (word, counted) for word, counted in NUMBERED.items() if counted[0] <= action < counted[0] + counted[1]
    )
    return f"{word} {action - first + start}"


class Action(skyjo.Action):
    """An action of Skyjo Action; its text is what `parse` reads; see skyjo.Action for `word` and `cells`."""

    write = staticmethod(write_action)


def read_kind(name: Any) -> int:
    """A kind of action card from its name, or from "A1" to "A9"; ValueError lists the names."""
    text = " ".join(str(name).lower().split())
    if isinstance(name, str) and text in KINDS:
        return KINDS.index(text)
    if isinstance(name, str) and re.fullmatch("a[1-9]", text):
        return int(text[1]) - 1
    raise Error(
        "{name} is no action card; the action cards are {known} (A1 to A9)", name=repr(name), known=", ".join(KINDS)
    )


def parse(text: str) -> Action:
    """An action from its text, for instance "play look"; ValueError says how actions are written."""
    words = " ".join(str(text).lower().split())
    word, _space, rest = words.partition(" ")
    if isinstance(text, str):
        if words in PLAIN:
            return Action(PLAIN[words])
        if word == "choose" and "(" in rest:
            return Action(T.PLACE + _one_cell(rest))
        if word in ON_KINDS:
            return Action(ON_KINDS[word] + read_kind(rest))
        if word in NUMBERED and rest.isdecimal():
            first, n, start = NUMBERED[word]
            if not start <= int(rest) < start + n:
                raise Error(
                    "there is no {words}; they go from {word} {start} to {word} {last}",
                    words=words,
                    word=word,
                    start=start,
                    last=start + n - 1,
                )
            return Action(first + int(rest) - start)
        if word == "reveal" and rest.count("(") == 1:
            return Action(T.REVEAL + (T.CELLS + 1) * _one_cell(rest))
        if re.match(r"(draw|next|take|keep|reject|reveal)\b", words):
            return Action(skyjo.parse(text))
    raise Error("{text} is not an action of Skyjo Action; {how}", text=repr(text), how=HOW_TO_WRITE)


def _one_cell(text: str) -> int:
    cells = grid.read_cells(text, T.ROWS, T.COLUMNS)
    if len(cells) != 1:
        raise Error(
            "{text} names {found} places instead of 1; {how}", text=repr(text), found=len(cells), how=HOW_TO_WRITE
        )
    return cells[0]


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


# --- views ------------------------------------------------------------------------------------------------------------
def write_card(card: int) -> int | str:
    """A play card as people write it: its number, "*" for a star, "A5" for an action card in the one pile."""
    if card >= T.ACTION:
        return f"A{card - T.ACTION + 1}"
    return "*" if card == T.STAR else int(card)


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

    @property
    def grids(self) -> tuple[grid.Grid, ...]:
        """Every player's grid: numbers and "*" face up, "?" face down, "?5" face down but known, "." cleared."""
        return tuple(see_grid(self.record, p) for p in range(len(self.players)))

    def points(self, card: Any) -> float:
        """The points of a card as the grids write it: a star has 0, one that a Look has shown its own."""
        if card == "?":
            return float(Deck([0 if c == "*" else c for c in self.unseen if c != "action"]).mean())
        known = str(card).removeprefix("?")
        return 0.0 if known in ("*", ".") else float(known)

    def replaced(self, action: skyjo.Action) -> float:
        """The points of the own cards an action exchanges or turns up; see `points`."""
        if action >= T.MARKET and self.record.phase not in (T.PUTTING, T.SHOWING):
            return 0.0  # an action card, a player, a line; or cards that change places
        return super().replaced(action)

    @property
    def drawn(self) -> int | str | None:
        """The card the viewer has just drawn, or None."""
        return None if self.record.drawn == R.NONE else write_card(self.record.drawn)

    @property
    def three(self) -> tuple[int | str, ...]:
        """The cards of a Draw three that the viewer may see."""
        return tuple(write_card(card) for card in self.record.three if card != R.NONE)

    @property
    def discard(self) -> tuple[int | str, ...]:  # type: ignore[override]  # stars are written "*"
        """The discard pile, bottom to top."""
        return tuple(write_card(card) for card in self.record.discard[: self.record.discard_n])

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
        cards: dict[Any, int] = {
            write_card(value): n for value, n in zip(T.VALUES, self.record.unseen, strict=False) if n
        }
        if self.rules.variant == "single_pile":
            cards["action"] = hidden_places(self.record) - sum(cards.values())
        return Deck(cards)

    @property
    def unseen_actions(self) -> Deck:
        """The action cards the viewer cannot see; in a `single_pile` game also those set aside."""
        return Deck({kind: n for kind, n in zip(KINDS, self.record.unseen[len(T.VALUES) :], strict=True) if n})


def hidden_places(view: Any) -> int:
    """How many play cards lie where this viewer cannot see them."""
    n = int(view.draw_n) + sum(S.size(view.there[p] & ~view.up[p] & ~view.known[p]) for p in range(view.players))
    if view.phase == T.DRAWN and view.drawn == R.NONE:
        n += 1
    if view.phase != T.ORDERING:
        n += view.three_n - sum(card != R.NONE for card in view.three)
    return n


def held_names(record: Any, p: int) -> list[str]:
    """The action cards a player holds, by name."""
    return [KINDS[kind] for kind in range(T.KINDS) for _copy in range(record.held[p][kind])]


def cells_of(record: Any) -> range:
    """The cells of a grid."""
    return range(9 if record.nine_cards else T.CELLS)


def see_grid(view: Any, p: int) -> grid.Grid:
    """A Grid from a view."""
    cells: list[Any] = []
    for cell in cells_of(view):
        card = view.card[p][cell]
        if card == R.GONE or card == R.HIDDEN:
            cells.append("." if card == R.GONE else "?")
        else:
            cells.append(write_card(card) if view.up[p] >> cell & 1 else f"?{write_card(card)}")
    return grid.shown(cells, T.ROWS)


PHASES = (
    "reveal", "turn", "drawn", "round over", "game over", "star", "joker", "found action card", "choose player",
    "remove", "swap", "pick one of three", "put", "order", "turn up", "look", "play again", "steal", "give", "get",
)  # fmt: skip
KEPT, CHOSEN = _("kept"), _("swap")  # what stands on a card that has been chosen
TASKS = {  # what the seat to act is asked to do
    T.REVEALING: _("choose the cards to turn up"),
    T.TURN: _("draw, take the top discard, or take, play or discard an action card"),
    T.DRAWN: skyjo.TASKS[T.DRAWN],
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


# --- the game ---------------------------------------------------------------------------------------------------------
class Game(skyjo.Game):
    """A game of Skyjo Action in play; see `cardlib.engine.game.Game` for what can be done with it."""

    KIND = "skyjo_action"
    RULES: ClassVar[ModuleType] = R
    OPTIONS: ClassVar[type[Options]] = Rules
    ACTION: ClassVar[type[engine.Action]] = Action
    VIEW = View
    PHASES: ClassVar[Sequence[str]] = PHASES
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

    def places(self, action: int) -> tuple[str, ...]:
        """The board places to point at, in order, to play an action."""
        state = self.state
        if action == T.NEXT:
            return ("next",)
        if T.REVEAL <= action < T.MARKET and (action - T.REVEAL) % (T.CELLS + 1) == 0:
            return (skyjo.place_key(state.player, (action - T.REVEAL) // T.CELLS),)
        return super().places(action) if action < T.MARKET else _new_places(state, action)

    # --- positions ----------------------------------------------------------------------------------------------------
    @classmethod
    def from_position(  # type: ignore[override]  # more can be given than in Skyjo
        cls,
        grids: Sequence[str],
        discard: Sequence[Any] | None = None,
        draw: Sequence[Any] | None = None,
        player: int | str | None = 0,
        totals: Sequence[int] | None = None,
        seed: int | None = None,
        drawn: Any = None,
        closer: int | str | None = None,
        starter: int | str | None = None,
        held: Sequence[Sequence[str]] | None = None,
        market: Sequence[str | None] | None = None,
        action_draw: Sequence[str] | None = None,
        action_discard: Sequence[str] | None = None,
        extra_turns: int = 0,
        known: Sequence[Sequence[str]] | None = None,
        players: Sequence[str] | None = None,
        rules: Options | None = None,
    ) -> Self:
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
        Raises ValueError for a position that cannot be.
        """
        if isinstance(grids, str) or not isinstance(grids, Sequence):
            raise Error("grids is a list of texts, one a player")
        game = object.__new__(cls)
        game._set_up(len(grids) if players is None else players, rules, seed, 0)
        if len(grids) != len(game.players):
            raise Error("there are {n} players but {m} grids", n=len(game.players), m=len(grids))
        state = game._new_state()
        R.gather(state)
        discard, draw, totals, market = listed(discard), listed(draw), listed(totals), listed(market)
        action_draw, action_discard = listed(action_draw), listed(action_discard)
        _Layout(state, game.rules).lay(grids, discard, draw, drawn, held, market, action_draw, action_discard)
        for p, total in enumerate(points(totals, len(grids))):
            state.total[p] = total
        skyjo.set_turn(
            state,
            player=None if player is None else game.seat(player),
            closer=R.NOBODY if closer is None else game.seat(closer),
            starter=None if starter is None else game.seat(starter),
            whole=T.whole_grid(state),
            opening=1 if game.rules.nine_cards else 2,
        )
        state.more = engine.whole("extra_turns", extra_turns, 20)
        _know(state, known)
        _open_turn(state, opening=player is None)
        game._position = {
            "grids": list(grids), "discard": discard, "draw": draw, "player": player,
            "totals": totals, "drawn": drawn, "closer": closer, "starter": starter,
            "held": None if held is None else [list(cards) for cards in held], "market": market,
            "action_draw": action_draw, "action_discard": action_discard, "extra_turns": extra_turns,
            "known": None if known is None else [list(cells) for cells in known],
        }  # fmt: skip
        game._start(state)
        return game

    def position(self, eyes: int | str = ALL) -> dict[str, Any]:
        """The position in writing, as arguments of `from_position`, as far as those eyes can see it.

        With the eyes "all" hidden cards are written too, and the draw piles where their order is settled or cards are
        out of play; else they are left to the seed. Raises ValueError in the middle of an action, between rounds and
        after the game.
        """
        state, eyes = self.state, self.eyes(eyes)
        opening = state.phase == T.REVEALING
        if state.phase not in (T.REVEALING, T.TURN, T.DRAWN) or (opening and state.player > 0):
            raise Error("a position is written at the start of a turn or when a card has been drawn, not now")
        seat = eyes if isinstance(eyes, int) else R.NOBODY
        view = self.view_record(seat)
        seats = range(len(self.players))
        position: dict[str, Any] = {
            "grids": [str(see_grid(view, p)) for p in seats],
            "discard": [write_card(card) for card in view.discard[: view.discard_n]],
            "player": None if opening else self.player,
            "totals": list(self.totals),
            "held": [held_names(state, p) for p in seats],
            "action_discard": [KINDS[kind] for kind in state.action_discard[: state.action_discard_n]],
            "extra_turns": state.more,
        }
        if self.rules.variant == "full":
            position["market"] = [None if kind == R.NONE else KINDS[kind] for kind in state.market]
        for name, who in (("closer", state.closer), ("starter", state.starter)):
            if who != R.NOBODY:
                position[name] = who
        drawn = state.drawn if eyes == ALL else view.drawn
        if drawn != R.NONE:
            position["drawn"] = write_card(drawn)
        looked = [[f"{q} {skyjo.write_cell(c)}" for q in seats for c in _looked(state, p, q)] for p in seats]
        position["known"] = [cells if eyes in (ALL, p) else [] for p, cells in enumerate(looked)]
        if eyes == ALL:
            self._write_hidden(position)
        return position

    def _write_hidden(self, position: dict[str, Any]) -> None:
        state = self.state
        position["grids"] = [_write_grid(state, p) for p in range(len(self.players))]
        whole = sum(play_deck(self.rules).values())
        if state.laid or skyjo.in_play(state) < whole or self.rules.variant == "single_pile":
            position["draw"] = [write_card(card) for card in state.draw[: state.draw_n]]
        seen = sum(action_deck(self.rules).values()) - sum(state.unseen[len(T.VALUES) :])
        out_of_play = seen + state.action_draw_n < sum(action_deck(self.rules).values())
        if self.rules.variant == "full" and (state.action_laid or out_of_play):
            position["action_draw"] = [KINDS[kind] for kind in state.action_draw[: state.action_draw_n]]

    # --- looking at it ------------------------------------------------------------------------------------------------
    @staticmethod
    def draw_board(view: Any, players: Sequence[str], state: Any = None) -> Board:
        """The board of a view record; with the state as well, what is hidden is written for the teacher."""
        return draw_board(view, players, state)

    def describe(self, before: Any, action: int, after: Any, eyes: int | str) -> list[tuple[str, Message]]:
        """What an action did, in sentences with their rule numbers, as told to those eyes."""
        from .story import events, tell

        told = tell(self.players, before, action, after, eyes) if before.player >= 0 else []
        return told + events(self.players, before, action, after)


def play_deck(rules: Options) -> dict[int, int]:
    """SA-1, SA-16: the play cards of a game, card -> count."""
    stars = 0 if rules.variant == "numbers" else T.STARS
    return dict(zip(T.VALUES, (*T.NUMBERS, stars), strict=True))


def action_deck(rules: Options) -> dict[int, int]:
    """SA-1, SA-16: the action cards of a game, kind -> count."""
    none = rules.variant in ("stars", "numbers")
    left_out = (T.REMOVE, T.STEAL) if rules.beginner else ()
    return {kind: 0 if none or kind in left_out else T.COPIES for kind in range(T.KINDS)}


# --- places on the board ----------------------------------------------------------------------------------------------
def _new_places(state: Any, action: int) -> tuple[str, ...]:
    """The places of the actions that Skyjo does not have."""
    if action < T.PILE:
        return (f"market {action - T.MARKET}",)
    if action < T.PLAY:
        return ({T.PILE: "action pile", T.PASS: "pass", T.HOLD: "hold"}[action],)
    if action < T.THROW:
        kind = KINDS[action - T.PLAY]
        if state.phase == T.FETCHING:
            return (f"again {kind}",)
        return f"held {state.player} {kind}", "play"
    if action < T.CHOOSE:
        kind = KINDS[action - T.THROW]
        return ("action discard",) if state.phase == T.FOUND else (f"held {state.player} {kind}", "action discard")
    if action < T.PLACE:
        return (f"held {state.aim[0]} {KINDS[action - T.CHOOSE]}",)
    if action < T.SEAT:
        return (skyjo.place_key(grid_in_question(state), action - T.PLACE),)
    if action < T.LINE:
        return (f"seat {action - T.SEAT}",)
    if action < T.THIRD:
        seat = state.aim[0] if state.phase == T.LOOKING else state.player
        cells = [cell for cell in range(T.CELLS) if T.line_cells(state, action - T.LINE) >> cell & 1]
        return skyjo.place_key(seat, cells[0]), skyjo.place_key(seat, cells[-1])
    return (f"three {action - T.THIRD}",)


def grid_in_question(state: Any) -> int:
    """The seat in whose grid a place is to be chosen."""
    if state.phase == T.REMOVING:
        return int(state.aim[0])
    if state.phase == T.GETTING:
        return int(state.aim[R.A.exchange_due(state)])
    return int(state.turn)


# --- positions: laying the cards --------------------------------------------------------------------------------------
def read_card(card: Any, rules: Options) -> int:
    """A play card from a number or its text; "A5" is an action card in the one pile of a single_pile game."""
    if card == "*" and rules.variant != "numbers":
        return T.STAR
    if isinstance(card, str) and rules.variant == "single_pile" and re.fullmatch("[Aa][1-9]", card):
        return T.ACTION + read_kind(card)
    try:
        return skyjo.read_card(card)
    except ValueError:
        known = {"numbers": _("-2 to 12"), "single_pile": _('-2 to 12 and "*", and "A1" to "A9" for action cards')}.get(
            rules.variant, _('-2 to 12 and "*"')
        )
        raise Error("{card} is not a card of this game; the cards are {known}", card=repr(card), known=known) from None


class _Layout:
    """Puts the given cards in their places and deals what is not given from the rest."""

    def __init__(self, state: Any, rules: Options) -> None:
        self.state, self.rules = state, rules
        self.full = rules.variant == "full"

    def lay(
        self,
        grids: Sequence[str],
        discard: Sequence[Any] | None,
        draw: Sequence[Any] | None,
        drawn: Any,
        held: Sequence[Sequence[str]] | None,
        market: Sequence[str | None] | None,
        action_draw: Sequence[str] | None,
        action_discard: Sequence[str] | None,
    ) -> None:
        state, columns = self.state, 3 if self.rules.nine_cards else T.COLUMNS
        cells = [grid.read_grid(text, T.ROWS, columns, self.read) for text in grids]
        heap = None if discard is None else [self.read(card) for card in discard]
        pile = None if draw is None else [None if card == "?" else self.read(card) for card in draw]
        state.drawn = R.NONE if drawn is None else self.read(drawn)
        self.check_open(cells, heap or [], state.drawn)
        given = [card for row in cells for _face, card in row if card is not None] + (heap or [])
        given += [card for card in pile or [] if card is not None] + ([] if drawn is None else [state.drawn])
        self.lay_actions(held, market, action_draw, action_discard, [c - T.ACTION for c in given if c >= T.ACTION])
        numbers = [card for card in given if card < T.ACTION]
        rest = remaining(numbers, play_deck(self.rules), write_card, "SA-1") + self.mixed_in(given)
        for p, row in enumerate(cells):
            state.there[p] = state.up[p] = 0
            for cell, (face, card) in enumerate(row):
                if face != grid.GONE:
                    state.card[p][cell] = deal(state, rest) if card is None else card
                    state.there[p] |= 1 << cell
                    state.up[p] |= (face == grid.UP) << cell
        if heap is None:
            heap = [self.deal_number(rest)]
        laid = rest if pile is None else [deal(state, rest) if card is None else card for card in pile]
        state.discard[: len(heap)], state.discard_n = heap, len(heap)
        state.draw[: len(laid)], state.draw_n = laid, len(laid)
        state.laid = 0 if pile is None else len(laid)
        if pile is not None:
            self.set_aside([card - T.ACTION for card in rest if card >= T.ACTION])
        self.count_unseen(laid)

    def read(self, card: Any) -> int:
        return read_card(card, self.rules)

    def check_open(self, cells: Iterable[Iterable[tuple[str, int | None]]], heap: Iterable[int], drawn: int) -> None:
        """An action card in the one pile is never open among the play cards."""
        seen = [card for row in cells for face, card in row if face == grid.UP] + list(heap) + [drawn]
        if any(card is not None and card >= T.ACTION for card in seen):
            raise Error("an action card that turned up is held or discarded (SA-16); it can only be face down")

    def lay_actions(
        self,
        held: Sequence[Sequence[str]] | None,
        market: Sequence[str | None] | None,
        action_draw: Sequence[str] | None,
        action_discard: Sequence[str] | None,
        in_pile: Sequence[int],
    ) -> None:
        state = self.state
        held = [[]] * state.players if held is None else held
        if not _lists(held, state.players):
            raise Error(
                "held is {held}; it must be {n} lists of action cards, one a player", held=repr(held), n=state.players
            )
        hands = [[read_kind(kind) for kind in cards] for cards in held]
        row = [None if kind is None else read_kind(kind) for kind in market or []]
        if len(row) > T.SHOWN or ((market or action_draw) and not self.full):
            raise Error("market and action_draw are for the full game; the market has at most 4 cards (SA-2)")
        heap = [read_kind(kind) for kind in action_discard or []]
        pile = [read_kind(kind) for kind in action_draw or []]
        given = [kind for hand in hands for kind in hand] + [kind for kind in row if kind is not None] + heap + pile
        rest = remaining([*given, *in_pile], action_deck(self.rules), KINDS.__getitem__, "SA-1")
        for p, hand in enumerate(hands):
            for kind in hand:
                state.held[p][kind] += 1
        if market is None and self.full:
            row = [deal(state, rest) if rest else None for _k in range(T.SHOWN)]
        state.market[:] = [R.NONE if kind is None else kind for kind in [*row, *[None] * (T.SHOWN - len(row))]]
        state.action_discard[: len(heap)], state.action_discard_n = heap, len(heap)
        state.action_laid = 0 if action_draw is None else len(pile)
        state.action_draw_n = 0
        self.set_aside(rest if action_draw is None else pile)

    def set_aside(self, kinds: Sequence[int]) -> None:
        """Put action cards on the action pile; in a single_pile game: with those that are not in the game."""
        state = self.state
        end = state.action_draw_n + len(kinds)
        state.action_draw[state.action_draw_n : end], state.action_draw_n = kinds, end

    def mixed_in(self, given: Sequence[int]) -> list[int]:
        """SA-16: the action cards that are still hidden among the play cards of a single_pile game, by chance."""
        state = self.state
        if self.rules.variant != "single_pile":
            return []
        used = sum(T.held_by(state, p) for p in range(state.players)) + state.action_discard_n
        used += sum(card >= T.ACTION for card in given)
        chosen = []
        for _copy in range(self.rules.single_pile_actions - used):
            chosen.append(T.ACTION + T.pick(state, state.action_draw, state.action_draw_n))
            state.action_draw_n -= 1
        return chosen

    def deal_number(self, rest: list[int]) -> int:
        """The first discard: not an action card."""
        numbers = [card for card in rest if card < T.ACTION]
        card = deal(self.state, numbers)
        rest.remove(card)
        return card

    def count_unseen(self, pile: Sequence[int]) -> None:
        state = self.state
        hidden = Counter(pile)
        for p in range(state.players):
            hidden.update(state.card[p][c] for c in range(T.CELLS) if T.face_down(state, p) >> c & 1)
        if state.drawn != R.NONE:
            hidden[state.drawn] += 1
        aside = Counter(state.action_draw[: state.action_draw_n])
        state.unseen[:] = [hidden[value] for value in T.VALUES] + [
            hidden[T.ACTION + kind] + aside[kind] for kind in range(T.KINDS)
        ]


def _lists(values: Any, players: int) -> bool:
    """Whether these are lists, one a player."""
    rows = isinstance(values, list | tuple) and all(isinstance(row, list | tuple) for row in values)
    return rows and len(values) == players


def _know(state: Any, known: Sequence[Sequence[str]] | None) -> None:
    """A5: which hidden cards the players have looked at."""
    if known is None:
        return
    if not _lists(known, state.players):
        raise Error("known is {known}; it must be {n} lists, one a player", known=repr(known), n=state.players)
    columns = 3 if state.nine_cards else T.COLUMNS
    for p, looked in enumerate(known):
        for text in looked:
            seat, _space, cell = str(text).partition(" ")
            if not seat.isdecimal() or int(seat) >= state.players:
                raise Error(
                    '{text} is no hidden card; write "seat (row,column)", for instance "1 (0,0)"', text=repr(text)
                )
            for c in grid.read_cells(cell, T.ROWS, columns):
                if not T.face_down(state, int(seat)) >> c & 1:
                    raise Error("{text}: no card lies face down there", text=repr(text))
                state.known[p][int(seat)] |= 1 << c


def _looked(state: Any, looker: int, owner: int) -> list[int]:
    """The cells of an owner's grid that a looker knows though they are face down."""
    mask = state.known[looker][owner] & T.face_down(state, owner)
    return [cell for cell in range(T.CELLS) if mask >> cell & 1]


def _open_turn(state: Any, opening: bool) -> None:
    """What a turn starts with, besides what Skyjo's has."""
    state.down = T.all_face_down(state)
    state.lap = int(state.closer != R.NOBODY)
    if state.phase == T.REVEALING:
        return
    if opening:
        state.turn, state.after = state.starter, T.OPENING
        R.proceed(state)
    else:
        state.turn, state.after = state.player, T.FINISH


def _write_grid(state: Any, p: int) -> str:
    """A grid with its hidden cards written."""
    cells = []
    for cell in cells_of(state):
        up = state.up[p] >> cell & 1 and state.phase != T.REVEALING
        cells.append(f"{'' if up else '?'}{write_card(state.card[p][cell])}" if state.there[p] >> cell & 1 else ".")
    return str(grid.shown(cells, T.ROWS))


# --- the board --------------------------------------------------------------------------------------------------------
def draw_board(view: Any, players: Sequence[str], state: Any = None) -> Board:
    """The board of a view; with the state as well, hidden cards and drawn cards are written for the teacher."""
    seats = tuple(_draw_seat(view, players, p, state) for p in range(len(players)))
    piles = [*_play_piles(view, state), *_action_piles(view), *_choices(view, state)]
    title = _("Skyjo Action, round {n}", n=view.round)
    return Board(title, tuple(piles), seats, skyjo.note(view, players, TASKS))


def _face(card: int, key: str | None = None, note: Message | None = None) -> Card:
    return Card("" if card == R.NONE else str(write_card(card)), up=card != R.NONE, key=key, note=note)


def _play_piles(view: Any, state: Any) -> list[Pile]:
    top = (_face(view.discard[view.discard_n - 1]),) if view.discard_n else ()
    piles = [
        Pile(_("Draw pile"), (Card("", up=False),) if view.draw_n else (), view.draw_n, key="draw"),
        Pile(_("Discard pile"), top, view.discard_n, key="discard"),
    ]
    if view.phase == T.DRAWN:
        piles.append(Pile(_("Drawn card"), (_face(view.drawn if state is None else state.drawn),), key="drawn"))
    if view.phase in (T.PICKING, T.PUTTING, T.ORDERING):
        three = view.three if state is None else state.three
        kept = view.mine[0] if view.phase == T.PUTTING else R.NONE
        cards = tuple(_face(three[k], f"three {k}", KEPT if k == kept else None) for k in range(view.three_n))
        piles.append(Pile(_("Cards drawn"), cards, spread=True))
    return piles


def _action_piles(view: Any) -> list[Pile]:
    if view.variant in (T.STARS_ONLY, T.NUMBERS_ONLY):
        return []
    piles = []
    if view.variant == T.FULL:
        back = (Card("", up=False),) if view.action_draw_n else ()
        piles.append(Pile(_("Action pile"), back, view.action_draw_n, key="action pile"))
        row = tuple(
            Card("" if kind == R.NONE else KINDS[kind], key=f"market {k}") for k, kind in enumerate(view.market)
        )
        piles.append(Pile(_("Action cards to take"), row, spread=True))
    n = view.action_discard_n
    top = (Card(KINDS[view.action_discard[n - 1]]),) if n else ()
    piles.append(Pile(_("Discarded action cards"), top, n, key="action discard"))
    return piles


def _choices(view: Any, state: Any) -> list[Pile]:
    """Places that are there only while they can be chosen."""
    piles = []
    if view.phase == T.TURN and view.closer == R.NOBODY and T.held_by(view, view.player) > 0:
        piles.append(Pile(_("Play an action card"), key="play"))
    if view.phase == T.FETCHING:
        kinds = [kind for kind in range(T.KINDS) if R.A.can_fetch(view, kind)]
        cards = tuple(Card(KINDS[kind], key=f"again {KINDS[kind]}") for kind in kinds)
        piles.append(Pile(_("To be played again"), cards, spread=True))
    if view.phase == T.FOUND:
        piles.append(Pile(_("Turned up: hold it"), (Card(KINDS[view.found]),), key="hold"))
    if view.player != R.NOBODY and view.phase != T.ROUND_OVER and R.check(view, T.PASS) == R.LEGAL:
        piles.append(Pile(_("Pass"), key="pass"))
    return piles


def _draw_seat(view: Any, players: Sequence[str], p: int, state: Any) -> Seat:
    seat = skyjo.draw_seat(
        view, players, p, grid.shown([_draw_cell(view, p, c, state) for c in cells_of(view)], T.ROWS)
    )
    piles = []
    held = tuple(Card(kind, key=f"held {p} {kind}") for kind in held_names(view, p))
    if held:
        piles.append(Pile(_("Action cards"), held, spread=True))
    if view.phase == T.AIM and R.A.can_aim(view, p):
        piles.append(Pile(_("Choose this player"), key=f"seat {p}"))
    return Seat(seat.name, seat.rows, tuple(piles), seat.status, seat.active, seat.score)


def _draw_cell(view: Any, p: int, cell: int, state: Any) -> Card:
    card, key = view.card[p][cell], skyjo.place_key(p, cell)
    if card == R.GONE:
        return Card(gone=True, key=key)
    note = CHOSEN if cell in _chosen_cells(view, p) else None
    if card == R.HIDDEN:
        return Card("" if state is None else str(write_card(state.card[p][cell])), up=False, key=key, note=note)
    return Card(str(write_card(card)), up=bool(view.up[p] >> cell & 1), key=key, note=note)


def _chosen_cells(view: Any, p: int) -> list[int]:
    """A2, A9: the places of a grid that have been chosen so far."""
    if view.phase not in (T.SWAPPING, T.GIVING, T.GETTING):
        return []
    own = list(view.mine[: 1 if view.phase == T.SWAPPING else 2]) if p == view.turn else []
    theirs = [view.theirs[k] for k in range(2) if view.aim[k] == p and view.phase != T.SWAPPING]
    return own + theirs
