"""What the expert would do and why, at a training table and after a round (pure).

`advise` looks at a seat's view; `costliest_decisions` goes through a finished round's log and finds
the decisions that gave most away, by the same estimate. Both give records with `to_json`.
"""

from .advice import Choice, Hint, advise
from .review import Decision, costliest_decisions

__all__ = ["Choice", "Decision", "Hint", "advise", "costliest_decisions"]
