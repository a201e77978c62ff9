"""Pages for planning: drafts and templates, one draft with its forecast, publishing."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import condition, require_http_methods

from accounts.clubs import reading as clubs
from accounts.models import Player
from accounts.sent_again import done_once
from accounts.views import signed_in
from games.moves.errors import NotAllowed
from tournaments.director import Field, Plan
from tournaments.entries.bots import too_dear
from tournaments.models import Tournament, TournamentDraft
from tournaments.pages.state import part_etag
from tournaments.planner import planning
from tournaments.planner.forecasts import forecasting
from tournaments.planner.forecasts.outlook import outlook_of
from tournaments.planner.forms import PlanForm, filled_in
from tournaments.planner.ready_made import EVENINGS, READY_MADE
from tournaments.planner.wishes import agreed
from tournaments.recurring.planning import recurring_rows
from tournaments.selectors.listing import rows
from tournaments.selectors.lobby import prizes_of
from web import refusals
from web.numbers import whole
from web.routes import at, own_act, own_form, own_page

LEVELS_SHOWN = 20
ROWS_SHOWN = 50


def planner(request: HttpRequest, club_id: int | None = None) -> Player:
    """Whoever plans for the house, or for this club."""
    player = signed_in(request)
    if not planning.may_plan(player, club_id):
        raise PermissionDenied
    return player


def planner_of_any(request: HttpRequest) -> Player:
    """Whoever plans for the house, or for any club."""
    player = signed_in(request)
    try:
        planning.require_planner_of_any(player)
    except NotAllowed:
        raise PermissionDenied from None
    return player


def draft_or_404(request: HttpRequest, draft_id: int) -> TournamentDraft:
    """A draft that whoever asks may read and change."""
    return get_object_or_404(planning.drafts_of(planner_of_any(request)), pk=draft_id)


def _plans_of(club_id: int | None) -> HttpResponse:
    """Back to the plans that a draft stands among."""
    plans = reverse("tournament-plans")
    return redirect(plans if club_id is None else f"{plans}?club={club_id}")


@own_page("tournaments/plan/", "tournament-plans")
def plans_page(request: HttpRequest) -> HttpResponse:
    """Drafts, templates, what is ready made, and tournaments that may be played again.

    `?club=` shows a club's, to its organisers.
    """
    club_id = whole(request.GET.get("club", ""))
    player = planner(request, club_id)
    club = None if club_id is None else clubs.one_club(club_id)
    drafts = planning.drafts_of(player).filter(club=club)
    drafts = drafts.select_related("tournament", "created_by")
    context = {
        "club": club,
        "recurring": recurring_rows(club_id),
        "drafts": drafts.filter(is_template=False, tournament__isnull=True)[:ROWS_SHOWN],
        "templates": drafts.filter(is_template=True)[:ROWS_SHOWN],
        "evenings": [READY_MADE[key] for key in EVENINGS],
        "ready_made": [made for key, made in READY_MADE.items() if key not in EVENINGS],
        "tournaments": rows(Tournament.objects.filter(terms__isnull=False, club=club)[:10], None),
    }
    return render(request, "tournaments/planner/plans.html", context)


@own_act("tournaments/plan/new/", "new-draft")
@done_once
def new_draft(request: HttpRequest) -> HttpResponse:
    """A draft from what is ready made, from a template or draft, or from a tournament."""
    player, posted = planner_of_any(request), request.POST
    club_id = whole(posted.get("club", ""))
    with refusals.Told(partial(messages.error, request), refusals.words_of):
        if posted.get("tournament", "").isdecimal():
            draft = planning.clone_tournament(tournament_id=int(posted["tournament"]), by=player)
        elif posted.get("draft", "").isdecimal():
            draft = planning.copy_draft(draft_id=int(posted["draft"]), by=player)
        else:
            key = posted.get("ready", "")
            draft = planning.draft_from_ready_made(key=key, by=player, club_id=club_id)
        if forecasting.stored_forecast(draft) is None:
            forecasting.ask_for_forecast(draft_id=draft.pk)
        return redirect("tournament-draft", draft.pk)
    return _plans_of(club_id)


@own_form("tournaments/plan/<tournament:draft_id>/", "tournament-draft")
def draft_page(request: HttpRequest, draft_id: int) -> HttpResponse:
    """The plan as a form; saving asks for a forecast of it."""
    draft = draft_or_404(request, draft_id)
    if draft.tournament_id is not None:
        return redirect("tournament-desk", draft.tournament_id)
    of_a_club = draft.club_id is not None
    form = PlanForm(request.POST or None, initial=filled_in(draft), of_a_club=of_a_club)
    if request.method == "POST" and form.is_valid():
        saved = _saved(request, draft, form)
        if saved is not None:
            return redirect("tournament-draft", saved.pk)
    levels = levels_of(planning.plan_of(draft))
    context = {"draft": draft, "form": form, "levels": levels, **_forecast(draft)}
    return render(request, "tournaments/planner/draft.html", context)


def _saved(request: HttpRequest, draft: TournamentDraft, form: PlanForm) -> TournamentDraft | None:
    with refusals.Told(partial(form.add_error, None)):
        saved = planning.save_draft(
            wishes=form.wishes(),
            by=signed_in(request),
            draft_id=draft.pk,
            is_template=draft.is_template,
        )
        forecasting.ask_for_forecast(draft_id=saved.pk)
        messages.success(request, _("Saved."))
        return saved
    return None


def levels_of(plan: Plan) -> list[dict[str, Any]]:
    """The first levels with their ratios and breaks, counted from 1."""
    schedule = plan.schedule
    return [
        {
            "number": level + 1,
            "pcr": schedule.pcr(level),
            "break_minutes": schedule.break_ms // 60_000 if schedule.breaks_after(level) else 0,
        }
        for level in range(LEVELS_SHOWN)
    ]


def _glance(draft: TournamentDraft) -> dict[str, Any]:
    """Tables at the start; pool and prizes without bounties, late entries and re-entries."""
    plan = planning.plan_of(draft)
    players = min(draft.players_expected, plan.entries.most)
    field = Field(entries=players, buy_ins=players)
    prizes = prizes_of(plan, field)
    return {
        "players": players,
        "tables": plan.tables_for(players),
        "pool_chips": field.pool_chips(plan),
        "bounty_chips": plan.bounty_chips,
        "places": prizes[-1].last if prizes else 0,
        "prizes": prizes,
    }


def _forecast(draft: TournamentDraft) -> dict[str, Any]:
    found = forecasting.stored_forecast(draft)
    is_told = forecasting.is_current(draft) or forecasting.has_failed(draft)
    refusal = draft.refusal if is_told else None
    dear = None if draft.club_id else too_dear(planning.plan_of(draft))
    return {
        "too_dear": dear and refusals.words_of(dear),
        "glance": _glance(draft),
        "outlook": None if found is None else outlook_of(found),
        "is_asked_for": forecasting.is_asked_for(draft),
        "refusal": refusal and refusals.sentence(refusal["code"], refusal["facts"]),
        "refusal_rule": refusal and refusal["rule"],
    }


@own_act("tournaments/plan/check/", "check-plan")
def check(request: HttpRequest) -> HttpResponse:
    """Whether the form fits together as it stands: sentences by field, and the levels."""
    planner_of_any(request)
    form = PlanForm(request.POST)
    errors = {name: [str(text) for text in posted] for name, posted in form.errors.items()}
    levels: list[dict[str, Any]] = []
    if form.is_valid():
        with refusals.Told(lambda words: errors.update(__all__=[words])):
            wishes = form.wishes()
            levels = levels_of(wishes.plan)
            agreed(wishes)
    return JsonResponse({"errors": errors, "levels": levels})


def _forecast_etag(request: HttpRequest, draft_id: int) -> str | None:
    draft = planning.drafts_of(signed_in(request)).filter(pk=draft_id).first()
    if draft is None:
        return None  # the page itself refuses: "not modified" would say that there is one
    return part_etag(request, draft.pk, draft.forecast_of, draft.forecast_asked_at, draft.refusal)


@at("tournaments/plan/<tournament:draft_id>/forecast/", "draft-forecast")
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@condition(etag_func=_forecast_etag)
def forecast_part(request: HttpRequest, draft_id: int) -> HttpResponse:
    """The forecast alone, asked for again and again; sent, it is ordered."""
    draft = draft_or_404(request, draft_id)
    if request.method == "POST":
        with refusals.Told(partial(messages.error, request), refusals.words_of):
            forecasting.ask_for_forecast(draft_id=draft.pk)
        return redirect("tournament-draft", draft.pk)
    return render(
        request, "tournaments/planner/forecast.html", {"draft": draft, **_forecast(draft)}
    )


@own_act("tournaments/plan/<tournament:draft_id>/publish/", "publish-draft")
@done_once
def publish(request: HttpRequest, draft_id: int) -> HttpResponse:
    """Open it for entries, or say why not."""
    player = planner_of_any(request)
    with refusals.Told(partial(messages.error, request)):
        tournament = planning.publish_draft(draft_id=draft_id, by=player)
        messages.success(request, _("Published: players may enter."))
        return redirect("tournament-desk", tournament.pk)
    return redirect("tournament-draft", draft_id)


@own_act("tournaments/plan/<tournament:draft_id>/copy/", "copy-draft")
@done_once
def copy(request: HttpRequest, draft_id: int) -> HttpResponse:
    draft = draft_or_404(request, draft_id)
    planning.copy_draft(draft_id=draft_id, by=signed_in(request), is_template=True)
    messages.success(request, _("Kept as a template."))
    return _plans_of(draft.club_id)


@own_act("tournaments/plan/<tournament:draft_id>/discard/", "discard-draft")
def discard(request: HttpRequest, draft_id: int) -> HttpResponse:
    draft = draft_or_404(request, draft_id)
    with refusals.Told(partial(messages.error, request), refusals.words_of):
        planning.discard_draft(draft_id=draft_id, by=signed_in(request))
    return _plans_of(draft.club_id)
