"""Rule-sets the house keeps under a name: a game with its options and special rules."""

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint
from django.db.models.functions import Now

NAME_CHARS_MAX = 60


class HouseRuleSet(models.Model):
    """One version of a rule-set. It never changes; what is changed becomes the next version.

    Of each name at most one version is current. A retired one is offered no more, and stays: what
    was played by it can be read. Tables and drafts carry their own copy of what they are played by.
    """

    name = models.CharField(max_length=NAME_CHARS_MAX)
    version = models.PositiveIntegerField()
    words = models.CharField(max_length=300, blank=True, default="")
    preset = models.CharField(max_length=40)
    house_rules = models.JSONField(default=list)
    options = models.JSONField(default=dict)
    # Of the rules as the engine built them then.
    digest = models.CharField(max_length=16)
    stored_by = models.ForeignKey(
        "accounts.Player", models.PROTECT, related_name="+", db_index=False
    )
    stored_at = models.DateTimeField(db_default=Now())
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "house_rule_set"
        ordering = ("name", "-version")
        default_permissions = ()
        constraints = (
            UniqueConstraint(fields=("name", "version"), name="rule_set_version_once"),
            UniqueConstraint(
                fields=("name",), condition=Q(retired_at__isnull=True), name="rule_set_current_once"
            ),
            CheckConstraint(condition=~Q(name=""), name="rule_set_has_name"),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.version})"
