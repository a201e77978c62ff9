"""Reporting what should not be said, and what staff make of it."""

from typing import Any

import pytest

from accounts.models import Notice, Player
from accounts.people.silence import silent_until
from games.models import ChatMessage, ChatReport, Table
from games.talk import chat
from games.talk.moderation import decide_report, report_message
from tests.api.client import Caller
from tests.social.tables import between_rounds, in_play

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
    assert Notice.objects.filter(player=bert, kind="silenced").count() == 1


def test_a_message_found_harmless_stays(
    table: Table, bert: Player, carla: Player, dora: Player
) -> None:
    kept = report_message(table_id=table.pk, number=20, player=carla, reason="other")
    decide_report(report=kept, by=dora, outcome="nothing")
    lines = Caller(carla).get(f"/tables/{table.pk}/chat/").json()["results"]
    assert 20 in [line["number"] for line in lines]
    kept.refresh_from_db()
    assert (kept.outcome, kept.handled_by) == ("nothing", dora)
