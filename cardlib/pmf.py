"""Pmf: an exact finite probability distribution, also called the law of a random number.

Values are numbers as a rule (points, cards), or tuples of numbers for a joint law; weights are integers inside.
"""

import operator
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import gcd, lcm, sqrt
from typing import Any

from cardlib.answer import Answer, Check, Enumeration, Estimate, Outcomes, check_trials
from cardlib.explain import Derivation, Shown, Table, shown
from cardlib.extras import need
from cardlib.formula import Num, add_up
from cardlib.rng import Rng
from cardlib.text import MANY, Error, Message, _, decimal, either, percentage, plain, plural, render

ROWS = 30  # rows of a table that a notebook shows


class Pmf(Shown, Mapping[Any, Fraction]):
    """An exact distribution: `Pmf({1: 1, 2: 1})` takes 1 and 2 with chance 1/2 each (weights need not add up to 1).

    It is a mapping value -> probability; a value it cannot take has probability 0. `+ - *` combine it with a number
    or with an *independent* Pmf. A Pmf that answers a question also explains and simulates it.
    """

    def __init__(
        self,
        weights: Mapping[Any, int | Fraction],
        explain: Callable[[], Derivation] | None = None,
        trial: Callable[[Rng], Any] | None = None,
        outcomes: Callable[[], Outcomes] | None = None,
        unit: str = "",
        about: Message | None = None,
    ) -> None:
        if not isinstance(weights, Mapping):
            example = "{1: 1, 2: 3}"
            raise Error("A distribution is made from values with their weights, such as {example}.", example=example)
        for value, weight in weights.items():
            if not isinstance(plain(weight), int | Fraction) or weight < 0:
                raise Error(
                    "A weight is a whole number or a Fraction, 0 or more; that of {value} is {weight}.",
                    value=value, weight=str(weight),
                )  # fmt: skip
        scale = lcm(*(int(weight.denominator) for weight in weights.values()))
        whole = {plain(value): int(weight * scale) for value, weight in weights.items() if weight}
        if not whole:
            raise Error("A distribution needs at least one value with a weight above 0.")
        shared = gcd(*whole.values())
        self._weights = {value: whole[value] // shared for value in _sorted(whole)}
        self.total = sum(self._weights.values())
        self.unit, self.about = unit, about
        self._explain, self._trial, self._outcomes = explain, trial, outcomes

    # a mapping value -> probability

    def __getitem__(self, value: Any) -> Fraction:
        return Fraction(self._weights.get(value, 0), self.total)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __contains__(self, value: object) -> bool:
        return value in self._weights

    def __eq__(self, other: object) -> bool:
        return self._weights == other._weights if isinstance(other, Pmf) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self._weights.items()))

    # numbers about it

    def prob(self, event: Any) -> Fraction:
        """The probability of an event: a condition (`lambda x: x <= 60`), a set, list or range of values, a value."""
        holds = _condition(event)
        return Fraction(sum(weight for value, weight in self._weights.items() if holds(value)), self.total)

    @cached_property
    def _numeric(self) -> bool:
        return all(isinstance(value, int | Fraction) for value in self)

    def _moment(self, power: int) -> Fraction:
        if not self._numeric:
            odd = next(value for value in self if not isinstance(value, int | Fraction))
            raise Error("{value} is not a number, so there is no mean.", value=str(odd))
        return Fraction(sum(value**power * weight for value, weight in self._weights.items())) / self.total

    def mean(self) -> Fraction:
        """The mean (expected value); ValueError if a value is not a number."""
        return self._moment(1)

    def var(self) -> Fraction:
        """The variance."""
        return self._moment(2) - self._moment(1) ** 2

    def std(self) -> float:
        """The standard deviation."""
        return sqrt(self.var())

    def cdf(self, x: Fraction | float) -> Fraction:
        """The probability of a value of at most x."""
        self.mean()  # refuses values that are not numbers
        if not isinstance(x, int | float | Fraction) or x != x:
            raise Error("{x} is not a number.", x=repr(x))
        return self.prob(lambda value: value <= x)

    def quantile(self, q: Fraction | float) -> Any:
        """The smallest value that is not exceeded with probability q or more (0 <= q <= 1; 0.5 is the median)."""
        if not isinstance(q, int | float | Fraction) or not 0 <= q <= 1:
            raise Error("A quantile is for a share between 0 and 1, not {share}.", share=str(q))
        share = Fraction(q).limit_denominator(10**12)
        return next(value for value, below in zip(*self._cumulated, strict=True) if below >= share * self.total)

    def mode(self) -> list[Any]:
        """The most likely value, or values when several are equally likely."""
        most = max(self._weights.values())
        return [value for value, weight in self._weights.items() if weight == most]

    # new distributions

    def map(self, function: Callable[[Any], Any]) -> "Pmf":
        """The distribution of function(value)."""
        weights: dict[Any, int] = {}
        for value, weight in self._weights.items():
            image = function(value)
            weights[image] = weights.get(image, 0) + weight
        unit = "" if self.unit == "hands" else self.unit
        return Pmf(weights, trial=lambda rng: function(self.sample(rng)), unit=unit)

    def given(self, condition: Any) -> "Pmf":
        """The distribution once it is known that the condition holds (as in `prob`); ValueError if it cannot."""
        holds = _condition(condition)
        kept = {value: weight for value, weight in self._weights.items() if holds(value)}
        if not kept:
            raise Error("That cannot happen, so nothing can be said given that it did.")

        def trial(rng: Rng) -> Any:
            while not holds(value := self.sample(rng)):
                pass
            return value

        return Pmf(kept, trial=trial, unit=self.unit)

    def _combine(self, other: Any, operation: Callable[[Any, Any], Any]) -> "Pmf":
        if not isinstance(other, Pmf):
            return self.map(lambda value: operation(value, other))
        weights: dict[Any, int] = {}
        for x, weight_x in self._weights.items():
            for y, weight_y in other._weights.items():
                z = operation(x, y)
                weights[z] = weights.get(z, 0) + weight_x * weight_y
        return Pmf(weights, trial=lambda rng: operation(self.sample(rng), other.sample(rng)), unit=self.unit)

    def __add__(self, other: Any) -> "Pmf":
        return self._combine(other, operator.add)

    __radd__ = __add__

    def __sub__(self, other: Any) -> "Pmf":
        return self._combine(other, operator.sub)

    def __rsub__(self, other: Any) -> "Pmf":
        return self.map(lambda value: other - value)

    def __mul__(self, other: Any) -> "Pmf":
        return self._combine(other, operator.mul)

    __rmul__ = __mul__

    def __neg__(self) -> "Pmf":
        return self.map(operator.neg)

    # the three routes

    def sample(self, rng: Rng) -> Any:
        """One random value: by playing the question where there is one, otherwise from the probabilities."""
        if self._trial:
            return self._trial(rng)
        bits, word = 64, rng.next()
        while self.total >> (bits - 24):  # enough random bits for the total, with a bias below 2^-24
            bits, word = bits + 64, word << 64 | rng.next()
        values, sums = self._cumulated
        return values[bisect_right(sums, word * self.total >> bits)]

    @cached_property
    def _cumulated(self) -> tuple[list[Any], list[int]]:
        return list(self), list(accumulate(self._weights.values()))

    def explain(self) -> Derivation:
        """The worked derivation of the distribution and, for numbers, of its mean."""
        if self._explain:
            return self._explain()
        question, known = _("Which values are possible, and how likely is each?"), []
        if self._numeric:
            low, high = min(self), max(self)
            known.append(
                plural(
                    "There is {n} possible value, {low}.", "There are {n} possible values, {low} to {high}.",
                    len(self), low=low, high=high,
                )
            )  # fmt: skip
        way = Derivation(question, known, unit=self.unit if self._numeric else None)
        way.step(_("Together the chances make 1."), add_up([Num(p) for p in self.values()]))
        return self._to_the_mean(way) if self._numeric else way

    def _to_the_mean(self, way: Derivation) -> Derivation:
        terms = [Num(value) * Num(p) for value, p in self.items()]
        return way.step(_("For the mean, multiply every value by its chance and add up."), add_up(terms))

    def _explain_mean(self) -> Derivation:
        """The derivation of the mean, also where that of the law ends elsewhere."""
        way = self.explain()
        if way.value == self.mean() and way.unit != "probability":
            return way
        return self._to_the_mean(Derivation(way.question, way.known, way.model, way.steps, unit=self.unit))

    def answer(self, event: Any = None) -> Answer:
        """The probability of an event (as in `prob`), or without one the mean, with derivation and simulation."""
        if event is None:
            return Answer(self.mean(), self._explain_mean, self.sample, self._outcomes, self.unit, self.about)
        holds, make = _condition(event), self._outcomes

        def outcomes() -> Outcomes:
            found = make() if make else Outcomes(0, lambda: ())
            return Outcomes(found.size, lambda: ((ways, bool(holds(value))) for ways, value in found.each()))

        return Answer(
            self.prob(event), lambda: self._explain_event(holds), lambda rng: bool(holds(self.sample(rng))),
            outcomes if make else None, about=self.about,
        )  # fmt: skip

    def _explain_event(self, holds: Callable[[Any], bool]) -> Derivation:
        fits = [value for value in self if holds(value)]
        base, values = self.explain(), self._values(fits)
        question = _("{question} How likely is this result: {values}?", question=base.question, values=values)
        way = Derivation(question, base.known, base.model, base.steps)
        text = _("Add up the chances of the values that fit: {values}.", values=values)
        return way.step(text, add_up([Num(self[value]) for value in fits]))

    def _values(self, values: list[Any]) -> Any:
        """Values in words: a run of more than three neighbours as "from ... to ...", many as their number."""
        every = list(self)
        if self._numeric and len(values) > 3 and every.index(values[-1]) - every.index(values[0]) == len(values) - 1:
            return _("{low} to {high}", low=values[0], high=values[-1])
        if len(values) <= MANY // 2:
            return either(values)
        if self.unit == "hands":
            return _("{n} of {all} hands", n=len(values), all=len(self))
        return _("{n} of {all} values", n=len(values), all=len(self))

    def simulate(self, n: int = 10_000, seed: int = 1, event: Any = None, confidence: float = 0.95) -> Estimate:
        """The mean, or the probability of an event, estimated from n simulated values."""
        return self.answer(event).simulate(n, seed, confidence)

    def enumerate(self, event: Any = None) -> Enumeration:
        """The mean, or the probability of an event, by going through all outcomes of the question."""
        return self.answer(event).enumerate()

    def check(self, n: int = 10_000, seed: int = 1, event: Any = None, confidence: float = 0.95) -> Check:
        """The routes to the mean, or to the probability of an event, side by side."""
        return self.answer(event).check(n, seed, confidence)

    # shown to people and handed to other tools

    def compare(self, other: "Pmf", names: tuple[object, object] = (_("first"), _("second"))) -> "Comparison":
        """This distribution beside another one, as a table and a chart; `names` says what they are."""
        return Comparison(self, other, names)

    def table(self) -> Table:
        """Value, probability as fraction and in per cent, and the probability of at most that value."""
        rows: list[list[Any]] = [[value, shown(p), percentage(p)] for value, p in self.items()]
        headings = [_("value"), _("probability"), _("per cent")]
        if self._numeric:
            headings.append(_("at most this"))
            for row, below in zip(rows, accumulate(self.values()), strict=True):
                row.append(percentage(below))
        return Table(headings, rows)

    def to_frame(self) -> Any:
        """A pandas DataFrame with the columns value, probability (float) and exact (Fraction)."""
        need("data", "pandas", _(".table() shows the same numbers, .items() gives them"))
        import pandas as pd

        exact = list(self.values())
        return pd.DataFrame({"value": list(self), "probability": list(map(float, exact)), "exact": exact})

    def to_scipy(self) -> Any:
        """A frozen scipy.stats distribution on the same values (numbers only), in floating point."""
        need("data", "scipy", _("the Pmf itself has .prob(), .mean(), .quantile() and sums"))
        from scipy import stats

        self.mean()  # refuses values that are not numbers
        return stats.rv_discrete(values=([float(value) for value in self], list(map(float, self.values()))))()

    def chart(self, title: Any = None, mark: Any = frozenset()) -> Any:
        """A bar chart (Altair); the values for which `mark` holds (as in `prob`) stand out."""
        from cardlib import charts

        holds = _condition(mark)
        title = title or self.explain().question
        return charts.distribution(self, title, _unit(self.unit), [value for value in self if holds(value)])

    @property
    def summary(self) -> Message:
        """The distribution in one line."""
        if not self._numeric:
            return plural("{n} value", "{n} values", len(self))
        return plural(
            "{n} value, {low}", "{n} values from {low} to {high}, mean {mean}, standard deviation {std}",
            len(self), low=min(self), high=max(self), mean=decimal(self.mean()), std=decimal(self.std(), 3),
        )  # fmt: skip

    def __repr__(self) -> str:
        return f"Pmf: {self.summary}"

    def _repr_html_(self) -> str:
        table = self.table()
        if len(self) > ROWS:
            dots = ["…"] * len(table.headings)
            table = Table(table.headings, [*table.rows[: ROWS // 2], dots, *table.rows[-ROWS // 2 :]])
        return f"<p>{self.summary.render('html')}</p>\n{table._repr_html_()}"


class Simulated(Shown):
    """A law that is too much to count, from n trials with `seed`: its mean and chances are Estimates."""

    def __init__(self, trial: Callable[[Rng], Any], n: int, seed: int, unit: str = "") -> None:
        rng = Rng(seed)
        self.results, self.seed, self.unit = [trial(rng) for _k in range(check_trials(n, 2))], seed, unit

    def mean(self, confidence: float = 0.95) -> Estimate:
        """The mean, with its interval."""
        total, squares = sum(self.results), sum(x * x for x in self.results)
        return Estimate.of_mean(len(self.results), total, squares, self.seed, confidence, self.unit)

    def prob(self, event: Any, confidence: float = 0.95) -> Estimate:
        """The probability of an event (as in `Pmf.prob`), with its interval."""
        hits = sum(map(bool, map(_condition(event), self.results)))
        return Estimate.of_proportion(hits, len(self.results), self.seed, confidence)

    def answer(self, event: Any = None) -> Estimate:
        """The probability of an event, or without one the mean, as Pmf.answer."""
        return self.mean() if event is None else self.prob(event)

    def map(self, function: Callable[[Any], Any]) -> "Simulated":
        """The law of function(value), from the same trials."""
        results = iter(list(map(function, self.results)))
        return Simulated(lambda _rng: next(results), len(self.results), self.seed, self.unit)

    def table(self) -> Table:
        """The most frequent values with their chances."""
        often = _sorted(value for value, _k in Counter(self.results).most_common(ROWS))
        return Table([_("value"), _("probability")], [[value, self.prob([value]).message] for value in often])


def simulated_law(trial: Callable[[Rng], Any], n: int, seed: int, unit: str) -> Pmf:
    """A Simulated law, for questions that give a Pmf unless they are asked with exact=False."""
    return Simulated(trial, n, seed, unit)  # type: ignore[return-value]


@dataclass(frozen=True, repr=False)
class Comparison(Shown):
    """Two distributions side by side."""

    first: Pmf
    second: Pmf
    names: tuple[object, object] = (_("first"), _("second"))

    def table(self) -> Table:
        """The probabilities of every value, then the means and the standard deviations."""
        both = (self.first, self.second)
        rows: list[list[Any]] = [
            [value, *(percentage(pmf[value]) for pmf in both)] for value in _sorted({**self.first, **self.second})
        ]
        rows.append([_("mean"), *(decimal(pmf.mean(), 3) for pmf in both)])
        rows.append([_("standard deviation"), *(decimal(pmf.std(), 3) for pmf in both)])
        return Table([_("value"), *self.names], rows)

    def chart(self) -> Any:
        """Both distributions in one chart of points (Altair): circles for the first, crosses for the second."""
        import altair as alt

        from cardlib import charts

        names = tuple(map(str, self.names))
        rows = [
            {"value": render(value), "chance": float(pmf[value]), "law": name}
            for value in _sorted({**self.first, **self.second})
            for name, pmf in zip(names, (self.first, self.second), strict=True)
        ]
        chart = (
            alt.Chart(charts.data(rows))
            .mark_point(size=60, filled=False)
            .encode(
                alt.X("value:O", title=str(_unit(self.first.unit)), sort=None, axis=alt.Axis(labelOverlap=True)),
                alt.Y("chance:Q", title=str(_("probability")), axis=alt.Axis(format="%")),
                alt.Color("law:N", title=None, scale=alt.Scale(domain=names, range=[charts.BLUE, charts.ORANGE])),
                alt.Shape("law:N", title=None, scale=alt.Scale(domain=names, range=["circle", "cross"])),
            )
        )
        title = _("Two distributions")
        description = _(
            "Chart. {one}: {first}. {other}: {second}.",
            one=names[0], first=self.first.summary, other=names[1], second=self.second.summary,
        )  # fmt: skip
        return charts.finish(chart.properties(width=560), title, description)


def _condition(event: Any) -> Callable[[Any], bool]:
    if callable(event):
        return event
    if isinstance(event, set | frozenset | list | range):
        return lambda value: value in event
    return lambda value: value == event


def _sorted(values: Iterable[Any]) -> list[Any]:
    """Values in order where they have one (numbers, tuples of numbers), otherwise as they come."""
    values = list(values)
    try:
        return sorted(values)
    except TypeError:
        return values


def _unit(unit: str) -> Message:
    return {"points": _("points"), "cards": _("cards")}.get(unit, _("value"))
