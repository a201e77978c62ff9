"""Gin in two turns: melds and deadwood, the discard that fits, and the knock (GIN-2 to GIN-8)."""

from rummy.lessons.script import Lesson, learner, other, read

GIN = Lesson(
    key="gin",
    preset="gin_palast",
    options={"point_limit": None},
    hands=("7s 7h 7d 4c 5c 9h Th Kd Qs 2s", "3s 3h 3d Jc Qc Kc 8h 6s 7c Ah"),
    upcard="5h",
    stock="6c 2d",
    beats=(
        read("melds", "7s", "7h", "7d"),
        read("deadwood"),
        learner("draw", {"type": "draw_stock"}, "stock"),
        learner("discard_high", {"type": "discard", "card": "Kd"}, "Kd", "discard"),
        other({"type": "draw_stock"}),
        other({"type": "discard", "card": "8h"}),
        learner("take", {"type": "take_upcard"}, "discards"),
        learner("knock", {"type": "knock", "card": "Qs"}, "Qs", "knock"),
        other({"type": "answer"}),
        read("counted"),
    ),
)
