"""A bot of the house as a program of its own: `python -m rummy.bots.serve level=solid seed=7`.

It speaks the protocol of `docs/protocol.md` over standard input and output until `quit` or the end
of its input. It needs Python and this library alone.
"""

import json
import sys
from collections.abc import Iterator
from typing import BinaryIO

from rummy.bots.serving.session import LINE_CHARACTERS, Session


def main() -> int:
    """0 when the conversation is over, 2 when an option of the command line cannot be set."""
    session = Session()
    for argument in sys.argv[1:]:
        name, _, value = argument.partition("=")
        given = int(value) if value.isdecimal() else value
        for problem in session.answer(f"setoption {json.dumps({'name': name, 'value': given})}"):
            sys.stderr.write(problem + "\n")
            return 2
    for line in _lines(sys.stdin.buffer):
        for answer in session.answer(line):
            sys.stdout.write(answer + "\n")
        sys.stdout.flush()
        if session.over:
            break
    return 0


def _lines(source: BinaryIO) -> Iterator[str]:
    """Lines of text; of one that is too long the beginning, which is enough to refuse it."""
    while line := source.readline(LINE_CHARACTERS + 2):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = source.readline(LINE_CHARACTERS)
        yield line.decode("utf-8", errors="replace")


if __name__ == "__main__":
    sys.exit(main())
