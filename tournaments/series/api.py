"""Series over the API: their standings for everybody, keeping them for who may plan."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.identity import caller, caller_or_visitor
from accounts.api.operations import once
from tournaments.models import Series
from tournaments.planner.planning import require_planner_of_any
from tournaments.planner.publishing import NAME_CHARS_MAX
from tournaments.series import certificates, keeping, reading, words
from tournaments.series.rules import WEIGHT_MAX, SeriesRules
from web.api.operations import Answer, Json, answers
from web.api.paging import PageQuery, page_of, pages_of
from web.api.payloads import Shape, Whole, Wholes, With, Word, Words, Yes
from web.api.reading import Form, Lines, Text, WholeNumber
from web.api.records import form_of, read_record, shape_of
from web.api.view import ApiView, OpenView
from web.database.replica import may_be_old
from web.refusals import Refused

SeriesRowShape = shape_of(reading.SeriesRow)
LINE_SHAPE = shape_of(reading.StandingLine, "SeriesLineShape")


class TournamentSeriesShape(Shape):
    id = Whole()
    name = Word()
    about = Word(allow_blank=True)
    is_closed = Yes(help_text="the standing is final")
    club = Whole(source="club_id", allow_null=True, help_text="only its members see it")
    rules = shape_of(SeriesRules)()
    rules_in_words = Words()
    follows = Wholes(help_text="recurring tournaments that count by themselves")
    tournaments = shape_of(reading.EventRow, "SeriesEventShape")(many=True)


class SeriesStandingShape(Shape):
    results = LINE_SHAPE(many=True)
    page = Whole()
    pages = Whole()
    players = Whole()
    own = LINE_SHAPE(allow_null=True, help_text="your own line, wherever it stands")


class SeriesCertificateShape(Shape):
    code = Word()
    name = Word(help_text="whose it is")
    series = Whole(source="series.pk")
    place = Whole(source="line.place")
    lines = Words(help_text="what is certified, in the reader's language")
    address = Word(help_text="where anybody can verify it; `.pdf` is the file")


class SeriesForm(Form):
    name = Text(max_length=NAME_CHARS_MAX)
    club = WholeNumber(min_value=1, default=None, allow_null=True, help_text="a club you organise")
    about = Lines(max_length=keeping.ABOUT_CHARS_MAX, default="", allow_blank=True)
    rules = form_of(SeriesRules)(required=False)
    follows = serializers.ListField(child=WholeNumber(min_value=1), default=list, max_length=100)


class EventForm(Form):
    tournament = WholeNumber(min_value=1)
    weight = WholeNumber(min_value=1, max_value=WEIGHT_MAX, default=1)


class StandingQuery(serializers.Serializer[Any]):
    page = WholeNumber(min_value=1, default=1)
    size = WholeNumber(min_value=1, max_value=100, default=50)


class KeptView(OpenView, writing_scope="tournament:direct"):
    """Base: everybody reads, whoever may plan tournaments writes; of a club's, its own people."""

    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        if request.method not in SAFE_METHODS:
            require_planner_of_any(caller(request))


class SeriesOfTheHouse(KeptView, at="series/"):
    """Series: standings over several tournaments, newest first."""

    @may_be_old
    @answers(pages_of(SeriesRowShape, "SeriesListShape"), query=PageQuery)
    def get(self, request: Request, query: Json) -> Answer:
        found = reading.series_list(caller_or_visitor(request))
        return page_of(found, query, reading.series_row)

    @once(SeriesForm, answers=TournamentSeriesShape, status=201)
    def post(self, request: Request, form: Json) -> Json:
        """Open one, of the house or of a club. Left out, the rules are those most have."""
        club_id = form["club"]
        made = keeping.open_series(wishes=_wishes(form), by=caller(request), club_id=club_id)
        return _told(made)


class OneSeries(KeptView, at="series/<serial:series_id>/"):
    """A series: its rules and its tournaments, also what was taken out."""

    @may_be_old
    @answers(TournamentSeriesShape)
    def get(self, request: Request, series_id: int) -> Json:
        return _told(reading.one_series(series_id))

    @once(SeriesForm, answers=TournamentSeriesShape)
    def put(self, request: Request, form: Json, series_id: int) -> Json:
        """Write it anew. Its rules are fixed once a tournament of it is over."""
        return _told(
            keeping.change_series(series_id=series_id, wishes=_wishes(form), by=caller(request))
        )


class Standing(OpenView, at="series/<serial:series_id>/standing/"):
    """Who stands where in a series: everybody's results, and which of them count."""

    @may_be_old
    @answers(SeriesStandingShape, query=StandingQuery)
    def get(self, request: Request, query: Json, series_id: int) -> Answer:
        series, reader = reading.one_series(series_id), caller_or_visitor(request)
        found = reading.series_standing(series, reader, page=query["page"], size=query["size"])
        return With(found, results=found.lines)


class SeriesTournaments(KeptView, at="series/<serial:series_id>/tournaments/"):
    """The tournaments of a series."""

    @once(EventForm, answers=TournamentSeriesShape)
    def post(self, request: Request, form: Json, series_id: int) -> Json:
        """Have a tournament count, its points times `weight`; sent again, with another weight."""
        keeping.add_to_series(
            series_id=series_id,
            tournament_id=form["tournament"],
            weight=form["weight"],
            by=caller(request),
        )
        return _told(reading.one_series(series_id))


class SeriesTournament(
    KeptView, at="series/<serial:series_id>/tournaments/<serial:tournament_id>/"
):
    """One tournament of a series."""

    @answers(None)
    def delete(self, request: Request, series_id: int, tournament_id: int) -> None:
        """It counts no more; that it did stays in the record."""
        keeping.take_out_of_series(
            series_id=series_id, tournament_id=tournament_id, by=caller(request)
        )


class CloseSeries(KeptView, at="series/<serial:series_id>/close/"):
    """The end of a series."""

    @once(answers=TournamentSeriesShape)
    def post(self, request: Request, series_id: int) -> Json:
        """The standing is final, and everybody with a place is told theirs."""
        return _told(keeping.close_series(series_id=series_id, by=caller(request)))


class MySeriesCertificate(ApiView, at="series/<serial:series_id>/certificate/"):
    """Your certificate of a closed series: for the first three."""

    @extend_schema(responses=SeriesCertificateShape)
    def get(self, request: Request, series_id: int) -> Response:
        series = reading.one_series(series_id)
        return _certificate(certificates.series_certificate_of(series, caller(request)))


class OneSeriesCertificate(OpenView, at="series/certificates/<slug:code>/"):
    """Whether a series' certificate is genuine; its code is on it."""

    @extend_schema(responses=SeriesCertificateShape)
    def get(self, request: Request, code: str) -> Response:
        return _certificate(certificates.series_certificate_by(code))


def _wishes(form: Json) -> keeping.SeriesWishes:
    rules = read_record(SeriesRules, form.get("rules", {}), path="rules")
    return keeping.SeriesWishes(form["name"], form["about"], rules, tuple(form["follows"]))


def _told(series: Series) -> Json:
    rules = reading.rules_of(series)
    return TournamentSeriesShape.of(
        series,
        is_closed=series.closed_at is not None,
        rules=rules,
        rules_in_words=words.rules_in_words(rules),
        follows=list(series.follows.order_by("pk").values_list("pk", flat=True)),
        tournaments=reading.event_rows(series),
    )


def _certificate(found: certificates.SeriesCertificate | None) -> Response:
    if found is None:
        raise Refused("not_found")
    return Response(SeriesCertificateShape.of(found))
