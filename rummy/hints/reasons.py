"""Why the best choice is the best, as a code with facts.

Codes: `must_draw_stock`, `take_to_knock`, `take_for_meld`, `take_for_hand`, `stock_is_better`,
`leave_upcard`; `gin`, `knock_now`; `wait_with_knock`, `discard_is_safer`, `discard_is_useless`,
`discard_keeps_chances`; an action's own type for what a house rule offers;
`answer_with_the_optimum`.
"""

from collections.abc import Sequence

from rummy.bots.knock.hands import own_hand
from rummy.bots.knock.options import Worth
from rummy.bots.knock.specials import effect_of
from rummy.engine.as_json.codec import Json
from rummy.engine.cards import BIT, card_text, cards_text
from rummy.engine.families.knock.actions import Discard, DrawStock, Knock, PassUpcard, TakeUpcard
from rummy.engine.families.knock.views import KnockView

Reason = tuple[str, Json]
SAFER_BY = 0.05


def reason_for(view: KnockView, found: Sequence[Worth]) -> Reason:
    """The reason for the first of these worths, which is the best."""
    match found[0].action:
        case Knock():
            return _knocking(found)
        case TakeUpcard():
            return _taking(view, found[0])
        case DrawStock() | PassUpcard():
            return _leaving(view, found)
        case Discard():
            return _discarding(view, found)
        case other:
            effect = effect_of(view, other)
            return other.type, {"cards": cards_text(effect.cards)} if effect else {}


def _knocking(found: Sequence[Worth]) -> Reason:
    points = found[0].points
    others = [one for one in found if isinstance(one.action, Discard)]
    facts: Json = {"points": points, "value_of_waiting": _first_value(others)}
    return ("gin" if points == 0 else "knock_now"), facts


def _taking(view: KnockView, best: Worth) -> Reason:
    card, hand = view.open.pile[-1], own_hand(view)
    melder = view.laws.knocking
    before = melder.points(hand)
    facts: Json = {"card": card_text(card), "points_before": before}
    if best.outlook is None:
        return "take_to_knock", facts | {"points_after": best.points}
    after = best.outlook.points
    in_meld = melder.points(hand | BIT[card]) < before + melder.value(BIT[card])
    if not in_meld and after >= before:
        return "take_to_keep", facts | {"points_after": after}
    code = "take_for_meld" if in_meld else "take_for_hand"
    return code, facts | {"points_after": after}


def _leaving(view: KnockView, found: Sequence[Worth]) -> Reason:
    if len(found) == 1:
        return "must_draw_stock", {}
    takes = [one for one in found if isinstance(one.action, TakeUpcard)]
    facts: Json = {
        "card": card_text(view.open.pile[-1]),
        "value_of_taking": _first_value(takes),
    }
    code = "stock_is_better" if isinstance(found[0].action, DrawStock) else "leave_upcard"
    return code, facts


def _discarding(view: KnockView, found: Sequence[Worth]) -> Reason:
    best = found[0]
    knocks = [one for one in found if isinstance(one.action, Knock)]
    seen = best.outlook
    if seen is None or not isinstance(best.action, Discard):
        raise AssertionError("a discard is judged by its outlook")
    card = best.action.card
    facts: Json = {
        "card": card_text(card),
        "points": seen.points,
        "points_expected": round(seen.mean, 1),
        "gin_percent": round(100 * seen.gin),
        "knock_percent": round(100 * seen.knock),
        "danger_percent": round(100 * best.danger),
    }
    if knocks:
        value = max(knocks, key=lambda one: one.value)
        inputs = {"knock_points": value.points, "value_of_knocking": round(value.value, 1)}
        return "wait_with_knock", facts | inputs
    others = [one for one in found[1:] if one.outlook is not None]
    if not others:
        return "discard_is_useless", facts
    lowest = min(others, key=lambda one: one.outlook.mean if one.outlook else 0.0)
    lowest_mean = lowest.outlook.mean if lowest.outlook else 0.0
    if lowest_mean < seen.mean and lowest.danger > best.danger + SAFER_BY:
        other = {"instead_of": _card(lowest), "its_danger_percent": round(100 * lowest.danger)}
        return "discard_is_safer", facts | other
    fewest = min(one.outlook.points for one in others if one.outlook)
    return ("discard_is_useless" if seen.points <= fewest else "discard_keeps_chances"), facts


def _card(worth: Worth) -> str:
    card = getattr(worth.action, "card", None)
    return "" if card is None else card_text(card)


def _first_value(found: Sequence[Worth]) -> float | None:
    return round(found[0].value, 1) if found else None
