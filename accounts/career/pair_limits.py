"""Pairs that farm get nothing.

Counted are matches in which both scored, and once a pair has had its share of a day or a season,
neither of the two scores at a table with the other; whoever else sits there does.
"""

import datetime as dt
from collections.abc import Collection, Sequence
from itertools import combinations

from django.conf import settings

from accounts.league import MatchResult
from accounts.models import MatchRecord, Season

DAY = dt.timedelta(days=1)


def met_too_often(
    match: MatchResult, scoring: Collection[int], *, season: Season, at: dt.datetime
) -> set[int]:
    """Of the players who would score in this match, those who get nothing for it.

    The caller holds the careers of all of them, so that two matches of a pair cannot both be
    counted as its last.
    """
    sides = {one.player_id: one.side for one in match.participants if one.player_id in scoring}
    often: set[int] = set()
    for one, other in combinations(sorted(sides), 2):
        if sides[one] != sides[other] and _had_their_share(one, other, season=season, at=at):
            often |= {one, other}
    return often


def _had_their_share(one: int, other: int, *, season: Season, at: dt.datetime) -> bool:
    together = MatchRecord.objects.filter(
        player_id=one, season=season, opponents__contains=[other], league_points__isnull=False
    ).filter(
        match__in=MatchRecord.objects.filter(
            player_id=other, season=season, league_points__isnull=False
        ).values("match")
    )
    per_season = settings.LEAGUE_PAIR_MATCHES_PER_SEASON
    per_day = settings.LEAGUE_PAIR_MATCHES_PER_DAY
    if per_season and together.count() >= per_season:
        return True
    near = together.filter(at__gt=at - DAY, at__lt=at + DAY).values_list("at", flat=True)
    return bool(per_day) and _fullest_day(at, list(near)) >= per_day


def _fullest_day(at: dt.datetime, others: Sequence[dt.datetime]) -> int:
    """How many of these moments lie with `at` in the same 24 hours, in the fullest such stretch.

    Matches are counted in the order in which workers get to them, not in which they ended: what
    ended later may have counted already.
    """
    starts = [one for one in (*others, at) if at - DAY < one <= at]
    return max(sum(start <= one < start + DAY for one in others) for start in starts)
