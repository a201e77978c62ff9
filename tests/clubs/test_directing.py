"""Who directs a club's evening: its organisers, and members whom they appoint."""

import datetime as dt

import pytest
from django.utils import timezone

from accounts.clubs.joining import remove_member
from accounts.clubs.keeping import hand_over, name_organiser, part_for_good
from accounts.models import Club, ClubMember, Player
from games.moves.errors import NotAllowed
from tests.clubs.conftest import belongs
from tests.pages.browsers import browser
from tests.tournaments.club import quick
from tournaments.desk.ordering import appoint_director, dismiss_director, may_direct
from tournaments.director import EntryRules, Plan
from tournaments.models import Tournament
from tournaments.planner.publishing import open_tournament
from web.refusals import Refused

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]


@pytest.fixture
def evening(club: Club, bert: Player) -> Tournament:
    """Published by Bert, who organises the club with Anna."""
    belongs(club, bert, organises=True)
    return open_tournament(
        name="Evening",
        plan=Plan(seats=2, buy_in_chips=10, entries=EntryRules(least=2)),
        starts_at=timezone.now() + dt.timedelta(hours=1),
        terms=quick("gin_palast"),
        by=bert,
        club_id=club.pk,
    )


def test_who_was_removed_directs_nothing_however_they_came_by_it(
    evening: Tournament, club: Club, anna: Player, bert: Player
) -> None:
    appoint_director(tournament_id=evening.pk, player=bert, by=bert)
    remove_member(club_id=club.pk, player=bert, actor=anna, keep_out=True)
    assert not may_direct(bert, evening)
    for path in ("", "desk/"):
        assert browser(bert).get(f"/tournaments/{evening.pk}/{path}").status_code == 404
    with pytest.raises(NotAllowed):
        appoint_director(tournament_id=evening.pk, player=bert, by=bert)


def test_who_organises_no_more_appoints_nobody(
    evening: Tournament, club: Club, anna: Player, bert: Player
) -> None:
    name_organiser(club_id=club.pk, player=bert, actor=anna, organises=False)
    with pytest.raises(NotAllowed):
        appoint_director(tournament_id=evening.pk, player=bert, by=bert)
    appoint_director(tournament_id=evening.pk, player=bert, by=anna)
    assert may_direct(bert, evening)
    dismiss_director(tournament_id=evening.pk, player=bert, by=anna)
    assert not may_direct(bert, evening)


def test_a_stranger_is_not_appointed(evening: Tournament, bert: Player, stranger: Player) -> None:
    with pytest.raises(Refused, match="club_no_member"):
        appoint_director(tournament_id=evening.pk, player=stranger, by=bert)
    assert browser(stranger).get(f"/tournaments/{evening.pk}/desk/").status_code == 404


def test_a_club_handed_over_while_its_owner_goes_has_one_owner(
    club: Club, anna: Player, bert: Player, carla: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hand-over is over between the look at what Anna owns and the lock."""
    belongs(club, carla, organises=True)
    belongs(club, bert)
    owned = ClubMember.objects.filter

    def crossed(*asked: object, **named: object) -> object:
        found = owned(*asked, **named)
        numbers = list(found.values_list("club_id", flat=True))
        monkeypatch.undo()
        hand_over(club_id=club.pk, player=bert, actor=anna)
        return owned(*asked, **named) if not numbers else found

    monkeypatch.setattr(ClubMember.objects, "filter", crossed)
    part_for_good(anna)
    assert [one.player for one in club.members.filter(role="owner")] == [bert]
