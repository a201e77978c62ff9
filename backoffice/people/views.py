"""Players: the list, the file, notes, sanctions; reports; integrity."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.interest import people_near
from accounts.models import Player
from backoffice.complaints.deciding import decide_complaint
from backoffice.complaints.reading import PAGE, complaints
from backoffice.inspector.settlements import explain_postings
from backoffice.models import SanctionKind
from backoffice.people import reading as read
from backoffice.people import sanctions
from backoffice.people.premium import give_premium, take_premium
from backoffice.team.access import action, colleague, cursor, done, number, page, reason_of
from games.models import ChatReport, ReportOutcome

KINDS = ("", "members", "guests", "bots", "staff", "banned")


@page("see_players")
def players(request: HttpRequest) -> HttpResponse:
    name, kind = request.GET.get("name", "").strip()[:30], request.GET.get("kind", "")
    found = read.players(name=name, kind=kind, before=cursor(request))
    context = {
        "rows": found[: read.PAGE],
        "next": found[read.PAGE - 1].pk if len(found) > read.PAGE else None,
        "name": name,
        "kind": kind,
    }
    return render(request, "backoffice/players.html", context)


@page("see_players")
def player(request: HttpRequest, player_id: int) -> HttpResponse:
    """A player's file; chips are shown to whoever may read the books."""
    found = get_object_or_404(Player, pk=player_id)
    file = read.player_file(found)
    context = {
        "file": file,
        "player": found,
        "explained": explain_postings(file.postings[:5]),
        "premium_key": uuid.uuid4().hex,
        "has_premium": any(one.ends_at > timezone.now() for one in file.memberships),
    }
    return render(request, "backoffice/player.html", context)


@action("note_player")
def note(request: HttpRequest, player_id: int) -> HttpResponse:
    found = get_object_or_404(Player, pk=player_id)
    return done(
        request,
        lambda: sanctions.note_player(
            player=found, words=request.POST.get("words", ""), by=colleague(request)
        ),
        _("Noted."),
        "office-player",
        player_id,
    )


@action("sanction_player")
def sanction(request: HttpRequest, player_id: int) -> HttpResponse:
    """Warn, mute or ban, for some hours or without end."""
    found = get_object_or_404(Player, pk=player_id)
    kind = request.POST.get("kind", "")
    return done(
        request,
        lambda: sanctions.sanction_player(
            player=found,
            kind=kind if kind in SanctionKind.values else SanctionKind.WARNING.value,
            hours=number(request.POST.get("hours", "").strip()),
            reason=reason_of(request),
            by=colleague(request),
        ),
        _("Done, and written into the log."),
        "office-player",
        player_id,
    )


@action("sanction_player")
def sanction_lift(request: HttpRequest, player_id: int, sanction_id: int) -> HttpResponse:
    return done(
        request,
        lambda: sanctions.lift_sanction(
            sanction_id=sanction_id,
            reason=reason_of(request),
            by=colleague(request),
        ),
        _("Lifted."),
        "office-player",
        player_id,
    )


@action("end_premium")
def premium_give(request: HttpRequest, player_id: int) -> HttpResponse:
    """Sent twice it is one gift: the form brings the key that it was shown with."""
    found, sent = get_object_or_404(Player, pk=player_id), request.POST
    return done(
        request,
        lambda: give_premium(
            player=found,
            days=number(sent.get("days", "")) or 0,
            reason=reason_of(request),
            key=sent.get("key", "")[:64],
            by=colleague(request),
        ),
        _("Done, and written into the log."),
        "office-player",
        player_id,
    )


@action("end_premium")
def premium_end(request: HttpRequest, player_id: int) -> HttpResponse:
    found = get_object_or_404(Player, pk=player_id)
    return done(
        request,
        lambda: take_premium(player=found, reason=reason_of(request), by=colleague(request)),
        _("Done, and written into the log."),
        "office-player",
        player_id,
    )


@page("see_reports")
def reports(request: HttpRequest) -> HttpResponse:
    """What players have reported and nobody has decided yet; `?all=1` shows the decided ones."""
    decided = request.GET.get("all") == "1"
    context = {
        "rows": complaints(decided=decided)[:PAGE],
        "decided": decided,
        "near": people_near(colleague(request)),
    }
    return render(request, "backoffice/reports.html", context)


@action("decide_report")
def report_decide(request: HttpRequest, report_id: int) -> HttpResponse:
    report = get_object_or_404(ChatReport.objects.select_related("author"), pk=report_id)
    outcome = request.POST.get("outcome", "")
    hours = number(request.POST.get("hours", "").strip()) or 24

    wanted = outcome if outcome in ReportOutcome.values else ReportOutcome.NOTHING.value
    return done(
        request,
        lambda: decide_complaint(report=report, outcome=wanted, by=colleague(request), hours=hours),
        _("Decided."),
        "office-reports",
    )
