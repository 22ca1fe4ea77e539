"""What the analyses share: their stored results, and two kinds of charts. Nothing but the standard library to read."""

import csv
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cardlib import charts
from cardlib.charts import alt
from cardlib.explain import Table
from cardlib.text import decimal, percentage

ROOT = Path.cwd().resolve().parent.parent  # a notebook runs in its own folder
NUMBERS = ("at", "value", "low", "high", "n", "sample")


def load(analysis: str, scratch: float = 0) -> list[dict[str, Any]]:
    """The stored rows of an analysis; with scratch=1 all deals are played again, with 0.1 a tenth of them."""
    if not scratch:
        return read(analysis)
    sys.path.insert(0, str(ROOT / "tools"))
    import analyses

    wanted = [design for design in analyses.DESIGNS if design.analysis == analysis]
    return [vars(row) for one in wanted for row in analyses.play(one, max(analyses.LEAST, int(one.n * scratch)))]


def read(name: str) -> list[dict[str, Any]]:
    """A table of data/, one dictionary a row; what counts is a number, or None where it is empty."""
    with open(ROOT / "data" / f"{name}.csv", encoding="utf-8", newline="") as file:
        rows: list[dict[str, Any]] = list(csv.DictReader(file))
    for row in rows:
        row.update({key: float(row[key]) if row[key] else None for key in NUMBERS if key in row})
    return rows


def pick(rows: list[dict[str, Any]], **wanted: Any) -> list[dict[str, Any]]:
    """The rows with these entries; a list or tuple allows each of its members."""

    def fits(row: dict[str, Any]) -> bool:
        return all(
            row[key] in one if isinstance(one, (list, tuple)) else row[key] == one for key, one in wanted.items()
        )

    return [row for row in rows if fits(row)]


def one(rows: list[dict[str, Any]], subject: str, other: str = "", **wanted: Any) -> dict[str, Any]:
    """The one row about a subject; a stored difference the other way round is turned."""
    found = pick(rows, subject=subject, other=other, **wanted)
    if not found and other:
        turned = pick(rows, subject=other, other=subject, **wanted)
        found = [{**row, "subject": subject, "other": other, "value": -row["value"], "low": -row["high"],
                  "high": -row["low"]} for row in turned]  # fmt: skip
    if len(found) != 1:
        raise LookupError(f"{len(found)} rows for {subject!r}, {other!r}, {wanted}")
    return found[0]


def exact(at: float, value: Any, unit: str = "share") -> dict[str, Any]:
    """An exact number as a point of a curve."""
    return {"at": at, "value": float(value), "low": float(value), "high": float(value), "unit": unit}


def shown(row: dict[str, Any]) -> str:
    """A number with its interval, if it has one."""
    if row["low"] == row["high"]:
        return str(percentage(row["value"]) if row["unit"] == "share" else decimal(row["value"], 2))
    if row["unit"] == "share":
        return f"{percentage(row['value'])} ({percentage(row['low'])} to {percentage(row['high'])})"
    return f"{decimal(row['value'], 2)} ({decimal(row['low'], 2)} to {decimal(row['high'], 2)})"


def table(headings: Sequence[str], rows: Sequence[Sequence[Any]]) -> Table:
    """A table; stored rows in it are shown with their intervals."""
    return Table(list(headings), [[shown(cell) if isinstance(cell, dict) else cell for cell in row] for row in rows])


def effects(rows: Sequence[tuple[str, str, dict[str, Any]]], title: str, x: str, null: float = 0) -> Any:
    """Numbers with their intervals below each other: (what it is, its group, stored row); a dashed line at `null`.

    Groups differ in colour and in the shape of the mark.
    """
    share = rows[0][2]["unit"] == "share"
    listed = [
        {"what": what, "group": group, "value": row["value"], "low": row["low"], "high": row["high"],
         "words": f"{what}{', ' + group if group else ''}: {shown(row)}"}
        for what, group, row in rows
    ]  # fmt: skip
    axis = alt.Axis(format="+~%" if null == 0 else "~%") if share else alt.Axis()
    groups = list(dict.fromkeys(group for _what, group, _row in rows))
    legend = alt.Legend(columns=2) if len(groups) > 1 else None
    base = alt.Chart(charts.data(listed)).encode(
        alt.Y("what:N", title=None, sort=list(dict.fromkeys(what for what, _group, _row in rows))),
        color=alt.Color("group:N", sort=groups, legend=legend), description="words:N",
        tooltip=alt.Tooltip("words:N", title=x),
    )  # fmt: skip
    if len(groups) > 1:
        base = base.encode(yOffset=alt.YOffset("group:N", sort=groups))
    across = alt.X("value:Q", title=x, axis=axis, scale=alt.Scale(zero=False, padding=20))
    bars = base.mark_rule(strokeWidth=4).encode(alt.X("low:Q", title=x), alt.X2("high:Q"))
    marks = base.mark_point(filled=True, size=130, opacity=1).encode(
        across, shape=alt.Shape("group:N", sort=groups, legend=None)
    )
    zero = alt.Chart(charts.data([{"null": null}])).mark_rule(strokeDash=[6, 4], color=charts.BLACK)
    chart = alt.layer(zero.encode(alt.X("null:Q", title=x)), bars, marks).properties(width=470)
    said = "; ".join(row["words"] for row in listed)
    return charts.finish(chart, title, f"Numbers with 95 % intervals. {title} Dashed line at {null:g}. {said}.")


def curves(
    lines: dict[str, Sequence[dict[str, Any]]], title: str, x: str, y: str, null: float | None = None, step: int = 1
) -> Any:
    """A line with its 95 % intervals for each name, over `at`; a dashed line at `null`."""
    names = list(lines)
    share = next(iter(lines.values()))[0]["unit"] == "share"
    listed = [
        {"name": name, "at": row["at"], "value": row["value"], "low": row["low"], "high": row["high"],
         "words": f"{name}, {row['at']:g}: {shown(row)}"}
        for name, rows in lines.items() for row in rows
    ]  # fmt: skip
    axis = alt.Axis(format="~%") if share else alt.Axis()
    across = alt.X(
        "at:Q", title=x, axis=alt.Axis(tickMinStep=step), scale=alt.Scale(zero=False, nice=False, padding=12)
    )
    legend = alt.Legend(columns=2) if len(names) > 1 else None
    base = alt.Chart(charts.data(listed)).encode(
        across, color=alt.Color("name:N", sort=names, legend=legend), description="words:N",
        tooltip=alt.Tooltip("words:N", title=y),
    )  # fmt: skip
    up = alt.Y("value:Q", title=y, axis=axis, scale=alt.Scale(zero=False))
    dashes, shapes = (kind("name:N", sort=names, legend=None) for kind in (alt.StrokeDash, alt.Shape))
    bars = base.mark_rule(strokeWidth=2).encode(alt.Y("low:Q", title=y), alt.Y2("high:Q"))
    line = base.mark_line(strokeWidth=2).encode(up, strokeDash=dashes)
    marks = base.mark_point(filled=True, size=70, opacity=1).encode(up, shape=shapes)
    parts = [bars, line, marks]
    if null is not None:
        zero = alt.Chart(charts.data([{"null": null}])).mark_rule(strokeDash=[6, 4], color=charts.BLACK)
        parts.insert(0, zero.encode(alt.Y("null:Q", title=y)))
    said = "; ".join(
        f"{name} from {shown(rows[0])} at {rows[0]['at']:g} to {shown(rows[-1])} at {rows[-1]['at']:g}"
        for name, rows in lines.items()
    )
    return charts.finish(
        alt.layer(*parts).properties(width=520, height=300), title, f"Lines with 95 % intervals. {title} {said}."
    )


def claims(analysis: str) -> Table:
    """The claims that this analysis tests: what is said, by whom, and what came out."""
    rows = [row for row in read("claims") if row["analysis"] == analysis]
    headings = ["nr", "claim", "who says so", "what came out"]
    return Table(headings, [[row["nr"], row["claim"], row["source"], row["verdict"]] for row in rows])
