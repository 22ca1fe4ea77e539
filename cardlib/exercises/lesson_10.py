"""Lesson 10: stars and action cards."""

# fmt: off
from fractions import Fraction

from ..deck import Deck
from ..text import _, both, percentage
from .task import Task

# Of `total` unseen cards of Skyjo Action `outs` show `v` and `stars` are stars; `n` are drawn.
STARS = {
    "outs": range(2, 6), "stars": range(6, 15), "total": range(70, 120, 10), "v": range(1, 13), "n": range(2, 5),
    "deck": lambda t: Deck({t.v: t.outs, "*": t.stars, "other": t.total - t.outs - t.stars}),
    "number": lambda t: t.deck.at_least(1, of=t.v, draws=t.n).value,
    "star": lambda t: t.deck.at_least(1, of="*", draws=t.n).value,
}
FIVE = {
    "deck": lambda t: Deck(t.rng.draw(range(-2, 9), 5)), "cards": lambda t: both(t.deck), "worst": range(9, 13),
    "middle": lambda t: list(t.deck)[2], "single": lambda t: t.worst - t.deck.mean(),
    "lowest": lambda t: t.deck.smallest(3),
}
# One of a few different cards lies hidden; blindly it is better not to put `card` in its place.
HIDDEN = {
    "size": range(4, 9), "all": lambda t: sorted(t.rng.draw(range(-1, 13), t.size)), "card": range(1, 12),
    "blind": lambda t: Fraction(sum(t.all), t.size) - t.card,
    "fits": lambda t: t.blind < 0 and t.card not in t.all and t.card < t.all[-1],
    "above": lambda t: [card for card in t.all if card > t.card], "most": lambda t: t.all[-1] - t.card,
    "cards": lambda t: both(t.all), "higher": lambda t: both(t.above),
    "gains": lambda t: sum(t.above) - len(t.above) * t.card, "value": lambda t: Fraction(t.gains, t.size),
}
# What an action card and a plain turn save, and the chance that the card comes too late.
TOO_LATE = {
    "plain": range(4, 9), "more": range(3, 11), "saves": lambda t: t.plain + t.more,
    "late": [Fraction(k, 20) for k in range(1, 9)], "played": lambda t: 1 - t.late,
    "q": lambda t: percentage(t.late), "stay": lambda t: percentage(t.played),
    "value": lambda t: t.played * t.saves - t.plain,
}

TASKS = [
    Task("joker", "probability", STARS, _(
        "Skyjo Action: your column shows {v}, {v} and a hidden card. {total} cards are unseen, {outs} of them show "
        "{v}, and {stars} are stars. You draw {n} cards. What is the chance that at least one of them completes the "
        "column?"),
        lambda t: t.deck.at_least(1, of=[t.v, "*"], draws=t.n), lambda t: {
            t.number: _("A star is a joker: it completes the column as well."),
            t.star: _("That is for the stars alone."),
            t.number + t.star: _("Draws with both a star and {v} are counted twice then."),
        }),
    Task("best_three", "points", FIVE, _(
        "Five cards are unseen: {cards}. With Draw three you look at three of them and put the best one in place of "
        "your {worst}. How many points does that save on average?"),
        lambda t: t.worst - t.lowest.mean(), lambda t: {
            t.single: _("That is for a single card. You choose the lowest of three."),
            3 * t.single: _("Only one of the three cards is put there, so it is not three times as much."),
            t.worst - min(t.deck): _("The lowest of the five is not always among the three."),
            t.worst - t.middle: _("That is the middle card of the five. You choose the lowest of three."),
            t.lowest.mean(): _("That is what the best of three counts. What does it save?"),
        }, lambda t: t.lowest.explain()),
    Task("know_first", "points", HIDDEN, _(
        "Your hidden card is one of these {size}: {cards}. You may put the card {card} in its place, or leave it. By "
        "how many points is it better, on average, to look at the hidden card before you decide?"),
        lambda t: t.value, lambda t: {
            t.most: _("So much it helps if the hidden card is the highest one. How often is it?"),
            t.blind: _("That is what exchanging blindly would save. Better leave the card then!"),
            t.value - t.blind: _("Without looking nobody must exchange. Compare with the better blind choice."),
            t.gains: _("You added up the gains. Each of the {size} cards comes with the chance 1/{size}."),
        }, _("Blindly, leaving it is best. Looking helps if the hidden card is {higher}: add up what these have above "
             "{card}, and divide by {size}.")),
    Task("worth_ten", "points", TOO_LATE, _(
        "A star lets you take an action card. Played in your next turn it saves {saves} points. But with the chance "
        "{q} somebody closes the round before: then you use your last turn to discard it, and save nothing. Without "
        "the card your next turn saves {plain} points in any case. How many points does taking the card bring on "
        "average? (A minus sign if it loses some.)"),
        lambda t: t.value, lambda t: {
            t.more: _("That would be so without the risk of coming too late."),
            t.played * t.more: _("If you come too late, the points of the plain turn are lost as well."),
            t.value - 10 * t.late: _("Who discards the card in time does not pay 10 points for it."),
            t.value - 10: _("Who discards the card in time does not pay 10 points for it."),
            t.played * t.saves: _("That is what the card saves. What would your turn save without it?"),
            -t.value: _("Mind the sign: what it brings is what it saves, less what you would save anyway."),
        }, _("{stay} × {saves} − {plain}.")),
]
