"""What a round is worth now: the law of a grid's total, and the risk of closing the round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import perm
from typing import Any

from ...answer import Answer, Estimate, TooManyOutcomes
from ...draws import mixed_and_kept_out
from ...explain import Explanation, Mistake, Step, Table, shown
from ...formula import Chain, Formula, Num, Ratio, Sum, add_up, multiply, result
from ...hands import Draw, mean
from ...pmf import Pmf
from ...rng import Rng
from ...text import Message, _, percentage, plural
from .. import rules as R
from ..game import Rules
from .column import run, unseen_in_words
from .reveal import joint_law, lines_of, patterns, score, turned_up
from .seen import Scene, read_scene, refuse

WIN, TIE, LOSE = OUTCOMES = ("win", "tie", "lose")


# --- the total of one grid --------------------------------------------------------------------------------------------
def total(
    view_or_grid: Any,
    player: int | str | None = None,
    unseen: Any = None,
    seen: Any = None,
    rules: Rules | None = None,
) -> Pmf:
    """The exact law of a round total (points) if the grid were turned up now: SK-19 to SK-21, the rules respected.

    view_or_grid: a View (`player`: whose grid, a seat or name; default the viewer's), or a written grid
    unseen, seen: without a view, the unseen cards, or those seen outside the grid
    Complete columns are cleared as at the final reveal (SK-20); the closer's penalty is left out. ValueError as for
    complete_column.
    """
    scene = read_scene(view_or_grid, player, unseen, seen, rules)
    cells, lines = scene.grids[scene.me], lines_of(scene.rules)
    law = {points: deals for (points,), deals in joint_law([cells], scene.unseen.counts, scene.rules).items()}
    draw = _deal(scene, [scene.me], lambda grids: score(grids[0], lines))
    average = Fraction(sum(points * deals for points, deals in law.items()), sum(law.values()))
    return Pmf(law, lambda: _explain_total(scene, average), draw.trial, draw.outcomes, "points")


def _deal(scene: Scene, seats: Sequence[int], measure: Any) -> Draw:
    """Dealing the hidden cards of some grids and measuring the grids when they are turned up."""

    def measured(cards: Sequence[int]) -> Any:
        dealt = iter(cards)
        return measure([turned_up(scene.grids[seat], dealt) for seat in seats])

    return Draw(scene.unseen.counts, sum(map(scene.hidden, seats)), measured, ordered=True)


def grid_in_words(scene: Scene, seat: int, mine: bool = True) -> Message:
    """What can be seen of a grid: its face-up points and how many cards are hidden."""
    words = {
        "points": scene.points(seat),
        "hidden": plural("{n} card is hidden", "{n} cards are hidden", scene.hidden(seat)),
    }
    if mine:
        return _("The face-up cards count {points} together; {hidden}.", **words)
    name = scene.names[seat] if scene.names else _("Player {n}", n=seat + 1)
    return _("{player}: the face-up cards count {points} together; {hidden}.", player=name, **words)


def _explain_total(scene: Scene, average: Fraction) -> Explanation:
    cells, hidden = scene.grids[scene.me], scene.hidden(scene.me)
    steps = [Step(_("The face-up cards count for certain: {points} points.", points=scene.points(scene.me)))]
    plain: Formula = Num(scene.points(scene.me))
    if hidden:
        one = mean(scene.unseen)
        plain = Num(scene.points(scene.me)) + Num(hidden) * Num(one)
        text = _(
            "Every hidden card is worth the mean of the unseen cards, {mean}, whatever the other cards are. Without "
            "clearing that would give on average:",
            mean=shown(one),
        )
        steps.append(Step(text, result(plain)))
    saved = plain.value - average
    if saved:
        steps += _saved_steps(scene, cells, saved)
        steps.append(Step(_("Take that away from the mean."), result(Num(plain.value) - Num(saved))))
    if hidden:
        steps.append(
            Step(
                _(
                    "For the whole law, go through the values one after the other, decide how many cards of each lie "
                    "in which places, and count the ways; cleared cards count 0."
                )
            )
        )
    cleared = (
        _("At the end all hidden cards are turned up, and complete columns are cleared (SK-20).")
        if lines_of(scene.rules)
        else _("At the end all hidden cards are turned up; by these rules nothing is cleared then.")
    )
    known = [grid_in_words(scene, scene.me), unseen_in_words(scene.unseen)]
    question = _("All cards of the grid are turned up now. How many points does it count?")
    mistakes = []
    if saved:
        mistakes.append(Mistake(_("Forgetting that complete columns are cleared."), result(plain)))
    return Explanation(question, known, [cleared, *mixed_and_kept_out()[:1]], steps, average, "points", mistakes)


def _saved_steps(scene: Scene, cells: Sequence[Any], saved: Fraction) -> list[Step]:
    """What clearing saves on average, line by line."""
    if scene.rules.row_clear:
        text = _("Complete columns and rows are cleared and do not count. On average that takes away:")
        return [Step(text, result(Num(saved)))]
    steps, total = [], scene.unseen.total
    for pattern in patterns(tuple(cells), lines_of(scene.rules)):
        for block, times in Counter(pattern.blocks).items():
            values = scene.unseen.counts if block.value is None else [block.value]
            terms = [
                multiply([R.ROWS * value, run(scene.unseen[value], total, block.hidden) if block.hidden else 1])
                for value in values
                if value and scene.unseen[value] >= block.hidden
            ]
            if not terms:
                continue
            if block.value is None:
                text = plural(
                    "{n} column is all hidden. It is cleared when its three cards are equal. For each value: three "
                    "times its points, times the chance that all three cards show it.",
                    "{n} columns are all hidden. Each is cleared when its three cards are equal. For each value: three "
                    "times its points, times the chance that all three cards show it; that for each column.",
                    times,
                )
            else:
                text = plural(
                    "{n} column that shows {value} is cleared when its hidden cards show it too. Three times its "
                    "points, times the chance of that:",
                    "{n} columns that show {value} are cleared when their hidden cards show it too. Three times its "
                    "points, times the chance of that, for each column:",
                    times,
                    value=block.value,
                )
            one = add_up(terms)
            steps.append(Step(text, result(Num(times) * one if times > 1 else one)))
    return steps


# --- closing the round ------------------------------------------------------------------------------------------------
class Closing(Answer):
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
        return Pmf({outcome: found[outcome] for outcome in OUTCOMES}, self._explain)

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
        factor = self.rules.penalty_multiplier
        penalty = _penalty(self.rules)
        return self.joint.map(lambda pair: pair[0] * (factor if penalty(*pair) else 1))

    def table(self) -> Table:
        """Win, tie, lose and doubled with their chances, and the mean scores."""
        rows: list[list[Any]] = [
            [name, shown(p), percentage(p)]
            for name, p in zip(_row_names(), (self.win, self.tie, self.lose, self.doubled), strict=True)
        ]
        return Table([_("what happens"), _("chance"), _("per cent")], rows)

    def __str__(self) -> str:
        return str(self.table())

    def __repr__(self) -> str:
        return f"Closing: {self.message}"

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()

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


@dataclass(frozen=True)
class ClosingEstimate:
    """Closing now, simulated because an exact answer would take too long: each chance with its interval."""

    win: Estimate
    tie: Estimate
    lose: Estimate
    doubled: Estimate
    score: Estimate

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

    def __str__(self) -> str:
        return f"{self.message}\n{self.table()}"

    def __repr__(self) -> str:
        return f"ClosingEstimate: {self.message}"

    def _repr_html_(self) -> str:
        return f"<p>{self.message.render('html')}</p>{self.table()._repr_html_()}"


def closing(
    view_or_grids: Any,
    player: int | str | None = None,
    unseen: Any = None,
    seen: Any = None,
    rules: Rules | None = None,
    n: int = 10_000,
    seed: int = 1,
) -> Closing | ClosingEstimate:
    """What happens if I close the round now, as the cards lie: win, tie, lose, and my score multiplied (SK-22).

    view_or_grids: a View (`player` closes: a seat or name, default the viewer), or written grids, the closer's first
        (or number `player`); then with unseen= or seen= as for complete_column
    The model: all hidden cards, mine too, are turned up as they lie and come from the same unseen cards. The last turns
    that the others still have (SK-18) are not played; they make the others' scores lower, so the real risk is higher.
    The result is exact, a Closing; where that would take longer than about a second it is a ClosingEstimate from n
    simulated deals with `seed`, and says so.
    """
    scene = read_scene(view_or_grids, player, unseen, seen, rules)
    if len(scene.grids) < 2:
        raise refuse(_("Closing needs at least one opponent: give the closer's grid and another one."))
    penalty = _penalty(scene.rules)
    seats = _rivals(scene)
    lines = lines_of(scene.rules)

    def measure(grids: Sequence[Any]) -> tuple[int, str]:
        points, *others = [score(cells, lines) for cells in grids]
        return points, outcome(points, others)

    draw = _deal(scene, [scene.me, *seats], measure)
    try:
        deals = joint_law([scene.grids[seat] for seat in (scene.me, *seats)], scene.unseen.counts, scene.rules)
    except TooManyOutcomes:
        return _estimated(draw, scene, n, seed)
    weights: Counter[tuple[int, str]] = Counter()
    for (points, *others), ways in deals.items():
        weights[points, outcome(points, others)] += ways
    joint = Pmf(weights, trial=draw.trial)
    risk = joint.prob(lambda pair: penalty(*pair))
    happens = _deal(scene, [scene.me, *seats], lambda grids: penalty(*measure(grids)))
    answer = Closing(risk, lambda: _explain_closing(scene, seats, weights, risk), happens.trial, happens.outcomes)
    answer.joint, answer.rules = joint, scene.rules
    return answer


def outcome(points: int, others: Sequence[int]) -> str:
    """Win, tie or lose by raw scores; without others, win."""
    lowest = min(others, default=points + 1)
    return WIN if points < lowest else TIE if points == lowest else LOSE


def _penalty(rules: Any) -> Any:
    """SK-22 as a function of the closer's raw score and the outcome."""

    def applies(points: int, result: str) -> bool:
        beaten = result == LOSE or (result == TIE and rules.penalty_on_tie)
        return beaten and (points > 0 or not rules.penalty_only_positive)

    return applies


def _rivals(scene: Scene) -> list[int]:
    """The opponents who can have a score as low as the closer's; the others cannot matter."""
    reach = [joint_law([cells], scene.unseen.counts, scene.rules) for cells in scene.grids]
    highest = max(reach[scene.me])[0]
    return [seat for seat, law in enumerate(reach) if seat != scene.me and min(law)[0] <= highest]


def _estimated(draw: Draw, scene: Scene, n: int, seed: int) -> ClosingEstimate:
    """The same by simulation."""
    rng, penalty = Rng(seed), _penalty(scene.rules)
    counts: Counter[str] = Counter()
    doubled = points = squares = 0
    for _trial in range(n):
        raw, result = draw.trial(rng)
        counts[result] += 1
        hit = penalty(raw, result)
        doubled += hit
        scored = raw * (scene.rules.penalty_multiplier if hit else 1)
        points, squares = points + scored, squares + scored * scored
    win, tie, lose = (Estimate.of_proportion(counts[result], n, seed) for result in OUTCOMES)
    risk = Estimate.of_proportion(doubled, n, seed)
    return ClosingEstimate(win, tie, lose, risk, Estimate.of_mean(n, points, squares, seed))


def _explain_closing(
    scene: Scene, seats: Sequence[int], weights: Mapping[tuple[int, str], int], risk: Fraction
) -> Explanation:
    penalty, rules = _penalty(scene.rules), scene.rules
    hidden = sum(map(scene.hidden, (scene.me, *seats)))
    deals = perm(scene.unseen.total, hidden)
    known = [grid_in_words(scene, scene.me)]
    known += [grid_in_words(scene, seat, mine=False) for seat in range(len(scene.grids)) if seat != scene.me]
    known.append(unseen_in_words(scene.unseen))
    if len(seats) < len(scene.grids) - 1:
        known.append(_("Opponents whose score is higher than yours in any case do not matter and are left out."))
    lap = (
        _('With final_lap="none" (SK-18) nobody plays after you.')
        if rules.final_lap == "none"
        else _(
            "As the cards lie: the last turns of the others (SK-18) are left out, only hidden cards are unknown. "
            "Last turns make their scores lower, so the real risk is higher."
        )
    )
    model = [lap, _("All hidden cards come from the same unseen cards: a low card of yours is missing for the others.")]
    counts = {result: sum(ways for (_p, r), ways in weights.items() if r == result) for result in OUTCOMES}
    multiplied = sum(ways for pair, ways in weights.items() if penalty(*pair))
    before = Fraction(sum(points * ways for (points, _r), ways in weights.items()), deals)
    added = Fraction(
        sum(
            points * (rules.penalty_multiplier - 1) * ways
            for (points, r), ways in weights.items()
            if penalty(points, r)
        ),
        deals,
    )
    steps = []
    if hidden:
        lay = multiply([scene.unseen.total - i for i in range(hidden)])
        steps.append(
            Step(
                _("So many ways there are to lay the {n} hidden cards that matter, all equally likely.", n=hidden),
                Chain(lay, deals),
            )
        )
    said = {
        WIN: _("In so many of them you have strictly the lowest score (win)."),
        TIE: _("In so many the lowest other score equals yours (tie)."),
        LOSE: _("In so many another score is lower than yours (lose)."),
    }
    steps += [Step(said[r], result(Ratio(counts[r], deals))) for r in OUTCOMES]
    steps.append(
        Step(
            _(
                "SK-22: your score is multiplied by {factor} {when}.",
                factor=rules.penalty_multiplier,
                when=_when(rules),
            ),
            result(Ratio(multiplied, deals)),
        )
    )
    steps.append(
        Step(
            _("Your mean score before the penalty, and what the penalty adds on average:"),
            result(Sum([Num(before), Num(added)])),
        )
    )
    return Explanation(
        _("You close the round now. How likely is it that your score is multiplied?"),
        known,
        [*model, *mixed_and_kept_out()[:1]],
        steps,
        risk,
        mistakes=_closing_mistakes(scene, seats, risk),
    )


def _when(rules: Any) -> Message:
    if rules.penalty_on_tie and rules.penalty_only_positive:
        return _("if another score is lower or equal and yours is above 0")
    if rules.penalty_on_tie:
        return _("if another score is lower or equal")
    return (
        _("if another score is lower and yours is above 0")
        if rules.penalty_only_positive
        else _("if another score is lower")
    )


def _closing_mistakes(scene: Scene, seats: Sequence[int], risk: Fraction) -> list[Mistake]:
    """Two decks instead of one; for one opponent, and when both have hidden cards."""
    if len(seats) != 1 or not (scene.hidden(scene.me) and scene.hidden(seats[0])):
        return []
    penalty = _penalty(scene.rules)
    mine, other = (
        Pmf({points: ways for (points,), ways in joint_law([scene.grids[s]], scene.unseen.counts, scene.rules).items()})
        for s in (scene.me, seats[0])
    )
    wrong = sum(
        (p * q for points, p in mine.items() for low, q in other.items() if penalty(points, outcome(points, [low]))),
        Fraction(0),
    )
    text = _("Treating the grids as if the hidden cards of each came from a deck of its own.")
    return [Mistake(text, result(Num(wrong)))] if wrong != risk else []
