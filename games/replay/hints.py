"""What an experienced player would do: at a training table now, and in a finished round before.

A hint is worked out from the seat's own view and from what everybody has seen; a review judges each
decision by what its player could know then. What takes more than a few milliseconds is thought in a
worker (`games.replay.thoughts`).
"""

from typing import Any

from games.models import Round, ThoughtKind
from games.models.rounds import SEATS_MAX
from games.moves.errors import Conflict, NotAllowed, NotFound
from games.replay.log import recollection_of
from games.replay.rounds import course_of, steps_of
from games.replay.shapes import ExpertLineShape, HintShape, SeatReviewShape
from games.replay.thoughts import Asked, thought
from games.tables.reading import table_reading
from rummy import engine
from rummy.engine.as_json.codec import write_record
from rummy.engine.as_json.stored import event_from_json, event_to_json
from rummy.engine.budget import OutOfSteps
from rummy.hints import advise, advise_at_once
from rummy.hints.advice import rounded
from rummy.hints.review import decisions
from rummy.match import Phase
from rummy.skill import accuracy, story_of
from rummy.skill.expert_line import expert_line
from rummy.skill.measure import game_of, tallied
from web.api.payloads import With
from web.finding import or_raise


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
    seat = or_raise(reading.seat_of(player_id), NotAllowed("not_at_this_table", table=table_id))
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
        return thought(ThoughtKind.HINT, table_id, reading.version)
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


def review_of(played: Round) -> dict[str, Any] | Asked:
    """The decisions of each seat in a finished round, judged, by seat.

    `step` is the place in the replay where the decision was about to be made. Thought once.

    Raises Refused(nobody_thought): no worker has in all the time there was.
    """
    return thought(ThoughtKind.REVIEW, played.table_id, played.number)


def think_of_review(table_id: int, number: int) -> dict[str, Any] | None:
    """The review of a round; None when there is no such round that is over."""
    played = _over(table_id, number)
    if played is None:
        return None
    terms, seats, events = course_of(played)
    made = [list(decisions(terms.rules, seats, events, seat)) for seat in range(seats)]
    story = story_of(terms.rules, seats, events)
    by_seat = [
        SeatReviewShape.of(
            seat=seat,
            accuracy=accuracy([tallied(terms.rules, judged)], game_of(terms.rules)),
            decisions=[With(one, step=one.place - 1) for one in judged],
            luck=story.parts[seat].told() if story else None,
            values=[
                {"step": now.place, "value": rounded(now.values[seat])}
                for now in (story.moments if story else ())
            ],
        )
        for seat, judged in enumerate(made)
    ]
    return {"results": by_seat}


def expert_line_of(played: Round, seat: int) -> dict[str, Any] | Asked:
    """The finished round as the strong bot would have played it from this seat. Thought once.

    Raises Conflict(no_such_seat): the round was not dealt to it.
    Refused(nobody_thought): no worker has in all the time there was.
    """
    terms, seats, _events = course_of(played)
    if seat >= seats:
        raise Conflict("no_such_seat", seat=seat, seats=seats)
    found = thought(ThoughtKind.EXPERT, played.table_id, played.of_seat(seat))
    if isinstance(found, Asked):
        return found
    events = [event_from_json(event) for event in found["events"]]
    numbered = list(enumerate(events, start=1))
    return ExpertLineShape.of(
        seat=seat,
        step=found["step"],
        events=[{"seq": at, **event} for at, event in enumerate(found["events"], start=1)],
        steps=steps_of(terms.rules, seats, numbered),
        score=found["score"],
    )


def think_of_expert_line(table_id: int, number: int) -> dict[str, Any] | None:
    """The strong bot's line in a round and from a seat; None when there is no such round."""
    round_number, seat = divmod(number, SEATS_MAX)
    played = _over(table_id, round_number)
    if played is None:
        return None
    terms, seats, events = course_of(played)
    line = expert_line(terms.rules, seats, events, seat)
    score = engine.score(engine.fold(terms.rules, seats, line.events))
    if score is None:
        raise AssertionError("a round that is over has a score")
    return {
        "events": [event_to_json(event) for event in line.events],
        "step": None if line.parts_at is None else line.parts_at - 1,
        "score": write_record(score),
    }


def _over(table_id: int, number: int) -> Round | None:
    rounds = Round.objects.all_cards_open().select_related("table")
    return rounds.filter(table_id=table_id, number=number).first()


THINKERS = {
    ThoughtKind.HINT.value: think_of_hint,
    ThoughtKind.REVIEW.value: think_of_review,
    ThoughtKind.EXPERT.value: think_of_expert_line,
}
