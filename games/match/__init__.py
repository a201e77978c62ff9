"""The match: rounds at one table from the first card until it is decided. Pure, like the engine."""

from games.match.actions import Ready, Resign, Return, SitOut, TableAction
from games.match.codec import state_from_json, state_to_json
from games.match.decide import Shuffler, Step, play, start_match, tick
from games.match.evolve import evolve, fold, is_card_event
from games.match.state import MatchState, Phase, opening_state
from games.match.terms import InvalidTerms, MatchFormat, MatchTerms
from games.match.view import terms_view, view

__all__ = [
    "InvalidTerms",
    "MatchFormat",
    "MatchState",
    "MatchTerms",
    "Phase",
    "Ready",
    "Resign",
    "Return",
    "Shuffler",
    "SitOut",
    "Step",
    "TableAction",
    "evolve",
    "fold",
    "is_card_event",
    "opening_state",
    "play",
    "start_match",
    "state_from_json",
    "state_to_json",
    "terms_view",
    "tick",
    "view",
]
