"""A player's API tokens over the API: making, renewing and revoking them."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import forms, shapes
from accounts.api.identity import caller, scopes_of
from accounts.api.operations import once
from accounts.programs.tokens import issuing as tokens
from accounts.programs.tokens.issuing import own_tokens
from accounts.signing_in.stepping_up import confirm
from web.api.operations import Answer, Json, answers
from web.api.payloads import With, list_of
from web.api.reading import refuse_body
from web.api.view import ApiView
from web.finding import or_404
from web.refusals import Refused
from web.security import limits


class Tokens(ApiView, at="tokens/", not_for_apps=True):
    """Your API tokens; a new one reaches no further than the one that asks for it."""

    @answers(list_of(shapes.TokenShape, "TokensShape"))
    def get(self, request: Request) -> Answer:
        found = own_tokens(caller(request))
        return With(results=found)

    @once(
        forms.TokenForm,
        answers=shapes.NewTokenShape,
        status=201,
        spends=[limits.TOKENS],
        sealed="token",
    )
    def post(self, request: Request, form: Json) -> Answer:
        for scope in form["scopes"]:
            if scope not in scopes_of(request):
                raise Refused("scope_missing", scope=scope)
        player = caller(request)
        stored, text = tokens.issue_token(
            player=player, name=form["name"], scopes=form["scopes"], days=form.get("days")
        )
        return With(stored, token=text)


class Confirm(ApiView, at="me/confirm/", not_for_apps=True):
    """Show once more who you are, for what asks for it (`confirmation_needed`).

    `code` of the second factor, or `password` for whoever has none; it holds for this token, or for
    this browser's session.
    """

    @answers(None, form=forms.ConfirmForm)
    def post(self, request: Request, form: Json) -> None:
        confirm(request._request, caller(request), **form)


class OneToken(ApiView, at="^tokens/(?P<token_key>[a-z0-9_]{15,25})/$", not_for_apps=True):
    """Revoke a token; it is refused from the next request on (live streams within a minute)."""

    @answers(None)
    def delete(self, request: Request, token_key: str) -> None:
        if not tokens.revoke_token(player=caller(request), token_key=token_key):
            raise Refused("not_found")


class RotateToken(
    ApiView, at="^tokens/(?P<token_key>[a-z0-9_]{15,25})/rotate/$", not_for_apps=True
):
    """Renew a token: name, scopes and lifetime stay, text and id are new, the old text is void.

    A lost answer is not to be had again: rotate with the old text while it is good, else make a
    new token.
    """

    @extend_schema(request=None, responses={201: shapes.NewTokenShape})
    def post(self, request: Request, token_key: str) -> Response:
        refuse_body(request)
        player = caller(request)
        allowance = limits.spend(limits.TOKENS, str(player.pk))
        renewed = tokens.rotate_token(player=player, token_key=token_key, reach=scopes_of(request))
        stored, text = or_404(renewed)
        body = shapes.NewTokenShape.of(stored, token=text)
        return Response(body, status=201, headers=allowance.headers())
