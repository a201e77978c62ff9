"""The expert's judgement and what playouts against a believed opponent say, half of each."""

from collections.abc import Sequence
from dataclasses import dataclass

from rummy.bots.knock.estimate import box_bonus
from rummy.bots.knock.hands import knock_view, own_hand, unseen
from rummy.bots.knock.options import Worth, worths
from rummy.bots.knock.safe import safe_move
from rummy.bots.memory import NOTHING, Recollection
from rummy.bots.player import Dice
from rummy.engine.cards import BIT
from rummy.engine.families.knock.actions import Discard
from rummy.engine.families.knock.views import KnockView
from rummy.engine.family import RoundView
from rummy.engine.records import Action

from .believing import Belief
from .looking import Chance, looking_by
from .manners import MANNERS, Manners
from .playing import Playout, Stakes
from .story import story_of


@dataclass(frozen=True, slots=True)
class ThinkingBot:
    key: str = "thinking"
    manners: tuple[int, ...] = MANNERS
    worlds: int = 200
    burn: int = 2000
    apart: int = 40
    share: float = 0.5
    choices: int = 3

    def choose(
        self,
        view: RoundView,
        legal: Sequence[Action],
        dice: Dice,
        recalled: Recollection = NOTHING,
    ) -> Action:
        if len(legal) == 1:
            return legal[0]
        seen = knock_view(view)
        found = worths(seen, legal, recalled, briefly=True)
        if not found:
            return safe_move(seen)
        if not seen.laws.is_plain or not isinstance(found[0].action, Discard):
            return found[0].action
        return self.thrown(seen, found, dice, recalled)

    def thrown(
        self, seen: KnockView, found: list[Worth], dice: Dice, recalled: Recollection
    ) -> Action:
        discards = [one for one in found if isinstance(one.action, Discard)][: self.choices]
        if len(discards) < 2:
            return found[0].action
        cards = [one.action.card for one in discards if isinstance(one.action, Discard)]
        said = ponder(
            seen, recalled, cards, dice.randrange(2147483646), list(self.manners),
            self.worlds, self.burn, self.apart,
        )
        values = [
            (1 - self.share) * one.value + self.share * playouts
            for one, playouts in zip(discards, said, strict=True)
        ]
        return discards[max(range(len(values)), key=values.__getitem__)].action


def ponder(
    seen: KnockView,
    recalled: Recollection,
    cards: list[int],
    seed: int,
    manners: list[int],
    worlds: int,
    burn: int,
    apart: int,
) -> list[float]:
    """What playouts bring after each of these discards, on average."""
    laws, now, hand = seen.laws, seen.open, own_hand(seen)
    opponent = 1 - (seen.seat or 0)
    pool = unseen(seen)
    look = looking_by(laws.numbers.rank_values)
    play = Manners(look, now.knock_limit)
    held = recalled.held_by(opponent) & pool
    story = story_of(recalled, opponent, pool & ~held)
    chance = Chance(seed)
    belief = Belief(look, play, story, chance, manners)
    numbers = laws.numbers
    stakes = Stakes(
        now.knock_limit, numbers.gin_bonus, numbers.undercut_bonus, box_bonus(laws),
        laws.stock_floor,
    )
    playout = Playout(look, play, stakes)
    belief.run(burn)
    sums = [0] * len(cards)
    for _ in range(worlds):
        belief.run(apart)
        stock = stock_of(pool & ~belief.hand, chance)
        for place, card in enumerate(cards):
            sums[place] += playout.after_throw(
                hand ^ BIT[card], belief.hand, belief.manner, BIT[card], stock, len(stock)
            )
    return [total / worlds for total in sums]


def stock_of(cards: int, chance: Chance) -> list[int]:
    stock: list[int] = []
    while cards:
        stock.append(cards & -cards)
        cards ^= cards & -cards
    for place in range(len(stock) - 1, 0, -1):
        other = chance.below(place + 1)
        stock[place], stock[other] = stock[other], stock[place]
    return stock
