"""The form that opens a table: it offers what presets allow; services have the last word."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import Club
from games import wording
from games.catalogue.offered import house_rules_of, presets_offered
from games.forms.options import RuleOptionField, initial_of, preset_field, preset_options
from games.tables.opening import NAME_CHARS_MAX
from games.tables.rule_sets import rule_set_choices, rule_set_of, with_rule_set
from games.tables.terms import ROUNDS, STAKES_MAX, TURN_SECONDS, TableOffer
from rummy import engine
from rummy.engine.options import Option
from rummy.engine.presets import Preset
from rummy.match.terms import BY_ROUNDS, TROPHY_CHARS_MAX
from web.numbers import grouped
from web.refusals import Refusal, words_of

DEFAULT_STAKE_CHIPS = 100
DEFAULT_BOT = "solid"
COMPANY = (
    ("bot", _("Bots, at once")),
    ("people", _("Open to everybody")),
    ("friends", _("Only people with the link")),
)
_CLUB = "club-"


def club_company(club_id: int) -> str:
    """How the form names a club as the company."""
    return f"{_CLUB}{club_id}"


def presets() -> list[tuple[str, Any]]:
    return [(key, wording.preset_name(key)) for key in presets_offered()]


def house_rules() -> list[tuple[str, Any]]:
    return [(key, wording.house_rule_name(key)) for key in engine.HOUSE_RULES]


def _point_limits() -> list[tuple[int, str]]:
    found = {limit for preset in engine.PRESETS.values() for limit in _limits_of(preset)}
    return [(limit, grouped(limit)) for limit in sorted(found)]


def _limits_of(preset: Preset) -> list[int]:
    limits = (option.choices for option in preset.options if option.name == "point_limit")
    return [limit for choices in limits for limit in choices if type(limit) is int]


def _rounds() -> list[tuple[int, Any]]:
    return [
        (n, ngettext_lazy("%(rounds)s round", "%(rounds)s rounds", "rounds") % {"rounds": n})
        for n in ROUNDS
    ]


def turns() -> list[tuple[int, Any]]:
    """Said for each reader: a sentence filled in while the module is read stays English."""
    return [(seconds, _("%(seconds)s seconds") % {"seconds": seconds}) for seconds in TURN_SECONDS]


def _rule_options() -> list[tuple[str, Option]]:
    return [(key, option) for key, rule in engine.HOUSE_RULES.items() for option in rule.options]


def _seats() -> list[tuple[int, str]]:
    found = {seats for preset in engine.PRESETS.values() for seats in preset.build().seats}
    return [(seats, str(seats)) for seats in sorted(found)]


def preset_facts() -> dict[str, dict[str, Any]]:
    """What of the form belongs to which preset; the page shows no more than that."""
    return {
        key: {
            "seats": list(preset.build().seats),
            "point_limits": _limits_of(preset),
            "eliminates": any(option.name == "penalty_limit" for option in preset.options),
            "house_rules": house_rules_of(key),
        }
        for key, preset in presets_offered().items()
    }


class TableForm(forms.Form):
    """PLAY-1: everything that is fixed before the first card."""

    rule_set = forms.ChoiceField(
        label=_("Rules of the house"), choices=rule_set_choices, required=False
    )
    preset = forms.ChoiceField(label=_("Game"), choices=presets, widget=forms.RadioSelect)
    house_rules = forms.MultipleChoiceField(
        label=_("Special rules"),
        choices=house_rules,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    training = forms.BooleanField(label=_("Training"), required=False)
    format = forms.ChoiceField(
        label=_("Length"),
        choices=[(key, words[0]) for key, words in wording.FORMATS.items()],
        widget=forms.RadioSelect,
    )
    seats = forms.TypedChoiceField(
        label=_("Players"), choices=_seats, coerce=int, empty_value=None, required=False
    )
    point_limit = forms.TypedChoiceField(
        label=_("Points to win"),
        choices=_point_limits,
        coerce=int,
        empty_value=None,
        required=False,
    )
    rounds = forms.TypedChoiceField(label=_("Rounds"), choices=_rounds, coerce=int)
    stake_chips = forms.IntegerField(
        label=_("Stake per seat, in chips"), min_value=0, max_value=STAKES_MAX
    )
    turn_seconds = forms.TypedChoiceField(label=_("Time for a turn"), choices=turns, coerce=int)
    company = forms.ChoiceField(
        label=_("Who plays with you?"), choices=COMPANY, widget=forms.RadioSelect
    )
    bot = forms.ChoiceField(
        label=_("How strong should the bots be?"), choices=wording.bot_strengths, required=False
    )
    trophy = forms.CharField(
        label=_("Trophy"),
        help_text=_("What the players agree on for whoever holds the most Jetons at the end."),
        max_length=TROPHY_CHARS_MAX,
        required=False,
    )
    name = forms.CharField(
        label=_("Name of the table (optional)"), max_length=NAME_CHARS_MAX, required=False
    )

    @staticmethod
    def defaults() -> dict[str, Any]:
        return {
            "preset": next(iter(presets_offered())),
            "house_rules": [],
            "seats": 2,
            "training": False,
            "format": "match",
            "point_limit": 100,
            "rounds": 3,
            "stake_chips": DEFAULT_STAKE_CHIPS,
            "turn_seconds": 30,
            "company": "bot",
            "bot": DEFAULT_BOT,
            "trophy": "",
            **{option.name: option.default for _key, option in _rule_options()},
            **{option.name: initial_of(option.default) for _key, option in preset_options()},
        }

    def __init__(self, *args: Any, clubs: Iterable[Club] = (), **kwargs: Any) -> None:
        """The options of house rules are fields too, each beside the rule it belongs to.

        Any of `clubs` may be the company.
        """
        super().__init__(*args, **kwargs)
        company: Any = self.fields["company"]
        words = gettext("Only members of “%(club)s”")
        named = [(club_company(club.pk), words % {"club": club.name}) for club in clubs]
        company.choices = [*COMPANY, *named]
        for key, option in _rule_options():
            self.fields[option.name] = RuleOptionField(key, option)
        for key, option in preset_options():
            self.fields[option.name] = preset_field(key, option)

    @property
    def house_rule_options(self) -> list[forms.BoundField]:
        """The fields of house rules' options; `field.field.house_rule` says whose."""
        return [self[option.name] for _key, option in _rule_options()]

    @property
    def variations(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields of presets' own options, by preset."""
        found: dict[str, list[forms.BoundField]] = {}
        for key, option in preset_options():
            found.setdefault(key, []).append(self[option.name])
        return list(found.items())

    def _options(self) -> dict[str, Any]:
        """The preset's and the chosen house rules' options, as far as they are filled in."""
        data = self.cleaned_data
        initial = {
            option.name: data[option.name]
            for key, option in _rule_options()
            if key in data["house_rules"] and data[option.name] is not None
        }
        initial |= {
            option.name: data[option.name]
            for key, option in preset_options()
            if key == data["preset"]
        }
        counts = any(one.name == "point_limit" for one in engine.PRESETS[data["preset"]].options)
        is_match = data["format"] == "match"
        return initial | ({"point_limit": data["point_limit"]} if counts and is_match else {})

    def _seats(self) -> int | None:
        """The seats asked for, where the preset leaves a choice."""
        allowed = engine.PRESETS[self.cleaned_data["preset"]].build().seats
        return self.cleaned_data["seats"] if len(allowed) > 1 else None

    def refuse(self, refusal: Refusal) -> None:
        """Say it beside the choice it is about, and above the form where it is about none."""
        option = refusal.facts.get("option")
        self.add_error(option if option in self.fields else None, words_of(refusal))

    @property
    def club(self) -> int | None:
        """The club whose members are the company; None where it is another."""
        company: str = self.cleaned_data["company"]
        return int(company.removeprefix(_CLUB)) if company.startswith(_CLUB) else None

    @property
    def offer(self) -> TableOffer:
        """What was filled in, as the services read it."""
        return with_rule_set(self._own_offer(), rule_set_of(self.cleaned_data["rule_set"]))

    def _own_offer(self) -> TableOffer:
        data = self.cleaned_data
        counts_rounds = data["format"] in BY_ROUNDS
        return TableOffer(
            preset=data["preset"],
            house_rules=tuple(data["house_rules"]),
            options=self._options(),
            format=data["format"],
            rounds=data["rounds"] if counts_rounds else None,
            seats=self._seats(),
            training=data["training"],
            stake_chips=data["stake_chips"],
            turn_seconds=data["turn_seconds"],
            trophy=data["trophy"],
        )
