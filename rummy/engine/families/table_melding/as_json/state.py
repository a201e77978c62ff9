"""A state as JSON, compact: it is stored after every move, without its rules."""

from typing import NamedTuple

from rummy.engine.as_json.codec import Card, CardMask, Json, read_record, write_record
from rummy.engine.errors import UnreadableRecord
from rummy.engine.families.table_melding.events import CardOrder
from rummy.engine.families.table_melding.rules.laws import laws_of
from rummy.engine.families.table_melding.state import Hidden, OpenRound, TableMeldingState
from rummy.engine.rules import RuleSet

STATE_VERSION = 1


class _Hidden(NamedTuple):
    hands: tuple[CardMask, ...]
    stock: CardOrder
    reshuffles: tuple[CardOrder, ...]
    drawn: Card | None = None


def state_to_json(state: TableMeldingState) -> Json:
    """`{"v", "open": …, "hidden": …}`."""
    hands, stock, drawn, reshuffles = state.hidden
    return {
        "v": STATE_VERSION,
        "open": write_record(state.open),
        "hidden": write_record(_Hidden(hands, stock, reshuffles, drawn)),
    }


def state_from_json(rules: RuleSet, data: Json) -> TableMeldingState:
    """The state stored by `state_to_json`; UnreadableRecord for another version."""
    if data.get("v") != STATE_VERSION:
        raise UnreadableRecord("another_version", field="state.v", found=data.get("v"))
    hands, stock, reshuffles, drawn = read_record(_Hidden, data["hidden"])
    hidden = Hidden(hands, stock, drawn, reshuffles)
    return TableMeldingState(laws_of(rules), read_record(OpenRound, data["open"]), hidden)
