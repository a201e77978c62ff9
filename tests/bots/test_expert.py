"""The expert, decision by decision, and the estimate behind it."""

from dataclasses import replace
from random import Random

import pytest

from rummy import engine
from rummy.bots import BOTS, NOTHING, Recollection
from rummy.bots.knock.estimate import judge_of, weigh
from rummy.bots.knock.hands import knock_view
from rummy.bots.knock.options import worths
from rummy.bots.knock.outlook import Mind, danger, near_outlook, scene_of
from rummy.engine.cards import mask_of, parse_card, parse_cards
from rummy.engine.families.knock.actions import Discard, DrawStock, Knock, TakeUpcard
from rummy.engine.families.knock.rules.laws import laws_of
from rummy.engine.families.knock.state import KnockState
from rummy.engine.families.knock.views import KnockView
from rummy.engine.records import Action

from .table import PLAIN, Seating, after, discard, name_of, seat_to_draw

pytestmark = pytest.mark.thorough

expert = BOTS["expert"]


def after_drawing(hand: str, drawn: str) -> KnockState:
    return after(seat_to_draw(hand, upcard="Kc", next_card=drawn), DrawStock())


def choice(state: KnockState, recalled: Recollection = NOTHING) -> Action:
    assert state.turn is not None
    legal = engine.legal_actions(state, state.turn)
    return expert.choose(engine.view(state, state.turn), legal, Random(0), recalled)


def seen(state: KnockState) -> KnockView:
    return knock_view(engine.view(state, state.turn))


def cards(text: str) -> int:
    return mask_of(parse_cards(text))


@pytest.mark.parametrize("stock_left", [30, 12, 3])
def test_gin_is_taken_at_once_at_any_time(stock_left: int) -> None:
    state = after_drawing("7h 7d 7c 2s 3s 4s 9c Tc Jc Kd", "Qc")
    state = state._replace(open=state.open._replace(stock_count=stock_left))
    assert choice(state) == Knock(parse_card("Kd"))


def test_a_card_for_a_meld_is_taken_and_a_useless_one_is_not() -> None:
    hand = "7h 7d 2s 3s 4s 9c Th Kd As 5c"
    assert choice(seat_to_draw(hand, upcard="7s")) == TakeUpcard()
    assert choice(seat_to_draw(hand, upcard="Qs")) == DrawStock()


def test_no_meld_is_broken_for_a_discard() -> None:
    state = after_drawing("Kh Kd Ks Qh Qd Qs 2c 5d 9h 8c", "Jc")
    assert choice(state) in {discard(card) for card in ("Jc", "9h", "8c")}


def test_a_knock_pays_less_where_undercuts_pay_more() -> None:
    """The same ten points of deadwood are worth less to knock with the dearer an undercut is."""
    values = []
    for bonus in (0, 20, 60):
        rules = engine.build_rules("gin_palast", undercut_bonus=bonus)
        state = after_drawing("7h 7d 7c 2s 3s 4s 9c Tc Jc Kd", "9d")
        late = state.open._replace(stock_count=12)
        state = state._replace(laws=laws_of(rules), open=late)
        found = worths(seen(state), engine.legal_actions(state, 0))
        values.append(max(one.value for one in found if isinstance(one.action, Knock)))
    assert values == sorted(values, reverse=True)
    assert values[0] > values[2] + 1


def test_every_bonus_of_a_table_enters_the_judgement() -> None:
    plain = engine.build_rules("gin_palast")
    judge = judge_of(laws_of(plain))
    for option in ("gin_bonus", "undercut_bonus", "box_bonus"):
        dear = engine.PRESETS["gin_palast"].build(**{option: 50})
        assert judge_of(laws_of(dear)) != judge
    no_box = engine.build_rules("gin_palast", point_limit=50)
    assert judge_of(laws_of(no_box)) == judge_of(
        laws_of(replace(plain, point_limit=25))
    )  # GIN-9: neither pays the box


def test_a_net_adds_what_its_moved_units_say() -> None:
    """Straight 2·1 + 3·2 + 5; the first unit is moved by 2 + 3 − 4, the second is not."""
    mind = Mind(((1.0, 1.0, -4.0), (-1.0, 0.0, 0.0)), (10.0, 100.0), (1.0, 2.0, 5.0))
    assert weigh(mind, [2.0, 3.0]) == 13 + 10


def test_the_outlook_counts_every_card_that_may_come() -> None:
    """Nine of diamonds and two of clubs loose: gin needs neither; the knock limit is ten."""
    state = after_drawing("7h 7d 7c 2s 3s 4s 9c Tc Jc Kd", "5d")
    view = seen(state)
    scene = scene_of(view, NOTHING)
    rest = (view.hand or 0) ^ cards("Kd")
    found = near_outlook(scene, view.laws.knocking, rest).seen
    in_stock = {card: 1 - scene.likely[card] for card in scene.draws}
    helping = [in_stock[card] for card in parse_cards("7s As 5s 8c Qc") if card in in_stock]
    assert found.points == 5
    assert found.knock == pytest.approx(1.0)
    assert found.gin == pytest.approx(sum(helping) / sum(in_stock.values()))


def test_a_card_next_to_those_the_opponent_took_is_dangerous() -> None:
    state = after_drawing("7h 7d 2s 3s 4s 9c Th Kd As 5c", "Jd")
    held = Recollection((0, cards("Qd Qs")), (0, 0), None)
    for text in ("Js", "Qh"):
        plain = danger(scene_of(seen(state), NOTHING), parse_card(text))
        warned = danger(scene_of(seen(state), held), parse_card(text))
        assert 0 <= plain < warned <= 1
    assert danger(scene_of(seen(state), held), parse_card("Qh")) == 1.0


def test_what_the_opponent_took_changes_a_discard() -> None:
    """Two queens went over: of two equally useless cards the queen is kept, the king goes."""
    state = after_drawing("7h 7d 7c 2s 3s 4s 2d 3d Qc Kh", "4d")
    assert choice(state) != Discard(parse_card("2d"))
    knows = Recollection((0, cards("Qd Qs")), (0, 0), None)
    by_danger = {
        one.action: one.danger
        for one in worths(seen(state), engine.legal_actions(state, 0), knows)
        if isinstance(one.action, Discard)
    }
    assert by_danger[discard("Qc")] > by_danger[discard("Kh")]


@pytest.mark.parametrize("rules", PLAIN, ids=name_of)
def test_it_is_far_ahead_of_the_safe_bot(rules: engine.RuleSet) -> None:
    seating, points = Seating(rules, [expert, BOTS["safe"]], Random(5)), [0, 0]
    for number in range(20):
        score = seating.play_round(dealer=number % 2)
        points = [sum(pair) for pair in zip(points, score.points, strict=True)]
    assert points[0] > 10 * points[1] + 300
