"""Evenings of the demonstration among its people: boards, real cards, a club with its own.

Each is made once, and whole or not at all. Where the people are not, there is nothing to show.
"""

import datetime as dt
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.clubs.joining import invite, join_club
from accounts.clubs.keeping import found_club, name_organiser
from accounts.models import Club, Player
from games.models import Table
from games.running.demo import PEOPLE, play_out
from games.tables.opening import create_table, join_table
from games.tables.terms import TableOffer, agree_terms
from tournaments.director import EntryRules, Plan, PrizeForm, PrizePlan
from tournaments.entries.entering import enter_tournament
from tournaments.models import Entry, ScoreSheet, SheetState, Tournament, TournamentTable
from tournaments.planner.publishing import publish_tournament
from tournaments.recurring.publishing import start_recurring
from tournaments.recurring.recurrence import weekly
from tournaments.running.directing import look_after
from tournaments.sheets.reporting import confirm_points, enter_points, object_to_points
from web.database.trouble import again

BOARDS, REAL, CLUB = "Donnes égales", "Vraies cartes", "Cercle du Jeudi"
THURSDAY = 3
DAY = dt.timedelta(days=1)
FOUR = EntryRules(least=4, most=4, starts_when_full=True)
TWO_BOARDS = TableOffer(preset="gin_palast", format="ring", rounds=2, seats=2)
GIN = TableOffer(preset="gin_classic", format="ring", rounds=1, seats=2)


def seed_evenings() -> None:
    """See to it that each is there, while the same people may be playing at other tables."""
    found = {one.username: one for one in Player.objects.filter(username__in=PEOPLE)}
    people = [found[name] for name in PEOPLE if name in found]
    if len(people) < len(PEOPLE):
        return
    if not Tournament.objects.filter(name=BOARDS).exists():
        again(lambda: _boards(people))
    if not Tournament.objects.filter(name=REAL).exists():
        again(lambda: _real_cards(people))
    if not Club.objects.filter(name=CLUB).exists():
        again(lambda: _club(people))


@transaction.atomic
def _boards(people: list[Player]) -> None:
    """Played to its end: two tables were dealt the same, and made of it what they would."""
    plan = Plan(format="swiss", seats=2, stages=1, boards="matchpoints", entries=FOUR)
    evening = _entered(BOARDS, plan, TWO_BOARDS, people)
    dealt = TournamentTable.objects.filter(tournament=evening).values("game_table_id")
    tables = Table.objects.filter(pk__in=dealt).order_by("pk")
    for number, (table, like) in enumerate(zip(tables, ("solid", "casual"), strict=True)):
        play_out(table.pk, seed=number, like=like)
    look_after(tournament_id=evening.pk)


@transaction.atomic
def _real_cards(people: list[Player]) -> None:
    """In its second stage: one table's points wait for a yes, those of the other got a no."""
    plan = Plan(format="swiss", seats=2, stages=3, real_tables=True, entries=FOUR)
    evening = _entered(REAL, plan, GIN, people)
    for sheet in _sheets(evening):
        _enter(sheet, (25, 0))
        confirm_points(**_as_second(sheet))
    look_after(tournament_id=evening.pk)
    waiting, doubted = _sheets(evening)
    _enter(waiting, (0, 18))
    _enter(doubted, (31, 0))
    object_to_points(**_as_second(doubted))


def _entered(name: str, plan: Plan, offer: TableOffer, people: list[Player]) -> Tournament:
    """Published, entered by all of them, and begun."""
    tomorrow, terms = timezone.now() + DAY, agree_terms(offer)
    evening = publish_tournament(name=name, plan=plan, starts_at=tomorrow, terms=terms)
    for player in people:
        enter_tournament(tournament_id=evening.pk, player=player)
    look_after(tournament_id=evening.pk)
    return evening


def _sheets(evening: Tournament) -> list[ScoreSheet]:
    """Those that wait for points, by table."""
    waiting = ScoreSheet.objects.filter(tournament=evening, state=SheetState.WAITING.value)
    return list(waiting.order_by("table_number"))


def _enter(sheet: ScoreSheet, points: tuple[int, int]) -> None:
    """By who sits first."""
    enter_points(**_as_of(sheet, 0), points=points)


def _as_second(sheet: ScoreSheet) -> dict[str, Any]:
    """How the other of a table answers to what stands on its sheet now."""
    sheet.refresh_from_db()
    return _as_of(sheet, 1)


def _as_of(sheet: ScoreSheet, seat: int) -> dict[str, Any]:
    player = Entry.objects.select_related("player").get(pk=sheet.entries[seat]).player
    told = {"tournament_id": sheet.tournament_id, "sheet_id": sheet.pk}
    return told | {"player": player, "version": sheet.version}


@transaction.atomic
def _club(people: list[Player]) -> None:
    """Owned by the first, organised by the second; the third has a table open, the fourth asks."""
    owner, organiser, member, outsider = people
    club = found_club(player=owner, name=CLUB, about="Gin & Rommé, jeudi 20 h")
    for player in (organiser, member):
        invite(club_id=club.pk, player=player, actor=owner)
        join_club(club_id=club.pk, player=player)
    name_organiser(club_id=club.pk, player=organiser, actor=owner, organises=True)
    join_club(club_id=club.pk, player=outsider)
    table = create_table(player=member, offer=TableOffer(), club=club.pk)
    join_table(table_id=table.pk, player=member)
    start_recurring(
        name="Jeudi",
        recurrence=weekly(THURSDAY, hour=20, zone=settings.TIME_ZONE),
        plan=Plan(
            format="swiss",
            seats=2,
            stages=3,
            buy_in_chips=20,
            prizes=PrizePlan(PrizeForm.TOP, places=2),
            entries=EntryRules(least=4, most=32),
        ),
        offer=TWO_BOARDS,
        by=organiser,
        club_id=club.pk,
    )
