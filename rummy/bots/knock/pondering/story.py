"""What the opponent did in a round so far, turn by turn, as a seat has seen it."""

from rummy.bots.memory import PASSED, THREW, TOOK, Recollection
from rummy.engine.cards import BIT


class Story:
    """Of each turn of the opponent's, or upcard passed: the upcard it was offered (0: none),
    whether it took it, and the card it threw (0: it passed). `pool`: the cards it may hold beside
    those known to be there. `knocked`: it did so with its last card.
    """

    def __init__(
        self,
        upcards: list[int],
        takes: list[bool],
        throws: list[int],
        pool: int,
        knocked: bool,
    ) -> None:
        self.upcards, self.takes, self.throws, self.pool = upcards, takes, throws, pool
        self.knocked = knocked


def story_of(recalled: Recollection, opponent: int, pool: int, *, knocked: bool = False) -> Story:
    """The opponent's turns among everybody's acts; `pool`: the cards it may hold."""
    pool &= ~recalled.held_by(opponent)
    upcards: list[int] = []
    takes: list[bool] = []
    throws: list[int] = []
    lying, offered = 0, True
    took = False
    passes = 0
    for seat, act, card in recalled.course:
        own = seat == opponent
        if act == PASSED:
            passes += 1
            if own:
                _add(upcards, takes, throws, BIT[card], 0)
            offered = passes < 2
        elif act == TOOK:
            took = own
            if own:
                upcards.append(BIT[card])
                takes.append(True)
        elif act == THREW:
            if own:
                if took:
                    throws.append(BIT[card])
                else:
                    _add(upcards, takes, throws, BIT[lying] if offered else 0, BIT[card])
            took, lying, offered = False, card, True
    return Story(upcards, takes, throws, pool, knocked)


def _add(
    upcards: list[int], takes: list[bool], throws: list[int], upcard: int, thrown: int
) -> None:
    upcards.append(upcard)
    takes.append(False)
    throws.append(thrown)
