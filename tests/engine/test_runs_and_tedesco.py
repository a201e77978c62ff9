"""Cyclic runs (GIN-S2), rainbow runs (GIN-S7) and Tedesco (GIN-S8), alone and with each other."""

import pytest

from rummy.engine import legal_actions, view
from rummy.engine.cards import cards_text, parse_cards
from rummy.engine.families.knock.actions import DRAW_STOCK, TAKE_UPCARD, Knock
from rummy.engine.families.knock.rules.laws import laws_of
from rummy.engine.melding import Melder
from tests.engine.dealing import (
    PALAST,
    answer,
    answered,
    cards_in,
    deal,
    discard,
    knock,
    knocked,
    special,
)
from tests.engine.test_melding import hand
from tests.engine.test_turns import refusal

CYCLIC, RAINBOW, TEDESCO = special("cyclic_runs"), special("rainbow_runs"), special("tedesco")
BOTH = special("cyclic_runs", "rainbow_runs")


def melder(*house_rules: str) -> Melder:
    return laws_of(special(*house_rules)).knocking


@pytest.mark.parametrize(
    ("cards", "in_order"),
    [
        ("Qs Ks As", "Qs Ks As"),
        ("As 2s Ks", "Ks As 2s"),
        ("3s 2s As Ks Qs", "Qs Ks As 2s 3s"),
        ("As 2s 3s", "As 2s 3s"),
        ("Qs Ks As 2h", None),
        ("Qs Ks 2s", None),
        ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks", "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks"),
    ],
)
def test_a_run_may_start_with_any_card_gin_s2(cards: str, in_order: str | None) -> None:
    meld = melder("cyclic_runs").meld(parse_cards(cards))
    assert (meld and cards_in([meld])[0]) == in_order


def test_a_run_is_laid_off_on_round_the_corner_gin_s2_gin_6() -> None:
    laid_off = knocked(
        CYCLIC,
        knocker="Js Qs Ks 4h 4c 4d 7h 7c 7d 2d",
        opponent="As 2s 3s Ts 8h 9c Jd 5h 6d Tc",
        discard="Kh",
    )
    run = cards_in(laid_off.state.open.shown[0].melds).index("Js Qs Ks")
    caught = refusal(laid_off, 0, answer(layoffs=[("2s", run)]))
    assert (caught.code, caught.rule) == ("layoff_does_not_fit", "GIN-6")
    laid_off.does(0, answer(layoffs=[("2s", run), ("As", run), ("Ts", run)]))
    assert cards_text(laid_off.state.open.shown[1].deadwood) == [
        "3s", "5h", "8h", "6d", "Jd", "9c", "Tc",
    ]  # fmt: skip


def test_without_the_rule_nothing_goes_round_the_corner_gin_3() -> None:
    assert laws_of(PALAST).knocking.meld(parse_cards("Qs Ks As")) is None


@pytest.mark.parametrize(
    ("cards", "is_meld"),
    [
        ("Ah 2s 3d 4c", True),
        ("4c 3d 2s Ah", True),
        ("Ts Jh Qc Kd", True),
        ("Ah 2d 3s 4c", False),
        ("Ah 2s 3h 4c", False),
        ("Ah 2s 3d", False),
        ("Ah 2s 3d 4c 5h", False),
        ("Ah 2s 3d 5c", False),
        ("Qs Kh Ac 2d", False),
    ],
)
def test_a_rainbow_run_is_four_ranks_four_suits_colours_in_turns_gin_s7(
    cards: str, is_meld: bool
) -> None:
    assert (melder("rainbow_runs").meld(parse_cards(cards)) is not None) == is_meld


def test_a_rainbow_run_goes_round_the_corner_where_runs_do_gin_s7_gin_s2() -> None:
    meld = laws_of(BOTH).knocking.meld(parse_cards("Ac 2d Kh Qs"))
    assert meld is not None
    assert cards_in([meld]) == ["Qs Kh Ac 2d"]
    assert laws_of(BOTH).knocking.points(hand("Ks Ah 2c 3d")) == 0


def test_nothing_is_laid_off_on_a_rainbow_run_gin_s7() -> None:
    round_ = knocked(
        RAINBOW,
        knocker="4h 5s 6d 7c Ks Kh Kd Ac 2c 3h",
        opponent="8h 8d 3s 3c 4c 5h Td Ts 9c Jd",
        discard="Kc",
    )
    shown = round_.state.open.shown[0]
    assert "4h 5s 6d 7c" in cards_in(shown.melds)
    number = cards_in(shown.melds).index("4h 5s 6d 7c")
    for card in ("8h", "8d", "3s", "3c"):
        caught = refusal(round_, 0, answer(layoffs=[(card, number)]))
        assert (caught.code, caught.facts) == (
            "layoff_does_not_fit",
            {
                "cards": [card], "meld": number, "onto": ["4h", "5s", "6d", "7c"],
                "why": "rainbow_whole",
            },
        )  # fmt: skip
    answered(round_)
    assert all(meld != number for _, meld in round_.state.open.shown[1].layoffs)


def test_two_rainbow_runs_and_a_set_leave_no_card_to_throw_away_gin_5_gin_s7() -> None:
    cards = hand("Ah 2s 3d 4c 5h 6s 7d 8c Ks Kh Kd")
    assert melder("rainbow_runs").points(cards) == 0
    assert melder("rainbow_runs").points_after_discard(cards) == 1 + 2 + 3


def tedesco_after_taking(upcard: str, starter: str) -> tuple[set[str], list[int]]:
    """The discards that allow a knock after taking this card, and the points they leave."""
    round_ = deal(TEDESCO, starter=starter, upcard=upcard)
    round_.does(1, TAKE_UPCARD)
    knocks = [act for act in legal_actions(round_.state, 1) if isinstance(act, Knock)]
    offered = {
        entry["card"]: entry["points"] for entry in view(round_.state, 1).to_json()["knockable"]
    }
    assert set(offered) == {cards_text(1 << act.card)[0] for act in knocks}
    return set(offered), sorted(offered.values())


def test_after_taking_the_upcard_it_must_lie_in_a_meld_to_knock_gin_s8() -> None:
    hand_without = "As 2s 3s 7h 7c 7d Ts Js Qs Kd"
    assert tedesco_after_taking("4h", hand_without) == (set(), [])
    assert tedesco_after_taking("Ks", hand_without) == ({"Kd", "Ts"}, [0, 10])


def test_the_taken_card_is_melded_though_another_arrangement_is_lighter_gin_s8() -> None:
    round_ = deal(TEDESCO, starter="4s 5s 6s 7h 7c As Ah Ac Kd Kc", upcard="7s")
    round_.does(1, TAKE_UPCARD)
    caught = refusal(round_, 1, knock("Kd", "4s 5s 6s", "As Ah Ac"))
    assert (caught.code, caught.rule, caught.facts) == (
        "cards_not_melded", "GIN-S8", {"cards": ["7s"]},
    )  # fmt: skip


def test_a_card_drawn_from_the_stock_need_not_be_melded_gin_s8() -> None:
    round_ = deal(TEDESCO, starter="As 2s 3s 7h 7c 7d Ts Js Qs Kd", stock="4h")
    round_.does(1, DRAW_STOCK)
    round_.does(1, knock("Kd"))


def test_the_rule_holds_for_the_turn_of_the_draw_alone_gin_s8() -> None:
    round_ = deal(TEDESCO, starter="As 2s 3s 7h 7c 7d Ts Js Qs Kd", upcard="4h", stock="8c Kh")
    round_.does(1, TAKE_UPCARD)
    round_.does(1, discard("Kd"))
    round_.does(0, DRAW_STOCK)
    round_.does(0, discard("8c"))
    round_.does(1, DRAW_STOCK)
    round_.does(1, knock("Kh"))


def test_the_knockers_own_aces_stay_one_point_gin_s8() -> None:
    round_ = answered(
        knocked(
            TEDESCO,
            knocker="Ah 2s 3s 4s 7h 7c 7d Ts Js Qs",
            opponent="8h 8d 8c 3d 5h 6d 9c 9d 2h Ac",
            discard="Kd",
        )
    )
    assert [shown.points for shown in round_.state.open.shown] == [1, 3 + 5 + 6 + 9 + 9 + 2 + 15]


def test_gin_counts_the_opponents_aces_15_too_gin_s8() -> None:
    gin = "2s 3s 4s 5s 7h 7c 7d Ts Js Qs"
    opponent = "8h 8c 8d 2h 2c 2d Kh Qd Jc Ac"
    round_ = knocked(TEDESCO, knocker=gin, opponent=opponent, discard="9h")
    assert round_.points()[1, "deadwood"] == 30 + 15


def test_the_opponent_lays_out_so_that_dear_aces_are_melded_gin_s8() -> None:
    opponent = "Ac Ah Ad 2d 3d Kh Kc 9h 8c 5c"
    knocker = "3s 4s 5s 7h 7c 7d Ts Js Qs 4h"
    plain = answered(knocked(PALAST, knocker=knocker, opponent=opponent, discard="6h"))
    dear = answered(knocked(TEDESCO, knocker=knocker, opponent=opponent, discard="6h"))
    assert "Ad 2d 3d" in cards_in(plain.state.open.shown[1].melds)
    assert cards_in(dear.state.open.shown[1].melds) == ["Ah Ad Ac"]


def test_the_view_of_whoever_answers_counts_its_aces_15_gin_s8() -> None:
    knocker, opponent = "Ah 2s 3s 4s 7h 7c 7d Ts Js Qs", "8h 8d 8c 3d 5h 6d 9c 9d 2h Ac"
    round_ = knocked(TEDESCO, knocker=knocker, opponent=opponent, discard="Kd")
    assert view(round_.state, 0).to_json()["arrangement"]["points"] == 3 + 5 + 6 + 18 + 2 + 15
    assert view(round_.state, 1).to_json()["arrangement"]["points"] == 1
    answered(round_)
    assert view(round_.state, 0).to_json()["arrangement"]["points"] == 3 + 5 + 6 + 18 + 2 + 15
