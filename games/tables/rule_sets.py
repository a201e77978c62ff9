"""The house's own rule-sets, as they are offered where a table or a tournament is put together."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db.models import QuerySet

from games.models import HouseRuleSet
from games.tables.terms import TableOffer
from rummy import engine
from web.numbers import whole


def offered_rule_sets() -> QuerySet[HouseRuleSet]:
    """The current version of each, by name."""
    return HouseRuleSet.objects.filter(retired_at=None)


def rule_set_choices() -> list[tuple[str, str]]:
    """For a form: first none of them."""
    return [("", "–"), *((str(one.pk), one.name) for one in offered_rule_sets())]


def rule_set_of(key: str | None) -> HouseRuleSet | None:
    """The rule-set of a form's choice, retired or not."""
    number = whole(key or "")
    return None if number is None else HouseRuleSet.objects.filter(pk=number).first()


def with_rule_set(offer: TableOffer, chosen: HouseRuleSet | None) -> TableOffer:
    """The offer, played by these rules instead of those it names; unchanged without a choice.

    The number of seats holds where these rules allow it.
    """
    if chosen is None:
        return offer
    rules = engine.build_rules(chosen.preset, house_rules=chosen.house_rules, **chosen.options)
    return replace(
        offer,
        preset=chosen.preset,
        house_rules=tuple(chosen.house_rules),
        options=dict(chosen.options),
        seats=offer.seats if offer.seats in rules.seats else None,
    )


def rule_set_like(
    *, preset: str, house_rules: list[str], options: Mapping[str, Any]
) -> HouseRuleSet | None:
    """The newest rule-set that says exactly this, if the house has one."""
    found = HouseRuleSet.objects.filter(
        preset=preset, house_rules=house_rules, options=dict(options)
    )
    return found.order_by("retired_at", "-pk").first()
