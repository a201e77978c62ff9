"""Signs of life of the processes that keep tables going, and the spans without any."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q


class Heartbeat(models.Model):
    """When a service was last seen alive; any of its processes may say so."""

    service = models.CharField(max_length=20, primary_key=True)
    beat_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.service} at {self.beat_at:%H:%M:%S}"


class Outage(models.Model):
    """From a service's last sign of life to its next: nobody could play meanwhile.

    `made_good_at` is when every running clock had been put forward by it.
    """

    service = models.CharField(max_length=20)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    made_good_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.CheckConstraint(
                condition=Q(ended_at__gt=F("began_at")), name="games_outage_lasts"
            ),
        )
        indexes = (models.Index(fields=("ended_at",), name="games_outage_ended"),)

    def __str__(self) -> str:
        return f"{self.service} away from {self.began_at:%d.%m. %H:%M:%S}"
