"""League points of a match (PLAY-30): from its result, never from box bonuses or training tables.

A member scores the points of their score sheet without box bonuses, and for each side they
finished ahead of, or level with, a fixed number more. Only members count: a side with a guest or
a bot neither gives nor gets, so nobody climbs by beating bots or accounts made for the purpose.
"""

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
