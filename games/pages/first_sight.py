"""What a table's page shows before its scripts run: who sits there, and cards from behind."""

from typing import Any

FAN = 5  # backs beside a plate, as many as the scripts draw
PLACES = ("left", "across", "right")
HIDES_PILES = ("answer", "over")


def first_sight(view: dict[str, Any]) -> dict[str, Any]:
    """The seats around the table as who looks has them, and how many cards to lay face down.

    Nothing of it tells a card: the backs in the hand are counted, those of others are always five.
    """
    seats, own = view["seats"], view["seat"]
    lowest = own or 0
    count = len(seats)
    others = [
        seats[(lowest + step) % count]
        | {"place": PLACES[(step - 1) % 3] if view["terms"]["rules"]["teams"] else ""}
        for step in range(1, count)
    ]
    is_playing = view["phase"] == "playing" and view["round"] is not None
    is_gin = view["terms"]["rules"]["family"] == "knock"
    phase = view["round"]["phase"] if is_playing else view["phase"]
    return {
        "others": others,
        "own": seats[lowest],
        "phase": phase,
        "is_playing": is_playing,
        "fan": range(FAN if is_playing and is_gin else 0),
        "has_tags": is_playing and not is_gin,
        "hand": range(len(view["round"]["hand"] or ()) if is_playing else 0),
        "has_piles": is_playing and phase not in HIDES_PILES,
    }
