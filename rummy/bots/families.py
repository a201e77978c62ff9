"""The families of games that bots can play, and what holds for all of them together."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rummy.engine.family import RoundView
from rummy.engine.records import Action, Event

from .knock import KNOCK
from .memory import NOTHING, Recollection
from .player import Bot, Dice, FamilyBots, Legal, Player, SafeTurn
from .table_melding import TABLE_MELDING

FAMILIES: dict[str, FamilyBots] = {bots.family: bots for bots in (KNOCK, TABLE_MELDING)}


def bots_for(view: RoundView) -> FamilyBots:
    """The bots that can play this view."""
    family = view.rules.family
    if family not in FAMILIES:
        raise TypeError(f"no bot plays the family {family!r}")
    return FAMILIES[family]


@dataclass(frozen=True, slots=True)
class Level:
    """One bot to everyone outside: in each family of `players`, by its name, another.

    Only who `remembers` is told what the round has shown; others play on what lies there. Who does
    not `interject` lets every moment of another's turn pass.

    A bot of the house has an English name, marked for translation, unless it `is_offered` to
    nobody: players may ask for the others, as for how strong their company is.
    """

    key: str
    name: str
    players: Mapping[str, Player] = field(hash=False)
    is_offered: bool = True
    remembers: bool = False
    interjects: bool = True

    def choose(
        self, view: RoundView, legal: Legal, dice: Dice, recalled: Recollection = NOTHING
    ) -> Action:
        bots_for(view)
        if view.rules.family not in self.players:
            raise TypeError(f"no {self.key} bot plays the family {view.rules.family!r}")
        known = recalled if self.remembers else NOTHING
        return self.players[view.rules.family](view, legal, dice, known)


def plays(bot: Bot, family: str) -> bool:
    """Whether this bot plays games of the family: a level where it has a player, others all."""
    return family in (bot.players if isinstance(bot, Level) else FAMILIES)


def remembers(bot: Bot) -> bool:
    """Whether what a round has shown may change its choice: of a level what it says, else yes."""
    return bot.remembers if isinstance(bot, Level) else True


def safe_turn(view: RoundView) -> SafeTurn:
    """The turn of a player who is absent, action by action: it ends and risks nothing (PLAY-45).

    To be sent the view after each action, and left alone when the turn is another's. It needs no
    dice and no list of what is legal: every action is, whatever the hand.
    """
    return bots_for(view).safe_turn(view)


def interjection(bot: Bot, view: RoundView, legal: Sequence[Action]) -> Action | None:
    """What this bot does while another is on turn; None when it lets the moment pass."""
    if not isinstance(bot, Level) or not bot.interjects or not legal:
        return None
    return bots_for(view).interjects(view, legal)


def recall(events: Iterable[Event]) -> Recollection:
    """What these events of one round, the deal first, leave in mind."""
    recalled = NOTHING
    for event in events:
        recalled = remember(recalled, event)
    return recalled


def remember(recalled: Recollection, event: Event) -> Recollection:
    """The recollection after one more event."""
    for bots in FAMILIES.values():
        recalled = bots.remember(recalled, event)
    return recalled
