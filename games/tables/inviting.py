"""Inviting a friend to a table one sits at: a notice that leads there, code included."""

from django.db import transaction

from accounts.clubs.reading import is_member
from accounts.models import Player
from accounts.notices.telling import tell
from accounts.people.friendships import are_friends
from games.models import Seat, TableStatus
from games.models.naming import named_facts
from games.moves.errors import Conflict, NotAllowed
from games.tables.lobby.lists import one_table
from web.refusals import Refused
from web.security.limits import Limit

LIMIT = Limit("invitations", most=60, seconds=3600)


@transaction.atomic
def invite_friend(*, table_id: int, player: Player, friend: Player) -> bool:
    """Tell a friend of one's table; False when they have been told by the same player already.

    Raises:
        NotFound, NotAllowed(not_at_this_table | invited_no_friend), Refused(club_no_member),
        Conflict(table_not_open | invited_already_seated).
    """
    table = one_table(table_id, player)
    seated = set(Seat.objects.filter(table_id=table_id).values_list("player_id", flat=True))
    if player.pk not in seated:
        raise NotAllowed("not_at_this_table", table=table_id)
    if table.status != TableStatus.OPEN:
        raise Conflict("table_not_open", table=table_id, status=table.status)
    if not are_friends(player, friend):
        raise NotAllowed("invited_no_friend", name=friend.name)
    if table.club_id is not None and not is_member(friend.pk, table.club_id):
        raise Refused("club_no_member", name=friend.name)
    if friend.pk in seated:
        raise Conflict("invited_already_seated", name=friend.name)
    sent = tell(
        player=friend,
        kind="table_invitation",
        facts={
            "name": player.name,
            "table": table.pk,
            **named_facts(table),
            "invite": table.invite_code,
        },
        key=f"table:{table.pk}:{player.pk}",
    )
    return sent is not None
