"""Knocking and answering: arrangements, lay-offs, what is refused (GIN-6, GIN-7)."""

import pytest

from rummy.engine import build_rules
from rummy.engine.as_json.stored import action_from_json
from rummy.engine.cards import card_text, cards_text, parse_card, parse_cards
from rummy.engine.families.knock.actions import ANSWER, DRAW_STOCK, Answer, LaidOff
from rummy.engine.families.knock.state import Shown
from tests.engine.dealing import (
    CLASSIC_SEED,
    PALAST,
    Played,
    answer,
    answered,
    cards_in,
    deal,
    knock,
    knocked,
)
from tests.engine.test_turns import refusal

KNOCKER = "5s 6s 7s 9c Tc Jc Ks Kc Kd Jd"
DEFENDER = "2s 8s 9s Ac 2c 7c 8c 2d 8d 2h"


def melds_of(shown: Shown) -> list[list[str]]:
    return [[card_text(card) for card in meld] for meld in shown.melds]


def layoffs_of(shown: Shown) -> list[tuple[str, int]]:
    return [(card_text(card), meld) for card, meld in shown.layoffs]


def test_the_opponent_breaks_an_own_set_to_lay_off_more_gin_6() -> None:
    round_ = answered(knocked(PALAST, knocker=KNOCKER, opponent=DEFENDER, discard="4h"))
    opponent = round_.state.open.shown[1]
    assert opponent.points == 9
    assert {card for card, _ in layoffs_of(opponent)} == {"8s", "9s", "8c", "7c"}
    assert round_.points()[0, "undercut_bonus"] == 20
    assert round_.points()[0, "deadwood"] == 1


def test_classic_in_the_seeds_wording_never_lays_off_gin_7() -> None:
    round_ = knocked(CLASSIC_SEED, knocker=KNOCKER, opponent=DEFENDER, discard="4h")
    assert round_.state.is_over
    opponent = round_.state.open.shown[1]
    assert (opponent.points, opponent.layoffs) == (17, ())
    assert round_.points() == {(1, "deadwood"): 7}


def test_nobody_lays_off_on_gin_gin_6() -> None:
    gin = "5s 6s 7s 9c Tc Jc Ks Kc Kd Kh"
    round_ = knocked(PALAST, knocker=gin, opponent=DEFENDER, discard="4h")
    assert round_.state.is_over
    assert (round_.state.open.shown[1].points, round_.state.open.shown[1].layoffs) == (17, ())


def test_unnamed_the_knock_lays_what_gives_the_opponent_least_to_lay_off_gin_6() -> None:
    round_ = knocked(
        PALAST,
        knocker="As 5s 6s 7s 5c 6c 7c 5d 6d 7d",
        opponent="3s 4s 8s 4c 8c 4d 8d 5h 6h 7h",
    )
    knocker = round_.state.open.shown[0]
    assert melds_of(knocker) == [["5s", "5d", "5c"], ["6s", "6d", "6c"], ["7s", "7d", "7c"]]
    answered(round_)
    assert round_.state.open.shown[1].points == 3
    assert round_.points() == {(1, "deadwood"): 2, (1, "box_bonus"): 10}


def test_the_knocker_may_name_another_arrangement_gin_6() -> None:
    round_ = deal(
        PALAST,
        starter="As 5s 6s 7s 5c 6c 7c 5d 6d Kd",
        dealer="3s 4s 8s 4c 8c 4d 8d 5h 6h 7h",
        stock="7d",
    )
    round_.does(1, DRAW_STOCK)
    round_.does(1, knock("Kd", "7s 6s 5s", "5c 6c 7c", "5d 6d 7d"))
    assert melds_of(round_.state.open.shown[0])[0] == ["5s", "6s", "7s"]
    round_.does(0, ANSWER)
    assert round_.state.open.shown[1].points == 0
    assert round_.points()[0, "undercut_bonus"] == 20


def test_a_named_arrangement_above_the_limit_is_refused_though_a_better_exists_gin_5() -> None:
    round_ = deal(PALAST, starter="As 2s 3s 7h 7c 7d Ts Js Qs Kd", stock="6h")
    round_.does(1, DRAW_STOCK)
    caught = refusal(round_, 1, knock("Kd", "As 2s 3s", "Ts Js Qs"))
    assert (caught.code, caught.facts) == (
        "deadwood_above_knock_limit", {"points": 27, "limit": 10},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("melds", "code"),
    [
        (["As 2s 3s", "7h 7c 7d", "Ts Js Ks"], "not_a_meld"),
        (["As 2s 3s", "7h 7c", "Ts Js Qs"], "not_a_meld"),
        (["As 2s 3s", "7h 7c 7d", "Qs Js Ts Ts"], "not_a_meld"),
        (["As 2s 3s 4s", "7h 7c 7d", "Ts Js Qs"], "meld_card_not_in_hand"),
        (["As 2s 3s", "7h 7c 7d", "Ts Js Qs Ks"], "meld_card_not_in_hand"),
        (["As 2s 3s", "7h 7c 7d", "7h 7c 7d", "Ts Js Qs"], "card_in_two_melds"),
    ],
)
def test_named_melds_must_be_melds_of_the_hand_gin_3(melds: list[str], code: str) -> None:
    round_ = deal(PALAST, starter="As 2s 3s 7h 7c 7d Ts Js Qs Ks", stock="6h")
    round_.does(1, DRAW_STOCK)
    caught = refusal(round_, 1, knock("Ks", *melds))
    assert (caught.code, caught.rule) == (code, "GIN-3")


def named_answers() -> Played:
    return knocked(PALAST, knocker=KNOCKER, opponent=DEFENDER, discard="4h")


def test_a_named_answer_counts_as_named_though_a_better_exists_gin_6() -> None:
    round_ = named_answers()
    assert melds_of(round_.state.open.shown[0])[1] == ["5s", "6s", "7s"]
    round_.does(0, answer("2s 2c 2d 2h", layoffs=[("9s", 1), ("8s", 1)]))
    opponent = round_.state.open.shown[1]
    assert cards_text(opponent.deadwood) == ["8d", "Ac", "7c", "8c"]
    assert opponent.points == 24


def test_what_an_answer_does_not_name_is_the_best_beside_what_it_names_gin_6() -> None:
    """The knocker's melds are 9c Tc Jc, 5s 6s 7s and the kings."""
    run = [LaidOff(parse_card(card), 1) for card in ("8s", "9s")]
    twos, none = (parse_cards("2s 2c 2d 2h"),), ()
    named = {
        (None, None): (9, ["2s 2d 2c"], {"8s", "9s", "8c", "7c"}),
        (None, (*run,)): (24, ["2s 2h 2d 2c"], {"8s", "9s"}),
        (None, none): (17, ["2s 2h 2d 2c", "8s 8d 8c"], set()),
        (twos, None): (9, ["2s 2h 2d 2c"], {"8s", "9s", "8c", "7c"}),
        (none, None): (17, [], {"8s", "9s", "8c", "7c"}),
        (twos, none): (41, ["2s 2h 2d 2c"], set()),
        (none, none): (49, [], set()),
    }
    for (melds, layoffs), (points, laid, off) in named.items():
        round_ = named_answers()
        round_.does(0, Answer(melds, layoffs))
        shown = round_.state.open.shown[1]
        told = melds, layoffs
        assert shown.points == points, told
        assert {card for card, _ in layoffs_of(shown)} == off, told
        if (melds, layoffs) != (None, None):
            assert cards_in(shown.melds) == laid, told


def test_an_answer_travels_with_what_it_leaves_out_gin_6() -> None:
    assert action_from_json({"type": "answer"}) == ANSWER
    assert action_from_json({"type": "answer", "melds": None, "layoffs": None}) == ANSWER
    assert action_from_json({"type": "answer", "layoffs": []}) == Answer(None, ())
    assert action_from_json({"type": "answer", "melds": []}) == Answer((), None)


@pytest.mark.parametrize(
    ("melds", "layoffs", "code"),
    [
        ([], [("9s", 1)], "layoff_does_not_fit"),
        ([], [("8d", 1)], "layoff_does_not_fit"),
        ([], [("8s", 3)], "layoff_on_no_meld"),
        ([], [("8s", -1)], "layoff_on_no_meld"),
        ([], [("8h", 1)], "card_not_in_hand"),
        ([], [("8s", 1), ("8s", 1)], "card_in_two_melds"),
        (["8s 8c 8d"], [("8s", 1)], "card_in_two_melds"),
        (["2s 2c 2d", "2h 2s 2d"], [], "card_in_two_melds"),
        (["2s 2c"], [], "not_a_meld"),
    ],
)
def test_a_named_answer_must_fit_gin_6(
    melds: list[str], layoffs: list[tuple[str, int]], code: str
) -> None:
    assert refusal(named_answers(), 0, answer(*melds, layoffs=layoffs)).code == code


def test_the_knocker_does_not_answer_and_nobody_plays_on_gin_6() -> None:
    round_ = named_answers()
    assert refusal(round_, 1, ANSWER).code == "not_your_turn"
    assert refusal(round_, 0, DRAW_STOCK).code == "knock_to_answer"


def test_three_cards_may_follow_each_other_on_one_end_of_a_run_gin_6() -> None:
    round_ = knocked(
        PALAST,
        knocker="5s 6s 7s 2h 2c 2d Kh Kc Kd 3c",
        opponent="8s 9s Ts Ac Ah 3d 4d 8h 9h Qc",
        discard="4h",
    )
    run = melds_of(round_.state.open.shown[0]).index(["5s", "6s", "7s"])
    round_.does(0, answer(layoffs=[("Ts", run), ("9s", run), ("8s", run)]))
    assert round_.state.open.shown[1].points == 1 + 1 + 3 + 4 + 8 + 9 + 10


def test_an_undercut_pays_what_the_rule_set_says_gin_8() -> None:
    rules = build_rules("gin_palast", undercut_bonus=33, box_bonus=7)
    round_ = answered(knocked(rules, knocker=KNOCKER, opponent=DEFENDER, discard="4h"))
    assert round_.points() == {(0, "deadwood"): 1, (0, "undercut_bonus"): 33, (0, "box_bonus"): 7}


def test_the_opponent_lays_off_the_ten_and_then_the_nine_gin_6() -> None:
    rules = build_rules("gin_palast", undercut_bonus=25, point_limit=50)
    round_ = answered(
        knocked(
            rules,
            knocker="Js Qs Ks Tc Td Th As Ac Ad 2h",
            opponent="4s 5s 9s Ts 4c 5c 4d 5d 4h 5h",
            discard="7h",
        )
    )
    assert round_.points() == {(0, "deadwood"): 2, (0, "undercut_bonus"): 25}


def test_a_run_of_eight_and_a_late_jack_are_gin_gin_5() -> None:
    round_ = deal(
        build_rules("gin_palast", point_limit=50),
        starter="As 2s 3s 4s 5s 6s 7s 8s Qh Kh",
        dealer="9s Ts Js Qs Ks Ac 2c 3c 8h Th",
        stock="Jh",
    )
    round_.does(1, DRAW_STOCK)
    round_.does(1, knock("As"))
    assert round_.points() == {(1, "deadwood"): 18, (1, "gin_bonus"): 25}


def test_oklahoma_with_an_ace_refuses_three_points_and_takes_gin_gin_s6() -> None:
    rules = build_rules("gin_palast", house_rules=["oklahoma"], point_limit=50)
    round_ = deal(
        rules,
        starter="As 2s 3s 4s 5s 6s 7s 8s Ac 2h",
        stock="Kh 9d 9s 9c Kd",
        bottom="Ah",
    )
    round_.does(1, DRAW_STOCK)
    caught = refusal(round_, 1, knock("Kh"))
    assert caught.facts == {"points": 3, "limit": 0}
