"""Waiting: how many cards must be drawn until a wanted card comes, or every one of several values."""

from collections.abc import Iterable, Sized
from fractions import Fraction
from itertools import islice
from math import comb
from typing import Any

from cardlib.counting import HowMany
from cardlib.explain import Derivation, mixed_and_kept_out, unseen
from cardlib.formula import Binomial, Ratio, Sum, choose, times
from cardlib.hands import Cards, Draw, check_work, choosing, counted, wanted
from cardlib.pmf import Pmf
from cardlib.text import Error, _, both, plural, whole


def draws_until(cards: Cards, of: Any, k: int = 1) -> Pmf:
    """The law of the number of draws up to and including the k-th wanted card, in cards."""
    hand = HowMany(cards, _waited_for(of), 0)
    size, outs, others, kth = hand.total, hand.outs, hand.others, whole(k) or 0
    if not outs:
        raise Error("There is no card {card} to wait for.", card=hand.said)
    if not 1 <= kth <= outs:
        raise Error(
            plural(
                "There is {n} card to wait for, so k is 1, not {k}.",
                "There are {n} cards to wait for, so k is one of 1 to {n}, not {k}.",
                outs, k=str(k),
            )
        )  # fmt: skip
    check_work((others + 1) * (300 + choosing(size, outs)))

    def explain() -> Derivation:
        question = plural(
            "How many cards must you draw until one shows {cards}?",
            "How many cards must you draw until {n} of them show {cards}?",
            kth, cards=hand.said,
        )  # fmt: skip
        places = plural(
            "Think of all the cards ({size}) laid out in the order in which they will be drawn. Every place is equally "
            "likely for the out.",
            "Think of all {size} cards laid out in the order in which they will be drawn. Every choice of {outs} "
            "places for the outs is equally likely.",
            outs, size=size, outs=outs,
        )  # fmt: skip
        later = min(kth + 1, others + kth)
        brings = _(
            "Draw number {t} brings the wanted card if {before} outs lie before it and {after} outs after it.",
            t=later, before=kth - 1, after=outs - kth,
        )  # fmt: skip
        gaps = _(
            "The outs cut the row of the other {others} cards into {gaps} stretches. By symmetry all stretches are "
            "equally long on average.",
            others=others, gaps=outs + 1,
        )  # fmt: skip
        wait = plural(
            "Before the wanted card lies {n} stretch; the wanted card itself counts too.",
            "Before the wanted card lie {n} stretches; the {n} outs themselves count too.",
            kth,
        )
        gap = Ratio(others, outs + 1)
        way = Derivation(question, hand.facts(), mixed_and_kept_out(), unit="cards").step(places, Binomial(size, outs))
        way.step(brings, choose((later - 1, kth - 1), (size - later, outs - kth)) / Binomial(size, outs))
        way.step(gaps, gap).step(wait, times(kth, gap) + kth)
        wrong = _(
            "Dividing the cards by the outs, as if every card were put back. Cards that are gone cannot come again."
        )
        return way.warn(wrong, times(kth, Ratio(size, outs)))

    def measure(order: Iterable[bool]) -> int:
        hits = (draw for draw, is_out in enumerate(order, 1) if is_out)
        return next(islice(hits, kth - 1, None))

    weights = {t: comb(t - 1, kth - 1) * comb(size - t, outs - kth) for t in range(kth, others + kth + 1)}
    draw = Draw({True: outs, False: others}, size, measure, lazy=True)
    return Pmf(weights, explain, draw.trial, draw.outcomes, "cards")


def draws_until_all(cards: Cards, of: Any = None) -> Pmf:
    """The law of the number of draws until every one of the wanted values (default: all values) was seen, in cards."""
    counts = counted(cards)
    values = wanted(cards, _waited_for(list(counts) if of is None else of))
    missing = next((card for card in values if card not in counts), None)
    if missing is not None:
        raise Error("There is no card {card} to wait for.", card=missing)
    size = sum(counts.values())
    check_work(size * min(size, 2 ** len(values)), 100_000)
    sets = {(0, 0): 1}  # sets[k, m]: how many sets of k wanted values hold m cards together
    for card in values:
        for (k, m), number in list(sets.items()):
            more = k + 1, m + counts[card]
            sets[more] = sets.get(more, 0) + number
    signed: dict[int, int] = {}  # the same by m alone, even sets counted +, odd ones -
    for (k, m), number in sets.items():
        signed[m] = signed.get(m, 0) + (-1) ** k * number
    share = {m: Fraction(number, comb(size, m)) for m, number in signed.items()}
    seen = [sum(part * comb(size - t, m) for m, part in share.items()) for t in range(size + 1)]

    def explain() -> Derivation:
        question = _("How many cards must you draw until all of these were seen: {cards}?", cards=both(values))
        way = Derivation(question, [unseen(size)], mixed_and_kept_out(), unit="cards")
        count = counts[values[0]]
        first = _(
            "Start with one value: {card}. Its {count} cards cut the row of all cards into {gaps} stretches, equally "
            "long on average, so its first card comes at this place.",
            card=values[0], count=count, gaps=count + 1,
        )  # fmt: skip
        text = _(
            "The wait for all values is the wait for the last of them. Inclusion and exclusion: add the waits for the "
            "first card of every single value, take away those for the first card of every two values, add those of "
            "every three, and so on."
        )
        terms = [(number, m) for (k, m), number in sorted(sets.items()) if k]
        signs = [-((-1) ** k) for (k, _m) in sorted(sets) if k]
        way.step(first, Ratio(size + 1, count + 1))
        way.step(text, Sum([times(number, Ratio(size + 1, m + 1)) for number, m in terms], signs))
        put_back = Sum([times(number, Ratio(size, m)) for number, m in terms], signs)
        return way.warn(_("Calculating as if every card were put back."), put_back)

    def measure(order: Iterable[Any]) -> int:
        waiting = set(values)
        for draw, card in enumerate(order, 1):
            waiting.discard(card)
            if not waiting:
                return draw
        raise AssertionError("every wanted card is in the deck")

    draw = Draw(counts, size, measure, lazy=True)
    law = {t: seen[t] - seen[t - 1] for t in range(1, size + 1)}
    return Pmf(law, explain, draw.trial, draw.outcomes, "cards")


def _waited_for(of: Any) -> Any:
    """The cards to wait for; there must be one."""
    if isinstance(of, Sized) and not isinstance(of, str) and not len(of):
        raise Error("Name at least 1 card to wait for.")
    return of
