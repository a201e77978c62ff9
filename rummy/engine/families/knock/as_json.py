"""A state and its views as JSON and back; a state, stored after every move, without its rules."""

from typing import Any, NamedTuple

from rummy.engine.as_json.codec import Card, CardMask, Json, read_record, write_record
from rummy.engine.cards import CARD_TEXTS, cards_text, laid_text
from rummy.engine.errors import UnreadableRecord
from rummy.engine.families.knock.decide import must_draw_stock
from rummy.engine.families.knock.open_facts import OpenFacts
from rummy.engine.families.knock.rules.laws import KnockLaws, laws_of
from rummy.engine.families.knock.state import KnockState, Memory, OpenRound, Phase, Sight
from rummy.engine.melding import Arrangement
from rummy.engine.rules import RuleSet

STATE_VERSION = 1
VIEW_VERSION = 1


def memory_to_json(laws: KnockLaws, memory: Memory) -> Json:
    """`{key: memory}` of the house rules that remember anything."""
    pairs = zip(laws.hooks, memory, strict=True)
    return {hook.key: hook.memory_to_json(own) for hook, own in pairs if own is not None}


def memory_from_json(laws: KnockLaws, data: Json) -> Memory:
    """The memories written by `memory_to_json`."""
    return tuple(
        hook.memory_from_json(data[hook.key]) if hook.key in data else None for hook in laws.hooks
    )


class _Hidden(NamedTuple):
    hands: tuple[CardMask, ...]
    stock: tuple[Card, ...]
    drawn: Card | None = None


def state_to_json(state: KnockState) -> Json:
    """`{"v", "open": …, "hidden": …, "memory": …}`."""
    data: Json = {
        "v": STATE_VERSION,
        "open": write_record(OpenFacts(*state.open.parts())),
        "hidden": write_record(_Hidden(state.hands, state.stock, state.drawn)),
    }
    if state.memory:
        data["memory"] = memory_to_json(state.laws, state.memory)
    return data


def state_from_json(rules: RuleSet, data: Json) -> KnockState:
    """The state stored by `state_to_json`; UnreadableRecord for another version."""
    if data.get("v") != STATE_VERSION:
        raise UnreadableRecord("another_version", field="state.v", found=data.get("v"))
    laws = laws_of(rules)
    hands, stock, drawn = read_record(_Hidden, data["hidden"])
    memory = memory_from_json(laws, data.get("memory", {}))
    now = OpenRound(*read_record(OpenFacts, data["open"]))
    return KnockState(laws, now, hands, stock, drawn, memory)


class _Own(NamedTuple):
    hand: CardMask | None
    drawn: Card | None
    partner_hand: CardMask | None = None


def write_view(
    seen: Sight,
    *,
    hand_counts: list[int],
    arrangement: Arrangement | None,
    knockable: list[tuple[int, int]],
    must_meld: int,
) -> Json:
    """What the seat knows, with what the view has worked out from it."""
    now = seen.open
    rule = must_draw_stock(seen.laws.streak_limit, now)
    partner = {} if seen.partner_hand is None else {"partner_hand": cards_text(seen.partner_hand)}
    return {
        **partner,
        "v": VIEW_VERSION,
        "seat": seen.seat,
        "phase": now.phase.value,
        "turn": now.turn,
        "dealer": now.dealer,
        "hand": None if seen.hand is None else cards_text(seen.hand),
        "hand_counts": hand_counts,
        "upcard": _text(now.pile[-1] if now.pile else None),
        "discard_pile": [CARD_TEXTS[card] for card in now.pile],
        "stock_count": now.stock_count,
        "knock_limit": now.knock_limit,
        "shown_card": _text(now.shown_card),
        "removed": cards_text(now.removed),
        "drawn": _text(seen.drawn),
        "taken_upcard": _text(now.taken),
        "upcard_streak": now.streak,
        "upcard_passes": now.passes,
        "must_draw_stock": bool(rule) and now.phase is Phase.DRAW,
        "arrangement": _arrangement_to_json(arrangement),
        "knockable": [{"card": CARD_TEXTS[c], "points": points} for c, points in knockable],
        "shown": [write_record(shown) for shown in now.shown],
        "score": None if now.outcome is None else write_record(now.outcome),
        "must_meld": cards_text(must_meld) if must_meld else [],
        "signs": [
            {"seat": sign.seat, "sign": sign.key, "facts": sign.facts}
            for hook in seen.laws.hooks
            for sign in hook.signs(seen)
        ],
        "memory": memory_to_json(seen.laws, seen.memory),
    }


def read_sight(laws: KnockLaws, data: Json) -> Sight:
    """What the seat knew when the view was written."""
    if data.get("v") != VIEW_VERSION:
        raise UnreadableRecord("another_version", field="view.v", found=data.get("v"))
    facts: dict[str, Any] = {
        "phase": data["phase"],
        "turn": data["turn"],
        "dealer": data["dealer"],
        "seats": len(data["hand_counts"]),
        "knock_limit": data["knock_limit"],
        "pile": data["discard_pile"],
        "stock_count": data["stock_count"],
        "taken": data["taken_upcard"],
        "streak": data["upcard_streak"],
        "passes": data["upcard_passes"],
        "shown_card": data["shown_card"],
        "removed": data.get("removed", []),
        "shown": data["shown"],
        "outcome": data["score"],
    }
    own = read_record(_Own, {name: data.get(name) for name in _Own._fields})
    memory = memory_from_json(laws, data["memory"])
    now = OpenRound(*read_record(OpenFacts, facts))
    return Sight(laws, now, data["seat"], own.hand, own.drawn, memory, own.partner_hand)


def _text(card: int | None) -> str | None:
    return None if card is None else CARD_TEXTS[card]


def _arrangement_to_json(laid: Arrangement | None) -> Json | None:
    if laid is None:
        return None
    return {
        "melds": [[laid_text(card) for card in meld] for meld in laid.melds],
        "deadwood": cards_text(laid.deadwood),
        "points": laid.points,
    }
