"""What players ask: enter, withdraw, come back, buy more, leave (PLAY-40, PLAY-45).

Each is one transaction.
"""

from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Q

from accounts.interest import require_may
from accounts.joining.guests import require_may_begin
from accounts.models import Player
from games.moves.errors import Conflict, NotAllowed
from rummy.match.actions import require_seed
from tournaments import director
from tournaments.desk.holdings import holder_of, others_in_stages
from tournaments.director import Clock, Command, Refused
from tournaments.entries.teams import as_spelled, asked_for
from tournaments.models import Entry
from tournaments.running.carrying_out import carry_out
from tournaments.running.game_tables.results import rounds_waiting
from tournaments.running.live import LiveTournament, lock_tournament
from tournaments.selectors.seats import buyer_of, own_entry
from tournaments.selectors.seen import require_member
from web.finding import or_raise


@transaction.atomic
def enter_tournament(
    *, tournament_id: int, player: Player, team: str = "", seed: str = "", by_name: bool = False
) -> Entry:
    """Buy a stack; late players are seated when the director next looks.

    What they give as `seed` before the start is part of what decides the lots. A `team` is joined
    by its code, and `by_name` alone where the desk or the house says who plays with whom.

    Raises:
        Conflict(team_missing | team_known | team_code_unknown): as `asked_for`.
        Refused(already_entered | tournament_full | entries_closed | game_not_named
            | no_programs_at_real_tables | guests_not_welcome
            | conflict_of_interest | second_person_needed),
        InsufficientChips,
        InvalidAction(seed_unreadable), NotAllowed(bots_not_welcome), Conflict(bot_with_owner).
    """
    require_seed(seed)
    require_may_begin(player)
    live = lock_tournament(tournament_id)
    require_may_play(live, player)
    _do(live, entry_of_player(live, player, team=team, seed=seed, by_name=by_name))
    return _entry(live, player)


def entry_of_player(
    live: LiveTournament,
    player: Player,
    *,
    team: str = "",
    seed: str = "",
    is_here: bool = False,
    by_name: bool = True,
) -> Command:
    """The command by which somebody enters, with what stands against it but conflicts of interest.

    Who `is_here` has checked in with it; programs always are.

    Raises: as `enter_tournament`.
    """
    if live.nobody_reports:
        raise Refused("game_not_named", rule="PLAY-1")
    if live.plan.real_tables and player.is_program:
        raise Refused("no_programs_at_real_tables", rule="PLAY-40")
    require_member(live.row, player)
    _require_bots_welcome(live, player)
    known = own_entry(live.id, player) is not None
    asked: dict[str, Any] = {"player": player.pk, "known": known, "seed": seed}
    spelled = as_spelled(live, team) if by_name or known else asked_for(live, team)
    asked |= {"team": spelled, "is_here": is_here or player.is_program}
    return director.enter(live.plan, clock_now(live), live.field, **asked)


def _require_bots_welcome(live: LiveTournament, player: Player) -> None:
    """Bot accounts enter where the plan lets them in, and never beside their owner."""
    if player.owner_id is not None and not live.plan.entries.bot_accounts:
        raise NotAllowed("bots_not_welcome", tournament=live.id)
    family = Q(player__owner_id=player.pk)
    if player.owner_id is not None:
        family = Q(player_id=player.owner_id) | Q(player__owner_id=player.owner_id)
    entered = Entry.objects.filter(tournament_id=live.id).entered()
    if entered.filter(family).exclude(player=player).exists():
        raise Conflict("bot_with_owner", tournament=live.id)


@transaction.atomic
def withdraw(*, tournament_id: int, player: Player) -> None:
    """Everything back before the start. Raises Refused(tournament_has_started)."""
    live = lock_tournament(tournament_id)
    entry = _entry(live, player)
    clock = clock_now(live)
    _do(live, director.withdraw(live.plan, clock, entry=entry.pk, is_here=entry.is_here))


@transaction.atomic
def check_in(*, tournament_id: int, player: Player) -> None:
    """Say that one is here. Raises Refused(no_check_in | checked_in_already | …)."""
    live = lock_tournament(tournament_id)
    entry = _entry(live, player)
    clock = clock_now(live)
    _do(live, director.check_in(live.plan, clock, entry=entry.pk, is_here=entry.is_here))


@transaction.atomic
def come_back(*, tournament_id: int, player: Player) -> None:
    """Re-enter after being out. Raises Refused(not_out | no_returns_left | entries_closed)."""
    live = lock_tournament(tournament_id)
    _do(live, director.come_back(live.plan, clock_now(live), buyer_of(_entry(live, player))))


@transaction.atomic
def rebuy(*, tournament_id: int, player: Player) -> None:
    """Another stack. Raises Refused(not_in | no_rebuys_left | stack_too_large | …)."""
    live = lock_tournament(tournament_id)
    _do(live, director.rebuy(live.plan, clock_now(live), buyer_of(_entry(live, player))))


@transaction.atomic
def add_on(*, tournament_id: int, player: Player) -> None:
    """The one add-on. Raises Refused(no_add_on | add_on_taken | …)."""
    live = lock_tournament(tournament_id)
    _do(live, director.add_on(live.plan, clock_now(live), buyer_of(_entry(live, player))))


@transaction.atomic
def leave(*, tournament_id: int, player: Player) -> None:
    """Go for good while it is running, at once or after the round in play (PLAY-45).

    Raises Refused(not_running | player_is_out | leaves_already | last_player).
    """
    live = lock_tournament(tournament_id)
    holder = holder_of(live, _entry(live, player).pk)
    others = others_in_stages(live, holder.entry)
    carry_out(live, director.leave(live.plan, clock_now(live), live.field, holder, others=others))
    live.save(look_soon=True)


def clock_now(live: LiveTournament) -> Clock:
    """The clock by the database's time and rounds at this moment, whoever has looked or not."""
    return director.as_of_now(
        live.plan, live.clock, live.field, waiting=rounds_waiting(tournament_id=live.id)
    )


def require_may_play(live: LiveTournament, player: Player, *, only_looks: bool = False) -> None:
    """Whoever has given orders here does not play here; nor does a bot of theirs."""
    person = player.owner or player
    ask = partial(require_may, person, only_looks=only_looks)
    ask("play_after_ordering", "orders_at", live.id)
    house_adds = live.plan.prizes.house_adds(0)
    act = "play_for_house_chips" if house_adds else "play_own_tournament"
    ask(act, "publisher_of", live.id)


def _do(live: LiveTournament, command: Command) -> None:
    carry_out(live, [command])
    live.save(look_soon=True)


def _entry(live: LiveTournament, player: Player) -> Entry:
    found = own_entry(live.id, player)
    return or_raise(found, NotAllowed("not_in_this_tournament", tournament=live.id))
