"""What is measured at tables, and the course that a batch has taken."""

import time
from dataclasses import dataclass, field

from web.measures import Level, Measure

BATCH_MOVES = Measure(
    "jeton_batch_moves", "Commands that a play process committed together.", (1, 2, 4, 8, 16, 32)
)
LOCK_SECONDS = Measure("jeton_lock_seconds", "Time until a batch had its tables for itself.")
COMMIT_SECONDS = Measure("jeton_commit_seconds", "Time until a batch was written and committed.")
NOTIFICATION_SECONDS = Measure(
    "jeton_notification_seconds", "Time until a play process heard what the database was told."
)
WAKE_SECONDS = Measure("jeton_wake_seconds", "How late a table was woken that was due.")
STREAMS = Level("jeton_streams", "Streams that are open.")


@dataclass(slots=True)
class Course:
    """When a batch came how far, in seconds of `time.perf_counter`."""

    begun: float = field(default_factory=time.perf_counter)
    locked: float = 0.0
    decided: float = 0.0
    committed: float = 0.0
