"""Find puzzles: `python -m benchmarks.find_puzzles THEME GAME FIRST COUNT [PROCESSORS]`.

THEME is one of `rummy.puzzles.puzzle.THEMES`, or `any` for one that is weighed. Looks for them in
so many deals of a preset, by their numbers, and writes each one that is proved to a line of its own
in `rummy/puzzles/stored/GAME.jsonl`. What is weighed takes one to ten minutes of processor time.
What is found in a deal depends on its number and the theme alone.
"""

import json
import os
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed

from rummy.puzzles.finding import ways_out_in, weighed_in
from rummy.puzzles.puzzle import GO_OUT
from rummy.puzzles.store import STORED


def _found(theme: str, game: str, deal: int) -> list[str]:
    if theme == GO_OUT:
        found = ways_out_in(game, deal)
    else:
        found = weighed_in(game, deal, "" if theme == "any" else theme)
    return [
        json.dumps({"key": f"{game}-{deal}-{puzzle.theme}", **puzzle.to_json()}) for puzzle in found
    ]


def main(theme: str, game: str, first: str, count: str, processors: str = "") -> None:
    STORED.mkdir(exist_ok=True)
    deals = range(int(first), int(first) + int(count))
    with (
        ProcessPoolExecutor(int(processors or os.cpu_count() or 1)) as pool,
        (STORED / f"{game}.jsonl").open("a") as file,
    ):
        running = [pool.submit(_found, theme, game, deal) for deal in deals]
        for done in as_completed(running):
            for line in done.result():
                print(line, file=file, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
