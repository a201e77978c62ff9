"""Second factors lie sealed in the database, and their key can be changed while they hold."""

from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from allauth.mfa.totp.internal.auth import generate_totp_secret as new_secret
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from accounts.joining.players import create_player
from accounts.models import Player, WebhookEndpoint
from accounts.programs.webhooks import acting
from accounts.programs.webhooks.delivering import secrets_in_force
from accounts.signing_in import second_factor
from backoffice.models import StaffAct
from backoffice.permissions import Role
from games.models import RoundSecret
from games.moves import decks
from tests.backoffice.staff import browser, colleague
from tests.backoffice.test_second_factor import SET_UP, SHOW, code_of, led_to
from tests.pages.tables import open_table

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
OLD, NEW = "the key of the first years, for tests", "the key of the years after, for tests"


@pytest.fixture(autouse=True)
def _required(settings: Any) -> None:
    settings.STAFF_TWO_FACTOR = True
    settings.SEED_KEY = OLD


@pytest.fixture(autouse=True)
def _seeds_of_this_key() -> Iterator[None]:
    """The box for cards' seeds is made once for each process, under the key of then."""
    decks._box.cache_clear()
    yield
    decks._box.cache_clear()


@pytest.fixture
def olga() -> Player:
    return colleague(Role.OWNER, name="Olga")


@pytest.fixture
def phone(olga: Player) -> str:
    """The seed in Olga's phone."""
    secret = str(new_secret())
    TOTP.activate(olga, secret)
    return secret


def stored(player: Player) -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT data::text FROM mfa_authenticator WHERE user_id = %s", [player.pk])
        return " ".join(data for (data,) in cursor.fetchall())


def shown(player: Player, code: str) -> tuple[Client, str]:
    """A browser after it has sent a code, and what the page said."""
    client = browser(player)
    answer = client.post(f"{SHOW}?next=/office/", {"code": code})
    return client, answer.content.decode()


def is_in(client: Client) -> bool:
    return bool(client.get("/office/").status_code == 200)


def test_neither_seed_nor_recovery_code_is_in_the_database(olga: Player, phone: str) -> None:
    codes = RecoveryCodes.activate(olga).get_unused_codes()
    kept = stored(olga)
    assert phone not in kept
    assert not [code for code in codes if code in kept]
    assert second_factor.unseal(Authenticator.objects.get(type="totp").data["secret"]) == phone


def test_the_code_of_the_phone_and_a_recovery_code_open_the_office(
    olga: Player, phone: str
) -> None:
    assert is_in(shown(olga, code_of(phone))[0])
    recovery = RecoveryCodes.activate(olga).get_unused_codes()[3]
    assert is_in(shown(olga, recovery)[0])
    client, _said = shown(olga, recovery)
    assert led_to(client, "/office/") == SHOW, "a recovery code serves once"


def test_a_missing_key_is_said_and_nobody_gets_in(olga: Player, phone: str, settings: Any) -> None:
    settings.SEED_KEY = NEW
    client, said = shown(olga, code_of(phone))
    assert "Codes cannot be checked" in said
    assert led_to(client, "/office/") == SHOW


def test_the_key_is_changed_without_anybody_noticing(
    olga: Player, phone: str, settings: Any
) -> None:
    """SEED_KEY goes from old to 'new,old', everything is sealed anew, and the old key goes."""
    recovery = RecoveryCodes.activate(olga).get_unused_codes()[0]
    endpoint, secret = acting.add(
        name="Scores", url="https://example.org/hook", kinds=["table.finished"], by=olga
    )
    table = open_table(create_player(name="Anna", password="rummy-evening"))
    RoundSecret.objects.create(table=table, number=9, sealed_seed=decks.seal(b"the cards"))
    settings.SEED_KEY = f"{NEW},{OLD}"
    decks._box.cache_clear()
    before = stored(olga)
    call_command("reseal", stdout=StringIO())
    assert stored(olga) != before
    settings.SEED_KEY = NEW
    decks._box.cache_clear()
    sealed = RoundSecret.objects.get(table=table, number=9).sealed_seed
    assert decks.unseal(bytes(sealed)) == b"the cards"
    assert is_in(shown(olga, code_of(phone))[0])
    assert is_in(shown(olga, recovery)[0])
    endpoint = WebhookEndpoint.objects.get(pk=endpoint.pk)
    assert secrets_in_force(endpoint, endpoint.created_at) == [secret]


def test_what_does_not_open_is_counted_and_nothing_is_changed(
    olga: Player, phone: str, settings: Any
) -> None:
    before = stored(olga)
    call_command("reseal", "--check")
    settings.SEED_KEY = NEW
    with pytest.raises(CommandError, match=r"does not name: 1 \w+"):
        call_command("reseal", "--check")
    assert stored(olga) == before


def test_sealing_anew_without_the_old_key_is_refused_and_changes_nothing(
    olga: Player, phone: str, settings: Any
) -> None:
    settings.SEED_KEY = NEW
    before = stored(olga)
    with pytest.raises(CommandError, match="bring that key back"):
        call_command("reseal", stdout=StringIO())
    assert stored(olga) == before


def test_the_server_can_take_a_lost_factor_away_and_the_log_says_so(
    olga: Player, phone: str
) -> None:
    RecoveryCodes.activate(olga)
    call_command("forget_second_factor", "olga", stdout=StringIO())
    assert not Authenticator.objects.filter(user=olga).exists()
    assert StaffAct.objects.filter(act="second_factor_forgotten", actor=olga).count() == 1
    assert led_to(browser(olga), "/office/") == SET_UP
    for name in ("Olga", "Nobody"):
        with pytest.raises(CommandError):
            call_command("forget_second_factor", name, stdout=StringIO())
