"""What a round's result was made of: the deal, the draws, what lay open, play, and the end.

After every draw and every turn the round is valued with all cards open (`rummy.skill.value`). Each
change has one cause, so the changes add up to the result:

- `deal`: what the hands that were dealt were worth;
- `own_draws`, `other_draws`: cards from the stock, against a card as good as most;
- `own_open`, `other_open`: cards taken from the pile instead, against the same;
- `own_play`, `other_play`: all else that was decided, as it turned out with the cards as they lay;
- `end`: what the last valuation did not know, the showdown.

Deal and draws are luck: nobody chose them. What the pile brings is luck and skill at once, to be
offered the card and to see its use. Play is what came of the rest, which is not the same as how
good it was: that is accuracy (`rummy.skill.measure`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

from rummy import engine
from rummy.engine.budget import DECIDING_STEPS, Budget
from rummy.engine.families.knock.events import Discarded, StockDrawn, UpcardPassed, UpcardTaken
from rummy.engine.families.knock.phases import ANSWER
from rummy.engine.families.table_melding.events import ClaimGranted, DiscardTaken, TurnEnded
from rummy.engine.records import Event

from .measure import game_of
from .value import Features, features_of, row_of, valuing_of

HARD_TURNS = 40  # as long is thought about a round as about so many decisions
DRAWN, OPEN = (StockDrawn,), (UpcardTaken, DiscardTaken, ClaimGranted)
VALUED: Final = (*DRAWN, *OPEN, Discarded, UpcardPassed, TurnEnded)


class Parts(NamedTuple):
    """In points, for one seat; they add up to its result less the mean of the others'."""

    deal: float
    own_draws: float
    other_draws: float
    own_open: float
    other_open: float
    own_play: float
    other_play: float
    end: float

    @property
    def luck(self) -> float:
        """What nobody chose."""
        return self.deal + self.own_draws + self.other_draws

    @property
    def result(self) -> float:
        """Own points less the mean of the others'."""
        return sum(self)

    def told(self) -> dict[str, float]:
        """In tenths, result and luck as well, so that all adds up: what is left is the end's."""
        tenths = Parts(*(round(points, 1) for points in self))
        result = round(self.result, 1)
        shown = tenths._replace(end=round(result - tenths.result + tenths.end, 1))
        return {**shown._asdict(), "result": result, "luck": round(shown.luck, 1)}

    def rounded(self) -> dict[str, float]:
        """By name, to hundredths."""
        return {name: round(points, 2) for name, points in self._asdict().items()}


class Moment(NamedTuple):
    """What the round should bring each seat after the event at this place of its log."""

    place: int
    event: Event
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """A round from the deal to its result, by seat."""

    moments: tuple[Moment, ...]
    parts: tuple[Parts, ...]


def story_of(rules: engine.RuleSet, seats: int, events: Sequence[Event]) -> Story | None:
    """The story of a round that is over; `events` are its whole log, not redacted.

    None where it cannot be told: for teams, where tables are rearranged, where nobody had a score,
    and where thinking about it takes too long.
    """
    if rules.teams or getattr(rules.play, "robber", False):
        return None
    steps = Budget(DECIDING_STEPS * HARD_TURNS)
    moments = tuple(_moments(rules, seats, events, steps))
    score = engine.score(engine.fold(rules, seats, events))
    if steps.over or score is None:
        return None
    valuing = valuing_of(game_of(rules))
    parts = tuple(
        _parts(moments, seat, _ahead(score.points, seat), valuing.draw) for seat in range(seats)
    )
    return Story(moments, parts)


def _moments(
    rules: engine.RuleSet, seats: int, events: Sequence[Event], steps: Budget
) -> Iterator[Moment]:
    valuing = valuing_of(game_of(rules))
    for place, event, state, features in snapshots(rules, seats, events, steps):
        values = (valuing.of(row_of(state, features, seat)) for seat in range(seats))
        yield Moment(place, event, tuple(values))


class Snapshot(NamedTuple):
    """A moment at which a round is valued."""

    place: int
    event: Event
    state: engine.RoundState
    features: tuple[Features, ...]


def snapshots(
    rules: engine.RuleSet, seats: int, events: Sequence[Event], steps: Budget
) -> Iterator[Snapshot]:
    """After the deal, every draw and every turn, as long as there are steps."""
    state = engine.fold(rules, seats, ())
    for place, event in enumerate(events):
        state = engine.evolve(state, event)
        if state.is_over or state.phase is ANSWER or steps.over:
            return
        if place == 0 or isinstance(event, VALUED):
            features = tuple(features_of(state, seat, steps) for seat in range(seats))
            yield Snapshot(place, event, state, features)


def _parts(moments: Sequence[Moment], seat: int, ahead: float, draw: float) -> Parts:
    found = dict.fromkeys(Parts._fields, 0.0)
    found["deal"] = moments[0].values[seat]
    for before, now in pairwise(moments):
        change = now.values[seat] - before.values[seat]
        whose = "own" if getattr(now.event, "seat", None) == seat else "other"
        if isinstance(now.event, (*DRAWN, *OPEN)):
            usual = draw if whose == "own" else -draw / (len(now.values) - 1)
            found[f"{whose}_play"] += usual
            change -= usual
            found[f"{whose}_{'draws' if isinstance(now.event, DRAWN) else 'open'}"] += change
        else:
            found[f"{whose}_play"] += change
    found["end"] = ahead - moments[-1].values[seat]
    return Parts(**found)


def _ahead(points: Sequence[int], seat: int) -> float:
    others = [one for other, one in enumerate(points) if other != seat]
    return points[seat] - sum(others) / len(others)
