"""A result that is corrected after its series was closed as well (PLAY-43, PLAY-46)."""

import pytest
from django.utils import timezone

from accounts.models import Notice
from backoffice.restitution.acting import approve_restitution
from tests.backoffice.staff import colleague
from tests.backoffice.test_corrected_afterwards import asked, last_sheet, played
from tests.pages.browsers import browser, look
from tests.tournaments import real_tables as hall
from tests.tournaments.club import director
from tests.tournaments.test_real_cards import PAID
from tournaments.models import Series, SeriesEvent
from tournaments.series.keeping import SeriesWishes, open_series
from tournaments.series.reading import series_standing
from tournaments.series.rules import SeriesRules

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]


def test_places_in_a_series_that_is_closed_are_told_anew_once_to_whom_it_moves() -> None:
    over = played(hall.evening(PAID, 4), [(25, 0), (9, 0)], [(8, 0), (5, 0)])
    wishes = SeriesWishes("Autumn", "", SeriesRules(per_place=(10, 6, 3, 1)))
    series = open_series(wishes=wishes)
    SeriesEvent.objects.create(series=series, tournament=over)
    others = open_series(wishes=wishes)
    SeriesEvent.objects.create(series=others, tournament=over)
    Series.objects.filter(pk=series.pk).update(closed_at=timezone.now())
    address = f"/tournaments/series/{series.pk}/"
    before = {line.player: line.place for line in series_standing(series).lines}
    assert "Corrected on" not in look(browser().get(address)).text
    claim = asked(last_sheet(over), (0, 8), director())
    second = colleague("cashier", name="Sven")
    for _twice in range(2):
        approve_restitution(restitution_id=claim.pk, by=second, reason="the sheet")
    after = {line.player: line.place for line in series_standing(series).lines}
    moved = {player for player in after if after[player] != before[player]}
    assert moved
    told = Notice.objects.filter(kind="series_corrected")
    assert {one.player_id: one.facts["place"] for one in told} == {
        player: after[player] for player in moved
    }
    assert {one.facts["before"] for one in told} == {before[player] for player in moved}
    assert told.count() == len(moved)
    assert "Corrected on" in look(browser().get(address)).text
