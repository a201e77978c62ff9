"""Time for people to knock for the discard while another seat is on turn (GER-V4)."""

from rummy import engine
from rummy.engine.moves import DrawStock
from rummy.engine.records import Action
from rummy.match.state import MatchState, Phase


def seats_out_of_turn(state: MatchState) -> tuple[int, ...]:
    """The seats that may do something while another is on turn."""
    cards = state.round
    if state.phase is not Phase.PLAYING or cards is None:
        return ()
    return tuple(
        seat for seat in state.staying if seat != cards.turn and engine.legal_actions(cards, seat)
    )


def knock_until_ms(state: MatchState) -> int | None:
    """Until when people have time to knock, a moment that may be over; None where nobody may."""
    if not state.clock.knock_until_ms:
        return None
    people = any(
        not state.robots[seat] and not state.automatic[seat] for seat in seats_out_of_turn(state)
    )
    return state.clock.knock_until_ms if people else None


def leave_time_to_knock(state: MatchState, action: Action, now_ms: int) -> None:
    """IllegalAction(others_may_knock) for a draw from the stock while people may still knock."""
    until_ms = knock_until_ms(state) if isinstance(action, DrawStock) else None
    if until_ms is not None and now_ms < until_ms:
        raise engine.IllegalAction("others_may_knock", rule="GER-V4", wait_ms=until_ms - now_ms)
