"""One tap from the door to a table: what it leads to, said before it, and the tap itself."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player
from accounts.sent_again import done_once
from accounts.views import become_guest
from games import wording
from games.moves.errors import Refused
from games.tables.lobby.quick_seat import STAKE_CHIPS_MAX, Outlook, Wish
from games.tables.lobby.quick_seat import quick_seat as seat_quickly
from rummy import engine
from rummy.match import MatchFormat
from web import refusals
from web.api.payloads import With
from web.numbers import grouped
from web.routes import open_act

STAKES = (0, 20, STAKE_CHIPS_MAX)
CHOSEN = "quick_stake"


class QuickSeatForm(forms.Form):
    """What the button said: the tap asks for no other game, and for no more chips."""

    preset = forms.ChoiceField(choices=[(key, key) for key in engine.PRESETS], required=False)
    format = forms.ChoiceField(choices=[("", ""), (MatchFormat.QUICK.value,) * 2], required=False)
    seats = forms.IntegerField(min_value=2, max_value=6, required=False)
    stake_chips_max = forms.IntegerField(min_value=0, max_value=STAKE_CHIPS_MAX, required=False)

    def wish(self) -> Wish:
        """Raises Refused(invalid_input): with the names of the fields."""
        if not self.is_valid():
            raise Refused("invalid_input", names=sorted(self.errors))
        wanted = self.cleaned_data
        return Wish(
            preset=wanted["preset"],
            quick=bool(wanted["format"]),
            seats=wanted["seats"],
            stake_chips_max=wanted["stake_chips_max"],
        )


def visitor(request: HttpRequest) -> Player | None:
    return request.user if isinstance(request.user, Player) else None


@open_act("quick-seat/", "quick-seat")
@done_once
def quick_seat(request: HttpRequest) -> HttpResponse:
    """One tap from the door to a table; guests are welcome."""
    try:
        wish = QuickSeatForm(request.POST).wish()
        player = visitor(request) or become_guest(request)
        return redirect("table", seat_quickly(player=player, wish=wish))
    except refusals.Refusal as refusal:
        return back_to_lobby(request, refusal)


def back_to_lobby(request: HttpRequest, refusal: Any) -> HttpResponse:
    """The refusal in words, above the tables there are."""
    messages.error(request, refusals.words_of(refusal))
    return redirect("lobby")


def stake_choices(request: HttpRequest) -> list[tuple[int, str, bool]]:
    """The most one wants to stake (`?stake=`, remembered): chips, words, whether it is chosen."""
    asked = request.GET.get("stake", "")
    if asked in map(str, STAKES):
        request.session[CHOSEN] = int(asked)
    chosen = Wish(stake_chips_max=request.session.get(CHOSEN)).most(visitor(request))
    return [
        (
            chips,
            _("at most %(chips)s chips") % {"chips": grouped(chips)} if chips else _("no stake"),
            chips == chosen,
        )
        for chips in STAKES
    ]


def seating_of(request: HttpRequest, preset: str, *, quick: bool) -> With:
    """Where a button of this page leads; what a page asks again is not read again."""
    outlook = getattr(request, "outlook", None)
    if not isinstance(outlook, Outlook):
        outlook = Outlook(visitor(request))
        request.outlook = outlook  # type: ignore[attr-defined]
    most = request.session.get(CHOSEN)
    return outlook.seating(Wish(preset=preset, quick=quick, stake_chips_max=most))


def seating_words(seating: With) -> str:
    """What a tap leads to: "Gin Rummy · 1 round · 2 players · no stake · against 1 bot"."""
    stake = seating.stake_chips
    return " · ".join(
        (
            str(wording.preset_name(seating.preset)),
            wording.length_words(seating.terms),
            ngettext("%(seats)s player", "%(seats)s players", seating.seats)
            % {"seats": seating.seats},
            _("stake %(chips)s chips") % {"chips": grouped(stake)} if stake else _("no stake"),
            _against(seating),
        )
    )


def _against(seating: With) -> str:
    if seating.is_own:
        return _("your table")
    if seating.people:
        names = ", ".join(seating.people)
        count = len(seating.people)
        return ngettext("%(names)s waits", "%(names)s wait", count) % {"names": names}
    return ngettext("against %(count)s bot", "against %(count)s bots", seating.bots) % {
        "count": seating.bots
    }
