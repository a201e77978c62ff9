"""What an attentive player remembers of a round: public facts that no longer lie on the table.

A view shows the table as it is. Which cards somebody took from the pile and still holds, gave away
or let lie, everybody has seen; whoever wants a bot to know it folds the round's events into a
`Recollection`. Events redacted for any seat, or for none, give the same.
"""

from typing import Final, NamedTuple

PASSED: Final = 0
TOOK: Final = 1
THREW: Final = 2


class Act(NamedTuple):
    """What a seat did with a card that everybody saw: passed it as the first upcard, took it from
    the pile or threw it."""

    seat: int
    act: int
    card: int


class Recollection(NamedTuple):
    """By seat, as masks: cards taken from the pile and still `held`, and cards `refused`.

    Refused is what a seat discarded or left lying when it could have taken it. `course` is all that
    was done with open cards, in its order (gin only).
    """

    held: tuple[int, ...] = ()
    refused: tuple[int, ...] = ()
    upcard: int | None = None
    course: tuple[Act, ...] = ()

    def held_by(self, seat: int) -> int:
        return self.held[seat] if self.held else 0

    def refused_by(self, seat: int) -> int:
        return self.refused[seat] if self.refused else 0

    def thrown_by(self, seat: int) -> tuple[int, ...]:
        """The seat's discards, in their order."""
        return tuple([card for who, act, card in self.course if act == THREW and who == seat])


NOTHING = Recollection()
