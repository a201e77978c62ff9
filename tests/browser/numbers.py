"""The numbers of a platform's tables, people and tournaments, for the addresses of its pages."""

import json
from functools import partial
from typing import Any

from tests.running.demo import Site
from tests.running.shells import in_the_shell
from tests.running.waiting import until
from tests.tournaments.evening import Evening

# As `tournaments.demo_evenings` calls them, which wants Django.
BOARDS, REAL, CLUB = "Donnes égales", "Vraies cartes", "Cercle du Jeudi"

# A draft as the planner makes it, with its forecast asked for.
MAKE_DRAFT = """
from accounts.models import Player
from tournaments.planner.ready_made import READY_MADE
from tournaments.planner import planning
from tournaments.planner.forecasts import forecasting
operator = Player.objects.get(username="operator")
draft = planning.draft_from_ready_made(key=next(iter(READY_MADE)), by=operator)
forecasting.ask_for_forecast(draft_id=draft.pk)
print("draft", draft.pk)
"""
# Teams that were dealt the same, for as many tables as it takes to compare.
MAKE_TEAMS = """
import datetime as dt
from dataclasses import replace
from django.utils import timezone
from accounts.joining.players import create_bot
from games.tables.terms import TableOffer, agree_terms
from tournaments.director import EntryRules, Plan
from tournaments.entries.entering import enter_tournament
from tournaments.planner.publishing import publish_tournament
offer = TableOffer(preset="gin_team", format="ring", rounds=1, seats=4)
tournament = publish_tournament(
    name="Boards of teams",
    plan=Plan(format="swiss", seats=4, stages=1, boards="matchpoints",
              entries=EntryRules(least=8, most=8, starts_when_full=True)),
    starts_at=timezone.now() + dt.timedelta(days=1),
    terms=replace(agree_terms(offer), robot_ms=0, pause_ms=0),
)
for number in range(8):
    bot = create_bot(name=f"Team bot {number}", bot_key="casual")
    enter_tournament(tournament_id=tournament.pk, player=bot)
"""
# What goes on for as long as anybody looks, at a pace that costs nothing.
MAKE_SLOW = """
import datetime as dt
from dataclasses import replace
from django.utils import timezone
from accounts.joining.players import create_bot
from games.tables.terms import TableOffer, agree_terms
from tournaments.director import TURBO, EntryRules, Plan
from tournaments.entries.entering import enter_tournament
from tournaments.planner.publishing import publish_tournament
tournament = publish_tournament(
    name="Without haste",
    plan=Plan(seats=2, stack_chips=400, schedule=TURBO,
              entries=EntryRules(least=8, most=8, starts_when_full=True)),
    starts_at=timezone.now() + dt.timedelta(days=1),
    terms=replace(agree_terms(TableOffer(format="ring", rounds=1)), robot_ms=20_000),
)
for number in range(8):
    bot = create_bot(name=f"Slow bot {tournament.pk}-{number}", bot_key="casual")
    enter_tournament(tournament_id=tournament.pk, player=bot)
"""
OF_THE_EVENINGS = f"""
SELECT (SELECT id FROM tournaments_tournament WHERE name = '{BOARDS}'),
       (SELECT id FROM tournaments_tournament WHERE name = '{REAL}'),
       (SELECT max(s.id) FROM tournaments_scoresheet s JOIN tournaments_entry e
          ON e.id = ANY (s.entries) JOIN accounts_player p ON p.id = e.player_id
        JOIN tournaments_tournament t ON t.id = e.tournament_id
        WHERE t.name = '{REAL}' AND p.username = 'Anna'),
       (SELECT id FROM accounts_club WHERE name = '{CLUB}'),
       (SELECT id FROM tournaments_recurringtournament WHERE club_id IS NOT NULL),
       (SELECT max(id) FROM tournaments_tournament WHERE club_id IS NOT NULL)
"""
TEAMS = "SELECT id, phase FROM tournaments_tournament WHERE name = 'Boards of teams'"
OF_THE_BOOKS = """
SELECT (SELECT min(id) FROM tournaments_tournamentdraft WHERE forecast IS NOT NULL),
       (SELECT min(id) FROM chip_account WHERE kind = 'wallet'),
       (SELECT min(id) FROM chip_transfer),
       (SELECT min(id) FROM tournaments_entry WHERE tournament_id = {tournament})
"""
# For a loaded machine; each is a matter of seconds on a quiet one.
FORECAST_SECONDS = 240
TOURNAMENT_SECONDS = 480


def standing(site: Site) -> dict[str, int]:
    """Of what every demonstration has; where no bots play for visitors, a tournament of theirs."""
    if not _tournament(site, "running"):
        in_the_shell(site, MAKE_SLOW)
    played, anna = _played_by_anna(site)
    evenings = Evening(site, 0, players=0, stack=0).ask(OF_THE_EVENINGS)[0]
    named = ("boards", "real", "sheet", "club", "club_rule", "club_evening")
    return dict(zip(named, evenings, strict=True)) | {
        "played": played,
        "open": min(_tables(site, "open")),
        "anna": anna,
        "running": until(partial(_tournament, site, "running"), seconds=60),
        "upcoming": until(partial(_tournament, site, "upcoming"), seconds=60),
        "series": json.loads(site.get("/api/v1/series/")[1])["results"][0]["id"],
    }


def made(site: Site) -> dict[str, int]:
    """Of what has to be made first, unless somebody has."""
    finished = _tournament(site, "finished") or _played_out(site)
    evening = Evening(site, finished, players=0, stack=0)
    if not evening.ask(OF_THE_BOOKS)[0][0]:
        in_the_shell(site, MAKE_DRAFT)
    if not evening.ask(TEAMS):
        in_the_shell(site, MAKE_TEAMS)

    def all_there() -> tuple[Any, ...] | None:
        found = evening.ask(OF_THE_BOOKS)
        return found[0] if found and None not in found[0] else None

    numbers = until(all_there, seconds=FORECAST_SECONDS, what="the forecast of a draft") or ()
    names = ("draft", "account", "transfer", "entry")

    def teams_are_through() -> int:
        number, phase = evening.ask(TEAMS)[0]
        return int(number) if phase == "finished" else 0

    teams = until(teams_are_through, seconds=TOURNAMENT_SECONDS, what="boards of teams")
    return dict(zip(names, numbers, strict=True)) | {"finished": finished, "teams": teams}


def _played_out(site: Site) -> int:
    """A short tournament of quick bots, waited for."""
    evening = Evening.publish(site, players=4, stack=60)
    until(evening.is_over, seconds=TOURNAMENT_SECONDS, what="the end of a tournament of bots")
    return evening.tournament


def _tournament(site: Site, state: str) -> int:
    """The latest of that state that is none of the demo's evenings, 0 where there is none."""
    _, answer = site.get(f"/api/v1/tournaments/?state={state}")
    found = json.loads(answer)["results"]
    return max((int(one["id"]) for one in found if one["name"] not in (BOARDS, REAL)), default=0)


def _tables(site: Site, status: str) -> list[int]:
    found: list[int] = []
    page = f"/api/v1/tables/?status={status}"
    answer = json.loads(site.get(page)[1])
    found += [int(table["id"]) for table in answer["results"]]
    while answer["next_before"] is not None:
        answer = json.loads(site.get(f"{page}&before={answer['next_before']}")[1])
        found += [int(table["id"]) for table in answer["results"]]
    return found


def _played_by_anna(site: Site) -> tuple[int, int]:
    """A finished match of hers that the demonstration began with, and her number."""
    for table in sorted(_tables(site, "finished")):
        view = json.loads(site.get(f"/api/v1/tables/{table}/view/")[1])
        for seat in view["seats"]:
            if seat["player"]["name"] == "Anna" and view["name"] == "Salon":
                return table, int(seat["player"]["id"])
    raise AssertionError("the demonstration has no match of Anna's")
