"""The same simulation many times: how far off, and how many intervals miss."""

import pytest

from cardlib import Deck

HIT = Deck({5: 8, "other": 112}).at_least(1, of=5, draws=3)


def test_repeats_are_the_simulations_of_seeds_that_follow_each_other():
    repeats = HIT.repeat(5, n=40, seed=7)
    assert list(repeats.estimates) == [HIT.simulate(40, seed=seed) for seed in range(7, 12)]
    assert "5 simulations, n = 40 each, seeds 7 to 11" in str(repeats)


def test_the_spread_is_the_standard_error():
    p = float(HIT)
    assert HIT.standard_error(100) == pytest.approx((p * (1 - p) / 100) ** 0.5)
    assert HIT.repeat(200, n=100, seed=1).spread == pytest.approx(HIT.standard_error(100), rel=0.15)


def test_about_one_interval_in_twenty_misses_and_stands_out():
    repeats = HIT.repeat(200, n=100, seed=1)
    assert all(not one.low <= float(HIT) <= one.high for one in repeats.missed)
    assert 2 <= len(repeats.missed) <= 20
    rows = repeats.chart("Two hundred").to_dict()["layer"][1]["data"]["values"]
    assert [row["kind"] for row in rows].count("misses it") == len(repeats.missed)


def test_what_cannot_be_repeated_is_refused():
    with pytest.raises(ValueError, match="at least 1 simulation"):
        HIT.repeat(0, n=10)
    with pytest.raises(ValueError, match="probability"):
        Deck({1: 2, 3: 4}).sum_of(2).answer().standard_error(10)
