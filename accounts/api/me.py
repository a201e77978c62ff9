"""A player's own things over the API: signing up as a guest, wallet, statement."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import forms, shapes
from accounts.api.identity import caller, scopes_of
from accounts.api.operations import once
from accounts.books import reading as selectors
from accounts.joining import players
from accounts.programs.scopes import SCOPES
from accounts.programs.tokens import issuing as tokens
from web.api.operations import Answer, Json, answers
from web.api.payloads import With
from web.api.reading import read_body
from web.api.view import ApiView
from web.security import limits


class Guests(ApiView, at="guests/", visitors_may=("write",)):
    """Become a player in one request: a guest with starting chips, and a token for it."""

    @extend_schema(request=forms.GuestForm, responses={201: shapes.GuestShape})
    def post(self, request: Request) -> Response:
        form = read_body(request, forms.GuestForm)
        allowance = limits.spend(limits.GUESTS, limits.address_of(request))
        guest = players.create_guest(
            language=form.get("language", ""), is_welcomed=limits.is_welcomed(request)
        )
        stored, text = tokens.issue_token(player=guest, name=form["token_name"])
        body = shapes.GuestShape.of(
            player=guest, token=text, scopes=stored.scopes, balance=selectors.wallet_balance(guest)
        )
        return Response(body, status=201, headers=allowance.headers())


class Me(ApiView, at="me/"):
    """Who you are, and the chips in your wallet."""

    @answers(shapes.MeShape)
    def get(self, request: Request) -> Answer:
        player = caller(request)
        return With(
            player=player,
            balance=selectors.wallet_balance(player),
            language=player.language,
            scopes=[scope for scope in SCOPES if scope in scopes_of(request)],
        )


class Statement(ApiView, at="me/statement/", is_tagged=True):
    """Every posting of your wallet, newest first."""

    @answers(shapes.StatementShape, query=forms.StatementQuery)
    def get(self, request: Request, query: Json) -> Answer:
        return selectors.statement(caller(request), **query)


class Refill(ApiView, at="me/refill/"):
    """The daily refill for a wallet that has run dry (PLAY-33)."""

    @once(answers=shapes.RefillShape)
    def post(self, request: Request) -> Answer:
        player = caller(request)
        players.claim_refill(player)
        return With(balance=selectors.wallet_balance(player))
