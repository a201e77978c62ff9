"""What a player asks from a page: as often as it is sent, it is done once.

A page says how many stacks its reader had bought when it was shown. Whoever presses twice, in two
tabs or after a lost answer, asks for a stack that is already theirs: nothing more happens.
"""

from collections.abc import Callable
from enum import StrEnum

from django.db import transaction

from accounts.models import Player
from tournaments.entries import entering
from tournaments.entries.teams import require_team
from tournaments.models import Entry, EntryStatus
from tournaments.running.live import LiveTournament, lock_tournament
from tournaments.selectors.seats import own_entry
from web.security.limits import Limit

# Who enters and withdraws leaves rows in the tournament's record and in the books, for good.
ENTRIES = Limit("entries", most=120, seconds=3600)


class Wish(StrEnum):
    ENTER = "enter"
    CHECK_IN = "check_in"
    WITHDRAW = "withdraw"
    COME_BACK = "come_back"
    REBUY = "rebuy"
    ADD_ON = "add_on"
    LEAVE = "leave"


@transaction.atomic
def ask(
    *,
    tournament_id: int,
    player: Player,
    wish: Wish,
    bought: int = 0,
    team: str = "",
    seed: str = "",
) -> bool:
    """Do what a player wishes; False when it had been done already.

    Raises:
        Refused, NotFound, NotAllowed, InsufficientChips: as the services of `entering`.
        Conflict(team_missing | team_known | team_code_unknown): a team event needs one's team.
    """
    live = lock_tournament(tournament_id)
    entry = own_entry(tournament_id, player)
    if _is_done(wish, live, entry, bought):
        return False
    if wish is Wish.ENTER:
        require_team(live, team)
        entering.enter_tournament(tournament_id=tournament_id, player=player, team=team, seed=seed)
        return True
    acts: dict[Wish, Callable[..., None]] = {
        Wish.CHECK_IN: entering.check_in,
        Wish.WITHDRAW: entering.withdraw,
        Wish.COME_BACK: entering.come_back,
        Wish.REBUY: entering.rebuy,
        Wish.ADD_ON: entering.add_on,
        Wish.LEAVE: entering.leave,
    }
    acts[wish](tournament_id=tournament_id, player=player)
    return True


def stacks_bought(entry: Entry | None) -> int:
    """How many stacks somebody has bought: what a page shows and sends back."""
    return 0 if entry is None else 1 + entry.returns + entry.rebuys


def _is_done(wish: Wish, live: LiveTournament, entry: Entry | None, bought: int) -> bool:
    match wish:
        case Wish.ENTER:
            return entry is not None
        case Wish.WITHDRAW:
            return entry is None
        case Wish.CHECK_IN:
            return entry is not None and entry.is_here
        case Wish.ADD_ON:
            return entry is not None and entry.has_add_on
        case Wish.LEAVE:
            if entry is None or entry.status != EntryStatus.IN:
                return True
            return entry.pk in live.clock.leaving
        case _:
            return stacks_bought(entry) > bought
