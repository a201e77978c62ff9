"""Who may do what between people: visitors, tokens that only read, tokens that only act."""

from typing import Any

import pytest

from accounts.models import Player
from games.models import Table
from tests.api.client import Caller
from tests.social.tables import between_rounds

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

PUBLIC = ("/tables/{table}/chat/", "/players/{bert}/reputation/")
OWN = (
    "/me/friends/",
    "/me/ignored/",
    "/me/notices/",
    "/me/notices/wishes/",
    "/me/notices/devices/",
    "/me/notices/quiet-hours/",
    "/me/lines/",
    "/players/?name=Bert",
)
WRITES: tuple[tuple[str, Any], ...] = (
    ("/tables/{table}/chat/", {"phrase": "hello"}),
    ("/tables/{table}/chat/gallery/", {"open": True}),
    ("/tables/{table}/chat/1/report/", {"reason": "other"}),
    ("/tables/{table}/invitations/", {"player": 1}),
    ("/tables/{table}/line/", None),
    ("/players/{bert}/friend/", None),
    ("/players/{bert}/ignore/", {}),
    ("/me/notices/read/", {"up_to": 1}),
    ("/me/notices/wishes/", {"kind": "friend_accepted", "by_mail": True}),
)
DELETES = ("/players/{bert}/friend/", "/players/{bert}/ignore/", "/tables/{table}/line/")


@pytest.fixture
def places(anna: Player, bert: Player) -> dict[str, int]:
    table: Table = between_rounds(anna, bert)
    return {"table": table.pk, "bert": bert.pk}


@pytest.mark.parametrize("path", PUBLIC)
def test_visitors_read_what_is_public(path: str, places: dict[str, int], anna: Player) -> None:
    assert Caller().get(path.format(**places)).status_code == 200
    assert Caller(anna, ("play",)).get(path.format(**places)).status_code == 403


@pytest.mark.parametrize("path", OWN)
def test_ones_own_things_need_a_token_that_reads(
    path: str, places: dict[str, int], anna: Player
) -> None:
    statuses = [
        caller.get(path.format(**places)).status_code
        for caller in (Caller(), Caller(anna, ("play",)), Caller(anna, ("read",)))
    ]
    assert statuses == [401, 403, 200]


@pytest.mark.parametrize(("path", "body"), WRITES)
def test_doing_something_needs_a_token_that_acts(
    path: str, body: Any, places: dict[str, int], anna: Player
) -> None:
    statuses = [
        caller.post(path.format(**places), body).status_code
        for caller in (Caller(), Caller(anna, ("read",)), Caller(anna, ("play",)))
    ]
    assert statuses[:2] == [401, 403]
    assert statuses[2] in (200, 201, 404, 409)


@pytest.mark.parametrize("path", DELETES)
def test_undoing_something_does_too(path: str, places: dict[str, int], anna: Player) -> None:
    statuses = [
        caller.delete(path.format(**places)).status_code
        for caller in (Caller(), Caller(anna, ("read",)), Caller(anna, ("play",)))
    ]
    assert statuses[:2] == [401, 403]
    assert statuses[2] in (204, 409)


@pytest.mark.parametrize("path", ["/friends/", "/notices/"])
def test_pages_about_oneself_ask_to_log_in(path: str) -> None:
    answer = Caller()._client.get(path)
    assert answer.status_code == 302
    assert answer["location"].startswith("/accounts/login/")
