"""Reasons: why the director did something, as a code and its inputs.

Whoever shows a reason makes the sentence from code and facts. A reason brings the facts that its
sentence names, and those of `UNSAID`; a command with any other reason cannot be built.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rummy.words import Sentence
from tournaments.director.reasons.course import COURSE
from tournaments.director.reasons.desk import DESK

SENTENCES: dict[str, Sentence] = COURSE | DESK
# The rule behind each.
_BY_RULE = {
    "PLAY-1": "game_not_named",
    "PLAY-12": (
        "target_reached tied_play_on not_among_the_tied tie_break_of_table next_round_of_table"
    ),
    "PLAY-13": "out_of_chips",
    "PLAY-20": "round_settled",
    "PLAY-21": "won_table_by_comparison",
    "PLAY-23": "stacks_corrected settlement_taken_back",
    "PLAY-24": "rounds_counted level_rounds_played level_time_up break_due break_over",
    "PLAY-40": (
        "entries_closed entries_closed_at_start started_on_time started_when_full"
        " too_few_entries entered checked_in checked_in_by_director check_in_taken_back"
        " not_checked_in entered_late withdrew withdrawn_by_director re_entered rebought"
        " added_on team_named removed_from_team"
    ),
    "PLAY-41": (
        "seats_drawn late_seat table_opened_for_late_players table_broken"
        " moved_from_broken_table moved_to_balance final_table_drawn next_stage_drawn"
        " table_waits_for_players table_waits_alone moved_by_director"
    ),
    "PLAY-42": (
        "round_due bubble_near final_table_near pace_of_plan bubble_over"
        " round_at_all_tables_over paired_by_points paired_by_standing paired_by_lot"
        " paired_by_bracket paired_by_schedule paired_against_other_teams bye"
        " rested_on_request sat_boards_out all_stages_played stage_over kept_apart"
        " meets_on_request paired_by_director rests_on_request request_taken_back"
        " stage_is_paired"
    ),
    "PLAY-43": (
        "rank_by_round rank_shared last_with_chips prize_shared all_but_one_out"
        " scored_boards won_table won_table_by_lot lost_table scored_table only_one_left"
        " scored_round rank_by_total rank_by_points rank_by_boards rank_of_team"
        " rank_without_team rank_of_champion"
        " rank_of_the_last_in rank_after_withdrawing rank_by_stage rank_by_stage_shared"
        " disqualified_last moved_up struck place_given_back"
    ),
    "PLAY-44": (
        "bounty_won bounty_kept bounties_kept ticket_won prize_of_rank"
        " prize_by_percentage team_prize team_prize_shared tickets_decided prize_raised"
    ),
    "PLAY-45": (
        "absent_too_long nobody_at_table removed_by_director left_by_wish"
        " leaves_after_round nobody_there"
    ),
    "PLAY-46": (
        "started_by_director announced paused_by_director resumed_by_director"
        " cancelled_by_director refund_in_full refund_half_equal_half_by_chips"
        " refund_smallest_prize_rest_by_chips refund_equal_shares rank_when_called_off"
        " table_paused table_resumed start_ordered start_put_off break_extended"
        " level_extended level_extended_by_rounds extension_taken_back turn_extended"
        " substituted penalty_chips penalty_after_round penalty_points owed_penalty"
        " penalty_lifted penalty_returned points_given_back restitution"
        " restitution_returned disqualified disqualified_from_stages gave_table_up"
        " disqualification_lifted reinstated reported_by_director report_taken_back"
        " result_corrected score_corrected place_corrected out_after_round"
        " out_order_withdrawn disqualified_when_out"
    ),
    "PLAY-47": "rank_by_chips max_rounds_played",
}
RULES = {code: rule for rule, codes in _BY_RULE.items() for code in codes.split()}
# Facts that a program reads and no sentence says.
UNSAID = {
    "round_at_all_tables_over": {"wave"},
    "out_of_chips": {"wave"},
    "paired_by_schedule": {"stages"},
    "owed_penalty": {"penalty"},
}


def _named_in(sentence: Sentence) -> set[str]:
    """The facts that a sentence says, the number that decides its form among them."""
    parts = (sentence,) if isinstance(sentence, str) else sentence
    counted = set() if isinstance(sentence, str) else {sentence.number}
    return counted | set(re.findall(r"%\((\w+)\)", " ".join(parts)))


NAMES = {code: _named_in(said) | UNSAID.get(code, set()) for code, said in SENTENCES.items()}


@dataclass(frozen=True, slots=True)
class Reason:
    """A code with its facts, ready for JSON."""

    code: str
    facts: tuple[tuple[str, Any], ...] = ()

    def __post_init__(self) -> None:
        if dict(self.facts).keys() != NAMES[self.code]:
            raise ValueError(f"reason {self.code} has facts {self.facts}")

    @property
    def rule(self) -> str:
        return RULES[self.code]

    def to_json(self) -> dict[str, Any]:
        return {"code": self.code, "rule": self.rule, "facts": dict(self.facts)}


def because(code: str, **facts: Any) -> Reason:
    return Reason(code, tuple(sorted(facts.items())))


# Schedules count these from 0.
_FROM_ZERO = ("level", "wave")


def facts_for_words(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a stored reason for those who read it: levels and rounds counted from 1."""
    return {**facts, **{name: facts[name] + 1 for name in _FROM_ZERO if name in facts}}
