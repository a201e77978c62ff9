"""Where a house rule may take part in a knock game.

The core asks every hook of the rule-set, in the order of the book, and knows none by name. A hook
keeps what it must remember in `memory`, a frozen value of its own that only its `evolve` changes;
it may also change what lies open (the discard pile, the knock limit). All of its defaults do
nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from rummy.engine.families.knock.rules.numbers import numbers_of
from rummy.engine.house_rules.base import HouseRule

if TYPE_CHECKING:
    from rummy.engine.errors import IllegalAction
    from rummy.engine.families.knock.state import KnockState, OpenRound, Sight
    from rummy.engine.records import Action, Event
    from rummy.engine.rules import RuleSet
    from rummy.engine.scoring import ScoreLine
    from rummy.words import Sign


class Effect(NamedTuple):
    """What an action surely brings its seat, and the cards (a mask) it takes out of the pile."""

    points: int
    cards: int = 0


class KnockHook(HouseRule):
    """A house rule of the knock family."""

    families = frozenset({"knock"})
    own_actions: tuple[type[Action], ...] = ()  # action types only this hook decides
    numbers: ClassVar[Mapping[str, int | tuple[int, ...]]] = {}  # kept with the rule-set
    rests_in_play = False  # nothing of it happens once the cards are dealt

    def configure(self, rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
        if not self.numbers:
            return rules
        play = numbers_of(rules)
        return replace(rules, play=replace(play, special=(*play.special, *self.numbers.items())))

    def facts(self, rules: RuleSet) -> Mapping[str, Any]:
        return {name: numbers_of(rules).number(name) for name in self.numbers}

    def arrange_stock(self, stock: tuple[int, ...]) -> tuple[int, ...]:
        """The stock (bottom to top) as it is put on the table."""
        return stock

    def after_deal(self, state: KnockState) -> list[Event]:
        """What happens between the deal and the first turn."""
        return []

    def start_memory(self) -> Any:
        """The memory before the deal."""
        return None

    def forbids(self, sight: Sight, action: Action) -> IllegalAction | None:
        """The refusal, when this house rule forbids an action the core would allow."""
        return None

    def must_meld(self, sight: Sight) -> int:
        """Cards (a mask) that must lie in melds when this seat knocks now."""
        return 0

    def actions(self, sight: Sight) -> list[Action]:
        """The hook's own actions that are open to the seat on turn."""
        return []

    def decide(self, state: KnockState, seat: int, action: Action) -> list[Event]:
        """What one of `own_actions` leads to; IllegalAction when it may not be done."""
        raise NotImplementedError(f"{self.key} declares {action.type} and does not decide it")

    def evolve(self, open_round: OpenRound, memory: Any, event: Event) -> tuple[OpenRound, Any]:
        """What lies open and the memory after any event, redacted events included."""
        return open_round, memory

    def answer_points(self, state: KnockState, points: int) -> int:
        """The opponent's deadwood points as they are compared, after laying off."""
        return points

    def bonuses(self, state: KnockState, reason: str, winner: int) -> list[ScoreLine]:
        """Lines added when a round is scored; never asked in a round without scoring (GIN-10)."""
        return []

    def signs(self, seen: Sight) -> list[Sign]:
        """What everybody sees beside the seats, by the keys of `tags`."""
        return []

    def effect(self, seen: Sight, action: Action) -> Effect | None:
        """What one of `own_actions` surely does; None where that is not known yet."""
        return None

    def promise(self, seen: Sight, chance: float) -> float | None:
        """Points to be expected of one of `own_actions` whose effect comes later.

        `chance` is that of being able to knock in each turn to come. None: not to be thought of.
        """
        return None

    def knock_bonus(self, seen: Sight) -> int:
        """What a knock of this seat in this turn earns on top, if it wins."""
        return 0

    def cost_of_waiting(self, seen: Sight) -> int:
        """What this seat loses by not knocking in this turn."""
        return 0

    def redact_memory(self, memory: Any, seat: int | None) -> Any:
        """The memory as a seat or a spectator may know it."""
        return memory

    def memory_to_json(self, memory: Any) -> Any:
        """The memory as JSON; None is not written."""
        return memory

    def memory_from_json(self, data: Any) -> Any:
        """The memory written by `memory_to_json`."""
        return data


def memory_of(hook: KnockHook, of: KnockState | Sight) -> Any:
    """The hook's own memory in a state or a sight."""
    return of.memory[of.laws.hooks.index(hook)]
