"""Importing a tournament's entries from a CSV file: each pays from their own wallet, once.

Nobody pays what they have not agreed to: where an entry costs chips, whoever has ever signed in is
invited and enters with one tap. Accounts that nobody has used yet are entered.
"""

from __future__ import annotations

from django.db import transaction

from accounts.imports.sheet import ENTRIES, Row
from accounts.interest import concerns
from accounts.joining.importing import INVITED, KNOWN, NEW, ImportReport, log_import, run_import
from accounts.models import ApiToken, Player
from accounts.notices.telling import tell
from tournaments.entries.asking import Wish, ask
from tournaments.models import Entry
from tournaments.running.live import lock_tournament
from web.refusals import Refused


@transaction.atomic
@concerns("tournament", "tournament_id")
def import_entries(
    *, tournament_id: int, text: str, confirm: str = "", by: Player | None = None
) -> ImportReport:
    """Enter or invite the players of a file; columns name and team. `by` goes into the log.

    Raises:
        NotFound(tournament_not_found), Refused(import_not_confirmed).
    """
    live = lock_tournament(tournament_id)
    price = live.plan.buy_in_chips + live.plan.fee_chips

    def take(row: Row) -> str:
        player = Player.objects.filter(username__iexact=row["name"], is_active=True).first()
        if player is None:
            raise Refused("import_player_unknown", name=row["name"])
        # Who has withdrawn since is not dragged back by the same file.
        if Entry.objects.filter(tournament_id=tournament_id, player=player).exists():
            return KNOWN
        if price and _has_been_here(player):
            tell(
                player=player,
                kind="tournament_invited",
                facts={"tournament": live.id, "name": live.row.name, "chips": price},
                key=f"invited:{live.ref}",
            )
            return INVITED
        ask(tournament_id=tournament_id, player=player, wish=Wish.ENTER, team=row["team"])
        return NEW

    report = run_import(text=text, columns=ENTRIES, take=take, confirm=confirm)
    if not report.is_done:  # a trial uses nobody's consent up
        transaction.set_rollback(True)
    log_import(report, act="entries_imported", by=by, subject=f"tournament:{tournament_id}")
    return report


def _has_been_here(player: Player) -> bool:
    return player.last_login is not None or ApiToken.objects.filter(user=player).exists()
