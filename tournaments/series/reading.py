"""Series as everybody reads them: which there are, what counts for one, and its standing."""

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, Q, QuerySet

from accounts.clubs.reading import ids_of
from accounts.models import Player
from games.moves.errors import NotFound
from tournaments.director import Phase
from tournaments.director.codec import from_json
from tournaments.models import Decision, Entry, Series, SeriesEvent, Tournament
from tournaments.selectors.standings import PAGE_ROWS
from tournaments.series.rules import SeriesRules
from tournaments.series.standing import Event, Line, standing_of
from tournaments.series.ties import EventResult
from web.finding import or_raise

LIST_ROWS = 100
CHOICES_MAX = 100


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """A series in the list: `played` of its `tournaments` are over; `club` is whose it is, if not
    the house's."""

    id: int
    name: str
    about: str
    club: int | None
    is_closed: bool
    tournaments: int
    played: int


@dataclass(frozen=True, slots=True)
class EventRow:
    """A tournament of a series; one without `starts_at` starts when it is full. `is_late`: added by
    hand when it was over already.

    `added_by` is nobody where a rule published it; `removed_by` is told with `removed_at`.
    """

    tournament: int
    name: str
    phase: str
    weight: int
    starts_at: dt.datetime | None
    finished_at: dt.datetime | None
    added_at: dt.datetime
    added_by: str | None
    is_late: bool
    removed_at: dt.datetime | None
    removed_by: str | None

    @property
    def counts(self) -> bool:
        return self.removed_at is None and self.phase == Phase.FINISHED.value


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A player's line: `results` in the order in which the tournaments were played."""

    player: int
    name: str
    is_bot: bool
    place: int | None
    points: int
    played: int
    decided_by: str
    results: tuple[EventResult, ...]
    is_own: bool

    @property
    def is_disqualified(self) -> bool:
        """Everywhere they played: then that, and no tie rule, put them last."""
        return all(one.mark == "disqualified" for one in self.results)

    def by_event(self, events: int) -> list[EventResult | None]:
        """A result, or none, for each of so many tournaments."""
        known = {one.event: one for one in self.results}
        return [known.get(number) for number in range(1, events + 1)]


@dataclass(frozen=True, slots=True)
class SeriesStanding:
    """A page of it; `own` is the reader's line wherever it stands. `events` are those that are
    over, in the order of the results."""

    lines: tuple[StandingLine, ...]
    page: int
    pages: int
    players: int
    own: StandingLine | None
    own_page: int
    events: tuple[EventRow, ...]


def one_series(series_id: int, *, locked: bool = False) -> Series:
    """Raises NotFound(series_not_found)."""
    found = Series.objects.select_for_update(of=("self",)) if locked else Series.objects
    series = found.filter(pk=series_id).first()
    return or_raise(series, NotFound("series_not_found", series=series_id))


def rules_of(series: Series) -> SeriesRules:
    return from_json(SeriesRules, series.rules)


def series_seen_by(player_id: int | None) -> Q:
    """The house's, and those of one's clubs; the staff answers for all of them."""
    if player_id is None:
        return Q(club=None)
    staff = Q(Exists(Player.objects.filter(pk=player_id, is_staff=True)))
    return Q(club=None) | Q(club__in=ids_of(player_id)) | staff


def require_series_seen(series_id: int, player_id: int | None) -> None:
    """Raises NotFound(series_not_found): also for who may not know of it."""
    if not Series.objects.filter(series_seen_by(player_id), pk=series_id).exists():
        raise NotFound("series_not_found", series=series_id)


def guard_series(user: object, series_id: int) -> None:
    """`require_series_seen` for who asks for an address."""
    require_series_seen(series_id, user.pk if isinstance(user, Player) else None)


def series_list(reader: Player | None) -> QuerySet[Series]:
    """All that this reader may know of, as `series_row` takes them."""
    return _counted(Series.objects.filter(series_seen_by(reader.pk if reader else None)))


def _counted(found: QuerySet[Series]) -> QuerySet[Series]:
    """With the numbers of their tournaments and of those that are over."""
    there = Q(events__removed_at=None)
    over = there & Q(events__tournament__phase=Phase.FINISHED.value)
    return found.annotate(
        tournaments=Count("events", filter=there), played=Count("events", filter=over)
    )


def series_row(series: Series) -> SeriesRow:
    counts = vars(series)
    is_closed = series.closed_at is not None
    numbers = counts["tournaments"], counts["played"]
    return SeriesRow(series.pk, series.name, series.about, series.club_id, is_closed, *numbers)


def series_of(tournament: Tournament, reader: Player | None = None) -> list[Series]:
    """For which it counts, as far as this reader may know of them: who has left a club since
    entering sees the tournament through, and not what the club has made of it.
    """
    seen = series_seen_by(reader.pk if reader else None)
    found = Series.objects.filter(seen, events__tournament=tournament, events__removed_at=None)
    return list(found.order_by("pk"))


def event_rows(series: Series) -> list[EventRow]:
    """All that were ever added: those that are over in their order, then what is to come, then what
    was taken out."""
    found = SeriesEvent.objects.filter(series=series)
    events = found.select_related("tournament", "added_by", "removed_by").order_by("pk")
    return sorted(map(_event_row, events), key=_in_order)


def _event_row(event: SeriesEvent) -> EventRow:
    tournament = event.tournament
    over_at = tournament.finished_at
    return EventRow(
        tournament=tournament.pk,
        name=tournament.name,
        phase=tournament.phase,
        weight=event.weight,
        starts_at=tournament.starts_at,
        finished_at=over_at,
        added_at=event.added_at,
        added_by=event.added_by.name if event.added_by else None,
        is_late=over_at is not None and event.added_at > over_at,
        removed_at=event.removed_at,
        removed_by=event.removed_by.name if event.removed_by else None,
    )


def _in_order(row: EventRow) -> tuple[bool, bool, dt.datetime, int]:
    when = row.finished_at or row.starts_at or row.added_at
    return row.removed_at is not None, row.finished_at is None, when, row.tournament


def events_of(series: Series) -> QuerySet[SeriesEvent]:
    """What belongs to it, without what was taken out."""
    return SeriesEvent.objects.filter(series=series, removed_at=None)


def counted_events(series: Series) -> list[SeriesEvent]:
    """Those that are over and were not taken out, in the order in which they ended."""
    found = events_of(series).filter(tournament__phase=Phase.FINISHED.value)
    return list(found.order_by("tournament__finished_at", "tournament_id"))


def corrected_at(series: Series) -> dt.datetime | None:
    """When places in a tournament of a closed one were last corrected, if they were."""
    if series.closed_at is None:
        return None
    counted = events_of(series).values("tournament")
    moved = Decision.objects.filter(kind="MovePlace", tournament__in=counted)
    since = moved.filter(at__gt=series.closed_at).order_by("at")
    return since.values_list("at", flat=True).last()


def standing_lines(series: Series) -> list[Line]:
    """The whole standing as it is now: two queries, however many tournaments and players."""
    rules, events = rules_of(series), counted_events(series)
    ranks: dict[int, dict[int, int]] = defaultdict(dict)
    teams: dict[int, dict[int, str]] = defaultdict(dict)
    marks: dict[int, dict[int, str]] = defaultdict(dict)
    found = Entry.objects.filter(
        tournament__in=[one.tournament_id for one in events], rank__isnull=False
    ).entered()
    if not rules.bots:
        found = found.filter(player__is_bot=False, player__owner=None)
    for entry in found.only("tournament", "player", "rank", "team", "disqualified", "left_early"):
        ranks[entry.tournament_id][entry.player_id] = entry.rank or 0
        teams[entry.tournament_id][entry.player_id] = entry.team
        marks[entry.tournament_id][entry.player_id] = entry.mark
    return standing_of(
        rules,
        [
            Event(
                one.tournament_id,
                one.weight,
                ranks[one.tournament_id],
                marks[one.tournament_id],
                teams[one.tournament_id],
            )
            for one in events
        ],
    )


def series_standing(
    series: Series, reader: Player | None = None, *, page: int = 1, size: int = PAGE_ROWS
) -> SeriesStanding:
    """A page of the standing; one beyond the end is the last one."""
    lines = standing_lines(series)
    pages = max(1, -(-len(lines) // size))
    page = min(max(1, page), pages)
    shown = lines[(page - 1) * size : page * size]
    own = next((at for at, one in enumerate(lines) if reader and one.player == reader.pk), None)
    named = _named(shown if own is None else [*shown, lines[own]], reader)
    return SeriesStanding(
        lines=tuple(named[: len(shown)]),
        page=page,
        pages=pages,
        players=len(lines),
        own=None if own is None else named[-1],
        own_page=0 if own is None else own // size + 1,
        events=tuple(row for row in event_rows(series) if row.counts),
    )


def _named(lines: Sequence[Line], reader: Player | None) -> list[StandingLine]:
    people = Player.objects.in_bulk([line.player for line in lines])
    return [
        StandingLine(
            player=line.player,
            name=people[line.player].name,
            is_bot=people[line.player].is_program,
            place=line.place,
            points=line.points,
            played=line.played,
            decided_by=line.decided_by,
            results=line.results,
            is_own=reader is not None and line.player == reader.pk,
        )
        for line in lines
    ]


def series_of_club(club_id: int) -> list[SeriesRow]:
    """For the club's page, the newest first."""
    found = _counted(Series.objects.filter(club=club_id))
    return [series_row(one) for one in found[:LIST_ROWS]]


def may_be_added(series: Series) -> list[Tournament]:
    """Tournaments that an organiser may add, the newest first."""
    known = events_of(series).values("tournament")
    found = Tournament.objects.filter(club=series.club_id).exclude(phase=Phase.CANCELLED.value)
    return list(found.exclude(pk__in=known).order_by("-pk")[:CHOICES_MAX])
