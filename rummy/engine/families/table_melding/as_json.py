"""A state and its views as JSON and back; a state, stored after every move, without its rules."""

from typing import Any, NamedTuple

from rummy.engine.as_json.codec import Card, CardMask, Json, read_record, write_record
from rummy.engine.cards import CARD_TEXTS, cards_text, laid_text
from rummy.engine.errors import UnreadableRecord
from rummy.engine.families.table_melding.decide import must_draw_stock
from rummy.engine.families.table_melding.reading import (
    figure_at,
    first_meld_points,
    has_melded,
    owed_card,
)
from rummy.engine.families.table_melding.rules.laws import TableMeldingLaws, laws_of
from rummy.engine.families.table_melding.state import (
    Hidden,
    OpenRound,
    Phase,
    Sight,
    TableMeld,
    TableMeldingState,
)
from rummy.engine.rules import RuleSet

STATE_VERSION = 1
VIEW_VERSION = 1


def state_to_json(state: TableMeldingState) -> Json:
    """`{"v", "open": …, "hidden": …}`."""
    hidden = write_record(state.hidden)
    return {"v": STATE_VERSION, "open": write_record(state.open), "hidden": hidden}


def state_from_json(rules: RuleSet, data: Json) -> TableMeldingState:
    """The state stored by `state_to_json`; UnreadableRecord for another version."""
    if data.get("v") != STATE_VERSION:
        raise UnreadableRecord("another_version", field="state.v", found=data.get("v"))
    now, hidden = read_record(OpenRound, data["open"]), read_record(Hidden, data["hidden"])
    return TableMeldingState(laws_of(rules), now, hidden)


class _Own(NamedTuple):
    hand: CardMask | None
    drawn: Card | None


def write_view(seen: Sight) -> Json:
    """What the seat knows, with everything that can be worked out from it."""
    laws, now = seen.laws, seen.open
    return {
        "v": VIEW_VERSION,
        "seat": seen.seat,
        "phase": now.phase.value,
        "turn": now.turn,
        "dealer": now.dealer,
        "hand": None if seen.hand is None else cards_text(seen.hand),
        "hand_counts": list(now.hand_counts),
        "drawn": _text(seen.drawn),
        "melds": [_meld(laws, now, number) for number in range(len(now.melds))],
        "upcard": _text(now.pile[-1] if now.pile else None),
        "discard_pile": [CARD_TEXTS[card] for card in now.pile],
        "stock_count": now.stock_count,
        "rebuilt": now.rebuilt,
        "must_draw_stock": now.phase is Phase.DRAW
        and must_draw_stock(laws.takes_in_a_row(now.seats), now),
        "taken": _text(now.taken),
        "must_use": _text(owed_card(now)),
        "freed": cards_text(now.freed),
        "opened": [has_melded(laws, now, seat) for seat in range(now.seats)],
        "laid": list(now.laid),
        "first_meld": _first_meld(laws, now),
        "steps": [
            {"act": step.act.value, "cards": [laid_text(card) for card in step.cards],
             "meld": step.meld}
            for step in now.steps
        ],
        "claims": list(now.claims),
        "cut": _text(now.cut),
        "hands": None if now.shown is None else [cards_text(hand) for hand in now.shown],
        "score": None if now.outcome is None else write_record(now.outcome),
        "memory": _memory(now),
    }  # fmt: skip


def _meld(laws: TableMeldingLaws, now: OpenRound, number: int) -> Json:
    figure = figure_at(now, number)
    return {
        "seat": now.melds[number].seat,
        "kind": figure.kind.value,
        "cards": [laid_text(card) for card in figure.cards],
        "points": laws.melds.points(figure),
    }


def _first_meld(laws: TableMeldingLaws, now: OpenRound) -> Json | None:
    """How far the seat on turn is with its first meld, where one is needed (GER-8)."""
    needed = laws.numbers.first_meld_minimum
    if now.turn is None or now.opened[now.turn] or not needed:
        return None
    return {"points": first_meld_points(now), "needed": needed}


def _memory(now: OpenRound) -> Json:
    """What the table remembers and a page need not show: enough to read the view back."""
    return {
        "opened": list(now.opened),
        "must_use": now.must_use,
        "streak": now.streak,
        "steps": [write_record(step) for step in now.steps],
    }


def read_sight(laws: TableMeldingLaws, data: Json) -> Sight:
    """What the seat knew when the view was written."""
    if data.get("v") != VIEW_VERSION:
        raise UnreadableRecord("another_version", field="view.v", found=data.get("v"))
    same = ("phase", "turn", "dealer", "hand_counts", "laid", "stock_count", "rebuilt", "taken",
            "freed", "claims", "cut")  # fmt: skip
    facts: dict[str, Any] = {name: data[name] for name in same}
    facts |= {
        **data["memory"],
        "pile": data["discard_pile"],
        "melds": [{name: meld[name] for name in TableMeld._fields} for meld in data["melds"]],
        "shown": data["hands"],
        "outcome": data["score"],
    }
    own = read_record(_Own, {name: data.get(name) for name in _Own._fields})
    return Sight(laws, read_record(OpenRound, facts), data["seat"], own.hand, own.drawn)


def _text(card: int | None) -> str | None:
    return None if card is None else CARD_TEXTS[card]
