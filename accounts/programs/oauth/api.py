"""Third-party apps over the API: registering one's own, and taking back what one has allowed."""

from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.identity import caller
from accounts.api.operations import once
from accounts.models import OAuthApp
from accounts.programs.oauth import server
from accounts.programs.oauth.addresses import URI_CHARS_MAX
from web.api.operations import Answer, Json, answers
from web.api.payloads import Moment, Shape, Whole, With, Word, Words, list_of
from web.api.reading import Form, Text
from web.api.view import ApiView
from web.security import limits


class AppForm(Form):
    name = Text(max_length=60, help_text="as players read it when they are asked")
    redirect_uris = serializers.ListField(
        child=Text(max_length=URI_CHARS_MAX),
        allow_empty=False,
        max_length=server.URIS_MAX,
        help_text="https, http on this machine (of 127.0.0.1 and [::1] any port is taken), or a"
        " scheme of the app's own with a dot and a path, like com.example.app:/done",
    )


class AppShape(Shape):
    client_id = Word()
    name = Word()
    redirect_uris = Words()
    created_at = Moment()


class GrantShape(Shape):
    id = Whole(help_text="of the latest yes; taken back with it are all")
    app = Word(source="app.name")
    owner = Word(source="app.owner.name", help_text="whose program it is")
    scopes = Words(help_text="of all that the player said yes to, together")
    created_at = Moment(help_text="the first yes")
    last_used_at = Moment(allow_null=True)


class MyApps(ApiView, at="me/apps/", not_for_apps=True):
    """Apps of yours that other players may let act for them, over OAuth 2 with PKCE."""

    @answers(list_of(AppShape, "AppsShape"))
    def get(self, request: Request) -> Answer:
        found = OAuthApp.objects.filter(owner=caller(request))
        return With(results=found)

    @once(AppForm, answers=AppShape, status=201, spends=[limits.TOKENS])
    def post(self, request: Request, form: Json) -> Answer:
        """Register one. It needs no secret: PKCE (S256) is asked of every app."""
        owner = caller(request)
        return server.register_app(owner=owner, **form)


class OneApp(ApiView, at="me/apps/<slug:client_id>/", not_for_apps=True):
    """Forget an app of yours, with everything that players have allowed it."""

    @answers(None)
    def delete(self, request: Request, client_id: str) -> None:
        server.forget_app(owner=caller(request), client_id=client_id)


class MyGrants(ApiView, at="me/grants/", not_for_apps=True):
    """Apps that may act for you: each once, however often it asked."""

    @answers(list_of(GrantShape, "GrantsShape"))
    def get(self, request: Request) -> Answer:
        found = server.grants_of(caller(request))
        return With(results=found)


class OneGrant(ApiView, at="me/grants/<player:grant_id>/", not_for_apps=True):
    """Take it back: all tokens of the app for you are void from the next request on."""

    @answers(None)
    def delete(self, request: Request, grant_id: int) -> None:
        server.take_back(player=caller(request), grant_id=grant_id)
