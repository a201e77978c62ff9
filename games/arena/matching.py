"""The bot arena: runs by itself, with whoever comes.

Two at a table, for no chips, ring of a few rounds. A bot account that asks is seated with another
that waits; who waits long gets a bot of the house; between these there is always a match to watch.
"""

import datetime as dt
import logging
import random
from contextlib import suppress

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts import league
from accounts.league import MatchResult, Participant, Skill
from accounts.models import Player
from games.models import ArenaStanding, ArenaTable, Seat, Table, TableStatus
from games.moves.errors import Conflict, NotAllowed, Refused
from games.tables.admission import Admission, shares_an_owner
from games.tables.lobby.lists import live_seats
from games.tables.opening import create_table, join_table, seat_bot
from games.tables.reading import table_reading
from games.tables.terms import TableOffer
from rummy.match import CALLED_OFF, MatchFormat

PRESETS = ("gin_palast", "gin_classic")
HOUSE_BOTS = ("casual", "greedy", "expert")
ROUNDS = 5
TURN_SECONDS = 10
WAIT_SECONDS = 20
AT_ONCE_PER_BOT = 4
COUNTED_AT_ONCE = 50

log = logging.getLogger(__name__)


@transaction.atomic
def enter_arena(*, player: Player, preset: str) -> Seat:
    """A seat at a table of the arena: with who waits, else at a new one.

    Raises NotAllowed(arena_for_bots): people play elsewhere. Conflict(too_many_seats).
    """
    if player.owner_id is None:
        raise NotAllowed("arena_for_bots")
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    playing = live_seats().filter(player=player, table__arena__isnull=False).count()
    if playing >= AT_ONCE_PER_BOT:
        raise Conflict("too_many_seats", seats=playing, most=AT_ONCE_PER_BOT)
    waiting = _waiting_tables().filter(preset=preset).exclude(seats__player=player)
    for table in waiting.order_by("id")[:20]:
        seated = dict(table.seats.values_list("player_id", "player__owner_id"))
        if shares_an_owner(player.pk, player.owner_id, seated):
            continue
        try:
            with transaction.atomic():
                return join_table(table_id=table.pk, player=player)
        except Refused:
            continue  # somebody was quicker
    return join_table(table_id=open_arena_table(preset=preset).pk, player=player)


def open_arena_table(*, preset: str) -> Table:
    """A table of the house for two programs."""
    offer = TableOffer(
        preset=preset,
        format=MatchFormat.RING.value,
        rounds=ROUNDS,
        seats=2,
        turn_seconds=TURN_SECONDS,
        bank_seconds=30,
    )
    table = create_table(
        player=None, offer=offer, name="Arena", admission=Admission(bot_accounts=True)
    )
    ArenaTable.objects.create(table=table)
    return table


def look_after_arena(*, now: dt.datetime | None = None) -> None:
    """Seat opponents for who waits, keep a match running, count what has ended."""
    count_results()
    late = (now or timezone.now()) - dt.timedelta(seconds=WAIT_SECONDS)
    for table in _waiting_tables().filter(created_at__lt=late).order_by("id")[:20]:
        with suppress(Refused):  # it has filled meanwhile
            seat_bot(table_id=table.pk, bot=random.choice(HOUSE_BOTS))  # noqa: S311
    running = Table.objects.filter(arena__isnull=False, status=TableStatus.PLAYING).count()
    for number in range(running, settings.ARENA_TABLES):
        _open_house_match(PRESETS[number % len(PRESETS)])


def is_anything_on() -> bool:
    """Whether the arena has a table that is not counted yet, or the house keeps one at play."""
    return bool(settings.ARENA_TABLES) or ArenaTable.objects.filter(counted_at=None).exists()


def _waiting_tables() -> QuerySet[Table]:
    return Table.objects.filter(arena__isnull=False, status=TableStatus.OPEN)


@transaction.atomic
def _open_house_match(preset: str) -> None:
    table = open_arena_table(preset=preset)
    for bot in random.sample(HOUSE_BOTS, 2):
        seat_bot(table_id=table.pk, bot=bot)


def count_results() -> int:
    """Count finished tables of the arena, each once; how many."""
    due = ArenaTable.objects.filter(counted_at=None, table__status=TableStatus.FINISHED)
    counted = 0
    for table_id in list(due.order_by("pk").values_list("pk", flat=True)[:COUNTED_AT_ONCE]):
        try:
            counted += _count(table_id)
        except Exception:
            # One that cannot be read must not keep all others from counting.
            log.exception("the result of arena table %s cannot be counted", table_id)
    ArenaTable.objects.filter(counted_at=None, table__status=TableStatus.CANCELLED).update(
        counted_at=timezone.now()
    )
    return counted


@transaction.atomic
def _count(table_id: int) -> bool:
    claimed = ArenaTable.objects.filter(pk=table_id, counted_at=None)
    if not claimed.update(counted_at=timezone.now()):
        return False
    state = table_reading(table_id).state
    if state.result is None:
        raise AssertionError(f"table {table_id} is finished and not decided")
    if state.result.reason == CALLED_OFF:
        return True  # nobody has won, and nothing is known by it
    # Bots of one kind play alike: all of them stand as the first that was made.
    programs = [_stands_for(player_id) for player_id in state.players]
    if len(set(programs)) < len(programs):
        return True
    standings = _locked_standings(programs)
    match = MatchResult(
        key=f"arena:{table_id}",
        family=state.terms.rules.family,
        training=False,
        winners=state.result.winners,
        participants=tuple(
            Participant(seat=seat, player_id=program, side=seat, total=state.totals[seat])
            for seat, program in enumerate(programs)
        ),
        rounds=(),
    )
    skills = {one.player_id: Skill(one.mu, one.sigma) for one in standings.values()}
    for player_id, skill in league.new_skills(match, skills).items():
        standing = standings[player_id]
        standing.mu, standing.sigma = skill.mu, skill.sigma
        standing.matches += 1
        standing.wins += programs.index(player_id) in match.victors
        standing.save()
    return True


def _stands_for(player_id: int) -> int:
    player = Player.objects.get(pk=player_id)
    if not player.is_bot:
        return player_id
    alike = Player.objects.filter(is_bot=True, bot_key=player.bot_key)
    return alike.order_by("pk").values_list("pk", flat=True)[0]


def _locked_standings(players: list[int]) -> dict[int, ArenaStanding]:
    ArenaStanding.objects.bulk_create(
        [
            ArenaStanding(player_id=one, mu=league.START.mu, sigma=league.START.sigma)
            for one in sorted(players)
        ],
        ignore_conflicts=True,
    )
    found = ArenaStanding.objects.select_for_update().filter(pk__in=players).order_by("pk")
    return {one.player_id: one for one in found}
