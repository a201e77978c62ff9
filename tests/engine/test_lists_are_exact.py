"""Lists and `decide` are of one mind: what is listed is done, what is not listed is refused.

Sought in both directions, over random rounds of every game and variation, and over positions that
are made to be hard. Where a list names less than `decide` takes, the exceptions stand here, as in
`table_melding.legal` and in `docs/api.md`. A sample runs with the fast tests.
"""

import os
import random
from collections.abc import Hashable, Iterator
from itertools import combinations

import pytest

from rummy.engine import IllegalAction, RuleSet, decide, legal_actions
from rummy.engine.cards import (
    CARD_COUNT,
    FIRST_JOKER,
    PACK,
    cards_of,
    held_of,
    is_joker,
    laid_as,
)
from rummy.engine.families.knock.actions import ANSWER, PASS_UPCARD, TAKE_UPCARD, Knock
from rummy.engine.families.table_melding.actions import (
    CLAIM_DISCARD,
    END_TURN,
    RESET_TURN,
    TAKE_DISCARD,
    UNDO,
    ExchangeJoker,
    LayMeld,
    LayOff,
    ResetTurn,
    TakeDiscard,
)
from rummy.engine.families.table_melding.evolve import evolve
from rummy.engine.families.table_melding.state import TableMeldingState
from rummy.engine.family import RoundState
from rummy.engine.house_rules.catch_the_glass import CLAIMS
from rummy.engine.house_rules.hirschn import ANNOUNCE
from rummy.engine.moves import DRAW_STOCK, Discard
from rummy.engine.records import Action, CutShort
from rummy.engine.table_melding import HIGH_ACE, MeldRules, figure_of, place_face, suited
from tests.engine import playing, test_invariants
from tests.engine.table_melding import test_invariants as of_romme
from tests.engine.table_melding.rules import VARIANTS
from tests.engine.table_melding.sought import beside, some_position, state_of
from tests.engine.variants import PLAYED_APART, name_of

SEED = int(os.environ.get("JETON_SEED", "0"))
ROUNDS, OF_EACH_GAME = 1, 5_000  # of gin, Deutsches Rommé and Rommé 500, shared by their variants
POSITIONS, MANY_POSITIONS = 12, 1_500
FEW = 10  # cards: of so many, two layings are tried after what is left out
DISCARDS = [Discard(card) for card in range(CARD_COUNT)]
GIN = [
    *(DRAW_STOCK, TAKE_UPCARD, PASS_UPCARD, ANSWER, ANNOUNCE, *CLAIMS, *DISCARDS),
    *(Knock(card) for card in range(CARD_COUNT)),
]
ROMME = [
    *(DRAW_STOCK, TAKE_DISCARD, CLAIM_DISCARD, END_TURN, UNDO, RESET_TURN, *DISCARDS),
    *(TakeDiscard(card) for card in range(CARD_COUNT)),
]


def takes(state: RoundState, seat: int, action: Action) -> bool:
    try:
        return bool(decide(state, seat, action))
    except IllegalAction:
        return False


def check_gin(state: RoundState) -> None:
    for seat in range(state.seats):
        listed = set(legal_actions(state, seat))
        for action in GIN:
            assert takes(state, seat, action) == (action in listed), (seat, action, SEED)


def check_romme(state: TableMeldingState) -> None:
    for seat in range(state.seats):
        listed = legal_actions(state, seat)
        for action in listed:
            assert takes(state, seat, action), (seat, action, SEED)
        named = {key(state, action) for action in listed}
        for action in (*ROMME, *(layings(state) if seat == state.turn else ())):
            if key(state, action) not in named and takes(state, seat, action):
                assert may_be_left_out(state, action, listed), (seat, action, state, SEED)


def key(state: TableMeldingState, action: Action) -> Hashable:
    """What an action does, whichever copies, whichever jokers, whichever missing suit of a set."""
    match action:
        case LayMeld(cards):
            faces = sorted((suited(card), is_joker(held_of(card))) for card in cards)
            figure = figure_of(cards)
            wild = sum(joker for _, joker in faces)
            if figure is not None and figure.suit < 0:
                return tuple(face for face, joker in faces if not joker), wild
            return tuple(faces)
        case LayOff(card, meld):
            return suited(card), is_joker(held_of(card)), meld
        case ExchangeJoker(card, meld, joker):
            return suited(card), meld, joker
        case TakeDiscard(card):
            top = state.open.pile[-1] if state.open.pile else None
            return "take", top if card is None else card
        case ResetTurn() if len(state.open.steps) == 1:
            return UNDO
    return action


def layings(state: TableMeldingState) -> Iterator[Action]:
    """Every meld up to five cards, lay-off and exchange that cards at hand could make."""
    hand, rules = state.hidden.hands[state.turn or 0], state.laws.melds
    jokers = [card for card in cards_of(hand | state.open.freed) if is_joker(card)]
    copies: dict[int, int] = {}
    for card in cards_of(hand):
        if not is_joker(card) and (card == state.open.taken or card % PACK not in copies):
            copies[card % PACK] = card
    for faces in places():
        yield from melds_on(faces, copies, jokers, rules)
    for number, meld in enumerate(state.open.melds):
        yield from (LayOff(card, number) for card in copies.values())
        yield from (LayOff(laid_as(j, face), number) for j in jokers[:1] for face in range(PACK))
        for laid in meld.cards:
            if laid >= FIRST_JOKER:
                joker = held_of(laid)
                yield from (ExchangeJoker(card, number, joker) for card in copies.values())


def places() -> Iterator[tuple[int, ...]]:
    for size in (3, 4, 5):
        for suit in range(4):
            for first in range(HIGH_ACE + 2 - size):
                yield tuple(place_face(at, suit) for at in range(first, first + size))
    for size in (3, 4):
        for rank in range(13):
            yield from combinations(range(rank, PACK, 13), size)


def melds_on(
    faces: tuple[int, ...], copies: dict[int, int], jokers: list[int], rules: MeldRules
) -> Iterator[LayMeld]:
    """Melds over these places; a joker lies only where no natural card is at hand."""
    missing = [face for face in faces if face not in copies]
    if len(missing) <= min(len(jokers), rules.jokers_allowed(len(faces))):
        lying = dict(zip(missing, jokers, strict=False))
        yield LayMeld(tuple(laid_as(lying[f], f) if f in lying else copies[f] for f in faces))


def may_be_left_out(state: TableMeldingState, action: Action, listed: list[Action]) -> bool:
    """Whether `docs/api.md` says that this is not listed though it is taken: it leads to no end of
    this turn, or the steps did not suffice to find out. Looked for two layings deep.
    """
    if not isinstance(action, LayMeld | LayOff | ExchangeJoker | TakeDiscard):
        return False
    few = state.open.hand_counts[state.turn or 0] <= FEW
    return isinstance(listed, CutShort) or not leads_to_an_end(state, action, 2 if few else 1)


def leads_to_an_end(state: TableMeldingState, action: Action, more: int) -> bool:
    """Whether the turn may be ended after it, or after so many layings more; hand-rommé apart."""
    seat, first = state.turn or 0, not any(state.open.opened)
    for event in decide(state, seat, action):
        state = evolve(state, event)
    hand = state.hidden.hands[seat]
    if any(takes(state, seat, end) for end in (END_TURN, *map(Discard, cards_of(hand)))):
        return not (first and hand.bit_count() < 2)
    return more > 0 and any(
        leads_to_an_end(state, laying, more - 1)
        for laying in layings(state)
        if takes(state, seat, laying)
    )


def gin_states(rules: RuleSet, rounds: int) -> Iterator[RoundState]:
    for seed in range(SEED, SEED + rounds):
        player = playing.wild if seed % 4 == 3 else playing.sensible
        yield from test_invariants.states(rules, playing.play(rules, seed, player).events)


def romme_states(name: str, rounds: int) -> Iterator[TableMeldingState]:
    rules = VARIANTS[name]
    for _, round_ in of_romme.games(name, rounds):
        yield from of_romme.states(rules, round_.state.seats, round_.events)


def hard_positions(name: str, count: int) -> Iterator[TableMeldingState]:
    dice = random.Random(f"{name} {SEED}")
    position = some_position(VARIANTS[name], dice)
    for number in range(count):
        yield state_of(VARIANTS[name], position)
        position = (beside if number % 3 else lambda _, d: some_position(VARIANTS[name], d))(
            position, dice
        )


@pytest.mark.parametrize("rules", PLAYED_APART, ids=name_of)
def test_gin_lists_exactly_what_it_takes(rules: RuleSet) -> None:
    for state in gin_states(rules, ROUNDS):
        check_gin(state)


@pytest.mark.drawn(5)
@pytest.mark.parametrize("name", VARIANTS)
def test_romme_lists_what_it_takes_but_for_what_leads_nowhere(name: str) -> None:
    for number, state in enumerate(romme_states(name, ROUNDS)):
        if number % 5 == 0:
            check_romme(state)
    for state in hard_positions(name, POSITIONS):
        check_romme(state)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("rules", PLAYED_APART, ids=name_of)
def test_gin_lists_exactly_what_it_takes_in_many_rounds(rules: RuleSet) -> None:
    for state in gin_states(rules, -(-OF_EACH_GAME // len(PLAYED_APART))):
        check_gin(state)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", VARIANTS)
def test_romme_lists_what_it_takes_in_many_rounds_and_hard_positions(name: str) -> None:
    alike = [other for other in VARIANTS if VARIANTS[other].key == VARIANTS[name].key]
    for state in romme_states(name, -(-OF_EACH_GAME // len(alike))):
        check_romme(state)
    for state in hard_positions(name, MANY_POSITIONS):
        check_romme(state)
