"""Who is told of a director's order: those it concerns, with its reason, and the staff's log.

The form promises it: a reason stays in the record and is shown to those concerned (PLAY-46).
"""

from typing import Any

from accounts.notices import telling as notices
from accounts.staff_acts import tell_log
from tournaments.desk.orders import REPORTING
from tournaments.models import DeskAct, Entry, Tournament

KIND = "director_ordered"
# Orders about somebody; of all others the tables and clocks tell.
ABOUT_SOMEBODY = (
    *("enter", "withdraw", "move", "substitute", "penalize", "adjust"),
    *("disqualify", "remove", "rest", "keep_apart", "pair", "report", "correct", "void_round"),
)
# What is said at a table about those who sat there, wherever they sit now.
ABOUT_A_TABLE = (*REPORTING, "void_round")


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
    if about.kind not in ABOUT_SOMEBODY:
        return
    concerned = [about.entry_id, about.facts.get("to_entry"), *about.facts.get("entries", ())]
    for entry in Entry.objects.filter(pk__in=filter(None, concerned)).select_related("player"):
        _tell(act, ordered, tournament, entry)


def _tell(act: DeskAct, ordered: str, tournament: Tournament, entry: Entry) -> None:
    about = act.undoes or act
    facts = {
        **_plain(about.facts),
        "first": about.facts.get("name", ""),
        "player": entry.player.name,
        "tournament": tournament.pk,
        "name": tournament.name,
        "order": ordered,
        "table": about.table_number if about.kind in ABOUT_A_TABLE else entry.table_number,
        "remark": act.remark,
    }
    key = ""
    if ordered == "move":
        # The newest word about a seat takes the place of the one before.
        key = f"tournament:{tournament.pk}:seat"
        notices.withdraw(player=entry.player, key=key)
    notices.tell(player=entry.player, kind=KIND, facts=facts, key=key)


def _plain(facts: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in facts.items() if isinstance(value, str | int)}
