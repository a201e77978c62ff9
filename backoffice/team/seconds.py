"""What a refusal says where a second person is asked for: to whom one is tied and by what, who of
the staff might consent, and where they do."""

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.interest import CONFLICT, Relation, relation_to, ties_to
from accounts.models import Player
from backoffice.permissions import may
from backoffice.team.conflicts import Act
from games.refusals import tell
from web.refusals import leads_on

COLLEAGUES_TOLD = 5
BY_WHAT: dict[str, str | Promise] = {
    "friend": gettext_lazy("You are tied to %(names)s: you are friends."),
    "device": gettext_lazy("You are tied to %(names)s: both of you signed in on one device."),
    "unsaid": gettext_lazy("You are tied to somebody whom it concerns."),
}


def ties_told(by: Player, kind: str, number: int) -> list[dict[str, Any]]:
    """The ties as facts of a refusal. Who else signed in on a device, and whose a bot is, only the
    staff are told."""
    return [
        {
            "by": name,
            "player": party.pk,
            "name": party.name,
            "owner": party.owner.name if party.owner else "",
        }
        if by.is_staff
        else {"by": "unsaid", "player": None, "name": "", "owner": ""}
        for name, party in ties_to(by, kind, number)
    ]


def way_out(
    by: Player, row: Act, number: int, may_consent: Callable[[Player, Act], bool]
) -> dict[str, Any]:
    """Facts of a refusal: who might consent to this act of `by`'s, and on which page; where nobody
    might, the page on which somebody is appointed. It is "" where `by` may not open it, and whoever
    is not of the staff `asks_staff`."""
    staff = Player.objects.filter(is_staff=True, is_active=True).exclude(pk=by.pk).order_by("pk")
    able = (
        one.name
        for one in staff
        if may_consent(one, row) and relation_to(one, row.kind, number) is Relation.NEITHER
    )
    colleagues = list(islice(able, COLLEAGUES_TOLD))
    asked = urlencode({"act": row.key, "number": number, "name": by.username})
    if colleagues:
        at = f"{reverse('office-consents')}?{asked}" if by.is_staff else ""
    else:
        at = reverse("office-team") if may(by, "manage_team") else ""
    return {"colleagues": colleagues, "consent_at": at, "asks_staff": not by.is_staff}


def told(words: str | Promise, facts: Mapping[str, Any]) -> str:
    """A sentence of the back office with its facts, ties and ways out in words."""
    return tell(words, {**facts, "ties": _ties(facts.get("ties", ())), "way": _way(facts)})


@leads_on("second_person_needed", CONFLICT)
def where_to(facts: Mapping[str, Any]) -> tuple[str, str] | None:
    """Where a colleague consents; where there is none, where one is appointed."""
    if not facts.get("consent_at"):
        return None
    consents, staff = _("Where a colleague consents"), _("Where an owner appoints somebody")
    return facts["consent_at"], consents if facts["colleagues"] else staff


def _ties(ties: Iterable[Mapping[str, Any]]) -> str:
    by_what: dict[str, list[str]] = {}
    for tie in ties:
        name = _("%(bot)s (bot of %(owner)s)") % {"bot": tie["name"], "owner": tie["owner"]}
        by_what.setdefault(tie["by"], []).append(name if tie["owner"] else tie["name"])
    sentences = (BY_WHAT[by] % {"names": ", ".join(names)} for by, names in by_what.items())
    return " ".join(sentences) or _("You have a part in this yourself.")


def _way(facts: Mapping[str, Any]) -> str:
    if names := ", ".join(facts.get("colleagues", ())):
        return _("Who can: %(names)s.") % {"names": names}
    if facts.get("asks_staff"):
        return _("Ask the staff of this house.")
    return _(
        "Nobody else here can: an owner has to give somebody a role under “Staff” first, or "
        "whoever has the machine makes an account with all rights (manage.py createsuperuser)."
    )
