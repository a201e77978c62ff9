"""What a round that is over has taught of the opponent's manner, for those that follow.

Where its hand was laid open each of its acts can be judged by the cards it had: only when they came
is not known.
"""

from typing import Final

from rummy.bots.memory import Recollection
from rummy.engine.cards import mask_of
from rummy.engine.families.knock.state import Shown
from rummy.engine.families.knock.views import KnockView
from rummy.engine.family import RoundView

from .believing import Belief
from .looking import Chance, looking_by
from .manners import MANNERS, Manners
from .story import story_of

# Of an opponent never met: half for judgement, half for the two manners without, which are alike.
NOBODY_KNOWN: Final[tuple[float, ...]] = (0.25, 0.25, 0.5)
FORGOTTEN: Final = 0.05  # of what a round has taught, by the next one: manners change
LOOKS: Final = 400
APART: Final = 16  # steps: each tries another manner once


def learned(
    expected: tuple[float, ...], seen: RoundView, recalled: Recollection
) -> tuple[float, ...]:
    """How likely each manner is in the next round, after this one as its seat has seen it; as
    before where the opponent showed no hand or the rules are none that it thinks about."""
    if not isinstance(seen, KnockView) or not seen.laws.is_plain:
        return expected
    opponent = 1 - (seen.seat or 0)
    shown = [one for one in seen.open.shown if one.seat == opponent]
    if not shown or not recalled.course:
        return expected
    knocked = seen.open.shown[0].seat == opponent
    story = story_of(recalled, opponent, _hand(shown[0]), knocked=knocked)
    play = Manners(looking_by(seen.laws.numbers.rank_values), seen.open.knock_limit)
    belief = Belief(play, story, Chance(seen.open.stock_count), list(expected))
    stood = [0] * len(MANNERS)
    for _ in range(LOOKS):
        belief.run(APART)
        stood[belief.manner] += 1
    kept = (1 - FORGOTTEN) / LOOKS
    return tuple(kept * times + FORGOTTEN / len(MANNERS) for times in stood)


def _hand(shown: Shown) -> int:
    laid = [card for meld in shown.melds for card in meld] + [one.card for one in shown.layoffs]
    return mask_of(laid) | shown.deadwood
