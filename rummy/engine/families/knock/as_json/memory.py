"""House rules' memories as JSON, by the key of the house rule."""

from rummy.engine.as_json.codec import Json
from rummy.engine.families.knock.rules.laws import KnockLaws
from rummy.engine.families.knock.state import Memory


def memory_to_json(laws: KnockLaws, memory: Memory) -> Json:
    """`{key: memory}` of the house rules that remember anything."""
    pairs = zip(laws.hooks, memory, strict=True)
    return {hook.key: hook.memory_to_json(own) for hook, own in pairs if own is not None}


def memory_from_json(laws: KnockLaws, data: Json) -> Memory:
    """The memories written by `memory_to_json`."""
    return tuple(
        hook.memory_from_json(data[hook.key]) if hook.key in data else None for hook in laws.hooks
    )
