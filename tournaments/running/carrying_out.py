"""Commands to rows: each kind has one function, which takes all that follow each other at once."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any

from tournaments.director import Command
from tournaments.director import commands as order
from tournaments.director.desk import commands as desk_commands
from tournaments.running import books, clock, rounds, score_sheets, seats, stages
from tournaments.running import orders as desk_acts
from tournaments.running.live import LiveTournament

Act = Callable[[LiveTournament, Sequence[Any]], None]

ACTS: dict[type[Command], Act] = {
    order.Begin: clock.begin,
    order.Postpone: clock.noted,
    order.SeatField: seats.seat_field,
    order.OpenTable: seats.open_tables,
    order.CloseTable: seats.close_tables,
    order.Seat: seats.seat,
    order.Move: seats.move,
    order.Hold: seats.hold,
    order.StartRounds: rounds.start_rounds,
    order.Settle: rounds.settle,
    order.Out: seats.leave,
    order.Remove: seats.remove,
    order.PayBounty: books.pay_bounties,
    order.CountRounds: clock.not_noted,
    order.Abandon: clock.noted,
    order.SetPace: clock.noted,
    order.RaiseLevel: clock.raise_level,
    order.CloseEntries: clock.close_entries,
    order.StartBreak: clock.noted,
    order.EndBreak: clock.noted,
    order.Rank: books.rank,
    order.PayPrize: books.pay_prizes,
    order.MoveRank: books.move_ranks,
    order.RaisePrize: books.raise_prizes,
    order.Finish: clock.finish,
    order.Enter: books.enter,
    order.CheckIn: books.check_in,
    order.Withdraw: books.withdraw,
    order.ReEnter: books.re_enter,
    order.Buy: books.buy,
    order.Pause: clock.noted,
    order.Resume: clock.noted,
    order.Refund: books.refund,
    order.Cancel: clock.cancel,
    order.OpenStage: stages.open_stage,
    order.Score: stages.score,
    order.CloseStage: stages.close_stage,
    desk_commands.Concede: stages.concede,
    desk_commands.ReportRound: score_sheets.report,
    desk_commands.TakeReportBack: score_sheets.take_report_back,
    desk_commands.CorrectResult: score_sheets.correct,
    desk_commands.Rescore: score_sheets.rescore,
    **desk_acts.ACTS,
}


def carry_out(live: LiveTournament, commands: Iterable[Command]) -> None:
    """Do what was ordered, in order, within the transaction that holds the tournament."""
    for kind, group in groupby(commands, key=type):
        ordered = list(group)
        ACTS[kind](live, ordered)
        for command in ordered:
            live.clock, live.field = command.on(live.clock), command.counted(live.field)
