"""Tournaments played for chips: who has none is out, the last with chips wins (PLAY-13).

Freeze-out, with re-entry, rebuy and add-on, satellite and bounty are this format with other plans.
A shootout moves nobody: each table plays until one has all its chips; those meet in the next stage.
"""

from dataclasses import dataclass, replace

from rummy.words import gettext_noop as _
from tournaments.director.clock import clockwork
from tournaments.director.commands import Command, Finish, SeatField
from tournaments.director.errors import InvalidPlan
from tournaments.director.formats.base import STAKE_OF_A_TRIAL, Format
from tournaments.director.plan import Plan
from tournaments.director.prizes import PrizeForm, PrizePlan
from tournaments.director.ranking import rank_survivors, rank_the_fallen
from tournaments.director.reasons import Reason, because
from tournaments.director.seating.balancing import hold_short_tables, rearrange, seat_late_players
from tournaments.director.settling import settle
from tournaments.director.snapshot import Clock, Dice, Field, Phase, Reach, Snapshot, Unranked
from tournaments.director.starting import reach_of_start, start, start_is_due

WINDOW = 8
WINDOW_TOGETHER = 256
# Finished rounds in one step: many at once cost less each, and a field's fit into little memory.
SETTLED_AT_ONCE = 1_024
RANKED_AT_ONCE = 10_000


@dataclass(frozen=True, slots=True)
class ChipFormat(Format):
    """`needs` names what the plan must bring for the format to be what its name says."""

    moves_players: bool = True
    plays_for_chips: bool = True
    needs: str = ""

    def check(self, plan: Plan) -> None:
        missing = {
            "returns": not (plan.entries.returns_max or plan.entries.rebuys_max),
            "tickets": plan.prizes.form is not PrizeForm.TICKETS,
            "bounty": plan.bounty_chips < 1,
        }
        if missing.get(self.needs, False):
            raise InvalidPlan("format_needs", rule="PLAY-44", format=self.key, needs=self.needs)
        if not self.moves_players and plan.entries.open_until_level >= 0:
            raise InvalidPlan("no_late_entries_in_format", rule="PLAY-40", format=self.key)

    def reach(self, plan: Plan, clock: Clock, field: Field) -> Reach:
        looks = self._reach(plan, clock, field)
        return replace(looks, presence=clockwork.may_be_abandoned(plan, clock, field))

    def _reach(self, plan: Plan, clock: Clock, field: Field) -> Reach:
        if start_is_due(plan, clock, field):
            return reach_of_start(plan, field)
        if clock.phase not in (Phase.RUNNING, Phase.BREAK):
            return Reach()
        window = WINDOW_TOGETHER if clock.together else WINDOW
        if field.finished:
            return Reach(settling=SETTLED_AT_ONCE)
        if clockwork.ending(plan, clock, field) and not field.playing:
            if field.fallen:
                return Reach(unranked=Unranked.OUT)
            moving = bool(clock.disqualified) and not field.ranked
            return Reach(unranked=Unranked.STAYING, best=RANKED_AT_ONCE, placed=moving)
        if _may_rank(clock, field):
            return Reach(window, unranked=Unranked.OUT)
        if clock.together and field.playing and not field.unseated:
            return Reach()
        return Reach(window, staying=self._redraw_is_due(plan, field))

    def direct(self, snapshot: Snapshot, dice: Dice) -> tuple[Command, ...]:
        plan, clock, field = snapshot.plan, snapshot.clock, snapshot.field
        if clock.phase is Phase.ENTERING:
            return start(snapshot, dice)
        if clock.phase not in (Phase.RUNNING, Phase.BREAK):
            return ()
        if snapshot.finished:
            return settle(snapshot)
        if over := clockwork.ending(plan, clock, field):
            if field.playing:
                return ()
            return self._end(snapshot, over)
        return (
            clockwork.abandon(snapshot)
            or clockwork.end_break(clock)
            or clockwork.next_level(snapshot)
            or (rank_the_fallen(snapshot) if _may_rank(clock, field) else ())
            or (clockwork.set_pace(snapshot) if self.moves_players else ())
            or clockwork.end_wave(snapshot)
            or self._seats(snapshot, dice)
            or clockwork.deal(snapshot, balanced=self.moves_players)
            or (hold_short_tables(snapshot) if self.moves_players and clock.may_deal else ())
        )

    def tried(self, plan: Plan) -> Plan:
        stake = plan.buy_in_chips or STAKE_OF_A_TRIAL
        if self.needs == "bounty":
            return replace(plan, buy_in_chips=stake, bounty_chips=plan.bounty_chips or stake // 2)
        if self.needs == "tickets":
            worth = plan.prizes.ticket_chips or stake
            prizes = PrizePlan(PrizeForm.TICKETS, ticket_chips=worth)
            return replace(plan, buy_in_chips=stake, prizes=prizes)
        if self.needs == "returns" and not plan.entries.returns_max:
            entries = replace(plan.entries, returns_max=1, returns_until_level=0)
            return replace(plan, entries=entries)
        return plan

    def without_returns(self, plan: Plan) -> Plan:
        return replace(plan, format=FREEZEOUT.key) if self.needs == "returns" else plan

    def without_stakes(self, plan: Plan) -> Plan:
        free = replace(plan, buy_in_chips=0, fee_chips=0, bounty_chips=0)
        return replace(free, format=FREEZEOUT.key) if self.needs in ("returns", "bounty") else free

    def _end(self, snapshot: Snapshot, over: Reason) -> tuple[Command, ...]:
        """Ranks from behind: who is out, then who is in, the best first, then it is over."""
        field = snapshot.field
        closed = clockwork.close_entries(snapshot.clock)
        if field.fallen:
            return (*closed, *rank_the_fallen(snapshot))
        ranks = self.final_ranks(snapshot)
        if field.ranked + len(snapshot.unranked) < field.alive:
            return (*closed, *ranks)
        return (*closed, *ranks, Finish(over))

    def final_ranks(self, snapshot: Snapshot) -> tuple[Command, ...]:
        return rank_survivors(snapshot)

    def _seats(self, snapshot: Snapshot, dice: Dice) -> tuple[Command, ...]:
        if self.moves_players:
            window = WINDOW_TOGETHER if snapshot.clock.together else WINDOW
            return seat_late_players(snapshot, dice, window) or rearrange(snapshot, dice, window)
        if not self._redraw_is_due(snapshot.plan, snapshot.field):
            return ()
        # The winners of all tables, with the chips they won, at new tables.
        players, stage = snapshot.staying, snapshot.clock.stage + 1
        tables = snapshot.plan.tables_for(len(players))
        order = dice.draw(players, f"stage:{stage}")
        reason = because("next_stage_drawn", players=len(players), tables=tables, stage=stage)
        return (SeatField(reason, order, snapshot.first_table, tables, stage),)

    def _redraw_is_due(self, plan: Plan, field: Field) -> bool:
        if field.playing or field.tables < 2:
            return False
        if self.moves_players:
            return plan.tables_for(field.alive) == 1
        return field.most <= 1


def _may_rank(clock: Clock, field: Field) -> bool:
    """Ranks wait until nobody can come back, and until a round played together is over."""
    settled = not (clock.together and (field.playing or clock.wave_open))
    return bool(field.fallen) and not clock.entries_open and settled


FREEZEOUT = ChipFormat(
    "freezeout", _("Freeze-out"), _("Whoever has no chips left is out; the last with chips wins.")
)
RE_ENTRY = ChipFormat(
    "re_entry",
    _("Freeze-out with re-entry"),
    _("Whoever has no chips left may come back for another buy-in, for a while."),
    needs="returns",
)
SHOOTOUT = ChipFormat(
    "shootout",
    _("Shootout"),
    _("Each table plays until one has all its chips; the winners meet."),
    moves_players=False,
)
SATELLITE = ChipFormat(
    "satellite",
    _("Satellite"),
    _("The prizes are tickets for another tournament."),
    needs="tickets",
    pays_tickets=True,
)
BOUNTY = ChipFormat(
    "bounty",
    _("Bounty"),
    _(
        "Part of each buy-in is a bounty on the player's head; whoever takes their "
        "last chips gets it."
    ),
    asks_for=("bounty_chips",),
    needs="bounty",
)
