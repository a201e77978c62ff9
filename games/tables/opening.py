"""Opening tables, taking seats and leaving them; stakes are held and released here (PLAY-3)."""

import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from accounts.books import posting as ledger
from accounts.clubs.reading import is_member, require_member_of_open
from accounts.joining.naming import require_not_the_house
from accounts.joining.players import create_bot
from accounts.ledger import AccountKind, TransferKind
from accounts.models import Player
from accounts.people.social import clean_words, skeleton_of
from accounts.premium import reading as premium
from games.catalogue.offered import require_offered
from games.models import OutboxMessage, Seat, Table, TableStatus, WaitingPlace, WaitingStatus
from games.moves.acting import one_outcome, run_batch
from games.moves.commands import Command, Note
from games.moves.errors import Conflict, NotAllowed, NotFound
from games.tables import opening_hours
from games.tables.admission import (
    Admission,
    admission_of,
    open_lock,
    require_welcome,
    set_admission,
)
from games.tables.lobby.lists import live_seats
from games.tables.terms import TableOffer, agree_terms, has_special_rules
from games.tables.whole_tables import stake_plan, start_of
from games.waitlist.reading import ahead_of, kind_of, waiting_places
from rummy.bots import BOTS, plays
from web.database import sql
from web.security import limits

NAME_CHARS_MAX = 60
OPEN_TABLES_PER_PLAYER_MAX = 5
SEATS_PER_PLAYER_MAX = 10
SEATS_PER_PLAYER_OVER_DAYS_MAX = 40
BOT_NAME_TRIES = 5
OPEN_TO_ALL = Admission()
COUNTING_SEATS = "SELECT pg_advisory_xact_lock(hashtextextended('seats', %s))"
BOT_NAMES = (
    *("Ada", "Bruno", "Clara", "Dario", "Emil", "Frieda", "Gustav", "Hanna", "Ivo", "Jette"),
    *("Kuno", "Lotte", "Mina", "Nico", "Olga", "Paul", "Romy", "Theo", "Ulla", "Viktor"),
)


@transaction.atomic
def create_table(
    *,
    player: Player | None,
    offer: TableOffer,
    name: str = "",
    is_private: bool = False,
    is_standing: bool = False,
    admission: Admission = OPEN_TO_ALL,
    club: int | None = None,
) -> Table:
    """Open a table; nobody sits at it yet. Without a name it is called after the player.

    `is_standing` marks a ring table of the house that opens anew when it fills (PLAY-10). With
    `club` it is one of that club: its members see it and sit down, nobody else does.

    Raises:
        InvalidRules, InvalidTerms: the offer contradicts itself.
        Conflict(too_many_tables): the player has enough open tables.
        Refused(premium_required): a rated table with special rules needs the right (PLAY-5).
        Refused(name_reserved): the name speaks for the house.
        Refused(game_not_offered): the house opens no tables for this game.
        Refused(guests_not_welcome): the house takes no guests any more.
        Refused(club_not_found | club_not_yours): it is no club of the player's.
        Conflict(house_closed): the house is closed for maintenance.
    """
    opening_hours.require_open(player)
    terms = agree_terms(offer)
    if player is not None:
        require_offered(terms.rules.key)
        require_not_the_house(name)
        if has_special_rules(terms):
            premium.require_right(player, premium.SPECIAL_RULES)
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        waiting = Table.objects.filter(created_by=player, status=TableStatus.OPEN).count()
        if waiting >= OPEN_TABLES_PER_PLAYER_MAX:
            raise Conflict("too_many_tables", open=waiting, most=OPEN_TABLES_PER_PLAYER_MAX)
        if club is not None:
            require_member_of_open(club, player)
    plain = clean_words(name)[:NAME_CHARS_MAX].strip()
    table = Table.objects.create(
        name=plain,
        called_after=player.name if player is not None and not plain else "",
        preset=terms.rules.key,
        terms=terms.to_json(),
        seats_max=terms.seats,
        stake_chips=terms.buy_in_chips,
        is_private=is_private or club is not None,
        invite_code=_code(club) if is_private or admission.password else "",
        club_id=club,
        is_standing=is_standing,
        created_by=player,
    )
    set_admission(table=table, admission=admission)
    _write_log([Note(table.pk, "table_opened", {"by": player.pk if player else None})])
    table.refresh_from_db(fields=("version",))
    return table


def open_like(model: Table, **own: Any) -> Table:
    """Another table with the same name, terms and admission; `own` are fields of its own."""
    shared = ("name", "called_after", "preset", "terms", "seats_max", "stake_chips", "club_id")
    table = Table.objects.create(**{name: getattr(model, name) for name in shared}, **own)
    admission = admission_of(model.pk)
    if admission is not None:
        admission.table = table
        admission.save(force_insert=True)
    return table


def _code(club: int | None) -> str:
    """What opens a private table; a club's has none, for no member needs one."""
    return secrets.token_urlsafe(12) if club is None else ""


@transaction.atomic
def join_table(
    *,
    table_id: int,
    player: Player,
    seat: int | None = None,
    invite_code: str = "",
    password: str = "",
) -> Seat:
    """Take a seat: the stake moves from the wallet into the table's pot; a full table starts.

    Raises:
        NotFound, Conflict(table_full | seat_taken | already_seated | table_not_open | …),
        NotAllowed(table_password_wrong | reputation_too_low | rating_too_low),
        Refused(guests_not_welcome | rate_limited): the latter who has left too many seats lately.
        InsufficientChips: with what is needed and what is there.
    """
    opening_hours.require_open(player)
    limits.require_left(limits.LEFT_SEATS, str(player.pk))
    open_lock(table_id=table_id, player=player, password=password, invite_code=invite_code)
    table = _lock_open_table(table_id, known_to=player, invite_code=invite_code)
    taken = set(table.seats.values_list("number", flat=True))
    if table.seats.filter(player=player).exists():
        raise Conflict("already_seated", table=table_id)
    if len(taken) >= table.seats_max:
        raise Conflict("table_full", table=table_id, seats=table.seats_max)
    place_in_line = _own_place(table, player) if table.is_standing else None
    require_free_hands(player=player, turn_based=bool(table.terms.get("turn_based")))
    require_welcome(table=table, player=player)
    if table.is_standing and ahead_of(player, table) >= table.seats_max - len(taken):
        raise Conflict("seat_kept", table=table_id)
    number = _choose_seat(table, taken, seat)
    place = Seat.objects.create(
        table=table, number=number, player=player, stake_chips=table.stake_chips
    )
    _move_stake(place, into_pot=True)
    if place_in_line is not None:
        place_in_line.status, place_in_line.table = WaitingStatus.SEATED, table
        place_in_line.save(update_fields=("status", "table"))
    log: list[Command] = [Note(table.pk, "seat_taken", {"seat": number, "player": player.pk})]
    if len(taken) + 1 == table.seats_max:
        places = list(table.seats.select_related("player").order_by("number"))
        log.append(start_of(table, places))
        if table.is_standing:
            # PLAY-10: when a ring table fills, another opens; not at the joining player's expense.
            OutboxMessage.objects.create(topic="standing_table_filled", payload={"table": table.pk})
    _write_log(log)
    if len(taken) + 1 == table.seats_max:
        place.refresh_from_db(fields=("number",))  # drawn for as the match began (GER-2)
    return place


def _own_place(table: Table, player: Player) -> WaitingPlace | None:
    """The player's place in this table's line, held: who serves the line does so before seats
    are counted.
    """
    own = waiting_places().filter(player=player, kind=kind_of(table))
    return own.select_for_update(no_key=True, of=("self",)).first()


def require_free_hands(*, player: Player, turn_based: bool) -> None:
    """Nobody sits at more tables than they can look after; where moves take days, that is more.

    Of two seats taken at once the second counts the first: until the transaction ends, nobody
    else counts for this player. Taken after the table's lock, before those of chips.

    Raises Conflict(too_many_seats).
    """
    sql.run(COUNTING_SEATS, [player.pk])
    live = live_seats().filter(player=player)
    kind = live.filter(table__terms__turn_based=True)
    if not turn_based:
        kind = live.exclude(table__terms__turn_based=True)
    seats = kind.count()
    most = SEATS_PER_PLAYER_OVER_DAYS_MAX if turn_based else SEATS_PER_PLAYER_MAX
    if seats >= most:
        raise Conflict("too_many_seats", seats=seats, most=most)


@transaction.atomic
def leave_table(*, table_id: int, player: Player) -> None:
    """Leave before the first card: the stake comes back in full (PLAY-3).

    The table is cancelled when its last human leaves it. Conflict once the match has begun: from
    then on a player resigns.
    """
    try:
        table = _lock_open_table(table_id, known_to=player)
    except Conflict as refusal:
        is_playing = refusal.facts.get("status") == TableStatus.PLAYING
        if is_playing and Seat.objects.filter(table_id=table_id, player=player).exists():
            raise Conflict("match_has_begun", table=table_id, action="resign") from refusal
        raise
    place = table.seats.filter(player=player).first()
    if place is None:
        raise NotAllowed("not_at_this_table", table=table_id)
    limits.note(limits.LEFT_SEATS, str(player.pk))
    _write_log([_give_up_seat(table, place)])
    if table.is_standing:
        OutboxMessage.objects.create(topic="standing_seat_free", payload={"table": table.pk})
    elif not table.seats.filter(player__is_bot=False).exists():
        _cancel(table)


def add_bot(*, table_id: int, player: Player, bot: str = "casual") -> Seat:
    """Let a bot of the house take the next free seat; anyone seated at the table may ask for it."""
    if not Seat.objects.filter(table_id=table_id, player=player).exists():
        raise NotAllowed("not_at_this_table", table=table_id)
    return seat_bot(table_id=table_id, bot=bot)


@transaction.atomic
def seat_bot(*, table_id: int, bot: str) -> Seat:
    """Seat an idle bot of this kind, made if there is none; the house pays its stake.

    What a bot loses the house has given away, so bots play for small stakes only.
    """
    table = _lock_open_table(table_id)
    (robot,) = idle_bots(table=table, bot=bot, seats=1)
    return join_table(table_id=table.pk, player=robot)


def idle_bots(*, table: Table, bot: str, seats: int) -> list[Player]:
    """So many bots of this kind that may sit down at this table; nobody else takes them meanwhile.

    To be asked before anybody's chips are held in the same transaction: making a bot takes the
    mint, which comes before the chips of people.
    """
    most = settings.BOT_STAKE_CHIPS_MAX
    if table.stake_chips > most:
        raise NotAllowed("stake_too_high_for_bots", stake=table.stake_chips, most=most)
    if bot not in BOTS:
        raise NotAllowed("bot_unknown", bot=bot[:40])
    if not plays(BOTS[bot], table.terms["rules"]["family"]):
        raise NotAllowed("bot_plays_other_games", bot=bot, preset=table.preset)
    found: list[Player] = []
    for _seat in range(seats):
        found.append(_idle_bot(bot, needs_chips=table.stake_chips, but=found))
    return found


@transaction.atomic
def cancel_table(*, table_id: int) -> None:
    """Close a table that has not started: every stake goes back."""
    _cancel(_lock_open_table(table_id))


def _cancel(table: Table) -> None:
    log = [_give_up_seat(table, place) for place in table.seats.select_related("player")]
    Table.objects.filter(pk=table.pk).update(status=TableStatus.CANCELLED, wake_at=None)
    _write_log([*log, Note(table.pk, "table_cancelled", {})])


def _lock_open_table(
    table_id: int, *, known_to: Player | None = None, invite_code: str = ""
) -> Table:
    """The locked table; a private one does not exist for whom it is not `known_to`."""
    table = Table.objects.select_for_update(no_key=True).filter(pk=table_id).first()
    if table is None or not (known_to is None or _knows(known_to, table, invite_code)):
        raise NotFound("table_not_found", table=table_id)
    if table.status != TableStatus.OPEN:
        raise Conflict("table_not_open", table=table_id, status=table.status)
    return table


def _knows(player: Player, table: Table, invite_code: str) -> bool:
    """Of a private table know its host, who sits there, bots asked for, and who brings its code.

    Of a club's table its members know, in place of a host.
    """
    if not table.is_private or player.is_bot:
        return True
    if table.club_id is None and table.created_by_id == player.pk:
        return True
    if is_member(player.pk, table.club_id):
        return True
    return table.invites(invite_code) or table.seats.filter(player=player).exists()


def _choose_seat(table: Table, taken: set[int], wish: int | None) -> int:
    if wish is None:
        return min(set(range(table.seats_max)) - taken)
    if not 0 <= wish < table.seats_max:
        raise Conflict("no_such_seat", seat=wish, seats=table.seats_max)
    if wish in taken:
        raise Conflict("seat_taken", seat=wish)
    return wish


def _give_up_seat(table: Table, place: Seat) -> Note:
    """The seat is free and its stake back; what the log says of it."""
    _move_stake(place, into_pot=False)
    left = {"seat": place.number, "player": place.player_id}
    place.delete()
    return Note(table.pk, "seat_left", left)


def _move_stake(place: Seat, *, into_pot: bool) -> None:
    if place.stake_chips:
        chips = place.stake_chips if into_pot else -place.stake_chips
        kind = TransferKind.HOLD if into_pot else TransferKind.RELEASE
        ledger.post_transfers([stake_plan(place, chips, kind)])


def _write_log(commands: Sequence[Command]) -> None:
    """All of it in one batch; a refusal of any of it is raised."""
    for outcome in run_batch(commands):
        one_outcome([outcome])


def _idle_bot(bot: str, *, needs_chips: int, but: Sequence[Player]) -> Player:
    idle = bots_at_no_table(bot, needs_chips).exclude(pk__in=[one.pk for one in but])
    return idle.first() or _new_bot(bot)


def bots_at_no_table(bot: str, needs_chips: int) -> QuerySet[Player]:
    """Bots of this kind that are free and can pay, to be locked; locked ones are passed over."""
    busy = live_seats().filter(player__is_bot=True).values("player_id")
    of_kind = Player.objects.filter(is_bot=True, bot_key=bot).exclude(pk__in=busy)
    with_chips = of_kind.filter(
        chip_accounts__kind=AccountKind.WALLET, chip_accounts__balance__gte=needs_chips
    )
    locked = with_chips.select_for_update(no_key=True, skip_locked=True, of=("self",))
    return locked.order_by("pk")


def _new_bot(bot: str) -> Player:
    """Two tables may hit on the same free name at once: the second takes another."""
    for _try in range(BOT_NAME_TRIES):
        with suppress(IntegrityError):
            return create_bot(name=_free_bot_name(), bot_key=bot)
    return create_bot(name=_random_bot_name(), bot_key=bot)


def _free_bot_name() -> str:
    """A name nobody has: bots are marked as such wherever a name is shown."""
    wished = [f"{name} {number}" if number else name for number in (0, 2, 3) for name in BOT_NAMES]
    looks = {skeleton_of(name): name for name in wished}
    taken = Player.objects.filter(skeleton__in=looks).values_list("skeleton", flat=True)
    free = next((looks[look] for look in looks if look not in set(taken)), None)
    return free or _random_bot_name()


def _random_bot_name() -> str:
    return f"{secrets.choice(BOT_NAMES)} {secrets.randbelow(10**6):06d}"
