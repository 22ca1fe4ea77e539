"""Spoiled files: what is loaded is what was saved, or a new thing that holds together, or it is refused in few words."""

import json

import pytest
from effort import LONGEST, by_hand, chances, replaced, spoiled

from cardlib import simulate, skipbo, skyjo, skyjo_action
from cardlib.engine.players import choose_action
from cardlib.engine.saved import FileError, fingerprint

GAMES = [skyjo, skyjo_action, skipbo]
POSITIONS = {
    skyjo: {"grids": ["5 ? ? ? / 5 ? ? ? / ? ? ? ?", "12 ? ? ? / ? 3 ? ? / ? ? ? ?"], "discard": [8], "drawn": 4},
    skyjo_action: {"grids": ["1 2 3 4 / 5 6 7 8 / 9 10 11 ?", "1 2 3 4 / 5 6 7 8 / 9 ? 0 0"], "discard": [9]},
    skipbo: {"stocks": [[9, 9, 7], [8, 8, 3]], "hands": [[], [5, 6, 7, 8, 9]], "draw": []},
}


def saved(game, chance):
    """The text of some game."""
    if chance.random() < 0.3:
        table = game.Game.from_position(players=2, player=1, seed=chance.randrange(9), **POSITIONS[game])
    else:
        table = game.Game(players=chance.randrange(2, 5), seed=chance.randrange(99))
    for _k in range(chance.randrange(30)):
        legal = table.legal_actions()
        if table.is_over or not legal:
            break
        table.play(legal[0] if table.player is None else choose_action(table, "random"))
    return table.to_json()


def signed(data):
    return json.dumps({**data, "fingerprint": fingerprint(data)} if isinstance(data, dict) else data)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.__name__)
def test_spoiled_games(game):
    for chance in chances(60, "games"):
        text = saved(game, chance)
        whole = game.Game.from_json(text)
        try:
            loaded = game.Game.from_json(spoiled(chance, text.encode()))
        except FileError as error:
            assert len(str(error)) < LONGEST
        else:
            assert loaded == whole  # a space between two fields


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.__name__)
def test_forged_games(game):
    """Signed again by somebody who knows how."""
    for chance in chances(60, "forged"):
        data = json.loads(saved(game, chance))
        for _k in range(chance.choice([1, 1, 1, 2, 5])):
            data = replaced(chance, data) if isinstance(data, dict) else data
        try:
            loaded = game.Game.from_json(signed(data))
        except FileError as error:
            assert len(str(error)) < LONGEST, data
        else:
            assert game.Game.from_json(loaded.to_json()) == loaded
            assert str(loaded) and loaded.board()
            loaded.legal_actions()


@pytest.fixture(scope="module")
def result():
    pytest.importorskip("pyarrow")
    return simulate(skyjo, {"Ana": "random", "Bo": "threshold"}, rounds=40, seed=7, progress=False, host="interpreted")


def test_spoiled_results(result, tmp_path):
    from cardlib.simulation import load

    path = result.save(tmp_path / "result.parquet")
    content = path.read_bytes()
    for chance in chances(150, "results"):
        path.write_bytes(spoiled(chance, content))
        try:
            assert load(path) == result
        except FileError as error:
            assert len(str(error)) < LONGEST


@by_hand
def test_forged_results(result, tmp_path):
    import pyarrow.parquet as pq

    from cardlib.simulation import load

    path = result.save(tmp_path / "result.parquet")
    table = pq.read_table(path)
    data = json.loads(table.schema.metadata[b"cardlib"])
    for chance in chances(150, "forged results"):
        forged = replaced(chance, data)
        while forged == data:
            forged = replaced(chance, data)
        pq.write_table(table.replace_schema_metadata({b"cardlib": signed(forged)}), path)
        try:
            loaded = load(path)
        except FileError as error:
            assert len(str(error)) < LONGEST, forged
        else:  # other words than before, but nothing that cannot be
            assert str(loaded) and list(loaded.rows) and loaded.running_means() and repr(loaded)
            assert loaded.done <= loaded.asked
            loaded.replay(0)


@by_hand
@pytest.mark.parametrize("kind", ["skyjo", "skyjo_action", "skipbo"])
def test_spoiled_and_forged_sessions(kind, monkeypatch):
    pytest.importorskip("anywidget")
    from cardlib import widgets

    companion = widgets.companion(kind, ["Ana", "Bo"])
    sent = []
    monkeypatch.setattr(companion, "send", sent.append)
    companion.act("save")
    text = sent[0]["save"]["text"]
    for chance in chances(15, "sessions"):
        forged = chance.random() < 0.6
        changed = signed(replaced(chance, json.loads(text))) if forged else spoiled(chance, text.encode())
        companion.act("load", changed if isinstance(changed, str) else changed.decode(errors="replace"))
        assert not companion._traceback, changed
        assert len(str(companion.problem)) < LONGEST
        companion.act("load", text)
        assert not companion.problem
