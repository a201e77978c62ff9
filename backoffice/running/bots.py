"""Bots of the house enter a tournament because somebody on the staff wants it."""

from accounts.interest import concerns
from accounts.models import Player
from backoffice.team.staff_log import record
from games.moves.errors import NotFound
from rummy.bots import BOTS
from rummy.bots.families import plays
from tournaments.director import Phase
from tournaments.entries.bots import idle_bot, team_for_bot, too_dear
from tournaments.entries.entering import enter_tournament
from tournaments.models import Tournament
from web.refusals import Refused

BOTS_MAX = 64


def places_for_bots(tournament: Tournament) -> int:
    """How many may be let in at once: none at real tables, nor once it has begun or is full."""
    if tournament.phase != Phase.ENTERING:
        return 0
    plan, _clock, field = tournament.records()
    if plan.real_tables:
        return 0
    return max(0, min(BOTS_MAX, plan.entries.most - field.entries))


@concerns("tournament", "tournament_id")
def enter_bots(*, tournament_id: int, bots: int, by: Player) -> int:
    """So many bots enter, of all strengths that play the game; all of them or none.

    Raises Refused(out_of_range | bots_play_cheap): at most 64 at once, and what a bot pays is the
    house's gift to the pool; and whatever an entry is refused for.
    """
    if not 1 <= bots <= BOTS_MAX:
        raise Refused("out_of_range", field="bots", value=bots, least=1, most=BOTS_MAX)
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        raise NotFound("tournament_not_found", tournament=tournament_id)
    plan, _clock, _field = tournament.records()
    if dear := too_dear(plan):
        raise dear
    price = plan.buy_in_chips + plan.fee_chips
    family = (tournament.terms or {}).get("rules", {}).get("family", "")
    keys = [key for key in sorted(BOTS) if not family or plays(BOTS[key], family)]
    for entered in range(bots):
        robot = idle_bot(keys[entered % len(keys)], price)
        team = team_for_bot(tournament, robot)
        enter_tournament(tournament_id=tournament_id, player=robot, team=team, by_name=True)
    record(
        by=by,
        act="bots_sent",
        subject=f"tournament:{tournament_id}",
        after={"bots": bots, "paid_chips": bots * price},
    )
    return bots
