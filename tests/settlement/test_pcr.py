"""The point-chip ratio: the seed's examples, every tie-break step, and no chip made or lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummy.engine.scoring import RoundScore, Tally
from rummy.settlement import (
    DecidedBy,
    InvalidSettlement,
    RoundSettlement,
    ScoredRound,
    SeatScore,
    seat_scores,
    settle_round,
)


def settled(
    *scores: SeatScore | int, pcr: int = 1, stacks: tuple[int, ...] = (), dealer: int = 0
) -> RoundSettlement:
    read = tuple(SeatScore(score) if isinstance(score, int) else score for score in scores)
    return settle_round(ScoredRound(stacks or (1_000,) * len(read), read, pcr, dealer))


@st.composite
def rounds(draw: st.DrawFn) -> ScoredRound:
    seats = draw(st.integers(2, 6))
    numbers = st.integers(0, 3) | st.integers(0, 300)
    score = st.builds(SeatScore, st.integers(-300, 300) | st.integers(0, 2), *[numbers] * 3)
    return ScoredRound(
        tuple(draw(st.lists(st.integers(0, 10**9), min_size=seats, max_size=seats))),
        tuple(draw(st.lists(score, min_size=seats, max_size=seats))),
        draw(st.integers(1, 10**9)),
        draw(st.integers(0, seats - 1)),
    )


def test_play_20_martin_takes_90_and_120() -> None:
    """Seed example 1: PCR 3; Martin 100, David 70, Michael 60."""
    round_ = settled(100, 70, 60, pcr=3)
    assert [payment.paid_chips for payment in round_.payments] == [90, 120]
    assert round_.after_chips == (1_210, 910, 880)
    assert (round_.winners, round_.decided_by) == ((0,), DecidedBy.SCORE)


def test_play_20_anna_takes_120_and_140() -> None:
    """Seed example 2: PCR 2; Anna 60, Christian 0, Georg −10."""
    round_ = settled(60, 0, -10, pcr=2)
    assert [payment.paid_chips for payment in round_.payments] == [120, 140]
    assert round_.changes_chips == (260, -120, -140)


def test_play_20_the_second_best_pays_the_winner_and_takes_nothing() -> None:
    assert settled(10, 50, 40).changes_chips == (-40, 50, -10)


def test_play_21_more_points_melded_wins_a_tied_score() -> None:
    round_ = settled(SeatScore(50, melded=60), SeatScore(50, melded=80), SeatScore(20), pcr=2)
    assert (round_.winners, round_.decided_by) == ((1,), DecidedBy.MELDED)
    assert round_.changes_chips == (0, 60, -60), "the tied loser's difference is nothing"


def test_play_21_then_the_lower_value_in_hand() -> None:
    """Melds and penalties equal, so the hand counts by its own scale: ace 11, not 15."""
    tied = SeatScore(50, melded=65, hand_value=15), SeatScore(50, melded=65, hand_value=11)
    round_ = settled(*tied, 0)
    assert (round_.winners, round_.decided_by) == ((1,), DecidedBy.HAND_VALUE)


def test_play_21_then_fewer_cards_in_hand() -> None:
    tied = SeatScore(50, 60, 10, hand_cards=2), SeatScore(50, 60, 10, hand_cards=1)
    round_ = settled(*tied, 0)
    assert (round_.winners, round_.decided_by) == ((1,), DecidedBy.HAND_CARDS)


def test_play_21_an_earlier_step_outweighs_all_later_ones() -> None:
    best = SeatScore(50, melded=61, hand_value=99, hand_cards=9)
    assert settled(SeatScore(50, 60, 0, 0), best, 0).winners == (1,)
    assert settled(SeatScore(51), SeatScore(50, melded=500), 0).winners == (0,)
    fewer_points = SeatScore(50, 60, hand_value=9, hand_cards=4)
    assert settled(SeatScore(50, 60, 10, 1), fewer_points, 0).winners == (1,)


def test_play_21_those_tied_to_the_end_share_what_the_others_pay() -> None:
    round_ = settled(50, 50, 10, 20, pcr=3)
    assert (round_.winners, round_.decided_by) == ((0, 1), DecidedBy.SHARED)
    assert round_.changes_chips == (105, 105, -120, -90)


@pytest.mark.parametrize(
    ("dealer", "changes"),
    [(0, (12, 13, -25)), (1, (13, 12, -25)), (2, (13, 12, -25))],
)
def test_play_21_odd_chips_go_by_seat_order_from_the_dealers_left(
    dealer: int, changes: tuple[int, ...]
) -> None:
    assert settled(25, 25, 0, dealer=dealer).changes_chips == changes


def test_play_21_when_all_tie_nobody_pays() -> None:
    assert settled(0, 0, 0, pcr=9).changes_chips == (0, 0, 0)


def test_play_22_nobody_pays_more_than_their_stack() -> None:
    round_ = settled(100, 0, 90, pcr=10, stacks=(500, 700, 0))
    assert round_.after_chips == (1_200, 0, 0)
    assert [(p.due_chips, p.paid_chips, p.is_capped) for p in round_.payments] == [
        (1_000, 700, True),
        (100, 0, True),
    ]


@given(rounds())
def test_play_23_chips_are_conserved_and_nobody_falls_below_zero(played: ScoredRound) -> None:
    after = settle_round(played).after_chips
    assert sum(after) == sum(played.stacks_chips)
    assert min(after) >= 0


@given(rounds())
def test_only_the_best_gain_and_only_the_others_pay(played: ScoredRound) -> None:
    round_ = settle_round(played)
    best = max(score.score for score in played.scores)
    for seat, change in enumerate(round_.changes_chips):
        assert change >= 0 if seat in round_.winners else change <= 0
    assert all(played.scores[seat].score == best for seat in round_.winners)
    assert all(0 <= p.paid_chips <= p.due_chips for p in round_.payments)


@given(rounds(), st.integers(1, 5))
def test_turning_the_table_turns_the_chips(played: ScoredRound, turn: int) -> None:
    seats = len(played.scores)
    places = [(seat - turn) % seats for seat in range(seats)]
    moved = ScoredRound(
        tuple(played.stacks_chips[place] for place in places),
        tuple(played.scores[place] for place in places),
        played.pcr,
        (played.dealer + turn) % seats,
    )
    expected = settle_round(played).after_chips
    assert settle_round(moved).after_chips == tuple(expected[place] for place in places)


@pytest.mark.parametrize(
    ("stacks", "seats", "pcr", "dealer", "code"),
    [
        ((10,), 1, 1, 0, "scores_incomplete"),
        ((10, 10), 3, 1, 0, "scores_incomplete"),
        ((10, -1), 2, 1, 0, "negative_stack"),
        ((10, 10), 2, 0, 0, "ratio_not_positive"),
        ((10, 10), 2, 1, 2, "no_such_seat"),
    ],
)
def test_a_round_that_makes_no_sense_is_refused(
    stacks: tuple[int, ...], seats: int, pcr: int, dealer: int, code: str
) -> None:
    with pytest.raises(InvalidSettlement, match=code):
        ScoredRound(stacks, (SeatScore(0),) * seats, pcr, dealer)


def test_a_settlement_that_loses_a_chip_cannot_exist() -> None:
    with pytest.raises(InvalidSettlement, match="chips_not_conserved"):
        RoundSettlement((10, 10), (12, 7), (0,), DecidedBy.SCORE, ())


def test_an_engines_round_gives_scores_melds_hand_values_and_cards() -> None:
    tallies = (Tally(laid=60, held=10, cards=1), Tally(laid=65, held=15, cards=2))
    score = RoundScore("went_out", None, (50, 50), (), tallies)
    assert seat_scores(score) == (SeatScore(50, 60, 10, 1), SeatScore(50, 65, 15, 2))
    assert seat_scores(RoundScore("gin", 0, (37, 0), ())) == (SeatScore(37), SeatScore(0))
