"""Who may sit down at a table: password, reputation, rating, and who keeps away from whom.

Bots and the table's host are always admitted; an invitation code stands for the password.
"""

from dataclasses import asdict, dataclass

from django.contrib.auth.hashers import check_password, make_password

from accounts.models import Player
from accounts.people import friendships
from accounts.people import reputation as standing
from games.models import Table, TableAdmission
from games.moves.errors import Conflict, NotAllowed
from rummy.match.terms import require_range
from web.security import limits
from web.security.limits import Limit

PASSWORD_CHARS_MAX = 60
RATING_MAX = 5_000
DELAYS_SECONDS = (0, 30, 60, 180, 600)
TRIES = Limit("table_password", most=10, seconds=600)
# Whoever becomes a guest anew has all of the tries above again; the table has these.
TRIES_OF_ALL = Limit("table_password_of_all", most=60, seconds=600)


@dataclass(frozen=True, slots=True)
class Admission:
    """What somebody who opens a table asks of the others (PLAY-1); nothing unless said."""

    password: str = ""
    min_reputation: int | None = None
    min_rating: int | None = None
    delay_seconds: int = 0
    one_round_late: bool = False
    bot_accounts: bool = False

    @property
    def is_open(self) -> bool:
        return self == Admission()


def set_admission(*, table: Table, admission: Admission) -> TableAdmission | None:
    """Give a new table its door; an open one needs none.

    Raises InvalidTerms(out_of_range): with the numbers.
    """
    if admission.min_reputation is not None:
        require_range("min_reputation", admission.min_reputation, 0, 100)
    if admission.min_rating is not None:
        require_range("min_rating", admission.min_rating, 0, RATING_MAX)
    require_range("spectator_delay_seconds", admission.delay_seconds, 0, max(DELAYS_SECONDS))
    if admission.is_open:
        return None
    agreed = asdict(admission)
    if admission.password:
        agreed["password"] = make_password(admission.password)
    return TableAdmission.objects.create(table=table, **agreed)


def admission_of(table_id: int) -> TableAdmission | None:
    """The table's admission, if it is not simply open."""
    return TableAdmission.objects.filter(pk=table_id).first()


def spend_try(*, table_id: int, player: Player, password: str) -> None:
    """Count an attempt at a password; to be called before the transaction of the joining.

    Raises Refused(rate_limited).
    """
    if password:
        limits.spend(TRIES, str(player.pk))
        limits.spend(TRIES_OF_ALL, str(table_id))


def open_lock(*, table_id: int, player: Player, password: str = "", invite_code: str = "") -> None:
    """Pass the table's password, if it has one. Slow on purpose, so before any row is locked.

    Raises NotAllowed(table_password_wrong).
    """
    admission = admission_of(table_id)
    if admission is None or not admission.password or player.is_bot:
        return
    table = Table.objects.only("created_by", "invite_code", "is_private", "club").get(pk=table_id)
    # A private table is known to who brings its code and to nobody else, password or not.
    if (
        (table.is_private and table.club_id is None)
        or table.created_by_id == player.pk
        or table.invites(invite_code)
    ):
        return
    if not (password and check_password(password, admission.password)):
        raise NotAllowed("table_password_wrong", table=table_id)


def require_welcome(*, table: Table, player: Player) -> None:
    """Everything but the password, asked with the table's row locked.

    At tables of the house nobody is brought together with whom they keep away from; at others
    the host's word counts.

    Raises:
        NotAllowed(reputation_too_low | rating_too_low | bots_not_welcome),
        Conflict(kept_apart | bot_with_owner).
    """
    _require_bots_welcome(table=table, player=player)
    if player.is_bot or table.created_by_id == player.pk:
        return
    require_merits(table_id=table.pk, player=player)
    if table.is_standing:
        others = table.seats.values_list("player_id", flat=True)
        if friendships.keep_apart(player.pk, others):
            raise Conflict("kept_apart", table=table.pk)
    elif table.created_by_id is not None and friendships.ignores(table.created_by_id, player.pk):
        raise Conflict("kept_apart", table=table.pk)


def require_merits(*, table_id: int, player: Player) -> None:
    """The reputation and rating a table asks for.

    Raises NotAllowed(reputation_too_low | rating_too_low): with both numbers.
    """
    admission = admission_of(table_id)
    if admission is None:
        return
    if admission.min_reputation is not None:
        own = standing.reputation(player).percent
        if own < admission.min_reputation:
            raise NotAllowed("reputation_too_low", least=admission.min_reputation, own=own)
    if admission.min_rating is not None:
        rating = standing.rating_of(player)
        if rating < admission.min_rating:
            raise NotAllowed("rating_too_low", least=admission.min_rating, own=rating)


def _require_bots_welcome(*, table: Table, player: Player) -> None:
    """Where the host said so; and never with their owner, or another of the owner's, in earnest.

    What is played for nothing but practice knows no such rule: there an owner tries their bot.
    """
    if player.owner_id is not None and table.created_by_id not in (player.pk, player.owner_id):
        admission = admission_of(table.pk)
        if admission is None or not admission.bot_accounts:
            raise NotAllowed("bots_not_welcome", table=table.pk)
    if table.terms.get("training") and not table.stake_chips:
        return
    seated = dict(table.seats.values_list("player_id", "player__owner_id"))
    if shares_an_owner(player.pk, player.owner_id, seated):
        raise Conflict("bot_with_owner", table=table.pk)


def shares_an_owner(player: int, owner: int | None, others: dict[int, int | None]) -> bool:
    """Whether one of the others (their owners by id) is this one's owner, program, or sibling."""
    if owner is None:
        return player in others.values()
    return owner in others or owner in others.values()
