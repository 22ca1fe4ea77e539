"""The odds of Skip-Bo: every number by two routes, from views and from what a person knows, exact."""

import random
from fractions import Fraction
from itertools import permutations, product
from math import comb

import pytest
from test_skipbo_properties import play_out, shuffle_hidden

from cardlib import skipbo, skyjo
from cardlib.analysis.playouts import world_of
from cardlib.deck import Deck
from cardlib.engine.host import stream
from cardlib.engine.players import choose_action
from cardlib.engine.position import remaining
from cardlib.formula import Chain as Line
from cardlib.rng import Rng
from cardlib.skipbo import deals, odds
from cardlib.skipbo import rules as R
from cardlib.skipbo.odds.runs import Run, run_length

FULL = skipbo.DECK


def checked(answer, n=4000):
    """The derivation ends in the value and every line of it holds; all routes agree."""
    explanation = answer.explain()
    assert explanation.value == answer.value
    for step in (*explanation.steps, *explanation.mistakes):
        if isinstance(step.formula, Line):
            assert step.formula.holds, str(step.formula)
    assert "{" not in str(explanation) and explanation.html() and explanation._repr_markdown_()
    assert answer.check(n, seed=3).agrees
    return answer.value


# --- the values everybody can look up ---------------------------------------------------------------------------------
def test_known_values():
    assert checked(odds.right_card(values=[1], draws=5)) == Fraction(11756737, 18200889)
    assert odds.in_a_row().mean() == Fraction(14296841, 12133926)
    assert odds.first_skip_bo().mean() == Fraction(163, 19)
    assert odds.chain().with_replacement == Fraction(324, 5)
    assert FULL.at_least(1, of="W", draws=5) == Fraction(389518, 866709)
    assert round(float(odds.all_numbers().mean()), 2) == 36.48


def test_cards_in_a_row_from_a_hand_of_five():
    law = odds.in_a_row()
    assert [round(float(law[k]), 6) for k in range(6)] == [0.354057, 0.305163, 0.198783, 0.099475, 0.03551, 0.007012]
    assert law == FULL.hand(5).map(run_length)
    assert checked(law.answer()) == law.mean()
    small = Deck({1: 2, 2: 1, 3: 3, 12: 2, "W": 2})
    for n, hand, start in product((0, 2, 4), ((), (2,), ("W", 3)), (0, 1, 10, 11)):
        law = odds.in_a_row(small, n, hand, start)
        assert law == small.hand(n).map(lambda drawn: run_length([*drawn, *hand], start))  # noqa: B023


# --- runs -------------------------------------------------------------------------------------------------------------
def random_question(chance):
    deck = Deck({value: chance.randint(0, 3) for value in range(1, 9)} | {"W": chance.randint(0, 3), 12: 2})
    start = chance.randint(0, 4)
    hand = [chance.choice([1, 2, 3, 4, 5, 6, 7, 8, "W"]) for _card in range(chance.randint(0, 3))]
    cards = [*range(1, 9), "W"]
    discards = [
        [chance.choice(cards) for _card in range(chance.randint(0, 3))] for _pile in range(chance.randint(0, 4))
    ]
    return {
        "start": start, "to": chance.randint(start, 8), "hand": hand, "discards": discards,
        "draws": min(chance.randint(0, 4), deck.total), "unseen": deck,
    }  # fmt: skip


def test_reach_against_going_through_all_hands():
    chance = random.Random(5)
    certain = impossible = 0
    for _question in range(300):
        answer = odds.reach(**random_question(chance))
        assert answer.enumerate().value == answer.value
        certain += answer.value == 1
        impossible += answer.value == 0
    assert 20 < certain < 200 and 20 < impossible < 200


def plays(start, to, hand, discards):
    """Whether the run can be played, tried out card by card: the slow and certain way."""
    if start == to:
        return True
    for card in {*hand}:
        if card in (start + 1, "W"):
            rest = list(hand)
            rest.remove(card)
            if plays(start + 1, to, rest, discards):
                return True
    for d, pile in enumerate(discards):
        rest = [*discards[:d], pile[:-1], *discards[d + 1 :]]
        if pile and pile[-1] in (start + 1, "W") and plays(start + 1, to, hand, rest):
            return True
    return False


def test_what_counts_as_a_run_against_trying_it_out():
    chance = random.Random(6)
    for _question in range(400):
        q = random_question(chance)
        run = Run(q["start"], q["to"], tuple(q["hand"]), tuple(map(tuple, q["discards"])), ((q["unseen"], q["draws"]),))
        drawn = chance.sample(list(q["unseen"]), q["draws"])
        assert run.succeeds(drawn) == plays(run.start, run.to, [*run.hand, *drawn], list(run.piles))


def test_reach_by_hand():
    """A pile at 3, a 5 in the hand, two draws from 4, 4, 6, W: to 5 needs a 4 or the W; to 6 both gaps."""
    left = Deck([4, 4, 6, "W"])
    assert checked(odds.reach(start=3, to=5, hand=[5], draws=1, unseen=left)) == Fraction(3, 4)
    assert checked(odds.reach(start=3, to=5, hand=[5], draws=2, unseen=left)) == 1
    assert checked(odds.reach(start=3, to=6, hand=[5], draws=2, unseen=left)) == Fraction(5, 6)
    assert checked(odds.reach(start=3, to=6, hand=[5, "W"], draws=1, unseen=left)) == 1
    assert checked(odds.reach(start=3, to=6, hand=[5], draws=1, unseen=left)) == 0
    assert checked(odds.reach(start=3, to=6, discards=[5, 4], draws=1, unseen=left)) == Fraction(1, 2)
    assert checked(odds.reach(start=3, to=6, discards=[[6, 5, 4]])) == 1
    assert checked(odds.reach(start=3, to=6, discards=[[4, 5, 6]])) == 0
    assert checked(odds.reach(start=7, to=7)) == 1


def test_two_discard_piles_with_the_same_top_are_a_choice():
    """Either 6 may be used, but not both: it uncovers the 7 or the 8."""
    left = Deck([7, 8, 1, 1])
    answer = odds.reach(start=5, to=8, discards=[[7, 6], [8, 6]], draws=1, unseen=left)
    assert checked(answer) == Fraction(1, 2)
    assert "Another choice" in str(answer.explain())


def test_reach_with_the_whole_deck():
    for q in (
        {"to": 7, "start": 3, "hand": [4, "W"], "draws": 3},
        {"to": 3, "draws": 5},
        {"to": 12, "start": 10, "draws": 5},
    ):
        checked(odds.reach(**q))
    assert odds.reach(to=12, draws=162) == 1
    assert odds.reach(to=1, draws=5) == odds.right_card(values=[1], draws=5)


def test_reach_grows_with_draws_and_falls_with_distance():
    chances = [odds.reach(to=4, draws=n).value for n in range(0, 20)]
    assert chances == sorted(chances)
    chances = [odds.reach(to=to, draws=8).value for to in range(1, 12)]
    assert chances == sorted(chances, reverse=True)


@pytest.mark.parametrize(
    "question, message",
    [
        ({"to": 13}, "heights"), ({"to": -1}, "heights"), ({"to": 3, "start": 5}, "cannot be run"), ({}, "say up to"),
        ({"to": 3, "hand": [13]}, "not a Skip-Bo card"), ({"to": 3, "hand": 5}, "list of cards"),
        ({"to": 3, "draws": 163}, "cannot be drawn"), ({"to": 3, "discards": [1, 2, 3, 4, 5]}, "up to 4"),
        ({"to": 3, "unseen": {1: 13}}, "only 12|There"), ({"to": 3, "draws": -1}, "number of cards"),
    ],
)  # fmt: skip
def test_reach_refuses_what_cannot_be(question, message):
    with pytest.raises(ValueError, match=message):
        odds.reach(**question)


# --- the right card ---------------------------------------------------------------------------------------------------
def test_right_card():
    assert odds.right_card(values=[1], hand=["W", 3]) == 1
    assert odds.right_card(values=[4, 8], discards=[[8, 9], [9, 8]]) == 1
    assert odds.right_card(values=[4, 8], discards=[[8, 9]], draws=0) == 0
    assert odds.right_card(values=[4], stock=[4, 5], draws=0) == 0
    assert checked(odds.right_card(values=[4, 8], draws=1)) == Fraction(42, 162)
    left = Deck([4, 8, 9, 9, 9])
    assert checked(odds.right_card(values=[4, 8], draws=2, unseen=left)) == 1 - Fraction(comb(3, 2), comb(5, 2))


# --- turns ------------------------------------------------------------------------------------------------------------
def played_out(game, stock_left):
    """The best result of a turn by playing everything out in the engine: (stock cards, -Skip-Bo cards)."""
    before = game.state
    wild = sum(before.face[n] == R.W for n in nodes(before)) + before.hand[0][R.W]
    best, seen, stack = (0, 0), set(), [before]
    while stack:
        s = stack.pop()
        used = wild - sum(s.face[n] == R.W for n in nodes(s)) - s.hand[0][R.W]
        best = max(best, (stock_left - s.count[0], -used))
        for action in range(R.DISCARD):
            if R.check(s, action) == R.LEGAL:
                t = s.copy()
                R.apply(t, action)
                if t.phase != R.TURN:
                    best = max(best, (stock_left - t.count[0], -used - (action // R.PILES == R.W)))
                    continue
                key = (tuple(t.height), tuple(t.hand[0]), tuple(t.count[:10]))
                if key not in seen:
                    seen.add(key)
                    stack.append(t)
    return best


def nodes(s):
    """The nodes of the discard piles of seat 0."""
    for d in range(R.PILES):
        node = s.top[R.discard_pile(0, d)]
        while node:
            yield node
            node = s.below[node]


def test_the_best_turn_against_playing_everything_out():
    chance = random.Random(8)
    stock_cards = 0
    for _turn in range(60):
        deck = [card for card in FULL if chance.random() < 0.4]
        chance.shuffle(deck)
        stock = [deck.pop() for _k in range(3)]
        hand = [deck.pop() for _k in range(chance.randint(1, 4))]
        discards = [[deck.pop() for _k in range(chance.randint(0, 3))] for _pile in range(2)]
        heights = [chance.randint(0, 11) for _pile in range(3)]
        game = skipbo.Game.from_position(
            stocks=[stock, [1]], hands=[hand, []], discards=[discards, []], draw=[], seed=1,
            piles=[[*range(1, h + 1)] for h in heights], rules=skipbo.Rules(match_target=10_000),
        )  # fmt: skip
        game.state.aside_n = -99  # nothing to draw, whatever is set aside: the turn is about the known cards
        turn = odds.turn(heights=heights, hand=hand, stock=stock, discards=discards)
        assert (turn.stock_cards, -turn.skip_bo_cards) == played_out(game, 3)
        for play, card in zip(turn.plays, turn.cards, strict=True):
            assert skipbo.notation.show_card(R.offered(game.state, play // R.PILES)) == card
            game.play(play)
        assert game.state.count[0] == 3 - turn.stock_cards
        stock_cards += turn.stock_cards
    assert stock_cards > 20


def test_the_worked_turn_is_found():
    turn = odds.turn(heights=[3, 7], hand="4 6 9 11 W", stock=[10, 5], discards=[8])
    assert [str(play) for play in turn.plays] == [
        "hand 4 -> 1",
        "stock -> 1",
        "discard 1 -> 2",
        "hand 9 -> 2",
        "stock -> 2",
    ]
    assert (turn.stock_cards, turn.skip_bo_cards, turn.hand_left) == (2, 0, 3)
    assert "2 stock cards" in str(turn) and "hand 9 -&gt; 2" in turn._repr_html_()


def test_a_turn_saves_skip_bo_cards_and_makes_no_needless_play():
    turn = odds.turn(heights=[3, 3], hand=[4, "W", 9], stock=[5])
    assert [str(play) for play in turn.plays] == ["hand 4 -> 1", "stock -> 1"]
    turn = odds.turn(heights=[3], hand=["W", "W", 9], stock=[6])
    assert [str(play) for play in turn.plays] == [
        "hand W -> 1",
        "hand W -> 1",
        "stock -> 1",
    ] and turn.skip_bo_cards == 2
    turn = odds.turn(heights=[3], hand=["W", 4, 9], stock=[12])
    assert turn.plays == () and "no stock card" in str(turn)
    turn = odds.turn(heights=[11], hand=[12, 1], stock=[2])
    assert [str(play) for play in turn.plays] == ["hand 1 -> 2", "stock -> 2"] and turn.hand_left == 1
    turn = odds.turn(heights=[1, 1, 1, 11], hand=[12, 1], stock=[5, 2, "W"])
    assert turn.stock_cards == 2


def test_a_turn_in_a_team():
    turn = odds.turn(heights=[3], hand=[4], stock=[9], partner_stock=[6], partner_discards=[[5]])
    assert [str(play) for play in turn.plays] == ["hand 4 -> 1", "partner discard 1 -> 1", "partner stock -> 1"]
    assert "hand is empty" in str(turn)


def test_too_many_situations_are_refused(monkeypatch):
    monkeypatch.setattr(odds.turns, "MOST_SITUATIONS", 10)
    with pytest.raises(ValueError, match="too many"):
        odds.turn(heights=[3, 7], hand="4 6 9 11 W", stock=[10, 5], discards=[8])


# --- a kept Skip-Bo card ----------------------------------------------------------------------------------------------
def test_a_kept_skip_bo_card_against_asking_for_every_stock_card():
    chance = random.Random(9)
    for _question in range(30):
        heights = [chance.randint(0, 11) for _pile in range(4)]
        hand = [chance.choice([*range(1, 13)]) for _k in range(3)] + ["W"] * chance.randint(0, 2)
        discards = [[chance.choice([*range(1, 13), "W"])], [3, 2]]
        k = max(1, hand.count("W"))
        numbers = [card for card in hand if card != "W"]

        def playable(card, wilds):
            cards = [*numbers, *["W"] * wilds]  # noqa: B023
            return odds.turn(heights=heights, hand=cards, stock=[card], discards=discards).stock_cards  # noqa: B023

        left = FULL - [*hand, *discards[0], 3, 2]
        gain = sum(left[card] for card in range(1, 13) if playable(card, k) and not playable(card, k - 1))
        answer = odds.kept_skip_bo(heights=heights, hand=hand, discards=discards)
        assert checked(answer, 1000) == Fraction(gain, left.total)


def test_a_kept_skip_bo_card_by_hand():
    """Piles at 3 and 7, no other card: 4 and 8 fit anyway; with the Skip-Bo card 5, 9 and 2 do, too; 1 fits always."""
    assert checked(odds.kept_skip_bo(heights=[3, 7], hand=["W"])) == Fraction(36, 161)
    assert odds.kept_skip_bo(heights=[3, 7]) == Fraction(36, 162)
    assert checked(odds.kept_skip_bo(heights=[3, 7], hand="6 9 W")) == Fraction(47, 159)  # 6 and 9 are seen
    with pytest.raises(ValueError, match="no unseen card"):
        odds.kept_skip_bo(heights=[3], hand=["W"], unseen=[])


# --- waiting ----------------------------------------------------------------------------------------------------------
def brute_chain(deck, to):
    """Every order of the cards: number of cards turned (None: never complete) -> chance."""
    law = {}
    cards = list(deck)
    orders = list(permutations(range(len(cards))))
    for order in orders:
        height, turned = 0, None
        for k, i in enumerate(order, 1):
            height += cards[i] in (height + 1, "W")
            if height == to:
                turned = k
                break
        law[turned] = law.get(turned, 0) + Fraction(1, len(orders))
    return law


@pytest.mark.parametrize(
    "deck, to",
    [
        ({1: 2, 2: 2, "W": 2}, 2), ({1: 3, 2: 1, 3: 1, "W": 1}, 3), ({1: 2, 2: 2, 3: 2, 4: 1}, 3), ({1: 1, "W": 4}, 3),
        ({1: 2, 2: 3, 9: 2}, 2), ({1: 1, 2: 1, 3: 1, 4: 1, "W": 3}, 4), ({5: 4, "W": 2}, 1),
    ],
)  # fmt: skip
def test_the_chain_without_replacement_against_every_order(deck, to):
    chain, law = odds.chain(deck, to), brute_chain(Deck(deck), to)
    complete = {turned: chance for turned, chance in law.items() if turned is not None}
    assert {t: chance for t, chance in enumerate(chain.chances) if chance} == complete
    assert chain.complete == 1 - law.get(None, 0)
    assert chain.law.mean() == sum(t * chance for t, chance in complete.items()) / chain.complete


def test_the_chain_of_the_whole_deck():
    chain = odds.chain()
    assert chain.complete == 1  # the 18 Skip-Bo cards alone complete it
    assert chain.law.mean() == Fraction(12 * 163, 31)
    assert checked(chain.with_replacement) == Fraction(324, 5)
    assert checked(chain.law.answer(), 1500) == chain.law.mean()
    assert "63.096774" in str(chain) and "64.8" in chain._repr_html_()
    with_, without, kept = chain.done(60)
    assert with_ < without < kept and kept == odds.reach(to=12, draws=60)


def test_the_chain_with_replacement_step_by_step():
    chain = odds.chain({1: 1, 2: 2, "W": 1, 12: 2}, 2)
    assert chain.with_replacement == Fraction(6, 2) + Fraction(6, 3)
    fits, more = Fraction(2, 6), Fraction(3, 6)
    by_hand = 1 - sum(((1 - fits) ** i * fits * (1 - more) ** (2 - i) for i in range(3)), Fraction(0)) - (1 - fits) ** 3
    assert chain.done_with_replacement(3) == by_hand
    assert odds.chain({1: 2}, 1).done(1)[0] == 1


def test_the_chain_refuses_what_cannot_be():
    with pytest.raises(ValueError, match="never complete"):
        odds.chain({1: 3}, 2)
    with pytest.raises(ValueError, match="never complete"):
        odds.chain({3: 2, 4: 1, "W": 1}, 3)  # 1 and 2 share one Skip-Bo card
    assert odds.chain({3: 2, 4: 1, "W": 2}, 3).complete > 0
    with pytest.raises(ValueError, match="no height"):
        odds.chain(to=13)


def test_waits_from_what_is_left():
    left = Deck([1, 2, 3, "W", "W"])
    assert odds.first_skip_bo(left).mean() == 2
    view = skipbo.Game(2, seed=1).view(0)
    assert odds.first_skip_bo(view) == odds.first_skip_bo(view.unseen)
    assert odds.all_numbers(view).mean() == odds.all_numbers(view.unseen).mean()


# --- what is named, what comes next, who may play -------------------------------------------------------------------
def test_every_card_named_is_seen():
    assert checked(odds.right_card(values=[4], hand=[1, 2, 3, 5])) == Fraction(30, 158)
    assert checked(odds.reach(start=3, to=5, hand=["W"], draws=1)) == Fraction(41, 161)
    assert odds.right_card(values=[4], stock=[9], discards=[[4, 7]], partner_discards=["W 8"], draws=1) == Fraction(
        28, 157
    )
    assert odds.in_a_row(hand=[1, 2], draws=1)[3] == Fraction(30, 160)
    assert odds.reach(start=3, to=5, hand=["W"], draws=1, unseen=FULL) == Fraction(42, 162)  # taken as it stands
    assert odds.right_card(values=[4], hand=[9], draws=1, unseen={4: 1, 5: 2}) == Fraction(1, 3)


@pytest.mark.parametrize("ask", [
    lambda: odds.reach(start=3, to=6, hand=[5, 5], discards=[[5] * 11]),
    lambda: odds.right_card(hand="5 5", stock=[5] * 10, partner_stock=[5]),
    lambda: odds.turn(hand=["W"] * 5, discards=[["W"] * 14]), lambda: odds.kept_skip_bo(hand=[5], discards=[[5] * 12]),
    lambda: odds.in_a_row(hand=[5] * 2, unseen={5: 13}),
])  # fmt: skip
def test_more_of_a_card_than_the_deck_has_is_refused(ask):
    with pytest.raises(ValueError, match=r"the deck has 1[28]|only 12 cards 5"):
        ask()


ASIDE = [*range(1, 13)] * 2


def test_cards_set_aside_come_when_the_draw_pile_is_used_up():
    """SB-15, SB-16."""
    stocks, rest = [[9, 9, 7], [8, 8, 3]], {"player": 1, "seed": 1}
    game = skipbo.Game.from_position(stocks=stocks, hands=[[], [5, 6, 7, 8, 9]], set_aside=ASIDE, draw=[], **rest)
    assert checked(odds.right_card(game.view(0))) == 1 - Fraction(comb(22, 5), comb(24, 5))
    assert odds.reach(game.view(0), to=1) == odds.right_card(game.view(0))
    # two from the draw pile (with two more hidden cards 9 and 2 times 8 they are the unseen ones), three from the rest
    game = skipbo.Game.from_position(stocks=stocks, hands=[[], [5, 6, 7, 8, 9]], set_aside=ASIDE, draw=[1, 1], **rest)
    unseen = game.view(0).unseen
    assert unseen[1] == 2 and unseen.total == 2 + 4 + 5
    none = Fraction(comb(9, 2), comb(11, 2)) * Fraction(comb(22, 3), comb(24, 3))
    assert checked(odds.right_card(game.view(0))) == 1 - none
    assert checked(odds.reach(game.view(0), to=1)) == 1 - none
    assert checked(odds.reach(game.view(0), to=2)) > 0
    assert "shuffled into a new draw pile" in str(odds.reach(game.view(0), to=2).explain())
    # with `recycle` the cards below the tops of the building piles follow: 1, 2, W of the pile 1 2 W 4
    for exhaustion, right in (("pass", 0), ("recycle", Fraction(2, 3))):
        game = skipbo.Game.from_position(
            stocks=stocks, hands=[[8, 8, 8], [5, 6, 7, 8, 9]], piles=[[1, 2, "W", 4]], draw=[],
            rules=skipbo.Rules(exhaustion=exhaustion), **rest,
        )  # fmt: skip
        assert checked(odds.right_card(game.view(0), 2)) == (right and 1 - Fraction(comb(1, 2), comb(3, 2)))
        assert odds.right_card(game.view(0), 2, draws=0) == 0
        if right:
            assert checked(odds.right_card(game.view(0), 2, draws=1)) == right
            with pytest.raises(ValueError, match="only 3 cards"):
                odds.right_card(game.view(0), 2, draws=4)


def test_the_players_before_fill_up_their_hands_first():
    """Two cards are in the draw pile; the player between takes both, and the cards set aside are what comes."""
    game = skipbo.Game.from_position(
        stocks=[[9, 7], [8, 3], [8, 4]], hands=[[9, 9, 9, 9], [5, 6, 7, 8, 9], [8, 8, 8]], set_aside=ASIDE,
        draw=[1, 1], player=1, seed=1,
    )  # fmt: skip
    assert checked(odds.right_card(game.view(0))) == Fraction(2, 24)
    assert odds.right_card(game.view(2)) > 0


def test_cards_that_were_seen_being_shuffled_are_remembered():
    game = skipbo.Game.from_position(
        stocks=[[9, 9, 7], [8, 8, 3]], hands=[[], []], set_aside=[*range(1, 13)], draw=[], player=1, seed=1
    )
    view = game.view(0)
    assert (view.draw_count, view.unseen.total, view.returned.total) == (7, 16, 12)
    assert checked(odds.right_card(view)) == Fraction(5, 12)
    assert "that you saw being shuffled" in str(odds.right_card(view).explain())
    assert checked(odds.reach(view, to=2)) == Fraction(comb(10, 3), comb(12, 5))
    # a stock card is none of them: 8, 8, 9 or 9
    seen = skipbo.Game.from_position(
        stocks=[[9, 9, 1], [8, 8, 3]], hands=[["W"], []], set_aside=[*range(1, 13)], draw=[], piles=[[1] * 1],
        player=1, seed=1,
    )  # fmt: skip
    assert set(seen.view(0).unseen - seen.view(0).returned) == {8, 9}


def test_the_stock_card_in_front_is_played_first():
    """SB-9: a next stock card comes up only after it, and there must be one."""
    assert checked(odds.kept_skip_bo(heights=[3], hand=["W", 9], stock=[5])) == Fraction(162 - 3, 159) - 0 - Fraction(
        sum((FULL - ["W", 9, 5])[card] for card in (*range(2, 6), *range(7, 13))), 159
    )
    one = skipbo.Game.from_position(stocks=[[5], [8, 3]], hands=[["W"], []], piles=[[1, 2, 3]], seed=1)
    with pytest.raises(ValueError, match="no stock card below"):
        odds.kept_skip_bo(one.view(0))
    far = skipbo.Game.from_position(stocks=[[5, 9], [8, 3]], hands=[["W"], []], piles=[[1, 2, 3]], seed=1)
    with pytest.raises(ValueError, match="in front cannot be played"):
        odds.kept_skip_bo(far.view(0))
    near = skipbo.Game.from_position(stocks=[[9, 5], [8, 3]], hands=[["W"], []], piles=[[1, 2, 3]], seed=1)
    answer = odds.kept_skip_bo(near.view(0))
    unseen = near.view(0).unseen
    assert checked(answer) == Fraction(unseen[1] + unseen[6] + unseen["W"], unseen.total)  # after 4 (W) and 5
    assert "must be played first (SB-9)" in str(answer.explain())


def test_partners_and_an_empty_own_stock():
    """SB-17: hand 4, then the partner's 5; with an empty own stock the partner's says how far to run."""
    turn = odds.turn(heights=[3], hand=[4, 12], partner_stock=[5])
    assert [str(play) for play in turn.plays] == ["hand 4 -> 1", "partner stock -> 1"]
    team = {"rules": skipbo.Rules(teams=True), "piles": [[1, 2, 3]], "hands": [[4, 12], [], [], []], "seed": 1}
    game = skipbo.Game.from_position(stocks=[[], [9, 9], [9, 5], [9, 9]], **team)
    view = game.view(0)
    assert odds.turn(view).plays == turn.plays
    assert checked(odds.reach(view)) == 1 and "up to 4" in str(odds.reach(view).explain())
    with pytest.raises(ValueError, match="no stock card below"):
        odds.kept_skip_bo(view)
    wild = skipbo.Game.from_position(stocks=[[], [9, 9], [9, "W"], [9, 9]], **team)
    with pytest.raises(ValueError, match="say up to which value"):
        odds.reach(wild.view(0))


def test_games_views_of_other_games_and_unknown_options_are_refused(monkeypatch):
    with pytest.raises(ValueError, match="what one player sees"):
        odds.turn(skipbo.Game(2, seed=1))
    with pytest.raises(ValueError, match="a view of another game"):
        odds.reach(skyjo.Game(2, seed=1).view(0))
    monkeypatch.setattr(odds.known, "OPTIONS", odds.known.OPTIONS - {"stock_size"})
    assert odds.right_card(skipbo.Game(2, seed=1).view(0)) is not None
    with pytest.raises(ValueError, match="option stock_size"):
        odds.right_card(skipbo.Game(2, skipbo.Rules(stock_size=9), seed=1).view(0))


# --- the engine plays it ----------------------------------------------------------------------------------------------
def situations():
    """Views of positions with all options: near exhaustion, in teams, long after cards were shuffled back."""
    chance = random.Random(21)
    for k in range(24):
        rules = skipbo.Rules(teams=k % 3 == 2, exhaustion=["pass", "recycle"][k // 3 % 2])
        seats = 4 if rules.teams else 2 + k % 2
        few = [card for card in FULL if chance.random() < 0.6]
        chance.shuffle(few)
        game = skipbo.Game.from_position(
            stocks=[[few.pop() for _k in range(chance.randint(1, 3))] for _p in range(seats)],
            hands=[[few.pop() for _k in range(chance.randint(1, 5))] for _p in range(seats)],
            discards=[[[few.pop() for _k in range(chance.randint(0, 2))] for _d in range(2)] for _p in range(seats)],
            piles=[[1, "W", 3], [1]][: chance.randint(0, 2)], set_aside=few[: chance.choice([0, 3, 9])],
            draw=few[20 : 20 + chance.choice([0, 1, 3, 12])], player=chance.randrange(seats), rules=rules, seed=k,
        )  # fmt: skip
        yield from (game.view(seat) for seat in range(seats))
    for seed in range(3):
        game = skipbo.Game(4, skipbo.Rules(stock_size=30), seed)
        asked = 0
        while game.player is not None and asked < 3:
            game.play(choose_action(game, "planner"))
            if game.state.remade and game.player is not None and game.step % 40 == 0:
                asked += 1
                yield game.view((game.player + asked) % 4)


def deals_for(view, n):
    """Deals that fit what the player sees, before the player's next turn; nobody plays until then."""
    for index in range(n):
        state = world_of(view.record, R, deals)
        state.rng = stream(7, index, 0)
        deals.shuffle(state)
        deals.lay(state)
        while state.player != view.me:
            R.end_turn(state)
        yield state


def no_more_cards(state):
    """The state when no card can be drawn any more."""
    state = state.copy()
    state.draw_n = state.aside_n = state.exhaustion = 0
    state.aside = [0] * R.KINDS
    return state


def leads_to(state, actions, done):
    """Whether legal plays among the actions can lead to what is wanted."""
    seen, stack = set(), [no_more_cards(state)]
    while stack:
        now = stack.pop()
        if done(now):
            return True
        key = (tuple(now.height), tuple(now.hand[now.player]), tuple(now.count))
        if now.phase == R.TURN and key not in seen:
            seen.add(key)
            for action in actions:
                if R.check(now, action) == R.LEGAL:
                    after = now.copy()
                    R.apply(after, action)
                    stack.append(after)
    return False


def fits_share(share, n, value):
    """Whether the share of n deals is what the exact value makes likely (5 standard errors; exact at 0 and 1)."""
    return abs(share - value) <= 5 * (float(value) * (1 - float(value)) / n) ** 0.5


def test_the_odds_are_what_the_engine_makes_of_the_deals():
    """The right card: a play is legal after the draw. A run: legal plays from hand and discards reach the height."""
    uncertain = 0
    for view in situations():
        pile, near = view.heights.index(min(view.heights)), min(view.heights) + 2
        right = odds.right_card(view, pile + 1)
        run = odds.reach(view, pile + 1, near)
        n = 150 if 0 < right.value < 1 or 0 < run.value < 1 else 3
        sources = [source for source in range(1, R.SOURCES) if source != R.PARTNER_STOCK]
        can_play = can_run = 0
        for state in deals_for(view, n):
            can_play += any(R.check(state, action) == R.LEGAL for action in range(pile, R.DISCARD, R.PILES))
            can_run += leads_to(state, [R.PILES * s + pile for s in sources], lambda now: now.height[pile] == near)  # noqa: B023
        uncertain += n > 3
        assert fits_share(can_play / n, n, right.value), (view, right)
        assert fits_share(can_run / n, n, run.value), (view, run)
    assert uncertain > 15


def test_a_kept_skip_bo_card_is_what_the_engine_makes_of_the_deals():
    """With it the second card of the own stock can be played in this turn, and without it it cannot."""
    asked = 0
    for view in situations():
        if view.player != view.me or "W" not in view.hand:
            continue
        value = kept(view)
        if isinstance(value, str):
            continue
        me, total = view.me, 0
        next_cards = view.unseen - view.returned
        for card, n in next_cards.items():
            with_it = next(deals_for(view, 1))
            with_it.face[with_it.below[with_it.top[me]]] = skipbo.notation.read_card(card)
            without = with_it.copy()
            without.hand[me][R.W] -= 1
            without.hand_n[me] -= 1
            gone = with_it.count[me] - 2
            can, could = (
                leads_to(s, range(R.DISCARD), lambda now: now.count[me] == gone)  # noqa: B023
                for s in (with_it, without)
            )
            total += n * (can and not could)
        assert Fraction(total, next_cards.total) == value, view
        asked += 1
    assert asked >= 3


def test_who_may_play_what_is_what_the_engine_allows():
    """The plays that the odds weigh are the legal ones; of places with equal heights one stands for all (SB-8, SB-17)."""
    chance, seen = random.Random(3), set()
    for k in range(6):
        rules = skipbo.Rules(stock_size=5, match_target=30, teams=k % 2 == 1, exhaustion=["pass", "recycle"][k // 3])
        for game in play_out(skipbo.Game(4, rules, k), Rng(k), 20):
            if game.player is None or chance.random() < 0.8:
                continue
            now = odds.known.known(game.view(game.player))
            heights = now.heights
            weighed = {
                (a // R.PILES, heights[a % R.PILES])
                for a, _after in odds.turns.Search(now).plays(odds.turns.Search(now).start)
            }
            legal = {(int(a) // R.PILES, heights[int(a) % R.PILES]) for a in game.legal_actions() if a < R.DISCARD}
            assert weighed == legal
            seen |= {source for source, _height in legal}
    assert {R.STOCK, R.PARTNER_STOCK, R.PARTNER_DISCARD, R.OWN_DISCARD, R.W} <= seen


# --- from views -------------------------------------------------------------------------------------------------------
def test_odds_from_a_view_are_those_of_what_is_known():
    game = skipbo.Game.from_position(
        stocks=[[3, 9, 6], [2, 2]], hands=[[4, "W", 11], []], discards=[[[12, 8], [9]], []],
        piles=[[1, 2, 3], [1, 2, 3, 4, 5, 6, 7]], seed=1,
    )  # fmt: skip
    view = game.view(0)
    known = {"hand": view.hand, "discards": view.discards[0]}
    assert odds.reach(view) == odds.reach(start=3, to=5, draws=0, unseen=view.unseen, **known)
    assert odds.reach(view, 2, 10, draws=3) == odds.reach(start=7, to=10, draws=3, unseen=view.unseen, **known)
    assert odds.reach(view, 3) <= odds.reach(view) == max(odds.reach(view, b).value for b in (1, 3, 4))
    assert odds.turn(view).plays == odds.turn(heights=view.heights, stock=[6], **known).plays
    assert odds.kept_skip_bo(view) == odds.kept_skip_bo(heights=view.heights, unseen=view.unseen, stock=[6], **known)
    with pytest.raises(ValueError, match="go without a view"):
        odds.reach(view, 1, hand=[4])
    assert odds.right_card(view) == 1
    assert odds.right_card(view, 3, draws=2) == 1  # the Skip-Bo card
    for pile in (0, 5, True):
        with pytest.raises(ValueError, match="no pile"):
            odds.reach(view, pile)
    wild = skipbo.Game.from_position(stocks=[["W"], [2]], hands=[[4], []], seed=1).view(0)
    with pytest.raises(ValueError, match="say up to which value"):
        odds.reach(wild)
    high = skipbo.Game.from_position(stocks=[[1], [2]], hands=[[4], []], piles=[[1]] * 4, seed=1).view(0)
    with pytest.raises(ValueError, match="above"):
        odds.reach(high)


def test_only_draws_that_can_happen_count():
    """SB-6, SB-11, SB-16, SB-18: on turn, barred, or with both piles empty no card comes; else as many as there are."""
    stocks, rest = [[9, 9], [5, 1, 1, 9]], {"seed": 1}
    game = skipbo.Game.from_position(stocks=stocks, hands=[[8], [8, 8, 1]], draw=[], **rest)
    assert odds.right_card(game.view(0)) == 0 and odds.reach(game.view(0), to=1) == 0
    barred = skipbo.Game.from_position(stocks=stocks, hands=[[8], [8, 8]], barred=[1], **rest)
    assert odds.right_card(barred.view(1)) == 0 and odds.reach(barred.view(1), to=1) == 0
    game = skipbo.Game.from_position(stocks=stocks, hands=[[8], [8, 8]], **rest)
    assert odds.right_card(game.view(0)) == 0 and odds.reach(game.view(0), to=1) == 0
    assert "You will draw 0 cards." in str(odds.right_card(game.view(0)).explain())
    unseen = game.view(1).unseen
    assert checked(odds.right_card(game.view(1))) == unseen.at_least(1, of=[1, "W"], draws=3).value
    assert odds.reach(game.view(1), to=1) == odds.right_card(game.view(1))
    two = skipbo.Game.from_position(stocks=stocks, hands=[[8], [8, 8]], draw=[3, 1], **rest).view(1)
    assert odds.right_card(two) == two.unseen.at_least(1, of=[1, "W"], draws=2).value


def test_in_teams_the_partners_open_cards_count():
    """SB-17: the top of the partner's stock, and the partner's discard piles."""
    team = {"rules": skipbo.Rules(teams=True), "seed": 1}
    game = skipbo.Game.from_position(stocks=[[9, 9], [9, 8], [4, 1], [9, 8]], hands=[[8, 8], [], [], []], **team)
    assert "partner stock -> 1" in map(str, game.legal_actions())
    assert odds.right_card(game.view(0)) == 1
    assert "On top of your partner's piles: 1." in str(odds.right_card(game.view(0)).explain())
    game = skipbo.Game.from_position(
        stocks=[[9, 9], [9, 8], [12, 9], [9, 8]], hands=[[7, 8, 8, 9, 9], [], [], []], piles=[[1, 2, 3]],
        discards=[[], [], [[5, 4]], []], **team,
    )  # fmt: skip
    assert checked(odds.reach(game.view(0), pile=1, to=5)) == 1 and odds.right_card(game.view(0), pile=1) == 1
    assert odds.reach(game.view(0), pile=1, to=6) == 0
    assert odds.reach(start=3, to=5, partner_discards=[[5, 4]]) == 1
    assert odds.right_card(values=[4], partner_discards=[[5, 4]], draws=0) == 1
    assert odds.right_card(values=[1], partner_stock=[1], draws=0) == 1


def test_a_turn_says_new_cards_come_only_if_they_do():
    assert "hand is empty" in str(odds.turn(stock=[5], heights=[3], hand=[4]))
    assert "hand is empty" not in str(odds.turn(stock=[5], heights=[4]))  # no hand card was played

    def message(piles, hand=(4,), **more):
        game = skipbo.Game.from_position(
            stocks=[[9, 9, 5], [9, 9]], hands=[list(hand), []], piles=piles, seed=1, **more
        )  # fmt: skip
        turn = odds.turn(game.view(0))
        for play in turn.plays:
            game.play(play)
        assert ("hand is empty" in str(turn)) == (len(game.view(0).hand) > 0)
        return str(turn)

    assert "hand is empty" in message([[1, 2, 3]])
    assert "hand is empty" not in message([[1, 2, 3]], draw=[])
    assert "hand is empty" in message([[1, 2, 3]], draw=[], set_aside=[7])
    assert "hand is empty" in message([[1, 2, 3]], draw=[], rules=skipbo.Rules(exhaustion="recycle"))
    run = [*range(1, 12)]
    game = skipbo.Game.from_position(stocks=[[9, 9, 12], [9, 9]], hands=[["W"], []], piles=[run[:10]], draw=[], seed=1)
    assert "hand is empty" in str(odds.turn(game.view(0)))  # the pile is complete then: its cards are drawn


@pytest.mark.parametrize(
    "ask, message",
    [
        (lambda: odds.right_card(values=5), "list of cards"), (lambda: odds.right_card(draws=1.5), "1.5"),
        (lambda: odds.right_card(hand=[1], draws=1.5), "1.5"), (lambda: odds.right_card(hand=[8] * 7), "at most 5"),
        (lambda: odds.in_a_row(draws="5"), "number of cards"), (lambda: odds.in_a_row(start="a"), "no height"),
        (lambda: odds.in_a_row(start=13), "no height"), (lambda: odds.reach(to=3, draws=""), "number of cards"),
        (lambda: odds.reach(skipbo.Game(2, seed=1).view(0), to="x"), "no height"),
        (lambda: odds.first_skip_bo({1: 3}), "no card W"),
        (lambda: remaining([5], {5: 0}, str, "SB-1"), "is there 1 time; the deck has 0"),
        (lambda: skipbo.Game.from_position(totals=5, seed=1), "points"),
        (lambda: skipbo.Game.from_position(barred=5, seed=1), "list of seats"),
        (lambda: skipbo.Game.from_position(discards=[5, []], seed=1), "the list of discard piles of a player is 5"),
    ],
)  # fmt: skip
def test_what_cannot_be_meant_is_refused_in_words(ask, message):
    with pytest.raises(ValueError, match=message):
        ask()


def test_values_may_be_a_text_or_any_row():
    assert odds.right_card(values="4 8") == odds.right_card(values=(4, 8)) == odds.right_card(values={8, 4})


def test_what_is_impossible_says_why():
    assert "too few cards come" in str(odds.reach(start=3, to=6, draws=2).explain())
    gone = odds.reach(start=3, to=4, draws=3, unseen={1: 5})
    assert checked(gone) == 0 and "too few of the unseen cards fill a gap" in str(gone.explain())
    useless = odds.kept_skip_bo(heights=[3, 3], hand=["W"], unseen={1: 3})
    assert checked(useless) == 0
    assert "The chance grows by 0." in str(useless.explain()) and "cannot happen" not in str(useless.explain())


def kept(view):
    """What a kept Skip-Bo card is worth, or why that cannot be asked."""
    try:
        return odds.kept_skip_bo(view).value
    except ValueError as error:
        return str(error)


def test_no_peeking():
    """Nothing that a player cannot see changes any odds."""
    chance = random.Random(4)
    rules = skipbo.Rules(stock_size=4, match_target=50, teams=True)
    asked = 0
    for game in play_out(skipbo.Game(4, rules, 3), Rng(5)):
        if game.player is None or game.step % 9:
            continue
        for seat in range(4):
            other = game.copy()
            other._states[other._step] = shuffle_hidden(game.state, seat, chance)
            mine, theirs = game.view(seat), other.view(seat)
            assert odds.turn(mine).plays == odds.turn(theirs).plays
            assert odds.reach(mine, 1, 11) == odds.reach(theirs, 1, 11)
            assert odds.right_card(mine) == odds.right_card(theirs)
            assert kept(mine) == kept(theirs)
            asked += 1
    assert asked > 20
