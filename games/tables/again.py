"""One tap from the end of a match with bots to another: same terms, bots as strong."""

import secrets
from collections import Counter

from django.db import transaction

from accounts.models import Player
from accounts.premium import reading as premium
from games.catalogue.offered import require_offered
from games.models import Table, TableStatus
from games.moves.errors import Conflict, NotAllowed, NotFound
from games.tables import opening, opening_hours
from games.tables.admission import require_welcome
from games.tables.terms import has_special_rules
from games.tables.whole_tables import seat_everybody
from rummy.match import MatchTerms
from web.security import limits


@transaction.atomic
def play_again(*, table_id: int, player: Player) -> int:
    """The id of the table at which the player plays the next match against bots.

    The first tap opens it; every other one, from here or another tab, leads to the same table.

    Raises:
        NotFound(table_not_found): the player sat at no such table.
        Conflict(rematch_not_over): its match is still played.
        NotAllowed(only_after_bots): other people sat there, or it is one of the house's.
        Refused, Conflict, InsufficientChips: as opening a table and sitting down do.
    """
    opening_hours.require_open(player)
    played = Table.objects.select_for_update(no_key=True, of=("self",)).filter(seats__player=player)
    before = played.select_related("successor").filter(pk=table_id).first()
    if before is None:
        raise NotFound("table_not_found", table=table_id)
    if before.status != TableStatus.FINISHED:
        raise Conflict("rematch_not_over", table=table_id)
    if not before.is_standing and hasattr(before, "successor"):
        return before.successor.pk
    kinds = _bots_at(before, player)
    limits.spend(limits.TABLES, str(player.pk))
    require_offered(before.preset)
    if has_special_rules(MatchTerms.from_json(before.terms)):
        premium.require_right(player, premium.SPECIAL_RULES)
    return _begin(before, player, kinds).pk


def _bots_at(table: Table, player: Player) -> Counter[str]:
    """How many bots of each kind sat there, and nobody else."""
    places = table.seats.select_related("player").order_by("number")
    others = [seat.player for seat in places if seat.player_id != player.pk]
    own = table.may_be_played_again and not table.is_standing
    if not own or not all(one.is_bot for one in others):
        raise NotAllowed("only_after_bots", table=table.pk)
    return Counter(one.bot_key for one in others)


def _begin(before: Table, player: Player, kinds: Counter[str]) -> Table:
    turn_based = bool(before.terms.get("turn_based"))
    opening.require_free_hands(player=player, turn_based=turn_based)
    table = opening.open_like(
        before,
        is_private=before.is_private,
        invite_code=before.invite_code and secrets.token_urlsafe(12),
        created_by=player,
        successor_of=before,
    )
    require_welcome(table=table, player=player)
    people = [player]
    for kind, seats in kinds.items():
        people += opening.idle_bots(table=table, bot=kind, seats=seats)
    seat_everybody(table=table, people=dict(enumerate(people)))
    return table
