"""What an experienced player would do: at a training table now, and in a finished round before.

A hint is worked out from the seat's own view and from what everybody has seen; a review judges each
decision by what its player could know then.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from games.models import Round
from games.moves.errors import Conflict, NotAllowed, NotFound
from games.replay.recollection import recollection_of
from games.replay.rounds import card_events, stored_events
from games.replay.seating import dealt_seats
from games.replay.shapes import HintShape, ReviewShape
from games.tables.reading import table_reading
from rummy import engine
from rummy.hints import Decision, advise, costliest_decisions
from rummy.match import MatchTerms, Phase
from web.api.payloads import With

DECISIONS = 3


def hint_for(table_id: int, player_id: int) -> dict[str, Any]:
    """The hint for the player on turn at a training table, with the version it is for.

    Raises:
        NotFound(table_not_found), NotAllowed(not_at_this_table, hints_in_training_only),
        Conflict(no_round_in_play, not_your_turn): nobody is helped anywhere else.
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
    hint = advise(engine.view(state.round, seat), recollection_of(reading))
    if hint is None:
        raise Conflict("not_your_turn", seat=seat, turn=state.round.turn)
    return HintShape.of(hint, version=reading.version)


def review_of(played: Round) -> dict[str, Any]:
    """The decisions of each seat in a finished round that gave most away, by seat.

    `step` is the place in the replay where the decision was about to be made.
    """
    return ReviewShape.of(
        results=[
            {"seat": seat, "decisions": [With(one, step=one.place - 1) for one in decisions]}
            for seat, decisions in enumerate(_reviewed(played.pk))
        ]
    )


@lru_cache(maxsize=256)
def _reviewed(round_id: int) -> tuple[list[Decision], ...]:
    """A finished round never changes, so its review is worked out once."""
    played = Round.objects.select_related("table").get(pk=round_id)
    terms = MatchTerms.from_json(played.table.terms)
    log = stored_events(played)
    seats = dealt_seats(terms, log)
    events = [event for _seq, event in card_events(log)]
    return tuple(
        costliest_decisions(terms.rules, seats, events, seat, DECISIONS) for seat in range(seats)
    )
