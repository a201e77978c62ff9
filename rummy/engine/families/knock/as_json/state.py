"""A state as JSON, compact: it is stored after every move, without its rules."""

from typing import NamedTuple

from rummy.engine.as_json.codec import Card, CardMask, Json, read_record, write_record
from rummy.engine.errors import UnreadableRecord
from rummy.engine.families.knock.as_json.memory import memory_from_json, memory_to_json
from rummy.engine.families.knock.open_facts import OpenFacts
from rummy.engine.families.knock.rules.laws import laws_of
from rummy.engine.families.knock.state import KnockState, OpenRound
from rummy.engine.rules import RuleSet

STATE_VERSION = 1


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
