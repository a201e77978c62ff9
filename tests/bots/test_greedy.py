"""Greedy, decision by decision, and whether it is any good."""

from random import Random

import pytest

from rummy import engine
from rummy.bots import BOTS
from rummy.bots.knock.players import LATE_KNOCK_LIMIT, worthwhile_points
from rummy.engine.cards import card_text, parse_card
from rummy.engine.families.knock.actions import Discard, DrawStock, Knock, TakeUpcard
from rummy.engine.families.knock.state import KnockState
from rummy.engine.records import Action

from .table import PLAIN, Seating, after, discard, name_of, seat_to_draw

greedy = BOTS["greedy"]


def knock(card: str) -> Knock:
    return Knock(parse_card(card))


def choice(state: KnockState) -> Action:
    assert state.turn is not None
    legal = engine.legal_actions(state, state.turn)
    return greedy.choose(engine.view(state, state.turn), legal, Random(0))


def after_drawing(hand: str, drawn: str, *, stock_left: int = 30) -> KnockState:
    """Seat 0 has drawn this card and is to discard; so many cards are left in the stock."""
    state = after(seat_to_draw(hand, upcard="Kc", next_card=drawn), DrawStock())
    return state._replace(open=state.open._replace(stock_count=stock_left))


@pytest.mark.parametrize(
    ("hand", "upcard", "takes"),
    [
        ("7h 7d 2s 3s 4s 9c Th Kd As 5c", "7s", True),
        ("7h 7d 2s 3s 4s 9c Th Kd As 5c", "5s", True),
        ("7h 7d 2s 3s 4s 9c Th Kd As 5c", "Ks", False),
        ("7h 7d 2s 3s 4s 9c Th Kd As 5c", "Ac", False),
        ("2s 3s 4s 8h 8d 8c Th Ks Qd Jd", "2d", False),
        ("2s 3s 4s 8h 8d 8c Kh Qd Ks 9d", "9c", False),
    ],
    ids=["completes a set", "extends a run", "a pair", "only cheaper", "no meld", "no use"],
)
def test_it_takes_the_upcard_only_into_a_meld(hand: str, upcard: str, takes: bool) -> None:
    taken = choice(seat_to_draw(hand, upcard=upcard))
    assert taken == (TakeUpcard() if takes else DrawStock())


def test_it_takes_a_low_card_to_knock_at_once() -> None:
    state = seat_to_draw("2s 3s 4s 8h 8d 8c Ah 2d 5c Kd", upcard="2h")
    assert choice(state) == TakeUpcard()
    assert choice(after(state, TakeUpcard())) == knock("Kd")


def test_it_discards_the_dearest_deadwood() -> None:
    state = after_drawing("7h 7d 7c 2s 3s 4s 9c Td Kd 5c", "Ah")
    assert choice(state) == discard("Kd")


def test_among_equal_cards_it_keeps_those_with_prospects() -> None:
    """Three cards of ten points: jack and queen of diamonds may grow together, the king not."""
    state = after_drawing("7h 7d 7c 2s 3s 4s Jd Qd Ks 9h", "8c")
    assert choice(state) == discard("Ks")


def test_it_never_breaks_a_meld_to_discard() -> None:
    state = after_drawing("Kh Kd Ks Qh Qd Qs 2c 5d 9h 8c", "Jc")
    assert choice(state) == discard("Jc")


def test_it_goes_gin_at_once_however_late() -> None:
    state = after_drawing("7h 7d 7c 2s 3s 4s 9c Tc Jc Kd", "Qc", stock_left=3)
    assert choice(state) == knock("Kd")


@pytest.mark.parametrize(
    ("stock_left", "knocks"), [(30, True), (16, True), (15, False), (3, False)]
)
def test_it_knocks_with_eight_in_the_first_half_of_the_stock(stock_left: int, knocks: bool) -> None:
    state = after_drawing("7h 7d 7c 2s 3s 4s 9c Tc Jc Kd", "8d", stock_left=stock_left)
    assert choice(state) == (knock("Kd") if knocks else discard("Kd"))


def test_a_low_knock_is_good_late_too() -> None:
    state = after_drawing("7h 7d 7c 2s 3s 4s 9c Tc Jc Kd", "3d", stock_left=3)
    assert choice(state) == knock("Kd")
    assert worthwhile_points(state.laws, state.open) == LATE_KNOCK_LIMIT


def test_an_upcard_taken_lowers_deadwood_or_ends_the_round() -> None:
    """Two greedy players can therefore not exchange cards for ever, whatever GIN-14 says."""
    taken = 0
    for rules in PLAIN:
        seating = Seating(rules, [greedy, greedy], Random(11))
        for number in range(40):
            before: tuple[int, int] | None = None
            for state, seat, action in seating.positions(dealer=number % 2):
                assert isinstance(state, KnockState)
                if isinstance(action, TakeUpcard):
                    before = seat, state.laws.knocking.points(state.hands[seat])
                elif isinstance(action, Discard) and before is not None:
                    hand = state.hands[seat] ^ (1 << action.card)
                    assert before[0] == seat
                    assert state.laws.knocking.points(hand) < before[1], card_text(action.card)
                    before, taken = None, taken + 1
                else:
                    before = None
    assert taken > 100


@pytest.mark.parametrize("rules", PLAIN, ids=name_of)
@pytest.mark.parametrize("other", ["random", "safe"])
def test_it_beats_players_without_judgement_clearly(rules: engine.RuleSet, other: str) -> None:
    """It wins more than nine of ten scored rounds, and ten times the points."""
    seating = Seating(rules, [greedy, BOTS[other]], Random(5))
    won, points = [0, 0], [0, 0]
    for number in range(80):
        score = seating.play_round(dealer=number % 2)
        if score.winner is not None:
            won[score.winner] += 1
        points = [sum(pair) for pair in zip(points, score.points, strict=True)]
    assert sum(won) > 40
    assert won[0] > 0.9 * sum(won)
    assert points[0] > 10 * points[1]
