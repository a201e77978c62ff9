"""Reporting what should not be said, and what staff make of it."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from accounts.joining.players import create_bot, create_guest
from accounts.models import Notice, Player
from accounts.notices.inbox import shown
from accounts.notices.kinds import KINDS
from accounts.people.silence import silent_until
from backoffice.complaints.deciding import decide_report
from backoffice.permissions import Role
from games.models import ChatMessage, ChatReport, Table
from games.talk import chat
from games.talk.moderation import OF_PEOPLE, report_message
from tests.api.client import Caller
from tests.backoffice.staff import colleague
from tests.pages.browsers import browser, look
from tests.social.tables import between_rounds, in_play
from web.refusals import Refused

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def report(table: Table, number: int, player: Player, **body: str) -> Any:
    path = f"/tables/{table.pk}/chat/{number}/report/"
    return Caller(player).post(path, {"reason": "insult", **body})


@pytest.fixture
def table(anna: Player, bert: Player) -> Table:
    table = between_rounds(anna, bert)
    for number in range(30):
        chat.say(table_id=table.pk, player=(anna, bert)[number % 2], words=f"line {number + 1}")
    return table


def test_a_report_keeps_what_was_said_around_it(
    table: Table, anna: Player, bert: Player, carla: Player
) -> None:
    answer = report(table, 20, carla, note="rude \u202e")
    assert answer.status_code == 201
    kept = ChatReport.objects.get(pk=answer.json()["id"])
    assert (kept.author, kept.reporter, kept.note) == (bert, carla, "rude")
    assert [line["words"] for line in kept.context] == [f"line {n}" for n in range(5, 26)]
    assert [line["number"] for line in kept.context if line["reported"]] == [20]
    ChatMessage.objects.all().delete()
    kept.refresh_from_db()
    assert len(kept.context) == 21


def test_the_same_report_again_is_the_first(table: Table, carla: Player) -> None:
    first, again = report(table, 3, carla), report(table, 3, carla, note="once more")
    assert first.json()["id"] == again.json()["id"]
    assert ChatReport.objects.count() == 1


def test_what_cannot_be_reported_is_refused(table: Table, anna: Player, carla: Player) -> None:
    assert report(table, 1, anna).json()["code"] == "chat_own_message"
    assert report(table, 31, carla).json()["code"] == "chat_message_not_found"
    assert report(table, 1, carla, reason="boring").status_code == 400
    assert Caller().post(f"/tables/{table.pk}/chat/1/report/", {}).status_code == 401


def test_a_word_held_back_cannot_be_reported_by_who_cannot_see_it(
    anna: Player, bert: Player, carla: Player
) -> None:
    """Nor found out by reporting numbers."""
    table = in_play(anna, bert)
    said = chat.say(table_id=table.pk, player=carla, words="knock now")
    assert report(table, said.number, anna).json()["code"] == "chat_message_not_found"


def test_a_hidden_message_is_gone_for_everybody_and_its_reporters_hear_of_it(
    table: Table, anna: Player, bert: Player, carla: Player, dora: Player
) -> None:
    reports = [
        report_message(table_id=table.pk, number=20, player=player, reason="insult")
        for player in (carla, anna)
    ]
    assert decide_report(report=reports[0], by=dora, outcome="hidden") == 2
    assert decide_report(report=reports[1], by=dora, outcome="nothing") == 0
    for listener in (anna, bert, carla, None):
        lines = Caller(listener).get(f"/tables/{table.pk}/chat/").json()["results"]
        assert 20 not in [line["number"] for line in lines]
    told = Notice.objects.filter(kind="report_decided").values_list("player__username", flat=True)
    assert sorted(told) == ["Anna", "Carla"]
    assert silent_until(bert) is None


def test_who_was_reported_rightly_may_be_silenced(
    table: Table, bert: Player, carla: Player, dora: Player
) -> None:
    kept = report_message(table_id=table.pk, number=20, player=carla, reason="spam")
    decide_report(report=kept, by=dora, outcome="silenced", hours=48)
    assert silent_until(bert) is not None
    assert Caller(bert).post(f"/tables/{table.pk}/chat/", {"words": "but"}).status_code == 403
    assert Notice.objects.filter(player=bert, kind="muted").count() == 1


def test_why_one_is_silenced_is_read_in_the_language_of_whoever_reads_it(
    table: Table, bert: Player, carla: Player, dora: Player
) -> None:
    """Whatever the team speaks that decides, and whatever was spoken when it did."""
    owner = colleague(Role.OWNER)
    kept = report_message(table_id=table.pk, number=20, player=carla, reason="spam")
    with override("de"):
        decide_report(report=kept, by=dora, outcome="silenced")
    notice = Notice.objects.get(player=bert, kind="muted")
    for language, why in (
        ("en", "After a report: advertising or flooding."),
        ("de", "Nach einer Meldung: Werbung oder Spam."),
    ):
        with override(language):
            assert why in KINDS["muted"].words(notice.facts)
        page = look(browser(owner, language=language).get(f"/office/players/{bert.pk}/"))
        assert page.text.count(why) == 2, "in the sanction and in the log"
    erased = KINDS["muted"].renamed(notice.facts, "Bert", lambda name: name.replace("e", "x"))
    assert erased == notice.facts


def test_a_message_found_harmless_stays(
    table: Table, bert: Player, carla: Player, dora: Player
) -> None:
    kept = report_message(table_id=table.pk, number=20, player=carla, reason="other")
    decide_report(report=kept, by=dora, outcome="nothing")
    lines = Caller(carla).get(f"/tables/{table.pk}/chat/").json()["results"]
    assert 20 in [line["number"] for line in lines]
    kept.refresh_from_db()
    assert (kept.outcome, kept.handled_by) == ("nothing", dora)


def report_of(other: Player, player: Player | None, **body: str) -> Any:
    return Caller(player).post(f"/players/{other.pk}/report/", {"reason": "conduct", **body})


def test_a_person_is_reported_with_the_table_both_last_sat_at(
    table: Table, anna: Player, bert: Player, carla: Player
) -> None:
    answer = report_of(bert, anna, reason="name", note="not a name \u202e")
    assert answer.status_code == 201
    assert answer.json()["player"]["id"] == bert.pk
    kept = ChatReport.objects.get(pk=answer.json()["id"])
    assert (kept.author, kept.reporter, kept.note) == (bert, anna, "not a name")
    assert (kept.table_id, kept.number, kept.context) == (table.pk, None, [])
    stranger = report_of(bert, carla).json()["id"]
    assert ChatReport.objects.get(pk=stranger).table_id is None


def test_one_report_of_a_person_waits_for_each_reason(
    anna: Player, bert: Player, dora: Player
) -> None:
    first, again = report_of(bert, anna), report_of(bert, anna, note="once more")
    assert first.json()["id"] == again.json()["id"]
    assert report_of(bert, anna, reason="unfair").json()["id"] != first.json()["id"]
    decide_report(report=ChatReport.objects.get(pk=first.json()["id"]), by=dora, outcome="acted")
    assert report_of(bert, anna).json()["id"] not in (first.json()["id"], None)
    assert ChatReport.objects.filter(handled_at=None).count() == 2


def test_what_cannot_be_reported_of_people_is_refused(anna: Player, bert: Player) -> None:
    assert report_of(anna, anna).json()["code"] == "reporting_yourself"
    assert report_of(bert, anna, reason="spam").status_code == 400
    assert report_of(bert, None).status_code == 401
    bot = create_bot(name="Robot", bot_key="casual")
    assert report_of(bot, anna).json()["code"] == "player_not_found"


def test_reports_of_people_are_counted(anna: Player) -> None:
    for number in range(OF_PEOPLE.most):
        assert report_of(create_guest(), anna).status_code == 201, number
    assert report_of(create_guest(), anna).status_code == 429


def test_a_decision_about_a_person_closes_what_others_reported_for_that_reason(
    table: Table, anna: Player, bert: Player, carla: Player, dora: Player
) -> None:
    """And tells those who reported; whom it is about hears of a silence, but never from whom."""
    ids = [report_of(bert, player).json()["id"] for player in (anna, carla)]
    other = report_of(bert, anna, reason="name").json()["id"]
    reports = [ChatReport.objects.get(pk=pk) for pk in ids]
    with pytest.raises(Refused, match="report_outcome_unfit"):
        decide_report(report=reports[0], by=dora, outcome="hidden")
    assert decide_report(report=reports[0], by=dora, outcome="silenced") == 2
    assert decide_report(report=reports[1], by=dora, outcome="nothing") == 0
    assert ChatReport.objects.get(pk=other).handled_at is None
    assert not ChatMessage.objects.exclude(hidden_at=None).exists()
    told = Notice.objects.filter(kind="report_decided").order_by("player__username")
    assert [shown(notice).words for notice in told] == [
        "Your report about Bert was reviewed. Thank you."
    ] * 2
    (heard,) = Notice.objects.filter(player=bert)
    assert heard.kind == "muted"
    assert not {"Anna", "Carla"} & set(str(heard.facts).split("'"))


def test_a_message_is_not_dealt_with_as_a_person(table: Table, carla: Player, dora: Player) -> None:
    kept = report_message(table_id=table.pk, number=20, player=carla, reason="other")
    with pytest.raises(Refused, match="report_outcome_unfit"):
        decide_report(report=kept, by=dora, outcome="acted")


def test_the_page_of_a_person_leads_to_reporting_them(anna: Player, bert: Player) -> None:
    client = Client()
    client.force_login(anna)
    address = reverse("report-player", args=(bert.pk,))
    assert address in client.get(f"/players/{bert.pk}/").content.decode()
    assert "does not learn that it was you" in client.get(address).content.decode()
    assert client.post(address, {"note": "no reason"}).status_code == 200
    answer = client.post(address, {"reason": "conduct", "note": "rude"}, follow=True)
    assert "You hear from us" in answer.content.decode()
    (kept,) = ChatReport.objects.all()
    assert (kept.author, kept.reporter, kept.reason, kept.note) == (bert, anna, "conduct", "rude")
    assert address not in Client().get(f"/players/{bert.pk}/").content.decode()
