"""Bots of the house that enter tournaments: to fill one up for people, or to be watched.

They enter one by one, so that whoever waits sees the field grow. A bot's buy-in is the house's
gift to the pool, so bots enter cheap tournaments only.
"""

import datetime as dt
import logging
import secrets
from collections import Counter

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, Min, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.joining.players import create_bot
from accounts.models import Player
from games.tables.opening import BOT_NAMES, bots_at_no_table
from rummy.bots import BOTS
from rummy.bots.families import plays
from tournaments.director import FORMATS, Phase, Plan, Refused
from tournaments.entries.entering import enter_tournament
from tournaments.entries.teams import TEAM_CHARS_MAX
from tournaments.models import Entry, EntryStatus, RecurringTournament, Tournament
from tournaments.models.tournaments import LIVE_PHASES
from tournaments.running.live import lock_tournament

log = logging.getLogger(__name__)

EVERY_SECONDS = 2  # how often somebody looks
NAME_TRIES = 60


def let_bots_enter(*, now: dt.datetime | None = None) -> int:
    """One or a few bots for each tournament that is due some; returns how many entered.

    Where bots cannot enter, those who wait elsewhere must not wait for it.
    """
    now = now or timezone.now()
    entered = 0
    for tournament in _filled_up_by_bots().order_by("pk"):
        try:
            for _ in range(bots_due(tournament, now)):
                entered += _let_one_enter(tournament)
        except Refused:
            continue  # a person took the last place, or it has just started
        except Exception:
            log.exception("no bot can enter tournament %s", tournament.pk)
    return entered


def is_any_due() -> bool:
    """Whether a bot should enter somewhere now."""
    now = timezone.now()
    return any(bots_due(tournament, now) for tournament in _filled_up_by_bots())


def _filled_up_by_bots() -> QuerySet[Tournament]:
    """Those where people wait, or where bots may be among themselves."""
    people = Entry.objects.filter(tournament=OuterRef("pk"), player__is_bot=False)
    wanted: Q | Exists = Exists(people.filter(status=EntryStatus.IN))
    if settings.SHOW_TABLES:
        wanted |= Q(recurring__bots_alone=True)
    return Tournament.objects.filter(
        wanted, phase=Phase.ENTERING.value, recurring__bots_most__gt=0, recurring__is_active=True
    ).select_related("recurring")


def too_dear(plan: Plan) -> Refused | None:
    """Why no bot of the house pays for an entry, where it costs more than one may pay."""
    price, most = plan.buy_in_chips + plan.fee_chips, settings.BOT_STAKE_CHIPS_MAX
    return Refused("bots_play_cheap", price=price, most=most) if price > most else None


def bots_due(tournament: Tournament, now: dt.datetime) -> int:
    """How many bots should enter at this look: few enough that they arrive one by one."""
    recurring = tournament.recurring
    plan, clock, field = tournament.records()
    if recurring is None or plan.real_tables:
        return 0
    if too_dear(plan) is not None:
        return 0
    staying = _staying(tournament)
    bots = staying.filter(player__is_bot=True).count()
    wanted = min(recurring.bots_most - bots, plan.entries.most - field.entries)
    if wanted <= 0:
        return 0
    people_since = staying.filter(player__is_bot=False).aggregate(at=Min("entered_at"))["at"]
    if people_since is None and not _may_play_alone(recurring):
        return 0
    patience = dt.timedelta(seconds=recurring.bots_after_seconds)
    if plan.entries.starts_when_full:
        since = people_since or tournament.created_at
        return 1 if now >= since + patience else 0
    left = clock.starts_at_ms / 1000 - now.timestamp()
    if left > recurring.bots_after_seconds:
        return 0
    # All of them in time, evenly; the last look may come late.
    looks = max(1, int(left / EVERY_SECONDS) - 1)
    return -(-wanted // looks)


def _may_play_alone(recurring: RecurringTournament) -> bool:
    """A show for visitors, one at a time, where the house keeps tables at play."""
    if not recurring.bots_alone or not settings.SHOW_TABLES:
        return False
    running = (Phase.RUNNING.value, Phase.BREAK.value)
    return not Tournament.objects.filter(recurring=recurring, phase__in=running).exists()


def _staying(tournament: Tournament) -> QuerySet[Entry]:
    return Entry.objects.filter(tournament=tournament, status=EntryStatus.IN)


@transaction.atomic
def _let_one_enter(tournament: Tournament) -> int:
    recurring = tournament.recurring
    lock_tournament(tournament.pk)  # somebody may have counted the same at the same moment
    bots = _staying(tournament).filter(player__is_bot=True)
    if recurring is None or bots.count() >= recurring.bots_most:
        return 0
    family = (tournament.terms or {}).get("rules", {}).get("family", "")
    keys = [key for key in recurring.bots if key in BOTS]
    keys = [key for key in keys if not family or plays(BOTS[key], family)]
    if not keys:
        return 0
    plan = tournament.plan
    key = keys[Entry.objects.filter(tournament=tournament).count() % len(keys)]
    robot = idle_bot(key, plan["buy_in_chips"] + plan["fee_chips"])
    team = team_for_bot(tournament, robot)
    enter_tournament(tournament_id=tournament.pk, player=robot, team=team, by_name=True)
    return 1


def team_for_bot(tournament: Tournament, robot: Player) -> str:
    """The smallest team, as long as others are larger, so that people are not left alone in one.

    Where all are level a bot founds one, named after it, up to the number of seats at a table: as
    many teams as can meet at one. "" where nobody plays for a team.
    """
    if not FORMATS[tournament.plan["format"]].in_teams:
        return ""
    named = _staying(tournament).exclude(team="").order_by("number")
    sizes = Counter(named.values_list("team", flat=True))
    if len(sizes) < max(2, tournament.plan["seats"]) and len(set(sizes.values())) < 2:
        return f"Team {robot.name}"[:TEAM_CHARS_MAX]
    return min(sizes, key=lambda team: sizes[team])


def idle_bot(key: str, needs_chips: int) -> Player:
    entered = Entry.objects.filter(
        tournament__phase__in=LIVE_PHASES, status=EntryStatus.IN, player__is_bot=True
    )
    idle = bots_at_no_table(key, needs_chips).exclude(pk__in=entered.values("player_id"))
    return idle.first() or create_bot(name=_free_name(), bot_key=key)


def _free_name() -> str:
    for number in range(1, NAME_TRIES):
        name = secrets.choice(BOT_NAMES) + (f" {number}" if number > 1 else "")
        if not Player.objects.filter(username__iexact=name).exists():
            return name
    return f"{secrets.choice(BOT_NAMES)} {secrets.randbelow(10**6):06d}"
