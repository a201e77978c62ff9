"""Fields of the table form that come from the options of presets and house rules."""

from __future__ import annotations

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


class PresetSwitch(forms.BooleanField):
    """A variation of a preset that is on or off."""

    is_switch = True
    help_text: Any

    def __init__(self, preset: str, option: Option) -> None:
        super().__init__(label=str(wording.in_words(option.title)), required=False)
        self.preset = preset
        self.option = option
        self.help_text = wording.in_words(option.words)


class PresetChoice(forms.TypedChoiceField):
    """A variation of a preset with several values."""

    is_switch = False

    empty_value: Any
    help_text: Any

    def __init__(self, preset: str, option: Option) -> None:
        values = {as_text(value): value for value in option.choices}
        super().__init__(
            label=str(wording.in_words(option.title)),
            choices=[(text, _choice_words(option, value)) for text, value in values.items()],
            coerce=values.__getitem__,
            required=False,
        )
        self.empty_value = option.default
        self.preset = preset
        self.option = option
        self.help_text = wording.in_words(option.words)


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


def preset_field(preset: str, option: Option) -> PresetSwitch | PresetChoice:
    """The field that asks for this option."""
    is_switch = option.choices == (False, True)
    return PresetSwitch(preset, option) if is_switch else PresetChoice(preset, option)


def initial_of(value: Value) -> Any:
    """A value of an option as its field shows it."""
    return value if type(value) is bool else as_text(value)
