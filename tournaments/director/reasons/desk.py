"""The reasons of what a human director orders, by the codes of `Reason`."""

from rummy.words import Sentence
from rummy.words import gettext_noop as _
from rummy.words import ngettext_noop as ngettext

DESK: dict[str, Sentence] = {
    "withdrawn_by_director": _("Withdrawn by the director before the start."),
    "table_paused": _("The director pauses table %(table)s after the round in play."),
    "table_resumed": _("Table %(table)s goes on."),
    "start_ordered": ngettext(
        "The director starts the tournament now, with one entry.",
        "The director starts the tournament now, with %(entries)s entries.",
        "entries",
    ),
    "start_put_off": ngettext(
        "The director puts the start off by one minute.",
        "The director puts the start off by %(minutes)s minutes.",
        "minutes",
    ),
    "break_extended": ngettext(
        "The director extends the break by one minute.",
        "The director extends the break by %(minutes)s minutes.",
        "minutes",
    ),
    "level_extended": ngettext(
        "The director extends the level by one minute.",
        "The director extends the level by %(minutes)s minutes.",
        "minutes",
    ),
    "level_extended_by_rounds": ngettext(
        "The director extends level %(level)s: it lasts one round longer.",
        "The director extends level %(level)s: it lasts %(rounds)s rounds longer.",
        "rounds",
    ),
    "extension_taken_back": _("The director takes the extension back."),
    "turn_extended": ngettext(
        "Whoever is on turn at table %(table)s has one second more.",
        "Whoever is on turn at table %(table)s has %(seconds)s seconds more.",
        "seconds",
    ),
    "moved_by_director": _(
        "Moved by the director from table %(from_table)s to table %(to_table)s."
    ),
    "substituted": _(
        "%(replacement)s takes over seat and stack of %(name)s, from the next round on."
    ),
    "penalty_chips": ngettext(
        "Penalty: %(chips)s chip of the stack is forfeited.",
        "Penalty: %(chips)s chips of the stack are forfeited.",
        "chips",
    ),
    "penalty_after_round": ngettext(
        "Penalty: %(chips)s chip of the stack, taken once the round in play is over.",
        "Penalty: %(chips)s chips of the stack, taken once the round in play is over.",
        "chips",
    ),
    "penalty_points": ngettext(
        "Penalty: %(points)s point less.", "Penalty: %(points)s points less.", "points"
    ),
    "owed_penalty": ngettext(
        "The penalty of %(number)s takes %(chips)s chip of the stack: it is forfeited.",
        "The penalty of %(number)s takes %(chips)s chips of the stack: they are forfeited.",
        "chips",
    ),
    "penalty_returned": ngettext(
        "The penalty of %(number)s is taken back: %(chips)s chip returns to the stack.",
        "The penalty of %(number)s is taken back: %(chips)s chips return to the stack.",
        "chips",
    ),
    "penalty_lifted": ngettext(
        "The penalty of %(chips)s chip is taken back.",
        "The penalty of %(chips)s chips is taken back.",
        "chips",
    ),
    "points_given_back": ngettext(
        "The penalty of %(points)s point is taken back.",
        "The penalty of %(points)s points is taken back.",
        "points",
    ),
    "stacks_corrected": ngettext(
        "Correction: %(chips)s chip from %(giver)s to %(taker)s.",
        "Correction: %(chips)s chips from %(giver)s to %(taker)s.",
        "chips",
    ),
    "restitution": ngettext(
        "%(name)s was disqualified: of the %(lost)s chip lost to them, %(chips)s comes back.",
        "%(name)s was disqualified: of the %(lost)s chips lost to them, %(chips)s come back.",
        "lost",
    ),
    "restitution_returned": ngettext(
        "The disqualification of %(name)s is taken back: the %(chips)s chip goes back to them.",
        "The disqualification of %(name)s is taken back: the %(chips)s chips go back to them.",
        "chips",
    ),
    "disqualified": ngettext(
        "Disqualified. What was won from players who are still in goes back to them;"
        " %(forfeited)s chip is forfeited. There is no prize.",
        "Disqualified. What was won from players who are still in goes back to them;"
        " %(forfeited)s chips are forfeited. There is no prize.",
        "forfeited",
    ),
    "out_after_round": _("Out by the director once the round at table %(table)s is over."),
    "out_order_withdrawn": _("The order was withdrawn before it took effect, or had none."),
    "disqualified_when_out": _("Disqualified after losing the last chips: there is no prize."),
    "disqualified_from_stages": _("Disqualified: last, without a prize."),
    "gave_table_up": _("The match at table %(table)s is given up: the others there are ahead."),
    "disqualified_last": _("Rank %(rank)s, the last: disqualified."),
    "moved_up": _("Rank %(rank)s instead of %(before)s: somebody ahead was disqualified."),
    "struck": _("Rank %(rank)s instead of %(before)s: struck after the end, without a prize."),
    "place_given_back": _("Rank %(rank)s instead of %(before)s: the striking was taken back."),
    "place_corrected": _(
        "Rank %(rank)s instead of %(before)s: the result of table %(table)s, round %(number)s, was"
        " corrected after the end."
    ),
    "prize_raised": ngettext(
        "%(chips)s chip more: that is what rank %(rank)s is worth.",
        "%(chips)s chips more: that is what rank %(rank)s is worth.",
        "chips",
    ),
    "disqualification_lifted": _("The disqualification is taken back."),
    "reinstated": ngettext(
        "In again, with %(chips)s forfeited chip back. A seat will be drawn.",
        "In again, with %(chips)s forfeited chips back. A seat will be drawn.",
        "chips",
    ),
    "reported_by_director": _(
        "The director entered the result of table %(table)s, round %(number)s."
    ),
    "report_taken_back": _(
        "The director took the result of table %(table)s, round %(number)s, back."
    ),
    "result_corrected": _(
        "The director corrected the result of table %(table)s, round %(number)s."
    ),
    "score_corrected": _(
        "Card points of stage %(stage)s: %(points)s instead of %(before)s, by a correction."
    ),
    "settlement_taken_back": _(
        "The director took the settlement of round %(number)s at table %(table)s back: its chips"
        " were returned."
    ),
}
