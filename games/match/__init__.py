"""The match: rounds at one table from the first card until it is decided. Pure, like the engine."""

from games.match.absence import ABSENCE_POLICIES, AbsencePolicy
from games.match.actions import Ready, Resign, Return, SitOut, TableAction, TakeVacation
from games.match.calling_off import CALLED_OFF, call_off
from games.match.codec import state_from_json, state_to_json
from games.match.decide import buy_back, play, start_match
from games.match.evolve import evolve, fold, is_card_event
from games.match.pace import PlayingHours
from games.match.run import Shuffler, Step
from games.match.state import MatchState, Phase, opening_state
from games.match.terms import InvalidTerms, MatchFormat, MatchTerms
from games.match.timing import compensate, give_time, play_for, tick
from games.match.view import terms_view, view

__all__ = [
    "ABSENCE_POLICIES",
    "CALLED_OFF",
    "AbsencePolicy",
    "InvalidTerms",
    "MatchFormat",
    "MatchState",
    "MatchTerms",
    "Phase",
    "PlayingHours",
    "Ready",
    "Resign",
    "Return",
    "Shuffler",
    "SitOut",
    "Step",
    "TableAction",
    "TakeVacation",
    "buy_back",
    "call_off",
    "compensate",
    "evolve",
    "fold",
    "give_time",
    "is_card_event",
    "opening_state",
    "play",
    "play_for",
    "start_match",
    "state_from_json",
    "state_to_json",
    "terms_view",
    "tick",
    "view",
]
