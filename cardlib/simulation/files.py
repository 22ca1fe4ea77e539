"""Results in files: Parquet columns, with everything needed to play the rounds again in the file's metadata."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

from .. import __version__
from ..engine.game import FileError
from ..engine.players import Player, find_player
from .match import GAMES, Match
from .result import Result
from .tally import Tally

FORMAT, VERSION = "cardlib simulation", 1
KEY = b"cardlib"
FIELDS: dict[str, type] = {
    "format": str, "version": int, "package": str, "game": str, "names": list, "players": list, "rules": dict,
    "seed": int, "whole_games": bool, "asked": int, "done": int, "keep": bool, "cut_off": list, "columns": list,
    "n": int, "counts": list, "blocks": dict, "starts": list,
}  # fmt: skip


def missing_player(name: str) -> Any:
    """Stands for a Python function in a loaded result: functions are not saved, only their names."""

    def player(view: Any, legal: Any, rng: Any) -> Any:
        raise ValueError(f"the function {name} is not in the file; simulate with it again to see it play")

    player.__name__ = name
    return player


def save(result: Result, path: str | Path) -> Path:
    """Write a result to a Parquet file: `Result.save`."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as pq

    match = result.match
    rows = [np.asarray(result._rows[start], np.int32) for start in sorted(result._rows)]
    table = (
        np.concatenate(rows).reshape(-1, len(match.columns)) if rows else np.zeros((0, len(match.columns)), np.int32)
    )
    data = {
        "format": FORMAT, "version": VERSION, "package": __version__, "game": match.kind, "names": list(match.names),
        "players": [one.text if isinstance(one, Player) else None for one in match.players],
        "rules": match.rules.changed(), "seed": match.seed, "whole_games": match.whole_games,
        "asked": result.asked, "done": result.done, "keep": result.keep, "cut_off": result.cut_off,
        "columns": [list(column) for column in match.columns], "n": result._tally.n,
        "counts": result._tally.to_lists(), "blocks": result._blocks,
        "starts": [[start, len(result._rows[start])] for start in sorted(result._rows)],
    }  # fmt: skip
    columns = {column.name: pa.array(table[:, k]) for k, column in enumerate(match.columns)}
    written = pa.table(columns).replace_schema_metadata({KEY: json.dumps(data)})
    pq.write_table(written, path, compression="zstd", write_page_checksum=True)
    return Path(path)


def load(path: str | Path) -> Result:
    """A result from a file that `Result.save` wrote.

    Raises FileError (a ValueError) for a file that is damaged, inconsistent or from a newer version; OSError for one
    that is not there.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        table = pq.read_table(path, page_checksum_verification=True)
    except FileNotFoundError:
        raise
    except (pa.ArrowException, OSError, ValueError) as error:
        raise FileError(f"this is not a saved simulation, or it is damaged: {error}") from error
    data = _metadata((table.schema.metadata or {}).get(KEY))
    try:
        return _restored(data, table)
    except FileError:
        raise
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        raise FileError(f"the saved simulation is damaged: {error}") from error


def _metadata(text: bytes | None) -> dict[str, Any]:
    """The checked metadata."""
    try:
        data = json.loads(text or b"")
    except ValueError as error:
        raise FileError("this is not a saved simulation of cardlib") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise FileError("this is not a saved simulation of cardlib")
    if type(data.get("version")) is int and data["version"] > VERSION:
        raise FileError(
            f"the file has version {data['version']}; this cardlib reads up to {VERSION}: install a newer one"
        )
    for name, wanted in FIELDS.items():
        if type(data.get(name)) is not wanted:
            raise FileError(f"the saved simulation is damaged: {name} is missing or not of the right kind")
    if data["game"] not in GAMES:
        raise FileError(f"the saved simulation is damaged: there is no game {data['game']!r}")
    return data


def _restored(data: dict[str, Any], table: Any) -> Result:
    """The result, with its counts compared with its rows."""
    import numpy as np

    game = importlib.import_module(f"cardlib.{data['game']}")
    names = tuple(data["names"])
    players = tuple(
        missing_player(name) if text is None else find_player(game.players, text)
        for text, name in zip(data["players"], names, strict=True)
    )
    match = Match(data["game"], names, players, game.Rules(**data["rules"]), data["seed"], data["whole_games"])
    match.game(0)
    listed = [column.name for column in match.columns]
    if [column[0] for column in data["columns"]] != listed or table.column_names != listed:
        raise FileError(f"the file's columns are not those of this cardlib: {', '.join(listed)}")
    result = Result(match, data["asked"], data["keep"])
    result.done, result.cut_off = data["done"], data["cut_off"]
    result._tally = Tally.from_lists(data["n"], data["counts"])
    result._blocks = {int(block): [tuple(m) for m in seats] for block, seats in data["blocks"].items()}
    if result.done > result.asked or result._tally.n + len(result.cut_off) != result.done:
        raise FileError("the saved simulation is inconsistent: its numbers of rounds do not fit together")
    flat = np.stack([table[name].to_numpy() for name in listed], axis=1).astype(np.int32).ravel()
    if len(flat) != sum(length for _start, length in data["starts"]):
        raise FileError("the saved simulation is inconsistent: rows are missing")
    ends = list(np.cumsum([0] + [length for _start, length in data["starts"]]))
    result._rows = {start: flat[ends[k] : ends[k + 1]] for k, (start, _length) in enumerate(data["starts"])}
    if result.keep and not match.whole_games:
        counted = Tally(len(listed), len(names))
        for rows in result._rows.values():
            counted.add(Tally.of(rows, len(listed), len(names)))
        if counted != result._tally:
            raise FileError("the saved simulation is inconsistent: its rows do not add up to its counts")
    return result
