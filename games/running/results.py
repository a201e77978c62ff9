"""Telling people's careers what came of their tables: rounds for experience, matches for the rest.

A round that has ended and a table that is finished carry `booked_at` once they have counted. The
row is the truth: whoever looks, however often and however many at once, books what is not booked,
and `accounts` counts each round and match once even if that mark were lost.

A deal that others may still be dealt counts when it is open: what is counted of somebody stands on
their page, and would tell how the hand went.
"""

import logging

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from accounts.career.counting import count_match, count_rounds
from accounts.league import MatchResult, Participant, RoundResult
from accounts.models import Player
from accounts.people.conduct import AUTOMATIC, RESIGNED, record_conduct
from games.models import Round, Table, TableStatus
from games.skill.judging import ask_for
from games.tables.reading import table_reading
from rummy.match import CALLED_OFF, MatchState
from rummy.match.events import RoundScored

log = logging.getLogger(__name__)


@transaction.atomic
def book_results(*, table_id: int) -> bool:
    """Count what has ended at a table and was not counted; False when there was nothing.

    Nothing counts while others may still be dealt the same. A round that somebody plays on counts
    for nothing: its cards were known.
    Locks a finished table's row, never that of one being played: nobody's move waits for this.
    """
    if Round.objects.of_closed_deals().filter(table=table_id).exists():
        return False
    finished = Table.objects.select_for_update(no_key=True).filter(
        pk=table_id, status=TableStatus.FINISHED, booked_at=None
    )
    table = finished.first()
    ended = Round.objects.select_for_update(no_key=True).filter(
        table_id=table_id, ended_at__isnull=False, booked_at=None
    )
    numbers = {played.number for played in ended.order_by("number")}
    if table is None and not numbers:
        return False
    state = table_reading(table_id).state
    if state.terms.played_on is None:
        _count(table_id, state, table, numbers)
    if table is not None:
        Table.objects.filter(pk=table_id).update(booked_at=Now())
    Round.objects.filter(table_id=table_id, number__in=numbers).update(booked_at=Now())
    return True


def _count(table_id: int, state: MatchState, table: Table | None, numbers: set[int]) -> None:
    """These rounds, and the match of the finished table."""
    participants = _participants(state)
    rounds = [_round(state, scored) for scored in state.sheet]
    if table is not None:
        # First, since it takes the season's row and the careers of all, in the order of everybody.
        result = _match(table_id, state, participants, rounds)
        count_match(match=result, game=table.preset, at=table.finished_at)
        ended_at = table.finished_at or timezone.now()
        record_conduct(match=key_of(table_id), left=_left(state), at=ended_at)
    count_rounds(
        match=key_of(table_id),
        participants=participants,
        rounds=[played for played in rounds if played.number in numbers],
    )
    ask_for(table_id=table_id, numbers=numbers)


def book_due_results(*, most: int) -> int:
    """Book at tables with something to book; returns how many tables.

    Matches in the order in which they ended, since streaks and ratings go on from each other.
    """
    ended = _ended().order_by("finished_at", "id").values_list("pk", flat=True)[:most]
    in_play = _played().order_by("table_id").values_list("table_id", flat=True)[:most]
    booked = 0
    for table_id in dict.fromkeys([*ended, *in_play]):
        try:
            booked += book_results(table_id=table_id)
        except Exception:
            # One table that cannot be read must not keep all others from counting.
            log.exception("the results of table %s cannot be booked", table_id)
    return booked


def is_any_due() -> bool:
    """Whether there is something to book anywhere."""
    return _ended().exists() or _played().exists()


def _ended() -> QuerySet[Table]:
    closed = Round.objects.of_closed_deals().filter(table=OuterRef("pk"))
    unbooked = Table.objects.filter(status=TableStatus.FINISHED, booked_at=None)
    return unbooked.filter(~Exists(closed))


def _played() -> QuerySet[Round]:
    may_be_known = Q(shared_deal=None) | Q(shared_deal__opened_at__isnull=False)
    return Round.objects.filter(may_be_known, ended_at__isnull=False, booked_at=None)


def key_of(table_id: int) -> str:
    return f"table:{table_id}"


def _match(
    table_id: int, state: MatchState, participants: list[Participant], rounds: list[RoundResult]
) -> MatchResult:
    if state.result is None:
        raise AssertionError(f"table {table_id} is finished and not decided")
    # What the table agreed on about wins of those who were not there to win them.
    away = tuple(seat for seat in state.result.winners if state.automatic[seat])
    return MatchResult(
        key=key_of(table_id),
        family=state.terms.rules.family,
        # A tournament's round is a table of its own, and no match that rating could learn from.
        training=not state.terms.rated
        or state.terms.settlement == "tournament"
        or state.result.reason == CALLED_OFF,
        winners=state.result.winners,
        participants=tuple(participants),
        rounds=tuple(rounds),
        rated=not away or state.terms.absence.wins_rated,
        unscored=() if state.terms.absence.wins_in_league else away,
    )


def _left(state: MatchState) -> dict[int, str]:
    """How each person's match ended: given up, left to automatic play, or "" for played out."""
    if state.result is not None and state.result.reason == CALLED_OFF:
        return {}  # nobody is to blame for it
    return {
        player_id: RESIGNED if state.resigned[seat] else AUTOMATIC if state.automatic[seat] else ""
        for seat, player_id in enumerate(state.players)
        if not state.robots[seat]
    }


def _participants(state: MatchState) -> list[Participant]:
    people = Player.objects.in_bulk(state.players)
    rules, seats = state.terms.rules, state.terms.seats
    standing = _standing(state)
    return [
        Participant(
            seat=seat,
            player_id=player_id,
            side=min(rules.side_of(seat, seats)),
            total=standing[seat],
            resigned=state.resigned[seat],
            is_bot=people[player_id].is_program,
            is_guest=people[player_id].is_guest,
        )
        for seat, player_id in enumerate(state.players)
    ]


def _standing(state: MatchState) -> tuple[int, ...]:
    """Higher is better, by seat: the totals, or places where totals do not tell who came before."""
    places = state.result.places if state.result else None
    if places is None:
        return state.totals
    of_seat = {seat: -place for place, level in enumerate(places) for seat in level}
    return tuple(of_seat[seat] for seat in range(state.terms.seats))


def _round(state: MatchState, scored: RoundScored) -> RoundResult:
    rules, seats = state.terms.rules, state.terms.seats
    winners = () if scored.winner is None else tuple(rules.side_of(scored.winner, seats))
    return RoundResult(
        number=scored.number,
        winners=winners,
        reason=scored.reason,
        lines=tuple(scored.lines),
        played_for=() if state.terms.absence.rounds_give_experience else scored.played_for or (),
    )
