"""A club, who belongs to it, and who stands at its door."""

import secrets

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

NAME_CHARS_MAX = 40
ABOUT_CHARS_MAX = 500


class Joining(models.TextChoices):
    """How one comes in without having been invited."""

    OPEN = "open", _("Everybody may join at once")
    ASK = "ask", _("Whoever wants to join asks an organiser")
    INVITED = "invited", _("By invitation only")


class ClubRole(models.TextChoices):
    OWNER = "owner", _("Owner")
    ORGANISER = "organiser", _("Organiser")
    MEMBER = "member", _("Member")


ORGANISING = (ClubRole.OWNER, ClubRole.ORGANISER)


class DoorState(models.TextChoices):
    """What stands between a club and somebody who is no member."""

    INVITED = "invited", _("invited")
    ASKS = "asks", _("asks to join")
    KEPT_OUT = "kept_out", _("kept out")


class Club(models.Model):
    """A club of players. The row is its lock: whoever changes anything of it holds it.

    A closed club stays for what was played in it; its name may be taken again. Whoever brings the
    `link_code` before `link_until` may join, however one joins otherwise.
    """

    name = models.CharField(_("name"), max_length=NAME_CHARS_MAX)
    # What the name looks like, as with players.
    skeleton = models.CharField(max_length=160, editable=False)
    about = models.CharField(_("about"), max_length=ABOUT_CHARS_MAX, blank=True, default="")
    joining = models.CharField(
        _("joining"), max_length=10, choices=Joining.choices, default=Joining.ASK
    )
    link_code = models.CharField(max_length=24, blank=True, default="", editable=False)
    link_until = models.DateTimeField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField(_("at"), default=timezone.now)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = pgettext_lazy("of people", "clubs")
        ordering = ("-id",)
        constraints = (
            UniqueConstraint(
                fields=("skeleton",),
                condition=Q(closed_at__isnull=True),
                name="club_name_looks_unique",
            ),
            UniqueConstraint(
                fields=("link_code",), condition=~Q(link_code=""), name="club_link_is_of_one"
            ),
            CheckConstraint(condition=Q(joining__in=Joining.values), name="club_joining_known"),
        )

    def __str__(self) -> str:
        return f"{self.name} (#{self.pk})"

    @property
    def is_open(self) -> bool:
        return self.closed_at is None

    @property
    def has_link(self) -> bool:
        return (
            bool(self.link_code)
            and self.link_until is not None
            and (self.link_until > timezone.now())
        )

    def lets_in(self, code: str) -> bool:
        """Whether this is the code of its link, and the link is good."""
        return self.has_link and secrets.compare_digest(self.link_code.encode(), code.encode())


class ClubMember(models.Model):
    """Somebody belongs to a club; of an open club exactly one owns it."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="members", db_index=False)
    player = models.ForeignKey("accounts.Player", models.PROTECT, related_name="clubs")
    role = models.CharField(max_length=10, choices=ClubRole.choices, default=ClubRole.MEMBER)
    joined_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("joined_at", "id")
        constraints = (
            UniqueConstraint(fields=("club", "player"), name="club_member_once"),
            UniqueConstraint(
                fields=("club",), condition=Q(role=ClubRole.OWNER), name="club_owner_is_one"
            ),
            CheckConstraint(condition=Q(role__in=ClubRole.values), name="club_role_known"),
        )

    @property
    def organises(self) -> bool:
        return self.role in ORGANISING

    @property
    def owns(self) -> bool:
        return self.role == ClubRole.OWNER


class ClubDoor(models.Model):
    """Somebody who is no member: invited, waiting for a yes, or kept out; one of these."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="door", db_index=False)
    player = models.ForeignKey("accounts.Player", models.CASCADE, related_name="club_doors")
    state = models.CharField(max_length=10, choices=DoorState.choices)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("at", "id")
        constraints = (
            UniqueConstraint(fields=("club", "player"), name="club_door_once"),
            CheckConstraint(condition=Q(state__in=DoorState.values), name="club_door_state_known"),
        )


class ClubReport(models.Model):
    """Somebody finds a club's name or text improper; the staff decides."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="reports", db_index=False)
    reporter = models.ForeignKey("accounts.Player", models.PROTECT, related_name="+")
    note = models.CharField(max_length=200)
    at = models.DateTimeField(default=timezone.now)
    handled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("id",)
        constraints = (
            UniqueConstraint(
                fields=("club", "reporter"),
                condition=Q(handled_at__isnull=True),
                name="club_reported_once",
            ),
        )
