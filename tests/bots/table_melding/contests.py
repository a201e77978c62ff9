"""Rounds of the table-melding games between bots, every choice held to the rules."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from time import process_time

from rummy import engine
from rummy.bots import Bot, interjection, recall, remember
from rummy.bots.memory import Recollection
from rummy.engine.family import RoundState
from rummy.engine.records import Action, Event
from rummy.engine.scoring import RoundScore

MOST_ACTIONS = 3000


@dataclass
class Table:
    """Bots at a table of these rules; each remembers what everybody could see."""

    rules: engine.RuleSet
    bots: Sequence[Bot]
    dice: Random
    seconds: dict[str, list[float]] = field(default_factory=dict)

    def positions(self, dealer: int) -> Iterator[tuple[RoundState, int, Action, Recollection]]:
        """Every choice of a round before it is carried out; then `last` and `events` tell it."""
        deck = list(engine.deck_cards(self.rules))
        self.dice.shuffle(deck)
        orders = [self.dice.sample(deck, len(deck)) for _ in range(self.rules.reshuffles)]
        state, self.events = engine.start_round(self.rules, len(self.bots), deck, dealer, orders)
        recalled = recall(self.events)
        for _ in range(MOST_ACTIONS):
            self.last = state
            if state.turn is None:
                return
            for event in self.claims(state):
                state, recalled = engine.evolve(state, event), remember(recalled, event)
                self.events.append(event)
            seat = state.turn
            assert seat is not None
            action = self.choose(state, seat, recalled)
            yield state, seat, action, recalled
            for event in engine.decide(state, seat, action):
                state = engine.evolve(state, event)
                recalled = remember(recalled, event)
                self.events.append(event)
        raise AssertionError("a round without end")

    def claims(self, state: RoundState) -> list[Event]:
        """The seats not on turn knock for the discard where they want it (GER-V4)."""
        events: list[Event] = []
        for seat in range(state.seats):
            legal = [] if seat == state.turn else engine.legal_actions(state, seat)
            action = interjection(self.bots[seat], engine.view(state, seat), legal)
            if action is not None:
                events += engine.decide(state, seat, action)
        return events

    def choose(self, state: RoundState, seat: int, recalled: Recollection) -> Action:
        seen, legal = engine.view(state, seat), engine.legal_actions(state, seat)
        assert legal
        bot = self.bots[seat]
        began = process_time()
        action = bot.choose(seen, legal, self.dice, recalled)
        self.seconds.setdefault(bot.key, []).append(process_time() - began)
        return action

    def play_round(self, dealer: int = 0) -> RoundScore:
        for _ in self.positions(dealer):
            pass
        score = engine.score(self.last)
        assert score is not None
        return score


def points_ahead(
    rules: engine.RuleSet, one: Bot, other: Bot, deals: int, seed: int, seats: int = 2
) -> list[float]:
    """Points by which the first bot's seats are ahead of the other's, one figure for each deal.

    Seats alternate, so do dealers; every deal is played by both sides of the table.
    """
    ahead = []
    for number in range(2 * deals):
        bots = [one if (seat + number) % 2 == 0 else other for seat in range(seats)]
        table = Table(rules, bots, Random(seed * 100_003 + number // 2))
        points = table.play_round(dealer=number // 2 % seats).points
        ours = [points[seat] for seat in range(seats) if bots[seat] is one]
        theirs = [points[seat] for seat in range(seats) if bots[seat] is other]
        ahead.append(sum(ours) / len(ours) - sum(theirs) / len(theirs))
    return [sum(pair) / 2 for pair in zip(ahead[::2], ahead[1::2], strict=True)]
