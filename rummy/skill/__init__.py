"""Skill made visible: how well somebody played, whatever the cards were (pure).

`tally` goes through a finished round's log, `accuracy` makes a figure of many rounds.
"""

from .measure import Accuracy, Tally, accuracy, tally

__all__ = ["Accuracy", "Tally", "accuracy", "tally"]
