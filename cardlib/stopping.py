"""When to stop: drawing up to n cards and keeping one (by backward induction), or adding them up; exactly.

Every function here is also a method of Deck.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import accumulate, islice
from math import ceil, comb, factorial, perm
from typing import Any

from cardlib.answer import SAME_CHOICES, Answer, TooManyOutcomes
from cardlib.explain import Derivation, mixed_and_kept_out, shown, unseen
from cardlib.formula import Formula, Num, Ratio, Rounded, add_up
from cardlib.hands import (
    WORK,
    Cards,
    Draw,
    check_work,
    choosing,
    counted,
    drawn,
    hand_counts,
    numeric,
    remembered,
    sums_below,
    wanted,
)
from cardlib.pmf import Pmf
from cardlib.text import Error, Message, _, decimal, either, plural, whole


@remembered
def best_of(cards: Cards, draws: int, highest: bool = False) -> Answer:
    """The mean points of the card you keep, when you may draw up to `draws` cards and stop whenever you like.

    You see a card, then keep it (and stop) or give it up for good; the last one must be kept. The aim is a low card,
    or a high one with `highest`. The play is the best possible; `keep_up_to` lists its thresholds.
    """
    return _Stopping(cards, draws, highest=highest).answer()


@remembered
def exchange_gain(cards: Cards, draws: int = 1) -> Answer:
    """The mean gain in points of drawing up to `draws` cards and exchanging one for a hidden card, or passing.

    The hidden card is one of the unseen ones, so its mean is that of the cards that are left. A card that is given up
    is gone; after the last one you may pass, which gains nothing.
    """
    return _Stopping(cards, draws, exchange=True).answer()


def keep_up_to(cards: Cards, draws: int, highest: bool = False, exchange: bool = False) -> list[Any]:
    """The threshold for the first card, with `draws`, ..., 2, 1 draws to go: the last value worth keeping.

    That is the highest value to keep (the lowest with `highest`), of best_of or with `exchange` of exchange_gain;
    None where no card is worth keeping.
    """
    stopping = _Stopping(cards, draws, highest, exchange)
    return [stopping.threshold(n) for n in range(draws, 0, -1)]


@remembered
def running_sum(cards: Cards, ruin: Any, stop_at: int | None = None, draws: int | None = None) -> Pmf:
    """The law of the points you keep, when you add up cards and stop when you like, and a card of `ruin` loses all.

    ruin: one card or several; the others are whole numbers of 0 or more. `draws`: at most so many cards (default: all).
    stop_at: the sum from which on you stop; default the best one, which `explain()` derives.
    """
    counts, size = drawn(cards, sum(counted(cards).values()) if draws is None else draws)
    loses = frozenset(wanted(cards, ruin))
    good = {card: count for card, count in counts.items() if card not in loses}
    for card in good:
        if whole(card) is None or card < 0:
            raise Error(
                "To add up, cards are whole numbers of 0 or more, or ruin the sum; {card} is neither.", card=card
            )
    total, points = sum(counts.values()), sum(card * count for card, count in good.items())
    bad = total - sum(good.values())
    best = Fraction(points, 1 + bad)
    if stop_at is not None and whole(stop_at) is None:
        raise Error("Points are a whole number or a Fraction, not {points}.", points=str(stop_at))
    limit = ceil(best) if stop_at is None else int(stop_at)
    check_work(len(good) ** 2 * size * max(limit, 1) * choosing(total, min(size, limit + good.get(0, 0))), 50 * WORK)
    weights: Counter[int] = Counter()  # times perm(total, size): in how many orders of cards
    for card, count in good.items():
        before = sums_below(good | {card: count - 1}, limit, size - 1)
        for k, sums in enumerate(before):
            for sum_before, ways in sums.items():
                if sum_before + card >= limit:
                    orders = ways * count * factorial(k) * perm(total - k - 1, size - k - 1)
                    weights[sum_before + card] += orders
    if limit > 0:
        for points_kept, ways in sums_below(good, limit, size)[size].items():
            weights[points_kept] += ways * factorial(size)
    else:
        weights[0] = perm(total, size)
    ruined = perm(total, size) - sum(weights.values())
    weights[0] += ruined

    def explain() -> Derivation:
        ruins = either(wanted(cards, ruin))
        question = _(
            "You draw cards one by one and add them up. You stop when you like, but {cards} loses all. How many points "
            "do you keep?",
            cards=ruins,
        )  # fmt: skip
        known = [
            unseen(total),
            plural("{n} of them shows {cards}.", "{n} of them show {cards}.", bad, cards=ruins),
            _("The others add up to {points} points.", points=points),
        ]
        way = Derivation(question, known, mixed_and_kept_out(), unit="points")
        text = _(
            "You have s points, and m cards are left. One more card brings on average ({points} − s)/m points, and "
            "costs {bad} × s/m, since {bad} of the m cards lose all. It pays as long as s is below this:",
            points=points, bad=bad,
        )  # fmt: skip
        way.note(text, Ratio(points, 1 + bad))
        way.step(_("More points only make it worse to go on: this holds to the end."))
        stop = _("So stop as soon as you have {limit} points or more.", limit=limit)
        way.step(stop if stop_at is None else _("You stop as soon as you have {limit} points or more.", limit=limit))
        way.note(_("How likely is it to lose all?"), Num(Fraction(ruined, perm(total, size))))
        terms = [Num(x) * Num(Fraction(ways, perm(total, size))) for x, ways in sorted(weights.items()) if ways]
        return way.step(_("For the mean, multiply every value by its chance and add up."), add_up(terms))

    def measure(order: Iterable[Any]) -> int:
        have = 0
        for card in islice(order, size if limit > 0 else 0):
            if card in loses:
                return 0
            have += card
            if have >= limit:
                break
        return have

    draw = Draw(counts, total, measure, lazy=True)
    return Pmf(weights, explain, draw.trial, draw.outcomes, "points", SAME_CHOICES)


class _Stopping:
    """Optimal stopping by backward induction, exact: the state is what is left of the deck."""

    def __init__(self, cards: Cards, draws: Any, highest: bool = False, exchange: bool = False) -> None:
        counts, self.n = drawn(cards, draws)
        self.counts, self.exchange = numeric(counts), exchange
        self.sign = 1 if highest or exchange else -1  # the worth of a card is what we want to be high
        self.left, self.size = dict(counts), sum(counts.values())
        self.points = sum(card * count for card, count in counts.items())
        self.worths: dict[tuple[int, ...], Fraction] = {}
        if self.n < 1 or (exchange and self.n >= self.size):
            raise Error("There must be at least 1 draw, and a card left to exchange.")
        check_work(self.n, 500)  # one step back a draw
        histories = list(accumulate(hand_counts(counts, self.n - 1 + exchange)))  # with 1, 2, ... draws
        if sum(histories) > 25_000:  # the derivation weighs them all; about a second
            raise TooManyOutcomes(
                "With {n} draws there are {states} histories to weigh: too many to be exact.",
                n=self.n, states=histories[-1],
            )  # fmt: skip

    @contextmanager
    def without(self, card: Any) -> Iterator[None]:
        """The cards left after one more card was drawn."""
        self.left[card] -= 1
        self.size, self.points = self.size - 1, self.points - card
        yield
        self.left[card] += 1
        self.size, self.points = self.size + 1, self.points + card

    def keep(self, card: Any) -> Fraction:
        """What keeping a card is worth, once it is drawn."""
        return Fraction(self.points, self.size) - card if self.exchange else Fraction(self.sign * card)

    def worth(self, n: int) -> Fraction:
        """What n more draws are worth, with the best play."""
        if n == 0:
            return Fraction(0)
        if n == 1 and not self.exchange:
            return self.sign * Fraction(self.points, self.size)
        key = (n, *self.left.values())
        if key not in self.worths:
            total = Fraction(0)
            for card, count in list(self.left.items()):
                if count:
                    with self.without(card):
                        total += count * max(self.keep(card), self.worth(n - 1))
            self.worths[key] = total / self.size
        return self.worths[key]

    def keeps(self, card: Any, n: int) -> bool:
        """Whether the best play keeps this card with n draws to go, counting the one that brought it."""
        if n == 1 and not self.exchange:
            return True
        with self.without(card):
            return self.keep(card) >= self.worth(n - 1)

    def threshold(self, n: int) -> Any:
        """The last value worth keeping as the first of n draws."""
        kept = [card for card in self.counts if self.keeps(card, n)]
        if not kept:
            return None
        return min(kept) if self.sign > 0 and not self.exchange else max(kept)

    def play(self, order: Sequence[Any], n: int) -> Any:
        """The card that the best play keeps when the cards come in this order; None when it passes."""
        card, *later = order
        if self.keeps(card, n):
            return card
        with self.without(card):
            return self.play(later, n - 1) if n > 1 else None

    def answer(self) -> Answer:
        value = self.worth(self.n) if self.exchange else self.sign * self.worth(self.n)

        def measure(order: Sequence[Any]) -> Any:
            kept = self.play(order, self.n)
            if self.exchange:  # the card after the last draw plays the hidden one
                return 0 if kept is None else order[-1] - kept
            return kept

        draw = Draw(self.counts, self.n + self.exchange, measure, ordered=True)
        return Answer(value, self.explain, draw.trial, draw.outcomes, "points", SAME_CHOICES)

    # the derivation

    def explain(self) -> Derivation:
        known = [unseen(self.size), _("Their mean is {mean}.", mean=shown(Fraction(self.points, self.size)))]
        given_up = _(
            "A card that is given up is gone. You always choose what is better on average (backward induction)."
        )
        way = Derivation(self.question(), known, [*mixed_and_kept_out(), given_up], unit="points")
        if self.exchange:
            self.one_exchange(way)
        for n in range(1, self.n + 1):
            kept = {card: count for card, count in self.counts.items() if self.keeps(card, n)}
            way.step(self.advice(n, bool(kept)), self.value_of(n, kept))
        if self.n > 1:
            way.step(
                _("Each card that is given up changes the deck a little; the exact calculation follows all of it.")
            )
        self.mistake(way)
        return way

    def question(self) -> Message:
        if self.exchange:
            return plural(
                "You may draw {n} card and exchange it for a hidden one, or pass. How much lower does your sum get?",
                "You may draw up to {n} cards, one by one, and exchange one for a hidden card as soon as it comes, "
                "or pass. How much lower does your sum get?",
                self.n,
            )
        if self.sign > 0:
            return plural(
                "You draw {n} card and keep it. How high is it on average?",
                "You may draw up to {n} cards, one by one, and stop when you like; you keep the card drawn last. "
                "How high can you make it on average?",
                self.n,
            )
        return plural(
            "You draw {n} card and keep it. How low is it on average?",
            "You may draw up to {n} cards, one by one, and stop when you like; you keep the card drawn last. "
            "How low can you make it on average?",
            self.n,
        )

    def one_exchange(self, way: Derivation) -> None:
        """What one exchange gains, for the lowest card."""
        card = min(self.counts)
        text = _(
            "What does an exchange gain? The hidden card is worth the mean of the {others} cards that are left, and "
            "what you drew takes its place. So the card {card} gains:",
            others=self.size - 1, card=card,
        )  # fmt: skip
        way.step(text, Ratio(self.points - card, self.size - 1) - Num(card))

    def value_of(self, n: int, kept: Mapping[Any, int]) -> Formula:
        """What n draws are worth from the whole deck, made of what n - 1 draws are worth."""
        terms: list[Any] = []
        later = Fraction(0)
        for card, count in self.counts.items():
            with self.without(card):
                if card in kept:
                    terms.append(Ratio(count, self.size + 1) * Num(self.keep(card) if self.exchange else card))
                else:
                    later += count * self.worth(n - 1) * (1 if self.exchange else self.sign)
        rest = self.size - sum(kept.values())
        if rest:
            terms.append(Ratio(rest, self.size) * Rounded(decimal(later / rest, 4)))
        return add_up(terms)

    def advice(self, n: int, keeps_any: bool) -> Message:
        """Which cards to keep with n draws to go, in words."""
        worth = {"n": n, "last": self.threshold(n)}
        if not keeps_any:
            return plural(
                "With {n} draw to go, no card is worth keeping.",
                "With {n} draws to go, no card is worth keeping at once.",
                n,
            )
        if n == 1 and not self.exchange:
            return _("When only 1 draw is left, you must keep its card. It is worth the mean.")
        if self.exchange:
            return plural(
                "With {n} draw to go: exchange a card of {last} or less, otherwise pass. Multiply what each card "
                "gains by its share of the deck, and add up.",
                "With {n} draws to go: exchange a first card of {last} or less, otherwise go on. Multiply what each "
                "card gains by its share of the deck; the other cards together gain what going on gains.",
                n, last=worth["last"],
            )  # fmt: skip
        if self.sign > 0:
            return _(
                "With {n} draws to go: keep a first card of {last} or more, because going on would bring less. "
                "Multiply each card you keep by its share of the deck; the other cards together bring what going on "
                "brings.",
                **worth,
            )
        return _(
            "With {n} draws to go: keep a first card of {last} or less, because going on would bring more. "
            "Multiply each card you keep by its share of the deck; the other cards together bring what going on "
            "brings.",
            **worth,
        )

    def mistake(self, way: Derivation) -> None:
        """For best_of: a threshold that never moves. For an exchange: looking at averages only."""
        if self.exchange:
            text = _("A new card is as good as the hidden one on average, so drawing gains nothing. But you may pass.")
            way.warn(text, 0)
            return
        size, middle = self.size, Fraction(self.points, self.size)
        good = {card: count for card, count in self.counts.items() if self.sign * (card - middle) > 0}
        hits, good_points = sum(good.values()), sum(card * count for card, count in good.items())
        bad, before = size - hits, self.n - 1
        text = _(
            "Keeping every card that is better than the mean, however many draws are left. The threshold has to move: "
            "with many draws left you can afford to wait for a better card. (Chance of such a card before the last "
            "draw times its mean, and chance of none times the mean of the last card.)"
        )
        if not hits or bad < before:
            way.warn(text)
            return
        miss = Fraction(comb(bad, before), comb(size, before))
        last = Fraction(self.points - before * Fraction(self.points - good_points, bad)) / (size - before)
        way.warn(text, Num(1 - miss) * Num(Fraction(good_points, hits)) + Num(miss) * Num(last))
