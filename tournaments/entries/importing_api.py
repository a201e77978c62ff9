"""Importing people over the API, for operators: players, and a tournament's entries, as CSV.

Without `confirm` nothing stays: the answer says what would happen to each row, and its `digest`,
sent as `confirm` with the same text, does it.
"""

from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.identity import caller
from accounts.api.operations import once
from accounts.joining.importing import INVITED, KNOWN, NEW, ImportReport, import_players
from tournaments.desk.api import DirectedView
from tournaments.entries.importing import import_entries
from web.api.operations import Json
from web.api.payloads import Shape, Whole, With, Word, Yes
from web.api.reading import Form, Lines, Text
from web.api.view import ApiView
from web.refusals import Refused, sentence

CSV_CHARS_MAX = 60_000
PERMISSION = "backoffice.import_people"


class ImportForm(Form):
    csv = Lines(
        max_length=CSV_CHARS_MAX,
        trim_whitespace=False,
        help_text="the file's text; its first row names the columns",
    )
    confirm = Text(
        max_length=64, default="", allow_blank=True, help_text="the `digest` of the trial"
    )


class ImportedRowShape(Shape):
    row = Whole(help_text="as a spreadsheet counts; the heading is row 1")
    name = Word()
    outcome = serializers.ChoiceField([NEW, KNOWN, INVITED])


class ImportFaultShape(Shape):
    row = Whole(help_text="0: the file")
    column = Word(allow_blank=True)
    code = Word()
    detail = Word(help_text="in the reader's language")
    facts = serializers.DictField()


class ImportShape(Shape):
    done = Yes(source="is_done", help_text="false: this was a trial, nothing has changed")
    digest = Word()
    new = Whole()
    known = Whole(help_text="were there already; nothing is changed about them")
    invited = Whole(help_text="have to agree first, since an entry costs chips: they are told")
    rows = ImportedRowShape(many=True)
    faults = ImportFaultShape(many=True)


class ImportView(ApiView, reading_scope="people:import", writing_scope="people:import"):
    """Base: for staff, with a scope of its own."""


class ImportPlayers(ImportView, at="players/import/"):
    """Import players (columns name, email, language); all rows or none, each once."""

    def check_permissions(self, request: Request) -> None:
        super().check_permissions(request)
        if not caller(request).has_perm(PERMISSION):
            raise Refused("not_allowed")

    @once(ImportForm, answers=ImportShape)
    def post(self, request: Request, form: Json) -> Json:
        by = caller(request)
        return _answer(form, import_players(text=form["csv"], confirm=form["confirm"], by=by))


class ImportEntries(
    ImportView, DirectedView, at="tournaments/<serial:tournament_id>/entries/import/"
):
    """Import a tournament's entries (columns name, team); whoever would have to pay is invited."""

    @once(ImportForm, answers=ImportShape)
    def post(self, request: Request, form: Json, tournament_id: int) -> Json:
        report = import_entries(
            tournament_id=tournament_id,
            text=form["csv"],
            confirm=form["confirm"],
            by=caller(request),
        )
        return _answer(form, report)


def _answer(form: Json, report: ImportReport) -> Json:
    faults = [With(one, detail=sentence(one.code, one.facts)) for one in report.faults]
    if form["confirm"] and not report.is_done:
        answers = [ImportFaultShape.of(fault) for fault in faults]
        first = {"row": faults[0].row, "first": faults[0].detail}
        raise Refused("import_has_faults", count=len(answers), faults=answers, **first)
    counts = {outcome: report.count(outcome) for outcome in (NEW, KNOWN, INVITED)}
    return ImportShape.of(report, faults=faults, **counts)
