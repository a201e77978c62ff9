"""Hirschn! (GIN-S4): announce a knock of one's own within the next three turns, and win by it."""

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from rummy.engine.as_json.codec import Json, read_record, write_record
from rummy.engine.errors import IllegalAction
from rummy.engine.families.knock.actions import Knock
from rummy.engine.families.knock.decide import need_turn_drawn
from rummy.engine.families.knock.events import Discarded
from rummy.engine.families.knock.hooks import KnockHook, memory_of
from rummy.engine.families.knock.state import KnockState, OpenRound, Phase, Sight
from rummy.engine.records import Action, Event, action_type, event_type
from rummy.engine.rules import RuleSet
from rummy.engine.scoring import ScoreLine
from rummy.words import Button, Naming, Sign, Tag, Telling, Verb
from rummy.words import gettext_noop as _
from rummy.words import ngettext_noop as ngettext

# For estimates: how often the round goes on to one's next turn, and how often a knock then wins.
ROUND_GOES_ON = 0.85
KNOCK_WINS = 0.8
COST_OF_THE_TIE = 1.0  # having to knock although waiting for gin may have been better


@action_type("announce_hirschn")
class AnnounceHirschn(Action):
    """Announce Hirschn! between drawing and discarding: `{"type": "announce_hirschn"}`."""


@event_type("hirschn_announced")
class HirschnAnnounced(Event):
    """The seat announced it; its window opens with its next turn."""

    seat: int

    def cause(self) -> Action:
        return ANNOUNCE


class Window(NamedTuple):
    """Who announced it, and how many turns that seat has ended since, this one included.

    So the turn being played is the `turns`-th after the announcement; 0 is the announcement's own.
    """

    seat: int
    turns: int


ANNOUNCE = AnnounceHirschn()


class Hirschn(KnockHook):
    """Once a round in all, by whoever is first; no knock in the same turn."""

    key = "hirschn"
    rule = "GIN-S4"
    own_actions = (AnnounceHirschn,)
    # For winning on the first, second … own turn after the announcement; and to the opponent when
    # all of these turns have passed.
    numbers: ClassVar = {"hirschn_bonuses": (5, 10, 20), "hirschn_missed": 15}
    title = _("Hirschn!")
    summary = _(
        "Announce once per round that you will knock. If you knock and win on your next turn "
        "you get 5, on the second 10, on the third 20. If the time passes your opponent gets "
        "15."
    )
    refusals: ClassVar = {
        "no_knock_after_hirschn": _(
            "You have just announced Hirschn: the earliest knock is in your next turn."
        ),
        "hirschn_already_announced": _("Hirschn has already been announced in this round."),
    }
    scores: ClassVar = {
        "hirschn": _("Hirschn"),
        "hirschn_missed": _("Hirschn missed by the opponent"),
    }
    events: ClassVar = {
        "hirschn_announced": Telling(
            _("Announces Hirschn!"),
            (("", _("%(name)s announces: Hirschn!"), _("You announce: Hirschn!")),),
        )
    }
    button = Button("h", _("Hirschn!"))
    actions_called: ClassVar = {
        "announce_hirschn": Naming(
            _("Announce Hirschn"),
            _("You will soon be able to knock, and the announcement pays for it."),
        )
    }
    tags: ClassVar = {
        "hirschn": Tag(
            ngettext(
                "Hirschn! %(left)s turn, +%(bonus)s", "Hirschn! %(left)s turns, +%(bonus)s", "left"
            ),
            ngettext(
                "%(left)s turn left to knock; now it would pay +%(bonus)s",
                "%(left)s turns left to knock; now it would pay +%(bonus)s",
                "left",
            ),
            is_warning=True,
        ),
        "hirschn_missed": Tag(
            _("Hirschn missed"),
            _("The time for Hirschn has passed: +%(points)s for the opponent"),
            is_warning=True,
        ),
    }
    verbs = (Verb("hirschn", "announce_hirschn", _("Hirschn!")),)

    def facts(self, rules: RuleSet) -> Mapping[str, Any]:
        figures = super().facts(rules)
        return {**figures, "hirschn_turns": len(figures["hirschn_bonuses"])}

    def forbids(self, sight: Sight, action: Action) -> IllegalAction | None:
        window = self._memory(sight)
        if isinstance(action, Knock) and window is not None and window == (sight.open.turn, 0):
            return IllegalAction("no_knock_after_hirschn", rule=self.rule)
        return None

    def actions(self, sight: Sight) -> list[Action]:
        may = sight.open.phase is Phase.DISCARD and self._memory(sight) is None
        return [ANNOUNCE] if may else []

    def decide(self, state: KnockState, seat: int, action: Action) -> list[Event]:
        need_turn_drawn(state.open, self.rule)
        window = self._memory(state)
        if window is not None:
            raise IllegalAction("hirschn_already_announced", rule=self.rule, seat=window.seat)
        return [HirschnAnnounced(seat)]

    def evolve(
        self, open_round: OpenRound, memory: Window | None, event: Event
    ) -> tuple[OpenRound, Window | None]:
        if isinstance(event, HirschnAnnounced):
            return open_round, Window(event.seat, 0)
        if memory is not None and isinstance(event, Discarded) and event.seat == memory.seat:
            return open_round, Window(memory.seat, memory.turns + 1)
        return open_round, memory

    def bonuses(self, state: KnockState, reason: str, winner: int) -> list[ScoreLine]:
        window, numbers = self._memory(state), state.laws.numbers
        if window is None:
            return []
        bonuses = numbers.number("hirschn_bonuses")
        if window.turns > len(bonuses):
            other = (window.seat + 1) % state.seats
            return [ScoreLine(other, "hirschn_missed", numbers.number("hirschn_missed"))]
        knocker = state.open.shown[0].seat
        if knocker == winner == window.seat:
            return [ScoreLine(winner, "hirschn", bonuses[window.turns - 1])]
        return []

    def signs(self, seen: Sight) -> list[Sign]:
        window, numbers = self._memory(seen), seen.laws.numbers
        if window is None:
            return []
        bonuses, turn = numbers.number("hirschn_bonuses"), max(window.turns, 1)
        if turn > len(bonuses):
            missed = {"points": numbers.number("hirschn_missed")}
            return [Sign(window.seat, "hirschn_missed", missed)]
        figures = {"left": len(bonuses) - turn + 1, "bonus": bonuses[turn - 1]}
        return [Sign(window.seat, "hirschn", figures)]

    def promise(self, seen: Sight, chance: float) -> float:
        """What announcing adds to a turn after which each next one allows a knock so often.

        The opponent ends the round before one's next turn about once in six times and spoils the
        knock about as often; a window that passes costs.
        """
        numbers = seen.laws.numbers
        gain, waiting = 0.0, 1.0
        for bonus in numbers.number("hirschn_bonuses"):
            waiting *= ROUND_GOES_ON
            gain += waiting * chance * KNOCK_WINS * bonus
            waiting *= 1 - chance
        return gain - waiting * float(numbers.number("hirschn_missed")) - COST_OF_THE_TIE

    def knock_bonus(self, seen: Sight) -> int:
        """One's own window's bonus; an expired one has none."""
        window, bonuses = self._memory(seen), seen.laws.numbers.number("hirschn_bonuses")
        if window is None or window.seat != seen.seat or not 1 <= window.turns <= len(bonuses):
            return 0
        return int(bonuses[window.turns - 1])

    def cost_of_waiting(self, seen: Sight) -> int:
        """In the last turn of one's own window."""
        window, numbers = self._memory(seen), seen.laws.numbers
        latest = len(numbers.number("hirschn_bonuses"))
        is_last = window is not None and window == (seen.seat, latest)
        return int(numbers.number("hirschn_missed")) if is_last else 0

    def memory_to_json(self, memory: Window) -> Json:
        return write_record(memory)

    def memory_from_json(self, data: Any) -> Window:
        return read_record(Window, data)

    def _memory(self, of: KnockState | Sight) -> Window | None:
        window: Window | None = memory_of(self, of)
        return window
