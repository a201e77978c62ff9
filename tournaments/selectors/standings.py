"""Who stands where: the final ranks of who is out, the live order of who is in, page by page.

A page costs the same few queries for 10 and for 100,000 entries.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Count, F, Q, QuerySet
from django.db.models.expressions import OrderBy

from accounts.models import Player
from tournaments.director import FORMATS, Phase
from tournaments.models import Entry, EntryStatus, Tournament, TournamentTable

PAGE_ROWS = 50
SEARCH_CHARS_MAX = 40
LOOKED_OVER = 12  # so many lines are read at a glance


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One entry. `place` is the live place or the final rank, None for who is out unranked, for
    who was in when the tournament was called off, and in a bracket until it is over.

    `table` is the number of the table within the tournament, `game_table` the one to watch. The
    `mark` is "disqualified", "withdrawn" (went or was taken out before losing), or empty.
    """

    entry: int
    number: int
    player: int
    name: str
    is_bot: bool
    place: int | None
    is_final: bool
    is_out: bool
    stack_chips: int
    points: int
    score: int
    out_in_round: int
    lost_stage: int | None
    table: int | None
    game_table: int | None
    won_chips: int
    has_ticket: bool
    team: str
    returns: int
    is_own: bool
    mark: str


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """`pages` is at least 1; `own` is the reader's row wherever it stands.

    What counts is chips, how many stages somebody lasted (in a bracket), else points.

    `entries` are all, `found` those that were searched for: all of them without a search.
    """

    rows: tuple[StandingRow, ...]
    page: int
    pages: int
    entries: int
    found: int
    own: StandingRow | None
    own_page: int
    counts_chips: bool
    counts_stages: bool = False

    @property
    def is_long(self) -> bool:
        """Whether somebody has to be looked for."""
        return self.entries > LOOKED_OVER


def standings(
    tournament: Tournament,
    player: Player | None = None,
    *,
    page: int = 1,
    size: int = PAGE_ROWS,
    search: str = "",
) -> StandingsPage:
    """A page of the standings; one beyond the end is the last one.

    With `search` only those whose name has it somewhere, in capitals or not, each at their place.
    """
    played = FORMATS[tournament.plan["format"]]
    by_chips = played.plays_for_chips
    everybody = Entry.objects.filter(tournament=tournament).exclude(
        status=EntryStatus.WITHDRAWN, rank__isnull=True
    )
    shown = everybody.filter(player__username__icontains=search) if search else everybody
    found = shown.count()
    entries = everybody.count() if search else found
    pages = max(1, -(-found // size))
    page = min(max(1, page), pages)
    ordered = shown.order_by(*_order(by_chips=by_chips)).select_related("player")
    listed = list(ordered[(page - 1) * size : page * size])
    own = everybody.filter(player=player).select_related("player").first() if player else None
    wanted = {entry.table_number for entry in (*listed, own) if entry and entry.table_number}
    game_tables = _game_tables(tournament, wanted)
    placed = _places_apart if search else _places
    places = placed(everybody, listed, by_chips=by_chips)
    rows = tuple(
        _row(entry, place, game_tables, is_own=own is not None and entry.pk == own.pk)
        for entry, place in zip(listed, places, strict=True)
    )
    own_row = next((row for row in rows if row.is_own), None)
    if own is not None and own_row is None:
        (place,) = _places(everybody, [own], by_chips=by_chips)
        own_row = _row(own, place, game_tables, is_own=True)
    own_page = 1 if own_row is None else _page_of(everybody, own_row, size)
    by_stages = played.knocks_out and not by_chips
    if by_stages or tournament.phase == Phase.CANCELLED.value:
        rows = tuple(map(_unplaced, rows))
        own_row = own_row and _unplaced(own_row)
    counted = (by_chips, by_stages)
    return StandingsPage(rows, page, pages, entries, found, own_row, own_page, *counted)


def _unplaced(row: StandingRow) -> StandingRow:
    """Nobody who is unranked has a place: in a bracket whoever has won already is not ahead of
    who still plays, and of a tournament called off nothing more follows (PLAY-46)."""
    return row if row.is_final else replace(row, place=None)


def searched_for(text: str) -> str:
    """What somebody typed, as a part of a name: printable, short, without spaces around it."""
    return "".join(filter(str.isprintable, text)).strip()[:SEARCH_CHARS_MAX].strip()


def _order(*, by_chips: bool) -> list[OrderBy]:
    """Who is in comes first, then who is out and unranked, then the ranks that are given."""
    live: list[OrderBy] = [F("stack_chips").desc()]
    if not by_chips:
        live = [F("lost_stage").desc(nulls_first=True), F("points").desc(), F("score").desc()]
    return [
        F("rank").asc(nulls_first=True),
        F("status").asc(),
        *live,
        F("wave").desc(),
        F("out_chips").desc(),
        F("number").asc(),
    ]


def _places(
    everybody: QuerySet[Entry], rows: Sequence[Entry], *, by_chips: bool
) -> list[int | None]:
    """The place of each row; rows follow each other in the order of the standings.

    Equal ones share a place. How many are ahead is asked once, for the first who is in.
    """
    live = [one for one in rows if one.rank is None and _is_in(one)]
    places: dict[tuple[int, ...], int] = {}
    if live:
        first = live[0]
        better = everybody.filter(rank__isnull=True, status=EntryStatus.IN)
        ahead = better.filter(_ahead_of(first, by_chips=by_chips)).count()
        # Those equal to the first of a page may stand on the page before.
        same = better.filter(_same_as(first, by_chips=by_chips), number__lt=first.number)
        places[_live(first, by_chips)] = ahead + 1
        for place, one in enumerate(live, ahead + same.count() + 1):
            places.setdefault(_live(one, by_chips), place)
    return _placed(rows, places, by_chips=by_chips)


def _places_apart(
    everybody: QuerySet[Entry], rows: Sequence[Entry], *, by_chips: bool
) -> list[int | None]:
    """The place of each row, wherever it stands; counted in one query for all of them."""
    live = {_live(one, by_chips): one for one in rows if one.rank is None and _is_in(one)}
    better = everybody.filter(rank__isnull=True, status=EntryStatus.IN)
    counted = {
        f"ahead_{at}": Count("pk", filter=_ahead_of(one, by_chips=by_chips))
        for at, one in enumerate(live.values())
    }
    counts = better.aggregate(**counted) if counted else {}
    places = {key: counts[f"ahead_{at}"] + 1 for at, key in enumerate(live)}
    return _placed(rows, places, by_chips=by_chips)


def _placed(
    rows: Sequence[Entry], places: Mapping[tuple[int, ...], int], *, by_chips: bool
) -> list[int | None]:
    return [
        places[_live(one, by_chips)] if one.rank is None and _is_in(one) else one.rank
        for one in rows
    ]


def _is_in(entry: Entry) -> bool:
    return entry.status == EntryStatus.IN


def _live(entry: Entry, by_chips: bool) -> tuple[int, ...]:
    if by_chips:
        return (entry.stack_chips,)
    return (entry.lost_stage or 0, entry.points, entry.score)


def _ahead_of(entry: Entry, *, by_chips: bool) -> Q:
    if by_chips:
        return Q(stack_chips__gt=entry.stack_chips)
    ahead = Q(points__gt=entry.points) | Q(points=entry.points, score__gt=entry.score)
    if entry.lost_stage is None:
        return Q(lost_stage__isnull=True) & ahead
    later = Q(lost_stage__isnull=True) | Q(lost_stage__gt=entry.lost_stage)
    return later | (Q(lost_stage=entry.lost_stage) & ahead)


def _same_as(entry: Entry, *, by_chips: bool) -> Q:
    if by_chips:
        return Q(stack_chips=entry.stack_chips)
    stage = (
        Q(lost_stage__isnull=True) if entry.lost_stage is None else Q(lost_stage=entry.lost_stage)
    )
    return stage & Q(points=entry.points, score=entry.score)


def _page_of(everybody: QuerySet[Entry], row: StandingRow, size: int) -> int:
    """The page on which somebody stands; of many equal ones, the first."""
    if row.place is None:
        return max(1, -(-everybody.filter(rank__isnull=True).count() // size))
    before = 0 if not row.is_final else everybody.filter(rank__isnull=True).count()
    better = row.place - 1 if not row.is_final else everybody.filter(rank__lt=row.place).count()
    return (before + better) // size + 1


def _game_tables(tournament: Tournament, numbers: set[int]) -> dict[int, int | None]:
    """Where to look on: nowhere while others are dealt the same."""
    if tournament.plan.get("boards"):
        return {}
    found = TournamentTable.objects.filter(tournament=tournament, number__in=numbers, is_open=True)
    return dict(found.values_list("number", "game_table_id"))


def _row(
    entry: Entry, place: int | None, game_tables: dict[int, int | None], *, is_own: bool
) -> StandingRow:
    table = entry.table_number
    return StandingRow(
        entry=entry.pk,
        number=entry.number,
        player=entry.player_id,
        name=entry.player.name,
        is_bot=entry.player.is_program,
        place=place,
        is_final=entry.rank is not None,
        is_out=entry.status != EntryStatus.IN or entry.lost_stage is not None,
        stack_chips=entry.stack_chips,
        points=entry.points,
        score=entry.score,
        out_in_round=entry.wave if entry.status == EntryStatus.OUT else 0,
        lost_stage=entry.lost_stage,
        table=table,
        game_table=game_tables.get(table) if table else None,
        won_chips=entry.won_chips,
        has_ticket=entry.has_ticket,
        team=entry.team,
        returns=entry.returns,
        is_own=is_own,
        mark=entry.mark,
    )
