"""Entering, withdrawing, coming back, buying more: first what it moves, then one tap."""

from functools import partial

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.books.reading import wallet_balance
from accounts.joining.players import Allowance
from accounts.models import Player
from accounts.views import become_guest
from games.pages.tables import visitor
from tournaments.director import FORMATS
from tournaments.entries.asking import Wish, ask, join_team, stacks_bought
from tournaments.entries.leaving import leaving_now
from tournaments.models import Tournament
from tournaments.pages.lobby import found
from tournaments.selectors import lobby
from tournaments.tickets import reading as tickets
from tournaments.tickets.using import enter_with_ticket
from web import refusals
from web.numbers import whole

WISHES = {wish.value.replace("_", "-"): wish for wish in Wish}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def wish_page(request: HttpRequest, tournament_id: int, what: str) -> HttpResponse:
    """What a wish moves, to be confirmed; sent, it is done once and leads to the lobby."""
    tournament = found(tournament_id)
    wish = WISHES[what]
    if request.method == "POST":
        return _do(request, tournament, wish)
    player = visitor(request)
    if player is None and wish is Wish.CHECK_IN:
        return redirect_to_login(request.get_full_path())
    shown = lobby.lobby_of(tournament, player)
    offer = shown.offer(wish.value)
    if offer is None:
        return redirect("tournament", tournament_id)
    balance = wallet_balance(player) if player else Allowance.from_settings().starting_grant_chips
    gives = wish is not Wish.WITHDRAW
    leaving = leaving_now(tournament, shown.entry) if wish is Wish.LEAVE and shown.entry else None
    context = {
        "tournament": tournament,
        "lobby": shown,
        "row": shown.row,
        "offer": offer,
        "what": wish.value,
        "leaving": leaving,
        "balance": balance,
        "after": balance - offer.price_chips if gives else balance + offer.price_chips,
        "is_enough": not gives or balance >= offer.price_chips,
        "bought": stacks_bought(shown.entry),
        "wants_team": wish is Wish.ENTER and in_teams(tournament),
        "tickets": tickets.usable(tournament, player) if wish is Wish.ENTER and player else [],
    }
    return render(request, "tournaments/confirm.html", context)


def in_teams(tournament: Tournament) -> bool:
    return bool(FORMATS[tournament.plan["format"]].in_teams)


def _do(request: HttpRequest, tournament: Tournament, wish: Wish) -> HttpResponse:
    with refusals.Told(partial(messages.error, request), refusals.words_of):
        player = visitor(request) or (become_guest(request) if wish is Wish.ENTER else None)
        if player is None:
            return redirect("account_login")
        if _carry_out(request, tournament, player, wish):
            messages.success(request, DONE[wish]())
    return redirect("tournament", tournament.pk)


def _carry_out(request: HttpRequest, tournament: Tournament, player: Player, wish: Wish) -> bool:
    team = request.POST.get("team", "")
    ticket, seed = whole(request.POST.get("ticket", "")), request.POST.get("seed", "")
    if wish is Wish.ENTER and ticket is not None:
        return enter_with_ticket(
            tournament_id=tournament.pk,
            player=player,
            ticket_id=ticket,
            team=team,
            seed=seed,
        )
    bought = request.POST.get("bought", "")
    return ask(
        tournament_id=tournament.pk,
        player=player,
        wish=wish,
        bought=whole(bought, digits=5) or 0,
        team=team,
        seed=seed,
    )


DONE = {
    Wish.ENTER: lambda: _("You are in. This page takes you to your table."),
    Wish.CHECK_IN: lambda: _("You have checked in. This page takes you to your table."),
    Wish.WITHDRAW: lambda: _("You have withdrawn; your chips are back."),
    Wish.COME_BACK: lambda: _("You are back in, with a full stack."),
    Wish.REBUY: lambda: _("You have bought another stack."),
    Wish.ADD_ON: lambda: _("The add-on is yours."),
    Wish.LEAVE: lambda: _("You leave the tournament."),
}


@require_POST
def team(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Name one's team before the start."""
    tournament = found(tournament_id)
    player = visitor(request)
    if player is None:
        return redirect("account_login")
    with refusals.Told(partial(messages.error, request), refusals.words_of):
        join_team(tournament_id=tournament.pk, player=player, team=request.POST.get("team", ""))
    return redirect("tournament", tournament.pk)
