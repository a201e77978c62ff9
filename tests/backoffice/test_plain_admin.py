"""The plain administration shows no secret, and no card of a round that is not over."""

from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib import admin
from django.test import Client
from django.urls import get_resolver

from accounts.joining.players import create_player
from accounts.models import Player
from games.models import Round
from games.tables.reading import table_view
from tests.backoffice.staff import browser
from tests.pages.tables import running_table

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def chief() -> Player:
    found = create_player(name="Chief", password="rummy-evening")
    found.is_staff = found.is_superuser = True
    found.save()
    return found


def everything(client: Client) -> dict[str, str]:
    """Every list, and the page of every row on it."""
    found = {}
    assert get_resolver().url_patterns
    for model in admin.site._registry:
        folder = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        rows = [f"{folder}{row.pk}/change/" for row in model._default_manager.all()[:5]]
        for address in (folder, *rows):
            answer = client.get(address)
            assert answer.status_code in (200, 302), (address, answer.status_code)
            found[address] = answer.content.decode()
    return found


def test_nobody_reads_the_seed_of_a_colleagues_second_factor(chief: Player) -> None:
    """With it one person could approve as two."""
    secret = str(generate_totp_secret())
    TOTP.activate(create_player(name="Sven", password="rummy-evening"), secret)
    client = browser(chief)
    assert [address for address, page in everything(client).items() if secret in page] == []
    asked = client.get("/admin/mfa/authenticator/", {"data__secret__startswith": secret[:1]})
    assert (asked.status_code, asked.headers.get("location", "")) != (200, "")
    assert Authenticator.objects.exists()


def test_a_lost_second_factor_is_taken_away_and_nothing_else_about_it_is_changed(
    chief: Player,
) -> None:
    TOTP.activate(create_player(name="Sven", password="rummy-evening"), generate_totp_secret())
    kept = Authenticator.objects.get(user__username="Sven")
    folder, client = f"/admin/mfa/authenticator/{kept.pk}", browser(chief)
    assert client.get("/admin/mfa/authenticator/add/").status_code == 403
    assert client.post(f"{folder}/change/", {"type": "webauthn"}).status_code == 403
    assert client.post(f"{folder}/delete/", {"post": "yes"}).status_code == 302
    assert not Authenticator.objects.filter(pk=kept.pk).exists()


def test_no_page_of_the_staff_shows_a_card_of_a_running_round(chief: Player) -> None:
    """Not even to who may read everything: lists, pages of rows, the office's own pages."""
    anna, bert = (create_player(name=name, password="rummy-evening") for name in ("Anna", "Bert"))
    table = running_table(anna, bert)
    client, played = browser(chief), Round.objects.get(table=table, ended_at=None)
    pages = everything(client)
    office: list[Any] = [
        *("/office/", "/office/stuck/", f"/office/tables/{table.pk}/"),
        *(f"/office/players/{who.pk}/" for who in (anna, bert)),
        f"/office/integrity/{anna.pk}/{bert.pk}/",
    ]
    pages |= {address: client.get(address).content.decode() for address in office}
    hands = [table_view(table.pk, who.pk)["round"]["hand"] for who in (anna, bert)]
    hidden = [f'"{card}"' for hand in hands for card in hand]
    assert len(hidden) == 20
    shown = {
        address: [card for card in hidden if card in page or card.replace('"', "&quot;") in page]
        for address, page in pages.items()
    }
    assert {address: cards for address, cards in shown.items() if cards} == {}
    assert client.get(f"/office/tables/{table.pk}/rounds/{played.number}/").status_code == 404
    assert client.get(f"/tables/{table.pk}/replay/{played.number}/").status_code == 404


@pytest.mark.parametrize(
    "question",
    ["games/table/?state__contains=7h", "games/round/?server_seed__startswith=a",
     "games/table/?rounds__server_seed__startswith=a", "accounts/player/?password__startswith=p",
     "tournaments/tournament/?sealed_seed__startswith=a",
     "accounts/membership/?player__password__startswith=p"],
)  # fmt: skip
def test_nobody_guesses_a_secret_letter_by_letter(chief: Player, question: str) -> None:
    """A filter that no page shows would tell by what it finds."""
    answer = browser(chief).get(f"/admin/{question}")
    assert answer.status_code == 400 or "e=1" in answer.headers.get("location", "")
