"""Many talk at once: each message its number, no reader misses one."""

import threading
from functools import partial

import pytest
from django.db import connections

from accounts.models import Player
from games.models import ChatMessage, ChatReport
from games.talk import chat
from games.talk.moderation import report_message
from games.talk.reading import Cursor, read_chat
from tests.play.test_many_at_once import at_once
from tests.social.tables import between_rounds

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def test_numbers_rise_without_gap_and_a_reader_with_a_cursor_gets_each_once(
    anna: Player, bert: Player, carla: Player
) -> None:
    table = between_rounds(anna, bert)
    done = threading.Event()
    read: list[int] = []

    def reader() -> None:
        cursor = None
        while True:
            last_look = done.is_set()
            page = read_chat(table.pk, carla, after=cursor or Cursor())
            read.extend(message.number for message in page.messages)
            cursor = page.cursor
            if last_look:
                break
        connections.close_all()

    def talker(player: Player) -> None:
        for number in range(12):
            chat.say(table_id=table.pk, player=player, words=f"line {number}")

    thread = threading.Thread(target=reader)
    thread.start()
    results = at_once([partial(talker, player) for player in (anna, bert) * 4])
    done.set()
    thread.join(timeout=30)
    assert results == [None] * 8
    assert read == list(range(1, 97))


def test_the_same_report_from_many_threads_is_kept_once(
    anna: Player, bert: Player, carla: Player
) -> None:
    table = between_rounds(anna, bert)
    said = chat.say(table_id=table.pk, player=anna, words="hm")
    job = partial(
        report_message, table_id=table.pk, number=said.number, player=carla, reason="other"
    )
    results = at_once([job] * 8)
    assert {report.pk for report in results} == set(ChatReport.objects.values_list("pk", flat=True))
    assert ChatReport.objects.count() == 1
    assert ChatMessage.objects.count() == 1
