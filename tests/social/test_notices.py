"""Notices: told once, read in one's own language, mailed to who wants that and was not there."""

import datetime as dt
import time
from collections import Counter
from contextlib import suppress
from functools import partial
from itertools import pairwise
from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
from django.core import mail
from django.core.mail import BadHeaderError
from django.db import DatabaseError, InterfaceError, connection
from django.utils import timezone

from accounts.joining.players import create_bot
from accounts.models import Notice, NoticeWish, Player
from accounts.notices import kinds
from accounts.notices import telling as notices
from backoffice.permissions import Role
from tests.api.client import Caller
from tests.backoffice.staff import colleague
from tests.pages.browsers import browser, look
from tests.play.test_many_at_once import at_once

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
LATER = dt.timedelta(minutes=3)


def ask(player: Player, name: str = "Bert", key: str = "") -> Notice | None:
    return notices.tell(
        player=player, kind="friend_requested", facts={"name": name, "player": 1}, key=key
    )


def inbox(player: Player, query: str = "", language: str = "en") -> Any:
    return Caller(player).get(f"/me/notices/{query}", Accept_Language=language).json()


def test_a_notice_is_read_in_the_readers_language_and_leads_somewhere(anna: Player) -> None:
    ask(anna)
    page = inbox(anna)
    assert page["unread"] == 1
    assert page["results"][0]["text"] == "Bert wants to be your friend."
    assert page["results"][0]["path"] == "/friends/"
    assert page["results"][0]["facts"] == {"name": "Bert", "player": 1}


def test_what_has_a_key_is_told_once(anna: Player) -> None:
    assert ask(anna, key="friend:7") is not None
    assert ask(anna, name="Bertram", key="friend:7") is None
    assert [one["text"] for one in inbox(anna)["results"]] == ["Bert wants to be your friend."]
    notices.withdraw(player=anna, key="friend:7")
    assert inbox(anna)["results"] == []


def test_many_are_told_the_same_in_as_few_queries_as_one(
    anna: Player, bert: Player, django_assert_num_queries: Any
) -> None:
    for one in (anna, bert):
        Player.objects.filter(pk=one.pk).update(email=f"{one.username}@example.org")
        one.refresh_from_db()
    NoticeWish.objects.create(player=bert, kind="friend_requested", by_mail=False)
    told = [anna, bert, create_bot(name="Robot", bot_key="casual")]
    facts = {"name": "Carl", "player": 1}
    with django_assert_num_queries(4):
        notices.tell_all(players=told, kind="friend_requested", facts=facts, key="friend:7")
    notices.tell_all(players=told, kind="friend_requested", facts=facts, key="friend:7")
    found = Notice.objects.order_by("player")
    assert [(one.player, one.mail_at is not None) for one in found] == [(anna, True), (bert, False)]


def test_reading_goes_up_to_a_notice_and_no_further(anna: Player, bert: Player) -> None:
    made = [ask(anna), ask(anna), ask(anna)]
    other = ask(bert)
    assert other is not None
    assert made[1] is not None
    answer = Caller(anna).post("/me/notices/read/", {"up_to": made[1].pk})
    assert answer.json() == {"unread": 1}
    assert [one["is_read"] for one in inbox(anna)["results"]] == [False, True, True]
    Caller(anna).post("/me/notices/read/", {"up_to": other.pk})
    assert inbox(bert)["unread"] == 1


def test_the_inbox_is_read_page_by_page(anna: Player) -> None:
    for number in range(5):
        ask(anna, name=f"Nr {number}")
    first = inbox(anna, "?limit=3")
    rest = inbox(anna, f"?limit=3&before={first['next_before']}")
    texts = [one["facts"]["name"] for one in first["results"] + rest["results"]]
    assert texts == [f"Nr {number}" for number in (4, 3, 2, 1, 0)]
    assert rest["next_before"] is None


def test_bots_are_told_nothing() -> None:
    assert ask(create_bot(name="Robo", bot_key="greedy")) is None


def test_who_was_not_there_gets_a_mail_in_their_language(anna: Player, settings: Any) -> None:
    ask(anna)
    assert notices.send_due_mails() == 0  # the page comes first
    assert notices.send_due_mails(now=timezone.now() + LATER) == 1
    assert notices.send_due_mails(now=timezone.now() + LATER) == 0
    (sent,) = mail.outbox
    assert sent.to == ["anna@example.org"]
    assert sent.subject == "Jeton: Bert wants to be your friend."
    assert f"{settings.PUBLIC_URL.rstrip('/')}/friends/" in sent.body


def test_a_name_of_two_lines_neither_adds_a_header_nor_stops_the_mails_behind_it(
    anna: Player,
) -> None:
    ask(anna, name="Cup\r\nBcc: crowd@example.org")
    ask(anna, name="Carla")
    assert notices.send_due_mails(now=timezone.now() + LATER) == 2
    assert [sent.subject for sent in mail.outbox] == [
        "Jeton: Cup Bcc: crowd@example.org wants to be your friend.",
        "Jeton: Carla wants to be your friend.",
    ]
    assert all(sent.recipients() == ["anna@example.org"] for sent in mail.outbox)


def test_who_has_read_it_gets_no_mail(anna: Player) -> None:
    made = ask(anna)
    assert made is not None
    notices.mark_read(player=anna, up_to=made.pk)
    assert notices.send_due_mails(now=timezone.now() + LATER) == 0
    assert mail.outbox == []


def test_who_wants_no_mail_gets_none_and_who_wants_more_gets_more(
    anna: Player, bert: Player
) -> None:
    path = "/me/notices/wishes/"
    listed = Caller(anna).get(path).json()["results"]
    assert {one["kind"]: one["by_mail"] for one in listed}["friend_requested"] is True
    Caller(anna).post(path, {"kind": "friend_requested", "by_mail": False})
    Caller(anna).post(path, {"kind": "friend_accepted", "by_mail": True})
    unknown = Caller(anna).post(path, {"kind": "weather", "by_mail": True})
    assert (unknown.status_code, unknown.json()["code"]) == (404, "notice_kind_unknown")
    ask(anna)
    ask(bert)  # has given no address
    notices.tell(player=anna, kind="friend_accepted", facts={"name": "Bert"})
    notices.send_due_mails(now=timezone.now() + LATER)
    assert [sent.subject for sent in mail.outbox] == ["Jeton: Bert is your friend now."]


def test_what_only_staff_are_told_is_offered_to_them_alone(anna: Player) -> None:
    path, kind = "/me/notices/wishes/", "webhook_switched_off"

    def offered(player: Player) -> bool:
        kinds_offered = {one["kind"] for one in Caller(player).get(path).json()["results"]}
        shown = "A webhook was switched off" in look(browser(player).get("/notices/")).text
        assert shown == (kind in kinds_offered), "the page offers what the API does"
        return shown

    assert not offered(anna)
    refused = Caller(anna).post(path, {"kind": kind, "by_mail": False})
    assert (refused.status_code, refused.json()["code"]) == (404, "notice_kind_unknown")
    assert not offered(colleague(Role.SUPPORT))
    owner = colleague(Role.OWNER)
    assert offered(owner)
    browser(owner).post("/notices/wishes/", {"ways": ["by_mail"], "by_mail": []})
    assert NoticeWish.objects.get(player=owner, kind=kind).by_mail is False


def test_a_mail_server_that_is_away_is_asked_again_later(
    anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(anna)
    ask(anna, name="Carla")

    def down(*_: Any, **__: Any) -> None:
        raise OSError("no route to host")

    with monkeypatch.context() as patch:
        patch.setattr(notices, "send_mail", down)
        assert notices.send_due_mails(now=timezone.now() + LATER) == 0
    assert notices.send_due_mails(now=timezone.now() + LATER) == 0
    assert notices.send_due_mails(now=timezone.now() + LATER + notices.MAIL_AGAIN_AFTER) == 2


def test_an_address_that_the_server_does_not_know_is_not_tried_again(
    anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(code: int) -> Any:
        def refuse(*_: Any, **__: Any) -> None:
            raise SMTPRecipientsRefused({anna.email: (code, b"no")})

        return refuse

    for code, is_kept in ((450, True), (550, False)):
        asked = ask(anna, name=f"Bert{code}")
        assert asked is not None
        monkeypatch.setattr(notices, "send_mail", refuses(code))
        assert notices.send_due_mails(now=timezone.now() + LATER) == 0
        assert (Notice.objects.get(pk=asked.pk).mail_at is not None) == is_kept


def test_a_mail_is_tried_less_often_as_it_grows_old_and_then_no_more(
    anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ask(anna)
    assert asked is not None
    sent: list[dt.datetime] = []

    def down(*_: Any, **__: Any) -> None:
        sent.extend(filter(None, [at]))
        raise OSError("no route to host")

    monkeypatch.setattr(notices, "send_mail", down)
    while at := Notice.objects.values_list("mail_at", flat=True).get(pk=asked.pk):
        notices.send_due_mails(now=at)
    waits = [later - earlier for earlier, later in pairwise(sent)]
    assert waits[0] == notices.MAIL_AGAIN_AFTER
    assert waits == sorted(waits)
    assert waits[-1] == notices.MAIL_AGAIN_AFTER_MOST
    assert dt.timedelta(0) <= asked.created_at + notices.MAILED_FOR - sent[-1] < waits[-1]


def test_a_mail_that_is_sent_again_is_known_for_the_same(anna: Player) -> None:
    asked, other = ask(anna), ask(anna, name="Carla")
    for _turn in range(2):
        Notice.objects.update(mail_at=timezone.now())
        assert notices.send_due_mails() == 2
    known = Counter(str(one.message()["Message-ID"]) for one in mail.outbox)
    assert asked is not None
    assert other is not None
    assert sorted(known.values()) == [2, 2]
    assert all(f"<notice.{one.pk}." in " ".join(known) for one in (asked, other))


def test_a_notice_that_cannot_be_mailed_keeps_no_other_from_it(
    anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(anna, name="Bert")
    ask(anna, name="Carla")

    send = notices.send_mail

    def send_what_can_be_written(subject: str, *rest: Any, **known: Any) -> None:
        if "Bert" in subject:
            raise BadHeaderError
        send(subject, *rest, **known)

    monkeypatch.setattr(notices, "send_mail", send_what_can_be_written)
    later = timezone.now() + LATER
    assert notices.send_due_mails(now=later) == 1
    assert notices.send_due_mails(now=later + notices.MAIL_AGAIN_AFTER) == 0
    assert [one.subject for one in mail.outbox] == ["Jeton: Carla wants to be your friend."]


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_a_slow_mail_server_costs_no_second_mail(
    anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database ends transactions that stand idle while the server takes its time."""
    ask(anna)
    sent: list[str] = []

    def slow(subject: str, *_: Any, **__: Any) -> None:
        sent.append(subject)
        time.sleep(0.6)

    monkeypatch.setattr(notices, "send_mail", slow)
    with connection.cursor() as cursor:
        cursor.execute("SET idle_in_transaction_session_timeout = '200ms'")
    try:
        for _turn in range(2):
            with suppress(DatabaseError, InterfaceError):
                notices.send_due_mails(now=timezone.now() + LATER)
    finally:
        connection.close()
    assert len(sent) == 1


def test_every_kind_has_a_page_and_a_sentence_that_needs_no_more_than_its_facts() -> None:
    facts = {
        "name": "Bert",
        "player": 1,
        "table": 7,
        "table_name": "Evening",
        "until": "2026-11-29T12:06+01:00",
    }
    facts |= {
        "failures": 25,
        "tournament": 3,
        "series": 4,
        "place": 2,
        "players": 9,
        "rank": 2,
        "entries": 9,
        "chips": 50,
        "reason": "-",
    }
    facts |= {"remark": "as agreed", "answer": "in a minute", "number": 4, "hash": "ab"}
    facts |= {"club": "Die Asse", "team": "Buben", "access": "token", "called": "my bot"}
    facts |= {"rating": 15, "points": -2, "before": 3, "announcement": "soup is served"}
    for kind in kinds.KINDS.values():
        assert kind.path(facts).startswith("/")
        assert "%" not in kind.words(facts)
        assert kind.words(facts) != str(kind.title)


def test_old_notices_are_forgotten(anna: Player) -> None:
    ask(anna)
    assert notices.forget_old_notices() == 0
    assert notices.forget_old_notices(now=timezone.now() + dt.timedelta(days=90) + LATER) == 1


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_two_senders_share_the_mails(anna: Player) -> None:
    for number in range(12):
        ask(anna, name=f"Nr {number}")
    later = timezone.now() + LATER
    sent = at_once([partial(notices.send_due_mails, now=later)] * 4)
    assert sum(sent) == 12
    assert len({one.subject for one in mail.outbox}) == len(mail.outbox) == 12


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_the_same_news_from_many_threads_is_told_once(anna: Player) -> None:
    at_once([partial(ask, anna, key="friend:7")] * 8)
    assert Notice.objects.filter(player=anna).count() == 1


def test_a_mail_about_a_password_comes_from_the_house_in_the_readers_language(anna: Player) -> None:
    Player.objects.filter(pk=anna.pk).update(email="anna@example.com")
    reader = browser(language="de")
    assert (
        reader.post("/accounts/password/reset/", {"email": "anna@example.com"}).status_code == 302
    )
    (sent,) = mail.outbox
    assert sent.subject == "Jeton: E-Mail zum Zurücksetzen des Passworts"
    assert sent.body.startswith("Du bekommst diese E-Mail, weil für dein Konto")
    assert "Hallo von" not in sent.body
    assert sent.body.endswith("Jeton\ntestserver")
