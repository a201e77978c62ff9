"""OpenSpiel's gin rummy at its fastest: C++ plays, Python only starts it.

Rollouts: the search bot values one position by many random games to the end, all of them in C++;
one simulation is exactly so many games. Whole games: two uniform bots from the deal on. Driving
it action by action from Python is slower than either and is not shown.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from benchmarks import engine_gin
from benchmarks.contestants import Contestant
from benchmarks.sizes import sized
from tests.conformance import referee

try:
    import pyspiel
except ImportError:  # a platform without a wheel
    pyspiel = None

GAME: Any = pyspiel and pyspiel.load_game("gin_rummy")
START: Any = pyspiel and GAME.new_initial_state()  # cloned for each game: it takes a millisecond
POSITIONS = 2
ROLLOUTS = sized(100, 2)  # from each position
GAMES = sized(100, 2)
COUNTED = sized(500, 2)


def contestants() -> list[Contestant]:
    """Nobody, where there is no wheel for the machine."""
    if not referee.AVAILABLE:
        return []
    return [
        Contestant("OpenSpiel, rollouts in C++", _rollouts),
        Contestant(
            "OpenSpiel, games in C++",
            partial(_games, _uniform_bots),
            partial(_count, _uniform_bots),
        ),
        Contestant(
            "OpenSpiel, its own bots in C++", partial(_games, _own_bots), partial(_count, _own_bots)
        ),
        Contestant("OpenSpiel, ten dealt", lambda: _melding(engine_gin.dealt(10))),
        Contestant("OpenSpiel, ten met", lambda: _melding(engine_gin.met())),
        Contestant("OpenSpiel, eleven dealt", lambda: _melding(engine_gin.dealt(11))),
    ]


def _rollouts() -> Callable[[], int]:
    positions = [_dealt() for _ in range(POSITIONS)]
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, engine_gin.dice.getrandbits(30))
    bot = pyspiel.MCTSBot(GAME, evaluator, 2.0, 1, 10, False, 1, False)  # one simulation a move

    def work() -> int:
        for position in positions:
            bot.step(position)
        return POSITIONS * ROLLOUTS

    return work


def _dealt() -> Any:
    cards = engine_gin.dice.sample(range(52), 21)
    state = START.clone()
    for card in cards:
        state.apply_action(card)
    return state


def _uniform_bots() -> list[Any]:
    return [pyspiel.make_uniform_random_bot(player, player + 1) for player in (0, 1)]


def _own_bots() -> list[Any]:
    return [referee.simple_bot(player) for player in (0, 1)]


def _games(bots_of: Callable[[], list[Any]]) -> Callable[[], int]:
    return partial(_play, bots_of(), GAMES)


def _play(bots: list[Any], games: int) -> int:
    for _ in range(games):
        _game(bots)
    return games


def _game(bots: list[Any]) -> Any:
    state = START.clone()
    for bot in bots:
        bot.restart()
    pyspiel.evaluate_bots(state, bots, engine_gin.dice.getrandbits(30))
    return state


def _count(bots_of: Callable[[], list[Any]]) -> float:
    bots = bots_of()
    made: int = sum(move.player >= 0 for _ in range(COUNTED) for move in _game(bots).full_history())
    return made / COUNTED


def _melding(hands: list[int]) -> Callable[[], int]:
    lists = [referee.their_hand(hand) for hand in hands]
    judge = referee.judging().min_deadwood

    def work() -> int:
        for cards in lists:
            judge(cards)
        return len(lists)

    return work
