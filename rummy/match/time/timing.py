"""What time does at a table: the pause ends, somebody is late or absent, an outage is made good."""

from rummy import engine
from rummy.bots import safe_turn
from rummy.engine.records import Action
from rummy.match import events as ev
from rummy.match.rounds import after_cards, start_round
from rummy.match.run import Run, Shuffler, Step
from rummy.match.state import MatchState, Phase
from rummy.match.time.clocks import lost_ms

# No rule allows a turn this long, with every card of two decks taken back and laid once more;
# reaching it means that automatic moves do not end turns.
AUTOMATIC_STEPS_MAX = 300


def tick(state: MatchState, *, now_ms: int, shuffler: Shuffler) -> Step:
    """Do what is due at `now_ms`: deal after the pause, move for an absent or late player.

    Returns a step without events when nothing is due, so it may be called at any time.
    """
    run = Run(state, now_ms, shuffler)
    deadline_ms = state.clock.deadline_ms
    if deadline_ms is None or now_ms < deadline_ms:
        return run.step()
    if state.phase is Phase.BETWEEN:
        start_round(run)
    elif state.clock.turn is not None and not _grace_begins(run, state.clock.turn):
        _play_for_absent(run, state.clock.turn)
    return run.step()


def play_for(
    state: MatchState, action: Action, *, by: str, now_ms: int, shuffler: Shuffler
) -> Step:
    """One action that the bot `by` has chosen for the seat on turn, whose time is up.

    Returns a step without events when no time is up.
    """
    run = Run(state, now_ms, shuffler)
    deadline_ms, turn = state.clock.deadline_ms, state.clock.turn
    due = deadline_ms is not None and now_ms >= deadline_ms
    if not due or state.phase is not Phase.PLAYING or turn is None or state.round is None:
        return run.step()
    if not _grace_begins(run, turn):
        _note_absence(run, turn)
        for event in engine.decide(state.round, turn, action):
            run.emit(event)
        run.emit(ev.PlayedFor(turn, state.round_number, (_automatic_move(action),), by))
        after_cards(run)
    return run.step()


def compensate(
    state: MatchState, *, from_ms: int, until_ms: int, now_ms: int, shuffler: Shuffler
) -> Step:
    """Make an outage of the house good on the clock that runs; once for each outage."""
    run = Run(state, now_ms, shuffler)
    if lost_ms(state, from_ms, until_ms):
        run.emit(ev.OutageCompensated(from_ms, until_ms))
    return run.step()


def give_time(state: MatchState, *, ms: int, now_ms: int, shuffler: Shuffler) -> Step:
    """More time for the turn that is on; a step without events where none is."""
    run = Run(state, now_ms, shuffler)
    if state.phase is Phase.PLAYING and state.clock.deadline_ms is not None:
        run.emit(ev.TimeGiven(ms))
    return run.step()


def _grace_begins(run: Run, seat: int) -> bool:
    """Whether the table waits once more before it plays for whoever is late."""
    state = run.state
    waiting = state.clock.grace_since_ms is not None or state.clock.expired
    if waiting or state.plays_alone(seat) or state.robots[seat]:
        return False
    if not state.clock.graces_ms[seat]:
        return False
    run.emit(ev.GraceBegan(seat))
    return True


def _note_absence(run: Run, seat: int) -> None:
    """A turn is missed; once for each turn, however many moves are made in it."""
    if run.state.plays_alone(seat) or run.state.clock.expired:
        return
    run.emit(ev.TimedOut(seat))
    if run.state.misses[seat] >= run.state.terms.absence.misses_max:
        run.emit(ev.SatOut(seat, "misses"))


def _automatic_move(action: Action) -> ev.AutomaticMove:
    """What of an action its player is shown afterwards."""
    card = getattr(action, "card", None)
    cards = getattr(action, "cards", ()) if card is None else (card,)
    return ev.AutomaticMove(action.type, cards)


def _play_for_absent(run: Run, seat: int) -> None:
    _note_absence(run, seat)
    number, moves = run.state.round_number, list[ev.AutomaticMove]()
    cards = run.state.round
    if cards is None:
        return
    turn = safe_turn(engine.view(cards, seat))
    action = next(turn)
    for _ in range(AUTOMATIC_STEPS_MAX):
        moves.append(_automatic_move(action))
        for event in engine.decide(cards, seat, action):
            run.emit(event)
        cards = run.state.round
        if cards is None or cards.turn != seat:
            break
        action = turn.send(engine.view(cards, seat))
    else:
        raise AssertionError(f"seat {seat}: automatic moves do not end the turn")
    if not run.state.robots[seat]:
        run.emit(ev.PlayedFor(seat, number, tuple(moves)))
    after_cards(run)
