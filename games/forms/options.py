"""Fields of the table form that come from the options of presets and house rules."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games import wording
from rummy import engine
from rummy.engine.options import Option, Value

# Beside the variations; the other options are for programs.
OFFERED = ("penalty_limit", "freed_joker")


class RuleOptionField(forms.IntegerField):
    """A number that a house rule leaves to the table."""

    def __init__(self, house_rule: str, option: Option) -> None:
        super().__init__(
            label=str(wording.in_words(option.title)),
            min_value=option.lowest,
            max_value=option.highest,
            required=False,
        )
        self.house_rule = house_rule


class PresetField(forms.Field):
    is_switch = False

    def __init__(self, preset: str, option: Option, **more: Any) -> None:
        words: Any = wording.in_words(option.words)
        label = str(wording.in_words(option.title))
        super().__init__(label=label, help_text=words, required=False, **more)
        self.preset = preset
        self.option = option


class PresetSwitch(PresetField, forms.BooleanField):
    is_switch = True


class PresetChoice(PresetField, forms.TypedChoiceField):
    def __init__(self, preset: str, option: Option) -> None:
        values = {as_text(value): value for value in option.choices}
        super().__init__(
            preset,
            option,
            choices=[(text, _choice_words(option, value)) for text, value in values.items()],
            coerce=values.__getitem__,
            empty_value=option.default,
        )


def as_text(value: Value) -> str:
    """A value of an option as the form sends it."""
    return "none" if value is None else str(value)


def _choice_words(option: Option, value: Value) -> Any:
    words = wording.option_value(option, value)
    if words is not None:
        return words
    return _("none") if value in (None, 0) else str(value)


def preset_options() -> list[tuple[str, Option]]:
    """(preset, option) of everything a table may choose beside limits of points and seats."""
    return [
        (key, option)
        for key, preset in engine.PRESETS.items()
        for option in preset.options
        if option.variation or option.name in OFFERED
    ]


def preset_field(preset: str, option: Option) -> PresetField:
    is_switch = option.choices == (False, True)
    return PresetSwitch(preset, option) if is_switch else PresetChoice(preset, option)


def initial_of(value: Value) -> Any:
    """A value of an option as its field shows it."""
    return value if type(value) is bool else as_text(value)
