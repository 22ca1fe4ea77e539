"""Exercises whose numbers follow from a pupil's name or a seed: neighbours differ, and teachers have every key."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from fractions import Fraction
from math import ceil

from .. import draws, skyjo
from ..deck import Deck
from ..explain import Table
from ..pmf import Pmf
from ..rng import Rng
from ..text import Error, Message, _, both, decimal, percentage, plural
from .exercise import Exercise

TASKS: dict[str, Callable[[Rng], Exercise]] = {}


def task(make: Callable[[Rng], Exercise]) -> Callable[[Rng], Exercise]:
    """Register a function that makes an exercise from random numbers under its own name."""
    TASKS[make.__name__] = make
    return make


def make(name: str, who: str | int = 0) -> Exercise:
    """The exercise of that name with the numbers of a pupil (a name: case and outer spaces do not matter) or a seed."""
    if name not in TASKS:
        raise Error("There is no exercise {name}; there are: {known}.", name=name, known=", ".join(TASKS))
    text = f"{name} {str(who).strip().casefold()}"
    return TASKS[name](Rng(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")))


def keys(name: str, pupils: Iterable[str | int]) -> Table:
    """The questions and answers of several pupils, for the teacher's edition."""
    rows = [(str(who), (exercise := make(name, who)).question, str(exercise.key())) for who in pupils]
    return Table([_("pupil"), _("question"), _("answer")], rows)


def _pile(rng: Rng) -> tuple[Deck, int, int, int]:
    """Unseen cards with one value of interest: the deck, that value, how many outs, how many cards."""
    value, outs, total = 1 + rng.below(12), 4 + rng.below(6), 10 * (8 + rng.below(6))
    return Deck({value: outs, "other": total - outs}), value, outs, total


@task
def column(rng: Rng) -> Exercise:
    """Two equal cards of a column are there: the chance that the third comes within a few draws."""
    deck, value, outs, total = _pile(rng)
    n = 2 + rng.below(4)
    question = _(
        "Your column shows {v}, {v} and a hidden card. You cannot see {total} cards; {outs} of them show {v}. "
        "You draw {n} cards from the pile. What is the chance that at least one of them shows {v}?",
        v=value, total=total, outs=outs, n=n,
    )  # fmt: skip
    return Exercise(question, draws.at_least(deck, 1, of=value, draws=n))


@task
def no_luck(rng: Rng) -> Exercise:
    """The chance that none of the drawn cards helps."""
    deck, value, outs, total = _pile(rng)
    n = 2 + rng.below(3)
    question = _(
        "You cannot see {total} cards; {outs} of them show {v}. You draw {n} cards. "
        "What is the chance that none of them shows {v}?",
        v=value, total=total, outs=outs, n=n,
    )  # fmt: skip
    return Exercise(question, draws.exactly(deck, 0, of=value, draws=n))


@task
def pair(rng: Rng) -> Exercise:
    """One card of a column is there: the chance that both others come from a few draws."""
    deck, value, outs, total = _pile(rng)
    n = 3 + rng.below(3)
    question = _(
        "Your column shows {v} and two hidden cards. You cannot see {total} cards; {outs} of them show {v}. "
        "You draw {n} cards. What is the chance that at least two of them show {v}?",
        v=value, total=total, outs=outs, n=n,
    )  # fmt: skip
    return Exercise(question, draws.at_least(deck, 2, of=value, draws=n))


@task
def next_card(rng: Rng) -> Exercise:
    """One draw: the share of the wanted cards among the unseen ones."""
    deck, value, outs, total = _pile(rng)
    question = _(
        "You cannot see {total} cards; {outs} of them show {v}. What is the chance that the next card shows {v}?",
        v=value, total=total, outs=outs,
    )  # fmt: skip
    hints = {
        Fraction(1, 15): _("The 15 values are not equally likely. Count cards, not values."),
        Fraction(outs, 150): _("The cards you have seen cannot come. Divide by the cards that can."),
        Fraction(outs, total - outs): _("Divide by all unseen cards, the wanted ones too."),
    }
    return Exercise(question, draws.at_least(deck, 1, of=value, draws=1), hints)


@task
def either(rng: Rng) -> Exercise:
    """Two wanted values: one card cannot show both, two draws can."""
    deck, value, outs, total = _pile(rng)
    other, more, n = 1 + value % 12, 3 + rng.below(5), 2 + rng.below(2)
    deck = deck - ["other"] * more + [other] * more
    question = _(
        "You cannot see {total} cards; {outs} of them show {v}, {more} show {w}. You draw {n} cards. "
        "What is the chance that at least one of them shows {v} or {w}?",
        v=value, w=other, total=total, outs=outs, more=more, n=n,
    )  # fmt: skip
    first, second = (draws.at_least(deck, 1, of=card, draws=n).value for card in (value, other))
    hints = {
        first + second: _("Both can happen: one card shows {v}, another one {w}. Such hands count twice then.",
                          v=value, w=other),
        first: _("There are more outs: {w} will do as well.", w=other),
        second: _("There are more outs: {v} will do as well.", v=value),
        Fraction(outs + more, total): _("That is for one draw."),
    }  # fmt: skip
    return Exercise(question, draws.at_least(deck, 1, of=[value, other], draws=n), hints)


@task
def enough(rng: Rng) -> Exercise:
    """How many draws make an even chance."""
    deck, value, outs, total = _pile(rng)
    wait = draws.draws_until(deck, value)
    n = wait.quantile(Fraction(1, 2))
    question = _(
        "You cannot see {total} cards; {outs} of them show {v}. How many cards must you draw so that the chance of "
        "at least one {v} is 1/2 or more? Give the smallest number.",
        v=value, total=total, outs=outs,
    )  # fmt: skip
    hints = {
        n - 1: _("Nearly. With one card fewer than needed the chance is still below 1/2."),
        n + 1: _("That is enough, but so is one card fewer."),
        ceil(Fraction(total, 2 * outs)): _(
            "You added up the chances of the single draws. Hands with two of these cards count twice then."
        ),
        ceil(Fraction(total, outs)): _("You added up the chances of the single draws until they made 1."),
    }
    solution = _(
        "With {less} cards the chance is {below}, with {n} cards it is {above}.",
        less=n - 1, below=percentage(wait.cdf(n - 1)), n=n, above=percentage(wait.cdf(n)),
    )  # fmt: skip
    return Exercise(question, n, hints, solution=solution)


@task
def tree(rng: Rng) -> Exercise:
    """Two draws, one hit: two branches of the tree."""
    deck, value, outs, total = _pile(rng)
    question = _(
        "You cannot see {total} cards; {outs} of them show {v}. You draw 2 cards. Draw the tree. "
        "What is the chance that exactly one of them shows {v}?",
        v=value, total=total, outs=outs,
    )  # fmt: skip
    answer = draws.exactly(deck, 1, of=value, draws=2)
    hints = {
        answer.value / 2: _("That is one branch of the tree. The {v} may come first or second: add both.", v=value),
        draws.at_least(deck, 1, of=value, draws=2).value: _(
            "That is at least one. Exactly one leaves out the branch with two."
        ),
    }
    return Exercise(question, answer, hints)


@task
def wait(rng: Rng) -> Exercise:
    """The mean waiting time without replacement."""
    deck, value, outs, total = _pile(rng)
    question = _(
        "You cannot see {total} cards; {outs} of them show {v}. How many cards must you draw, on average, until the "
        "first {v} comes (counting the {v} itself)?",
        v=value, total=total, outs=outs,
    )  # fmt: skip
    before = Fraction(total - outs, outs + 1)
    hints = {before: _("So many cards come before the {v}. Count the {v} too.", v=value)}
    return Exercise(question, draws.draws_until(deck, value).answer(), hints)


@task
def spread(rng: Rng) -> Exercise:
    """The variance of a sum without replacement."""
    low, gap, half, n = rng.below(4), 2 * (1 + rng.below(4)), 4 + rng.below(4), 3 + rng.below(3)
    deck = Deck({low: half, low + gap: half})
    law = draws.sum_of(deck, n)
    question = _(
        "A deck has {total} cards: {half} are {low}s and {half} are {high}s. One card has the variance {var}. "
        "You draw {n} cards and do not put them back. What is the variance of their sum?",
        total=2 * half, half=half, low=low, high=low + gap, var=deck.var(), n=n,
    )  # fmt: skip
    hints = {
        n * deck.var(): _("Adding up the variances is right only if every card is put back before the next draw."),
        deck.var(): _("That is the variance of one card."),
    }
    return Exercise(question, law.var(), hints, solution=law.explain())


# --- decisions: a few unseen cards, so that all of it can be done by hand ---------------------------------------------


def _few(rng: Rng, size: int) -> Deck:
    """A few unseen cards of Skyjo."""
    return Deck(rng.draw(list(skyjo.DECK), size))


@task
def mean_left(rng: Rng) -> Exercise:
    """The mean of the cards that are left."""
    seen = _few(rng, 5)
    points = sum(seen)
    question = _(
        "The deck of Skyjo has 150 cards and 760 points. You have seen {seen}. What is the mean of the unseen cards?",
        seen=both(seen),
    )
    hints = {
        skyjo.DECK.mean(): _("That is the mean of the whole deck. Take away what you have seen."),
        Fraction(760 - points, 150): _("The points are right; now divide by the cards that are left."),
        Fraction(760, 145): _("The number of cards is right; take away the points you have seen too."),
    }
    return Exercise(question, (skyjo.DECK - seen).sum_of(1).answer(), hints, tolerance=Fraction(1, 2000))


@task
def take_gain(rng: Rng) -> Exercise:
    """What taking the top discard for a hidden card gains on average."""
    deck, top = _few(rng, 6), 1 + rng.below(4)
    question = _(
        "Six cards are unseen: {cards}. One of them lies hidden in your grid. You take the {top} from the discard "
        "pile for it. By how much does your sum fall on average? (If it rises, write a minus sign.)",
        cards=both(deck), top=top,
    )  # fmt: skip
    hints = {
        top - deck.mean(): _("Mind the sign. Your sum falls by what goes, less what comes."),
        deck.mean(): _("That is what goes. Something comes in its place."),
        skyjo.DECK.mean() - top: _("That is for a fresh deck. Here only six cards are unseen."),
    }
    return Exercise(question, (deck.sum_of(1) - top).answer(), hints)


@task
def draw_gain(rng: Rng) -> Exercise:
    """What drawing a card gains on average, when it may be rejected."""
    deck = _few(rng, 4)
    while len(deck.counts) < 3:
        deck = _few(rng, 4)
    question = _(
        "Four cards are unseen: {cards}. One of them lies hidden in your grid. You draw one of the others; then you "
        "exchange it for the hidden card, or you reject it and nothing changes. You choose what is better on average. "
        "By how much does your sum fall on average?",
        cards=both(deck),
    )
    mean, size = deck.mean(), deck.total
    hints = {
        Fraction(sum(max(mean - card, Fraction(0)) for card in deck)) / size: _(
            "The hidden card is not the one you drew: its mean is that of the three others."
        ),
        sum(max((mean * size - card) / (size - 1) - card, Fraction(0)) for card in deck): _(
            "You added up the gains. Each of the four cards comes with the chance 1/4."
        ),
    }
    return Exercise(question, deck.exchange_gain(), hints)


@task
def unlucky(rng: Rng) -> Exercise:
    """A good decision may turn out badly: the chance of a drawn card above the discard left lying."""
    top, seen = 4 + rng.below(5), _few(rng, 4)
    higher, seen_higher = 10 * (12 - top), sum(card > top for card in seen)
    question = _(
        "On the discard pile lies a card of value {top}; besides it you have seen {seen}. The other 145 cards of the "
        "deck are unseen (it has 10 cards of each value from 1 to 12). You draw. What is the chance of a card higher "
        "than {top}?",
        top=top, seen=both(seen),
    )  # fmt: skip
    hints = {
        Fraction(higher, 150): _("The cards you have seen cannot come. Take them away from both numbers."),
        Fraction(higher, 145): _("Some of the higher cards you have seen already: they cannot come."),
        Fraction(higher - seen_higher, 150): _("Divide by the cards that can still come."),
        Fraction(12 - top, 15): _("The 15 values are not equally likely. Count cards, not values."),
    }
    left = skyjo.DECK - top - seen
    return Exercise(question, left.at_least(1, of=range(top + 1, 13), draws=1), hints)


# --- two hands from one deck ------------------------------------------------------------------------------------------


def _closed(rng: Rng, hidden: int) -> tuple[Message, Deck, int, int]:
    """A closed round whose end is open: the situation in words, the unseen cards, my points, the neighbour's points."""
    while True:
        deck, mine, theirs = _few(rng, 8), 6 + rng.below(9), 1 + rng.below(6)
        law = deck.sum_of(hidden)
        if law[mine - theirs] and law.cdf(mine - theirs) < 1:  # a tie is possible, and so is a win
            break
    situation = plural(
        "You have closed the round with {mine} points. Your neighbour's open cards count {theirs}, and {n} card is "
        "hidden: one of these eight, {cards}. Nothing will be exchanged any more. Your points are doubled unless you "
        "are alone the lowest.",
        "You have closed the round with {mine} points. Your neighbour's open cards count {theirs}, and {n} cards are "
        "hidden: {n} of these eight, {cards}. Nothing will be exchanged any more. Your points are doubled unless you "
        "are alone the lowest.",
        hidden,
        mine=mine, theirs=theirs, cards=both(deck),
    )  # fmt: skip
    return situation, deck, mine, theirs


def _closing_risk(rng: Rng, hidden: int) -> Exercise:
    situation, deck, mine, theirs = _closed(rng, hidden)
    question = _("{situation} What is the chance that they are doubled?", situation=situation)
    risk = deck.duel(0, hidden, mine, theirs).answer({"tie", "lose"})
    strictly = deck.sum_of(hidden).cdf(mine - theirs - 1)
    hints = {strictly: _("Equal points count too: the closer must be lower than everybody else.")}
    if hidden == 2:
        put_back = (deck.sum_of(1) + deck.sum_of(1)).cdf(mine - theirs)
        hints[put_back] = _("You counted as if the first card could come again. Both cards come from the same eight.")
    return Exercise(question, risk, hints)


@task
def closing_risk(rng: Rng) -> Exercise:
    """One hidden card opposite: the chance that closing is punished."""
    return _closing_risk(rng, 1)


@task
def closing_risk_two(rng: Rng) -> Exercise:
    """Two hidden cards opposite, both from the same few."""
    return _closing_risk(rng, 2)


@task
def closing_score(rng: Rng) -> Exercise:
    """The mean score of who closes: the risk of the penalty in points."""
    situation, deck, mine, theirs = _closed(rng, 1)
    question = _("{situation} How many points do you write down on average?", situation=situation)
    risk = deck.sum_of(1).cdf(mine - theirs)
    score = deck.duel(0, 1, mine, theirs).map(lambda result: mine if result == "win" else 2 * mine).answer()
    hints = {
        mine: _("That is your score if all goes well. Sometimes it is doubled."),
        2 * mine: _("That is your score if it goes wrong. Often it does not."),
        mine * risk: _("That is the penalty on average. Your points themselves come on top."),
    }
    return Exercise(question, score, hints)


@task
def together(rng: Rng) -> Exercise:
    """How two cards of one deck hang together: their covariance."""
    low, gap, half = rng.below(4), 2 * (1 + rng.below(4)), 3 + rng.below(6)
    deck = Deck({low: half, low + gap: half})
    others, var = deck.total - 1, deck.var()
    question = _(
        "A deck has {total} cards: {half} are {low}s and {half} are {high}s. One card has the variance {var}. You get "
        "one card, your neighbour another one. What is the covariance of the two?",
        total=deck.total, half=half, low=low, high=low + gap, var=var,
    )  # fmt: skip
    hints = {
        0: _("That would be so with two decks. Here a high card for you is missing for your neighbour."),
        var / others: _("Mind the sign: if your card is high, the other one is lower on average."),
        -var / deck.total: _("Nearly. Your own card cannot be your neighbour's: divide by the number of the others."),
        var: _("That is the variance of one card, the covariance of a card with itself."),
    }
    return Exercise(question, -var / others, hints, solution=deck.sums_of(1, 1).explain())


# --- simulations and their errors -------------------------------------------------------------------------------------


@task
def error(rng: Rng) -> Exercise:
    """The standard error of a simulated share, with numbers whose roots come out."""
    tenths, sigma_tenths = rng.choice([(1, 3), (2, 4), (5, 5), (8, 4), (9, 3)])
    p, sigma = Fraction(tenths, 10), Fraction(sigma_tenths, 10)
    root = 10 * (2 + rng.below(9))
    n = root * root
    question = _(
        "A simulation of {n} tries found {hits} hits. How large is the standard error of the share of hits?",
        n=n, hits=int(p * n),
    )  # fmt: skip
    hints = {
        sigma: _("That is the error of a single try. Divide it by the square root of the number of tries."),
        p * (1 - p) / n: _("Nearly: take the square root of that."),
        p * (1 - p): _("Divide by the number of tries, then take the square root."),
        Fraction(1, root): _("That is the rule of thumb for two standard errors of a chance near 1/2."),
        p: _("That is the share itself. How far is it off, typically?"),
    }
    solution = _(
        "The share is {p}. The standard error is the root of {p} × {q} / {n}, that is {sigma} / {root}.",
        p=p, q=1 - p, n=n, sigma=sigma, root=root,
    )  # fmt: skip
    return Exercise(question, sigma / root, hints, tolerance=Fraction(1, 20_000), solution=solution)


@task
def sharper(rng: Rng) -> Exercise:
    """How many tries make the error so many times smaller."""
    n, times = 10 + rng.below(30), 2 + rng.below(4)
    question = _(
        "With {n} tries your simulation is typically 8 percentage points off. You want that to be {times} times "
        "smaller. How many tries do you need in all?",
        n=n, times=times,
    )  # fmt: skip
    hints = {
        n * times: _("So many tries make the error smaller by the square root of {times} only.", times=times),
        n * (times * times - 1): _("That is how many more you need. How many in all?"),
        times * times: _("That is how many times as many. How many tries are that?"),
    }
    solution = _("The error falls as 1/√n, so it takes {times}² times as many tries.", times=times)
    return Exercise(question, n * times * times, hints, solution=solution)


@task
def precise(rng: Rng) -> Exercise:
    """How many tries a wanted precision takes."""
    p, reach = Fraction(1 + rng.below(19), 20), Fraction(4 + rng.below(12), 100)
    n = ceil(4 * p * (1 - p) / reach**2)
    question = _(
        "You simulate a chance that is about {p}. The interval shall reach at most {reach} percentage points to each "
        "side, and it reaches two standard errors. How many tries does it take? Give the smallest number.",
        p=decimal(p), reach=int(100 * reach),
    )  # fmt: skip
    hints = {
        ceil(p * (1 - p) / reach**2): _("That gives one standard error. The interval reaches two to each side."),
        ceil(2 * p * (1 - p) / reach**2): _("The 2 is squared as well when you solve for the number of tries."),
        ceil(4 * p * (1 - p) / reach): _("Square: the error falls as 1/√n, not as 1/n."),
        ceil(1 / reach**2): _("That is enough for a chance of 1/2. For {p} fewer tries do.", p=decimal(p)),
        n - 1: _("Just too few: round up."),
    }
    solution = _(
        "Two standard errors are 2 · √({p} × {q} / n). That is {reach} when n is {n} (rounded up).",
        p=decimal(p), q=decimal(1 - p), reach=decimal(reach), n=n,
    )  # fmt: skip
    return Exercise(question, n, hints, tolerance=0, solution=solution)


@task
def misses(rng: Rng) -> Exercise:
    """At least one of several intervals misses."""
    k, hit = 2 + rng.below(5), Fraction(10 + rng.below(10), 20)
    question = _(
        "A class makes {k} simulations with different seeds, each with its {confidence} interval. What is the chance "
        "that at least one interval misses the true number?",
        k=k, confidence=percentage(hit),
    )  # fmt: skip
    hints = {
        k * (1 - hit): _("Adding up counts the cases twice in which two intervals miss. Go by way of none."),
        hit**k: _("That is the chance that all of them hold it."),
        1 - hit: _("That is the chance for one interval."),
        (1 - hit) ** k: _("That is the chance that all of them miss."),
    }
    solution = _(
        "All {k} hold it with the chance {hit} to the power {k}; take that away from 1.", k=k, hit=decimal(hit)
    )
    return Exercise(question, 1 - hit**k, hints, solution=solution)


# --- comparing players ------------------------------------------------------------------------------------------------


@task
def twins(rng: Rng) -> Exercise:
    """Two equal players: the chance that one of them wins clearly all the same."""
    n = 4 + rng.below(13)
    k = n // 2 + 2 + rng.below(n - n // 2 - 1)
    law = sum([Pmf({0: 1, 1: 1})] * n, Pmf({0: 1}))
    one_side = 1 - law.cdf(k - 1)
    question = _(
        "Two players are equally good. They play {n} games; none is a tie. What is the chance that one of the two, no "
        "matter which, wins at least {k}?",
        n=n, k=k,
    )  # fmt: skip
    hints = {
        one_side: _("That is the chance for one of them. The other one may be the lucky one as well."),
        2 * law[k]: _("That is for exactly {k} wins. More wins count too.", k=k),
        law[k]: _("That is for exactly {k} wins of one of them. More wins count, and the other player too.", k=k),
        1 - 2 * one_side: _("That is the chance of the opposite."),
    }
    solution = _(
        "There are 2^{n} equally likely courses. One player wins at least {k} in {ways} of them; double that.",
        n=n, k=k, ways=one_side * 2**n,
    )  # fmt: skip
    return Exercise(question, 2 * one_side, hints, solution=solution)


@task
def difference(rng: Rng) -> Exercise:
    """The standard error of a difference of two independent means."""
    (a, b, c), times, root = rng.choice([(3, 4, 5), (5, 12, 13), (8, 15, 17)]), 1 + rng.below(3), 5 * (2 + rng.below(7))
    a, b, c, n = a * times, b * times, c * times, root * root
    question = _(
        "Two players play {n} rounds each, with different deals. The points of a round have the standard deviation {a} "
        "for the first and {b} for the second. How large is the standard error of the difference of their means?",
        n=n, a=a, b=b,
    )  # fmt: skip
    hints = {
        Fraction(a + b, root): _("Standard deviations do not add up; variances do."),
        Fraction(b - a, root): _("Variances add up, also for a difference: luck does not cancel luck."),
        c: _("That is for one round each. Divide by the square root of the number of rounds."),
        Fraction(c * c, n): _("That is the variance. Take the square root."),
        Fraction(c, n): _("Divide by the square root of the number of rounds."),
    }
    solution = _("√({a}² + {b}²) = {c}, divided by √{n} = {root}.", a=a, b=b, c=c, n=n, root=root)
    return Exercise(question, Fraction(c, root), hints, solution=solution)


@task
def pairing(rng: Rng) -> Exercise:
    """The variance of a difference on the same deals."""
    a, b, cov = 100 + 10 * rng.below(20), 100 + 10 * rng.below(20), 20 + 5 * rng.below(14)
    question = _(
        "Two players play the same deals. The points of a deal have the variance {a} for the first and {b} for the "
        "second; their covariance is {cov}, since a deal with low cards is good for both. What is the variance of the "
        "difference in a deal?",
        a=a, b=b, cov=cov,
    )  # fmt: skip
    hints = {
        a + b: _("That is for different deals. The same deals take the common luck out: subtract it, twice."),
        a + b - cov: _("Subtract the covariance twice, once for each of the two."),
        a + b + 2 * cov: _("That is the variance of the sum."),
        abs(a - b): _("Variances add up, also for a difference. Then take the common luck out."),
    }
    solution = _("{a} + {b} − 2 × {cov}.", a=a, b=b, cov=cov)
    return Exercise(question, a + b - 2 * cov, hints, solution=solution)


@task
def comparisons(rng: Rng) -> Exercise:
    """How strict each of many comparisons must be."""
    m, level = 3 + rng.below(10), Fraction(1 + rng.below(10), 100)
    pairs = m * (m - 1) // 2
    question = _(
        "{m} players are compared, each with each. In all, the chance of a false alarm shall be at most {level}. To be "
        "on the safe side, share it out equally: which chance of a false alarm is left for each comparison?",
        m=m, level=percentage(level),
    )  # fmt: skip
    hints = {
        level: _("That is the chance for all comparisons together."),
        level / m: _("Share it among the pairs, not among the players."),
        level / (m * (m - 1)): _("You counted every pair twice."),
        level / (m * m): _("Nobody is compared with himself, and every pair counts once."),
    }
    solution = _("There are {m} × {less} / 2 = {pairs} pairs.", m=m, less=m - 1, pairs=pairs)
    return Exercise(question, level / pairs, hints, tolerance=Fraction(1, 100_000), solution=solution)


# --- Skip-Bo: waiting -------------------------------------------------------------------------------------------------


def _skip_bo_pile(rng: Rng) -> tuple[Deck, int, int]:
    """Unseen cards of Skip-Bo: how many show a value, how many are Skip-Bo cards, and the others; the value; draws."""
    numbers, wild, total = 6 + rng.below(7), 8 + rng.below(11), 10 * (9 + rng.below(7))
    value = 1 + rng.below(12)
    return Deck({value: numbers, "W": wild, "other": total - numbers - wild}), value, 2 + rng.below(4)


@task
def fits_now(rng: Rng) -> Exercise:
    """A needed number or a Skip-Bo card among a few cards."""
    deck, value, n = _skip_bo_pile(rng)
    question = _(
        "{total} cards of Skip-Bo are unseen: {numbers} of them show {v}, and {wild} are Skip-Bo cards. You draw {n} "
        "cards. What is the chance of at least one card that can be played as a {v}?",
        total=deck.total, numbers=deck[value], v=value, wild=deck["W"], n=n,
    )  # fmt: skip
    one, other = deck.at_least(1, of=value, draws=n).value, deck.at_least(1, of="W", draws=n).value
    hints = {
        one: _("Skip-Bo cards can be played as a {v} too.", v=value),
        other: _("The cards that show {v} can be played too.", v=value),
        one + other: _("Hands with both kinds are counted twice then. Take them away once."),
    }
    return Exercise(question, deck.at_least(1, of=[value, "W"], draws=n), hints)


@task
def both_kinds(rng: Rng) -> Exercise:
    """A needed number and a Skip-Bo card: inclusion and exclusion."""
    deck, value, n = _skip_bo_pile(rng)
    question = _(
        "{total} cards of Skip-Bo are unseen: {numbers} of them show {v}, and {wild} are Skip-Bo cards. You draw {n} "
        "cards. What is the chance that both kinds are among them?",
        total=deck.total, numbers=deck[value], v=value, wild=deck["W"], n=n,
    )  # fmt: skip
    either_one = deck.at_least(1, of=[value, "W"], draws=n).value
    hints = {either_one: _("That is the chance of one kind or the other. Both are wanted.")}
    return Exercise(question, deck.at_least_each({value: 1, "W": 1}, draws=n), hints)


@task
def collect(rng: Rng) -> Exercise:
    """The last numbers of a collection: one wait after the other."""
    m, missing = 6 + rng.below(7), 2 + rng.below(4)
    question = _(
        "A box holds cards with the numbers 1 to {m}, equally many of each. Each card drawn is mixed in again. You "
        "still miss {missing} of the numbers. How many more cards do you need on average until you have seen them all?",
        m=m, missing=missing,
    )  # fmt: skip
    hints = {
        missing: _("That would be so if every card brought a new number."),
        m: _("Every wait depends on how many numbers are still missing."),
        m * missing: _("The first missing numbers come faster: any of them is welcome."),
        Fraction(m, missing): _("That is the wait for the first of them. The others follow."),
        sum(Fraction(m, k) for k in range(1, m + 1)): _("That is for the whole collection. You have a part of it."),
    }
    waits = [Fraction(m, k) for k in range(missing, 0, -1)]
    solution = _("One wait after the other: {waits}; the sum is {value}.", waits=both(waits), value=sum(waits))
    return Exercise(question, sum(waits), hints, solution=solution)


@task
def climb(rng: Rng) -> Exercise:
    """A part of a building pile, with replacement."""
    low, wild, total = rng.below(6), 8 + rng.below(11), 10 * (9 + rng.below(7))
    high, numbers = low + 3 + rng.below(5), 6 + rng.below(5)
    question = _(
        "A building pile shows {low} and shall grow to {high}. Cards are turned up one by one, and each one is mixed "
        "in again. Of {total} cards, {numbers} show any given number, and {wild} are Skip-Bo cards. How many cards "
        "does it take on average?",
        low=low, high=high, total=total, numbers=numbers, wild=wild,
    )  # fmt: skip
    one = Fraction(total, numbers + wild)
    hints = {
        (high - low) * Fraction(total, numbers): _("Skip-Bo cards fit at every height."),
        one: _("That is the wait for one card. The pile needs {n}.", n=high - low),
        high * one: _("The pile does not begin at the bottom."),
        (high - low + 1) * one: _("Count the cards that are missing: the one on top is there already."),
    }
    solution = _(
        "Each of the {n} waits takes {total}/{fit} cards on average.", n=high - low, total=total, fit=numbers + wild
    )
    return Exercise(question, (high - low) * one, hints, solution=solution)


# --- stars and action cards -------------------------------------------------------------------------------------------


@task
def joker(rng: Rng) -> Exercise:
    """The third card of a column, with stars as jokers."""
    outs, stars, total = 2 + rng.below(4), 6 + rng.below(9), 10 * (7 + rng.below(5))
    value, n = 1 + rng.below(12), 2 + rng.below(3)
    deck = Deck({value: outs, "*": stars, "other": total - outs - stars})
    question = _(
        "Skyjo Action: your column shows {v}, {v} and a hidden card. {total} cards are unseen, {outs} of them show "
        "{v}, and {stars} are stars. You draw {n} cards. What is the chance that at least one of them completes the "
        "column?",
        v=value, total=total, outs=outs, stars=stars, n=n,
    )  # fmt: skip
    number, star = deck.at_least(1, of=value, draws=n).value, deck.at_least(1, of="*", draws=n).value
    hints = {
        number: _("A star is a joker: it completes the column as well."),
        star: _("That is for the stars alone."),
        number + star: _("Draws with both a {v} and a star are counted twice then.", v=value),
    }
    return Exercise(question, deck.at_least(1, of=[value, "*"], draws=n), hints)


@task
def best_three(rng: Rng) -> Exercise:
    """The action card "draw three" with five unseen cards."""
    deck, worst = Deck(rng.draw(range(-1, 10), 5)), 10 + rng.below(3)
    lowest = deck.smallest(3)
    question = _(
        "Five cards are unseen: {cards}. With Draw three you look at three of them and put the best one in place of "
        "your {worst}. How many points does that save on average?",
        cards=both(deck), worst=worst,
    )  # fmt: skip
    hints = {
        worst - deck.mean(): _("That is for a single card. You choose the lowest of three."),
        worst - min(deck): _("The lowest of the five is not always among the three."),
        lowest.mean(): _("That is what the best of three counts. What does it save?"),
    }
    return Exercise(question, worst - lowest.mean(), hints, solution=lowest.explain())


@task
def know_first(rng: Rng) -> Exercise:
    """The value of looking at a hidden card before deciding."""
    cards = sorted(rng.draw(range(-1, 13), 4))
    while cards[3] - cards[2] < 2:
        cards = sorted(rng.draw(range(-1, 13), 4))
    deck, card = Deck(cards), cards[2] + 1 + rng.below(cards[3] - cards[2] - 1)
    hidden = deck.sum_of(1)
    blind = max(hidden.mean() - card, Fraction(0))
    seeing = hidden.map(lambda points: max(points - card, 0)).mean()
    question = _(
        "Your hidden card is one of these four: {cards}. You may put a {card} in its place, or leave it. By how many "
        "points is it better, on average, to look at the hidden card before you decide?",
        cards=both(cards), card=card,
    )  # fmt: skip
    hints = {
        cards[3] - card: _("So much it helps if the hidden card is the highest one. How often is it?"),
        hidden.mean() - card: _("That is what exchanging blindly would save. Better leave the card then!"),
        seeing - hidden.mean() + card: _("Without looking nobody must exchange. Compare with the better blind choice."),
    }
    solution = _(
        "Blindly, leaving it is best. Looking helps with the chance 1/4, and saves {high} − {card} then.",
        high=cards[3], card=card,
    )  # fmt: skip
    return Exercise(question, seeing - blind, hints, solution=solution)


@task
def worth_ten(rng: Rng) -> Exercise:
    """A decision tree: a card that may come too late."""
    plain, more, q = 4 + rng.below(5), 3 + rng.below(8), Fraction(1 + rng.below(8), 20)
    saves = plain + more
    question = _(
        "A star lets you take an action card. Played in your next turn it saves {saves} points. But with the chance "
        "{q} somebody closes the round before: then you use your last turn to discard it, and save nothing. Without "
        "the card your next turn saves {plain} points in any case. How many points does taking the card bring on "
        "average? (A minus sign if it loses some.)",
        saves=saves, q=percentage(q), plain=plain,
    )  # fmt: skip
    value = (1 - q) * saves - plain
    hints = {
        more: _("That would be so without the risk of coming too late."),
        (1 - q) * more: _("If you come too late, the points of the plain turn are lost as well."),
        value - 10 * q: _("Who discards the card in time does not pay 10 points for it."),
        (1 - q) * saves: _("That is what the card saves. What would your turn save without it?"),
        -value: _("Mind the sign: what it brings is what it saves, less what you would save anyway."),
    }
    solution = _("{stay} × {saves} − {plain}.", stay=percentage(1 - q), saves=saves, plain=plain)
    return Exercise(question, value, hints, solution=solution)
