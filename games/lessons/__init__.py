"""First rounds for newcomers, pure: a stacked deck and a script, played on the real match.

A lesson is a table of one round at which the learner holds seat 0. Every move, the learner's and
the others', goes through `games.match`, so a lesson can teach nothing that a table would refuse.
"""

from games.lessons.five_hundred import FIVE_HUNDRED
from games.lessons.german import GERMAN
from games.lessons.gin import GIN
from games.lessons.script import Beat, Lesson
from games.lessons.staging import LEARNER, Stage, WrongMove, act, go_on, stage

LESSONS: dict[str, Lesson] = {lesson.key: lesson for lesson in (GIN, GERMAN, FIVE_HUNDRED)}

__all__ = [
    "LEARNER",
    "LESSONS",
    "Beat",
    "Lesson",
    "Stage",
    "WrongMove",
    "act",
    "go_on",
    "stage",
]
