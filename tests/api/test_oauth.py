"""A third-party app: consent, code with PKCE, refresh, revocation; and what must not work."""

import base64
import datetime as dt
import hashlib
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import ApiToken, OAuthGrant, Player
from accounts.programs.oauth.server import forget_old_grants, grants_of
from accounts.programs.oauth.validator import end_grant
from accounts.programs.tokens.issuing import issue_token
from backoffice.team.roles import set_roles
from tests.backoffice.staff import colleague
from web.security import limits

from .client import Caller
from .playing import person

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

BACK = "https://app.example.org/done"
VERIFIER = "v" * 64
CHALLENGE = (
    base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
)


@pytest.fixture
def app() -> dict[str, Any]:
    owner = Caller(person("maker"))
    made = owner.post("/me/apps/", {"name": "Scores", "redirect_uris": [BACK]})
    assert made.status_code == 201, made.content
    found: dict[str, Any] = made.json()
    return found


def browser() -> tuple[Client, Player]:
    player = person("anna")
    found = Client()
    found.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return found, player


def question(app: dict[str, Any], **changes: str) -> str:
    asked = {
        "response_type": "code",
        "client_id": app["client_id"],
        "redirect_uri": BACK,
        "scope": "read play",
        "state": "s1",
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
    } | changes
    return "/oauth/authorize/?" + urlencode({k: v for k, v in asked.items() if v})


def code_for(anna: Client, app: dict[str, Any], **changes: str) -> str:
    answer = anna.post(question(app, **changes), {"allow": "1"})
    assert answer.status_code == 302, answer.content
    found = parse_qs(urlsplit(answer["Location"]).query)
    assert answer["Location"].startswith(BACK)
    assert found["state"] == ["s1"]
    return found["code"][0]


def exchange(app: dict[str, Any], code: str, **changes: str) -> Any:
    asked = {
        "grant_type": "authorization_code",
        "client_id": app["client_id"],
        "code": code,
        "redirect_uri": BACK,
        "code_verifier": VERIFIER,
    } | changes
    return Client().post("/oauth/token/", urlencode(asked), FORM)


FORM = "application/x-www-form-urlencoded"


def renew(app: dict[str, Any], refresh: str) -> Any:
    asked = {
        "grant_type": "refresh_token",
        "client_id": app["client_id"],
        "refresh_token": refresh,
    }
    return Client().post("/oauth/token/", urlencode(asked), FORM)


def test_a_player_says_yes_and_the_app_acts_until_it_is_taken_back(app: dict[str, Any]) -> None:
    anna, player = browser()
    page = anna.get(question(app))
    assert page.status_code == 200
    assert "Scores" in page.content.decode()
    assert "app.example.org" in page.content.decode()
    assert "form-action 'self' https://app.example.org" in page["Content-Security-Policy"]
    tokens = exchange(app, code_for(anna, app)).json()
    assert tokens["token_type"] == "Bearer"
    me = Caller().get("/me/", Authorization=f"Bearer {tokens['access_token']}").json()
    assert (me["player"]["id"], me["scopes"]) == (player.pk, ["read", "play"])
    own = Caller(player)
    (grant,) = own.get("/me/grants/").json()["results"]
    assert (grant["app"], grant["owner"]) == ("Scores", "maker")
    assert "Scores" in anna.get("/settings/tokens/").content.decode()
    assert tokens["access_token"][:15] not in str(own.get("/tokens/").json())
    assert own.delete(f"/me/grants/{grant['id']}/").status_code == 204
    answer = Caller().get("/me/", Authorization=f"Bearer {tokens['access_token']}")
    assert answer.status_code == 401
    assert renew(app, tokens["refresh_token"]).json()["error"] == "invalid_grant"


def test_an_app_makes_itself_no_credentials_that_outlive_the_yes(app: dict[str, Any]) -> None:
    anna, player = browser()
    _stored, own = issue_token(player=player, name="mine", scopes=["read", "play"])
    access = exchange(app, code_for(anna, app)).json()["access_token"]
    by_app = {"Authorization": f"Bearer {access}"}
    tried = [
        Caller().post("/tokens/", {"name": "for ever", "scopes": ["read", "play"]}, **by_app),
        Caller().post(f"/tokens/{own[:15]}/rotate/", **by_app),
        Caller().get("/tokens/", **by_app),
        Caller().post("/me/bots/", {"name": "Sleeper"}, **by_app),
        Caller().post("/me/apps/", {"name": "Another", "redirect_uris": [BACK]}, **by_app),
        Caller().get("/me/grants/", **by_app),
    ]
    assert [(one.status_code, one.json()["code"]) for one in tried] == [(403, "not_for_apps")] * 6
    assert Caller().get("/me/", Authorization=f"Token {own}").status_code == 200


def test_a_player_says_no(app: dict[str, Any]) -> None:
    anna, _ = browser()
    answer = anna.post(question(app), {"deny": "1"})
    assert parse_qs(urlsplit(answer["Location"]).query) == {
        "error": ["access_denied"],
        "state": ["s1"],
    }
    assert not OAuthGrant.objects.exists()


@pytest.mark.parametrize(
    "change",
    [
        {"client_id": "app_unknown"},
        {"redirect_uri": "https://evil.example.org/"},
        {"redirect_uri": BACK + "/more"},
    ],
)
def test_nobody_is_sent_to_an_address_that_is_not_the_apps(
    app: dict[str, Any], change: dict[str, str]
) -> None:
    anna, _ = browser()
    for answer in (anna.get(question(app, **change)), anna.post(question(app, **change))):
        assert answer.status_code == 400
        assert "Location" not in answer


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"code_challenge": ""}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": ""}, "invalid_request"),
        ({"scope": "webhooks"}, "invalid_scope"),
        ({"response_type": "token"}, "unauthorized_client unsupported_response_type"),
    ],
)
def test_a_question_that_is_not_sound_goes_back_as_an_error(
    app: dict[str, Any], change: dict[str, str], error: str
) -> None:
    anna, _ = browser()
    answer = anna.get(question(app, **change))
    assert answer.status_code == 302
    assert parse_qs(urlsplit(answer["Location"]).query)["error"][0] in error.split()


@pytest.mark.parametrize(
    "change",
    [
        {"code_verifier": "w" * 64},
        {"code_verifier": ""},
        {"redirect_uri": "https://evil.example.org/"},
        {"client_id": "app_unknown"},
        {"refresh_token": "guessed", "grant_type": "refresh_token"},
    ],
)
def test_a_stolen_code_is_of_no_use(app: dict[str, Any], change: dict[str, str]) -> None:
    anna, _ = browser()
    code = code_for(anna, app)
    answer = exchange(app, code, **change)
    assert answer.status_code in (400, 401)
    assert not ApiToken.objects.filter(grant__isnull=False).exists()


def test_a_code_is_good_once_and_not_for_long(app: dict[str, Any]) -> None:
    anna, _ = browser()
    code = code_for(anna, app)
    tokens = exchange(app, code).json()
    assert exchange(app, code).json()["error"] == "invalid_grant"
    answer = Caller().get("/me/", Authorization=f"Bearer {tokens['access_token']}")
    assert answer.status_code == 401  # whoever came second, or first, was a thief
    late = code_for(anna, app)
    OAuthGrant.objects.update(code_until=timezone.now() - dt.timedelta(seconds=1))
    assert exchange(app, late).json()["error"] == "invalid_grant"


def test_a_refresh_token_is_good_once_and_a_second_use_ends_all(app: dict[str, Any]) -> None:
    anna, _ = browser()
    first = exchange(app, code_for(anna, app)).json()
    second = renew(app, first["refresh_token"]).json()
    old, new = (
        Caller().get("/me/", Authorization=f"Bearer {one['access_token']}").status_code
        for one in (first, second)
    )
    assert (old, new) == (401, 200)
    assert renew(app, first["refresh_token"]).json()["error"] == "invalid_grant"
    answer = Caller().get("/me/", Authorization=f"Bearer {second['access_token']}")
    assert answer.status_code == 401


def test_a_renewal_whose_answer_was_lost_is_asked_for_again(app: dict[str, Any]) -> None:
    anna, _ = browser()
    first = exchange(app, code_for(anna, app)).json()
    lost = [renew(app, first["refresh_token"]).json() for _ in range(2)]
    arrived = renew(app, first["refresh_token"]).json()
    statuses = [
        Caller().get("/me/", Authorization=f"Bearer {one['access_token']}").status_code
        for one in (*lost, arrived)
    ]
    assert statuses == [401, 401, 200]
    assert renew(app, lost[0]["refresh_token"]).json()["error"] == "invalid_grant"
    latest = renew(app, arrived["refresh_token"]).json()
    OAuthGrant.objects.get().token.delete()  # as it is when it has expired unused
    assert renew(app, arrived["refresh_token"]).json()["error"] == "invalid_grant"
    assert renew(app, latest["refresh_token"]).json()["error"] == "invalid_grant"


def test_a_change_of_roles_ends_what_apps_may_do(app: dict[str, Any]) -> None:
    """Nobody has said yes to an app that acts for one of the staff."""
    anna, player = browser()
    tokens = exchange(app, code_for(anna, app)).json()
    by = colleague("owner", name="Olga")
    set_roles(player=player, roles=["support"], by=by, reason="helps out")
    answer = Caller().get("/me/", Authorization=f"Bearer {tokens['access_token']}")
    assert answer.status_code == 401
    assert renew(app, tokens["refresh_token"]).json()["error"] == "invalid_grant"


def test_an_app_gives_its_token_back(app: dict[str, Any]) -> None:
    anna, _ = browser()
    tokens = exchange(app, code_for(anna, app)).json()
    asked = {"token": tokens["access_token"], "client_id": app["client_id"]}
    assert Client().post("/oauth/revoke/", urlencode(asked), FORM).status_code == 200
    answer = Caller().get("/me/", Authorization=f"Bearer {tokens['access_token']}")
    assert answer.status_code == 401


def test_what_gave_access_once_is_forgotten_long_after(app: dict[str, Any], settings: Any) -> None:
    anna, player = browser()
    code_for(anna, app)  # nobody comes with this one
    kept = exchange(app, code_for(anna, app)).json()
    renewed, _unused = OAuthGrant.objects.order_by("-pk")
    code_for(anna, app)
    end_grant(OAuthGrant.objects.latest("pk"))
    long_ago = dt.timedelta(days=settings.KEEP_SIGN_INS_DAYS - 1)
    assert forget_old_grants(now=timezone.now() + long_ago) == 0
    assert forget_old_grants(now=timezone.now() + long_ago + dt.timedelta(days=2)) == 2
    assert list(OAuthGrant.objects.all()) == [renewed]
    assert len(grants_of(player)) == 1
    OAuthGrant.objects.update(refresh_until=timezone.now())
    assert grants_of(player) == []
    assert renew(app, kept["refresh_token"]).json()["error"] == "invalid_grant"


def test_secrets_are_stored_as_digests(app: dict[str, Any]) -> None:
    anna, _ = browser()
    code = code_for(anna, app)
    tokens = exchange(app, code).json()
    stored = str([vars(one) for one in (*OAuthGrant.objects.all(), *ApiToken.objects.all())])
    assert not any(
        secret in stored for secret in (code, tokens["access_token"], tokens["refresh_token"])
    )


def test_what_a_player_allows_an_app_is_one_however_often_it_asks(app: dict[str, Any]) -> None:
    """Each device has tokens of its own; taken back they are together."""
    anna, player = browser()
    phone = exchange(app, code_for(anna, app, scope="read")).json()
    desk = exchange(app, code_for(anna, app, scope="read play")).json()
    unused = code_for(anna, app)
    own = Caller(player)
    (grant,) = own.get("/me/grants/").json()["results"]
    assert grant["scopes"] == ["read", "play"]
    assert anna.get("/settings/tokens/").content.decode().count("Scores") == 2  # name and button
    for tokens in (phone, desk):
        answer = Caller().get("/me/", Authorization=f"Bearer {tokens['access_token']}")
        assert answer.status_code == 200
    assert own.delete(f"/me/grants/{grant['id']}/").status_code == 204
    assert own.get("/me/grants/").json()["results"] == []
    for tokens in (phone, desk):
        answer = Caller().get("/me/", Authorization=f"Bearer {tokens['access_token']}")
        assert answer.status_code == 401
        assert renew(app, tokens["refresh_token"]).json()["error"] == "invalid_grant"
    assert exchange(app, unused).json()["error"] == "invalid_grant"
    assert own.delete(f"/me/grants/{grant['id']}/").status_code == 404


def test_a_yes_is_said_only_so_often_in_an_hour(app: dict[str, Any]) -> None:
    anna, player = browser()
    for _ in range(limits.TOKENS.most):
        code_for(anna, app)
    answer = anna.post(question(app), {"allow": "1"})
    assert answer["Location"] == "/settings/tokens/"
    assert OAuthGrant.objects.filter(player=player).count() == limits.TOKENS.most
    assert anna.post(question(app), {})["Location"].startswith(BACK), "a no leaves no row"


def test_where_everything_is_can_be_asked(app: dict[str, Any]) -> None:
    found = Client().get("/.well-known/oauth-authorization-server").json()
    assert found["code_challenge_methods_supported"] == ["S256"]
    assert "webhooks" not in found["scopes_supported"]


@pytest.mark.parametrize("query", ["client_id=%00", "client_id[]=x", "a[]=1", "%ff=%fe", "\u00e9"])
def test_a_question_that_nobody_can_read_is_no_fault_of_ours(query: str) -> None:
    anna, _player = browser()
    assert anna.get(f"/oauth/authorize/?{query}").status_code == 400
    for endpoint in ("token", "revoke"):
        answer = Client().post(f"/oauth/{endpoint}/?{query}", "client_id=%00&code=%00", FORM)
        assert answer.status_code in (400, 401), answer.content


@pytest.mark.parametrize("field", ["client_id", "code", "redirect_uri", "code_verifier"])
def test_a_code_comes_back_in_no_letters_that_nothing_holds(
    app: dict[str, Any], field: str
) -> None:
    anna, _player = browser()
    code = code_for(anna, app)
    changes = {"code": code, field: "a\0b"}
    answer = exchange(app, changes.pop("code"), **changes)
    assert (answer.status_code, "error" in answer.json()) in [(400, True), (401, True)]


@pytest.mark.parametrize("challenge", ["short", "x" * 44, "x" * 42 + "\u00e4", "x" * 300])
def test_a_challenge_that_no_verifier_meets_is_told_to_the_app(
    app: dict[str, Any], challenge: str
) -> None:
    anna, _player = browser()
    answer = anna.post(question(app, code_challenge=challenge), {"allow": "1"})
    assert "error=invalid_request" in answer["Location"]
    assert not OAuthGrant.objects.exists()
