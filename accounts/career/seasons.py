"""The league's seasons: there is always one, and each is closed once (PLAY-30)."""

import datetime as dt
from collections.abc import Collection, Sequence

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts import league
from accounts.career.achievements import award_achievements, lock_careers
from accounts.models import Career, Season, SeasonStanding
from web.database import sql

TRIES = 5
PLACE_SQL = """
UPDATE accounts_seasonstanding s SET place = p.place, move = p.move
FROM unnest(%s::bigint[], %s::int[], %s::text[]) AS p (player_id, place, move)
WHERE s.season_id = %s AND s.player_id = p.player_id
"""


def lock_running_season() -> Season:
    """The open season, kept open until this transaction ends; begun if there is none.

    Many may count matches for it at once; closing waits for them, and who comes while it is being
    closed gets the next one.
    """
    for _ in range(TRIES):
        found = Season.objects.raw(
            "SELECT * FROM accounts_season WHERE closed_at IS NULL FOR SHARE"
        )
        for season in found:
            return season
        _begin_first_season()
    raise AssertionError("there is no season to be had")


def running_season() -> Season:
    """The open season to read from; begun if there is none."""
    return Season.objects.filter(closed_at=None).first() or _begin_first_season()


def season_length() -> dt.timedelta:
    return dt.timedelta(days=settings.LEAGUE_SEASON_DAYS)


@transaction.atomic
def close_due_season(*, now: dt.datetime | None = None) -> Season | None:
    """Close the season whose time is over, and begin the next; None when nothing is due.

    Places are given, divisions changed, and everybody who stays in the league has a row in the
    next season. However often and by however many at once it is called, a season closes once.
    """
    now = now or timezone.now()
    due = Season.objects.select_for_update().filter(closed_at=None, ends_at__lte=now).first()
    if due is None:
        return None
    plan = plan_of(due.pk)
    due.closed_at = now
    due.save(update_fields=["closed_at"])
    # Right after the one before; after a long standstill, now, so that no season is empty.
    starts_at = due.ends_at if due.ends_at + season_length() > now else now
    following = Season.objects.create(
        number=due.number + 1, starts_at=starts_at, ends_at=starts_at + season_length()
    )
    _carry_out(due, following, plan)
    return due


def plan_of(season_id: int) -> tuple[league.Placing, ...]:
    """What its end brings, or would bring as things stand."""
    rows = SeasonStanding.objects.filter(season=season_id).values_list(
        "player_id", "division", "points", "matches", "wins"
    )
    return league.plan_closing([league.Standing(*row) for row in rows])


def _carry_out(season: Season, following: Season, plan: Sequence[league.Placing]) -> None:
    players, places = [one.player_id for one in plan], [one.place for one in plan]
    sql.run(PLACE_SQL, [players, places, [one.move.value for one in plan], season.pk])
    SeasonStanding.objects.bulk_create(
        (
            SeasonStanding(season=following, player_id=one.player_id, division=one.next_division)
            for one in plan
            if one.next_division is not None
        ),
        batch_size=1000,
    )
    played = season.standings.filter(matches__gt=0).values_list("player_id", flat=True)
    _honour(plan, set(played))


def _honour(plan: Sequence[league.Placing], played: Collection[int]) -> None:
    """Promotions and the champion of the highest division go into the careers."""
    highest = min((one.division for one in plan), default=league.TOP_DIVISION)
    promoted = {one.player_id for one in plan if one.move is league.Move.PROMOTED}
    champions = {
        one.player_id
        for one in plan
        if one.place == 1 and one.division == highest and one.player_id in played
    }
    careers = lock_careers(promoted | champions)
    for player_id, career in careers.items():
        career.promotions += player_id in promoted
        career.seasons_won += player_id in champions
    Career.objects.bulk_update(careers.values(), ("promotions", "seasons_won"), batch_size=200)
    award_achievements(careers.values())


def _begin_first_season() -> Season:
    """Several may try at once; the numbers decide."""
    last = Season.objects.order_by("-number").first()
    if last is not None and last.closed_at is None:
        return last
    number = last.number + 1 if last else 1
    now = timezone.now()
    season, _ = Season.objects.get_or_create(
        number=number, defaults={"starts_at": now, "ends_at": now + season_length()}
    )
    return season
