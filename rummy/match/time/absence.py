"""What a table does about somebody who does not come back in time: one value, in every format.

The same value is agreed on at ring tables, quick games, matches and in tournaments (PLAY-1,
PLAY-45). Who is away may return at any time: the first card played, or one tap, takes the seat
back. What was played meanwhile is kept and shown.
"""

from dataclasses import dataclass, replace

from rummy.engine.registry import Registry

SAFE_MOVES = "safe"
MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS


@dataclass(frozen=True, slots=True)
class AbsencePolicy:
    """Times are milliseconds.

    `grace_ms` is one patience a seat has for the whole match: when turn time and time bank are
    over, the table waits so much longer before it plays for anybody. `automatic` is who plays
    then: `safe` draws and throws what hurts least, any other word is a bot of the house that plays
    on. After `misses_max` turns missed in a row the seat counts as absent: it is not waited for,
    only `automatic_ms` long, until its player returns. What is won by a seat that is absent at
    the end counts for rating, league and experience only where the last three say so.
    """

    key: str = "plain"
    grace_ms: int = 0
    automatic: str = SAFE_MOVES
    misses_max: int = 2
    automatic_ms: int = 1_500
    wins_rated: bool = True
    wins_in_league: bool = True
    rounds_give_experience: bool = True

    @property
    def bot(self) -> str | None:
        """The bot that plays on; None where only safe moves are made."""
        return None if self.automatic == SAFE_MOVES else self.automatic


PLAIN_ABSENCE = AbsencePolicy()
# Under those to choose from nothing is won by being away.
_USUAL = AbsencePolicy(wins_rated=False, wins_in_league=False, rounds_give_experience=False)
ABSENCE_POLICIES: Registry[AbsencePolicy] = Registry("absence policy")
for _policy in (
    replace(_USUAL, key="standard", grace_ms=30_000),
    replace(_USUAL, key="brisk", misses_max=1, automatic_ms=800),
    replace(_USUAL, key="patient", grace_ms=2 * MINUTE_MS, automatic="solid"),
    replace(_USUAL, key="days", grace_ms=12 * HOUR_MS, automatic_ms=MINUTE_MS),
):
    ABSENCE_POLICIES.register(_policy)

STANDARD_ABSENCE = "standard"
DAYS_ABSENCE = "days"
