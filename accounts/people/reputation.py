"""A player's reputation and rating as they stand, for doors of tables and profiles."""

from accounts import league
from accounts.career.achievements import skill_of
from accounts.models import Career, Conduct, Player
from accounts.people.social import Reputation, reputation_of
from accounts.people.social.reputation import RECENT_MATCHES


def reputation(player: Player) -> Reputation:
    """By the latest `RECENT_MATCHES` matches with other people."""
    recent = Conduct.objects.filter(player=player).order_by("-at", "-match")[:RECENT_MATCHES]
    left = list(recent.values_list("left", flat=True))
    return reputation_of(clean=left.count(""), matches=len(left))


def rating_of(player: Player) -> int:
    """The rating as players read it; who has none yet, as guests, has the newcomer's."""
    career = Career.objects.filter(player=player).first()
    return league.shown(skill_of(career) if career is not None else league.START)
