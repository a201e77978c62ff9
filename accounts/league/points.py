"""League points of a match (PLAY-30): from its result, never from box bonuses or training tables;
and what of them is taken back when somebody cheated in it, or it was no match at all."""

from typing import NamedTuple

from .results import MatchResult, Participant

# PLAY-30, GIN-9: paid on the score sheet, never in the league.
NEVER_COUNTED = frozenset({"box_bonus"})
FOR_SIDE_BEATEN, FOR_SIDE_LEVEL = 25, 10
# How many points of a family make one league point, where it is not one.
WORTH = {"table_melding": 5}


def league_points(match: MatchResult) -> dict[int, int]:
    """League points by player id; empty when the match does not count.

    It counts when it was no training, at least one round was played to its end, and members
    sat on two sides or more.
    """
    sides = match.sides(lambda participant: participant.is_member)
    if match.training or not match.rounds or len(sides) < 2:
        return {}
    points: dict[int, int] = {}
    for side, place in sides:
        others = [other for members, other in sides if members is not side]
        beaten = sum(other > place for other in others)
        level = sum(other == place for other in others)
        extra = beaten * FOR_SIDE_BEATEN + level * FOR_SIDE_LEVEL
        for member in side:
            if member.seat in match.unscored:
                continue
            points[member.player_id] = scored(match, member) + extra
    return points


def scored(match: MatchResult, member: Participant) -> int:
    """What the score sheets say of a seat without box bonuses; never below zero, rounded down."""
    total = sum(
        line.points
        for played in match.rounds
        for line in played.lines
        if line.seat == member.seat and line.reason not in NEVER_COUNTED
    )
    return max(0, total) // WORTH.get(match.family, 1)


class Change(NamedTuple):
    """What a player's match counts more, or, negative, less: rating as shown, points, wins."""

    match: str
    rating: int
    league_points: int
    wins: int


def undone(brought: Change) -> Change:
    """Nothing of the match counts any more."""
    return Change(brought.match, -brought.rating, -brought.league_points, -brought.wins)


def cheated(brought: Change) -> Change:
    """Whoever cheated keeps nothing of what it brought; what it cost them stays lost."""
    return undone(brought)._replace(rating=min(0, -brought.rating))


def was_cheated(brought: Change) -> Change:
    """Whoever met a cheat gets the rating back that it cost; what they won stays theirs."""
    return Change(brought.match, max(0, -brought.rating), 0, 0)
