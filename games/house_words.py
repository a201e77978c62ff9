"""What a page's scripts say about points and house rules, in the reader's language."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import ngettext

from games import wording
from rummy import engine
from rummy.engine.house_rules.base import HouseRule
from rummy.words import Button, Plural, Sentence


def for_page(keys: Sequence[str]) -> dict[str, Any]:
    """The words of a table with these house rules.

    A sentence is a text, or `[one, many, fact that decides]`. `scores` by reason; `events` by type,
    each as [field that must be there, as told of another, as said to whoever did it]; `actions`
    and `tags` by type and key; `offers` are buttons with the types of the actions behind them;
    `limit` names the rule that sets the limit.
    """
    rules = [engine.HOUSE_RULES[key] for key in keys]
    return {
        "scores": {reason: str(words) for reason, words in wording.score_reasons().items()},
        "events": {
            type_: [
                [when, *(str(wording.in_words(words)) for words in (told, said))]
                for when, told, said in event.sentences
            ]
            for rule in rules
            for type_, event in rule.events.items()
        },
        "actions": {
            type_: {name: _sentence(words) for name, words in called._asdict().items()}
            for rule in rules
            for type_, called in rule.actions_called.items()
        },
        "offers": [_offer(rule, rule.button) for rule in rules if rule.button],
        "tags": {
            key: {
                "short": _sentence(tag.short),
                "full": _sentence(tag.full),
                "warning": tag.is_warning,
            }
            for rule in rules
            for key, tag in rule.tags.items()
        },
        "limit": rule_of_the_limit(keys),
    }


def rule_of_the_limit(keys: Sequence[str]) -> str:
    """The name of the house rule that sets the knock limit; "" where none does."""
    setting = (key for key in keys if engine.HOUSE_RULES[key].sets_knock_limit)
    return next((str(wording.house_rule_name(key)) for key in setting), "")


def says_training(terms: Mapping[str, Any]) -> bool:
    """Whether a table for training has to say so itself, as none of its house rules does."""
    rules = engine.build_rules(terms["preset"], house_rules=terms["house_rules"])
    return bool(terms["training"] and rules.rated)


def _offer(rule: HouseRule, button: Button) -> dict[str, Any]:
    key, words, question = (_sentence(words) for words in button)
    types = list(rule.actions_called)
    return {"rule": rule.key, "key": key, "words": words, "question": question, "types": types}


def _sentence(sentence: Sentence) -> str | list[str]:
    """In the reader's language, its facts still to be put in."""
    if not isinstance(sentence, Plural):
        return str(wording.in_words(sentence))
    one, many, number = sentence
    return [ngettext(one, many, 1), ngettext(one, many, 2), number]
