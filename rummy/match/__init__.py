"""The match: rounds at one table from the first card until it is decided. Pure, like the engine."""

from rummy.match.actions import Ready, Resign, Return, SitOut, TableAction, TakeVacation
from rummy.match.codec import sheet_from_json, sheet_to_json, state_from_json, state_to_json
from rummy.match.decide import CALLED_OFF, buy_back, call_off, play, start_match
from rummy.match.evolve import evolve, fold, is_card_event
from rummy.match.played_on import PlayedOn
from rummy.match.run import FirstDeal, Shuffler, Step
from rummy.match.state import MatchState, Phase, opening_state
from rummy.match.terms import InvalidTerms, MatchFormat, MatchTerms
from rummy.match.time.absence import ABSENCE_POLICIES, AbsencePolicy
from rummy.match.time.knocking import knock_until_ms, seats_out_of_turn
from rummy.match.time.pace import PlayingHours
from rummy.match.time.timing import compensate, give_time, play_for, tick
from rummy.match.view import terms_view, view
