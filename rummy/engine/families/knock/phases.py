"""What the seat to act has to do, also by names of its own: an enum's members are looked up slowly,
and every move asks for them.
"""

from enum import StrEnum
from typing import Final


class Phase(StrEnum):
    """What the seat to act has to do."""

    DEAL = "deal"
    UPCARD_OFFER = "upcard_offer"
    DRAW = "draw"
    DISCARD = "discard"
    ANSWER = "answer"
    OVER = "over"


UPCARD_OFFER: Final = Phase.UPCARD_OFFER
DRAW: Final = Phase.DRAW
DISCARD: Final = Phase.DISCARD
ANSWER: Final = Phase.ANSWER
OVER: Final = Phase.OVER
