"""PettingZoo's own test of the interface, over the environment with its arrays and spaces."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from pettingzoo import AECEnv
from pettingzoo.test import api_test

from rummy.research import RummyEnv


class ForPettingZoo(RummyEnv, AECEnv):  # type: ignore[misc]
    """The environment with arrays and spaces, as PettingZoo's tools ask for them."""

    vector = staticmethod(lambda numbers: np.array(numbers, dtype=np.float32))
    mask = staticmethod(lambda mask: np.frombuffer(bytes(mask), dtype=np.int8))

    def observation_space(self, agent: str) -> Any:
        size = len(self.observe(agent))
        return self.spaces_kept.setdefault(
            f"seen {agent}", gymnasium.spaces.Box(0, 10, (size,), np.float32)
        )

    def action_space(self, agent: str) -> Any:
        return self.spaces_kept.setdefault(agent, gymnasium.spaces.Discrete(self.space.size))

    @property
    def spaces_kept(self) -> dict[str, Any]:
        kept: dict[str, Any] = self.__dict__.setdefault("_spaces_kept", {})
        return kept


@pytest.mark.parametrize("preset", ["gin_palast", "german_romme", "romme_500"])
def test_pettingzoos_own_test_finds_nothing(preset: str) -> None:
    api_test(ForPettingZoo(preset, actions_max=400), num_cycles=600)
