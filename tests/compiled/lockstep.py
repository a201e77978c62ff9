"""What the library does, told so that two ways to run it can be compared line by line.

`python -m tests.compiled.lockstep --rounds 2` plays rounds of every game and variation, each seat
by another bot, and says what was listed, chosen and scored; playouts and melds of the gin family
besides. The seed says all.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from hashlib import sha256

from rummy import engine
from rummy.bots import BOTS, plays, recall
from rummy.bots.thinking import thinking
from rummy.engine import RuleSet, door
from rummy.engine.as_json.stored import event_to_json
from rummy.engine.cards import mask_of
from rummy.engine.families.knock.state import KnockState
from rummy.engine.melding import suit_tables
from rummy.engine.simulation import Thrifty, Uniform, play_out, simulated
from tests.engine.table_melding import rules as of_romme
from tests.engine.variants import PLAYED_APART, TEAMS, name_of

TURNS_MOST = 150
HANDS = 40

GAMES: dict[str, RuleSet] = {
    **{name_of(rules): rules for rules in (*PLAYED_APART, *TEAMS)},
    **of_romme.VARIANTS,
}


def told(name: str, seed: int) -> Iterator[str]:
    """One round, what it began with played out, and some hands melded."""
    rules, dice = GAMES[name], random.Random(f"{name} {seed}")
    deck, *reshuffles = (
        dice.sample(engine.deck_cards(rules), engine.deck_size(rules))
        for _ in range(1 + rules.reshuffles)
    )
    seats = dice.choice(rules.seats)
    state, events = engine.start_round(rules, seats, deck, dice.randrange(seats), reshuffles)
    if isinstance(state, KnockState):
        yield from melded(state, dice)
        if not rules.teams:
            yield from played_out(state, seed)
    able = [bot for bot in BOTS.values() if plays(bot, rules.family)]
    able.append(thinking(1_000))
    players = [dice.choice(able) for _ in range(seats)]
    for _ in range(TURNS_MOST):
        seat = state.turn
        if seat is None or state.is_over:
            break
        legal = engine.legal_actions(state, seat)
        seen, known = engine.view(state, seat), recall([engine.redact(e, seat) for e in events])
        yield f"{door.state_to_json(state)} {seen.to_json()}"
        action = players[seat].choose(seen, legal, dice, known)
        yield f"{players[seat].key} {legal}"
        for event in engine.decide(state, seat, action):
            state = engine.evolve(state, event)
            events.append(event)
            yield str(event_to_json(event))
    yield str(engine.score(state))


def melded(state: KnockState, dice: random.Random) -> Iterator[str]:
    melder = state.laws.knocking
    for _ in range(HANDS):
        hand = mask_of(dice.sample(engine.deck_cards(state.rules), 11))
        yield f"{melder.points_after_discard(hand)} {sorted(melder.arrangements(hand))}"


def played_out(state: KnockState, seed: int) -> Iterator[str]:
    for policy in (Uniform(random.Random(seed)), Thrifty()):
        playing = simulated(state)
        yield f"{play_out(playing, (policy, policy))} {list(playing.pile)}"


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--rounds", type=int, default=1)
    wanted.add_argument("--seed", type=int, default=0)
    wanted.add_argument("--games", nargs="+", default=list(GAMES))
    given = wanted.parse_args()
    is_source = str(suit_tables.__file__).endswith(".py")
    sys.stderr.write("sources" if is_source else "compiled")
    for name in given.games:
        for seed in range(given.seed, given.seed + given.rounds):
            digest = sha256("\n".join(told(name, seed)).encode()).hexdigest()
            sys.stdout.write(f"{name} {seed} {digest[:16]}\n")


if __name__ == "__main__":
    main()
