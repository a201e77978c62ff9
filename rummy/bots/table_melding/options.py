"""Every choice of a decision with its worth and reason: one judgement behind expert and hints."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rummy.bots.memory import NOTHING, Recollection
from rummy.engine.as_json.codec import Json
from rummy.engine.budget import DECIDING_STEPS, Budget
from rummy.engine.cards import card_text, cards_text
from rummy.engine.families.table_melding.actions import (
    ClaimDiscard,
    EndTurn,
    ExchangeJoker,
    LayMeld,
    LayOff,
    Rearrange,
)
from rummy.engine.families.table_melding.reading import is_hand_romme
from rummy.engine.families.table_melding.state import Phase
from rummy.engine.families.table_melding.views import TableMeldingView
from rummy.engine.moves import DRAW_STOCK, Discard
from rummy.engine.records import Action

from .drawing import Take, judged_takes, wants_claim
from .keeping import Kept, keeping
from .laying import FULL, Laying, Skill, first_meld_of, next_laying, points_of, waits
from .seeing import held_value, is_opened, others, own_hand, own_seat

PER_CARD: Final = 6.0  # what a card of another hand costs on average when the round ends
SAFER_BY: Final = 1.5


class Option(NamedTuple):
    """An action, about how many points it is worth, and why, as a code with facts."""

    action: Action
    value: float
    reason: str
    facts: Json


def options(
    view: TableMeldingView,
    legal: Sequence[Action],
    recalled: Recollection = NOTHING,
    skill: Skill = FULL,
    steps: Budget | None = None,
) -> list[Option]:
    """The choices worth a thought, best first; never empty for a seat that has to act.

    With `steps` it takes of those, so that many decisions may be looked at within one budget.
    """
    steps = steps or Budget(DECIDING_STEPS)
    if view.turn != view.seat:
        claims = [action for action in legal if isinstance(action, ClaimDiscard)]
        if not claims or not wants_claim(view, steps):
            return []
        card = view.open.pile[-1]
        claimed: Json = {"card": card_text(card)}
        return [Option(claims[0], float(held_value(view, card)), "claim_discard", claimed)]
    if view.phase is Phase.DRAW:
        takes = judged_takes(view, legal, steps, skill)
        found = [_take(view, take) for take in takes]
        if DRAW_STOCK in legal:
            found.append(Option(DRAW_STOCK, 0.0, *_stock_reason(takes)))
        return sorted(found, key=lambda option: -option.value)
    laying = next_laying(view, steps, skill)
    ending = _ending(view, legal, recalled, steps)
    return ending if laying is None else [_laid(view, laying), *ending]


def _take(view: TableMeldingView, take: Take) -> Option:
    facts: Json = {"card": card_text(take.cards[0]), "cards": len(take.cards)}
    if take.goes_out:
        reason = "take_to_go_out"
    elif len(take.cards) > 1:
        reason = "take_pile"
    elif take.laid:
        reason = "take_and_lay"
    else:
        reason = "take_to_keep"
    return Option(take.action, take.value, reason, facts)


def _stock_reason(takes: Sequence[Take]) -> tuple[str, Json]:
    if not takes:
        return "draw_from_stock", {}
    best = max(takes, key=lambda take: take.value)
    facts: Json = {"card": card_text(best.cards[0]), "value_of_taking": round(best.value, 1)}
    return "stock_is_better", facts


def _laid(view: TableMeldingView, laying: Laying) -> Option:
    """Laying is worth what the cards would have cost; going out is worth more."""
    points = points_of(view, laying)
    facts: Json = {"cards": cards_text(laying.laid & own_hand(view)), "points": points}
    if laying.goes_out:
        hand_romme = is_hand_romme(view.laws, view.open, own_seat(view))
        reason = "hand_romme" if hand_romme else "go_out"
        caught = PER_CARD * sum(others(view)) / len(others(view)) * (2 if hand_romme else 1)
        return Option(laying.action, points + caught, reason, facts)
    reason = _reason_to_lay(view, laying.action)
    if reason == "lay_first_meld":  # the rule counts the melds, not what the hand would cost
        facts["points"] = first_meld_of(view, laying)
    return Option(laying.action, float(points), reason, facts)


def _reason_to_lay(view: TableMeldingView, action: Action) -> str:
    match action:
        case LayMeld():
            return "lay_melds" if is_opened(view) else "lay_first_meld"
        case LayOff():
            return "lay_off_now"
        case ExchangeJoker():
            return "exchange_for_joker"
        case Rearrange():
            return "rearrange_table"
    raise AssertionError(f"{action.type} lays nothing")


def _ending(
    view: TableMeldingView, legal: Sequence[Action], recalled: Recollection, steps: Budget
) -> list[Option]:
    """Ends of the turn: by a discard, or without one (GER-V6)."""
    for action in legal:
        if isinstance(action, EndTurn):
            return [Option(action, 0.0, "nothing_to_lay", {})]
    discards = {action.card: action for action in legal if isinstance(action, Discard)}
    if not discards:
        return []
    kept = [one for one in keeping(view, own_hand(view), steps, recalled) if one.card in discards]
    waiting = waits(view, steps)
    return [
        Option(
            discards[one.card],
            kept[0].regret - one.regret,
            *_discard_reason(view, kept, at, waiting),
        )
        for at, one in enumerate(kept)
    ]


def _discard_reason(
    view: TableMeldingView, kept: Sequence[Kept], at: int, waiting: bool
) -> tuple[str, Json]:
    one = kept[at]
    facts: Json = {"card": card_text(one.card), "points": held_value(view, one.card)}
    if waiting:
        return "wait_for_hand_romme", facts
    dropped = min(kept, key=lambda other: other.worth)
    if dropped.card != one.card and dropped.danger > one.danger + SAFER_BY:
        return "safer_to_discard", facts | {"instead_of": card_text(dropped.card)}
    if one.worth <= 0 and held_value(view, one.card) >= 10:
        return "discard_is_dear", facts
    return "discard_fits_least", facts
