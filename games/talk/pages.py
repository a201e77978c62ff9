"""The form by which one reports somebody, rather than a message."""

from functools import partial

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Player
from accounts.sent_again import done_once
from accounts.views import signed_in
from games.talk import moderation
from web.refusals import Told, words_of
from web.routes import own_form
from web.security import limits


class PersonReportForm(forms.Form):
    reason = forms.ChoiceField(
        label=gettext_lazy("What is it about?"),
        choices=[(one.value, one.label) for one in moderation.PERSON_REASONS],
        widget=forms.RadioSelect,
    )
    note = forms.CharField(
        label=gettext_lazy("In your own words (optional)"),
        max_length=moderation.NOTE_MAX,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


@own_form("players/<player:player_id>/report/", "report-player")
@done_once
def report_player(request: HttpRequest, player_id: int) -> HttpResponse:
    """Choose a reason, and say what happened; nobody but staff learns who reported."""
    player = signed_in(request)
    other = get_object_or_404(Player, pk=player_id, is_active=True)
    form = PersonReportForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with Told(partial(form.add_error, None), words_of):
            limits.spend(moderation.OF_PEOPLE, str(player.pk))
            moderation.report_person(player=player, other=other, **form.cleaned_data)
            messages.success(request, _("Reported. You hear from us when it has been reviewed."))
            return redirect("player", other.pk)
    return render(request, "games/report_person.html", {"other": other, "form": form})
