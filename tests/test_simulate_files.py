"""Results in files: what is saved comes back, and what is damaged is refused."""

import json

import pytest

from cardlib import __version__, simulate, skyjo
from cardlib.engine.saved import FileError, fingerprint
from cardlib.simulation import PlayerError, load

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")


def result(**options):
    usual = {"rounds": 60, "host": "compiled", "seed": 7, "progress": False, "rules": skyjo.Rules(final_lap="none")}
    options = {**usual, **options}
    return simulate(skyjo, {"Ana": "threshold(keep=6)", "Bo": "expert"}, **options)


@pytest.mark.parametrize("options", [{}, {"rounds": None, "games": 5}, {"keep": False}, {"chunk": 7}])
def test_a_saved_result_comes_back(options, tmp_path):
    saved = result(**options)
    loaded = load(saved.save(tmp_path / "rounds.parquet"))
    assert loaded == saved
    assert str(loaded) == str(saved)
    assert loaded.play_out(3) == saved.play_out(3)
    if saved.keep:
        assert loaded.frame.equals(saved.frame)
    assert loaded.running_means() == saved.running_means()


def test_an_interrupted_result_comes_back(tmp_path):
    saved = result(rounds=100, progress=lambda done, of: done < 20)
    loaded = load(saved.save(tmp_path / "rounds.parquet"))
    assert loaded == saved and loaded.done == 20


def test_a_function_is_saved_by_name_only(tmp_path):
    def mine(view, legal, rng):
        return legal[0]

    saved = simulate(skyjo, [mine, "random"], rounds=5, seed=1, progress=False)
    loaded = load(saved.save(tmp_path / "rounds.parquet"))
    assert loaded.players == ("mine", "random") and list(loaded.rows) == list(saved.rows)
    assert loaded.replay(2) == saved.replay(2)
    with pytest.raises(PlayerError, match="mine is not in the file"):
        loaded.play_out(2)


def test_the_file_says_what_was_played_and_other_tools_can_read_it(tmp_path):
    path = result().save(tmp_path / "rounds.parquet")
    data = json.loads(pq.read_schema(path).metadata[b"cardlib"])
    assert data["package"] == __version__
    assert data["players"] == ["threshold(keep=6)", "expert"] and data["names"] == ["Ana", "Bo"]
    assert data["rules"] == {"final_lap": "none"} and data["seed"] == 7
    assert pq.read_table(path).num_rows == 120


def changed(path, target, change, sign=True):
    """The file with its metadata or its table changed; signed again, as somebody who knows how would do it."""
    table = pq.read_table(path)
    data = json.loads(table.schema.metadata[b"cardlib"])
    table = change(data, table) or table
    if sign and "fingerprint" in data:
        data["fingerprint"] = fingerprint(data)
    pq.write_table(table.replace_schema_metadata({b"cardlib": json.dumps(data)}), target)
    return target


def put(name, value):
    return lambda data, table: data.update({name: value})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put("version", 3), "newer"),
        (put("version", "1"), "version"),
        (put("format", "something"), "not a saved simulation"),
        (put("game", "os"), "is no game"),
        (put("rules", {"end_at": -5}), "end_at"),
        (put("rules", {"luck": 1}), "luck"),
        (put("players", ["expert", "clever"]), "clever"),
        (put("players", ["expert"]), "damaged"),
        (put("names", ["Ana", "Ana"]), "different"),
        (put("seed", "7"), "seed"),
        (put("done", 61), "do not fit together"),
        (put("n", 59), "do not fit together"),
        (put("counts", []), "damaged"),
        (put("blocks", {"x": 1}), "damaged"),
        (put("starts", [["x"]]), "damaged"),
        (lambda data, table: data.pop("cut_off") and None, "cut_off"),
        (lambda data, table: table.slice(0, 100), "rows are missing"),
        (lambda data, table: table.drop_columns(["turns"]), "rows are missing"),
        (
            lambda data, table: table.set_column(5, "score", table["total"].cast("int32").take([0] * 120)),
            "rows do not fit",
        ),
    ],
)
def test_a_damaged_file_is_refused(change, message, tmp_path):
    path = changed(result().save(tmp_path / "rounds.parquet"), tmp_path / "changed.parquet", change)
    with pytest.raises(FileError, match=message):
        load(path)


def test_what_is_changed_without_signing_is_refused(tmp_path):
    path = result(keep=False).save(tmp_path / "rounds.parquet")
    for name, value in (("seed", 8), ("players", ["expert", "expert"]), ("rules", {}), ("done", 59)):
        with pytest.raises(FileError, match="fingerprint"):
            load(changed(path, tmp_path / "changed.parquet", put(name, value), sign=False))


def test_a_file_of_the_first_version_loads_as_the_same_result(tmp_path):
    def older(data, table):
        data["version"] = 1
        del data["rows"], data["fingerprint"]

    saved = result()
    path = saved.save(tmp_path / "rounds.parquet")
    assert load(changed(path, tmp_path / "old.parquet", older)) == saved


def test_a_failed_save_leaves_the_old_file(tmp_path, monkeypatch):
    path = result().save(tmp_path / "rounds.parquet")
    before = path.read_bytes()

    def full(*_arguments, **_options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pq, "write_table", full)
    with pytest.raises(OSError, match="No space"):
        result(rounds=9).save(path)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]


def test_only_ordinary_files_are_read(tmp_path):
    with pytest.raises(FileError, match="not an ordinary file"):
        load(tmp_path)


def test_flipped_and_missing_bytes_are_noticed(tmp_path):
    saved = simulate(skyjo, ["random", "threshold"], rounds=300, seed=7, progress=False)
    path = saved.save(tmp_path / "rounds.parquet")
    content = path.read_bytes()
    for k in range(10, len(content) - 10, len(content) // 40):
        path.write_bytes(content[:k] + bytes([content[k] ^ 0xFF]) + content[k + 1 :])
        try:
            loaded = load(path)
        except FileError:
            continue
        assert loaded == saved  # a byte that says nothing
    path.write_bytes(content[: len(content) // 2])
    with pytest.raises(FileError):
        load(path)
    path.write_text("index,score")
    with pytest.raises(FileError, match="not a saved simulation"):
        load(path)
    pq.write_table(pa.table({"index": [1]}), path)
    with pytest.raises(FileError, match="not a saved simulation"):
        load(path)


def test_a_file_that_is_not_there_is_an_oserror(tmp_path):
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "nowhere.parquet")
