"""What somebody usually does, counted round by round: openings, knocks, going out."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rummy import engine
from rummy.engine.families.knock.events import Knocked, StockDrawn, UpcardPassed, UpcardTaken
from rummy.engine.families.table_melding.events import DiscardTaken
from rummy.engine.records import Event

# A share is so many of so many, in percent; a mean is a sum over so many.
SHARES: Final = {
    "rounds_won": ("won", "rounds"),
    "first_card_taken": ("first_taken", "first_draws"),
    "gin_at_the_knock": ("gins", "knocks"),
    "undercut": ("undercuts", "knocks"),
    "went_out": ("went_out", "rounds"),
    "from_the_pile": ("takes", "draws"),
}
MEANS: Final = {
    "deadwood_at_the_knock": ("knock_points", "knocks"),
    "points_left": ("held", "caught"),
}
# Of which family's games each is told; what is missing here, of all.
OF_FAMILY: Final = {
    "knock": ("first_card_taken", "deadwood_at_the_knock", "gin_at_the_knock", "undercut"),
    "table_melding": ("went_out", "points_left", "from_the_pile"),
}


def counts_of(
    rules: engine.RuleSet, seats: int, events: Sequence[Event], seat: int
) -> dict[str, int]:
    """One round's counts for a seat, without those that are nothing; a round that is over."""
    found: Counter[str] = Counter(rounds=1)
    score = engine.score(engine.fold(rules, seats, events))
    if score is None:
        return {}
    side = rules.side_of(seat, seats)
    found["won"] = score.winner in side
    own = [event for event in events if getattr(event, "seat", None) == seat]
    drawn = [one for one in own if isinstance(one, StockDrawn | UpcardTaken | UpcardPassed)]
    if drawn:
        found["first_draws"], found["first_taken"] = 1, isinstance(drawn[0], UpcardTaken)
    for event in own:
        if isinstance(event, Knocked):
            found["knocks"], found["knock_points"] = 1, event.points
            found["gins"], found["undercuts"] = event.points == 0, score.winner not in side
    takes = sum(isinstance(event, DiscardTaken) for event in own)
    found["takes"] = takes
    found["draws"] = takes + sum(isinstance(event, StockDrawn) for event in own)
    if score.tallies is not None:
        tally = score.tallies[seat]
        found["went_out"], found["caught"] = tally.cards == 0, tally.cards > 0
        found["held"] = tally.held
    return {name: int(count) for name, count in found.items() if count}


def habits(rounds: Iterable[Mapping[str, int]], family: str) -> dict[str, float]:
    """Shares in percent and means of these counts, as far as there is anything to tell."""
    total: Counter[str] = Counter()
    for one in rounds:
        total.update(one)
    found = {}
    for name in ("rounds_won", *OF_FAMILY[family]):
        part, whole = (SHARES | MEANS)[name]
        if total[whole]:
            found[name] = (100 if name in SHARES else 1) * total[part] / total[whole]
    return found
