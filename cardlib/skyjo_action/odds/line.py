"""One column or row: how likely is it that it can be removed, with stars as jokers (SA-9, SA-11)?

How lines are tried to be completed, and the three processes, are described in cardlib/skyjo/odds/collect.py; here the
stars are outs, too. A line of stars alone can be removed, or stay for its bonus (SA-12); to collect "*" is to go for
that line. While a line shows no number, no value has to be chosen: the first number that comes decides what is
collected (with two stars and one place to fill every card completes the line).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from math import perm
from typing import Any

from ...deck import Deck
from ...engine.options import Options
from ...explain import Derivation
from ...formula import Num, Ratio, add_up, multiply
from ...skyjo import rules as S
from ...skyjo.odds.collect import Collect, LineAnswer, Question, Words, answer, ask
from ...skyjo.odds.course import DRAW, REVEAL, check_process
from ...skyjo.odds.known import GONE, HIDDEN, Known, known, refuse_game, unseen_in_words
from ...skyjo.odds.orders import run
from ...text import Error, Message, _, either, plural
from ..game import View, parse
from .known import ACTION, STAR


# --- what is said -----------------------------------------------------------------------------------------------------
def _asked(plan: Collect) -> Message:
    question, line = plan.question, plan.question.line.written
    if question.process == REVEAL and plan.good and all(card == STAR for card in question.line.up):
        return _(
            "The line is {line}, and its hidden cards are turned up. How likely is it that each of them is {cards}?",
            line=line, cards=plan.words,
        )  # fmt: skip
    if question.process == REVEAL:
        return _(
            "The line is {line}, and its hidden cards are turned up. How likely is it that you can remove it?",
            line=line,
        )
    if not plan.good:
        return plural(
            "The line is {line}. You draw {n} card. How likely is it that you can remove the line?",
            "The line is {line}. You draw {n} cards. How likely is it that you can remove the line?",
            question.draws,
            line=line,
        )
    return plural(
        "The line is {line}. You draw {n} card. How likely is it that you can remove the line with {cards}?",
        "The line is {line}. You draw {n} cards. How likely is it that you can remove the line with {cards}?",
        question.draws,
        line=line,
        cards=plan.words,
    )


def _known(plan: Collect) -> list[Message]:
    question = plan.question
    line, unseen = question.line, question.unseen
    if line.is_broken:
        said = [_("The line {line} has a cleared place and cannot be completed any more.", line=line.written)]
    else:
        said = [
            plural(
                "The line shows {line}; {n} card of it is hidden.",
                "The line shows {line}; {n} cards of it are hidden.",
                line.hidden,
                line=line.written,
            )
        ]
    said.append(unseen_in_words(unseen))
    if plan.takes and question.from_discard:
        top = question.first
        said.append(_("The top discard is {value}, and it helps. You take it first: a turn, but no draw.", value=top))
    elif plan.takes:
        said.append(_("You have just drawn {value}, and it helps. You place it first.", value=question.first))
    if line.is_broken or not plan.needed:
        return said
    if not plan.good:
        stars = plural("{n} of them is a star.", "{n} of them are stars.", unseen[STAR])
        return [*said, _("The line shows no number yet."), stars]
    need = plural("The line still needs {n} card.", "The line still needs {n} cards.", plan.needed)
    if plan.value == STAR:
        outs = _("{stars} of the unseen cards are stars: these are the outs.", stars=plan.outs)
    else:
        outs = _(
            "{own} of the unseen cards show {value} and {stars} are stars: these {n} cards are the outs.",
            own=unseen[plan.value],
            value=plan.value,
            stars=unseen[STAR],
            n=plan.outs,
        )
    return [*said, need, outs]


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


def _warn(plan: Collect, d: Derivation) -> None:
    """ "A joker just adds outs": the two ways to go wrong with that."""
    unseen = plan.question.unseen
    own, stars = unseen[plan.value], unseen[STAR]
    if not plan.good or plan.value == STAR or not stars or not plan.needed or not plan.chance:
        return
    numbers, only_stars = (_with_outs(plan, n) for n in (own, stars))
    if plan.needed == 1:
        text = _("Adding the chance with numbers alone and the chance with stars alone: draws with both count twice.")
    else:
        text = _(
            "Adding the chance with numbers alone and the chance with stars alone: that leaves out all draws in which "
            "numbers and stars together complete the line."
        )
    d.warn(text, add_up([Num(numbers), Num(only_stars)]))
    if own and plan.needed > 1 and numbers:
        text = _(
            '"A joker just adds outs": {outs} outs in place of {own}, so the chance grows in the same ratio. It grows '
            "faster, because {needed} cards are needed.",
            outs=plan.outs,
            own=own,
            needed=plan.needed,
        )
        d.warn(text, Num(numbers) * Ratio(plan.outs, own))


def _with_outs(plan: Collect, outs: int) -> Fraction:
    """The chance when only so many cards helped."""
    unseen = Deck({plan.value: outs, "other": plan.question.unseen.total - outs})
    asked = replace(plan.question, known=replace(plan.question.known, unseen=unseen))
    return replace(plan, question=asked).chance


WORDS = Words(
    _asked,
    _known,
    _model,
    _("A shortened line never counts (SA-9): it is impossible."),
    _("The line is complete already: it is certain."),
    _warn,
)


# --- while no number lies open ----------------------------------------------------------------------------------------
class FirstNumber(Collect):
    """No number is open yet: the first one drawn decides what is collected."""

    @property
    def _stars(self) -> int:
        """How many stars lie in the line once the first card is placed."""
        return len(self.question.line.up) + self.takes

    @property
    def takes(self) -> bool:
        """Whether a star is placed first (with a number, there is no more to decide)."""
        return self.question.first == STAR and self.needed_at_all > 0

    @property
    def needed_at_all(self) -> int:
        """How many cards are not open."""
        return self.question.line.need - len(self.question.line.up)

    @property
    def needed(self) -> int:
        """How many cards must come after the first one."""
        return self.question.line.need - self._stars

    @cached_property
    def chance(self) -> Fraction:
        """The exact chance that the line gets there."""
        if not self.needed:
            return Fraction(1)
        return self._all_stars + sum((way * later for way, later in self.firsts()), Fraction(0))

    @property
    def _all_stars(self) -> Fraction:
        """The chance that the next cards are all stars, and complete the line."""
        unseen, needed = self.question.unseen, self.needed
        return (
            Fraction(perm(unseen[STAR], needed), perm(unseen.total, needed))
            if self.question.draws >= needed
            else Fraction(0)
        )

    def firsts(self) -> list[tuple[Fraction, Fraction]]:
        """How the first number can come before the line is full of stars: (its chance, that of the line then)."""
        question, found = self.question, []
        stars, numbers = question.unseen[STAR], [(card, n) for card, n in question.unseen.items() if card != STAR]
        groups = Counter(n for _card, n in numbers)
        sample = {n: card for card, n in numbers}
        for before in range(min(self.needed, question.draws, stars + 1)):
            total = question.unseen.total - before
            for n, values in groups.items():
                drawn = [*[STAR] * before, sample[n]]
                way = Fraction(perm(stars, before), perm(total + before, before)) * Fraction(n * values, total)
                found.append((way, self._later(drawn)))
        return found

    def _later(self, drawn: Sequence[Any]) -> Fraction:
        """The chance to complete the line when these cards have been drawn and placed."""
        question = self.question
        shown = [*question.line.up, *[STAR] * self.takes, *drawn]
        line = replace(question.line, cells=(*shown, *[HIDDEN] * (question.line.need - len(shown))))
        seen = replace(question.known, unseen=question.unseen - list(drawn))
        asked = replace(question, line=line, known=seen, draws=question.draws - len(drawn), first=None)
        return asked.plan(drawn[-1]).chance

    @property
    def counts(self) -> dict[Any, int]:
        """Every card matters."""
        return dict(self.question.unseen.counts)

    def play(self, cards: Sequence[Any]) -> bool:
        """Play with these cards: first those that lie hidden in the line, then the drawn ones."""
        drawn = cards[self.question.line.hidden :]
        return self.question.plan(next((card for card in drawn if card != STAR), STAR)).play(cards)

    def _derive(self, d: Derivation) -> None:
        question = self.question
        if not self.needed:
            d.step(question.words.complete, 1)
        elif not self.chance:
            d.step(_("So many cards that help cannot come in this way: it is impossible."), 0)
        elif self.needed == 1 and question.draws:
            d.step(_("The stars take the value of the card that comes, whatever it is (SA-11): it is certain."), 1)
        else:
            terms = [multiply([Num(way), Num(later)]) for way, later in self.firsts() if later]
            if self._all_stars:
                terms.append(run(question.unseen[STAR], question.unseen.total, self.needed))
            said = _(
                "The first number drawn is placed and decides which value you collect from then on; stars are placed "
                "whenever they come. Distinguish how many stars come before it, and how many cards of its value are "
                "unseen."
            )
            text = _(
                "Multiply the chance of each such beginning by the chance to complete the line after it, and add them "
                "up."
            )
            d.step(said).step(text, add_up(terms))


# --- the question -----------------------------------------------------------------------------------------------------
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
    discard_top: Any = None,
) -> LineAnswer:
    """The chance (0..1) that a column or row can be removed, with stars as jokers (SA-9, SA-11), as an Answer.

    view_or_cells: a View, with `line` = "column 0", "row 2", ... (of `player`, a seat or name; default the viewer); or
        the cells of the line as a person sees them: three, or four for a row, such as ["6", "*", "?"]
    draws: how many cards are drawn from the draw pile, one a turn; at most what that pile has
    unseen, seen: without a view, the unseen play cards, the line's hidden ones among them; or the cards seen elsewhere
    collect: the value to collect ("*": a line of stars alone); default the one with the best chance, or, while the line
        shows no number, the first number that comes (of hidden cards turned up: any equal ones), if that is as good
    process: "draw", "reveal" or "draw_or_reveal", see the head of cardlib/skyjo/odds/collect.py
    rules: without a view, the Rules; default the booklet's
    discard_top: the top discard, taken first if it helps (a turn, but no draw). From a view that is known, and a card
        the viewer has just drawn comes first; False leaves it out.

    A complete line has the chance 1, one with a cleared place 0. A hidden card that the viewer has looked at (A5) is
    treated as hidden: it stays where it is until it is exchanged ("reveal" refuses such a line).
    Raises ValueError for cards that cannot be, more draws than there are cards, an unknown line or process.
    """
    question = read_question(view_or_cells, line, draws, unseen, seen, process, player, rules, discard_top)
    plans: list[Collect] = question.plans
    is_open = not question.line.is_broken and all(card == STAR for card in question.line.up)
    open_plan: Collect | None = question.any_value
    if is_open and process != REVEAL and question.first in (None, STAR):
        open_plan = FirstNumber(question, ())
    if collect is not None:
        return answer(question.plan(ACTION.read(collect, question.known.rules)), plans)
    if open_plan is not None:
        plans = sorted([open_plan, *plans], key=lambda plan: (-plan.chance, plan.needed))
    return answer(plans[0], plans)


def read_question(
    source: Any, line: str | None, draws: int, unseen: Any, seen: Any, process: str, player: int | str | None,
    rules: Options | None, discard_top: Any,
) -> Question:  # fmt: skip
    """The question meant by the arguments of complete_line."""
    refuse_game(source)
    if isinstance(source, View):
        asked = known(source, player, unseen, seen, rules, reader=ACTION)
        places = _named(asked, line)
    else:
        if line is not None or player is not None:
            raise Error("line= and player= go with a view; without one, give the cells of the line.")
        cells = _read_cells(source)
        rules = ACTION.rules(rules)
        grid, places = _lay(cells, ACTION.columns(rules))
        asked = known(grid, None, unseen, seen, rules, discard_top, reader=ACTION)
        if places not in asked.lines:
            raise Error("These rules do not remove such a line (SA-9).")
    check_process(process, asked.rules)
    hidden = [asked.cells[place] for place in places if str(asked.cells[place])[0] == HIDDEN]
    if process != DRAW and any(card != HIDDEN for card in hidden):
        raise Error('A hidden card of this line has been looked at: only the process "draw" has odds for it.')
    draws = 0 if process == REVEAL else draws
    return ask(asked, places, draws, process, WORDS, discard_top, (STAR,), len(hidden))


def _read_cells(cells: Any) -> list[str]:
    """The three or four cells of a line."""
    if isinstance(cells, str):
        cells = cells.replace("/", " ").split()
    if not isinstance(cells, Iterable) or isinstance(cells, Mapping):
        cells = []
    cells = [str(cell) for cell in cells]
    if len(cells) not in (S.ROWS, S.COLUMNS):
        raise Error(
            'A line is three or four cells, each a card, "*" or "?" for a hidden card, such as ["6", "*", "?"].'
        )
    return cells


def _lay(cells: list[str], columns: int) -> tuple[str, tuple[int, ...]]:
    """A written grid with a column (three cells) or a row (four) and nothing else, and the places of the line."""
    rows = [[GONE] * columns for _row in range(S.ROWS)]
    if len(cells) == S.ROWS:
        for row, cell in zip(rows, cells, strict=True):
            row[0] = cell
        places = tuple(range(S.ROWS))
    else:
        rows[0] = cells
        places = tuple(range(0, S.ROWS * len(cells), S.ROWS))
    return " / ".join(map(" ".join, rows)), places


def _named(known: Known, line: Any) -> tuple[int, ...]:
    """The places of a line that is written "column 0" or "row 2"; ValueError if the rules remove no such line."""
    names = {}
    for places in known.lines:
        is_column = places[1] - places[0] == 1
        names[f"column {places[0] // S.ROWS}" if is_column else f"row {places[0]}"] = places
    try:
        return names[str(parse(line))]
    except (KeyError, ValueError):
        said = either(map(repr, names)) if names else _("none: these rules remove no lines")
        raise Error("Say which line is meant: line= {known}, not {line}.", known=said, line=repr(line)) from None
