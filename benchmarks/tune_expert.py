"""How the weights of Skyjo's expert were found: a coordinate search. Run: python benchmarks/tune_expert.py

A weight is moved up and down by a factor as long as that helps, then the next one; all candidates play the same deals.
The aim is the margin in points, added up over the fields: two tables of two and one of four. "expert" there is the
expert with its present weights, so that the search does not only learn to exploit the others. The seeds are used for
nothing else: the expert is judged on others (tests/test_skyjo_players.py). About four minutes on one core.
"""

from cardlib import simulate, skyjo
from cardlib.skyjo.players import PARAMETERS

FIELDS = (["columns"], ["expert"], ["columns", "cautious", "expert"])
ROUNDS, SEEDS, FACTORS = 4_000, (101, 102, 103), (1.5, 1.2)
START = {"pair": 3.0, "hidden": 1.0, "soft": 6.0, "penalty": 1.5, "turn": 4.0}


def margin(weights: dict[str, float]) -> float:
    """By how many points a round the expert is better than the mean of the field, summed over the fields."""
    player = f"expert({', '.join(f'{name}={weight:.3g}' for name, weight in weights.items())})"
    total = 0.0
    for field, seed in zip(FIELDS, SEEDS, strict=True):
        result = simulate(skyjo, [player, *field], rounds=ROUNDS, seed=seed, keep=False, progress=False, host="compiled")
        mine, *others = (result.estimate("score", seat).value for seat in range(len(field) + 1))
        total += sum(others) / len(others) - mine
    return total


def main() -> None:
    """Search, and print every improvement."""
    assert set(START) == set(PARAMETERS["expert"])
    best, most = dict(START), margin(START)
    print(f"{most:.3f} {best}")
    for factor in FACTORS:
        for name in START:
            for step in (factor, 1 / factor):
                while (now := margin(candidate := {**best, name: best[name] * step})) > most:
                    best, most = candidate, now
                    print(f"{most:.3f} {best}", flush=True)


if __name__ == "__main__":
    main()
