"""Every choice of a decision with what it is worth: the one judgement behind expert and hints."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rummy.bots.memory import NOTHING, Recollection
from rummy.engine.budget import Budget
from rummy.engine.cards import BIT, is_joker
from rummy.engine.families.knock.actions import Discard, DrawStock, Knock, PassUpcard, TakeUpcard
from rummy.engine.families.knock.events import UpcardTaken
from rummy.engine.families.knock.knocking import best_arrangement
from rummy.engine.families.knock.views import KnockView, evolve_view
from rummy.engine.records import Action

from .estimate import drawing_worth, judge_of, judged, knock_worth, knocking_facts, waiting_worth
from .hands import own_hand
from .outlook import Near, Outlook, Scene, danger, far_outlook, is_dear, near_outlook, scene_of
from .specials import cost_of_waiting, effect_of, knock_bonus, promising, sure_gain

CHOICES_LOOKED_AT: Final = 7
KNOCKS_LOOKED_AT_WHEN_DEAR: Final = 2
LOOKED_AT_FURTHER: Final = 3  # of those, in brief: where they are told by one draw well enough
BETTER_NOW: Final = 1.0
OPPONENT_KNOCKS: Final = 0.4  # about how often it is the opponent who ends the round
CHOICES_LOOKED_AT_WHEN_DEAR: Final = 3
CHOICES_FORESEEN_WHEN_DEAR: Final = 1
# What laying out ten cards counts as: one search with an end of its own, near these numbers.
LAYING_OUT_STEPS: Final = 20
LAYING_OUT_STEPS_WHEN_DEAR: Final = 500
USUALLY_EXPOSED: Final = 4  # cards that could be laid off on a knock


class Worth(NamedTuple):
    """An action, the points it should bring this round, and what that rests on.

    `outlook` is that of the ten cards kept, `danger` the chance that the opponent melds the
    discard, `points` the deadwood of a knock.
    """

    action: Action
    value: float
    outlook: Outlook | None = None
    danger: float = 0.0
    points: int | None = None


def worths(
    view: KnockView,
    legal: Sequence[Action],
    recalled: Recollection = NOTHING,
    steps: Budget | None = None,
    *,
    briefly: bool = False,
) -> list[Worth]:
    """What each action worth a thought would bring, best first; the others are absent.

    With `steps` it takes of those. Where they are over fewer draws and discards are looked at.
    `briefly`: only the few discards that look best by one draw, which is what a bot needs.
    """
    return _worths(view, judged(scene_of(view, recalled, steps)), legal, briefly=briefly)


def worth_of(
    view: KnockView, action: Action, recalled: Recollection = NOTHING, steps: Budget | None = None
) -> Worth | None:
    """What this action would bring; None for one that is not judged in points."""
    scene = judged(scene_of(view, recalled, steps))
    if isinstance(action, Discard):
        return _discarding(view, scene, [action])[0]
    effect = effect_of(view, action)
    if effect is not None:
        others = [other for other in view.legal_actions() if effect_of(view, other) is None]
        return Worth(action, _worths(view, scene, others)[0].value + effect.points)
    return _worth(view, scene, action)


def _worths(
    view: KnockView,
    scene: Scene,
    legal: Sequence[Action],
    *,
    foreseen: bool = False,
    briefly: bool = False,
) -> list[Worth]:
    """See `worths`; `foreseen`: for a turn not come yet, where less will do."""
    looked_at = [action for action in legal if not isinstance(action, Knock | Discard)]
    looked_at += _knocks_to_look_at(view, scene, legal)
    judged = [_worth(view, scene, action, foreseen=foreseen) for action in looked_at]
    found = [worth for worth in judged if worth is not None]
    discards = [action for action in legal if isinstance(action, Discard)]
    waits = _discarding(view, scene, discards, foreseen=foreseen, briefly=briefly)
    found += _not_above_gin(waits, found)
    found += _special(view, found, legal)
    return sorted(found, key=lambda worth: -worth.value)


def _not_above_gin(waits: list[Worth], knocks: Sequence[Worth]) -> list[Worth]:
    """Waiting is never better than gin that can be had now: it can hardly become more."""
    gin = max((one.value for one in knocks if one.points == 0), default=None)
    if gin is None:
        return waits
    return [one._replace(value=min(one.value, gin - BETTER_NOW)) for one in waits]


def _worth(
    view: KnockView, scene: Scene, action: Action, *, foreseen: bool = False
) -> Worth | None:
    match action:
        case DrawStock():
            return _drawing(view, scene, action)
        case PassUpcard():
            return _passing(view, scene, action)
        case TakeUpcard():
            return _taking(view, scene, action)
        case Knock():
            return _knocking(view, scene, action, foreseen=foreseen)
    return None


def _special(view: KnockView, found: Sequence[Worth], legal: Sequence[Action]) -> list[Worth]:
    """What house rules offer comes before the rest of the turn, which follows."""
    if not found:
        return []
    special = []
    best = max(found, key=lambda worth: worth.value)
    later, now = promising(view, legal), sure_gain(view, legal)
    waits = [worth for worth in found if isinstance(worth.action, Discard) and worth.outlook]
    if later is not None and waits:
        (action, hook), wait = later, max(waits, key=lambda worth: worth.value)
        gain = hook.promise(view, wait.outlook.knock if wait.outlook else 0.0) or 0.0
        special.append(wait._replace(action=action, value=wait.value + gain))
    if now is not None:
        action, effect = now
        value = max([best.value, *(worth.value for worth in special)])
        special.append(Worth(action, value + effect.points))
    return special


def _knocks_to_look_at(view: KnockView, scene: Scene, legal: Sequence[Action]) -> list[Knock]:
    """All knocks where looking is cheap; else the lowest, and those that throw a joker."""
    knocks = [action for action in legal if isinstance(action, Knock)]
    if len(knocks) <= KNOCKS_LOOKED_AT_WHEN_DEAR or not is_dear(view.laws):
        return knocks
    hand, melder = own_hand(view), view.laws.knocking
    lowest = sorted(knocks, key=lambda one: scene.least(melder, hand ^ BIT[one.card]))
    jokers = [one for one in lowest if is_joker(one.card)]
    return list(dict.fromkeys([*lowest[:KNOCKS_LOOKED_AT_WHEN_DEAR], *jokers[:1]]))


def _own_outlook(view: KnockView, scene: Scene) -> Outlook:
    melder = view.laws.knocking
    return far_outlook(scene, melder, near_outlook(scene, melder, own_hand(view)))


def _drawing(view: KnockView, scene: Scene, action: Action) -> Worth:
    """Draw from the stock, whatever comes."""
    seen = _own_outlook(view, scene)
    return Worth(action, drawing_worth(scene, seen), seen)


def _passing(view: KnockView, scene: Scene, action: PassUpcard) -> Worth:
    """Leave the first upcard: the opponent may want it; else the seat left of the dealer draws."""
    last = view.open.passes + 1 == view.open.seats
    seen = _own_outlook(view, scene)
    risk = 0.0 if last else danger(scene, view.open.pile[-1])
    waits = waiting_worth(scene, seen, risk)
    if last:
        return Worth(action, waits, seen)
    draws = _drawing(view, scene, action).value
    return Worth(action, risk * waits + (1 - risk) * draws, seen, risk)


def _taking(view: KnockView, scene: Scene, action: TakeUpcard) -> Worth:
    """Take the upcard and go on as well as possible."""
    taken = UpcardTaken(view.seat or 0, view.open.pile[-1])
    after = evolve_view(view, taken)
    best = _worths(after, scene, after.legal_actions(), foreseen=True)[0]
    return best._replace(action=action)


def _knocking(view: KnockView, scene: Scene, action: Knock, *, foreseen: bool = False) -> Worth:
    facts_of = foreseen_facts if foreseen else knock_facts
    facts = facts_of(view, scene, action, own_hand(view))
    points = round(facts[0] * 10)
    worth = knock_worth(judge_of(view.laws), facts, points == 0)
    value = worth.value + knock_bonus(view) * worth.wins
    if is_joker(action.card):  # the opponent's deadwood counts twice (GIN-S5)
        value += max(0.0, worth.deadwood + points)
    return Worth(action, value, points=points)


def foreseen_facts(view: KnockView, scene: Scene, action: Knock, hand: int) -> list[float]:
    """The facts of a knock not due yet; where laying out takes long, with the usual lay-offs."""
    if not is_dear(view.laws):
        return knock_facts(view, scene, action, hand)
    points = scene.least(view.laws.knocking, hand ^ BIT[action.card])
    return knocking_facts(scene, points, USUALLY_EXPOSED)


def knock_facts(view: KnockView, scene: Scene, action: Knock, hand: int) -> list[float]:
    """The facts of a knock with these eleven cards, the melds laid as the engine lays them."""
    rest = hand ^ BIT[action.card]
    scene.steps.spend(LAYING_OUT_STEPS_WHEN_DEAR if is_dear(view.laws) else LAYING_OUT_STEPS)
    laid = best_arrangement(view.laws, view.open, rest, 0, BIT[action.card])
    if laid is None:
        raise AssertionError("ten cards can always be laid out")
    elsewhere, reach = scene.pool & ~hand, 0
    for meld in laid.melds:
        reach |= view.laws.answering.reach(meld, elsewhere)
    return knocking_facts(scene, laid.points, reach.bit_count())


def _discarding(
    view: KnockView,
    scene: Scene,
    discards: Sequence[Discard],
    *,
    foreseen: bool = False,
    briefly: bool = False,
) -> list[Worth]:
    """The discards that leave least deadwood, each with its outlook."""
    hand, melder = own_hand(view), view.laws.knocking
    most = CHOICES_LOOKED_AT
    if is_dear(view.laws):
        most = CHOICES_FORESEEN_WHEN_DEAR if foreseen else CHOICES_LOOKED_AT_WHEN_DEAR
    nearest = sorted(
        discards, key=lambda one: (scene.least(melder, hand ^ BIT[one.card]), -one.card)
    )
    found: list[tuple[Worth, Near]] = []
    for action in nearest[:most]:
        if found and scene.steps.over:
            break
        rest, risk = hand ^ BIT[action.card], danger(scene, action.card)
        near = near_outlook(scene, melder, rest)
        found.append((Worth(action, 0.0, near.seen, risk), near))
    if (foreseen or briefly) and len(found) > LOOKED_AT_FURTHER and not is_dear(view.laws):
        found.sort(key=lambda one: -waiting_worth(scene, one[1].seen, one[0].danger))
        del found[LOOKED_AT_FURTHER:]
    late = cost_of_waiting(view)
    return [_further(view, scene, worth, near, late) for worth, near in found]


def _further(view: KnockView, scene: Scene, worth: Worth, near: Near, late: float) -> Worth:
    seen = far_outlook(scene, view.laws.knocking, near)
    value = waiting_worth(scene, seen, worth.danger) - late
    return worth._replace(value=value - _dearer(view, near.rest, seen), outlook=seen)


def _dearer(view: KnockView, rest: int, seen: Outlook) -> float:
    """What the hand would cost more in an answer than in one's own knock (aces, GIN-S8)."""
    answering, knocking = view.laws.answering, view.laws.knocking
    if answering is knocking:
        return 0.0
    return OPPONENT_KNOCKS * max(0, answering.points(rest) - seen.points)
