"""From what a director fills in to commands: each kind of order is one function.

An order is prepared under the tournament's lock, and the same way for a preview: commands, what
the record keeps for telling and undoing, and whom it concerns.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from accounts.models import Player
from games.moves.errors import NotFound
from tournaments.desk import holdings
from tournaments.director import FORMATS, Clock, Command, entries
from tournaments.director.commands import Refund, Remove
from tournaments.director.desk import chips as desk_chips
from tournaments.director.desk import orders as desk
from tournaments.director.desk import pairings as desk_pairings
from tournaments.director.desk import tables as desk_tables
from tournaments.director.desk.commands import HandOver, OutLater, Owe
from tournaments.director.desk.holders import Holder
from tournaments.director.errors import CHIPS_MAX, Refused
from tournaments.entries.entering import clock_now, entry_of_player
from tournaments.entries.inviting import must_agree, price_of
from tournaments.entries.teams import named_anew, require_team
from tournaments.models import DeskAct, Entry
from tournaments.running.live import LiveTournament
from tournaments.running.reading import load_snapshot
from tournaments.selectors.seen import require_member
from tournaments.sheets import at_desk
from tournaments.sheets.at_desk import moved_by
from web.finding import or_raise

NUMBER_MAX = CHIPS_MAX


@dataclass(frozen=True, slots=True)
class DeskOrder:
    """What was filled in. Numbers that a kind does not need are ignored; `words` are its remark.

    `points` are by seat, as people write them down; `entries` are to meet at one table.
    """

    kind: str
    entry: int | None = None
    other: int | None = None
    table: int | None = None
    number: int | None = None
    player: str = ""
    insists: bool = False
    team: str = ""
    words: str = ""
    points: tuple[int, ...] = ()
    entries: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Prepared:
    """`entry` is whom it concerns, with those that the facts name (`entries_named`)."""

    commands: tuple[Command, ...]
    facts: Mapping[str, Any] = field(default_factory=dict)
    entry: int | None = None
    table: int | None = None


def prepare(live: LiveTournament, asked: DeskOrder) -> Prepared:
    """The commands of an order. Raises Refused, Conflict, NotFound with rule and numbers."""
    if asked.kind not in ORDERS:
        raise Refused("order_unknown", kind=asked.kind)
    return ORDERS[asked.kind](live, asked)


def _holder(live: LiveTournament, asked: DeskOrder) -> Holder:
    return holdings.holder_of(live, _named(asked.entry, "player_missing"))


def _about(holder: Holder, commands: tuple[Command, ...], **facts: Any) -> Prepared:
    facts = {"name": holder.name, **facts}
    return Prepared(commands, facts, entry=holder.entry, table=holder.table)


def _two(live: LiveTournament, asked: DeskOrder) -> tuple[Holder, Holder]:
    other = _named(asked.other, "player_missing")
    return _holder(live, asked), holdings.holder_of(live, other)


def _table(asked: DeskOrder) -> int:
    return _named(asked.table, "table_missing")


def _named(number: int | None, missing: str) -> int:
    if number is None:
        raise Refused(missing, rule="PLAY-46")
    return number


def _number(asked: DeskOrder) -> int:
    return asked.number or 0


def _enter(live: LiveTournament, asked: DeskOrder) -> Prepared:
    """Somebody is entered; where that costs chips, who has to agree to it is invited."""
    player = _player(asked.player)
    if player.is_bot or player.owner_id is not None:
        raise Refused("bots_enter_otherwise", rule="PLAY-40", name=player.name)
    require_team(live, asked.team)
    command = entry_of_player(live, player, team=asked.team, is_here=True)
    facts: dict[str, Any] = {"name": player.name, "chips": price_of(live)}
    if must_agree(live, player):
        return Prepared((), {**facts, "invited": player.pk})
    return Prepared((command,), {**facts, "to_player": player.pk})


def _withdraw(live: LiveTournament, asked: DeskOrder) -> Prepared:
    holder = _holder(live, asked)
    command = entries.withdraw(
        live.plan, clock_now(live), entry=holder.entry, is_here=is_here(holder), ordered=True
    )
    facts = {"name": holder.name, "chips": price_of(live)}
    return Prepared((command,), facts, entry=holder.entry)


def _check_in(live: LiveTournament, asked: DeskOrder) -> Prepared:
    holder = _holder(live, asked)
    command = entries.check_in(
        live.plan, clock_now(live), entry=holder.entry, is_here=is_here(holder), ordered=True
    )
    return Prepared((command,), {"name": holder.name}, entry=holder.entry)


def _name_team(live: LiveTournament, asked: DeskOrder) -> Prepared:
    holder = _holder(live, asked)
    command = named_anew(live, Entry.objects.get(pk=holder.entry), asked.team)
    facts = {"name": holder.name, "before": holder.team, "team": command.team}
    return Prepared((command,), facts, entry=holder.entry)


def is_here(holder: Holder) -> bool:
    """Whether they have checked in."""
    return Entry.objects.filter(pk=holder.entry, checked_in_at__isnull=False).exists()


def _player(name: str) -> Player:
    """Raises NotFound(player_not_found)."""
    found = Player.objects.filter(username__iexact=name.strip(), is_active=True).first()
    return or_raise(found, NotFound("player_not_found", name=name))


def _start(live: LiveTournament, asked: DeskOrder) -> Prepared:
    commands = desk.start(live.plan, clock_now(live), live.field)
    return Prepared(commands, {"entries": live.field.entries})


def _pause_table(live: LiveTournament, asked: DeskOrder) -> Prepared:
    table = holdings.desk_table(live, _table(asked))
    return Prepared(desk_tables.pause_table(live.plan, live.clock, table), table=table.number)


def _resume_table(live: LiveTournament, asked: DeskOrder) -> Prepared:
    table = holdings.desk_table(live, _table(asked))
    return Prepared(desk_tables.resume_table(live.clock, table), table=table.number)


def _extend(live: LiveTournament, asked: DeskOrder) -> Prepared:
    number = _number(asked)
    by_rounds = live.plan.schedule.rounds is not None and live.clock.phase.value == "running"
    asked_for = {"rounds": number} if by_rounds else {"minutes": number}
    commands = desk_tables.extend(live.plan, live.clock, **asked_for)
    ms, micro = (0, number * 1_000_000) if by_rounds else (number * 60_000, 0)
    facts = {"ms": ms, "micro": micro, **asked_for, "extended": what_is_extended(live.clock)}
    return Prepared(commands, facts)


def what_is_extended(clock: Clock) -> str:
    """What an extension puts the end of off: it can be taken back as long as that lasts."""
    return f"{clock.phase.value} {clock.level}"


def _give_time(live: LiveTournament, asked: DeskOrder) -> Prepared:
    table = holdings.desk_table(live, _table(asked))
    commands = desk_tables.give_time(live.clock, table, seconds=_number(asked))
    return Prepared(commands, {"seconds": _number(asked)}, table=table.number)


def _move(live: LiveTournament, asked: DeskOrder) -> Prepared:
    holder, number = _holder(live, asked), _table(asked)
    if holder.table is None:
        raise Refused("not_seated", rule="PLAY-41", name=holder.name)
    commands = desk_tables.move(
        live.plan,
        live.clock,
        holder,
        source=holdings.desk_table(live, holder.table),
        target=holdings.desk_table(live, number),
        despite_sizes=asked.insists,
    )
    facts = {"name": holder.name, "from_table": holder.table, "to_table": number}
    return Prepared(commands, facts, entry=holder.entry, table=number)


def _substitute(live: LiveTournament, asked: DeskOrder) -> Prepared:
    holder = _holder(live, asked)
    replacement = _player(asked.player)
    require_member(live.row, replacement)
    old = Entry.objects.get(pk=holder.entry).player_id
    known = Entry.objects.filter(tournament_id=live.id, player=replacement).entered().exists()
    commands = desk_tables.substitute(
        live.clock,
        holder,
        player=replacement.pk,
        name=replacement.name,
        known=known,
        old_player=old,
    )
    players = {"from_player": old, "to_player": replacement.pk}
    return _about(holder, commands, replacement=replacement.name, **players)


def _penalize(live: LiveTournament, asked: DeskOrder) -> Prepared:
    holder = _holder(live, asked)
    given = DeskAct.objects.filter(tournament_id=live.id, kind=asked.kind).count()
    commands = desk_chips.penalize(
        live.plan, live.clock, holder, number=_number(asked), penalty=given + 1
    )
    owed = any(isinstance(command, Owe) for command in commands)
    unit = "chips" if FORMATS[live.plan.format].plays_for_chips else "points"
    facts = {"number": _number(asked), "unit": unit, "owed": owed, "penalty": given + 1}
    return _about(holder, commands, returns=holder.returns, **facts)


def _adjust(live: LiveTournament, asked: DeskOrder) -> Prepared:
    giver, taker = _two(live, asked)
    chips = _number(asked)
    commands = desk_chips.adjust(live.plan, live.clock, giver, taker, chips=chips)
    entries = {"from_entry": giver.entry, "to_entry": taker.entry}
    return _about(giver, commands, taker=taker.name, number=chips, **entries)


def _disqualify(live: LiveTournament, asked: DeskOrder) -> Prepared:
    holder = _holder(live, asked)
    if not FORMATS[live.plan.format].plays_for_chips:
        return _out_of_stages(live, holder, desk.disqualify)
    return _for_chips(live, holder, desk_chips.disqualify)


def out_after_round(live: LiveTournament, entry: int, kind: str) -> Prepared:
    """What becomes of an order that waited, once the round of the entry is settled."""
    holder = holdings.holder_of(live, entry)
    if kind == "remove":
        return _removed(holder, desk.remove_after_round(live.clock, live.field, holder))
    return _for_chips(live, holder, desk_chips.disqualify_after_round)


def _for_chips(
    live: LiveTournament, holder: Holder, order: Callable[..., tuple[Command, ...]]
) -> Prepared:
    rounds = holdings.won_by(live, holder.entry)
    others = holdings.holders_of(live, {entry for played in rounds for entry in played.entries})
    staying = {
        entry: other for entry, other in others.items() if other.is_in and entry != holder.entry
    }
    commands = order(live.clock, live.field, holder, rounds, staying)
    if isinstance(commands[0], OutLater):
        return _about(holder, commands, waits=True)
    removed = [command.chips for command in commands if isinstance(command, Remove)]
    return _about(
        holder,
        commands,
        forfeited=sum(removed),
        heads=holder.heads,
        returns=holder.returns,
        shares=[[o.to_entry, o.chips] for o in commands if isinstance(o, HandOver)],
        **({} if removed else {"was_out": True}),
    )


def _remove(live: LiveTournament, asked: DeskOrder) -> Prepared:
    holder = _holder(live, asked)
    if not FORMATS[live.plan.format].plays_for_chips:
        return _out_of_stages(live, holder, desk.take_out)
    return _removed(holder, desk.remove(live.clock, live.field, holder))


def _removed(holder: Holder, commands: tuple[Command, ...]) -> Prepared:
    if not isinstance(commands[-1], Remove):
        return _about(holder, commands, waits=True)
    facts = {"forfeited": holder.stack_chips, "heads": holder.heads, "returns": holder.returns}
    return _about(holder, commands, **facts)


def _out_of_stages(
    live: LiveTournament, holder: Holder, order: Callable[..., tuple[Command, ...]]
) -> Prepared:
    return _about(
        holder, order(live.clock, holder, others=holdings.others_in_stages(live, holder.entry))
    )


def _void_round(live: LiveTournament, asked: DeskOrder) -> Prepared:
    played = holdings.settled_round(live, _table(asked), asked.number)
    settled = holdings.settlement_of(live, played.table, played.number)
    holders = holdings.with_last_rounds(live, holdings.holders_of(live, played.entries))
    holders = holdings.with_returns(live, holders, settled)
    commands = desk_chips.void_round(live.plan, live.clock, live.field, played, holders)
    facts = {"number": played.number, "entries": list(played.entries), "moved": moved_by(commands)}
    return Prepared(commands, facts, table=played.table)


def _keep_apart(live: LiveTournament, asked: DeskOrder) -> Prepared:
    one, other = _two(live, asked)
    commands = desk_pairings.keep_apart(live.plan, live.clock, one, other)
    facts = {"name": one.name, "other": other.name, "to_entry": other.entry}
    return Prepared(commands, facts, entry=one.entry)


def _pair(live: LiveTournament, asked: DeskOrder) -> Prepared:
    named = [holdings.holder_of(live, entry) for entry in asked.entries]
    commands = desk_pairings.pair(
        live.plan,
        live.clock,
        named,
        playing=holdings.plays_next(live),
        met=holdings.met_before(named),
        insists=asked.insists,
    )
    first, *others = named
    facts = {
        "name": first.name,
        "other": ", ".join(holder.name for holder in others),
        "entries": list(asked.entries),
        "stage": live.clock.stage + 1,
    }
    return Prepared(commands, facts, entry=first.entry)


def _rest(live: LiveTournament, asked: DeskOrder) -> Prepared:
    holder = _holder(live, asked)
    commands = desk_pairings.rest(live.plan, live.clock, holder)
    facts = {"name": holder.name, "stage": live.clock.stage + 1}
    return Prepared(commands, facts, entry=holder.entry)


def _cancel(live: LiveTournament, asked: DeskOrder) -> Prepared:
    commands = desk.cancel(load_snapshot(live, desk.reach_of_cancel(live.plan)))
    refunds = [order for order in commands if isinstance(order, Refund)]
    chips = sum(order.chips + order.fee_chips for order in refunds)
    return Prepared(commands, {"refunds": len(refunds), "chips": chips})


def _report(live: LiveTournament, asked: DeskOrder) -> Prepared:
    number = _table(asked)
    return Prepared(*at_desk.report(live, number, asked.points, asked.entry), table=number)


def _correct(live: LiveTournament, asked: DeskOrder) -> Prepared:
    number = _table(asked)
    return Prepared(*at_desk.correct(live, number, asked.number, asked.points), table=number)


ORDERS: dict[str, Callable[[LiveTournament, DeskOrder], Prepared]] = {
    "enter": _enter,
    "check_in": _check_in,
    "withdraw": _withdraw,
    "name_team": _name_team,
    "announce": lambda live, asked: Prepared(desk.announce(live.clock, asked.words)),
    "start": _start,
    "pause": lambda live, asked: Prepared(desk.pause(live.clock)),
    "resume": lambda live, asked: Prepared(desk.resume(live.clock)),
    "pause_table": _pause_table,
    "resume_table": _resume_table,
    "extend": _extend,
    "give_time": _give_time,
    "move": _move,
    "substitute": _substitute,
    "penalize": _penalize,
    "adjust": _adjust,
    "disqualify": _disqualify,
    "remove": _remove,
    "void_round": _void_round,
    "keep_apart": _keep_apart,
    "pair": _pair,
    "rest": _rest,
    "cancel": _cancel,
    "report": _report,
    "correct": _correct,
}
# At real tables alone.
REPORTING = ("report", "correct")
