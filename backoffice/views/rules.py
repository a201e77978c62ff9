"""Rule-sets: put one together, read what it says, score a knock under it and its siblings."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Player
from backoffice.access import action, colleague, page
from backoffice.refusals import sentence
from backoffice.services.staff_log import record
from backoffice.what_if import Outcome, UnreadableHands, knock_under, read_hands
from games import engine, wording
from games.models import Table
from games.services.lobby import create_table
from games.services.terms import ROUNDS, STAKES_MAX, TURN_SECONDS, TableOffer
from tournaments.refusals import Refusal

EXAMPLE = ("7h 7c 7d 3s 4s 5s Kh Kd Kc 2d Qs", "As 2s 9h 9d 9c Jh Qh Td 6s 8c")
PRESETS = [(key, wording.preset_name(key)) for key in engine.PRESETS]


class RulesForm(forms.Form):
    """A preset, special rules, and options as JSON; the engine says whether they fit together."""

    preset = forms.ChoiceField(label=gettext_lazy("Game"), choices=PRESETS)
    house_rules = forms.MultipleChoiceField(
        label=gettext_lazy("Special rules"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        choices=[(key, wording.house_rule_name(key)) for key in engine.HOUSE_RULES],
    )
    options = forms.JSONField(
        label=gettext_lazy("Options"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("Of the game, as JSON; those there are stand below."),
    )
    knocker = forms.CharField(
        label=gettext_lazy("Who knocks: eleven cards, the last is discarded"),
        required=False,
        max_length=60,
    )
    defender = forms.CharField(
        label=gettext_lazy("The opponent: ten cards"), required=False, max_length=60
    )

    def build(self) -> engine.RuleSet:
        """The rules asked for. Raises InvalidRules."""
        wish = self.cleaned_data
        options = wish["options"] if isinstance(wish["options"], dict) else {}
        return engine.build_rules(wish["preset"], house_rules=wish["house_rules"], **options)


class HouseTableForm(forms.Form):
    """A ring table of the house with these rules, which opens anew when it fills (PLAY-10)."""

    name = forms.CharField(max_length=60)
    rounds = forms.TypedChoiceField(choices=[(n, n) for n in ROUNDS], coerce=int)
    stake_chips = forms.IntegerField(min_value=0, max_value=STAKES_MAX)
    turn_seconds = forms.TypedChoiceField(choices=[(n, n) for n in TURN_SECONDS], coerce=int)


@page("see_rules")
def rules(request: HttpRequest) -> HttpResponse:
    """The rules of `?preset=…`, what they contain, and what a knock is worth under them."""
    asked = bool(request.GET)
    start = {"preset": "gin_palast", "options": "{}", "knocker": EXAMPLE[0], "defender": EXAMPLE[1]}
    form = RulesForm(request.GET if asked else start)
    built, outcomes = None, list[Outcome]()
    if form.is_valid():
        try:
            built = form.build()
            outcomes = _outcomes(form, built)
        except UnreadableHands as unreadable:
            form.add_error("knocker", _words(unreadable))
        except Refusal as refusal:
            form.add_error(None, sentence(refusal))
    context = {
        "form": form,
        "rules": json.dumps(built.to_json(), indent=1, ensure_ascii=False) if built else "",
        "options": _options(form),
        "outcomes": [_told(one) for one in outcomes],
        "seats": (_("Who knocks"), _("The opponent")),
        "query": request.GET.urlencode(),
    }
    return render(request, "backoffice/rules.html", context)


def _told(one: Outcome) -> tuple[Outcome, list[tuple[Any, int]], str]:
    """An outcome with its lines in words, or with why the rules refuse it."""
    lines = [(wording.score_reason(reason), points) for _seat, reason, points in one.lines]
    return one, lines, sentence(one.refusal) if one.refusal else ""


def _outcomes(form: RulesForm, built: engine.RuleSet) -> list[Outcome]:
    """The knock under these rules, and under every other game of the family as it comes."""
    wish = form.cleaned_data
    if built.family != "knock" or 2 not in built.seats:
        return []
    hands = read_hands(wish["knocker"], wish["defender"])
    own = knock_under(built, *hands, name=_("These rules"))
    others = [
        knock_under(rules, *hands, name=str(wording.preset_name(key)))
        for key in engine.PRESETS
        if (rules := engine.build_rules(key)).family == "knock" and 2 in rules.seats
    ]
    return [own, *others]


def _options(form: RulesForm) -> list[Any]:
    key = form.data.get("preset", "")
    return list(engine.PRESETS[key].options) if key in engine.PRESETS else []


def _words(unreadable: UnreadableHands) -> str:
    words = {
        "wrong_number_of_cards": _("%(found)s cards stand there; it takes %(wanted)s."),
        "card_unreadable": _("“%(card)s” is no card."),
        "card_twice": _("%(card)s stands there twice."),
        "card_not_in_deck": _("%(card)s is not in the deck of these rules."),
    }
    return words[unreadable.code] % unreadable.facts


@action("open_house_table")
def house_table(request: HttpRequest) -> HttpResponse:
    """Open a table of the house with the rules at hand."""
    form, place = RulesForm(request.POST), HouseTableForm(request.POST)
    if not form.is_valid() or not place.is_valid():
        messages.error(request, _("That is no table: look at the numbers again."))
        return redirect("office-rules")
    try:
        table = _open(form, place, colleague(request))
    except Refusal as refusal:
        messages.error(request, sentence(refusal))
        return redirect("office-rules")
    messages.success(request, _("Table %(table)s stands open.") % {"table": table.pk})
    return redirect("table", table.pk)


@transaction.atomic
def _open(form: RulesForm, place: HouseTableForm, by: Player) -> Table:
    wish, where = form.cleaned_data, place.cleaned_data
    offer = TableOffer(
        preset=wish["preset"],
        house_rules=tuple(wish["house_rules"]),
        options=wish["options"] or {},
        format="ring",
        rounds=where["rounds"],
        stake_chips=where["stake_chips"],
        turn_seconds=where["turn_seconds"],
    )
    table = create_table(player=None, offer=offer, name=where["name"], is_standing=True)
    record(
        by=by,
        act="house_table_opened",
        subject=f"table:{table.pk}",
        after={"preset": offer.preset, "stake_chips": offer.stake_chips},
    )
    return table
