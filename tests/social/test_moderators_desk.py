"""What moderators see of reports, and what their choices do."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import Player, Silence
from accounts.people.silence import silent_until
from games.models import ChatReport, Table
from games.talk import chat
from games.talk.moderation import report_message
from tests.social.tables import between_rounds

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
LIST = "/admin/games/chatreport/"


@pytest.fixture
def moderator(dora: Player) -> Client:
    """Somebody on the staff who may decide reports, and nothing else."""
    dora.is_staff = True
    dora.save()
    names = ("view_chatreport", "change_chatreport", "view_silence", "add_silence")
    dora.user_permissions.add(*Permission.objects.filter(codename__in=names))
    client = Client()
    client.force_login(dora)
    return client


@pytest.fixture
def report(anna: Player, bert: Player, carla: Player) -> ChatReport:
    table: Table = between_rounds(anna, bert)
    chat.say(table_id=table.pk, player=bert, phrase="hello")
    said = chat.say(table_id=table.pk, player=anna, words="<script>alert(1)</script>")
    return report_message(table_id=table.pk, number=said.number, player=carla, reason="spam")


def decide(client: Client, report: ChatReport, choice: str) -> str:
    sent = {"action": choice, "_selected_action": [report.pk]}
    return client.post(f"{LIST}?state=all", sent, follow=True).content.decode()


def test_a_report_is_read_with_its_surroundings(moderator: Client, report: ChatReport) -> None:
    listed = moderator.get(LIST).content.decode()
    assert "&lt;script&gt;alert(1)" in listed
    assert "<script>alert(1)" not in listed
    page = moderator.get(reverse("admin:games_chatreport_change", args=[report.pk]))
    text = page.content.decode()
    assert "Hello!" in text
    assert "<script>alert(1)" not in text


@pytest.mark.parametrize(
    ("choice", "outcome", "hours"),
    [("hide", "hidden", 0), ("silence_day", "silenced", 24), ("leave", "nothing", 0)],
)
def test_each_choice_decides(
    choice: str, outcome: str, hours: int, moderator: Client, report: ChatReport, anna: Player
) -> None:
    assert "1 report decided." in decide(moderator, report, choice)
    report.refresh_from_db()
    assert report.outcome == outcome
    assert report.handled_by is not None
    assert (silent_until(anna) is not None) is bool(hours)
    assert f"/{report.pk}/change/" not in moderator.get(LIST).content.decode()
    assert f"/{report.pk}/change/" in moderator.get(f"{LIST}?state=decided").content.decode()
    assert "0 reports decided." in decide(moderator, report, "hide")


def test_who_may_only_look_decides_nothing(report: ChatReport, dora: Player) -> None:
    dora.is_staff = True
    dora.save()
    dora.user_permissions.add(Permission.objects.get(codename="view_chatreport"))
    client = Client()
    client.force_login(dora)
    assert client.get(LIST).status_code == 200
    decide(client, report, "hide")
    report.refresh_from_db()
    assert report.outcome == ""


def test_staff_may_silence_somebody_by_hand(moderator: Client, anna: Player) -> None:
    answer = moderator.post(
        "/admin/accounts/silence/add/", {"player": anna.pk, "hours": 2, "reason": "flooding"}
    )
    assert answer.status_code == 302, answer.content
    given = Silence.objects.get()
    assert (given.player, given.reason) == (anna, "flooding")
    assert given.by is not None
    assert (given.until - given.created_at).total_seconds() == 7200
