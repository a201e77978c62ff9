"""Calling the director: the player's form, and what directors do with calls."""

from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from accounts.sent_again import done_once
from accounts.views import signed_in
from tournaments.desk import words as desk_words
from tournaments.desk.calling import answer_call, call_director, take_call
from tournaments.desk.forms import CallForm
from tournaments.desk.ordering import may_direct
from tournaments.models import DirectorCall, Tournament
from tournaments.selectors.seats import own_entry
from web import refusals
from web.routes import own_act, own_form

CALLS_SHOWN = 10


@own_form("tournaments/<tournament:tournament_id>/call/", "call-director")
@done_once
def call_page(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """A player calls the director, and reads what was answered."""
    tournament = get_object_or_404(Tournament, pk=tournament_id)
    player = signed_in(request)
    if own_entry(tournament_id, player) is None:
        raise Http404
    form = CallForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals.Told(partial(form.add_error, None), refusals.words_of):
            call_director(tournament_id=tournament_id, player=player, **form.cleaned_data)
            messages.success(request, _("The director has been called."))
            return redirect("call-director", tournament_id)
    calls = DirectorCall.objects.filter(tournament_id=tournament_id, player=player)
    context = {
        "tournament": tournament,
        "form": form,
        "calls": [
            (call, desk_words.MATTERS.get(call.matter, call.matter))
            for call in calls.select_related("taken_by").order_by("-id")[:CALLS_SHOWN]
        ],
        "is_waiting": calls.exclude(state="closed").exists(),
    }
    return render(request, "tournaments/desk/call.html", context)


@own_act("tournaments/calls/<tournament:call_id>/", "director-call")
def call_act(request: HttpRequest, call_id: int) -> HttpResponse:
    """Take, answer or close a call."""
    player = signed_in(request)
    try:
        if "take" in request.POST:
            call = take_call(call_id=call_id, by=player)
        else:
            words = request.POST.get("answer", "")
            call = answer_call(
                call_id=call_id, by=player, answer=words, close="close" in request.POST
            )
    except refusals.Refusal as refusal:
        messages.error(request, refusals.words_of(refusal))
        found = DirectorCall.objects.filter(pk=call_id).first()
        if found is None or not may_direct(player, found.tournament):
            raise Http404 from refusal
        call = found
    return redirect("tournament-desk", call.tournament_id)
