"""Every list staff may look at: its address, and the most queries it may take."""

from collections.abc import Iterator

from django.contrib import admin
from django.urls import get_resolver

from accounts.models import ChipAccount, Player
from tournaments.models import Entry

PAGES = {
    "/office/": 12,
    "/office/stuck/": 8,
    "/office/speed/": 11,
    "/office/players/": 8,
    "/office/players/?name=many 1": 9,
    "/office/players/?kind=banned": 8,
    "/office/accounts/": 8,
    "/office/accounts/?kind=wallet": 8,
    "/office/accounts/?name=tournament:5": 8,
    "/office/books/": 10,
    "/office/corrections/": 9,
    "/office/log/": 8,
    "/office/log/?act=note_written": 8,
    "/office/log/?by=Olga": 8,
    "/office/reports/": 8,
    "/office/reports/?all=1": 8,
    "/office/integrity/": 8,
    "/office/tournaments/": 8,
    "/office/tournaments/?phase=cancelled": 8,
    "/office/figures/": 8,
    "/office/figures/house/": 8,
    "/office/figures/house/?since=2020-01-01&reason=entry": 8,
    "/office/figures/moved/": 8,
    "/office/figures/moved/?chips=tournament&account=prize_pool&reason=prize": 8,
    "/office/figures/tournaments/": 8,
    "/office/figures/activity/": 8,
    "/office/figures/players/": 8,
    "/office/webhooks/": 8,
    "/office/team/": 9,
}
PLAIN_QUERIES = 12


def rooms() -> dict[str, int]:
    """Pages about one thing that lists what belongs to it, and what everybody may look at."""
    people = Player.objects.filter(username__startswith="many")
    player, veteran = people.latest("pk"), people.earliest("pk")
    wallet = ChipAccount.objects.get(player=player, kind="wallet")
    table = player.seats.latest("pk").table_id
    entry = Entry.objects.latest("pk")
    return {
        f"/office/players/{player.pk}/": 45,
        f"/office/integrity/?player={player.pk}": 8,
        f"/office/accounts/{wallet.pk}/": 11,
        f"/office/tables/{table}/": 12,
        f"/office/tournaments/{entry.tournament_id}/chips/": 10,
        f"/office/entries/{entry.pk}/": 10,
        "/": 25,
        f"/players/{veteran.pk}/": 25,
        "/tournaments/": 25,
        "/tournaments/calendar/": 25,
    }


def plain_lists() -> Iterator[str]:
    """The lists of the plain administration, whoever registered them."""
    assert get_resolver().url_patterns  # reading the addresses is what makes the site ready
    for model in admin.site._registry:
        yield f"/admin/{model._meta.app_label}/{model._meta.model_name}/"


def plain_searches() -> Iterator[str]:
    for model, shown in admin.site._registry.items():
        if shown.search_fields or getattr(shown, "search_players", ()):
            yield f"/admin/{model._meta.app_label}/{model._meta.model_name}/?q=many 77"


def every_list() -> dict[str, int]:
    """All of them, once there are as many rows as one wants."""
    plain = [*plain_lists(), *plain_searches()]
    return PAGES | rooms() | dict.fromkeys(plain, PLAIN_QUERIES)
