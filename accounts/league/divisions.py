"""Divisions, and how a season closes: who goes up, who goes down, as a pure plan (PLAY-30).

Division 1 is the top. Newcomers begin in the lowest, which has room for everybody; the others
hold a fixed number. At the end of a season
- who played no counting match goes down a division, and out of the league from the lowest;
- the best of a division go up: at most the better third of those who played there, and as many as
  the next one has free places, or a fifth of its places if more;
- as many of the worst there go down as are needed to make room, and no more.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

TOP_DIVISION = 1
LOWEST_DIVISION = 4
# Places of the divisions above the lowest.
ROOM = {1: 20, 2: 40, 3: 80}


class Move(StrEnum):
    """What the end of a season brings."""

    PROMOTED = "promoted"
    STAYS = "stays"
    RELEGATED = "relegated"
    LEAVES = "leaves"


@dataclass(frozen=True, slots=True)
class Standing:
    """A player in a season: division, league points, matches that counted, and those won."""

    player_id: int
    division: int
    points: int = 0
    matches: int = 0
    wins: int = 0

    @property
    def order(self) -> tuple[int, int, int, int]:
        """More points, then more wins, then fewer matches; at last whoever came first."""
        return (-self.points, -self.wins, self.matches, self.player_id)


@dataclass(frozen=True, slots=True)
class Placing:
    """A player's end of a season; `next_division` is None for who leaves the league."""

    player_id: int
    division: int
    place: int
    move: Move
    next_division: int | None


def ranked(standings: Sequence[Standing]) -> list[Standing]:
    """Standings of one division, best first."""
    return sorted(standings, key=lambda standing: standing.order)


def plan_closing(
    standings: Sequence[Standing], *, lowest: int = LOWEST_DIVISION, room: dict[int, int] = ROOM
) -> tuple[Placing, ...]:
    """Everybody's place and next division. The same standings in any order give the same plan."""
    by_division = {
        division: ranked([one for one in standings if one.division == division])
        for division in range(TOP_DIVISION, lowest + 1)
    }
    if sum(map(len, by_division.values())) != len(standings):
        raise ValueError("a standing in a division that does not exist")
    placings = {
        one.player_id: _placing(one, place, lowest)
        for members in by_division.values()
        for place, one in enumerate(members, start=1)
    }
    for division in range(TOP_DIVISION, lowest):
        _exchange(placings, by_division[division], by_division[division + 1], room[division])
    return tuple(placings.values())


def _placing(standing: Standing, place: int, lowest: int) -> Placing:
    """Before any exchange: who played stays, who did not goes down or out."""
    placing = Placing(standing.player_id, standing.division, place, Move.STAYS, standing.division)
    if standing.matches:
        return placing
    if standing.division == lowest:
        return replace(placing, move=Move.LEAVES, next_division=None)
    return replace(placing, move=Move.RELEGATED, next_division=standing.division + 1)


def _exchange(
    placings: dict[int, Placing], above: Sequence[Standing], below: Sequence[Standing], room: int
) -> None:
    """Between two neighbouring divisions: relegate to make room, promote into it."""
    staying = [one for one in above if placings[one.player_id].move is Move.STAYS]
    # Some may come down from the division above this one, or not have played in it.
    division = below[0].division - 1 if below else 0
    incoming = sum(
        placing.division < division == placing.next_division for placing in placings.values()
    )
    active = [one for one in below if one.matches]
    climbers = [one for one in active if one.points > 0]
    free = max(0, room - len(staying) - incoming)
    a_third = -(-len(active) // 3)
    going_up = min(len(climbers), a_third, max(room // 5, free), room - incoming)
    going_down = max(0, len(staying) + incoming + going_up - room)
    for one in staying[len(staying) - going_down :]:
        down = one.division + 1
        placings[one.player_id] = replace(
            placings[one.player_id], move=Move.RELEGATED, next_division=down
        )
    for one in climbers[:going_up]:
        up = one.division - 1
        placings[one.player_id] = replace(
            placings[one.player_id], move=Move.PROMOTED, next_division=up
        )
