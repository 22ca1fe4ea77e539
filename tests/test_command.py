"""`python -m cardlib`."""

import builtins

import pytest

from cardlib.__main__ import main


def test_it_checks_itself(capsys):
    assert main([]) == 0
    assert "self-check: passed" in capsys.readouterr().out


def test_odds_are_derived_in_the_terminal(capsys):
    assert main(["odds", "5", "5", "?", "--draws", "3", "--seen", "12", "12", "0"]) == 0
    assert "1307/8294" in capsys.readouterr().out
    with pytest.raises(SystemExit) as refused:
        main(["odds", "5", "5", "?", "--draws", "-1"])
    assert "draws" in str(refused.value)


@pytest.mark.parametrize("name", ["skyjo", "skyjo_action", "skipbo"])
def test_a_game_is_played_by_typing_numbers(name, monkeypatch, capsys):
    typed = iter(["x", "1", "1", "1", "1"])
    monkeypatch.setattr(builtins, "input", lambda prompt: next(typed, None) or (_ for _ in ()).throw(EOFError))
    assert main(["play", name, "--seed", "3"]) == 0
    shown = capsys.readouterr().out
    assert "type a number from 1 to " in shown and shown.count("Ana") > 4
