"""Publishing a tournament: its plan and terms are checked, its lots are committed to."""

import datetime as dt

from django.conf import settings
from django.utils import timezone

from accounts.interest import concerns_nobody
from accounts.models import Player
from games.catalogue.offered import require_offered
from games.moves.errors import NotAllowed
from games.tables.terms import TableOffer, agree_terms
from rummy.engine.families.table_melding.rules.numbers import Scoring, TableMeldingNumbers
from rummy.match import MatchFormat, MatchTerms
from tournaments import director
from tournaments.director import FORMATS, Clock, Field, InvalidPlan, Plan
from tournaments.director.codec import from_json, to_json
from tournaments.forecast import Forecast, require_end
from tournaments.models import Tournament, TournamentSecret
from tournaments.planner.forecasts.ending import require_it_ends
from tournaments.running.live import lock_tournament, now_ms
from tournaments.running.lots import draw_seed

NAME_CHARS_MAX = 80
DAY = dt.timedelta(days=1)


@concerns_nobody
def publish_tournament(
    *,
    name: str,
    plan: Plan,
    starts_at: dt.datetime,
    offer: TableOffer | None = None,
    terms: MatchTerms | None = None,
    by: Player | None = None,
    found: Forecast | None = None,
    club_id: int | None = None,
) -> Tournament:
    """Open a tournament for entries: the one way to publish, whoever asks.

    `offer`, or finished `terms`, say what is played at its tables. `found` is a forecast of
    exactly this plan, where there is one; else it is simulated now. With `club_id` it is that
    club's.

    Raises InvalidPlan, InvalidRules, InvalidTerms: with a code and the numbers.
    """
    terms = require_publishable(plan, offer=offer, terms=terms, found=found)
    return open_tournament(
        name=name, plan=plan, starts_at=starts_at, terms=terms, by=by, club_id=club_id
    )


def require_publishable(
    plan: Plan,
    *,
    offer: TableOffer | None = None,
    terms: MatchTerms | None = None,
    found: Forecast | None = None,
) -> MatchTerms:
    """The terms of its tables, when the plan is sound, fits its game, and ends (PLAY-24).

    Raises:
        Refused(game_not_offered): the house offers no tables of this game.
        InvalidPlan(game_not_named): what is played says how many rounds, and what points mean.
        InvalidPlan, InvalidRules, InvalidTerms: with a code and the numbers.
    """
    director.check(plan)
    if offer is not None:
        terms = agree_terms(offer)
    if terms is None:
        raise InvalidPlan("game_not_named", rule="PLAY-1")
    require_offered(terms.rules.key)
    require_game(plan, terms)
    if found is None:
        require_it_ends(plan, terms)
    elif FORMATS[plan.format].plays_for_chips:
        require_end(found, plan)
    return terms


@concerns_nobody
def open_tournament(
    *,
    name: str,
    plan: Plan,
    starts_at: dt.datetime,
    terms: MatchTerms | None = None,
    by: Player | None = None,
    is_trial: bool = False,
    club_id: int | None = None,
) -> Tournament:
    """The rows of a tournament, and the commitment to its lots. A trial's rounds are reported."""
    director.check(plan)
    tournament = Tournament.objects.create(
        name=" ".join(name.split())[:NAME_CHARS_MAX],
        plan=to_json(plan),
        terms=None if terms is None else terms.to_json(),
        is_trial=is_trial,
        clock=to_json(Clock(now_ms=now_ms(), starts_at_ms=int(starts_at.timestamp() * 1000))),
        field=to_json(Field()),
        created_by=by,
        club_id=club_id,
    )
    sealed, tournament.commitment = draw_seed(tournament.pk)
    TournamentSecret.objects.create(tournament=tournament, sealed_seed=sealed)
    tournament.save(update_fields=("commitment",))
    lock_tournament(tournament.pk).save()
    tournament.refresh_from_db()
    return tournament


def require_game(plan: Plan, terms: MatchTerms) -> None:
    """Tables lose players: the game must be playable by two up to the plan's seats.

    Where the same cards are compared all tables are full.

    Where points are penalties nobody would ever reach a single table's target (PLAY-12, GER-13).
    """
    all_full = plan.boards and not FORMATS[plan.format].knocks_out
    fewest = plan.seats if all_full else 2
    missing = [seats for seats in range(fewest, plan.seats + 1) if seats not in terms.rules.seats]
    if missing:
        raise InvalidPlan("game_not_for_seats", rule="PLAY-1", seats=missing[0])
    if terms.format is not MatchFormat.RING:
        raise InvalidPlan("rounds_not_counted", rule="PLAY-1")
    play = terms.rules.play
    penalties = isinstance(play, TableMeldingNumbers) and play.scoring is Scoring.PENALTY
    if penalties and "target_points" in FORMATS[plan.format].asks_for:
        raise InvalidPlan("target_never_reached", rule="PLAY-12")


def require_second_person(plan: Plan, *, by: Player, written_by: int | None) -> None:
    """Whoever publishes a plan with money of the house has not written it as well.

    Alone, somebody may add as much in a day as they may correct alone, by whatever it consists of:
    an added sum, or a guarantee that nobody's buy-in has reached yet (PLAY-44).

    Raises NotAllowed(house_adds_alone): with the chips of this day and the most there may be.
    """
    chips = plan.prizes.house_adds(0)
    if not chips or written_by not in (None, by.pk):
        return
    lately = Tournament.objects.filter(created_by=by, created_at__gte=timezone.now() - DAY)
    for stored in lately.values_list("plan", flat=True):
        chips += from_json(Plan, stored).prizes.house_adds(0)
    most = int(getattr(settings, "CORRECTION_ALONE_CHIPS_MAX", 0))
    if chips > most:
        raise NotAllowed("house_adds_alone", rule="PLAY-44", chips=chips, most=most)
