"""Bringing a club's members along as a file: looked at first, then all of it or nothing."""

from collections.abc import Iterator
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext

from accounts.imports.sheet import CHARS_MAX, ROWS_MAX
from accounts.joining.importing import KNOWN, NEW, ImportReport, import_players
from backoffice.team.access import action, colleague, page
from web.finding import or_raise
from web.refusals import Refused, sentence, words_of

BYTES_MAX = 4 * CHARS_MAX  # a character takes up to four


class Line(NamedTuple):
    """A row as a spreadsheet counts it, 0 is the file: whom it names, and what is wrong with it."""

    row: int
    name: str
    is_new: bool
    fault: str = ""


@page("import_people", "office/players/import/", "office-import")
def import_people(request: HttpRequest) -> HttpResponse:
    return _shown(request)


@action("import_people", "office/players/import/file/", "office-import-file")
def import_file(request: HttpRequest) -> HttpResponse:
    """Look through a file; sent again with the digest of what was looked at, it is done."""
    try:
        text = _text_of(request)
        report = import_players(
            text=text,
            confirm=request.POST.get("confirm", "")[:64],
            joins_names=bool(request.POST.get("joins_names")),
            by=colleague(request),
        )
    except Refused as refusal:
        messages.error(request, words_of(refusal))
        return redirect("office-import")
    if not report.is_done:
        return _shown(request, text, report)
    new = report.count(NEW)
    said = ngettext("%(new)s person has been added.", "%(new)s people have been added.", new)
    messages.success(request, said % {"new": new})
    return redirect("office-players")


def _shown(
    request: HttpRequest, text: str = "", report: ImportReport | None = None
) -> HttpResponse:
    context = {
        "report": report,
        "text": text,
        "lines": list(_lines(report)) if report else [],
        "new": report.count(NEW) if report else 0,
        "known": report.count(KNOWN) if report else 0,
        "joins_names": bool(request.POST.get("joins_names")),
        "wrong": len({one.row for one in report.faults}) if report else 0,
        "rows_max": ROWS_MAX,
    }
    return render(request, "backoffice/import.html", context)


def _text_of(request: HttpRequest) -> str:
    """What was typed, or the file. Raises Refused(import_empty | import_not_utf8 | …)."""
    typed: str = request.POST.get("csv", "")
    if typed:
        return typed
    file = or_raise(request.FILES.get("file"), Refused("import_empty"))
    if (file.size or 0) > BYTES_MAX:
        raise Refused("import_too_large", most=CHARS_MAX)
    try:
        text: str = file.read().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused("import_not_utf8") from None
    # As a form sends it back, so that it is known again.
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\r\n")


def _lines(report: ImportReport) -> Iterator[Line]:
    """Rows in order, each with all that is wrong with it."""
    lines = [Line(one.row, one.name, one.outcome == NEW) for one in report.rows]
    lines += [
        Line(one.row, str(one.facts.get("name", "")), False, sentence(one.code, one.facts))
        for one in report.faults
    ]
    yield from sorted(lines, key=lambda line: line.row)
