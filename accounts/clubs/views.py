"""Pages of clubs: the list, one club, its settings, and the door behind its link."""

from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.clubs import joining, keeping
from accounts.clubs import reading as read
from accounts.clubs.models import ABOUT_CHARS_MAX, NAME_CHARS_MAX, Club, DoorState, Joining
from accounts.clubs.shapes import link_of
from accounts.models import Player
from accounts.people.api import player_called
from accounts.sent_again import done_once
from accounts.views import signed_in
from web.api.payloads import With
from web.files.qr_code import svg_of
from web.refusals import Refused, Told, words_of
from web.routes import at, own_act, own_form, own_page
from web.security import limits


class ClubForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name of the club"), max_length=NAME_CHARS_MAX)
    about = forms.CharField(
        label=gettext_lazy("About the club"),
        max_length=ABOUT_CHARS_MAX,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("Whoever finds the club reads this: who you are, when you play."),
    )
    joining = forms.ChoiceField(
        label=gettext_lazy("How to join"),
        choices=Joining.choices,
        initial=Joining.ASK,
        widget=forms.RadioSelect,
    )


@own_page("clubs/", "clubs")
def clubs_page(request: HttpRequest) -> HttpResponse:
    """One's own clubs, invitations, and clubs to be found; `?name=` looks for some."""
    player = signed_in(request)
    wanted = request.GET.get("name", "").strip()[:NAME_CHARS_MAX]
    context = {
        "mine": read.clubs_of(player),
        "invited": read.at_the_door_of(player, DoorState.INVITED),
        "asked": read.at_the_door_of(player, DoorState.ASKS),
        "found": read.to_be_found(wanted, player),
        "wanted": wanted,
        "may_belong": read.may_belong(player),
    }
    return render(request, "accounts/clubs/clubs.html", context)


@own_form("clubs/new/", "found-club")
@done_once
def found_page(request: HttpRequest) -> HttpResponse:
    player = signed_in(request)
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with Told(partial(form.add_error, None), words_of):
            limits.spend(keeping.FOUNDING, str(player.pk))
            club = keeping.found_club(player=player, **form.cleaned_data)
            messages.success(request, _("The club is founded. Now invite the others."))
            return redirect("club", club.pk)
    context = {"form": form, "may_belong": read.may_belong(player)}
    return render(request, "accounts/clubs/found.html", context)


def _seen(request: HttpRequest, club_id: int) -> tuple[Club, With]:
    """A club, and as whoever asks may know it."""
    try:
        club = read.one_club(club_id)
        return club, read.view_of(club, signed_in(request))
    except Refused:
        raise Http404 from None


@own_page("clubs/<serial:club_id>/", "club")
def club_page(request: HttpRequest, club_id: int) -> HttpResponse:
    """About the club; for members who belongs to it, for organisers who waits at the door."""
    club, seen = _seen(request, club_id)
    may_belong = read.may_belong(signed_in(request))
    context: dict[str, Any] = {"seen": seen, "club": club, "may_belong": may_belong}
    if seen.own:
        context["members"] = read.members_of(club)
    if seen.organises and club.is_open:
        context["door"] = read.at_the_door(club)
        if club.has_link:
            link = link_of(club)
            context |= {"link": link, "link_code": svg_of(link)}
    return render(request, "accounts/clubs/club.html", context)


@own_form("clubs/<serial:club_id>/settings/", "club-settings")
def club_settings(request: HttpRequest, club_id: int) -> HttpResponse:
    """Name, text and joining; handing over and closing. For the owner."""
    club, seen = _seen(request, club_id)
    if not seen.owns or not club.is_open:
        raise PermissionDenied
    known = {"name": club.name, "about": club.about, "joining": club.joining}
    form = ClubForm(request.POST or None, initial=known)
    if request.method == "POST" and form.is_valid():
        with Told(partial(form.add_error, None), words_of):
            keeping.change_club(club_id=club.pk, actor=signed_in(request), **form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect("club", club.pk)
    heirs = [one.player for one in read.members_of(club) if not one.owns]
    context = {"form": form, "club": club, "heirs": heirs}
    return render(request, "accounts/clubs/settings.html", context)


@at("clubs/join/<slug:code>/", "club-by-link")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def by_link(request: HttpRequest, code: str) -> HttpResponse:
    """Where a club's link leads: what the club is, and one button in; also by way of signing up."""
    try:
        club = read.by_link(code)
    except Refused as refusal:
        lapsed = {"lapsed": words_of(refusal)}
        return render(request, "accounts/clubs/by_link.html", lapsed, status=404)
    player = request.user if isinstance(request.user, Player) else None
    if request.method == "POST" and player is not None:
        with Told(partial(messages.error, request), words_of):
            joining.join_club(club_id=club.pk, player=player, code=code)
            messages.success(request, _("Welcome to “%(club)s”.") % {"club": club.name})
            return redirect("club", club.pk)
    if player is not None and read.is_member(player.pk, club.pk):
        return redirect("club", club.pk)
    context: dict[str, Any] = {
        "club": club,
        "members": club.members.count(),
        "may_belong": player is not None and read.may_belong(player),
    }
    return render(request, "accounts/clubs/by_link.html", context)


@own_act("clubs/<serial:club_id>/act/", "club-act")
def club_act(request: HttpRequest, club_id: int) -> HttpResponse:
    """One button of a club's page: `what`, with the player `name` where it concerns one."""
    player = signed_in(request)
    club, _as_seen = _seen(request, club_id)
    what = request.POST.get("what", "")
    with Told(partial(messages.error, request), words_of):
        messages.success(request, _done(request, club, player, what))
        if what in ("leave", "decline", "close"):
            return redirect("clubs")
    return redirect("club", club.pk)


def _done(request: HttpRequest, club: Club, player: Player, what: str) -> str:
    """Do what a button says of oneself, and say so. Raises Refused as the services do."""
    match what:
        case "join":
            limits.spend(joining.REQUESTS, str(player.pk))
            if joining.join_club(club_id=club.pk, player=player):
                return _("Welcome to “%(club)s”.") % {"club": club.name}
            return _("The organisers have been asked.")
        case "decline":
            joining.stand_back(club_id=club.pk, player=player)
        case "leave":
            joining.leave_club(club_id=club.pk, player=player)
            return _("You have left the club.")
        case "link":
            keeping.renew_link(club_id=club.pk, actor=player)
            return _("Here is the new link.")
        case "no-link":
            keeping.withdraw_link(club_id=club.pk, actor=player)
        case "close":
            keeping.close_club(club_id=club.pk, actor=player)
            return _("The club is closed.")
        case "report":
            limits.spend(keeping.REPORTS, str(player.pk))
            keeping.report_club(club_id=club.pk, actor=player, note=request.POST.get("note", ""))
            return _("The staff will look at it.")
        case _:
            return _done_to(request, club, player, what)
    return _("Done.")


def _done_to(request: HttpRequest, club: Club, actor: Player, what: str) -> str:
    """Do what a button says of somebody else, and say so. Raises Refused as the services do."""
    wanted = request.POST.get("name", "").strip()[:30]
    other = player_called(wanted)
    asked: dict[str, Any] = {"club_id": club.pk, "player": other, "actor": actor}
    said, is_in = _("Done."), _("%(name)s is a member now.")
    match what:
        case "invite":
            limits.spend(joining.INVITATIONS, str(actor.pk))
            said = is_in if joining.invite(**asked) else _("%(name)s is invited.")
        case "accept" | "refuse":
            said = is_in if joining.answer_request(**asked, accept=what == "accept") else said
        case "remove":
            joining.remove_member(**asked, keep_out="keep_out" in request.POST)
            said = _("%(name)s is no longer a member.")
        case "hand-over":
            keeping.hand_over(**asked)
            said = _("%(name)s owns the club now.")
        case "organiser" | "member":
            keeping.name_organiser(**asked, organises=what == "organiser")
        case "uninvite":
            joining.uninvite(**asked)
        case "let-in":
            joining.let_in_again(**asked)
        case _:
            raise Http404
    return said % {"name": other.name}
