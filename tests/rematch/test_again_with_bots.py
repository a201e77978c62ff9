"""After a match with bots one tap begins the next; whoever played with people asks them."""

import pytest

from games.models import Table, TableStatus
from games.moves.errors import NotAllowed, NotFound
from games.tables.again import play_again
from games.tables.lobby.quick_seat import Wish, quick_seat
from tests.league.tables import member
from tests.pages.browsers import browser
from tests.rematch.tables import given_up, resign

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def kinds(table: Table) -> list[str]:
    return sorted(seat.player.bot_key for seat in table.seats.select_related("player"))


def test_one_tap_and_the_same_bots_deal_again_and_two_taps_are_one() -> None:
    anna = member("Anna")
    before = Table.objects.get(pk=quick_seat(player=anna, wish=Wish("gin_palast")))
    resign(before, anna)
    page = browser(anna)
    first, second = (page.post(f"/tables/{before.pk}/again/") for _tap in range(2))
    assert first["location"] == second["location"] != f"/tables/{before.pk}/"
    after = before.successor
    assert first["location"] == f"/tables/{after.pk}/"
    assert (after.status, after.terms) == (TableStatus.PLAYING, before.terms)
    assert kinds(after) == kinds(before)
    assert after.seats.filter(player=anna).exists()


def test_people_are_not_seated_unasked_and_strangers_not_at_all() -> None:
    anna, bert, carl = (member(name) for name in ("Anna", "Bert", "Carl"))
    table = given_up([anna, bert])
    with pytest.raises(NotAllowed, match="only_after_bots"):
        play_again(table_id=table.pk, player=anna)
    with pytest.raises(NotFound, match="table_not_found"):
        play_again(table_id=table.pk, player=carl)
    page = browser(anna).post(f"/tables/{table.pk}/again/", follow=True)
    assert page.redirect_chain == [(f"/tables/new/?like={table.pk}", 302)]
    assert "with bots alone" in page.content.decode()
