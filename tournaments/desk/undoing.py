"""Taking a director's order back: its inverse, as long as its chips are reachable.

Every inverse is an order like others, with the same refusals: whoever has played on with the
chips is named. What has been published cannot be taken back: a cancelled tournament has shown
the seed of its lots.
"""

from collections.abc import Callable

from accounts.models import Player
from tournaments.desk.holdings import holder_of, holders_of
from tournaments.desk.orders import DeskOrder, Prepared, is_here, prepare, what_is_extended
from tournaments.director import entries
from tournaments.director.commands import Command
from tournaments.director.desk import chips as desk_chips
from tournaments.director.desk import orders as desk
from tournaments.director.desk import pairings as desk_pairings
from tournaments.director.desk import tables as desk_tables
from tournaments.director.desk.commands import Disqualify, KeepApart, PairByHand, Rest
from tournaments.director.desk.holders import Holder, withdraw_out_later
from tournaments.director.errors import Refused
from tournaments.director.reasons import because
from tournaments.entries.entering import clock_now
from tournaments.models import Decision, DeskAct, Entry
from tournaments.running.live import LiveTournament
from tournaments.sheets import at_desk


def prepare_undo(live: LiveTournament, act: DeskAct) -> Prepared:
    """The inverse of an order that was given.

    Raises:
        Refused(undone_already | cannot_be_undone | chips_spent | …): with what stands against it.
    """
    if DeskAct.objects.filter(undoes=act).exists():
        raise Refused("undone_already", rule="PLAY-46")
    if not may_be_undone(act):
        raise Refused("cannot_be_undone", rule="PLAY-46")
    return INVERSES[act.kind](live, act)


def may_be_undone(act: DeskAct) -> bool:
    """Whether such an order has an inverse; a match that was given up has none."""
    return act.kind in INVERSES and not act.is_for_good


def _again(kind: str) -> Callable[[LiveTournament, DeskAct], Prepared]:
    def inverse(live: LiveTournament, act: DeskAct) -> Prepared:
        return prepare(live, DeskOrder(kind, entry=act.entry_id, table=act.table_number))

    return inverse


def _shorten(live: LiveTournament, act: DeskAct) -> Prepared:
    """Only what was put off is shortened, not a level that came after it."""
    facts = act.facts
    if facts["extended"] != what_is_extended(live.clock):
        raise Refused("extension_is_over", rule="PLAY-46")
    commands = desk_tables.shorten(live.clock, ms=facts["ms"], micro=facts["micro"])
    return Prepared(commands, dict(facts))


def _move_back(live: LiveTournament, act: DeskAct) -> Prepared:
    holder = holder_of(live, act.entry_id or 0)
    if holder.table != act.facts["to_table"]:
        raise Refused("moved_since", rule="PLAY-41", name=holder.name, table=holder.table or 0)
    back = DeskOrder("move", entry=holder.entry, table=act.facts["from_table"], insists=True)
    return prepare(live, back)


def _substitute_back(live: LiveTournament, act: DeskAct) -> Prepared:
    if Entry.objects.get(pk=act.entry_id or 0).player_id != act.facts["to_player"]:
        raise Refused("moved_since", rule="PLAY-46", name=act.facts["replacement"], table=0)
    before = Player.objects.get(pk=act.facts["from_player"])
    return prepare(live, DeskOrder("substitute", entry=act.entry_id, player=before.name))


def _lift_penalty(live: LiveTournament, act: DeskAct) -> Prepared:
    holder, facts = holder_of(live, act.entry_id or 0), act.facts
    _require_the_same_stack(act, holder)
    number, taken = facts["number"], _taken_by(act)
    commands = desk_chips.lift_penalty(
        live.plan, live.clock, holder, number=number, penalty=facts["penalty"], taken=taken
    )
    return Prepared(commands, facts | {"taken": taken or number}, entry=holder.entry)


def _taken_by(act: DeskAct) -> int:
    """The chips that this penalty took itself: all it asked for, or what was left after a round."""
    if not act.facts["owed"]:
        return int(act.facts["number"])
    taken = Decision.objects.filter(
        tournament=act.tournament_id,
        entry_id=act.entry_id,
        code="owed_penalty",
        facts__penalty=act.facts["penalty"],
    )
    return sum(facts["chips"] for facts in taken.values_list("facts", flat=True))


def _adjust_back(live: LiveTournament, act: DeskAct) -> Prepared:
    facts = act.facts
    return prepare(
        live,
        DeskOrder(
            "adjust", entry=facts["to_entry"], other=facts["from_entry"], number=facts["number"]
        ),
    )


def _require_the_same_stack(act: DeskAct, holder: Holder) -> None:
    """Raises Refused(out_since): a round took that stack, and another was bought."""
    if act.facts_now.get("returns", holder.returns) != holder.returns:
        raise Refused("out_since", rule="PLAY-46", name=holder.name)


def _out_back(live: LiveTournament, act: DeskAct) -> Prepared:
    """One that waits is withdrawn; who was out anyway has their prize again."""
    holder, facts = holder_of(live, act.entry_id or 0), act.facts_now
    if "waits" in facts:
        commands = withdraw_out_later(live.clock, holder)
    elif "was_out" in facts:
        commands = desk_chips.lift_disqualification(live.clock, holder)
    else:
        return _bring_back(live, act)
    return Prepared(commands, dict(facts), entry=holder.entry)


def _bring_back(live: LiveTournament, act: DeskAct) -> Prepared:
    """A removed or disqualified player is in again, and restitutions return."""
    shares = [(entry, chips) for entry, chips in act.facts_now.get("shares", [])]
    holder = holder_of(live, act.entry_id or 0)
    _require_the_same_stack(act, holder)
    commands: list[Command] = list(
        desk_chips.reinstate(
            live.plan,
            live.clock,
            live.field,
            holder,
            chips=act.facts_now["forfeited"],
            heads=act.facts_now["heads"],
        )
    )
    others = holders_of(live, [entry for entry, _ in shares])
    commands += desk_chips.return_restitution(live.clock, others, holder.entry, shares, holder.name)
    if act.kind == "disqualify":
        lifted = because("disqualification_lifted")
        commands.append(Disqualify(lifted, holder.entry, is_lifted=True))
    return Prepared(tuple(commands), dict(act.facts_now), entry=holder.entry)


def _request_back(live: LiveTournament, act: DeskAct) -> Prepared:
    """Two may meet again, players are paired as everybody is, or play after all."""
    facts, entry, reason = act.facts, act.entry_id or 0, because("request_taken_back")
    lifted: KeepApart | PairByHand | Rest
    if act.kind == "keep_apart":
        one, other = sorted((entry, facts["to_entry"]))
        lifted = KeepApart(reason, one, other, is_lifted=True)
    elif act.kind == "pair":
        entries = tuple(sorted(facts["entries"]))
        lifted = PairByHand(reason, entries, facts["stage"], is_lifted=True)
    else:
        lifted = Rest(reason, entry, facts["stage"], is_lifted=True)
    commands = desk_pairings.take_back(live.plan, live.clock, lifted)
    return Prepared(commands, dict(facts), entry=act.entry_id)


def _check_out(live: LiveTournament, act: DeskAct) -> Prepared:
    holder = holder_of(live, act.entry_id or 0)
    command = entries.check_out(
        live.plan, clock_now(live), entry=holder.entry, is_here=is_here(holder)
    )
    return Prepared((command,), dict(act.facts), entry=holder.entry)


def _take_report_back(live: LiveTournament, act: DeskAct) -> Prepared:
    table = act.table_number or 0
    return Prepared(*at_desk.take_report_back(live, table, dict(act.facts)), table=table)


def _correct_back(live: LiveTournament, act: DeskAct) -> Prepared:
    facts = act.facts
    if not at_desk.counts_still(live, act.table_number or 0, facts):
        raise Refused("corrected_since", rule="PLAY-46", table=act.table_number or 0)
    back = tuple(facts["before"])
    asked = DeskOrder("correct", table=act.table_number, number=facts["number"], points=back)
    return prepare(live, asked)


INVERSES: dict[str, Callable[[LiveTournament, DeskAct], Prepared]] = {
    "check_in": _check_out,
    "name_team": lambda live, act: prepare(
        live, DeskOrder("name_team", entry=act.entry_id, team=act.facts["before"])
    ),
    "pause": lambda live, act: Prepared(desk.resume(live.clock)),
    "resume": lambda live, act: Prepared(desk.pause(live.clock)),
    "pause_table": _again("resume_table"),
    "resume_table": _again("pause_table"),
    "extend": _shorten,
    "move": _move_back,
    "substitute": _substitute_back,
    "penalize": _lift_penalty,
    "adjust": _adjust_back,
    "disqualify": _out_back,
    "remove": _out_back,
    "keep_apart": _request_back,
    "pair": _request_back,
    "rest": _request_back,
    "report": _take_report_back,
    "correct": _correct_back,
}
