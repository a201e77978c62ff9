"""What a planner wishes: plan, terms, hour and name together, and what stands against them."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.tables.terms import TableOffer, agree_terms
from rummy.match import MatchFormat, MatchTerms
from tournaments import director
from tournaments.director import InvalidPlan, Plan
from tournaments.director.codec import from_json, to_json
from tournaments.models import TournamentDraft
from tournaments.planner.publishing import require_game

PLAYERS_EXPECTED_MAX = 100_000
# What of an offer a tournament decides: the rest belongs to single tables.
_TOLD = ("preset", "house_rules", "options", "rounds", "turn_seconds", "bank_seconds")


@dataclass(frozen=True, slots=True)
class Wishes:
    name: str
    plan: Plan
    offer: TableOffer
    starts_at: dt.datetime | None = None
    players_expected: int = 32


def agreed(wishes: Wishes) -> MatchTerms:
    """The terms of the tables, when everything fits together.

    Raises InvalidPlan, InvalidRules, InvalidTerms: with a code, the rule and the numbers.
    """
    director.check(wishes.plan)
    if not 2 <= wishes.players_expected <= PLAYERS_EXPECTED_MAX:
        raise InvalidPlan(
            "players_expected_out_of_range", rule="PLAY-40", most=PLAYERS_EXPECTED_MAX
        )
    terms = agree_terms(wishes.offer)
    require_game(wishes.plan, terms)
    return terms


def offer_to_json(offer: TableOffer) -> dict[str, Any]:
    return {name: value for name, value in to_json(offer).items() if name in _TOLD}


def offer_from_json(data: Mapping[str, Any]) -> TableOffer:
    known = {name: data[name] for name in _TOLD if name in data}
    return from_json(TableOffer, {**known, "format": MatchFormat.RING.value})


def wishes_of(draft: TournamentDraft) -> Wishes:
    return Wishes(
        name=draft.name,
        plan=from_json(Plan, draft.plan),
        offer=offer_from_json(draft.offer),
        starts_at=draft.starts_at,
        players_expected=draft.players_expected,
    )
