"""Small devices for the lessons, one idea each: deal and tally, take cards out, stop or go on, move a slider, pick the
branches of a tree, keep a log of tries. All of them go by mouse, finger and keyboard.
"""

# fmt: off
from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import Any

from ..answer import Answer, Estimate
from ..deck import Deck
from ..engine.board import Card, Text, face
from ..explain import Table
from ..html import Markup, tag
from ..rng import Rng
from ..text import Error, Message, _, both, decimal, percentage
from .exercise import seed_of
from .parts import button, field, form, histogram, scrolled, sent, slider, tools, whole, words
from .surface import Surface

MOST_ROWS = 16  # more different numbers than these are charted in parts of equal width
MOST_CARDS = 12  # a hand of more cards is not shown card by card


def hand_html(hand: Iterable[Any]) -> Markup:
    """Cards side by side, as they look on a board."""
    drawn = []
    for card in (Card(str(value)) for value in hand):
        inner = tag("span", words(card.text))
        drawn.append(tag("span", inner, class_=f"cl-card {face(card)}", role="img", aria_label=card.spoken))
    return tag("div", drawn, class_="cl-spread cl-hand")


def scale(rows: Mapping[Any, Any], line: float = 0, ends: Sequence[float] = (), chance: bool = False) -> Markup:
    """Numbers as bars from a line, and Estimates as their intervals, below each other on one scale.

    line: where a line stands through all rows; ends: those of the scale; chance: the numbers are probabilities
    """
    spans = {
        name: (x.low, x.high, x.value) if isinstance(x, Estimate) else (*sorted((line, float(x))), x)
        for name, x in ((name, x.value if isinstance(x, Answer) else x) for name, x in rows.items())
    }
    edges = [line, *(edge for start, end, _x in spans.values() for edge in (start, end))]
    low, high = ends or (min(edges), max(edges))

    def at(x: Any) -> float:
        return 100 * max(0.0, min(1.0, (float(x) - low) / ((high - low) or 1)))

    body = []
    for name, (start, end, x) in spans.items():
        estimate, given = rows[name], isinstance(rows[name], Estimate)
        missed = given and line not in estimate
        look = "cl-span cl-missed" if missed else "cl-span"
        bar = tag("span", class_=look,
                  style=f"inset-inline-start:{at(start):.2f}%;inline-size:{at(end) - at(start):.2f}%")
        point = tag("span", class_="cl-point", style=f"inset-inline-start:{at(x):.2f}%") if given else None
        middle = tag("span", class_="cl-line", style=f"inset-inline-start:{at(line):.2f}%")
        text = estimate.rounded(x) if given else percentage(x) if chance else decimal(x, 2)
        cross = tag("span", " ✗", role="img", aria_label=_("misses the line")) if missed else None
        track = tag("span", bar, middle, point, class_="cl-track")
        body.append(tag("tr", tag("th", name, scope="row"), tag("td", track), tag("td", words(text), cross)))
    return tag("table", tag("tbody", body), class_="cl-bars")


def pairs(rows: Iterable[Any], columns: Iterable[Any], shaded: Callable[[Any, Any], bool], caption: Text) -> Markup:
    """A grid of all pairs (row, column), those that are `shaded` marked with ● as well as by colour."""
    columns = list(columns)
    head = tag("tr", tag("td"), [tag("th", words(column), scope="col") for column in columns])
    body = [
        tag("tr", tag("th", words(row), scope="row"),
            [tag("td", "●", class_="cl-shaded") if shaded(row, column) else tag("td", "·") for column in columns])
        for row in rows
    ]
    return scrolled(caption, tag("table", tag("caption", caption), head, body, class_="cl-pairs"))


class Device(Surface):
    """What the devices share: they show something only once they are used."""

    def body(self) -> Iterable[object]:
        """The parts of the device, from top to bottom."""
        raise NotImplementedError

    def view(self) -> Markup:
        """The parts in a frame."""
        return tag("section", *self.body(), class_="cl-panel")

    def still(self) -> str:
        """Nothing is there yet."""
        return ""


class Tally(Device):
    """Deals by chance and tallies what comes, one try or many at a press.

    deck:   the cards, of which `draws` are dealt without putting back; or a call of an Rng that gives what comes
    counts: {name: what is tallied of a hand: true or false, or a number}; by default the first card
    who:    a pupil's name or number, which chooses the shuffles
    """

    def __init__(
        self, deck: Deck | Callable[[Rng], list[Any]], draws: int = 1,
        counts: Mapping[Any, Callable[[list[Any]], Any]] | None = None, who: str | int = 0,
    ) -> None:
        pile = [] if callable(deck) else list(deck)
        self.shows_cards = bool(pile) and draws <= MOST_CARDS
        self.deal = deck if callable(deck) else lambda rng: rng.draw(pile, draws)
        self.counts = counts or {_("first card"): lambda hand: hand[0]}
        self.seed = seed_of("tally", who) % 10_000
        self.clear()
        super().__init__()

    def clear(self) -> None:
        """Nothing has been dealt yet."""
        self._rng, self.hand = Rng(self.seed), list[Any]()
        self.found: dict[Any, list[Any]] = {name: [] for name in self.counts}

    def do_deal(self, n: Any) -> None:
        """So many more tries."""
        for _try in range(min(whole(n), 1000)):
            self.hand = self.deal(self._rng)
            for name, count in self.counts.items():
                self.found[name].append(count(self.hand))
        if self.shows_cards:
            self.message = _("Dealt: {cards}.", cards=both(self.hand))

    def do_again(self, _value: Any) -> None:
        """Empty the tally; other shuffles follow."""
        self.seed += 1
        self.clear()

    def estimate(self, name: Any) -> Estimate | None:
        """The share of the hits, or the mean, up to now; None before there is one."""
        found = self.found[name]
        if found and isinstance(found[0], bool):
            return Estimate.of_proportion(sum(found), len(found), self.seed)
        if len(found) < 2 or isinstance(found[0], str):
            return None
        return Estimate.of_mean(len(found), sum(found), sum(x * x for x in found), self.seed)

    def body(self) -> Iterable[object]:
        """Buttons, the last hand, and a chart for each count."""
        yield tools(
            button(_("once"), "deal", 1, primary=True), button(_("10 times"), "deal", 10),
            button(_("100 times"), "deal", 100), button(_("start again"), "again"),
        )
        if self.shows_cards and self.hand:
            yield hand_html(self.hand)
        parts = self.parts()
        most = max((n for rows in parts.values() for _name, n in rows), default=1)
        for name, rows in parts.items():
            estimate = self.estimate(name)
            caption = name if estimate is None else _("{name}: {estimate}", name=name, estimate=estimate)
            yield histogram([(words(value), Fraction(n, most or 1), n) for value, n in rows], words(caption))

    def parts(self) -> dict[Any, list[tuple[Any, int]]]:
        """How often what came, for each count: (value, or from where to where, and how often)."""
        listed = {name: found for name, found in self.found.items() if any(isinstance(x, bool | str) for x in found)}
        numbers = [int(x) for name, found in self.found.items() if name not in listed for x in found]
        low, high = min(numbers, default=0), max(numbers, default=0)
        width = (high - low) // MOST_ROWS + 1
        rows: dict[Any, list[tuple[Any, int]]] = {}
        for name, found in self.found.items():
            if name in listed:
                counted = Counter(_("yes") if x is True else _("no") if x is False else x for x in found)
                rows[name] = sorted(counted.items(), key=lambda pair: str(pair[0]), reverse=True)
            elif found:
                places = Counter((int(x) - low) // width for x in found)
                starts = range(low, high + 1, width)
                names = [_("{low} to {high}", low=a, high=a + width - 1) if width > 1 else decimal(a) for a in starts]
                rows[name] = [(name, places[k]) for k, name in enumerate(names)]
        return rows


class TakeOut(Device):
    """A deck one takes cards out of, while the chance is watched that the next card shows `of`."""

    def __init__(self, deck: Deck, of: Any) -> None:
        self.left, self.of = deck, of
        self._out: list[Any] = []
        super().__init__()

    def do_take(self, name: Any) -> None:
        """Take a card out."""
        card = next((card for card in self.left.counts if str(card) == str(name)), None)
        if card is None or not self.left[card]:
            raise Error("There is no card {card} here to take away.", card=name)
        self.left, self._out = self.left - card, [*self._out, card]
        self.message = self.chance()

    def do_back(self, _value: Any) -> None:
        """Put the last card back."""
        if self._out:
            *self._out, card = self._out
            self.left += card
            self.message = self.chance()

    def chance(self) -> Message:
        """The chance watched, as cards that fit of all cards."""
        fit, total = self.left[self.of], self.left.total
        return _("The next card is {card}: {fit} of {total}, that is {share}.",
                 card=self.of, fit=fit, total=total, share=percentage(Fraction(fit, total or 1)))

    def body(self) -> Iterable[object]:
        """What is left of each card, as bars whose names take one out."""
        yield tag("p", words(self.chance()))
        yield tools(button(_("put the last one back"), "back", off=not self._out))
        most = max(self.left.counts.values(), default=1) or 1
        counts = {**dict.fromkeys(self._out, 0), **self.left.counts}
        rows = [
            (button(words(card), "take", card, off=not n, name=_("take out {card}", card=card)), Fraction(n, most), n)
            for card, n in sorted(counts.items(), key=lambda pair: (isinstance(pair[0], str), pair[0]))
        ]
        yield histogram(rows, _("Press a card to take it out"))


class StopOrGo(Device):
    """Cards are turned one by one; the last one turned is kept. The pupil stops or goes on; low is good."""

    def __init__(self, deck: Deck, draws: int, who: str | int = 0) -> None:
        self._pile, self.draws, self.seed = list(deck), draws, seed_of("stop", who) % 10_000
        self._rng, self.kept, self.choices = Rng(self.seed), list[int](), list[tuple[int, int, bool]]()
        self._next()
        super().__init__()

    def _next(self) -> None:
        self._hand, self.turned = self._rng.draw(self._pile, self.draws), 1

    def do_stop(self, _value: Any) -> None:
        """Keep the card."""
        left, card = self.draws - self.turned, self._hand[self.turned - 1]
        self.choices += [(left, card, True)] if left else []
        self.kept.append(card)
        self.message = _("You keep {card}. A new round.", card=card)
        self._next()

    def do_go(self, _value: Any) -> None:
        """Pass the card; the next one is turned."""
        if self.turned == self.draws:
            raise Error("This is the last card: you keep it.")
        self.choices.append((self.draws - self.turned, self._hand[self.turned - 1], False))
        self.turned += 1

    def body(self) -> Iterable[object]:
        """The cards turned, the two buttons, the mean, and the pupil's own staircase."""
        left = self.draws - self.turned
        yield hand_html(self._hand[: self.turned])
        yield tools(
            button(_("stop here"), "stop", primary=True),
            button(_("turn the next card ({n} to come)", n=left), "go", off=not left, key="go"),
        )
        if len(self.kept) > 1:
            n, total = len(self.kept), sum(self.kept)
            mean = Estimate.of_mean(n, total, sum(x * x for x in self.kept), self.seed)
            yield tag("p", words(_("Kept on average: {estimate}", estimate=mean)))
        rows = []
        for to_come in range(self.draws - 1, 0, -1):
            stopped, passed = ({c for k, c, stop in self.choices if k == to_come and stop is s} for s in (True, False))
            rows.append((to_come, *(", ".join(str(decimal(c)) for c in sorted(cs)) for cs in (stopped, passed))))
        yield Markup(Table([_("cards to come"), _("you stopped at"), _("you went on at")], rows)._repr_html_())


class Slide(Device):
    """A slider over one picture: what `draw(value)` gives is shown, see `scale` for numbers and Estimates by name.

    label: what the slider moves; values: where it may stand, from left to right; start: where it stands at first
    who:   with it the picture is `draw(value, seed)`, and a button gives another seed
    """

    def __init__(
        self, draw: Callable[..., Any], label: Text, values: Iterable[Any], start: Any = None,
        who: str | int | None = None, **looks: Any,
    ) -> None:
        self.draw, self.label, self.values, self.looks = draw, label, list(values), looks
        self.at = 0 if start is None else self.values.index(start)
        self.seed = None if who is None else seed_of("slide", who) % 10_000
        super().__init__()

    def do_slide(self, k: Any) -> None:
        """The slider moved."""
        self.at = max(0, min(len(self.values) - 1, whole(k)))

    def do_another(self, _value: Any) -> None:
        """Another shuffle."""
        self.seed = (self.seed or 0) + 1

    def body(self) -> Iterable[object]:
        """The slider, and the picture below it."""
        value = self.values[self.at]
        yield tools(slider(self.label, "slide", 0, len(self.values) - 1, self.at, words(decimal(value))),
                    None if self.seed is None else button(_("another one"), "another"))
        picture = self.draw(value) if self.seed is None else self.draw(value, self.seed)
        shown = picture if isinstance(picture, Markup) else words(picture)
        yield scale(picture, **self.looks) if isinstance(picture, Mapping) else tag("div", shown)
        if self.seed is not None:
            yield tag("p", f"seed = {self.seed}", class_="cl-note")


class Tree(Device):
    """A tree of chances: along a branch they are multiplied, and the branches that are picked are added.

    branches: {name: (chance as text, what follows: such branches, or what the end is worth, or None)}; or, with
    `values` for a slider, a call that gives them
    """

    def __init__(self, branches: Any, label: Text = "", values: Iterable[Any] = ()) -> None:
        self.branches, self.label, self.values = branches, label, list(values)
        self.at, self.picked = 0, set[str]()
        super().__init__()

    do_slide = Slide.do_slide

    def do_pick(self, end: Any) -> None:
        """Pick the end of a branch, or leave it."""
        self.picked ^= {str(end)}

    def ends(self, branches: Any, path: tuple[str, ...] = (), chances: tuple[str, ...] = ()) -> Iterable[Any]:
        """All ends: (path, the chances along it, what it is worth)."""
        for name, (chance, after) in branches.items():
            if isinstance(after, Mapping):
                yield from self.ends(after, (*path, name), (*chances, chance))
            else:
                yield (*path, name), (*chances, chance), after

    def drawn(self, branches: Any, path: tuple[str, ...] = ()) -> Markup:
        """The branches as a list in lists; each end is a button."""
        items = []
        for name, (chance, after) in branches.items():
            here = (*path, name)
            end, key = not isinstance(after, Mapping), " · ".join(here)
            head = button(name, "pick", key, pressed=key in self.picked, name=key) if end else tag("strong", name)
            worth = None if not end or after is None else tag("span", "→ ", words(decimal(after, 2)))
            after = None if end else self.drawn(after, here)
            items.append(tag("li", tag("span", chance, class_="cl-chance"), " ", head, " ", worth, after))
        return tag("ul", items, class_="cl-tree")

    def body(self) -> Iterable[object]:
        """The slider if there is one, the tree, and the sum over what is picked."""
        branches = self.branches
        if self.values:
            value = self.values[self.at]
            yield tools(slider(self.label, "slide", 0, len(self.values) - 1, self.at, words(decimal(value))))
            branches = branches(value)
        yield self.drawn(branches)
        picked = [end for end in self.ends(branches) if " · ".join(end[0]) in self.picked]
        if not picked:
            yield tag("p", _("Pick ends: along a branch multiply, between branches add."), class_="cl-note")
            return
        ways, total, mean = [], Fraction(0), Fraction(0)
        for _path, chances, worth in picked:
            chance = prod(map(Fraction, chances))
            total, mean = total + chance, mean + chance * Fraction(worth or 0)
            ways.append(" × ".join([*chances, *([] if worth is None else [f"({decimal(worth, 2)})"])]))
        value = mean if any(worth is not None for _path, _chances, worth in picked) else total
        yield tag("p", f"{' + '.join(ways)} = {decimal(value, 4)}", role="status", data_key="sum")


class Log(Device):
    """A log of tries, the failed ones too: what was changed, the seed, and what came of it.

    play: a call of a seed that gives the Estimate of a try; tuning, fresh: the seed of the tries, and that of the test
    """

    def __init__(self, play: Callable[[int], Estimate], tuning: int, fresh: int) -> None:
        self.play, self.tuning, self.fresh = play, tuning, fresh
        self.tries: list[tuple[str, int, Estimate]] = []
        super().__init__()

    def do_try(self, fields: Any) -> None:
        """Play on the tuning seed and note what was changed."""
        idea = sent(fields, "idea").strip()
        if not idea:
            raise Error("Write what you have changed, then play.")
        self.tries.append((idea, self.tuning, self.play(self.tuning)))

    def do_test(self, _value: Any) -> None:
        """Play once on the fresh seed."""
        if not self.tries:
            raise Error("Try on the tuning seed first.")
        self.tries.append((str(_("test")), self.fresh, self.play(self.fresh)))

    def body(self) -> Iterable[object]:
        """The field for an idea, and the tries below each other."""
        entry = tag("input", type="text", name_="idea", autocomplete="off", data_key="idea")
        yield form("try", _("play on the tuning seed"), "try", field(_("what I have changed"), entry), primary=True)
        yield tools(button(_("test on a fresh seed"), "test", off=not self.tries))
        if self.tries:
            rows = {f"{k}. {idea} ({seed})": found for k, (idea, seed, found) in enumerate(self.tries, 1)}
            yield scale(rows, line=0.5, ends=(0, 1))
