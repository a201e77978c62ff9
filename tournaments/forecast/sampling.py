"""Rounds as a rule-set gives them: scores and turns, played by bots, drawn again at random."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rummy import engine
from rummy.bots import BOTS, Bot, recall, remember
from rummy.bots.families import plays
from rummy.settlement import SeatScore, seat_scores
from tournaments.simulation.playing import Chance

# A turn takes between so many thousandths of the think time, evenly spread.
TURN_PERMILLE = (500, 1_500)
TURNS_MAX = 2_000


# The first of these that plays the game's family: quick, and good enough for scores and turns.
SAMPLERS = ("greedy", "solid")


def sampler_of(rules: engine.RuleSet) -> str:
    """The key of the bot whose rounds stand for those of people."""
    found = [key for key in SAMPLERS if plays(BOTS[key], rules.family)]
    if not found:
        raise LookupError(f"none of {SAMPLERS} plays the family {rules.family!r}")
    return found[0]


@dataclass(frozen=True, slots=True)
class Sample:
    """One round: what each seat scored, in how many turns."""

    scores: tuple[SeatScore, ...]
    turns: int


def sample_rounds(
    rules: engine.RuleSet, seats: int, rounds: int, *, bot: Bot, chance: Chance
) -> tuple[Sample, ...]:
    """So many rounds of the rule-set between equal bots."""
    return tuple(_play(rules, seats, number % seats, bot, chance) for number in range(rounds))


def _play(rules: engine.RuleSet, seats: int, dealer: int, bot: Bot, chance: Chance) -> Sample:
    deck = list(engine.deck_cards(rules))
    chance.shuffle(deck)
    state, events = engine.start_round(rules, seats, deck, dealer)
    recalled = recall(events)
    turns, before = 0, None
    while not state.is_over:
        seat = state.turn
        if seat is None or turns > TURNS_MAX:
            raise AssertionError("the round does not go on")
        turns += seat != before
        before = seat
        legal = engine.legal_actions(state, seat)
        action = bot.choose(engine.view(state, seat), legal, chance, recalled)
        for event in engine.decide(state, seat, action):
            state = engine.evolve(state, event)
            recalled = remember(recalled, event)
    score = engine.score(state)
    if score is None:
        raise AssertionError("a round that is over has a score")
    return Sample(seat_scores(score), turns)


@dataclass(frozen=True, slots=True)
class SampledCards:
    """Rounds drawn from samples, by the number of players; seats are shuffled, all are equal.

    Each takes `deal_ms` besides its turns.
    """

    samples: Mapping[int, Sequence[Sample]]
    think_ms: int
    chance: Chance
    rounds: int = 1
    deal_ms: int = 0

    def round(self, seats: int) -> tuple[Sequence[SeatScore], int]:
        """Scores in seat order, and the milliseconds it takes; the sum, where a table plays
        several rounds before anybody is told."""
        played = [self._round(seats) for _ in range(self.rounds)]
        if self.rounds == 1:
            return played[0]
        totals = [sum(scores[seat].score for scores, _ in played) for seat in range(seats)]
        return [SeatScore(total) for total in totals], sum(length for _, length in played)

    def _round(self, seats: int) -> tuple[Sequence[SeatScore], int]:
        known = self.samples[seats]
        sample = known[self.chance.randrange(len(known))]
        turn = self.chance.randrange(seats)
        least, most = TURN_PERMILLE
        # The sum of many evenly spread turns: three draws are near enough, and quick.
        draws = [least + self.chance.randrange(most - least + 1) for _ in range(3)]
        length_ms = sample.turns * self.think_ms * sum(draws) // 3_000
        return (*sample.scores[turn:], *sample.scores[:turn]), length_ms + self.deal_ms
