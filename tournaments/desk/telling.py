"""Who is told of a director's order: those it concerns, with its reason, and the staff's log.

The form promises it: a reason stays in the record and is shown to those concerned (PLAY-46).
"""

from typing import Any, NamedTuple

from accounts.models import Player
from accounts.notices import telling as notices
from accounts.staff_acts import tell_log
from tournaments.desk.orders import REPORTING
from tournaments.desk.reading import entries_named
from tournaments.director import FORMATS
from tournaments.models import DeskAct, Entry, Tournament

KIND = "director_ordered"
# Orders about somebody; of all others the tables and clocks tell.
ABOUT_SOMEBODY = (
    *("enter", "withdraw", "name_team", "move", "substitute", "penalize", "adjust"),
    *("disqualify", "remove", "rest", "keep_apart", "pair", "report", "correct", "void_round"),
)
# What is said at a table about those who sat there, wherever they sit now.
ABOUT_A_TABLE = (*REPORTING, "void_round")
# Where a move leads, and where it leads back to: by then the entry may sit nowhere.
_LEADS_TO = {"move": "to_table", "undo move": "from_table"}


def tell_of_order(
    act: DeskAct, tournament: Tournament, before: dict[str, int], after: dict[str, int]
) -> None:
    """To be called in the transaction of the order, with what those named held, by name."""
    about = act.undoes or act
    ordered = act.kind if act.undoes is None else f"undo {about.kind}"
    changed = before != after
    tell_log(
        by=act.actor,
        act="tournament_ordered",
        subject=tournament.ref,
        reason=act.remark,
        before={"held": before} if changed else None,
        after={
            "order": ordered,
            "table": about.table_number,
            **_plain(about.facts),
            **({"held": after} if changed else {}),
        },
    )
    if "waits" in about.facts_now:
        return  # nobody hears of what waits before it takes effect
    tell_concerned(act, tournament)


def tell_concerned(act: DeskAct, tournament: Tournament) -> None:
    """Tell those whom an order is about what it means for them."""
    about = act.undoes or act
    if about.kind not in ABOUT_SOMEBODY:
        return
    ordered = act.kind if act.undoes is None else f"undo {about.kind}"
    for concerned in _concerned(about, tournament):
        _tell(act, ordered, tournament, concerned)


class Concerned(NamedTuple):
    """Whom an order is about, by which entry, and on which side of it; "" where it has but one."""

    player: Player
    entry: Entry
    side: str = ""


def _concerned(about: DeskAct, tournament: Tournament) -> list[Concerned]:
    named = entries_named(about.entry_id, about.facts_now)
    found = Entry.objects.filter(pk__in=named).select_related("player")
    if about.kind == "substitute":  # the entry itself has only the one of now
        first, second = (about.facts_now[which] for which in ("from_player", "to_player"))
        both = Player.objects.in_bulk([first, second])
        return [Concerned(both[first], found[0]), Concerned(both[second], found[0], "in")]
    return [Concerned(entry.player, entry, _side(about, entry, tournament)) for entry in found]


def _side(about: DeskAct, entry: Entry, tournament: Tournament) -> str:
    if about.kind == "adjust":
        return "out" if entry.pk == about.entry_id else "in"
    for_chips = FORMATS[tournament.plan["format"]].plays_for_chips
    if about.kind == "penalize":
        return "chips" if for_chips else "points"
    if about.kind == "withdraw":
        return "paid" if about.facts_now.get("chips") else ""
    return "chips" if about.facts_now.get("forfeited") else ""


def _tell(act: DeskAct, ordered: str, tournament: Tournament, concerned: Concerned) -> None:
    player, entry, side = concerned
    about = act.undoes or act
    first = about.facts_now.get("name", "")
    names = [first, *about.facts_now.get("other", "").split(", ")]
    table = about.table_number if about.kind in ABOUT_A_TABLE else entry.table_number
    facts = {
        **_plain(about.facts_now),
        # Of a penalty taken back what it took, which may be less than it asked for.
        **({"number": act.facts["taken"]} if "taken" in act.facts else {}),
        "first": first,
        "other": ", ".join(name for name in names if name != player.name),
        "player": player.name,
        "tournament": tournament.pk,
        "name": tournament.name,
        "order": ordered,
        "side": side,
        "table": about.facts_now.get(_LEADS_TO.get(ordered, ""), table),
        "stack": entry.stack_chips,
        "result": act.facts.get("result", ""),
        "moved": dict(act.facts.get("moved", ())).get(entry.pk, 0),
        "remark": act.remark,
    }
    key = ""
    if ordered == "move":
        # The newest word about a seat takes the place of the one before.
        key = f"tournament:{tournament.pk}:seat"
        notices.withdraw(player=player, key=key)
    notices.tell(player=player, kind=KIND, facts=facts, key=key)


def _plain(facts: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in facts.items() if isinstance(value, str | int)}
