"""A hall full of people at real tables, for the wall: registered, seated, and as far as one likes.

Rounds are reported as a club's desk would, so that nobody has to wait for bots to play them.
"""

from itertools import islice, product

from config.embedded.roles import WORKER
from tests.running.demo import Site
from tests.running.shells import in_the_shell

FIRST = (
    *("Anna", "Bert", "Clara", "Dora", "Emil", "Franziska", "Greta", "Heinz", "Ida", "Jürgen"),
    *(
        "Käthe",
        "Ludwig",
        "Marlene",
        "Nora",
        "Oskar",
        "Paula",
        "Rosa",
        "Änne",
        "Theodor",
        "Wilhelmine",
    ),
)
LAST = (
    "Albers",
    "Brandt",
    "Conrad",
    "Dietz",
    "Ehlers",
    "Funke",
    "Graf",
    "Hirsch",
    "Imhof",
    "Öller",
)

_OPEN = """
import datetime as dt
from django.utils import timezone
from accounts.joining.players import create_bot
from tournaments.director import EntryRules, Plan, PrizePlan, Schedule
from tournaments.entries.entering import enter_tournament
from tournaments.planner.publishing import open_tournament
plan = Plan(seats=4, stack_chips=2_000, buy_in_chips=50, entries=EntryRules(most=240),
            schedule=Schedule(2, (3, 2), {length}), prizes=PrizePlan(guarantee_chips=5_000))
tournament = open_tournament(is_trial=True, name="{name}", plan=plan,
                                starts_at=timezone.now() + dt.timedelta(minutes=42))
for name in {names!r}:
    bot = create_bot(name=f"{{name}} {{tournament.pk}}" if {numbered} else name, bot_key="casual")
    enter_tournament(tournament_id=tournament.pk, player=bot)
print("published", tournament.pk)
"""
_BEGIN = """
from tournaments.models import Tournament
from tournaments.running.directing import look_after
tournament = Tournament.objects.get(pk={tournament})
tournament.clock["starts_at_ms"] = 0
Tournament.objects.filter(pk=tournament.pk).update(clock=tournament.clock)
look_after(tournament_id=tournament.pk)
"""
# Who sits first wins a lot, so that there are leaders, and people who are out.
_PLAY = """
import random
from rummy.settlement import SeatScore
from tournaments.models import Tournament
from tournaments.desk.calling_off import report_round
from tournaments.running.directing import look_after
dice = random.Random(7)
for _ in range({rounds}):
    tournament = Tournament.objects.get(pk={tournament})
    if tournament.finished_at is not None:
        break
    tables = tournament.tables.filter(is_open=True, resting=False, result__isnull=True)
    for table in tables:
        told = {{entry: SeatScore(dice.randrange(-{spread}, {spread})) for entry in table.dealt}}
        report_round(tournament_id=tournament.pk, table_number=table.number, scores=told)
    look_after(tournament_id=tournament.pk)
"""
_ORDER = """
from accounts.models import Player
from tournaments.models import DeskAct
from tournaments.desk.orders import DeskOrder
from tournaments.desk.ordering import give_order
give_order(tournament_id={tournament}, asked=DeskOrder("{what}"), remark="as agreed",
           by=Player.objects.filter(is_superuser=True)[0], key=f"hall-{{DeskAct.objects.count()}}")
"""
MINUTES = "level_ms=20 * 60_000, rounds=None"
ROUNDS = "rounds=3"


def open_hall(
    site: Site,
    *,
    people: int,
    name: str,
    length: str = MINUTES,
    numbered: bool = True,
    begun: bool = False,
) -> int:
    """A tournament with so many registered, or seated already; its number."""
    names = [f"{first} {last}" for last, first in islice(product(LAST, FIRST), people)]
    code = _OPEN.format(length=length, name=name, names=names, numbered=numbered)
    tournament = int(in_the_shell(site, code).split()[-1])
    if begun:
        begin(site, tournament)
    return tournament


def begin(site: Site, tournament: int) -> None:
    """Everybody is seated, and the first level has begun."""
    code = _BEGIN.format(tournament=tournament)
    in_the_shell(site, code, role=WORKER)


def play(site: Site, tournament: int, *, rounds: int, spread: int = 150) -> None:
    """So many rounds at every table, or as many as it takes to the end."""
    code = _PLAY.format(tournament=tournament, rounds=rounds, spread=spread)
    in_the_shell(site, code, role=WORKER)


def pause(site: Site, tournament: int) -> None:
    in_the_shell(site, _ORDER.format(what="pause", tournament=tournament))


def resume(site: Site, tournament: int) -> None:
    in_the_shell(site, _ORDER.format(what="resume", tournament=tournament))
