"""First rounds for newcomers, pure: a stacked deck and a script, played on the real match.

A lesson is a table of one round at which the learner holds seat 0. Every move, the learner's and
the others', goes through `rummy.match`, so a lesson can teach nothing that a table would refuse.
"""

from rummy.lessons.script import FIVE_HUNDRED, GERMAN, GIN, Beat, Lesson
from rummy.lessons.staging import LEARNER, Stage, WrongMove, act, go_on, stage

LESSONS: dict[str, Lesson] = {lesson.key: lesson for lesson in (GIN, GERMAN, FIVE_HUNDRED)}
