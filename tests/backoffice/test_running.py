"""Settings at run time, maintenance, announcements, two factors, measurements, log lines."""

import datetime as dt
import json
import logging
from typing import Any

import pytest
from celery import current_app
from django.conf import settings as configured
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from accounts.models import Player
from accounts.programs.tokens.issuing import issue_token
from backoffice.figures.minutes import count_minute
from backoffice.models import AuditRun, MinuteFigures, RunSetting, StaffAct
from backoffice.running import board
from backoffice.running.acting import (
    announce,
    change_setting,
    set_maintenance,
    withdraw_announcement,
)
from backoffice.running.settings import KNOWN
from backoffice.tasks import audit_books
from config.celery import Beat
from config.logs import BLACK, JsonFormatter, LineFormatter
from games.moves.errors import Conflict
from games.tables import opening
from games.tables.terms import TableOffer
from tests.backoffice.staff import browser, colleague
from tests.pages.tables import open_table, running_table
from tests.play.players import finish
from web.refusals import Refused
from web.whence import CONTEXT

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def owner() -> Player:
    return colleague("owner", name="Olga")


def test_the_clock_looks_with_a_setting_that_was_changed_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It sends what a look finds missing, and no task reads the settings in its process."""
    current_app.loader.import_default_modules()
    clock, house = Beat(current_app), "games.tasks.look_after_house"
    assert not clock._finds_work(house)
    RunSetting.objects.create(name="SHOW_TABLES", value=1)
    monkeypatch.setattr(board._board, "read_at", float("-inf"))
    assert clock._finds_work(house)
    RunSetting.objects.all().delete()
    board.refresh()
    assert not clock._finds_work(house)


def test_a_setting_changed_holds_everywhere_and_goes_back(owner: Player) -> None:
    before = configured.REMATCH_SECONDS
    change_setting(name="REMATCH_SECONDS", text="90", reason="slow evenings", by=owner)
    board.refresh()
    assert configured.REMATCH_SECONDS == 90
    change_setting(name="REMATCH_SECONDS", text=None, reason="as before", by=owner)
    board.refresh()
    assert before == configured.REMATCH_SECONDS
    told = [(act.before, act.after) for act in StaffAct.objects.order_by("id")]
    assert told == [
        ({"value": before}, {"value": 90}),
        ({"value": 90}, {"value": None}),
    ]


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("REMATCH_SECONDS", "4", "out_of_range"),
        ("REMATCH_SECONDS", "soon", "setting_unreadable"),
        ("BOOKS_PUBLIC", "maybe", "setting_unreadable"),
        ("PREMIUM_RIGHTS", "everything", "setting_unreadable"),
        ("SECRET_KEY", "x" * 60, "setting_unknown"),
        ("DEBUG", "true", "setting_unknown"),
    ],
)
def test_what_does_not_fit_or_is_not_listed_is_refused(
    owner: Player, name: str, text: str, code: str
) -> None:
    with pytest.raises(Refused, match=code):
        change_setting(name=name, text=text, reason="why not", by=owner)
    assert not StaffAct.objects.exists()


def test_no_secret_is_among_the_settings() -> None:
    assert not [name for name in KNOWN if "KEY" in name or "TOKEN" in name or "URL" in name]


def test_maintenance_lets_what_is_played_finish_and_nothing_new_begin(
    owner: Player, anna: Player, bert: Player
) -> None:
    playing = running_table(anna, bert, rounds=1)
    waiting = open_table(anna)
    set_maintenance(closed=True, reason="new disks", by=owner)
    board.refresh()
    with pytest.raises(Conflict, match="house_closed"):
        opening.create_table(player=anna, offer=TableOffer())
    with pytest.raises(Conflict, match="house_closed"):
        opening.join_table(table_id=waiting.pk, player=bert)
    finish(playing, [anna, bert])
    playing.refresh_from_db()
    assert playing.status == "finished"
    page = browser(anna).get("/").content.decode()
    assert "games in progress go on, nothing new begins until it is over" in page
    german = browser(anna).post("/quick-seat/", follow=True, headers={"accept-language": "en"})
    assert "nothing new begins until it is over" in german.content.decode()
    set_maintenance(closed=False, reason="done", by=owner)
    board.refresh()
    opening.join_table(table_id=waiting.pk, player=bert)
    assert "being looked after" not in browser(anna).get("/").content.decode()


def test_an_announcement_stands_on_every_page_in_the_readers_language_until_its_time(
    owner: Player, anna: Player
) -> None:
    told = announce(
        words_de="Heute Turnier!",
        words_en="Tournament today!",
        hours=1,
        by=owner,
    )
    board.refresh()
    assert "Tournament today!" in browser(anna).get("/").content.decode()
    german = browser(anna).get("/", headers={"accept-language": "de"}).content.decode()
    assert "Heute Turnier!" in german
    withdraw_announcement(announcement_id=told.pk, by=owner)
    board.refresh()
    assert "Tournament today!" not in browser(anna).get("/").content.decode()


def test_figures_of_a_minute_are_counted_once_and_drawn(owner: Player, anna: Player) -> None:
    open_table(anna)
    now = timezone.now()
    first = count_minute(now=now - dt.timedelta(minutes=1))
    count_minute(now=now)
    count_minute(now=now)
    assert MinuteFigures.objects.count() == 2
    assert first.figures["tables_open"] == 1
    assert first.figures["chips"]["wallet"] == -first.figures["chips"]["mint"]
    page = browser(owner).get("/office/").content.decode()
    assert "<polyline" in page
    assert browser(owner).get("/office/?part=figures").content.decode().count("<html") == 0


def test_an_audit_is_kept_and_shown_and_public_unless_the_house_keeps_it_back(
    owner: Player, settings: Any
) -> None:
    AuditRun.objects.create(seconds=3, faults=0, figures={"transfers": 7})
    page = browser(owner).get("/office/books/").content.decode()
    assert "everything recomputed from the first event on, no fault" in page
    public = browser().get("/books/")
    assert public.status_code == 200
    assert "Do the books balance?" in public.content.decode()
    settings.BOOKS_PUBLIC = False
    assert browser().get("/books/").status_code == 404


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_an_audit_by_the_clock_leaves_its_result(anna: Player) -> None:
    audit_books()
    run = AuditRun.objects.get()
    assert (run.faults, run.first_fault) == (0, "")
    assert run.figures["transfers"] >= 1


def test_metrics_are_asked_without_tls_where_everybody_else_is_led_to_it(settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    client = browser()
    assert client.get("/metrics", REMOTE_ADDR="127.0.0.1").status_code == 200
    assert client.get("/rules/", REMOTE_ADDR="127.0.0.1").status_code == 301


def test_metrics_are_for_this_machine_or_for_the_token(settings: Any) -> None:
    client = browser()
    answer = client.get("/metrics", REMOTE_ADDR="127.0.0.1")
    assert answer.status_code == 200
    names = {family.name for family in text_string_to_metric_families(answer.content.decode())}
    assert {"jeton_requests", "jeton_tables_playing", "jeton_database_up"} <= names
    assert client.get("/metrics", REMOTE_ADDR="203.0.113.9").status_code == 403
    proxied = client.get("/metrics", REMOTE_ADDR="127.0.0.1", HTTP_X_FORWARDED_FOR="203.0.113.9")
    assert proxied.status_code == 403
    settings.METRICS_TOKEN = "t" * 40
    assert client.get("/metrics", REMOTE_ADDR="127.0.0.1").status_code == 403
    good = client.get("/metrics", headers={"authorization": "Bearer " + "t" * 40})
    assert good.status_code == 200


def _record(message: str, *arguments: object, error: BaseException | None = None) -> Any:
    info = (type(error), error, None) if error else None
    return logging.LogRecord("jeton.test", logging.ERROR, "f.py", 1, message, arguments, info)


@pytest.mark.parametrize("formatter", [JsonFormatter(), LineFormatter()])
def test_no_log_line_shows_a_card_or_a_credential(
    formatter: logging.Formatter, anna: Player
) -> None:
    _row, token = issue_token(player=anna, name="bot", scopes=["play"])
    hand = {"hand": ["7h", "Td", "X1", "Qs2"]}
    lines = [
        _record("state %s", hand),
        _record("dealt 7h Td Qs, Kc2"),
        _record("sent %s", f"Authorization: Token {token}"),
        _record("cookie jeton_session_8000=abc123def; other=1"),
        _record("at postgresql://jeton_web:geheim@db/jeton"),
        _record("it failed", error=ValueError(f"cannot play {hand} with {token}")),
        _record("Not Found: /accounts/password/reset/key/3-cz9k2p-deadbeef/"),
        _record("Not Found: /accounts/confirm-email/MQ:1vL-mailkey/"),
        _record("signed with whsec_c2VjcmV0c2VjcmV0"),
    ]
    told = "\n".join(formatter.format(line) for line in lines)
    secrets = ("7h", "Td", "X1", "Qs2", "Kc2", "abc123def", "geheim", "deadbeef", "mailkey")
    for secret in (token, *secrets, "c2VjcmV0"):
        assert secret not in told
    assert told.count(BLACK) >= len(lines)


@pytest.mark.parametrize(
    ("at", "shown"),
    [
        (1_792_886_400.25, "2026-10-25T02:00:00.250+02:00"),
        (1_792_890_000.25, "2026-10-25T02:00:00.250+01:00"),
    ],
)
def test_two_hours_of_one_name_differ_in_the_log(at: float, shown: str) -> None:
    """The night the clocks are put back has an hour twice."""
    record = _record("it is late")
    record.created = at
    assert LineFormatter().format(record) == f"{shown} ERROR jeton.test it is late"


def test_a_json_line_says_which_request_it_belongs_to() -> None:
    context = CONTEXT.set({"request": "cafe", "path": "/tables/1/"})
    try:
        line = json.loads(JsonFormatter().format(_record("As usual, 7 tables")))
    finally:
        CONTEXT.reset(context)
    assert line["request"] == "cafe"
    assert (line["level"], line["message"]) == ("ERROR", "As usual, 7 tables")


def test_the_address_a_line_names_holds_no_key_either() -> None:
    context = CONTEXT.set({"path": "/accounts/password/reset/key/3-cz9k2p-deadbeef/"})
    try:
        line = JsonFormatter().format(_record("As usual"))
    finally:
        CONTEXT.reset(context)
    assert "deadbeef" not in line
    assert "/accounts/password/reset/key/" in line


def test_every_answer_carries_the_number_of_its_request() -> None:
    first, second = (browser().get("/healthz").headers["X-Request-ID"] for _ in range(2))
    assert first != second
