"""A plan at a glance, before it is published: tables and prizes with as many as are expected."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.director import Field
from tournaments.models import TournamentDraft
from tournaments.planner.planning import plan_of
from tournaments.selectors.lobby import PrizeRow, prizes_of


@dataclass(frozen=True, slots=True)
class Glance:
    """`tables` at the start; pool and prizes without bounties, late entries and re-entries."""

    players: int
    tables: int
    pool_chips: int
    bounty_chips: int
    places: int
    prizes: tuple[PrizeRow, ...]


def glance_of(draft: TournamentDraft) -> Glance:
    plan = plan_of(draft)
    players = min(draft.players_expected, plan.entries.most)
    field = Field(entries=players, buy_ins=players)
    prizes = prizes_of(plan, field)
    return Glance(
        players=players,
        tables=plan.tables_for(players),
        pool_chips=field.pool_chips(plan),
        bounty_chips=plan.bounty_chips,
        places=prizes[-1].last if prizes else 0,
        prizes=prizes,
    )
