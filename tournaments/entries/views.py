"""Entering, withdrawing, leaving, coming back, buying more: first what it moves or means, then one
tap.
"""

from dataclasses import dataclass
from functools import partial
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import register_converter, reverse
from django.urls.converters import StringConverter
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.books.reading import wallet_balance
from accounts.joining.players import Allowance
from accounts.models import Player
from accounts.sent_again import done_once
from accounts.views import become_guest, signed_in
from games.pages.tables import visitor
from tournaments.director import FORMATS, Phase, ladder
from tournaments.entries.asking import ENTRIES, Wish, ask, stacks_bought
from tournaments.entries.teams import name_team, remove_member
from tournaments.models import Entry, Tournament, TournamentTable
from tournaments.running.orders import is_quiet
from tournaments.selectors import lobby
from tournaments.selectors.lobby import one_tournament
from tournaments.selectors.seats import own_entry
from tournaments.tickets import reading as tickets
from tournaments.tickets.using import enter_with_ticket
from web import refusals
from web.numbers import whole
from web.routes import at, own_act
from web.security import limits


@dataclass(frozen=True, slots=True)
class Leaving:
    """`place` is what it would be at this moment, None in stages: behind everybody who plays on.

    `stack_chips` are forfeited; `paid_chips` were paid for the entry and stay in the prizes.
    `after_round`: the seat is kept until the round in play is over. `gives_up`: a match is on.
    """

    place: int | None
    prize_chips: int
    stack_chips: int
    paid_chips: int
    bounty_chips: int
    after_round: bool
    gives_up: bool
    may_return: bool


def leaving_now(tournament: Tournament, entry: Entry) -> Leaving:
    plan, clock, field = tournament.records()
    by_chips = FORMATS[plan.format].plays_for_chips
    # None for who waits, or was moved to a table that plays without them.
    table = TournamentTable.objects.filter(
        tournament=tournament,
        number=entry.table_number or 0,
        is_open=True,
        dealt__contains=[entry.pk],
    ).first()
    prizes = ladder(plan.prizes, field.contenders, field.pool_chips(plan))
    is_paid = by_chips and not clock.entries_open and field.alive <= prizes.places
    rules = plan.entries
    return Leaving(
        place=field.alive if by_chips else None,
        prize_chips=prizes.prizes_chips[field.alive - 1] if is_paid else 0,
        stack_chips=entry.stack_chips if by_chips else 0,
        paid_chips=entry.paid_with_fee_chips,
        bounty_chips=entry.heads * plan.bounty_chips,
        after_round=by_chips and table is not None and not is_quiet(table),
        gives_up=not by_chips and table is not None,
        may_return=clock.entries_open
        and entry.returns < rules.returns_max
        and clock.level <= rules.returns_until_level,
    )


WISHES = {wish.value.replace("_", "-"): wish for wish in Wish}


class WishInAddress(StringConverter):
    """What a player may ask for."""

    regex = "|".join(WISHES)


register_converter(WishInAddress, "wish")


@at("tournaments/<tournament:tournament_id>/<wish:what>/", "tournament-wish")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@done_once
def wish_page(request: HttpRequest, tournament_id: int, what: str) -> HttpResponse:
    """What a wish moves, to be confirmed; sent, it is done once and leads to the lobby."""
    tournament = one_tournament(tournament_id)
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
        "team": request.GET.get("team", ""),
        "wants_team": wish is Wish.ENTER and shown.row.in_teams,
        "tickets": tickets.usable(tournament, player) if wish is Wish.ENTER and player else [],
    }
    return render(request, "tournaments/confirm.html", context)


def _do(request: HttpRequest, tournament: Tournament, wish: Wish) -> HttpResponse:
    with refusals.Told(partial(messages.error, request), refusals.words_of):
        player = visitor(request) or (become_guest(request) if wish is Wish.ENTER else None)
        if player is None:
            return redirect("account_login")
        if wish is Wish.ENTER:
            limits.spend(ENTRIES, str(player.pk))
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


@at("tournaments/<tournament:tournament_id>/team/", "tournament-team")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def team_page(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """One's team: its captain's code and link, and another name or another team before the start.

    The link leads others here, and whoever has not entered yet on to entering.
    """
    tournament = one_tournament(tournament_id)
    player = visitor(request)
    entry = own_entry(tournament.pk, player)
    address = reverse("tournament-team", args=(tournament.pk,))
    if player is None or entry is None:
        given = urlencode({"team": request.GET.get("team", "")})
        return redirect(f"{reverse('tournament-wish', args=(tournament.pk, 'enter'))}?{given}")
    if request.method == "POST":
        with refusals.Told(partial(messages.error, request), refusals.words_of):
            limits.spend(ENTRIES, str(player.pk))
            name_team(tournament_id=tournament.pk, player=player, team=request.POST.get("team", ""))
        return redirect(address)
    members = Entry.objects.filter(tournament=tournament, team=entry.team).exclude(team="")
    context = {
        "tournament": tournament,
        "entry": entry,
        "members": members.entered().select_related("player").order_by("number"),
        "given": request.GET.get("team", ""),
        "link": request.build_absolute_uri(f"{address}?team={entry.team_code}"),
        "is_open": tournament.phase == Phase.ENTERING.value,
    }
    return render(request, "tournaments/team.html", context)


@own_act("tournaments/<tournament:tournament_id>/team/<player:player_id>/remove/", "team-remove")
def remove_from_team(request: HttpRequest, tournament_id: int, player_id: int) -> HttpResponse:
    """A captain removes a member."""
    captain = signed_in(request)
    with refusals.Told(partial(messages.error, request), refusals.words_of):
        limits.spend(ENTRIES, str(captain.pk))
        remove_member(tournament_id=tournament_id, player=captain, member=player_id)
        messages.success(request, _("Removed, and told so; your team has a new code."))
    return redirect("tournament-team", tournament_id)
