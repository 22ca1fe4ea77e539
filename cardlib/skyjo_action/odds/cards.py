"""Is an action card worth its 10 points? What each one saves at its best use, one step ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from ...answer import Answer, Estimate
from ...engine import grid as written
from ...explain import Derivation, Shown, Table
from ...formula import Num, Ratio
from ...rng import Rng
from ...skyjo.odds.ahead import Left, is_down, points, with_card
from ...skyjo.odds.known import GONE, HIDDEN, Cells, known, refuse_game
from ...text import Error, Message, _, both, decimal, percentage
from .. import table as T
from ..game import KINDS, View, read_kind
from .known import ACTION
from .look import best_look
from .worth import (
    Situation,
    WorthEstimate,
    check_grid,
    known_of,
    model,
    situation,
    situation_of,
    worth_of_draw,
    worth_of_draw_three,
    worth_of_swap,
)

(REMOVE, SWAP, EXTRA, THREE, LOOK, DEFENCE, AGAIN, STEAL, SWAP_PLAYERS) = KINDS
PRICE = 10  # SA-6: points for a card still held at the end
Found = tuple[Message, Fraction | Estimate, Message]  # the best use, what it saves, how that was found
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

    def explain(self) -> Derivation:
        """Gain against price, as a decision tree: it is played, or it is too late."""
        gain = self.gain
        said = _("It is exact.") if isinstance(gain, Fraction) else _("It is simulated: {gain}.", gain=gain.message)
        d = Derivation(_("Is the action card {kind} worth its 10 points?", kind=self.kind), [], [self.model, *model()],
                       unit="points")  # fmt: skip
        d.step(_("Best use: {use}. {said} It saves:", use=self.use, said=said), Num(self.saves))
        text = _("If the card is still held at the end, it costs 10 points instead. Held for certain, it would be:")
        d.note(text, Num(self.saves) - Num(PRICE))
        text = _("With chance q it is too late. Then (1 − q) times the gain must be more than q times 10: q must be "
                 "below gain / (gain + 10).")  # fmt: skip
        return d.note(text, Ratio(self.saves, self.saves + PRICE))


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
        found: Mapping[str, Callable[[], Found]] = {
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
    def _three(self) -> Found:
        gain: Fraction | Estimate = Fraction(0)
        if self.now.unseen.total - len(self.now.hidden) >= 3:
            gain = gained(worth_of_draw_three(self.now))
        exact = isinstance(gain, Fraction)
        said = _("Exact: all hands of three cards.") if exact else _("Simulated: hands of three cards.")
        return _("the best of three"), gain, said

    def _swap(self) -> Found:
        gain, use = gained(worth_of_swap(self.now)), _("no exchange completes a line")
        if gain if isinstance(gain, Fraction) else gain.value > 0:
            now = self.now if isinstance(gain, Fraction) else self.now.roughly()
            use = both([written.write_cell(cell, T.ROWS) for cell in now.swaps[0][1:]])
        return use, gain, _("Exact: all exchanges of two own cards.")

    def _look(self) -> Found:
        said = _("The value of the information in the next turn; looking costs this turn.")
        best = best_look(self.now)
        if best is None:
            return _("nothing to look at"), Fraction(0), said
        return _("{line}", line=best[0]), gained(best[1].answer()), said

    @property
    def plain(self) -> Fraction | Estimate:
        """What a plain turn saves."""
        now = self.now
        if not now.rough or now.turn != now.draw or not now.can_draw:
            return now.now - now.turn
        return gained(worth_of_draw(now))

    def _defence(self) -> Found:
        said = _("Exact, for the extra turn that it gives; how it protects depends on the others and is left out.")
        return _("an extra turn"), self.plain, said

    def _extra(self) -> Found:
        if self.now.unseen.total < len(self.now.hidden) + 2:
            said = _("Exact, for the first of the two turns: the draw pile is used up then.")
            return _("an extra turn"), self.plain, said
        said = _("Simulated: two plain turns, each the best one step ahead.")
        return _("two turns in a row"), two_turns(self.now, self.trials, self.seed), said

    def _remove(self) -> Found:
        """A1: the lowest card of each opponent gives way to one from the pile."""
        said = _(
            "It depends on the others: the lowest open card of each goes, an unseen one comes in its place. Counted is "
            "what the others get more, on average over all of them; lines and action cards are left out."
        )
        mean, gains = self.now.mean, []
        for p in self.open_to_attack():
            lowest = min(
                (Fraction(points(cell)) for cell in self.others[p] if cell != GONE and not is_down(cell)), default=mean
            )
            gains.append(max(mean - lowest, Fraction(0)))
        gain = sum(gains, Fraction(0)) / len(self.others) if self.others else Fraction(0)
        return _("the lowest card of each opponent"), gain, said

    def _swap_players(self) -> Found:
        """A9: two exchanges, the better one first."""
        said = _(
            "It depends on the others: two exchanges with their cards, the best one first; hidden cards count the "
            "mean. Players with a Defence are left alone."
        )
        cards = [
            HIDDEN if is_down(cell) else cell for p in self.open_to_attack() for cell in self.others[p] if cell != GONE
        ]
        now, done = self.now.roughly(), []  # lines one by one: two cards of others make any more exact number a fancy
        left = Left(now.unseen.counts, min(len(now.hidden) + 2, now.unseen.total))
        start = best = now.mean_total(now.cells, left)
        for _exchange in range(2):
            ranked = sorted(
                (*now.best_grid(with_card(now.cells, cell, card), [cell], left)[:1], cell, str(card), card)
                for card in dict.fromkeys(cards)
                for cell in now.places
            )
            if not ranked or ranked[0][0] >= best:
                break
            best, cell, name, card = ranked[0]
            cards.remove(card)
            done.append(_("{card} to {at}", card=name, at=written.write_cell(cell, T.ROWS)))
            now = replace(now, cells=now.best_grid(with_card(now.cells, cell, card), [cell], left)[1])
        gain = Fraction(start - best, left.scale)
        return (_("get {cards}", cards=both(done)) if done else _("no exchange helps")), gain, said


def gained(worth: Answer | WorthEstimate) -> Fraction | Estimate:
    """What a card saves: exactly, or with its interval."""
    return worth.value if isinstance(worth, Answer) else worth


# --- two turns in a row -----------------------------------------------------------------------------------------------
def two_turns(now: Situation, n: int = TRIALS, seed: int = 1) -> Estimate:
    """What two plain turns in a row save, by simulation: each the best one step ahead (points)."""
    pile, places = list(now.unseen), len(now.hidden)
    taken = now.top is not None and now.take(now.top).after <= now.draw

    def trial(rng: Rng) -> int:
        *cards, first, last = rng.draw(pile, places + 2)
        lying, drawn = dict(zip(now.hidden, cards, strict=True)), [] if taken else [first]
        use = now.take(now.top) if taken else now.best_after[first]
        cells = now.grid(use, lying, drawn)
        turned = [lying[use.cell]] if use.card is None and use.cell in lying else []
        then = replace(now, cells=cells, unseen=now.unseen - drawn - turned, top=None, drawn=None, rough=True)
        rest = {cell: card for cell, card in lying.items() if cells[cell] == HIDDEN}
        before = now.final(now.dealt(now.cells, lying))
        return before - (then.result(then.best(last), rest, [last]) if then.places else then.final(cells))

    return Answer(0, Derivation(_("Two turns in a row")), trial, unit="points").simulate(n, seed)


# --- the table --------------------------------------------------------------------------------------------------------
class ActionCards(Shown, Mapping[str, Worth]):
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
    def plain_turn(self) -> Fraction | Estimate:
        """What a plain turn saves: so much is given up when a turn is spent to take or play a card."""
        return self.scene.plain

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
            points=decimal(self.plain_turn, 3) if isinstance(self.plain_turn, Fraction) else self.plain_turn.message,
        )

    def explain(self) -> Derivation:
        """How the numbers of the table come about."""
        d = Derivation(_("What does each action card in reach save?"), known_of(self.scene.now), model(), unit=None)
        for w in self.in_reach:
            d.step(_("{kind}: {use}. {model} It saves:", kind=w.kind, use=w.use, model=w.model), Num(w.saves))
        return d

    def parts(self) -> list[Any]:
        """What to hold the table against, and the table."""
        return [self.message, self.table()]


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
        now, asked = check_grid(situation(view, unseen, seen, rules)), known(view, reader=ACTION)
        seats = [p for p in range(len(view.players)) if p != me]
        scene = Scene(
            now,
            tuple(asked.grids[p] for p in seats),
            view.held[me],
            tuple(kind for kind in view.market if kind),
            tuple(view.held[p] for p in seats),
            view.action_discard,
            tuple(kind for kind in KINDS if not (view.rules.beginner and kind in (REMOVE, STEAL))),
            seed,
        )
        return ActionCards(scene)
    names = [[KINDS[read_kind(kind)] for kind in kinds] for kinds in (held, market)]
    refuse_game(view_or_grid)
    asked = known([view_or_grid, *others], None, unseen, seen, rules, reader=ACTION)
    now = check_grid(situation_of(asked))
    theirs = asked.grids[1:]
    return ActionCards(Scene(now, theirs, tuple(names[0]), tuple(names[1]), ((),) * len(theirs), seed=seed))
