"""Rommé 500 in three turns: points for what lies, a draw deep into the pile (R500-3 to R500-9)."""

from rummy.lessons.script import Lesson, learner, other, read

FIVE_HUNDRED = Lesson(
    key="romme_500",
    preset="romme_500",
    hands=("8s 9s Qh Qd 3c 6d Kc", "7s Kh Kd Ks 5h 2d 9c"),
    upcard="Ts",
    stock="Qc Jc 4h Qs",
    beats=(
        read("aim"),
        learner("draw", {"type": "draw_stock"}, "stock"),
        learner("lay", {"type": "lay_meld", "cards": ["Qh", "Qd", "Qc"]}, "Qh", "Qd", "Qc"),
        learner("discard", {"type": "discard", "card": "3c"}, "3c", "discard"),
        other({"type": "draw_stock"}),
        other({"type": "discard", "card": "7s"}),
        learner("deep", {"type": "take_discard", "card": "Ts"}, "discards"),
        learner(
            "lay_run",
            {"type": "lay_meld", "cards": ["7s", "8s", "9s", "Ts"]},
            "8s",
            "9s",
            "7s",
            "Ts",
        ),
        learner("discard_again", {"type": "discard", "card": "6d"}, "6d", "discard"),
        other({"type": "draw_stock"}),
        other({"type": "lay_meld", "cards": ["Kh", "Kd", "Ks"]}),
        other({"type": "discard", "card": "5h"}),
        learner("draw_again", {"type": "draw_stock"}, "stock"),
        learner("lay_off", {"type": "lay_off", "card": "Kc", "meld": 2}, "Kc"),
        learner("lay_off_own", {"type": "lay_off", "card": "Qs", "meld": 0}, "Qs"),
        learner("out", {"type": "discard", "card": "3c"}, "3c", "discard"),
        read("counted"),
    ),
)
