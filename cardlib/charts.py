"""Charts for a class: readable on a projector, in colours that colour-blind people tell apart, without internet.

Every function gives an `altair.Chart` (or a layered one) with a title, axes named with their units, and a description
that a screen reader speaks. Importing this module chooses the renderer and the theme below for Altair.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from textwrap import wrap
from typing import Any

import altair as alt

from .text import LANGUAGES, Message, _, decimal, language, percentage, render

# the colours of M. Okabe and K. Ito (2008), by their names
BLACK, ORANGE, SKY, GREEN, YELLOW, BLUE, VERMILION, PURPLE = (
    "#000000", "#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7",
)  # fmt: skip
GREY = "#888888"
VEGA_LITE = "application/vnd.vegalite.v5+json"  # the type of chart that JupyterLab draws by itself
MANY = 40  # more bars than this stand on a number axis, without a name under each
PERCENT = alt.Axis(format="~%")
TITLE_WIDTH = 60  # letters to a line
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
    lines = {"gridColor": "#DDDDDD", "domainColor": GREY, "tickColor": GREY}
    subtitle = {"subtitleFontSize": 15, "subtitleColor": BLACK, "subtitlePadding": 6}
    return {
        "config": {
            "background": "white",
            "view": {"continuousWidth": 560, "continuousHeight": 280, "discreteHeight": {"step": 48}, "stroke": None},
            "title": {"fontSize": 18, "color": BLACK, "anchor": "start", "offset": 12, **subtitle},
            "axis": {**text, **lines, "titlePadding": 10, "tickCount": 6, "labelLimit": 240},
            "axisX": {"labelAngle": 0, "labelOverlap": True},
            "legend": {**text, "orient": "top", "title": None, "labelLimit": 400},
            "text": {"fontSize": 14, "color": BLACK},
            "bar": {"color": BLUE},
            "range": {"category": [BLUE, ORANGE, GREEN, VERMILION, SKY, PURPLE, YELLOW, BLACK]},
            **({} if language() == "en" else {"locale": {"number": number_locale()}}),
        }
    }


def number_locale() -> dict[str, Any]:
    """How the axes write their numbers in the language in use."""
    mark, separator, before_percent = LANGUAGES[language()]
    signs = {"decimal": mark, "thousands": separator, "percent": before_percent + "%"}
    return {**signs, "grouping": [3], "currency": ["", ""]}


alt.renderers.register("cardlib", offline)
alt.renderers.enable("cardlib")
alt.theme.register("cardlib", enable=True)(theme)


def finish(chart: Any, title: object, description: object, subtitle: object = "") -> Any:
    """Give a chart what every chart has: a title, perhaps a second line, and a description of one line."""
    lines: Any = wrap(str(title), TITLE_WIDTH)
    text = lines if len(lines) > 1 else str(title)
    heading = alt.TitleParams(text, subtitle=str(subtitle)) if str(subtitle) else text
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
    whole = all(isinstance(value, int) for value in values)
    gaps = whole and len({b - a for a, b in pairwise(values)}) > 1  # a bar has its place on the scale
    many = gaps or (len(values) > MANY and not any(isinstance(value, str) for value in values))
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
    places = int(values[-1] - values[0]) + 1 if gaps else len(values)
    base = alt.Chart(data(rows)).encode(across, alt.Y("probability:Q", title=str(_("probability")), axis=PERCENT))
    bars = base.mark_bar(**({"width": max(1, 400 // places)} if many else {})).encode(
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
    if show is decimal:
        show = number.rounded
    label = _(
        "{number} (between {low} and {high}; n = {n}, seed {seed})",
        number=show(number.value), low=show(number.low), high=show(number.high), n=number.n, seed=str(number.seed),
    )  # fmt: skip
    ends = {"low": float(number.low), "high": float(number.high)}
    return {"route": str(name), "value": float(number.value), **ends, "label": str(label), "words": f"{name}: {label}"}


def intervals(
    estimates: Sequence[Any], exact: Any, title: object, x: object = None, chance: bool = True, subtitle: object = ""
) -> Any:
    """Draw the intervals of many simulations below each other, and the exact number as a dashed line.

    Those that miss it are drawn in another colour, dashed, and with a cross. `chance`: they are probabilities.
    """
    kinds = [str(_("holds the exact value")), str(_("misses it"))]
    show = percentage if chance else decimal
    rows = [
        {
            "k": k,
            "value": float(one.value), "low": float(one.low), "high": float(one.high),
            "kind": kinds[exact not in one],
            "words": str(_("seed {seed}: {low} to {high}", seed=str(one.seed), low=show(one.low), high=show(one.high))),
        }
        for k, one in enumerate(estimates, 1)
    ]  # fmt: skip
    name = str(x or (_("probability") if chance else _("value")))
    axis = PERCENT if chance else alt.Axis()
    base = alt.Chart(data(rows)).encode(
        alt.Y("k:O", title=str(_("simulation")), axis=alt.Axis(labels=len(rows) <= MANY, ticks=False)),
        color=alt.Color("kind:N", scale=alt.Scale(domain=kinds, range=[BLUE, VERMILION])),
        description="words:N",
        tooltip=alt.Tooltip("words:N", title=name),
    )
    bars = base.mark_rule(strokeWidth=3).encode(
        alt.X("low:Q", title=name, axis=axis, scale=alt.Scale(zero=False)),
        alt.X2("high:Q"),
        strokeDash=alt.StrokeDash("kind:N", scale=alt.Scale(domain=kinds, range=[[1, 0], [5, 3]])),
    )
    points = base.mark_point(size=40, filled=False, strokeWidth=2).encode(
        alt.X("value:Q"), shape=alt.Shape("kind:N", scale=alt.Scale(domain=kinds, range=["circle", "cross"]))
    )
    line = alt.Chart(data([{"exact": float(exact)}])).mark_rule(strokeDash=[6, 4], color=BLACK, aria=False)
    missed = sum(exact not in one for one in estimates)
    description = _(
        "Chart of intervals. {title}: {missed} of {n} intervals miss the exact value {exact}.",
        title=title, missed=missed, n=len(rows), exact=show(exact),
    )  # fmt: skip
    step = 18 if len(rows) <= MANY else 7
    chart = alt.layer(line.encode(x="exact:Q"), bars, points).properties(width=560, height=step * len(rows))
    return finish(chart, title, description, subtitle)


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


def compared(shares: Mapping[str, Mapping[Any, float]], title: object, x: object, subtitle: object = "") -> Any:
    """Draw several distributions one below the other on one axis; `shares` maps a name to its value -> share (0..1)."""
    rows: list[dict[str, Any]] = [
        {
            "name": name,
            "value": float(value),
            "share": float(share),
            "words": str(_("{name}, {value}: {share}", name=name, value=value, share=percentage(share))),
        }
        for name, row in shares.items()
        for value, share in row.items()
    ]
    names = list(shares)
    values = {row["value"] for row in rows}
    span = max(values) - min(values) + 1
    header = alt.Header(labelFontSize=15, labelAngle=0, labelAlign="left")
    bars = (
        alt.Chart(data(rows))
        .mark_bar(width=max(1, min(12, 480 // span)))
        .encode(
            alt.X("value:Q", title=str(x)),
            alt.Y("share:Q", title=str(_("share")), axis=alt.Axis(format="~%", tickCount=3)),
            color=alt.Color("name:N", sort=names, legend=None),
            description="words:N",
            tooltip=alt.Tooltip("words:N", title=str(x)),
        )
        .properties(width=560, height=90)
        .facet(row=alt.Row("name:N", sort=names, title=None, header=header))
    )  # fmt: skip
    means = "; ".join(
        str(_("{name}: mean {mean}", name=name, mean=decimal(sum(v * p for v, p in row.items()), 2)))
        for name, row in shares.items()
    )
    return finish(bars, title, _("Bar charts, one a player. {title}. {means}.", title=title, means=means), subtitle)


def running_means(
    means: Mapping[str, Sequence[Any]], title: object, x: object, y: object, subtitle: object = ""
) -> Any:
    """Draw how means settle: for each name its estimates after more and more trials, as a line in its band."""
    names = list(means)
    rows = [
        {"name": name, "n": one.n, "mean": one.value, "low": one.low, "high": one.high}
        for name, row in means.items()
        for one in row
    ]
    colour = alt.Color("name:N", sort=names)
    base = alt.Chart(data(rows)).encode(alt.X("n:Q", title=str(x)), color=colour)
    band = base.mark_area(opacity=0.25).encode(
        alt.Y("low:Q", title=str(y), scale=alt.Scale(zero=False)), alt.Y2("high:Q")
    )
    line = base.mark_line(strokeWidth=2.5).encode(
        alt.Y("mean:Q", title=str(y)),
        strokeDash=alt.StrokeDash("name:N", sort=names),
        tooltip=["name:N", "n:Q", "mean:Q"],
    )
    last = "; ".join(
        str(_("{name}: {mean} ({low} to {high})", name=name, mean=decimal(row[-1].value, 2),
              low=decimal(row[-1].low, 2), high=decimal(row[-1].high, 2)))
        for name, row in means.items() if row
    )  # fmt: skip
    description = _("Line chart with bands. {title}. At the end {last}.", title=title, last=last)
    return finish(alt.layer(band, line).properties(width=560), title, description, subtitle)


def below(*parts: Any) -> Any:
    """Put charts one below the other."""
    whole = alt.vconcat(*parts).resolve_scale(color="independent")
    return whole.properties(description=" ".join(str(part.description) for part in parts))
