"""Importing a tournament's entries from a CSV file: each pays from their own wallet, once."""

from __future__ import annotations

from django.db import transaction

from accounts.imports.sheet import ENTRIES, Row
from accounts.interest import concerns
from accounts.joining.importing import ImportReport, log_import, run_import
from accounts.models import Player
from tournaments.entries.asking import Wish, ask
from tournaments.models import Entry
from tournaments.running.live import lock_tournament
from web.refusals import Refused


@transaction.atomic
@concerns("tournament", "tournament_id")
def import_entries(
    *, tournament_id: int, text: str, confirm: str = "", by: Player | None = None
) -> ImportReport:
    """Enter the players of a file; columns name and team. `by` of the staff goes into their log.

    Raises:
        NotFound(tournament_not_found), Refused(import_not_confirmed).
    """
    lock_tournament(tournament_id)

    def take(row: Row) -> bool:
        player = Player.objects.filter(username__iexact=row["name"], is_active=True).first()
        if player is None:
            raise Refused("import_player_unknown", name=row["name"])
        # Who has withdrawn since is not dragged back by the same file.
        if Entry.objects.filter(tournament_id=tournament_id, player=player).exists():
            return False
        return ask(tournament_id=tournament_id, player=player, wish=Wish.ENTER, team=row["team"])

    report = run_import(text=text, columns=ENTRIES, take=take, confirm=confirm)
    log_import(report, act="entries_imported", by=by, subject=f"tournament:{tournament_id}")
    return report
