"""Ratings from matches, not from training (PLAY-31), for two players, several, and teams.

The model is Plackett–Luce by Weng and Lin as `openskill` computes it: a player's strength is
believed to lie around `mu`, give or take `sigma`, and a match's order of sides moves both.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from openskill.models import PlackettLuce

from .results import MatchResult

# Strength is shown on the scale players know from chess: 1500 for a newcomer, and 200 points
# ahead means winning about three matches of four.
SHOWN_START = 1500
SHOWN_PER_MU = 25
# A rating is provisional while its sigma is above this (125 on the scale shown): 10 matches
# against settled players, some 30 among newcomers.
PROVISIONAL_ABOVE = 5.0

_MODEL = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Skill:
    """What is believed of a player's strength."""

    mu: float
    sigma: float


START = Skill(mu=_MODEL.mu, sigma=_MODEL.sigma)


def new_skills(match: MatchResult, skills: Mapping[int, Skill]) -> dict[int, Skill]:
    """By player id the skills after a match; empty when it is not rated.

    `skills` holds what was believed before; who is missing starts at `START`. A side with a guest
    is left out, since nobody knows how strong a guest is.
    """
    sides = match.sides(lambda participant: participant.is_rated)
    if match.training or not match.rated or len(sides) < 2:
        return {}
    ids = [[one.player_id for one in side] for side, _ in sides]
    known = [[skills.get(player_id, START) for player_id in side] for side in ids]
    teams = [[_MODEL.rating(mu=one.mu, sigma=one.sigma) for one in side] for side in known]
    after = _MODEL.rate(teams, ranks=[place for _, place in sides])
    return {
        player_id: Skill(rating.mu, rating.sigma)
        for side, ratings in zip(ids, after, strict=True)
        for player_id, rating in zip(side, ratings, strict=True)
    }


def after_duel(one: Skill, other: Skill, *, won: bool) -> tuple[Skill, Skill]:
    """What is believed of both after the first has won, or lost; a puzzle may be one of them."""
    teams = [[_MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in (one, other)]
    first, second = _MODEL.rate(teams, ranks=[1, 2] if won else [2, 1])
    return Skill(first[0].mu, first[0].sigma), Skill(second[0].mu, second[0].sigma)


def shown(skill: Skill) -> int:
    """The rating as players read it."""
    return round(SHOWN_START + SHOWN_PER_MU * (skill.mu - START.mu))


def provisional(skill: Skill) -> bool:
    """Whether too few matches are known for the number to mean much."""
    return skill.sigma > PROVISIONAL_ABOVE
