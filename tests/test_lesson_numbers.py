"""Every number that a lesson states in its prose: recomputed from a named call, or named here as given (a datum of the
question, a round figure, or somebody's wrong number)."""

import re
import sys
from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path

import pytest

from cardlib import Deck, Pmf, skipbo, skyjo, skyjo_action
from cardlib.bayes import bayes
from cardlib.simulation import simulate, tournament

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))
import lessons as tool

NUMBER = re.compile(r"(?<![\w./])(?:\d+/\d{2,}(?!\d)|\d[\d,]*\.\d+|\d+(?:\.\d+)? %)")
DECK, ONE = skyjo.DECK, skyjo.DECK.sum_of(1)
FIVES = Deck({5: 8, "other": 112})  # lessons 2, 3 and 6
HIT = FIVES.at_least(1, of=5, draws=3)
SEEN_4 = DECK - 4  # lesson 5
SKIP = skipbo.DECK


def lead(drawn, hidden):
    """Lesson 5: how many points Dan gains more than Tina."""
    return (hidden - drawn if drawn <= 5 else 0) - (hidden - 4)


def table_7():
    return skyjo.Game.from_position(
        players=["Ana", "Bo"], grids=["1 0 3 -1 / 2 4 0 1 / 0 3 1 ?", "? 2 0 1 / -2 ? 3 0 / 1 -1 2 ?"],
        discard=[12, 7, 9, 11, 8, 10, 6, 9], seed=4,
    ).view("Ana")  # fmt: skip


def left_10():
    table = skyjo_action.Game.from_position(
        players=["Ana", "Bo"], grids=["5 12 ? 3 / 5 ? 11 ? / ? 1 ? 9", "4 ? * 7 / ? 2 ? 4 / 0 ? 8 ?"],
        discard=[-1, 6, 3, 10, 7, 1, 12], market=["draw three", "swap", "look", "defence"], seed=2,
    )  # fmt: skip
    return table.view("Ana").unseen


def tina_ahead():
    """Of 4,000 tens of shuffles, how many leave Tina ahead of Dan."""
    pairs = SEEN_4.sums_of(1, 1).map(lambda pair: lead(*pair))
    ten = sum([pairs] * 10)
    return ten.prob(lambda points: points < 0)


@cache
def numbers(lesson):
    """{number as it is written: its value} of a lesson, by name of a call."""
    if lesson == "01":
        return {"76/15": DECK.mean(), "5.07": DECK.mean()}
    if lesson == "02":
        small = Deck({"five": 2, "other": 3})
        put_back = 1 - Fraction(112, 120) ** 3
        return {
            "7/10": small.at_least(1, of="five", draws=2), "15/120": (FIVES - ["other"] * 7 + [12] * 7).next_is([5, 12]),
            "0.188": HIT, "0.1884": HIT, "18.8": HIT, "189/1003": HIT, "0.18696": put_back, "0.1870": put_back,
            "0.2086": 1 - Fraction(112 * 111 * 110, 120**3), "0.2": FIVES.number_of(5, draws=3).mean(),
            "20 %": FIVES.number_of(5, draws=3).mean(), "100 %": Fraction(15 * 8, 120),
        }  # fmt: skip
    if lesson == "03":
        two = {
            n: Deck({5: n[0], "other": n[1] - n[0]}).at_least(1, of=5, draws=2) for n in ((7, 119), (8, 119), (8, 120))
        }
        exactly, dealt = FIVES.exactly(1, of=5, draws=2), DECK.sum_of(12)
        return {
            "60.8": dealt.mean(), "17.86": ONE.var(), "214.3": 12 * ONE.var(), "16076/75": 12 * ONE.var(),
            "198.5": dealt.var(), "739496/3725": dealt.var(), "138/149": dealt.var() / (12 * ONE.var()),
            "7 %": 1 - dealt.var() / (12 * ONE.var()), "32/255": exactly, "0.1255": exactly, "11.5": two[7, 119],
            "13.0": two[8, 119], "12.9": two[8, 120],
        }  # fmt: skip
    if lesson == "04":
        unseen = DECK - [12] * 6 - [*range(1, 12)] * 2 - [1, 2]
        has = skipbo.odds.right_card(values=[7]).value
        bo = bayes({"one": has, "none": 1 - has}, {"one": Fraction(1, 10), "none": 1}, "Bo discards")
        return {
            "3.3": unseen.next_is(12), "8.3": Fraction(10, 120), "35/1369": unseen.at_least(2, of=12, draws=3, given=1),
            "351/7021": (unseen - 12).at_least(1, of=12, draws=2), "15 %": bo.posterior["one"],
        }  # fmt: skip
    if lesson == "05":
        pairs = SEEN_4.sums_of(1, 1)
        return {
            "24 %": tina_ahead(), "762/149": (DECK - -2).mean(), "7.1": (DECK - -2).mean() + 2, "761/149": (DECK - -1).mean(),
            "40 %": SEEN_4.next_is(range(-2, 4)), "31.8": pairs.prob(lambda pair: lead(*pair) < 0),
            "59.3": pairs.prob(lambda pair: lead(*pair) > 0), "8.9": pairs.prob(lambda pair: lead(*pair) == 0),
            "826/447": DECK.exchange_gain(), "1.848": DECK.exchange_gain(), "20475/11026": SEEN_4.exchange_gain(),
            "1.857": SEEN_4.exchange_gain(), "160/149": SEEN_4.mean() - 4, "1.074": SEEN_4.mean() - 4,
            "2.08": (DECK - 3).mean() - 3, "1.85": (DECK - 3).exchange_gain(), "2.88": DECK.exchange_gain(2),
        }  # fmt: skip
    if lesson == "06":
        coins = sum([Pmf({1: 1, 0: 1})] * 25)
        missing = sum([Pmf({1: 5, 0: 95})] * 100)
        return {
            "0.4": HIT.standard_error(10_000), "3.91": 100 * HIT.standard_error(100), "0.0782": HIT.standard_error(25),
            "0.391": 100 * HIT.standard_error(10_000), "0.0078": HIT.standard_error(2500), "189/1003": HIT, "0.1884": HIT,
            "2.2": missing.std(), "23 %": coins.prob(lambda k: k >= 16 or k <= 9), "64 %": Fraction(16, 25),
            "3 %": 1 / Fraction(1000) ** Fraction(1, 2),
        }  # fmt: skip
    if lesson == "07":
        closing, total = skyjo.odds.closing(table_7()), skyjo.odds.total(table_7())
        last = skyjo.odds.closing(table_7(), last_turn=True)
        return {
            "39 %": closing, "13609847/35133560": closing, "38.7": closing, "4148103/8783390": last, "47.2": last,
            "28.6": (table_7().unseen - [5, 5, 6]).next_is(range(-2, 3)), "27.84": closing.score.mean(),
            "19.48": total.mean(), "8.4": closing.score.mean() - total.mean(),
        }  # fmt: skip
    if lesson == "08":
        best = DECK.best_of(3)
        fixed = next(mistake.value for mistake in best.explain().mistakes if mistake.value)
        return {"2.186": best, "2.357": fixed, "0.17": fixed - best.value, "5.067": DECK.best_of(1),
                "1.411": DECK.smallest(3).mean()}  # fmt: skip
    if lesson == "09":
        start, first, last = skipbo.odds.right_card(values=[1]), skipbo.odds.first_skip_bo(), skipbo.odds.all_numbers()
        return {
            "144/19": first.mean() - 1, "163/19": first.mean(), "8.58": first.mean(), "93 %": Fraction(5 * 30, 162),
            "13.5": Fraction(162, 12), "11756737/18200889": start, "0.6459": start, "36.48": last.mean(),
            "0.3228": SKIP.at_least(1, of=1, draws=5), "0.4494": SKIP.at_least(1, of="W", draws=5),
            "0.1263": SKIP.at_least_each({1: 1, "W": 1}, draws=5),
        }  # fmt: skip
    if lesson == "09b":
        chain = skipbo.odds.chain()
        return {
            "64.8": chain.with_replacement,
            "63.1": chain.law.mean(),
            "13.5": Fraction(162, 12),
            "5.4": Fraction(162, 30),
        }
    if lesson == "10":
        left = left_10()
        points = Deck([0 if card == "*" else card for card in left])
        one, best = 12 - points.smallest(1).mean(), 12 - points.smallest(3).mean()
        second = points.smallest(1).map(lambda card: max(11 - card, 0)).mean()
        five, star = (left.at_least(1, of=card, draws=3).value for card in (5, "*"))
        hit = left.at_least(1, of=[5, "*"], draws=3)
        return {
            "14.5": five, "7.72": one, "7.717": one, "52 %": five + star, "58 %": Fraction(3 * 19, left.total),
            "74689/156849": hit, "0.4762": hit, "0.1454": five, "0.1652": left.at_least(2, of=[5, "*"], draws=4),
            "0.0119": left.at_least(2, of=5, draws=4), "11.29": best, "6.768": second, "14.485": one + second,
            "0.32": 1 - one / best,
        }  # fmt: skip
    if lesson == "11":
        wins = sum([Pmf({1: 1, 0: 1})] * 25)
        lopsided = {k: wins.prob(lambda n, k=k: n >= k or n <= 25 - k) for k in (16, 17, 18)}
        players = {f"up to {k}": f"threshold(keep={k})" for k in (2, 3, 4, 5)}
        first = tournament(skyjo, players, rounds=150, seed=3, by="score", progress=False).differences[0].estimate
        return {
            "64 %": Fraction(16, 25), "962689/4194304": lopsided[16], "0.2295": lopsided[16], "0.108": lopsided[17],
            "0.043": lopsided[18], "2.6": first, "0.4": first.low, "4.7": first.high,
        }  # fmt: skip
    wins = sum([Pmf({1: 1, 0: 1})] * 50)
    best = {m: sum(1 - wins.cdf(k) ** m for k in range(50)) / 50 for m in (8, 20)}
    return {"60 %": best[8], "63 %": best[20], "50 %": wins.mean() / 50}


#: data of the questions, round figures, and numbers that are said to be wrong
GIVEN = {
    "01": {"1/15"}, "02": {"8/120", "8/10", "112/120", "8/118"}, "03": {"8/120", "112/119"}, "04": {"20 %"},
    "05": {"5/150", "10/150"}, "06": {"0.12", "0.27", "95 %", "50 %", "52 %", "0.16"}, "07": {"50 %"},
    "09": {"20 %", "90 %", "30/162"}, "09b": {"30/162", "162/30"}, "11": {"0.03", "3 %"},
}  # fmt: skip


def said(source):
    """The numbers in a lesson's prose, notes included; code and displayed formulas are left out."""
    prose = tool.BLOCK.sub("", source.read_text("utf-8"))
    return set(NUMBER.findall(re.sub(r"\$\$?.*?\$\$?", "", prose, flags=re.DOTALL)))


SOURCES = sorted(tool.SOURCES.glob("*.md"))


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_every_number_of_the_prose_is_recomputed(source):
    lesson = source.stem.split("_")[0]
    assert said(source) == set(numbers(lesson)) | GIVEN.get(lesson, set())
    for text, value in numbers(lesson).items():
        value = getattr(value, "value", value)
        if "/" in text:
            assert Fraction(text) == value, text
            continue
        written, percent = text.removesuffix(" %"), text.endswith("%")
        half = 0.5 / 10 ** len(written.partition(".")[2])
        near = {float(value), 100 * float(value)} if not percent else {100 * float(value)}
        assert min(abs(float(written) - one) for one in near) <= half * 1.0001, (text, float(value))


def test_small_cases_that_are_done_on_paper():
    assert Deck([0, 4, 8]).exchange_gain().value == 2 == Deck([0, 4, 8]).best_of(2).value
    assert Deck([0, 4, 8]).sum_of(2).var() == Fraction(32, 3) and 2 * Deck([0, 4, 8]).sum_of(1).var() == Fraction(64, 3)
    assert 1 + Fraction(3, 2) + 3 == Fraction(11, 2)  # three stickers
    assert sum(comb(4, k) for k in (0, 1, 3, 4)) == 10  # four games, one of two wins at least three
    assert 12 - Deck([0, 6, 12]).smallest(1).mean() == 6 and 12 - Deck([0, 6, 12]).smallest(3).mean() == 12


def test_what_lesson_6_says_of_25_and_2500_rounds():
    rivals = {"up to 3": "threshold(keep=3)", "up to 4": "threshold(keep=4)"}
    eight = [
        simulate(skyjo, rivals, rounds=25, seed=seed, progress=False).estimate("won", "up to 3") for seed in range(1, 9)
    ]
    assert sum(0.5 in one for one in eight) >= 7
    assert simulate(skyjo, rivals, rounds=2500, seed=9, progress=False).estimate("won", "up to 3").low > 0.5
