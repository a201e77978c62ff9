"""Which of the presets the house opens tables for; what is being played goes on whatever it is."""

from django.conf import settings

from games import wording
from rummy import engine
from rummy.engine.presets import Preset
from web.refusals import Refused


def presets_offered() -> dict[str, Preset]:
    """By their keys, in the order of the engine's own list."""
    return {key: one for key, one in engine.PRESETS.items() if key in settings.PRESETS_OFFERED}


def house_rules_of(preset: str) -> list[str]:
    """The special rules that may be chosen with a preset."""
    family = engine.PRESETS[preset].family
    return [key for key, rule in engine.HOUSE_RULES.items() if family in rule.families]


def require_offered(preset: str) -> None:
    """Raises Refused(game_not_offered)."""
    if preset not in settings.PRESETS_OFFERED:
        raise Refused("game_not_offered", game=str(wording.preset_name(preset)))
