"""Coming into a club and going: who may, how, and what pressing twice does."""

from typing import Any

import pytest

from accounts.clubs import acting, joining, keeping
from accounts.clubs.reading import clubs_of, membership, to_be_found
from accounts.joining.players import create_bot
from accounts.models import Club, ClubDoor, ClubMember, Notice, Player
from accounts.notices import inbox
from accounts.own_data.erasing import erase_account
from accounts.people.befriending import ignore
from accounts.programs.bots.accounts import create_bot_account
from tests.clubs.conftest import belongs
from web.refusals import Refused, words_of

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def told(player: Player) -> list[str]:
    return [inbox.shown(notice).words for notice in inbox.read_inbox(player)[0]]


def refused(act: Any, refusal_code: str, /, **asked: Any) -> str:
    with pytest.raises(Refused) as refusal:
        act(**asked)
    assert refusal.value.code == refusal_code
    return words_of(refusal.value)


def role(club: Club, player: Player) -> str:
    own = membership(player, club.pk)
    return own.role if own else ""


def test_who_founds_a_club_owns_it(anna: Player) -> None:
    club = keeping.found_club(player=anna, name="  Die   Buben ", about="Gin\u202e und\n\nRommé")
    assert (club.name, club.about) == ("Die Buben", "Gin und\n\nRommé")
    assert role(club, anna) == "owner"
    assert list(clubs_of(anna)) == [club]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("ROMMÉ-RUNDE  ost", "club_name_taken"),
        ("Rommé Runde 0st", "club_name_taken"),
        ("R\u043emmé-Runde West", "name_mixes_scripts"),
        ("Jeton Staff", "name_reserved"),
        ("\u2800", "club_name_length"),
        ("!!", "name_unusable"),
        ("x" * 41, "club_name_length"),
    ],
)
def test_names_are_read_by_everybody_and_belong_to_one(
    club: Club, bert: Player, name: str, code: str
) -> None:
    assert club.is_open
    refused(keeping.found_club, code, player=bert, name=name)


def test_guests_and_programs_belong_to_no_club(anna: Player, guest: Player, club: Club) -> None:
    program, _token = create_bot_account(owner=anna, name="AnnasBot")
    for one in (guest, program, create_bot(name="Robot", bot_key="casual")):
        refused(keeping.found_club, "club_not_for_you", player=one, name="Others")
        refused(joining.join_club, "club_not_for_you", club_id=club.pk, player=one)
        refused(joining.invite, "club_not_for_them", club_id=club.pk, player=one, actor=anna)


def test_an_account_that_is_closed_acts_no_more(anna: Player, bert: Player, club: Club) -> None:
    belongs(club, bert, organises=True)
    Player.objects.filter(pk=bert.pk).update(is_active=False)
    refused(joining.join_club, "club_not_for_you", club_id=club.pk, player=bert)
    refused(keeping.renew_link, "club_not_organiser", club_id=club.pk, actor=bert)
    refused(keeping.hand_over, "club_not_for_them", club_id=club.pk, player=bert, actor=anna)


def test_one_asks_and_any_organiser_answers(
    anna: Player, bert: Player, carla: Player, club: Club
) -> None:
    belongs(club, bert, organises=True)
    for _press in range(2):
        assert not joining.join_club(club_id=club.pk, player=carla)
    for organiser in (anna, bert):
        assert told(organiser)[0] == "Carla wants to join the club “Rommé-Runde Ost”."
    asked: dict[str, Any] = {"club_id": club.pk, "player": carla}
    assert joining.answer_request(**asked, actor=bert, accept=True)
    assert role(club, carla) == "member"
    assert told(carla) == ["You are a member of the club “Rommé-Runde Ost” now."]
    assert all("Carla wants" not in words for words in told(anna) + told(bert))
    # The other organiser, who answers a moment later, hears what was decided.
    assert joining.answer_request(**asked, actor=anna, accept=True)
    refused(joining.answer_request, "club_request_answered", **asked, actor=anna, accept=False)


def test_a_no_is_told_to_nobody_and_one_may_ask_again(
    anna: Player, bert: Player, club: Club
) -> None:
    joining.join_club(club_id=club.pk, player=bert)
    joining.answer_request(club_id=club.pk, player=bert, actor=anna, accept=False)
    assert (role(club, bert), told(bert)) == ("", [])
    assert not joining.join_club(club_id=club.pk, player=bert)


def test_an_invitation_is_accepted_declined_or_taken_back(
    anna: Player, bert: Player, club: Club
) -> None:
    invited: dict[str, Any] = {"club_id": club.pk, "player": bert, "actor": anna}
    for _press in range(2):
        assert not joining.invite(**invited)
    assert told(bert) == ["Anna invites you to the club “Rommé-Runde Ost”."]
    joining.stand_back(club_id=club.pk, player=bert)
    assert (told(bert), ClubDoor.objects.count()) == ([], 0)
    joining.invite(**invited)
    joining.uninvite(**invited)
    assert (told(bert), ClubDoor.objects.count()) == ([], 0)
    joining.invite(**invited)
    for _press in range(2):
        assert joining.join_club(club_id=club.pk, player=bert)
    assert club.members.filter(player=bert).count() == 1
    refused(joining.invite, "club_member_already", **invited)


def test_who_is_invited_while_asking_is_in(anna: Player, bert: Player, club: Club) -> None:
    joining.join_club(club_id=club.pk, player=bert)
    assert joining.invite(club_id=club.pk, player=bert, actor=anna)
    assert role(club, bert) == "member"


def test_an_open_club_takes_everybody_and_a_closed_circle_nobody(
    anna: Player, bert: Player, carla: Player, club: Club
) -> None:
    changed: dict[str, Any] = {"club_id": club.pk, "actor": anna, "name": club.name, "about": ""}
    keeping.change_club(**changed, joining="invited")
    refused(joining.join_club, "club_by_invitation", club_id=club.pk, player=bert)
    assert club not in to_be_found("", bert)
    keeping.change_club(**changed, joining="open")
    assert joining.join_club(club_id=club.pk, player=bert)
    assert club in to_be_found("runde", carla)
    assert club not in to_be_found("", bert)  # their own


def test_nobody_is_invited_by_whom_they_keep_away_from(
    anna: Player, bert: Player, club: Club
) -> None:
    ignore(player=bert, other=anna)
    invited: dict[str, Any] = {"club_id": club.pk, "player": bert, "actor": anna}
    refused(joining.invite, "takes_no_requests", **invited)
    joining.join_club(club_id=club.pk, player=bert)
    assert told(anna) == []  # the request waits, its asker is not heard of
    assert club.door.get().player == bert


def test_whoever_has_the_link_comes_in(anna: Player, bert: Player, club: Club) -> None:
    keeping.change_club(club_id=club.pk, actor=anna, name=club.name, about="", joining="invited")
    first = keeping.renew_link(club_id=club.pk, actor=anna).link_code
    second = keeping.renew_link(club_id=club.pk, actor=anna).link_code
    refused(joining.join_club, "club_by_invitation", club_id=club.pk, player=bert, code=first)
    assert joining.join_club(club_id=club.pk, player=bert, code=second)
    keeping.withdraw_link(club_id=club.pk, actor=anna)
    for code in (second, ""):
        assert not Club.objects.get(pk=club.pk).lets_in(code)


def test_a_link_lapses(anna: Player, club: Club) -> None:
    club = keeping.renew_link(club_id=club.pk, actor=anna)
    code = club.link_code
    club.link_until = club.created_at
    assert not club.lets_in(code)
    assert not club.has_link


def test_who_is_kept_out_stays_out_until_they_are_let_in(
    anna: Player, bert: Player, club: Club
) -> None:
    belongs(club, bert)
    named: dict[str, Any] = {"club_id": club.pk, "player": bert, "actor": anna}
    joining.remove_member(**named, keep_out=True)
    assert told(bert)[0] == "You are no longer a member of the club “Rommé-Runde Ost”."
    code = keeping.renew_link(club_id=club.pk, actor=anna).link_code
    refused(joining.join_club, "club_kept_out", club_id=club.pk, player=bert, code=code)
    refused(joining.invite, "club_lets_in_first", **named)
    joining.stand_back(club_id=club.pk, player=bert)  # lifts nothing
    assert club.door.get().state == "kept_out"
    joining.let_in_again(**named)
    assert joining.join_club(club_id=club.pk, player=bert, code=code)


def test_organisers_keep_the_door_and_the_owner_keeps_the_club(
    anna: Player, bert: Player, carla: Player, stranger: Player, club: Club
) -> None:
    belongs(club, bert, organises=True)
    belongs(club, carla)
    joining.invite(club_id=club.pk, player=stranger, actor=bert)
    keeping.renew_link(club_id=club.pk, actor=bert)
    by_bert: dict[str, Any] = {"club_id": club.pk, "actor": bert}
    refused(keeping.change_club, "club_not_owner", **by_bert, name="X", about="", joining="open")
    refused(keeping.name_organiser, "club_not_owner", **by_bert, player=carla, organises=True)
    refused(keeping.hand_over, "club_not_owner", **by_bert, player=carla)
    refused(keeping.close_club, "club_not_owner", **by_bert)
    refused(joining.remove_member, "club_owner_stays", **by_bert, player=anna)
    keeping.name_organiser(club_id=club.pk, actor=anna, player=carla, organises=True)
    refused(joining.remove_member, "club_not_owner", **by_bert, player=carla)
    keeping.name_organiser(club_id=club.pk, actor=anna, player=carla, organises=False)
    joining.remove_member(**by_bert, player=carla)
    for act, more in (
        (joining.invite, {"player": carla}),
        (joining.remove_member, {"player": bert}),
        (keeping.renew_link, {}),
        (keeping.withdraw_link, {}),
    ):
        refused(act, "club_not_organiser", club_id=club.pk, actor=stranger, **more)


def test_an_owner_leaves_after_handing_over(anna: Player, bert: Player, club: Club) -> None:
    refused(joining.leave_club, "club_owner_stays", club_id=club.pk, player=anna)
    refused(keeping.hand_over, "club_no_member", club_id=club.pk, player=bert, actor=anna)
    belongs(club, bert)
    keeping.hand_over(club_id=club.pk, player=bert, actor=anna)
    assert (role(club, anna), role(club, bert)) == ("organiser", "owner")
    for _press in range(2):
        joining.leave_club(club_id=club.pk, player=anna)
    assert role(club, anna) == ""


def test_a_closed_club_is_read_by_its_members_and_does_nothing(
    anna: Player, bert: Player, carla: Player, club: Club
) -> None:
    belongs(club, bert)
    joining.join_club(club_id=club.pk, player=carla)
    keeping.close_club(club_id=club.pk, actor=anna)
    assert told(bert)[0] == "The club “Rommé-Runde Ost” is closed."
    assert ClubDoor.objects.count() == 0
    assert not clubs_of(bert).exists()
    refused(joining.join_club, "club_not_found", club_id=club.pk, player=carla)
    refused(keeping.renew_link, "club_not_found", club_id=club.pk, actor=anna)
    joining.leave_club(club_id=club.pk, player=bert)
    # Its name may be had again.
    keeping.found_club(player=carla, name="Rommé-Runde Ost")


def test_nobody_owns_or_joins_more_than_they_can_look_after(
    anna: Player, bert: Player, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(1, acting.OWNED_MAX):
        keeping.found_club(player=anna, name=f"Club {number}")
    words = refused(keeping.found_club, "too_many_own_clubs", player=anna, name="One more")
    assert words == "Anna owns 3 clubs; more are not possible."
    others = keeping.found_club(player=bert, name="Berts")
    belongs(others, anna)
    refused(keeping.hand_over, "too_many_own_clubs", club_id=others.pk, player=anna, actor=bert)
    monkeypatch.setattr(acting, "CLUBS_MAX", 1)
    joining.invite(club_id=club.pk, player=bert, actor=anna)
    refused(joining.join_club, "too_many_clubs", club_id=club.pk, player=bert)
    keeping.close_club(club_id=others.pk, actor=bert)  # one that is closed counts no more
    assert joining.join_club(club_id=club.pk, player=bert)


def test_a_club_is_reported_once_until_it_is_answered(club: Club, bert: Player) -> None:
    for _press in range(2):
        keeping.report_club(club_id=club.pk, actor=bert, note="an insult")
    assert club.reports.count() == 1


def test_an_owner_who_goes_leaves_the_club_in_order(
    anna: Player, bert: Player, carla: Player, club: Club
) -> None:
    belongs(club, bert)
    belongs(club, carla, organises=True)
    alone = keeping.found_club(player=anna, name="Alone")
    erase_account(anna)
    assert role(club, carla) == "owner"  # an organiser before whoever is there longer
    assert told(carla)[0] == "The club “Rommé-Runde Ost” is yours now."
    assert not ClubMember.objects.filter(player=anna).exists()
    assert not Club.objects.get(pk=alone.pk).is_open
    erase_account(carla)
    assert role(club, bert) == "owner"
    assert Club.objects.get(pk=club.pk).is_open


def test_notices_say_it_in_the_readers_words(anna: Player, bert: Player, club: Club) -> None:
    joining.invite(club_id=club.pk, player=bert, actor=anna)
    notice = Notice.objects.get(player=bert)
    assert inbox.shown(notice).path == f"/clubs/{club.pk}/"
