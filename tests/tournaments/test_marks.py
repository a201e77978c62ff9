"""Every standing marks who was disqualified or withdrew (PLAY-43, 45)."""

from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone
from django.utils.formats import date_format

from accounts.models import Player
from tests.api.client import Caller
from tests.pages.browsers import browser, look
from tests.tournaments.club import fresh, ordered, play_to_the_end, require_sound, started
from tests.tournaments.test_desk_orders import PLAN, order, paused, seated, take_back
from tournaments.director import EntryRules
from tournaments.director.codec import to_json
from tournaments.entries.entering import come_back, leave
from tournaments.models import Entry, Series, Tournament
from tournaments.printing import Result, draw_results, printed
from tournaments.running.directing import look_after
from tournaments.selectors.standings import standings
from tournaments.selectors.wall import podium_of
from tournaments.series import views as of_series
from tournaments.series.rules import SeriesRules

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]


def marks(tournament: Tournament) -> dict[int, str]:
    return {row.entry: row.mark for row in standings(fresh(tournament)).rows if row.mark}


@pytest.fixture
def marked(boss: Player) -> tuple[Tournament, Entry, Entry]:
    """Four at a paused table: one disqualified, one gone by their own wish."""
    tournament = paused(started(replace(PLAN, seats=4), 4), boss, (100, 60, 60, 50))
    cheat, gone, *_others = seated(tournament, 1)
    order(tournament, boss, "disqualify", entry=cheat.pk)
    leave(tournament_id=tournament.pk, player=gone.player)
    look_after(tournament_id=tournament.pk)
    return fresh(tournament), cheat, gone


def test_the_running_and_the_final_standing_mark_both(
    boss: Player, marked: tuple[Tournament, Entry, Entry]
) -> None:
    tournament, cheat, gone = marked
    expected = {cheat.pk: "disqualified", gone.pk: "withdrawn"}
    assert marks(tournament) == expected
    order(tournament, boss, "resume_table", table=1)
    tournament = play_to_the_end(tournament)
    assert marks(tournament) == expected, "and nobody who has merely lost"
    require_sound(tournament)


def test_what_is_taken_back_or_bought_again_is_not_marked(boss: Player) -> None:
    rules = EntryRules(late_until_level=5, returns_max=1, returns_until_level=5)
    plan = replace(PLAN, format="re_entry", entries=rules)
    tournament = paused(started(plan, 3), boss, (100, 60, 60))
    first, second, _third = seated(tournament, 1)
    act = order(tournament, boss, "remove", entry=first.pk)
    assert marks(tournament) == {first.pk: "withdrawn"}
    take_back(act, boss)
    assert marks(tournament) == {}
    leave(tournament_id=tournament.pk, player=second.player)
    assert marks(tournament) == {second.pk: "withdrawn"}
    come_back(tournament_id=tournament.pk, player=second.player)
    assert marks(tournament) == {}


def test_lobby_desk_wall_print_api_and_export_say_it(
    boss: Player, marked: tuple[Tournament, Entry, Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament, cheat, gone = marked
    address = f"/tournaments/{tournament.pk}/"
    for path in ("", "wall/"):
        page = look(browser(boss).get(address + path))
        assert "disqualified" in page.text, path
        assert "withdrawn" in page.text, path
    page = look(browser(boss).get(f"{address}desk/?player={cheat.player.username}"))
    assert "disqualified" in page.text
    german = look(browser(boss, language="de").get(address))
    assert "disqualifiziert" in german.text
    assert "vorzeitig ausgeschieden" in german.text
    told = Caller(boss).get(f"{address}standings/").json()
    assert {row["entry"]: row["mark"] for row in told["results"] if row["mark"]} == {
        cheat.pk: "disqualified",
        gone.pk: "withdrawn",
    }
    order(tournament, boss, "resume_table", table=1)
    tournament = play_to_the_end(tournament)
    drawn: list[Result] = []

    def noted(*given: Any) -> None:
        drawn.extend(given[-1])
        draw_results(*given)

    monkeypatch.setattr("tournaments.printing.draw_results", noted)
    assert printed(tournament, "results").startswith(b"%PDF")
    names = {row.name for row in drawn}
    assert f"{cheat.player.name} (disqualified)" in names
    assert f"{gone.player.name} (withdrawn)" in names
    # The list of a series says in which of its tournaments that was, by the day it ended.
    drawn.clear()
    monkeypatch.setattr(of_series, "draw_results", noted)
    series = Series.objects.create(name="Summer", rules=to_json(SeriesRules(bots=True)))
    series.events.create(tournament=tournament)
    assert of_series.printed(series, "results").startswith(b"%PDF")
    day = date_format(timezone.localtime(tournament.finished_at), "SHORT_DATE_FORMAT")
    told = {row.name for row in drawn}
    assert f"{gone.player.name} (withdrawn {day})" in told
    assert f"{cheat.player.name} (disqualified {day})" in told
    assert len([name for name in told if day in name]) == 2


def test_nobody_disqualified_stands_on_the_podium() -> None:
    tournament = started(replace(PLAN, format="swiss", seats=2), 2)
    cheat, other = seated(tournament, 1)
    ordered(tournament, "disqualify", entry=cheat.pk)
    look_after(tournament_id=tournament.pk)
    tournament = fresh(tournament)
    assert tournament.phase == "finished"
    cheat.refresh_from_db()
    assert cheat.rank == 2
    assert [step.names for step in podium_of(tournament)] == [(other.player.name,)]
