"""What organisers do with a series: open it, add tournaments, take them out, close it (PLAY-43).

Its rules are fixed once a tournament of it is over: nobody is to learn afterwards what their place
was worth. What was added or taken out, when and by whom, everybody reads on its page.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from accounts.interest import concerns, concerns_nobody
from accounts.models import Player
from accounts.notices import telling as notices
from games.moves.errors import NotFound
from tournaments.director import Phase, Refused
from tournaments.director.codec import to_json
from tournaments.models import RecurringTournament, Series, SeriesEvent, Tournament
from tournaments.models.tournaments import LIVE_PHASES
from tournaments.planner.planning import require_planner, require_planner_of_any
from tournaments.planner.publishing import NAME_CHARS_MAX
from tournaments.selectors.lobby import one_tournament
from tournaments.selectors.seen import require_seen
from tournaments.series import reading
from tournaments.series.rules import EVENTS_MAX, RULE, WEIGHT_MAX, SeriesRules

ABOUT_CHARS_MAX = 500


@dataclass(frozen=True, slots=True)
class SeriesWishes:
    """What an organiser lays down; `follows` are recurring tournaments, by number."""

    name: str
    about: str
    rules: SeriesRules
    follows: tuple[int, ...] = ()


@concerns_nobody
def open_series(
    *, wishes: SeriesWishes, by: Player | None = None, club_id: int | None = None
) -> Series:
    """By nobody: the platform itself. For a club, by who organises it.

    Raises NotAllowed(not_a_planner), NotFound(recurring_not_found), Refused(series_unnamed).
    """
    if by is not None:
        require_planner(by, club_id)
    _hold_rules(wishes.follows)
    series = Series(created_by=by, rules=to_json(wishes.rules), club_id=club_id)
    _write(series, wishes)
    return series


@concerns("series", "series_id")
def change_series(*, series_id: int, wishes: SeriesWishes, by: Player) -> Series:
    """Another name or text at any time, other rules as long as no tournament of it is over.

    Raises:
        NotAllowed(not_a_planner), NotFound(series_not_found | recurring_not_found),
        Refused(series_is_closed | series_has_results | series_unnamed).
    """
    _hold_rules(wishes.follows)
    series = _locked(series_id, by)
    rules = to_json(wishes.rules)
    if rules != series.rules:
        over = _counted_once(series).count()
        if over:
            raise Refused("series_has_results", rule=RULE, tournaments=over)
        series.rules = rules
    _write(series, wishes)
    return series


def _hold_rules(numbers: Iterable[int]) -> None:
    """What these rules are publishing is there by now, and they publish nothing meanwhile: else it
    would count for no series that begins to follow. Before the series' row, as who publishes."""
    held = RecurringTournament.objects.select_for_update(no_key=True, of=("self",))
    list(held.filter(pk__in=numbers).order_by("pk").values_list("pk"))


def _write(series: Series, wishes: SeriesWishes) -> None:
    series.name = " ".join(wishes.name.split())[:NAME_CHARS_MAX]
    if not series.name:
        raise Refused("series_unnamed", rule=RULE)
    series.about = wishes.about.strip()[:ABOUT_CHARS_MAX]
    series.save()
    # What is open or being played of a rule that is new here counts from now on, too. A club's
    # series follows rules of its own, one of the house those of the house.
    wanted = set(wishes.follows)
    own = RecurringTournament.objects.filter(club=series.club_id)
    rules = {rule.pk: rule for rule in own.filter(pk__in=wanted)}
    missing = sorted(wanted - rules.keys())
    if missing:
        raise NotFound("recurring_not_found", recurring=missing[0])
    before = set(series.follows.values_list("pk", flat=True))
    series.follows.set(rules.values())
    new = rules.keys() - before
    live = Tournament.objects.filter(recurring__in=new, phase__in=LIVE_PHASES)
    known = SeriesEvent.objects.filter(series=series).values("tournament")
    _add(series, live.exclude(pk__in=known).order_by("pk"), weight=1, by=None)


def count_for_followers(tournament: Tournament) -> None:
    """Add what a rule has just published to every open series that follows the rule."""
    following = Series.objects.filter(follows=tournament.recurring_id, closed_at=None)
    for series in following.select_for_update(of=("self",)).order_by("pk"):
        if reading.events_of(series).count() < EVENTS_MAX:
            _add(series, [tournament], weight=1, by=None)


@concerns("series", "series_id")
def add_to_series(*, series_id: int, tournament_id: int, weight: int, by: Player) -> SeriesEvent:
    """Have a tournament count, its points times `weight`; one that counts gets this weight.

    Raises:
        NotAllowed, NotFound(series_not_found | tournament_not_found),
        Refused(series_is_closed | series_is_full | series_weight_unknown | series_called_off
            | series_of_others): a club's tournament counts for its own series, any other for one of
            the house.
        Refused(series_has_results): a weight is fixed when the tournament is over, whether it was
            taken out since or not.
    """
    series = _locked(series_id, by)
    require_seen(tournament_id, by.pk)
    tournament = one_tournament(tournament_id)
    if tournament.club_id != series.club_id:
        raise Refused("series_of_others", rule=RULE, tournament=tournament.name)
    if not 1 <= weight <= WEIGHT_MAX:
        raise Refused("series_weight_unknown", rule=RULE, weight=weight, most=WEIGHT_MAX)
    if tournament.phase == Phase.CANCELLED.value:
        raise Refused("series_called_off", rule=RULE, tournament=tournament.name)
    if _counted_once(series).filter(tournament=tournament).exclude(weight=weight).exists():
        raise Refused("series_has_results", rule=RULE, tournaments=1)
    there = reading.events_of(series).filter(tournament=tournament).first()
    if there is not None:
        there.weight = weight
        there.save(update_fields=("weight",))
        return there
    if reading.events_of(series).count() >= EVENTS_MAX:
        raise Refused("series_is_full", rule=RULE, most=EVENTS_MAX)
    (added,) = _add(series, [tournament], weight=weight, by=by)
    return added


def _add(
    series: Series, tournaments: Iterable[Tournament], *, weight: int, by: Player | None
) -> list[SeriesEvent]:
    return SeriesEvent.objects.bulk_create(
        SeriesEvent(series=series, tournament=one, weight=weight, added_by=by)
        for one in tournaments
    )


@concerns("series", "series_id")
def take_out_of_series(*, series_id: int, tournament_id: int, by: Player) -> None:
    """It counts no more; taken out twice is once.

    Raises NotAllowed, NotFound(series_not_found | tournament_not_found), Refused(series_is_closed).
    """
    series = _locked(series_id, by)
    found = SeriesEvent.objects.filter(series=series, tournament_id=tournament_id)
    if not found.exists():
        raise NotFound("tournament_not_found", tournament=tournament_id)
    found.filter(removed_at=None).update(removed_at=timezone.now(), removed_by=by)


@concerns("series", "series_id")
def close_series(*, series_id: int, by: Player) -> Series:
    """The standing is final, and everybody with a place is told theirs; closed twice is once.

    Raises:
        NotAllowed, NotFound(series_not_found).
        Refused(series_not_over): tournaments of it are still to be played.
        Refused(series_without_results).
    """
    series = _kept(series_id, by)
    if series.closed_at is not None:
        return series
    to_come = reading.events_of(series).filter(tournament__phase__in=LIVE_PHASES)
    name = to_come.order_by("pk").values_list("tournament__name", flat=True).first()
    if name is not None:
        facts = {"tournament": name, "tournaments": to_come.count()}
        raise Refused("series_not_over", rule=RULE, **facts)
    if not reading.counted_events(series):
        raise Refused("series_without_results", rule=RULE)
    series.closed_at = timezone.now()
    series.save(update_fields=("closed_at",))
    _tell_places(series, "series_ended", f"series {series.pk}")
    return series


@contextmanager
def places_corrected(tournament_id: int, *, key: str) -> Iterator[None]:
    """Around what moves places after a tournament's end: whom that moves in a series that is closed
    is told so, once per `key`."""
    counting = Series.objects.filter(events__tournament=tournament_id, events__removed_at=None)
    locked = counting.select_for_update(of=("self",)).order_by("pk")  # none is closed meanwhile
    closed = [(one, _places(one)) for one in locked if one.closed_at is not None]
    yield
    for series, before in closed:
        _tell_places(series, "series_corrected", f"series {series.pk}, {key}", before)


def _places(series: Series) -> dict[int, int | None]:
    return {line.player: line.place for line in reading.standing_lines(series)}


def _tell_places(
    series: Series, kind: str, key: str, before: Mapping[int, int | None] | None = None
) -> None:
    """Everybody with a place, or with another one than `before`, who may read the standing: of a
    club's, who has been removed hears nothing more."""
    now, then = _places(series), before or {}
    players = sum(place is not None for place in now.values())
    moved = {player for player, place in now.items() if place != then.get(player)}
    told = Player.objects.filter(pk__in=moved)
    if series.club_id is not None:
        told = told.filter(clubs__club=series.club_id)
    for player in told.order_by("pk"):
        facts = {
            "series": series.pk,
            "name": series.name,
            "place": now[player.pk] or "–",
            "before": then.get(player.pk) or "–",
            "players": players,
        }
        notices.tell(player=player, kind=kind, facts=facts, key=key)


def _locked(series_id: int, by: Player) -> Series:
    """To be changed. Raises NotAllowed, NotFound(series_not_found), Refused(series_is_closed)."""
    series = _kept(series_id, by)
    if series.closed_at is not None:
        raise Refused("series_is_closed", rule=RULE, name=series.name)
    return series


def _kept(series_id: int, by: Player) -> Series:
    """Locked, for who keeps it. Raises NotAllowed, NotFound(series_not_found)."""
    require_planner_of_any(by)
    reading.require_series_seen(series_id, by.pk)
    series = reading.one_series(series_id, locked=True)
    require_planner(by, series.club_id)
    return series


def _counted_once(series: Series) -> QuerySet[SeriesEvent]:
    """Tournaments that are over and have counted since, also such as were taken out later."""
    stayed = Q(removed_at=None) | Q(removed_at__gt=F("tournament__finished_at"))
    return SeriesEvent.objects.filter(stayed, series=series, tournament__phase=Phase.FINISHED.value)
