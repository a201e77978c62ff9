"""Loading what a step needs to see: a few rows by index, never the whole field without need."""

from collections.abc import Sequence
from typing import Any

import orjson

from accounts.models import ClubMember
from rummy.settlement import SeatScore
from tournaments import director
from tournaments.director.snapshot import (
    Placed,
    Reach,
    Record,
    RoundResult,
    Sitting,
    Snapshot,
    Standing,
    TableAtHand,
    TableScore,
    Unranked,
)
from tournaments.models import Entry
from tournaments.running.live import LiveTournament
from web.database.sql import rows

Row = tuple[Any, ...]

# Each of the three windows reads the head of one partial index.
_TABLES = """
SELECT number, size, resting, held, rounds, pcr, dealt, stacks, result
FROM tournaments_tournamenttable WHERE tournament_id = %s AND is_open
"""
_FINISHED = _TABLES + "AND result IS NOT NULL ORDER BY number LIMIT %s"
_SHORT = _TABLES + "ORDER BY size, number LIMIT %s"
_TALL = _TABLES + "AND resting ORDER BY size DESC, number LIMIT %s"
_SITTINGS = """
SELECT table_number, id, seat, stack_chips, moves, absent_rounds, heads
FROM tournaments_entry
WHERE tournament_id = %s AND table_number = ANY(%s) ORDER BY table_number, seat
"""


def load_snapshot(live: LiveTournament, reach: Reach | None = None) -> Snapshot:
    """The tournament as far as the next step has to look."""
    reach = reach or director.reach(live.plan, live.clock, live.field)
    finished = _first(_FINISHED, live.id, reach.settling)
    short = _first(_SHORT, live.id, reach.window)
    tall = _first(_TALL, live.id, reach.window)
    sittings = _sittings(live.id, {row[0] for row in (*finished, *short, *tall)})
    return Snapshot(
        plan=live.plan,
        clock=live.clock,
        field=live.field,
        finished=_at_hand(finished, sittings) if not reach.records else (),
        short=_at_hand(short, sittings),
        tall=_at_hand(tall, sittings),
        unseated=_in_order(live.id, reach.window, table_number=None)
        if reach.window and live.field.unseated
        else (),
        unranked=_unranked(live, reach),
        staying=_in_order(live.id) if reach.staying else (),
        records=_records(live) if reach.records else (),
        stage_results=_stage_results(live.id) if reach.records else (),
        placed=_placed(live) if reach.placed else (),
        missing=_in_order(live.id, checked_in_at=None) if reach.missing else (),
        nobody_there=reach.presence and not _anybody_there(live),
    )


def _anybody_there(live: LiveTournament) -> bool:
    """Who has lost plays no more; who waits alone at a table may be there, until somebody comes."""
    found = Entry.objects.filter(
        tournament_id=live.id,
        status="in",
        lost_stage__isnull=True,
        absent_rounds__lt=live.plan.absent_rounds,
    )
    return found.exists()


def _first(sql: str, tournament_id: int, most: int) -> list[Row]:
    return rows(sql, [tournament_id, most]) if most else []


def _sittings(tournament_id: int, numbers: set[int]) -> dict[int, list[Sitting]]:
    found: dict[int, list[Sitting]] = {number: [] for number in numbers}
    if numbers:
        for table, *sitting in rows(_SITTINGS, [tournament_id, sorted(numbers)]):
            found[table].append(Sitting(*sitting))
    return found


def _at_hand(found: Sequence[Row], sittings: dict[int, list[Sitting]]) -> tuple[TableAtHand, ...]:
    return tuple(
        TableAtHand(
            number,
            tuple(sittings[number]),
            resting,
            held,
            _result(rounds, pcr, dealt, stacks, payload),
        )
        for number, _, resting, held, rounds, pcr, dealt, stacks, payload in found
    )


def _result(
    rounds: int, pcr: int, dealt: list[int], stacks: list[int], payload: Any
) -> RoundResult | None:
    if payload is None:
        return None
    read = orjson.loads(payload)
    return RoundResult(
        number=rounds,
        pcr=pcr,
        dealer=read["dealer"],
        entries=tuple(dealt),
        stacks_chips=tuple(stacks),
        scores=tuple(SeatScore(*score) for score in read["scores"]),
    )


def _in_order(tournament_id: int, most: int | None = None, **only: Any) -> tuple[int, ...]:
    """Everybody who is in, in the order of entry, or of these `only` some, no more than `most`."""
    staying = Entry.objects.filter(tournament_id=tournament_id, status="in", **only)
    return tuple(staying.order_by("number").values_list("pk", flat=True)[:most])


_UNRANKED = """
SELECT id, number, CASE WHEN status = 'in' THEN stack_chips ELSE out_chips END, wave,
       status = 'in', heads, paid_chips, fee_chips
FROM tournaments_entry
WHERE tournament_id = %(tournament)s AND rank IS NULL AND status <> 'withdrawn'
"""
# Of the fallen, those without a rank fell last: the index is read from its end, and no further.
# The best who stay are found without sorting the others, which a portion after the next would do
# again; who has as much as the last of them is among them.
_WHICH = {
    Unranked.ALL: " ORDER BY number",
    Unranked.OUT: " AND status = 'out' ORDER BY wave DESC LIMIT %(fallen)s",
    Unranked.STAYING: """ AND status = 'in' AND stack_chips >= (
        SELECT min(stack_chips) FROM (
            SELECT stack_chips FROM tournaments_entry
            WHERE tournament_id = %(tournament)s AND rank IS NULL AND status = 'in'
            ORDER BY stack_chips DESC LIMIT %(best)s) AS best)""",
}


def _unranked(live: LiveTournament, reach: Reach) -> tuple[Standing, ...]:
    if reach.unranked is Unranked.NONE:
        return ()
    facts = {"tournament": live.id, "fallen": live.field.fallen, "best": reach.best}
    return tuple(Standing(*one) for one in rows(_UNRANKED + _WHICH[reach.unranked], facts))


def _placed(live: LiveTournament) -> tuple[Placed, ...]:
    """Who has a rank, from the best of the disqualified on."""
    ranked = Entry.objects.filter(tournament_id=live.id, rank__isnull=False)
    barred = ranked.filter(pk__in=live.clock.disqualified)
    best = barred.order_by("rank").values_list("rank", flat=True).first()
    if best is None:
        return ()
    found = ranked.filter(rank__gte=best).order_by("rank", "number")
    placed = found.values_list("pk", "number", "rank")
    return tuple(Placed(entry, number, rank or 0) for entry, number, rank in placed)


def _records(live: LiveTournament) -> tuple[Record, ...]:
    found = (
        Entry.objects.filter(tournament_id=live.id)
        .entered()
        .order_by("number")
        .values_list(
            *("pk", "number", "points", "score", "met", "byes", "team", "lost_stage"),
            *("status", "places", "gained"),
        )
    )
    clubs = _clubs(live.id) if live.plan.clubs_apart and not live.clock.stage else {}
    return tuple(
        Record(
            *(entry, number, points, score, tuple(met), byes, team, lost, status != "in"),
            *(tuple(places), tuple(gained), tuple(clubs.get(entry, ()))),
        )
        for entry, number, points, score, met, byes, team, lost, status, places, gained in found
    )


def _clubs(tournament_id: int) -> dict[int, list[int]]:
    """The open clubs that the players of these entries belong to, by entry."""
    found: dict[int, list[int]] = {}
    belonging = ClubMember.objects.filter(
        player__entries__tournament_id=tournament_id, club__closed_at=None
    )
    for entry, club in belonging.order_by("pk").values_list("player__entries", "club_id"):
        found.setdefault(entry, []).append(club)
    return found


def _stage_results(tournament_id: int) -> tuple[TableScore, ...]:
    found = []
    for number, *_, dealt, _stacks, result in rows(_FINISHED, [tournament_id, 100_000]):
        payload = orjson.loads(result)
        scores = tuple(SeatScore(*score) for score in payload["scores"])
        boards = tuple(tuple(points) for points in payload["boards"])
        told = boards, tuple(payload["gave_up"]), payload["deals"]
        found.append(TableScore(number, tuple(dealt), scores, *told))
    return tuple(found)
