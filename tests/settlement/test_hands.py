"""Hands compared where a round gave no points (PLAY-21)."""

from games.tables.terms import TableOffer, agree_terms
from rummy import engine
from rummy.engine.cards import mask_of, parse_cards
from rummy.engine.families.knock.state import KnockState
from rummy.settlement import DecidedBy, SeatScore, best_seats, compared_by_hands


def ended_with(*hands: str) -> KnockState:
    rules = agree_terms(TableOffer(format="ring", rounds=1)).rules
    state, _events = engine.start_round(rules, len(hands), engine.deck_cards(rules), 0)
    assert isinstance(state, KnockState)
    return state._replace(hands=tuple(mask_of(parse_cards(hand)) for hand in hands))


def test_play_21_a_gin_round_of_nought_each_goes_to_who_holds_more_in_melds() -> None:
    state = ended_with("7s 8s 9s Kd Qc 2h 4h 6d Th Jc", "As Ah Ad 3c 5c 7c 9c 2d 4d 6s")
    found = compared_by_hands(state, (0, 0))
    assert found[0] == SeatScore(0, 24, 52, 7)
    assert found[1] == SeatScore(0, 33, 36, 7)
    assert best_seats(found) == ((1,), DecidedBy.MELDED)


def test_play_21_without_a_meld_on_either_side_the_lower_hand_is_ahead() -> None:
    state = ended_with("Ks Qd 2h 4h 6d 8c Tc Js 3s 5d", "As Kd 2c 4c 6h 8d Th Jd 3d 5s")
    found = compared_by_hands(state, (0, 0))
    assert [score.melded for score in found] == [0, 0]
    assert best_seats(found) == ((0,), DecidedBy.HAND_VALUE)
