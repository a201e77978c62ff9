"""Pages at the doors of tables: the password, and the line for a seat."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache

from accounts.sent_again import done_once
from accounts.views import become_guest, signed_in
from games.models import TableStatus
from games.moves.errors import NotFound
from games.pages.quick import back_to_lobby, visitor
from games.tables import admission, opening
from games.tables.admission import Admission, admission_of
from games.tables.lobby.lists import one_table
from games.tables.terms import terms_of
from games.waitlist import waiting
from web import refusals
from web.number_fields import count
from web.routes import at, own_act
from web.security import limits
from web.security.guarding import not_there


def _delay_words(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    if seconds == 0:
        return _("at once")
    if rest:
        words = ngettext("%(count)s second later", "%(count)s seconds later", seconds)
        return words % {"count": seconds}
    return ngettext("%(count)s minute later", "%(count)s minutes later", minutes) % {
        "count": minutes
    }


class AdmissionForm(forms.Form):
    """What a new table asks of who wants to sit down; all of it may stay empty."""

    password = forms.CharField(
        label=gettext_lazy("Password to sit down"),
        max_length=admission.PASSWORD_CHARS_MAX,
        required=False,
        strip=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    min_reputation = count(gettext_lazy("Reputation at least (%)"), 100)
    min_rating = count(gettext_lazy("Rating at least"), admission.RATING_MAX)
    delay_seconds = forms.ChoiceField(
        label=gettext_lazy("Spectators see the table"),
        choices=lambda: [(seconds, _delay_words(seconds)) for seconds in admission.DELAYS_SECONDS],
        required=False,
    )

    one_round_late = forms.BooleanField(
        label=gettext_lazy("Spectators see a round only when it is over"), required=False
    )

    def clean_delay_seconds(self) -> int:
        return int(self.cleaned_data["delay_seconds"] or 0)

    @property
    def admission(self) -> Admission:
        return Admission(**self.cleaned_data)


@at("^tables/(?P<table_id>[0-9]{1,18})/enter/$", "enter")
@never_cache
@done_once
def enter(request: HttpRequest, table_id: int) -> HttpResponse:
    """The admission of a table with a password: what is agreed on, and a place to type it.

    Who was invited, and brings the code (`?invite=`), is not asked.
    """
    player = visitor(request)
    try:
        table = one_table(table_id, player)
    except NotFound:
        return not_there(request)
    invite = request.POST.get("invite", request.GET.get("invite", ""))[:60]
    if request.method == "POST":
        password = request.POST.get("password", "")[: admission.PASSWORD_CHARS_MAX]
        try:
            player = player or become_guest(request)
            admission.spend_try(table_id=table_id, player=player, password=password)
            opening.join_table(
                table_id=table_id, player=player, password=password, invite_code=invite
            )
        except refusals.Refusal as refusal:
            messages.error(request, refusals.words_of(refusal))
            return redirect("enter", table_id)
        return redirect("table", table_id)
    if table.status != TableStatus.OPEN:
        return redirect("table", table_id)
    context = {
        "table": table,
        "terms": terms_of(table),
        "admission": admission_of(table_id),
        "invite": invite if table.invites(invite) else "",
    }
    return render(request, "games/enter.html", context)


@own_act("^tables/(?P<table_id>[0-9]{1,18})/line/$", "line")
def line(request: HttpRequest, table_id: int) -> HttpResponse:
    """Stand in the line for a seat at tables like this one, or leave it."""
    player = signed_in(request)
    try:
        if request.POST.get("what") == "leave":
            waiting.leave_waitlist(table_id=table_id, player=player)
            messages.success(request, _("You are no longer on the waiting list."))
        else:
            limits.spend(waiting.LIMIT, str(player.pk))
            waiting.join_waitlist(table_id=table_id, player=player)
            messages.success(
                request,
                _(
                    "You are on the waiting list. When a seat becomes free it is "
                    "yours, and you get a notice."
                ),
            )
    except refusals.Refusal as refusal:
        return back_to_lobby(request, refusal)
    return redirect("lobby")
