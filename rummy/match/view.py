"""What one seat, or a spectator, may know of a match: the table view without names.

The shell adds the table's name and the players' names; every card in here comes from
`engine.view`, the only place that shows hands.
"""

from typing import Any

from rummy import engine
from rummy.engine.as_json.codec import write_record
from rummy.engine.as_json.stored import action_to_json
from rummy.engine.records import CutShort
from rummy.match.codec import sheet_to_json
from rummy.match.roster import may_buy_back, worst_total
from rummy.match.state import MatchState, Phase
from rummy.match.terms import MatchTerms
from rummy.match.time.knocking import knock_until_ms


def view(state: MatchState, seat: int | None) -> dict[str, Any]:
    """The JSON-ready view of a seat; `None` is a spectator."""
    clock = state.clock
    legal, is_cut = _legal(state, seat)
    return {
        "phase": state.phase.value,
        "seat": seat,
        "turn": clock.turn,
        "deadline_at": clock.deadline_ms,
        "turn_started_at": clock.started_ms,
        "knock_until": knock_until_ms(state),
        "seats": [_seat(state, number) for number in range(state.terms.seats)],
        "round": _round(state, seat),
        "legal": legal,
        "legal_cut": is_cut,
        "controls": _controls(state, seat),
        "score_sheet": sheet_to_json(state.sheet),
        "result": None if state.result is None else write_record(state.result),
        "seating": None if state.draw is None else write_record(state.draw),
        "grace": state.clock.grace_since_ms is not None,
        # What was played for this seat since its player was last there.
        "played_for": [write_record(one) for one in state.roster.played_for if one.seat == seat],
        "rebuy": _rebuy(state, seat),
    }


def terms_view(terms: MatchTerms) -> dict[str, Any]:
    """The terms as players read them."""
    before = terms.played_on
    return {
        "preset": terms.rules.key,
        "house_rules": list(terms.rules.house_rules),
        "format": terms.format.value,
        "variations": list(terms.rules.variations),
        "point_limit": terms.rules.point_limit,
        "penalty_limit": terms.rules.penalty_limit,
        "rounds": terms.rounds_due,
        "trophy": terms.trophy,
        "seats": terms.seats,
        "settlement": terms.settlement,
        "stake_chips": terms.stake_chips,
        "fee_chips": terms.fee_chips,
        "prizes": list(terms.prizes),
        "tie_breakers": terms.tie_breakers,
        "rebuys_max": terms.rebuys_max,
        "absence": {**write_record(terms.absence), "grace_seconds": terms.absence.grace_ms // 1000},
        "turn_based": terms.turn_based,
        "hours": None if terms.hours is None else [terms.hours.opens, terms.hours.closes],
        "vacation_days": terms.vacation_days,
        "turn_seconds": terms.turn_ms // 1000,
        "bank_seconds": terms.bank_ms // 1000,
        "training": terms.training or not terms.rules.rated,
        "shared_deals": list(terms.shared_deals),
        "played_on": before and {"table": before.table, "round": before.round, "step": before.step},
        # Training by the rule or by the flag is one thing to whoever reads it (GIN-S9).
        "rules": terms.rules.to_json() | {"rated": terms.rated},
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
        "out": not state.is_in(number),
        "rebuys": state.roster.rebuys[number],
        "away_until": state.roster.away_until_ms[number] or None,
        "vacation_left": state.roster.vacation_left[number],
    }


def _rebuy(state: MatchState, seat: int | None) -> dict[str, int] | None:
    """What it costs this seat to be in again, and with how many points; None where it cannot."""
    if seat is None or not may_buy_back(state, seat):
        return None
    return {"chips": state.terms.buy_in_chips, "total": worst_total(state)}


def _round(state: MatchState, seat: int | None) -> dict[str, Any] | None:
    if state.round_number == 0:
        return None
    own = seat if seat is not None and state.is_in(seat) else None
    cards = {} if state.round is None else engine.view(state.round, own).to_json()
    # Between rounds the finished round stays on the table while the next one is committed to.
    return {
        "number": state.round_number,
        "dealer": state.dealer,
        "commitment": state.commitment,
        **{key: value for key, value in cards.items() if key != "v"},
    }


def _legal(state: MatchState, seat: int | None) -> tuple[list[dict[str, Any]], bool]:
    """What the seat may do now, and whether the list was cut short."""
    if seat is None or state.resigned[seat]:
        return [], False
    if state.phase is Phase.BETWEEN:
        waiting = not state.ready[seat] or state.automatic[seat]
        return ([{"type": "ready"}] if waiting else []), False
    if state.phase is not Phase.PLAYING or state.round is None or not state.is_in(seat):
        return [], False
    found = engine.legal_actions(state.round, seat)
    listed = [one for one in found if state.may_detour(seat) or not one.takes_back]
    return [action_to_json(action) for action in listed], isinstance(found, CutShort)


def _controls(state: MatchState, seat: int | None) -> list[str]:
    """Table actions a seat may take at any time, as the types of their actions."""
    if seat is None or state.resigned[seat]:
        return []
    if state.phase not in (Phase.BETWEEN, Phase.PLAYING) or not state.is_in(seat):
        return []
    vacation = ["take_vacation"] if state.roster.vacation_left[seat] else []
    leave = ["sit_out"] if state.may_detour(seat) else []
    return [*(["return"] if state.automatic[seat] else leave), "resign", *vacation]
