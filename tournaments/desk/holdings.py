"""What the desk looks at: entries with what they hold, tables with their seats, settled rounds."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations

from django.db.models import Count, QuerySet

from games.moves.errors import Conflict, NotFound
from tournaments.director.desk.chips import WonRound
from tournaments.director.desk.holders import DeskTable, Holder
from tournaments.models import (
    Decision,
    Entry,
    EntryStatus,
    PlayedRound,
    ScoreSheet,
    TournamentTable,
)
from tournaments.running.live import LiveTournament
from tournaments.running.orders import is_quiet


def holder_of(live: LiveTournament, entry_id: int) -> Holder:
    """Raises NotFound(entry_not_found)."""
    found = holders_of(live, [entry_id])
    if entry_id not in found:
        raise NotFound("entry_not_found", entry=entry_id)
    return found[entry_id]


def holders_of(live: LiveTournament, entries: Iterable[int]) -> dict[int, Holder]:
    rows = (
        Entry.objects.filter(tournament_id=live.id, pk__in=list(entries))
        .entered()
        .select_related("player")
    )
    found = list(rows)
    numbers = {entry.table_number for entry in found if entry.table_number is not None}
    tables = {table.number: table for table in _open_tables(live).filter(number__in=numbers)}
    shared = _shared_ranks(live, {entry.rank for entry in found if entry.rank is not None})
    return {entry.pk: _holder(entry, tables, shared) for entry in found}


def others_in_stages(live: LiveTournament, entry: int) -> int:
    """How many others have not lost in a tournament of stages."""
    staying = Entry.objects.filter(
        tournament_id=live.id, status=EntryStatus.IN, lost_stage__isnull=True
    )
    return staying.exclude(pk=entry).count()


def plays_next(live: LiveTournament) -> frozenset[int]:
    """Who has a table in the stage that is paired next, as far as it is known now."""
    staying = Entry.objects.filter(tournament_id=live.id, status=EntryStatus.IN)
    resting = live.clock.requests.rest_in(live.clock.stage + 1)
    return frozenset(staying.exclude(pk__in=resting).values_list("pk", flat=True))


def met_before(named: Sequence[Holder]) -> list[tuple[str, str]]:
    """The names of those who have met in a stage before, or sit at one table now."""
    met = dict(Entry.objects.filter(pk__in=[one.entry for one in named]).values_list("pk", "met"))
    return [
        (one.name, other.name)
        for one, other in combinations(named, 2)
        if other.entry in met[one.entry] or (one.table is not None and one.table == other.table)
    ]


def _shared_ranks(live: LiveTournament, ranks: set[int]) -> set[int]:
    """Which of these ranks several have."""
    if not ranks:
        return set()
    having = Entry.objects.filter(tournament_id=live.id, rank__in=ranks).values_list("rank")
    return {rank for rank, entries in having.annotate(entries=Count("pk")) if entries > 1}


def _holder(entry: Entry, tables: dict[int, TournamentTable], shared: set[int]) -> Holder:
    table = tables.get(entry.table_number or 0)
    return Holder(
        entry=entry.pk,
        name=entry.player.name,
        stack_chips=entry.stack_chips,
        is_in=entry.status == EntryStatus.IN,
        table=entry.table_number,
        # Who has just been moved to a table where a round is on does not play in it.
        quiet=table is None or is_quiet(table) or entry.pk not in table.dealt,
        heads=entry.heads,
        rank=entry.rank,
        forfeited_chips=entry.forfeited_chips,
        paid_chips=entry.won_chips,
        out_chips=entry.out_chips,
        returns=entry.returns,
        is_shared=entry.rank in shared,
        lost_stage=entry.lost_stage,
        pauses=table is not None and table.paused,
        team=entry.team,
    )


def _open_tables(live: LiveTournament) -> QuerySet[TournamentTable]:
    return TournamentTable.objects.filter(tournament_id=live.id, is_open=True)


def not_open(live: LiveTournament, number: int) -> Conflict | NotFound:
    """What to raise of a table nobody sits at: it is closed, or there never was one."""
    if TournamentTable.objects.filter(tournament_id=live.id, number=number).exists():
        return Conflict("table_is_closed", table=number)
    return NotFound("no_such_table", table=number)


def no_round(live: LiveTournament, number: int) -> NotFound:
    """What to raise where no settled round stands: of this table, or there never was such a one."""
    missing = not_open(live, number)
    return missing if isinstance(missing, NotFound) else NotFound("round_not_found", table=number)


def desk_table(live: LiveTournament, number: int | None) -> DeskTable:
    """Raises as `not_open`."""
    table = _open_tables(live).filter(number=number or 0).first()
    if table is None:
        raise not_open(live, number or 0)
    taken = set(
        Entry.objects.filter(tournament_id=live.id, table_number=number).values_list(
            "seat", flat=True
        )
    )
    free = tuple(seat for seat in range(live.plan.seats) if seat not in taken)
    return DeskTable(table.number, table.size, free, is_quiet(table), table.paused)


def won_by(live: LiveTournament, entry: int) -> list[WonRound]:
    """The settled rounds an entry sat in, oldest first, those taken back left out."""
    rounds = PlayedRound.objects.filter(
        tournament_id=live.id, entries__contains=[entry], voided=False
    ).order_by("id")
    return _as_they_count(live, list(rounds))


def with_last_rounds(live: LiveTournament, holders: dict[int, Holder]) -> dict[int, Holder]:
    """The same, and for who is out also the last settled round they sat in."""
    found = dict(holders)
    for holder in holders.values():
        if not holder.is_in and (rounds := won_by(live, holder.entry)):
            last = (rounds[-1].table, rounds[-1].number)
            found[holder.entry] = replace(holder, last_round=last)
    return found


def _as_they_count(live: LiveTournament, rounds: Sequence[PlayedRound]) -> list[WonRound]:
    """Settled rounds, those of real tables as a director has corrected them since."""
    tables = {played.table_number for played in rounds} if live.plan.real_tables else ()
    corrected = ScoreSheet.objects.filter(
        tournament_id=live.id, table_number__in=tables, changes_chips__isnull=False
    )
    changes = {(sheet.table_number, sheet.number): sheet.changes_chips for sheet in corrected}
    return [
        WonRound(
            played.table_number,
            played.number,
            tuple(played.entries),
            tuple(changes.get((played.table_number, played.number)) or played.changes_chips),
            tuple(
                entry
                for entry, stack, change in zip(
                    played.entries, played.stacks_chips, played.changes_chips, strict=True
                )
                if stack + change == 0
            ),
            tuple(played.stacks_chips),
            played.pcr,
        )
        for played in rounds
    ]


def with_returns(
    live: LiveTournament, holders: dict[int, Holder], settled: PlayedRound
) -> dict[int, Holder]:
    """The same, with how often each has come back since that round."""
    returns = Decision.objects.filter(
        tournament_id=live.id, kind="ReEnter", entry_id__in=holders, at__gt=settled.settled_at
    )
    times = Counter(returns.values_list("entry_id", flat=True))
    return {entry: replace(one, came_back=times[entry]) for entry, one in holders.items()}


def settled_round(live: LiveTournament, table: int, number: int | None) -> WonRound:
    """A settled round of a table; the latest that stands, without a number.

    Raises NotFound(round_not_found | no_such_table).
    """
    return _as_they_count(live, [settlement_of(live, table, number)])[0]


def settlement_of(live: LiveTournament, table: int, number: int | None) -> PlayedRound:
    """The same as it was settled at first. Raises NotFound(round_not_found |
    no_such_table)."""
    rounds = PlayedRound.objects.filter(tournament_id=live.id, table_number=table, voided=False)
    if number is not None:
        rounds = rounds.filter(number=number)
    played = rounds.order_by("-number").first()
    if played is None:
        raise no_round(live, table)
    return played
