"""Calling a tournament off, and the rounds of a trial. A director orders by `ordering`."""

from collections.abc import Iterable, Mapping

from django.db import transaction

from games.moves.errors import Conflict
from rummy.settlement import SeatScore
from tournaments.director.desk import orders as desk
from tournaments.models import TournamentTable
from tournaments.running.carrying_out import carry_out
from tournaments.running.game_tables.results import TableResult, tell_results
from tournaments.running.live import lock_tournament
from tournaments.running.reading import load_snapshot


@transaction.atomic
def cancel_tournament(*, tournament_id: int) -> None:
    """Call it off by the policy of PLAY-46. Raises Refused(tournament_over)."""
    live = lock_tournament(tournament_id)
    snapshot = load_snapshot(live, desk.reach_of_cancel(live.plan))
    carry_out(live, desk.cancel(snapshot))
    live.save(look_soon=True)


@transaction.atomic
def report_round(
    *,
    tournament_id: int,
    table_number: int,
    scores: Mapping[int, SeatScore],
    absent: Iterable[int] = (),
) -> None:
    """A round of a trial, which has no game, is over: scores by entry.

    Raises Conflict(no_round_in_play | scores_incomplete): for that table, for those entries.
    """
    live = lock_tournament(tournament_id)
    table = TournamentTable.objects.filter(
        tournament_id=tournament_id, number=table_number, is_open=True, resting=False
    ).first()
    if table is None or table.result is not None or table.game_table_id or not table.dealt:
        raise Conflict("no_round_in_play", table=table_number)
    if set(scores) != set(table.dealt):
        raise Conflict("scores_incomplete", table=table_number)
    in_order = [scores[entry] for entry in table.dealt]
    dealer = table.rounds % len(table.dealt)
    tell_results(live, [TableResult(table.pk, table.dealt, in_order, dealer, list(absent))])
    live.save(look_soon=True)
