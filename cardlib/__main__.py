"""`python -m cardlib`: the version and a self-check; `odds 5 5 ?` and `play skyjo` in the terminal."""

import argparse
import sys
from fractions import Fraction
from importlib.util import find_spec

from . import __version__, skyjo
from .engine.kinds import kind_of, own_games
from .engine.players import choose_action
from .extras import EXTRAS
from .text import Error, _, set_language


def main(words: list[str] | None = None) -> int:
    """Do what the words ask for; 0 when it went well."""
    parser = argparse.ArgumentParser(prog="python -m cardlib", description=__doc__)
    parser.add_argument("--language", default="en", help="en, fr or sv")
    tasks = parser.add_subparsers(dest="task")
    odds = tasks.add_parser("odds", help="the chance to complete a column of Skyjo: odds 5 5 ? --draws 3 --seen 12 0")
    odds.add_argument("column", nargs=3)
    odds.add_argument("--draws", type=int, default=3)
    odds.add_argument("--seen", type=int, nargs="*", default=[], help="cards seen elsewhere")
    play = tasks.add_parser("play", help="a game against the computer")
    play.add_argument("game", choices=own_games(), nargs="?", default="skyjo")
    play.add_argument("--seed", type=int)
    asked = parser.parse_args(words)
    try:
        set_language(asked.language)
        if asked.task == "odds":
            seen = [int(card) for card in asked.column if card.lstrip("-").isdigit()] + asked.seen
            answer = skyjo.odds.complete_column(asked.column, draws=asked.draws, unseen=skyjo.DECK - seen)
            print(answer.explain())
        elif asked.task == "play":
            play_on(asked.game, asked.seed)
        else:
            return self_check()
    except Error as error:
        sys.exit(str(error))
    except (EOFError, KeyboardInterrupt):
        print()
    return 0


def self_check() -> int:
    """Print what is installed; whether a game plays itself to its end, opens again, and a known number comes out."""
    print(f"cardlib {__version__}, Python {sys.version.split()[0]}")
    for extra, packages in EXTRAS.items():
        print(f"  {extra}: " + ", ".join(name if find_spec(name) else f"{name} (not installed)" for name in packages))
    right = skyjo.odds.complete_column([5, 5, "?"], draws=1, unseen=skyjo.DECK - [5, 5]).value == Fraction(8, 148)
    game = skyjo.Game(["Ana", "Bo"], seed=1)
    while not game.is_over:
        game.play(game.legal_actions()[0] if game.player is None else choose_action(game, "greedy"))
    right = right and skyjo.Game.from_json(game.to_json()).totals == game.totals
    print("self-check:", "passed" if right else "FAILED")
    return 0 if right else 1


def play_on(name: str, seed: int | None) -> None:
    """Play seat 0 by typing the number of a move; the other is played by the game's usual player."""
    kind = kind_of(name)
    deals = kind.deals
    game = kind.Game(["Ana", "Bo"]) if seed is None else kind.Game(["Ana", "Bo"], seed=seed)
    while not game.is_over:
        if game.player is None:  # between rounds
            game.play(game.legal_actions()[0])
            continue
        if game.player != 0:
            game.play(choose_action(game, deals.POLICY if deals else "random"))
            continue
        legal = game.legal_actions()
        print("", game.board(eyes=0), sep="\n")
        for number, action in enumerate(legal, 1):
            print(f"{number:3} {game.label(action)}")
        typed = input("? ").strip()
        if typed.isdigit() and 1 <= int(typed) <= len(legal):
            game.play(legal[int(typed) - 1])
        elif typed:
            print(_("type a number from {low} to {high}", low=1, high=len(legal)))
    print("", game.board(eyes=0), sep="\n")


if __name__ == "__main__":
    sys.exit(main())
