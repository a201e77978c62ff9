"""Keeping rule-sets under a name: stored, changed by a new version, retired; never deleted.

And opening tables of the house that are played by one.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.interest import concerns_nobody
from accounts.models import Player
from backoffice.team.staff_log import record
from games.models import HouseRuleSet, Table
from games.models.rule_sets import NAME_CHARS_MAX
from games.tables.opening import create_table
from games.tables.terms import TableOffer
from rummy import engine
from web.refusals import Refused

WORDS_MAX = 300


@concerns_nobody
def store_rule_set(
    *,
    name: str,
    preset: str,
    house_rules: Sequence[str],
    options: Mapping[str, Any],
    words: str = "",
    by: Player,
) -> HouseRuleSet:
    """Store a rule-set that the engine accepts, as the next version of its name.

    What is stored already is given back as it stands.

    Raises Refused(rule_set_without_name | rule_set_changed_meanwhile), InvalidRules.
    """
    name = " ".join(name.split())[:NAME_CHARS_MAX]
    if not name:
        raise Refused("rule_set_without_name")
    rules = engine.build_rules(preset, house_rules=house_rules, **options)
    words = " ".join(words.split())[:WORDS_MAX]
    known = HouseRuleSet.objects.select_for_update().filter(name=name)
    before = known.order_by("-version").first()
    current = before if before is not None and before.retired_at is None else None
    facts = {
        "preset": preset,
        "house_rules": list(rules.house_rules),
        "options": dict(options),
        "words": words,
    }
    if current is not None and all(getattr(current, key) == facts[key] for key in facts):
        return current
    version = before.version + 1 if before is not None else 1
    try:
        with transaction.atomic():
            if current is not None:
                _retire(current)
            stored = HouseRuleSet.objects.create(
                name=name, version=version, digest=rules.digest, stored_by=by, **facts
            )
    except IntegrityError:
        raise Refused("rule_set_changed_meanwhile", name=name) from None
    record(
        by=by,
        act="rule_set_stored",
        subject=f"rule_set:{stored.pk}",
        before={"version": before.version, "digest": before.digest} if before is not None else {},
        after={"name": name, "version": version, "digest": rules.digest},
    )
    return stored


@concerns_nobody
def retire_rule_set(*, rule_set_id: int, by: Player) -> None:
    """Offer it no more; retiring it again changes nothing. Raises Refused(rule_set_not_found)."""
    found = HouseRuleSet.objects.select_for_update().filter(pk=rule_set_id).first()
    if found is None:
        raise Refused("rule_set_not_found", rule_set=rule_set_id)
    if found.retired_at is not None:
        return
    _retire(found)
    record(
        by=by,
        act="rule_set_retired",
        subject=f"rule_set:{found.pk}",
        before={"name": found.name, "version": found.version},
    )


@concerns_nobody
def open_house_table(*, name: str, house_rules: Sequence[str], by: Player, **terms: Any) -> Table:
    """A ring table of the house with the other `terms` of a TableOffer; it opens anew when it
    fills (PLAY-10). Raises InvalidRules."""
    offer = TableOffer(format="ring", house_rules=tuple(house_rules), **terms)
    table = create_table(player=None, offer=offer, name=name, is_standing=True)
    record(
        by=by,
        act="house_table_opened",
        subject=f"table:{table.pk}",
        after={"preset": offer.preset, "stake_chips": offer.stake_chips},
    )
    return table


def _retire(rule_set: HouseRuleSet) -> None:
    rule_set.retired_at = timezone.now()
    rule_set.save(update_fields=("retired_at",))
