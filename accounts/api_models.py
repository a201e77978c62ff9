"""What is remembered of callers: tokens, answers already given, and how fast was asked."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Index
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken, AuthTokenManager


class ApiToken(AbstractAuthToken):  # type: ignore[misc]
    """Lets a program act for a player, as far as `scopes` reach. Stored as a digest only.

    `last_used` is exact to some minutes, so that a request costs no write.
    """

    user = models.ForeignKey(
        "accounts.Player", models.CASCADE, verbose_name=_("player"), related_name="api_tokens"
    )
    name = models.CharField(_("name"), max_length=60)
    scopes = ArrayField(models.CharField(max_length=30), verbose_name=_("scopes"))
    last_used = models.DateTimeField(_("last used"), null=True, blank=True)
    # When whoever holds it last showed who they are (`accounts.signing_in.stepping_up`).
    confirmed_at = models.DateTimeField(null=True, blank=True, editable=False)
    # The yes to a third-party app that it was given for; of these a player may have any number.
    grant = models.OneToOneField(
        "accounts.OAuthGrant",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="token",
        editable=False,
    )

    objects: ClassVar[AuthTokenManager] = AuthTokenManager()

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")

    def __str__(self) -> str:
        return f"{self.name} ({self.token_key}…)"


class ApiReceipt(models.Model):
    """The answer to a request that carried an Idempotency-Key, to be given again to its repeats."""

    pk = models.CompositePrimaryKey("player_id", "key")
    player_id = models.BigIntegerField()
    key = models.CharField(max_length=255)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    body = models.TextField()  # JSON; as text it comes back with its keys in the same order
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = (Index(fields=("created_at",), name="accounts_receipt_age"),)


class RateWindow(models.Model):
    """How often something was done by someone in one stretch of time; counted in PostgreSQL."""

    pk = models.CompositePrimaryKey("scope", "subject", "started_at")
    scope = models.CharField(max_length=30)
    subject = models.CharField(max_length=64)
    started_at = models.DateTimeField()
    hits = models.PositiveIntegerField(default=0)


class CacheEntry(models.Model):
    """What web processes remember together: Django's cache, as `config.cache` sets it."""

    cache_key = models.CharField(max_length=255, primary_key=True)
    value = models.TextField()
    expires = models.DateTimeField(db_index=True)
