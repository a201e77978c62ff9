"""A match as JSON: the snapshot that is stored with every move."""

from typing import Any

from rummy.engine.as_json.codec import read_record, write_record
from rummy.engine.as_json.stored import state_from_json as cards_from_json
from rummy.engine.as_json.stored import state_to_json as cards_to_json
from rummy.match.events import MatchFinished, RoundScored, SeatsDrawn
from rummy.match.state import OF_EACH_SEAT, Clock, MatchState, Phase, Roster, opening_roster
from rummy.match.terms import MatchTerms

SNAPSHOT_VERSION = 1


def state_to_json(state: MatchState) -> dict[str, Any]:
    """The state without its terms and score sheet: these change never and once a round."""
    clock = state.clock
    return {
        "v": SNAPSHOT_VERSION,
        "phase": state.phase.value,
        "round_number": state.round_number,
        "dealer": state.dealer,
        "commitment": state.commitment,
        **{name: getattr(state, name) for name in OF_EACH_SEAT},
        "clock": [
            *(clock.banks_ms, clock.turn, clock.started_ms, clock.deadline_ms, clock.expired),
            clock.knock_until_ms,
        ],
        "grace": [clock.graces_ms, clock.grace_since_ms],
        # Left out while everybody plays and nobody was played for: it is written with every move.
        "roster": None
        if state.roster == opening_roster(state.terms)
        else write_record(state.roster),
        "round": None if state.round is None else cards_to_json(state.round),
        "result": None if state.result is None else write_record(state.result),
        "draw": None if state.draw is None else write_record(state.draw),
    }


def sheet_to_json(sheet: tuple[RoundScored, ...]) -> list[dict[str, Any]]:
    """The score sheet, a line for each round."""
    return [write_record(line) for line in sheet]


def sheet_from_json(sheet: list[dict[str, Any]]) -> tuple[RoundScored, ...]:
    """The lines that `sheet_to_json` wrote."""
    return tuple(read_record(RoundScored, line) for line in sheet)


def state_from_json(
    terms: MatchTerms, data: dict[str, Any], sheet: tuple[RoundScored, ...]
) -> MatchState:
    """The state that `state_to_json` wrote, with its sheet."""
    banks_ms, turn, started_ms, deadline_ms, expired, knock_until_ms = data["clock"]
    cards, result, draw, roster = (data.get(key) for key in ("round", "result", "draw", "roster"))
    graces_ms, grace_since_ms = data["grace"]
    clock = Clock(
        *(tuple(banks_ms), turn, started_ms, deadline_ms, expired),
        graces_ms=tuple(graces_ms),
        grace_since_ms=grace_since_ms,
        knock_until_ms=knock_until_ms,
    )
    return MatchState(
        terms=terms,
        phase=Phase(data["phase"]),
        round_number=data["round_number"],
        dealer=data["dealer"],
        commitment=data["commitment"],
        **{name: tuple(data[name]) for name in OF_EACH_SEAT},
        clock=clock,
        roster=opening_roster(terms) if roster is None else read_record(Roster, roster),
        sheet=sheet,
        round=None if cards is None else cards_from_json(terms.rules, cards),
        result=None if result is None else read_record(MatchFinished, result),
        draw=None if draw is None else read_record(SeatsDrawn, draw),
    )
