"""What the special rules let a seat do beside its ordinary turn, and when that is worth it."""

from collections.abc import Sequence

from rummy.engine.families.knock.hooks import memory_of
from rummy.engine.families.knock.views import KnockView
from rummy.engine.house_rules.catch_the_glass import CatchRun, CatchSet, run_in, set_in
from rummy.engine.house_rules.hirschn import AnnounceHirschn, Hirschn, Window
from rummy.engine.records import Action

ROUND_GOES_ON = 0.85
KNOCK_WINS = 0.8
COST_OF_THE_TIE = 1.0  # having to knock although waiting for gin may have been better


def sure_claim(view: KnockView, legal: Sequence[Action]) -> Action | None:
    """A glass that is surely there (GIN-S1); of several the smallest, it spoils the fewest."""
    claims = [(claimed(view, action), action) for action in legal if is_claim(action)]
    sure = [(cards.bit_count(), action) for cards, action in claims if cards]
    return min(sure, key=lambda claim: claim[0])[1] if sure else None


def is_claim(action: Action) -> bool:
    return isinstance(action, CatchSet | CatchRun)


def claimed(view: KnockView, action: Action) -> int:
    """The cards of the pile that a claim would take away; 0 for a wrong one."""
    match action:
        case CatchSet():
            return set_in(view.open.pile, action.rank)
        case CatchRun():
            return run_in(view.open.pile, action.suit)
    return 0


def announcement(legal: Sequence[Action]) -> AnnounceHirschn | None:
    """The announcement of Hirschn, where it is open (GIN-S4)."""
    return next((action for action in legal if isinstance(action, AnnounceHirschn)), None)


def window_of(view: KnockView) -> Window | None:
    """The Hirschn announced in this round, if any; an expired one counts no more."""
    for hook in view.laws.hooks:
        if isinstance(hook, Hirschn):
            window: Window | None = memory_of(hook, view)
            latest = len(view.laws.numbers.hirschn_bonuses)
            return window if window is not None and window.turns <= latest else None
    return None


def knock_bonus(view: KnockView) -> int:
    """What Hirschn adds to a knock won in this turn: one's own window's bonus."""
    window = window_of(view)
    if window is None or window.seat != view.seat or window.turns < 1:
        return 0
    return view.laws.numbers.hirschn_bonuses[window.turns - 1]


def cost_of_waiting(view: KnockView) -> int:
    """What is lost by not knocking in this turn: the last one of one's own Hirschn."""
    window, numbers = window_of(view), view.laws.numbers
    if window is None or window.seat != view.seat:
        return 0
    return numbers.hirschn_missed if window.turns == len(numbers.hirschn_bonuses) else 0


def hirschn_gain(view: KnockView, chance: float) -> float:
    """What announcing adds to a turn after which each next turn allows a knock with this chance.

    The opponent ends the round before one's next turn about once in six times and spoils the
    knock about as often; a window that passes costs.
    """
    numbers = view.laws.numbers
    gain, waiting = 0.0, 1.0
    for bonus in numbers.hirschn_bonuses:
        waiting *= ROUND_GOES_ON
        gain += waiting * chance * KNOCK_WINS * bonus
        waiting *= 1 - chance
    return gain - waiting * numbers.hirschn_missed - COST_OF_THE_TIE
