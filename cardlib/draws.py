"""The names that the odds of the games still import from here, until all of them name their new homes."""

from cardlib.counting import at_least, exactly
from cardlib.explain import mixed_and_kept_out
from cardlib.formula import choose, times
from cardlib.laws import sum_of
from cardlib.waiting import draws_until, draws_until_all

__all__ = ["at_least", "choose", "draws_until", "draws_until_all", "exactly", "mixed_and_kept_out", "sum_of", "times"]
