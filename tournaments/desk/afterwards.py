"""Places after the end: entries are struck from a finished tournament, or stand as they stood.

What was decided while it ran stays; beside it stands why somebody's place is another one now.
"""

from collections.abc import Collection, Mapping

from django.db import transaction
from django.db.models import F

from tournaments.director.reasons import because
from tournaments.models import Decision, Entry, Tournament
from tournaments.running.books import give_ranks


@transaction.atomic
def move_places(
    *, tournament_id: int, places: Mapping[int, tuple[int, int]], struck: Collection[int]
) -> None:
    """Give entries other places, each with its reason: (rank before, rank now) by entry.

    `struck` are those whose prizes go up the ladder; with nobody struck it is taken back.
    """
    Tournament.objects.filter(pk=tournament_id).update(version=F("version") + 1)
    give_ranks({entry: now for entry, (_before, now) in places.items()})
    concerned = Entry.objects.filter(pk__in=places)
    concerned.update(disqualified=False)
    concerned.filter(pk__in=struck).update(disqualified=True)
    Decision.objects.bulk_create(
        Decision(
            tournament_id=tournament_id,
            kind="MovePlace",
            code=reason.code,
            facts=dict(reason.facts),
            entry_id=entry,
        )
        for entry, (before, now) in places.items()
        for reason in (because(_code(entry, struck), rank=now, before=before),)
    )


def _code(entry: int, struck: Collection[int]) -> str:
    if not struck:
        return "place_given_back"
    return "struck" if entry in struck else "moved_up"
