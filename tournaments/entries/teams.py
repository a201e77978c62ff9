"""Names of teams: two that look the same are one team, spelled as whoever came first spelled it."""

import unicodedata

from accounts.joining.naming import require_not_the_house
from accounts.people.social import clean_words
from accounts.people.social.names import skeleton_of
from games.moves.errors import Conflict
from tournaments.director import FORMATS
from tournaments.models import Entry
from tournaments.running.live import LiveTournament

TEAM_CHARS_MAX = 40


def require_team(live: LiveTournament, team: str) -> str:
    """The team's name as it is kept, where teams play.

    Raises Conflict(team_missing).
    """
    name = as_spelled(live, team)
    if FORMATS[live.plan.format].in_teams and not name:
        raise Conflict("team_missing", most=TEAM_CHARS_MAX)
    return name


def as_spelled(live: LiveTournament, team: str) -> str:
    """The same, or "" for who names none.

    Raises Conflict(team_missing): there is nothing to be read.
    """
    name = " ".join(team.split())[:TEAM_CHARS_MAX].strip()
    if not FORMATS[live.plan.format].in_teams or not name:
        return ""
    if not name.isprintable() or not clean_words(name):
        raise Conflict("team_missing", most=TEAM_CHARS_MAX)
    named = Entry.objects.filter(tournament_id=live.id).entered().exclude(team="")
    if named.filter(team=name).exists():
        return name
    require_not_the_house(name)
    looks = _looks(name)
    known = named.order_by("team", "number").distinct("team").values_list("number", "team")
    return next((other for _, other in sorted(known) if _looks(other) == looks), name)


def _looks(team: str) -> tuple[str, tuple[str, ...]]:
    """Capitals and look-alike letters make no other team; blanks, signs and pictures do."""
    plain = unicodedata.normalize("NFKC", team)
    signs = (one for one in plain if unicodedata.category(one)[0] not in "LNMC")
    return skeleton_of(team), tuple(signs)
