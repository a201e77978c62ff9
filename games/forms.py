"""The form that opens a table: it offers what presets allow; services have the last word."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games import engine, wording
from games.engine.options import Option
from games.services.lobby import NAME_CHARS_MAX
from games.services.terms import ROUNDS, STAKES_MAX, TURN_SECONDS, TableOffer

DEFAULT_STAKE_CHIPS = 100
DEFAULT_BOT = "solid"
COMPANY = (
    ("bot", _("Bots, at once")),
    ("people", _("Whoever sits down")),
    ("friends", _("Only people with the link")),
)


def _presets() -> list[tuple[str, Any]]:
    return [(key, wording.preset_name(key)) for key in engine.PRESETS]


def _house_rules() -> list[tuple[str, Any]]:
    return [(key, wording.house_rule_name(key)) for key in engine.HOUSE_RULES]


def _point_limits() -> list[tuple[int, str]]:
    found = {
        choice
        for preset in engine.PRESETS.values()
        for option in preset.options
        if option.name == "point_limit"
        for choice in option.choices
        if type(choice) is int
    }
    return [(limit, str(limit)) for limit in sorted(found)]


def _rounds() -> list[tuple[int, Any]]:
    return [
        (n, ngettext_lazy("%(rounds)s round", "%(rounds)s rounds", "rounds") % {"rounds": n})
        for n in ROUNDS
    ]


def _turns() -> list[tuple[int, Any]]:
    return [(seconds, _("%(seconds)s seconds") % {"seconds": seconds}) for seconds in TURN_SECONDS]


def _rule_options() -> list[tuple[str, Option]]:
    return [(key, option) for key, rule in engine.HOUSE_RULES.items() for option in rule.options]


class RuleOptionField(forms.IntegerField):
    """A number that a house rule leaves to the table."""

    def __init__(self, house_rule: str, option: Option) -> None:
        super().__init__(
            label=str(wording.option_name(option.name)),
            min_value=option.lowest,
            max_value=option.highest,
            required=False,
        )
        self.house_rule = house_rule


class TableForm(forms.Form):
    """PLAY-1: everything that is fixed before the first card."""

    preset = forms.ChoiceField(label=_("Game"), choices=_presets, widget=forms.RadioSelect)
    house_rules = forms.MultipleChoiceField(
        label=_("Special rules"),
        choices=_house_rules,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    format = forms.ChoiceField(
        label=_("Length"),
        choices=[(key, words[0]) for key, words in wording.FORMATS.items()],
        widget=forms.RadioSelect,
    )
    point_limit = forms.TypedChoiceField(
        label=_("Points to win"), choices=_point_limits, coerce=int
    )
    rounds = forms.TypedChoiceField(label=_("Rounds"), choices=_rounds, coerce=int)
    stake_chips = forms.IntegerField(
        label=_("Stake per seat, in chips"), min_value=0, max_value=STAKES_MAX
    )
    turn_seconds = forms.TypedChoiceField(label=_("Time for a turn"), choices=_turns, coerce=int)
    company = forms.ChoiceField(
        label=_("Who plays with you?"), choices=COMPANY, widget=forms.RadioSelect
    )
    bot = forms.ChoiceField(
        label=_("How strong shall the bots be?"),
        choices=list(wording.BOT_STRENGTHS.items()),
        required=False,
    )
    name = forms.CharField(
        label=_("Name of the table (optional)"), max_length=NAME_CHARS_MAX, required=False
    )

    @staticmethod
    def defaults() -> dict[str, Any]:
        return {
            "preset": next(iter(engine.PRESETS)),
            "house_rules": [],
            "format": "match",
            "point_limit": 100,
            "rounds": 3,
            "stake_chips": DEFAULT_STAKE_CHIPS,
            "turn_seconds": 30,
            "company": "bot",
            "bot": DEFAULT_BOT,
            **{option.name: option.default for _key, option in _rule_options()},
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """The options of house rules are fields too, each beside the rule it belongs to."""
        super().__init__(*args, **kwargs)
        for key, option in _rule_options():
            self.fields[option.name] = RuleOptionField(key, option)

    @property
    def house_rule_options(self) -> list[forms.BoundField]:
        """The fields of house rules' options; `field.field.house_rule` says whose."""
        return [self[option.name] for _key, option in _rule_options()]

    def _options(self) -> dict[str, Any]:
        """The preset's and the chosen house rules' options, as far as they are filled in."""
        data = self.cleaned_data
        told = {
            option.name: data[option.name]
            for key, option in _rule_options()
            if key in data["house_rules"] and data[option.name] is not None
        }
        return told | ({"point_limit": data["point_limit"]} if data["format"] == "match" else {})

    @property
    def offer(self) -> TableOffer:
        """What was filled in, as the services read it."""
        data = self.cleaned_data
        is_match = data["format"] == "match"
        return TableOffer(
            preset=data["preset"],
            house_rules=tuple(data["house_rules"]),
            options=self._options(),
            format=data["format"],
            rounds=None if is_match else data["rounds"],
            stake_chips=data["stake_chips"],
            turn_seconds=data["turn_seconds"],
        )
