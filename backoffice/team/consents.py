"""Judging the staff's acts by the matrix, and the consents of a second person that it asks for.

A consent is given beforehand, by whoever might do the act themselves and has no part in it, for one
act of one colleague on one thing; it is used once, and lapses after a day. An owner's consent to
what is refused to everybody else is public as soon as it has been used.
"""

import datetime as dt

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.interest import Relation, concerns_nobody, judges, relation_to
from accounts.models import Player
from accounts.signing_in.stepping_up import require_fresh
from backoffice.models import Consent
from backoffice.permissions import Role
from backoffice.team.conflicts import MATRIX, Act, Rule
from backoffice.team.seconds import ties_told, way_out
from backoffice.team.staff_log import record, require_reason
from web.refusals import Refused

HOLDS = dt.timedelta(hours=24)


@judges
def judge(*, by: Player, act: str, kind: str, number: int | None, only_looks: bool = False) -> None:
    """Hold an act to its row.

    Raises:
        Refused(conflict_of_interest, or the row's own code | tied_to_it | second_person_needed |
        confirmation_needed).
    """
    row = MATRIX[act]
    if kind != row.kind:  # a consent would be looked up under a number of something else
        raise ValueError(f"{act} is about a {row.kind}, not about a {kind}")
    if row.fresh and not only_looks:
        require_fresh(by)
    relation = relation_to(by, kind, number)
    rule = row.rule(relation)
    if rule in (Rule.ALONE, Rule.LIMIT) or (rule is Rule.SECOND and row.own_second):
        return
    if (
        rule is not Rule.NEVER
        and number is not None
        and _consented(by, row, number, rule, only_looks)
    ):
        return
    if rule is Rule.SECOND and number is not None:
        hours = int(HOLDS.total_seconds() // 3600)
        raise Refused(
            "second_person_needed",
            act=act,
            on=f"{kind}:{number}",
            hours=hours,
            ties=ties_told(by, kind, number),
            **way_out(by, row, number, _may_consent),
        )
    if rule is Rule.OWNER and number is not None and is_owner(by):
        raise Refused(row.code, subject=kind, **way_out(by, row, number, _may_as_owner))
    raise _refused(by, row, number, relation)


def takes_second(by: Player, act: str, kind: str, number: int) -> bool:
    """Whether the act's own second step is needed whatever the sum."""
    return MATRIX[act].rule(relation_to(by, kind, number)) is Rule.SECOND


@concerns_nobody
def give_consent(*, act: str, number: int, actor: Player, reason: str, by: Player) -> Consent:
    """Let a colleague do an act once, within `HOLDS`.

    Raises:
        Refused(reason_missing | consent_not_asked | consent_to_oneself | consent_not_yours |
        conflict_of_interest | tied_to_it).
    """
    words = require_reason(reason)
    row = MATRIX.get(act)
    rule = row.rule(relation_to(actor, row.kind, number)) if row is not None and row.kind else None
    if row is None or row.own_second or rule not in (Rule.SECOND, Rule.OWNER):
        raise Refused("consent_not_asked", act=act[:40])
    if actor == by:
        raise Refused("consent_to_oneself")
    as_owner = rule is Rule.OWNER
    if not (_may_as_owner(by, row) and is_owner(actor) if as_owner else _may_consent(by, row)):
        raise Refused("consent_not_yours", act=act)
    own = relation_to(by, row.kind, number)
    if own is not Relation.NEITHER:
        raise _refused(by, row, number, own)
    given = Consent.objects.create(
        act=act,
        kind=row.kind,
        number=number,
        actor=actor,
        by=by,
        reason=words,
        as_owner=as_owner,
    )
    _log(given, by, "consent_given")
    return given


def consents() -> QuerySet[Consent]:
    """Every consent, newest first."""
    return Consent.objects.select_related("actor", "by")


def public_overrides() -> QuerySet[Consent]:
    """What owners have done that is refused to everybody else, the latest first."""
    return consents().filter(as_owner=True, used_at__isnull=False).order_by("-used_at")


def is_owner(player: Player) -> bool:
    """Whoever has that role, or may do everything."""
    if not player.is_active or player.is_superuser:
        return player.is_active
    return player.groups.filter(name=Role.OWNER.value).exists()


def _may_consent(by: Player, row: Act) -> bool:
    return by.is_active and by.is_staff and by.has_perm(row.permission)


def _may_as_owner(by: Player, row: Act) -> bool:
    return is_owner(by) and _may_consent(by, row)


def _refused(by: Player, row: Act, number: int | None, relation: Relation) -> Refused:
    """No second person changes it. Whoever is tied is told to whom."""
    if relation is Relation.TIED and number is not None:
        return Refused("tied_to_it", subject=row.kind, ties=ties_told(by, row.kind, number))
    return Refused(row.code, subject=row.kind)


def _consented(actor: Player, row: Act, number: int, rule: Rule, only_looks: bool) -> bool:
    """Whether a consent still stands; it is used up unless somebody only looks."""
    as_owner = rule is Rule.OWNER
    standing = Consent.objects.filter(
        actor=actor,
        act=row.key,
        number=number,
        as_owner=as_owner,
        used_at=None,
        at__gt=timezone.now() - HOLDS,
    )
    if transaction.get_connection().in_atomic_block and not only_looks:
        standing = standing.select_for_update(of=("self",))
    for consent in standing.select_related("by").order_by("pk"):
        may = _may_as_owner if as_owner else _may_consent
        if not may(consent.by, row) or (as_owner and not is_owner(actor)):
            continue
        if not only_looks:
            consent.used_at = timezone.now()
            consent.save(update_fields=("used_at",))
            _log(consent, actor, "consent_used")
        return True
    return False


def _log(consent: Consent, by: Player, act: str) -> None:
    record(
        by=by,
        act=act,
        subject=f"{consent.kind}:{consent.number}",
        reason=consent.reason,
        after={
            "consent": consent.pk,
            "act": consent.act,
            "actor": consent.actor_id,
            "as_owner": consent.as_owner,
        },
    )
