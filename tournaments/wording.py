"""The director's reasons and refusals as sentences, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.figures import with_figures
from tournaments.director import as_told

FORMATS: dict[str, str | Promise] = {
    "freezeout": _("Freeze-out"),
    "re_entry": _("Freeze-out with re-entry"),
    "bounty": _("Bounty"),
    "satellite": _("Satellite"),
    "shootout": _("Shootout"),
    "knockout": _("Knockout"),
    "swiss": _("Swiss system"),
    "round_robin": _("League night"),
    "teams": _("Team event"),
    "single_table": _("Single table"),
}
FORMAT_WORDS: dict[str, str | Promise] = {
    "freezeout": _("Who has no chips left is out; the last with chips wins."),
    "re_entry": _("Who has no chips left may come back for another buy-in, for a while."),
    "bounty": _(
        "A part of each buy-in lies on the player's head; who takes the last chips gets it."
    ),
    "satellite": _("The prizes are tickets for another tournament."),
    "shootout": _("Each table plays until one has all its chips; the winners meet."),
    "knockout": _("The winner of each table goes on, the others are out."),
    "swiss": _("Everybody plays all stages against players with equally many points."),
    "round_robin": _("Everybody meets everybody; points decide."),
    "teams": _("Players meet those of other teams; a team's points are added up."),
    "single_table": _(
        "One table, first to the target. Who is tied at the top plays on, the others are out."
    ),
}
SCHEDULES: dict[str, str | Promise] = {
    "turbo": _("Turbo"),
    "standard": _("Standard"),
    "deep": _("Deep"),
    "own": _("Own levels"),
}

# By the codes of `tournaments.director.REASONS`; placeholders are their facts.
REASONS: dict[str, str | Promise] = {
    "seats_drawn": _("%(entries)s players were seated at random at %(tables)s tables."),
    "late_seat": _("Late seat: drawn at the table with the fewest players (%(players)s)."),
    "table_opened_for_late_players": _(
        "%(players)s players with %(seats)s seats per table need %(tables)s tables."
    ),
    "table_broken": _(
        "Of %(tables)s tables one is not needed any more: %(players)s players are left, with"
        " %(seats)s seats per table. The table with the fewest players was broken."
    ),
    "moved_from_broken_table": _(
        "The old table was broken. The new seat was drawn at the table with the fewest players"
        " (%(players)s)."
    ),
    "moved_to_balance": _(
        "The old table had %(players)s players and another only %(others)s. The lot was drawn among"
        " those who had been moved least (%(moves)s times)."
    ),
    "final_table_drawn": _("The last %(players)s players drew their seats at the final table."),
    "next_stage_drawn": _(
        "The %(players)s winners of the tables drew their seats at %(tables)s tables for stage"
        " %(stage)s."
    ),
    "table_waits_for_players": _(
        "The table waits: it has %(players)s players and the fullest has %(most)s."
    ),
    "round_due": _("Next round at level %(level)s: %(pcr)s chips per point."),
    "bubble_near": _(
        "%(players)s players are left and %(paid)s are paid: all tables now play round for round."
    ),
    "final_table_near": _(
        "%(players)s players are left for a final table of %(seats)s: all tables now play round"
        " for round."
    ),
    "pace_of_plan": _("In this tournament all tables play round for round."),
    "bubble_over": _(
        "%(players)s players are left and %(paid)s are paid: the tables play independently again."
    ),
    "round_at_all_tables_over": _("The round is over at all tables."),
    "rounds_counted": _("Rounds finished: %(tables)s."),
    "round_settled": _(
        "Settled at %(pcr)s chips per point (decided by: %(decided_by)s; payments limited to the"
        " stack: %(capped)s)."
    ),
    "out_of_chips": _("Out: the round began with %(chips)s chips, and none were left at its end."),
    "bounty_won": _(
        "Bounty for entry %(out)s, won with the round in which their last chips were lost."
    ),
    "bounty_kept": _("The bounty on the player's own head, which nobody won."),
    "rank_by_round": _(
        "Rank %(rank)s: out at settlement %(wave)s of the tournament, with %(chips)s chips when the"
        " round began."
    ),
    "rank_shared": _(
        "Rank %(rank)s, shared by %(tied)s: out at the same settlement (%(wave)s), with the same"
        " %(chips)s chips when the round began."
    ),
    "last_with_chips": _("First of %(entries)s: the last with chips."),
    "rank_by_chips": _("Rank %(rank)s by chips: %(chips)s (as many as %(tied)s in all)."),
    "ticket_won": _("Rank %(rank)s: one of %(tickets)s tickets."),
    "prize_of_rank": _("Prize of rank %(rank)s; %(places)s places are paid."),
    "prize_shared": _(
        "%(tied)s players share the prizes of their places from rank %(rank)s on; %(places)s"
        " places are paid."
    ),
    "level_rounds_played": _(
        "Level %(level)s: %(rounds)s rounds have been played. A point is now worth %(pcr)s chips."
    ),
    "level_time_up": _(
        "Level %(level)s after %(minutes)s minutes. A point is now worth %(pcr)s chips."
    ),
    "break_due": _("Break of %(minutes)s minutes before level %(level)s."),
    "break_over": _("The break is over."),
    "entries_closed": _("Entries and re-entries closed at level %(level)s."),
    "started_on_time": _("Started on time with %(entries)s entries."),
    "started_when_full": _("Started when full, with %(entries)s entries."),
    "too_few_entries": _("Only %(entries)s entries; at least %(least)s are needed."),
    "entered": _("Entered."),
    "entered_late": _("Entered late, at level %(level)s."),
    "withdrew": _("Withdrew before the start."),
    "re_entered": _("Re-entry %(times)s of %(most)s."),
    "rebought": _("Rebuy %(times)s of %(most)s."),
    "added_on": _("The add-on."),
    "absent_too_long": _("Removed: absent for %(rounds)s rounds."),
    "removed_by_director": _("Removed by the director."),
    "paused_by_director": _("Paused by the director."),
    "resumed_by_director": _("Resumed by the director."),
    "cancelled_by_director": _("Cancelled by the director."),
    "refund_in_full": _("Everything back: nobody was out when the tournament was cancelled."),
    "refund_half_equal_half_by_chips": _(
        "Half of the pool in equal parts to %(players)s players, half by chips (%(chips)s)."
    ),
    "refund_smallest_prize_rest_by_chips": _(
        "The smallest unpaid prize (%(smallest)s) for each of %(players)s players, the rest by"
        " chips (%(chips)s)."
    ),
    "refund_equal_shares": _(
        "What is left of the pool in equal parts to the %(players)s players who are in."
    ),
    "all_but_one_out": _("One of %(entries)s players has all the chips."),
    "tickets_decided": _("No more players are left than there are tickets (%(tickets)s)."),
    "max_rounds_played": _("After %(rounds)s rounds the chips decide."),
    "target_reached": _("%(points)s points: the target of %(target)s is reached."),
    "tied_play_on": _("%(tied)s players are tied at %(points)s points and play on."),
    "not_among_the_tied": _("Out with %(points)s points: the best have %(best)s."),
    "paired_by_points": _(
        "Stage %(stage)s: players with equal points meet (%(points)s); meetings before: %(met)s."
    ),
    "paired_by_lot": _("Stage %(stage)s: the lot decides who meets."),
    "paired_by_bracket": _("Stage %(stage)s: as the bracket was drawn at the start."),
    "paired_by_schedule": _("Stage %(stage)s of %(stages)s: everybody meets everybody."),
    "paired_against_other_teams": _(
        "Stage %(stage)s: against other teams, by points (%(points)s)."
    ),
    "bye": _("Bye in stage %(stage)s (byes so far: %(byes)s)."),
    "won_table": _("Table won with %(points)s points."),
    "won_table_by_lot": _(
        "%(tied)s players were tied at %(points)s points; the lot decided who goes on."
    ),
    "lost_table": _("Out in stage %(stage)s with %(points)s points."),
    "scored_table": _("%(points)s points in stage %(stage)s."),
    "only_one_left": _("Only one of %(entries)s players is left."),
    "all_stages_played": _("All %(stages)s stages are played."),
    "rank_by_points": _(
        "Rank %(rank)s (%(tied)s with the same result): %(points)s points, opponents' points"
        " %(buchholz)s, card points %(score)s."
    ),
    "rank_of_team": _("Rank %(rank)s with team %(team)s: %(points)s points."),
    "rank_by_stage": _("Rank %(rank)s, shared by %(tied)s: lost in stage %(stage)s."),
    "rank_when_called_off": _(
        "Rank %(rank)s, shared by %(tied)s: out when the tournament was called off."
    ),
    "stage_over": _("Stage %(stage)s is over."),
    "next_round_of_table": _("Round %(stage)s."),
    "table_paused": _("The director pauses table %(table)s after the round in play."),
    "table_resumed": _("Table %(table)s goes on."),
    "start_put_off": _("The director puts the start off by %(minutes)s minutes."),
    "break_extended": _("The director extends the break by %(minutes)s minutes."),
    "level_extended": _("The director extends the level by %(minutes)s minutes."),
    "level_extended_by_rounds": _(
        "The director extends level %(level)s: it lasts %(rounds)s rounds longer."
    ),
    "extension_taken_back": _("The director takes the extension back."),
    "turn_extended": _("Whoever is on turn at table %(table)s has %(seconds)s seconds more."),
    "moved_by_director": _(
        "Moved by the director from table %(from_table)s to table %(to_table)s."
    ),
    "substituted": _(
        "%(replacement)s takes over seat and stack of %(name)s, from the next round on."
    ),
    "penalty_chips": _("Penalty: %(chips)s chips of the stack are forfeited."),
    "penalty_points": _("Penalty: %(points)s points less."),
    "penalty_lifted": _("The penalty of %(number)s is taken back."),
    "stacks_corrected": _("Correction: %(chips)s chips from %(giver)s to %(taker)s."),
    "restitution": _(
        "%(name)s was disqualified: of the %(lost)s chips lost to them, %(chips)s come back."
    ),
    "restitution_returned": _(
        "The disqualification of %(name)s is taken back: the %(chips)s chips go back to them."
    ),
    "disqualified": _(
        "Disqualified. What was won from players who are still in goes back to them; %(forfeited)s"
        " chips are forfeited. There is no prize."
    ),
    "disqualified_from_stages": _("Disqualified: last, without a prize."),
    "gave_table_up": _("The match at table %(table)s is given up: the others there are ahead."),
    "disqualified_last": _("Rank %(rank)s, the last: disqualified."),
    "moved_up": _("Rank %(rank)s instead of %(before)s: somebody ahead was disqualified."),
    "prize_raised": _("%(chips)s chips more: that is what rank %(rank)s is worth."),
    "disqualification_lifted": _("The disqualification is taken back."),
    "reinstated": _("In again, with %(chips)s forfeited chips back. A seat will be drawn."),
    "settlement_taken_back": _(
        "The director took the settlement of round %(number)s at table %(table)s back: its chips"
        " were returned."
    ),
}

# By the codes of `Refused` and `InvalidPlan`.
REFUSALS: dict[str, str | Promise] = {
    "already_entered": _("You have already entered."),
    "tournament_full": _("The tournament is full: %(most)s entries."),
    "entries_closed": _("Entries are closed."),
    "tournament_has_started": _("The tournament has started."),
    "tournament_not_started": _("The tournament has not started yet."),
    "tournament_over": _("The tournament is over."),
    "tournament_not_found": _("There is no such tournament."),
    "not_in_this_tournament": _("You are not in this tournament."),
    "is_disqualified": _("Who was disqualified does not come back."),
    "not_out": _("Only who is out can come back."),
    "not_in": _("You are not in the tournament any more."),
    "no_returns_left": _("No re-entries are left (at most %(most)s)."),
    "no_rebuys_left": _("No rebuys are left (at most %(most)s)."),
    "stack_too_large": _("You hold %(stack)s chips; a rebuy is for those with at most %(most)s."),
    "no_add_on": _("This tournament has no add-on."),
    "add_on_taken": _("You have taken the add-on."),
    "cannot_pause": _("There is nothing to pause."),
    "not_paused": _("The tournament is not paused."),
    "not_running": _("The tournament is not running."),
    "round_in_play": _("A round is being played at table %(table)s: pause the table first."),
    "last_player": _("The last player cannot be removed."),
    "not_seated": _("This player has no seat."),
    "no_round_in_play": _("No round is being played at table %(table)s."),
    "scores_incomplete": _("The scores are not those of the players at table %(table)s."),
    "ratio_out_of_range": _("The first level cannot have %(pcr)s chips per point."),
    "schedule_does_not_grow": _("The chips per point must grow; %(growth)s does not."),
    "level_length_unclear": _("A level lasts either rounds or minutes."),
    "schedule_does_not_end": _(
        "This tournament would not end: with %(players)s players, %(undecided_percent)s of 100"
        " simulations were undecided after %(max_rounds)s rounds (at %(last_pcr)s chips per point)."
    ),
    "negative_prize": _("Prizes cannot be negative."),
    "paid_places_missing": _("Say how many places are paid."),
    "ticket_without_worth": _("A ticket must be worth something."),
    "entries_out_of_range": _("There can be %(least)s to %(most)s entries only in that order."),
    "negative_number": _("Numbers of chips and rounds cannot be negative."),
    "returns_without_a_level": _("Say until which level players may come back."),
    "seats_out_of_range": _("A table cannot have %(seats)s seats."),
    "stack_missing": _("A starting stack has at least one chip."),
    "bounty_above_buy_in": _("The bounty (%(bounty)s) is part of the buy-in."),
    "max_rounds_out_of_range": _("%(rounds)s rounds are too few or too many."),
    "format_unknown": _("There is no format “%(format)s”."),
    "format_needs": _("The format “%(format)s” needs: %(needs)s."),
    "no_late_entries_in_format": _("The format “%(format)s” has no late entries."),
    "no_bounty_in_format": _("The format “%(format)s” has no bounties."),
    "no_removal_in_format": _(
        "In the format “%(format)s” nobody is removed for being absent: the table plays for them."
    ),
    "target_missing": _("Say how many points are the target."),
    "target_never_reached": _("This game counts penalty points: no target is ever reached."),
    "one_table_only": _("One table has at most %(seats)s entries."),
    "game_not_for_seats": _("This game cannot be played by %(seats)s."),
    "player_is_out": _("%(name)s is out."),
    "chips_spent": _(
        "Out of reach: %(name)s has only %(has)s chips, and %(needed)s are needed (one stays)."
    ),
    "nothing_ordered": _("Say how much: at least one."),
    "table_is_paused": _("Table %(table)s is paused already."),
    "table_is_not_paused": _("Table %(table)s is not paused."),
    "level_counts_rounds": _("This level counts rounds: say by how many rounds it is extended."),
    "level_counts_minutes": _("Say by how many minutes."),
    "extension_too_long": _("At most %(most)s at a time."),
    "not_in_this_format": _("The format “%(format)s” does not allow this."),
    "points_without_effect": _(
        "In the format “%(format)s” points decide nothing: a penalty would have no effect."
    ),
    "same_table": _("The player sits at table %(table)s already."),
    "same_player": _("Giver and taker are the same: %(name)s."),
    "table_full": _("Table %(table)s has no free seat (%(seats)s seats)."),
    "seat_taken": _("Seat %(seat)s at table %(table)s is taken."),
    "sizes_would_differ": _(
        "One table would have %(smaller)s players and another %(larger)s: the next step would move"
        " somebody else. Confirm if you want it all the same."
    ),
    "replacement_takes_part": _("%(name)s takes part already."),
    "prize_is_paid": _("Out of reach: %(name)s has been paid %(chips)s chips for this rank."),
    "others_out_since": _(
        "Out of reach: others have been out since %(name)s was, and have their ranks (rank"
        " %(rank)s)."
    ),
    "out_since": _("Out of reach: %(name)s is out by a later round."),
    "bounty_is_paid": _("Out of reach: the bounty for %(name)s has been paid."),
    "not_a_planner": _("Only planners may plan tournaments."),
    "draft_not_found": _("There is no such draft."),
    "draft_is_published": _("This draft has been published; it cannot be changed any more."),
    "template_not_found": _("There is no such template."),
    "template_not_published": _("A template is copied, not published."),
    "no_terms_to_copy": _("This tournament is played at real tables: it has no terms to copy."),
    "start_missing": _("Say when it starts."),
    "start_is_past": _("The start lies in the past."),
    "forecast_missing": _(
        "Publishing needs a forecast of exactly this plan. Ask for it; it takes a few seconds."
    ),
    "forecast_failed": _(
        "The forecast could not be worked out. Ask for it once more, or make the plan smaller."
    ),
    "players_expected_out_of_range": _("Between 2 and %(most)s players can be expected."),
    "order_unknown": _("There is no such order."),
    "player_missing": _("Say which player."),
    "table_missing": _("Say which table."),
    "player_not_found": _("There is no player called “%(name)s”."),
    "entry_not_found": _("There is no such entry."),
    "round_not_found": _("No settled round of table %(table)s stands."),
    "order_not_found": _("There is no such order."),
    "table_is_closed": _("Table %(table)s is closed."),
    "key_missing": _("The order came without its key. Load the page again."),
    "remark_missing": _("Say why: every order of the director has a reason."),
    "not_a_director": _("Only the directors of this tournament may do this."),
    "undone_already": _("This order has been taken back already."),
    "cannot_be_undone": _("This order cannot be taken back."),
    "extension_is_over": _("What was put off has begun: there is nothing left to be shortened."),
    "moved_since": _("Something has changed since: %(name)s is elsewhere now."),
    "matter_unknown": _("Say what it is about."),
    "call_not_found": _("There is no such call."),
    "call_is_taken": _("%(name)s has taken this call."),
    "call_is_closed": _("This call is closed."),
    "answer_missing": _("Write an answer."),
    "rounds_not_counted": _("A tournament's tables play by rounds."),
    "series_not_found": _("There is no such recurring tournament."),
    "series_never_starts": _("Without an hour it must start when it is full."),
    "team_missing": _("Give your team a name of at most %(most)s letters."),
    "recurrence_without_days": _("Choose at least one day of the week."),
    "recurrence_hour_unknown": _("An hour lies between 0:00 and 23:59."),
    "recurrence_too_often": _("Tournaments can start every %(least)s to %(most)s minutes."),
    "recurrence_zone_unknown": _("There is no time zone “%(zone)s”."),
    "no_satellite": _("The prizes of this tournament are not tickets."),
    "aim_unfit": _("Tickets admit to one other tournament that is still to begin, or to a series."),
    "ticket_not_here": _("This ticket does not admit to this tournament."),
    "ticket_not_yours": _("This is not your ticket, or it has been used."),
}


# Facts that are codes themselves.
DECIDED_BY: dict[str, str | Promise] = {
    "score": _("the score"),
    "melded": _("points in melds and lay-offs"),
    "hand_value": _("the lower cards in hand"),
    "hand_cards": _("fewer cards in hand"),
    "shared": _("nothing: the tied share"),
}
NEEDS: dict[str, str | Promise] = {
    "returns": _("re-entries or rebuys"),
    "tickets": _("prizes in tickets"),
    "bounty": _("a bounty"),
    "teams": _("teams"),
}
_CODES = {"decided_by": DECIDED_BY, "format": FORMATS, "needs": NEEDS}


def _readable(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts as a sentence shows them: codes in words, lists with commas."""
    shown: dict[str, Any] = {}
    for name, value in facts.items():
        words = _CODES.get(name, {})
        shown[name] = words.get(value, value) if isinstance(value, str) else value
        if isinstance(value, list | tuple):
            shown[name] = ", ".join(map(str, value)) or "–"
    return with_figures(shown)


def explain(code: str, facts: Mapping[str, Any]) -> str:
    """The sentence for a stored reason, in the active language."""
    return str(REASONS[code]) % _readable(as_told(facts))


def refusal_sentence(code: str, facts: Mapping[str, Any]) -> str:
    """The sentence for a refusal, in the active language; the bare code if there is none."""
    words = REFUSALS.get(code)
    return code if words is None else str(words) % _readable(facts)
