"""Commands to rows: each kind has one function, which takes all that follow each other at once."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any

from tournaments.director import Command
from tournaments.director import commands as order
from tournaments.director.desk import commands as desk
from tournaments.running import books, clock, orders, rounds, score_sheets, seats, stages
from tournaments.running.live import LiveTournament

Act = Callable[[LiveTournament, Sequence[Any]], None]


def _each(act: Callable[[LiveTournament, Any], None]) -> Act:
    """One after the other, and why each was done."""

    def carry_out_each(live: LiveTournament, commands: Sequence[Any]) -> None:
        for command in commands:
            act(live, command)
        live.note_each(commands)

    return carry_out_each


ACTS: dict[type[Command], Act] = {
    order.Begin: _each(clock.begin),
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
    order.RaiseLevel: _each(clock.raise_level),
    order.CloseEntries: _each(clock.close_entries),
    order.StartBreak: clock.noted,
    order.EndBreak: clock.noted,
    order.Rank: books.rank,
    order.PayPrize: books.pay_prizes,
    order.MoveRank: books.move_ranks,
    order.RaisePrize: books.raise_prizes,
    order.Finish: clock.end,
    order.Enter: books.enter,
    order.CheckIn: _each(books.check_in),
    order.Withdraw: books.withdraw,
    order.ReEnter: _each(books.re_enter),
    order.Buy: _each(books.buy),
    order.Pause: clock.noted,
    order.Resume: clock.noted,
    order.Refund: books.refund,
    order.Cancel: clock.end,
    order.OpenStage: stages.open_stage,
    order.Score: stages.score,
    order.CloseStage: stages.close_stage,
    desk.PauseTable: _each(orders.pause_table),
    desk.ResumeTable: _each(orders.resume_table),
    desk.Announce: clock.noted,
    desk.StartNow: clock.noted,
    desk.Extend: clock.noted,
    desk.GiveTime: _each(orders.give_time),
    desk.NameTeam: _each(orders.name_team),
    desk.KeepApart: clock.noted,
    desk.PairByHand: clock.noted,
    desk.Rest: clock.noted,
    desk.Substitute: _each(orders.substitute),
    desk.Forfeit: _each(orders.forfeit),
    desk.Owe: LiveTournament.note_each,  # until the round is over only the clock changes
    desk.LeaveLater: LiveTournament.note_each,
    # Everybody reads what is noted: whom it will concern hears of it when it takes effect.
    desk.OutLater: clock.not_noted,
    desk.Deduct: _each(orders.deduct),
    desk.HandOver: orders.hand_over,
    desk.Disqualify: _each(orders.disqualify),
    desk.Reinstate: _each(orders.reinstate),
    desk.VoidRound: orders.void_rounds,
    desk.Concede: _each(stages.concede),
    desk.ReportRound: _each(score_sheets.report),
    desk.TakeReportBack: _each(score_sheets.take_report_back),
    desk.CorrectResult: score_sheets.correct,
    desk.Rescore: _each(score_sheets.rescore),
}


def carry_out(live: LiveTournament, commands: Iterable[Command]) -> None:
    """Do what was ordered, in order, within the transaction that holds the tournament."""
    for kind, group in groupby(commands, key=type):
        ordered = list(group)
        ACTS[kind](live, ordered)
        for command in ordered:
            live.clock, live.field = command.on(live.clock), command.counted(live.field)
