"""A table that nobody has named is called after who opened it, by each reader in their language."""

import pytest
from django.test import Client
from django.utils.translation import override

from accounts.joining.players import create_guest
from accounts.models import Notice, Player
from accounts.notices.inbox import words_of
from accounts.people.befriending import befriend
from games.models import Table
from games.tables.inviting import invite_friend
from games.tables.lobby.quick_seat import quick_seat
from games.tables.opening import create_table, join_table
from games.tables.terms import TableOffer
from tests.api.client import Caller

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
NAMES = {"en": "Anna's table", "de": "Tisch von Anna"}


@pytest.mark.parametrize("language", NAMES)
@pytest.mark.parametrize("opened_in", NAMES)
def test_pages_and_the_api_say_it_in_the_readers_language(
    opened_in: str, language: str, anna: Player, bert: Player
) -> None:
    with override(opened_in):
        number = quick_seat(player=anna)
    name = NAMES[language]
    page = Client(headers={"Accept-Language": language})
    assert name in page.get("/").content.decode().replace("&#x27;", "'")
    shown = page.get(f"/tables/{number}/").content.decode().replace("&#x27;", "'")
    assert f'<h1 class="bar-name">{name}</h1>' in shown
    seen = Caller(bert).get(f"/tables/{number}/view/", accept_language=language)
    assert seen.json()["name"] == name
    rows = Caller(bert).get("/tables/", accept_language=language).json()
    assert [row["name"] for row in rows["results"]] == [name]


def test_a_name_that_was_given_stays_as_it_is(anna: Player) -> None:
    table = create_table(player=anna, offer=TableOffer(), name="Feierabend")
    for language in NAMES:
        with override(language):
            assert Table.objects.get(pk=table.pk).title == "Feierabend"


@pytest.mark.parametrize("page", ["/settings/keep-account/", "/settings/"])
def test_who_chooses_a_new_name_is_not_called_by_the_old_one(page: str, anna: Player) -> None:
    player = create_guest() if "keep" in page else anna
    before = player.username
    named = create_table(player=player, offer=TableOffer(), name=f"Bei {before}")
    plain = create_table(player=player, offer=TableOffer())
    client = Client()
    client.force_login(player)
    form = {"username": "Rosa", "password": "a-long-evening", "email": "", "language": "en"}
    assert client.post(page, form).status_code == 302
    assert Table.objects.get(pk=named.pk).name == "Bei Rosa"
    assert Table.objects.get(pk=plain.pk).title == "Rosa's table"
    player.refresh_from_db()
    assert (player.username, player.is_guest) == ("Rosa", False)


def test_notices_say_it_in_the_language_they_are_read_in(anna: Player, bert: Player) -> None:
    befriend(player=anna, other=bert)
    befriend(player=bert, other=anna)
    table = create_table(player=anna, offer=TableOffer())
    join_table(table_id=table.pk, player=anna)
    invite_friend(table_id=table.pk, player=anna, friend=bert)
    notice = Notice.objects.get(player=bert, kind="table_invitation")
    for language, name in NAMES.items():
        with override(language):
            assert f"“{name}”" in words_of(notice.kind, notice.facts)[0].translate(
                {ord("„"): "“", ord("“"): "”"} if language == "de" else {}
            )
