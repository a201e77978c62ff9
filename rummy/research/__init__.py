"""Rounds for research: an environment for learners, an observer, duels between bots.

    >>> from rummy.research import RummyEnv
    >>> env = RummyEnv("gin_palast")
    >>> env.reset(seed=7)
    >>> for agent in env.agent_iter():
    ...     seen, reward, terminated, truncated, info = env.last()
    ...     over = terminated or truncated
    ...     env.step(None if over else info["action_mask"].rindex(1))
    >>> env.points
    (0, 23)

The interface is that of PettingZoo's AEC and of OpenSpiel's observers; neither is needed.
"""

from .actions import ActionSpace
from .duel import Duel, duel
from .environment import RummyEnv
from .observer import Observer, Position

__all__ = ["ActionSpace", "Duel", "Observer", "Position", "RummyEnv", "duel"]
