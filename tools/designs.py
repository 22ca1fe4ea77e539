"""The designs of the analyses: each fixed before its run. One design is one line of who plays what, how often, and why.

A design with a `table` is a tournament: everybody sits in every seat on the same deals, so that players who differ in
one thing are compared on equal luck. A design without is played as it stands, and `numbers` says what is counted.
The number of deals follows from the precision wanted; `deals_for` says how.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from statistics import NormalDist
from typing import Any

from cardlib import analyse, skyjo
from cardlib.answer import Estimate

Stat = tuple[str, str, str, float | None, float, float, float, int, str]  # the middle of a stored row, see analyses.Row
LEAST = 40  # deals of a sample; a tournament wants 20
CASES = 200  # a conditional share needs that many cases to be stored
BEST = "share of best scores"

ANALYSES = {
    "opening": "the two opening cards in one column or in two",
    "keep": "which card to keep",
    "closing": "how low is safe to close",
    "starter": "whether starter or closer are favoured",
    "rules": "what the column rule and the doubling are worth, how long a game is",
    "skip_bo": "Skip-Bo: stock first, blocking, discards, Skip-Bo cards, blocked games",
    "action": "Skyjo Action: stars, hoarding, action cards",
    "local_rules": "how much playing on changes the exact one-step thresholds",
}
DICTIONARY: dict[str, tuple[str, str]] = {
    "design": ("string", "name of the design in designs.csv"),
    "subject": ("string", "whose number it is: a player, a rule set, or a group of rounds"),
    "other": ("string", "for a difference: with whom the subject is compared on the same deals; else empty"),
    "measure": ("string", "what is measured"),
    "at": ("number", "where a curve has this point: a score in points, a number of players, a value; else empty"),
    "value": ("number", "the estimate, in the unit"),
    "low": ("number", "lower end of the 95 % interval, in the unit"),
    "high": ("number", "upper end of the 95 % interval, in the unit"),
    "n": ("integer", "deals, rounds or games behind the estimate"),
    "unit": ("string", "share (0 to 1), points, or what is counted"),
    "sample": ("number", "the same from the first twentieth of the deals, for the check; empty: too few cases there"),
    "analysis": ("string", "the analysis: the notebook and the CSV file"),
    "game": ("string", "skyjo, skyjo_action or skipbo"),
    "players": ("string", "the players as name = player, in seat order"),
    "table": ("string", "how many sit at a table, everybody in every seat on the same deals; empty: seats as given"),
    "games": ("boolean", "whether whole games are played, not single rounds"),
    "rules": ("string", "rule options that differ from the official rules"),
    "deals": ("integer", "how many deals each group plays in each seating"),
    "seed": ("integer", "the seed of the deals"),
    "seconds": ("number", "how long it took when it was stored, with the sample, on one shared processor"),
    "deck": ("string", "which deck of the game"),
    "card": ("string", "the card as the package writes it"),
    "count": ("integer", "how many of them the deck holds"),
    "nr": ("integer", "number of the claim"),
    "claim": ("string", "the claim in our own words"),
    "source": ("string", "who says so"),
    "stated": ("string", "the figure stated there, if any"),
    "null": ("number", "the value if there were nothing in the claim"),
    "p": ("number", "probability of a value that far from null by chance (two-sided, normal)"),
    "p_holm": ("number", "the same corrected for the number of claims tested (Holm)"),
    "verdict": ("string", "what we conclude, and for whom it holds"),
}


@dataclass(frozen=True)
class Design:
    """Who plays what, how often, from which seed. See the module's text."""

    analysis: str
    name: str
    players: Mapping[str, str]
    n: int
    seed: int
    game: str = "skyjo"
    table: int | str = 0
    games: bool = False
    rules: Mapping[str, Any] = field(default_factory=dict)
    numbers: Callable[[Any], Iterable[Stat]] = lambda result: ()
    position: Callable[[int], Any] | None = None  # the view with each number of POINTS; then moves are weighed in it

    def row(self) -> dict[str, Any]:
        """The design as a line of designs.csv."""
        return {
            "design": self.name, "analysis": self.analysis, "game": self.game,
            "players": "; ".join(f"{name} = {player}" for name, player in self.players.items()),
            "table": self.table or "", "games": str(self.games).lower(),
            "rules": ", ".join(f"{name}={value!r}" for name, value in self.rules.items()),
            "deals": self.n, "seed": self.seed,
        }  # fmt: skip


def deals_for(half_width: float, spread: float = 0.5, confidence: float = 0.95) -> int:
    """How many deals give an interval of that half width, when one deal's number has that standard deviation."""
    return ceil((NormalDist().inv_cdf((1 + confidence) / 2) * spread / half_width) ** 2)


# --- what is counted --------------------------------------------------------------------------------------------------
def columns_of(result: Any) -> dict[str, Any]:
    """The rows of a result as arrays: rounds (or games' rounds) x seats."""
    frame, seats = result.frame, len(result.players)
    return {
        name: frame[name].to_numpy().reshape(-1, seats) for name in frame.columns if name not in ("player", "ending")
    }


def mean(values: Any, measure: str, unit: str = "points", subject: str = "", at: float | None = None) -> Stat:
    """The mean of numbers that are independent of each other, one a round or game, with Student's interval."""
    n, total = len(values), float(values.sum())
    one = Estimate.of_mean(n, total, float((values.astype(float) ** 2).sum()), 0, unit=unit)
    return subject, "", measure, at, one.value, one.low, one.high, n, unit


def share(flags: Any, measure: str, subject: str = "", at: float | None = None) -> Stat:
    """The share of yes among independent rounds or games, with Wilson's interval."""
    one = Estimate.of_proportion(int(flags.sum()), len(flags), 0)
    return subject, "", measure, at, one.value, one.low, one.high, len(flags), "share"


def best_shares(scores: Any) -> Any:
    """For each round and seat the share of the best score: 1 for the only one, divided where several are equal."""
    best = scores == scores.min(axis=1, keepdims=True)
    return best / best.sum(axis=1, keepdims=True)


def closing(result: Any) -> Iterable[Stat]:
    """By the closer's points: how often another player has as few or fewer; and how often all closers are doubled."""
    import numpy as np

    rows = columns_of(result)
    closed = rows["closer"].any(axis=1)
    seat = rows["closer"].argmax(axis=1)
    raw = rows["raw"]
    mine = raw[np.arange(len(raw)), seat]
    others = np.where(rows["closer"], 10_000, raw).min(axis=1)
    beaten = others <= mine
    yield share(beaten[closed], "closer not lowest")
    yield share(rows["doubled"].any(axis=1)[closed], "closer doubled")
    yield mean(mine[closed], "closer's points")
    for points in range(-4, 31):
        there = closed & (mine == points)
        if there.sum() >= CASES:
            yield share(beaten[there], "closer not lowest", at=points)


def advantage(result: Any) -> Iterable[Stat]:
    """What starter and closer have beyond an equal share, in rounds that the highest opening sum starts and in others.

    In the first round of a game the highest opening sum starts (SK-6), which itself is a bad hand; later the last
    closer does (SK-7), whose new cards are as good as anybody's.
    """
    import numpy as np

    rows = columns_of(result)
    shares, seats = best_shares(rows["score"]), rows["score"].shape[1]
    first = rows["round"][:, 0] == 1
    each = np.arange(len(shares))
    for role in ("starter", "closer"):
        there = rows[role].any(axis=1)
        mine = shares[each, rows[role].argmax(axis=1)] - 1 / seats
        gap = rows["score"][each, rows[role].argmax(axis=1)] - rows["score"].mean(axis=1)
        for group, chosen in (("first rounds", first), ("later rounds", ~first)):
            if (there & chosen).sum() >= CASES:
                yield mean(mine[there & chosen], f"{role}: best scores beyond an equal share", "share", group, seats)
                yield mean(gap[there & chosen], f"{role}: points beyond the table's mean", "points", group, seats)


def seats(result: Any) -> Iterable[Stat]:
    """How often each seat wins, the first to play first."""
    for seat, name in enumerate(result.players):
        one = result.estimate("won", seat)
        yield name, "", "wins", seat + 1.0, one.value, one.low, one.high, one.n, "share"


def lengths(result: Any) -> Iterable[Stat]:
    """Rounds a game, and for its rounds turns, points, cleared columns and doublings (first rounds: independent)."""
    rows = columns_of(result)
    game, number = rows["index"][:, 0], rows["round"][:, 0]
    ends = number[[*(game[1:] != game[:-1]), True]]
    yield mean(ends, "rounds a game", "rounds")
    for count in range(1, 16):
        yield share(ends == count, "rounds a game: share", at=count)
    yield from round_numbers(result)


def round_numbers(result: Any) -> Iterable[Stat]:
    """Of first rounds: points, turns a player, columns cleared a player, closers doubled."""
    rows = columns_of(result)
    first = rows["round"][:, 0] == 1
    yield mean(rows["score"][first].mean(axis=1), "points a round")
    yield mean(rows["turns"][first][:, 0] / rows["turns"].shape[1], "turns a player and round", "turns")
    yield mean(rows["columns_cleared"][first].mean(axis=1), "columns cleared a player and round", "columns")
    if "rows_cleared" in rows:
        yield mean(rows["rows_cleared"][first].mean(axis=1), "rows cleared a player and round", "rows")
    yield share(rows["doubled"][first].any(axis=1), "rounds with a doubling")


def skip_bo(result: Any) -> Iterable[Stat]:
    """Blocked games, wins while another stock is untouched, turns; and what Skip-Bo cards stood for."""
    rows = columns_of(result)
    ended = rows["won"].any(axis=1)
    yield share(~ended, "games blocked")
    stock = 30 if rows["stock"].shape[1] < 5 else 20
    stock = getattr(result.rules, "stock_size", None) or stock
    yield share((rows["stock"].max(axis=1) == stock) & ended, "won against an untouched stock")
    yield mean(rows["turns"][:, 0] / rows["turns"].shape[1], "turns a player and game", "turns")
    for value in range(1, 13):
        if f"wild_{value}" in rows:
            yield mean(rows[f"wild_{value}"].sum(axis=1), "Skip-Bo cards played as", "cards", at=value)


def action(result: Any) -> Iterable[Stat]:
    """Of each player: action cards taken, played and left, lines cleared and those with stars; with points lost."""
    rows = columns_of(result)
    for seat, name in enumerate(result.players):
        for column, unit in (("taken", "cards"), ("played", "cards"), ("left", "cards"), ("columns_cleared", "columns"),
                             ("rows_cleared", "rows"), ("with_stars", "lines"), ("score", "points")):  # fmt: skip
            if column in rows:
                yield mean(rows[column][:, seat], f"{column.replace('_', ' ')} a round", unit, name)


def alike(player: str, k: int) -> dict[str, str]:
    """The same player in k seats."""
    return {f"{player} {i + 1}": player for i in range(k)}


# --- moves weighed by playing on --------------------------------------------------------------------------------------
POINTS = range(9)


def start(highest: int, card: int, drawn: bool) -> Any:
    """An early position of two players: my highest card up, and a card on the discard pile, or drawn."""
    mine, other = f"{highest} ? ? ? / ? ? ? ? / ? ? ? 2", "6 ? ? ? / ? ? ? ? / ? ? ? 3"
    how = {"discard": [12], "drawn": card} if drawn else {"discard": [card]}
    return skyjo.Game.from_position(grids=[mine, other], draw=None, player=0, totals=[0, 0], seed=1, **how).view(0)


def weighed(design: Design, n: int) -> Iterable[Stat]:
    """For each card: what its uses gain over drawing, or over rejecting it, when the round is played on."""
    assert design.position is not None
    for card in POINTS:
        view = design.position(card)
        verb, other = ("take", "draw") if view.drawn is None else ("keep", "reject (0,1)")
        analysis = analyse(view, deals=n, seed=design.seed)
        for where, cell in (("my highest card", "(0,0)"), ("a hidden card", "(0,1)")):
            for by, unit in (("points", "points"), ("won", "share")):
                analysis.by = by
                one = analysis.difference(f"{verb} {cell}", other)
                yield f"{verb}, {where}", other.split()[0], f"{by} gained", card, *_ends(one), one.n, unit


def _ends(one: Estimate) -> tuple[float, float, float]:
    return one.value, one.low, one.high


def among(name: str, player: str, others: str, k: int) -> dict[str, str]:
    """One player among k - 1 others who are all alike."""
    return {name: player, **{f"other {i}": others for i in range(1, k)}}


# --- the designs ------------------------------------------------------------------------------------------------------
PLAYERS = ("greedy", "columns", "expert")
TABLES = (2, 3, 4, 6, 8)
APART = {"expert": ("expert(apart=1)", "expert(apart=0)"), "columns": ("columns(apart=1)", "columns(apart=0)")}


def opening() -> Iterable[Design]:
    """Two cards in one column or in two: players that differ in nothing else. Half width wanted: 0.4 % of wins."""
    n = deals_for(0.004)
    off = {"column_clear": "off"}
    for player, (apart, together) in APART.items():
        duel = {"apart": apart, "together": together}
        yield Design("opening", f"opening {player} 2", duel, n, 3101, table=2)
        yield Design("opening", f"opening {player} 2, no columns", duel, n // 2, 3102, table=2, rules=off)
        yield Design("opening", f"opening {player} 2, games", duel, 6_000, 3103, table=2, games=True)
        for k in (3, 4, 8):
            for name, one, rest in (("apart", apart, together), ("together", together, apart)):
                field = among(name, one, rest, k)
                yield Design("opening", f"opening {player} {k}, one {name}", field, 80_000 // k, 3104, table="all")


def keep() -> Iterable[Design]:
    """Cutoffs 0 to 5 against each other at tables of four, and each alone among three experts."""
    cutoffs = {f"keep {k}": f"threshold(keep={k})" for k in range(6)}
    once = {"penalty_multiplier": 1}
    yield Design("keep", "keep official", cutoffs, 6_000, 3201, table=4)
    yield Design("keep", "keep no columns, no doubling", cutoffs, 6_000, 3202, table=4,
                 rules={"column_clear": "off", **once})  # fmt: skip
    yield Design("keep", "keep no doubling", cutoffs, 6_000, 3203, table=4, rules=once)
    yield Design("keep", "keep games", cutoffs, 1_000, 3204, table=4, games=True)
    for k in range(8):
        field = among(f"keep {k}", f"threshold(keep={k})", "expert", 4)
        yield Design("keep", f"keep {k} among experts", field, 5_000, 3205, table="all")


def safe() -> Iterable[Design]:
    """Tables of equal players: how often a closer with so many points is not lowest; who weighs that risk."""
    for player in ("threshold", *PLAYERS):
        for k in TABLES:
            n = 60_000 if k < 5 else 30_000
            yield Design("closing", f"closing {player} {k}", alike(player, k), n, 3301, numbers=closing)
    careful = {"cautious": "cautious", "greedy": "greedy"}
    yield Design("closing", "closing careful or not", careful, 40_000, 3302, table=2)
    weighed = {"weighs the risk": "expert", "ignores the risk": "expert(penalty=0)"}
    yield Design("closing", "closing expert, risk or not", weighed, 60_000, 3303, table=2)
    published = ("rusher", "clearer", "saboteur", "statistician", "level_2")
    field = {name: name for name in (*published, "greedy", "columns", "expert")}
    yield Design("closing", "closing rusher in a field", field, 4_000, 3304, table=2)


def starter() -> Iterable[Design]:
    """Equal players, whole games: the starter's and the closer's share of best scores, for 2 to 8 players."""
    for player in PLAYERS:
        for k in range(2, 9):
            n = (24_000 if player == "greedy" else 16_000) // k
            yield Design("starter", f"starter {player} {k}", alike(player, k), n, 3401, games=True, numbers=advantage)
    for player in ("stock_first", "planner"):
        for k in (2, 4):
            yield Design("starter", f"starter skip-bo {player} {k}", alike(player, k), 20_000, 3402, game="skipbo",
                         rules={"first_player": 0}, numbers=seats)  # fmt: skip


def rules() -> Iterable[Design]:
    """Rules switched off one by one at tables of equal players; going for columns; the length of a game."""
    without: dict[str, dict[str, Any]] = {
        "official": {}, "no columns": {"column_clear": "off"}, "no doubling": {"penalty_multiplier": 1},
        "neither": {"column_clear": "off", "penalty_multiplier": 1}, "rows too": {"row_clear": True},
    }  # fmt: skip
    for player in PLAYERS:
        for k in (2, 4):
            for name, options in without.items():
                yield Design("rules", f"rules {player} {k}, {name}", alike(player, k), 5_000, 3501, rules=options,
                             numbers=round_numbers)  # fmt: skip
    for player in ("random", *PLAYERS):
        for k in TABLES:
            yield Design("rules", f"length {player} {k}", alike(player, k), 1_500, 3502, games=True, numbers=lengths)
    field = {"greedy": "greedy", **{f"columns, pair {k}": f"columns(pair={k})" for k in (1, 3, 5)}}
    yield Design("rules", "rules going for columns", field, 4_000, 3503, table=2)
    high = {"high cards kept": "expert", "high cards not kept": "expert(soft=0)"}
    yield Design("rules", "rules high cards", high, 12_000, 3504, table=2)
    for k in (2, 3, 4):
        field = among("denies", "expert", "expert(deny=0)", k)
        yield Design("rules", f"rules denial {k}", field, 24_000 // k, 3505, table="all")
    duel = {"expert": "expert", "greedy": "greedy"}
    yield Design("rules", "luck rounds", duel, 4_000, 3506, table=2)
    yield Design("rules", "luck games", duel, 1_000, 3506, table=2, games=True)


def skipbo() -> Iterable[Design]:
    """Two players, stock of 30, who differ in one thing; equal players for blocked games."""
    duel = {"stock first": "stock_first", "naive": "naive"}
    yield Design("skip_bo", "stock first", duel, 2_000, 3601, game="skipbo", table=2)
    for reach in (1, 2, 3, 5, 9):
        field = {"blocks": f"planner(reach={reach})", "never blocks": "planner(reach=0)"}
        yield Design("skip_bo", f"blocking, reach {reach}", field, 4_000, 3602, game="skipbo", table=2)
    for k in (3, 4):
        field = among("blocks", "planner", "planner(reach=0)", k)
        yield Design("skip_bo", f"blocking, {k} players", field, 9_000 // k, 3602, game="skipbo", table="all")
    for name, order in (("same first", 2), ("ascending", -1), ("one pile", 0)):
        duel = {"descending": "planner", name: f"planner(order={order})"}
        yield Design("skip_bo", f"discards {name}", duel, 4_000, 3605, game="skipbo", table=2)
    duel = {"saves Skip-Bo cards": "planner", "plays Skip-Bo cards": "planner(save=0)"}
    yield Design("skip_bo", "saving Skip-Bo cards", duel, 4_000, 3606, game="skipbo", table=2)
    for player in ("naive", "stock_first", "planner", "planner(reach=0)"):
        for k in (2, 3, 4, 6):
            yield Design("skip_bo", f"games {player} {k}", alike(player, k), 3_000, 3603, game="skipbo",
                         numbers=skip_bo)  # fmt: skip
    for player in ("naive", "stock_first", "planner"):
        yield Design("skip_bo", f"rare {player}", alike(player, 4), 10_000, 3604, game="skipbo",
                     rules={"stock_size": 20}, numbers=skip_bo)  # fmt: skip


def actions() -> Iterable[Design]:
    """The same players with and without stars and action cards; those who take none, some or all action cards."""
    for player in ("numbers", "all_round"):
        for variant in ("full", "stars", "numbers"):
            yield Design("action", f"{variant}: {player}", alike(player, 4), 3_000, 3701, game="skyjo_action",
                         rules={"variant": variant}, numbers=action)  # fmt: skip
    field = {name: name for name in ("all_round", "numbers", "collector", "random")}
    for k in (2, 4):
        yield Design("action", f"field at tables of {k}", field, 2_500, 3702, game="skyjo_action", table=k)
    yield Design("action", "one table", field, 6_000, 3703, game="skyjo_action", numbers=action)
    for name, rows_too in (("rows count", True), ("rows do not count", False)):
        yield Design("action", name, alike("all_round", 4), 3_000, 3704, game="skyjo_action",
                     rules={"row_clear": rows_too}, numbers=action)  # fmt: skip


def local() -> Iterable[Design]:
    """Early in a round of two players: take or draw, keep or reject, by my highest card and the card in question."""
    for highest in (4, 8, 12):
        for name, drawn in (("take", False), ("keep", True)):
            yield Design("local_rules", f"{name}, highest {highest}", alike("expert", 2), 1_500, 3801,
                         position=partial(start, highest, drawn=drawn))  # fmt: skip


DESIGNS = tuple(design for part in (opening, keep, safe, starter, rules, skipbo, actions, local) for design in part())
assert len({design.name for design in DESIGNS}) == len(DESIGNS)
