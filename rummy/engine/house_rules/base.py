"""House rules: hook objects that a rule-set switches on by name, in any combination.

A house rule is one file here: what it changes, its numbers, and its words. This is the
family-neutral half; a family's own hooks (what may happen during its turns) are a subclass in that
family's package. What a house rule changes about the match around the rounds (`min_rounds_won`,
`rated`, `next_dealer`) it writes into the rule-set in `configure`, where the match layer reads it.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from rummy.engine.options import Option
from rummy.engine.registry import Registry
from rummy.engine.rules import RuleSet
from rummy.words import Button, Naming, Sentence, Tag, Telling, Verb


class HouseRule:
    """A named change to the rules; the defaults change nothing.

    Its words: `title` and `summary`; of its own refusals by code, reasons of points by key, events
    and actions by type, signs beside a seat by key; the button its actions are offered by, and its
    verbs in the book's examples.
    """

    key: str
    rule: str  # its id in the book of rules
    families: frozenset[str]
    options: tuple[Option, ...] = ()
    title: str
    summary: str
    refusals: ClassVar[Mapping[str, Sentence]] = {}
    scores: ClassVar[Mapping[str, str]] = {}
    events: ClassVar[Mapping[str, Telling]] = {}
    actions_called: ClassVar[Mapping[str, Naming]] = {}
    button: Button | None = None
    tags: ClassVar[Mapping[str, Tag]] = {}
    verbs: tuple[Verb, ...] = ()
    sets_knock_limit = False  # the limit of a round is this rule's, not the rule-set's

    def configure(self, rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
        """The rule-set with this house rule's numbers: deck, meld laws, values, match terms."""
        return rules

    def facts(self, rules: RuleSet) -> Mapping[str, Any]:
        """Numbers its page in the book names, beside those of the rule-set."""
        return {}


HOUSE_RULES: Registry[HouseRule] = Registry("house rule")
