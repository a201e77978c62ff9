"""Accounts of one person? Pairs that share a browser or a network, and take turns at playing.

Two people who share one computer take turns as well: this is a place to look, like all others.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection
from itertools import combinations
from typing import NamedTuple

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Count, F
from django.db.models.functions import TruncDate
from django.utils import timezone

from accounts.models import CountedRound, Player
from backoffice.integrity.collusion import DAY_BEGINS, DAYS_LEAST, Turns, take_turns
from backoffice.models import Seen
from backoffice.people.seen import of_households

LOOKED_BACK = dt.timedelta(days=90)


class TurnsOfPair(NamedTuple):
    """Two accounts that take turns more often than habits alone would have it."""

    one: Player
    other: Player
    turns: Turns


def turns_of(one: int, other: int) -> Turns | None:
    """What is to be said of any two accounts; None where they played on too few common days."""
    pairs = _neighbours() | {(min(one, other), max(one, other))}
    return _compared(one, other, _rounds_of({one, other}), len(pairs))


def pairs_taking_turns(player_id: int | None = None) -> list[TurnsOfPair]:
    """Pairs that are worth a look, the most striking first; or those of a player."""
    pairs = _neighbours()
    wanted = [pair for pair in pairs if player_id in (None, *pair)]
    rounds = _rounds_of({number for pair in wanted for number in pair})
    compared = ((pair, _compared(*pair, rounds, len(pairs))) for pair in wanted)
    found = {pair: turns for pair, turns in compared if turns and turns.is_striking}
    people = Player.objects.in_bulk({number for pair in found for number in pair})
    return [
        TurnsOfPair(people[one], people[other], turns)
        for (one, other), turns in sorted(found.items(), key=lambda item: item[1].p_value)
    ]


def _neighbours() -> set[tuple[int, int]]:
    """Pairs of people who signed in by the same browser or network, unless many do.

    Who played on too few days cannot be compared with anybody. In a large house nearly all are
    such, and none of them leaves the database.
    """
    played = CountedRound.objects.filter(at__gte=timezone.now() - LOOKED_BACK)
    day = TruncDate(F("at") - dt.timedelta(minutes=DAY_BEGINS), tzinfo=dt.UTC)
    days = Count(day, distinct=True)
    often = played.values("player_id").annotate(days=days).filter(days__gte=DAYS_LEAST)
    people = Seen.objects.filter(player__is_bot=False)
    shared = people.filter(
        player_id__in=often.values("player_id"), digest__in=of_households(people).values("digest")
    )
    groups = shared.values("digest").annotate(who=ArrayAgg("player_id", order_by="player_id"))
    return {
        (one, other)
        for who in groups.values_list("who", flat=True)
        for one, other in combinations(who, 2)
    }


def _rounds_of(players: Collection[int]) -> dict[int, dict[str, list[int]]]:
    """By player and match the minutes at which rounds ended."""
    played: defaultdict[int, dict[str, list[int]]] = defaultdict(dict)
    rounds = CountedRound.objects.filter(
        player_id__in=players, at__gte=timezone.now() - LOOKED_BACK
    )
    for player, match, at in rounds.values_list("player_id", "match", "at"):
        played[player].setdefault(match, []).append(int(at.timestamp()) // 60)
    return played


def _compared(
    one: int, other: int, rounds: dict[int, dict[str, list[int]]], pairs: int
) -> Turns | None:
    mine, theirs = rounds.get(one, {}), rounds.get(other, {})
    together = mine.keys() & theirs.keys()
    mine_apart, theirs_apart = (
        [minute for match, minutes in own.items() if match not in together for minute in minutes]
        for own in (mine, theirs)
    )
    return take_turns(mine_apart, theirs_apart, max(1, pairs))
