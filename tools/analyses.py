"""The analyses' stored results: `python tools/analyses.py` rebuilds them all, `--check` a sample, and compares.

    python tools/analyses.py                 play every design of designs.py anew and write data/ (cost: data/README.md)
    python tools/analyses.py opening keep    only these analyses; the others keep their stored results
    python tools/analyses.py --check         play a twentieth of the deals and compare with what the same deals gave
    python tools/analyses.py --pictures      draw the charts of the index from the saved notebooks
    python tools/analyses.py --dask          the same on a local dask cluster (any executor gives the same results)

A stored row is one number of one design: its value and interval, and beside it the value of the sample alone, which
`--check` plays again. The same code gives the same sample to the last digit; code that moves a sample by more than half
the width of the stored interval has made the stored results old.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import time
from collections.abc import Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from statistics import NormalDist
from typing import Any

import designs
from designs import DESIGNS, Design

import cardlib
from cardlib import skipbo, skyjo, skyjo_action
from cardlib.simulation import simulate, tournament
from cardlib.simulation.tournament import holm

ROOT = Path(__file__).resolve().parent.parent
DATA, NOTEBOOKS = ROOT / "data", ROOT / "notebooks" / "analyses"
VEGA_LITE = "application/vnd.vegalite.v5+json"
COMMAND = "python tools/analyses.py"
GAMES = {"skyjo": skyjo, "skyjo_action": skyjo_action, "skipbo": skipbo}
LEVEL = 0.05


@dataclass(frozen=True)
class Row:
    """One number of a design. The comments are the data dictionary."""

    design: str  # the design's name in designs.csv
    subject: str  # whose number it is: a player, or a group of rounds
    other: str  # for a difference: whom the subject is compared with on the same deals
    measure: str  # what is measured
    at: float | None  # where a curve has this point: a score, a number of players, a cutoff
    value: float  # the estimate, in `unit`
    low: float  # lower end of the 95 % interval
    high: float  # upper end of the 95 % interval
    n: int  # deals, rounds or games behind the estimate
    unit: str  # share (0..1), points, or what is counted
    sample: float | None  # the same from the first twentieth of the deals; empty where the sample has too few cases


def play(design: Design, deals: int | None = None, executor: Executor | None = None) -> list[Row]:
    """The numbers of a design, from all its deals or from fewer; every number comes with its interval."""
    n = deals or design.n
    if design.position is not None:
        return [Row(design.name, *row, None) for row in designs.weighed(design, n)]
    how: dict[str, Any] = {"seed": design.seed, "progress": False, "executor": executor, "host": "compiled"}
    how["games" if design.games else "rounds"] = n
    module = GAMES[design.game]
    how["rules"] = module.Rules(**design.rules)
    if design.table:
        found = tournament(module, design.players, table=design.table, **how)
        return list(_tournament_rows(design, found))
    result = simulate(module, design.players, **how)
    return [Row(design.name, *row, None) for row in design.numbers(result)]


def _tournament_rows(design: Design, found: Any) -> Iterable[Row]:
    """Each player's share of wins and mean score, and what tells every two of them apart on the same deals."""
    for by, measure, unit in (("won", "wins", "share"), ("score", "score", "points")):
        found = found.ranked(by)
        alike = "other 1" in design.players  # one player among others who are all alike: only that one counts
        for one in found.ranking:
            if not alike or one.player in list(design.players)[:1]:
                yield _row(design, one.player, "", measure, getattr(one, by), unit)
        for pair in found.differences if not alike else ():
            yield _row(design, pair.better, pair.worse, measure, pair.estimate, unit)


def _row(design: Design, subject: str, other: str, measure: str, estimate: Any, unit: str) -> Row:
    return Row(design.name, subject, other, measure, None, estimate.value, estimate.low, estimate.high, estimate.n,
               unit, None)  # fmt: skip


def sample_of(design: Design, executor: Executor | None = None) -> dict[tuple[Any, ...], float]:
    """What the first twentieth of the deals gives, by (subject, other, measure, at)."""
    rows = play(design, max(designs.LEAST, design.n // 20), executor)
    found = {(row.subject, row.other, row.measure, row.at): row.value for row in rows}
    swapped = {(other, subject, *rest): -value for (subject, other, *rest), value in found.items() if other}
    return {**swapped, **found}


def build(design: Design, executor: Executor | None = None) -> list[Row]:
    """All rows of a design, with the sample's value beside each; rounded so that files stay small."""
    sample = sample_of(design, executor)
    return [
        replace(row, value=_short(row.value), low=_short(row.low), high=_short(row.high),
                sample=_short(sample.get((row.subject, row.other, row.measure, row.at))))
        for row in play(design, executor=executor)
    ]  # fmt: skip


def _short(x: float | None) -> Any:
    return None if x is None else round(x, 6)


def moved(design: Design, stored: Iterable[Row], executor: Executor | None = None) -> list[str]:
    """Sentences about the stored rows whose sample now comes out elsewhere, by more than their intervals allow."""
    now = sample_of(design, executor)
    found = []
    for row in stored:
        new = now.get((row.subject, row.other, row.measure, row.at))
        if row.sample is None and new is None:
            continue
        if row.sample is None or new is None or abs(new - row.sample) > (row.high - row.low) / 2 + 1e-6:
            name = " ".join(str(part) for part in (row.design, row.subject, row.other, row.measure, row.at) if part)
            found.append(f"{name}: the sample gave {row.sample}, now {new}; interval {row.low} to {row.high}")
    return found


# --- files ------------------------------------------------------------------------------------------------------------
def read(analysis: str) -> list[Row]:
    """The stored rows of an analysis."""
    with open(DATA / f"{analysis}.csv", encoding="utf-8", newline="") as file:
        return [
            Row(one["design"], one["subject"], one["other"], one["measure"], _number(one["at"]), float(one["value"]),
                float(one["low"]), float(one["high"]), int(one["n"]), one["unit"], _number(one["sample"]))
            for one in csv.DictReader(file)
        ]  # fmt: skip


def _number(text: str) -> float | None:
    return float(text) if text else None


def write(name: str, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write a table of data/ as CSV."""
    listed = list(rows)
    with open(DATA / f"{name}.csv", "w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, list(listed[0]), lineterminator="\n")
        table.writeheader()
        table.writerows(listed)


def write_columns(rows: list[Row]) -> None:
    """All stored rows in one columnar file."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = {field.name: [getattr(row, field.name) for row in rows] for field in fields(Row)}
    pq.write_table(pa.table(columns), DATA / "results.parquet", compression="zstd")


def decks() -> Iterable[dict[str, Any]]:
    """What the decks of the three games hold."""
    for name, module in GAMES.items():
        for deck in ("DECK", "ACTION_DECK"):
            for card, count in getattr(module, deck, {}).items():
                yield {"game": name, "deck": deck, "card": card, "count": count}


# --- claims -----------------------------------------------------------------------------------------------------------
def judge(claims: list[dict[str, str]]) -> list[dict[str, Any]]:
    """Fill in what the stored results say about each claim, corrected for their number by Holm's method.

    A claim with a `design` is about one stored row (subject, other, measure, at) and the value `null` that it would
    have if there were nothing in the claim. The last column is written by hand; the numbers before it are not.
    """
    rows = {(r.design, r.subject, r.other, r.measure, r.at): r for name in designs.ANALYSES for r in read(name)}
    tested = []
    for claim in claims:
        for name in ("value", "low", "high", "n", "p", "p_holm"):
            claim[name] = ""
        if not claim["design"]:
            continue
        key = (claim["design"], claim["subject"], claim["other"], claim["measure"], _number(claim["at"]))
        sign = 1
        if key not in rows:
            key, sign = (key[0], key[2], key[1], key[3], key[4]), -1
        row = rows[key]
        low, high = sorted((sign * row.low, sign * row.high))
        error = (high - low) / 2 / NormalDist().inv_cdf(0.975)
        p = 2 * NormalDist().cdf(-abs(sign * row.value - float(claim["null"])) / error)
        claim.update(value=str(sign * row.value), low=str(low), high=str(high), n=str(row.n))
        tested.append((claim, p))
    for (claim, p), corrected in zip(tested, holm([p for _claim, p in tested]), strict=True):
        claim.update(p=f"{p:.3g}", p_holm=f"{corrected:.3g}")
    return list(claims)


# --- the description of data/ -----------------------------------------------------------------------------------------
TEXTS = {
    "claims": "Public claims on the three games, where they are made, and what the stored results say about them",
    "designs": "The designs of all simulations: who sat where, with which rules, how many deals, from which seed",
    "decks": "What the decks of the three games hold (RULES: SK-1, SA-1, SB-1)",
}
MEANINGS = {**{name: text for name, (_kind, text) in designs.DICTIONARY.items()}}


def describe() -> None:
    """Write datapackage.json: every file with its checksum, size, command and data dictionary."""
    listed = [*((name, f"Stored results: {text}") for name, text in designs.ANALYSES.items()), *TEXTS.items()]
    resources = []
    for name, text in listed:
        path = DATA / f"{name}.csv"
        with open(path, encoding="utf-8", newline="") as file:
            header = next(csv.reader(file))
        known = [{"name": column, "type": designs.DICTIONARY[column][0], "description": designs.DICTIONARY[column][1]}
                 for column in header]  # fmt: skip
        resources.append({**_resource(path, text), "profile": "tabular-data-resource",
                          "schema": {"fields": known, "missingValues": [""]}})  # fmt: skip
        resources[-1]["encoding"] = "utf-8"
    resources.append(
        _resource(DATA / "results.parquet", "All stored results in one columnar file, columns as in the CSV")
    )
    package = {
        "profile": "data-package",
        "name": "cardlib-analyses",
        "title": "Skyjo, Skyjo Action and Skip-Bo: public claims re-tested",
        "description": "Each number is simulated from its design's seed, or exact; 95 % intervals.",
        "version": cardlib.__version__,
        "licenses": [{"name": "MIT"}],
        "command": COMMAND,
        "resources": resources,
    }
    text = json.dumps(package, indent=1, ensure_ascii=False) + "\n"
    (DATA / "datapackage.json").write_text(text, encoding="utf-8")


def _resource(path: Path, text: str) -> dict[str, Any]:
    content = path.read_bytes()
    kind = path.suffix[1:]
    media = {"csv": "text/csv", "parquet": "application/vnd.apache.parquet"}[kind]
    return {
        "name": path.stem, "path": path.name, "title": text, "format": kind, "mediatype": media,
        "bytes": len(content), "hash": "sha256:" + hashlib.sha256(content).hexdigest(),
    }  # fmt: skip


# --- pictures ---------------------------------------------------------------------------------------------------------
def pictures() -> int:
    """Draw the first chart of every saved analysis as an SVG file for the index; needs cardlib's extra "export"."""
    import vl_convert

    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        outputs = [output.get("data", {}) for cell in cells for output in cell.get("outputs", [])]
        spec = next(data[VEGA_LITE] for data in outputs if VEGA_LITE in data)
        target = NOTEBOOKS / "pictures" / f"{path.stem}.svg"
        target.parent.mkdir(exist_ok=True)
        target.write_text(vl_convert.vegalite_to_svg(spec, vl_version="5.21"), encoding="utf-8")
    return 0


# --- commands ---------------------------------------------------------------------------------------------------------
def rebuild(names: list[str], executor: Executor | None = None) -> None:
    """Play the designs of these analyses (all by default) and write every file of data/."""
    seconds = {one["design"]: float(one["seconds"]) for one in _stored_designs()}
    for analysis in names or designs.ANALYSES:
        rows: list[Row] = []
        for design in DESIGNS:
            if design.analysis == analysis:
                start = time.perf_counter()
                rows += build(design, executor)
                seconds[design.name] = round(time.perf_counter() - start, 1)
                print(f"{analysis}: {design.name} {seconds[design.name]} s", flush=True)
        write(analysis, map(asdict, rows))
    finish(seconds)


def finish(seconds: Mapping[str, float]) -> None:
    """Write what follows from the stored results: designs with their cost, decks, claims judged, the description."""
    everything = [row for analysis in designs.ANALYSES if (DATA / f"{analysis}.csv").exists() for row in read(analysis)]
    write_columns(everything)
    write("designs", ({**design.row(), "seconds": seconds.get(design.name, 0.0)} for design in DESIGNS))
    write("decks", decks())
    with open(DATA / "claims.csv", encoding="utf-8", newline="") as file:
        write("claims", judge(list(csv.DictReader(file))))
    describe()


def _stored_designs() -> list[dict[str, str]]:
    path = DATA / "designs.csv"
    if not path.exists():
        return []
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def check(names: list[str], executor: Executor | None = None) -> int:
    """Play the samples of these analyses (all by default) and print what has moved; 1 if anything has."""
    found = []
    for analysis in names or designs.ANALYSES:
        stored = read(analysis)
        for design in DESIGNS:
            if design.analysis == analysis:
                found += moved(design, [row for row in stored if row.design == design.name], executor)
    print("\n".join(found) or "The samples give what they gave when the results were stored.")
    return 1 if found else 0


def main() -> int:
    """Rebuild or check, here or on a local cluster."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("analyses", nargs="*", help="default: all")
    parser.add_argument("--check", action="store_true", help="play the samples and compare")
    parser.add_argument("--pictures", action="store_true", help="draw the charts of the index")
    parser.add_argument("--dask", action="store_true", help="on a local dask cluster")
    options = parser.parse_args()
    unknown = [name for name in options.analyses if name not in designs.ANALYSES]
    if unknown:
        parser.error(f"there is no analysis {', '.join(unknown)}; there are {', '.join(designs.ANALYSES)}")
    if options.pictures:
        return pictures()
    work = check if options.check else rebuild
    if not options.dask:
        return work(options.analyses) or 0
    from distributed import Client

    with Client(processes=True, threads_per_worker=1, dashboard_address=None) as client:
        return work(options.analyses, client.get_executor()) or 0


if __name__ == "__main__":
    raise SystemExit(main())
