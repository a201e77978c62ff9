"""The book of rules for players: pages of prose and worked examples, in both languages.

The sources lie in `docs/rules/<language>/<key>.md`. A fenced `example` is a small notation
(`games.rulebook.notation`) that the page shows with pictures and that the tests play through the
engine, so that no page can say what the engine does not do.
"""

from games.rulebook.notation import Example, Move, Statement, UnreadableExample, parse_example
from games.rulebook.sources import (
    GAMES,
    GIN,
    LANGUAGES,
    ROMME,
    TEAM,
    Block,
    Page,
    page_now,
    read_page,
)
