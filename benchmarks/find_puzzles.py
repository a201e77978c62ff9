"""Find puzzles: `python -m benchmarks.find_puzzles weighed|ways_out GAME FIRST COUNT [PROCESSORS]`.

Looks for them in so many deals of a preset, by their numbers, and writes each one that is proved to
a line of its own in `rummy/puzzles/stored/GAME.jsonl`. What is weighed takes one to ten minutes of
processor time. What is found in a deal depends on its number alone.
"""

import json
import os
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed

from rummy.puzzles.finding import ways_out_in, weighed_in
from rummy.puzzles.store import STORED

WAYS = {"weighed": weighed_in, "ways_out": ways_out_in}


def _found(way: str, game: str, deal: int) -> list[str]:
    return [
        json.dumps({"key": f"{game}-{deal}-{puzzle.theme}", **puzzle.to_json()})
        for puzzle in WAYS[way](game, deal)
    ]


def main(way: str, game: str, first: str, count: str, processors: str = "") -> None:
    STORED.mkdir(exist_ok=True)
    deals = range(int(first), int(first) + int(count))
    with (
        ProcessPoolExecutor(int(processors or os.cpu_count() or 1)) as pool,
        (STORED / f"{game}.jsonl").open("a") as file,
    ):
        running = [pool.submit(_found, way, game, deal) for deal in deals]
        for done in as_completed(running):
            for line in done.result():
                print(line, file=file, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
