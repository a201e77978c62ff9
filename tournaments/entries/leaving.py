"""What leaving a running tournament means for a player, told before they confirm it (PLAY-45)."""

from dataclasses import dataclass

from tournaments.director import FORMATS, ladder
from tournaments.models import Entry, Tournament, TournamentTable
from tournaments.running.orders import is_quiet


@dataclass(frozen=True, slots=True)
class Leaving:
    """`place` is what it would be at this moment, None in stages: behind everybody who plays on.

    `stack_chips` are forfeited; `paid_chips` were paid for the entry and stay in the prizes.
    `after_round`: the seat is kept until the round in play is over. `gives_up`: a match is on.
    """

    place: int | None
    prize_chips: int
    stack_chips: int
    paid_chips: int
    bounty_chips: int
    after_round: bool
    gives_up: bool
    may_return: bool


def leaving_now(tournament: Tournament, entry: Entry) -> Leaving:
    plan, clock, field = tournament.records()
    by_chips = FORMATS[plan.format].plays_for_chips
    table = _table_of(entry)
    prizes = ladder(plan.prizes, field.contenders, field.pool_chips(plan))
    is_paid = by_chips and not clock.entries_open and field.alive <= prizes.places
    rules = plan.entries
    return Leaving(
        place=field.alive if by_chips else None,
        prize_chips=prizes.prizes_chips[field.alive - 1] if is_paid else 0,
        stack_chips=entry.stack_chips if by_chips else 0,
        paid_chips=entry.paid_with_fee_chips,
        bounty_chips=entry.heads * plan.bounty_chips,
        after_round=by_chips and table is not None and not is_quiet(table),
        gives_up=not by_chips and table is not None,
        may_return=clock.entries_open
        and entry.returns < rules.returns_max
        and clock.level <= rules.returns_until_level,
    )


def _table_of(entry: Entry) -> TournamentTable | None:
    """Where the entry plays; None for who waits, or was moved to a table that plays without it."""
    found = TournamentTable.objects.filter(
        tournament_id=entry.tournament_id, number=entry.table_number or 0, is_open=True
    ).first()
    return found if found is not None and entry.pk in found.dealt else None
