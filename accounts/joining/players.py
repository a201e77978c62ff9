"""How a player comes to be, and the chips the house gives away: the grant and the daily refill.

Every chip given is a posting out of the mint, under a key that makes it happen once (PLAY-33).
"""

import datetime as dt
import secrets
from dataclasses import dataclass

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.books.posting import Posted, account_id_of, post_transfer
from accounts.books.reading import own_chips
from accounts.joining.guests import require_guests_welcome
from accounts.ledger import AccountKind, TransferKind
from accounts.models import Player, Transfer
from rummy.refusal import Refusal
from web.database import sql

GUEST_NAME_TRIES = 20
MAKING_BOTS = "SELECT pg_advisory_xact_lock(hashtextextended('bots', 0))"


@dataclass(frozen=True, slots=True)
class Allowance:
    """What the house gives away, in chips; every number is a setting of the same name."""

    starting_grant_chips: int
    bot_grant_chips: int
    refill_chips: int  # added to a wallet
    refill_below_chips: int  # that holds less than this

    @classmethod
    def from_settings(cls) -> "Allowance":
        return cls(
            starting_grant_chips=getattr(settings, "STARTING_GRANT_CHIPS", 1_000),
            bot_grant_chips=getattr(settings, "BOT_GRANT_CHIPS", 1_000_000),
            refill_chips=getattr(settings, "REFILL_CHIPS", 200),
            refill_below_chips=getattr(settings, "REFILL_BELOW_CHIPS", 50),
        )


class RefillRefused(Refusal):
    """No refill now: not_broke, already_refilled or refill_tomorrow; `facts` hold the numbers."""


@transaction.atomic
def create_player(
    *, name: str, password: str | None, language: str = "", email: str = ""
) -> Player:
    """A person with a password (None: nobody can sign in yet), and their starting grant."""
    player = Player.objects.create_user(
        username=name, password=password, email=email, language=language
    )
    grant_starting_chips(player)
    return player


@transaction.atomic
def create_guest(*, language: str = "", is_welcomed: bool = True) -> Player:
    """Somebody who plays without signing up, under a name nobody else has.

    Who is not welcomed begins without chips: their network has been given enough for today.

    Raises Refused(guests_not_welcome).
    """
    require_guests_welcome()
    player = _create_unnamed_guest(language)
    if is_welcomed:
        grant_starting_chips(player)
    return player


@transaction.atomic
def create_bot(*, name: str, bot_key: str) -> Player:
    """A player made of code; `bot_key` names the strategy that decides for it.

    Several may be made in one transaction, which then holds names and the mint that pays them: of
    two such transactions the second waits before it holds a name that the first may hit upon.
    """
    sql.rows(MAKING_BOTS)
    player = Player(username=name, is_bot=True, bot_key=bot_key)
    player.set_unusable_password()
    player.save()
    grant_starting_chips(player)
    return player


def grant_starting_chips(player: Player) -> Posted:
    """The grant every player gets once, however often this is called."""
    allowance = Allowance.from_settings()
    chips = allowance.bot_grant_chips if player.is_bot else allowance.starting_grant_chips
    return _give(player, key=f"grant:{player.pk}", kind=TransferKind.GRANT, chips=chips)


def claim_refill(player: Player, *, today: dt.date | None = None) -> Posted:
    """Give a broke player the daily refill, once a day by the platform's calendar.

    Chips held at tables count as theirs: who may have them back by leaving is not broke. Who came
    without a grant waits until the day after; staff, whom no page lets in, do not.

    Raises `RefillRefused`.
    """
    allowance = Allowance.from_settings()
    day = today or timezone.localdate()
    balance = own_chips(player)
    if balance >= allowance.refill_below_chips:
        raise RefillRefused("not_broke", balance=balance, below=allowance.refill_below_chips)
    is_new = timezone.localdate(player.date_joined) >= day and not player.is_staff
    if is_new and not Transfer.objects.filter(key=f"grant:{player.pk}").exists():
        raise RefillRefused("refill_tomorrow")
    key = f"refill:{player.pk}:{day.isoformat()}"
    posted = _give(player, key=key, kind=TransferKind.REFILL, chips=allowance.refill_chips)
    if posted.replayed:
        raise RefillRefused("already_refilled", day=day.isoformat())
    return posted


def _give(player: Player, *, key: str, kind: TransferKind, chips: int) -> Posted:
    earlier = Transfer.objects.filter(key=key).values_list("pk", flat=True).first()
    if earlier:  # looked up by key alone: the amount may be another setting by now
        return Posted(earlier, replayed=True)
    mint = account_id_of(kind=AccountKind.MINT)
    wallet = account_id_of(kind=AccountKind.WALLET, player_id=player.pk)
    return post_transfer(key=key, kind=kind, postings=[(mint, -chips), (wallet, chips)])


def _create_unnamed_guest(language: str) -> Player:
    for attempt in range(GUEST_NAME_TRIES):
        digits = 5 + attempt // 4  # longer numbers once the short ones are getting rare
        name = f"{_('Guest')}-{secrets.randbelow(10**digits):0{digits}d}"
        player = Player(username=name, is_guest=True, language=language)
        player.set_unusable_password()
        try:
            with transaction.atomic():
                player.save()
        except IntegrityError:
            continue  # the name is taken: draw another
        return player
    raise RuntimeError("no free guest name found")
