"""A duel between two bots of the house: `python -m rummy.research expert casual --deals 50`."""

import argparse
import sys

from rummy import engine
from rummy.bots import BOTS
from rummy.research import RummyEnv, duel


def main() -> None:
    """Tell who is ahead, and how sure that is."""
    parser = argparse.ArgumentParser(prog="rummy.research", description=__doc__)
    parser.add_argument("first", choices=list(BOTS))
    parser.add_argument("second", choices=list(BOTS))
    parser.add_argument("--preset", default="gin_palast", choices=list(engine.PRESETS))
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    try:
        env = RummyEnv(given.preset, seats=2)
    except ValueError as error:
        parser.error(str(error))
    first, second = BOTS[given.first], BOTS[given.second]
    found = duel(env, first, second, deals=max(1, given.deals), seed=given.seed)
    sys.stdout.write(
        f"{given.first} is {found.mean:+.2f} points a round ahead of {given.second} "
        f"(± {1.96 * found.error:.2f}, {len(found.ahead)} deals, each played twice)\n"
    )


if __name__ == "__main__":
    main()
