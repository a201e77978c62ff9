"""The page of API tokens: made in a form, shown once, renewed and revoked by a button."""

import re
from datetime import timedelta

import pytest

from accounts.models import ApiToken, Player
from accounts.programs.tokens.issuing import TOKENS_PER_PLAYER_MAX, issue_token
from tests.pages.browsers import browser

from .client import Caller
from .playing import guest

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
PAGE = "/settings/tokens/"


def shown_token(html: str) -> str:
    found = re.search(r'id="new-token" value="(\w+)"', html)
    return found[1] if found else ""


def reach(token: str) -> list[str]:
    answer = Caller().get("/me/", Authorization=f"Token {token}")
    return list(answer.json()["scopes"]) if answer.status_code == 200 else []


@pytest.fixture
def player() -> Player:
    return guest()


def test_a_token_is_shown_once_and_works(player: Player) -> None:
    page = browser(player)
    answer = page.post(PAGE, {"name": "my bot", "scopes": ["read"], "days": "30"})
    token = shown_token(answer.content.decode())
    assert reach(token) == ["read"]
    assert "no-store" in answer["Cache-Control"]
    stored = ApiToken.objects.get(user=player)
    assert stored.name == "my bot"
    assert round((stored.expiry - stored.created) / timedelta(days=1)) == 30
    later = page.get(PAGE).content.decode()
    assert "my bot" in later
    assert token not in later
    assert shown_token(later) == ""


def test_it_may_last_until_revoked(player: Player) -> None:
    browser(player).post(PAGE, {"name": "for ever", "scopes": ["read", "play"], "days": ""})
    assert ApiToken.objects.get(user=player).expiry is None


@pytest.mark.parametrize(
    "form",
    [
        {"name": "", "scopes": ["read"], "days": "30"},
        {"name": "x" * 61, "scopes": ["read"], "days": "30"},
        {"name": "no reach", "scopes": [], "days": "30"},
        {"name": "unknown", "scopes": ["chips:admin"], "days": "30"},
        {"name": "too long", "scopes": ["read"], "days": "99999"},
    ],
)
def test_a_form_that_is_wrong_makes_nothing(player: Player, form: dict[str, str]) -> None:
    answer = browser(player).post(PAGE, form)
    assert answer.status_code == 200
    assert shown_token(answer.content.decode()) == ""
    assert not ApiToken.objects.filter(user=player).exists()


def test_renewing_shows_a_new_text_and_ends_the_old(player: Player) -> None:
    stored, old = issue_token(player=player, name="my bot")
    answer = browser(player).post(f"{PAGE}{stored.token_key}/rotate/")
    assert reach(shown_token(answer.content.decode())) == ["read", "play"]
    assert reach(old) == []


def test_revoking_ends_it(player: Player) -> None:
    stored, text = issue_token(player=player, name="my bot")
    answer = browser(player).post(f"{PAGE}{stored.token_key}/revoke/")
    assert (answer.status_code, answer["location"]) == (302, PAGE)
    assert reach(text) == []


@pytest.mark.parametrize("what", ["rotate", "revoke"])
def test_tokens_of_others_answer_as_unknown_ones(player: Player, what: str) -> None:
    others, text = issue_token(player=guest(), name="not yours")
    page = browser(player)
    assert page.post(f"{PAGE}{others.token_key}/{what}/").status_code == 404
    assert page.post(f"{PAGE}jeton_000000000/{what}/").status_code == 404
    assert page.get(f"{PAGE}{others.token_key}/{what}/").status_code == 405
    assert reach(text)


def test_too_many_are_refused_with_a_sentence(player: Player) -> None:
    for _ in range(TOKENS_PER_PLAYER_MAX):
        issue_token(player=player, name="one of many")
    answer = browser(player).post(PAGE, {"name": "more", "scopes": ["read"], "days": "30"})
    assert f"{TOKENS_PER_PLAYER_MAX} tokens" in answer.content.decode()
    assert ApiToken.objects.filter(user=player).count() == TOKENS_PER_PLAYER_MAX


def test_visitors_are_asked_to_log_in() -> None:
    assert browser().get(PAGE).status_code == 302
    assert browser().post(PAGE, {"name": "x"}).status_code == 302


def test_each_token_has_buttons_that_name_it(player: Player) -> None:
    stored, _ = issue_token(player=player, name="my <b>bot</b>")
    page = browser(player).get(PAGE).content.decode()
    for what in ("rotate", "revoke"):
        assert f'action="{PAGE}{stored.token_key}/{what}/"' in page
    assert "my <b>bot" not in page
    assert page.count("my &lt;b&gt;bot") == 3


def test_the_page_is_reached_from_the_settings(player: Player) -> None:
    assert f'href="{PAGE}"' in browser(player).get("/settings/").content.decode()
