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
    *,
    tournament_id: int,
    places: Mapping[int, tuple[int, int]],
    struck: Collection[int],
    is_taken_back: bool,
    owed_chips: Mapping[int, int],
) -> None:
    """Give entries other places, each with its reason: (rank before, rank now) by entry.

    `struck` are those whose prizes go up the ladder, or, where it is taken back, come down again;
    who was disqualified while it ran stays so. By player `owed_chips` says by how much their prize
    is another one: standing and certificates show what is due, also where a wallet had less.
    """
    Tournament.objects.filter(pk=tournament_id).update(version=F("version") + 1)
    give_ranks({entry: now for entry, (_before, now) in places.items()})
    Entry.objects.filter(pk__in=struck).update(disqualified=not is_taken_back)
    for player, chips in owed_chips.items():
        of_player = Entry.objects.filter(tournament_id=tournament_id, player_id=player).entered()
        of_player.update(won_chips=F("won_chips") + chips)
    Decision.objects.bulk_create(
        Decision(
            tournament_id=tournament_id,
            kind="MovePlace",
            code=reason.code,
            facts=dict(reason.facts),
            entry_id=entry,
        )
        for entry, (before, now) in places.items()
        for reason in (because(_code(entry, struck, is_taken_back), rank=now, before=before),)
    )


def _code(entry: int, struck: Collection[int], is_taken_back: bool) -> str:
    if is_taken_back:
        return "place_given_back"
    return "struck" if entry in struck else "moved_up"
