"""Each role against each page and action of the office: what the table says is what happens."""

import uuid
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import URLPattern, reverse

from accounts.joining.players import create_player
from accounts.models import Player
from backoffice.permissions import RIGHTS, Role
from backoffice.team.roles import set_roles, sync_roles
from tests.backoffice.staff import browser, colleague
from tests.chance import some
from tests.play.test_many_at_once import at_once
from tests.tournaments.club import published
from tournaments.director import Plan
from web.refusals import Refused
from web.routes import PAGES, routes

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

# What an address is filled in with, by the kind of its blank.
SOMETHING: dict[str, object] = {
    "RowNumber": 999_999_999,
    "SlugConverter": "chips",
    "UUIDConverter": uuid.UUID(int=7),
}
# Written out once more by hand: a slip in the code's table must not pass for the truth.
EXPECTED = {
    "see_office": "odcms",
    "see_books": "odcs",
    "run_audit": "oc",
    "request_correction": "oc",
    "decide_correction": "oc",
    "see_tables": "odms",
    "wake_table": "od",
    "cancel_table": "od",
    "see_players": "odcms",
    "import_people": "o",
    "note_player": "odcm",
    "sanction_player": "om",
    "restore_access": "o",
    "end_premium": "o",
    "see_reports": "oms",
    "decide_report": "om",
    "see_integrity": "odm",
    "see_figures": "odcs",
    "see_rules": "odms",
    "keep_rule_sets": "od",
    "open_house_table": "od",
    "send_bots": "od",
    "announce": "od",
    "maintain": "od",
    "change_settings": "o",
    "manage_webhooks": "o",
    "see_log": "od",
    "manage_team": "o",
}


def addresses() -> Iterator[tuple[str, str, str, str]]:
    """(name, address, method, right) of everything in the office.

    Tournaments are there: one that is not is none to anybody, before rights are asked.
    """
    there = {"tournament_id": published(Plan(), [], due=False).pk}
    for pattern in routes(PAGES, "backoffice"):
        if not str(pattern.pattern).startswith("office/"):
            continue
        view: Any = pattern.callback
        address = _address(pattern, there)
        yield str(pattern.name), address, "POST" if view.by_form else "GET", view.right


def _address(pattern: URLPattern, there: dict[str, int]) -> str:
    converters = pattern.pattern.converters
    values = {name: SOMETHING[type(converter).__name__] for name, converter in converters.items()}
    values |= {name: number for name, number in there.items() if name in values}
    return reverse(str(pattern.name), kwargs=values)


def colleague_of(role: str) -> Player:
    found = Player.objects.filter(username=f"the {role}").first()
    return found or colleague(role, name=f"the {role}")


def ask(client: Client, address: str, method: str) -> int:
    return int((client.get if method == "GET" else client.post)(address).status_code)


def test_the_table_of_rights_is_as_the_house_wants_it() -> None:
    letters = {role: role.value[0] for role in Role}
    assert len(set(letters.values())) == len(letters)
    told = {right.code: "".join(sorted(letters[role] for role in right.roles)) for right in RIGHTS}
    assert told == {code: "".join(sorted(roles)) for code, roles in EXPECTED.items()}


def one_of_each(may: dict[Role, bool], name: str) -> list[tuple[Role, bool]]:
    groups = ([one for one in may.items() if one[1] is allowed] for allowed in (True, False))
    return [one for group in groups for one in some(group, 1, name)]


@pytest.mark.drawn
def test_each_role_reaches_exactly_what_it_may() -> None:
    """Allowed is whatever is not 403: a page, a redirect after a form, or that nothing is there.

    All try each act; each page one who may and one who may not, by the seed, in the soak run all.
    """
    browsers = {role: browser(colleague_of(role.value)) for role in Role}
    wrong = []
    for name, address, method, right in list(addresses()):
        may = {role: role.value[0] in EXPECTED[right] for role in browsers}
        for role, allowed in may.items() if method == "POST" else one_of_each(may, name):
            status = ask(browsers[role], address, method)
            if (status != 403) is not allowed or status >= 500:
                wrong.append((name, role.value, status))
    assert wrong == []


def test_every_page_and_action_names_a_right() -> None:
    assert {right for _, _, _, right in addresses()} == {right.code for right in RIGHTS}


def test_whoever_may_only_see_does_nothing() -> None:
    """But agree to what a colleague asks for: what is asked for says who may."""
    done = [(name, right) for name, _, method, right in addresses() if method == "POST"]
    seeing = [one for one in done if one[1].startswith("see_")]
    assert seeing == [("office-consent-give", "see_office")]


@pytest.mark.drawn(1)
@pytest.mark.parametrize("kind", ["visitor", "player", "staff without a role"])
def test_nobody_else_reaches_anything(kind: str) -> None:
    if kind == "visitor":
        client, refused = browser(), 302
    elif kind == "player":
        client, refused = browser(create_player(name="Anna", password="rummy-evening")), 403
    else:
        client, refused = browser(colleague()), 403
    found = {name: ask(client, address, method) for name, address, method, _ in addresses()}
    assert set(found.values()) == {refused}


def test_a_role_that_was_taken_away_opens_nothing() -> None:
    owner, cashier = colleague_of("owner"), colleague_of("cashier")
    client = browser(cashier)
    assert client.get("/office/corrections/").status_code == 200
    set_roles(player=cashier, roles=[], by=owner, reason="left us")
    assert client.get("/office/corrections/").status_code == 403
    assert not Player.objects.get(pk=cashier.pk).is_staff


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_two_owners_who_dismiss_each_other_leave_one() -> None:
    owners = [colleague_of("owner"), colleague(Role.OWNER, name="Second")]
    each = [
        partial(set_roles, player=other, roles=[], by=one, reason="quarrel")
        for one, other in zip(owners, reversed(owners), strict=True)
    ]
    results = at_once(each)
    assert {type(one) for one in results} == {type(None), PermissionDenied}, results
    assert Player.objects.filter(is_staff=True, groups__name="owner").count() == 1


def test_roles_are_given_for_a_reason() -> None:
    owner, anna = colleague_of("owner"), create_player(name="Anna", password="rummy-evening")
    with pytest.raises(Refused, match="reason_missing"):
        set_roles(player=anna, roles=["support"], by=owner, reason="  ")
    assert not Player.objects.get(pk=anna.pk).is_staff


def test_groups_follow_the_table_whatever_somebody_clicked_together() -> None:
    sync_roles()
    support = Group.objects.get(name="support")
    owner = Group.objects.get(name="owner")
    support.permissions.set(owner.permissions.all())
    sync_roles()
    names = set(support.permissions.values_list("codename", flat=True))
    assert "see_books" in names
    assert not {"decide_correction", "change_player", "sanction_player"} & names


def test_nobody_gives_roles_to_themselves(client: Any) -> None:
    owner = colleague_of("owner")
    answer = browser(owner).post(f"/office/team/{owner.pk}/", {"role": "cashier"}, follow=True)
    assert b"Nobody gives roles to themselves" in answer.content
    assert set(owner.groups.values_list("name", flat=True)) == {"owner"}
