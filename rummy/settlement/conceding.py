"""What giving a round up costs: as much as a round of this game can cost at the deal.

One number for each rule-set, whatever cards are held and whenever it is done, so that nobody can
choose a cheap moment and nothing of the hands is told. It is settled like any other score, by the
round's ratio and at most the stack (PLAY-20, PLAY-22).
"""

from rummy.engine.families.knock.rules.numbers import KnockNumbers
from rummy.engine.families.table_melding.rules.numbers import TableMeldingNumbers
from rummy.engine.rules import RuleSet

from .pcr import SeatScore

# No round gives points below zero in melds: the mark of a score that was not played for.
GAVE_UP = -1


def conceded_points(rules: RuleSet) -> int:
    """A hand of the dearest cards, none of them melded, and in gin the winner's largest bonus."""
    match rules.play:
        case KnockNumbers() as gin:
            bonus = max(gin.gin_bonus, gin.big_gin_bonus, gin.undercut_bonus)
            return gin.hand_size * max(gin.rank_values) + bonus
        case TableMeldingNumbers() as romme:
            return romme.hand_size * max(romme.held_values)
        case _:
            raise TypeError(f"nobody knows what giving up costs in {rules.family}")


def conceded_scores(
    rules: RuleSet, totals: tuple[int, ...], gave_up: tuple[bool, ...]
) -> tuple[SeatScore, ...]:
    """Scores of a match that ended because all but one gave up: they are behind who stayed.

    `totals` are those of the rounds before; each who gave up is so many points behind the worst of
    the others, or stays behind where the total already was.
    """
    stayed = [total for total, gone in zip(totals, gave_up, strict=True) if not gone]
    price = conceded_points(rules)
    worst = min(stayed, default=0)
    return tuple(
        SeatScore(min(total, worst) - price, melded=GAVE_UP) if gone else SeatScore(total)
        for total, gone in zip(totals, gave_up, strict=True)
    )
