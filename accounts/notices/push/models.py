"""Devices that notices are pushed to, and the hours in which a player's devices stay quiet."""

from django.db import models
from django.db.models import CheckConstraint, Q
from django.utils import timezone

ENDPOINT_CHARS_MAX = 1_000


class PushDevice(models.Model):
    """What a browser or program has subscribed with. It goes with the session or token it came by.

    `endpoint` is an address of its push service, `p256dh` and `auth` are the keys messages to it
    are encrypted with, `house_key` is the public key of ours that it listens to. None is a name,
    all are known to the device and us alone.
    """

    player = models.ForeignKey("accounts.Player", models.CASCADE, related_name="push_devices")
    session = models.OneToOneField(
        "accounts.Session", models.CASCADE, null=True, related_name="push_device"
    )
    token = models.OneToOneField(
        "accounts.ApiToken", models.CASCADE, null=True, related_name="push_device"
    )
    endpoint = models.CharField(max_length=ENDPOINT_CHARS_MAX, unique=True)
    p256dh = models.CharField(max_length=90)
    auth = models.CharField(max_length=30)
    house_key = models.CharField(max_length=90)
    name = models.CharField(max_length=80, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, blank=True)
    # Messages in a row that its push service did not take.
    failures = models.PositiveSmallIntegerField(default=0)
    # Its last answer took long, or never came: it is called apart from the others.
    is_slow = models.BooleanField(default=False)

    class Meta:
        ordering = ("id",)
        constraints = (
            CheckConstraint(
                condition=Q(session=None) ^ Q(token=None), name="push_device_came_by_one_way"
            ),
        )


class QuietHours(models.Model):
    """From when until when nothing is pushed to a player, by the clock of `zone`."""

    player = models.OneToOneField(
        "accounts.Player", models.CASCADE, primary_key=True, related_name="+"
    )
    begins = models.TimeField()
    ends = models.TimeField()
    zone = models.CharField(max_length=64)
