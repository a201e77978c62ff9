"""Tables that stand still: waking them, or calling them off with every stake returned."""

from accounts.interest import concerns
from accounts.models import Player
from accounts.notices.telling import tell
from backoffice.home.reading import IDLE_AFTER, STUCK_AFTER, stuck_tables
from backoffice.team.staff_log import record, require_reason
from games.models import Table, TableStatus
from games.moves.acting import one_outcome, run_batch
from games.moves.commands import CallOff
from games.moves.errors import StaleAction
from games.running.waking import wake_table
from games.tables.opening import cancel_table
from web.refusals import Refused


@concerns("table", "table_id")
def wake_stuck_table(*, table_id: int, by: Player) -> bool:
    """Do what is due at a table; False when nothing was."""
    before = _version(table_id)
    moved = wake_table(table_id=table_id)
    record(
        by=by,
        act="table_woken",
        subject=f"table:{table_id}",
        before={"version": before},
        after={"version": _version(table_id)},
    )
    return moved


@concerns("table", "table_id")
def cancel_stuck_table(*, table_id: int, seen_version: int, reason: str, by: Player) -> None:
    """Call off a table that stands still; every stake goes back, and all who sat are told.

    A healthy one is called off by nobody: its clocks end it, and who must not play is banned. An
    open one at which nobody sits concerns nobody.

    Raises Refused(reason_missing | table_not_stuck | tournament_table | table_moved_on).
    """
    words = require_reason(reason)
    # Locked before anybody is counted: who sits down meanwhile is refused instead of forgotten.
    locked = Table.objects.select_for_update(no_key=True).defer("state")
    table = locked.filter(pk=table_id).first()
    if table is not None and table.terms.get("settlement") == "tournament":
        raise Refused("tournament_table", table=table_id)
    if table is None or not (_nobody_sits(table) or stuck_tables(table_id=table_id)):
        raise Refused(
            "table_not_stuck",
            table=table_id,
            seconds=int(STUCK_AFTER.total_seconds()),
            minutes=int(IDLE_AFTER.total_seconds()) // 60,
        )
    places = table.seats.count()
    seated = list(Player.objects.filter(seats__table_id=table_id, is_bot=False))
    if table.status == TableStatus.OPEN:
        cancel_table(table_id=table_id)
    else:
        try:
            one_outcome(run_batch([CallOff(table_id, seen_version)]))
        except StaleAction:
            raise Refused("table_moved_on", table=table_id) from None
    for player in seated:
        facts = {"table": table_id, "reason": words}
        tell(player=player, kind="table_called_off", facts=facts, key=f"called_off:{table_id}")
    record(
        by=by,
        act="table_cancelled",
        subject=f"table:{table_id}",
        reason=words,
        before={"status": table.status, "stake_chips": table.stake_chips},
        after={"returned_chips": table.stake_chips * places},
    )


def _version(table_id: int) -> int:
    return Table.objects.values_list("version", flat=True).filter(pk=table_id).first() or 0


def _nobody_sits(table: Table) -> bool:
    return table.status == TableStatus.OPEN and not table.seats.exists()
