"""The form that puts a rule-set together: a game, its options as fields, special rules that fit."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games import wording
from games.models import HouseRuleSet
from rummy import engine
from rummy.engine.options import Option, Value
from rummy.engine.presets import options_of

OPTION = "o-"
VALUES: dict[Value, Any] = {
    None: _("none"),
    True: _("yes"),
    False: _("no"),
}


class RulesForm(forms.Form):
    """A preset, its options, and special rules; the engine says whether they fit together."""

    preset = forms.ChoiceField(
        label=_("Game"), choices=[(key, wording.preset_name(key)) for key in engine.PRESETS]
    )
    house_rules = forms.MultipleChoiceField(
        label=_("Special rules"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, data: QueryDict | Mapping[str, Any]) -> None:
        super().__init__(data)
        key = str(data.get("preset", ""))
        preset = engine.PRESETS.get(key)
        family = preset.family if preset else ""
        fitting = [
            (rule.key, wording.house_rule_name(rule.key))
            for rule in engine.HOUSE_RULES.values()
            if family in rule.families
        ]
        choice: Any = self.fields["house_rules"]
        choice.choices = fitting
        if not fitting:
            del self.fields["house_rules"]
        self.offered = (*preset.options, *self._of_house_rules(dict(fitting))) if preset else ()
        for option in self.offered:
            self.fields[OPTION + option.name] = _field(option)

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [self[OPTION + option.name] for option in self.offered]

    def _options(self) -> dict[str, Value]:
        """Every option by its name, as it was filled in or as it is by itself."""
        found = {}
        for option in self.offered:
            value = self.cleaned_data.get(OPTION + option.name)
            empty = value is None and not option.choices
            found[option.name] = option.default if empty else value
        return found

    @property
    def wished(self) -> dict[str, Any]:
        """The rules asked for: preset, house rules and options."""
        return {
            "preset": self.cleaned_data["preset"],
            "house_rules": list(self.cleaned_data.get("house_rules", [])),
            "options": self._options(),
        }

    def build(self) -> engine.RuleSet:
        """The rules asked for. Raises InvalidRules."""
        asked = self.wished
        return engine.build_rules(
            asked["preset"], house_rules=asked["house_rules"], **asked["options"]
        )

    def _of_house_rules(self, fitting: Mapping[str, Any]) -> list[Option]:
        """The options of special rules that are ticked."""
        getlist = getattr(self.data, "getlist", None)
        ticked = getlist("house_rules") if getlist else self.data.get("house_rules", [])
        return [
            option for key in ticked if key in fitting for option in engine.HOUSE_RULES[key].options
        ]


def every_option(preset: str, house_rules: Sequence[str]) -> dict[str, Value]:
    """The options of a game and of these special rules, as they are by themselves."""
    return {one.name: one.default for one in options_of(preset, house_rules)}


def as_data(stored: HouseRuleSet) -> QueryDict:
    """What the form is filled with to say what is stored."""
    data = QueryDict(mutable=True)
    data["preset"] = stored.preset
    data.setlist("house_rules", stored.house_rules)
    for name, value in stored.options.items():
        data[OPTION + name] = _as_text(value)
    return data


def _field(option: Option) -> forms.Field:
    label = str(wording.in_words(option.title))
    if not option.choices:
        hint = f"{option.lowest}–{option.highest}"
        return forms.IntegerField(
            label=label,
            min_value=option.lowest,
            max_value=option.highest,
            required=False,
            help_text=hint,
            widget=forms.NumberInput(attrs={"placeholder": str(option.default)}),
        )
    values = {_as_text(value): value for value in option.choices}
    ordered = sorted(values, key=lambda text: values[text] != option.default)
    field: Any = forms.TypedChoiceField(
        label=label,
        choices=[(text, _words(option, values[text])) for text in ordered],
        coerce=values.__getitem__,
        required=False,
    )
    field.empty_value = option.default
    return field  # type: ignore[no-any-return]


def _words(option: Option, value: Value) -> Any:
    words = wording.option_value(option, value)
    return words or (str(value) if type(value) is int else VALUES.get(value, str(value)))


def _as_text(value: Value) -> str:
    return "none" if value is None else str(value)
