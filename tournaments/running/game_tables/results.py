"""What game tables of a tournament came to: their scores, read when their matches are over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import orjson

from games.models import TableEvent
from games.moves.live import read_state
from rummy.engine.families.knock.state import KnockState
from rummy.match import MatchState
from rummy.match.events import PlayersReseated
from rummy.settlement import SeatScore, compared_by_hands, conceded_scores
from tournaments.running.live import LiveTournament
from web.database.sql import row, rows, run

COLLECTED_MAX = 256

_OVER = """
FROM tournaments_tournamenttable t JOIN games_table g ON g.id = t.game_table_id
WHERE t.tournament_id = %s AND t.is_open AND NOT t.resting AND t.result IS NULL
  AND g.status = 'finished'
"""
_WAITING = "SELECT count(*)" + _OVER
_FINISHED = (
    "SELECT t.id, t.dealt, g.id, g.terms::text, g.state, g.sheet"
    + _OVER
    + "ORDER BY t.number LIMIT %s"
)
_TELL = """
UPDATE tournaments_tournamenttable t SET result = given.result::jsonb
FROM unnest(%s::bigint[], %s::text[]) AS given (id, result) WHERE t.id = given.id
"""
_PRESENT = """
UPDATE tournaments_entry e
SET absent_rounds = CASE WHEN seen.absent THEN e.absent_rounds + 1 ELSE 0 END
FROM unnest(%s::bigint[], %s::boolean[]) AS seen (id, absent)
WHERE e.id = seen.id AND (seen.absent OR e.absent_rounds > 0)
"""


@dataclass(frozen=True, slots=True)
class TableResult:
    """A table whose round is over: `scores` and `dealer` by the seats of `entries`.

    `boards` are the scores of each deal that was played by the whole table, of so many `deals`
    that other tables were dealt, too; `gave_up` are entries.
    """

    table_id: int
    entries: Sequence[int]
    scores: Sequence[SeatScore]
    dealer: int
    absent: Sequence[int] = ()
    boards: Sequence[Sequence[int]] = ()
    gave_up: Sequence[int] = ()
    deals: int = 0


def collect_results(live: LiveTournament) -> int:
    """Read the scores of game tables whose round is over; returns how many."""
    found = rows(_FINISHED, [live.id, COLLECTED_MAX])
    results = [
        _result(table_id, dealt, game_table, read_state(terms, stored, sheet))
        for table_id, dealt, game_table, terms, stored, sheet in found
    ]
    tell_results(live, results)
    return len(results)


def rounds_waiting(*, tournament_id: int) -> int:
    """Rounds that are over at their game tables and have not been read."""
    (found,) = row(_WAITING, [tournament_id])
    return int(found)


def _result(table_id: int, dealt: Sequence[int], game_table: int, state: MatchState) -> TableResult:
    seats = state.terms.seats
    first = tuple(range(seats))
    if state.roster.playing < seats:
        first = seats_at_first({game_table: seats})[game_table]
    seat_now = [first.index(seat) for seat in range(len(dealt))]
    scores = scores_of(state)
    at = list(zip(dealt, seat_now, strict=True))
    return TableResult(
        table_id,
        dealt,
        [scores[seat] for seat in seat_now],
        first[state.dealer],
        absent=[entry for entry, seat in at if state.automatic[seat] or state.resigned[seat]],
        boards=[[points[seat] for seat in seat_now] for points in _points_of_boards(state)],
        gave_up=[entry for entry, seat in at if state.resigned[seat]],
        deals=len(state.terms.shared_deals),
    )


def seats_at_first(game_tables: Mapping[int, int]) -> dict[int, tuple[int, ...]]:
    """By game table of so many seats: for each seat, at which one its player sat when the match
    began. Who gives up moves aside."""
    first = {table: tuple(range(seats)) for table, seats in game_tables.items()}
    moves = TableEvent.objects.filter(table__in=game_tables, kind=PlayersReseated.type)
    for table, came_from in moves.order_by("seq").values_list("table_id", "payload__came_from"):
        first[table] = tuple(first[table][seat] for seat in came_from)
    return first


def _points_of_boards(state: MatchState) -> list[tuple[int, ...]]:
    """Of the deals that other tables were dealt too, those that everybody here was dealt to."""
    if not state.terms.shared_deals:
        return []
    whole = min((after for after in state.roster.out_after if after), default=len(state.sheet))
    return [line.points for line in state.sheet[:whole]]


def scores_of(state: MatchState) -> list[SeatScore]:
    """The round's scores, or the sum over several rounds of a match, tallies too (PLAY-21).

    Where nothing is laid down, the hands of a single round are compared; of several there is none
    that would stand for all.

    Where all but one gave up there is none: they have the worst score of this game.
    """
    if len(state.sheet) < state.round_number:
        return list(conceded_scores(state.terms.rules, state.totals, state.resigned))
    tallies = [played.tallies for played in state.sheet if played.tallies is not None]
    if len(tallies) < len(state.sheet):
        if isinstance(state.round, KnockState) and len(state.sheet) == 1:
            return list(compared_by_hands(state.round, state.totals))
        return [SeatScore(total) for total in state.totals]
    return [
        SeatScore(
            total,
            sum(tally.laid for tally in own),
            sum(tally.held for tally in own),
            sum(tally.cards for tally in own),
        )
        for total, own in zip(state.totals, zip(*tallies, strict=True), strict=True)
    ]


def tell_results(live: LiveTournament, results: Sequence[TableResult]) -> None:
    """Store finished rounds, and who was there."""
    if not results:
        return
    told = [
        {
            "scores": [[s.score, s.melded, s.hand_value, s.hand_cards] for s in result.scores],
            "dealer": result.dealer,
            "boards": result.boards,
            "gave_up": result.gave_up,
            "deals": result.deals,
        }
        for result in results
    ]
    present = [(entry, entry in one.absent) for one in results for entry in one.entries]
    run(_TELL, [[one.table_id for one in results], [orjson.dumps(one).decode() for one in told]])
    run(_PRESENT, [[e for e, _ in present], [gone for _, gone in present]])
    live.count(finished=len(results))


def forget_result(live: LiveTournament, table_id: int) -> None:
    """A round that was told, and has not been settled, is in play again."""
    run("UPDATE tournaments_tournamenttable SET result = NULL WHERE id = %s", [table_id])
    live.count(finished=-1)
