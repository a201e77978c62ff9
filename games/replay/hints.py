"""What an experienced player would do: at a training table now, and in a finished round before.

A hint is worked out from the seat's own view and from what everybody has seen; a review judges each
decision by what its player could know then. What takes more than a few milliseconds is thought in a
worker (`games.replay.thoughts`).
"""

from typing import Any

from games.models import Round, ThoughtKind
from games.moves.errors import Conflict, NotAllowed, NotFound
from games.replay.log import recollection_of
from games.replay.rounds import course_of
from games.replay.shapes import HintShape, SeatReviewShape
from games.replay.thoughts import Asked, thought
from games.tables.reading import table_reading
from rummy import engine
from rummy.engine.budget import OutOfSteps
from rummy.hints import advise, advise_at_once
from rummy.hints.advice import rounded
from rummy.hints.review import costliest, decisions
from rummy.match import Phase
from rummy.skill import accuracy, story_of
from rummy.skill.measure import game_of, tallied
from web.api.payloads import With

DECISIONS_SHOWN = 3
DECISIONS_KEPT = 5  # staff see more of them


def hint_for(table_id: int, player_id: int) -> dict[str, Any] | Asked:
    """The hint for the player on turn at a training table, with the version it is for.

    Where it takes long it is `Asked` for, and here when it has been thought of. An answer is always
    for the table as it is now.

    Raises:
        NotFound(table_not_found), NotAllowed(not_at_this_table, hints_in_training_only),
        Conflict(no_round_in_play, not_your_turn): nobody is helped anywhere else.
        Refused(nobody_thought): no worker has in all the time there was.
    """
    reading = table_reading(table_id)
    if not reading.may_be_seen_by(player_id):
        raise NotFound("table_not_found", table=table_id)
    seat = reading.seat_of(player_id)
    if seat is None:
        raise NotAllowed("not_at_this_table", table=table_id)
    state = reading.state
    if not state.terms.training:
        raise NotAllowed("hints_in_training_only", rule="GIN-S9", table=table_id)
    if state.phase is not Phase.PLAYING or state.round is None:
        raise Conflict("no_round_in_play", table=table_id)
    if state.round.turn != seat or state.resigned[seat]:
        raise Conflict("not_your_turn", seat=seat, turn=state.round.turn)
    try:
        hint = advise_at_once(engine.view(state.round, seat), recollection_of(reading))
    except OutOfSteps:
        found: dict[str, Any] | Asked = thought(ThoughtKind.HINT, table_id, reading.version)
        return found
    if hint is None:
        raise Conflict("not_your_turn", seat=seat, turn=state.round.turn)
    return HintShape.of(hint, version=reading.version)


def think_of_hint(table_id: int, version: int) -> dict[str, Any] | None:
    """The hint for the seat on turn, however long it takes; None when the table has moved on."""
    reading = table_reading(table_id)
    cards = reading.state.round
    if reading.version != version or cards is None or cards.turn is None:
        return None
    hint = advise(engine.view(cards, cards.turn), recollection_of(reading))
    if hint is None:
        raise AssertionError("a seat on turn has something to decide")
    return HintShape.of(hint, version=reading.version)


def review_of(played: Round) -> list[dict[str, Any]] | Asked:
    """The decisions of each seat in a finished round that gave most away, by seat.

    `step` is the place in the replay where the decision was about to be made. Thought once.

    Raises Refused(nobody_thought): no worker has in all the time there was.
    """
    found: list[dict[str, Any]] | Asked
    found = thought(ThoughtKind.REVIEW, played.table_id, played.number)
    return found


def think_of_review(table_id: int, number: int) -> list[dict[str, Any]] | None:
    """The review of a round; None when there is no such round that is over."""
    rounds = Round.objects.all_cards_open().select_related("table")
    played = rounds.filter(table_id=table_id, number=number).first()
    if played is None:
        return None
    terms, seats, events = course_of(played)
    made = [list(decisions(terms.rules, seats, events, seat)) for seat in range(seats)]
    story = story_of(terms.rules, seats, events)
    return [
        SeatReviewShape.of(
            seat=seat,
            accuracy=accuracy([tallied(terms.rules, judged)], game_of(terms.rules)),
            decisions=[With(one, step=one.place - 1) for one in costliest(judged, DECISIONS_KEPT)],
            luck=story.parts[seat].told() if story else None,
            values=[
                {"step": now.place, "value": rounded(now.values[seat])}
                for now in (story.moments if story else ())
            ],
        )
        for seat, judged in enumerate(made)
    ]


THINKERS = {ThoughtKind.HINT.value: think_of_hint, ThoughtKind.REVIEW.value: think_of_review}
