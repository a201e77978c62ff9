"""What a tournament refuses: statuses, and its sentences told as the director's reasons are."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise

from tournaments.director import Refused
from tournaments.words import sentences as wording
from web.numbers import filled, unfilled
from web.refusals import by_code, declare

STATUS = by_code(
    {
        403: "not_in_this_tournament",
        404: "tournament_not_found recurring_not_found series_not_found board_not_found"
        " sheet_not_found",
        409: "already_entered bots_enter_otherwise still_entered tournament_full entries_closed"
        " tournament_has_started tournament_not_started tournament_over tournament_not_over"
        " tournament_paused too_few_to_start nobody_has_entered not_running not_out not_in"
        " is_disqualified"
        " no_returns_left no_rebuys_left stack_too_large add_on_taken cannot_pause not_paused"
        " round_in_play round_not_over last_player leaves_already not_seated no_satellite"
        " aim_unfit ticket_not_here ticket_not_yours board_not_open no_check_in"
        " checked_in_already not_checked_in too_few_checked_in nobody_checked_in series_has_results"
        " series_is_closed series_is_full series_not_over series_without_results"
        " series_called_off series_of_others sheet_changed sheet_is_settled sheet_is_over"
        " nothing_to_confirm another_confirms round_not_settled settled_since corrected_since"
        " disqualification_waits removal_waits no_longer_waits not_finished places_changed_since"
        " bounties_are_paid others_moved_up tickets_are_given"
        " out_by_then bracket_went_on bots_play_cheap forecast_under_way team_known"
        " captains_only no_such_member",
        422: "team_missing team_code_unknown",
    }
)


def declare_ours() -> None:
    """Called once, when the app is ready."""
    declare(wording.REFUSALS, STATUS, by=Refused, tell=tell)


def tell(words: str | Promise, facts: Mapping[str, Any]) -> str:
    """A sentence with its facts, codes among them in words; with blanks where facts are missing."""
    try:
        return filled(words, wording.readable(facts))
    except (KeyError, TypeError, ValueError):
        return unfilled(words)
