"""The numbers of a platform's tables, people and tournaments, for the addresses of its pages."""

import json
from functools import partial
from typing import Any

from tests.running.demo import Site
from tests.running.waiting import until
from tests.tournaments.evening import Evening, manage

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
MAKE_CLUB = """
from accounts.clubs.keeping import found_club
from accounts.models import Player
anna = Player.objects.get(username="Anna")
found_club(player=anna, name="Rommé-Runde Ost", about="Donnerstags ab acht.")
"""
OF_THE_BOOKS = """
SELECT (SELECT min(id) FROM tournaments_tournamentdraft WHERE forecast IS NOT NULL),
       (SELECT min(id) FROM chip_account WHERE kind = 'wallet'),
       (SELECT min(id) FROM chip_transfer),
       (SELECT min(id) FROM tournaments_entry WHERE tournament_id = {tournament}),
       (SELECT min(m.club_id) FROM accounts_clubmember m
        JOIN accounts_player p ON p.id = m.player_id WHERE p.username = 'Anna' AND m.role = 'owner')
"""
# For a loaded machine; each is a matter of seconds on a quiet one.
FORECAST_SECONDS = 240
TOURNAMENT_SECONDS = 480


def standing(site: Site) -> dict[str, int]:
    """Of what every demonstration has. A tournament of bots is played there again and again."""
    played, anna = _played_by_anna(site)
    return {
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
    draft, *_others, club = evening.ask(OF_THE_BOOKS)[0]
    if not draft:
        manage(site, "shell", "-c", MAKE_DRAFT)
    if not club:
        manage(site, "shell", "-c", MAKE_CLUB)

    def all_there() -> tuple[Any, ...] | None:
        found = evening.ask(OF_THE_BOOKS)
        return found[0] if found and None not in found[0] else None

    numbers = until(all_there, seconds=FORECAST_SECONDS, what="the forecast of a draft") or ()
    names = ("draft", "account", "transfer", "entry", "club")
    return dict(zip(names, numbers, strict=True)) | {"finished": finished}


def _played_out(site: Site) -> int:
    """A short tournament of quick bots, waited for."""
    evening = Evening.publish(site, players=4, stack=60)
    until(evening.is_over, seconds=TOURNAMENT_SECONDS, what="the end of a tournament of bots")
    return evening.tournament


def _tournament(site: Site, state: str) -> int:
    """The latest of that state, 0 where there is none."""
    _, answer = site.get(f"/api/v1/tournaments/?state={state}")
    return max((int(one["id"]) for one in json.loads(answer)["results"]), default=0)


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
