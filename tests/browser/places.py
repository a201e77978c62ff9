"""Every page a person can come to, and as whom: what matrix tests and pictures go through."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.running.demo import Site

PASSWORD = "rummy-evening"


@dataclass(frozen=True, slots=True)
class Place:
    """A page: the picture's name, its address, and who goes there (nobody, or one of the demo)."""

    name: str
    path: str
    who: str = ""


FOR_VISITORS = (
    Place("welcome", ""),
    Place("login", "accounts/login/"),
    Place("signup", "accounts/signup/"),
    Place("reset", "accounts/password/reset/"),
    Place("rules-gin", "rules/gin/"),
    Place("rules-jokers", "rules/gin/jokers/"),
    Place("rules-romme", "rules/german_romme/"),
    Place("rules-500", "rules/romme_500/"),
    Place("league", "league/"),
    Place("player", "players/{anna}/"),
    Place("lessons", "learn/"),
    Place("lesson-gin", "learn/gin/"),
    Place("lesson-romme", "learn/german_romme/"),
    Place("lesson-500", "learn/romme_500/"),
    Place("offline", "offline/"),
    Place("nothing-here", "no-such-page/"),
)
FOR_PLAYERS = (
    Place("lobby", ""),
    Place("table-new", "tables/new/"),
    Place("wallet", "wallet/"),
    Place("profile", "profile/"),
    Place("friends", "friends/"),
    Place("notices", "notices/"),
    Place("premium", "premium/"),
    Place("settings", "settings/"),
    Place("tokens", "settings/tokens/"),
    Place("password", "accounts/password/change/"),
    Place("email", "accounts/email/"),
    Place("table-finished", "tables/{played}/"),
    Place("table-open", "tables/{open}/"),
    Place("replay", "tables/{played}/replay/1/"),
    Place("terms-join", "tables/{open}/enter/"),
)


def places(site: Site) -> Iterator[Place]:
    """All of them, with the numbers of this demonstration's tables filled in."""
    played, anna = _played_by_anna(site)
    facts = {"played": played, "open": min(_tables(site, "open")), "anna": anna}
    for place in FOR_VISITORS:
        yield replace(place, path=place.path.format(**facts))
    for place in FOR_PLAYERS:
        yield replace(place, path=place.path.format(**facts), who="Anna")


def _tables(site: Site, status: str) -> list[int]:
    _, answer = site.get(f"/api/v1/tables/?status={status}")
    return [int(table["id"]) for table in json.loads(answer)["results"]]


def _played_by_anna(site: Site) -> tuple[int, int]:
    """A finished match of hers that the demonstration began with, and her number."""
    for table in sorted(_tables(site, "finished")):
        view = json.loads(site.get(f"/api/v1/tables/{table}/view/")[1])
        for seat in view["seats"]:
            if seat["player"]["name"] == "Anna" and view["name"] == "Salon":
                return table, int(seat["player"]["id"])
    raise AssertionError("the demonstration has no match of Anna's")
