"""Bayes' table: what evidence does to the chances of a few hypotheses."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from cardlib.explain import Explanation, Mistake, Step, Table, shown
from cardlib.formula import Num, Ratio, add_up, result
from cardlib.pmf import Pmf
from cardlib.rng import Rng
from cardlib.text import Error, Message, _, both, percentage


@dataclass(frozen=True, repr=False)
class Bayes:
    """Hypotheses with their prior (a Pmf), the likelihood of the evidence under each, and the posterior."""

    prior: Pmf
    likelihood: Mapping[Any, Fraction]
    evidence: Any

    @property
    def chance(self) -> Fraction:
        """The probability of the evidence: the mean of the likelihoods, weighed by the prior."""
        return sum((self.prior[h] * self.likelihood[h] for h in self.prior), Fraction(0))

    @cached_property
    def posterior(self) -> Pmf:
        """The probabilities of the hypotheses once the evidence is known."""
        weights = {h: self.prior[h] * self.likelihood[h] for h in self.prior}
        return Pmf(weights, self.explain, self._trial)

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
        rows = [
            [h, shown(p), shown(self.likelihood[h]), shown(p * self.likelihood[h]), percentage(self.posterior[h])]
            for h, p in self.prior.items()
        ]
        rows.append([_("together"), 1, "", shown(self.chance), percentage(1)])
        return Table([_("hypothesis"), _("prior"), _("likelihood"), _("product"), _("posterior")], rows)

    def explain(self) -> Explanation:
        """The worked derivation."""
        best = max(self.posterior, key=self.posterior.__getitem__)
        products = [Num(p) * Num(self.likelihood[h]) for h, p in self.prior.items()]
        steps = [
            Step(
                _(
                    "Multiply for every hypothesis: how likely it was before (the prior), times how likely the "
                    "evidence is under it (the likelihood). Together that is the chance of the evidence."
                ),
                result(add_up(products)),
            ),
            Step(
                _(
                    "Divide each product by that sum: its share is the posterior. Here for {hypothesis}.",
                    hypothesis=best,
                ),
                result(Ratio(self.prior[best] * self.likelihood[best], self.chance)),
            ),
        ]
        question = _("We know this: {evidence}. How likely is each hypothesis now?", evidence=self.evidence)
        known = [_("Before that, these hypotheses were possible: {names}.", names=both(self.prior))]
        mistakes = [
            Mistake(
                _("Leaving the evidence out: the prior for {hypothesis}.", hypothesis=best),
                result(Num(self.prior[best])),
            ),
            Mistake(
                _(
                    "Taking the likelihood for the answer. How likely the evidence is under {hypothesis}, is not how "
                    "likely {hypothesis} is after the evidence.",
                    hypothesis=best,
                ),
                result(Num(self.likelihood[best])),
            ),
        ]
        kept = [mistake for mistake in mistakes if mistake.value != self.posterior[best]]
        return Explanation(question, known, [], steps, None, mistakes=kept)

    def __str__(self) -> str:
        return str(self.table())

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


def bayes(
    prior: Mapping[Any, Any], likelihood: Mapping[Any, Any] | Callable[[Any], Any], evidence: Any = None
) -> Bayes:
    """Bayes' table for a finite set of hypotheses.

    `prior` gives their weights (whole numbers or Fractions, or a Pmf); `likelihood` maps a hypothesis (or is a
    function of it) to the probability (0..1; a Fraction or an Answer) of what was seen; `evidence` says in words
    what that was. ValueError if a likelihood is no probability, or the evidence is impossible under all hypotheses.
    """
    before = prior if isinstance(prior, Pmf) else Pmf(prior)
    find = likelihood if callable(likelihood) else likelihood.__getitem__
    chances = {}
    for hypothesis in before:
        chance = find(hypothesis)
        chances[hypothesis] = Fraction(getattr(chance, "value", chance))
        if not 0 <= chances[hypothesis] <= 1:
            raise Error("A likelihood is a probability between 0 and 1, not {p}.", p=chances[hypothesis])
    if not any(chances.values()):
        raise Error("That is impossible under every hypothesis, so one of them must be missing.")
    said: Message | str = evidence or _("what was seen")
    return Bayes(before, chances, said)
