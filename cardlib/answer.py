"""Answer: an exact number that can explain itself, be enumerated, and be checked by simulation.

Estimate: what a simulation gives, never without its interval, its number of trials and its seed. Repeats: the same
simulation many times over, to see how far simulations are off, and how often intervals miss.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import total_ordering
from math import cos, pi, sin, sqrt
from operator import index
from typing import Any

from cardlib.explain import Derivation, Shown, Table, shown
from cardlib.rng import Rng
from cardlib.text import Error, Message, Number, _, decimal, frequency, percentage, plural, whole

ENUMERATION_LIMIT = 200_000  # outcomes; about a second
SAME_CHOICES = _(
    "The formula and the simulation choose alike (when to stop, what to do with a card). So the simulation checks what "
    "these choices bring, not whether others would be better."
)
SURPRISING = 4  # a simulation that many standard errors away from the exact value contradicts it


def normal_quantile(confidence: float) -> float:
    """How many standard errors to each side hold that share of a normal distribution (0.95: 1.96)."""
    if not 0 < confidence < 1:
        raise Error("The confidence is a number between 0 and 1, such as 0.95, not {c}.", c=str(confidence))
    from statistics import NormalDist  # here, because it takes long to import

    return NormalDist().inv_cdf((1 + confidence) / 2)


def t_quantile(confidence: float, freedom: int) -> float:
    """The same for Student's t distribution with that many degrees of freedom.

    Few degrees: the closed form of its cdf (Abramowitz and Stegun 26.7.3, 26.7.4), solved by bisection.
    Many: the expansion around the normal quantile (26.7.5), whose error is then below 1e-8.
    """
    z = normal_quantile(confidence)
    if freedom < 1:
        raise Error("An interval for a mean needs at least 2 trials.")
    if freedom >= 60:
        g1 = (z**3 + z) / 4
        g2 = (5 * z**5 + 16 * z**3 + 3 * z) / 96
        g3 = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
        g4 = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
        return z + g1 / freedom + g2 / freedom**2 + g3 / freedom**3 + g4 / freedom**4
    low, high = 0.0, pi / 2  # the angle whose tangent is t / sqrt(freedom)
    for _step in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _t_inside(middle, freedom) < confidence else (low, middle)
    return sqrt(freedom) * sin(low) / cos(low)


def _t_inside(angle: float, freedom: int) -> float:
    """P(|T| <= tan(angle) * sqrt(freedom))."""
    odd = freedom % 2
    term = cos(angle) if odd else 1.0
    total = 0.0
    for k in range(2 + odd, freedom + 1, 2):
        total += term
        term *= cos(angle) ** 2 * (k - 1) / k
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total


@dataclass(frozen=True)
class Estimate:
    """A simulated number with its interval [low, high], the number of trials and the seed; `about`: what it checks."""

    value: float
    low: float
    high: float
    confidence: float
    n: int
    seed: int
    standard_error: float
    unit: str = "probability"
    about: Message | None = None

    @classmethod
    def of_proportion(cls, hits: int, n: int, seed: int, confidence: float = 0.95) -> "Estimate":
        """A probability from `hits` successes in n trials, with Wilson's interval."""
        z, p = normal_quantile(confidence), hits / n
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        low, high = (0.0 if hits == 0 else middle - half), (1.0 if hits == n else middle + half)
        return cls(p, low, high, confidence, n, seed, sqrt(p * (1 - p) / n))

    @classmethod
    def of_mean(
        cls, n: int, total: Any, squares: Any, seed: int, confidence: float = 0.95, unit: str = "points"
    ) -> "Estimate":
        """A mean from the sum and the sum of squares of n results, with Student's t interval."""
        t = t_quantile(confidence, n - 1)
        mean = float(total) / n
        error = sqrt(max(0.0, float(squares - total * total / Fraction(n)) / (n - 1) / n))
        return cls(mean, mean - t * error, mean + t * error, confidence, n, seed, error, unit)

    def __float__(self) -> float:
        return self.value

    def __contains__(self, x: Fraction | float) -> bool:
        return self.low <= x <= self.high

    def errors_from(self, exact: Fraction | float) -> float:
        """How many standard errors lie between this estimate and an exact value."""
        error = self.standard_error
        if self.unit == "probability":
            error = sqrt(exact * (1 - exact) / self.n)  # the error that value itself would cause
        distance = abs(self.value - float(exact))
        return distance / error if error else (float("inf") if distance > 1e-12 else 0.0)

    @property
    def message(self) -> Message:
        """The estimate in words."""
        return _(
            "{value} ({confidence} interval {low} to {high}; n = {n}, seed = {seed})",
            value=self.rounded(self.value), low=self.rounded(self.low), high=self.rounded(self.high),
            confidence=percentage(self.confidence), n=self.n, seed=str(self.seed),
        )  # fmt: skip

    def rounded(self, x: float) -> Number:
        """A number x of this estimate with the decimals that the interval makes sensible: two digits of its width."""
        places, width = 1, self.high - self.low
        while places < 12 and width * 10**places < 10:
            places += 1
        return Number(x, places if width else 6, zeros=bool(width))

    def __str__(self) -> str:
        return f"{self.message}. {self.about}" if self.about else str(self.message)

    def __repr__(self) -> str:
        return f"Estimate: {self}"


@dataclass(frozen=True)
class Outcomes:
    """All outcomes of a question, for enumeration.

    `each()` yields `size` pairs (ways, result): in how many equally likely ways this outcome comes about, and
    the number asked for in it (True or False for a probability).
    """

    size: int
    each: Callable[[], Iterable[tuple[int, Any]]]


@dataclass(frozen=True)
class Enumeration:
    """The value found by going through all outcomes: `outcomes` different ones, that stand for `ways` equal ones."""

    value: Fraction
    outcomes: int
    ways: int

    @property
    def message(self) -> Message:
        """The enumeration in words."""
        return _(
            "{value} (all {outcomes} different outcomes, standing for {ways} equally likely ones)",
            value=shown(self.value), outcomes=self.outcomes, ways=self.ways,
        )  # fmt: skip

    def __repr__(self) -> str:
        return f"Enumeration: {self.message}"


class TooManyOutcomes(Error):
    """There are too many outcomes to go through one by one."""


def check_trials(n: Any, least: int = 1) -> int:
    """A number of trials, checked: a whole number, at least so many (True is no number)."""
    trials = whole(n)
    if trials is None or trials < least:
        raise Error(
            plural(
                "A simulation needs at least {least} trial, not {n}.",
                "A simulation needs at least {least} trials, not {n}.",
                least, least=least, n=str(n),
            )
        )  # fmt: skip
    return trials


def simulated(trial: Callable[[Rng], Any], n: int, seed: int, confidence: float, unit: str) -> Estimate:
    """What n trials give: the share of the true ones for a probability, otherwise the mean."""
    n = check_trials(n, 1 if unit == "probability" else 2)
    rng = Rng(seed)
    if unit == "probability":
        return Estimate.of_proportion(sum(bool(trial(rng)) for _trial in range(n)), n, index(seed), confidence)
    total = squares = 0
    for _trial in range(n):
        x = trial(rng)
        total += x
        squares += x * x
    return Estimate.of_mean(n, total, squares, index(seed), confidence, unit)


@total_ordering
class Answer:
    """An exact number with its derivation, and with two more ways to the same number: enumeration and simulation.

    `Answer.of(derivation, ...)` has the value of its last formula; where the derivation is long, `explain` makes it
    when it is wanted, from the data of the call that computed `value`. `trial(rng)` plays the question once and returns
    what happened (bool for a probability, a number otherwise); `outcomes()` lists all outcomes, where that can be done.
    `unit` is "probability", "points" or "cards"; `about` says what a simulation checks, where it makes the same choices
    as the formula. An answer compares like its value and `float()` gives the decimal.
    """

    def __init__(
        self,
        value: Fraction | int,
        explain: Derivation | Callable[[], Derivation],
        trial: Callable[[Rng], Any],
        outcomes: Callable[[], Outcomes] | None = None,
        unit: str = "probability",
        about: Message | None = None,
    ) -> None:
        self.value, self.unit, self.about = Fraction(value), unit, about
        self._explain, self._trial, self._outcomes = explain, trial, outcomes

    @classmethod
    def of(
        cls, derivation: Derivation, trial: Callable[[Rng], Any], outcomes: Callable[[], Outcomes] | None = None
    ) -> "Answer":
        """The answer whose value is that of its derivation's last formula."""
        assert derivation.value is not None and derivation.unit is not None
        return cls(derivation.value, derivation, trial, outcomes, derivation.unit)

    def explain(self) -> Derivation:
        """The worked derivation."""
        return self._explain if isinstance(self._explain, Derivation) else self._explain()

    def simulate(self, n: int = 10_000, seed: int = 1, confidence: float = 0.95) -> Estimate:
        """Play the question n times with random numbers from `seed`; the same seed gives the same estimate."""
        return replace(simulated(self._trial, n, seed, confidence, self.unit), about=self.about)

    def repeat(self, times: int, n: int, seed: int = 1, confidence: float = 0.95) -> "Repeats":
        """Simulate so many times with n trials each, under the seeds seed, seed + 1, ...: how far off are they?"""
        runs = whole(times)
        if runs is None or runs < 1:
            raise Error("There must be at least 1 simulation, not {times}.", times=str(times))
        Rng(seed)  # refuses what is no seed
        return Repeats(self, tuple(self.simulate(n, seed + k, confidence) for k in range(runs)))

    def standard_error(self, n: int) -> float:
        """How far the share of hits in n trials is typically off; ValueError where the answer is no probability."""
        if self.unit != "probability" or isinstance(n, bool) or not n >= 1:
            raise Error("A standard error follows from a probability and at least 1 trial.")
        return sqrt(self.value * (1 - self.value) / n)

    def enumerate(self, limit: int = ENUMERATION_LIMIT) -> Enumeration:
        """Go through every outcome; raises TooManyOutcomes (a ValueError) when there are more than `limit`."""
        if self._outcomes is None:
            raise TooManyOutcomes("This question has no list of outcomes to go through; use simulate() to check it.")
        outcomes = self._outcomes()
        if outcomes.size > limit:
            raise TooManyOutcomes(
                "There are {size} different outcomes, more than the limit of {limit}; "
                "use simulate() instead, or a larger limit= and patience.",
                size=outcomes.size, limit=limit,
            )  # fmt: skip
        count = ways = 0
        total: Fraction | int = 0
        for weight, result in outcomes.each():
            count += 1
            ways += weight
            total += weight * result
        return Enumeration(Fraction(total) / ways, count, ways)

    def check(self, n: int = 10_000, seed: int = 1, confidence: float = 0.95) -> "Check":
        """The three routes side by side: formula, enumeration (where small enough) and simulation."""
        try:
            enumeration = self.enumerate()
        except TooManyOutcomes:
            enumeration = None
        return Check(self, enumeration, self.simulate(n, seed, confidence))

    def __float__(self) -> float:
        return float(self.value)

    def __eq__(self, other: object) -> bool:
        return self.value == getattr(other, "value", other)

    def __hash__(self) -> int:
        return hash(self.value)

    def __lt__(self, other: Any) -> bool:
        return self.value < getattr(other, "value", other)

    def __format__(self, spec: str) -> str:
        return format(float(self), spec) if spec else str(self)

    @property
    def message(self) -> Message:
        """The answer in words: 189/1003 ≈ 0.188435 (about 19 in 100)."""
        value = shown(self.value)
        if self.unit == "probability":
            return _("{value} ({often})", value=value, often=frequency(self.value))
        if self.unit == "points":
            return plural("{value} point", "{value} points", 1 if self.value == 1 else 2, value=value)
        if self.unit == "cards":
            return plural("{value} card", "{value} cards", 1 if self.value == 1 else 2, value=value)
        return _("{value}", value=value)

    def __str__(self) -> str:
        return str(self.message)

    def __repr__(self) -> str:
        return f"Answer: {self}"

    def _repr_markdown_(self) -> str:
        return self.message.render("markdown")


@dataclass(frozen=True, repr=False)
class Check(Shown):
    """The routes to one number side by side."""

    answer: Answer
    enumeration: Enumeration | None
    estimate: Estimate

    @property
    def agrees(self) -> bool:
        """Enumeration gives exactly the value, and the simulation is within 4 standard errors of it."""
        exact = self.enumeration is None or self.enumeration.value == self.answer.value
        return exact and self.estimate.errors_from(self.answer.value) <= SURPRISING

    def table(self) -> Table:
        """One row a route."""
        value, estimate = self.answer.value, self.estimate
        rows: list[list[Any]] = [[_("formula"), decimal(value), _("exact: {value}", value=shown(value))]]
        if self.enumeration:
            all_of = _("exact: all {n} different outcomes", n=self.enumeration.outcomes)
            rows.append([_("enumeration"), decimal(self.enumeration.value), all_of])
        else:
            rows.append([_("enumeration"), "", _("too many outcomes")])
        rows.append([_("simulation"), estimate.rounded(estimate.value), estimate.message])
        return Table([_("route"), _("value"), _("how sure")], rows)

    def chart(self) -> Any:
        """The exact value as a line and the simulation's interval around its estimate (Altair)."""
        from cardlib import charts

        routes: dict[Any, Any] = {_("formula"): self.answer.value}
        if self.enumeration:
            routes[_("enumeration")] = self.enumeration.value
        routes[_("simulation")] = self.estimate
        chance = self.answer.unit == "probability"
        return charts.routes(routes, self.answer.explain().question, chance=chance)

    @property
    def verdict(self) -> Message:
        """Whether the routes agree, in words."""
        if not self.agrees:
            return _("The routes do not agree: one of them is wrong.")
        if self.answer.value in self.estimate:
            return _("The routes agree: the exact value lies inside the interval of the simulation.")
        return _(
            "The routes agree, but this time the interval missed the exact value: "
            "that happens to {missed} of all intervals.",
            missed=percentage(1 - Fraction(self.estimate.confidence).limit_denominator(10**6)),
        )

    def parts(self) -> list[Message | Table]:
        """The question, the table, the verdict, and what was checked."""
        about = [self.answer.about] if self.answer.about else []
        return [self.answer.explain().question, self.table(), self.verdict, *about]


@dataclass(frozen=True)
class Repeats:
    """Estimates of one exact answer, all with the same number of trials, under seeds that follow each other."""

    answer: Answer
    estimates: tuple[Estimate, ...]

    @property
    def missed(self) -> list[Estimate]:
        """The estimates whose interval does not hold the exact value."""
        return [one for one in self.estimates if self.answer.value not in one]

    @property
    def spread(self) -> float:
        """How far the estimates are off: the root of their mean squared distance from the exact value."""
        exact = float(self.answer)
        return sqrt(sum((one.value - exact) ** 2 for one in self.estimates) / len(self.estimates))

    @property
    def caption(self) -> Message:
        """How many simulations of how many trials, and from which seeds."""
        seeds = [str(self.estimates[k].seed) for k in (0, -1)]
        return _(
            "{times} simulations, n = {n} each, seeds {first} to {last}",
            times=len(self.estimates), n=self.estimates[0].n, first=seeds[0], last=seeds[1],
        )  # fmt: skip

    @property
    def message(self) -> Message:
        """How far they are off and how many intervals miss, in words."""
        percent = self.answer.unit == "probability"
        missed = plural("{n} interval misses the exact value", "{n} intervals miss the exact value", len(self.missed))
        spread = Number(self.spread * (100 if percent else 1), 2)
        if percent:
            return _(
                "{caption}: typically {spread} percentage points off; {missed}.",
                caption=self.caption, spread=spread, missed=missed,
            )  # fmt: skip
        return _("{caption}: typically {spread} off; {missed}.", caption=self.caption, spread=spread, missed=missed)

    def chart(self, title: Any = None) -> Any:
        """The intervals one below the other, with the exact value as a line; those that miss it stand out (Altair)."""
        from cardlib import charts

        title = title or self.answer.explain().question
        chance = self.answer.unit == "probability"
        return charts.intervals(self.estimates, self.answer.value, title, chance=chance, subtitle=self.caption)

    def __str__(self) -> str:
        return str(self.message)

    __repr__ = __str__
