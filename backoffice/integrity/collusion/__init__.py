"""Do two players play otherwise with each other than each does with everybody else? (pure)

`watch` reads a finished round of gin, `compare` holds a pair's rounds against each player's other
rounds, and `take_turns` the times at which two accounts are used. Nothing here is a verdict: it is
a chance, to be looked at by a person.
"""

from .comparing import ROUNDS_LEAST, SIGNALS, SURE, Finding, compare
from .turns import DAY_BEGINS, DAYS_LEAST, Turns, take_turns
from .watching import FIELDS, NOTHING_SEEN, Behaviour, less, total, watch
