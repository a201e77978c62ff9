"""Why the director did what it did by itself, by the codes of `Reason`."""

from rummy.words import Sentence
from rummy.words import gettext_noop as _
from rummy.words import ngettext_noop as ngettext

COURSE: dict[str, Sentence] = {
    "seats_drawn": ngettext(
        "%(entries)s players were seated at random at one table.",
        "%(entries)s players were seated at random at %(tables)s tables.",
        "tables",
    ),
    "late_seat": _("Late seat: drawn at the table with the fewest players (%(players)s)."),
    "table_opened_for_late_players": ngettext(
        "%(players)s players with %(seats)s seats per table need one table.",
        "%(players)s players with %(seats)s seats per table need %(tables)s tables.",
        "tables",
    ),
    "table_broken": _(
        "Of %(tables)s tables one is not needed any more: %(players)s players are left, with"
        " %(seats)s seats per table. The table with the fewest players was broken."
    ),
    "moved_from_broken_table": _(
        "The old table was broken. The new seat was drawn at the table with the fewest players"
        " (%(players)s)."
    ),
    "moved_to_balance": ngettext(
        "The old table had %(players)s players and another only %(others)s. The lot was drawn"
        " among those who had been moved least (once).",
        "The old table had %(players)s players and another only %(others)s. The lot was drawn"
        " among those who had been moved least (%(moves)s times).",
        "moves",
    ),
    "final_table_drawn": ngettext(
        "The last player drew a seat at the final table.",
        "The last %(players)s players drew their seats at the final table.",
        "players",
    ),
    "next_stage_drawn": ngettext(
        "The %(players)s winners of the tables drew their seats at one table for stage %(stage)s.",
        "The %(players)s winners of the tables drew their seats at %(tables)s tables for stage"
        " %(stage)s.",
        "tables",
    ),
    "table_waits_for_players": ngettext(
        "The table waits: it has one player and the fullest has %(most)s.",
        "The table waits: it has %(players)s players and the fullest has %(most)s.",
        "players",
    ),
    "table_waits_alone": _("The table waits: its one player has nobody left to play against."),
    "round_due": ngettext(
        "Next round at level %(level)s: %(pcr)s chip per point.",
        "Next round at level %(level)s: %(pcr)s chips per point.",
        "pcr",
    ),
    "bubble_near": _(
        "Players left: %(players)s; places paid: %(paid)s. All tables now play round for round."
    ),
    "final_table_near": ngettext(
        "One player is left for a final table of %(seats)s: all tables now play round for round.",
        "%(players)s players are left for a final table of %(seats)s: all tables now play round"
        " for round.",
        "players",
    ),
    "pace_of_plan": _("In this tournament all tables play round for round."),
    "bubble_over": _(
        "Players left: %(players)s; places paid: %(paid)s. The tables play independently again."
    ),
    "round_at_all_tables_over": _("The round is over at all tables."),
    "rounds_counted": _("Rounds finished: %(tables)s."),
    "round_settled": ngettext(
        "Settled at %(pcr)s chip per point (decided by: %(decided_by)s; payments limited to the"
        " stack: %(capped)s).",
        "Settled at %(pcr)s chips per point (decided by: %(decided_by)s; payments limited to the"
        " stack: %(capped)s).",
        "pcr",
    ),
    "out_of_chips": ngettext(
        "Out: the round began with %(chips)s chip, and none was left at its end.",
        "Out: the round began with %(chips)s chips, and none were left at its end.",
        "chips",
    ),
    "bounty_won": ngettext(
        "Bounty for %(out)s, won with the round in which their last chips were lost:"
        " %(prize_chips)s (%(heads)s × %(bounty_chips)s).",
        "Bounty for %(out)s, won with the round in which their last chips were lost:"
        " %(prize_chips)s (%(heads)s × %(bounty_chips)s, shared by %(winners)s).",
        "winners",
    ),
    "bounty_kept": _(
        "The bounty on the player's own head, which nobody won: %(prize_chips)s"
        " (%(heads)s × %(bounty_chips)s)."
    ),
    "bounties_kept": _(
        "The bounties that nobody won: %(prize_chips)s, of these %(heads)s × %(bounty_chips)s for"
        " the player's own head and %(others_chips)s for heads of players who left."
    ),
    "rank_by_round": ngettext(
        "Rank %(rank)s: out at settlement %(wave)s of the tournament, with %(chips)s chip when"
        " the round began.",
        "Rank %(rank)s: out at settlement %(wave)s of the tournament, with %(chips)s chips when"
        " the round began.",
        "chips",
    ),
    "rank_shared": ngettext(
        "Rank %(rank)s, shared by %(tied)s: out at the same settlement (%(wave)s), with"
        " %(chips)s chip each when the round began.",
        "Rank %(rank)s, shared by %(tied)s: out at the same settlement (%(wave)s), with the same"
        " %(chips)s chips when the round began.",
        "chips",
    ),
    "last_with_chips": _("First of %(entries)s: the last with chips."),
    "rank_by_chips": ngettext(
        "Rank %(rank)s by chips: %(chips)s.",
        "Rank %(rank)s by chips: %(chips)s (as many as %(tied)s in all).",
        "tied",
    ),
    "ticket_won": ngettext(
        "Rank %(rank)s: the only ticket, worth %(prize_chips)s.",
        "Rank %(rank)s: one of %(tickets)s tickets, worth %(prize_chips)s.",
        "tickets",
    ),
    "prize_of_rank": ngettext(
        "Prize of rank %(rank)s: %(prize_chips)s of a pool of %(pool_chips)s; only this place is"
        " paid.",
        "Prize of rank %(rank)s: %(prize_chips)s of a pool of %(pool_chips)s; %(places)s places are"
        " paid.",
        "places",
    ),
    "prize_by_percentage": ngettext(
        "Prize of rank %(rank)s: %(percent)s%% of a pool of %(pool_chips)s = %(prize_chips)s; only"
        " this place is paid.",
        "Prize of rank %(rank)s: %(percent)s%% of a pool of %(pool_chips)s = %(prize_chips)s;"
        " %(places)s places are paid.",
        "places",
    ),
    "prize_shared": ngettext(
        "%(tied)s players share the prizes of their places from rank %(rank)s on: %(sum_chips)s ÷"
        " %(tied)s = %(prize_chips)s; one place is paid.",
        "%(tied)s players share the prizes of their places from rank %(rank)s on: %(sum_chips)s ÷"
        " %(tied)s = %(prize_chips)s; %(places)s places are paid.",
        "places",
    ),
    "team_prize": ngettext(
        "Prize of place %(rank)s for team %(team)s: %(prize_chips)s; places paid: %(places)s.",
        "Prize of place %(rank)s for team %(team)s: %(sum_chips)s ÷ %(members)s ="
        " %(prize_chips)s; places paid: %(places)s.",
        "members",
    ),
    "team_prize_shared": ngettext(
        "%(tied)s teams share the prizes of their places from %(rank)s on: %(prize_chips)s for"
        " team %(team)s.",
        "%(tied)s teams share the prizes of their places from %(rank)s on: %(sum_chips)s for team"
        " %(team)s, ÷ %(members)s = %(prize_chips)s.",
        "members",
    ),
    "level_rounds_played": ngettext(
        "Level %(level)s: one round has been played. Chips per point from now on: %(pcr)s.",
        "Level %(level)s: %(rounds)s rounds have been played. Chips per point from now on:"
        " %(pcr)s.",
        "rounds",
    ),
    "level_time_up": ngettext(
        "Level %(level)s after one minute. Chips per point from now on: %(pcr)s.",
        "Level %(level)s after %(minutes)s minutes. Chips per point from now on: %(pcr)s.",
        "minutes",
    ),
    "break_due": ngettext(
        "Break of one minute before level %(level)s.",
        "Break of %(minutes)s minutes before level %(level)s.",
        "minutes",
    ),
    "break_over": _("The break is over."),
    "entries_closed_at_start": _("Entries are closed: it has begun."),
    "entries_closed": _("Entries and re-entries closed at level %(level)s."),
    "started_on_time": ngettext(
        "Started on time with one entry.", "Started on time with %(entries)s entries.", "entries"
    ),
    "started_when_full": ngettext(
        "Started when full, with one entry.",
        "Started when full, with %(entries)s entries.",
        "entries",
    ),
    "started_by_director": ngettext(
        "Started by the director, with one entry.",
        "Started by the director, with %(entries)s entries.",
        "entries",
    ),
    "too_few_entries": ngettext(
        "Only one entry; at least %(least)s are needed.",
        "Only %(entries)s entries; at least %(least)s are needed.",
        "entries",
    ),
    "entered": _("Entered."),
    "checked_in": _("Checked in."),
    "checked_in_by_director": _("Checked in at the desk."),
    "check_in_taken_back": _("A check-in was taken back."),
    "not_checked_in": _("Withdrawn at the start without having checked in; everything came back."),
    "entered_late": _("Entered late, at level %(level)s."),
    "withdrew": _("Withdrew before the start."),
    "removed_from_team": _("Removed from “%(team)s” by its captain before the start."),
    "re_entered": _("Re-entry %(times)s of %(most)s."),
    "rebought": _("Rebuy %(times)s of %(most)s."),
    "added_on": _("The add-on."),
    "team_named": _("Team “%(before)s” is called “%(team)s” from now on."),
    "absent_too_long": ngettext(
        "Removed: absent for one round.", "Removed: absent for %(rounds)s rounds.", "rounds"
    ),
    "nobody_at_table": ngettext(
        "Removed: nobody was at the table for one round.",
        "Removed: nobody was at the table for %(rounds)s rounds.",
        "rounds",
    ),
    "removed_by_director": _("Removed by the director."),
    "left_by_wish": _("Left the tournament of their own accord."),
    "leaves_after_round": _(
        "Leaves of their own accord, once the round at table %(table)s is over."
    ),
    "announced": _("Announcement: %(announcement)s"),
    "paused_by_director": _("Paused by the director."),
    "resumed_by_director": _("Resumed by the director."),
    "cancelled_by_director": _("Cancelled by the director."),
    "game_not_named": _("Called off: nobody has named the game that is played."),
    "refund_in_full": _(
        "Everything back, %(paid_chips)s and a fee of %(fee_chips)s: nobody was out when the"
        " tournament was cancelled."
    ),
    "refund_half_equal_half_by_chips": ngettext(
        "%(refund_chips)s: %(even_chips)s as half of the pool, for one player, and %(share_chips)s"
        " by stacks (%(rest_chips)s × %(chips)s ÷ %(all)s).",
        "%(refund_chips)s: %(even_chips)s of half of the pool in equal parts for %(players)s"
        " players, and %(share_chips)s by stacks (%(rest_chips)s × %(chips)s ÷ %(all)s).",
        "players",
    ),
    "refund_smallest_prize_rest_by_chips": ngettext(
        "%(refund_chips)s: the smallest unpaid prize (%(even_chips)s) for one player, and"
        " %(share_chips)s by stacks (%(rest_chips)s × %(chips)s ÷ %(all)s).",
        "%(refund_chips)s: the smallest unpaid prize (%(even_chips)s) for each of %(players)s"
        " players, and %(share_chips)s by stacks (%(rest_chips)s × %(chips)s ÷ %(all)s).",
        "players",
    ),
    "refund_equal_shares": ngettext(
        "%(refund_chips)s: what is left of the pool, to the one player who is in.",
        "%(refund_chips)s: what is left of the pool (%(pool_chips)s) in equal parts to the"
        " %(players)s players who are in.",
        "players",
    ),
    "all_but_one_out": ngettext(
        "The only player has all the chips.",
        "One of %(entries)s players has all the chips.",
        "entries",
    ),
    "tickets_decided": _("No more players are left than there are tickets (%(tickets)s)."),
    "nobody_there": ngettext(
        "Nobody who is still in has been there for one round: it ends as it stands.",
        "Nobody who is still in has been there for %(rounds)s rounds: it ends as it stands.",
        "rounds",
    ),
    "max_rounds_played": ngettext(
        "It ends as it stands after one round.",
        "It ends as it stands after %(rounds)s rounds.",
        "rounds",
    ),
    "target_reached": ngettext(
        "%(points)s point: the target of %(target)s is reached.",
        "%(points)s points: the target of %(target)s is reached.",
        "points",
    ),
    "tied_play_on": ngettext(
        "%(tied)s players are tied at %(points)s point and play on.",
        "%(tied)s players are tied at %(points)s points and play on.",
        "points",
    ),
    "not_among_the_tied": ngettext(
        "Out with %(points)s point: the best have %(best)s.",
        "Out with %(points)s points: the best have %(best)s.",
        "points",
    ),
    "paired_by_points": _(
        "Stage %(stage)s: players with equal points meet, as far as there are. Points before it,"
        " seat by seat: %(points)s. Pairs of them who have met before: %(met)s."
    ),
    "paired_by_standing": _(
        "Stage %(stage)s: players near each other in the standing meet. Points before it, seat by"
        " seat: %(points)s. Pairs of them who have met before: %(met)s."
    ),
    "paired_by_lot": _("Stage %(stage)s: the lot decides who meets."),
    "paired_by_bracket": _("Stage %(stage)s: as the bracket was drawn at the start."),
    "paired_by_schedule": _("Stage %(stage)s: everybody meets everybody."),
    "paired_against_other_teams": _(
        "Stage %(stage)s: against other teams, by points. Points before it, seat by seat:"
        " %(points)s."
    ),
    "kept_apart": _("The director keeps the two apart: they meet only if nobody else is left."),
    "meets_on_request": _("The director lets them meet in stage %(stage)s."),
    "stage_is_paired": ngettext(
        "Stage %(stage)s is paired: one table.",
        "Stage %(stage)s is paired: %(tables)s tables.",
        "tables",
    ),
    "paired_by_director": _("Stage %(stage)s: the director brings players together here."),
    "rests_on_request": _("Rests in stage %(stage)s, on request."),
    "request_taken_back": _("A request about pairings was taken back."),
    "tie_break_of_table": _(
        "Stage %(stage)s: those who were level at the same table play one more round for it."
    ),
    "rested_on_request": ngettext(
        "Rested in stage %(stage)s by request, for %(points)s point.",
        "Rested in stage %(stage)s by request, for %(points)s points.",
        "points",
    ),
    "bye": _("Bye in stage %(stage)s (byes so far: %(byes)s)."),
    "sat_boards_out": ngettext(
        "Stage %(stage)s without a table, through no fault of theirs: %(points)s point.",
        "Stage %(stage)s without a table, through no fault of theirs: %(points)s points.",
        "points",
    ),
    "scored_boards": ngettext(
        "Stage %(stage)s: %(points)s on one board (%(scoring)s).",
        "Stage %(stage)s: %(points)s on %(boards)s boards (%(scoring)s).",
        "boards",
    ),
    "won_table": ngettext(
        "Table won with %(points)s point.", "Table won with %(points)s points.", "points"
    ),
    "won_table_by_comparison": ngettext(
        "%(tied)s players had %(points)s point; decided by: %(decided_by)s.",
        "%(tied)s players had %(points)s points; decided by: %(decided_by)s.",
        "points",
    ),
    "won_table_by_lot": ngettext(
        "%(tied)s players were tied at %(points)s point; the lot decided who goes on.",
        "%(tied)s players were tied at %(points)s points; the lot decided who goes on.",
        "points",
    ),
    "lost_table": ngettext(
        "Out in stage %(stage)s with %(points)s point.",
        "Out in stage %(stage)s with %(points)s points.",
        "points",
    ),
    "scored_table": ngettext(
        "%(points)s point in stage %(stage)s.", "%(points)s points in stage %(stage)s.", "points"
    ),
    "scored_round": ngettext(
        "%(points)s point after round %(stage)s.",
        "%(points)s points after round %(stage)s.",
        "points",
    ),
    "only_one_left": ngettext(
        "The only player is left.", "Only one of %(entries)s players is left.", "entries"
    ),
    "all_stages_played": ngettext(
        "That was the only stage.", "That was the last of %(stages)s stages.", "stages"
    ),
    "rank_by_points": ngettext(
        "Rank %(rank)s: points %(points)s, opponents' points %(buchholz)s, card points %(score)s.",
        "Rank %(rank)s (%(tied)s with the same result): points %(points)s, opponents' points"
        " %(buchholz)s, card points %(score)s.",
        "tied",
    ),
    "rank_by_total": ngettext(
        "Rank %(rank)s: points in all %(points)s.",
        "Rank %(rank)s (%(tied)s with the same result): points in all %(points)s.",
        "tied",
    ),
    "rank_by_boards": ngettext(
        "Rank %(rank)s: %(points)s on all boards, card points %(score)s.",
        "Rank %(rank)s (%(tied)s with the same result): %(points)s on all boards, card points"
        " %(score)s.",
        "tied",
    ),
    "rank_of_team": ngettext(
        "Rank %(rank)s with team %(team)s: points %(points)s, card points %(score)s.",
        "Rank %(rank)s with team %(team)s (shared by %(tied)s teams): points %(points)s, card"
        " points %(score)s.",
        "tied",
    ),
    "rank_without_team": ngettext(
        "Rank %(rank)s without a team: points %(points)s, card points %(score)s.",
        "Rank %(rank)s without a team (shared by %(tied)s teams): points %(points)s, card points"
        " %(score)s.",
        "tied",
    ),
    "rank_of_champion": ngettext(
        "Rank %(rank)s: the last one left after the only stage.",
        "Rank %(rank)s: the last one left after %(stages)s stages.",
        "stages",
    ),
    "rank_of_the_last_in": _("Rank %(rank)s, shared by %(tied)s: still in after stage %(stage)s."),
    "rank_after_withdrawing": _("Rank %(rank)s: left before the end."),
    "rank_by_stage": _("Rank %(rank)s: lost in stage %(stage)s."),
    "rank_by_stage_shared": _("Rank %(rank)s, shared by %(tied)s: lost in stage %(stage)s."),
    "rank_when_called_off": ngettext(
        "Rank %(rank)s: out when the tournament was called off.",
        "Rank %(rank)s, shared by %(tied)s: out when the tournament was called off.",
        "tied",
    ),
    "stage_over": _("Stage %(stage)s is over."),
    "next_round_of_table": _("Round %(stage)s."),
}
