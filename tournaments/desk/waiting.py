"""Orders that wait for the end of a round: carried out where that is settled, in one transaction.

The order itself stays as it was given. What came of it is an order of its own, by the same person
and with the same reason, and that one is told and can be taken back.
"""

import uuid

from tournaments.desk.holdings import holder_of
from tournaments.desk.ordering import holdings_by_name, require_conserved
from tournaments.desk.orders import Prepared, disqualify_after_round
from tournaments.desk.reading import entries_named
from tournaments.desk.telling import tell_of_order
from tournaments.models import DeskAct
from tournaments.running.carrying_out import carry_out
from tournaments.running.live import LiveTournament


def carry_out_waiting(live: LiveTournament) -> int:
    """Disqualify those whose round is settled, in the order it was ordered; how many orders ended.

    Part of the transaction that settled the round: a worker that dies has done neither.
    """
    ended = 0
    for entry in live.clock.disqualified_later:
        if holder_of(live, entry).quiet:
            _disqualify(live, entry)
            ended += 1
    return ended


def _disqualify(live: LiveTournament, entry: int) -> None:
    prepared = disqualify_after_round(live, entry)
    if "waits" in prepared.facts:  # nobody else is left: it has no effect any more
        carry_out(live, prepared.commands)
        return
    given = DeskAct.objects.filter(
        tournament_id=live.id, kind="disqualify", entry_id=entry, facts__waits=True, undone_by=None
    ).latest("pk")
    concerned = entries_named(entry, prepared.facts)
    before = holdings_by_name(live, concerned)
    carry_out(live, prepared.commands)
    require_conserved(live)
    done = _as_it_took_effect(given, prepared)
    tell_of_order(done, live.row, before, holdings_by_name(live, concerned))


def _as_it_took_effect(given: DeskAct, prepared: Prepared) -> DeskAct:
    return DeskAct.objects.create(
        tournament_id=given.tournament_id,
        key=uuid.uuid4().hex,  # none that a caller could have taken already
        fingerprint=given.fingerprint,
        kind=given.kind,
        actor=given.actor,
        remark=given.remark,
        facts={**prepared.facts, "ordered": given.pk},
        entry_id=prepared.entry,
        table_number=given.table_number,
    )
