"""Players: the list, the file, notes, sanctions; reports; integrity."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.interest import people_near
from accounts.models import Player
from accounts.sent_again import shown_once
from backoffice.complaints.deciding import decide_report
from backoffice.complaints.reading import PAGE, complaints
from backoffice.models import SanctionKind
from backoffice.people import access, accounts, sanctions
from backoffice.people import reading as read
from backoffice.people.premium import give_premium, take_premium
from backoffice.team.access import action, colleague, cursor, doing, page, reason_of, reasoned
from games.models import ChatReport, ReportOutcome
from rummy.refusal import Refusal
from web.api.paging import cut
from web.numbers import whole
from web.refusals import words_of
from web.routes import at


@page("see_players", "office/players/", "office-players")
def players(request: HttpRequest) -> HttpResponse:
    name, kind = request.GET.get("name", "").strip()[:30], request.GET.get("kind", "")
    rows, following = cut(read.players(name=name, kind=kind, before=cursor(request)), read.PAGE)
    context = {"rows": rows, "next": following, "name": name, "kind": kind}
    return render(request, "backoffice/players.html", context)


@page("see_players", "office/players/<row:player_id>/", "office-player")
def player(request: HttpRequest, player_id: int) -> HttpResponse:
    """A player's file; chips are shown to whoever may read the books."""
    return _file(request, player_id)


def _file(request: HttpRequest, player_id: int, link: str = "") -> HttpResponse:
    found = get_object_or_404(Player, pk=player_id)
    file = read.player_file(found)
    context = {
        "file": file,
        "player": found,
        "link": link,
        # Looked up where the page comes to it: only for who may end it.
        "access_of": partial(access.access_of, found),
        "has_premium": any(one.ends_at > timezone.now() for one in file.memberships),
    }
    answer = render(request, "backoffice/player.html", context)
    return shown_once(answer) if link else answer


@at("office/players/<row:player_id>/note/", "office-note")
@doing("note_player", "office-player", "player_id")
def note(request: HttpRequest, player_id: int) -> str:
    words = request.POST.get("words", "")
    sanctions.note_player(player_id=player_id, words=words, by=colleague(request))
    return _("Noted.")


@at("office/players/<row:player_id>/sanction/", "office-sanction")
@doing("sanction_player", "office-player", "player_id")
def sanction(request: HttpRequest, player_id: int) -> str:
    """Warn, mute or ban, for some hours or without end."""
    kind = request.POST.get("kind", "")
    sanctions.sanction_player(
        player_id=player_id,
        kind=kind if kind in SanctionKind.values else SanctionKind.WARNING.value,
        hours=whole(request.POST.get("hours", "").strip()),
        reason=reason_of(request),
        by=colleague(request),
    )
    return _("Done, and written into the log.")


@at("office/players/<row:player_id>/sanctions/<row:sanction_id>/lift/", "office-sanction-lift")
@doing("sanction_player", "office-player", "player_id")
def lift(request: HttpRequest, player_id: int, sanction_id: int) -> str:
    sanctions.lift_sanction(
        sanction_id=sanction_id, reason=reason_of(request), by=colleague(request)
    )
    return _("Lifted.")


@at("office/players/<row:player_id>/premium/give/", "office-premium-give")
@doing("end_premium", "office-player", "player_id")
def premium_give(request: HttpRequest, player_id: int) -> str:
    give_premium(
        player_id=player_id,
        days=whole(request.POST.get("days", "")) or 0,
        reason=reason_of(request),
        by=colleague(request),
    )
    return _("Done, and written into the log.")


premium_end = reasoned(
    "end",
    "end_premium",
    take_premium,
    gettext_lazy("Done, and written into the log."),
    page=("office/players/<row:player_id>/premium/", "office-premium"),
    back="office-player",
    named="player_id",
)
_PAGE = ("office/players/<row:player_id>/", "office-player")
_restore = partial(reasoned, right="restore_access", page=_PAGE, named="player_id")

take_factor = _restore(
    "forget-factor",
    act=accounts.take_second_factor,
    said=gettext_lazy("The second factor is taken away; the password is as it was."),
)
sign_out = _restore(
    "sign-out",
    act=accounts.sign_out_everywhere,
    said=gettext_lazy("Signed out everywhere; tokens and apps have ended."),
)

end_access = reasoned(
    "end",
    "restore_access",
    access.end_access,
    gettext_lazy("Ended; the player is told."),
    page=("office/players/<row:player_id>/access/<slug:access_id>/", "office-access"),
    back="office-player",
    named="player_id",
)


@action("restore_access", "office/players/<row:player_id>/password-link/", "office-password-link")
def password_link(request: HttpRequest, player_id: int) -> HttpResponse:
    """The link, on the page that answers and on no other."""
    try:
        link = accounts.give_password_link(
            player_id=player_id, reason=reason_of(request), by=colleague(request)
        )
    except Refusal as refusal:
        messages.error(request, words_of(refusal))
        return redirect("office-player", player_id)
    return _file(request, player_id, link)


@at("office/players/<row:player_id>/rename/", "office-player-rename")
@doing("decide_report", "office-player", "player_id")
def rename(request: HttpRequest, player_id: int) -> str:
    name = request.POST.get("name", "").strip()[:60]
    accounts.rename_player(
        player_id=player_id, name=name, reason=reason_of(request), by=colleague(request)
    )
    return _("Done, and written into the log.")


@page("see_reports", "office/reports/", "office-reports")
def reports(request: HttpRequest) -> HttpResponse:
    """What players have reported and nobody has decided yet; `?all=1` shows the decided ones."""
    decided = request.GET.get("all") == "1"
    context = {
        "rows": complaints(decided=decided)[:PAGE],
        "decided": decided,
        "near": people_near(colleague(request)),
    }
    return render(request, "backoffice/reports.html", context)


@at("office/reports/<row:report_id>/decide/", "office-report-decide")
@doing("decide_report", "office-reports")
def report_decide(request: HttpRequest, report_id: int) -> str:
    report = get_object_or_404(ChatReport.objects.select_related("author"), pk=report_id)
    outcome = request.POST.get("outcome", "")
    hours = whole(request.POST.get("hours", "").strip()) or sanctions.MUTE_HOURS
    wanted = outcome if outcome in ReportOutcome.values else ReportOutcome.NOTHING.value
    decide_report(report=report, outcome=wanted, by=colleague(request), hours=hours)
    return _("Decided.")
