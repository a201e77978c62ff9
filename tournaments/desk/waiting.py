"""Orders that wait for the end of a round: carried out where that is settled, in one transaction.

The worker does it, which gives no orders itself: the order stays as it was given, and beside it
stands what came of it.
"""

from tournaments.desk.holdings import holder_of
from tournaments.desk.ordering import require_conserved
from tournaments.desk.orders import out_after_round
from tournaments.desk.telling import tell_concerned
from tournaments.models import DeskAct, DeskOutcome
from tournaments.running.carrying_out import carry_out
from tournaments.running.live import LiveTournament


def carry_out_waiting(live: LiveTournament) -> int:
    """Take out those whose round is settled, in the order it was ordered; how many orders ended.

    Part of the transaction that settled the round: a worker that dies has done neither.
    """
    ended = 0
    for entry, kind in live.clock.out_later:
        if not holder_of(live, entry).quiet:
            continue
        prepared = out_after_round(live, entry, kind)
        carry_out(live, prepared.commands)
        require_conserved(live)
        given = DeskAct.objects.filter(
            tournament_id=live.id, kind=kind, entry_id=entry, facts__waits=True, undone_by=None
        ).latest("pk")
        DeskOutcome.objects.create(order=given, facts=dict(prepared.facts))
        if "waits" not in prepared.facts:  # else nobody else is left, or they are out: no effect
            tell_concerned(given, live.row)
        ended += 1
    return ended
