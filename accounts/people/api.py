"""People among each other over the API: friends, whom one ignores, notices, reputation."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.identity import caller
from accounts.api.shapes import PlayerShape
from accounts.models import Player
from accounts.notices import inbox, telling
from accounts.people import befriending as doing
from accounts.people import friendships
from accounts.people import reputation as standing
from accounts.people.social.reputation import GIVEN, GIVEN_CLEAN, RECENT_MATCHES
from web.api.operations import Answer, Json, answers
from web.api.paging import NextBefore
from web.api.payloads import Moment, Shape, Whole, With, Word, Yes, list_of
from web.api.reading import Flag, Form, Text, WholeNumber
from web.api.view import ApiView, OpenView
from web.finding import or_raise
from web.refusals import Refused
from web.security import limits
from web.security.limits import Limit

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
    """What is not named stays as it is."""

    kind = Text(max_length=40)
    by_mail = Flag(required=False)
    by_push = Flag(required=False, help_text="to your devices, see `me/notices/devices/`")


class FriendshipShape(Shape):
    player = PlayerShape()
    status = serializers.ChoiceField(["requested", "friends"])


class FriendsShape(Shape):
    friends = PlayerShape(many=True)
    incoming = PlayerShape(many=True, help_text="they have asked you")
    outgoing = PlayerShape(many=True, help_text="you have asked them")


class IgnoredLineShape(Shape):
    player = PlayerShape(source="other")
    chat_only = Yes()


class NoticeShape(Shape):
    id = Whole()
    kind = Word()
    text = Word(source="words", help_text="in the reader's language")
    path = Word(help_text="the page where one does something about it")
    facts = serializers.DictField()
    at = Moment(source="created_at")
    is_read = Yes()


class NoticesShape(Shape):
    results = NoticeShape(many=True)
    unread = Whole()
    next_before = NextBefore()


class UnreadShape(Shape):
    unread = Whole()


class WishShape(Shape):
    kind = Word(source="key")
    group = Word(help_text="which kinds are shown together")
    title = Word()
    by_mail = Yes()
    by_push = Yes()


WishesShape = list_of(WishShape, "WishesShape")


class ReputationShape(Shape):
    player = PlayerShape()
    percent = Whole(help_text="100 × (clean + given_clean) ÷ (matches + given)")
    clean = Whole(help_text="of these matches, played to the end")
    matches = Whole(help_text="the latest with other people")
    matches_max = Whole(help_text="older ones do not count any more")
    given = Whole()
    given_clean = Whole()


def player_by(number: int) -> Player:
    """The player of that number. Raises Refused(player_not_found)."""
    return _found(pk=number)


def player_called(name: str) -> Player:
    """The player of that name, in capitals or not. Raises Refused(player_not_found)."""
    return _found(username__iexact=name)


def _found(**which: Any) -> Player:
    found = Player.objects.filter(**which, is_active=True).first()
    return or_raise(found, Refused("player_not_found"))


class OnePlayer(ApiView, at="players/"):
    """Somebody's number by their name."""

    @answers(PlayerShape, query=PlayerQuery)
    def get(self, request: Request, query: Json) -> Answer:
        return player_called(query["name"])


class Friends(ApiView, at="me/friends/", called="api-friends"):
    """Your friends, and the requests that wait for an answer."""

    @answers(FriendsShape)
    def get(self, request: Request) -> Answer:
        return friendships.circle_of(caller(request))


class Friend(ApiView, at="^players/(?P<player_id>[0-9]{1,18})/friend/$", called="api-friend"):
    """Ask somebody to be friends, or say yes to who has asked you; part again."""

    @answers(FriendshipShape)
    def post(self, request: Request, player_id: int) -> Answer:
        player, other = caller(request), player_by(player_id)
        limits.spend(REQUESTS, str(player.pk))
        friendship = doing.befriend(player=player, other=other)
        status = "friends" if friendship.accepted_at else "requested"
        return With(player=other, status=status)

    @answers(None)
    def delete(self, request: Request, player_id: int) -> None:
        """End a friendship, withdraw a request, or refuse one. Nobody is told."""
        doing.part(player=caller(request), other=player_by(player_id))


class IgnoredPlayers(ApiView, at="me/ignored/"):
    """Whom you ignore or have muted."""

    @answers(list_of(IgnoredLineShape, "IgnoredShape"))
    def get(self, request: Request) -> Answer:
        kept = friendships.ignored_by(caller(request)).select_related("other")
        return With(results=kept)


class Ignore(ApiView, at="^players/(?P<player_id>[0-9]{1,18})/ignore/$"):
    """Keep away from somebody: their words, requests and invitations; no seat chosen for both."""

    @answers(IgnoredLineShape, form=IgnoreForm)
    def post(self, request: Request, form: Json, player_id: int) -> Answer:
        other = player_by(player_id)
        kept = doing.ignore(player=caller(request), other=other, chat_only=form["chat_only"])
        return With(kept, other=other)

    @answers(None)
    def delete(self, request: Request, player_id: int) -> None:
        """Hear and meet them again."""
        doing.stop_ignoring(player=caller(request), other=player_by(player_id))


class Notices(ApiView, at="me/notices/"):
    """Your inbox, newest first."""

    @answers(NoticesShape, query=NoticesQuery)
    def get(self, request: Request, query: Json) -> Answer:
        player = caller(request)
        found, next_before = inbox.read_inbox(player, **query)
        return With(
            results=list(map(inbox.shown, found)),
            unread=inbox.unread_count(player),
            next_before=next_before,
        )


class ReadNotices(ApiView, at="me/notices/read/"):
    """Mark as read: this notice and all before it."""

    @answers(UnreadShape, form=ReadForm)
    def post(self, request: Request, form: Json) -> Answer:
        player = caller(request)
        telling.mark_read(player=player, up_to=form["up_to"])
        return With(unread=inbox.unread_count(player))


class NoticeWishes(ApiView, at="me/notices/wishes/"):
    """Which kinds of notices come by e-mail and to your devices as well."""

    @answers(WishesShape)
    def get(self, request: Request) -> Answer:
        return With(results=inbox.wishes_of(caller(request)))

    @answers(WishesShape, form=WishForm)
    def post(self, request: Request, form: Json) -> Answer:
        player = caller(request)
        telling.wish(player=player, **form)
        return With(results=inbox.wishes_of(player))


class OneReputation(OpenView, at="^players/(?P<player_id>[0-9]{1,18})/reputation/$"):
    """How often somebody plays to the end what they begin with others, with its numbers."""

    @answers(ReputationShape)
    def get(self, request: Request, player_id: int) -> Answer:
        player = player_by(player_id)
        found = standing.reputation(player)
        house = {"matches_max": RECENT_MATCHES, "given": GIVEN, "given_clean": GIVEN_CLEAN}
        return With(found, player=player, **house)
