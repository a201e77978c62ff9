"""What the cards of one game table are worth in its tournament: ratio, level, stacks, settlement,
or what the stages before have brought.

A round is settled by the ratio and the stacks it was dealt with, so both stand while it is played.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.director import FORMATS
from tournaments.models import Entry, PlayedRound, Tournament, TournamentTable
from tournaments.selectors.seats import played_at
from tournaments.words.explaining import explain_settlement


@dataclass(frozen=True, slots=True)
class TableStakes:
    """`stacks` are the chips each player began the round with, by player; levels count from 1."""

    pcr: int
    level: int
    stacks: dict[int, int]


@dataclass(frozen=True, slots=True)
class SoFar:
    """Where each stage is one round, which its table's own total, 0 until then, says nothing of.

    There will be so many `stages` (0: nobody can say), or as many as the points of `target` take.
    `gained` is what each player has by now: of that target, or for tables before this one; None
    where nothing of it counts any more.
    """

    stages: int
    target: int
    gained: dict[int, int | None]


@dataclass(frozen=True, slots=True)
class Part:
    """Which part of a tournament a game table is: a round with stakes where chips decide, else a
    stage."""

    tournament: str
    table: int
    number: int
    stakes: TableStakes | None
    so_far: SoFar | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """What a round brought one entry, in words, and the chips it has since; 0 for who is out."""

    sentence: str
    stack_chips: int


def part_of(game_table_id: int) -> Part | None:
    """What is played at this table, and for what; None where it is no tournament's."""
    match played_at(game_table_id):
        case TournamentTable() as table if not _for_chips(table.tournament):
            so_far = _so_far(table.tournament, table.dealt)
            return Part(table.tournament.name, table.number, table.stage, None, so_far)
        case TournamentTable() as table:
            stakes = _felt(table.tournament, table.pcr, table.dealt, table.stacks)
            return Part(table.tournament.name, table.number, table.rounds, stakes)
        case PlayedRound() as played:
            stakes = _felt(played.tournament, played.pcr, played.entries, played.stacks_chips)
            return Part(played.tournament.name, played.table_number, played.number, stakes)
    return None


def settled_for(game_table_id: int, entry: Entry) -> Settled | None:
    """How the round of this table was settled for an entry; None before it is, or elsewhere."""
    rounds = PlayedRound.objects.filter(game_table_id=game_table_id, entries__contains=[entry.pk])
    played = rounds.select_related("tournament").first()
    if played is None or not _for_chips(played.tournament):
        return None
    return Settled(explain_settlement(played).sentence(entry.pk), entry.stack_chips)


def _felt(
    tournament: Tournament, pcr: int, dealt: Sequence[int], stacks: Sequence[int]
) -> TableStakes:
    chips = dict(zip(dealt, stacks, strict=True))
    players = Entry.objects.filter(pk__in=dealt).values_list("pk", "player_id")
    # The latest level with this ratio: the tournament may have gone on since the deal.
    plan, clock, _field = tournament.records()
    levels = range(clock.level, -1, -1)
    level = next((level for level in levels if plan.schedule.pcr(level) == pcr), clock.level)
    return TableStakes(pcr, level + 1, {player: chips[entry] for entry, player in players})


def _so_far(tournament: Tournament, dealt: Sequence[int]) -> SoFar | None:
    """None where a stage has rounds enough for a total that decides it."""
    if (tournament.terms or {}).get("rounds") != 1:
        return None
    plan, _clock, field = tournament.records()
    played = FORMATS[plan.format]
    found = Entry.objects.filter(pk__in=dealt).values_list("player_id", "points", "score")
    gained = {
        player: None if played.knocks_out else score if played.total_decides else points
        for player, points, score in found
    }
    target = plan.target_points if played.total_decides else 0
    return SoFar(played.stages_of(plan, field.entries), target, gained)


def _for_chips(tournament: Tournament) -> bool:
    return FORMATS[tournament.plan["format"]].plays_for_chips
