"""Planning over the API: drafts, their forecasts, publishing. For who may plan, for the house or
for a club they organise.

Scope `tournament:direct`. Who may not plan hears so, whether a draft exists or not.
"""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.identity import caller
from accounts.api.operations import once
from accounts.models import Player
from games.api.forms import TableForm
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
from web.api.operations import Answer, Json, answers
from web.api.paging import NextBefore, PageQuery, page_of
from web.api.payloads import Moment, Shape, Whole, With, Word, Yes
from web.api.reading import Flag, Form, Text, WholeNumber
from web.api.records import form_of, read_record, shape_of
from web.refusals import Refused, sentence
from web.time.moments import SentMoment


class DraftForm(Form):
    name = Text(max_length=NAME_CHARS_MAX)
    plan = form_of(Plan)(help_text=FORMAT_WORDS)
    table = TableForm(help_text="what is played; always a ring of so many rounds")
    starts_at = SentMoment(
        required=False, allow_null=True, help_text="publishing needs it; " + START_WORDS
    )
    players_expected = WholeNumber(min_value=2, max_value=PLAYERS_EXPECTED_MAX, default=32)
    is_template = Flag(default=False, help_text="copied, never published")
    club = WholeNumber(
        min_value=1,
        required=False,
        allow_null=True,
        help_text="the club you organise that plays it; a draft stays whose it was made as",
    )


class DraftCopyForm(Form):
    """Like one of these; exactly one is given."""

    must_be_sent: ClassVar = True
    described: ClassVar = {"minProperties": 1, "maxProperties": 2}
    ready_made = serializers.ChoiceField(list(READY_MADE), required=False)
    draft = WholeNumber(min_value=1, required=False)
    tournament = WholeNumber(min_value=1, required=False)
    club = WholeNumber(
        min_value=1, required=False, help_text="with `ready_made`: the club that plays it"
    )


class PlanRefusalShape(Shape):
    code = Word()
    rule = Word(allow_blank=True)
    detail = Word(help_text="in the reader's language")
    facts = serializers.DictField()


class DraftForecastShape(Shape):
    state = serializers.ChoiceField(
        ["missing", "under_way", "current"], help_text="of the draft as it is now"
    )
    result = shape_of(Forecast)(allow_null=True)
    refusal = PlanRefusalShape(allow_null=True, help_text="why it cannot be played like this")


class DraftShape(Shape):
    id = Whole()
    name = Word()
    plan = serializers.DictField(help_text="as it is sent")
    table = serializers.DictField(
        source="offer", help_text="preset, house_rules, options, rounds, times"
    )
    starts_at = Moment(allow_null=True)
    players_expected = Whole()
    is_template = Yes()
    club = Whole(source="club_id", allow_null=True, help_text="null: the house's own")
    tournament = Whole(
        source="tournament_id", allow_null=True, help_text="what it was published as"
    )
    created_by = Word(allow_blank=True)
    changed_at = Moment()
    forecast = DraftForecastShape()


class ReadyMadeShape(Shape):
    key = Word()
    name = Word()
    words = Word()


class DraftsShape(Shape):
    results = DraftShape(many=True)
    next_before = NextBefore()
    ready_made = ReadyMadeShape(many=True)


class PlannerView(DirectorView):
    """Base: for whoever plans tournaments."""

    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        planning.require_planner_of_any(caller(request))


class Drafts(PlannerView, at="drafts/"):
    """Drafts and templates that are not published, newest first; and what is ready made."""

    @answers(DraftsShape, query=PageQuery)
    def get(self, request: Request, query: Json) -> Answer:
        found = planning.drafts_of(caller(request)).filter(tournament=None)
        page = page_of(found.select_related("created_by"), query, _draft_answer)
        return With(page, ready_made=READY_MADE.values())

    @once(DraftForm, answers=DraftShape, status=201)
    def post(self, request: Request, form: Json) -> Json:
        """A new draft. A forecast of it is begun at once."""
        return _saved(request, form)


class CopyDraft(PlannerView, at="drafts/copy/"):
    """A draft like something ready made, like another draft or template, or a tournament."""

    @once(DraftCopyForm, answers=DraftShape, status=201)
    def post(self, request: Request, form: Json) -> Answer:
        if len(form.keys() - {"club"}) != 1 or ("club" in form and "ready_made" not in form):
            raise Refused("invalid_input", names=sorted(DraftCopyForm().fields), fields={})
        return _draft_answer(_copied(form, caller(request)))


class OneDraft(PlannerView, at="drafts/<serial:draft_id>/"):
    """A draft with its forecast."""

    @answers(DraftShape)
    def get(self, request: Request, draft_id: int) -> Answer:
        return _draft_answer(planning.one_draft(draft_id, reader=caller(request)))

    @once(DraftForm, answers=DraftShape)
    def put(self, request: Request, form: Json, draft_id: int) -> Json:
        """Write it anew; a forecast of it is begun at once."""
        return _saved(request, form, draft_id)

    @answers(None)
    def delete(self, request: Request, draft_id: int) -> None:
        """Throw it away; a published one stays."""
        planning.discard_draft(draft_id=draft_id, by=caller(request))


class DraftForecast(PlannerView, at="drafts/<serial:draft_id>/forecast/"):
    """What to expect of a draft: rounds, hours, tables, from simulated evenings (PLAY-24)."""

    @answers(DraftForecastShape)
    def get(self, request: Request, draft_id: int) -> Answer:
        draft = planning.one_draft(draft_id, reader=caller(request))
        return _forecast(draft)

    @once(answers=DraftForecastShape, status=202)
    def post(self, request: Request, draft_id: int) -> Answer:
        """Ask for it; it is there within a minute."""
        planning.one_draft(draft_id, reader=caller(request))
        draft = forecasting.ask_for_forecast(draft_id=draft_id)
        return _forecast(draft)


class PublishDraft(PlannerView, at="drafts/<serial:draft_id>/publish/"):
    """Open it for entries. It must have a start, and a forecast that ends."""

    @once(answers=DirectedShape, status=201)
    def post(self, request: Request, draft_id: int) -> Json:
        return directed(planning.publish_draft(draft_id=draft_id, by=caller(request)).pk)


def _saved(request: Request, form: Json, draft_id: int | None = None) -> Json:
    sent = dict(request.data)
    wishes = Wishes(
        name=form["name"],
        plan=read_record(Plan, sent["plan"], path="plan."),
        offer=played_at_tables(sent["table"]),
        starts_at=form.get("starts_at"),
        players_expected=form["players_expected"],
    )
    saved = planning.save_draft(
        wishes=wishes,
        by=caller(request),
        draft_id=draft_id,
        is_template=form["is_template"],
        club_id=form.get("club"),
    )
    return DraftShape.of(_draft_answer(forecasting.ask_for_forecast(draft_id=saved.pk)))


def _copied(form: dict[str, Any], player: Player) -> TournamentDraft:
    if "ready_made" in form:
        return planning.draft_from_ready_made(
            key=form["ready_made"], by=player, club_id=form.get("club")
        )
    if "draft" in form:
        return planning.copy_draft(draft_id=form["draft"], by=player)
    return planning.clone_tournament(tournament_id=form["tournament"], by=player)


def _draft_answer(draft: TournamentDraft) -> With:
    author = draft.created_by.name if draft.created_by else ""
    return With(draft, created_by=author, forecast=_forecast(draft))


def _forecast(draft: TournamentDraft) -> With:
    is_current = forecasting.is_current(draft)
    waits = forecasting.is_asked_for(draft)
    refusal = draft.refusal if is_current else None
    return With(
        state="current" if is_current else "under_way" if waits else "missing",
        result=forecasting.stored_forecast(draft),
        refusal=refusal and {**refusal, "detail": sentence(refusal["code"], refusal["facts"])},
    )
