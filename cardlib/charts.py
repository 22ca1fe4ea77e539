"""Charts for a class: readable on a projector, in colours that colour-blind people tell apart, without internet.

Every function gives an `altair.Chart` (or a layered one) with a title, axes named with their units, and a description
that a screen reader speaks. Importing this module chooses the renderer and the theme below for Altair.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import altair as alt

from .text import Message, _, decimal, percentage, render

# the colours of M. Okabe and K. Ito (2008), by their names
BLACK, ORANGE, SKY, GREEN, YELLOW, BLUE, VERMILION, PURPLE = (
    "#000000", "#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7",
)  # fmt: skip
VEGA_LITE = "application/vnd.vegalite.v5+json"  # the type of chart that JupyterLab draws by itself
MANY = 40  # more bars than this stand on a number axis, without a name under each
PERCENT = alt.Axis(format="~%")
FEW = 10  # up to this many bars have their value written above


def offline(spec: dict[str, Any], **_options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Hand a chart to Jupyter as data that its own copy of Vega-Lite draws, with its description as plain text."""
    spec = {**spec, "$schema": "https://vega.github.io/schema/vega-lite/v5.json"}
    bundle = {VEGA_LITE: spec, "text/plain": spec.get("description", "Chart")}
    return bundle, {VEGA_LITE: {"embed_options": {"renderer": "svg", "actions": False}}}


def theme() -> dict[str, Any]:
    """The look of all charts."""
    text = {"labelFontSize": 15, "labelColor": BLACK, "titleFontSize": 15, "titleFontWeight": "normal"}
    text["titleColor"] = BLACK  # said everywhere, since JupyterLab's dark theme would write white on our white
    subtitle = {"subtitleFontSize": 15, "subtitleColor": BLACK, "subtitlePadding": 6}
    return {
        "config": {
            "background": "white",
            "view": {"continuousWidth": 560, "continuousHeight": 280, "discreteHeight": {"step": 48}, "stroke": None},
            "title": {"fontSize": 18, "color": BLACK, "anchor": "start", "offset": 12, **subtitle},
            "axis": {**text, "titlePadding": 10, "gridColor": "#DDDDDD", "tickCount": 6, "labelLimit": 240},
            "axisX": {"labelAngle": 0, "labelOverlap": True},
            "legend": {**text, "orient": "top", "title": None, "labelLimit": 400},
            "text": {"fontSize": 14, "color": BLACK},
            "bar": {"color": BLUE},
            "range": {"category": [BLUE, ORANGE, GREEN, VERMILION, SKY, PURPLE, YELLOW, BLACK]},
        }
    }


alt.renderers.register("cardlib", offline)
alt.renderers.enable("cardlib")
alt.theme.register("cardlib", enable=True)(theme)


def finish(chart: Any, title: object, description: object, subtitle: object = "") -> Any:
    """Give a chart what every chart has: a title, perhaps a second line, and a description of one line."""
    heading = alt.TitleParams(str(title), subtitle=str(subtitle)) if str(subtitle) else str(title)
    return chart.properties(title=heading, description=" ".join(str(description).split()))


def data(rows: Iterable[dict[str, Any]]) -> alt.Data:
    """Put rows into the chart itself; no data frame is needed for a few dozen numbers."""
    return alt.Data(values=list(rows))


def in_order(cards: Iterable[Any]) -> list[Any]:
    """Sort card values: numbers first, by size, then signs such as a star or a wild card."""
    return sorted(cards, key=lambda card: (isinstance(card, str), card))


def distribution(pmf: Mapping[Any, Any], title: object, x: object = None, mark: Iterable[Any] = ()) -> Any:
    """Draw a distribution as bars.

    `pmf` maps each value to its probability (0..1); `x` names the values with their unit, such as "points"; the values
    in `mark` get an orange bar with a black edge.
    """
    values = in_order(pmf)
    marked = set(mark)
    many = len(values) > MANY and not any(isinstance(value, str) for value in values)
    rows = [
        {
            "value": float(value) if many else render(value),
            "probability": float(pmf[value]),
            "label": str(percentage(pmf[value])),
            "words": str(_("{value}: {share}", value=value, share=percentage(pmf[value]))),
            "marked": value in marked,
        }
        for value in values
    ]
    name = str(x or _("value"))
    across = alt.X("value:Q" if many else "value:O", title=name, sort=None)
    base = alt.Chart(data(rows)).encode(across, alt.Y("probability:Q", title=str(_("probability")), axis=PERCENT))
    bars = base.mark_bar(**({"width": max(1, 400 // len(values))} if many else {})).encode(
        color=alt.condition("datum.marked", alt.value(ORANGE), alt.value(BLUE)),
        stroke=alt.condition("datum.marked", alt.value(BLACK), alt.value(BLUE)),
        description="words:N",
        tooltip=alt.Tooltip("words:N", title=name),
    )
    top = max(values, key=lambda value: pmf[value])
    description = _(
        "Bar chart. {title}: {n} values from {low} to {high}; the most likely is {top} with {share}.",
        title=title, n=len(values), low=values[0], high=values[-1], top=top, share=percentage(pmf[top]),
    )  # fmt: skip
    if len(values) <= FEW:
        bars = alt.layer(bars, base.mark_text(dy=-9, aria=False).encode(text="label:N"))
    return finish(bars.properties(width=560), title, description)


def routes(numbers: Mapping[Any, Any], title: object, x: object = None, chance: bool = True) -> Any:
    """Draw the routes to one number below each other: formula, enumeration, simulation.

    `numbers` maps the name of a route to its number, or to an estimate with `value`, `low`, `high`, `confidence`, `n`
    and `seed`. The first number is the one to compare with (dashed line). `chance` says that they are probabilities.
    """
    show = percentage if chance else decimal
    rows = [_route(name, number, show) for name, number in numbers.items()]
    rows[0]["exact"] = True
    name = str(x or (_("probability") if chance else _("value")))
    axis = PERCENT if chance else alt.Axis()
    across = alt.X("value:Q", title=name, scale=alt.Scale(zero=False, padding=40), axis=axis)
    down = alt.Y("route:N", title=None, sort=[row["route"] for row in rows])
    base = alt.Chart(data(rows)).encode(across, down, description="words:N", tooltip=alt.Tooltip("words:N", title=name))
    exact = alt.Chart(base.data).transform_filter("datum.exact").mark_rule(strokeDash=[6, 4], color=BLACK, aria=False)
    interval = base.transform_filter("isValid(datum.low)").mark_rule(strokeWidth=5, color=ORANGE)
    interval = interval.encode(alt.X("low:Q", title=name), alt.X2("high:Q"))
    points = base.mark_point(filled=True, size=160, color=BLUE, opacity=1)
    halo = base.mark_text(dy=-18, aria=False, stroke="white", strokeWidth=5).encode(text="label:N")
    labels = base.mark_text(dy=-18, aria=False).encode(text="label:N")
    chart = alt.layer(exact.encode(across), interval, points, halo, labels)
    description = _("Chart. {title}: {numbers}.", title=title, numbers="; ".join(row["words"] for row in rows))
    return finish(chart.properties(width=560), title, description)


def _route(name: object, number: Any, show: Any) -> dict[str, Any]:
    if not hasattr(number, "low"):
        label: Message = _("{number}", number=show(number))
        return {"route": str(name), "value": float(number), "label": str(label), "words": f"{name}: {label}"}
    label = _(
        "{number} (between {low} and {high}; n = {n}, seed {seed})",
        number=show(number.value), low=show(number.low), high=show(number.high), n=number.n, seed=str(number.seed),
    )  # fmt: skip
    ends = {"low": float(number.low), "high": float(number.high)}
    return {"route": str(name), "value": float(number.value), **ends, "label": str(label), "words": f"{name}: {label}"}


def deck_counts(whole: Mapping[Any, int], left: Mapping[Any, int], title: object = None) -> Any:
    """Draw how many cards of each value are left of a deck (full) and how many are seen (empty), one on the other."""
    cards, shown = in_order(whole), [str(_("left")), str(_("seen"))]
    counts = {card: (left.get(card, 0), whole[card] - left.get(card, 0)) for card in cards}
    rows: list[dict[str, Any]] = [
        {
            "card": render(card),
            "state": state,
            "order": order,
            "cards": counts[card][order],
            "words": str(_("{card}: {left} left, {seen} seen", card=card, left=counts[card][0], seen=counts[card][1])),
        }
        for card in cards
        for order, state in enumerate(shown)
    ]
    base = alt.Chart(data(rows)).encode(
        alt.X("card:O", title=str(_("card")), sort=None),
        alt.Y("cards:Q", title=str(_("number of cards")), axis=alt.Axis(tickMinStep=1)),
        order="order:Q",
    )
    bars = base.mark_bar(stroke=BLUE, strokeWidth=1.5).encode(
        color=alt.Color("state:N", scale=alt.Scale(domain=shown, range=[BLUE, "white"]), sort=None),
        description="words:N",
        tooltip=alt.Tooltip("words:N", title=str(_("card"))),
    )
    numbers = base.transform_filter("datum.order == 0").mark_text(dy=-9, aria=False).encode(text="cards:Q")
    total, remaining = sum(whole.values()), sum(left.values())
    title = title or _("Cards of the deck")
    description = _(
        "Bar chart. {title}: {left} of {whole} cards are left. {cards}.",
        title=title, left=remaining, whole=total, cards="; ".join(row["words"] for row in rows[::2]),
    )  # fmt: skip
    subtitle = _("{left} of {whole} cards are left", left=remaining, whole=total)
    return finish(alt.layer(bars, numbers).properties(width=560), title, description, subtitle)
