"""Skill made visible: how well somebody played, whatever the cards were (pure).

`tally` goes through a finished round's log, `accuracy` makes a figure of many rounds; `story_of`
says what a round's result was made of.
"""

from .luck import Parts, story_of
from .measure import Accuracy, Tally, accuracy, tally

__all__ = ["Accuracy", "Parts", "Tally", "accuracy", "story_of", "tally"]
