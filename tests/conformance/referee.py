"""OpenSpiel's gin rummy as a neutral referee: its numbering of cards, melds and actions.

Player 0 is its non-dealer. Cards are suit × 13 + rank with the suits in the order s c d h; ours are
in the order s h d c. A round is told to it as a row of numbers, the deal included.
"""

from functools import cache
from typing import Any

from rummy.engine.cards import cards_of, mask_of
from rummy.engine.melding import Meld
from tests.skipping import OPTIONAL

try:
    import pyspiel
except ImportError:  # a platform without a wheel
    pyspiel = None

AVAILABLE = pyspiel is not None
MISSING = OPTIONAL + "OpenSpiel is not installed: there is no wheel for this machine"

UPCARD, STOCK, PASS, KNOCK, FIRST_MELD = 52, 53, 54, 55, 56
MELDS = 185
LONGEST_MELD = 5

_THEIR_SUIT = (0, 3, 2, 1)
THEIRS = tuple(_THEIR_SUIT[card // 13] * 13 + card % 13 for card in range(52))
OURS = tuple(THEIRS.index(card) for card in range(52))


@cache
def judging() -> Any:
    """Its own functions on hands: least deadwood, legal discards of a knock, lay-offs."""
    return pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)


@cache
def _before_the_deal(knock_limit: int, gin_bonus: int, undercut_bonus: int) -> Any:
    numbers = {
        "knock_card": knock_limit,
        "gin_bonus": gin_bonus,
        "undercut_bonus": undercut_bonus,
    }
    return pyspiel.load_game("gin_rummy", numbers).new_initial_state()


def simple_bot(player: int) -> Any:
    """Its own player: knocks at once, throws the dearest card, never lays off."""
    return pyspiel.make_simple_gin_rummy_bot(_parameters(), player)


@cache
def _parameters() -> Any:
    return pyspiel.load_game("gin_rummy").get_parameters()


def new_round(*, knock_limit: int, gin_bonus: int, undercut_bonus: int) -> Any:
    """A round of these numbers before the deal; a clone, for building one takes a millisecond."""
    return _before_the_deal(knock_limit, gin_bonus, undercut_bonus).clone()


def deal(state: Any, hands: tuple[int, int], upcard: int) -> None:
    """Both hands, player 0's first, and the upcard."""
    for card in (*cards_of(hands[0]), *cards_of(hands[1]), upcard):
        state.apply_action(THEIRS[card])


def phase_of(state: Any) -> str:
    """`FIRST_UPCARD`, `DRAW`, `DISCARD`, `KNOCK`, `LAYOFF`, `WALL` or `GAME_OVER`."""
    return str(state.current_phase().name)


def their_hand(hand: int) -> list[int]:
    return [THEIRS[card] for card in cards_of(hand)]


def our_mask(cards: list[int]) -> int:
    return mask_of(OURS[card] for card in cards)


@cache
def meld_masks() -> dict[int, int]:
    """Our mask of each action that lays a meld."""
    return {FIRST_MELD + number: our_mask(judging().int_to_meld[number]) for number in range(MELDS)}


@cache
def _meld_actions() -> dict[int, int]:
    return {mask: action for action, mask in meld_masks().items()}


def laying(meld: Meld) -> list[int]:
    """The actions that lay this meld: a run of more than five has to be laid in parts."""
    if len(meld) <= LONGEST_MELD:
        return [_meld_actions()[mask_of(meld)]]
    half = max(3, len(meld) // 2)
    return laying(meld[:half]) + laying(meld[half:])


def least_after_layoffs(hand: int, laid: list[int]) -> int:
    """Its least deadwood of a hand over every order of lay-offs on these melds (actions)."""
    melds = [action - FIRST_MELD for action in laid]
    seen: set[int] = set()
    best = 1000
    waiting = [(hand, 0)]
    while waiting:
        rest, off = waiting.pop()
        if off in seen:
            continue
        seen.add(off)
        best = min(best, judging().min_deadwood(their_hand(rest)))
        fitting = our_mask(judging().all_layoffs(melds, their_hand(off)))
        waiting += [(rest ^ 1 << card, off | 1 << card) for card in cards_of(fitting & rest)]
    return best
