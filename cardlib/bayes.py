"""Bayes' table: what evidence does to the chances of a few hypotheses. The module can be called like its function."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from types import ModuleType
from typing import Any

from cardlib.explain import Derivation, Shown, Table, shown
from cardlib.formula import Num, Ratio, add_up
from cardlib.pmf import Pmf
from cardlib.rng import Rng
from cardlib.text import Error, Message, _, both, percentage

MANY_CASES = 100_000  # natural frequencies are of no more cases than that


@dataclass(frozen=True, repr=False)
class Bayes(Shown):
    """Hypotheses with their prior (a Pmf), the likelihood of the evidence under each, and the posterior."""

    prior: Pmf
    likelihood: Mapping[Any, Fraction]
    evidence: Any

    @cached_property
    def products(self) -> dict[Any, Fraction]:
        """Prior times likelihood of every hypothesis; together that is the chance of the evidence."""
        return {h: p * self.likelihood[h] for h, p in self.prior.items()}

    @property
    def chance(self) -> Fraction:
        """The probability of the evidence: the mean of the likelihoods, weighed by the prior."""
        return sum(self.products.values(), Fraction(0))

    @cached_property
    def posterior(self) -> Pmf:
        """The probabilities of the hypotheses once the evidence is known."""
        return Pmf(self.products, self.explain, self._trial)

    def _trial(self, rng: Rng) -> Any:
        """A hypothesis from the prior, kept when the evidence comes about under it."""
        while True:
            hypothesis = self.prior.sample(rng)
            chance = self.likelihood[hypothesis]
            if rng.next() * chance.denominator < chance.numerator << 64:
                return hypothesis

    def update(self, likelihood: Mapping[Any, Any] | Callable[[Any], Any], evidence: Any = None) -> "Bayes":
        """The table for further evidence: this posterior is its prior. Evidence must not be used twice."""
        return bayes(self.posterior, likelihood, evidence)

    def table(self) -> Table:
        """One row a hypothesis: prior, likelihood, their product, posterior."""
        rows: list[list[Any]] = [
            [h, shown(p), shown(self.likelihood[h]), shown(self.products[h]), percentage(self.posterior[h])]
            for h, p in self.prior.items()
        ]
        rows.append([_("together"), 1, "", shown(self.chance), percentage(1)])
        headings = [_("hypothesis"), _("prior"), _("likelihood"), _("product"), _("posterior")]
        if self.cases <= MANY_CASES:
            headings.append(_("with the evidence, of {n} cases", n=self.cases))
            shares = [*zip(self.prior.values(), self.products.values(), strict=True), (Fraction(1), self.chance)]
            for row, (p, hits) in zip(rows, shares, strict=True):
                row.append(_("{hits} of {k}", hits=hits * self.cases, k=p * self.cases))
        return Table(headings, rows)

    @property
    def cases(self) -> int:
        """The smallest number of cases for which all of it is whole numbers."""
        return lcm(*(x.denominator for x in (*self.prior.values(), *self.products.values())))

    def explain(self) -> Derivation:
        """The worked derivation, for the most likely hypothesis."""
        best = max(self.posterior, key=self.posterior.__getitem__)
        question = _("We know this: {evidence}. How likely is each hypothesis now?", evidence=self.evidence)
        known = [_("Before that, these hypotheses were possible: {names}.", names=both(self.prior))]
        way = Derivation(question, known)
        text = _(
            "Multiply for every hypothesis: how likely it was before (the prior), times how likely the "
            "evidence is under it (the likelihood). Together that is the chance of the evidence."
        )
        way.step(text, add_up([Num(p) * Num(self.likelihood[h]) for h, p in self.prior.items()]))
        self._in_frequencies(way, best)
        text = _("Divide each product by that sum: its share is the posterior. Here for {hypothesis}.", hypothesis=best)
        way.step(text, Ratio(self.products[best], self.chance))
        way.warn(_("Leaving the evidence out: the prior for {hypothesis}.", hypothesis=best), self.prior[best])
        text = _(
            "Taking the likelihood for the answer. How likely the evidence is under {hypothesis}, is not how "
            "likely {hypothesis} is after the evidence.",
            hypothesis=best,
        )
        return way.warn(text, self.likelihood[best])

    def _in_frequencies(self, way: Derivation, best: Any) -> None:
        """The same with whole numbers of cases, where a number of cases that can be imagined is enough."""
        cases = self.cases
        if cases > MANY_CASES:
            return
        parts = both(
            _("{k} of {hypothesis}, {hits} of them with the evidence", k=p * cases, hypothesis=h, hits=hits * cases)
            for (h, p), hits in zip(self.prior.items(), self.products.values(), strict=True)
        )
        text = _(
            "In natural frequencies: think of {n} cases: {parts}. Of the cases with the evidence, this share belongs "
            "to {hypothesis}.",
            n=cases, parts=parts, hypothesis=best,
        )  # fmt: skip
        way.step(text, Ratio(self.products[best] * cases, self.chance * cases))


def bayes(
    prior: Mapping[Any, Any], likelihood: Mapping[Any, Any] | Callable[[Any], Any], evidence: Any = None
) -> Bayes:
    """Bayes' table for a finite set of hypotheses.

    `prior` gives their weights (numbers, or a Pmf); `likelihood` maps a hypothesis (or is a function of it) to the
    probability (0..1; a number or an Answer) of what was seen; `evidence` says in words what that was. Decimal
    numbers are taken as they are written. ValueError if a likelihood is missing or no probability, or the evidence is
    impossible under all hypotheses.
    """
    before = prior if isinstance(prior, Pmf) else Pmf({h: _exact(weight) for h, weight in prior.items()})
    chances = {}
    for hypothesis in before:
        if callable(likelihood):
            chance = likelihood(hypothesis)
        elif hypothesis in likelihood:
            chance = likelihood[hypothesis]
        else:
            raise Error("The likelihood of {hypothesis} is missing.", hypothesis=hypothesis)
        chances[hypothesis] = _exact(chance)
        if not 0 <= chances[hypothesis] <= 1:
            raise Error("A likelihood is a probability between 0 and 1, not {p}.", p=chances[hypothesis])
    if not any(chances.values()):
        raise Error("That is impossible under every hypothesis, so one of them must be missing.")
    said: Message | str = evidence or _("what was seen")
    return Bayes(before, chances, said)


def _exact(x: Any) -> Fraction:
    """A number as a Fraction; 0.1 is 1/10."""
    value = getattr(x, "value", x)
    try:
        return Fraction(repr(float(value)) if isinstance(value, float) else value)
    except (TypeError, ValueError):
        raise Error("A probability is a number such as 0.25, not {p}.", p=repr(x)) from None


class _Callable(ModuleType):
    """`from cardlib import bayes` gives this module: it answers like the function."""

    def __call__(self, *args: Any, **options: Any) -> Bayes:
        return bayes(*args, **options)


sys.modules[__name__].__class__ = _Callable
