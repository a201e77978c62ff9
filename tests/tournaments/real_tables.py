"""Evenings with real cards: published like any other, entered by people, played at sheets."""

import datetime as dt
from collections.abc import Sequence

from django.utils import timezone

from accounts.joining.players import create_player
from accounts.models import Player
from games.tables.terms import TableOffer
from tests.tournaments.club import fresh, its_hour_has_come
from tournaments.director import EntryRules, Plan
from tournaments.entries.entering import enter_tournament
from tournaments.models import Entry, ScoreSheet, Tournament
from tournaments.planner.publishing import publish_tournament
from tournaments.running.directing import look_after
from tournaments.sheets.reporting import confirm_points, enter_points

GIN = TableOffer(preset="gin_classic", format="ring", rounds=1)
SWISS = Plan(
    format="swiss", seats=2, stages=2, real_tables=True, entries=EntryRules(least=2, most=64)
)


def guests(count: int, *, first: int = 0) -> list[Player]:
    return [
        create_player(name=f"Guest {number}", password="rummy-evening")
        for number in range(first, first + count)
    ]


def published(plan: Plan, players: list[Player], *, offer: TableOffer = GIN) -> Tournament:
    found = publish_tournament(
        name="Club night",
        plan=plan,
        starts_at=timezone.now() + dt.timedelta(hours=1),
        offer=offer,
    )
    for player in players:
        enter_tournament(tournament_id=found.pk, player=player)
    return fresh(found)


def evening(plan: Plan, count: int, *, offer: TableOffer = GIN) -> Tournament:
    """Published, entered by so many guests, and begun."""
    found = published(plan, guests(count), offer=offer)
    its_hour_has_come(found)
    look_after(tournament_id=found.pk)
    return fresh(found)


def sheets(tournament: Tournament) -> list[ScoreSheet]:
    """Those without a result, by table."""
    found = ScoreSheet.objects.filter(tournament=tournament).exclude(state="settled")
    return list(found.order_by("table_number", "number"))


def at(sheet: ScoreSheet, seat: int) -> Player:
    return Entry.objects.get(pk=sheet.entries[seat]).player


def enter(sheet: ScoreSheet, points: Sequence[int], *, seat: int = 0) -> ScoreSheet:
    """The player of this seat writes down what they see."""
    return enter_points(
        tournament_id=sheet.tournament_id,
        sheet_id=sheet.pk,
        player=at(sheet, seat),
        points=points,
        version=ScoreSheet.objects.get(pk=sheet.pk).version,
    )


def confirm(sheet: ScoreSheet, *, seat: int = 1) -> ScoreSheet:
    return confirm_points(
        tournament_id=sheet.tournament_id,
        sheet_id=sheet.pk,
        player=at(sheet, seat),
        version=ScoreSheet.objects.get(pk=sheet.pk).version,
    )


def play(sheet: ScoreSheet, points: Sequence[int], *, looks: bool = True) -> None:
    """Entered and confirmed; then the director looks."""
    enter(sheet, points)
    confirm(sheet)
    if looks:
        look_after(tournament_id=sheet.tournament_id)
