"""A finished match as league, rating and experience see it: who sat where, what was scored."""

from collections.abc import Callable
from dataclasses import dataclass

from rummy.engine.scoring import ScoreLine


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A round that was played to its end; `winners` are seats, none when nobody won.

    `played_for` are seats whose player was away, and to whom the round gives nothing.
    """

    number: int
    winners: tuple[int, ...]
    reason: str
    lines: tuple[ScoreLine, ...] = ()
    played_for: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Participant:
    """Who sat at a seat. Seats of one `side` win and lose together; `total` is their score."""

    seat: int
    player_id: int
    side: int
    total: int = 0
    resigned: bool = False
    is_bot: bool = False
    is_guest: bool = False

    @property
    def is_member(self) -> bool:
        """Somebody who signed up: neither a bot nor a guest."""
        return not (self.is_bot or self.is_guest)

    @property
    def is_rated(self) -> bool:
        """Members and bots have a rating; guests come and go by the dozen and have none."""
        return not self.is_guest


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A decided match. `key` names it for ever, as in `table:12`; `winners` are the seats
    that came first, all of them in a draw; see `victors`.

    Nobody's rating learns from it unless it is `rated`; `unscored` are seats that get no league
    points from it, whoever else does.
    """

    key: str
    family: str
    training: bool
    winners: tuple[int, ...]
    participants: tuple[Participant, ...]
    rounds: tuple[RoundResult, ...] = ()
    rated: bool = True
    unscored: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        seats = {participant.seat for participant in self.participants}
        if len(seats) != len(self.participants) or not set(self.winners) <= seats:
            raise ValueError(f"{self.key}: seats {sorted(seats)}, winners {self.winners}")

    @property
    def victors(self) -> tuple[int, ...]:
        """The seats that won; nobody where all sides ended level or the match was called off."""
        won = {one.side for one in self.participants if one.seat in self.winners}
        every = {one.side for one in self.participants}
        return () if len(every) > 1 and won == every else self.winners

    def sides(
        self, counted: Callable[[Participant], bool]
    ) -> tuple[tuple[tuple[Participant, ...], int], ...]:
        """Sides of which everybody counts, best first, each with its place among them (0, 1, …).

        Sides that ended level share a place. Whoever resigned comes after all who stayed.
        """
        by_side: dict[int, list[Participant]] = {}
        for participant in self.participants:
            by_side.setdefault(participant.side, []).append(participant)
        complete = [tuple(side) for side in by_side.values() if all(map(counted, side))]
        complete.sort(key=self._worse)
        placed: list[tuple[tuple[Participant, ...], int]] = []
        for at, side in enumerate(complete):
            level = at > 0 and self._worse(complete[at - 1]) == self._worse(side)
            placed.append((side, placed[-1][1] if level else at))
        return tuple(placed)

    def place_of(self, participant: Participant) -> int:
        """The place of a seat's side among all sides, counted from 1."""
        every = self.sides(lambda _anybody: True)
        (place,) = [place for side, place in every if participant in side]
        return place + 1

    def _worse(self, side: tuple[Participant, ...]) -> tuple[bool, bool, int]:
        """The order of sides: winners, then by score, then who gave up."""
        won = any(one.seat in self.winners for one in side)
        resigned = all(one.resigned for one in side)
        return (not won, resigned, 0 if won else -max(one.total for one in side))
