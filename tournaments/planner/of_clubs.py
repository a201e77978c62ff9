"""What a club may plan: paid for by its members, no larger than a club, and so much in a day.

Anybody may found a club, so what planners of the house are trusted with has its limits here.
"""

import datetime as dt

from django.utils import timezone

from accounts.clubs.acting import MEMBERS_MAX, locked_club
from accounts.models import Club, Player
from accounts.notices.telling import tell_all
from games.moves.errors import Conflict
from tournaments.director import InvalidPlan, Plan
from tournaments.director.prizes import PrizeForm
from tournaments.models import RecurringTournament, Tournament, TournamentDraft
from web.security.limits import Limit

DRAFTS_MAX = 50
RULES_MAX = 10
PUBLISHED_A_DAY_MAX = 20
FORECASTS = Limit("club_forecasts", most=100, seconds=86_400)
DAY = dt.timedelta(days=1)


def require_fit(plan: Plan, *, players_expected: int) -> None:
    """What is played for is what members have paid: the house adds nothing to it (PLAY-44).

    Raises InvalidPlan(club_house_adds | club_pays_no_tickets | players_expected_out_of_range):
    with the numbers.
    """
    chips = plan.prizes.house_adds(0)
    if chips:
        raise InvalidPlan("club_house_adds", rule="PLAY-44", chips=chips)
    if plan.prizes.form is PrizeForm.TICKETS:
        raise InvalidPlan("club_pays_no_tickets", rule="PLAY-44")
    if players_expected > MEMBERS_MAX:
        raise InvalidPlan("players_expected_out_of_range", rule="PLAY-40", most=MEMBERS_MAX)


def require_room_for_draft(club_id: int) -> None:
    """Raises Refused(club_not_found), Conflict(club_has_many_drafts)."""
    locked_club(club_id)
    if TournamentDraft.objects.filter(club=club_id, tournament=None).count() >= DRAFTS_MAX:
        raise Conflict("club_has_many_drafts", rule="PLAY-40", most=DRAFTS_MAX)


def require_room_for_rule(club_id: int) -> None:
    """Raises Refused(club_not_found), Conflict(club_has_many_rules)."""
    locked_club(club_id)
    if RecurringTournament.objects.filter(club=club_id, is_active=True).count() >= RULES_MAX:
        raise Conflict("club_has_many_rules", rule="PLAY-40", most=RULES_MAX)


def left_today(club_id: int) -> int:
    """How many more a club may publish in this day. Raises Refused(club_not_found)."""
    locked_club(club_id)
    today = Tournament.objects.filter(club=club_id, created_at__gte=timezone.now() - DAY)
    return max(0, PUBLISHED_A_DAY_MAX - today.count())


def require_few_today(club_id: int) -> None:
    """Raises Refused(club_not_found), Conflict(club_publishes_no_more)."""
    if not left_today(club_id):
        raise Conflict("club_publishes_no_more", rule="PLAY-40", most=PUBLISHED_A_DAY_MAX)


def tell_members(tournament: Tournament, club: Club, *, but: Player | None) -> None:
    """Nobody finds by chance what only members see."""
    facts = {"tournament": tournament.pk, "name": tournament.name, "club": club.name}
    told = [one.player for one in club.members.select_related("player") if one.player != but]
    tell_all(players=told, kind="club_tournament", facts=facts, key=tournament.ref)
