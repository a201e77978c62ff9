"""What house rules let a seat do beside its ordinary turn, and when that is worth it.

No house rule is known here by name: each says what its own actions bring.
"""

from collections.abc import Sequence

from rummy.engine.families.knock.hooks import Effect, KnockHook
from rummy.engine.families.knock.views import KnockView
from rummy.engine.records import Action


def effect_of(view: KnockView, action: Action) -> Effect | None:
    """What a house rule's action surely does; None for any other."""
    hook = view.laws.owners.get(type(action))
    return None if hook is None else hook.effect(view, action)


def sure_gain(view: KnockView, legal: Sequence[Action]) -> tuple[Action, Effect] | None:
    """What surely brings points now, and what it does; of several what takes fewest cards, it
    spoils the fewest."""
    if not view.laws.owners:
        return None
    known = ((action, effect_of(view, action)) for action in legal)
    gains = [(action, effect) for action, effect in known if effect and effect.points > 0]
    return min(gains, key=lambda one: one[1].cards.bit_count(), default=None)


def promising(view: KnockView, legal: Sequence[Action]) -> tuple[Action, KnockHook] | None:
    """The action, if one is open, that may pay later, and the house rule it belongs to."""
    owners = view.laws.owners
    for action in legal if owners else ():
        hook = owners.get(type(action))
        if hook is not None and hook.promise(view, 1.0) is not None:
            return action, hook
    return None


def knock_bonus(view: KnockView) -> int:
    """What house rules add to a knock won in this turn."""
    return sum(hook.knock_bonus(view) for hook in view.laws.hooks)


def cost_of_waiting(view: KnockView) -> int:
    """What is lost under house rules by not knocking in this turn."""
    return sum(hook.cost_of_waiting(view) for hook in view.laws.hooks)
