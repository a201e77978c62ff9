"""Who may and who may not, at every address of the API: one line for each operation.

A line has a sign for each of `WHO`: `+` is let in (and hears what is right or wrong about the
request), `-` must sign in (401), `x` may not (403), `?` is told that there is no such thing (404).
What is asked for belongs to `player` or to the house; the table is a private one. To whoever is
not let in, an id that belongs to others answers as one that nothing has.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from backoffice.permissions import Role
from tests.chance import some

from .club_rows import CLUB_BODIES, CLUB_ROWS, CLUB_TIES, OWNER
from .role_table import TABLE
from .role_world import SMALL, UNKNOWN, UNKNOWN_TEXT, WHO, World, new_world
from .test_openapi import document

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
# Reads over a connection of its own, which does not see this test's world; that everybody may, is
# asked in `test_following_everything`.
ELSEWHERE = "GET /api/v1/tournaments/{tournament_id}/events/"
# Enough to be heard out, where a request without a body is sent back before it is asked who asks.
BODIES: dict[str, dict[str, Any]] = {
    "me/lending/": {"lends": True},
    "me/preferences/": {"deck": "four"},
    "/play-on/": {"step": 0},
    "me/confirm/": {"code": 0},
    "{sheet_id}/enter/": {"points": [1, 0], "version": 0},
    "{sheet_id}/confirm/": {"version": 0},
    "{sheet_id}/object/": {"version": 0},
    "answer/": {"give_up": True},
    **CLUB_BODIES,
    "me/apps/": {"name": "x", "redirect_uris": ["https://example.org/"]},
    "me/bots/": {"name": "robbi"},
    "actions/": {"action": {"type": "draw_stock"}, "expected_version": 0},
    "chat/": {"phrase": "hello"},
    "report/": {"reason": "insult"},
    "gallery/": {"open": True},
    "invitations/": {"player": OWNER},
    "office/restitutions/": {"kind": "undone", "tables": [10**9]},
    "me/erase/": {"name": "x"},
    "{tournament_id}/team/": {"team": "Die Asse"},
    "team/remove/": {"player": 1},
    "players/import/": {"csv": "name\nAnna\n"},
}
# Everybody may know of these; what of the rest is whose, is not for others to find out.
PUBLIC = ("player_id", "tournament_id", "series_id", "club_id")
# What can be deleted at an address of its own, and who deletes it; ties to other people, places in
# a line and sessions all at once have none, and are gone from their lists.
OWNERS = {
    "/drafts/{draft_id}/": "director",
    "/me/apps/{client_id}/": "player",
    "/me/bots/{bot_id}/": "player",
    "/me/grants/{grant_id}/": "player",
    "/me/notices/devices/{device_id}/": "player",
    "/me/sessions/{session_id}/": "player",
    "/tokens/{token_key}/": "player",
    "/webhooks/{endpoint_id}/": "owner",
}
TIES = (
    "/me/notices/quiet-hours/",
    "/me/sessions/",
    *CLUB_TIES,
    "/players/{player_id}/friend/",
    "/players/{player_id}/ignore/",
    "/series/{series_id}/tournaments/{tournament_id}/",
    "/tables/{table_id}/line/",
)
SIGNS = {401: "-", 403: "x", 404: "?"}
EXPECTED = {
    f"{method} /api/v1{path}": signs
    for signs, method, path in map(str.split, (TABLE.rstrip() + CLUB_ROWS).strip().splitlines())
}


ABOUT_ONE = [(operation, signs) for operation, signs in EXPECTED.items() if "{" in operation]


def operations() -> list[str]:
    return [
        f"{method.upper()} {path}"
        for path, methods in document()["paths"].items()
        for method in methods
        if f"{method.upper()} {path}" != ELSEWHERE
    ]


def ask(world: World, who: str, operation: str, ids: dict[str, Any], *, key: str = "once") -> Any:
    """Each asks the world as it was."""
    method, path = operation.split(" ", 1)
    bodies = [body for end, body in BODIES.items() if method == "POST" and path.endswith(end)]
    with transaction.atomic():
        body = bodies[0] if bodies else None
        if body and OWNER in body.values():
            body = {"player": world.ids["player_id"]}
        answer = world.ask(who, method, path, ids, body, key=key)
        transaction.set_rollback(True)
    return answer


@pytest.mark.drawn
def test_every_operation_lets_in_exactly_those_it_is_for() -> None:
    """Where the staff's roles differ all of them ask; of the others one of each sign, by the seed.

    In the soak run all ask.
    """
    world = new_world()
    assert set(EXPECTED) == set(operations())
    wrong = []
    for operation, signs in EXPECTED.items():
        for who, sign in drawn_callers(operation, signs):
            found = SIGNS.get(ask(world, who, operation, world.ids).status_code, "+")
            wrong += [f"{found} {who}: {operation}"] if found != sign else []
    assert not wrong, "\n".join(wrong)


def drawn_callers(operation: str, signs: str) -> Iterator[tuple[str, str]]:
    """Who asks, with the sign."""
    callers = list(zip(WHO, signs, strict=True))
    if len(set(signs[-len(Role) :])) > 1:
        yield from callers[-len(Role) :]
        callers = callers[: -len(Role)]
    for sign in dict.fromkeys(sign for _, sign in callers):
        of_it = [one for one in callers if one[1] == sign]
        yield from some(of_it, 1, f"callers of {operation}")


@pytest.mark.drawn
def test_ids_of_others_answer_as_ids_that_nothing_has() -> None:
    world = new_world()
    nothing = dict.fromkeys(world.ids, UNKNOWN) | UNKNOWN_TEXT
    nothing |= {name: world.ids[name] for name in PUBLIC} | SMALL
    told = []
    for operation, signs in some(ABOUT_ONE, 15, "operations"):
        for who, sign in zip(WHO, signs, strict=True):
            if sign != "+" and who != "player":
                theirs = _said(ask(world, who, operation, world.ids))
                none = _said(ask(world, who, operation, nothing))
                told += [f"{who}: {operation}: {theirs}, {none}"] if theirs != none else []
    assert not told, "\n".join(told)


def _said(answer: Any) -> tuple[int, str, str]:
    """Without the id, which is in the sentence as it was in the question."""
    body = answer.json()
    return (
        answer.status_code,
        body["code"],
        "".join(one for one in body["detail"] if not one.isdigit()),
    )


def test_what_is_deleted_is_gone_at_each_of_its_addresses() -> None:
    """To whoever deleted it: from then on it is what has never been."""
    world = new_world()
    nothing = dict.fromkeys(world.ids, UNKNOWN) | UNKNOWN_TEXT
    deleting = {one.removeprefix("DELETE /api/v1") for one in operations() if "DELETE" in one}
    assert deleting == {*OWNERS, *TIES}
    for address, who in OWNERS.items():
        path = f"/api/v1{address}"
        theirs = [one for one in operations() if _is_at(path, one)]
        with transaction.atomic():
            assert world.ask(who, "DELETE", path, world.ids).status_code == 204
            gone = {one: _said(ask(world, who, one, world.ids, key="again")) for one in theirs}
            never = {one: _said(ask(world, who, one, nothing, key="never")) for one in theirs}
            transaction.set_rollback(True)
        assert gone == never
        assert {status for status, _code, _words in gone.values()} == {404}


def _is_at(path: str, operation: str) -> bool:
    """At this address or below it, and says everything there: no body is asked for first."""
    method, address = operation.split(" ")
    asked = document()["paths"][address][method.lower()]
    return address.startswith(path) and "requestBody" not in asked


def test_who_is_let_go_is_in_no_list_any_more() -> None:
    world = new_world()
    for tie, listed in (("friend", "friends"), ("ignore", "ignored")):
        path = f"/api/v1/players/{{player_id}}/{tie}/"
        before = world.ask("other", "GET", f"/api/v1/me/{listed}/", {}).json()
        assert world.ask("other", "POST", path, world.ids, key=tie).status_code == 200
        assert world.ask("other", "GET", f"/api/v1/me/{listed}/", {}).json() != before
        assert world.ask("other", "DELETE", path, world.ids).status_code == 204
        assert world.ask("other", "GET", f"/api/v1/me/{listed}/", {}).json() == before
