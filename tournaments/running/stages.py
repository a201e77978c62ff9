"""Carrying out stages of pairings: matches opened, scored and closed."""

from collections.abc import Sequence

from rummy.settlement import SeatScore
from tournaments.director import commands as order
from tournaments.director.desk import commands as desk_order
from tournaments.models import Entry, EntryStatus, TournamentTable
from tournaments.running.game_tables import dealing
from tournaments.running.game_tables.boards import deal_boards, open_boards
from tournaments.running.game_tables.results import TableResult, tell_results
from tournaments.running.live import LiveTournament
from tournaments.running.score_sheets import give_up_at_sheet, open_sheets
from tournaments.running.seats import close_all_tables, sit
from web.database.sql import run

_SCORE = """
UPDATE tournaments_entry e
SET points = e.points + gained_now.points, score = e.score + gained_now.score,
    met = e.met || ARRAY(SELECT json_array_elements_text(gained_now.met::json)::bigint),
    byes = e.byes + gained_now.bye::int,
    places = e.places || gained_now.seat, gained = e.gained || gained_now.points,
    lost_stage = CASE WHEN gained_now.lost THEN %s ELSE e.lost_stage END
FROM unnest(%s::bigint[], %s::int[], %s::bigint[], %s::text[], %s::boolean[], %s::boolean[],
            %s::smallint[]) AS gained_now (id, points, score, met, bye, lost, seat)
WHERE e.id = gained_now.id
"""


def open_stage(live: LiveTournament, commands: Sequence[order.OpenStage]) -> None:
    for command in commands:
        # Where numbers come again, the stage is the round of the table.
        rounds_before = command.stage - 1 if live.plan.real_tables else 0
        numbers = range(command.first_table, command.first_table + len(command.tables))
        tables = TournamentTable.objects.bulk_create(
            TournamentTable(
                tournament_id=live.id,
                number=number,
                size=len(entries),
                resting=False,
                rounds=rounds_before + 1,
                pcr=1,
                stage=command.stage,
                dealt=list(entries),
                stacks=[0] * len(entries),
            )
            for number, entries in zip(numbers, command.tables, strict=True)
        )
        sit(
            [
                (entry, table.number, seat, 0)
                for table in tables
                for seat, entry in enumerate(table.dealt)
            ]
        )
        live.count_tables((table.size, 1, 0) for table in tables)
        live.record(
            "stage_opened",
            stage=command.stage,
            first_table=command.first_table,
            tables=[list(entries) for entries in command.tables],
            byes=list(command.byes),
            after=command.after,
        )
        live.note(command)
        for table, reason in zip(tables, command.reasons, strict=True):
            live.note(order.OpenTable(reason, table.number), table=table.number)
        rounds = dealing.rounds_of_match(live, breaks_ties=command.breaks_ties)
        if live.plan.real_tables:
            begun = [(table.pk, table.number, table.rounds, table.dealt, None) for table in tables]
            open_sheets(live, begun, stage=command.stage, after=command.after, rounds=rounds)
        elif live.has_game_tables:
            before = _game_table(live, command.after)
            deals = live.plan.boards and deal_boards(live, stage=command.stage, boards=rounds)
            dealing.deal_at_game_tables(
                live,
                [(table.pk, table.number, table.rounds, table.dealt, before) for table in tables],
                paired=command.after is None,
                rounds=rounds,
                shared_deals=deals or (),
            )


def _game_table(live: LiveTournament, number: int | None) -> int | None:
    """Where the cards of this table of an earlier stage were."""
    if number is None:
        return None
    found = TournamentTable.objects.filter(tournament_id=live.id, number=number)
    return found.values_list("game_table_id", flat=True).get()


def score(live: LiveTournament, commands: Sequence[order.Score]) -> None:
    if not commands:
        return
    values = [
        (c.entry, c.points, c.score, str(list(c.met)), c.bye, c.lost, c.seat) for c in commands
    ]
    columns = [list(column) for column in zip(*values, strict=True)]
    run(_SCORE, [commands[0].stage, *columns])
    for command in commands:
        live.record("scored", entry=command.entry, score=command.score, lost=command.lost)
    live.note_each(commands)


def concede(live: LiveTournament, command: desk_order.Concede) -> None:
    """The seat at the game table gives up; a real table that has lost its match is over."""
    table = TournamentTable.objects.get(tournament_id=live.id, number=command.table, is_open=True)
    if table.game_table_id is not None:
        # Where somebody has been substituted, the one before still plays this match.
        seat = table.dealt.index(command.entry)
        dealing.give_up_seat(game_table_id=table.game_table_id, seat=seat)
        return
    staying = Entry.objects.filter(pk__in=table.dealt, status=EntryStatus.IN)
    is_over = table.result is None and staying.count() <= 1
    if live.plan.real_tables:
        give_up_at_sheet(live, table, command.entry, is_over=is_over)
    elif is_over:
        scores = [SeatScore(0)] * len(table.dealt)
        tell_results(live, [TableResult(table.pk, table.dealt, scores, 0, [command.entry])])


def close_stage(live: LiveTournament, commands: Sequence[order.CloseStage]) -> None:
    TournamentTable.objects.filter(tournament_id=live.id, is_open=True).update(result=None)
    close_all_tables(live)
    if live.plan.boards:
        open_boards(live)
    live.record("stage_closed")
