"""Planning over the API: drafts, their forecasts, publishing. For who may plan.

Scope `tournament:direct`. Who may not plan hears so, whether a draft exists or not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.identity import caller
from accounts.models import Player
from games.api.documents import IDEMPOTENCY_KEY
from games.api.forms import TableForm
from games.api.problems import once
from games.moves.errors import NotFound
from tournaments.api.shapes import FORMAT_WORDS, START_WORDS, DirectedShape
from tournaments.desk.api import DirectorView, directed, played_at_tables
from tournaments.director import Plan
from tournaments.forecast import Forecast
from tournaments.models import TournamentDraft
from tournaments.planner import planning
from tournaments.planner.forecasts import forecasting
from tournaments.planner.publishing import NAME_CHARS_MAX
from tournaments.planner.ready_made import READY_MADE
from tournaments.planner.wishes import PLAYERS_EXPECTED_MAX, Wishes
from web.api.paging import Done, PageQuery, page_of
from web.api.payloads import Moment, Shape, With
from web.api.reading import Flag, Form, Text, WholeNumber, read_body, read_query, refuse_body
from web.api.records import form_of, read_record, shape_of
from web.refusals import Refused, sentence


class DraftForm(Form):
    name = Text(max_length=NAME_CHARS_MAX)
    plan = form_of(Plan)(help_text=FORMAT_WORDS)
    table = TableForm(help_text="what is played; always a ring of so many rounds")
    starts_at = serializers.DateTimeField(
        required=False, allow_null=True, help_text="publishing needs it; " + START_WORDS
    )
    players_expected = WholeNumber(min_value=2, max_value=PLAYERS_EXPECTED_MAX, default=32)
    is_template = Flag(default=False, help_text="copied, never published")


class DraftCopyForm(Form):
    """Like one of these; exactly one is given."""

    must_be_sent: ClassVar = True
    described: ClassVar = {"minProperties": 1, "maxProperties": 1}
    ready_made = serializers.ChoiceField(list(READY_MADE), required=False)
    draft = WholeNumber(min_value=1, required=False)
    tournament = WholeNumber(min_value=1, required=False)


class PlanRefusalShape(Shape):
    code = serializers.CharField()
    rule = serializers.CharField(allow_blank=True)
    detail = serializers.CharField(help_text="in the reader's language")
    facts = serializers.DictField()


class DraftForecastShape(Shape):
    state = serializers.ChoiceField(
        ["missing", "under_way", "current"], help_text="of the draft as it is now"
    )
    result = shape_of(Forecast)(allow_null=True)
    refusal = PlanRefusalShape(allow_null=True, help_text="why it cannot be played like this")


class DraftShape(Shape):
    id = serializers.IntegerField()
    name = serializers.CharField()
    plan = serializers.DictField(help_text="as it is sent")
    table = serializers.DictField(
        source="offer", help_text="preset, house_rules, options, rounds, times"
    )
    starts_at = Moment(allow_null=True)
    players_expected = serializers.IntegerField()
    is_template = serializers.BooleanField()
    tournament = serializers.IntegerField(
        source="tournament_id", allow_null=True, help_text="what it was published as"
    )
    created_by = serializers.CharField(allow_blank=True)
    changed_at = Moment()
    forecast = DraftForecastShape()


class ReadyMadeShape(Shape):
    key = serializers.CharField()
    name = serializers.CharField()
    words = serializers.CharField()


class DraftsShape(Shape):
    results = DraftShape(many=True)
    next_before = serializers.IntegerField(allow_null=True)
    ready_made = ReadyMadeShape(many=True)


class Drafts(DirectorView):
    """Drafts and templates that are not published, newest first; and what is ready made."""

    @extend_schema(parameters=[PageQuery], responses=DraftsShape)
    def get(self, request: Request) -> Response:
        _planner(request)
        query = read_query(request, PageQuery)
        found = TournamentDraft.objects.filter(tournament=None).select_related("created_by")
        rows, next_before = page_of(found, query)
        return Response(
            DraftsShape.of(
                results=[_draft_answer(draft) for draft in rows],
                next_before=next_before,
                ready_made=READY_MADE.values(),
            )
        )

    @extend_schema(request=DraftForm, parameters=[IDEMPOTENCY_KEY], responses={201: DraftShape})
    def post(self, request: Request) -> Response:
        """A new draft. A forecast of it is begun at once."""
        player = _planner(request)
        return _saved(request, lambda wishes, is_template: _save(wishes, player, None, is_template))


class CopyDraft(DirectorView):
    """A draft like something ready made, like another draft or template, or a tournament."""

    @extend_schema(request=DraftCopyForm, parameters=[IDEMPOTENCY_KEY], responses={201: DraftShape})
    def post(self, request: Request) -> Response:
        player = _planner(request)
        form = read_body(request, DraftCopyForm)
        if len(form) != 1:
            raise Refused("invalid_input", names=sorted(DraftCopyForm().fields), fields={})

        def work() -> Done:
            return 201, DraftShape.of(_draft_answer(_copied(form, player)))

        return once(request, form, work)


class OneDraft(DirectorView):
    """A draft with its forecast."""

    @extend_schema(responses=DraftShape)
    def get(self, request: Request, draft_id: int) -> Response:
        _planner(request)
        return Response(DraftShape.of(_draft_answer(_draft(draft_id))))

    @extend_schema(request=DraftForm, parameters=[IDEMPOTENCY_KEY], responses=DraftShape)
    def put(self, request: Request, draft_id: int) -> Response:
        """Write it anew; a forecast of it is begun at once."""
        player = _planner(request)
        return _saved(
            request,
            lambda wishes, is_template: _save(wishes, player, draft_id, is_template),
            status=200,
        )

    @extend_schema(responses={204: None})
    def delete(self, request: Request, draft_id: int) -> Response:
        """Throw it away; a published one stays."""
        planning.discard_draft(draft_id=draft_id, by=_planner(request))
        return Response(status=204)


class DraftForecast(DirectorView):
    """What to expect of a draft: rounds, hours, tables, from simulated evenings (PLAY-24)."""

    @extend_schema(responses=DraftForecastShape)
    def get(self, request: Request, draft_id: int) -> Response:
        _planner(request)
        return Response(DraftForecastShape.of(_forecast(_draft(draft_id))))

    @extend_schema(request=None, parameters=[IDEMPOTENCY_KEY], responses={202: DraftForecastShape})
    def post(self, request: Request, draft_id: int) -> Response:
        """Ask for it; it is there within a minute."""
        refuse_body(request)
        _planner(request)

        def work() -> Done:
            _draft(draft_id)
            draft = forecasting.ask_for_forecast(draft_id=draft_id)
            return 202, DraftForecastShape.of(_forecast(draft))

        return once(request, {}, work)


class PublishDraft(DirectorView):
    """Open it for entries. It must have a start, and a forecast that ends."""

    @extend_schema(request=None, parameters=[IDEMPOTENCY_KEY], responses={201: DirectedShape})
    def post(self, request: Request, draft_id: int) -> Response:
        refuse_body(request)
        player = _planner(request)

        def work() -> Done:
            return 201, directed(planning.publish_draft(draft_id=draft_id, by=player).pk)

        return once(request, {}, work)


def _planner(request: Request) -> Player:
    """Raises NotAllowed(not_a_planner)."""
    player = caller(request)
    planning.require_planner(player)
    return player


def _draft(draft_id: int) -> TournamentDraft:
    found = TournamentDraft.objects.select_related("created_by").filter(pk=draft_id).first()
    if found is None:
        raise NotFound("draft_not_found", draft=draft_id)
    return found


def _saved(
    request: Request, save: Callable[[Wishes, bool], TournamentDraft], *, status: int = 201
) -> Response:
    form = read_body(request, DraftForm)
    asked = dict(request.data)
    wishes = Wishes(
        name=form["name"],
        plan=read_record(Plan, asked["plan"], path="plan."),
        offer=played_at_tables(asked["table"]),
        starts_at=form.get("starts_at"),
        players_expected=form["players_expected"],
    )

    def work() -> Done:
        return status, DraftShape.of(_draft_answer(save(wishes, form["is_template"])))

    return once(request, asked, work)


def _save(
    wishes: Wishes, player: Player, draft_id: int | None, is_template: bool
) -> TournamentDraft:
    saved = planning.save_draft(
        wishes=wishes, by=player, draft_id=draft_id, is_template=is_template
    )
    return forecasting.ask_for_forecast(draft_id=saved.pk)


def _copied(form: dict[str, Any], player: Player) -> TournamentDraft:
    if "ready_made" in form:
        return planning.draft_from_ready_made(key=form["ready_made"], by=player)
    if "draft" in form:
        return planning.copy_draft(draft_id=form["draft"], by=player)
    return planning.clone_tournament(tournament_id=form["tournament"], by=player)


def _draft_answer(draft: TournamentDraft) -> With:
    author = draft.created_by.name if draft.created_by else ""
    return With(draft, created_by=author, forecast=_forecast(draft))


def _forecast(draft: TournamentDraft) -> dict[str, Any]:
    is_current = forecasting.is_current(draft)
    waits = forecasting.is_asked_for(draft)
    refusal = draft.refusal if is_current else None
    return {
        "state": "current" if is_current else "under_way" if waits else "missing",
        "result": forecasting.stored_forecast(draft),
        "refusal": refusal and {**refusal, "detail": sentence(refusal["code"], refusal["facts"])},
    }
