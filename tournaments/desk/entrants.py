"""Who has entered, as the desk sees it: what they paid, when, whether late, and who is invited."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass

from tournaments.director import Clock, Field, Plan, Refused, entries
from tournaments.director.desk import orders as desk
from tournaments.entries.inviting import invitations
from tournaments.models import Decision, Entry, EntryStatus, Tournament

LATEST_SHOWN = 12
PAGE_ROWS = 100
INVITED_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entry. `number` counts them as they came; `paid_chips` with the fee, 0 for free.

    `by_ticket`: the chips were those of a ticket. `is_late`: entered after the start.
    """

    entry: int
    number: int
    player: int
    name: str
    is_bot: bool
    is_out: bool
    paid_chips: int
    by_ticket: bool
    is_late: bool
    team: str
    entered_at: dt.datetime
    checked_in_at: dt.datetime | None


@dataclass(frozen=True, slots=True)
class EntrantsPage:
    """`pages` is at least 1; `invited` are names of people who have not entered yet."""

    rows: tuple[Entrant, ...]
    page: int
    pages: int
    entries: int
    invited: tuple[str, ...]


def entrants(
    tournament: Tournament, *, page: int = 1, size: int = PAGE_ROWS, search: str = ""
) -> EntrantsPage:
    """A page of them, whoever came last first."""
    entered = Entry.objects.filter(tournament=tournament).entered()
    found = entered.filter(player__username__icontains=search)
    count = found.count()
    pages = max(1, -(-count // size))
    page = min(max(1, page), pages)
    chosen = found.select_related("player", "ticket").order_by("-number")
    rows = list(chosen[(page - 1) * size : page * size])
    late = set(
        Decision.objects.filter(
            tournament=tournament, code="entered_late", entry_id__in=[row.pk for row in rows]
        ).values_list("entry_id", flat=True)
    )
    invited = invitations(tournament).values_list("player__username", flat=True)
    return EntrantsPage(
        rows=tuple(_entrant(row, row.pk in late) for row in rows),
        page=page,
        pages=pages,
        entries=count,
        invited=tuple(invited[:INVITED_SHOWN]),
    )


def _entrant(entry: Entry, is_late: bool) -> Entrant:
    return Entrant(
        entry=entry.pk,
        number=entry.number,
        player=entry.player_id,
        name=entry.player.name,
        is_bot=entry.player.is_bot,
        is_out=entry.status == EntryStatus.OUT,
        paid_chips=entry.paid_with_fee_chips,
        by_ticket=hasattr(entry, "ticket"),
        is_late=is_late,
        team=entry.team,
        entered_at=entry.entered_at,
        checked_in_at=entry.checked_in_at,
    )


def refused_now(plan: Plan, clock: Clock, field: Field) -> dict[str, Refused]:
    """What stands against another entry (`enter`) and against starting at once (`start`), if so."""
    tried: dict[str, Callable[[], object]] = {
        "enter": lambda: entries.enter(plan, clock, field, player=0, known=False),
        "start": lambda: desk.start(plan, clock, field),
    }
    refused = {}
    for kind, attempt in tried.items():
        try:
            attempt()
        except Refused as refusal:
            refused[kind] = refusal
    return refused
