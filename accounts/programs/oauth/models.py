"""Third-party apps, and what players have allowed them."""

import secrets

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Index, Q, UniqueConstraint
from django.utils import timezone


def new_client_id() -> str:
    return "app_" + secrets.token_urlsafe(16)


class OAuthApp(models.Model):
    """A program of somebody's that other players may let act for them.

    It has no secret: whoever holds one in a browser or an installed program does not keep it. What
    protects the exchange is PKCE and the list of addresses.
    """

    client_id = models.CharField(max_length=40, unique=True, default=new_client_id)
    name = models.CharField(max_length=60)
    owner = models.ForeignKey("accounts.Player", models.CASCADE, related_name="oauth_apps")
    redirect_uris = ArrayField(models.CharField(max_length=300))
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("id",)


class OAuthGrant(models.Model):
    """A player's yes to an app: first a code that is good once, then a token and its renewal.

    Codes and refresh tokens are digests. `spent_digest` is the refresh token before the present
    one: who comes with that never got the answer or, once the present tokens were used, has stolen
    it or been robbed, and the grant ends.
    """

    app = models.ForeignKey(OAuthApp, models.CASCADE, related_name="grants")
    player = models.ForeignKey("accounts.Player", models.CASCADE, related_name="oauth_grants")
    scopes = ArrayField(models.CharField(max_length=30))
    redirect_uri = models.CharField(max_length=300)
    challenge = models.CharField(max_length=128)
    code_digest = models.CharField(max_length=128, unique=True)
    code_until = models.DateTimeField()
    is_code_used = models.BooleanField(default=False)
    refresh_digest = models.CharField(max_length=128, blank=True, default="")
    spent_digest = models.CharField(max_length=128, blank=True, default="")
    refresh_until = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            UniqueConstraint(
                fields=("refresh_digest",),
                condition=~Q(refresh_digest=""),
                name="oauth_refresh_once",
            ),
        )
        indexes = (
            Index(fields=("spent_digest",), condition=~Q(spent_digest=""), name="oauth_spent"),
        )
