"""The plain administration shows what is stored but secrets and hidden cards; it writes nothing."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db import connections
from django.test import Client
from django.urls import URLResolver, get_resolver

from accounts.admin_lists import Shown
from accounts.joining.players import create_player
from accounts.models import Player, Session
from games.models import ChatReport, Round
from games.tables.reading import table_view
from tests.backoffice.many import fill
from tests.backoffice.staff import browser
from tests.pages.tables import open_table, running_table

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def chief() -> Player:
    return chief_of_all()


def chief_of_all() -> Player:
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


def every_address() -> Iterator[tuple[str, int]]:
    """Every address of the site, about a row of each model; and what a superuser is answered."""
    for pattern in get_resolver().url_patterns:
        if isinstance(pattern, URLResolver) and str(pattern.pattern) == "admin/":
            for inner in pattern.url_patterns:
                yield from _of_a_model(inner) if isinstance(inner, URLResolver) else _of_all(inner)


def _of_all(pattern: Any) -> Iterator[tuple[str, int]]:
    known = {"search": 200, "index": 200, "login": 302, "logout": 405, "password_change": 302,
             "password_change_done": 200, "autocomplete": 403, "jsi18n": 200}  # fmt: skip
    if pattern.name in known:
        yield f"/admin/{pattern.pattern}", known[pattern.name]
    elif pattern.name == "app_list":
        yield "/admin/accounts/", 200
    else:  # a row's page out in the house; and whatever else there is not
        assert pattern.name in ("view_on_site", None)
        yield "/admin/r/1/1/", 404
        yield "/admin/nothing/", 404


def _of_a_model(patterns: URLResolver) -> Iterator[tuple[str, int]]:
    folder = f"/admin/{patterns.pattern}"
    app, name = str(patterns.pattern).strip("/").split("/")
    row = apps.get_model(app, name)._default_manager.latest("pk").pk
    for pattern in patterns.url_patterns:
        kind = str(getattr(pattern, "name", None) or "row").rpartition("_")[2]
        answers = {"changelist": 200, "change": 200, "history": 200, "add": 403, "delete": 403}
        yield (
            folder + str(pattern.pattern).replace("<path:object_id>", str(row)),
            answers.get(kind, 302),
        )


def everything_stored() -> dict[str, list[dict[str, Any]]]:
    return {
        f"{model._meta.app_label}.{model._meta.model_name}": list(
            model._default_manager.order_by("pk").values()
        )
        for model in apps.get_models(include_auto_created=True)
        if model not in (Session,) and model._meta.managed
    }


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_everything_is_shown_and_nothing_is_written_not_even_by_a_superuser() -> None:
    """Every address of every model: it is read, and whatever is sent there changes nothing."""
    chief = chief_of_all()
    TOTP.activate(chief, generate_totp_secret())
    EmailAddress.objects.create(user=chief, email="chief@example.org")
    open_table(create_player(name="Anna", password="rummy-evening"))
    with connections["owner"].cursor() as cursor:
        fill(cursor, rows=10, actor=chief.pk)
    client, found = browser(chief), dict(every_address())
    assert len(found) > 5 * len(admin.site._registry) > 100
    client.get("/")
    before = everything_stored()
    wrong = {}
    for address, wanted in found.items():
        answer = client.get(address)
        page = answer.content.decode()
        if answer.status_code != wanted or 'name="_save' in page or 'name="action"' in page:
            wrong[address] = answer.status_code
    assert wrong == {}
    model = {"_selected_action": ["1", "2"], "post": "yes", "action": "delete_selected"}
    fields = {"username": "mine", "name": "mine", "balance": "5", "days": "7", "_save": "Save"}
    for address in found.keys() - {"/admin/logout/"}:
        for method in ("post", "put", "patch", "delete"):
            sent = {"data": model | fields} if method == "post" else {}
            wrong[f"{method} {address}"] = getattr(client, method)(address, **sent).status_code
    assert set(wrong.values()) == {405}
    assert everything_stored() == before
    assert client.post("/admin/logout/").status_code == 302
    assert client.get("/admin/").status_code == 302


@pytest.mark.soak
@pytest.mark.drawn
def test_every_filter_that_a_list_offers_works(chief: Player) -> None:
    """Two of each list, by the seed; in the soak run all."""
    running_table(*(create_player(name=name, password="rummy-evening") for name in ("Al", "Bo")))
    client, tried = browser(chief), 0
    for model in admin.site._registry:
        folder = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        for query in set(
            re.findall(r'href="(\?[^"&]+=[^"]*)"', client.get(folder).content.decode())
        ):
            answer = client.get(folder + query.replace("&amp;", "&"))
            assert answer.status_code == 200, (folder, query)
            tried += 1
    assert tried > 30


def test_only_what_the_house_shows_has_a_page() -> None:
    """A library's own page would have its forms."""
    assert get_resolver().url_patterns
    assert all(isinstance(shown, Shown) for shown in admin.site._registry.values())
    admin.site.register(Group)
    assert not admin.site.is_registered(Group)


def test_what_was_said_is_text_where_a_report_is_shown(chief: Player) -> None:
    said = {"number": 1, "at": "2026-11-01", "channel": "table", "author": chief.pk, "name": "Eve"}
    line = {**said, "words": "<script>alert(1)</script>", "phrase": "", "reported": True}
    report = ChatReport.objects.create(
        table_id=1, number=1, author=chief, reporter=chief, reason="spam", context=[line]
    )
    page = browser(chief).get(f"/admin/games/chatreport/{report.pk}/change/").content.decode()
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert(1)" not in page


@pytest.mark.parametrize(
    "question",
    ["games/table/?state__contains=7h", "games/round/?server_seed__startswith=a",
     "games/table/?rounds__server_seed__startswith=a", "accounts/player/?password__startswith=p",
     "tournaments/tournament/?sealed_seed__startswith=a",
     "accounts/membership/?player__password__startswith=p",
     "accounts/webhookdelivery/?endpoint__secret__startswith=a",
     "accounts/player/?email__startswith=a", "mfa/authenticator/?data__secret__startswith=A"],
)  # fmt: skip
def test_nobody_guesses_a_secret_letter_by_letter(chief: Player, question: str) -> None:
    """A filter that no page shows would tell by what it finds."""
    answer = browser(chief).get(f"/admin/{question}")
    assert answer.status_code == 400 or "e=1" in answer.headers.get("location", "")
