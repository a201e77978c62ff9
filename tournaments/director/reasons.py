"""Reasons: why the director did something, as a code and its inputs.

Whoever shows a reason makes the sentence from code and facts; `REASONS` names each code, the rule
behind it and the facts its sentence may use. A command with any other reason cannot be built.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Reason:
    """A code with its facts, ready for JSON."""

    code: str
    facts: tuple[tuple[str, Any], ...] = ()

    def __post_init__(self) -> None:
        if dict(self.facts).keys() != _NAMES[self.code]:
            raise ValueError(f"reason {self.code} has facts {self.facts}")

    @property
    def rule(self) -> str:
        return REASONS[self.code][0]

    def to_json(self) -> dict[str, Any]:
        return {"code": self.code, "rule": self.rule, "facts": dict(self.facts)}


# Of the pool when a tournament is called off: an even part for each, and the rest by chips.
_SHARE_OF_POOL = (
    *("chips", "all", "players", "refund_chips", "even_chips", "share_chips", "rest_chips"),
)

# code: (rule, names of its facts)
REASONS: dict[str, tuple[str, tuple[str, ...]]] = {
    "seats_drawn": ("PLAY-41", ("entries", "tables")),
    "late_seat": ("PLAY-41", ("players",)),
    "table_opened_for_late_players": ("PLAY-41", ("players", "seats", "tables")),
    "table_broken": ("PLAY-41", ("players", "seats", "tables")),
    "moved_from_broken_table": ("PLAY-41", ("players",)),
    "moved_to_balance": ("PLAY-41", ("players", "others", "moves")),
    "final_table_drawn": ("PLAY-41", ("players",)),
    "next_stage_drawn": ("PLAY-41", ("players", "tables", "stage")),
    "table_waits_for_players": ("PLAY-41", ("players", "most")),
    "table_waits_alone": ("PLAY-41", ()),
    "round_due": ("PLAY-42", ("level", "pcr")),
    "bubble_near": ("PLAY-42", ("players", "paid")),
    "final_table_near": ("PLAY-42", ("players", "seats")),
    "pace_of_plan": ("PLAY-42", ()),
    "bubble_over": ("PLAY-42", ("players", "paid")),
    "round_at_all_tables_over": ("PLAY-42", ("wave",)),
    "rounds_counted": ("PLAY-24", ("tables",)),
    "round_settled": ("PLAY-20", ("pcr", "decided_by", "capped")),
    "out_of_chips": ("PLAY-13", ("chips", "wave")),
    "bounty_won": ("PLAY-44", ("out", "heads", "bounty_chips", "winners", "prize_chips")),
    "bounty_kept": ("PLAY-44", ("heads", "bounty_chips", "prize_chips")),
    "bounties_kept": ("PLAY-44", ("heads", "bounty_chips", "prize_chips", "others_chips")),
    "rank_by_round": ("PLAY-43", ("rank", "wave", "chips")),
    "rank_shared": ("PLAY-43", ("rank", "tied", "wave", "chips")),
    "last_with_chips": ("PLAY-43", ("entries",)),
    "rank_by_chips": ("PLAY-47", ("rank", "chips", "tied")),
    "ticket_won": ("PLAY-44", ("rank", "tickets", "prize_chips")),
    "prize_of_rank": ("PLAY-44", ("rank", "places", "prize_chips", "pool_chips")),
    "prize_by_percentage": (
        "PLAY-44",
        ("rank", "places", "prize_chips", "pool_chips", "percent"),
    ),
    "prize_shared": ("PLAY-43", ("rank", "tied", "places", "prize_chips", "sum_chips")),
    "team_prize": (
        "PLAY-44",
        ("rank", "team", "members", "sum_chips", "prize_chips", "places"),
    ),
    "team_prize_shared": (
        "PLAY-44",
        ("rank", "tied", "team", "members", "sum_chips", "prize_chips"),
    ),
    "level_rounds_played": ("PLAY-24", ("level", "pcr", "rounds")),
    "level_time_up": ("PLAY-24", ("level", "pcr", "minutes")),
    "break_due": ("PLAY-24", ("level", "minutes")),
    "break_over": ("PLAY-24", ()),
    "entries_closed": ("PLAY-40", ("level",)),
    "entries_closed_at_start": ("PLAY-40", ()),
    "started_on_time": ("PLAY-40", ("entries",)),
    "started_when_full": ("PLAY-40", ("entries",)),
    "started_by_director": ("PLAY-46", ("entries",)),
    "too_few_entries": ("PLAY-40", ("entries", "least")),
    "entered": ("PLAY-40", ()),
    "checked_in": ("PLAY-40", ()),
    "checked_in_by_director": ("PLAY-40", ()),
    "check_in_taken_back": ("PLAY-40", ()),
    "not_checked_in": ("PLAY-40", ()),
    "entered_late": ("PLAY-40", ("level",)),
    "withdrew": ("PLAY-40", ()),
    "withdrawn_by_director": ("PLAY-40", ()),
    "re_entered": ("PLAY-40", ("times", "most")),
    "rebought": ("PLAY-40", ("times", "most")),
    "added_on": ("PLAY-40", ()),
    "absent_too_long": ("PLAY-45", ("rounds",)),
    "nobody_at_table": ("PLAY-45", ("rounds",)),
    "removed_by_director": ("PLAY-45", ()),
    "left_by_wish": ("PLAY-45", ()),
    "leaves_after_round": ("PLAY-45", ("table",)),
    "announced": ("PLAY-46", ("announcement",)),
    "paused_by_director": ("PLAY-46", ()),
    "resumed_by_director": ("PLAY-46", ()),
    "cancelled_by_director": ("PLAY-46", ()),
    "game_not_named": ("PLAY-1", ()),
    "refund_in_full": ("PLAY-46", ("paid_chips", "fee_chips")),
    "refund_half_equal_half_by_chips": ("PLAY-46", _SHARE_OF_POOL),
    "refund_smallest_prize_rest_by_chips": ("PLAY-46", _SHARE_OF_POOL),
    "refund_equal_shares": ("PLAY-46", ("players", "refund_chips", "pool_chips")),
    "all_but_one_out": ("PLAY-43", ("entries",)),
    "tickets_decided": ("PLAY-44", ("tickets",)),
    "nobody_there": ("PLAY-45", ("rounds",)),
    "max_rounds_played": ("PLAY-47", ("rounds",)),
    "target_reached": ("PLAY-12", ("target", "points")),
    "tied_play_on": ("PLAY-12", ("tied", "points")),
    "not_among_the_tied": ("PLAY-12", ("points", "best")),
    "paired_by_points": ("PLAY-42", ("stage", "points", "met")),
    "paired_by_standing": ("PLAY-42", ("stage", "points", "met")),
    "paired_by_lot": ("PLAY-42", ("stage",)),
    "paired_by_bracket": ("PLAY-42", ("stage",)),
    "paired_by_schedule": ("PLAY-42", ("stage", "stages")),
    "paired_against_other_teams": ("PLAY-42", ("stage", "points")),
    "tie_break_of_table": ("PLAY-12", ("stage",)),
    "bye": ("PLAY-42", ("stage", "byes")),
    "rested_on_request": ("PLAY-42", ("stage", "points")),
    "sat_boards_out": ("PLAY-42", ("stage", "points")),
    "scored_boards": ("PLAY-43", ("stage", "points", "boards", "scoring")),
    "won_table": ("PLAY-43", ("points",)),
    "won_table_by_comparison": ("PLAY-21", ("points", "tied", "decided_by")),
    "won_table_by_lot": ("PLAY-43", ("points", "tied")),
    "lost_table": ("PLAY-43", ("points", "stage")),
    "scored_table": ("PLAY-43", ("points", "stage")),
    "only_one_left": ("PLAY-43", ("entries",)),
    "all_stages_played": ("PLAY-42", ("stages",)),
    "rank_by_points": ("PLAY-43", ("rank", "points", "buchholz", "score", "tied")),
    "rank_by_boards": ("PLAY-43", ("rank", "points", "score", "tied")),
    "rank_of_team": ("PLAY-43", ("rank", "points", "score", "tied", "team")),
    "rank_without_team": ("PLAY-43", ("rank", "points", "score", "tied")),
    "rank_when_called_off": ("PLAY-46", ("rank", "tied")),
    "rank_of_champion": ("PLAY-43", ("rank", "stages")),
    "rank_of_the_last_in": ("PLAY-43", ("rank", "stage", "tied")),
    "rank_after_withdrawing": ("PLAY-43", ("rank",)),
    "rank_by_stage": ("PLAY-43", ("rank", "stage")),
    "rank_by_stage_shared": ("PLAY-43", ("rank", "stage", "tied")),
    "stage_over": ("PLAY-42", ("stage",)),
    "next_round_of_table": ("PLAY-12", ("stage",)),
    "table_paused": ("PLAY-46", ("table",)),
    "table_resumed": ("PLAY-46", ("table",)),
    "start_ordered": ("PLAY-46", ("entries",)),
    "start_put_off": ("PLAY-46", ("minutes",)),
    "break_extended": ("PLAY-46", ("minutes",)),
    "level_extended": ("PLAY-46", ("minutes",)),
    "level_extended_by_rounds": ("PLAY-46", ("level", "rounds")),
    "extension_taken_back": ("PLAY-46", ()),
    "turn_extended": ("PLAY-46", ("table", "seconds")),
    "moved_by_director": ("PLAY-41", ("from_table", "to_table")),
    "substituted": ("PLAY-46", ("name", "replacement")),
    "penalty_chips": ("PLAY-46", ("chips",)),
    "penalty_after_round": ("PLAY-46", ("chips",)),
    "penalty_points": ("PLAY-46", ("points",)),
    "owed_penalty": ("PLAY-46", ("chips", "number", "penalty")),
    "penalty_lifted": ("PLAY-46", ("chips",)),
    "penalty_returned": ("PLAY-46", ("chips", "number")),
    "points_given_back": ("PLAY-46", ("points",)),
    "stacks_corrected": ("PLAY-23", ("chips", "giver", "taker")),
    "restitution": ("PLAY-46", ("chips", "lost", "name")),
    "restitution_returned": ("PLAY-46", ("chips", "name")),
    "disqualified_last": ("PLAY-43", ("rank",)),
    "moved_up": ("PLAY-43", ("rank", "before")),
    "struck": ("PLAY-43", ("rank", "before")),
    "place_given_back": ("PLAY-43", ("rank", "before")),
    "prize_raised": ("PLAY-44", ("rank", "chips")),
    "disqualified": ("PLAY-46", ("forfeited",)),
    "disqualified_from_stages": ("PLAY-46", ()),
    "kept_apart": ("PLAY-42", ()),
    "meets_on_request": ("PLAY-42", ("stage",)),
    "paired_by_director": ("PLAY-42", ("stage",)),
    "rests_on_request": ("PLAY-42", ("stage",)),
    "request_taken_back": ("PLAY-42", ()),
    "gave_table_up": ("PLAY-46", ("table",)),
    "disqualification_lifted": ("PLAY-46", ()),
    "reinstated": ("PLAY-46", ("chips",)),
    "settlement_taken_back": ("PLAY-23", ("table", "number")),
    "reported_by_director": ("PLAY-46", ("table", "number")),
    "report_taken_back": ("PLAY-46", ("table", "number")),
    "result_corrected": ("PLAY-46", ("table", "number")),
    "score_corrected": ("PLAY-46", ("points", "before", "stage")),
}


_NAMES = {code: frozenset(names) for code, (_, names) in REASONS.items()}


def because(code: str, **facts: Any) -> Reason:
    return Reason(code, tuple(sorted(facts.items())))


# Schedules count these from 0.
_FROM_ZERO = ("level", "wave")


def facts_for_words(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a stored reason for those who read it: levels and rounds counted from 1."""
    return {**facts, **{name: facts[name] + 1 for name in _FROM_ZERO if name in facts}}
