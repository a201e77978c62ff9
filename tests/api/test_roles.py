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
from .role_world import SMALL, UNKNOWN, UNKNOWN_TEXT, WHO, World, new_world
from .test_openapi import document

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
# Reads over a connection of its own, which does not see this test's world; that everybody may, is
# asked in `test_following_everything`.
ELSEWHERE = "GET /api/v1/tournaments/{tournament_id}/events/"
# Enough to be heard out, where a request without a body is sent back before it is asked who asks.
BODIES: dict[str, dict[str, Any]] = {
    "me/lending/": {"lends": True},
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
    "/me/sessions/{session_id}/": "player",
    "/tokens/{token_key}/": "player",
    "/webhooks/{endpoint_id}/": "owner",
}
TIES = (
    "/me/sessions/",
    *CLUB_TIES,
    "/players/{player_id}/friend/",
    "/players/{player_id}/ignore/",
    "/series/{series_id}/tournaments/{tournament_id}/",
    "/tables/{table_id}/line/",
)
SIGNS = {401: "-", 403: "x", 404: "?"}
TABLE = """
+++++++++ GET /arena/
-xx+xxxxx POST /arena/
????????? GET /certificates/{code}/
+++++++++ GET /daily/
+++++++++ GET /daily/{day}/{game}/
-++x+++++ POST /daily/{game}/
-+xx++xxx GET /drafts/
-+xx++xxx POST /drafts/
-?xx++xxx GET /drafts/{draft_id}/
-+xx++xxx PUT /drafts/{draft_id}/
-?xx++xxx DELETE /drafts/{draft_id}/
-?xx++xxx GET /drafts/{draft_id}/forecast/
-?xx++xxx POST /drafts/{draft_id}/forecast/
-?xx++xxx POST /drafts/{draft_id}/publish/
-+xx++xxx POST /drafts/copy/
+++++++++ POST /guests/
+++++++++ GET /league/
+++++++++ GET /league/export/
-++++++++ GET /me/
-++++++++ GET /me/apps/
-++x+++++ POST /me/apps/
-+??????? DELETE /me/apps/{client_id}/
-++++++++ GET /me/bots/
-++x+++++ POST /me/bots/
-+??????? DELETE /me/bots/{bot_id}/
-+??????? POST /me/bots/{bot_id}/token/
-++++++++ GET /me/career/
-++++++++ POST /me/confirm/
-++++++++ GET /me/data/
-++++++++ GET /me/erase/
-++++++++ POST /me/erase/
-++++++++ GET /me/events/
-++++++++ GET /me/export/matches/
-++++++++ GET /me/export/rounds/
-++++++++ GET /me/export/skill/
-++++++++ GET /me/export/statement/
-++++++++ GET /me/friends/
-++++++++ GET /me/grants/
-+??????? DELETE /me/grants/{grant_id}/
-++++++++ GET /me/ignored/
-++++++++ GET /me/lending/
-++++++++ POST /me/lending/
-++++++++ GET /me/lines/
-++++++++ GET /me/mistakes/
-???????? GET /me/mistakes/{mistake_id}/
-???????? POST /me/mistakes/{mistake_id}/answer/
-++++++++ GET /me/matches/
-++++++++ GET /me/notices/
-++++++++ POST /me/notices/read/
-++++++++ GET /me/notices/wishes/
-++++++++ POST /me/notices/wishes/
-++++++++ GET /me/premium/
-++++++++ POST /me/premium/
-++++++++ POST /me/refill/
-++++++++ GET /me/sessions/
-++++++++ DELETE /me/sessions/
-+??????? DELETE /me/sessions/{session_id}/
-++++++++ GET /me/statement/
-++++++++ GET /me/statistics/
-++++++++ GET /me/tables/
-++++++++ GET /me/tickets/
-xxx+++x+ GET /office/accounts/
-xxx+++x+ GET /office/accounts/{account_id}/
-xxx+++x+ GET /office/accounts/{account_id}/postings/
-xxx++xxx GET /office/announcements/
-xxx++xxx POST /office/announcements/
-xxx++xxx POST /office/announcements/{announcement_id}/withdraw/
-xxx+++x+ GET /office/books/
-xxx+x+xx POST /office/books/audit/
-xxx+++x+ GET /office/corrections/
-xxx+x+xx POST /office/corrections/
-xxx+++x+ GET /office/corrections/{correction_id}/
-xxx+x+xx POST /office/corrections/{correction_id}/approve/
-xxx+x+xx POST /office/corrections/{correction_id}/reject/
-xxx+x+xx POST /office/corrections/{correction_id}/reverse/
-xxx+++x+ GET /office/restitutions/
-xxx+x+xx POST /office/restitutions/
-xxx???x? GET /office/restitutions/{restitution_id}/
-xxx?x?xx POST /office/restitutions/{restitution_id}/approve/
-xxx+x+xx POST /office/restitutions/{restitution_id}/propose/
-xxx+x+xx POST /office/restitutions/{restitution_id}/reject/
-xxx+x+xx POST /office/restitutions/{restitution_id}/undo/
-xxx+++x+ GET /office/entries/{entry_id}/
-xxx+++x+ GET /office/figures/
-xxx+++x+ GET /office/figures/{report_key}/
-xxx+++x+ GET /office/figures/{report_key}/csv/
-xxx+++++ GET /office/conflicts/
-xxx+++++ GET /office/consents/
-xxx+++++ POST /office/consents/
-xxx+++++ GET /office/home/
-xxx++xxx POST /office/house-tables/
-xxx++x+x GET /office/integrity/
-xxx++x+x GET /office/integrity/{player_id}/{other_id}/
-xxx++xxx GET /office/log/
-xxx++xxx GET /office/maintenance/
-xxx++xxx POST /office/maintenance/
-xxx+++++ GET /office/players/
-xxx+++++ GET /office/players/{player_id}/
-xxx++++x POST /office/players/{player_id}/notes/
-xxx+xxxx POST /office/players/{player_id}/premium/end/
-xxx+xxxx POST /office/players/{player_id}/premium/give/
-xxx+xx+x POST /office/players/{player_id}/sanctions/
-xxx+xx+x POST /office/players/{player_id}/sanctions/{sanction_id}/lift/
-xxx+xx++ GET /office/reports/
-xxx+xx+x POST /office/reports/{report_id}/decide/
-xxx+++++ GET /office/rights/
-xxx++x++ GET /office/rule-sets/
-xxx++xxx POST /office/rule-sets/
-xxx++x++ GET /office/rule-sets/{rule_set_id}/
-xxx++xxx POST /office/rule-sets/{rule_set_id}/retire/
-xxx+xxxx GET /office/settings/
-xxx+xxxx PUT /office/settings/{setting_name}/
-xxx++x++ GET /office/speed/
-xxx++x++ GET /office/stuck/
-xxx++xxx POST /office/stuck/{table_id}/cancel/
-xxx++xxx POST /office/stuck/{table_id}/wake/
-xxx+++x+ GET /office/tables/{table_id}/
-xxx+++x+ GET /office/tables/{table_id}/rounds/{number}/
-xxx+xxxx GET /office/team/
-xxx+xxxx POST /office/team/{player_id}/
-xxx++xxx POST /office/tournaments/{tournament_id}/bots/
-xxx+++x+ GET /office/tournaments/{tournament_id}/chips/
-xxx+++x+ GET /office/transfers/{transfer_id}/
-xxx++x++ POST /office/what-if/
-++++++++ GET /players/
+++++++++ GET /players/{player_id}/accuracy/
+++++++++ GET /players/{player_id}/career/
-++++++++ GET /players/{player_id}/head-to-head/
-++++++++ POST /players/{player_id}/friend/
-++++++++ DELETE /players/{player_id}/friend/
-++++++++ POST /players/{player_id}/ignore/
-++++++++ DELETE /players/{player_id}/ignore/
+++++++++ GET /players/{player_id}/reputation/
-xxx+xxxx POST /players/import/
+++++++++ GET /presets/
+++++++++ GET /puzzles/
+++++++++ GET /puzzles/next/
+++++++++ GET /puzzles/{puzzle_id}/
-++++++++ POST /puzzles/{puzzle_id}/answer/
+++++++++ GET /series/
-xxx++xxx POST /series/
+++++++++ GET /series/{series_id}/
-xxx++xxx PUT /series/{series_id}/
-???????? GET /series/{series_id}/certificate/
-xxx++xxx POST /series/{series_id}/close/
+++++++++ GET /series/{series_id}/standing/
-xxx++xxx POST /series/{series_id}/tournaments/
-xxx??xxx DELETE /series/{series_id}/tournaments/{tournament_id}/
????????? GET /series/certificates/{code}/
+++++++++ GET /tables/
-++++++++ POST /tables/
?+??????? GET /tables/{table_id}/
-+??????? POST /tables/{table_id}/actions/
-+??????? POST /tables/{table_id}/add-bot/
?+??????? GET /tables/{table_id}/chat/
-+??????? POST /tables/{table_id}/chat/
-???????? POST /tables/{table_id}/chat/{number}/report/
-+??????? POST /tables/{table_id}/chat/gallery/
?+??????? GET /tables/{table_id}/events/
-x??????? GET /tables/{table_id}/hint/
-+??????? POST /tables/{table_id}/invitations/
-+??????? POST /tables/{table_id}/join/
-+??????? POST /tables/{table_id}/leave/
-+??????? POST /tables/{table_id}/line/
-++++++++ DELETE /tables/{table_id}/line/
?+??????? GET /tables/{table_id}/log/
?+??????? GET /tables/{table_id}/skill/
-+??????? POST /tables/{table_id}/rebuy/
?+??????? GET /tables/{table_id}/rematch/
-+??????? POST /tables/{table_id}/rematch/consent/
-+??????? POST /tables/{table_id}/rematch/decline/
-+??????? POST /tables/{table_id}/rematch/offer/
?+??????? GET /tables/{table_id}/rounds/{number}/
?+??????? GET /tables/{table_id}/rounds/{number}/expert/
-+??????? POST /tables/{table_id}/rounds/{number}/play-on/
?+??????? GET /tables/{table_id}/rounds/{number}/review/
?+??????? GET /tables/{table_id}/view/
-++++++++ POST /tables/quick-seat/
-++++++++ GET /tokens/
-++++++++ POST /tokens/
-+??????? DELETE /tokens/{token_key}/
-+??????? POST /tokens/{token_key}/rotate/
+++++++++ GET /tournaments/
+++++++++ GET /tournaments/{tournament_id}/
-+xxxxxxx POST /tournaments/{tournament_id}/add-on/
-xxx++xxx POST /tournaments/{tournament_id}/aim/
+++++++++ GET /tournaments/{tournament_id}/boards/
????????? GET /tournaments/{tournament_id}/boards/{number}/
+++++++++ GET /tournaments/{tournament_id}/calendar/
-???????? GET /tournaments/{tournament_id}/certificate/
-+xxxxxxx POST /tournaments/{tournament_id}/come-back/
+++++++++ GET /tournaments/{tournament_id}/decisions/
-+xxxxxxx POST /tournaments/{tournament_id}/check-in/
-++x+++++ POST /tournaments/{tournament_id}/enter/
-xxx++xxx GET /tournaments/{tournament_id}/entries/
-xxx++xxx POST /tournaments/{tournament_id}/entries/import/
-+xxxxxxx POST /tournaments/{tournament_id}/leave/
-+xxxxxxx GET /tournaments/{tournament_id}/me/
-???????? GET /tournaments/{tournament_id}/me/sheet/
-xxx++xxx GET /tournaments/{tournament_id}/orders/
-xxx++xxx POST /tournaments/{tournament_id}/orders/
-xxx++xxx POST /tournaments/{tournament_id}/orders/{act_id}/undo/
+++++++++ GET /tournaments/{tournament_id}/proof/
-+xxxxxxx POST /tournaments/{tournament_id}/rebuy/
-xxx++xxx GET /tournaments/{tournament_id}/sheets/
-???????? GET /tournaments/{tournament_id}/sheets/{sheet_id}/
-???????? POST /tournaments/{tournament_id}/sheets/{sheet_id}/confirm/
-???????? POST /tournaments/{tournament_id}/sheets/{sheet_id}/enter/
-???????? POST /tournaments/{tournament_id}/sheets/{sheet_id}/object/
+++++++++ GET /tournaments/{tournament_id}/standings/
+++++++++ GET /tournaments/{tournament_id}/tables/
-+xxxxxxx POST /tournaments/{tournament_id}/withdraw/
-xxx++xxx POST /tournaments/publish/
+++++++++ GET /trust/
+++++++++ GET /trust/links/
-xxx+xxxx GET /webhooks/
-xxx+xxxx POST /webhooks/
-xxx+xxxx GET /webhooks/{endpoint_id}/
-xxx+xxxx PATCH /webhooks/{endpoint_id}/
-xxx+xxxx DELETE /webhooks/{endpoint_id}/
-xxx+xxxx GET /webhooks/{endpoint_id}/deliveries/
-xxx+xxxx POST /webhooks/{endpoint_id}/deliveries/{delivery_id}/again/
-xxx+xxxx POST /webhooks/{endpoint_id}/ping/
-xxx+xxxx POST /webhooks/{endpoint_id}/rotate/
"""
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


def test_every_operation_lets_in_exactly_those_it_is_for() -> None:
    """Where the staff's roles differ all of them ask; of the others some of each sign, by the seed.

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
        yield from some(of_it, max(1, len(of_it) // 3), f"callers of {operation}")


def test_ids_of_others_answer_as_ids_that_nothing_has() -> None:
    world = new_world()
    nothing = dict.fromkeys(world.ids, UNKNOWN) | UNKNOWN_TEXT
    nothing |= {name: world.ids[name] for name in PUBLIC} | SMALL
    told = []
    for operation, signs in some(ABOUT_ONE, 25, "operations"):
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
