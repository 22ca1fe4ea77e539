"""Saved files: one reader and one writer for games, results and tables.

A saved file is a JSON object that says what it is (`format`, `version`), has a fixed set of fields of fixed types and a
fingerprint over everything in it. Nothing is believed that was not checked, and error texts quote at most a few words.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import stat
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from ..text import Error, Message, _

QUOTED = 160  # characters of a file that an error text may quote


class FileError(Error):
    """A saved file that cannot be used: damaged, inconsistent, or from a newer version."""

    def __init__(self, text: Message | str, /, **values: Any) -> None:
        short = {name: value if isinstance(value, Message) else quoted(value) for name, value in values.items()}
        super().__init__(text, **short)


def quoted(value: Any) -> str:
    """What an error text quotes of a value: its beginning, on one line."""
    text = " ".join(str(value)[: QUOTED + 1].split())
    return text if len(text) <= QUOTED else text[:QUOTED] + "…"


@dataclass(frozen=True)
class Format:
    """One format of saved files.

    name:    as in the files, such as "cardlib game"; what: in words, for error texts
    version: the version that is written; files up to this one are read
    fields:  the fields beside format, version and fingerprint, each with its type (or types)
    since:   of fields that came later: with which version
    most:    the largest size that is read, in bytes
    signed:  the first version whose fingerprint is over the whole file
    """

    name: str
    what: Message
    version: int
    fields: Mapping[str, type | tuple[type, ...]]
    since: Mapping[str, int] = field(default_factory=dict)
    most: int = 1 << 24
    signed: int = 1

    def write(self, data: Mapping[str, Any]) -> str:
        """The text of a file with these fields."""
        whole = {"format": self.name, "version": self.version, **data}
        return json.dumps({**whole, "fingerprint": fingerprint(whole)}, ensure_ascii=False, indent=1)

    def read(self, text: str | bytes | None, game: str | None = None) -> dict[str, Any]:
        """The checked fields of a file, `version` and `fingerprint` among them.

        game: the game it must be of, if that is settled. Raises FileError.
        """
        data = self._object(text)
        version = data.get("version")
        if type(version) is not int or version < 1:
            raise self.damaged(_("its version is {version}", version=quoted(repr(version))))
        if version > self.version:
            raise FileError(
                "the file has version {version}; this cardlib reads up to {newest}: install a newer one",
                version=version, newest=self.version,
            )  # fmt: skip
        if game is not None and data.get("game") != game:
            raise FileError("this is a file of {other}, not of {game}", other=repr(data.get("game")), game=repr(game))
        wanted = {name: kind for name, kind in self.fields.items() if version >= self.since.get(name, 1)}
        wanted |= {"format": str, "version": int}
        if version >= self.signed or "fingerprint" in data:
            wanted["fingerprint"] = str
        if set(data) != set(wanted):
            odd = ", ".join(sorted(set(data) ^ set(wanted)))
            raise self.damaged(_("missing or unknown: {odd}", odd=quoted(odd)))
        for name, kind in wanted.items():
            types = kind if isinstance(kind, tuple) else (kind,)
            if not isinstance(data[name], types) or (isinstance(data[name], bool) and bool not in types):
                raise self.damaged(_("{name} is not of the right kind", name=name))
        if version >= self.signed and data["fingerprint"] != fingerprint(data):
            raise self.damaged(_("its contents do not fit its fingerprint"))
        return data

    def damaged(self, why: Any) -> FileError:
        """The error for a file that says what cannot be."""
        return FileError("the file is damaged: {why}", why=why)

    def _object(self, text: str | bytes | None) -> dict[str, Any]:
        if text is not None and len(text) > self.most:
            raise FileError("the file is too large: more than {most} million bytes", most=round(self.most / 1e6))
        try:
            data = json.loads(text or "", parse_constant=_no_number)
        except (ValueError, TypeError, RecursionError) as error:
            raise FileError("this is not {what}: not JSON ({error})", what=self.what, error=error) from error
        if not isinstance(data, dict) or data.get("format") != self.name:
            raise FileError("this is not {what} of cardlib", what=self.what)
        return data


def _no_number(name: str) -> float:
    """NaN and Infinity are not JSON, and nothing here needs them."""
    raise ValueError(name)


def fingerprint(data: Mapping[str, Any]) -> str:
    """A fingerprint over everything in a file but the fingerprint itself: equal contents, equal fingerprints."""
    rest = {name: value for name, value in data.items() if name != "fingerprint"}
    text = json.dumps(rest, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


# --- files on the disk ------------------------------------------------------------------------------------------------
def ordinary_file(path: str | Path, most: int | None = None) -> Path:
    """The path, if it is an ordinary file of at most that many bytes; FileError otherwise, OSError if there is none."""
    found = Path(path).stat()
    if not stat.S_ISREG(found.st_mode):
        raise FileError("{path} is not an ordinary file", path=path)
    if most is not None and found.st_size > most:
        raise FileError("the file is too large: more than {most} million bytes", most=round(most / 1e6))
    return Path(path)


def read_file(path: str | Path, most: int) -> bytes:
    """The contents of an ordinary file of at most that many bytes; FileError otherwise, OSError if there is none."""
    return ordinary_file(path, most).read_bytes()


def write_file(path: str | Path, content: bytes | Callable[[BinaryIO], object]) -> Path:
    """Write a file beside its place and move it there, so that there is always the old one or the whole new one.

    content: the bytes, or a function that writes them into an open file. Raises OSError, FileError for what is no
    ordinary file; then nothing has changed.
    """
    target = Path(os.path.realpath(path))
    if target.exists():
        ordinary_file(target)
    beside = target.with_name(f".{target.name[:100]}.{secrets.token_hex(6)}")
    try:
        with open(beside, "xb") as file:
            if callable(content):
                content(file)
            else:
                file.write(content)
            file.flush()
            with suppress(OSError):  # not every file system can
                os.fsync(file.fileno())
        if target.exists():
            os.chmod(beside, stat.S_IMODE(target.stat().st_mode))
        os.replace(beside, target)
    finally:
        with suppress(FileNotFoundError):
            beside.unlink()
    return Path(path)
