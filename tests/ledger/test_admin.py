"""The back office shows the books from player to transfer, and lets nobody write them."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.books.posting import post_transfer, wallet_of
from accounts.books.reading import wallet_balance
from accounts.joining.players import grant_starting_chips
from accounts.models import ChipAccount, Player, Posting, Transfer
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
    listed = page(staff, "posting_changelist", account__id__exact=wallet.pk)
    assert f'href="{address}"' in listed
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


@pytest.mark.parametrize("model", [ChipAccount, Transfer, Posting])
def test_not_even_a_superuser_writes_the_books(
    staff: Client, model: type[ChipAccount] | type[Transfer] | type[Posting]
) -> None:
    name = model._meta.model_name
    row = model._default_manager.first()
    assert row is not None
    change = reverse(f"admin:accounts_{name}_change", args=[row.pk])
    assert staff.post(change, {"balance": 5, "amount": 5}).status_code == 403
    assert staff.get(reverse(f"admin:accounts_{name}_add")).status_code == 403
    delete = reverse(f"admin:accounts_{name}_delete", args=[row.pk])
    assert staff.post(delete, {"post": "yes"}).status_code == 403
    listed = reverse(f"admin:accounts_{name}_changelist")
    staff.post(listed, {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"})
    assert model._default_manager.filter(pk=row.pk).exists()


def test_players_are_edited_but_never_deleted(staff: Client, anna: Player) -> None:
    delete = reverse("admin:accounts_player_delete", args=[anna.pk])
    assert staff.post(delete, {"post": "yes"}).status_code == 403
    change = reverse("admin:accounts_player_change", args=[anna.pk])
    form = {"username": "Anna-2", "email": "", "language": "de", "bot_key": "", "is_active": "on"}
    response = staff.post(change, form)
    assert response.status_code == 302
    anna.refresh_from_db()
    assert (anna.name, anna.language) == ("Anna-2", "de")


def test_a_player_made_in_the_back_office_gets_the_grant(staff: Client) -> None:
    passwords = {"password1": "seven of diamonds", "password2": "seven of diamonds"}
    form = {"username": "Carla", "usable_password": "true"} | passwords
    response = staff.post(reverse("admin:accounts_player_add"), form)
    assert response.status_code == 302
    assert wallet_balance(Player.objects.get(username="Carla")) > 0


def test_who_is_not_staff_sees_nothing(anna: Player) -> None:
    client = Client()
    client.force_login(anna)
    response = client.get(reverse("admin:accounts_posting_changelist"))
    assert response.status_code == 302


def test_who_may_edit_players_gives_no_rights_and_takes_over_no_colleague(anna: Player) -> None:
    helper = Player.objects.create(username="helper", is_staff=True)
    for permission in Permission.objects.filter(codename__in=("change_player", "view_player")):
        helper.user_permissions.add(permission)
    boss = Player.objects.create(username="boss", is_staff=True, is_superuser=True)
    client = Client()
    client.force_login(helper)
    data = {"username": "helper", "is_staff": "on", "is_superuser": "on", "is_active": "on"}
    own = reverse("admin:accounts_player_change", args=[helper.pk])
    assert client.post(own, data).status_code == 302
    helper.refresh_from_db()
    assert helper.is_staff
    assert not helper.is_superuser
    password = {"password1": "a-long-evening", "password2": "a-long-evening"}
    for player, status in ((boss, 403), (anna, 302)):
        address = reverse("admin:auth_user_password_change", args=[player.pk])
        assert client.post(address, password).status_code == status
    boss.refresh_from_db()
    assert not boss.check_password("a-long-evening")
