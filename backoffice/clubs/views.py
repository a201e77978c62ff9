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


@page("see_reports")
def clubs_page(request: HttpRequest) -> HttpResponse:
    """Clubs with reports that wait, then all of them; `?name=` looks for some."""
    name = request.GET.get("name", "").strip()[:40]
    rows, following = cut(list(clubs(name=name, before=cursor(request))), PAGE)
    context = {"reported": reported(), "rows": rows, "next": following, "name": name}
    return render(request, "backoffice/clubs.html", context)


_decide = partial(reasoned, "decide_report", back="office-clubs")

close = _decide(deciding.close, gettext_lazy("The club is closed."))
keep = _decide(deciding.keep, gettext_lazy("Decided."))


@doing("decide_report", "office-clubs")
def rename(request: HttpRequest, club_id: int) -> str:
    name = request.POST.get("name", "")[:60]
    reason = reason_of(request)
    deciding.rename(club_id=club_id, by=colleague(request), name=name, reason=reason)
    return _("Done, and written into the log.")
