"""A state as JSON, compact: it is stored after every move, without its rules."""

from rummy.engine.as_json.codec import Json, read_record, write_record
from rummy.engine.errors import UnreadableRecord
from rummy.engine.families.table_melding.rules.laws import laws_of
from rummy.engine.families.table_melding.state import Hidden, OpenRound, TableMeldingState
from rummy.engine.rules import RuleSet

STATE_VERSION = 1


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
