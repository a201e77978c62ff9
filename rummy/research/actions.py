"""Numbers for actions: a finite space, the same for every round of a rule-set.

Numbered is what `legal_actions` lists, and nothing else; which copy of a card and which joker lies
in a meld the list decides. A game with actions of a house rule's own, with memory that a vector
does not show, or with actions out of turn (GER-V4) has no such space.

- gin: a draw, the upcard taken or passed, an answer, a discard or a knock with each card
- Rommé: a draw, the discard, each card of the pile (R500-3), the turn's end, taking back; a discard
  of each card; each meld of up to five cards by its places and those that jokers take; each card,
  and a joker for it, laid off on each meld of the table; each card in the place of each joker
"""

from collections.abc import Hashable, Iterable, Iterator
from itertools import combinations

from rummy import engine
from rummy.engine.cards import FIRST_JOKER, PACK, is_joker
from rummy.engine.families.knock.actions import ANSWER, PASS_UPCARD, TAKE_UPCARD, Knock
from rummy.engine.families.knock.rules.laws import KnockLaws
from rummy.engine.families.knock.rules.laws import laws_of as knock_laws_of
from rummy.engine.families.table_melding import actions as moves
from rummy.engine.families.table_melding.rules.laws import TableMeldingLaws
from rummy.engine.families.table_melding.rules.laws import laws_of as table_laws_of
from rummy.engine.moves import DRAW_STOCK, Discard
from rummy.engine.records import Action
from rummy.engine.table_melding import PLACES, MeldRules, place_face, set_face, suited

Laws = KnockLaws | TableMeldingLaws
MELDS_MAX = 36  # 110 cards make no more melds of three


def laws_for(rules: engine.RuleSet) -> Laws:
    """The laws of these rules; InvalidRules(no_finite_actions) where they have no such space."""
    if rules.family == "knock":
        laws = knock_laws_of(rules)
        if laws.owners or any(hook.start_memory() is not None for hook in laws.hooks):
            raise engine.InvalidRules("no_finite_actions", house_rules=list(rules.house_rules))
        return laws
    melding = table_laws_of(rules)
    if melding.numbers.knock_for_discard:
        raise engine.InvalidRules("no_finite_actions", rule="GER-V4")
    return melding


class ActionSpace:
    """`size` actions, numbered from 0."""

    def __init__(self, rules: engine.RuleSet) -> None:
        laws, deck = laws_for(rules), engine.deck_cards(rules)
        keys = _of_gin(deck) if isinstance(laws, KnockLaws) else _of_romme(deck, laws.melds)
        self._numbers = {key: number for number, key in enumerate(keys)}
        self.size = len(self._numbers)

    def number_of(self, action: Action) -> int:
        """The number of a listed action."""
        return self._numbers[_key(action)]

    def numbered(self, legal: Iterable[Action]) -> dict[int, Action]:
        """A list of legal actions by their numbers."""
        return {self.number_of(action): action for action in legal}


def _key(action: Action) -> Hashable:
    """What the number means: an action, whichever copies and jokers it names."""
    match action:
        case moves.LayMeld(cards):
            return tuple((suited(card), card >= FIRST_JOKER) for card in cards)
        case moves.LayOff(card, meld):
            return suited(card), card >= FIRST_JOKER, meld
        case moves.ExchangeJoker(card, _, joker):
            return suited(card), joker
    return action


def _of_gin(deck: tuple[int, ...]) -> Iterator[Hashable]:
    yield from (DRAW_STOCK, TAKE_UPCARD, PASS_UPCARD, ANSWER)
    yield from (Discard(card) for card in deck)
    yield from (Knock(card) for card in deck)


def _of_romme(deck: tuple[int, ...], rules: MeldRules) -> Iterator[Hashable]:
    yield from (DRAW_STOCK, moves.TAKE_DISCARD, moves.END_TURN, moves.UNDO, moves.RESET_TURN)
    yield from (moves.TakeDiscard(card) for card in deck)
    yield from (Discard(card) for card in deck)
    for faces in _places():
        for count in range(min(rules.jokers_allowed(len(faces)), len(faces) - 2) + 1):
            for wild in combinations(faces, count):
                yield tuple((face, face in wild) for face in faces)
    for meld in range(MELDS_MAX):
        yield from ((face, joker, meld) for face in range(PACK) for joker in (False, True))
    yield from ((face, joker) for face in range(PACK) for joker in filter(is_joker, deck))


def _places() -> Iterator[tuple[int, ...]]:
    """The cards that runs of three to five, and sets, lie for."""
    for suit in range(4):
        for size in (3, 4, 5):
            for first in range(PLACES - size + 1):
                yield tuple(place_face(at, suit) for at in range(first, first + size))
    for rank in range(13):
        for size in (3, 4):
            for suits in combinations(range(4), size):
                yield tuple(set_face(rank, suit) for suit in suits)
