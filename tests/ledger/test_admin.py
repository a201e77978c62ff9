"""The back office shows the books from player to transfer, to be looked at."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.books.posting import post_transfer, wallet_of
from accounts.joining.players import grant_starting_chips
from accounts.models import Player, Transfer
from tests.ledger.books import pot

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def anna(db: None) -> Player:
    """Anna has staked 100 at table 12."""
    anna = Player.objects.create(username="Anna")
    grant_starting_chips(anna)
    post_transfer(
        key="hold:12:1",
        kind="hold",
        postings=[(wallet_of(anna).pk, -100), (pot(12), 100)],
        actor_id=anna.pk,
    )
    return anna


@pytest.fixture
def staff(anna: Player) -> Client:
    boss = Player.objects.create(username="boss", is_staff=True, is_superuser=True)
    client = Client()
    client.force_login(boss)
    return client


def page(client: Client, name: str, *, pk: int | None = None, **query: object) -> str:
    address = reverse(f"admin:accounts_{name}", args=[pk] if pk else [])
    response = client.get(address, {key: str(value) for key, value in query.items()})
    assert response.status_code == 200, f"{address}: {response.status_code}"
    return response.content.decode()


def test_from_a_player_to_their_accounts_to_postings_to_the_transfer(
    staff: Client, anna: Player
) -> None:
    wallet = wallet_of(anna)
    accounts = reverse("admin:accounts_chipaccount_changelist")
    assert f'href="{accounts}?player__id__exact={anna.pk}"' in page(
        staff, "player_change", pk=anna.pk
    )
    postings = reverse("admin:accounts_posting_changelist")
    listed = page(staff, "chipaccount_changelist", player__id__exact=anna.pk)
    assert f'href="{postings}?account__id__exact={wallet.pk}"' in listed
    transfer = Transfer.objects.get(key="hold:12:1")
    address = reverse("admin:accounts_transfer_change", args=[transfer.pk])
    posting = transfer.postings.get(account=wallet)
    line = reverse("admin:accounts_posting_change", args=[posting.pk])
    assert line in page(staff, "posting_changelist", account__id__exact=wallet.pk)
    assert f'href="{address}"' in page(staff, "posting_change", pk=posting.pk)
    shown = page(staff, "transfer_change", pk=transfer.pk)
    assert reverse("admin:accounts_chipaccount_change", args=[wallet.pk]) in shown
    assert "table:12" in shown


def test_a_name_in_a_link_is_text(staff: Client) -> None:
    eve = Player.objects.create(username="<b>Eve")
    grant_starting_chips(eve)
    listed = page(staff, "chipaccount_changelist", player__id__exact=eve.pk)
    assert "&lt;b&gt;Eve" in listed
    assert "<b>Eve" not in listed


@pytest.mark.parametrize("name", ["player", "chipaccount", "transfer", "posting"])
def test_every_list_can_be_searched(staff: Client, name: str) -> None:
    assert page(staff, f"{name}_changelist", q="1")
    assert page(staff, f"{name}_changelist", q="hold:12")


def test_who_is_not_staff_sees_nothing(anna: Player) -> None:
    client = Client()
    client.force_login(anna)
    response = client.get(reverse("admin:accounts_posting_changelist"))
    assert response.status_code == 302
