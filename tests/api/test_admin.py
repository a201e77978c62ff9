"""The back office shows no hidden card, to nobody, while a round is being played."""

import re
from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.models import RoundSecret, Table, TableEvent
from games.tables.reading import table_reading
from tests.chance import some

from .playing import play_moves, running_table

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
CARD = re.compile(r"\b[A2-9TJQK][shdc]\b")


@pytest.fixture
def superuser() -> Client:
    """Without a password: the start of its hash, on their own page, may read like a card."""
    player = Player.objects.create_superuser(username="root")
    client = Client()
    client.force_login(player)
    return client


def public_cards(table: Table) -> set[str]:
    """What anybody may see: the discard pile and the upcards taken from it."""
    view = table_reading(table.pk).view(None)["round"]
    taken = TableEvent.objects.filter(table=table, kind="upcard_taken")
    return {*view["discard_pile"], *(event.payload["card"] for event in taken)}


def addresses(client: Client) -> Iterator[str]:
    """Every list, rows' own pages, history and search of every registered model.

    Of what belongs to games every row; of others two, by the seed.
    """
    for model, model_admin in admin.site._registry.items():
        label = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        changelist = reverse(f"{label}_changelist")
        yield changelist
        if model_admin.search_fields:
            yield f"{changelist}?q=1"
        rows = list(model._default_manager.values_list("pk", flat=True)[:10])
        count = 10 if model._meta.app_label == "games" else 2
        for pk in some(rows, count, label):
            yield reverse(f"{label}_change", args=[pk])
            yield reverse(f"{label}_history", args=[pk])


@pytest.mark.drawn
def test_no_page_shows_a_card_that_a_spectator_may_not_see(superuser: Client) -> None:
    table, _, _ = running_table()
    play_moves(table, most=4)
    secret = RoundSecret.objects.get(table=table, number=1).sealed_seed
    allowed = public_cards(table)
    assert RoundSecret not in admin.site._registry
    visited = 0
    for address in [reverse("admin:index"), *addresses(superuser)]:
        answer = superuser.get(address)
        assert answer.status_code in (200, 302), address
        text = answer.content.decode()
        assert set(CARD.findall(text)) <= allowed, address
        assert bytes(secret).decode() not in text
        visited += 1
    assert visited > 10


def test_the_log_opens_when_the_round_is_over(superuser: Client) -> None:
    table, _, _ = running_table()
    page = reverse("admin:games_table_change", args=[table.pk])
    dealt = TableEvent.objects.get(table=table, kind="round_dealt").payload["hands"]
    before = CARD.findall(superuser.get(page).content.decode())
    assert set(before) <= public_cards(table)
    play_moves(table)
    after = CARD.findall(superuser.get(page).content.decode())
    assert {*dealt[0], *dealt[1]} <= set(after)


@pytest.mark.parametrize(
    "address",
    [
        "games/table/?state__icontains=7h",
        "games/table/?events__payload__icontains=7h",
        "games/round/?table__state__icontains=7h",
        "accounts/player/?seats__table__state__icontains=7h",
        "accounts/chipaccount/?player__seats__table__state__icontains=7h",
    ],
)
def test_a_filter_cannot_ask_for_what_no_page_shows(superuser: Client, address: str) -> None:
    running_table()
    answer = superuser.get(f"/admin/{address}")
    assert answer.status_code in (302, 400)
