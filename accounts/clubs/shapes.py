"""What the API takes and answers about clubs."""

from typing import Any

from django.urls import reverse
from rest_framework import serializers

from accounts.api.shapes import PlayerShape
from accounts.clubs.models import (
    ABOUT_CHARS_MAX,
    NAME_CHARS_MAX,
    Club,
    ClubRole,
    DoorState,
    Joining,
)
from web.addresses import absolute
from web.api.payloads import Moment, Shape, Whole, Word, Yes
from web.api.reading import Flag, Form, Lines, Text, WholeNumber

LISTS = ("mine", "invited", "asked", "found")


class ClubsQuery(Form):
    which = serializers.ChoiceField(
        LISTS,
        default="mine",
        help_text="`mine`; `invited`: those that invite you; `asked`: those you wait for; `found`: "
        "those anybody may join or ask, the largest first",
    )
    name = Text(max_length=NAME_CHARS_MAX, default="", allow_blank=True, help_text="for `found`")


class ClubForm(Form):
    name = Text(max_length=NAME_CHARS_MAX)
    about = Lines(max_length=ABOUT_CHARS_MAX, default="", allow_blank=True)
    joining = serializers.ChoiceField(
        Joining.values,
        default=Joining.ASK.value,
        help_text="`open`: at once; `ask`: an organiser says yes; `invited`: by invitation alone",
    )


class ClubCodeForm(Form):
    code = Text(max_length=24, help_text="the last part of the club's link")


class ClubAnswerForm(Form):
    accept = Flag()


class ClubRemovalForm(Form):
    keep_out = Flag(default=False, help_text="until an organiser lets them in again")


class ClubRoleForm(Form):
    role = serializers.ChoiceField([ClubRole.ORGANISER.value, ClubRole.MEMBER.value])


class ClubHeirForm(Form):
    player = WholeNumber(min_value=1, help_text="a member, who owns the club from now on")


class ClubReportForm(Form):
    note = Text(max_length=200, help_text="what is wrong with its name or text")


class ClubShape(Shape):
    id = Whole()
    name = Word()
    about = Word(allow_blank=True)
    joining = serializers.ChoiceField(Joining.values)
    members = Whole(help_text="how many")
    role = serializers.ChoiceField(
        ClubRole.values, allow_null=True, help_text="yours; null for who is no member"
    )
    door = serializers.ChoiceField(
        DoorState.values, allow_null=True, help_text="what stands between you; null for nothing"
    )
    created_at = Moment()
    closed_at = Moment(allow_null=True)


class ClubLineShape(Shape):
    id = Whole()
    name = Word()
    about = Word(allow_blank=True)
    joining = serializers.ChoiceField(Joining.values)
    members = Whole(source="size")


class ClubJoinedShape(Shape):
    status = serializers.ChoiceField(["member", "asked"])
    club = ClubShape()


class ClubMemberShape(Shape):
    player = PlayerShape()
    role = serializers.ChoiceField(ClubRole.values)
    joined_at = Moment()


class ClubCallerShape(Shape):
    player = PlayerShape()
    at = Moment()


class ClubDoorShape(Shape):
    invited = ClubCallerShape(many=True)
    asks = ClubCallerShape(many=True)
    kept_out = ClubCallerShape(many=True)


class ClubLinkShape(Shape):
    address = Word(allow_null=True, help_text="null: there is none")
    until = Moment(allow_null=True)


class ClubReportedShape(Shape):
    reported = Yes()


def link_answer(club: Club) -> dict[str, Any]:
    has_link = club.has_link
    return ClubLinkShape.of(
        address=link_of(club) if has_link else None, until=club.link_until if has_link else None
    )


def link_of(club: Club) -> str:
    """The address that lets in whoever brings it."""
    return absolute(reverse("club-by-link", args=(club.link_code,)))
