"""Where one is signed in by a browser, and signing out from afar; tokens have their own list."""

from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.identity import caller
from accounts.signing_in.devices import end_all_but, end_session, sessions_of
from accounts.signing_in.models import stored_digest
from web.api.operations import Answer, answers
from web.api.payloads import Moment, Shape, Whole, With, Word, list_of
from web.api.view import ApiView
from web.refusals import Refused


class SessionShape(Shape):
    id = Word(source="public_id", help_text="by which it is ended")
    device = Word(allow_blank=True, help_text="as the browser calls itself")
    signed_in_at = Moment(source="since", allow_null=True)
    seen_on = serializers.DateField(allow_null=True, help_text="the last day it was used")
    ends_at = Moment(source="expire_date", help_text="unless it is used before")


class EndedShape(Shape):
    ended = Whole(help_text="how many browsers were signed out")


class MySessions(ApiView, at="me/sessions/", not_for_apps=True):
    """The browsers in which you are signed in, the last used first."""

    @answers(list_of(SessionShape, "SessionsShape"))
    def get(self, request: Request) -> Answer:
        return With(results=sessions_of(caller(request)))

    @answers(EndedShape)
    def delete(self, request: Request) -> Answer:
        """Sign all of them out, but the one that asks."""
        ended = end_all_but(caller(request), request._request.session)
        return With(ended=ended)


class OneSession(ApiView, at="^me/sessions/(?P<session_id>[0-9a-f]{64})/$", not_for_apps=True):
    """Sign one browser out; it sees no table any more within a minute."""

    @answers(None)
    def delete(self, request: Request, session_id: str) -> None:
        if not end_session(caller(request), stored_digest(session_id)):
            raise Refused("not_found")
