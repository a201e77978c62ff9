"""What finished play means for people, as pure values: league, rating, experience, achievements.

A finished match comes in as a `MatchResult`, whatever game it was; who may be counted and for
what is decided here, when it happened and where it is stored is not.
"""

from .achievements import ACHIEVEMENTS, Achievement, CareerFacts, earned
from .divisions import LOWEST_DIVISION, TOP_DIVISION, Move, Placing, Standing, plan_closing, ranked
from .experience import Level, experience_of, level_of
from .points import Change, cheated, league_points, undone, was_cheated
from .rating import PROVISIONAL_ABOVE, SHOWN_PER_MU, START, Skill, new_skills, provisional, shown
from .results import MatchResult, Participant, RoundResult
