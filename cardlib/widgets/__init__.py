"""Widgets for notebooks: one look, mouse and keyboard, no internet, nothing that needs NumPy.

from cardlib import widgets
widgets.stepper(game)                     # step through a game and play it
widgets.stepper(game, players={"Bo": "greedy"})  # against a built-in player
widgets.odds_explorer()                   # the odds of every column of a grid that you click together
widgets.companion("skyjo", ["Ana", "Bo"])  # beside a real game: enter what lies open, see the odds
widgets.simulator("skyjo", ["greedy", "random"])  # many rounds, with numbers and charts that build up
widgets.dashboard()                       # these on tabs, for a projector
widgets.predict("How likely is it?")      # a guess, stored before the answer is shown
widgets.exercise("What is 1/2 + 1/3?", Fraction(5, 6))
widgets.task("column", "Ana")             # an exercise with Ana's own numbers
widgets.tally(deck, 3)                    # deals and tallies; with take_out, stop_or_go, slide, tree, log: see .play
"""

from .companion import Companion as companion
from .dashboard import Dashboard as dashboard
from .exercise import Exercise as exercise
from .exercise import keys
from .exercise import make as task
from .explorer import OddsExplorer as odds_explorer
from .play import Log as log
from .play import Slide as slide
from .play import StopOrGo as stop_or_go
from .play import TakeOut as take_out
from .play import Tally as tally
from .play import Tree as tree
from .play import pairs
from .predict import Predict as predict
from .simulator import Simulator as simulator
from .stepper import Stepper as stepper

__all__ = [
    "companion", "dashboard", "exercise", "keys", "log", "odds_explorer", "pairs", "predict", "simulator", "slide",
    "stepper", "stop_or_go", "take_out", "tally", "task", "tree",
]  # fmt: skip
