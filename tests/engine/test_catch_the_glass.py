"""Glas auffangen (GIN-S1): claims of what lies in the discard pile."""

import pytest

from rummy.engine import InvalidAction, legal_actions, view
from rummy.engine.as_json.stored import action_from_json, action_to_json, event_to_json
from rummy.engine.cards import cards_text, parse_cards
from rummy.engine.families.knock.actions import ANSWER, DRAW_STOCK, TAKE_UPCARD
from rummy.engine.house_rules.catch_the_glass import CLAIMS, CatchRun, CatchSet, run_in, set_in
from tests.engine.dealing import (
    PALAST,
    Played,
    deal,
    discard,
    draws_and_discards,
    knock,
    special,
)
from tests.engine.test_turns import refusal

RULES = special("catch_the_glass")
KNOCKER = "As 2s 3s 7h 7c 7d Ts Js Qs 6h"
OPPONENT = "8h 8c 8d 2h 2c 2d 9c 5h 3d Ac"


def three_kings_thrown(stock: str = "") -> Played:
    """Seat 0 is to discard; 4h and three kings lie in the pile, and seat 0 drew a 4d."""
    round_ = deal(
        RULES, starter=KNOCKER, dealer=OPPONENT, upcard="4h", stock=f"Kd Kh Kc 4d {stock}"
    )
    draws_and_discards(round_, 3)
    round_.does(0, DRAW_STOCK)
    return round_


def test_a_right_claim_takes_the_cards_out_for_good_and_keeps_them_visible_gin_s1() -> None:
    round_ = three_kings_thrown()
    (event,) = round_.does(0, CatchSet(12))
    assert event_to_json(event) == {
        "type": "glass_claimed",
        "seat": 0,
        "cards": ["Kh", "Kd", "Kc"],
        "credited": 0,
        "rank": "K",
    }
    assert round_.state.open.pile == parse_cards("4h")
    seen = view(round_.state, None).to_json()
    assert seen["removed"] == ["Kh", "Kd", "Kc"]
    assert seen["memory"]["catch_the_glass"] == {
        "made": [{"seat": 0, "credited": 0, "cards": ["Kh", "Kd", "Kc"]}],
        "this_turn": True,
    }


@pytest.mark.parametrize("claim", [CatchSet(3), CatchSet(0), CatchRun(0), CatchRun(2)])
def test_a_wrong_claim_credits_the_opponent_and_leaves_the_pile_gin_s1(
    claim: CatchSet | CatchRun,
) -> None:
    round_ = three_kings_thrown()
    (event,) = round_.does(0, claim)
    assert (event_to_json(event)["cards"], event_to_json(event)["credited"]) == ([], 1)
    assert round_.state.open.pile == parse_cards("4h Kd Kh Kc")


def test_one_claim_a_turn_gin_s1() -> None:
    round_ = three_kings_thrown()
    round_.does(0, CatchSet(3))
    caught = refusal(round_, 0, CatchSet(12))
    assert (caught.code, caught.rule) == ("glass_claimed_this_turn", "GIN-S1")
    assert not set(CLAIMS) & set(legal_actions(round_.state, 0))
    round_.does(0, discard("4d"))
    round_.does(1, DRAW_STOCK)
    round_.does(1, CatchSet(12))
    assert cards_text(round_.state.open.removed) == ["Kh", "Kd", "Kc"]


def test_claims_are_made_between_drawing_and_discarding_gin_s1() -> None:
    round_ = deal(RULES)
    caught = refusal(round_, 1, CatchRun(0))
    assert (caught.code, caught.rule, caught.facts) == (
        "draw_first", "GIN-S1", {},
    )  # fmt: skip
    assert refusal(round_, 0, CatchRun(0)).code == "not_your_turn"
    assert refusal(deal(PALAST), 1, CatchRun(0)).code == "action_not_in_these_rules"


def test_the_credit_is_paid_to_its_owner_whoever_wins_gin_s1() -> None:
    round_ = three_kings_thrown("Qh Qd")
    round_.does(0, CatchSet(12))
    round_.does(0, discard("4d"))
    round_.does(1, DRAW_STOCK)
    round_.does(1, CatchSet(0))
    round_.does(1, knock("Qh"))
    round_.does(0, ANSWER)
    assert round_.points() == {
        (1, "deadwood"): 12,
        (1, "box_bonus"): 10,
        (0, "glass"): 10,
        (0, "glass_missed"): 10,
    }
    outcome = round_.state.open.outcome
    assert outcome is not None
    assert outcome.points == (20, 22)


def test_the_pile_may_be_emptied_and_then_only_the_stock_is_drawn_from_gin_s1() -> None:
    round_ = deal(RULES, starter=KNOCKER, dealer=OPPONENT, upcard="Kd", stock="Kh Kc Ks 4d")
    draws_and_discards(round_, 2)
    round_.does(1, TAKE_UPCARD)
    round_.does(1, discard("6h"))
    round_.does(0, DRAW_STOCK)
    assert refusal(round_, 0, knock("Ks")).code == "deadwood_above_knock_limit"
    round_.does(0, discard("Ks"))
    round_.does(1, DRAW_STOCK)
    assert round_.state.open.pile == parse_cards("Kd Kh 6h Ks")
    round_.does(1, CatchSet(12))
    assert round_.state.open.pile == parse_cards("6h")
    round_.does(1, discard("4d"))
    round_.does(0, TAKE_UPCARD)
    round_.does(0, discard("3d"))


@pytest.mark.parametrize(
    ("pile", "rank", "cards"),
    [
        ("7h 7c 7d", "7", "7h 7d 7c"),
        ("7h 2s 7c 7d 7s", "7", "7s 7h 7d 7c"),
        ("7h 7c X1", "7", ""),
        ("7h 7c 8d", "7", ""),
        ("", "7", ""),
    ],
)
def test_a_set_is_all_cards_of_the_rank_and_no_joker_gin_s1(
    pile: str, rank: str, cards: str
) -> None:
    assert cards_text(set_in(parse_cards(pile), "A23456789TJQK".index(rank))) == cards.split()


@pytest.mark.parametrize(
    ("pile", "cards"),
    [
        ("9h 7h 8h", "7h 8h 9h"),
        ("2h 3h 4h 9h Th Jh", "9h Th Jh"),
        ("2h 3h 4h 5h 9h Th Jh", "2h 3h 4h 5h"),
        ("Qh Kh Ah", ""),
        ("Kh Ah 2h", ""),
        ("7h X1 9h", ""),
        ("7h 8c 9h", ""),
    ],
)
def test_a_run_is_the_longest_the_higher_among_equals_and_ordinary_gin_s1(
    pile: str, cards: str
) -> None:
    assert cards_text(run_in(parse_cards(pile), 1)) == cards.split()


def test_only_ordinary_melds_are_caught_whatever_other_rules_are_on_gin_s1() -> None:
    rules = special("catch_the_glass", "cyclic_runs", "rainbow_runs", "jokers")
    round_ = deal(
        rules,
        starter="As Ad 3s 3d 5s 5d 7s 7d 9s 9d",
        dealer="2s 2d 4s 4d 6s 6d 8s 8d Ts Td",
        upcard="Qh",
        stock="Kh Ah 2h",
    )
    draws_and_discards(round_, 2)
    round_.does(1, DRAW_STOCK)
    (event,) = round_.does(1, CatchRun(1))
    assert event_to_json(event)["credited"] == 0


def test_claims_travel_as_documented_gin_s1() -> None:
    assert action_to_json(CatchSet(6)) == {"type": "catch_set", "rank": "7"}
    assert action_to_json(CatchRun(1)) == {"type": "catch_run", "suit": "h"}
    for action in CLAIMS:
        assert action_from_json(action_to_json(action)) == action
    for data in (
        {"type": "catch_set"},
        {"type": "catch_set", "rank": "1"},
        {"type": "catch_set", "rank": "10"},
        {"type": "catch_set", "rank": 7},
        {"type": "catch_set", "rank": ""},
        {"type": "catch_run", "suit": "7"},
        {"type": "catch_run", "suit": None},
    ):
        with pytest.raises(InvalidAction) as caught:
            action_from_json(data)
        assert caught.value.code == "action_unreadable"
