"""A finished round, played on from one of its moments by somebody who wants to know.

The same cards, in the same order, at a table of one's own: what was played before that moment has
been played there too, and bots of the house sit on the other seats. Such a table counts for
nothing, for its player knows the cards.
"""

from dataclasses import dataclass, replace
from typing import Final

from django.db import transaction

from accounts.models import Player
from games.models import Round, RoundSecret, Seat, Table
from games.moves.decks import seal
from games.moves.errors import Conflict
from games.replay.rounds import Course, course_of, ended_round, seats_then, seeds_of
from games.tables import opening_hours
from games.tables.opening import idle_bots, require_free_hands
from games.tables.whole_tables import seat_everybody
from rummy import engine
from rummy.engine.records import Action
from rummy.fairness import RoundSeeds
from rummy.fairness.dealing import DEALT_BEFORE
from rummy.match import FirstDeal, MatchFormat, MatchTerms, PlayedOn

OPPONENT: Final = "expert"
TURN_MS: Final = 3_600_000  # a table of one's own keeps nobody waiting


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a round goes on: who sits where, and the moves (seat, action) made before."""

    played: Round
    course: Course
    step: int
    seat: int
    moves: tuple[tuple[int, Action], ...]


def moment_of(
    *, table_id: int, number: int, step: int, player: Player | None, seat: int | None = None
) -> Moment:
    """The round after this step, as this player, or a visitor, may play it on; see `play_on`."""
    played = ended_round(table_id, number, visible_to=player)
    course = course_of(played)
    moves, turn = _until(course, step)
    own = seat if seat is not None else _own_seat(played, course, player)
    own = turn if own is None else own
    if not 0 <= own < course.seats:
        raise Conflict("no_such_seat", seat=own, seats=course.seats)
    return Moment(played, course, step, own, moves)


@transaction.atomic
def play_on(
    *, table_id: int, number: int, step: int, player: Player, seat: int | None = None
) -> Seat:
    """The player's seat at a new table where the round goes on after this step.

    `step` is a place in the steps of the round, from 0, the deal; a move of several steps is made
    whole. Without a `seat` it is the player's own in that round, or else the one on turn.

    Raises:
        NotFound(table_not_found, round_not_over, deal_not_open): the round may not be read.
        Conflict(nothing_left_to_play): by then the round is over; or there is no such step.
        Conflict(no_such_seat): the round was not dealt to this seat.
        Conflict(too_many_seats, house_closed).
    """
    opening_hours.require_open(player)
    now = moment_of(table_id=table_id, number=number, step=step, player=player, seat=seat)
    require_free_hands(player=player, turn_based=False)
    seeds = seeds_of(now.played, now.course.terms)
    terms = _terms(now, seeds)
    table = Table.objects.create(
        called_after=player.name,
        preset=terms.rules.key,
        terms=terms.to_json(),
        seats_max=terms.seats,
        stake_chips=0,
        is_private=True,
        created_by=player,
    )
    robots = iter(idle_bots(table=table, bot=OPPONENT, seats=terms.seats - 1))
    RoundSecret.objects.create(table=table, number=1, sealed_seed=seal(seeds.server_seed))
    dealer = engine.fold(now.course.terms.rules, now.course.seats, now.course.events[:1]).dealer
    seat_everybody(
        table=table,
        people={at: player if at == now.seat else next(robots) for at in range(terms.seats)},
        first_deal=FirstDeal(dealer, DEALT_BEFORE, moves=now.moves),
    )
    return Seat.objects.select_related("table").get(table=table, player=player)


def _until(course: Course, step: int) -> tuple[tuple[tuple[int, Action], ...], int]:
    """The moves (seat, action) up to this step, and the seat that is on turn after them."""
    state = engine.fold(course.terms.rules, course.seats, ())
    moves: list[tuple[int, Action]] = []
    for place, event in enumerate(course.events):
        action = event.cause()
        if place > step and (action is not None or state.is_over):
            break
        if action is not None:
            moves.append((event.seat, action))  # type: ignore[attr-defined]  # whoever acts sits
        state = engine.evolve(state, event)
    if state.turn is None or not 0 <= step < len(course.events):
        raise Conflict("nothing_left_to_play", step=step, steps=len(course.events))
    return tuple(moves), state.turn


def _own_seat(played: Round, course: Course, player: Player | None) -> int | None:
    """Where the player sat; None where they did not, or were out of it."""
    if player is None:
        return None
    places = seats_then(played, played.table.seats.all())
    return next(
        (at for at, place in places if place.player_id == player.pk and at < course.seats), None
    )


def _terms(now: Moment, seeds: RoundSeeds) -> MatchTerms:
    """One round by the same rules, with all the time one likes."""
    before = now.course.terms
    return MatchTerms(
        rules=replace(before.rules, jeton_per_round=False),
        seats=now.course.seats,
        format=MatchFormat.RING,
        rounds=1,
        turn_ms=TURN_MS,
        bank_ms=0,
        training=True,
        absence=before.absence,
        knock_ms=before.knock_ms,
        played_on=PlayedOn(
            table=now.played.table_id,
            round=now.played.number,
            step=now.step,
            drawn_for=seeds.bound_to,
            client_seeds=seeds.client_seeds,
        ),
    )
