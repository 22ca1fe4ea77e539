"""The risk of closing the round now (SK-17, SK-18, SK-22): win, tie, lose, and the closer's score multiplied."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import perm
from typing import Any

from ...answer import Answer, Estimate, TooManyOutcomes, check_trials
from ...deck import Deck
from ...explain import Derivation, Shown, Table, mixed_and_kept_out, shown
from ...formula import Chain, Formula, Num, Ratio, multiply
from ...hands import Draw
from ...pmf import Pmf
from ...rng import Rng
from ...text import Error, Message, _, percentage, plural
from .. import rules as R
from ..game import Action, Rules
from .ahead import TURN_UP, Ahead, Cells
from .known import Known, known, unseen_in_words
from .reveal import check_work, final_total, joint_law, law_work, turned_up
from .totals import deal_to, grid_in_words
from .turns import draw_steps

WIN, TIE, LOSE = OUTCOMES = ("win", "tie", "lose")
QUESTION = _("You close the round now. How likely is it that your score is multiplied?")


class Closing(Shown, Answer):
    """Closing now, as the cards lie: an Answer whose value is the chance that the closer's score is multiplied (SK-22).

    law:     Pmf of "win" (strictly the lowest score), "tie" (as low as the lowest other one) and "lose"
    doubled: the value, a Fraction: the penalty applies
    score:   Pmf of the closer's points with the penalty
    joint:   Pmf of (closer's raw score, outcome)
    """

    joint: Pmf
    rules: Any

    @property
    def law(self) -> Pmf:
        """The chances to win, tie and lose, by raw scores."""
        found = self.joint.map(lambda pair: pair[1])
        return Pmf({outcome: found[outcome] for outcome in OUTCOMES}, self.explain)

    @property
    def win(self) -> Fraction:
        """The chance of strictly the lowest score."""
        return self.law[WIN]

    @property
    def tie(self) -> Fraction:
        """The chance that the lowest other score is equal."""
        return self.law[TIE]

    @property
    def lose(self) -> Fraction:
        """The chance that another score is lower."""
        return self.law[LOSE]

    @property
    def doubled(self) -> Fraction:
        """The chance that the penalty applies."""
        return self.value

    @cached_property
    def score(self) -> Pmf:
        """The law of the closer's points, penalty included."""
        penalty = Penalty(self.rules)
        return self.joint.map(lambda pair: penalty.score(*pair))

    def table(self) -> Table:
        """Win, tie, lose and doubled with their chances, and the mean scores."""
        rows: list[list[Any]] = [
            [name, shown(p), percentage(p)]
            for name, p in zip(_row_names(), (self.win, self.tie, self.lose, self.doubled), strict=True)
        ]
        return Table([_("what happens"), _("chance"), _("per cent")], rows)

    def __repr__(self) -> str:
        return f"Closing: {self.message}"

    def chart(self) -> Any:
        """The chances to win, tie and lose as bars (Altair)."""
        return self.law.chart(_("If I close now"))


def _row_names() -> list[Message]:
    return [
        _("win: strictly the lowest score"),
        _("tie: equal to the lowest other score"),
        _("lose: another score is lower"),
        _("the closer's score is multiplied"),
    ]


@dataclass(frozen=True, repr=False)
class ClosingEstimate(Shown):
    """Closing now, simulated because an exact answer would take too long: each chance with its interval."""

    win: Estimate
    tie: Estimate
    lose: Estimate
    doubled: Estimate
    score: Estimate
    case: _Lying

    def explain(self) -> Derivation:
        """What is known and assumed, and why this is not exact."""
        return self.case.explain().step(self.message)

    @property
    def message(self) -> Message:
        """Why this is an estimate, and the risk."""
        return _(
            "So many hidden cards are too much to count exactly; this is a simulation. The closer's score is "
            "multiplied with probability {risk}.",
            risk=self.doubled.message,
        )

    def table(self) -> Table:
        """Win, tie, lose and doubled with their intervals."""
        names, estimates = _row_names(), (self.win, self.tie, self.lose, self.doubled)
        return Table(
            [_("what happens"), _("chance (estimate)")], [[n, e.message] for n, e in zip(names, estimates, strict=True)]
        )

    def __float__(self) -> float:
        return self.doubled.value

    def parts(self) -> list[Message | Table]:
        """Why this is an estimate, and the table."""
        return [self.message, self.table()]

    def __repr__(self) -> str:
        return f"ClosingEstimate: {self.message}"


def closing(
    view_or_grids: Any,
    player: int | str | None = None,
    unseen: Any = None,
    seen: Any = None,
    rules: Rules | None = None,
    last_turn: bool = False,
    discard_top: Any = None,
    n: int = 10_000,
    seed: int = 1,
) -> Closing | ClosingEstimate:
    """What happens if I close the round now: win, tie, lose, and my score multiplied (SK-22).

    view_or_grids: a View (`player` closes: a seat or name, default the viewer), or written grids, the closer's first
        (or number `player`); then with unseen= or seen= as for complete_column
    The model, as the cards lie: all hidden cards, mine too, are turned up and come from the same unseen cards. The last
    turns that the others still have (SK-18) are not played; they make the others' scores lower, so the real risk is
    higher. last_turn=True lets one opponent play it: the move with the lowest expected total, one step ahead (see
    `moves`), with `discard_top` as the top discard if that is known (in a view in which I have closed, it is).
    The result is exact, a Closing; where that would take longer than about a second it is a ClosingEstimate from n
    simulated deals with `seed`, and says so.
    """
    asked = known(view_or_grids, player, unseen, seen, rules, discard_top)
    check_trials(n, 2)
    if len(asked.grids) < 2:
        raise Error("Closing needs at least one opponent: give the closer's grid and another one.")
    case = _LastTurn(asked) if last_turn else _Lying(asked)
    try:
        weights = case.weights()
    except TooManyOutcomes:
        return _estimated(case, n, seed)
    joint = Pmf(weights, trial=case.draw(lambda points, result: (points, result)).trial)
    penalty = Penalty(asked.rules)
    happens, risk = case.draw(penalty.applies), joint.prob(lambda pair: penalty.applies(*pair))
    answer = Closing(risk, lambda: case.explain(joint), happens.trial, happens.outcomes)
    answer.joint, answer.rules = joint, asked.rules
    return answer


class _Lying:
    """Closing as the cards lie: no last turns."""

    def __init__(self, asked: Known) -> None:
        self.asked, self.seats = asked, _rivals(asked)
        self.lines = R.lines(asked.rules, at_the_end=True)

    @property
    def hidden(self) -> int:
        """How many hidden cards matter."""
        return sum(map(self.asked.hidden, (self.asked.me, *self.seats)))

    def weights(self) -> Mapping[tuple[int, str], int | Fraction]:
        """The number of deals for every (raw score of the closer, outcome)."""
        asked = self.asked
        deals = joint_law([asked.grids[seat] for seat in (asked.me, *self.seats)], asked.unseen.counts, asked.rules)
        found: Counter[tuple[int, str]] = Counter()
        for (points, *others), ways in deals.items():
            found[points, outcome(points, others)] += ways
        return found

    def draw(self, measure: Callable[[int, str], Any]) -> Draw:
        """Dealing the hidden cards, and measuring (raw score of the closer, outcome)."""

        def measured(grids: Sequence[Any]) -> Any:
            points, *others = [final_total(cells, self.lines) for cells in grids]
            return measure(points, outcome(points, others))

        return deal_to(self.asked, [self.asked.me, *self.seats], measured)

    def known(self) -> list[Message]:
        """What is known."""
        asked = self.asked
        known = [grid_in_words(asked, asked.me)]
        known += [grid_in_words(asked, seat, mine=False) for seat in range(len(asked.grids)) if seat != asked.me]
        known.append(unseen_in_words(asked.unseen))
        if len(self.seats) < len(asked.grids) - 1:
            known.append(_("Opponents whose score is higher than yours in any case do not matter and are left out."))
        return known

    def model(self) -> Message:
        """Which last turns are played."""
        if self.asked.rules.final_lap == "none":
            return _('With final_lap="none" (SK-18) nobody plays after you.')
        return _(
            "As the cards lie: the last turns of the others (SK-18) are left out, only hidden cards are unknown. "
            "Last turns make their scores lower, so the real risk is higher."
        )

    def first_steps(self, d: Derivation) -> None:
        """How the deals are counted."""
        if self.hidden:
            total = self.asked.unseen.total
            text = plural(
                "So many ways there are to lay the {n} hidden card that matters, all equally likely.",
                "So many ways there are to lay the {n} hidden cards that matter, all equally likely.",
                self.hidden,
            )
            d.step(text, Chain(multiply([total - i for i in range(self.hidden)]), perm(total, self.hidden)))

    def share(self, chance: Fraction) -> Formula:
        """A chance as the share of the deals."""
        deals = perm(self.asked.unseen.total, self.hidden)
        return Ratio(int(chance * deals), deals)

    def explain(self, joint: Pmf | None = None) -> Derivation:
        """How the risk comes about; without a law, only what is known and assumed."""
        model = [
            self.model(),
            _("All hidden cards come from the same unseen cards: a low card of yours is missing for the others."),
            *mixed_and_kept_out()[:1],
        ]
        d = Derivation(QUESTION, self.known(), model, unit=None if joint is None else "probability")
        if joint is None:
            return d
        rules, penalty = self.asked.rules, Penalty(self.asked.rules)
        self.first_steps(d)
        deals = _("of the deals")
        for kind, text in (
            (WIN, _("The share {of} in which you have strictly the lowest score (win):", of=deals)),
            (TIE, _("The share {of} in which the lowest other score equals yours (tie):", of=deals)),
            (LOSE, _("The share {of} in which another score is lower than yours (lose):", of=deals)),
        ):
            d.step(text, self.share(joint.prob(lambda pair, kind=kind: pair[1] == kind)))
        text = _("SK-22: your score is multiplied by {factor} {when}. That happens with the chance:",
                 factor=rules.penalty_multiplier, when=_when(rules))  # fmt: skip
        d.step(text, self.share(joint.prob(lambda pair: penalty.applies(*pair))))
        before = joint.map(lambda pair: pair[0]).mean()
        added = joint.map(lambda pair: penalty.score(*pair) - pair[0]).mean()
        d.note(_("Your mean score before the penalty, and what the penalty adds on average:"), Num(before) + Num(added))
        self.warn(d)
        return d

    def warn(self, d: Derivation) -> None:
        """Two decks instead of one; for one opponent, and when both have hidden cards."""
        asked, seats = self.asked, self.seats
        if len(seats) != 1 or not (asked.hidden(asked.me) and asked.hidden(seats[0])):
            return
        penalty = Penalty(asked.rules)
        laws = [joint_law([asked.grids[s]], asked.unseen.counts, asked.rules) for s in (asked.me, seats[0])]
        mine, other = (Pmf({points: ways for (points,), ways in law.items()}) for law in laws)
        pairs = ((points, low, p * q) for points, p in mine.items() for low, q in other.items())
        wrong = sum((p for points, low, p in pairs if penalty.applies(points, outcome(points, [low]))), Fraction(0))
        d.warn(_("Treating the grids as if the hidden cards of each came from a deck of its own."), Num(wrong))


class _LastTurn(_Lying):
    """Closing when the only opponent still plays the last turn: the best move one step ahead."""

    def __init__(self, asked: Known) -> None:
        self.asked, self.lines = asked, R.lines(asked.rules, at_the_end=True)
        self.seats = [seat for seat in range(len(asked.grids)) if seat != asked.me]
        if len(self.seats) != 1:
            raise Error("last_turn=True is for one opponent; with more of them, closing is judged as the cards lie.")
        if asked.rules.final_lap == "none":
            raise Error('With final_lap="none" (SK-18) there is no last turn.')
        top = asked.top if asked.typed or asked.view.closer == asked.me else None
        self.turn = turn = Ahead(asked.grids[self.seats[0]], asked.unseen, asked.rules, top)
        if not turn.places or asked.unseen.total <= self.hidden:
            raise Error("The opponent has no last turn to play: no card is left to draw or to exchange.")
        take = None if top is None else turn.take(top)
        self.use = take if take is not None and take.after < turn.draw else None  # None: the opponent draws

    def weights(self) -> Mapping[tuple[int, str], int | Fraction]:
        """The chance of every (raw score of the closer, outcome)."""
        if self.use:
            return self._law(self.turn.grid(self.use, {}), self.asked.unseen)
        mine, so_much, branches = self.asked.grids[self.asked.me], 0, []
        for chance, cells, unseen in self._branches():
            so_much += law_work([mine, cells], unseen.counts, self.asked.rules)
            check_work(so_much)
            branches.append((chance, cells, unseen))
        found: Counter[tuple[int, str]] = Counter()
        for chance, cells, unseen in branches:
            for pair, p in self._law(cells, unseen).items():
                found[pair] += p * chance  # type: ignore[assignment]
        return found

    def _branches(self) -> Iterator[tuple[Fraction, Cells, Deck]]:
        """What can come of drawing: (chance, the opponent's grid then, the cards still unseen)."""
        turn, total = self.turn, self.asked.unseen.total
        for card, count in self.asked.unseen.items():
            share = Fraction(count, total)
            use, left = turn.best_after[card], self.asked.unseen - card
            if use.what != TURN_UP:
                yield share, turn.grid(use, {}, (card,)), left
            elif use.cell not in turn.ripe or (self.lines == turn.lines and not self.asked.rules.row_clear):
                yield share, turn.cells, left  # turned up now or later: the same
            else:
                for other, n in left.items():
                    after = turn.grid(use, {use.cell: other}, (card,))
                    yield share * Fraction(n, left.total), after, left - other

    def _law(self, cells: Cells, unseen: Deck) -> dict[tuple[int, str], Fraction]:
        """The chances of (raw score of the closer, outcome) when the opponent has this grid in the end."""
        deals = joint_law([self.asked.grids[self.asked.me], cells], unseen.counts, self.asked.rules)
        ways = sum(deals.values())
        found: dict[tuple[int, str], Fraction] = {}
        for (points, other), n in deals.items():
            pair = points, outcome(points, [other])
            found[pair] = found.get(pair, Fraction(0)) + Fraction(n, ways)
        return found

    def draw(self, measure: Callable[[int, str], Any]) -> Draw:
        """Dealing the hidden cards and the one the opponent draws; the opponent plays, and all is turned up."""
        mine, theirs = self.asked.hidden(self.asked.me), self.asked.hidden(self.seats[0])

        def measured(cards: Sequence[int]) -> Any:
            own = final_total(turned_up(self.asked.grids[self.asked.me], iter(cards[:mine])), self.lines)
            lying, drawn = dict(zip(self.turn.hidden, cards[mine:], strict=False)), cards[mine + theirs :]
            other = self.turn.result(self.use or self.turn.best_after[drawn[0]], lying, drawn)
            return measure(own, outcome(own, [other]))

        return Draw(self.asked.unseen.counts, mine + theirs + (self.use is None), measured, ordered=True)

    def model(self) -> Message:
        """The last turn that is played."""
        if self.turn.top is None:
            pile = _("The top discard is not known, so it is not taken.")
        else:
            pile = _("The top discard is {card}.", card=self.turn.top)
        return _(
            "The opponent plays one last turn (SK-18): the move with the lowest expected total, one step ahead. {pile}",
            pile=pile,
        )

    def first_steps(self, d: Derivation) -> None:
        """What the opponent does."""
        if self.use:
            d.step(_("The best the opponent can do is {move}.", move=Action(R.TAKE + self.use.cell).said))
        else:
            draw_steps(self.turn, d, plan_only=True)
            d.step(_("Go through every card that can be drawn, and count as the cards lie then."))

    def share(self, chance: Fraction) -> Formula:
        """A chance; here it is a sum over all cards that can be drawn."""
        return Num(chance)

    def warn(self, d: Derivation) -> None:
        """Leaving the last turn out."""
        lying, penalty = Pmf(_Lying(self.asked).weights()), Penalty(self.asked.rules)
        d.warn(_("Leaving out the last turn of the opponent."), Num(lying.prob(lambda pair: penalty.applies(*pair))))


def outcome(points: int, others: Sequence[int]) -> str:
    """Win, tie or lose by raw scores; without others, win."""
    lowest = min(others, default=points + 1)
    return WIN if points < lowest else TIE if points == lowest else LOSE


class Penalty:
    """SK-22, asked of the rules: what the closer's raw score becomes when the lowest other one is higher or not."""

    def __init__(self, rules: Any) -> None:
        s: Any = R.State()
        for name, code in rules.codes():
            setattr(s, name, code)
        s.players, s.closer = 2, 0
        self.state = s

    def _laid(self, points: int, result: str) -> Any:
        s = self.state
        s.raw[0], s.raw[1] = points, points + {WIN: 1, TIE: 0, LOSE: -1}[result]
        return s

    def applies(self, points: int, result: str) -> bool:
        """Whether the closer's score is multiplied."""
        return bool(R.is_penalised(self._laid(points, result)))

    def score(self, points: int, result: str) -> int:
        """The closer's score, multiplied or not."""
        s = self._laid(points, result)
        R.score_round(s)
        return int(s.score[0])


def _rivals(asked: Known) -> list[int]:
    """The opponents who can have a score as low as the closer's; the others cannot matter."""
    reach = [joint_law([cells], asked.unseen.counts, asked.rules) for cells in asked.grids]
    highest = max(reach[asked.me])[0]
    return [seat for seat, law in enumerate(reach) if seat != asked.me and min(law)[0] <= highest]


def _estimated(case: _Lying, n: int, seed: int) -> ClosingEstimate:
    """The same by simulation."""
    draw, rules = case.draw(lambda points, result: (points, result)), case.asked.rules
    rng, penalty = Rng(seed), Penalty(rules)
    counts: Counter[str] = Counter()
    doubled = points = squares = 0
    for _trial in range(n):
        raw, result = draw.trial(rng)
        counts[result] += 1
        doubled += penalty.applies(raw, result)
        scored = penalty.score(raw, result)
        points, squares = points + scored, squares + scored * scored
    win, tie, lose = (Estimate.of_proportion(counts[result], n, seed) for result in OUTCOMES)
    risk = Estimate.of_proportion(doubled, n, seed)
    return ClosingEstimate(win, tie, lose, risk, Estimate.of_mean(n, points, squares, seed), case)


def _when(rules: Any) -> Message:
    if rules.penalty_on_tie and rules.penalty_only_positive:
        return _("if another score is lower or equal and yours is above 0")
    if rules.penalty_on_tie:
        return _("if another score is lower or equal")
    if rules.penalty_only_positive:
        return _("if another score is lower and yours is above 0")
    return _("if another score is lower")
