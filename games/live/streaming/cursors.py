"""The id of an inbox message: how far each table, the notices and all else have been told.

There is no common log of all that concerns a player, and none is written: a message's id names
the place reached in each of the logs it comes from, as `n812.s55.t12-39.t15-4`. Whoever sends it
back goes on in all of them. To clients it is a text without meaning.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

PLACES_MAX = 200
_PART = re.compile(r"([a-z])([0-9]{1,18})(?:-([0-9]{1,18}))?")
NOTICES, SEATS, TABLES = "n", "s", "t"
Places = Mapping[tuple[str, int], int | None]


@dataclass(slots=True)
class Cursor:
    """`marks` are by letter (`n`: the last notice), `places` by letter and number (`t`: tables)."""

    marks: dict[str, int] = field(default_factory=dict)
    places: dict[tuple[str, int], int] = field(default_factory=dict)

    def move(self, places: Places) -> None:
        """Go on in these logs; None leaves one."""
        for place, at in places.items():
            if at is None:
                self.places.pop(place, None)
            else:
                self.places[place] = at

    def text(self) -> str:
        marks = [f"{letter}{mark}" for letter, mark in sorted(self.marks.items())]
        places = [f"{letter}{number}-{at}" for (letter, number), at in sorted(self.places.items())]
        return ".".join(marks + places)


def read_cursor(text: str) -> Cursor | None:
    """The cursor of a text that is one; anything else starts afresh."""
    cursor = Cursor()
    parts = text.split(".")
    if not text or len(parts) > PLACES_MAX:
        return None
    for part in parts:
        found = _PART.fullmatch(part)
        if found is None:
            return None
        letter, number, place = found.groups()
        if place is None:
            cursor.marks[letter] = int(number)
        else:
            cursor.places[letter, int(number)] = int(place)
    return cursor if {NOTICES, SEATS} <= set(cursor.marks) else None
