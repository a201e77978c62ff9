"""The bot without judgement, against which others are measured and rules are tried."""

from collections.abc import Sequence
from dataclasses import dataclass

from rummy.engine.family import RoundView
from rummy.engine.records import Action
from rummy.words import gettext_noop as _

from .memory import NOTHING, Recollection
from .player import Dice


@dataclass(frozen=True, slots=True)
class RandomBot:
    """Any legal action, each as likely as the next."""

    key: str = "random"
    name: str = _("beginner")
    is_offered: bool = False

    def choose(
        self,
        view: RoundView,
        legal: Sequence[Action],
        dice: Dice,
        recalled: Recollection = NOTHING,
    ) -> Action:
        return legal[dice.randrange(len(legal))]
