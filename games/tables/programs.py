"""Bot accounts at tables: welcome where the host said so, and never with their owner in earnest.

What is played for nothing but practice knows no such rule: there an owner tries their bot.
"""

from __future__ import annotations

from accounts.models import Player
from games.models import Table
from games.moves.errors import Conflict, NotAllowed
from games.tables.invitations import admission_of


def require_bots_welcome(*, table: Table, player: Player) -> None:
    """Asked with the table's row locked.

    Raises:
        NotAllowed(bots_not_welcome): the table did not ask for other people's programs.
        Conflict(bot_with_owner): a program and its owner, or two of one owner's.
    """
    if player.owner_id is not None and table.created_by_id not in (player.pk, player.owner_id):
        admission = admission_of(table.pk)
        if admission is None or not admission.bot_accounts:
            raise NotAllowed("bots_not_welcome", table=table.pk)
    if table.terms.get("training") and not table.stake_chips:
        return
    seated = dict(table.seats.values_list("player_id", "player__owner_id"))
    if shares_an_owner(player.pk, player.owner_id, seated):
        raise Conflict("bot_with_owner", table=table.pk)


def shares_an_owner(player: int, owner: int | None, others: dict[int, int | None]) -> bool:
    """Whether one of the others (their owners by id) is this one's owner, program, or sibling."""
    if owner is None:
        return player in others.values()
    return owner in others or owner in others.values()
