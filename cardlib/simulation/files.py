"""Results in files: Parquet columns, with everything needed to play the rounds again in the file's metadata."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from .. import __version__
from ..engine.batch import INDEX, SCORE
from ..engine.kinds import kind_of
from ..engine.players import Player, find_player
from ..engine.saved import FileError, Format, ordinary_file, write_file
from ..extras import AGAIN, need
from ..text import Error, _
from .match import Match
from .result import Result
from .tally import Tally

KEY = b"cardlib"
MOST = 1 << 32  # bytes
FORMAT = Format(
    "cardlib simulation", _("a saved simulation"), 2,
    {
        "package": str, "game": str, "names": list, "players": list, "rules": dict, "seed": int, "whole_games": bool,
        "asked": int, "done": int, "keep": bool, "cut_off": list, "columns": list, "n": int, "counts": list,
        "blocks": dict, "starts": list, "rows": str,
    },
    since={"rows": 2}, most=1 << 28, signed=2,
)  # fmt: skip


def missing_player(name: str) -> Any:
    """Stands for a Python function in a loaded result: functions are not saved, only their names."""

    def player(view: Any, legal: Any, rng: Any) -> Any:
        raise Error("the function {name} is not in the file; simulate with it again to see it play", name=name)

    player.__name__ = name
    return player


def save(result: Result, path: str | Path) -> Path:
    """Write a result to a Parquet file: `Result.save`."""
    need("data", "pyarrow", AGAIN)
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as pq

    match = result.match
    rows = [np.asarray(result._rows[start], np.int32) for start in sorted(result._rows)]
    table = (
        np.concatenate(rows).reshape(-1, len(match.columns)) if rows else np.zeros((0, len(match.columns)), np.int32)
    )
    data = {
        "package": __version__, "game": match.kind, "names": list(match.names),
        "players": [one.text if isinstance(one, Player) else None for one in match.players],
        "rules": match.rules.changed(), "seed": match.seed, "whole_games": match.whole_games,
        "asked": result.asked, "done": result.done, "keep": result.keep, "cut_off": result.cut_off,
        "columns": [list(column) for column in match.columns], "n": result._tally.n,
        "counts": result._tally.to_lists(), "blocks": {str(block): seats for block, seats in result._blocks.items()},
        "starts": [[start, len(result._rows[start])] for start in sorted(result._rows)], "rows": _digest(table),
    }  # fmt: skip
    columns = {column.name: pa.array(table[:, k]) for k, column in enumerate(match.columns)}
    written = pa.table(columns).replace_schema_metadata({KEY: FORMAT.write(data)})
    return write_file(path, lambda file: pq.write_table(written, file, compression="zstd", write_page_checksum=True))


def _digest(table: Any) -> str:
    """A fingerprint of the rows."""
    return hashlib.sha256(table.astype("<i4").tobytes()).hexdigest()[:32]


def load(path: str | Path) -> Result:
    """A result from a file that `Result.save` wrote.

    Raises FileError (a ValueError) for a file that is damaged, inconsistent or from a newer version; OSError for one
    that is not there.
    """
    need("data", "pyarrow", AGAIN)
    import pyarrow as pa
    import pyarrow.parquet as pq

    ordinary_file(path, MOST)
    try:
        file = pq.ParquetFile(path, page_checksum_verification=True)
        data = FORMAT.read((file.schema_arrow.metadata or {}).get(KEY))
        listed = sum(length for _start, length in data["starts"])
        if listed != file.metadata.num_rows * file.metadata.num_columns:  # before anything large is read
            raise FORMAT.damaged(_("rows are missing, or there are too many"))
        return _restored(data, file.read())
    except FileError:
        raise
    except (pa.ArrowException, OSError) as error:
        raise FileError("this is not a saved simulation, or it is damaged: {why}", why=error) from error
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        raise FORMAT.damaged(error) from error


def _restored(data: dict[str, Any], table: Any) -> Result:
    """The result, with its counts compared with its rows."""
    import numpy as np

    game = kind_of(data["game"])
    names = tuple(data["names"])
    players = tuple(
        missing_player(name) if text is None else find_player(game.players, text)
        for text, name in zip(data["players"], names, strict=True)
    )
    match = Match(data["game"], names, players, game.Game.OPTIONS(**data["rules"]), data["seed"], data["whole_games"])
    match.game(0)
    listed = [column.name for column in match.columns]
    if [column[0] for column in data["columns"]] != listed or table.column_names != listed:
        raise FileError("the file's columns are not those of this cardlib: {columns}", columns=", ".join(listed))
    result = Result(match, data["asked"], data["keep"])
    result.done, result.cut_off = data["done"], data["cut_off"]
    result._tally = Tally.from_lists(data["n"], data["counts"])
    result._blocks = {int(block): [tuple(m) for m in seats] for block, seats in data["blocks"].items()}
    full = all(
        c.total() == result._tally.n for k, seats in enumerate(result._tally.counts) if k != INDEX for c in seats
    )
    for seat in range(len(names)):
        sums = tuple(sum(block[seat][k] for block in result._blocks.values()) for k in range(3))
        full = full and sums == result._tally.moments(SCORE, seat)
    full = full and all(type(index) is int and 0 <= index < result.asked for index in result.cut_off)
    shaped = len(result._tally.counts) == len(listed) and all(len(c) == len(names) for c in result._tally.counts)
    if not full or not shaped or result.done > result.asked or result._tally.n + len(result.cut_off) != result.done:
        raise FORMAT.damaged(_("its numbers of rounds do not fit together"))
    flat = np.stack([table[name].to_numpy() for name in listed], axis=1).astype(np.int32).ravel()
    if data["version"] > 1 and _digest(flat) != data["rows"]:
        raise FORMAT.damaged(_("its rows do not fit its fingerprint"))
    ends = list(np.cumsum([0] + [length for _start, length in data["starts"]]))
    result._rows = {start: flat[ends[k] : ends[k + 1]] for k, (start, _length) in enumerate(data["starts"])}
    if result.keep and not match.whole_games:
        counted = Tally(len(listed), len(names))
        for rows in result._rows.values():
            counted.add(Tally.of(rows, len(listed), len(names)))
        if counted != result._tally:
            raise FORMAT.damaged(_("its rows do not add up to its counts"))
    return result
