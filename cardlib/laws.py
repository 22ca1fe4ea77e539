"""Laws of a hand (which cards, their sum, ranks, different values), and of several hands from one deck."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from math import comb, prod
from typing import Any

from cardlib.answer import ENUMERATION_LIMIT, TooManyOutcomes
from cardlib.chances import all_hands, law
from cardlib.explain import Derivation, mixed_and_kept_out, shown, unseen
from cardlib.formula import Binomial, Formula, Name, Num, Ratio, add_up, choose, multiply
from cardlib.hand import different as different_values
from cardlib.hands import (
    EFFORT,
    Cards,
    Draw,
    check_work,
    choosing,
    drawn,
    effort,
    hand_count,
    hands_by_value,
    mean,
    numeric,
    remembered,
    spread,
    sums_of_hands,
    var,
    weighed_sums,
)
from cardlib.pmf import Pmf, simulated_law
from cardlib.text import Error, Message, _, both, plural, whole

VALUE_BY_VALUE = _(
    "Go through the values one after the other. For each, decide how many of its cards go to each hand and count the "
    "ways. Points add for each hand, ways multiply."
)


def points_unseen(counts: Mapping[Any, int]) -> list[Message]:
    """How many cards are unseen, and their mean and variance, in words."""
    if not counts:
        return [unseen(0)]
    text = _(
        "Their mean is {mean} points, the variance of one card is {var}.",
        mean=shown(mean(counts)), var=shown(var(counts)),
    )  # fmt: skip
    return [unseen(sum(counts.values())), text]


def hand(cards: Cards, draws: int, exact: bool = True, n: int = 10_000, seed: int = 1) -> Pmf:
    """The law of the whole hand: every hand (a tuple of cards, in the order of the deck) with its probability.

    Made for evidence: `deck.hand(3).given(lambda hand: 12 in hand).map(sum)`. Raises TooManyOutcomes (a ValueError)
    when there are too many hands; exact=False gives a Simulated law, from n hands drawn with `seed`.
    """
    counts, size = drawn(cards, draws)
    places = {card: place for place, card in enumerate(counts)}
    draw = Draw(counts, size, lambda hand: tuple(sorted(hand, key=places.__getitem__)))
    if not exact:
        return simulated_law(draw.trial, n, seed, "hands")
    if (number := hand_count(counts, size)) > ENUMERATION_LIMIT:
        raise TooManyOutcomes(
            "There are {n} different hands, too many to list them all. Ask deck.chance or deck.law, which count "
            "without a list, or use exact=False for a simulation with its interval.",
            n=number,
        )
    weights = {hand: ways for ways, hand in hands_by_value(counts, size)}

    def explain() -> Derivation:
        total, likely = sum(counts.values()), max(weights, key=weights.__getitem__)
        question = plural("You draw {n} card. Which?", "You draw {n} cards. Which hand do you hold?", size)
        example = _(
            "For a hand, multiply the ways to choose each of its values, as here for {hand}.", hand=both(likely)
        )
        numbers = [(counts[card], likely.count(card)) for card in dict.fromkeys(likely)]
        way = Derivation(question, [unseen(total)], mixed_and_kept_out(), unit=None).step(*all_hands(total, size))
        return way.step(example, choose(*numbers) / Binomial(total, size))

    return Pmf(weights, explain, draw.trial, draw.outcomes, "hands")


@remembered
def sum_of(cards: Cards, draws: int, exact: bool = True, n: int = 10_000, seed: int = 1) -> Pmf:
    """The law of the sum of the drawn cards, in points; exact=False gives a Simulated one, from n hands."""
    counts, number = drawn(cards, draws)
    draw = Draw(numeric(counts), number, sum)
    if not exact:
        return simulated_law(draw.trial, n, seed, "points")
    weights = _sums(counts, number)

    def explain() -> Derivation:
        n = number
        size, likely = sum(counts.values()), max(weights, key=weights.__getitem__)
        one, spread = (mean(counts), var(counts)) if counts else (Fraction(0), Fraction(0))
        question = plural("You draw {n} card. How many points?", "You draw {n} cards. What is their sum?", n)
        count = _(
            "Go through the values one after the other. For each, decide how many of the {n} cards show it and count "
            "the ways to choose them. Along the way, points add and ways multiply. The most likely sum is {sum}.",
            n=n, sum=likely,
        )  # fmt: skip
        way = Derivation(question, points_unseen(counts), mixed_and_kept_out(), unit="points").step(*all_hands(size, n))
        way.note(count, Ratio(weights[likely], comb(size, n)))
        way.step(_("Each card alone has the mean of all unseen cards; the means add up."), Num(n) * Num(one))
        if n > 1 and size > 1:
            text = _(
                "The variance does not simply add up: a high card that is drawn is missing for the other draws, so "
                "the sum varies less. The factor at the end says how much less."
            )
            way.note(text, multiply([n, spread, Ratio(size - n, size - 1)]))
            wrong = _("Adding up the variances of the single cards, as if every card were put back.")
            way.warn(wrong, Num(n) * Num(spread))
        return way

    return Pmf(weights, explain, draw.trial, draw.outcomes, "points")


def _sums(counts: Mapping[Any, int], n: int) -> dict[Any, int]:
    """In how many ways a hand has which sum; hand by hand where the cards lie far apart."""
    if effort(counts, [n], spread(counts) * n + 1) <= EFFORT:
        return weighed_sums(counts, [n], [1])
    check_work(len(counts) * n, estimable=True)
    check_work(hand_count(counts, n), ENUMERATION_LIMIT, estimable=True)
    found: dict[Any, int] = {}
    for ways, hand in hands_by_value(counts, n):
        found[sum(hand)] = found.get(sum(hand), 0) + ways
    return found


def largest(cards: Cards, draws: int) -> Pmf:
    """The law of the largest of the drawn cards, in points."""
    question = plural(
        "You draw {n} card. What does it show?", "You draw {n} cards. What is the largest of them?", whole(draws) or 0
    )
    return _ranked(cards, draws, draws, question)


def smallest(cards: Cards, draws: int) -> Pmf:
    """The law of the smallest of the drawn cards, in points."""
    question = plural(
        "You draw {n} card. What does it show?", "You draw {n} cards. What is the smallest of them?", whole(draws) or 0
    )
    return _ranked(cards, 1, draws, question)


def ranked(cards: Cards, rank: int, draws: int) -> Pmf:
    """The law of the rank-th smallest of the drawn cards (order statistic; rank 1 is the smallest), in points."""
    question = _("You draw {n} cards and sort them. What is the card at place {rank} from below?", n=draws, rank=rank)
    return _ranked(cards, rank, draws, question)


def _ranked(cards: Cards, place: Any, draws: Any, question: Message) -> Pmf:
    counts, n = drawn(cards, draws)
    rank, size, values = whole(place) or 0, sum(counts.values()), sorted(numeric(counts))
    if n == 0:
        raise Error("At least 1 card must be drawn.")
    if not 1 <= rank <= n:
        raise Error("The place is one of 1 to {n}, not {rank}.", n=n, rank=str(place))
    check_work(len(values) * (n - rank + 1) * choosing(size, n))
    below, upto = 0, {}  # upto[x]: hands of which at least `rank` cards are x or less
    for value in values:
        below += counts[value]
        upto[value] = sum(comb(below, k) * comb(size - below, n - k) for k in range(rank, n + 1))
    weights = {x: upto[x] - upto[y] for y, x in pairwise(values)} | {values[0]: upto[values[0]]}

    def explain() -> Derivation:
        median = next(x for x in values if 2 * upto[x] >= comb(size, n))
        small = sum(count for value, count in counts.items() if value <= median)
        words = {"rank": rank, "x": median, "small": small, "size": size}
        text = (
            plural(
                "The largest is {x} or less exactly when the drawn card is. {small} of the {size} cards are {x} or "
                "less, so count the hands made of these and divide by all hands.",
                "The largest is {x} or less exactly when each of the {n} drawn cards is. {small} of the {size} cards "
                "are {x} or less, so count the hands made of these and divide by all hands.",
                n, **words,
            )
            if rank == n
            else _(
                "The card at place {rank} is {x} or less exactly when at least {rank} of the drawn cards are. "
                "{small} of the {size} cards are {x} or less, so count these hands and divide by all hands.",
                **words,
            )
        )  # fmt: skip
        fit = add_up([choose((small, k), (size - small, n - k)) for k in range(rank, n + 1) if k <= small])
        terms = [Num(x) * Num(Fraction(ways, comb(size, n))) for x, ways in sorted(weights.items()) if ways]
        way = Derivation(question, points_unseen(counts), mixed_and_kept_out(), unit="points")
        way.step(text, fit / Binomial(size, n))
        way.step(_("Do this for every value; the step from one value to the next is the chance of that value."))
        way.step(_("For the mean, multiply every value by its chance and add up."), add_up(terms))
        return way.warn(_("Taking the mean of one card: but the place in the sorted hand matters."), mean(counts))

    draw = Draw(counts, n, lambda hand: sorted(hand)[rank - 1])
    return Pmf(weights, explain, draw.trial, draw.outcomes, "points")


@remembered
def different(cards: Cards, draws: int) -> Pmf:
    """The law of the number of different values among the drawn cards."""
    return law(cards, different_values(), draws)


# --- two or more hands from one deck --------------------------------------------------------------------------------


@remembered
def sums_of(cards: Cards, *sizes: int, exact: bool = True, n: int = 10_000, seed: int = 1) -> Pmf:
    """The joint law of the sums of several hands dealt from the same cards: `sums_of(2, 3)`, values (sum, sum).

    The sums depend on each other: a low card in one hand is missing for the others. `sums_of(...).map(min)` is the law
    of the lowest; exact=False gives a Simulated law, from n deals with `seed`.
    """
    counts, hands = _several(cards, sizes)
    draw = Draw(counts, sum(hands), lambda order: _cut(order, hands), ordered=True)
    if not exact:
        return simulated_law(draw.trial, n, seed, "points")
    places = prod(spread(counts) * size + 1 for size in hands)
    check_work(effort(counts, hands, places), EFFORT, estimable=True)

    def explain() -> Derivation:
        size = sum(counts.values())
        question = _("Hands of {sizes} cards are dealt from one deck. What are their sums?", sizes=both(hands))
        way = Derivation(question, points_unseen(counts), mixed_and_kept_out(), unit=None)
        way.step(*_deals(counts, hands)).step(VALUE_BY_VALUE)
        if size > 1:
            text = _(
                "Any two cards hang together a little: a high one makes the other lower on average. Their covariance "
                "is the variance of one card, divided by the number of the other cards, with a minus sign."
            )
            way.step(text, Num(-var(counts)) / (size - 1))
        return way

    return Pmf(sums_of_hands(counts, hands), explain, draw.trial, draw.outcomes, "points")


def _several(cards: Cards, sizes: Sequence[Any]) -> tuple[dict[Any, int], list[int]]:
    """The cards, and the sizes of the hands dealt from them, checked."""
    hands = [-1 if size is None else size for size in map(whole, sizes)]
    if not hands or min(hands) < 0:
        raise Error("Give the size of every hand: 0, 1, 2, ... cards.")
    return numeric(drawn(cards, sum(hands))[0]), hands


def _cut(order: Sequence[Any], sizes: Iterable[int]) -> tuple[Any, ...]:
    """The sums of the hands that are dealt one after the other."""
    ends = list(accumulate(sizes, initial=0))
    return tuple(sum(order[start:end]) for start, end in pairwise(ends))


def _deals(counts: Mapping[Any, int], sizes: Sequence[int]) -> tuple[Message, Formula]:
    """A step: in how many ways the hands can be dealt."""
    left = accumulate(sizes, lambda left, size: left - size, initial=sum(counts.values()))
    ways = choose(*zip(left, sizes, strict=False))
    return _("Choose the first hand from all cards, the next from the rest, and so on."), ways


@remembered
def duel(
    cards: Cards, mine: int, yours: int, my_points: Any = 0, your_points: Any = 0, highest: bool = False,
    exact: bool = True, n: int = 10_000, seed: int = 1,
) -> Pmf:  # fmt: skip
    """The law of "win", "tie" and "lose" for me, when both turn up hidden cards of the same deck: `mine` and `yours`.

    `my_points` and `your_points` lie open already. The lower sum wins, or with `highest` the higher one.
    exact=False gives a Simulated law, from n deals with `seed`.
    """
    counts, (me, you) = _several(cards, (mine, yours))
    for points in (my_points, your_points):
        if whole(points) is None and not isinstance(points, Fraction):
            raise Error("Points are a whole number or a Fraction, not {points}.", points=str(points))
    ahead, sign = Fraction(my_points) - Fraction(your_points), -1 if highest else 1

    def outcome(gap: Any) -> str:
        return "win" if sign * gap < 0 else "lose" if sign * gap > 0 else "tie"

    def measure(order: Sequence[Any]) -> str:
        one, other = _cut(order, (me, you))
        return outcome(one - other + ahead)

    draw = Draw(counts, me + you, measure, ordered=True)
    if not exact:
        return simulated_law(draw.trial, n, seed, "")
    check_work(effort(counts, (me, you), spread(counts) * (me + you) + 1), EFFORT, estimable=True)
    law = Pmf(weighed_sums(counts, (me, you), (1, -1))).map(lambda gap: outcome(gap + ahead))

    def explain() -> Derivation:
        question = _(
            "I have {my_points} points and {mine} hidden cards, you have {your_points} points and {yours} hidden "
            "cards. Who wins?",
            my_points=my_points, mine=me, your_points=your_points, yours=you,
        )  # fmt: skip
        rule = _("The higher sum wins.") if highest else _("The lower sum wins.")
        way = Derivation(question, [unseen(sum(counts.values())), rule], mixed_and_kept_out())
        way.step(*_deals(counts, (me, you))).step(VALUE_BY_VALUE)
        way.step(_("Add up the chances of all pairs of sums in which I win."), Name(_("P(win)"), law["win"]))
        way.note(_("In the same way for equal sums."), Name(_("P(tie)"), law["tie"]))
        mistake = _("Treating the hands as if each came from a deck of its own. That would give me this chance to win:")
        apart = sum_of(cards, me) - sum_of(cards, you) + ahead
        return way.warn(mistake, apart.prob(lambda gap: outcome(gap) == "win"))

    return Pmf({result: law[result] for result in ("win", "tie", "lose")}, explain, draw.trial, draw.outcomes)
