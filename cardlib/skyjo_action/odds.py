"""The odds of Skyjo Action, exact and with their derivations: from a view, or from what a person at a table knows.

What counts as trying: I draw play cards from the pile, one a turn, and place each that helps; hidden cards stay hidden
until they are exchanged. A star helps in every line (SA-11). All gains are points that the own round total falls; a star is worth 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ..answer import Answer, Estimate
from ..deck import Deck
from ..draws import at_least, largest, mixed_and_kept_out
from ..engine import batch
from ..engine.grid import write_cell
from ..engine.host import record
from ..explain import Explanation, Mistake, Step, Table
from ..formula import Num, multiply, result
from ..hands import Draw, mean
from ..text import Message, _, both, decimal, either, plural
from . import players as P
from . import rules as R
from . import table as T
from .game import ACTION_DECK, DECK, KINDS, Game, Rules, View, read_card, read_kind, write_card

HIDDEN, GONE, STAR = "?", ".", "*"
EXACT_USES = ("draw three", "look", "swap", "swap with players", "defence", "extra turns")


# --- what is known ----------------------------------------------------------------------------------------------------
def play_cards(unseen: Any) -> Deck:
    """The unseen numbers and stars, without the action cards of a single_pile game: others are drawn for them."""
    return Deck({card: n for card, n in Deck(unseen).items() if card != "action"})


def _unseen(source: Any, unseen: Any) -> Deck:
    if isinstance(source, View):
        if unseen is not None:
            raise ValueError("a view knows what is unseen; give unseen= only without a view")
        return play_cards(source.unseen)
    if unseen is None:
        raise ValueError("give unseen=, the play cards that you have not seen, or a view")
    left = play_cards(unseen)
    if left - (left & DECK):
        card = next(iter(left - (left & DECK)))
        raise ValueError(f"there cannot be {left[card]} cards {card!r} unseen; the deck has {DECK[card]} (SA-1)")
    return left


def _line(source: Any, column: int | None, row: int | None) -> list[Any]:
    """The cells of a line, read and checked."""
    if isinstance(source, View):
        if (column is None) == (row is None):
            raise ValueError("say which line of the own grid is meant: column= or row=")
        if column is not None:
            return [_cell(cell) for cell in source.grid.column(column)]
        if type(row) is not int or not 0 <= row < len(source.grid):
            raise ValueError(f"there is no row {row!r}; the rows are 0 to {len(source.grid) - 1}")
        return [_cell(cell) for cell in source.grid[row]]
    if column is not None or row is not None:
        raise ValueError("column= and row= go with a view; without one, give the cells of the line")
    cells = source.split() if isinstance(source, str) else list(source)
    if len(cells) not in (3, 4):
        raise ValueError(f"{source!r} is no line: a column has 3 cells, a row 4 (3 with nine cards)")
    return [_cell(cell) for cell in cells]


def _cell(cell: Any) -> Any:
    if cell in (HIDDEN, GONE):
        return cell
    if isinstance(cell, str) and cell.startswith(HIDDEN):
        return HIDDEN  # known to me, but still face down: it must be exchanged or turned up all the same
    return write_card(read_card(cell, Rules()))


# --- lines ----------------------------------------------------------------------------------------------------------
def complete_line(
    source: Any,
    column: int | None = None,
    row: int | None = None,
    draws: int = 3,
    unseen: Any = None,
    collect: int | None = None,
) -> Answer:
    """The chance (0..1) to complete a column or a row in so many draws, stars serving as jokers (SA-9, SA-11).

    source: a view, with column= or row=; or the cells, such as ["6", "*", "?"], with unseen= (a Deck or cards)
    collect: the value to collect; None: the best one
    Raises ValueError for a line or cards that cannot be, or more draws than unseen cards.
    """
    cells, left = _line(source, column, row), _unseen(source, unseen)
    if collect is None:
        values = [value for value in DECK.counts if value != STAR]
        collect = max(values, key=lambda value: (_chance(cells, value, left, draws).value, cells.count(value), -value))
    elif collect == STAR or collect not in DECK.counts:
        raise ValueError(f"collect is {collect!r}; it is a number from -2 to 12")
    return _chance(cells, collect, left, draws)


complete_column = complete_line  # the same question, under the name that Skyjo has for it


def _chance(cells: Sequence[Any], value: int, left: Deck, draws: int) -> Answer:
    missing = len(cells) - cells.count(value) - cells.count(STAR)
    if GONE in cells:
        value, missing = cells[0], draws + 1  # a shortened line never counts (SA-9)
    base = at_least(left, missing, [value, STAR], draws)

    def explain() -> Explanation:
        question = plural(
            "You draw {n} card. How likely is it that you complete the line {line} with {value} and stars?",
            "You draw {n} cards. How likely is it that you complete the line {line} with {value} and stars?",
            draws,
            line=" ".join(map(str, cells)),
            value=value,
        )
        if GONE in cells:
            return Explanation(question, [_("A line with a cleared place never counts (SA-9).")], [], [], base.value)
        needed = plural(
            "{n} more card is needed: each {value} helps, and each star as a joker.",
            "{n} more cards are needed: each {value} helps, and each star as a joker.",
            missing,
            value=value,
        )
        told = base.explain()
        place = _("You place every card that helps; hidden cards of the line stay hidden until they are exchanged.")
        forgotten = at_least(left, missing, value, draws).value
        wrong = Mistake(_("Forgetting that a star is a joker."), result(Num(forgotten)))
        mistakes = [*([wrong] if forgotten != base.value else []), *told.mistakes]
        return replace(
            told, question=question, known=[needed, *told.known], model=[*told.model, place], mistakes=mistakes
        )

    return Answer(base.value, explain, base._trial, base._outcomes)


# --- stars and action cards -------------------------------------------------------------------------------------------
def star(source: Any = None, draws: int = 1, unseen: Any = None) -> Answer:
    """The chance (0..1) of at least one star in the next so many cards of the draw pile."""
    return at_least(_unseen(source, unseen), 1, STAR, draws)


def kind_from_pile(source: Any, kinds: Any, cards: int = 1) -> Answer:
    """The chance (0..1) that the next so many cards of the action pile bring one of these kinds.

    source: a view, or the unseen action cards (a Deck or names; `skyjo_action.ACTION_DECK` less those seen)
    kinds: a name such as "look", or several
    """
    if isinstance(source, View) and source.rules.variant != "full":
        raise ValueError("in this variant there is no action pile (SA-16)")
    left = source.unseen_actions if isinstance(source, View) else _actions(source)
    return at_least(left, 1, _named(kinds), cards)


def _named(kinds: Any) -> list[str]:
    return [KINDS[read_kind(kind)] for kind in ([kinds] if isinstance(kinds, str) else kinds)]


def _actions(cards: Any) -> Deck:
    left = Deck(cards)
    for kind, n in left.items():
        if n > ACTION_DECK[KINDS[read_kind(kind)]]:
            raise ValueError(f"there cannot be {n} cards {kind!r} unseen; there are {T.COPIES} of each (SA-1)")
    return left


def star_then_kind(source: Any, kinds: Any, draws: int = 1, unseen: Any = None, unseen_actions: Any = None) -> Answer:
    """The chance (0..1) that the next so many play cards bring a star and its grant one of these kinds (SA-10).

    The action card is the top of the action pile; where the kind lies open in the market it is simply taken.
    """
    first = star(source, draws, unseen)
    names = _named(kinds)
    lying = isinstance(source, View) and any(kind in names for kind in source.market)
    second = None if lying else kind_from_pile(source if isinstance(source, View) else unseen_actions, names)
    value = first.value * (1 if second is None else second.value)

    def explain() -> Explanation:
        told = first.explain()
        question = plural(
            "You draw {n} card. How likely is it that a star comes and brings you {kinds}?",
            "You draw {n} cards. How likely is it that a star comes and brings you {kinds}?",
            draws,
            kinds=either(names),
        )
        steps = [*told.steps]
        if second is None:
            steps.append(Step(_("Such a card lies open: with a star you simply take it.")))
        else:
            steps += second.explain().steps
            both_chances = multiply([Num(first.value), Num(second.value)])
            steps.append(Step(_("The two packs are shuffled apart, so multiply."), result(both_chances)))
        return replace(told, question=question, steps=steps, value=value, mistakes=())

    def trial(rng: Any) -> bool:
        return bool(first._trial(rng)) and (second is None or bool(second._trial(rng)))

    return Answer(value, explain, trial)


# --- what action cards gain -------------------------------------------------------------------------------------------
def _points(card: Any) -> int:
    return 0 if card == STAR else card


def look(source: Any, hidden: int = 3, unseen: Any = None) -> Answer:
    """The gain (points) of a Look (A5) at so many own hidden cards, for the next card placed on one of them.

    Who has looked exchanges the highest of them; who has not, any of them.
    """
    left = _unseen(source, unseen)
    counts = Deck([_points(card) for card in left])
    if type(hidden) is not int or not 1 <= hidden <= 4:
        raise ValueError(f"hidden is {hidden!r}; a line has 1 to 4 hidden cards")
    law = largest(counts, hidden)
    average, one = law.mean(), mean(counts)

    def explain() -> Explanation:
        question = plural(
            "You look at {n} hidden card before you exchange one. How many points does that save?",
            "You look at {n} hidden cards before you exchange one. How many points does that save?",
            hidden,
        )
        told = law.explain()
        steps = [
            *told.steps,
            Step(_("Without looking you give away an average card."), result(Num(one))),
            Step(_("The difference is what the look is worth."), result(Num(average) - Num(one))),
        ]
        return replace(told, question=question, steps=steps, value=average - one, unit="points", mistakes=())

    draw = Draw(counts.counts, hidden, lambda hand: max(hand) - one)
    return Answer(average - one, explain, draw.trial, draw.outcomes, "points")


def draw_three(source: Any, cards: int = 3, unseen: Any = None, worst: Any = None) -> Answer:
    """The expected gain (points) of the best of three cards (A4), or of another number; 1: of an ordinary draw.

    source: a view: every card goes to its best place in the own grid, lines with stars included; or None, with unseen=
    and worst=, the card that would be exchanged. A card that gains nothing is not kept.
    """
    left = _unseen(source, unseen)
    gains = _gains(source, left, worst)
    counts: dict[Fraction, int] = {}
    for card, n in left.items():
        counts[gains(card)] = counts.get(gains(card), 0) + n
    law = largest(counts, cards)

    def explain() -> Explanation:
        question = plural(
            "You draw {n} card and may keep it. How many points do you gain on average?",
            "You draw {n} cards and may keep the best of them. How many points do you gain on average?",
            cards,
        )
        useful = [card for card in left.counts if gains(card) > 0]
        known = [
            plural("{n} play card is unseen.", "{n} play cards are unseen.", left.total),
            _("These cards gain something in their best place: {cards}.", cards=both(useful)),
        ]
        told = law.explain()
        wrong = _("Three times the gain of one card: but only the best of them is kept.")
        single = sum((gain * n for gain, n in counts.items()), Fraction(0)) / left.total
        mistakes = [Mistake(wrong, result(Num(cards) * Num(single)))] if cards > 1 else []
        return Explanation(question, known, mixed_and_kept_out(), told.steps, law.mean(), "points", mistakes)

    draw = Draw(left.counts, cards, lambda hand: max(map(gains, hand)))
    return Answer(law.mean(), explain, draw.trial, draw.outcomes, "points")


def _gains(source: Any, left: Deck, worst: Any) -> Callable[[Any], Fraction]:
    """What each card gains in its best place, at least 0."""
    if isinstance(source, View):
        average = mean(Deck([_points(card) for card in left]))
        known: dict[Any, Fraction] = {}
        for card in left.counts:
            found = P.best_place(source.record, read_card(card, Rules()), average)[1]
            known[card] = max(Fraction(found), Fraction(0))
        return known.__getitem__
    if worst is None:
        raise ValueError("give worst=, the card that would be exchanged, or a view")
    points = _points(write_card(read_card(worst, Rules())))
    return lambda card: Fraction(max(points - _points(card), 0))


def swap(view: View) -> Answer:
    """The most (points) that swapping two own open cards (A2) removes at once; 0 where no swap completes a column."""
    a, b, gain = P.best_swap(view.record, R.NONE)

    def explain() -> Explanation:
        places = both([write_cell(cell, T.ROWS) for cell in (a, b)])
        text = _("No swap of two open cards completes a column.")
        if gain > 0:
            text = _("Swap the cards at {places}: the completed lines leave with their points.", places=places)
        question = _("How many points does the best swap of two own open cards remove?")
        tried = _("Nothing is left to chance: all pairs of open cards are tried.")
        return Explanation(question, [tried], [], [Step(text, result(Num(gain)))], Fraction(gain), "points")

    return Answer(Fraction(max(gain, 0)), explain, lambda _rng: max(gain, 0), unit="points")


def use(view: View, kind: str) -> Answer:
    """The expected gain (points) of playing an action card now, one step ahead, exactly; see EXACT_USES.

    draw three: the best of three; swap: the best completed line; look: at as many hidden cards as a line of the own
    grid has, for the next exchange; defence and extra turns: one ordinary draw more, or two, each as good as now;
    swap with players: the highest own open card for the lowest of a player without defence.
    """
    name = _named(kind)[0]
    if name == "draw three":
        return draw_three(view, min(3, view.draw_count))
    if name == "swap":
        return swap(view)
    if name == "look":
        lines = [*view.grid.columns, *view.grid]
        hidden = max(sum(cell == HIDDEN for cell in line) for line in lines)
        return look(view, hidden) if hidden else _certain(Fraction(0), _("No own card is hidden."))
    if name in ("defence", "extra turns"):
        n = 2 if name == "extra turns" else 1
        one = draw_three(view, 1)
        return _scaled(one, n)
    if name == "swap with players":
        return _trade(view)
    raise ValueError(f"the gain of {name!r} now is not exact; use worth({name!r}) for a simulation")


def _certain(value: Fraction, text: Message) -> Answer:
    question = _("How many points does this action card gain at once?")
    return Answer(
        value,
        lambda: Explanation(question, [], [], [Step(text, result(Num(value)))], value, "points"),
        lambda _rng: value,
        unit="points",
    )


def _scaled(one: Answer, n: int) -> Answer:
    def explain() -> Explanation:
        told = one.explain()
        text = _("So many more turns, each counted like the first:")
        steps = [*told.steps, Step(text, result(Num(n) * Num(one.value)))]
        return replace(told, steps=steps, value=n * one.value, mistakes=())

    return Answer(n * one.value, explain, lambda rng: sum(one._trial(rng) for _k in range(n)), unit="points")


def _trade(view: View) -> Answer:
    v = view.record
    rival = P.lowest_rival(v)
    mine, theirs = P.extreme_card(v, v.me, 1, -1), P.extreme_card(v, rival, -1, -1)
    if v.held[rival][T.DEFENCE] or not (v.up[rival] >> theirs & 1 and v.up[v.me] >> mine & 1):
        return _certain(Fraction(0), _("There is no open card to get for an own open card."))
    high, low = (write_card(v.card[p][cell]) for p, cell in ((v.me, mine), (rival, theirs)))
    text = _("Give {high} to {player} for {low}.", high=high, low=low, player=view.players[rival])
    return _certain(Fraction(_points(high) - _points(low)), text)


def compare(view: View) -> Table:
    """For each kind of action card: its exact gain now, less what an ordinary turn gains, and whether that is worth 10.

    An action card that is still held at the end costs 10 points (SA-6).
    """
    ordinary = draw_three(view, 1).value if view.draw_count else Fraction(0)
    rows: list[list[Any]] = []
    for kind in EXACT_USES:
        gain = use(view, kind).value
        rows.append([kind, decimal(gain, 2), decimal(gain - ordinary, 2), _("yes") if gain > 10 else _("no")])
    headings = [_("action card"), _("gain now"), _("more than a draw"), _("worth 10 points")]
    return Table(headings, rows)


def worth(kind: str, players: int = 2, rules: Rules | None = None, n: int = 200, seed: int = 1) -> Estimate:
    """What an action card is worth in a round (points), simulated: the fall of its holder's score, its cost included.

    The same n deals are played twice by all-round players, once with the card given to seat 0 before its first turn.
    Above 0 it is worth more than the turns it takes and the 10 points it costs if it is never played. The interval is
    for the mean difference; equal seeds give equal estimates.
    """
    rules = rules or Rules()
    card = read_kind(kind)
    if rules.variant != "full":
        raise ValueError("the worth of an action card is simulated for the full game")
    total = squares = 0
    for index in range(n):
        saved = _played(players, rules, seed, index, None) - _played(players, rules, seed, index, card)
        total += saved
        squares += saved * saved
    return Estimate.of_mean(n, total, squares, seed)


def _played(players: int, rules: Rules, seed: int, index: int, card: int | None) -> int:
    """Seat 0's score of a round, with or without an action card given at the start."""
    game = Game(players, rules, seed, index)
    state, view = game.state, record("View", R.VIEW_FIELDS)()
    for name, code in rules.codes():
        setattr(view, name, code)
    decide, kinds = batch.built_in(R, P), [P.ALL_ROUND] * players
    if card is not None and card in state.action_draw[: state.action_draw_n]:
        at = state.action_draw.index(card)
        state.action_draw_n -= 1
        state.action_draw[at] = state.action_draw[state.action_draw_n]
        T.see_action(state, card)
        state.held[0][card] += 1
    for _step in range(batch.MOST_ACTIONS):
        if state.player < 0:
            return int(state.score[0])
        R.apply(state, decide(state, view, kinds))
        batch.next_luck(state)
    raise ValueError("a round did not come to an end")


__all__ = [
    "EXACT_USES", "compare", "complete_column", "complete_line", "draw_three", "kind_from_pile", "look", "star",
    "star_then_kind", "swap", "use", "worth",
]  # fmt: skip
