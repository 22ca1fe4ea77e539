"""One column or row: how likely is it that it can be removed, with stars as jokers (SA-9, SA-11)?

The words are those of Skyjo's columns: you *collect* a value; the unseen cards of that value and the stars are the
*outs*; what is meant by trying is one of the three processes of cardlib/skyjo/odds/column.py. A line of stars alone can
be removed, too, or stay for its bonus (SA-12); to collect "*" is to go for that line.

While a line shows no number, no value has to be chosen: the first number that comes decides what is collected (with two
stars and one place to fill every card completes the line). Of hidden cards that are turned up any equal ones will do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import comb, perm
from typing import Any

from ...answer import Answer
from ...deck import Deck
from ...draws import at_least
from ...engine.options import Options
from ...explain import Explanation, Mistake, Step, Table
from ...formula import Formula, Num, Ratio, add_up, multiply, result
from ...hands import Draw
from ...skyjo import rules as S
from ...skyjo.odds.column import DRAW, EITHER, PROCESSES, REVEAL, orders, place, run, unseen_in_words
from ...skyjo.odds.seen import check_draws, check_player, pile_limit, unseen_limit
from ...text import Error, Message, _, both, either, percentage, plural, render
from ..game import View, parse
from . import seen as table
from .seen import GONE, HIDDEN, STAR

VALUES = (*S.VALUES, STAR)


@dataclass(frozen=True)
class Line:
    """A column of three or a row (of four, with nine cards of three): its open cards, hidden and cleared places."""

    up: tuple[Any, ...]
    hidden: int = 0
    gone: int = 0

    @property
    def size(self) -> int:
        """How many places the line has."""
        return len(self.up) + self.hidden + self.gone

    @property
    def cells(self) -> str:
        """The line in writing: "5 * ?"."""
        return " ".join([*map(render, self.up), *[HIDDEN] * self.hidden, *[GONE] * self.gone])

    @property
    def message(self) -> Message:
        """What can be seen of the line, in words."""
        if self.gone:
            return _("The line {line} has a cleared place and cannot be completed any more.", line=self.cells)
        return plural(
            "The line shows {line}; {n} card of it is hidden.",
            "The line shows {line}; {n} cards of it are hidden.",
            self.hidden,
            line=self.cells,
        )


@dataclass(frozen=True)
class Question:
    """A line, the cards unseen, the draws and the process."""

    line: Line
    unseen: Deck
    draws: int
    process: str = DRAW

    def plans(self) -> list[Plan]:
        """All plans with their chances, the best first; equal chances: any value, fewer cards, the lower value."""
        plans = [Plan(self, value) for value in VALUES]
        if not self.line.gone and all(card == STAR for card in self.line.up):
            plans.insert(0, OpenPlan(self))
        return sorted(plans, key=lambda plan: (-plan.chance, plan.needed))


@dataclass(frozen=True)
class Plan:
    """To collect one value, with stars as jokers, in the line of a question."""

    question: Question
    value: Any

    @property
    def name(self) -> Message | Any:
        """What is collected, as tables name it."""
        return self.value

    @property
    def good(self) -> tuple[Any, ...]:
        """The cards that help: the value and the star."""
        return (STAR,) if self.value == STAR else (self.value, STAR)

    @property
    def words(self) -> Message:
        """These cards in words."""
        return either(self.good)

    @property
    def wrong(self) -> int:
        """How many open cards of the line show something else."""
        return sum(card not in self.good for card in self.question.line.up)

    @property
    def needed(self) -> int:
        """How many cards the line still needs."""
        return self.wrong + self.question.line.hidden + self.question.line.gone

    @property
    def outs(self) -> int:
        """How many unseen cards help."""
        return sum(self.question.unseen[card] for card in self.good)

    @cached_property
    def chance(self) -> Fraction:
        """The exact chance that the line gets there."""
        question = self.question
        total = question.unseen.total
        if question.line.gone:
            return Fraction(0)
        if question.process == REVEAL:
            fits = not self.wrong
            return Fraction(perm(self.outs, self.needed), perm(total, self.needed)) if fits else Fraction(0)
        if question.process == EITHER:
            return sum((count * self._run(misses) for misses, count in self._found()), Fraction(0))
        hands = range(min(self.needed, question.draws + 1))
        miss = sum(comb(self.outs, k) * comb(total - self.outs, question.draws - k) for k in hands)
        return 1 - Fraction(miss, comb(total, question.draws))

    def _run(self, misses: int) -> Fraction:
        """The chance of one order of hits with that many misses."""
        total = self.question.unseen.total
        ways = perm(self.outs, self.needed) * perm(total - self.outs, misses)
        return Fraction(ways, perm(total, self.needed + misses)) if ways else Fraction(0)

    def _found(self) -> list[tuple[int, int]]:
        """ "draw_or_reveal": the orders that complete the line and can come about, as (misses, how many)."""
        found = orders(self.question.line.hidden, self.wrong, self.question.draws)
        return [(misses, count) for misses, count in sorted(found.items()) if self._run(misses)]

    @property
    def cards(self) -> int:
        """How many cards decide: the hidden ones of the line and the drawn ones."""
        return self.question.line.hidden + (0 if self.question.process == REVEAL else self.question.draws)

    def play(self, cards: Sequence[Any]) -> bool:
        """Play with these cards: first those that lie hidden in the line, then the drawn ones."""
        line, process = self.question.line, self.question.process
        up: list[int] = [card in self.good for card in line.up]
        down: list[int] = [card in self.good for card in cards[: line.hidden]]
        if line.gone or process == REVEAL:
            return not line.gone and all([*up, *down])
        for card in cards[line.hidden :]:
            if up.count(True) == line.size:
                break
            if card in self.good:
                place(up, down, True, True)
            elif process == EITHER and down:
                up.append(down.pop())
        return up.count(True) == line.size

    def answer(self, plans: Sequence[Plan]) -> LineAnswer:
        """The Answer of this plan; `plans`: all that one could choose."""
        unseen = self.question.unseen
        rest = unseen.total - self.outs
        counts = {**{card: unseen[card] for card in self.good if unseen[card]}, **({None: rest} if rest else {})}
        draw = Draw(unseen.counts if self.value is None else counts, self.cards, self.play, ordered=True)
        found = LineAnswer(self.chance, lambda: explain(self, plans), draw.trial, draw.outcomes)
        found.question, found.collect, found.plans = self.question, self.value, tuple(plans)
        return found


@dataclass(frozen=True)
class OpenPlan(Plan):
    """No number is open yet: the first one drawn decides what is collected; of cards turned up any equal ones do."""

    value: Any = None

    @property
    def name(self) -> Message:
        """What is collected, as tables name it."""
        return _("any value")

    @property
    def good(self) -> tuple[Any, ...]:
        """Which cards help is not settled yet; a star always does."""
        return (STAR,)

    @cached_property
    def chance(self) -> Fraction:
        """The exact chance that the line gets there."""
        unseen, needed = self.question.unseen, self.needed
        if needed == 0:
            return Fraction(1)
        stars = perm(unseen[STAR], needed)  # all of them are stars: as good for one value as for another
        if self.question.process == REVEAL:
            ways = sum(perm(n + unseen[STAR], needed) - stars for card, n in unseen.items() if card != STAR)
            return Fraction(ways + stars, perm(unseen.total, needed))
        only_stars = Fraction(stars, perm(unseen.total, needed)) if self.question.draws >= needed else Fraction(0)
        return only_stars + sum((way * later for _stars, _n, _values, way, later in self.firsts()), Fraction(0))

    def firsts(self) -> list[tuple[int, int, int, Fraction, Fraction]]:
        """How the first number can come, before the line is full of stars.

        As (stars before it, unseen cards of its value, how many values have so many, the chance of that, and the
        chance that the line is completed then).
        """
        question, found = self.question, []
        stars = question.unseen[STAR]
        counts = Counter(n for card, n in question.unseen.items() if card != STAR)
        sample = {n: card for card, n in question.unseen.items() if card != STAR}
        for before in range(min(self.needed, question.draws, stars + 1)):
            total = question.unseen.total - before
            for n, values in counts.items():
                line = Line((*question.line.up, *[STAR] * before, sample[n]), question.line.hidden - before - 1)
                left = question.unseen - [STAR] * before - [sample[n]]
                later = replace(question, line=line, unseen=left, draws=question.draws - before - 1)
                way = Fraction(perm(stars, before), perm(total + before, before)) * Fraction(n * values, total)
                found.append((before, n, values, way, Plan(later, sample[n]).chance))
        return found

    def play(self, cards: Sequence[Any]) -> bool:
        """Play with these cards: first those that lie hidden in the line, then the drawn ones."""
        line = self.question.line
        coming = cards[: line.hidden] if self.question.process == REVEAL else cards[line.hidden :]
        return Plan(self.question, next((card for card in coming if card != STAR), STAR)).play(cards)


class LineAnswer(Answer):
    """The chance to complete a line: an Answer that also knows what is collected and what else one could collect.

    collect: the value to collect (None: the first number that comes, or any of those turned up)
    """

    question: Question
    collect: Any
    plans: tuple[Plan, ...]

    @property
    def outs(self) -> int:
        """How many of the unseen cards help: the collected value and the stars (0 if no value is settled)."""
        return 0 if self.collect is None else Plan(self.question, self.collect).outs

    def alternatives(self) -> Table:
        """Every value one could collect, best first: cards needed, outs, chance."""
        rows = [[plan.name, plan.needed, "" if plan.value is None else plan.outs, percentage(plan.chance)]
                for plan in self.plans if plan.chance]  # fmt: skip
        return Table([_("collect"), _("cards needed"), _("outs with stars"), _("chance")], rows)


def complete_line(
    view_or_cells: Any,
    line: str | None = None,
    draws: int = 3,
    unseen: Any = None,
    seen: Any = None,
    collect: Any = None,
    process: str = DRAW,
    player: int | str | None = None,
    rules: Options | None = None,
) -> LineAnswer:
    """The chance (0..1) that a column or row can be removed, with stars as jokers (SA-9, SA-11), as an Answer.

    view_or_cells: a View, with `line` = "column 0", "row 2", ... (of `player`, a seat or name; default the viewer); or
        the cells of the line as a person sees them: three, or four for a row, such as ["6", "*", "?"]
    draws: how many cards are drawn from the draw pile, one a turn; at most what that pile has
    unseen, seen: without a view, the unseen play cards, the line's hidden ones among them; or the cards seen elsewhere
    collect: the value to collect ("*": a line of stars alone); default the one with the best chance, or, while the line
        shows no number, the first number that comes (of hidden cards turned up: any equal ones), if that is as good
    process: "draw", "reveal" or "draw_or_reveal", see the head of cardlib/skyjo/odds/column.py
    rules: without a view, the Rules; default the booklet's

    A complete line has the chance 1, one with a cleared place 0. A hidden card that the viewer has looked at (A5) is
    treated as hidden: it stays where it is until it is exchanged ("reveal" refuses such a line).
    Raises ValueError for cards that cannot be, more draws than there are cards, an unknown line or process.
    """
    question = read_question(view_or_cells, line, draws, unseen, seen, process, player, rules)
    plans = question.plans()
    if collect is None:
        return plans[0].answer(plans)
    wanted = table.read_card(collect)
    return next(plan for plan in plans if plan.value == wanted).answer(plans)


def read_question(
    source: Any,
    line: str | None,
    draws: int,
    unseen: Any,
    seen: Any,
    process: str,
    player: int | str | None,
    rules: Options | None,
) -> Question:
    """The question meant by the arguments of complete_line."""
    if process not in PROCESSES:
        known = either(map(repr, PROCESSES))
        raise Error("The process is {known}, not {process}.", known=known, process=repr(process))
    table.refuse_game(source)
    if isinstance(source, View):
        table.refuse_more(unseen=unseen, seen=seen, rules=rules)
        cells = line_of(source, check_player(source, player), line)
        if process != DRAW and any(str(card)[0] == HIDDEN and len(str(card)) > 1 for card in cells):
            raise Error('A hidden card of this line has been looked at: only the process "draw" has odds for it.')
        cells = [HIDDEN if str(card)[0] == HIDDEN else card for card in cells]
        known, where, options = table.play_cards(source), pile_limit(source), source.rules
        most = min(source.draw_count, known.total)
    else:
        if line is not None or player is not None:
            raise Error("line= and player= go with a view; without one, give the cells of the line.")
        options = table.check_rules(rules)
        cells = read_cells(source)
        known, most, where = Deck(), 0, None
    up = tuple(table.read_card(card, options) for card in cells if card not in (HIDDEN, GONE))
    asked = Line(up, cells.count(HIDDEN), cells.count(GONE))
    if where is None:
        known = table.unseen_cards(up, asked.hidden, unseen, seen, options)
        most = known.total - asked.hidden
        where = unseen_limit(most)
    if process == EITHER and not options.may_reject_drawn:
        raise Error("With may_reject_drawn=False a drawn card cannot be rejected (SK-13).")
    return Question(asked, known, check_draws(0 if process == REVEAL else draws, most, where), process)


def read_cells(cells: Any) -> list[Any]:
    """The three or four cells of a line."""
    if isinstance(cells, str):
        cells = cells.replace("/", " ").split()
    if not isinstance(cells, Iterable) or isinstance(cells, Mapping):
        cells = []
    cells = list(cells)
    if len(cells) not in (S.ROWS, S.COLUMNS):
        raise Error(
            'A line is three or four cells, each a card, "*" or "?" for a hidden card, such as ["6", "*", "?"].'
        )
    return cells


def line_of(view: View, seat: int, line: Any) -> list[Any]:
    """The cells of a line that is written "column 0" or "row 2"; ValueError if there is none or it is never removed."""
    grid = view.grids[seat]
    lines = {f"column {c}": list(grid.column(c)) for c in range(len(grid[0]))}
    if view.rules.column_clear != "mandatory":
        lines = {}
    if view.rules.row_clear:
        lines |= {f"row {r}": list(row) for r, row in enumerate(grid)}
    try:
        return lines[str(parse(line))]
    except (KeyError, ValueError):
        known = either(map(repr, lines)) if lines else _("none: these rules remove no lines")
        raise Error("Say which line is meant: line= {known}, not {line}.", known=known, line=repr(line)) from None


# --- the derivation ---------------------------------------------------------------------------------------------------
def explain(plan: Plan, plans: Sequence[Plan]) -> Explanation:
    """How the chance of a plan comes about."""
    question = plan.question
    steps, mistakes = _steps(plan)
    others = [other for other in plans if other.value not in (plan.value, None) and other.chance]
    if others and plan.needed and plan.chance < 1 and question.process != REVEAL:
        ranked = both(_("{value}: {chance}", value=o.value, chance=percentage(o.chance)) for o in others[:3])
        steps = [*steps, Step(_("Other values you could collect: {others}.", others=ranked))]
    asked = plural(
        "The line is {line}. You draw {n} card. How likely is it that you can remove the line with {cards}?",
        "The line is {line}. You draw {n} cards. How likely is it that you can remove the line with {cards}?",
        question.draws,
        line=question.line.cells,
        cards=plan.words,
    )
    if plan.value is None:
        asked = plural(
            "The line is {line}. You draw {n} card. How likely is it that you can remove the line?",
            "The line is {line}. You draw {n} cards. How likely is it that you can remove the line?",
            question.draws,
            line=question.line.cells,
        )
    if question.process == REVEAL and isinstance(plans[0], OpenPlan) and plan.value is not None:
        asked = _("The line is {line}, and its hidden cards are turned up. How likely is it that each of them is "
                  "{cards}?", line=question.line.cells, cards=plan.words)  # fmt: skip
    elif question.process == REVEAL:
        asked = _("The line is {line}, and its hidden cards are turned up. How likely is it that you can remove it?",
                  line=question.line.cells)  # fmt: skip
    return Explanation(asked, _known(plan), _model(question), steps, plan.chance, mistakes=mistakes)


def _known(plan: Plan) -> list[Message]:
    question = plan.question
    known = [question.line.message, unseen_in_words(question.unseen)]
    if question.line.gone or not plan.needed:
        return known
    if plan.value is None:
        stars = plural("{n} of them is a star.", "{n} of them are stars.", question.unseen[STAR])
        return [*known, _("The line shows no number yet."), stars]
    need = plural("The line still needs {n} card.", "The line still needs {n} cards.", plan.needed)
    if plan.value == STAR:
        outs = _("{stars} of the unseen cards are stars: these are the outs.", stars=plan.outs)
    else:
        outs = _(
            "{own} of the unseen cards show {value} and {stars} are stars: these {n} cards are the outs.",
            own=question.unseen[plan.value],
            value=plan.value,
            stars=question.unseen[STAR],
            n=plan.outs,
        )
    return [*known, need, outs]


def _model(question: Question) -> list[Message]:
    """Which process is meant, and what the model assumes."""
    if question.process == REVEAL:
        said = [_("The hidden cards of the line are turned up as they lie; none is exchanged.")]
    elif question.process == DRAW:
        said = [
            _(
                "You draw from the draw pile, one card a turn, and place a card in the line whenever it helps: on a "
                "hidden card, or on an open card that does not fit. Hidden cards of the line stay hidden until they "
                "are exchanged."
            )
        ]
    else:
        said = [
            _(
                "Each turn you draw a card. If it helps, you place it in the line: on an open card that does not fit, "
                "or else on a hidden card. If not, you reject it and turn up a hidden card of this line, as long as "
                "there is one (SK-13)."
            )
        ]
    return [
        *said,
        _("A star is a joker: you may say that it has the value of the other cards of its line (SA-11)."),
        _("A star serves one value at a time: the stars of this line are not used for another line."),
        _("The unseen cards are well mixed, and a drawn card is not put back."),
    ]


def _steps(plan: Plan) -> tuple[list[Step], list[Mistake]]:
    question = plan.question
    if question.line.gone:
        return [Step(_("A shortened line never counts (SA-9): it is impossible."))], []
    if plan.needed == 0:
        return [Step(_("The line is complete already: it is certain."))], []
    if isinstance(plan, OpenPlan):
        return _open_steps(plan), []
    if not plan.chance:
        return [Step(_("So many cards that help cannot come in this way: it is impossible."))], []
    if question.process == REVEAL:
        text = _("Every hidden card must help. After each of them there is one such card and one card fewer; multiply.")
        return [Step(text, result(run(plan.outs, question.unseen.total, plan.needed)))], _joker_mistakes(plan)
    if question.process == DRAW:
        counted = at_least(question.unseen, plan.needed, of=list(plan.good), draws=question.draws).explain()
        return list(counted.steps), [*_joker_mistakes(plan), *counted.mistakes]
    return _order_steps(plan), _joker_mistakes(plan)


def _open_steps(plan: OpenPlan) -> list[Step]:
    """No number is open: any value will do."""
    unseen, needed = plan.question.unseen, plan.needed
    if not plan.chance:
        return [Step(_("So many cards that help cannot come in this way: it is impossible."))]
    if needed == 1:
        return [Step(_("The stars take the value of the card that comes, whatever it is (SA-11): it is certain."))]
    groups = Counter(n for card, n in unseen.items() if card != STAR)
    stars = [unseen[STAR] - i for i in range(needed)] if unseen[STAR] >= needed else []
    if plan.question.process == REVEAL:
        ways = [multiply([*([values] if values > 1 else []), *(n + unseen[STAR] - i for i in range(needed))])
                for n, values in groups.items() if n + unseen[STAR] >= needed]  # fmt: skip
        said = _("All of them show one value, or are stars: count the ways to lay such cards, and add this up over all "
                 "values.")  # fmt: skip
        steps = [Step(said, result(add_up(ways)))] if ways else []
        more = len(unseen.counts) - 1 - bool(unseen[STAR])
        if stars and more > 0:
            said = _("Stars alone were counted once for every value; they count once. Take the others away.")
            steps.append(Step(said, result(multiply([more, *stars]))))
        said = _("There are so many ways to lay any unseen cards there, all equally likely. Divide.")
        laid = perm(unseen.total, needed)
        return [*steps, Step(said, result(Ratio(plan.chance * laid, laid)))]
    terms = [multiply([Num(way), Num(later)]) for _before, _n, _values, way, later in plan.firsts() if later]
    if stars and plan.question.draws >= needed:
        terms.append(run(unseen[STAR], unseen.total, needed))
    said = _(
        "The first number drawn is placed and decides which value you collect from then on; stars are placed whenever "
        "they come. Distinguish how many stars come before it, and how many cards of its value are unseen."
    )
    text = _("Multiply the chance of each such beginning by the chance to complete the line after it, and add them up.")
    return [Step(said), Step(text, result(add_up(terms)))]


def _order_steps(plan: Plan) -> list[Step]:
    """By the orders in which hits and misses can come."""
    total, others = plan.question.unseen.total, plan.question.unseen.total - plan.outs
    terms: list[Any] = []
    for misses, count in plan._found():
        factors: list[Any] = [count] if count > 1 else []
        factors += [Ratio(plan.outs - i, total - i) for i in range(plan.needed)]
        factors += [Ratio(others - i, total - plan.needed - i) for i in range(misses)]
        terms.append(multiply(factors))
    said = _(
        "Call a card that helps a hit and every other card a miss. You see cards one after the other, drawn or turned "
        "up. The line is complete at hit number {n}.",
        n=plan.needed,
    )
    text = _("Orders with equally many misses are equally likely. Multiply along an order, and add them all up.")
    return [Step(said), Step(text, result(add_up(terms)))]


def _joker_mistakes(plan: Plan) -> list[Mistake]:
    """ "A joker just adds outs": the two ways to go wrong with that."""
    question = plan.question
    own, stars = question.unseen[plan.value], question.unseen[STAR]
    if plan.value == STAR or not stars:
        return []
    alone = [_only(plan, {card: question.unseen[card]}) for card in plan.good]
    if plan.needed == 1:
        text = _("Adding the chance with numbers alone and the chance with stars alone: draws with both count twice.")
    else:
        text = _(
            "Adding the chance with numbers alone and the chance with stars alone: that leaves out all draws in which "
            "numbers and stars together complete the line."
        )
    found = [Mistake(text, result(add_up([Num(chance) for chance in alone])))]
    if own and plan.needed > 1 and alone[0]:
        text = _(
            '"A joker just adds outs": {outs} outs in place of {own}, so the chance grows in the same ratio. It grows '
            "faster, because {needed} cards are needed.",
            outs=plan.outs,
            own=own,
            needed=plan.needed,
        )
        wrong: Formula = Num(alone[0]) * Ratio(plan.outs, own)
        found.append(Mistake(text, result(wrong)))
    return [mistake for mistake in found if mistake.value != plan.chance]


def _only(plan: Plan, outs: Mapping[Any, int]) -> Fraction:
    """The chance when only these cards helped."""
    question = plan.question
    card, n = next(iter(outs.items()))
    unseen = Deck({card: n, None: question.unseen.total - n})
    same = Plan(replace(question, unseen=unseen), card)
    if card == STAR:  # the open numbers still fit: only what must come is restricted
        same = Plan(replace(question, unseen=Deck({plan.value: n, None: question.unseen.total - n})), plan.value)
    return same.chance
