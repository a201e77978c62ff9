"""What the demonstration starts with: people, tables to sit down at, and matches already played.

Everything goes through the services that everybody uses; a second run adds nothing.
"""

import random
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from django.contrib.auth.hashers import make_password
from django.db import transaction

from accounts.joining.players import create_player
from accounts.models import Player
from accounts.premium.giving import grant_premium
from games.models import Seat, Table, TableStatus
from games.moves.acting import play_action
from games.tables.opening import create_table, join_table, seat_bot
from games.tables.reading import table_reading
from games.tables.standing import open_standing_tables
from games.tables.terms import TableOffer
from rummy import engine
from rummy.bots import BOTS
from rummy.engine.records import Action
from rummy.match import Phase, Ready

PASSWORD = "rummy-evening"  # noqa: S105 - printed on the screen of the demonstration
PEOPLE = ("Anna", "Bertha", "Carl", "Dora")
PREMIUM = ("Anna",)
PREMIUM_DAYS = 365
OPERATOR = "operator"
MOVES_MAX = 5_000

# Tables at which bots hold every seat but one.
HOSTED = (
    ("Chez Ada", TableOffer(options={"point_limit": 50}, stake_chips=20), ("casual",)),
    (
        "Lindenkrug",
        TableOffer(preset="german_romme", format="ring", rounds=1, seats=3, stake_chips=20),
        ("casual", "solid"),
    ),
    (
        "Five Oaks",
        TableOffer(preset="romme_500", format="quick", rounds=1, seats=2, stake_chips=20),
        ("casual",),
    ),
)
PLAYED = (
    (("Anna", "Bertha"), TableOffer(options={"point_limit": 100}, stake_chips=50)),
    (("Carl", "Anna"), TableOffer(preset="gin_classic", stake_chips=100)),
    (("Bertha", "Dora"), TableOffer(format="ring", rounds=3, stake_chips=25)),
)


@dataclass(frozen=True, slots=True)
class Seeded:
    """Who can sign in, and with what."""

    # "" where it was made and told at an earlier start.
    password: str
    open_to_others: bool

    def lines(self) -> Iterator[str]:
        """What whoever starts the demonstration is told."""
        yield f"Players   {', '.join(PEOPLE)}"
        yield f"Operator  {OPERATOR} (at /office/)"
        shown = self.password or "as told before (manage.py changepassword operator)"
        yield f"Password  {shown}"
        if self.open_to_others and self.password:
            yield "          made for this open address and shown only now"


def seed_demo(*, open_to_others: bool = False) -> Seeded:
    """See to it that the demonstration has its people and tables."""
    seeded = seed_people(open_to_others=open_to_others)
    seed_tables()
    return seeded


def seed_people(*, open_to_others: bool = False) -> Seeded:
    """Where others than this machine reach it, nobody keeps the password that everybody knows."""
    with transaction.atomic():
        found = {
            name: Player.objects.filter(username__iexact=name).first()
            for name in (*PEOPLE, OPERATOR)
        }
        people = {
            name: player or create_player(name=name, password=None)
            for name, player in found.items()
        }
        for name in PREMIUM:
            grant_premium(player=people[name], days=PREMIUM_DAYS, key=f"demo:{name}", note="Jeton")
        new = [people[name] for name, player in found.items() if player is None]
        password = _give_password(list(people.values()), new, is_secret=open_to_others)
    # Rights come from the console alone: as the owner of the tables, not as the application.
    operator = Player.objects.using("owner").filter(pk=people[OPERATOR].pk, is_superuser=False)
    operator.update(is_staff=True, is_superuser=True)
    return Seeded(password, open_to_others)


def seed_tables() -> None:
    """Tables to sit down at, and what was played among the people, who are there."""
    open_standing_tables()
    for name, offer, bots in HOSTED:
        _hosted_table(name, offer, bots)
    if not Table.objects.filter(status=TableStatus.FINISHED).exists():
        people = {one.username: one for one in Player.objects.filter(username__in=PEOPLE)}
        for number, (names, offer) in enumerate(PLAYED):
            _played_match([people[name] for name in names], offer, number)


def with_the_demos_password() -> list[str]:
    """Who of the demo's people still has the password that everybody knows."""
    people = Player.objects.filter(username__in=(OPERATOR, *PEOPLE)).order_by("pk")
    return [one.name for one in people if one.check_password(PASSWORD)]


@cache
def hashed(password: str) -> str:
    """Takes a third of a second, in which OpenSSL lets other threads go on."""
    return make_password(password)


def _give_password(people: Sequence[Player], new: Sequence[Player], *, is_secret: bool) -> str:
    """All who get one now get the same; "" where the operator neither gets it nor has it already.

    Where it shall be secret, whoever still has the one that everybody knows gets a new one.
    """
    password = secrets.token_urlsafe(12) if is_secret else PASSWORD
    getting = [one for one in people if one in new or (is_secret and one.check_password(PASSWORD))]
    made = hashed(password) if getting else ""
    for player in getting:
        player.password = made
        player.save(update_fields=("password",))
    operator = people[-1]
    has_it = operator in getting or (not is_secret and operator.check_password(PASSWORD))
    return password if has_it else ""


def _hosted_table(name: str, offer: TableOffer, bots: Sequence[str]) -> None:
    """A table at which bots already wait: whoever sits down there plays at once."""
    if Table.objects.filter(name=name, status=TableStatus.OPEN).exists():
        return
    table = create_table(player=None, offer=offer, name=name, is_standing=True)
    for bot in bots:
        seat_bot(table_id=table.pk, bot=bot)


def _played_match(players: Sequence[Player], offer: TableOffer, seed: int) -> None:
    table = create_table(player=players[0], offer=offer, name="Salon")
    for player in players:
        join_table(table_id=table.pk, player=player)
    play_out(table.pk, seed=seed)


def play_out(table_id: int, *, seed: int, like: str = "solid") -> None:
    """Play a match to its end for the people who sit there, as a bot of this kind would."""
    dice = random.Random(seed)  # noqa: S311 - how the past was played, not how decks are made
    seats = Seat.objects.filter(table=table_id).order_by("number")
    players = list(seats.values_list("player_id", flat=True))
    for move in range(MOVES_MAX):
        reading = table_reading(table_id)
        state = reading.state
        if state.phase is Phase.FINISHED:
            return
        if state.phase is Phase.BETWEEN:
            seat = state.ready.index(False)
            action: Action = Ready(f"{seat} {move}")
        elif state.round is not None and state.round.turn is not None:
            seat = state.round.turn
            legal = engine.legal_actions(state.round, seat)
            action = BOTS[like].choose(engine.view(state.round, seat), legal, dice)
        play_action(
            table_id=table_id,
            player_id=players[seat],
            action=action,
            expected_version=reading.version,
            key=f"seed:{table_id}:{move}",
        )
    raise AssertionError("a seeded match does not end")
