"""The expert's judgement, and what rounds played on against a believed opponent say: half of each.

For plain gin between two (`KnockLaws.is_plain`); under other rules it is the expert. Nothing is
kept from decision to decision: manner and hand of the opponent are believed anew by what the round
has shown. What earlier rounds showed of the manner it is told (`learning`).
"""

from dataclasses import dataclass
from typing import Final

from rummy.bots.knock.estimate import box_bonus
from rummy.bots.knock.hands import knock_view, own_hand, unseen
from rummy.bots.knock.options import Worth, worths
from rummy.bots.knock.safe import safe_move
from rummy.bots.memory import Recollection
from rummy.bots.player import Dice, Legal
from rummy.engine.cards import BIT
from rummy.engine.families.knock.actions import (
    Discard,
    DrawStock,
    Knock,
    PassUpcard,
    TakeUpcard,
)
from rummy.engine.families.knock.views import KnockView
from rummy.engine.family import RoundView
from rummy.engine.records import Action

from .believing import Belief
from .learning import NOBODY_KNOWN
from .looking import Chance, looking_by
from .manners import Manners
from .playing import (
    DRAWS,
    KNOCKS,
    PASSES,
    PASSES_LAST,
    TAKES,
    THROWS,
    Option,
    Playout,
    Stakes,
)
from .story import story_of
from .weighing import weigh

STEPS: Final = 14_000
CHOICES: Final = 6  # those that the nets like best
FAR: Final = 12.0  # points: what is so far behind by the nets is not thought about
SEEDS: Final = 2_147_483_646
DRAWING: Final = (DrawStock, TakeUpcard, PassUpcard)


@dataclass(frozen=True, slots=True)
class Thinker:
    """See above. `steps` of one decision are steps of the belief and turns played on: none are the
    expert. `expected`: how likely each of the `MANNERS` is to be the opponent's."""

    steps: int = STEPS
    expected: tuple[float, ...] = NOBODY_KNOWN

    def __call__(self, view: RoundView, legal: Legal, dice: Dice, recalled: Recollection) -> Action:
        if len(legal) == 1:
            return legal[0]
        seen = knock_view(view)
        found = worths(seen, legal, recalled)
        if not found:
            return safe_move(seen)
        choices = _in_question(found) if seen.laws.is_plain and self.steps else []
        if len(choices) < 2:
            return found[0].action
        seed = dice.randrange(SEEDS)
        values = self._weighed(seen, choices, recalled, seed)
        return choices[max(range(len(values)), key=values.__getitem__)].action

    def _weighed(
        self, seen: KnockView, choices: list[Worth], recalled: Recollection, seed: int
    ) -> list[float]:
        laws, numbers, pool = seen.laws, seen.laws.numbers, unseen(seen)
        opponent, limit = 1 - (seen.seat or 0), seen.open.knock_limit
        look, chance = looking_by(numbers.rank_values), Chance(seed)
        manners = Manners(look, limit)
        story = story_of(recalled, opponent, pool)
        bonuses = numbers.gin_bonus, numbers.undercut_bonus, box_bonus(laws)
        return weigh(
            Belief(manners, story, chance, list(self.expected)),
            Playout(look, manners, Stakes(limit, *bonuses, laws.stock_floor)),
            chance,
            [_option(seen, one.action) for one in choices],
            [one.value for one in choices],
            pool,
            self.steps,
        )


def _in_question(found: list[Worth]) -> list[Worth]:
    """Of all choices, best first, those that playouts may tell apart: where there are several."""
    best = found[0]
    near = [one for one in found if one.value > best.value - FAR]
    if isinstance(best.action, DRAWING):
        return [one for one in near if isinstance(one.action, DRAWING)]
    if best.points == 0:
        return []
    return [one for one in near if isinstance(one.action, Discard | Knock)][:CHOICES]


def _option(seen: KnockView, action: Action) -> Option:
    hand, pile = own_hand(seen), seen.open.pile
    match action:
        case Discard(card=card):
            return Option(THROWS, hand ^ BIT[card], BIT[card])
        case Knock(card=card):
            return Option(KNOCKS, hand ^ BIT[card], BIT[card])
        case TakeUpcard():
            how = TAKES
        case PassUpcard():
            how = PASSES_LAST if seen.open.passes + 1 == seen.open.seats else PASSES
        case _:
            how = DRAWS
    return Option(how, hand, BIT[pile[-1]])
