"""The table-melding rule-sets that every invariant is proved for."""

from typing import Any

from rummy.engine.families.table_melding.rules.presets import GERMAN_ROMME, ROMME_500
from rummy.engine.presets import Preset
from rummy.engine.rules import RuleSet


def built(preset: Preset, **options: Any) -> RuleSet:
    """A preset's rule-set with these options, the others as they are by default."""
    values = {option.name: options.get(option.name, option.default) for option in preset.options}
    return preset.make(values)


def german(**options: Any) -> RuleSet:
    """Deutsches Rommé with these variations."""
    return built(GERMAN_ROMME, **options)


def five_hundred(**options: Any) -> RuleSet:
    """Rommé 500 with these options."""
    return built(ROMME_500, **options)


GERMAN, ROBBER, FIVE_HUNDRED = german(), german(robber=True), five_hundred()

# Each variation alone (GER-V1 … GER-V7), those that go together, and both ways of a freed joker.
VARIANTS: dict[str, RuleSet] = {
    "german_romme": GERMAN,
    "german_romme+first_meld_30": german(first_meld_minimum=30),
    "german_romme+no_minimum": german(first_meld_minimum=0),
    "german_romme+must_meld": german(discard_draw="must_meld"),
    "german_romme+strict_joker_exchange": german(strict_joker_exchange=True),
    "german_romme+knock_for_discard": german(knock_for_discard=True),
    "german_romme+robber": ROBBER,
    "german_romme+joker_cut": german(joker_cut=True),
    "german_romme+all_but_robber": german(
        first_meld_minimum=50,
        discard_draw="must_meld",
        strict_joker_exchange=True,
        knock_for_discard=True,
        jeton_per_round=True,
        joker_cut=True,
    ),
    "german_romme+robber+joker_cut": german(
        robber=True, joker_cut=True, strict_joker_exchange=True, first_meld_minimum=30
    ),
    "romme_500": FIVE_HUNDRED,
    "romme_500+must_meld": five_hundred(freed_joker="must_meld"),
}
