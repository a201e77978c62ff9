"""What one seat, or a spectator, may know of a match: the table view without names.

The shell adds the table's name and the players' names; every card in here comes from
`engine.view`, the only place that shows hands.
"""

from __future__ import annotations

from typing import Any

from games import engine
from games.engine.codec import write_record
from games.engine.stored import action_to_json
from games.match.state import MatchState, Phase


def view(state: MatchState, seat: int | None) -> dict[str, Any]:
    """The JSON-ready view of a seat; `None` is a spectator."""
    clock = state.clock
    return {
        "phase": state.phase.value,
        "seat": seat,
        "turn": clock.turn,
        "deadline_at": clock.deadline_ms,
        "turn_started_at": clock.started_ms,
        "seats": [_seat(state, number) for number in range(state.terms.seats)],
        "round": _round(state, seat),
        "legal": _legal(state, seat),
        "controls": _controls(state, seat),
        "score_sheet": [write_record(line) for line in state.sheet],
        "result": None if state.result is None else write_record(state.result),
        "seating": None if state.draw is None else write_record(state.draw),
    }


def terms_view(state: MatchState) -> dict[str, Any]:
    """The terms as players read them."""
    terms = state.terms
    return {
        "preset": terms.rules.key,
        "house_rules": list(terms.rules.house_rules),
        "format": terms.format.value,
        "variations": list(terms.rules.variations),
        "point_limit": terms.point_limit,
        "penalty_limit": terms.rules.penalty_limit,
        "rounds": terms.rounds_due,
        "trophy": terms.trophy,
        "seats": terms.seats,
        "stake_chips": terms.stake_chips,
        "turn_seconds": terms.turn_ms // 1000,
        "bank_seconds": terms.bank_ms // 1000,
        "training": not terms.rated,
        "rules": terms.rules.to_json(),
    }


def _seat(state: MatchState, number: int) -> dict[str, Any]:
    return {
        "seat": number,
        "total": state.totals[number],
        "rounds_won": state.rounds_won[number],
        "ready": state.ready[number],
        "bank_ms": state.clock.banks_ms[number],
        "automatic": state.automatic[number],
        "resigned": state.resigned[number],
    }


def _round(state: MatchState, seat: int | None) -> dict[str, Any] | None:
    if state.round_number == 0:
        return None
    cards = {} if state.round is None else engine.view(state.round, seat).to_json()
    # Between rounds the finished round stays on the table while the next one is committed to.
    return {
        "number": state.round_number,
        "dealer": state.dealer,
        "commitment": state.commitment,
        **{key: value for key, value in cards.items() if key != "v"},
    }


def _legal(state: MatchState, seat: int | None) -> list[dict[str, Any]]:
    if seat is None or state.resigned[seat]:
        return []
    if state.phase is Phase.BETWEEN:
        waiting = not state.ready[seat] or state.automatic[seat]
        return [{"type": "ready"}] if waiting else []
    if state.phase is not Phase.PLAYING or state.round is None:
        return []
    return [action_to_json(action) for action in engine.legal_actions(state.round, seat)]


def _controls(state: MatchState, seat: int | None) -> list[str]:
    """Table actions a seat may take at any time, as the types of their actions."""
    if seat is None or state.resigned[seat]:
        return []
    if state.phase not in (Phase.BETWEEN, Phase.PLAYING):
        return []
    return ["return" if state.automatic[seat] else "sit_out", "resign"]
