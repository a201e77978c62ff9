"""Time at tables where people move once in a while: days for a move, hours of play, vacation.

Moments are milliseconds since the epoch. Hours of play are told as minutes of the day in UTC, so
that no clock and no calendar is needed to fold a log; whoever opens the table translates them.
"""

from dataclasses import dataclass

MINUTE_MS = 60_000
DAY_MS = 24 * 60 * MINUTE_MS
DAY_MINUTES = 24 * 60


@dataclass(frozen=True, slots=True)
class PlayingHours:
    """From `opens` to `closes` each day, in minutes after midnight UTC; over midnight too."""

    opens: int
    closes: int

    def __post_init__(self) -> None:
        for minute in (self.opens, self.closes):
            if type(minute) is not int or not 0 <= minute < DAY_MINUTES:
                raise ValueError(f"not a minute of the day: {minute!r}")
        if self.opens == self.closes:
            raise ValueError("hours of play must close")

    @property
    def minutes(self) -> int:
        """How long a day is."""
        return (self.closes - self.opens) % DAY_MINUTES

    def next_open(self, at_ms: int) -> int:
        """The first moment from `at_ms` on at which people play."""
        since_opening = (at_ms - self.opens * MINUTE_MS) % DAY_MS
        if since_opening <= self.minutes * MINUTE_MS:
            return at_ms
        return at_ms + DAY_MS - since_opening


def ends_at(hours: PlayingHours | None, from_ms: int, allowed_ms: int) -> int:
    """When time that begins at `from_ms` is over.

    With hours of play it begins when they open, and never ends while they are closed: then it
    lasts until they open again.
    """
    if hours is None:
        return from_ms + allowed_ms
    return hours.next_open(hours.next_open(from_ms) + allowed_ms)
