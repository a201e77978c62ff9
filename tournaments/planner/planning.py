"""Planning a tournament: drafts are written, copied, forecast and published (PLAY-24, PLAY-40).

A draft is published once. What does not end, what contradicts itself, and what nobody has
forecast as it stands is not published.
"""

import datetime as dt
from dataclasses import replace

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.clubs.reading import clubs_of
from accounts.interest import concerns_nobody
from accounts.models import Player
from games.moves.errors import NotAllowed, NotFound
from games.tables.terms import TableOffer
from rummy import engine
from rummy.match import MatchTerms
from tournaments.director import FORMATS, Plan, Refused
from tournaments.director.codec import from_json, to_json
from tournaments.forecast import require_end
from tournaments.models import Tournament, TournamentDirector, TournamentDraft
from tournaments.planner import of_clubs, publishing
from tournaments.planner.forecasts.forecasting import is_asked_for, stored_forecast
from tournaments.planner.ready_made import READY_MADE
from tournaments.planner.wishes import Wishes, agreed, offer_to_json, wishes_of
from tournaments.selectors.seen import seen_by
from web.finding import or_raise

PERMISSION = "tournaments.plan_tournament"


def may_plan(player: Player, club_id: int | None = None) -> bool:
    """For the house, by a right of it; for a club, by organising it while it is open."""
    if club_id is not None:
        return clubs_of(player, organised=True).filter(pk=club_id).exists() and player.is_active
    return player.is_active and player.has_perm(PERMISSION)


def require_planner(player: Player, club_id: int | None = None) -> None:
    """Raises NotAllowed(not_a_planner)."""
    if not may_plan(player, club_id):
        raise NotAllowed("not_a_planner", rule="PLAY-40")


def require_planner_of_any(player: Player) -> None:
    """Whoever plans for the house or for a club. Raises NotAllowed(not_a_planner)."""
    if not may_plan(player) and not clubs_of(player, organised=True).exists():
        raise NotAllowed("not_a_planner", rule="PLAY-40")


def planned_by(player: Player) -> Q:
    """Rows whose `club` this player plans for; without one, for the house."""
    theirs = Q(club__in=clubs_of(player, organised=True).values("pk"))
    return theirs | Q(club=None) if may_plan(player) else theirs


def drafts_of(player: Player) -> QuerySet[TournamentDraft]:
    """The drafts and templates that this player may read and change."""
    return TournamentDraft.objects.filter(planned_by(player))


@concerns_nobody
def save_draft(
    *,
    wishes: Wishes,
    by: Player,
    draft_id: int | None = None,
    is_template: bool = False,
    club_id: int | None = None,
) -> TournamentDraft:
    """Write a new draft, of the house or of a club, or change one that is not published.

    Raises:
        NotAllowed(not_a_planner), NotFound(draft_not_found), Refused(draft_is_published),
        InvalidPlan, InvalidRules, InvalidTerms: drafts, too, must fit together.
    """
    require_planner_of_any(by)
    draft = TournamentDraft(club_id=club_id) if draft_id is None else _locked(draft_id, by)
    require_planner(by, draft.club_id)
    agreed(wishes)
    if draft.club_id is not None:
        of_clubs.require_fit(wishes.plan, players_expected=wishes.players_expected)
        if draft_id is None:
            of_clubs.require_room_for_draft(draft.club_id)
    draft.created_by = by  # whoever wrote it last answers for it
    draft.name = " ".join(wishes.name.split())[: publishing.NAME_CHARS_MAX]
    draft.plan, draft.offer = to_json(wishes.plan), offer_to_json(wishes.offer)
    draft.starts_at, draft.players_expected = wishes.starts_at, wishes.players_expected
    draft.is_template = is_template
    draft.changed_at = timezone.now()
    draft.save()
    return draft


def one_draft(draft_id: int, *, reader: Player, locked: bool = False) -> TournamentDraft:
    """Raises NotFound(draft_not_found): also for who may not know of it."""
    found = drafts_of(reader).select_related("created_by", "club")
    if locked:
        found = found.select_for_update(of=("self",))
    return or_raise(found.filter(pk=draft_id).first(), NotFound("draft_not_found", draft=draft_id))


def _locked(draft_id: int, reader: Player) -> TournamentDraft:
    draft = one_draft(draft_id, reader=reader, locked=True)
    if draft.tournament_id is not None:
        raise Refused("draft_is_published", rule="PLAY-1", tournament=draft.tournament_id)
    return draft


@concerns_nobody
def copy_draft(*, draft_id: int, by: Player, is_template: bool = False) -> TournamentDraft:
    """A draft like another, or like a template; or a template made of a draft."""
    require_planner_of_any(by)
    draft = one_draft(draft_id, reader=by)
    if draft.club_id is not None:
        of_clubs.require_room_for_draft(draft.club_id)
    return TournamentDraft.objects.create(
        club=draft.club,
        name=draft.name,
        plan=draft.plan,
        offer=draft.offer,
        players_expected=draft.players_expected,
        forecast=draft.forecast,
        forecast_of=draft.forecast_of,
        refusal=draft.refusal,
        is_template=is_template,
        created_by=by,
    )


@concerns_nobody
def draft_from_ready_made(*, key: str, by: Player, club_id: int | None = None) -> TournamentDraft:
    """A club owes the house no fee.

    Raises NotAllowed(not_a_planner), NotFound(template_not_found).
    """
    require_planner(by, club_id)
    made = or_raise(READY_MADE.get(key), NotFound("template_not_found", key=key[:40]))
    plan = made.plan if club_id is None else replace(made.plan, fee_chips=0)
    wishes = Wishes(str(made.name), plan, made.offer, None, made.players)
    return save_draft(wishes=wishes, by=by, club_id=club_id)


@concerns_nobody
def clone_tournament(*, tournament_id: int, by: Player) -> TournamentDraft:
    """A draft like a tournament that was published.

    Raises NotAllowed(not_a_planner), NotFound(tournament_not_found), Refused(no_terms_to_copy).
    """
    require_planner_of_any(by)
    tournament = Tournament.objects.filter(seen_by(by.pk), pk=tournament_id).first()
    if tournament is None:
        raise NotFound("tournament_not_found", tournament=tournament_id)
    require_planner(by, tournament.club_id)
    if tournament.terms is None:
        raise Refused("no_terms_to_copy", rule="PLAY-1")
    if tournament.club_id is not None:
        of_clubs.require_room_for_draft(tournament.club_id)
    entries = tournament.entries.entered().count()
    return TournamentDraft.objects.create(
        club=tournament.club,
        name=tournament.name,
        plan=tournament.plan,
        offer=offer_to_json(offer_of(MatchTerms.from_json(tournament.terms))),
        created_by=by,
        # Where nobody could play, that says nothing of the next time.
        **({"players_expected": entries} if entries > 1 else {}),
    )


def offer_of(terms: MatchTerms) -> TableOffer:
    """The offer that these were agreed by; options that the rules keep are named as in them."""
    rules = terms.rules
    known = {**rules.to_json().get("play", {}), **rules.to_json()}
    known["reshuffle_limit"] = rules.reshuffles  # the one option that the rules name otherwise
    offered = engine.PRESETS[rules.key].options if rules.key in engine.PRESETS else ()
    options = {
        option.name: known[option.name]
        for option in offered
        if option.name in known and option.name not in ("point_limit", "penalty_limit")
    }
    return TableOffer(
        preset=rules.key,
        house_rules=rules.house_rules,
        options=options,
        format="ring",
        rounds=terms.rounds,
        turn_seconds=terms.turn_ms // 1000,
        bank_seconds=terms.bank_ms // 1000,
    )


@concerns_nobody
def publish_draft(*, draft_id: int, by: Player) -> Tournament:
    """Open it for entries; pressed twice, it is the same tournament.

    Raises:
        NotAllowed(not_a_planner | house_adds_alone), NotFound(draft_not_found).
        Refused(template_not_published | start_missing | start_is_past | forecast_missing
        | forecast_under_way).
        InvalidPlan(schedule_does_not_end): with the forecast's figures (PLAY-24).
    """
    require_planner_of_any(by)
    draft = one_draft(draft_id, reader=by, locked=True)
    if draft.tournament is not None:
        return draft.tournament
    wishes = wishes_of(draft)
    terms = agreed(wishes)
    if draft.club_id is not None:
        of_clubs.require_fit(wishes.plan, players_expected=wishes.players_expected)
        of_clubs.require_few_today(draft.club_id)
    if draft.is_template:
        raise Refused("template_not_published", rule="PLAY-40")
    if draft.starts_at is None:
        raise Refused("start_missing", rule="PLAY-40")
    require_start_to_come(draft.starts_at)
    require_forecast(draft, wishes.plan)
    publishing.require_second_person(wishes.plan, by=by, written_by=draft.created_by_id)
    tournament = publishing.publish_tournament(
        name=wishes.name,
        plan=wishes.plan,
        starts_at=draft.starts_at,
        terms=terms,
        by=by,
        found=stored_forecast(draft),
        club_id=draft.club_id,
    )
    TournamentDirector.objects.create(tournament=tournament, player=by, appointed_by=by)
    draft.tournament = tournament
    draft.save(update_fields=("tournament",))
    if draft.club is not None:
        of_clubs.tell_members(tournament, draft.club, but=by)
    return tournament


def require_start_to_come(starts_at: dt.datetime) -> None:
    """Raises Refused(start_is_past): by more than a minute."""
    if starts_at < timezone.now() - dt.timedelta(minutes=1):
        raise Refused("start_is_past", rule="PLAY-40")


def require_forecast(draft: TournamentDraft, plan: Plan) -> None:
    """Raises Refused(forecast_missing | forecast_under_way), InvalidPlan(schedule_does_not_end)."""
    found = stored_forecast(draft)
    if found is None:
        code = "forecast_under_way" if is_asked_for(draft) else "forecast_missing"
        raise Refused(code, rule="PLAY-24")
    if FORMATS[plan.format].plays_for_chips:
        require_end(found, plan)


@concerns_nobody
def discard_draft(*, draft_id: int, by: Player) -> None:
    """Raises NotAllowed, NotFound, Refused(draft_is_published)."""
    require_planner_of_any(by)
    _locked(draft_id, by).delete()


def plan_of(draft: TournamentDraft) -> Plan:
    return from_json(Plan, draft.plan)
