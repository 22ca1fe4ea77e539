"""Tournaments: the same deals for everybody in every seat, intervals that respect it, honest rankings."""

from math import comb, sqrt

import pytest

from cardlib import simulate, skipbo, skyjo, tournament
from cardlib.engine import batch
from cardlib.simulation.tournament import bradley_terry, holm

FOUR = ["random", "greedy", "threshold", "threshold(keep=3)"]


def meet(players=FOUR, rounds=40, **options):
    return tournament(skyjo, players, rounds=rounds, **{"seed": 5, "progress": False, "host": "interpreted", **options})


@pytest.fixture(scope="module")
def pairs():
    return meet()


def test_a_pair_plays_the_same_deals_in_both_seats():
    """The tournament's numbers are those of simulations with the same seed, seats changed."""
    found = meet(["greedy", "threshold"])
    scores = [0, 0]
    for players in (["greedy", "threshold"], ["threshold", "greedy"]):
        result = simulate(skyjo, players, rounds=40, seed=5, progress=False, host="interpreted")
        for seat, name in enumerate(players):
            scores[["greedy", "threshold"].index(name)] += result.estimate("score", seat).value / 2
    standings = {one.player: one for one in found.ranking}
    assert standings["greedy"].score.value == pytest.approx(scores[0])
    assert standings["threshold"].score.value == pytest.approx(scores[1])


def test_the_first_deal_is_the_same_for_every_seating():
    opened = {
        tuple(map(tuple, simulate(skyjo, players, rounds=1, seed=5, progress=False).replay(0).state.card))
        for players in (["greedy", "threshold"], ["threshold", "greedy"], ["random", "expert"])
    }
    assert len(opened) == 1


def test_the_same_for_both_hosts_and_any_executor(pairs):
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(2) as pool:
        for other in (meet(host="compiled"), meet(executor=pool)):
            assert str(other) == str(pairs)
            assert other.ranking == pairs.ranking and other.differences == pairs.differences


def test_win_shares_add_up(pairs):
    """Every meeting gives out one win: the mean share over the players is 1 in the number at the table."""
    assert sum(one.won.value for one in pairs.ranking) / 4 == pytest.approx(1 / 2)
    for table, share in ((3, 1 / 3), ("all", 1 / 4)):
        assert sum(one.won.value for one in meet(rounds=20, table=table).ranking) / 4 == pytest.approx(share)


def test_the_ranking_is_by_the_measure_asked_for(pairs):
    won = [one.won.value for one in pairs.ranking]
    assert won == sorted(won, reverse=True) and [one.place for one in pairs.ranking] == [1, 2, 3, 4]
    by_score = meet(rounds=20, by="score")
    scores = [one.score.value for one in by_score.ranking]
    assert scores == sorted(scores)
    assert all(one.estimate.value >= 0 for one in by_score.differences)


def test_random_is_last_and_that_is_established(pairs):
    assert pairs.ranking[-1].player == "random"
    against_random = [one for one in pairs.differences if one.worse == "random"]
    assert len(against_random) == 3 and all(one.established for one in against_random)
    assert len(pairs.differences) == comb(4, 2)


def test_equal_players_are_not_told_apart():
    """Two copies of a player: on the same deals in both seats they do exactly alike, and nothing is established."""
    found = meet({"one": "threshold", "two": "threshold"})
    (difference,) = found.differences
    assert difference.estimate.value == 0 and difference.p == 1 and not difference.established
    assert "Not established: that one is better than two" in str(found)
    assert found.ranking[0].won.value == found.ranking[1].won.value == 0.5
    assert found.head_to_head("one", "two").value == 0.5


def test_pairing_makes_intervals_shorter():
    """The difference on the same deals has a smaller error than that of two means taken apart."""
    found = meet(["greedy", "cautious"], rounds=100, by="score")
    (difference,) = found.differences
    apart = sqrt(sum(one.score.standard_error**2 for one in found.ranking))
    assert difference.estimate.standard_error < apart


def test_intervals_are_students_over_the_deals():
    found = meet(["greedy", "threshold"], rounds=20, by="score")
    sums = {}
    for players in (["greedy", "threshold"], ["threshold", "greedy"]):
        rows = simulate(skyjo, players, rounds=20, seed=5, progress=False, host="interpreted").rows
        for row in rows:
            sums.setdefault(row["player"], [0] * 20)[row["index"]] += row["score"] / 2
    differences = [b - a for a, b in zip(sums["greedy"], sums["threshold"], strict=True)]
    mean = sum(differences) / 20
    error = sqrt(sum((d - mean) ** 2 for d in differences) / 19 / 20)
    estimate = found.differences[0].estimate
    assert abs(estimate.value) == pytest.approx(abs(mean))
    assert estimate.standard_error == pytest.approx(error)
    assert estimate.high - estimate.value == pytest.approx(2.093024 * error, rel=1e-5)  # t, 19 degrees


def test_head_to_head_fits_the_wins(pairs):
    one = pairs.head_to_head("greedy", "random")
    assert one.low <= one.value <= one.high and one.value > 0.9
    assert one.value + pairs.head_to_head("random", "greedy").value == pytest.approx(1)
    for wrong in (("greedy", "greedy"), ("greedy", "Zoe")):
        with pytest.raises(ValueError, match="two of the players"):
            pairs.head_to_head(*wrong)


def test_ratings_have_a_mean_of_1500_and_intervals(pairs):
    assert sum(one.rating.value for one in pairs.ranking) / 4 == pytest.approx(1500)
    assert all(one.rating.low < one.rating.value < one.rating.high for one in pairs.ranking)


def test_functions_and_whole_games_take_part():
    def lowest(view, legal, rng):
        return legal[0]

    found = meet([lowest, "threshold"], rounds=None, games=20, rules=skyjo.Rules(end_at=30))
    assert {one.player for one in found.ranking} == {"lowest", "threshold"}
    assert max(one.score.value for one in found.ranking) >= 30  # SK-24: somebody has that many at the end of a game
    assert "20 deals" in str(found)


def test_deals_that_do_not_end_count_for_nobody(monkeypatch):
    monkeypatch.setattr(batch, "MOST_ACTIONS", 45)
    found = meet(["threshold", "threshold(keep=3)"], rounds=40)
    assert 0 < found.dropped < 40
    assert found.ranking[0].score.n == 40 - found.dropped
    assert "dropped" in str(found)


def test_an_interrupt_keeps_the_deals_that_all_have_played():
    found = meet(progress=lambda done, of: done < of / 2)
    assert 0 < found.done < 40
    assert found.ranking[0].won.n == found.done


def test_names_are_escaped():
    found = meet({"<i>a</i>": "greedy", "b": "random"}, rounds=20)
    assert "<i>a" not in found._repr_html_() and "&lt;i&gt;a" in found._repr_html_()


def test_the_chart_shows_who_is_ahead(pairs):
    import json

    for found in (pairs, meet(rounds=20, by="score")):
        text = json.dumps(found.chart().to_dict())
        assert all(player in text for player in FOUR)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"rounds": 5}, "at least 20 deals"),
        ({"rounds": None}, "either rounds= or games="),
        ({"table": 1}, "table"),
        ({"table": 5}, "from 2 to 4"),
        ({"table": "some"}, "table"),
        ({"by": "luck"}, "by is"),
        ({"players": ["greedy", "clever"]}, "clever"),
        ({"players": ["greedy"]}, "table"),
    ],
)
def test_wrong_arguments_are_explained(arguments, message):
    with pytest.raises(ValueError, match=message):
        meet(**arguments)


# --- statistics -------------------------------------------------------------------------------------------------------
def test_holms_correction_of_a_worked_example():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.6, 0.7]) == [1.0, 1.0]
    assert holm([]) == []


def test_bradley_terry_finds_the_odds():
    """Odds 3 to 1 are 400 log10(3) rating points; the one added draw hardly matters for many games."""
    n = 10**9
    ratings = bradley_terry([[0, 3 * n], [n, 0]])
    assert ratings[0] - ratings[1] == pytest.approx(190.8485, abs=1e-3)
    a, b, c = bradley_terry([[0, 2 * n, 6 * n], [n, 0, 3 * n], [n, n, 0]])  # strengths 6 : 3 : 1
    assert (a - b, b - c) == pytest.approx((120.412, 190.8485), abs=1e-3)


def test_who_always_wins_has_a_finite_rating():
    best, worst = bradley_terry([[0, 50], [0, 0]])
    assert 1500 < best < 3000 and worst == pytest.approx(3000 - best)


def test_in_skip_bo_many_points_are_good():
    rules = skipbo.Rules(stock_size=10)
    cup = tournament(skipbo, ["naive", "stock_first"], rounds=20, rules=rules, by="score", seed=1, progress=False)
    assert [one.player for one in cup.ranking] == ["stock_first", "naive"]
    assert cup.ranking[0].rating.value > 1500 > cup.ranking[1].rating.value
