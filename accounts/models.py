"""People, and the chips they own: the tables behind the double-entry ledger.

Nothing here writes. Chips move through `accounts.books.posting` alone, which calls the SQL
function `ledger_post`; the running application's database role may read these tables and cannot
write them.
"""

from typing import Any, ClassVar, Self

from django.contrib.auth.models import AbstractUser, UserManager
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint
from django.db.models.functions import Lower, Now
from django.utils.translation import gettext_lazy as _

from accounts.api_models import ApiReceipt, ApiToken, CacheEntry, RateWindow
from accounts.career.models import (
    Career,
    CareerAmendment,
    CountedRound,
    EarnedAchievement,
    MatchRecord,
    Season,
    SeasonStanding,
)
from accounts.clubs.models import Club, ClubDoor, ClubMember, ClubReport
from accounts.joining.skeleton import SkeletonField
from accounts.ledger.kinds import PLAY_CHIPS, AccountKind
from accounts.notices.push.models import PushDevice, QuietHours
from accounts.people.models import Conduct, Friendship, Ignored, Notice, NoticeWish, Silence
from accounts.premium.models import Membership, PremiumTicket
from accounts.programs.oauth.models import OAuthApp, OAuthGrant
from accounts.programs.webhooks.models import (
    DeliveryState,
    WebhookAttempt,
    WebhookDelivery,
    WebhookEndpoint,
    WebhookEvent,
)
from accounts.signing_in.models import Session

ACCOUNT_KINDS = {
    AccountKind.WALLET: _("wallet"),
    AccountKind.HOLD: _("stakes held"),
    AccountKind.TOURNAMENT_STACK: _("tournament stack"),
    AccountKind.PRIZE_POOL: _("prize pool"),
    AccountKind.FEE: _("fees"),
    AccountKind.HOUSE: _("house"),
    AccountKind.BONUS: _("bonus"),
    AccountKind.MINT: _("mint"),
}


def account_kind_choices() -> list[tuple[str, Any]]:
    """A callable, so that a new kind needs no migration."""
    return [(kind.value, label) for kind, label in ACCOUNT_KINDS.items()]


class Player(AbstractUser):  # type: ignore[django-manager-missing]
    """A person, a guest or a bot: whoever may take a seat, under the user name as shown there."""

    first_name = None  # type: ignore[assignment]  # a table needs a name, not a civil one
    last_name = None  # type: ignore[assignment]

    username = models.CharField(
        _("name"),
        max_length=30,
        unique=True,
        validators=[UnicodeUsernameValidator()],
        error_messages={"unique": _("This name is taken.")},
    )
    # What the name looks like: Unicode's letters read for each other are one (accounts.joining).
    skeleton = SkeletonField(max_length=120, editable=False)
    is_guest = models.BooleanField(_("guest"), default=False)
    is_bot = models.BooleanField(_("bot"), default=False)
    bot_key = models.CharField(_("bot"), max_length=40, blank=True)
    language = models.CharField(_("language"), max_length=10, blank=True)
    # How they like cards and tables, as far as they have chosen (accounts.people.preferences_api).
    preferences = models.JSONField(
        default=dict, db_default=models.Value({}, models.JSONField()), blank=True, editable=False
    )
    # Whose program this player is: a bot account, marked like the bots of the house.
    owner = models.ForeignKey(
        "self", models.PROTECT, verbose_name=_("owner"), null=True, blank=True, related_name="bots"
    )

    objects: ClassVar[UserManager[Self]] = UserManager()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            UniqueConstraint(
                Lower("username"),
                name="player_name_unique",
                violation_error_message=_("This name is taken."),
            ),
            UniqueConstraint(
                fields=["skeleton"],
                name="player_name_looks_unique",
                violation_error_message=_("This name is taken."),
            ),
            CheckConstraint(
                condition=Q(is_bot=True, is_guest=False) & ~Q(bot_key="")
                | Q(is_bot=False, bot_key=""),
                name="player_bot_has_key",
            ),
        ]

    @property
    def name(self) -> str:
        return self.username

    @property
    def is_gone(self) -> bool:
        """Erased, or a guest who never played: no name that is chosen has a space."""
        return not self.is_active and " " in self.username

    @property
    def is_program(self) -> bool:
        """A bot of the house, or somebody's bot account."""
        return self.is_bot or self.owner_id is not None

    def get_full_name(self) -> str:
        return self.username

    def get_short_name(self) -> str:
        return self.username


class ChipAccount(models.Model):
    """A place where chips lie. `version` counts its postings, `balance` is their sum."""

    kind = models.CharField(_("kind"), max_length=20, choices=account_kind_choices)
    player = models.ForeignKey(
        Player,
        models.PROTECT,
        verbose_name=_("player"),
        null=True,
        blank=True,
        related_name="chip_accounts",
    )
    ref = models.CharField(_("belongs to"), max_length=60, blank=True, default="", db_default="")
    currency = models.GeneratedField(
        expression=models.Case(
            models.When(
                ~Q(ref="")
                & Q(kind__in=[AccountKind.TOURNAMENT_STACK.value, AccountKind.MINT.value]),
                then=models.F("ref"),
            ),
            default=models.Value(PLAY_CHIPS),
        ),
        output_field=models.CharField(max_length=60),
        db_persist=True,
        verbose_name=_("currency"),
    )
    balance = models.BigIntegerField(_("balance"), default=0, db_default=0)
    version = models.BigIntegerField(_("postings"), default=0, db_default=0)

    class Meta:
        db_table = "chip_account"
        verbose_name = _("chip account")
        verbose_name_plural = _("chip accounts")
        constraints = [
            UniqueConstraint(
                fields=["kind", "player", "ref"], nulls_distinct=False, name="chip_account_identity"
            ),
            CheckConstraint(
                condition=Q(kind=AccountKind.MINT.value) | Q(balance__gte=0),
                name="chip_account_not_negative",
            ),
            # Names every kind there is. One check, not two: each is read anew at every posting.
            CheckConstraint(
                condition=Q(kind=AccountKind.WALLET.value, player__isnull=False, ref="")
                | Q(kind=AccountKind.TOURNAMENT_STACK.value, player__isnull=False) & ~Q(ref="")
                | Q(kind__in=[AccountKind.HOLD.value, AccountKind.PRIZE_POOL.value]) & ~Q(ref="")
                | Q(
                    kind__in=[
                        AccountKind.FEE.value,
                        AccountKind.HOUSE.value,
                        AccountKind.BONUS.value,
                        "mint",
                    ],
                    player__isnull=True,
                ),
                name="chip_account_owner",
            ),
        ]

    def __str__(self) -> str:
        owner = self.ref or (f"player {self.player_id}" if self.player_id else "")
        return f"{self.kind} {owner}".rstrip()


class Transfer(models.Model):
    """One movement of chips, done once: the key says so. Corrections are new transfers."""

    key = models.CharField(_("key"), max_length=200)
    kind = models.CharField(_("kind"), max_length=30)
    actor = models.ForeignKey(
        Player,
        models.PROTECT,
        verbose_name=_("by"),
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
    )
    memo = models.JSONField(
        _("memo"), default=dict, db_default=models.Value({}, models.JSONField())
    )
    created_at = models.DateTimeField(_("at"), db_default=Now())

    class Meta:
        db_table = "chip_transfer"
        verbose_name = _("transfer")
        verbose_name_plural = _("transfers")
        constraints = [
            # Not `unique=True`, which would add a second index for LIKE to the hottest table.
            UniqueConstraint(fields=["key"], name="chip_transfer_key"),
            CheckConstraint(condition=~Q(key=""), name="chip_transfer_has_key"),
            CheckConstraint(
                condition=Q(kind__regex=r"^[a-z][a-z_]*$"), name="chip_transfer_kind_word"
            ),
        ]

    def __str__(self) -> str:
        return self.key


class Posting(models.Model):
    """One line of a transfer: so many chips into (or, negative, out of) one account."""

    transfer = models.ForeignKey(
        Transfer,
        models.PROTECT,
        verbose_name=_("transfer"),
        related_name="postings",
        db_index=False,
    )
    account = models.ForeignKey(
        ChipAccount,
        models.PROTECT,
        verbose_name=_("chip account"),
        related_name="postings",
        db_index=False,
    )
    amount = models.BigIntegerField(_("amount"))
    balance_after = models.BigIntegerField(_("balance after"))
    account_version = models.BigIntegerField(_("number"))

    class Meta:
        db_table = "chip_posting"
        verbose_name = _("posting")
        verbose_name_plural = _("postings")
        constraints = [
            # Of two writers who both believe to be the account's next posting one fails here.
            UniqueConstraint(fields=["account", "account_version"], name="chip_posting_version"),
            UniqueConstraint(fields=["transfer", "account"], name="chip_posting_one_line"),
            CheckConstraint(condition=~Q(amount=0), name="chip_posting_moves"),
            CheckConstraint(condition=Q(account_version__gte=1), name="chip_posting_counted"),
        ]

    def __str__(self) -> str:
        return f"{self.amount:+d} → {self.balance_after}"
