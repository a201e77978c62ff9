"""CHAT-1 to CHAT-3: who hears whom at a table, and when."""

import datetime as dt
from typing import Any

import pytest

from accounts.models import Player
from accounts.people.befriending import ignore, stop_ignoring
from accounts.people.silence import lift_silence, silence
from games.models import ChatMessage, Table, TableEvent
from games.talk import chat
from games.talk.phrases import PHRASES
from tests.api.client import Caller
from tests.social.tables import between_rounds, in_play, open_table, play_round

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def heard(table: Table, player: Player | None, after: str = "") -> list[str]:
    return [line["text"] for line in read(table, player, after)["results"]]


def read(table: Table, player: Player | None, after: str = "", language: str = "en") -> Any:
    query = f"?after={after}" if after else ""
    answer = Caller(player).get(f"/tables/{table.pk}/chat/{query}", Accept_Language=language)
    assert answer.status_code == 200, answer.content
    return answer.json()


def say(table: Table, player: Player, words: str = "", **body: str) -> Any:
    sent = {"words": words} if words else body
    return Caller(player).post(f"/tables/{table.pk}/chat/", sent)


def code(answer: Any) -> str:
    return str(answer.json()["code"])


def test_what_players_say_everybody_hears_at_once(
    anna: Player, bert: Player, carla: Player
) -> None:
    table = in_play(anna, bert)
    answer = say(table, anna, "Good luck, Bert")
    assert answer.status_code == 201
    assert answer.json() | {"at": ""} == {
        "number": 1,
        "channel": "table",
        "author": {"id": anna.pk, "name": "Anna", "is_bot": False, "is_guest": False},
        "seat": 0,
        "text": "Good luck, Bert",
        "phrase": "",
        "held": False,
        "mine": True,
        "at": "",
    }
    for listener in (anna, bert, carla, None):
        assert heard(table, listener) == ["Good luck, Bert"]


def test_a_spectators_word_waits_for_the_rounds_end(
    anna: Player, bert: Player, carla: Player, dora: Player
) -> None:
    """CHAT-2: for everybody, also for other spectators: a second window hears no more."""
    table = in_play(anna, bert)
    said = say(table, carla, "Anna should knock").json()
    assert (said["channel"], said["held"], said["seat"]) == ("gallery", True, None)
    assert heard(table, carla) == ["Anna should knock"]
    for listener in (anna, bert, dora, None):
        assert heard(table, listener) == []
    play_round(table, (anna, bert))
    for listener in (anna, bert, carla, dora, None):
        assert heard(table, listener) == ["Anna should knock"]
    assert not read(table, carla)["results"][0]["held"]


def test_between_rounds_spectators_are_heard_at_once(
    anna: Player, bert: Player, carla: Player
) -> None:
    table = between_rounds(anna, bert)
    say(table, carla, "Hello players")
    assert heard(table, anna) == ["Hello players"]
    assert heard(table, None) == ["Hello players"]


def test_a_word_held_back_reaches_who_has_read_on_meanwhile(
    anna: Player, bert: Player, carla: Player
) -> None:
    """The cursor has passed its number; it comes all the same, once."""
    table = in_play(anna, bert)
    say(table, carla, "well played")
    say(table, anna, "still here")
    first = read(table, bert)
    assert [line["text"] for line in first["results"]] == ["still here"]
    assert heard(table, bert, first["cursor"]) == []
    play_round(table, (anna, bert))
    second = read(table, bert, first["cursor"])
    assert [line["text"] for line in second["results"]] == ["well played"]
    assert heard(table, bert, second["cursor"]) == []


def test_a_cursor_from_elsewhere_starts_afresh(anna: Player, bert: Player) -> None:
    table = between_rounds(anna, bert)
    say(table, anna, "one")
    for cursor in ("99.0", "x", "1", "-1.0", "1.1.1", "9" * 30 + ".0"):
        assert heard(table, bert, cursor) == ["one"]


def test_the_players_may_close_the_gallery(anna: Player, bert: Player, carla: Player) -> None:
    """CHAT-3."""
    table = between_rounds(anna, bert)
    refused = Caller(carla).post(f"/tables/{table.pk}/chat/gallery/", {"open": False})
    assert (refused.status_code, code(refused)) == (403, "not_at_this_table")
    closed = Caller(bert).post(f"/tables/{table.pk}/chat/gallery/", {"open": False})
    assert closed.json() == {"open": False}
    assert code(say(table, carla, "hello?")) == "gallery_closed"
    page = read(table, carla)
    assert (page["may_say"], page["gallery_open"]) == ("nothing", False)
    assert page["because"] == "The players have asked spectators for silence."
    assert say(table, anna, "we can talk").status_code == 201
    Caller(anna).post(f"/tables/{table.pk}/chat/gallery/", {"open": True})
    assert say(table, carla, "thanks").status_code == 201


def test_a_phrase_is_read_in_everybodys_own_language(anna: Player, bert: Player) -> None:
    table = between_rounds(anna, bert)
    assert say(table, anna, phrase="good_luck").json()["text"] == "Good luck!"
    assert read(table, bert, language="en")["results"][0]["text"] == "Good luck!"
    assert read(table, bert, language="en")["results"][0]["phrase"] == "good_luck"
    codes = [one["code"] for one in read(table, bert)["phrases"]]
    assert codes == list(PHRASES)


def test_a_guest_writes_at_a_seat_and_speaks_in_phrases_from_the_gallery(
    anna: Player, guest: Player
) -> None:
    table = open_table(anna)
    assert read(table, guest)["may_say"] == "phrases"
    assert code(say(table, guest, "buy now")) == "chat_guests_say_phrases"
    assert say(table, guest, phrase="hello").status_code == 201
    other = between_rounds(anna, guest)
    assert say(other, guest, "now I may").status_code == 201


def test_a_visitor_reads_and_says_nothing(anna: Player, bert: Player) -> None:
    table = between_rounds(anna, bert)
    assert read(table, None)["may_say"] == "nothing"
    answer = Caller().post(f"/tables/{table.pk}/chat/", {"words": "hi"})
    assert (answer.status_code, code(answer)) == (401, "not_signed_in")


def test_a_private_tables_talk_is_for_those_who_may_see_it(
    anna: Player, bert: Player, carla: Player
) -> None:
    table = between_rounds(anna, bert, is_private=True)
    say(table, anna, "between us")
    assert heard(table, bert) == ["between us"]
    for stranger in (carla, None):
        assert Caller(stranger).get(f"/tables/{table.pk}/chat/").status_code == 404
    assert say(table, carla, "let me in").status_code == 404


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"words": " \u200b\u3164 "}, "chat_nothing_said"),
        ({}, "chat_nothing_said"),
        ({"words": "x" * 201}, "chat_too_long"),
        ({"words": "x" * 1001}, "invalid_input"),
        ({"words": 7}, "invalid_input"),
        ({"phrase": "buy_now"}, "invalid_input"),
        ({"words": "a", "phrase": "hello"}, "chat_phrase_unknown"),
        ({"text": "a"}, "unknown_field"),
    ],
)
def test_what_cannot_be_said_is_refused(
    body: dict[str, Any], expected: str, anna: Player, bert: Player
) -> None:
    table = between_rounds(anna, bert)
    answer = Caller(anna).post(f"/tables/{table.pk}/chat/", body)
    assert (answer.status_code, code(answer)) == (400, expected)
    assert not ChatMessage.objects.exists()


def test_words_are_cleaned_before_they_are_counted(anna: Player, bert: Player) -> None:
    table = between_rounds(anna, bert)
    assert say(table, anna, "\u202e" * 300 + " hi\nyou ").json()["text"] == "hi you"


def test_who_talks_too_much_is_told_to_wait(anna: Player, bert: Player) -> None:
    table = between_rounds(anna, bert)
    limit = chat.LIMITS[0]
    answers = [say(table, anna, f"line {number}") for number in range(2 * limit.most + 1)]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused
    assert refused[0].json()["facts"]["limit"] == "chat"
    assert say(table, bert, "my turn").status_code == 201


def test_the_same_message_sent_twice_is_said_once(anna: Player, bert: Player) -> None:
    table = between_rounds(anna, bert)
    path = f"/tables/{table.pk}/chat/"
    first = Caller(anna).post(path, {"words": "hi"}, Idempotency_Key="k")
    again = Caller(anna).post(path, {"words": "hi"}, Idempotency_Key="k")
    assert again.json() == first.json()
    assert heard(table, bert) == ["hi"]


@pytest.mark.parametrize("chat_only", [True, False])
def test_whom_one_has_muted_or_ignores_one_does_not_hear(
    chat_only: bool, anna: Player, bert: Player, carla: Player
) -> None:
    table = between_rounds(anna, bert)
    say(table, bert, "before")
    ignore(player=anna, other=bert, chat_only=chat_only)
    say(table, bert, "after")
    assert heard(table, anna) == []
    assert heard(table, carla) == ["before", "after"]
    assert heard(table, bert) == ["before", "after"]
    stop_ignoring(player=anna, other=bert)
    assert heard(table, anna) == ["before", "after"]


def test_who_was_silenced_reads_and_plays_on(anna: Player, bert: Player) -> None:
    table = between_rounds(anna, bert)
    silence(player=anna, hours=1, by=bert)
    answer = say(table, anna, "hello")
    assert (answer.status_code, code(answer)) == (403, "silenced")
    assert read(table, anna)["may_say"] == "nothing"
    lift_silence(player=anna)
    assert say(table, anna, "hello").status_code == 201


def test_the_talk_ends_some_time_after_the_table(anna: Player, bert: Player) -> None:
    table = between_rounds(anna, bert)
    Table.objects.filter(pk=table.pk).update(
        status="finished", finished_at=dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    )
    assert code(say(table, anna, "still there?")) == "chat_closed"
    assert read(table, anna)["may_say"] == "nothing"


def test_older_talk_is_read_page_by_page(anna: Player, bert: Player) -> None:
    table = between_rounds(anna, bert)
    for number in range(130):
        chat.say(table_id=table.pk, player=anna, words=f"line {number}")
    latest = read(table, bert)
    assert [line["number"] for line in latest["results"]] == list(range(31, 131))
    older = Caller(bert).get(f"/tables/{table.pk}/chat/?before={latest['older']}").json()
    assert [line["number"] for line in older["results"]] == list(range(1, 31))
    assert older["older"] is None


def test_talk_leaves_no_trace_in_the_tables_log(anna: Player, bert: Player) -> None:
    table = in_play(anna, bert)
    before = Table.objects.get(pk=table.pk).version
    say(table, anna, "hello")
    assert Table.objects.get(pk=table.pk).version == before
    assert TableEvent.objects.filter(table=table).count() == before


def test_old_talk_is_forgotten(anna: Player, bert: Player) -> None:
    table = between_rounds(anna, bert)
    old = chat.say(table_id=table.pk, player=anna, words="long ago")
    ChatMessage.objects.filter(table_id=table.pk, number=old.number).update(
        created_at=old.created_at - dt.timedelta(days=30, seconds=1)
    )
    chat.say(table_id=table.pk, player=anna, words="just now")
    assert chat.forget_old_talk() == 1
    assert heard(table, bert) == ["just now"]
