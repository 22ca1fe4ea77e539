"""How the weights of Skyjo's expert were found: a coordinate search. Run: python benchmarks/tune_expert.py

A weight is moved up and down by a factor as long as that helps, then the next one; all candidates play the same deals.
The aim is points and wins together, added up over three tables. "expert" there is the expert with its present weights:
without it the search only learns to exploit the others, and with points alone it learns never to close. The seeds are
used for nothing else: the expert is judged on others (tests/test_skyjo_players.py). A few minutes on one core.
"""

from cardlib import simulate, skyjo
from cardlib.skyjo.players import PARAMETERS

TABLES = (["columns"], ["expert"], ["columns", "cautious", "expert"])
ROUNDS, SEEDS, FACTORS = 3_000, (101, 102, 103), (1.3,)
WIN = 40  # points that a sure win in place of a sure loss is worth
# where the last search ended, by shares of wins against the expert itself with two and four players (seeds 11 and 12);
# the opening in two columns (apart) is no weight, it was compared by itself
START = {"pair": 2.5, "hidden": 0.8, "soft": 13.0, "penalty": 2.3, "turn": 2.6, "deny": 0.35}


def aim(weights: dict[str, float]) -> float:
    """How much better the expert is than the mean of the others, in points and wins, summed over the tables."""
    player = f"expert({', '.join(f'{name}={weight:.3g}' for name, weight in weights.items())})"
    total = 0.0
    for others, seed in zip(TABLES, SEEDS, strict=True):
        result = simulate(
            skyjo, [player, *others], rounds=ROUNDS, seed=seed, keep=False, progress=False, host="compiled"
        )
        mine, *theirs = (result.estimate("score", seat).value for seat in range(len(others) + 1))
        total += sum(theirs) / len(theirs) - mine + WIN * result.estimate("won", 0).value
    return total


def main() -> None:
    """Search, and print every improvement."""
    assert set(START) | {"apart"} == set(PARAMETERS["expert"])
    best, most = dict(START), aim(START)
    print(f"{most:.3f} {best}")
    for factor in FACTORS:
        for name in START:
            for step in (factor, 1 / factor):
                while (now := aim(candidate := {**best, name: best[name] * step})) > most:
                    best, most = candidate, now
                    print(f"{most:.3f} {best}", flush=True)


if __name__ == "__main__":
    main()
