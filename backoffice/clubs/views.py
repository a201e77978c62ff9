"""The office's page of clubs: what was reported, and what is done about it."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backoffice.clubs import deciding
from backoffice.clubs.reading import PAGE, clubs, reported
from backoffice.team.access import colleague, cursor, doing, page, reason_of, reasoned
from web.api.paging import cut
from web.routes import at


@page("see_reports", "office/clubs/", "office-clubs")
def clubs_page(request: HttpRequest) -> HttpResponse:
    """Clubs with reports that wait, then all of them; `?name=` looks for some."""
    name = request.GET.get("name", "").strip()[:40]
    rows, following = cut(list(clubs(name=name, before=cursor(request))), PAGE)
    context = {"reported": reported(), "rows": rows, "next": following, "name": name}
    return render(request, "backoffice/clubs.html", context)


_PAGE = ("office/clubs/<row:club_id>/", "office-club")
_decide = partial(reasoned, right="decide_report", page=_PAGE, back="office-clubs")

close = _decide("close", act=deciding.close, said=gettext_lazy("The club is closed."))
keep = _decide("keep", act=deciding.keep, said=gettext_lazy("Decided."))


@at("office/clubs/<row:club_id>/rename/", "office-club-rename")
@doing("decide_report", "office-clubs")
def rename(request: HttpRequest, club_id: int) -> str:
    name = request.POST.get("name", "")[:60]
    reason = reason_of(request)
    deciding.rename(club_id=club_id, by=colleague(request), name=name, reason=reason)
    return _("Done, and written into the log.")
