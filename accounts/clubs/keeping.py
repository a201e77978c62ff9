"""Founding a club and keeping it: its name, its link, who owns and organises it, its end."""

import datetime as dt
import secrets
import unicodedata

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.clubs import acting
from accounts.clubs.models import (
    ABOUT_CHARS_MAX,
    NAME_CHARS_MAX,
    Club,
    ClubMember,
    ClubReport,
    ClubRole,
    DoorState,
)
from accounts.interest import concerns
from accounts.joining.naming import require_readable
from accounts.models import Player
from accounts.notices.telling import tell, tell_all
from accounts.people.social import clean_words, skeleton_of
from accounts.staff_acts import tell_log
from web.refusals import Refused
from web.security.limits import Limit

LINK_DAYS = 14
FOUNDING = Limit("clubs", most=20, seconds=86_400)
REPORTS = Limit("club_reports", most=10, seconds=86_400)


@transaction.atomic
def found_club(*, player: Player, name: str, about: str = "", joining: str = "ask") -> Club:
    """A new club, owned by who founds it.

    Raises:
        Refused(club_not_for_you | too_many_own_clubs | too_many_clubs), and what names are
        refused for.
    """
    player = acting.locked_player(player)
    acting.require_may_own(player)
    acting.require_free_list(player)
    club = Club(about=_plain(about), joining=joining)
    _save_as(club, name)
    ClubMember.objects.create(club=club, player=player, role=ClubRole.OWNER)
    return club


@transaction.atomic
def change_club(*, club_id: int, actor: Player, name: str, about: str, joining: str) -> Club:
    """Another name, text or way to join. Who has asked keeps waiting for an answer.

    Raises Refused(club_not_owner), and what names are refused for.
    """
    club = acting.locked_club(club_id)
    acting.require_owner(club, actor)
    club.about, club.joining = _plain(about), joining
    _save_as(club, name)
    return club


@transaction.atomic
def renew_link(*, club_id: int, actor: Player) -> Club:
    """A new secret link; the one before is good for nothing any more.

    Raises Refused(club_not_organiser).
    """
    club = acting.locked_club(club_id)
    acting.require_organiser(club, actor)
    club.link_code = secrets.token_urlsafe(12)
    club.link_until = timezone.now() + dt.timedelta(days=LINK_DAYS)
    club.save(update_fields=("link_code", "link_until"))
    return club


@transaction.atomic
def withdraw_link(*, club_id: int, actor: Player) -> None:
    """Raises Refused(club_not_organiser)."""
    club = acting.locked_club(club_id)
    acting.require_organiser(club, actor)
    _without_link(club)


@transaction.atomic
def name_organiser(*, club_id: int, player: Player, actor: Player, organises: bool) -> ClubMember:
    """A member looks after the club with its owner, or does so no longer.

    Raises Refused(club_not_owner | club_no_member | club_owner_stays).
    """
    club = acting.locked_club(club_id)
    acting.require_owner(club, actor)
    member = acting.member_or_refuse(club, player)
    if member.owns:
        raise Refused("club_owner_stays", club=club.name)
    if organises and not member.organises:
        tell(player=player, kind="club_organiser", facts={"club": club.name, "number": club.pk})
    member.role = ClubRole.ORGANISER if organises else ClubRole.MEMBER
    member.save(update_fields=("role",))
    return member


@transaction.atomic
def hand_over(*, club_id: int, player: Player, actor: Player) -> None:
    """Another member owns the club; who owned it organises it on.

    Of two hand-overs at once the second finds that the club is not theirs any more.

    Raises Refused(club_not_owner | club_no_member | club_not_for_them | too_many_own_clubs).
    """
    acting.locked_guest(player)
    club = acting.locked_club(club_id)
    own = acting.require_owner(club, actor)
    heir = acting.member_or_refuse(club, player)
    if heir.pk == own.pk:
        return
    acting.require_may_own(heir.player)
    own.role = ClubRole.ORGANISER
    own.save(update_fields=("role",))
    _owns_now(heir)


@transaction.atomic
def close_club(*, club_id: int, actor: Player) -> Club:
    """The club ends. What was played in it stays to be read by who belonged to it.

    Tables and tournaments that have begun are played to their end.

    Raises Refused(club_not_owner).
    """
    club = acting.locked_club(club_id)
    acting.require_owner(club, actor)
    _close(club, but=actor)
    return club


@concerns("club", "club_id")
def close_by_staff(*, club_id: int, by: Player, reason: str) -> Club:
    """The house closes a club, for a reason that its owner is told.

    Raises Refused(club_not_found).
    """
    club = acting.locked_club(club_id)
    _close(club, but=None, reason=reason)
    _settle_reports(club)
    tell_log(by=by, act="club_closed", subject=f"club:{club.pk}", reason=reason)
    return club


@concerns("club", "club_id")
def rename_by_staff(*, club_id: int, by: Player, name: str, reason: str) -> Club:
    """The house gives a club another name and takes its text away; its owner is told why.

    Raises Refused(club_not_found), and what names are refused for.
    """
    club = acting.locked_club(club_id)
    before = {"name": club.name, "about": club.about}
    club.about = ""
    _save_as(club, name)
    _settle_reports(club)
    owner = club.members.select_related("player").get(role=ClubRole.OWNER).player
    facts = {"club": before["name"], "name": club.name, "number": club.pk, "reason": reason}
    tell(player=owner, kind="club_renamed", facts=facts)
    after = {"name": club.name}
    subject = f"club:{club.pk}"
    tell_log(by=by, act="club_renamed", subject=subject, reason=reason, before=before, after=after)
    return club


@concerns("club", "club_id")
def dismiss_reports(*, club_id: int, by: Player, reason: str) -> int:
    """The club stays as it is; how many reports that answered. Raises Refused(club_not_found)."""
    answered = _settle_reports(acting.locked_club(club_id))
    if answered:
        tell_log(by=by, act="club_kept", subject=f"club:{club_id}", reason=reason)
    return answered


@transaction.atomic
def report_club(*, club_id: int, actor: Player, note: str) -> None:
    """Tell the staff of an improper name or text; once, until it is answered.

    Raises Refused(club_not_found).
    """
    club = acting.locked_club(club_id)
    report = ClubReport(club=club, reporter=actor, note=clean_words(note)[:200])
    ClubReport.objects.bulk_create([report], ignore_conflicts=True)


def part_for_good(player: Player) -> None:
    """Somebody's account goes, and out of their clubs with it; what they own is passed on."""
    for club in _held_clubs_of(player):
        _pass_on(club, player)
        club.members.filter(player=player).delete()


def part_while_banned(player: Player) -> None:
    """Who is shut out for long owns no club; a member they stay, and find the club as others do."""
    for club in _held_clubs_of(player):
        _pass_on(club, player)


def _held_clubs_of(player: Player) -> list[Club]:
    """Every open club they belong to, held: an owner who goes as well passes none on to them."""
    mine = ClubMember.objects.filter(player=player).values("club_id")
    held = Club.objects.select_for_update(no_key=True).filter(pk__in=mine, closed_at=None)
    return list(held.order_by("pk"))


def _pass_on(club: Club, player: Player) -> None:
    """To the organiser who has been there longest, else to the member who has, if they own it.

    Where nobody is left the club is closed: there is none that nobody can look after.
    """
    own = club.members.filter(player=player, role=ClubRole.OWNER)
    if not own.exists():
        return
    others = club.members.exclude(player=player).filter(player__is_active=True)
    in_line = others.select_related("player", "club").order_by("joined_at", "id")
    heir = in_line.filter(role=ClubRole.ORGANISER).first() or in_line.first()
    if heir is None:
        _close(club, but=player)
        return
    own.update(role=ClubRole.MEMBER)
    _owns_now(heir)


def _owns_now(heir: ClubMember) -> None:
    heir.role = ClubRole.OWNER
    heir.save(update_fields=("role",))
    facts = {"club": heir.club.name, "number": heir.club_id}
    tell(player=heir.player, kind="club_owner", facts=facts)


def _close(club: Club, *, but: Player | None, reason: str = "") -> None:
    """Everybody but who does it is told; who waits at the door waits no longer."""
    club.closed_at = timezone.now()
    club.save(update_fields=("closed_at",))
    _without_link(club)
    club.door.exclude(state=DoorState.KEPT_OUT).delete()
    told = [one.player for one in club.members.select_related("player") if one.player != but]
    facts = {"club": club.name, "number": club.pk, "reason": reason}
    tell_all(players=told, kind="club_closed", facts=facts)


def _settle_reports(club: Club) -> int:
    return club.reports.filter(handled_at=None).update(handled_at=timezone.now())


def _without_link(club: Club) -> None:
    club.link_code, club.link_until = "", None
    club.save(update_fields=("link_code", "link_until"))


def _save_as(club: Club, name: str) -> None:
    """Save a club under a name, if it may be had.

    Raises Refused(name_unusable | name_mixes_scripts | name_reserved | club_name_taken).
    """
    name = unicodedata.normalize("NFKC", " ".join(name.split()))
    if not 2 <= len(name) <= NAME_CHARS_MAX:
        raise Refused("club_name_length", least=2, most=NAME_CHARS_MAX)
    require_readable(name)
    club.name, club.skeleton = name, skeleton_of(name)
    try:
        with transaction.atomic():
            club.save()
    except IntegrityError:  # another open club looks the same
        raise Refused("club_name_taken", name=name) from None


def _plain(text: str) -> str:
    """Lines of words, without what nobody sees."""
    lines = (clean_words(line) for line in text.splitlines())
    return "\n".join(lines).strip()[:ABOUT_CHARS_MAX]
