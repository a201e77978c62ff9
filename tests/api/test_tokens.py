"""Tokens over the API: made, listed, renewed, revoked; no further than who asks."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from django.utils.translation import gettext_lazy

from accounts.models import ApiToken, Player
from accounts.programs import scopes
from accounts.programs.scopes import Scope
from accounts.programs.tokens.issuing import TOKENS_PER_PLAYER_MAX, issue_token, rotate_token

from .client import Caller
from .playing import guest

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def status_with(token: str) -> int:
    return int(Caller().get("/me/", Authorization=f"Token {token}").status_code)


def made(caller: Caller, **form: Any) -> dict[str, Any]:
    answer = caller.post("/tokens/", {"name": "bot", **form})
    assert answer.status_code == 201
    return dict(answer.json())


@pytest.mark.parametrize("name", ["\u3164", "\u2800 \u2800", "...", "bot\u115f"])
def test_a_token_that_nobody_could_find_again_is_not_made(name: str) -> None:
    caller = Caller(guest())
    answer = caller.post("/tokens/", {"name": name})
    assert (answer.status_code, answer.json()["code"]) == (422, "name_unreadable")
    assert not ApiToken.objects.filter(name=name).exists()


def test_a_renewed_token_keeps_everything_but_its_text() -> None:
    caller = Caller(guest())
    old = made(caller, scopes=["read"], days=10)
    answer = caller.post(f"/tokens/{old['id']}/rotate/")
    assert answer.status_code == 201
    new = answer.json()
    assert (new["name"], new["scopes"]) == (old["name"], old["scopes"])
    assert new["token"] != old["token"]
    assert (status_with(old["token"]), status_with(new["token"])) == (401, 200)
    listed = {token["id"] for token in caller.get("/tokens/").json()["results"]}
    assert new["id"] in listed
    assert old["id"] not in listed


def test_renewing_starts_the_lifetime_over_again() -> None:
    player = guest()
    stored, _ = issue_token(player=player, name="old", days=10)
    made_at = timezone.now() - timedelta(days=9)
    ApiToken.objects.filter(pk=stored.pk).update(
        created=made_at, expiry=made_at + timedelta(days=10)
    )
    renewed = rotate_token(player=player, token_key=stored.token_key, reach=("read", "play"))
    assert renewed is not None
    assert timedelta(days=9) < renewed[0].expiry - timezone.now() <= timedelta(days=10)
    forever, _ = issue_token(player=player, name="for ever")
    again = rotate_token(player=player, token_key=forever.token_key, reach=("read", "play"))
    assert again is not None
    assert again[0].expiry is None


def test_a_token_may_renew_itself() -> None:
    player = guest()
    first = made(Caller(player))
    own = {"Authorization": f"Token {first['token']}"}
    answer = Caller().post(f"/tokens/{first['id']}/rotate/", **own)
    assert answer.status_code == 201
    assert status_with(answer.json()["token"]) == 200


def test_renewing_gives_nobody_a_token_that_reaches_further() -> None:
    player = guest()
    wide, text = issue_token(player=player, name="wide", scopes=("read", "play"))
    answer = Caller(player, scopes=("play",)).post(f"/tokens/{wide.token_key}/rotate/")
    assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
    assert status_with(text) == 200


def test_others_expired_and_unknown_tokens_answer_alike() -> None:
    caller = Caller(guest())
    others, _ = issue_token(player=guest(), name="not yours")
    expired, _ = issue_token(player=caller.player or guest(), name="past", days=1)
    ApiToken.objects.filter(pk=expired.pk).update(expiry=timezone.now() - timedelta(days=1))
    bodies = set()
    for key in (others.token_key, expired.token_key, "jeton_000000000"):
        answer = caller.post(f"/tokens/{key}/rotate/")
        assert answer.status_code == 404
        bodies.add(answer.content)
    assert len(bodies) == 1
    assert expired.token_key not in {
        token["id"] for token in caller.get("/tokens/").json()["results"]
    }


def test_renewing_is_possible_when_there_is_no_room_for_one_more() -> None:
    caller = Caller(guest())
    assert caller.player is not None
    for _ in range(TOKENS_PER_PLAYER_MAX - 1):
        last, _ = issue_token(player=caller.player, name="one of many")
    assert caller.post("/tokens/", {"name": "more"}).json()["code"] == "too_many_tokens"
    assert caller.post(f"/tokens/{last.token_key}/rotate/").status_code == 201
    assert caller.player.api_tokens.count() == TOKENS_PER_PLAYER_MAX


def test_a_scope_is_one_entry_of_the_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """One for staff is given only when asked for, to staff, and ends with being staff."""
    directing = Scope("tournament:direct", gettext_lazy("Direct"), is_usual=False, for_staff=True)
    monkeypatch.setitem(scopes.SCOPES, directing.key, directing)
    boss = Player.objects.create_superuser(username="boss", password="x" * 20)
    wanted = ("read", directing.key)
    assert issue_token(player=boss, name="usual")[0].scopes == ["read", "play"]
    stored, text = issue_token(player=boss, name="desk", scopes=wanted)
    assert stored.scopes == list(wanted)
    assert issue_token(player=guest(), name="desk", scopes=wanted)[0].scopes == ["read"]
    assert scopes.in_force(stored.scopes, boss) == wanted
    Player.objects.filter(pk=boss.pk).update(is_staff=False)
    boss.refresh_from_db()
    assert scopes.in_force(stored.scopes, boss) == ("read",)
    assert status_with(text) == 200
