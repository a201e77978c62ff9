"""House rules: hook objects that a rule-set switches on by name, in any combination.

This is the family-neutral half. A family's own hooks (what may happen during its turns) are a
subclass in that family's package; a house rule subclasses it, lives in one file here and registers
one object. What a house rule changes about the match around the rounds (`min_rounds_won`, `rated`,
`next_dealer`) it writes into the rule-set in `configure`, where the match layer reads it.
"""

from collections.abc import Mapping
from typing import Any

from rummy.engine.options import Option
from rummy.engine.registry import Registry
from rummy.engine.rules import RuleSet


class HouseRule:
    """A named change to the rules; the defaults change nothing."""

    key: str
    rule: str  # its id in the book of rules
    families: frozenset[str]
    options: tuple[Option, ...] = ()

    def configure(self, rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
        """The rule-set with this house rule's numbers: deck, meld laws, values, match terms."""
        return rules


HOUSE_RULES: Registry[HouseRule] = Registry("house rule")
