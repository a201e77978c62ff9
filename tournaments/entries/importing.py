"""Importing a tournament's entries from a CSV file: each pays from their own wallet, once.

Who would have to pay is invited instead (`inviting`).
"""

from django.db import transaction

from accounts.imports.sheet import ENTRIES, Row
from accounts.interest import concerns
from accounts.joining.importing import INVITED, KNOWN, NEW, ImportReport, log_import, run_import
from accounts.models import Player
from tournaments.entries.entering import enter_tournament
from tournaments.entries.inviting import invite, must_agree
from tournaments.entries.teams import require_team
from tournaments.models import Entry
from tournaments.running.live import lock_tournament
from tournaments.selectors.seen import require_member
from web.refusals import Refused


@concerns("tournament", "tournament_id")
def import_entries(
    *, tournament_id: int, text: str, confirm: str = "", by: Player | None = None
) -> ImportReport:
    """Enter or invite the players of a file; columns name and team. `by` goes into the log.

    Raises NotFound(tournament_not_found), Refused(import_not_confirmed).
    """
    live = lock_tournament(tournament_id)

    def take(row: Row) -> str:
        player = Player.objects.filter(username__iexact=row["name"], is_active=True).first()
        if player is None:
            raise Refused("import_player_unknown", name=row["name"])
        # Who has withdrawn since is not dragged back by the same file.
        if Entry.objects.filter(tournament_id=tournament_id, player=player).exists():
            return KNOWN
        require_member(live.row, player)
        if must_agree(live, player):
            invite(live, player)
            return INVITED
        require_team(live, row["team"])
        enter_tournament(tournament_id=tournament_id, player=player, team=row["team"], by_name=True)
        return NEW

    report = run_import(text=text, columns=ENTRIES, take=take, confirm=confirm)
    if not report.is_done:  # a trial uses nobody's consent up
        transaction.set_rollback(True)
    log_import(report, act="entries_imported", by=by, subject=f"tournament:{tournament_id}")
    return report
