"""Is an action card worth its 10 points? What each one saves at its best use, one step ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from ...answer import Answer, Estimate
from ...deck import Deck
from ...engine import grid as written
from ...explain import Explanation, Step, Table
from ...formula import Num, Ratio, result
from ...rng import Rng
from ...skyjo import rules as S
from ...text import Error, Message, _, both, decimal, percentage
from ..game import KINDS, View, read_kind
from . import seen as table
from .look import best_look
from .seen import GONE, HIDDEN
from .worth import KEEP, Cells, Situation, Use, cells_of, check_grid, is_down, known_card, known_of, model, situation

(REMOVE, SWAP, EXTRA, THREE, LOOK, DEFENCE, AGAIN, STEAL, SWAP_PLAYERS) = KINDS
PRICE = 10  # SA-6: points for a card still held at the end
TRIALS = 300  # of two turns in a row; as a simulation shows its interval, that is enough to compare


@dataclass(frozen=True)
class Worth:
    """One kind of action card: where it is, its best use, what that saves (points), and how that was found.

    gain: exact (Fraction) or simulated (Estimate, with interval, n and seed); saves: the same as a number, at least 0
    """

    kind: str
    where: tuple[str, ...]  # "held", "market"; empty for a kind that lies elsewhere
    use: Message
    gain: Fraction | Estimate
    model: Message

    @property
    def saves(self) -> Fraction:
        """What the best use saves; a card that would do harm is not played."""
        gain = self.gain
        exact = gain if isinstance(gain, Fraction) else Fraction(gain.value).limit_denominator(10**6)
        return max(exact, Fraction(0))

    @property
    def after_price(self) -> Fraction:
        """What it saves less the 10 points that it costs when it is still held at the end (SA-6)."""
        return self.saves - PRICE

    @property
    def break_even(self) -> Fraction:
        """The chance of being left with the card below which it is worth holding: gain / (gain + 10)."""
        return self.saves / (self.saves + PRICE)

    def explain(self) -> Explanation:
        """Gain against price, as a decision tree: it is played, or it is too late."""
        gain = self.gain
        said = _("It is exact.") if isinstance(gain, Fraction) else _("It is simulated: {gain}.", gain=gain.message)
        steps = [
            Step(_("Best use: {use}. {said} It saves:", use=self.use, said=said), result(Num(self.saves))),
            Step(_("If the card is still held at the end, it costs 10 points instead. Held for certain, it would be:"),
                 result(Num(self.saves) - Num(PRICE))),
            Step(_("With chance q it is too late. Then (1 − q) times the gain must be more than q times 10: q must be "
                   "below gain / (gain + 10)."), result(Ratio(self.saves, self.saves + PRICE))),
        ]  # fmt: skip
        question = _("Is the action card {kind} worth its 10 points?", kind=self.kind)
        return Explanation(question, [], [self.model, *model()], steps, self.saves, "points")


@dataclass(frozen=True)
class Scene:
    """The own situation, the other grids, and the action cards that everybody can see."""

    now: Situation
    others: tuple[Cells, ...] = ()
    held: tuple[str, ...] = ()  # own
    market: tuple[str, ...] = ()
    theirs: tuple[tuple[str, ...], ...] = ()  # the action cards of each other player
    heap: tuple[str, ...] = ()  # the action discard pile
    kinds: tuple[str, ...] = KINDS
    seed: int = 1
    trials: int = field(default=TRIALS)

    def open_to_attack(self) -> list[int]:
        """The other players who hold no Defence (A6)."""
        return [p for p, cards in enumerate(self.theirs) if DEFENCE not in cards]

    @cached_property
    def rows(self) -> dict[str, Worth]:
        """All kinds of the game."""
        found = {kind: self._worth(kind) for kind in self.kinds if kind not in (AGAIN, STEAL)}
        self._borrowed(found, STEAL, [kind for p in self.open_to_attack() for kind in self.theirs[p]])
        self._borrowed(found, AGAIN, [kind for kind in self.heap if kind != AGAIN])
        return found

    def _worth(self, kind: str) -> Worth:
        found: Mapping[str, Callable[[], tuple[Message, Fraction | Estimate, Message]]] = {
            THREE: self._three, SWAP: self._swap, LOOK: self._look, DEFENCE: self._defence, EXTRA: self._extra,
            REMOVE: self._remove, SWAP_PLAYERS: self._swap_players,
        }  # fmt: skip
        use, gain, said = found[kind]()
        return Worth(kind, self._where(kind), use, gain, said)

    def _where(self, kind: str) -> tuple[str, ...]:
        places = (("held", self.held), ("market", self.market))
        return tuple(name for name, cards in places if kind in cards)

    def _borrowed(self, found: dict[str, Worth], kind: str, cards: Sequence[str]) -> None:
        """A7, A8: another card is played at once, the best that can be reached."""
        if kind not in self.kinds:
            return
        best = max((found[card] for card in cards if card in found), key=lambda worth: worth.saves, default=None)
        said = _("It is worth what the best card saves that it can reach; that others lose a card is left out.")
        use = _("nothing in reach") if best is None else _("{kind}: {use}", kind=best.kind, use=best.use)
        gain = Fraction(0) if best is None else best.gain
        found[kind] = Worth(kind, self._where(kind), use, gain, said)

    # --- the kinds --------------------------------------------------------------------------------------------------
    def _three(self) -> tuple[Message, Fraction, Message]:
        return _("the best of three"), self.now.now - self.now.draw_three, _("Exact: all hands of three cards.")

    def _swap(self) -> tuple[Message, Fraction, Message]:
        gain, use = self.now.now - self.now.swap, _("no exchange completes a line")
        if gain > 0:
            _after, a, b = self.now.swaps[0]
            use = both([written.write_cell(cell, S.ROWS) for cell in (a, b)])
        return use, gain, _("Exact: all exchanges of two own cards.")

    def _look(self) -> tuple[Message, Fraction, Message]:
        best = best_look(self.now)
        said = _("Exact: what knowing an own line is worth in the next turn. Looking at others is left out.")
        if best is None:
            return _("there is nothing to look at"), Fraction(0), said
        return _("{line}", line=best[0]), best[1].worth, said

    def _defence(self) -> tuple[Message, Fraction, Message]:
        said = _("Exact, for the extra turn that it gives; how it protects depends on the others and is left out.")
        return _("an extra turn"), self.now.now - self.now.turn, said

    def _extra(self) -> tuple[Message, Fraction | Estimate, Message]:
        if self.now.unseen.total < len(self.now.hidden) + 2:
            said = _("Exact, for the first of the two turns: the draw pile is used up then.")
            return _("an extra turn"), self.now.now - self.now.turn, said
        said = _("Simulated: two plain turns, each the best one step ahead.")
        return _("two turns in a row"), two_turns(self.now, self.trials, self.seed), said

    def _remove(self) -> tuple[Message, Fraction, Message]:
        """A1: the lowest card of each opponent gives way to one from the pile."""
        said = _(
            "It depends on the others: the lowest open card of each goes, an unseen one comes in its place. Counted is "
            "what the others get more, on average over all of them; lines and action cards are left out."
        )
        mean, gains = self.now.mean(), []
        for p in self.open_to_attack():
            lowest = min((value_of(cell) for cell in self.others[p] if is_open(cell)), default=mean)
            gains.append(max(mean - lowest, Fraction(0)))
        gain = sum(gains, Fraction(0)) / len(self.others) if self.others else Fraction(0)
        return _("the lowest card of each opponent"), gain, said

    def _swap_players(self) -> tuple[Message, Fraction, Message]:
        """A9: two exchanges, the better one first."""
        said = _(
            "It depends on the others: two exchanges with their cards, the best one first; hidden cards count the "
            "mean. Players with a Defence are left alone."
        )
        cards = [cell for p in self.open_to_attack() for cell in self.others[p] if cell != GONE]
        now, done = self.now, []
        for _exchange in range(2):
            found = [
                (now.settled(now.with_card(cell, card), [cell]), cell, card)
                for card in dict.fromkeys(HIDDEN if is_down(card) else card for card in cards)
                for cell in now.places
            ]
            mean = self.now.mean()
            ranked = sorted(
                (after + mean * (len(now.hidden) - (now.cells[cell] == HIDDEN) + (card == HIDDEN)), cell, str(card))
                for after, cell, card in found
            )
            if not ranked:
                break
            after, cell, name = ranked[0]
            if after >= now.base + mean * len(now.hidden):
                break
            card = next(card for card in cards if str(card) == name or (name == HIDDEN and is_down(card)))
            cards.remove(card)
            done.append(_("{card} to {at}", card=name, at=written.write_cell(cell, S.ROWS)))
            now = replace(now, cells=settle_cells(now, cell, HIDDEN if is_down(card) else card))
        gain = self.now.now - (now.base + self.now.mean() * len(now.hidden))
        return (_("get {cards}", cards=both(done)) if done else _("no exchange helps")), gain, said


def is_open(cell: Any) -> bool:
    """Whether a card lies face up."""
    return cell != GONE and not is_down(cell)


def value_of(cell: Any) -> int:
    """The points of an open card."""
    return 0 if cell == table.STAR else int(cell)


def settle_cells(now: Situation, cell: int, card: Any) -> Cells:
    """The grid after placing a card, its completed lines gone."""
    cells = now.with_card(cell, card)
    return tuple(now.kept(cells, [cell]))


# --- two turns in a row -----------------------------------------------------------------------------------------------
def two_turns(now: Situation, n: int = TRIALS, seed: int = 1) -> Estimate:
    """What two plain turns in a row save, by simulation: each the best one step ahead (points)."""
    return _two_turns(now).simulate(n, seed)


def _two_turns(now: Situation) -> Answer:
    pile, places = list(now.unseen), len(now.hidden)
    memory: dict[Any, Use] = {}

    def trial(rng: Rng) -> Fraction:
        cards = rng.draw(pile, 1 + (places > 0))
        first = now.best_after[cards[0]]
        if now.top is not None and now.take(now.top).after <= now.draw:
            first, drawn = now.take(now.top), []
        else:
            drawn = [cards[0]]
        card = first.card
        if first.what != KEEP:
            cell = now.cells[first.cell]
            card = known_card(cell) if cell != HIDDEN else cards[1]
            drawn += [card] if cell == HIDDEN else []
        cells = settle_cells(now, first.cell, card)
        then = replace(now, cells=cells, unseen=now.unseen - drawn, top=None, drawn=None)
        left = list(then.unseen)
        if not then.places or not left:
            return now.now - then.now
        last = rng.draw(left, 1)[0]
        key = (cells, tuple(drawn), last)
        if key not in memory:
            memory[key] = then.best(last)
        return now.now - memory[key].after

    return Answer(Fraction(0), lambda: Explanation(_("Two turns in a row"), [], [], []), trial, unit="points")


# --- the table --------------------------------------------------------------------------------------------------------
class ActionCards(Mapping[str, Worth]):
    """All action cards of the game by kind, those in reach (held or in the market) in a table, the best first."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    def __getitem__(self, kind: str) -> Worth:
        name = KINDS[read_kind(kind)]
        if name not in self.scene.rows:
            raise Error("The action card {kind} is not in this game.", kind=name)
        return self.scene.rows[name]

    def __contains__(self, kind: object) -> bool:
        return kind in self.scene.rows

    def __iter__(self) -> Any:
        return iter(self.scene.rows)

    def __len__(self) -> int:
        return len(self.scene.rows)

    @property
    def in_reach(self) -> list[Worth]:
        """The cards held or in the market, the best first."""
        return sorted((worth for worth in self.values() if worth.where), key=lambda worth: -worth.saves)

    @property
    def plain_turn(self) -> Fraction:
        """What a plain turn saves: so much is given up when a turn is spent to take or play a card."""
        return self.scene.now.now - self.scene.now.turn

    def table(self) -> Table:
        """One row a card in reach."""
        words = {"held": _("held"), "market": _("market")}
        rows = [
            [w.kind, both([words[name] for name in w.where]), w.use, decimal(w.saves, 3), decimal(w.after_price, 3),
             percentage(w.break_even), _("exact") if isinstance(w.gain, Fraction) else w.gain.message]
            for w in self.in_reach
        ]  # fmt: skip
        heads = [_("action card"), _("where"), _("best use"), _("saves"), _("less 10"), _("worth it below"), _("how")]
        return Table(heads, rows)

    @property
    def message(self) -> Message:
        """What to hold the table against."""
        return _(
            "A plain turn saves {points} points. A card still held at the end costs 10 points: it is worth holding as "
            "long as the chance to be left with it is below the one in the table.",
            points=decimal(self.plain_turn, 3),
        )

    def explain(self) -> Explanation:
        """How the numbers of the table come about."""
        steps = [
            Step(_("{kind}: {use}. {model} It saves:", kind=w.kind, use=w.use, model=w.model), result(Num(w.saves)))
            for w in self.in_reach
        ]
        return Explanation(_("What does each action card in reach save?"), known_of(self.scene.now), model(), steps)

    def __str__(self) -> str:
        return f"{self.message}\n{self.table()}"

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return f"<p>{self.message.render('html')}</p>{self.table()._repr_html_()}"


def action_card(
    view_or_grid: Any,
    others: Iterable[Any] = (),
    held: Iterable[str] = (),
    market: Iterable[str] = (),
    unseen: Any = None,
    seen: Any = None,
    rules: Any = None,
    seed: int = 1,
) -> ActionCards:
    """What each action card in reach saves at its best use (points), to be held against its 10 points (SA-6).

    view_or_grid: a View; or the own grid in writing, then with the other grids, the own action cards and the market
    unseen, seen: without a view, the unseen play cards, or those seen in no grid given here
    seed: of the simulation for "extra turns", which the table shows with its interval
    Each row names its model. Raises ValueError for a variant without action cards and for cards that cannot be.
    """
    if isinstance(view_or_grid, View):
        view, me = view_or_grid, view_or_grid.me
        if view.rules.variant in ("stars", "numbers"):
            raise Error("In this variant there are no action cards (SA-16).")
        now = check_grid(situation(view, unseen, seen, rules))
        seats = [p for p in range(len(view.players)) if p != me]
        scene = Scene(
            now,
            tuple(cells_of(view.grids[p], view.rules) for p in seats),
            view.held[me],
            tuple(kind for kind in view.market if kind),
            tuple(view.held[p] for p in seats),
            view.action_discard,
            tuple(kind for kind in KINDS if not (view.rules.beginner and kind in (REMOVE, STEAL))),
            seed,
        )
        return ActionCards(scene)
    names = [[KINDS[read_kind(kind)] for kind in kinds] for kinds in (held, market)]
    table.refuse_game(view_or_grid)
    rules = table.check_rules(rules)
    grids = tuple(cells_of(grid, rules) for grid in others)
    elsewhere = Deck() if seen is None else table.read_cards(seen, rules)
    open_cards = [known_card(cell) if is_down(cell) else cell for grid in grids for cell in grid
                  if cell not in (HIDDEN, GONE)]  # fmt: skip
    now = check_grid(situation(view_or_grid, unseen, None if unseen is not None else elsewhere + open_cards, rules))
    return ActionCards(Scene(now, grids, tuple(names[0]), tuple(names[1]), ((),) * len(grids), seed=seed))
