"""Saved files: what is written comes back, what is damaged is refused in few words, and nothing is lost on the way."""

import json
import os
import signal
import subprocess
import sys
import threading

import pytest

from cardlib.engine.saved import QUOTED, FileError, Format, fingerprint, ordinary_file, read_file, write_file
from cardlib.text import _

SHELF = Format(
    "cardlib shelf", _("a saved shelf"), 2, {"game": str, "cards": list, "note": (str, type(None))}, {"note": 2},
    most=5000, signed=2,
)  # fmt: skip
DATA = {"game": "skyjo", "cards": [1, 2], "note": None}


def changed(**fields):
    data = {**json.loads(SHELF.write(DATA)), **fields}
    return json.dumps({name: value for name, value in data.items() if value != "left out"})


def test_what_is_written_comes_back():
    data = SHELF.read(SHELF.write(DATA), "skyjo")
    assert {name: data[name] for name in DATA} == DATA
    assert SHELF.read(SHELF.write(DATA).encode()) == data


def test_files_of_the_first_version_have_their_own_fields_and_no_fingerprint():
    old = {"format": "cardlib shelf", "version": 1, "game": "skyjo", "cards": []}
    assert SHELF.read(json.dumps(old)) == old
    with pytest.raises(FileError, match="note"):
        SHELF.read(json.dumps({**old, "note": None}))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "not a saved shelf: not JSON"),
        (b"\xff\xfe", "not JSON"),
        ("[" * 4000, "not JSON"),
        ('{"format": NaN}', "not JSON"),
        ("x" * 5001, "too large"),
        ("[]", "not a saved shelf"),
        (changed(format="cardlib game"), "not a saved shelf"),
        (changed(version=3), "version 3; this cardlib reads up to 2"),
        (changed(version=True), "damaged: its version is True"),
        (changed(game="skipbo"), "of 'skipbo', not of 'skyjo'"),
        (changed(more=1), "unknown: more"),
        (changed(cards="left out"), "missing or unknown: cards"),
        (changed(cards={}), "cards is not of the right kind"),
        (changed(cards=[1, 3]), "fingerprint"),
        (changed(note=""), "fingerprint"),
        (changed(fingerprint="left out"), "missing or unknown: fingerprint"),
    ],
)
def test_what_is_damaged_is_refused(text, says):
    with pytest.raises(FileError, match=says):
        SHELF.read(text, "skyjo")


def test_error_texts_quote_little():
    for text in (changed(game="x" * 4000), changed(**{"y" * 4000: 1}), changed(version="z" * 4000)):
        with pytest.raises(FileError) as caught:
            SHELF.read(text, "skyjo")
        assert len(str(caught.value)) < QUOTED + 100
    assert len(str(FileError("no {thing}", thing="x" * 10**6))) < QUOTED + 10


def test_the_fingerprint_does_not_depend_on_the_order_of_fields():
    assert fingerprint(DATA) == fingerprint(dict(reversed(DATA.items()))) != fingerprint({**DATA, "note": ""})


# --- on the disk ------------------------------------------------------------------------------------------------------
def test_a_file_is_replaced_as_a_whole_or_not_at_all(tmp_path):
    path = tmp_path / "shelf.json"
    assert write_file(path, b"one") == path
    os.chmod(path, 0o640)
    write_file(path, lambda file: file.write(b"two"))
    assert path.read_bytes() == b"two" and path.stat().st_mode & 0o777 == 0o640

    def full(file):
        file.write(b"thr")
        raise OSError("no space left on device")

    with pytest.raises(OSError, match="no space"):
        write_file(path, full)
    assert path.read_bytes() == b"two" and os.listdir(tmp_path) == ["shelf.json"]


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "real").write_bytes(b"one")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_file(tmp_path / "link", b"two")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "real").read_bytes() == b"two"


def test_only_ordinary_files_of_a_sensible_size(tmp_path):
    path = write_file(tmp_path / "shelf.json", b"12345")
    assert read_file(path, 5) == b"12345"
    with pytest.raises(FileError, match="too large"):
        read_file(path, 4)
    os.mkfifo(tmp_path / "pipe")
    for strange in (tmp_path, tmp_path / "pipe", "/dev/null"):
        with pytest.raises(FileError, match="not an ordinary file"):
            ordinary_file(strange)
        with pytest.raises(FileError, match="not an ordinary file"):
            write_file(strange, b"")
    with pytest.raises(FileNotFoundError):
        read_file(tmp_path / "none", 5)


def test_two_savers_and_a_reader(tmp_path):
    """Whoever reads while others save finds a whole file of one of them."""
    path, stop = tmp_path / "shelf.json", threading.Event()
    contents = [bytes([65 + k]) * 200_000 for k in range(2)]
    write_file(path, contents[0])

    def save(content):
        while not stop.is_set():
            write_file(path, content)

    savers = [threading.Thread(target=save, args=(content,)) for content in contents]
    for saver in savers:
        saver.start()
    try:
        found = {read_file(path, 10**6) for _k in range(50)}
    finally:
        stop.set()
        for saver in savers:
            saver.join()
    assert found <= set(contents) and os.listdir(tmp_path) == ["shelf.json"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no processes to kill here")
def test_a_writer_that_is_killed_leaves_the_old_file(tmp_path):
    path = write_file(tmp_path / "shelf.json", b"old")
    code = (
        "import os, signal, sys\n"
        "from cardlib.engine.saved import write_file\n"
        "def content(file): file.write(b'new'); file.flush(); os.kill(os.getpid(), signal.SIGKILL)\n"
        f"write_file({str(path)!r}, content)\n"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == -signal.SIGKILL
    assert path.read_bytes() == b"old"
    assert write_file(path, b"newer") and path.read_bytes() == b"newer"
