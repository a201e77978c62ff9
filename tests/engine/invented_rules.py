"""House rules invented for tests: between them they use every hook there is."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rummy.engine import IllegalAction, RuleSet
from rummy.engine.as_json.codec import Card
from rummy.engine.cards import BIT, card_text, parse_card
from rummy.engine.families.knock.actions import Knock
from rummy.engine.families.knock.events import Discarded
from rummy.engine.families.knock.hooks import KnockHook
from rummy.engine.families.knock.rules.numbers import RANK_VALUES, KnockNumbers
from rummy.engine.families.knock.state import KnockState, OpenRound, Phase, Sight
from rummy.engine.options import Option
from rummy.engine.records import Action, Event, action_type, event_type
from rummy.engine.scoring import ScoreLine


@action_type("invented_shout")
class Shout(Action):
    pass


@event_type("invented_shouted")
class Shouted(Event):
    seat: int


@dataclass(frozen=True, slots=True)
class ShoutMemory:
    """Who has shouted, and how many turns of theirs have ended since."""

    seat: int
    turns: int


class Shouting(KnockHook):
    """Once a round one may shout; no knock in that turn; a later win pays a bonus."""

    key = "shouting"
    rule = "TEST-1"
    options = (Option("shout_bonus", 7, lowest=1, highest=9, rule="TEST-1"),)
    own_actions = (Shout,)

    def configure(self, rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
        return replace(rules, min_rounds_won=options["shout_bonus"])

    def forbids(self, sight: Sight, action: Action) -> IllegalAction | None:
        memory: ShoutMemory | None = self.memory_of(sight)
        if isinstance(action, Knock) and memory == ShoutMemory(sight.seat or 0, 0):
            return IllegalAction("shouted_this_turn", rule=self.rule)
        if isinstance(action, Shout) and sight.open.phase is not Phase.DISCARD:
            return IllegalAction("draw_first", rule=self.rule)
        return None

    def actions(self, sight: Sight) -> list[Action]:
        return [Shout()] if self.memory_of(sight) is None else []

    def decide(self, state: KnockState, seat: int, action: Action) -> list[Event]:
        if self.memory_of(state) is not None:
            raise IllegalAction("shouted_already", rule=self.rule)
        return [Shouted(seat)]

    def evolve(self, open_round: OpenRound, memory: Any, event: Event) -> tuple[OpenRound, Any]:
        if isinstance(event, Shouted):
            return open_round, ShoutMemory(event.seat, 0)
        if isinstance(event, Discarded) and memory is not None and event.seat == memory.seat:
            return open_round, replace(memory, turns=memory.turns + 1)
        return open_round, memory

    def bonuses(self, state: KnockState, reason: str, winner: int) -> list[ScoreLine]:
        memory = self.memory_of(state)
        if memory is None or memory.seat != winner:
            return []
        return [ScoreLine(winner, "shout", state.laws.rules.min_rounds_won)]

    def memory_to_json(self, memory: Any) -> Any:
        return [memory.seat, memory.turns]

    def memory_from_json(self, data: Any) -> Any:
        return ShoutMemory(*data)

    def memory_of(self, of: Sight | KnockState) -> ShoutMemory | None:
        memory: ShoutMemory | None = of.memory[of.laws.hooks.index(self)]
        return memory


@action_type("invented_sweep")
class Sweep(Action):
    pass


@event_type("invented_swept")
class Swept(Event):
    cards: tuple[Card, ...]


class Sweeping(KnockHook):
    """Two or more cards of the discard pile may be swept away for good."""

    key = "sweeping"
    rule = "TEST-2"
    own_actions = (Sweep,)

    def start_memory(self) -> tuple[int, ...]:
        return ()

    def actions(self, sight: Sight) -> list[Action]:
        may = sight.open.phase is Phase.DISCARD and len(sight.open.pile) > 1
        return [Sweep()] if may else []

    def decide(self, state: KnockState, seat: int, action: Action) -> list[Event]:
        if state.open.phase is not Phase.DISCARD or len(state.open.pile) < 2:
            raise IllegalAction("nothing_to_sweep", rule=self.rule)
        return [Swept(state.open.pile)]

    def evolve(self, open_round: OpenRound, memory: Any, event: Event) -> tuple[OpenRound, Any]:
        if isinstance(event, Swept):
            return open_round._replace(pile=()), memory + event.cards
        return open_round, memory

    def memory_to_json(self, memory: Any) -> Any:
        return [card_text(card) for card in memory]

    def memory_from_json(self, data: Any) -> Any:
        return tuple(parse_card(text) for text in data)


class DearAces(KnockHook):
    """The opponent's aces count 15 after a knock; a taken upcard must be melded to knock."""

    key = "dear_aces"
    rule = "TEST-3"

    def configure(self, rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
        assert isinstance(rules.play, KnockNumbers)
        play = replace(rules.play, defender_rank_values=(15, *RANK_VALUES[1:]))
        return replace(rules, play=play)

    def must_meld(self, sight: Sight) -> int:
        return 0 if sight.open.taken is None else BIT[sight.open.taken]


class KingsDouble(KnockHook):
    """A king discarded with the knock doubles the opponent's points."""

    key = "kings_double"
    rule = "TEST-4"

    def answer_points(self, state: KnockState, points: int) -> int:
        return 2 * points if state.open.pile[-1] % 13 == 12 else points


@event_type("invented_whispered")
class Whispered(Event):
    seat: int
    card: Card | None = None

    def redact(self, seat: int | None) -> "Whispered":
        return self if seat == self.seat else Whispered(self.seat)


class Whispering(KnockHook):
    """The dealer is told the bottom card of the stock."""

    key = "whispering"
    rule = "TEST-5"

    def after_deal(self, state: KnockState) -> list[Event]:
        return [Whispered(state.dealer, state.stock[0])]

    def evolve(self, open_round: OpenRound, memory: Any, event: Event) -> tuple[OpenRound, Any]:
        if isinstance(event, Whispered):
            return open_round, (event.seat, event.card)
        return open_round, memory

    def redact_memory(self, memory: Any, seat: int | None) -> Any:
        if memory is None:
            return None
        return memory if seat == memory[0] else (memory[0], None)

    def memory_to_json(self, memory: Any) -> Any:
        return [memory[0], memory[1]]

    def memory_from_json(self, data: Any) -> Any:
        return tuple(data)


INVENTED = (Shouting(), Sweeping(), DearAces(), KingsDouble(), Whispering())
