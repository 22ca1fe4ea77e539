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
from ...draws import mixed_and_kept_out
from ...explain import Explanation, Mistake, Step, Table, shown
from ...formula import Chain, Formula, Num, Ratio, multiply, result
from ...hands import Draw
from ...pmf import Pmf
from ...rng import Rng
from ...text import Error, Message, _, percentage, plural
from .. import rules as R
from ..game import Action, Rules, View
from .known import unseen_in_words
from .reveal import Cells, check_work, joint_law, law_work, lines_of, score, turned_up, with_card
from .seen import Scene, read_scene, read_top
from .totals import deal_to, grid_in_words
from .turns import Turn, draw_steps

WIN, TIE, LOSE = OUTCOMES = ("win", "tie", "lose")
QUESTION = _("You close the round now. How likely is it that your score is multiplied?")


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
    case: _Lying

    def explain(self) -> Explanation:
        """What is known and assumed, and why this is not exact."""
        return self.case.explain_estimate(self.message)

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
    scene = read_scene(view_or_grids, player, unseen, seen, rules)
    check_trials(n, 2)
    if len(scene.grids) > R.SEATS:
        raise Error("At most {most} players play, so give at most {most} grids.", most=R.SEATS)
    if len(scene.grids) < 2:
        raise Error("Closing needs at least one opponent: give the closer's grid and another one.")
    case = _LastTurn(scene, read_top(discard_top), view_or_grids) if last_turn else _Lying(scene)
    penalty = _penalty(scene.rules)
    try:
        weights = case.weights()
    except TooManyOutcomes:
        return _estimated(case, n, seed)
    joint = Pmf(weights, trial=case.draw(lambda points, result: (points, result)).trial)
    risk = joint.prob(lambda pair: penalty(*pair))
    happens = case.draw(penalty)
    answer = Closing(risk, lambda: case.explain(joint, risk), happens.trial, happens.outcomes)
    answer.joint, answer.rules = joint, scene.rules
    return answer


class _Lying:
    """Closing as the cards lie: no last turns."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.seats = scene, _rivals(scene)
        self.lines = lines_of(scene.rules)

    @property
    def hidden(self) -> int:
        """How many hidden cards matter."""
        return sum(map(self.scene.hidden, (self.scene.me, *self.seats)))

    def weights(self) -> Mapping[tuple[int, str], int | Fraction]:
        """The number of deals for every (raw score of the closer, outcome)."""
        scene = self.scene
        deals = joint_law([scene.grids[seat] for seat in (scene.me, *self.seats)], scene.unseen.counts, scene.rules)
        found: Counter[tuple[int, str]] = Counter()
        for (points, *others), ways in deals.items():
            found[points, outcome(points, others)] += ways
        return found

    def draw(self, measure: Callable[[int, str], Any]) -> Draw:
        """Dealing the hidden cards, and measuring (raw score of the closer, outcome)."""

        def measured(grids: Sequence[Any]) -> Any:
            points, *others = [score(cells, self.lines) for cells in grids]
            return measure(points, outcome(points, others))

        return deal_to(self.scene, [self.scene.me, *self.seats], measured)

    def known(self) -> list[Message]:
        """What is known."""
        scene = self.scene
        known = [grid_in_words(scene, scene.me)]
        known += [grid_in_words(scene, seat, mine=False) for seat in range(len(scene.grids)) if seat != scene.me]
        known.append(unseen_in_words(scene.unseen))
        if len(self.seats) < len(scene.grids) - 1:
            known.append(_("Opponents whose score is higher than yours in any case do not matter and are left out."))
        return known

    def model(self) -> Message:
        """Which last turns are played."""
        if self.scene.rules.final_lap == "none":
            return _('With final_lap="none" (SK-18) nobody plays after you.')
        return _(
            "As the cards lie: the last turns of the others (SK-18) are left out, only hidden cards are unknown. "
            "Last turns make their scores lower, so the real risk is higher."
        )

    def first_steps(self) -> list[Step]:
        """How the deals are counted."""
        if not self.hidden:
            return []
        total = self.scene.unseen.total
        text = plural(
            "So many ways there are to lay the {n} hidden card that matters, all equally likely.",
            "So many ways there are to lay the {n} hidden cards that matter, all equally likely.",
            self.hidden,
        )
        return [Step(text, Chain(multiply([total - i for i in range(self.hidden)]), perm(total, self.hidden)))]

    def share(self, chance: Fraction) -> Formula:
        """A chance as the share of the deals."""
        deals = perm(self.scene.unseen.total, self.hidden)
        return result(Ratio(int(chance * deals), deals))

    def explain(self, joint: Pmf, risk: Fraction) -> Explanation:
        """How the risk comes about."""
        rules, penalty = self.scene.rules, _penalty(self.scene.rules)
        chances = {kind: joint.prob(lambda pair, kind=kind: pair[1] == kind) for kind in OUTCOMES}
        before = joint.map(lambda pair: pair[0]).mean()
        added = joint.map(lambda pair: pair[0] * (rules.penalty_multiplier - 1) if penalty(*pair) else 0).mean()
        said = {
            WIN: _("The share of them in which you have strictly the lowest score (win):"),
            TIE: _("The share in which the lowest other score equals yours (tie):"),
            LOSE: _("The share in which another score is lower than yours (lose):"),
        }
        penalised = _(
            "SK-22: your score is multiplied by {factor} {when}. That happens with the chance:",
            factor=rules.penalty_multiplier,
            when=_when(rules),
        )
        cost = _("Your mean score before the penalty, and what the penalty adds on average:")
        steps = self.first_steps()
        steps += [Step(said[kind], self.share(chances[kind])) for kind in OUTCOMES]
        steps += [Step(penalised, self.share(risk)), Step(cost, result(Num(before) + Num(added)))]
        return Explanation(QUESTION, self.known(), self.assumed(), steps, risk, mistakes=self.mistakes(risk))

    def explain_estimate(self, message: Message) -> Explanation:
        """The same without an exact value."""
        return Explanation(QUESTION, self.known(), self.assumed(), [Step(message)])

    def assumed(self) -> list[Message]:
        """The model, in words."""
        return [
            self.model(),
            _("All hidden cards come from the same unseen cards: a low card of yours is missing for the others."),
            *mixed_and_kept_out()[:1],
        ]

    def mistakes(self, risk: Fraction) -> list[Mistake]:
        """Two decks instead of one; for one opponent, and when both have hidden cards."""
        scene, seats = self.scene, self.seats
        if len(seats) != 1 or not (scene.hidden(scene.me) and scene.hidden(seats[0])):
            return []
        penalty = _penalty(scene.rules)
        mine, other = (
            Pmf(
                {
                    points: ways
                    for (points,), ways in joint_law([scene.grids[s]], scene.unseen.counts, scene.rules).items()
                }
            )
            for s in (scene.me, seats[0])
        )
        pairs = ((points, low, p * q) for points, p in mine.items() for low, q in other.items())
        wrong = sum((p for points, low, p in pairs if penalty(points, outcome(points, [low]))), Fraction(0))
        text = _("Treating the grids as if the hidden cards of each came from a deck of its own.")
        return [Mistake(text, result(Num(wrong)))] if wrong != risk else []


class _LastTurn(_Lying):
    """Closing when the only opponent still plays the last turn: the best move one step ahead."""

    def __init__(self, scene: Scene, top: int | None, source: Any) -> None:
        self.scene, self.lines = scene, lines_of(scene.rules)
        self.seats = [seat for seat in range(len(scene.grids)) if seat != scene.me]
        if len(self.seats) != 1:
            raise Error("last_turn=True is for one opponent; with more of them, closing is judged as the cards lie.")
        if scene.rules.final_lap == "none":
            raise Error('With final_lap="none" (SK-18) there is no last turn.')
        if top is None and isinstance(source, View) and source.closer == scene.me:
            top = source.discard_top
        cells = scene.grids[self.seats[0]]
        self.turn = Turn(cells, scene.unseen, scene.rules, top)
        takes = [
            (self.turn.place(cell, top, drawn=False), R.TAKE + cell) for cell in self.turn.places if top is not None
        ]
        if not self.turn.places or scene.unseen.total <= self.hidden:
            raise Error("The opponent has no last turn to play: no card is left to draw or to exchange.")
        self.action = min([(self.turn.draw(), R.DRAW), *takes])[1]

    def weights(self) -> Mapping[tuple[int, str], int | Fraction]:
        """The chance of every (raw score of the closer, outcome)."""
        turn = self.turn
        if self.action != R.DRAW:
            assert turn.top is not None
            return self._law(with_card(turn.cells, self.action - R.TAKE, turn.top, turn.lines), self.scene.unseen)
        branches = []
        so_much = 0
        for chance, cells, unseen in self._branches():
            so_much += law_work([self.scene.grids[self.scene.me], cells], unseen.counts, self.scene.rules)
            check_work(so_much)
            branches.append((chance, cells, unseen))
        found: Counter[tuple[int, str]] = Counter()
        for chance, cells, unseen in branches:
            for pair, p in self._law(cells, unseen).items():
                found[pair] += p * chance  # type: ignore[assignment]
        return found

    def _branches(self) -> Iterator[tuple[Fraction, Cells, Deck]]:
        """What can come of drawing: (chance, the opponent's grid then, the cards still unseen)."""
        turn, lines, total = self.turn, self.turn.lines, self.scene.unseen.total
        for card, count in self.scene.unseen.items():
            share = Fraction(count, total)
            action, left = turn.best_after[card][1], self.scene.unseen - card
            if action < R.REJECT:
                yield share, with_card(turn.cells, action - R.KEEP, card, lines), left
            elif self.lines == turn.lines and not self.scene.rules.row_clear:  # turned up now or later: the same
                yield share, turn.cells, left
            else:
                for other, n in left.items():
                    after = with_card(turn.cells, action - R.REJECT, other, lines)
                    yield share * Fraction(n, left.total), after, left - other

    def _law(self, cells: Cells, unseen: Deck) -> dict[tuple[int, str], Fraction]:
        """The chances of (raw score of the closer, outcome) when the opponent has this grid in the end."""
        deals = joint_law([self.scene.grids[self.scene.me], cells], unseen.counts, self.scene.rules)
        ways = sum(deals.values())
        found: dict[tuple[int, str], Fraction] = {}
        for (points, other), n in deals.items():
            pair = points, outcome(points, [other])
            found[pair] = found.get(pair, Fraction(0)) + Fraction(n, ways)
        return found

    def draw(self, measure: Callable[[int, str], Any]) -> Draw:
        """Dealing the hidden cards and the one the opponent draws; the opponent plays, and all is turned up."""
        mine, theirs = self.scene.hidden(self.scene.me), self.scene.hidden(self.seats[0])

        def measured(cards: Sequence[int]) -> Any:
            drawn = cards[mine + theirs] if self.action == R.DRAW else None
            points = score(turned_up(self.scene.grids[self.scene.me], iter(cards[:mine])), self.lines)
            other = score(self.turn.played(self.action, cards[mine : mine + theirs], drawn), self.lines)
            return measure(points, outcome(points, [other]))

        return Draw(self.scene.unseen.counts, mine + theirs + (self.action == R.DRAW), measured, ordered=True)

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

    def first_steps(self) -> list[Step]:
        """What the opponent does."""
        if self.action != R.DRAW:
            text = _("The best the opponent can do is {move}.", move=str(Action(self.action)))
            return [Step(text)]
        return [
            *draw_steps(self.turn)[:1],
            Step(_("Go through every card that can be drawn, and count as the cards lie then.")),
        ]

    def share(self, chance: Fraction) -> Formula:
        """A chance; here it is a sum over all cards that can be drawn."""
        return result(Num(chance))

    def mistakes(self, risk: Fraction) -> list[Mistake]:
        """Leaving the last turn out."""
        lying, penalty = Pmf(_Lying(self.scene).weights()), _penalty(self.scene.rules)
        wrong = lying.prob(lambda pair: penalty(*pair))
        return [Mistake(_("Leaving out the last turn of the opponent."), result(Num(wrong)))] if wrong != risk else []


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


def _estimated(case: _Lying, n: int, seed: int) -> ClosingEstimate:
    """The same by simulation."""
    draw, rules = case.draw(lambda points, result: (points, result)), case.scene.rules
    rng, penalty = Rng(seed), _penalty(rules)
    counts: Counter[str] = Counter()
    doubled = points = squares = 0
    for _trial in range(n):
        raw, result = draw.trial(rng)
        counts[result] += 1
        hit = penalty(raw, result)
        doubled += hit
        scored = raw * (rules.penalty_multiplier if hit else 1)
        points, squares = points + scored, squares + scored * scored
    win, tie, lose = (Estimate.of_proportion(counts[result], n, seed) for result in OUTCOMES)
    risk = Estimate.of_proportion(doubled, n, seed)
    return ClosingEstimate(win, tie, lose, risk, Estimate.of_mean(n, points, squares, seed), case)


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
