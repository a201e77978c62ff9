"""A tournament's chips as staff read them: its accounts, its entries, and what these sum to."""

from dataclasses import dataclass, fields

from django.db.models import Count, QuerySet, Sum

from accounts.models import ChipAccount
from tournaments.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class EntrySums:
    """Over all entries: paid for chips, paid as fees, won; and the tournament chips they hold.

    `forfeited_chips` lie on their accounts too, but nobody plays with them any more.
    """

    entries: int
    paid_chips: int
    fee_chips: int
    won_chips: int
    stack_chips: int
    forfeited_chips: int


def accounts_of(tournament: Tournament) -> QuerySet[ChipAccount]:
    """Where the tournament's chips lie: the pool, fees, bounties, its own issue; no stacks."""
    held = ChipAccount.objects.filter(ref=tournament.ref).exclude(kind="tournament_stack")
    return held.select_related("player").order_by("kind", "id")


def entries_of(tournament: Tournament) -> QuerySet[Entry]:
    return Entry.objects.filter(tournament=tournament).select_related("player")


def sums_of(tournament: Tournament) -> EntrySums:
    asked = {field.name: Sum(field.name, default=0) for field in fields(EntrySums)[1:]}
    found = Entry.objects.filter(tournament=tournament).aggregate(entries=Count("pk"), **asked)
    return EntrySums(**{name: int(chips) for name, chips in found.items()})
