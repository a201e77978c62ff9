"""The desk's orders, calls and states in the reader's language."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from tournaments.models import DeskAct
from web.numbers import filled, with_figures

Words = str | Promise

ORDERS: dict[str, Words] = {
    "enter": _("Add a player"),
    "check_in": _("Check a player in"),
    "withdraw": _("Withdraw a player"),
    "name_team": _("Respell a team"),
    "announce": _("Make an announcement"),
    "start": _("Start now"),
    "pause": _("Pause the tournament"),
    "resume": _("Let the tournament go on"),
    "pause_table": _("Pause a table"),
    "resume_table": _("Let a table go on"),
    "extend": _("Extend"),
    "give_time": _("More time for a turn"),
    "move": _("Move a player"),
    "substitute": _("Substitute a player"),
    "penalize": _("Penalty"),
    "adjust": _("Correct stacks"),
    "disqualify": _("Disqualify"),
    "remove": _("Remove a player"),
    "void_round": _("Take a settlement back"),
    "keep_apart": _("Keep two players apart"),
    "pair": _("Bring players together"),
    "rest": _("Let a player rest"),
    "report": _("Enter a result"),
    "correct": _("Correct a result"),
    "cancel": _("Call the tournament off"),
    "undo": _("Take an order back"),
}

# The same order while registration is open.
BEFORE_THE_START: dict[str, Words] = {"extend": _("Put the start off")}

# What follows, said before it is confirmed.
EFFECTS: dict[str, Words] = {
    "enter": _(
        "Where entering costs nothing, the player is in at once. Where it costs chips, they are"
        " invited and enter with one tap: nobody pays without having agreed. Only an account that"
        " nobody has used yet is entered and pays at once."
    ),
    "check_in": _(
        "The player is here. Whoever has not checked in when it starts is withdrawn "
        "and gets everything back."
    ),
    "withdraw": _(
        "The entry ends, and what was paid for it goes back at once, the fee and a ticket too."
    ),
    "name_team": _("The team is called so everywhere from now on, with all of its members."),
    "announce": _(
        "Everybody who has entered gets it as a notice, in their own language if you "
        "choose one of these sentences. It stands on the tournament's page, on the "
        "wall and at the tables. This cannot be taken back; another announcement "
        "corrects it."
    ),
    "start": _(
        "Registration ends and everybody who has entered is seated at once. Late entries stay"
        " possible where the plan allows them. This cannot be taken back."
    ),
    "pause": _("No table deals another round and no clock runs; rounds in play go to their end."),
    "resume": _("Tables deal again, and the clock goes on where it stood."),
    "pause_table": _(
        "The round in play goes to its end. Then the table waits for you: nobody is dealt to and"
        " nobody is moved away."
    ),
    "resume_table": _("The table deals again as soon as it may."),
    "extend": _("What comes next is put off: the end of the break, or the next level."),
    "give_time": _("Whoever is on turn at the table gets more time, without using the time bank."),
    "move": _("The player takes a free seat at the other table, with the whole stack."),
    "substitute": _(
        "The replacement takes over seat and stack from the next round on; the round in play is"
        " finished by the one before. The books stay as they are."
    ),
    "penalize": _("The chips leave the stack and stay in the books as forfeited."),
    "adjust": _("A correcting transfer from one stack to another."),
    "disqualify": _(
        "The player is out. What they won from players who are still in goes back as far as their"
        " stack reaches; the rest is forfeited. At the end they are last, without a prize, and"
        " whoever is behind them moves up. While a round is on at their table the order waits for"
        " its end; until then nobody else hears of it, and it can be withdrawn."
    ),
    "remove": _(
        "The player is out; the stack stays in the books as forfeited. While a round is on at their"
        " table the order waits for its end; until then nobody else hears of it, and it can be"
        " withdrawn."
    ),
    "void_round": _("The chips of the settlement go back, as long as they can be reached."),
    "pair": _(
        "They meet at one table in the next stage. Points and lots decide who else sits there and"
        " who meets whom otherwise. What has been paired is played."
    ),
    "keep_apart": _("From the next stage on the two meet only if nobody else is left."),
    "rest": _(
        "The player sits the next stage out, for half of what winning a table is worth. What has"
        " been paired is played."
    ),
    "report": _(
        "This is what the round at the table came to, whatever its players have written. Everybody"
        " at the table is told."
    ),
    "correct": _(
        "A settled round came out differently. The difference in chips changes "
        "hands, as long as the chips are there. Everybody who sat there is told."
    ),
    "cancel": _("Everybody is paid by the rules for calling off. This cannot be taken back."),
    "undo": _("The order is reversed, as long as the chips can be reached."),
}

# The same in a tournament of stages, where tables are in play until the stage is over.
EFFECTS_IN_STAGES: dict[str, Words] = {
    "penalize": _("The points are taken off."),
    "correct": _(
        "A scored table came out differently. Points and standing change; whoever "
        "has been paired plays on. Everybody who sat there is told."
    ),
    "undo": _("The order is reversed."),
    "disqualify": _(
        "The player is out and gives up the match in play: the others at the table "
        "are ahead. At the end they are last, without a prize. This cannot be taken "
        "back."
    ),
    "remove": _(
        "The player is out and gives up the match in play: the others at the table "
        "are ahead. This cannot be taken back."
    ),
}

NUMBERS: dict[str, Words] = {
    "extend_minutes": _("Minutes"),
    "extend_rounds": _("Rounds"),
    "give_time": _("Seconds"),
    "penalize": _("Chips"),
    "penalize_points": _("Points"),
    "adjust": _("Chips"),
    "void_round": _("Round (empty: the latest)"),
    "correct": _("Round (empty: the latest)"),
}

MATTERS: dict[str, Words] = {
    "rules": _("A question of the rules"),
    "opponent": _("Somebody's behaviour"),
    "technical": _("Something does not work"),
    "time": _("I need time"),
    "other": pgettext_lazy("matter of a call", "Something else"),
}

STATES: dict[str, Words] = {
    "playing": pgettext_lazy("table", "playing"),
    "pausing": pgettext_lazy("table", "pauses after this round"),
    "paused": pgettext_lazy("table", "paused"),
    "held": pgettext_lazy("table", "waits for players"),
    "resting": pgettext_lazy("table", "between rounds"),
    "over": pgettext_lazy("table", "has played"),
}
SHEETS: dict[str, Words] = {
    "waiting": pgettext_lazy("score sheet", "No result yet"),
    "entered": pgettext_lazy("score sheet", "Entered, waits to be confirmed"),
    "objected": pgettext_lazy("score sheet", "Objected to: decide"),
    "settled": pgettext_lazy("score sheet", "Result counts"),
}
PHASES: dict[str, Words] = {
    "entering": _("Registration"),
    "running": pgettext_lazy("tournament", "Running"),
    "break": pgettext_lazy("tournament", "Break"),
    "finished": pgettext_lazy("tournament", "Finished"),
    "cancelled": pgettext_lazy("tournament", "Called off"),
}

_TOLD: dict[str, Words] = {
    "enter": "%(name)s",
    "invite": _("%(name)s, who has been invited"),
    "withdraw": "%(name)s",
    "name_team": "%(before)s → %(team)s",
    "start": ngettext_lazy("with one entry", "with %(entries)s entries", "entries"),
    "extend_minutes": ngettext_lazy("by one minute", "by %(minutes)s minutes", "minutes"),
    "extend_rounds": ngettext_lazy("by one round", "by %(rounds)s rounds", "rounds"),
    "give_time": _("table %(table)s, %(seconds)s seconds"),
    "move": _("%(name)s from table %(from_table)s to table %(to_table)s"),
    "substitute": _("%(name)s by %(replacement)s"),
    "penalize_chips": ngettext_lazy(
        "%(name)s: %(number)s chip", "%(name)s: %(number)s chips", "number"
    ),
    "penalize_points": ngettext_lazy(
        "%(name)s: %(number)s point", "%(name)s: %(number)s points", "number"
    ),
    "adjust": ngettext_lazy(
        "%(number)s chip from %(name)s to %(taker)s",
        "%(number)s chips from %(name)s to %(taker)s",
        "number",
    ),
    "disqualify": _("%(name)s; forfeited: %(forfeited)s"),
    "wait": _("%(name)s, after the round at table %(table)s"),
    "remove": _("%(name)s; forfeited: %(forfeited)s"),
    "void_round": _("table %(table)s, round %(number)s"),
    "keep_apart": _("%(name)s from %(other)s"),
    "pair": _("%(name)s with %(other)s in stage %(stage)s"),
    "rest": _("%(name)s in stage %(stage)s"),
    "report": _("table %(table)s: %(result)s"),
    "correct": _("table %(table)s: %(result)s"),
    "cancel": _("%(refunds)s refunds, %(chips)s chips"),
}


def title(kind: str, *, entering: bool) -> Words:
    """What an order is called, before the start or after it."""
    return BEFORE_THE_START.get(kind, ORDERS[kind]) if entering else ORDERS[kind]


def title_of(act: DeskAct) -> Words:
    """What an order was called when it was given."""
    return title(act.kind, entering=str(act.facts.get("extended", "")).startswith("entering"))


def effect(kind: str, *, for_chips: bool, entering: bool) -> Words:
    """What follows from an order, in a tournament for chips or in one of stages."""
    if entering and kind == "extend":
        return _("The start is put off by so many minutes; registration stays open until then.")
    return EFFECTS[kind] if for_chips else EFFECTS_IN_STAGES.get(kind, EFFECTS[kind])


def in_words(act: DeskAct) -> str:
    """What was ordered, in a few words with its numbers."""
    if act.kind == "undo" and act.undoes is not None:
        return f"{title_of(act.undoes)}: {in_words(act.undoes)}".rstrip(": ")
    return told(act.kind, {"table": act.table_number, **act.facts_now})


def told(kind: str, facts: Mapping[str, Any]) -> str:
    """An order's facts, the `table` among them, in a few words."""
    takes_out = kind in ("remove", "disqualify") and not facts.get("waits")
    if takes_out and "forfeited" not in facts:
        return str(facts["name"])  # in stages no chips are at stake
    if facts.get("waits"):
        kind = "wait"
    elif "invited" in facts:
        kind = "invite"
    elif kind == "extend":
        kind = "extend_rounds" if "rounds" in facts else "extend_minutes"
    elif "unit" in facts:
        kind = f"penalize_{facts['unit']}"
    if kind in _TOLD:
        return filled(_TOLD[kind], with_figures(facts))
    return str(_("table %(table)s")) % facts if facts.get("table") else ""


def logged(facts: Mapping[str, Any]) -> str:
    """An order as the staff's log keeps it. Raises KeyError where it keeps too little."""
    order = str(facts["order"])
    taken_back = order.removeprefix("undo ")
    words = [ORDERS["undo"]] if taken_back != order else []
    said = told(taken_back, {"table": None, **facts})
    return ": ".join(str(part) for part in (*words, ORDERS[taken_back], said) if part)
