"""Teams: who founds one is its captain, and others join with the code that the captain hands out.

Two names that look the same are one team, spelled as whoever came first spelled it.
"""

import unicodedata

from django.db import transaction
from django.db.models import QuerySet

from accounts.joining.naming import require_not_the_house
from accounts.models import Player
from accounts.notices.telling import tell
from accounts.people.social import clean_words
from accounts.people.social.names import skeleton_of
from games.moves.errors import Conflict, NotAllowed
from tournaments.director import FORMATS, Phase, Refused, entries
from tournaments.director.desk.commands import NameTeam
from tournaments.models import Entry
from tournaments.running.carrying_out import carry_out
from tournaments.running.live import TEAM_CODE_DIGITS, LiveTournament, lock_tournament
from tournaments.selectors.seats import own_entry
from web.finding import or_raise

TEAM_CHARS_MAX = 40


def require_team(live: LiveTournament, team: str) -> None:
    """Where teams play somebody names one. Raises Conflict(team_missing)."""
    if FORMATS[live.plan.format].in_teams and not _tidied(team):
        raise _missing()


def as_spelled(live: LiveTournament, team: str) -> str:
    """The team's name as it is kept, or "" for who names none.

    Raises Conflict(team_missing): there is nothing to be read.
    """
    name = _tidied(team)
    if not FORMATS[live.plan.format].in_teams or not name:
        return ""
    if _named(live).filter(team=name).exists():
        return name
    return _looks_like(live, name) or name


def asked_for(live: LiveTournament, team: str) -> str:
    """What a player asks for: with a code the team it is of, else a new one of this name.

    A team whose captain is a bot of the house hands no code out: its name is enough.

    Raises Conflict(team_missing | team_known | team_code_unknown).
    """
    code = _code_in(team)
    if FORMATS[live.plan.format].in_teams and code:
        found = _named(live).filter(team_code=code).values_list("team", flat=True).first()
        return or_raise(found, Conflict("team_code_unknown"))
    name = as_spelled(live, team)
    if _named(live).filter(team=name, player__is_bot=False).exists():
        raise Conflict("team_known", team=name)
    return name


@transaction.atomic
def name_team(*, tournament_id: int, player: Player, team: str) -> None:
    """Join another team with its code, found one, or, as its captain, spell one's own anew.

    Raises:
        Refused(not_in_this_format | tournament_has_started), NotAllowed(not_in_this_tournament),
        Conflict(team_missing | team_known | team_code_unknown).
    """
    live = lock_tournament(tournament_id)
    entry = _own_before_the_start(live, player)
    require_team(live, team)
    if entry.team_code and not _code_in(team):
        carry_out(live, [named_anew(live, entry, team)])
    else:
        joined = asked_for(live, team)
        if joined != entry.team:
            Entry.objects.filter(pk=entry.pk).update(team=joined, team_code="")
            live.keep_captain(entry.team, entry.team_code)
            live.keep_captain(joined)
            live.count_teams()
    live.save()


@transaction.atomic
def remove_member(*, tournament_id: int, player: Player, member: int) -> None:
    """As its captain, remove another player (`member`) from one's team before the start.

    Everything comes back to them as if they had withdrawn, they are told, and the team has another
    code: the old one would let them in again.

    Raises:
        Refused(not_in_this_format | tournament_has_started), NotAllowed(not_in_this_tournament),
        Conflict(captains_only | no_such_member).
    """
    live = lock_tournament(tournament_id)
    captain = _own_before_the_start(live, player)
    if not captain.team_code:
        raise Conflict("captains_only", team=captain.team)
    ours = _named(live).filter(team=captain.team).select_related("player", "ticket")
    out = ours.filter(player_id=member).exclude(pk=captain.pk).first()
    if out is None:
        raise Conflict("no_such_member", team=captain.team, members=ours.count())
    withdrawn = entries.withdraw(
        live.plan, live.clock, entry=out.pk, is_here=out.is_here, removed_from=captain.team
    )
    carry_out(live, [withdrawn])
    live.give_code(captain.pk)
    live.save(look_soon=True)
    facts = {
        "tournament": live.id,
        "name": live.row.name,
        "team": captain.team,
        "chips": out.paid_with_fee_chips,
        "ticket": hasattr(out, "ticket"),
    }
    tell(player=out.player, kind="removed_from_team", facts=facts)


def _own_before_the_start(live: LiveTournament, player: Player) -> Entry:
    """One's entry where teams are still made."""
    none = NotAllowed("not_in_this_tournament", tournament=live.id)
    entry = or_raise(own_entry(live.id, player), none)
    if not FORMATS[live.plan.format].in_teams:
        raise Refused("not_in_this_format", rule="PLAY-43", format=live.plan.format)
    if live.clock.phase is not Phase.ENTERING:
        raise Refused("tournament_has_started", rule="PLAY-40")
    return entry


def named_anew(live: LiveTournament, entry: Entry, team: str) -> NameTeam:
    """The command that spells an entry's team so for all of its members.

    Raises Conflict(team_missing | team_known), Refused(tournament_has_started).
    """
    require_team(live, team)
    name = _tidied(team)
    other = _looks_like(live, name, but=entry.team)
    if not entry.team or _code_in(name):
        raise _missing()
    if other:
        raise Conflict("team_known", team=other)
    return entries.name_team(live.clock, entry=entry.pk, before=entry.team, team=name)


def _looks_like(live: LiveTournament, name: str, *, but: str = "") -> str:
    """The team that is called so already, or "". Raises Conflict(team_missing)."""
    if not name.isprintable() or not clean_words(name):
        raise _missing()
    require_not_the_house(name)
    looks = _looks(name)
    known = _named(live).exclude(team=but).order_by("team", "number").distinct("team")
    named = sorted(known.values_list("number", "team"))
    return next((other for _, other in named if _looks(other) == looks), "")


def _named(live: LiveTournament) -> QuerySet[Entry]:
    return Entry.objects.filter(tournament_id=live.id).entered().exclude(team="")


def _tidied(team: str) -> str:
    return " ".join(team.split())[:TEAM_CHARS_MAX].strip()


def _missing() -> Conflict:
    return Conflict("team_missing", most=TEAM_CHARS_MAX)


def _code_in(team: str) -> str:
    """The code that was typed, without spaces; "" where it is a name."""
    code = "".join(team.split())
    return code if code.isascii() and code.isdigit() and len(code) == TEAM_CODE_DIGITS else ""


def _looks(team: str) -> tuple[str, tuple[str, ...]]:
    """Capitals and look-alike letters make no other team; blanks, signs and pictures do."""
    plain = unicodedata.normalize("NFKC", team)
    signs = (one for one in plain if unicodedata.category(one)[0] not in "LNMC")
    return skeleton_of(team), tuple(signs)
