"""What oauthlib asks about apps, grants and tokens, answered from our tables.

Apps have no secrets, so knowing a client id proves nothing: the code's challenge and the list of
addresses do. Everything secret is compared by digest.
"""

import datetime as dt
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from oauthlib.common import Request
from oauthlib.oauth2 import RequestValidator

from accounts.models import ApiToken, OAuthApp, OAuthGrant, Player
from accounts.programs.oauth.addresses import leads_to_same
from accounts.programs.scopes import SCOPES, in_force, usual_scopes
from accounts.programs.tokens.text import hash_token

CODE_SECONDS = 60
REFRESH_DAYS = 90
TOKEN_KEY_CHARS = 15
# What apps may ask for: nothing that only staff can do.
OPEN_SCOPES = tuple(scope.key for scope in SCOPES.values() if not scope.for_staff)


class Validator(RequestValidator):  # type: ignore[misc]
    """One for each request; oauthlib's `request` carries what was found from call to call."""

    # -- the app

    def validate_client_id(self, client_id: str, request: Request, *_: Any, **__: Any) -> bool:
        request.client = _app(client_id)
        return request.client is not None

    def authenticate_client(self, request: Request, *_: Any, **__: Any) -> bool:
        return False  # no app has a secret

    def authenticate_client_id(self, client_id: str, request: Request, *_: Any, **__: Any) -> bool:
        return self.validate_client_id(client_id, request)

    def client_authentication_required(self, request: Request, *_: Any, **__: Any) -> bool:
        return False

    def validate_redirect_uri(
        self, client_id: str, redirect_uri: str, request: Request, *_: Any, **__: Any
    ) -> bool:
        app = _app(client_id)
        return app is not None and any(
            leads_to_same(one, redirect_uri) for one in app.redirect_uris
        )

    def get_default_redirect_uri(
        self, client_id: str, request: Request, *_: Any, **__: Any
    ) -> str | None:
        app = _app(client_id)
        return app.redirect_uris[0] if app and len(app.redirect_uris) == 1 else None

    def validate_response_type(
        self, client_id: str, response_type: str, *_: Any, **__: Any
    ) -> bool:
        return response_type == "code"

    def validate_grant_type(
        self, client_id: str, grant_type: str, client: Any, request: Request, *_: Any, **__: Any
    ) -> bool:
        return grant_type in ("authorization_code", "refresh_token")

    # -- scopes

    def get_default_scopes(self, client_id: str, request: Request, *_: Any, **__: Any) -> list[str]:
        return list(usual_scopes())

    def validate_scopes(
        self, client_id: str, scopes: list[str], client: Any, request: Request, *_: Any, **__: Any
    ) -> bool:
        return bool(scopes) and set(scopes) <= set(OPEN_SCOPES)

    def get_original_scopes(
        self, refresh_token: str, request: Request, *_: Any, **__: Any
    ) -> list[str]:
        return list(request.grant.scopes)

    # -- the code

    def is_pkce_required(self, client_id: str, request: Request) -> bool:
        return True

    def save_authorization_code(
        self, client_id: str, code: dict[str, str], request: Request, *_: Any, **__: Any
    ) -> None:
        OAuthGrant.objects.create(
            app=OAuthApp.objects.get(client_id=client_id),
            player=request.user,
            scopes=in_force(request.scopes, request.user),
            redirect_uri=request.redirect_uri,
            challenge=request.code_challenge,
            code_digest=hash_token(code["code"]),
            code_until=timezone.now() + dt.timedelta(seconds=CODE_SECONDS),
        )

    def validate_code(
        self, client_id: str, code: str, client: Any, request: Request, *_: Any, **__: Any
    ) -> bool:
        """A code is good once. Who brings a used one has stolen it: the grant ends."""
        grant = _locked(code_digest=hash_token(code), app__client_id=client_id)
        if grant is None or not grant.player.is_active:
            return False
        if grant.is_code_used:
            end_grant(grant)
            return False
        if grant.ended_at is not None or grant.code_until < timezone.now():
            return False
        request.grant, request.user, request.scopes = grant, grant.player, list(grant.scopes)
        return True

    def confirm_redirect_uri(
        self,
        client_id: str,
        code: str,
        redirect_uri: str,
        client: Any,
        request: Request,
        *_: Any,
        **__: Any,
    ) -> bool:
        return bool(request.grant.redirect_uri == redirect_uri)

    def get_code_challenge(self, code: str, request: Request) -> str:
        return str(request.grant.challenge)

    def get_code_challenge_method(self, code: str, request: Request) -> str:
        return "S256"

    def invalidate_authorization_code(
        self, client_id: str, code: str, request: Request, *_: Any, **__: Any
    ) -> None:
        request.grant.is_code_used = True
        request.grant.save(update_fields=("is_code_used",))

    # -- tokens

    def save_bearer_token(
        self, token: dict[str, Any], request: Request, *_: Any, **__: Any
    ) -> None:
        """The app's one access token for this player; the one before is void."""
        grant: OAuthGrant = request.grant
        now = timezone.now()
        ApiToken.objects.filter(grant=grant).delete()
        text = token["access_token"]
        ApiToken.objects.bulk_create(
            [
                ApiToken(
                    digest=hash_token(text),
                    token_key=text[:TOKEN_KEY_CHARS],
                    user=grant.player,
                    name=grant.app.name,
                    scopes=in_force(grant.scopes, grant.player),
                    created=now,
                    expiry=now + dt.timedelta(seconds=settings.OAUTH_TOKEN_SECONDS),
                    grant=grant,
                )
            ]
        )
        grant.spent_digest = hash_token(request.refresh_token) if request.refresh_token else ""
        grant.refresh_digest = hash_token(token["refresh_token"])
        grant.refresh_until = now + dt.timedelta(days=REFRESH_DAYS)
        grant.save(update_fields=("spent_digest", "refresh_digest", "refresh_until"))

    def validate_refresh_token(
        self, refresh_token: str, client: Any, request: Request, *_: Any, **__: Any
    ) -> bool:
        """A second time only while nobody has used what it was exchanged for: the answer was lost.

        What comes instead voids the lost pair; else one of the two who have it is a thief.
        """
        digest = hash_token(refresh_token)
        spent = _locked(spent_digest=digest, app=client)
        if spent is not None and not _is_unused(spent):
            end_grant(spent)
            return False
        grant = spent or _locked(refresh_digest=digest, app=client)
        if grant is None or grant.ended_at is not None or not grant.player.is_active:
            return False
        if grant.refresh_until is None or grant.refresh_until < timezone.now():
            return False
        request.grant, request.user = grant, grant.player
        return True

    def rotate_refresh_token(self, request: Request) -> bool:
        return True

    def revoke_token(
        self, token: str, token_type_hint: str, request: Request, *_: Any, **__: Any
    ) -> None:
        """Either token ends the grant; one that is unknown is as good as revoked (RFC 7009)."""
        digest = hash_token(token)
        own = OAuthGrant.objects.filter(app=request.client)
        found = own.filter(refresh_digest=digest).first() or own.filter(token=digest).first()
        if found is not None:
            end_grant(found)


def _app(client_id: str | None) -> OAuthApp | None:
    if client_id is None or not client_id.isprintable():  # nor could the database compare a NUL
        return None
    return OAuthApp.objects.filter(client_id=client_id, owner__is_active=True).first()


def _locked(**wanted: Any) -> OAuthGrant | None:
    found = OAuthGrant.objects.select_for_update(of=("self",)).select_related("player", "app")
    return found.filter(**wanted).first()


def _is_unused(grant: OAuthGrant) -> bool:
    unused = ApiToken.objects.filter(grant=grant, last_used=None, expiry__gt=timezone.now())
    return bool(unused.exists())


@transaction.atomic
def end_programs(player: Player) -> None:
    """No program may do anything for this player any more: tokens and apps, which would renew."""
    for grant in OAuthGrant.objects.filter(player=player, ended_at=None):
        end_grant(grant)
    ApiToken.objects.filter(user=player).delete()


@transaction.atomic
def end_grant(grant: OAuthGrant) -> None:
    """The app may do nothing for this player any more."""
    ApiToken.objects.filter(grant=grant).delete()
    OAuthGrant.objects.filter(pk=grant.pk).update(
        ended_at=timezone.now(), refresh_digest="", spent_digest=""
    )
