"""Pairs who play otherwise with each other than with everybody else, from rounds looked through.

Rounds of gin for two are looked through once, some at a time, when they are over: every decision
takes the expert some milliseconds. What is stored are counts, which `collusion` compares.
"""

from collections import defaultdict
from typing import NamedTuple

from django.db.models import Sum
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from backoffice.integrity import collusion
from backoffice.models import RoundBehaviour
from games.models import Round, Seat
from games.replay.rounds import card_events, stored_events
from rummy.match import MatchTerms
from web.database import sql
from web.database.sql_files import read_sql

ROUNDS_AT_A_TIME = 60
LATEST_ROUNDS = 20_000

SIGNAL_WORDS = {
    "feeding": _("Discards what the other can use"),
    "sharing_hands": _("Keeps back what the other could use"),
    "soft_knocking": _("Does not knock though it were best"),
    "dumping": _("Gives points away, a round"),
}


class StrikingPair(NamedTuple):
    """Two people and what is most striking about their play together."""

    one: Player
    other: Player
    finding: collusion.Finding

    @property
    def words(self) -> Promise:
        return SIGNAL_WORDS[self.finding.signal]


def look_through_rounds(most: int = ROUNDS_AT_A_TIME) -> int:
    """Look through finished rounds that nobody has looked through, the latest first: how many."""
    wanted = {"latest": LATEST_ROUNDS, "most": most}
    ids = [number for (number,) in sql.rows(read_sql("backoffice", "rounds_unwatched"), wanted)]
    for played in Round.objects.filter(pk__in=ids).select_related("table"):
        _look_through(played)
    return len(ids)


def _look_through(played: Round) -> None:
    terms = MatchTerms.from_json(played.table.terms)
    events = [event for _seq, event in card_events(stored_events(played))]
    seats = list(
        Seat.objects.filter(table_id=played.table_id).select_related("player").order_by("number")
    )
    RoundBehaviour.objects.bulk_create(
        [
            RoundBehaviour(
                round=played, player=own.player, opponent=other.player, **behaviour._asdict()
            )
            for own, other, behaviour in zip(
                seats, reversed(seats), collusion.watch(terms.rules, events), strict=True
            )
            if not own.player.is_bot
        ],
        ignore_conflicts=True,  # another worker was quicker
    )


def findings_of(one: int, other: int) -> list[collusion.Finding]:
    """What is to be said of a pair by how they played, the most striking first."""
    seen = _Seen()
    return seen.compared(one, other, max(1, len(seen.pairs())))


def striking_pairs(player_id: int | None = None) -> list[StrikingPair]:
    """Pairs that are worth a look by how they played, the most striking first; or a player's."""
    seen = _Seen()
    pairs = seen.pairs()
    found = {pair: seen.compared(*pair, len(pairs)) for pair in pairs if player_id in (None, *pair)}
    odd = {pair: some[0] for pair, some in found.items() if some and some[0].is_striking}
    people = Player.objects.in_bulk({number for pair in odd for number in pair})
    return [
        StrikingPair(people[one], people[other], finding)
        for (one, other), finding in sorted(odd.items(), key=lambda item: item[1].p_value)
    ]


class _Seen:
    """How everybody played with everybody, and in all."""

    def __init__(self) -> None:
        rows = RoundBehaviour.objects.values_list("player_id", "opponent_id").annotate(
            *(Sum(field) for field in collusion.FIELDS)
        )
        self.by_pair: dict[tuple[int, int], collusion.Behaviour] = {}
        self.in_all: defaultdict[int, collusion.Behaviour] = defaultdict(
            lambda: collusion.NOTHING_SEEN
        )
        for player, opponent, *counts in rows.order_by():
            behaviour = collusion.Behaviour(*counts)
            self.by_pair[player, opponent] = behaviour
            self.in_all[player] = collusion.total([self.in_all[player], behaviour])

    def pairs(self) -> list[tuple[int, int]]:
        """Two people each, of whom enough has been seen together."""
        return sorted(
            (one, other)
            for (one, other), seen in self.by_pair.items()
            if one < other
            and (other, one) in self.by_pair
            and seen.rounds >= collusion.ROUNDS_LEAST
        )

    def compared(self, one: int, other: int, pairs: int) -> list[collusion.Finding]:
        mine, theirs = self._with(one, other), self._with(other, one)
        usual = (collusion.less(self.in_all[one], mine), collusion.less(self.in_all[other], theirs))
        return collusion.compare((mine, theirs), usual, pairs)

    def _with(self, player: int, opponent: int) -> collusion.Behaviour:
        return self.by_pair.get((player, opponent), collusion.NOTHING_SEEN)
