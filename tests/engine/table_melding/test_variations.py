"""The variations of Deutsches Rommé: GER-V1 … GER-V7, each alone, and what they exclude."""

import pytest

from rummy.engine import InvalidRules, deck_cards
from rummy.engine.cards import FIRST_JOKER, cards_text, is_joker
from rummy.engine.families import table_melding
from rummy.engine.families.table_melding.actions import CLAIM_DISCARD, END_TURN, RESET_TURN, UNDO
from rummy.engine.families.table_melding.events import ClaimGranted
from rummy.engine.families.table_melding.laying import REARRANGED_ALONE_MAX
from rummy.engine.families.table_melding.state import Phase
from rummy.engine.moves import DRAW_STOCK, StockDrawn
from rummy.engine.rules import RuleSet
from tests.engine.table_melding.dealing import (
    Round,
    discard,
    lay_off,
    meld,
    position,
    swap,
    table_of,
    take,
)
from tests.engine.table_melding.rules import GERMAN, ROBBER, german

MUST_MELD = german(discard_draw="must_meld")
KNOCKING = german(knock_for_discard=True)


@pytest.mark.parametrize("minimum", [30, 35, 40, 42, 45, 50])
def test_ger_v1_the_first_meld_minimum_is_chosen(minimum: int) -> None:
    rules = german(first_meld_minimum=minimum)
    round_ = position(rules, "Th Jh Qh 9d 2s", opened=False)
    round_.does(0, meld("Th Jh Qh"))
    if minimum > 30:
        assert round_.refuses(0, discard("9d"))[2] == {"points": 30, "needed": minimum}
    else:
        round_.does(0, discard("9d"))


def test_ger_v2_the_discard_must_be_laid_in_the_same_turn() -> None:
    round_ = position(MUST_MELD, "5h 6h Ks 2s", pile="7h", phase=Phase.DRAW)
    round_.does(0, take())
    refused = ("taken_card_not_used", "GER-V2", {"card": "7h"})
    assert round_.refuses(0, discard("Ks")) == refused
    assert table_melding.view(round_.state, 1).to_json()["must_use"] == "7h"
    round_.does(0, meld("5h 6h 7h"))
    assert table_melding.view(round_.state, 1).to_json()["must_use"] is None
    round_.does(0, discard("Ks"))


def test_ger_v2_laying_off_and_exchanging_use_it_too() -> None:
    for onto in ("4h 5h 6h", "7s 7d 7c"):
        round_ = position(MUST_MELD, "Ks 2s", melds=[onto], pile="7h", phase=Phase.DRAW)
        round_.does(0, take())
        round_.does(0, lay_off("7h"))
        round_.does(0, discard("Ks"))
    rules = german(discard_draw="must_meld")
    round_ = position(rules, "4d 5d Ks", melds=["5h 6h X1=7h"], pile="7h", phase=Phase.DRAW)
    round_.does(0, take())
    round_.does(0, swap("7h", "X1"))
    round_.does(0, meld("X1=3d 4d 5d"))
    round_.does(0, discard("Ks"))


def test_ger_v2_a_first_meld_with_it_must_reach_the_minimum() -> None:
    round_ = position(MUST_MELD, "5h 6h Ks 2s", pile="7h", phase=Phase.DRAW, opened=False)
    assert take() not in table_melding.legal_actions(round_.state, 0)
    round_.does(0, take())
    round_.does(0, meld("5h 6h 7h"))
    assert round_.refuses(0, discard("Ks"))[2] == {"points": 18, "needed": 40}
    round_.does(0, RESET_TURN)
    assert (round_.state.phase, cards_text(1 << round_.state.open.pile[-1])) == ("draw", ["7h"])


def test_ger_v3_from_a_set_a_joker_is_exchanged_only_for_four_natural_cards() -> None:
    rules = german(strict_joker_exchange=True)
    melds = ["Kc X1=Kh Kd", "9s X2=9h 9d 9c"]
    round_ = position(rules, "Ks 9h 4d 5d 8d 2s", melds=melds)
    refused = ("exchange_completes_no_set", "GER-V3", {"cards": 3, "needed": 4})
    assert round_.refuses(0, swap("Ks", "X1", at=0)) == refused
    round_.does(0, swap("9h", "X2", at=1))
    run = position(rules, "7h 4d 5d 2s", melds=["5h 6h X1=7h"])
    run.does(0, swap("7h", "X1"))


def knocking(seats: int = 4) -> Round:
    others = [f"{rank}c {rank}d" for rank in "579"[: seats - 1]]
    return position(KNOCKING, "7h 8s", pile="2d Kd", phase=Phase.DRAW, others=others)


def test_ger_v4_the_nearest_knocker_has_the_discard_that_is_not_wanted() -> None:
    round_ = knocking()
    assert table_melding.legal_actions(round_.state, 1) == [CLAIM_DISCARD]
    round_.does(2, CLAIM_DISCARD)
    round_.does(1, CLAIM_DISCARD)
    assert round_.state.turn == 0
    assert table_melding.view(round_.state, None).to_json()["claims"] == [2, 1]
    drawn, granted = round_.does(0, DRAW_STOCK)
    assert isinstance(drawn, StockDrawn)
    assert isinstance(granted, ClaimGranted)
    assert (granted.seat, cards_text(1 << granted.card)) == (1, ["Kd"])
    assert cards_text(round_.hand(1)) == ["5d", "Kd", "5c"]
    assert round_.state.open.hand_counts == (3, 3, 2, 2)
    assert cards_text(1 << round_.state.open.pile[-1]) == ["2d"]


def test_ger_v4_whoever_is_on_turn_may_take_it_all_the_same() -> None:
    round_ = knocking()
    round_.does(1, CLAIM_DISCARD)
    round_.does(0, take())
    round_.does(0, UNDO)
    assert 1 in round_.state.open.claims, "a knock stands until the seat on turn has drawn"
    round_.does(0, take())
    assert round_.refuses(2, CLAIM_DISCARD)[:2] == ("claim_too_late", "GER-V4")
    round_.does(0, discard("7h"))
    assert not round_.state.open.claims
    assert round_.state.open.hand_counts == (2, 2, 2, 2)


def test_ger_v4_who_may_not_knock() -> None:
    round_ = knocking()
    assert round_.refuses(0, CLAIM_DISCARD)[:2] == ("claim_on_own_turn", "GER-V4")
    assert round_.refuses(3, CLAIM_DISCARD) == ("claim_of_own_discard", "GER-V4", {"card": "Kd"})
    round_.does(2, CLAIM_DISCARD)
    assert round_.refuses(2, CLAIM_DISCARD)[:2] == ("already_claimed", "GER-V4")
    assert (
        position(GERMAN, "7h", pile="2d", phase=Phase.DRAW, others=["3c", "4c"]).refuses(
            1, CLAIM_DISCARD
        )[0]
        == "action_not_in_these_rules"
    )


def test_ger_v5_and_v6_are_told_to_the_match_and_the_table() -> None:
    assert german(jeton_per_round=True).jeton_per_round
    assert ROBBER.reshuffles == 0


def test_ger_v6_case_11_a_run_is_divided_to_take_a_card() -> None:
    round_ = position(ROBBER, "8d 2s", melds=["6d 7d 8d2 9d Td"])
    round_.does(0, table_of("6d 7d 8d", "8d2 9d Td"))
    assert round_.table() == ["6d 7d 8d", "8d2 9d Td"]
    assert cards_text(round_.hand(0)) == ["2s"]
    assert round_.state.open.laid == (8, 0)
    round_.does(0, END_TURN)
    assert round_.state.turn == 1


def test_ger_v6_case_12_sets_become_runs_and_the_joker_goes_elsewhere() -> None:
    round_ = position(ROBBER, "8h 8c Ts", melds=["9s 9h 9c", "7h X1=7d 7c"], others=["Kc"])
    round_.does(0, table_of("7c 8c 9c", "7h 8h 9h", "X1=8s 9s Ts"))
    assert round_.table() == ["7c 8c 9c", "7h 8h 9h", "X1=8s 9s Ts"]
    round_.does(0, END_TURN)
    assert (round_.score.reason, round_.score.points) == ("out", (0, -10))


def test_ger_v6_a_card_of_the_hand_is_laid_by_the_end_of_the_turn_not_at_every_step() -> None:
    """The run is divided first, then ♦8 laid off; without it the turn does not end."""
    round_ = position(ROBBER, "8d 2s", melds=["6d 7d 8d2 9d Td Jd"])
    round_.does(0, table_of("6d 7d 8d2", "9d Td Jd"))
    assert round_.table() == ["6d 7d 8d2", "9d Td Jd"]
    assert cards_text(round_.hand(0)) == ["2s", "8d"]
    assert END_TURN not in table_melding.legal_actions(round_.state, 0)
    assert round_.refuses(0, END_TURN) == ("no_card_laid", "GER-V6", {})
    round_.does(0, lay_off("8d", 1))
    round_.does(0, END_TURN)
    assert round_.table() == ["6d 7d 8d2", "8d 9d Td Jd"]
    assert round_.state.turn == 1


def test_ger_v6_nobody_turns_the_table_over_for_ever() -> None:
    """Each step is kept until the turn ends, so there are only so many."""
    round_ = position(ROBBER, "8d 2s", melds=["6d 7d 8d2 9d Td Jd"])
    for _time in range(REARRANGED_ALONE_MAX // 2):
        round_.does(0, table_of("6d 7d 8d2", "9d Td Jd"))
        round_.does(0, table_of("6d 7d 8d2 9d Td Jd"))
    code, rule, facts = round_.refuses(0, table_of("6d 7d 8d2", "9d Td Jd"))
    assert (code, rule, facts) == ("rearranged_too_often", "GER-V6", {"most": 20})
    round_.does(0, table_of("6d 7d 8d", "8d2 9d Td Jd"))


def test_ger_v6_a_rearrangement_without_a_card_can_be_undone_and_the_turn_ended() -> None:
    round_ = position(ROBBER, "8d 2s", melds=["6d 7d 8d2 9d Td Jd"])
    round_.does(0, table_of("6d 7d 8d2", "9d Td Jd"))
    round_.does(0, UNDO)
    assert round_.table() == ["6d 7d 8d2 9d Td Jd"]
    round_.does(0, END_TURN)
    assert round_.state.turn == 1


@pytest.mark.parametrize(
    ("melds", "code", "facts"),
    [
        (["6d 7d 8d"], "table_card_missing", {"cards": ["9d", "Td", "8d2"]}),
        (["6d 7d 8d2 9d Td"], "nothing_rearranged", {}),
        (["6d 7d 8d", "8d2 9d Td Jd"], "card_not_in_hand", {"card": "Jd"}),
        (
            ["6d 7d", "8d 9d Td", "8d2 2s"],
            "not_a_meld",
            {"cards": ["6d", "7d"], "why": "too_short"},
        ),
        (["6d 7d 8d", "8d 9d Td"], "card_in_two_melds", {"cards": ["8d"]}),
    ],
)
def test_ger_v6_only_a_valid_final_table_is_accepted(
    melds: list[str], code: str, facts: dict[str, object]
) -> None:
    round_ = position(ROBBER, "8d 2s 3s", melds=["6d 7d 8d2 9d Td"])
    refusal = round_.refuses(0, table_of(*melds))
    assert (refusal[0], refusal[2]) == (code, facts)


def test_ger_v6_no_table_card_goes_to_a_hand_and_the_first_meld_comes_first() -> None:
    round_ = position(ROBBER, "8d 2s", melds=["6d 7d 8d2 9d"], opened=False)
    assert round_.refuses(0, table_of("6d 7d 8d 9d"))[0] == "first_meld_first"
    round_ = position(ROBBER, "8d 2s", melds=["6d 7d 8d2 9d"])
    refusal = round_.refuses(0, table_of("6d 7d 8d 9d"))
    assert refusal == ("table_card_missing", "GER-V6", {"cards": ["8d2"]})


def test_ger_v6_there_is_no_discard_pile_and_one_may_lay_nothing() -> None:
    round_ = position(ROBBER, "8d 2s", phase=Phase.DRAW, stock="3s")
    assert round_.refuses(0, take())[:2] == ("action_not_in_these_rules", "GER-V6")
    round_.does(0, DRAW_STOCK)
    assert round_.refuses(0, discard("8d"))[:2] == ("action_not_in_these_rules", "GER-V6")
    round_.does(0, END_TURN)
    assert round_.state.open.hand_counts[0] == 3
    other = position(GERMAN, "8d 2s")
    assert other.refuses(0, END_TURN)[0] == "action_not_in_these_rules"
    assert other.refuses(0, table_of("8d 9d Td"))[0] == "action_not_in_these_rules"


def test_ger_v6_going_out_needs_no_discard_and_a_rearranged_table_is_taken_back() -> None:
    round_ = position(ROBBER, "8d", melds=["6d 7d 8d2 9d Td"], others=["Kc"])
    round_.does(0, table_of("6d 7d 8d", "8d2 9d Td"))
    round_.does(0, RESET_TURN)
    assert round_.table() == ["6d 7d 8d2 9d Td"]
    assert round_.state.open.melds[0].seat == 1
    assert (cards_text(round_.hand(0)), round_.state.open.laid) == (["8d"], (0, 0))
    round_.does(0, table_of("6d 7d 8d", "8d2 9d Td"))
    round_.does(0, END_TURN)
    assert round_.score.reason == "out"


def test_ger_v6_with_an_empty_stock_the_round_ends_after_the_turn() -> None:
    round_ = position(ROBBER, "8d 2s", others=["3c"])
    hidden = round_.state.hidden._replace(stock=())
    round_.state = round_.state._replace(hidden=hidden)
    round_.does(0, END_TURN)
    assert (round_.score.reason, round_.score.points) == ("stock_exhausted", (-10, -3))


@pytest.mark.parametrize("other", [{"discard_draw": "must_meld"}, {"knock_for_discard": True}])
def test_ger_v6_excludes_v2_and_v4(other: dict[str, object]) -> None:
    with pytest.raises(InvalidRules) as caught:
        german(robber=True, **other)
    assert (caught.value.code, caught.value.rule) == ("options_contradict", "GER-V6")
    assert caught.value.facts == {"option": "robber", "excludes": list(other)}


def cut_at(rules: RuleSet, seats: int, bottom: int) -> Round:
    deck = [card for card in deck_cards(rules) if card != bottom]
    return Round(*table_melding.start_round(rules, seats, [*deck, bottom], 0))


def test_ger_v7_a_joker_at_the_cut_is_kept_and_a_card_fewer_dealt() -> None:
    rules = german(joker_cut=True)
    round_ = cut_at(rules, 3, FIRST_JOKER + 2)
    now = round_.state.open
    assert (now.cut, now.hand_counts) == (FIRST_JOKER + 2, (14, 13, 13))
    assert cards_text(round_.hand(2))[-1] == "X3"
    assert sum(map(is_joker, round_.state.hidden.stock)) == 5
    for seat in (0, 1, None):
        assert table_melding.view(round_.state, seat).to_json()["cut"] == "X3"
    assert cut_at(GERMAN, 3, FIRST_JOKER + 2).state.open.cut is None
    assert cut_at(rules, 3, 7).state.open.cut is None
    counts = [hand.bit_count() for hand in cut_at(rules, 3, 7).state.hidden.hands]
    assert counts == [14, 13, 13]
