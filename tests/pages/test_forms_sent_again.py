"""Forms whose answer was lost, or that were tapped twice: what they make is made once."""

import ast
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone

from accounts.models import ApiReceipt, ApiToken, Player, PremiumTicket, WebhookEndpoint
from accounts.sent_again import TOKEN, WITHIN
from backoffice.models import Announcement, StaffAct
from games.forms.table import TableForm
from games.models import Table
from tests.architecture.sources import PRODUCT, files, tree
from tests.backoffice.staff import colleague
from tests.pages.browsers import browser, look
from tournaments.models import RecurringTournament, Series, TournamentDraft
from tournaments.planner.forecasts import forecasting
from tournaments.planner.planning import draft_from_ready_made

database = pytest.mark.django_db(databases=["default", "owner"])

# Of these nothing is made that was not there before: sent twice they are sent once.
HARMLESS = """
    add-device add-to-series aim-tickets change-friendship check-plan close-series club-act
    club-settings director-call discard-draft end-session erase keep-series lend-rounds lesson-move
    line mistake-move notice-wishes own-data play-again puzzle-move quiet-hours recurring-tournament
    redeem refill remove-device revoke-token set-language stop-recurring take-back
    take-out-of-series team-remove tournament-directors tournament-draft
"""
# Those bring a key or a version of their own.
KEYED = {"desk-order", "desk-undo", "tournament-sheet"}
SECRET = re.compile(r"whsec_\S+|jeton_[0-9a-f]{20,}")
SHOWN = {TOKEN: "shown"}


def sent_twice(client: Client, address: str, form: dict[str, Any]) -> None:
    """The second time it leads where it led, and says what it said."""
    answers = []
    for _twice in range(2):
        client.cookies.pop("messages", None)  # read
        answers.append(client.post(address, form | SHOWN))
    first, again = answers
    assert (first.status_code, again.status_code) == (302, 302)
    assert first["location"] == again["location"]
    told = [dict(answer.cookies).get("messages") for answer in answers]
    assert bool(told[0]) == bool(told[1])


def planning(player: Player) -> Client:
    player.user_permissions.add(Permission.objects.get(codename="plan_tournament"))
    return browser(player)


@database
def test_a_series_is_opened_once(anna: Player) -> None:
    form = {"name": "Autumn", "points": "field", "best": "0", "least": "1", "taking_part": "0"}
    sent_twice(planning(anna), "/tournaments/plan/series/", form)
    assert Series.objects.count() == 1


@database
def test_a_rule_is_started_once(anna: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecasting, "RUNS", (3, 3))
    monkeypatch.setattr(forecasting, "SAMPLES", 12)
    planner = planning(anna)
    draft = draft_from_ready_made(key="gin_turbo", by=Player.objects.get(pk=anna.pk))
    TournamentDraft.objects.filter(pk=draft.pk).update(players_expected=8)
    forecasting.forecast_draft(draft_id=draft.pk)
    form = {"name": "Friday", "kind": "weekly", "weekdays": ["4"], "hour": "20:00"}
    form |= {"zone": "Europe/Berlin", "ahead": "1", "bots_most": "0"}
    sent_twice(planner, f"/tournaments/plan/{draft.pk}/repeat/", form)
    assert RecurringTournament.objects.count() == 1
    sent_twice(planner, "/tournaments/plan/new/", {"draft": str(draft.pk)})
    assert TournamentDraft.objects.count() == 2


@database
def test_what_the_office_makes_is_made_once() -> None:
    office = browser(colleague("owner", name="Olga"))
    sent_twice(office, "/office/tickets/new/", {"days": "7", "reason": "a prize"})
    words = {"words_de": "Heute Abend", "words_en": "Tonight", "minutes_ahead": "0", "hours": "1"}
    sent_twice(office, "/office/announcements/new/", words)
    assert (PremiumTicket.objects.count(), Announcement.objects.count()) == (1, 1)
    assert StaffAct.objects.count() == 2


@database
def test_a_secret_that_is_shown_once_is_shown_again_and_no_other_is_made(anna: Player) -> None:
    office = browser(colleague("owner", name="Olga"))
    hook = {"name": "Club", "url": "https://93.184.216.34/", "kinds": ["table.finished"]}
    token = {"name": "my bot", "scopes": ["read"], "days": "30"}
    for client, address, form in (
        (office, "/office/webhooks/add/", hook),
        (browser(anna), "/settings/tokens/", token),
    ):
        pages = {client.post(address, form | SHOWN).content for _twice in range(2)}
        assert len(pages) == 1
        assert SECRET.search(pages.pop().decode())
        assert not any(map(SECRET.search, ApiReceipt.objects.values_list("body", flat=True)))
    assert (WebhookEndpoint.objects.count(), ApiToken.objects.count()) == (1, 1)


@database
def test_another_form_with_the_same_content_is_another_wish() -> None:
    office = browser(colleague("owner", name="Olga"))
    for shown in "ab":
        office.post("/office/tickets/new/", {"days": "7", "reason": "a prize", TOKEN: shown})
    office.post("/office/tickets/new/", {"days": "8", "reason": "a prize", TOKEN: "b"})
    assert PremiumTicket.objects.count() == 3


@database
def test_a_page_that_is_gone_back_to_later_is_another_wish() -> None:
    office = browser(colleague("owner", name="Olga"))
    for _time in range(2):
        office.post("/office/tickets/new/", {"days": "7", "reason": "a prize"} | SHOWN)
        ApiReceipt.objects.update(created_at=timezone.now() - WITHIN)
    assert PremiumTicket.objects.count() == 2


@database
def test_what_was_refused_is_asked_anew() -> None:
    office = browser(colleague("owner", name="Olga"))
    for _twice in range(2):
        said = office.post("/office/tickets/new/", {"days": "7"} | SHOWN, follow=True)
        assert "Say why" in look(said).text
        office.post("/office/announcements/new/", {"words_de": "?"} | SHOWN)
    assert not ApiReceipt.objects.exists()


@database
def test_a_table_is_opened_once(anna: Player) -> None:
    sent_twice(browser(anna), "/tables/new/", TableForm.defaults())
    assert Table.objects.count() == 1


@database
@pytest.mark.parametrize("door", ["/play-as-guest/", "/quick-seat/"])
def test_a_visitor_whose_first_answer_was_lost_is_one_guest(door: str) -> None:
    visitor = browser(enforce_csrf_checks=True)
    token = re.search(rf'{TOKEN}" value="(\w+)"', visitor.get("/").content.decode())
    assert token
    again = browser(enforce_csrf_checks=True)
    again.cookies.load(visitor.cookies.output(header="", sep=";"))
    for client in (visitor, again):
        assert client.post(door, {TOKEN: token[1]}).status_code == 302
    guest = Player.objects.get(is_guest=True)
    for client in (visitor, again):
        assert guest.name in look(client.get("/")).text
    # Somebody else at the same browser, who goes back to the page it had then.
    visitor.logout()
    assert visitor.post(door, {TOKEN: token[1]}).status_code == 403


def _named(node: ast.FunctionDef) -> Iterator[str]:
    """By which name a player's form is sent to this function."""
    for one in node.decorator_list:
        match one:
            case ast.Call(
                func=ast.Name(id="own_form" | "own_act" | "open_act"),
                args=[_, ast.Constant(value=str(name))],
            ):
                yield name


def test_every_form_says_what_happens_when_it_is_sent_again() -> None:
    """Marked by `done_once`, or harmless: whoever adds one decides."""
    forms, marked = set(), set()
    for file in files(*PRODUCT):
        for node in ast.walk(tree(file)):
            if isinstance(node, ast.FunctionDef):
                names = set(_named(node))
                forms |= names
                marks = {one.id for one in node.decorator_list if isinstance(one, ast.Name)}
                marked |= names if "done_once" in marks else set()
    assert forms - marked == KEYED | set(HARMLESS.split())


def test_every_act_of_the_office_is_done_once() -> None:
    found = [getattr(one, "callback", None) for one in get_resolver().url_patterns]
    acts: list[Any] = [view for view in found if getattr(view, "by_form", False)]
    assert acts
    assert all(view.is_done_once for view in acts)
