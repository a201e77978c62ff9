"""Pages where people deal with each other: friends and whom one ignores, and the inbox."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.notices import inbox, telling
from accounts.notices.push import keys
from accounts.people import befriending as doing
from accounts.people import friendships
from accounts.people.api import REQUESTS, player_called
from accounts.views import signed_in
from web.numbers import whole
from web.refusals import Refused, Told, words_of
from web.routes import own_act, own_page
from web.security import limits

NOTICES_PER_PAGE = 30


@own_page("friends/", "friends")
def friends(request: HttpRequest) -> HttpResponse:
    """Friends, requests, and whom one keeps away from; `?name=` looks somebody up."""
    player = signed_in(request)
    context = {
        "circle": friendships.circle_of(player),
        "ignored": friendships.ignored_by(player).select_related("other"),
        "wanted": request.GET.get("name", "")[:30],
    }
    return render(request, "accounts/friends.html", context)


@own_act("friends/change/", "change-friendship")
def change_friendship(request: HttpRequest) -> HttpResponse:
    """One button of the page of friends: `what` with the player `name`."""
    player = signed_in(request)
    name, what = request.POST.get("name", "").strip()[:30], request.POST.get("what", "")
    with Told(partial(messages.error, request), words_of):
        messages.success(request, _change(player, player_called(name), what))
    return redirect("friends")


def _change(player: Player, other: Player, what: str) -> str:
    """Do it, and say so. Raises Refused: as the services do."""
    name = {"name": other.name}
    if what == "befriend":
        limits.spend(REQUESTS, str(player.pk))
        if doing.befriend(player=player, other=other).accepted_at:
            return _("%(name)s and you are friends now.") % name
        return _("%(name)s has been asked.") % name
    if what == "part":
        doing.part(player=player, other=other)
        return _("Done.")
    if what in ("ignore", "mute"):
        doing.ignore(player=player, other=other, chat_only=what == "mute")
        return _("You will no longer see what %(name)s writes.") % name
    if what == "hear":
        doing.stop_ignoring(player=player, other=other)
        return _("You will see what %(name)s writes again.") % name
    raise Refused("player_not_found")


@own_page("notices/", "notices")
def notices(request: HttpRequest) -> HttpResponse:
    """The inbox. What is shown is read; what was new keeps its mark on this one page."""
    player = signed_in(request)
    cursor = whole(request.GET.get("before", ""))
    found, following = inbox.read_inbox(player, before=cursor, limit=NOTICES_PER_PAGE)
    shown = [inbox.shown(notice) for notice in found]
    if found and cursor is None:
        telling.mark_read(player=player, up_to=found[0].pk)
    context = {
        "notices": shown,
        "next_before": following,
        "groups": inbox.grouped(inbox.wishes_of(player)),
        "is_pushing": bool(keys.public_key()),
    }
    return render(request, "accounts/notices.html", context)


@own_act("notices/wishes/", "notice-wishes")
def notice_wishes(request: HttpRequest) -> HttpResponse:
    """What comes by e-mail and to devices, all kinds at once; ways not asked about stay."""
    player = signed_in(request)
    asked = [way for way in inbox.WAYS if way in request.POST.getlist("ways")]
    wished = {way: set(request.POST.getlist(way)) for way in asked}
    for wish in inbox.wishes_of(player):
        said = {way: wish.key in wished[way] for way in asked}
        changed = {way: on for way, on in said.items() if on != getattr(wish, way)}
        if changed:
            telling.wish(player=player, kind=wish.key, **changed)
    messages.success(request, _("Saved."))
    return redirect("notices")
