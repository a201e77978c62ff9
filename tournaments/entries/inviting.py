"""Who has to agree before an entry: nobody pays what they have not agreed to.

Where an entry costs chips, whoever has ever signed in is invited and enters with one tap. Accounts
that nobody has used yet are entered by whoever made them.
"""

from django.db.models import QuerySet

from accounts.models import ApiToken, Notice, Player
from accounts.notices.telling import tell
from tournaments.models import Entry, Tournament
from tournaments.running.live import LiveTournament

KIND = "tournament_invited"


def price_of(live: LiveTournament) -> int:
    """What an entry costs, the fee included."""
    return live.plan.buy_in_chips + live.plan.fee_chips


def must_agree(live: LiveTournament, player: Player) -> bool:
    """Whether somebody can only be invited."""
    if not price_of(live):
        return False
    return player.last_login is not None or ApiToken.objects.filter(user=player).exists()


def invite(live: LiveTournament, player: Player) -> None:
    """Tell somebody what entering costs and where; once for a tournament."""
    facts = {"tournament": live.id, "name": live.row.name, "chips": price_of(live)}
    tell(player=player, kind=KIND, facts=facts, key=_key(live.ref))


def invitations(tournament: Tournament) -> QuerySet[Notice]:
    """Those that nobody has followed yet, the latest first."""
    told = Notice.objects.filter(kind=KIND, key=_key(tournament.ref))
    entered = Entry.objects.filter(tournament=tournament).entered()
    open_ones = told.exclude(player__in=entered.values("player"))
    return open_ones.select_related("player").order_by("-pk")


def _key(ref: str) -> str:
    return f"invited:{ref}"
