"""Why a restitution moved chips, for the statement of whoever it concerns."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.books.reasons import Link, Why
from accounts.ledger import TransferKind
from accounts.models import Posting
from backoffice.models import RestitutionKind, RestitutionLine
from backoffice.restitution.wording import reason_in_words

TABLES_LINKED_MAX = 3


def whys(postings: Sequence[Posting]) -> dict[int, Why]:
    """By posting, of those that a restitution has made; one query however many they are."""
    corrections = {
        posting.transfer.memo.get("correction"): posting.pk
        for posting in postings
        if posting.transfer.kind == TransferKind.CORRECTION.value
    }
    if not corrections:
        return {}
    lines = RestitutionLine.objects.filter(correction__in=[one for one in corrections if one])
    return {
        corrections[line.correction_id]: Why(_sentence(line), _links(line))
        for line in lines.select_related("restitution__tournament")
    }


def _sentence(line: RestitutionLine) -> str:
    claim = line.restitution
    facts = {
        "parts": "; ".join(reason_in_words(why, facts) for why, _chips, facts in line.parts),
        "reason": claim.reason,
    }
    if claim.tournament is None:
        return _("Restitution: %(parts)s. The reason: %(reason)s") % facts
    facts["name"] = claim.tournament.name
    if claim.kind == RestitutionKind.RESCORED:
        said = _("“%(name)s”, a result corrected after the end: %(parts)s. The reason: %(reason)s")
        return said % facts
    return _("Restitution for “%(name)s”: %(parts)s. The reason: %(reason)s") % facts


def _links(line: RestitutionLine) -> tuple[Link, ...]:
    claim = line.restitution
    if claim.tournament is not None:
        return (Link(claim.tournament.name, reverse("tournament", args=(claim.tournament.pk,))),)
    tables = sorted({facts["table"] for _why, _chips, facts in line.parts if "table" in facts})
    return tuple(
        Link(_("Table %(number)s") % {"number": table}, reverse("table", args=(table,)))
        for table in tables[:TABLES_LINKED_MAX]
    )
