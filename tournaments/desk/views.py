"""The director's desk: a live page, orders with their consequences, calls from players."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import condition

from accounts.interest import why_not
from accounts.models import Player
from accounts.views import signed_in
from tournaments.desk import entrants as who
from tournaments.desk import ordering
from tournaments.desk import reading as desk
from tournaments.desk import words as desk_words
from tournaments.desk.forms import FIELDS, OrderForm
from tournaments.desk.orders import ORDERS, REPORTING, DeskOrder, Prepared
from tournaments.desk.undoing import may_be_undone
from tournaments.director import FORMATS, Phase
from tournaments.director.commands import PayBounty, PayPrize, RaisePrize, Refund
from tournaments.director.desk.commands import HandOver
from tournaments.director.desk.orders import never_in
from tournaments.models import (
    DeskAct,
    Entry,
    EntryStatus,
    Tournament,
    TournamentDirector,
    TournamentTable,
)
from tournaments.pages.lobby import number_asked
from tournaments.pages.state import part_etag
from tournaments.planner.forecasts.outlook import progress_of
from tournaments.printing import printed, prints_of, titled_prints
from tournaments.selectors.standings import searched_for
from tournaments.sheets.at_desk import is_settled
from tournaments.sheets.reading import ends_it
from tournaments.tickets.aiming import Aim, aim_of, aims_open_to, gives_tickets
from web import refusals
from web.numbers import whole
from web.refusals import Refusal
from web.routes import own_act, own_form, own_page

# Orders whose consequences are shown before they are confirmed.
PREVIEWED = ("disqualify", "cancel", "remove", "void_round", "correct")
LINES_SHOWN = 200
_GIVEN = ("entry", "table", "other", "number")  # what a link to an order says beforehand


def directed(request: HttpRequest, tournament_id: int) -> Tournament:
    """The tournament, for whoever directs it; nobody else learns whether there is one."""
    tournament = get_object_or_404(Tournament, pk=tournament_id)
    if not ordering.may_direct(signed_in(request), tournament):
        raise PermissionDenied
    return tournament


def _etag(request: HttpRequest, tournament_id: int) -> str | None:
    if "part" not in request.GET:
        return None
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None or not ordering.may_direct(signed_in(request), tournament):
        return None  # the page itself refuses: "not modified" would say that there is one
    return part_etag(request, *desk.state_of_desk(tournament))


@own_page("tournaments/<tournament:tournament_id>/desk/", "tournament-desk")
@condition(etag_func=_etag)
def desk_page(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Clock, calls, tables, orders given; `?part=live` is what changes."""
    tournament = directed(request, tournament_id)
    records = tournament.records()
    only = request.GET.get("table", "")
    search = searched_for(request.GET.get("player", ""))
    players = desk.players_called(tournament, search)
    number = whole(only, digits=8)
    looks = number is not None or not search or players
    rows = desk.rows_of(tournament, records[1], only=number, with_any_of=players) if looks else []
    acts, clock = desk.latest_acts(tournament), desk.clock_of(*records)
    calls = desk.open_calls(tournament)
    why = why_not(signed_in(request), "give_order", "tournament", tournament.pk)
    refused = who.refused_now(*records)
    kinds = _offered(tournament, refused)
    entering = "enter" not in refused
    context: dict[str, Any] = {
        "tournament": tournament,
        "clock": clock,
        "rows": rows,
        "calls": calls,
        "numbers": desk.numbers_in_use(tournament),
        "unanswered": sum(not call.answer for call in calls),
        "why": why,
        "acts": [
            (act, desk_words.in_words(act), not why and _may_undo(act, clock), _is_settled(act))
            for act in acts
        ],
        "decisions": desk.latest_decisions(tournament),
        "progress": progress_of(tournament),
        "only": only,
        "search": search,
        "players": players,
        "query": request.GET.urlencode(),
        "offered": [] if why else kinds,
        # What stands against a start at once, while there is one to come.
        "waits": refusals.words_of(refused["start"])
        if tournament.phase == Phase.ENTERING.value and "start" in refused
        else "",
        "entering": entering,
        "entrants": who.entrants(tournament, size=who.LATEST_SHOWN) if entering else None,
    }
    if request.GET.get("part") == "live":
        return render(request, "tournaments/desk/live.html", context)
    directors = TournamentDirector.objects.filter(tournament=tournament).select_related("player")
    context |= {"orders": _orders_for(tournament, kinds), "directors": list(directors)}
    context |= {"aim": aim_of(tournament), "aims": _aims(tournament)}
    context |= {"prints": titled_prints(tournament)}
    return render(request, "tournaments/desk/desk.html", context)


def _aims(tournament: Tournament) -> list[Aim] | None:
    """Where the tickets may be aimed; None when there are none, or all have been given out."""
    if tournament.finished_at is not None or not gives_tickets(tournament):
        return None
    now, found = aim_of(tournament), aims_open_to(tournament)
    return found if now is None or not now.value or now in found else [now, *found]


def _may_undo(act: DeskAct, clock: desk.DeskClock) -> bool:
    has_passed = {"pause": not clock.is_paused, "resume": clock.is_paused}.get(act.kind, False)
    if not may_be_undone(act) or hasattr(act, "undone_by") or has_passed:
        return False
    if "waits" in act.facts_now:
        return act.waits
    return not _is_settled(act)


def _is_settled(act: DeskAct) -> bool:
    """A result that counts already: it is corrected, not taken back."""
    return act.kind == "report" and is_settled(act.tournament_id, act.table_number or 0, act.facts)


def _orders_for(tournament: Tournament, kinds: list[str]) -> list[tuple[str, Any]]:
    if tournament.finished_at is not None:
        return []
    # Above the tables, and at each of them.
    buttons = ("announce", "start", "pause", "resume", "enter", *REPORTING)
    offered = [kind for kind in kinds if kind not in buttons]
    if not Entry.objects.filter(tournament=tournament, status=EntryStatus.IN).exists():
        offered = [kind for kind in offered if "entry" not in FIELDS.get(kind, ())]
    if not TournamentTable.objects.filter(tournament=tournament).exists():
        offered = [kind for kind in offered if "table" not in FIELDS.get(kind, ())]
    entering = tournament.phase == Phase.ENTERING.value
    return [(kind, desk_words.title(kind, entering=entering)) for kind in offered]


def _offered(tournament: Tournament, refused: Mapping[str, refusals.Refusal]) -> list[str]:
    plan = tournament.plan
    never = never_in(plan["format"], Phase(tournament.phase), seats=plan["seats"])
    never |= frozenset() if plan["entries"].get("check_in") else {"check_in"}
    never |= {"give_time"} if plan.get("real_tables") else frozenset(REPORTING)
    return [kind for kind in ORDERS if kind not in never and kind not in refused]


@own_page("tournaments/<tournament:tournament_id>/desk/entrants/", "desk-entrants")
def entrants_page(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Everybody who has entered, a hundred at a time."""
    tournament = directed(request, tournament_id)
    search = searched_for(request.GET.get("player", ""))
    page = number_asked(request, "page")
    why = why_not(signed_in(request), "give_order", "tournament", tournament.pk)
    context = {
        "tournament": tournament,
        "entrants": who.entrants(tournament, page=page, search=search),
        "search": search,
        "offered": [] if why else _offered(tournament, who.refused_now(*tournament.records())),
    }
    return render(request, "tournaments/desk/entrants.html", context)


@own_page("tournaments/<tournament:tournament_id>/desk/print/<slug:what>.pdf", "desk-print")
def print_file(request: HttpRequest, tournament_id: int, what: str) -> HttpResponse:
    """A file to be printed, as the tournament stands now."""
    tournament = directed(request, tournament_id)
    if what not in prints_of(tournament):
        raise Http404
    answer = HttpResponse(printed(tournament, what), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="jeton-{tournament.pk}-{what}.pdf"'
    return answer


@own_form("tournaments/<tournament:tournament_id>/desk/order/<slug:kind>/", "desk-order")
def order_page(request: HttpRequest, tournament_id: int, kind: str) -> HttpResponse:
    """What an order needs and what follows from it; sent, it is done once."""
    tournament = directed(request, tournament_id)
    if kind not in ORDERS:
        raise Http404
    player = signed_in(request)
    entering = tournament.phase == Phase.ENTERING.value
    form = OrderForm(tournament, kind, request.POST or None, initial=_initial(request))
    lines: list[tuple[str, Any]] = []
    if request.method == "POST" and form.is_valid():
        if "preview" not in request.POST and _ordered(request, tournament, form, player):
            return redirect("tournament-desk", tournament_id)
        if "preview" in request.POST:
            lines = _preview(form, tournament, form.order, player)
    elif request.method != "POST" and kind in _previewed(tournament):
        lines = _preview_of_initial(form, tournament, kind, player)
    context = {
        "tournament": tournament,
        "kind": kind,
        "title": desk_words.title(kind, entering=entering),
        "effect": desk_words.effect(
            kind, for_chips=FORMATS[tournament.plan["format"]].plays_for_chips, entering=entering
        ),
        "form": form,
        "lines": lines[:LINES_SHOWN],
        "more": max(0, len(lines) - LINES_SHOWN),
        "is_previewed": kind in _previewed(tournament),
        "ends_it": kind == "report" and ends_it(tournament),
        "is_grave": kind in ("disqualify", "cancel", "remove"),
    }
    return render(request, "tournaments/desk/order.html", context)


def _previewed(tournament: Tournament) -> tuple[str, ...]:
    """Orders that move chips; where there are no stacks only refunds do."""
    return PREVIEWED if FORMATS[tournament.plan["format"]].plays_for_chips else ("cancel",)


def _initial(request: HttpRequest) -> dict[str, Any]:
    given = {name: request.GET[name] for name in _GIVEN if name in request.GET}
    return {**given, "key": OrderForm.new_key()}


def _ordered(request: HttpRequest, tournament: Tournament, form: OrderForm, player: Player) -> bool:
    with refusals.Told(partial(form.add_error, None), partial(_with_way_out, tournament)):
        act = ordering.give_order(
            tournament_id=tournament.pk,
            asked=form.order,
            by=player,
            remark=form.cleaned_data["remark"],
            key=form.cleaned_data["key"],
        )
        what = f"{desk_words.title_of(act)} {desk_words.in_words(act)}".strip()
        done = _("It waits: %(what)s") if act.waits else _("Done: %(what)s")
        messages.success(request, done % {"what": what})
        return True
    return False


def _with_way_out(tournament: Tournament, refusal: Refusal) -> str:
    """What is refused; while a round is on, with the order that has to be given first."""
    table = refusal.facts.get("table")
    if refusal.code != "round_in_play" or not table:
        return refusals.in_words(refusal)
    pause = f"{reverse('desk-order', args=(tournament.pk, 'pause_table'))}?table={table}"
    lead = _("Pause table %(table)s") % {"table": table}
    return format_html('{} <a href="{}">{}</a>', refusals.in_words(refusal), pause, lead)


def _preview(
    form: OrderForm, tournament: Tournament, asked: DeskOrder, player: Player
) -> list[tuple[str, Any]]:
    with refusals.Told(partial(form.add_error, None), partial(_with_way_out, tournament)):
        return consequences(
            ordering.preview_order(tournament_id=tournament.pk, asked=asked, by=player)
        )
    return []


def _preview_of_initial(
    form: OrderForm, tournament: Tournament, kind: str, player: Player
) -> list[tuple[str, Any]]:
    """What follows is shown at once where nothing is left to be chosen."""
    given = {
        name: int(str(value)) for name, value in form.initial.items() if str(value).isdecimal()
    }
    needed = set(FIELDS.get(kind, ()))
    if "points" in needed or not {"entry", "table"} & needed <= set(given):
        return []
    asked = DeskOrder(kind, entry=given.get("entry"), table=given.get("table"))
    form = OrderForm(tournament, kind, {"remark": "-", "key": "-", **given})
    form.is_valid()
    return _preview(form, tournament, asked, player)


def consequences(prepared: Prepared) -> list[tuple[str, Any]]:
    """Who gets or gives how many chips, by name; of what waits only when it takes effect."""
    if prepared.facts.get("waits"):
        until = _("takes effect after the round at table %(table)s")
        return [(until % {"table": prepared.table}, None)]
    moved: list[tuple[int, int]] = []
    for command in prepared.commands:
        match command:
            case HandOver(to_entry=entry, chips=chips):
                moved.append((entry, chips))
            case Refund(entry=entry, chips=chips, fee_chips=fee):
                moved.append((entry, chips + fee))
            case (
                PayPrize(entry=entry, chips=chips)
                | RaisePrize(entry=entry, chips=chips)
                | PayBounty(entry=entry, chips=chips)
            ):
                moved.append((entry, chips))
            case _:
                changes = getattr(command, "changes_chips", ())
                moved += list(zip(getattr(command, "entries", ()), changes, strict=False))
    names = dict(
        Entry.objects.filter(pk__in=[entry for entry, _ in moved]).values_list(
            "pk", "player__username"
        )
    )
    lines: list[tuple[str, Any]] = [(names.get(entry, "–"), chips) for entry, chips in moved]
    forfeited = prepared.facts.get("forfeited")
    return [*lines, (_("forfeited"), forfeited)] if forfeited is not None else lines


@own_form("tournaments/<tournament:tournament_id>/desk/undo/<tournament:act_id>/", "desk-undo")
def undo_page(request: HttpRequest, tournament_id: int, act_id: int) -> HttpResponse:
    """Take an order back, with a reason."""
    tournament = directed(request, tournament_id)
    act = get_object_or_404(DeskAct, tournament=tournament, pk=act_id)
    form = OrderForm(tournament, "undo", request.POST or None, initial=_initial(request))
    if request.method == "POST" and form.is_valid():
        with refusals.Told(partial(form.add_error, None)):
            ordering.undo_order(
                tournament_id=tournament_id,
                act_id=act.pk,
                by=signed_in(request),
                remark=form.cleaned_data["remark"],
                key=form.cleaned_data["key"],
            )
            messages.success(request, _("Taken back."))
            return redirect("tournament-desk", tournament_id)
    context = {
        "tournament": tournament,
        "kind": "undo",
        "title": desk_words.ORDERS["undo"],
        "effect": desk_words.EFFECTS["undo"],
        "act": act,
        "told": f"{desk_words.title_of(act)} {desk_words.in_words(act)}",
        "form": form,
    }
    return render(request, "tournaments/desk/order.html", context)


@own_act("tournaments/<tournament:tournament_id>/desk/directors/", "tournament-directors")
def appoint(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Name a director of this tournament, or dismiss one."""
    directed(request, tournament_id)
    name = request.POST.get("name", "").strip()
    player = Player.objects.filter(username__iexact=name, is_active=True).first()
    if player is None:
        messages.error(request, refusals.sentence("player_not_found", {"name": name}))
        return redirect("tournament-desk", tournament_id)
    act = ordering.dismiss_director if "dismiss" in request.POST else ordering.appoint_director
    with refusals.Told(partial(messages.error, request)):
        act(tournament_id=tournament_id, player=player, by=signed_in(request))
    return redirect("tournament-desk", tournament_id)
