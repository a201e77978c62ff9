"""Games that have an environment, and rounds of them."""

import os
import random
from collections.abc import Iterator
from typing import Any

from rummy.research import RummyEnv

SEED = int(os.environ.get("JETON_SEED", "0"))
GAMES: dict[str, dict[str, Any]] = {
    "gin_palast": {},
    "gin_classic": {"house_rules": ("oklahoma",)},
    "gin_team": {},
    "german_romme": {"seats": 3},
    "romme_500": {"seats": 4},
}


def at(preset: str) -> RummyEnv:
    return RummyEnv(preset, **GAMES[preset])


def played_by_dice(env: RummyEnv, seed: int) -> Iterator[RummyEnv]:
    """Each position of a round in which everybody draws lots."""
    dice = random.Random(f"{seed}")
    env.reset(seed=seed)
    while env.legal:
        yield env
        env.step(dice.choice(list(env.legal)))
