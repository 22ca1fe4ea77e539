"""Pig with cards, a game that exists only in the tests: draw as often as you dare; a 1 loses what the turn has brought.

Everything is in this one module, which is the game's rules, its players and what people import.
"""

import sys
from typing import ClassVar

from cardlib.engine import game as engine
from cardlib.engine.board import Board, Card, Pile, Seat
from cardlib.engine.host import below, move_rule, record, rule
from cardlib.engine.kinds import Kind, register
from cardlib.engine.notation import Notation, Phrase
from cardlib.engine.options import Options, Whole, option_fields
from cardlib.engine.piles import take_top
from cardlib.engine.view import View
from cardlib.text import _

SEATS, KINDS, CARDS = 4, 11, 40
TURN, ROUND_OVER, GAME_OVER = range(3)
DRAW, HOLD, NEXT, ACTIONS = range(4)
SPANS = {TURN: (DRAW, HOLD), ROUND_OVER: (NEXT,), GAME_OVER: ()}
LEGAL, NO_SUCH_ACTION, NOT_NOW = range(3)
HIGHEST_WINS = True

OPTIONS = {"goal": Whole(1, 1000, 50, "PC-3")}
OPTION_FIELDS = option_fields(OPTIONS)
OPEN_FIELDS = (
    *((name, "i8", ()) for name in ("players", "phase", "player", "round", "pot", "last", "draw_n")),
    *((name, "i8", (SEATS,)) for name in ("score", "total")),
)
STATE_FIELDS = (
    ("rng", "u8", ()), ("luck", "u8", ()), *OPEN_FIELDS, *OPTION_FIELDS, ("draw", "i8", (CARDS,)), ("laid", "i8", ()),
)  # fmt: skip
VIEW_FIELDS = (("rng", "u8", ()), ("me", "i8", ()), *OPEN_FIELDS, *OPTION_FIELDS)
State = record("State", STATE_FIELDS)


@rule
def shuffle(s):
    """PC-1: four cards of each value from 1 to 10."""
    for k in range(CARDS):
        s.draw[k] = 1 + k % 10
    s.draw_n, s.laid = CARDS, 0


@rule
def begin(s):
    for p in range(s.players):
        s.total[p] = s.score[p] = 0
    s.round, s.phase, s.player, s.pot, s.last = 1, TURN, 0, 0, 0
    shuffle(s)


@move_rule
def check(s, action):
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_ACTION
    return LEGAL if s.phase == TURN and action != NEXT else NOT_NOW


@move_rule
def apply(s, action):
    if action == DRAW:
        if s.draw_n == 0:
            shuffle(s)
        s.last = take_top(s)
        s.pot = 0 if s.last == 1 else s.pot + s.last  # PC-2
    if action == HOLD or s.last == 1:
        s.score[s.player] += s.pot
        s.total[s.player] = s.score[s.player]
        if s.total[s.player] >= s.goal:  # PC-3
            s.phase, s.player = GAME_OVER, -1
            return
        s.player, s.pot, s.last = (s.player + 1) % s.players, 0, 0


@rule
def look(s, v, me):
    v.me, v.players, v.phase, v.player, v.round = me, s.players, s.phase, s.player, s.round
    v.pot, v.last, v.draw_n = s.pot, s.last, s.draw_n
    for p in range(s.players):
        v.score[p], v.total[p] = s.score[p], s.total[p]


@rule
def won(s, p):
    return s.total[p] >= s.goal


# --- players ----------------------------------------------------------------------------------------------------------
NAMES, SIMPLE = ("random", "twenty"), 2


@move_rule
def choose_simple(v, kind):
    if kind == 0:
        return below(v, 2)
    return DRAW if v.pot < 20 else HOLD


@rule
def choose_seeing(v, kind):
    return choose_simple(v, kind)


# --- the game ---------------------------------------------------------------------------------------------------------
NOTATION = Notation(
    (Phrase(DRAW, "draw"), Phrase(HOLD, "hold"), Phrase(NEXT, "next")), "Pig", _("write {how}", how="draw, hold")
)


class Rules(Options):
    OPTIONS = OPTIONS


class Action(engine.Action):
    write = NOTATION.write


def parse(text):
    return Action(NOTATION.read(text))


class Game(engine.Game):
    KIND, RULES, OPTIONS, ACTION, VIEW = "pig", sys.modules[__name__], Rules, Action, View
    PHASES = ("turn", "round over", "game over")
    REFUSALS: ClassVar = {NO_SUCH_ACTION: ("", _("there is no such action")), NOT_NOW: ("PC-2", _("the game is over"))}
    parse = staticmethod(parse)

    @classmethod
    def seats(cls, rules):
        return range(1, SEATS + 1)

    def prepare(self, state):
        pass

    @property
    def winners(self):
        return tuple(p for p in range(len(self.players)) if self.is_over and won(self.state, p))

    def places(self, action):
        return ("draw",) if action == DRAW else ("hold",)

    @classmethod
    def draw_board(cls, view, players, state=None):
        piles = (
            Pile("Draw pile", (Card("", up=False),), view.draw_n, key="draw"),
            Pile("Turn", (Card(str(view.pot)),), key="hold"),
        )
        seats = [Seat(name, active=p == view.player, score=str(view.total[p])) for p, name in enumerate(players)]
        return Board("Pig", piles, tuple(seats))

    def describe(self, before, action, after, eyes):
        return [("PC-2", _("{player}: {task}", player=self.players[before.player], task=Action.write(action)))]


players = sys.modules[__name__]
register(Kind("pig", "Pig", Game, players))
