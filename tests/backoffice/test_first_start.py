"""A new house: one page that its token alone opens, and an owner in one stroke, or nothing."""

import datetime as dt
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.conf import settings
from django.db import DatabaseError, connection, connections, transaction
from django.test import Client
from django.utils import timezone

from accounts.joining.players import create_player
from accounts.models import Player
from backoffice.first_start.draft import Draft
from backoffice.first_start.finishing import finish
from backoffice.first_start.tokens import address_with, digest_of, issue_token
from backoffice.models import FirstStart, RunSetting, StaffAct
from backoffice.running import board
from tests.backoffice.staff import browser
from web.refusals import Refused

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])
OWNER = {
    "name": "Rosa",
    "email": "rosa@example.org",
    "password": "a queen for each jack",
    "again": "a queen for each jack",
}
HOUSE = {
    "HOUSE_NAME": "Rummyclub Linz",
    "LANGUAGES_OFFERED": ["de", "en"],
    "TIME_ZONE": "Europe/Vienna",
    "PRESETS_OFFERED": ["gin_palast", "german_romme"],
}
LEGAL = {
    "name": "Rummyclub Linz",
    "street": "Hauptplatz 1",
    "place": "4020 Linz",
    "country": "Austria",
    "email": "rummy@example.org",
    "phone": "0732 1",
    "server": "Hetzner, Germany",
    "authority": "DSB Wien",
}


@pytest.fixture
def token() -> Iterator[str]:
    """As the console tells it, and every process knows."""
    told = issue_token()
    board.refresh()
    yield told
    FirstStart.objects.using("owner").all().delete()
    board._lay_over({})
    board._board.without_owner = False


def opened(token: str) -> Client:
    """A browser that has shown the token."""
    client = browser()
    assert client.post("/setup/", {"token": token}).headers["Location"] == "/setup/"
    return client


def answer(client: Client, step: str, fields: dict[str, Any]) -> str:
    """Where an answer leads."""
    response = client.post(f"/setup/{step}/", fields)
    assert response.status_code == 302, response.content.decode()
    return str(response.headers["Location"])


def code_for(page: str) -> str:
    """What the phone shows, for the key on the page."""
    found = re.search(r'class="wrap key">([A-Z2-7]+)<', page)
    assert found
    return str(format_hotp_value(hotp_value(found[1], int(time.time()) // 30)))


def answered(token: str) -> Client:
    """A browser in which everything but the last step is done."""
    client = opened(token)
    assert answer(client, "owner", OWNER) == "/setup/factor/"
    code = code_for(client.get("/setup/factor/").content.decode())
    assert answer(client, "factor", {"code": code}) == "/setup/house/"
    assert answer(client, "house", HOUSE) == "/setup/mail/"
    assert answer(client, "mail", {"later": "1"}) == "/setup/legal/"
    assert answer(client, "legal", LEGAL) == "/setup/finish/"
    return client


def test_until_it_has_an_owner_nothing_of_the_house_answers(token: str) -> None:
    visitor = browser()
    for path in ("/", "/tournaments/", "/office/", "/accounts/signup/", "/accounts/login/"):
        assert visitor.get(path).headers["Location"] == "/setup/"
    told = visitor.post("/api/v1/guests/", {"token_name": "x"}, content_type="application/json")
    assert (told.status_code, told.json()["code"]) == (503, "house_not_set_up")
    assert visitor.post("/play-as-guest/").status_code == 503
    assert visitor.get("/healthz").status_code == 200
    assert visitor.get("/readyz").status_code == 200
    assert "Begin" in visitor.get("/setup/").content.decode()
    assert not Player.objects.exists()


def test_all_steps_make_an_owner_and_a_house(token: str) -> None:
    client = answered(token)
    summary = client.get("/setup/finish/").content.decode()
    assert "Rosa, rosa@example.org" in summary
    assert "Rummyclub Linz" in summary
    assert not Player.objects.exists()
    end = client.post("/setup/finish/", follow=True)
    assert end.request["PATH_INFO"] == "/accounts/2fa/recovery-codes/"
    codes = end.content.decode()
    assert "Your house is open." in codes
    assert "<h1>Recovery codes</h1>" in codes
    assert '<a class="button main" href="/office/">' in codes
    rosa = Player.objects.get()
    assert (rosa.name, rosa.is_superuser, rosa.is_staff) == ("Rosa", True, True)
    assert rosa.check_password(OWNER["password"])
    assert Authenticator.objects.filter(user=rosa).count() == 2
    board.refresh()
    assert settings.HOUSE_NAME == "Rummyclub Linz"
    assert settings.GUESTS_WELCOME is False  # the box was not ticked
    imprint = browser().get("/imprint/", headers={"accept-language": "de"}).content.decode()
    assert "Hauptplatz 1" in imprint
    assert client.get("/office/house/").status_code == 200
    acts = set(StaffAct.objects.values_list("act", "actor_id"))
    assert acts == {("house_claimed", rosa.pk), ("setting_changed", rosa.pk)}


def test_a_token_counts_once_and_never_again(token: str) -> None:
    second = answered(token)
    first = answered(token)
    assert first.post("/setup/finish/").status_code == 302
    assert second.post("/setup/finish/").status_code == 410
    assert second.get("/setup/owner/").status_code == 410
    assert browser().post("/setup/", {"token": token}).status_code == 410
    assert Player.objects.count() == 1
    with pytest.raises(ValueError, match="has an owner"):
        issue_token()


def test_pressed_twice_at_once_there_is_one_owner(token: str) -> None:
    """Two tabs, or a double click: two requests of one browser."""
    client = answered(token)
    other = browser()
    other.cookies = client.cookies

    def press(one: Client) -> int:
        try:
            return one.post("/setup/finish/").status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        said = sorted(pool.map(press, (client, other)))
    assert said[0] == 302
    assert said[1] in (302, 410)
    assert Player.objects.filter(is_superuser=True).count() == Player.objects.count() == 1


def test_an_interruption_leaves_nothing_and_the_same_browser_goes_on(token: str) -> None:
    client = opened(token)
    answer(client, "owner", OWNER)
    assert not Player.objects.exists()
    assert not RunSetting.objects.exists()
    assert client.get("/setup/").headers["Location"] == "/setup/factor/"
    assert client.get("/setup/finish/").headers["Location"] == "/setup/factor/"
    key = code_for(client.get("/setup/factor/").content.decode())
    assert code_for(client.get("/setup/factor/").content.decode()) == key  # reloaded: the same
    back = client.get("/setup/owner/").content.decode()
    assert 'value="Rosa"' in back
    assert OWNER["password"] not in back
    kept = {**OWNER, "name": "Rosalind", "password": "", "again": ""}
    answer(client, "owner", kept)
    anew = issue_token()  # a new start tells another token, and the draft is still there
    assert client.get("/setup/factor/").headers["Location"] == "/setup/"
    client.post("/setup/", {"token": anew})
    assert 'value="Rosalind"' in client.get("/setup/owner/").content.decode()


def test_a_fault_at_the_end_takes_everything_back(token: str) -> None:
    client = answered(token)
    create_player(name="R0sa", password=None)  # looks the same: the name is gone meanwhile
    page = client.post("/setup/finish/")
    assert page.status_code == 200
    assert 'role="alert"' in page.content.decode()
    assert not Player.objects.filter(is_superuser=True).exists()
    assert not RunSetting.objects.exists()
    assert FirstStart.objects.get().done_at is None


def test_a_wrong_or_an_old_token_opens_nothing_and_guessing_is_slowed_down(token: str) -> None:
    visitor = browser()
    page = visitor.post("/setup/", {"token": token[:-1]})
    assert "not the token that opens" in page.content.decode()
    FirstStart.objects.using("owner").update(until=timezone.now() - dt.timedelta(seconds=1))
    assert "not the token" in visitor.post("/setup/", {"token": token}).content.decode()
    assert visitor.get("/setup/owner/").headers["Location"] == "/setup/"
    for _try in range(18):
        visitor.post("/setup/", {"token": "x"})
    assert visitor.post("/setup/", {"token": token}).status_code == 429


def test_the_token_is_stored_as_a_hash_and_sent_in_no_address(token: str) -> None:
    kept = FirstStart.objects.get()
    assert kept.digest == digest_of(token)
    assert token not in kept.digest
    address, _hash, secret = address_with(token).partition("#")
    assert (address[-7:], secret) == ("/setup/", token)


def as_role(role: str, sentence: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL ROLE {role}")
        cursor.execute(sentence)


def test_the_running_application_cannot_make_itself_an_owner(token: str) -> None:
    """Neither by the token's row nor by the function without the token."""
    anna = create_player(name="Anna", password=None)
    with connection.cursor() as cursor:
        cursor.execute("SELECT house_claim(%s, %s)", ["0" * 64, anna.pk])
        assert cursor.fetchone() == (False,)
    for role, sentence in (
        ("jeton_web", "UPDATE first_start SET digest = 'x'"),
        ("jeton_worker", f"SELECT house_claim('x', {anna.pk})"),
    ):
        with pytest.raises(DatabaseError, match="permission denied"):
            as_role(role, sentence)
    assert not Player.objects.filter(is_superuser=True).exists()


def test_answers_lie_sealed_in_the_session(token: str) -> None:
    client = answered(token)
    kept = str(dict(client.session))
    for secret in ("Rosa", "rosa@example.org", "pbkdf2", "argon2", token):
        assert secret not in kept


def test_what_does_not_hold_is_said_beside_its_field(token: str) -> None:
    client = opened(token)
    for wrong in ({"again": "another"}, {"name": "Admin"}, {"email": "rosa"}, {"password": "1"}):
        assert client.post("/setup/owner/", OWNER | wrong).status_code == 200
    answer(client, "owner", OWNER)
    assert client.post("/setup/factor/", {"code": "000000"}).status_code == 200
    answer(client, "factor", {"later": "1"})
    assert client.post("/setup/house/", HOUSE | {"TIME_ZONE": "Mars"}).status_code == 200
    answer(client, "house", HOUSE)
    server = {"host": "127.0.0.1", "port": 1, "encryption": "starttls", "test": "1"}
    page = client.post("/setup/mail/", server).content.decode()
    assert "The mail was not sent: [Errno 111] Connection refused" in page
    answer(client, "mail", {**server, "test": "", "later": "1"})
    half = client.post("/setup/legal/", {"name": "Rummyclub"}).content.decode()
    assert half.count("The texts are not whole without it.") == 7
    own = {"imprint": "https://example.org/i", "privacy": "https://example.org/p"}
    answer(client, "legal", own)
    client.post("/setup/finish/")
    board.refresh()
    assert browser().get("/imprint/").headers["Location"] == own["imprint"]


def test_where_there_are_two_factors_the_second_cannot_wait(
    token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "STAFF_TWO_FACTOR", True)
    client = opened(token)
    answer(client, "owner", OWNER)
    assert client.post("/setup/factor/", {"later": "1"}).status_code == 200
    assert client.get("/setup/house/").headers["Location"] == "/setup/factor/"


def test_an_owner_made_at_the_terminal_closes_the_page(token: str) -> None:
    chief = create_player(name="Chief", password=None)
    Player.objects.using("owner").filter(pk=chief.pk).update(is_superuser=True)
    assert browser().get("/").status_code == 200
    assert browser().get("/setup/").status_code == 410


def test_a_house_as_it_is_today_has_no_such_page() -> None:
    assert browser().get("/").status_code == 200
    assert browser().get("/setup/").status_code == 410


def test_a_draft_without_a_good_token_finishes_nothing(token: str) -> None:
    with pytest.raises(Refused, match="first_start_over"):
        finish(Draft("0" * 64, {"owner": OWNER}))
