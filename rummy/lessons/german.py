"""Deutsches Rommé in two turns: forty points, a joker, laying off, going out (GER-4 to GER-10)."""

from rummy.lessons.script import Lesson, learner, other, read

GERMAN = Lesson(
    key="german_romme",
    preset="german_romme",
    hands=(
        "Th Jh Qh 5s 5d 5h 2c 4c X1 Ks 8d 9d 4h",
        "7d Js2 Qs2 Ks2 4s 4d 4c2 2s 6h 8c 9s Jd Ah2 Td2",
    ),
    stock="3h 9c",
    beats=(
        read("aim"),
        read("forty"),
        other({"type": "discard", "card": "7d"}),
        learner("take", {"type": "take_discard"}, "discards"),
        learner("lay", {"type": "lay_meld", "cards": ["Th", "Jh", "Qh"]}, "Th", "Jh", "Qh"),
        learner("lay_second", {"type": "lay_meld", "cards": ["5s", "5h", "5d"]}, "5s", "5h", "5d"),
        learner("lay_run", {"type": "lay_meld", "cards": ["7d", "8d", "9d"]}, "7d", "8d", "9d"),
        learner("joker", {"type": "lay_meld", "cards": ["2c", "X1=3c", "4c"]}, "2c", "4c", "X1"),
        learner("discard", {"type": "discard", "card": "Ks"}, "Ks", "discard"),
        other({"type": "draw_stock"}),
        other({"type": "lay_meld", "cards": ["Js2", "Qs2", "Ks2"]}),
        other({"type": "lay_meld", "cards": ["4s", "4d", "4c2"]}),
        other({"type": "discard", "card": "2s"}),
        learner("draw", {"type": "draw_stock"}, "stock"),
        learner("lay_off", {"type": "lay_off", "card": "4h", "meld": 5}, "4h"),
        learner("out", {"type": "discard", "card": "9c"}, "9c", "discard"),
        read("counted"),
    ),
)
