"""A state as JSON, compact: it is stored after every move, without its rules."""

from typing import NamedTuple

from games.engine.codec import Card, CardMask, Json, read_record, write_record
from games.engine.errors import UnreadableRecord
from games.engine.families.tabling.events import CardOrder
from games.engine.families.tabling.laws import laws_of
from games.engine.families.tabling.state import Hidden, OpenRound, TablingState
from games.engine.rules import RuleSet

STATE_VERSION = 1


class _Hidden(NamedTuple):
    hands: tuple[CardMask, ...]
    stock: CardOrder
    reshuffles: tuple[CardOrder, ...]
    drawn: Card | None = None


def state_to_json(state: TablingState) -> Json:
    """`{"v", "open": …, "hidden": …}`."""
    hands, stock, drawn, reshuffles = state.hidden
    return {
        "v": STATE_VERSION,
        "open": write_record(state.open),
        "hidden": write_record(_Hidden(hands, stock, reshuffles, drawn)),
    }


def state_from_json(rules: RuleSet, data: Json) -> TablingState:
    """The state stored by `state_to_json`; UnreadableRecord for another version."""
    if data.get("v") != STATE_VERSION:
        raise UnreadableRecord(f"state of version {data.get('v')}")
    hands, stock, reshuffles, drawn = read_record(_Hidden, data["hidden"])
    hidden = Hidden(hands, stock, drawn, reshuffles)
    return TablingState(laws_of(rules), read_record(OpenRound, data["open"]), hidden)
