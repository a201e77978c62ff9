"""What the director refuses, by the codes of `Refused` and `InvalidPlan`."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

REFUSALS: dict[str, str | Promise] = {
    "already_entered": _("You have already entered."),
    "bots_enter_otherwise": _(
        "%(name)s is a bot: bots of the house are let in by their number, others enter themselves."
    ),
    "still_entered": _(
        "You are entered in the tournament “%(tournament)s”. Withdraw, or wait until it is over."
    ),
    "tournament_full": ngettext_lazy(
        "The tournament is full: one entry.", "The tournament is full: %(most)s entries.", "most"
    ),
    "entries_closed": _("Entries are closed."),
    "tournament_has_started": _("The tournament has started."),
    "tournament_not_started": _("The tournament has not started yet."),
    "tournament_over": _("The tournament is over."),
    "tournament_not_over": _("The tournament is not over yet: its lots are still secret."),
    "tournament_not_found": _("There is no such tournament."),
    "club_house_adds": ngettext_lazy(
        "The house adds nothing to a club's tournament, neither %(chips)s chip nor a guarantee.",
        "The house adds nothing to a club's tournament, neither %(chips)s chips nor a guarantee.",
        "chips",
    ),
    "club_pays_no_tickets": _("A club's tournament gives no tickets: those are of the house."),
    "no_tickets_for_teams": _("A ticket is one player's: prizes of teams are paid in chips."),
    "club_has_many_drafts": _("The club has %(most)s drafts. Publish or discard one first."),
    "club_publishes_no_more": _("A club publishes at most %(most)s tournaments in a day."),
    "club_repeats_weekly": _("A club's evenings come again on days of the week, without bots."),
    "club_has_many_rules": _("The club has %(most)s recurring tournaments. Stop one first."),
    "not_in_this_tournament": _("You are not in this tournament."),
    "is_disqualified": _("Whoever was disqualified cannot come back."),
    "not_out": _("Only somebody who is out can come back."),
    "not_in": _("You are not in the tournament any more."),
    "no_returns_left": _("No re-entries are left (at most %(most)s)."),
    "no_rebuys_left": _("No rebuys are left (at most %(most)s)."),
    "stack_too_large": ngettext_lazy(
        "You hold %(stack)s chip; a rebuy is for those with at most %(most)s.",
        "You hold %(stack)s chips; a rebuy is for those with at most %(most)s.",
        "stack",
    ),
    "no_add_on": _("This tournament has no add-on."),
    "add_on_taken": _("You have taken the add-on."),
    "cannot_pause": _("There is nothing to pause."),
    "not_paused": _("The tournament is not paused."),
    "too_few_to_start": ngettext_lazy(
        "Only one has entered; at least %(least)s are needed.",
        "Only %(entries)s have entered; at least %(least)s are needed.",
        "entries",
    ),
    "nobody_has_entered": _("Nobody has entered yet; at least %(least)s are needed."),
    "tournament_paused": _("The tournament is paused: let it go on first."),
    "not_running": _("The tournament is not running."),
    "round_in_play": _("A round is being played at table %(table)s: pause the table first."),
    "round_not_over": _(
        "The round at table %(table)s is still being played; no other follows while it is paused."
        " Give the order when that round is over."
    ),
    "disqualification_waits": _(
        "%(name)s is to be disqualified after the round at table %(table)s. Withdraw that order"
        " first if it should be another one."
    ),
    "removal_waits": _(
        "%(name)s is to be taken out after the round at table %(table)s. Withdraw that order first"
        " if it should be another one."
    ),
    "no_longer_waits": _(
        "This order does not wait any more: %(name)s was the last one left or out anyway, so it had"
        " no effect."
    ),
    "last_player": _("The last player cannot be removed."),
    "leaves_already": _("You leave as soon as the round at your table is over."),
    "not_seated": _("This player has no seat."),
    "no_round_in_play": _("No round is being played at table %(table)s."),
    "scores_incomplete": _("The scores are not those of the players at table %(table)s."),
    "ratio_out_of_range": ngettext_lazy(
        "The first level cannot have %(pcr)s chip per point.",
        "The first level cannot have %(pcr)s chips per point.",
        "pcr",
    ),
    "schedule_does_not_grow": _("The chips per point must grow; %(growth)s does not."),
    "level_length_unclear": _("A level lasts either rounds or minutes."),
    "plan_number_out_of_range": _(
        "In a plan “%(field)s” may be %(least)s to %(most)s, not %(value)s."
    ),
    "house_adds_alone": _(
        "Chips from the house: %(chips)s. One person alone may give away %(most)s at most; have a"
        " colleague publish your draft."
    ),
    "schedule_does_not_end": ngettext_lazy(
        "This tournament would not end: with %(players)s players, %(undecided_percent)s of 100"
        " simulations were undecided after one round (chips per point: %(last_pcr)s).",
        "This tournament would not end: with %(players)s players, %(undecided_percent)s of 100"
        " simulations were undecided after %(max_rounds)s rounds (chips per point: %(last_pcr)s).",
        "max_rounds",
    ),
    "negative_prize": _("Prizes cannot be negative."),
    "paid_places_missing": _("Say how many places are paid."),
    "ticket_without_worth": _("A ticket must be worth something."),
    "entries_out_of_range": _("There can be %(least)s to %(most)s entries only in that order."),
    "negative_number": _("Numbers of chips and rounds cannot be negative."),
    "returns_without_a_level": _("Say until which level players may come back."),
    "seats_out_of_range": ngettext_lazy(
        "A table cannot have one seat.", "A table cannot have %(seats)s seats.", "seats"
    ),
    "stack_missing": _("A starting stack has at least one chip."),
    "bounty_above_buy_in": _("The bounty (%(bounty)s) is part of the buy-in."),
    "max_rounds_out_of_range": ngettext_lazy(
        "One round is too few.", "%(rounds)s rounds are too few or too many.", "rounds"
    ),
    "format_unknown": _("There is no format “%(format)s”."),
    "format_needs": _("The format “%(format)s” needs: %(needs)s."),
    "no_late_entries_in_format": _("The format “%(format)s” has no late entries."),
    "no_bounty_in_format": _("The format “%(format)s” has no bounties."),
    "no_removal_in_format": _(
        "In the format “%(format)s” nobody is removed for being absent: the table plays for them."
    ),
    "no_boards_in_format": _("In the format “%(format)s” tables cannot be dealt the same cards."),
    "board_not_found": _("There is no board %(board)s."),
    "board_not_open": _(
        "Board %(board)s belongs to stage %(stage)s, which is still being played: what others made"
        " of it is told when the stage is over."
    ),
    "boards_unknown": _("There is no way to score boards called “%(boards)s”."),
    "boards_need_two_tables": _(
        "The same cards need two full tables to compare. Players needed: %(needed)s; the plan lets"
        " it begin with %(least)s."
    ),
    "check_in_needs_an_hour": _(
        "Where people check in, the tournament begins at its hour, not when it is full."
    ),
    "no_check_in": _("This tournament has no check-in: whoever has entered is in."),
    "checked_in_already": _("The player has already checked in."),
    "not_checked_in": _("The player has not checked in."),
    "nobody_checked_in": _("Nobody has checked in yet; at least %(least)s are needed."),
    "too_few_checked_in": ngettext_lazy(
        "Only one has checked in; at least %(least)s are needed.",
        "Only %(checked_in)s have checked in; at least %(least)s are needed.",
        "checked_in",
    ),
    "target_missing": _("Say how many points are the target."),
    "target_never_reached": _("This game counts penalty points: no target is ever reached."),
    "one_table_only": _("One table has at most %(seats)s entries."),
    "game_not_for_seats": _("This game cannot be played by %(seats)s."),
    "player_is_out": _("%(name)s is out."),
    "chips_spent": ngettext_lazy(
        "Out of reach: %(name)s has only %(has)s chip, and %(needed)s are needed (one stays).",
        "Out of reach: %(name)s has only %(has)s chips, and %(needed)s are needed (one stays).",
        "has",
    ),
    "penalty_took_nothing": ngettext_lazy(
        "The penalty of %(number)s chip took nothing of %(name)s: nothing comes back.",
        "The penalty of %(number)s chips took nothing of %(name)s: nothing comes back.",
        "number",
    ),
    "nothing_ordered": _("Say how much: at least one."),
    "no_chips_to_take_back": _(
        "Round %(number)s at table %(table)s moved no chips: there is nothing to take back. Name"
        " another round."
    ),
    "points_as_before": _("These points count already: there is nothing to correct."),
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
    "apart_from_oneself": _("Nobody can be kept apart from themselves: %(name)s."),
    "pairs_oneself": _("Nobody can meet themselves: %(name)s."),
    "pairs_too_few": _("Name at least two players, at most %(seats)s."),
    "pairs_too_many": _("%(named)s players do not fit at a table of %(seats)s."),
    "pairs_team_mates": _("%(name)s and %(other)s are on one team, %(team)s: they do not meet."),
    "tables_do_not_fit": _(
        "%(players)s players make too few tables in stage %(stage)s: with these and all who were"
        " named before, not every table would have its players."
    ),
    "tables_would_differ": ngettext_lazy(
        "One table would have one player and another %(larger)s. Confirm if you want it all the"
        " same.",
        "One table would have %(smaller)s players and another %(larger)s. Confirm if you want it"
        " all the same.",
        "smaller",
    ),
    "kept_apart_by_request": _("%(name)s and %(other)s are kept apart: take that back first."),
    "rests_then": _("%(name)s rests in stage %(stage)s."),
    "paired_by_hand": _("%(name)s has been paired for the next stage: take that back first."),
    "met_already": _("These have met before: %(pairs)s. Say if they are to meet again."),
    "asked_already": _("That was asked for before: %(name)s."),
    "stage_is_paired": _("Stage %(stage)s has been paired: it is played as it stands."),
    "same_player": _("The chips would come from and go to the same player: %(name)s."),
    "table_full": ngettext_lazy(
        "Table %(table)s has no free seat (one seat).",
        "Table %(table)s has no free seat (%(seats)s seats).",
        "seats",
    ),
    "sizes_would_differ": ngettext_lazy(
        "One table would have one player and another %(larger)s: the next step would move"
        " somebody else. Confirm if you want it all the same.",
        "One table would have %(smaller)s players and another %(larger)s: the next step would"
        " move somebody else. Confirm if you want it all the same.",
        "smaller",
    ),
    "replacement_takes_part": _("%(name)s takes part already."),
    "prize_is_paid": ngettext_lazy(
        "Out of reach: %(name)s has been paid %(chips)s chip for this rank.",
        "Out of reach: %(name)s has been paid %(chips)s chips for this rank.",
        "chips",
    ),
    "others_out_since": _(
        "Out of reach: others have been out since %(name)s was, and have their ranks (rank"
        " %(rank)s)."
    ),
    "out_since": _("Out of reach: %(name)s has gone out since."),
    "bounty_is_paid": _("Out of reach: the bounty for %(name)s has been paid."),
    "not_a_planner": _("Only planners may plan tournaments."),
    "draft_not_found": _("There is no such draft."),
    "draft_is_published": _("This draft has been published; it cannot be changed any more."),
    "template_not_found": _("There is no such template."),
    "template_not_published": _("A template is copied, not published."),
    "game_not_named": _(
        "Name the game that is played, at real tables too: it says how many rounds a match has and"
        " what points mean."
    ),
    "no_boards_at_real_tables": _(
        "At real tables nobody can deal the same cards at every table: leave the duplicate boards"
        " out."
    ),
    "no_clubs_apart_in_format": _(
        "In the format “%(format)s” members of one club cannot be kept apart."
    ),
    "no_programs_at_real_tables": _(
        "This tournament is played with real cards in a room: programs cannot take part."
    ),
    "no_terms_to_copy": _("This tournament names no game: there are no terms to copy."),
    "start_missing": _("Say when it starts."),
    "start_is_past": _("The start lies in the past."),
    "bots_play_cheap": ngettext_lazy(
        "Bots of the house pay at most %(most)s chip; an entry costs %(price)s.",
        "Bots of the house pay at most %(most)s chips; an entry costs %(price)s.",
        "most",
    ),
    "forecast_missing": _(
        "Publishing needs a forecast of exactly this plan. Ask for it; it takes a few seconds."
    ),
    "forecast_under_way": _(
        "The forecast of this plan is being worked out. It can be published as soon as it is there,"
        " in a few seconds."
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
    "no_such_table": _("There is no table %(table)s."),
    "table_is_closed": _("Table %(table)s is closed."),
    "sheet_not_found": _("There is no such score sheet."),
    "sheet_of_others": _("Only those who play at table %(table)s may write on its sheet."),
    "sheet_changed": _("%(name)s was quicker. Check what the sheet says now."),
    "sheet_is_settled": _("The result of table %(table)s counts already. Ask the director."),
    "sheet_is_over": _("The round at table %(table)s is not on any more."),
    "nothing_to_confirm": _("Table %(table)s has nothing to confirm."),
    "another_confirms": _(
        "%(name)s has entered these points; a player of another side has to confirm them."
    ),
    "points_incomplete": ngettext_lazy(
        "Points are needed for %(seats)s seat; %(given)s came.",
        "Points are needed for %(seats)s seats; %(given)s came.",
        "seats",
    ),
    "points_out_of_range": _(
        "Seat %(seat)s: %(points)s is not possible, this game gives %(least)s to %(most)s."
    ),
    "one_side_scores": _(
        "Only one side wins a round and has points: not %(one)s and %(other)s at once."
    ),
    "partners_share_points": _("Partners have the same points: not %(one)s and %(other)s."),
    "not_at_real_tables": _("Results are entered only in tournaments at real tables."),
    "round_not_settled": _("The round at table %(table)s has not been settled: enter its result."),
    "settled_since": _("The round at table %(table)s has been settled since: correct its result."),
    "corrected_since": _("The result of table %(table)s has been corrected since."),
    "bracket_went_on": _(
        "By this result somebody else of table %(table)s would have gone on, and play has gone on"
        " without them."
    ),
    "not_finished": _(
        "The tournament has not ended with a standing: as long as it runs, its desk corrects"
        " results."
    ),
    "out_by_then": _(
        "%(name)s is out. With other chips from this round play would have gone on, and nobody can"
        " say how: the places stand. The office can correct wallets by hand."
    ),
    "places_changed_since": _(
        "Places of this tournament were changed after its end, and do not follow from its results"
        " any more. The office can undo that first, or correct wallets by hand."
    ),
    "bounties_are_paid": _(
        "Bounties were paid by these results: they stay paid. The office can correct wallets by"
        " hand."
    ),
    "others_moved_up": _(
        "Somebody was disqualified and others have moved up with their prizes. The office can"
        " correct wallets by hand."
    ),
    "tickets_are_given": _(
        "The places gave tickets, and by this result somebody else would have had one. The office"
        " can give chips by hand."
    ),
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
    "recurring_not_found": _("There is no such recurring tournament."),
    "series_not_found": _("There is no such series."),
    "series_unnamed": _("A series needs a name."),
    "series_points_unknown": _("There is no way to give points called “%(given)s”."),
    "series_tie_unknown": _(
        "“%(given)s” is no rule that decides between equals, or it is named twice."
    ),
    "series_without_points": _("A table of points needs at least one place with points."),
    "series_points_rise": _(
        "Place %(place)s has more points (%(points)s) than the place before it (%(better)s)."
    ),
    "series_has_results": ngettext_lazy(
        "What counts how is fixed: one tournament of the series is over.",
        "What counts how is fixed: %(tournaments)s tournaments of the series are over.",
        "tournaments",
    ),
    "series_is_closed": _("The series “%(name)s” is closed: its standing is final."),
    "series_is_full": ngettext_lazy(
        "A series holds at most one tournament.",
        "A series holds at most %(most)s tournaments.",
        "most",
    ),
    "series_weight_unknown": _("Points count once to %(most)s times, not %(weight)s times."),
    "series_called_off": _("“%(tournament)s” was called off: it cannot count."),
    "series_of_others": _(
        "“%(tournament)s” cannot count here: a club’s tournaments count for its own series, all"
        " others for those of the house."
    ),
    "series_not_over": ngettext_lazy(
        "“%(tournament)s” is still to be played. Wait for it, or take it out.",
        "%(tournaments)s tournaments are still to be played, “%(tournament)s” among them. Wait for"
        " them, or take them out.",
        "tournaments",
    ),
    "series_without_results": _("No tournament of the series is over yet."),
    "recurring_never_starts": _("Without an hour it must start when it is full."),
    "team_missing": ngettext_lazy(
        "Give your team a name of at most one letter.",
        "Give your team a name of at most %(most)s letters.",
        "most",
    ),
    "team_known": _(
        "There is a team “%(team)s” already. Its captain has the code with which others join it."
    ),
    "captains_only": _("Only the captain of “%(team)s” may remove somebody from it."),
    "no_such_member": ngettext_lazy(
        "“%(team)s” has %(members)s member, you: there is nobody to remove.",
        "“%(team)s” has %(members)s members, and this is none of the others.",
        "members",
    ),
    "team_code_unknown": _("No team here has this code. Ask its captain for it again."),
    "recurrence_without_days": _("Choose at least one day of the week."),
    "recurrence_hour_unknown": _("An hour lies between 0:00 and 23:59."),
    "recurrence_too_often": _("Tournaments can start every %(least)s to %(most)s minutes."),
    "recurrence_zone_unknown": _("There is no time zone “%(zone)s”."),
    "no_satellite": _("The prizes of this tournament are not tickets."),
    "aim_unfit": _(
        "Tickets admit to one other tournament that is still to begin, or to a recurring one."
    ),
    "ticket_not_here": _("This ticket does not admit to this tournament."),
    "ticket_not_yours": _("This is not your ticket, or it has been used."),
}
