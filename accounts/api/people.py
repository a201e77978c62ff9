"""People among each other over the API: friends, whom one ignores, notices, reputation."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import inbox, standing, ties
from accounts.api import limits
from accounts.api.identity import caller
from accounts.api.limits import Limit
from accounts.api.reading import Flag, Text, WholeNumber, read_body, read_query, refuse_body
from accounts.api.shapes import PlayerShape, player_json
from accounts.api.view import ApiView
from accounts.models import Friendship, Notice, Player
from accounts.notices import KINDS
from accounts.refusals import Refused
from accounts.services import notices as telling
from accounts.services import ties as doing
from accounts.social.reputation import GIVEN, GIVEN_CLEAN, RECENT_MATCHES

Form = serializers.Serializer[Any]
Shape = serializers.Serializer[Any]
REQUESTS = Limit("friend_requests", most=30, seconds=3600)
NOTICES_MAX = 100


class PlayerQuery(Form):
    name = Text(max_length=30, help_text="as at the table; capitals do not matter")


class IgnoreForm(Form):
    chat_only = Flag(default=False, help_text="only their words: a mute")


class NoticesQuery(Form):
    before = WholeNumber(min_value=1, required=False, help_text="from `next_before`")
    limit = WholeNumber(min_value=1, max_value=NOTICES_MAX, default=30)


class ReadForm(Form):
    up_to = WholeNumber(min_value=1, help_text="the latest notice that was read")


class WishForm(Form):
    kind = Text(max_length=40)
    by_mail = Flag()


class TieShape(Shape):
    player = PlayerShape()
    status = serializers.ChoiceField(["requested", "friends"])


class FriendsShape(Shape):
    friends = PlayerShape(many=True)
    incoming = PlayerShape(many=True, help_text="they have asked you")
    outgoing = PlayerShape(many=True, help_text="you have asked them")


class IgnoredLineShape(Shape):
    player = PlayerShape()
    chat_only = serializers.BooleanField()


class IgnoredShape(Shape):
    results = IgnoredLineShape(many=True)


class NoticeShape(Shape):
    id = serializers.IntegerField()
    kind = serializers.CharField()
    text = serializers.CharField(help_text="in the reader's language")
    path = serializers.CharField(help_text="the page where one does something about it")
    facts = serializers.DictField()
    at = serializers.DateTimeField()
    is_read = serializers.BooleanField()


class NoticesShape(Shape):
    results = NoticeShape(many=True)
    unread = serializers.IntegerField()
    next_before = serializers.IntegerField(allow_null=True)


class UnreadShape(Shape):
    unread = serializers.IntegerField()


class WishShape(Shape):
    kind = serializers.CharField()
    title = serializers.CharField()
    by_mail = serializers.BooleanField()


class WishesShape(Shape):
    results = WishShape(many=True)


class ReputationShape(Shape):
    player = PlayerShape()
    percent = serializers.IntegerField(help_text="100 × (clean + given_clean) ÷ (matches + given)")
    clean = serializers.IntegerField(help_text="of these matches, played to the end")
    matches = serializers.IntegerField(help_text="the latest with other people")
    matches_max = serializers.IntegerField(help_text="older ones do not count any more")
    given = serializers.IntegerField()
    given_clean = serializers.IntegerField()


def player_by(number: int) -> Player:
    """The player of that number.

    Raises:
        Refused(player_not_found).
    """
    found = Player.objects.filter(pk=number, is_active=True).first()
    if found is None:
        raise Refused("player_not_found")
    return found


@extend_schema(tags=["people"])
class OnePlayer(ApiView):
    """Somebody's number by their name."""

    @extend_schema(parameters=[PlayerQuery], responses=PlayerShape)
    def get(self, request: Request) -> Response:
        name = read_query(request, PlayerQuery)["name"]
        found = Player.objects.filter(username__iexact=name, is_active=True).first()
        if found is None:
            raise Refused("player_not_found")
        return Response(player_json(found))


@extend_schema(tags=["people"])
class Friends(ApiView):
    """Your friends, and the requests that wait for an answer."""

    @extend_schema(responses=FriendsShape)
    def get(self, request: Request) -> Response:
        found = ties.ties_of(caller(request))
        return Response(
            {
                "friends": [player_json(one) for one in found.friends],
                "incoming": [player_json(one) for one in found.incoming],
                "outgoing": [player_json(one) for one in found.outgoing],
            }
        )


@extend_schema(tags=["people"])
class Friend(ApiView):
    """Ask somebody to be friends, or say yes to who has asked you; part again."""

    @extend_schema(request=None, responses=TieShape)
    def post(self, request: Request, player_id: int) -> Response:
        refuse_body(request)
        player, other = caller(request), player_by(player_id)
        limits.spend(REQUESTS, str(player.pk))
        return Response(tie_json(doing.befriend(player=player, other=other), other))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, player_id: int) -> Response:
        """End a friendship, withdraw a request, or refuse one. Nobody is told."""
        doing.part(player=caller(request), other=player_by(player_id))
        return Response(status=204)


@extend_schema(tags=["people"])
class IgnoredPlayers(ApiView):
    """Whom you ignore or have muted."""

    @extend_schema(responses=IgnoredShape)
    def get(self, request: Request) -> Response:
        kept = ties.ignored_by(caller(request)).select_related("other")
        return Response(
            {
                "results": [
                    {"player": player_json(one.other), "chat_only": one.chat_only} for one in kept
                ]
            }
        )


@extend_schema(tags=["people"])
class Ignore(ApiView):
    """Keep away from somebody: their words, requests and invitations; no seat chosen for both."""

    @extend_schema(request=IgnoreForm, responses=IgnoredLineShape)
    def post(self, request: Request, player_id: int) -> Response:
        form = read_body(request, IgnoreForm, may_be_empty=True)
        other = player_by(player_id)
        kept = doing.ignore(player=caller(request), other=other, chat_only=form["chat_only"])
        return Response({"player": player_json(other), "chat_only": kept.chat_only})

    @extend_schema(responses={204: None})
    def delete(self, request: Request, player_id: int) -> Response:
        """Hear and meet them again."""
        doing.stop_ignoring(player=caller(request), other=player_by(player_id))
        return Response(status=204)


@extend_schema(tags=["people"])
class Notices(ApiView):
    """Your inbox, newest first."""

    @extend_schema(parameters=[NoticesQuery], responses=NoticesShape)
    def get(self, request: Request) -> Response:
        player = caller(request)
        query = read_query(request, NoticesQuery)
        page = inbox.read_inbox(player, before=query.get("before"), limit=query["limit"])
        return Response(
            {
                "results": [notice_json(notice) for notice in page.notices],
                "unread": inbox.unread_count(player),
                "next_before": page.next_before,
            }
        )


@extend_schema(tags=["people"])
class ReadNotices(ApiView):
    """Mark as read: this notice and all before it."""

    @extend_schema(request=ReadForm, responses=UnreadShape)
    def post(self, request: Request) -> Response:
        form = read_body(request, ReadForm)
        player = caller(request)
        telling.mark_read(player=player, up_to=form["up_to"])
        return Response({"unread": inbox.unread_count(player)})


@extend_schema(tags=["people"])
class NoticeWishes(ApiView):
    """Which kinds of notices come by e-mail as well."""

    @extend_schema(responses=WishesShape)
    def get(self, request: Request) -> Response:
        return Response({"results": _wishes(caller(request))})

    @extend_schema(request=WishForm, responses=WishesShape)
    def post(self, request: Request) -> Response:
        form = read_body(request, WishForm)
        player = caller(request)
        telling.wish_mail(player=player, kind=form["kind"], by_mail=form["by_mail"])
        return Response({"results": _wishes(player)})


@extend_schema(tags=["people"])
class OneReputation(ApiView):
    """How often somebody plays to the end what they begin with others, with its numbers."""

    visitors_may = ("read",)

    @extend_schema(responses=ReputationShape)
    def get(self, request: Request, player_id: int) -> Response:
        player = player_by(player_id)
        found = standing.reputation(player)
        return Response(
            {
                "player": player_json(player),
                "percent": found.percent,
                "clean": found.clean,
                "matches": found.matches,
                "matches_max": RECENT_MATCHES,
                "given": GIVEN,
                "given_clean": GIVEN_CLEAN,
            }
        )


def tie_json(tie: Friendship, other: Player) -> dict[str, Any]:
    status = "friends" if tie.accepted_at else "requested"
    return {"player": player_json(other), "status": status}


def notice_json(notice: Notice) -> dict[str, Any]:
    shown = inbox.shown(notice)
    return {
        "id": notice.pk,
        "kind": notice.kind,
        "text": shown.words,
        "path": shown.path,
        "facts": notice.facts,
        "at": notice.created_at.isoformat(),
        "is_read": notice.read_at is not None,
    }


def _wishes(player: Player) -> list[dict[str, Any]]:
    wished = inbox.mail_wishes(player)
    return [
        {"kind": key, "title": str(KINDS[key].title), "by_mail": by_mail}
        for key, by_mail in wished.items()
    ]
