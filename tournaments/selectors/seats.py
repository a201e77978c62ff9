"""Where somebody plays now, and what they wait for: what a table's page follows.

Each round is played at a game table of its own; a player is led from a finished one to the next.
"""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _

from accounts.models import Player
from games.models import TableStatus
from tournaments import models
from tournaments.director import Buyer, Clock, Phase, Plan, Refused, come_back
from tournaments.director.codec import from_json
from tournaments.selectors.decisions import last_about, sentence_of
from tournaments.words.usual_reasons import reason_in_words

SEATED_BY = ("Move", "Seat", "SeatField")


class Whereabouts(StrEnum):
    """What an entry does at the moment."""

    NOT_STARTED = "not_started"
    PLAYING = "playing"  # cards are on the table
    WAITING = "waiting"  # for the next round, or for the other tables
    BREAK = "break"
    PAUSED = "paused"
    OUT = "out"
    FINISHED = "finished"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entry is. `game_table` is where its cards are, or last were.

    At a real table `sheet` is where its result is entered. `is_leaving`: they go once the round in
    play at their table is over.
    `team_code` is known to the captain of a team alone, who hands it out for others to join.
    `waits_for` counts the other tables that still play, where all wait for each other;
    `moved_because` is set when the seat is not where the player sat before.
    """

    tournament: int
    name: str
    version: int
    entry: int | None
    whereabouts: Whereabouts
    table: int | None = None
    seat: int | None = None
    game_table: int | None = None
    rank: int | None = None
    won_chips: int = 0
    has_ticket: bool = False
    may_return: bool = False
    waits_for: int = 0
    until: dt.datetime | None = None
    moved_because: str = ""
    moved_at: dt.datetime | None = None
    is_leaving: bool = False
    sheet: int | None = None
    team: str = ""
    team_code: str = ""


def played_at(game_table_id: int) -> models.TournamentTable | models.PlayedRound | None:
    """The tournament's table whose round is on this game table, or the round settled from it."""
    tables = models.TournamentTable.objects.filter(game_table_id=game_table_id)
    rounds = models.PlayedRound.objects.filter(game_table_id=game_table_id)
    found = tables.select_related("tournament").first()
    return found or rounds.select_related("tournament").first()


def tournament_of_table(game_table_id: int) -> tuple[models.Tournament, int] | None:
    """The tournament a game table belongs to, and its number there; None for any other table."""
    match played_at(game_table_id):
        case models.TournamentTable() as table:
            return table.tournament, table.number
        case models.PlayedRound() as played:
            return played.tournament, played.table_number
    return None


def own_entry(tournament_id: int, player: Player | None) -> models.Entry | None:
    """The player's entry that was not withdrawn, or None."""
    if player is None:
        return None
    own = models.Entry.objects.filter(tournament_id=tournament_id, player=player)
    return own.entered().first()


def why_withdrawn(tournament_id: int, player: Player | None) -> str:
    """Why an entry ended without its player's wish, as a sentence; "" where none did."""
    if player is None:
        return ""
    own = models.Entry.objects.filter(tournament_id=tournament_id, player=player)
    entry = own.order_by("-id").first()
    last = last_about(entry.pk, tournament_id, ("Withdraw",)) if entry else None
    return sentence_of(last) if last and last.code != "withdrew" else ""


def own_place(tournament: models.Tournament, player: Player | None) -> Place | None:
    """Where the player is in the tournament; None for who has not entered."""
    entry = own_entry(tournament.pk, player)
    return None if entry is None else place_of(tournament, entry)


def place_of(tournament: models.Tournament, entry: models.Entry) -> Place:
    plan, clock, field = tournament.records()
    table = _table(tournament, entry.table_number) if entry.table_number else None
    plays = table is not None and not table.resting and _is_playing(table)
    moved = last_about(entry.pk, tournament.pk, SEATED_BY) if entry.table_number else None
    return Place(
        tournament=tournament.pk,
        name=tournament.name,
        version=tournament.version,
        entry=entry.pk,
        whereabouts=_whereabouts(clock, entry, plays=plays),
        table=entry.table_number,
        seat=entry.seat,
        game_table=table.game_table_id if table is not None and plays else None,
        rank=entry.rank,
        won_chips=entry.won_chips,
        has_ticket=entry.has_ticket,
        may_return=_may_return(plan, clock, entry),
        waits_for=0 if plays else field.playing,
        until=_until(clock),
        moved_because=_because(moved) if moved else "",
        moved_at=moved.at if moved else None,
        is_leaving=entry.pk in clock.leaving,
        team=entry.team,
        team_code=entry.team_code,
        sheet=_sheet(table) if table is not None and plays else None,
    )


def _because(moved: models.Decision) -> str:
    """Why somebody sits there; of a move by hand with the director's own reason."""
    sentence = sentence_of(moved)
    if moved.code != "moved_by_director":
        return sentence
    acts = models.DeskAct.objects.filter(tournament_id=moved.tournament_id, entry_id=moved.entry_id)
    act = acts.filter(kind="move").first()
    return (
        sentence
        if act is None
        else f"{sentence} {_('The reason: “%s”.') % reason_in_words(act.remark)}"
    )


def watchers_place(tournament: models.Tournament, table_number: int) -> Place:
    """For who only watches: the same table's cards now, if it still plays."""
    clock = from_json(Clock, tournament.clock)
    table = _table(tournament, table_number)
    plays = table is not None and not table.resting and _is_playing(table)
    over = {Phase.FINISHED: Whereabouts.FINISHED, Phase.CANCELLED: Whereabouts.CANCELLED}
    here = over.get(clock.phase, Whereabouts.PLAYING if plays else Whereabouts.WAITING)
    return Place(
        tournament=tournament.pk,
        name=tournament.name,
        version=tournament.version,
        entry=None,
        whereabouts=here,
        table=table_number,
        game_table=table.game_table_id if table is not None and plays else None,
        until=_until(clock),
    )


def _table(tournament: models.Tournament, number: int) -> models.TournamentTable | None:
    found = models.TournamentTable.objects.filter(
        tournament=tournament, number=number, is_open=True
    )
    lean = found.select_related("game_table").defer("game_table__state", "game_table__terms")
    return lean.first()


def _is_playing(table: models.TournamentTable) -> bool:
    """A finished game table is not played at, though the director has not looked at it yet."""
    if table.game_table_id is None:
        return table.result is None
    return table.game_table is not None and table.game_table.status == TableStatus.PLAYING


def _sheet(table: models.TournamentTable) -> int | None:
    found = models.ScoreSheet.objects.filter(tournament_id=table.tournament_id, number=table.rounds)
    return found.filter(table_number=table.number).values_list("pk", flat=True).first()


def _whereabouts(clock: Clock, entry: models.Entry, *, plays: bool) -> Whereabouts:
    if clock.phase is Phase.CANCELLED:
        return Whereabouts.CANCELLED
    if clock.phase is Phase.FINISHED:
        return Whereabouts.FINISHED
    if entry.status != models.EntryStatus.IN or entry.lost_stage is not None:
        return Whereabouts.OUT
    if clock.phase is Phase.ENTERING:
        return Whereabouts.NOT_STARTED
    if plays:
        return Whereabouts.PLAYING
    if clock.paused_at_ms is not None:
        return Whereabouts.PAUSED
    return Whereabouts.BREAK if clock.phase is Phase.BREAK else Whereabouts.WAITING


def _may_return(plan: Plan, clock: Clock, entry: models.Entry) -> bool:
    try:
        come_back(plan, clock, buyer_of(entry))
    except Refused:
        return False
    return True


def buyer_of(entry: models.Entry) -> Buyer:
    return Buyer(
        entry=entry.pk,
        is_in=entry.status == models.EntryStatus.IN,
        stack_chips=entry.stack_chips,
        returns=entry.returns,
        rebuys=entry.rebuys,
        has_add_on=entry.has_add_on,
        ranked=entry.rank is not None,
    )


def _until(clock: Clock) -> dt.datetime | None:
    if clock.phase is not Phase.BREAK or clock.paused_at_ms is not None:
        return None
    return dt.datetime.fromtimestamp(clock.break_until_ms / 1000, tz=dt.UTC)
