"""What an analysis says to people: sentences and charts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import charts
from ..text import Message, Number, _, plural

if TYPE_CHECKING:
    from .worth import Analysis, Worth


def explained(analysis: Analysis) -> Message:
    """What was compared, the difference of the two best moves in a sentence, and how sure that is."""
    policy = analysis.source.policy
    compared = plural(
        "The cards that you cannot see were dealt anew {n} time, in every way that fits what you see. In each deal "
        "every move was tried, and {policy} played on in every seat.",
        "The cards that you cannot see were dealt anew {n} times, in every way that fits what you see. In each deal "
        "every move was tried, and {policy} played on in every seat.",
        analysis.deals, policy=policy,
    )  # fmt: skip
    if analysis.exact:
        compared = plural(
            "There is only {n} deal that fits what you see. In it every move was tried, and {policy} played on in "
            "every seat.",
            "There are only {n} different deals that fit what you see. In each of them every move was tried, and "
            "{policy} played on in every seat.",
            analysis.deals, policy=policy,
        )  # fmt: skip
    return _("{compared} {result} {sure}", compared=compared, result=_difference(analysis), sure=_sure(analysis))


def _difference(analysis: Analysis) -> Message:
    """The sentence about the difference between the best move and the next."""
    if len(analysis) == 1:
        return _("There is only one kind of move here: {move}.", move=analysis.best.name)
    if not analysis.ranked:
        return analysis.message
    best, second = analysis.moves[:2]
    names = {"best": best.name, "second": second.name}
    low, high = second.behind.low, second.behind.high
    if analysis.by == "points":
        said = {"value": Number(second.behind.value, 1), **names}
        if low == high:
            return _("{best} saves {value} points against {second}.", **said)
        return _(
            "{best} saves about {value} points against {second} ({range}).", range=_range(low, high, False), **said
        )
    said = {"value": Number(second.behind.value * 100, 1), **names}
    if low == high:
        return _("{best} wins {value} more rounds in 100 than {second}.", **said)
    return _(
        "{best} wins about {value} more rounds in 100 than {second} ({range}).", range=_range(low, high, True), **said
    )


def _range(low: Any, high: Any, percent: bool) -> Message:
    """Between what the difference may lie: less than nothing is a loss."""
    few, many = (Number(abs(x) * (100 if percent else 1), 1) for x in (low, high))
    if low < 0:
        return _("between {high} more and {low} fewer: not sure yet", low=few, high=many)
    return _("between {low} and {high}", low=few, high=many)


def _sure(analysis: Analysis) -> Message:
    """How sure it is, and for whom it holds."""
    policy = analysis.source.policy
    if analysis.exact:
        return _("No chance is left in these numbers; they hold as far as all play like {policy}.", policy=policy)
    return _(
        "The interval holds for all moves together in 95 of 100 such comparisons, as far as all play like {policy}.",
        policy=policy,
    )


def chart(analysis: Analysis) -> Any:
    """A bar a move with its interval; those not told apart from the best are grey, the best is framed."""
    import altair as alt

    chance = analysis.by == "won"
    rows = [_bar(move, analysis, chance) for move in analysis.moves]
    title = str(_("chance to win") if chance else _("points"))
    axis = charts.PERCENT if chance else alt.Axis()
    base = alt.Chart(charts.data(rows)).encode(alt.Y("move:N", sort=None, title=str(_("move"))))
    colours = alt.Color("kind:N", scale=alt.Scale(range=[row["colour"] for row in _kinds(rows)],
                        domain=[row["kind"] for row in _kinds(rows)]))  # fmt: skip
    bars = base.mark_bar().encode(alt.X("value:Q", title=title, axis=axis), colours)
    spans = base.mark_rule(strokeWidth=2, color=charts.BLACK).encode(alt.X("low:Q", title=title), alt.X2("high:Q"))
    return charts.finish(bars + spans, _("What each move is worth when played on"), analysis.message, analysis.caption)


def _bar(move: Worth, analysis: Analysis, chance: bool) -> dict[str, Any]:
    number = move.won if chance else move.points
    kind, colour = _("another move"), charts.SKY
    if analysis.ranked and move.good:
        kind, colour = _("as good as the best, as far as we can tell"), charts.GREY
    if analysis.ranked and analysis.best_action in move.actions:
        kind, colour = _("the best"), charts.BLUE
    return {
        "move": str(move.name), "value": float(number.value), "low": float(number.low), "high": float(number.high),
        "kind": str(kind), "colour": colour,
    }  # fmt: skip


def _kinds(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """One row of each kind."""
    return list({row["kind"]: row for row in rows}.values())
