"""What the desk prints: who sits where, a card for every table, a badge for everybody."""

import datetime as dt
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from django.utils.formats import date_format
from django.utils.timezone import localtime
from pypdf import PdfReader

from accounts.joining.players import create_player
from accounts.models import Player
from tests.pages.browsers import browser, look
from tests.tournaments import real_tables
from tests.tournaments.club import (
    director,
    its_hour_has_come,
    people,
    play_to_the_end,
    published,
    started,
)
from tests.tournaments.real_tables import SWISS
from tests.tournaments.test_desk_entrants import DEAR, FREE
from tournaments import printing
from tournaments.director import EntryRules, Phase
from tournaments.models import Entry, Tournament
from tournaments.printing import (
    BADGE_COLUMNS,
    BADGE_ROWS,
    LIST_COLUMNS,
    LIST_ROWS,
    SEAT,
    printed,
    prints_of,
)
from tournaments.running.directing import look_after
from web.database.by_name import name_key
from web.files.pdf import Pages

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]


def pages(boss: Player, tournament: Tournament, what: str) -> list[str]:
    answer = browser(boss).get(f"/tournaments/{tournament.pk}/desk/print/{what}.pdf")
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == "application/pdf"
    return [page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages]


def test_everybody_finds_their_seat_by_name_on_as_many_pages_as_it_takes() -> None:
    tournament = started(FREE, LIST_ROWS * LIST_COLUMNS + 1)
    found = pages(director(), tournament, "seats")
    assert len(found) == 2
    rows = [line for page in found for line in page.splitlines() if line.startswith("Robot ")]
    seated = Entry.objects.filter(tournament=tournament).select_related("player")
    assert rows == [
        f"{entry.player.name} Table {entry.table_number}, seat {(entry.seat or 0) + 1}"
        for entry in sorted(seated, key=lambda entry: entry.player.name.casefold())
    ]


def test_the_poster_says_when_it_begins_and_what_it_costs() -> None:
    tournament = published(DEAR, [], due=False)
    begins = dt.datetime.fromtimestamp(tournament.clock["starts_at_ms"] / 1_000, tz=dt.UTC)
    (page,) = pages(director(), tournament, "door")
    assert date_format(localtime(begins), "DATE_FORMAT") in page
    assert date_format(localtime(begins), "TIME_FORMAT") in page
    assert "Entry: 55 chips" in page


def test_lists_sort_marked_letters_where_people_look_for_them() -> None:
    names = ("Zoe", "Özlem", "anna", "Ärmel", "Olaf", "Şule", "Susi", "Łukasz", "Lena")
    players = [create_player(name=name, password="rummy-evening") for name in names]
    tournament = published(FREE, players, due=False)
    (page,) = pages(director(), tournament, "cash")
    rows = [line.split()[-2] for line in page.splitlines() if line.startswith("No. ")]
    asked = ["anna", "Ärmel", "Lena", "Łukasz", "Olaf", "Özlem", "Şule", "Susi", "Zoe"]
    assert rows == asked
    assert sorted(names, key=name_key) == asked


def test_each_table_has_a_card_with_its_number_and_its_players() -> None:
    tournament = started(FREE, 9)
    cards = "\n".join(pages(director(), tournament, "tables"))
    assert [line for line in cards.splitlines() if line.isdigit()] == ["1", "2", "3"]
    for entry in Entry.objects.filter(tournament=tournament).select_related("player"):
        assert f"{(entry.seat or 0) + 1} {entry.player.name}" in cards.replace("  ", " ")


def test_badges_can_be_printed_before_the_start_and_no_list_of_seats() -> None:
    tournament = published(FREE, people(BADGE_ROWS * BADGE_COLUMNS + 1), due=False)
    found = pages(director(), tournament, "badges")
    assert len(found) == 2
    assert sum(page.count("Robot ") for page in found) == BADGE_ROWS * BADGE_COLUMNS + 1
    for what in ("seats", "tables", "chips"):
        address = f"/tournaments/{tournament.pk}/desk/print/{what}.pdf"
        assert browser(director()).get(address).status_code == 404


def test_the_cash_desk_ticks_off_who_has_paid_what() -> None:
    tournament = published(DEAR, people(LIST_ROWS + 1), due=False)
    found = pages(director(), tournament, "cash")
    assert len(found) == 2
    entered = Entry.objects.filter(tournament=tournament)
    paid = sum(entry.paid_chips + entry.fee_chips for entry in entered)
    assert paid == 55 * (LIST_ROWS + 1)
    assert f"Total: {paid:,}" in found[1]


def test_the_desk_offers_in_german_what_there_is_to_print() -> None:
    tournament = published(FREE, people(3), due=False)
    reader = browser(director(), language="de")
    page = reader.get(f"/tournaments/{tournament.pk}/desk/").content.decode()
    assert "Namensschilder" in page
    assert "Tischkarten" not in page
    its_hour_has_come(tournament)
    look_after(tournament_id=tournament.pk)
    page = reader.get(f"/tournaments/{tournament.pk}/desk/").content.decode()
    assert "Tischkarten" in page


def test_nothing_is_printed_for_what_is_called_off() -> None:
    tournament = started(DEAR, 4)
    Tournament.objects.filter(pk=tournament.pk).update(phase=Phase.CANCELLED.value)
    tournament.refresh_from_db()
    assert prints_of(tournament) == []


@pytest.mark.soak
def test_after_the_end_there_are_the_results_and_certificates_to_print() -> None:
    tournament = play_to_the_end(started(DEAR, LIST_ROWS + 1))
    for page in ("desk/", ""):
        shown = look(browser(director()).get(f"/tournaments/{tournament.pk}/{page}"))
        assert [one.get("data-print") for one in shown.all("a") if "data-print" in one] == [
            "results",
            "certificates",
            "cash",
        ]
    stranger = look(browser().get(f"/tournaments/{tournament.pk}/"))
    assert "data-print" not in stranger.html
    results = pages(director(), tournament, "results")
    assert len(results) == 2
    entries = Entry.objects.filter(tournament=tournament).select_related("player")
    for entry in entries:
        assert f"{entry.rank} {entry.player.name} {entry.stack_chips:,}" in "\n".join(results)
    winners = entries.filter(rank__lte=3).order_by("rank")
    certificates = pages(director(), tournament, "certificates")
    assert len(certificates) == len(winners)
    for page, entry in zip(certificates, winners, strict=True):
        assert f"Place {entry.rank} of {LIST_ROWS + 1}" in page
        assert entry.player.name in page


def test_nobody_else_may_print_it() -> None:
    tournament = started(FREE, 3)
    address = f"/tournaments/{tournament.pk}/desk/print/seats.pdf"
    stranger = create_player(name="Stranger", password="rummy-evening")
    assert browser(stranger).get(address).status_code == 403


Written = list[tuple[str, float, float, float]]  # words, left, line, room
Codes = list[tuple[float, float, float]]  # left, top, width


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> tuple[Written, Codes]:
    """What is written, and the codes, as they are drawn."""
    written: Written = []
    codes: Codes = []

    def write(_pages: Pages, words: str, at: tuple[float, float], *_: Any, **named: Any) -> None:
        written.append((words, *at, named["room"]))

    def code(_path: str, _pages: Pages, at: tuple[float, float], size: float) -> None:
        codes.append((*at, size))

    monkeypatch.setattr(Pages, "write", write)
    monkeypatch.setattr(printing, "_code", code)
    return written, codes


def test_nothing_is_written_across_the_codes_of_badges(drawn: tuple[Written, Codes]) -> None:
    """Nor within the blank that the standard asks for around them; none is under 20 mm wide."""
    written, codes = drawn
    evening = real_tables.published(
        replace(SWISS, entries=EntryRules(least=2, check_in=True)), real_tables.guests(2)
    )
    printed(evening, "badges")
    assert len(codes) == 2
    for left, top, wide in codes:
        assert wide / 72 * 25.4 >= 20
        blank = wide * 4 / 25
        for words, at, line, room in written:
            beside = at + room <= left - blank or at >= left + wide
            assert beside or line <= top - blank or line > top + wide + blank, words


def test_a_name_that_is_read_from_the_right_stands_behind_its_seat(
    drawn: tuple[Written, Codes],
) -> None:
    names = ("محمدعبدالرحمن", "Guest")
    players = [create_player(name=name, password="rummy-evening") for name in names]
    evening = real_tables.published(SWISS, players)
    its_hour_has_come(evening)
    look_after(tournament_id=evening.pk)
    printed(evening, "slips")
    written, codes = drawn
    places = {words: (left, line) for words, left, line, _room in written}
    for entry in Entry.objects.filter(tournament=evening):
        left, line = places[str((entry.seat or 0) + 1)]
        assert places[entry.player.name] == (left + SEAT, line)
    assert all(wide / 72 * 25.4 >= 20 for _left, _top, wide in codes)
