"""A house rule for tests, whole: who has drawn may sing once a round, and is paid for it."""

from typing import Any, ClassVar

from rummy.engine.errors import IllegalAction
from rummy.engine.families.knock.hooks import Effect, KnockHook, memory_of
from rummy.engine.families.knock.state import KnockState, OpenRound, Phase, Sight
from rummy.engine.options import Option
from rummy.engine.records import Action, Event, action_type, event_type
from rummy.engine.scoring import ScoreLine
from rummy.words import Button, Naming, Sign, Tag, Telling, Verb, ngettext_noop


@action_type("toy_sing")
class Sing(Action):
    """Sing a song between drawing and discarding."""


@event_type("toy_sung")
class Sung(Event):
    """The seat sang."""

    seat: int

    def cause(self) -> Action:
        return Sing()


class Singing(KnockHook):
    """Once a round, by whoever is first."""

    key = "toy_singing"
    rule = "TOY-1"
    own_actions = (Sing,)
    numbers: ClassVar = {"toy_points": 3}
    options = (Option("toy_verses", 2, lowest=1, highest=4, rule="TOY-1", title="Verses to sing"),)
    title = "Singing for points"
    summary = "Who sings first in a round gets three points."
    refusals: ClassVar = {"toy_sung_already": "Somebody has sung in this round already."}
    scores: ClassVar = {"toy_song": "for singing"}
    events: ClassVar = {"toy_sung": Telling("Sings", (("", "%(name)s sings.", "You sing."),))}
    button = Button("y", "Sing!")
    actions_called: ClassVar = {"toy_sing": Naming("Sing a song", "It is paid at once.")}
    tags: ClassVar = {
        "toy_singer": Tag(
            ngettext_noop("%(points)s point", "%(points)s points", "points"), "The singer"
        )
    }
    verbs = (Verb("sing", "toy_sing", "sing"),)

    def actions(self, sight: Sight) -> list[Action]:
        may = sight.open.phase is Phase.DISCARD and memory_of(self, sight) is None
        return [Sing()] if may else []

    def decide(self, state: KnockState, seat: int, action: Action) -> list[Event]:
        if memory_of(self, state) is not None:
            raise IllegalAction("toy_sung_already", rule=self.rule)
        return [Sung(seat)]

    def evolve(self, open_round: OpenRound, memory: Any, event: Event) -> tuple[OpenRound, Any]:
        return open_round, event.seat if isinstance(event, Sung) else memory

    def bonuses(self, state: KnockState, reason: str, winner: int) -> list[ScoreLine]:
        singer = memory_of(self, state)
        points = state.laws.numbers.number("toy_points")
        return [] if singer is None else [ScoreLine(singer, "toy_song", points)]

    def signs(self, seen: Sight) -> list[Sign]:
        singer = memory_of(self, seen)
        points = seen.laws.numbers.number("toy_points")
        return [] if singer is None else [Sign(singer, "toy_singer", {"points": points})]

    def effect(self, seen: Sight, action: Action) -> Effect:
        return Effect(seen.laws.numbers.number("toy_points"))


SINGING = Singing()
