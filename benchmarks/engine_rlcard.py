"""RLCard's gin rummy: its game alone, and through the environment that agents are given.

Its rules differ: the first player is dealt eleven cards, gin is forced, nobody lays off.
"""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from benchmarks.contestants import Contestant
from benchmarks.engine_gin import dice
from benchmarks.sizes import sized

GAMES = sized(40, 1)
RUNS = sized(15, 1)
COUNTED = sized(100, 1)


def contestants() -> list[Contestant]:
    """Nobody, where RLCard is not installed."""
    if find_spec("rlcard") is None:
        return []
    return [
        Contestant("RLCard, game alone", _games, lambda: _decisions() / COUNTED),
        Contestant("RLCard, environment", _runs),
    ]


def _games() -> Callable[[], int]:
    game = _game()

    def work() -> int:
        for _ in range(GAMES):
            _play(game)
        return GAMES

    return work


def _decisions() -> int:
    game = _game()
    return sum(_play(game) for _ in range(COUNTED))


def _game() -> Any:
    from numpy.random import RandomState
    from rlcard.games.gin_rummy.game import GinRummyGame

    game = GinRummyGame()
    game.np_random = RandomState(dice.getrandbits(30))
    return game


def _play(game: Any) -> int:
    """Any legal action until the end; how many there were."""
    chance, decisions = dice.random, 0
    game.init_game()
    while not game.is_over():
        legal = game.judge.get_legal_actions()
        game.step(legal[int(chance() * len(legal))])
        decisions += 1
    return decisions


class _Uniform:
    """An agent as the environment wants it; RLCard's own cannot be imported without pip."""

    use_raw = False

    def step(self, state: dict[str, Any]) -> int:
        legal = list(state["legal_actions"])
        chosen: int = legal[int(dice.random() * len(legal))]
        return chosen


def _runs() -> Callable[[], int]:
    import rlcard

    environment = rlcard.make("gin-rummy", config={"seed": dice.getrandbits(30)})
    environment.set_agents([_Uniform(), _Uniform()])

    def work() -> int:
        for _ in range(RUNS):
            environment.run(is_training=True)
        return RUNS

    return work
