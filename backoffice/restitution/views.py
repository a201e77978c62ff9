"""Restitutions on pages: worked out from a form, looked at line by line, proposed and decided."""

from functools import partial
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Player
from backoffice.restitution import acting as service
from backoffice.restitution import reading as read
from backoffice.restitution.wording import KINDS, STATES
from backoffice.team.access import action, colleague, made_by, page, reasoned
from tournaments.models import Tournament
from web.numbers import whole

PAGE = 100


class NumbersField(forms.CharField):
    """Whole numbers with commas or spaces between them, as a list."""

    def to_python(self, value: str | None) -> Any:
        words = str(super().to_python(value) or "").replace(",", " ").split()
        numbers = [whole(word) for word in words]
        if None in numbers:
            raise forms.ValidationError(_("Numbers only, with commas between them."))
        return numbers


class PlayersField(forms.CharField):
    """Names with commas between them, as players."""

    def to_python(self, value: str | None) -> Any:
        names = [
            name.strip()[:30]
            for name in str(super().to_python(value) or "").split(",")
            if name.strip()
        ]
        found = [Player.objects.filter(username__iexact=name).first() for name in names]
        for name, player in zip(names, found, strict=True):
            if player is None:
                raise forms.ValidationError(_("Nobody is called “%(name)s”.") % {"name": name})
        return found


class ClaimForm(forms.Form):
    """What went wrong, and where."""

    kind = forms.ChoiceField(
        label=gettext_lazy("What is to be done"),
        # A result is corrected from its score sheet, by whoever directs the tournament.
        choices=[(kind, words) for kind, words in KINDS.items() if kind != "rescored"],
    )
    tables = NumbersField(
        label=gettext_lazy("Tables"),
        required=False,
        help_text=gettext_lazy("Their numbers, with commas between them."),
    )
    tournament = forms.ModelChoiceField(
        Tournament.objects.all(),
        label=gettext_lazy("Tournament"),
        required=False,
        widget=forms.NumberInput,
        help_text=gettext_lazy("Its number, where a player is struck."),
    )
    guilty = PlayersField(
        label=gettext_lazy("Who has cheated"),
        required=False,
        help_text=gettext_lazy("Names, with commas between them; their bots count with them."),
    )
    counter = forms.ChoiceField(
        label=gettext_lazy("Who bears what wallets lack"),
        choices=(
            ("house", gettext_lazy("the house's earnings")),
            ("mint", gettext_lazy("newly issued chips")),
        ),
    )


@page("see_books", "office/restitutions/", "office-restitutions")
def restitutions(request: HttpRequest) -> HttpResponse:
    """What waits, what was decided, and the form to begin with, filled in as the address says."""
    return _list(request, ClaimForm(initial=request.GET.dict()))


@action("request_correction", "office/restitutions/draft/", "office-restitution-draft")
def draft(request: HttpRequest) -> HttpResponse:
    form = ClaimForm(request.POST)
    made = made_by(form, partial(service.draft_restitution, by=colleague(request)))
    return redirect("office-restitution", made.pk) if made else _list(request, form)


@page("see_books", "office/restitutions/<row:restitution_id>/", "office-restitution")
def restitution(request: HttpRequest, restitution_id: int) -> HttpResponse:
    """One with all its lines, and what may be done about it now."""
    claim = get_object_or_404(read.claims(), pk=restitution_id)
    lines = read.explained_lines(claim)
    context = {
        "claim": claim,
        "kind": KINDS[claim.kind],
        "state": STATES[claim.status],
        "lines": lines,
        "guilty": Player.objects.filter(pk__in=claim.guilty).order_by("pk"),
        "house_chips": -sum(line.moved_chips for line, *_rest in lines),
        "missing_chips": sum(line.moved_chips - line.owed_chips for line, *_rest in lines),
        "reversal": claim.reversals.exclude(status="rejected").first(),
        "is_own": claim.proposed_by_id == colleague(request).pk,
    }
    return render(request, "backoffice/restitution.html", context)


_PAGE = ("office/restitutions/<row:restitution_id>/", "office-restitution")
_act = partial(reasoned, page=_PAGE, named="restitution_id")
_DECIDE, _ASK = "decide_correction", "request_correction"
_CARRIED_OUT = gettext_lazy("Carried out; everybody concerned knows.")

propose = _act(
    "propose", _ASK, service.propose_restitution, gettext_lazy("Somebody else has to approve it.")
)
approve = _act("approve", _DECIDE, service.approve_restitution, _CARRIED_OUT)
reject = _act(
    "reject", _DECIDE, service.reject_restitution, gettext_lazy("Rejected; no chip has moved.")
)
undo = _act("undo", _ASK, service.undo_restitution, gettext_lazy("The reversal is on its way."))


def _list(request: HttpRequest, form: ClaimForm) -> HttpResponse:
    rows = [(one, KINDS[one.kind], STATES[one.status]) for one in read.claims()[:PAGE]]
    return render(request, "backoffice/restitutions.html", {"rows": rows, "form": form})
