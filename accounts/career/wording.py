"""The words for what careers count: divisions, moves, achievements, premium rights."""

from collections.abc import Callable

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.league import Move
from accounts.premium import reading as premium

Words = str | Promise
# What games are called says who knows the games.
GAME_NAMES: list[Callable[[str], Words]] = []

DIVISIONS: dict[int, Words] = {
    1: gettext_lazy("Gold division"),
    2: gettext_lazy("Silver division"),
    3: gettext_lazy("Bronze division"),
    4: gettext_lazy("Entry division"),
}

MOVES: dict[str, Words] = {
    Move.PROMOTED.value: gettext_lazy("goes up"),
    Move.STAYS.value: gettext_lazy("stays"),
    Move.RELEGATED.value: gettext_lazy("goes down"),
    Move.LEAVES.value: gettext_lazy("leaves the league"),
}

RIGHTS: dict[str, Words] = {
    premium.SPECIAL_RULES: gettext_lazy("Open rated tables with special rules"),
    premium.REMATCH: gettext_lazy("Offer a rematch when a match is over"),
    premium.STATISTICS: gettext_lazy("See your statistics by game and opponent"),
}

# Name, and what it takes.
ACHIEVEMENTS: dict[str, tuple[Words, Words]] = {
    "first_round": (gettext_lazy("First cards"), gettext_lazy("Finish a round")),
    "hundred_rounds": (gettext_lazy("Regular"), gettext_lazy("Finish 100 rounds")),
    "thousand_rounds": (gettext_lazy("Part of the furniture"), gettext_lazy("Finish 1000 rounds")),
    "first_win": (gettext_lazy("First win"), gettext_lazy("Win a match")),
    "ten_wins": (gettext_lazy("Ten up"), gettext_lazy("Win 10 matches")),
    "hundred_wins": (gettext_lazy("Hundredfold"), gettext_lazy("Win 100 matches")),
    "three_in_a_row": (gettext_lazy("Hat-trick"), gettext_lazy("Win 3 matches in a row")),
    "seven_in_a_row": (gettext_lazy("Unstoppable"), gettext_lazy("Win 7 matches in a row")),
    "first_gin": (gettext_lazy("Gin!"), gettext_lazy("Win a round by gin")),
    "gin_master": (gettext_lazy("Master of gin"), gettext_lazy("Win 25 rounds by gin")),
    "first_undercut": (gettext_lazy("Not so fast"), gettext_lazy("Win a round by undercut")),
    "undercut_master": (
        gettext_lazy("Lying in wait"),
        gettext_lazy("Win 25 rounds by undercut"),
    ),
    "first_hand_romme": (
        gettext_lazy("All at once"),
        gettext_lazy("Win a round by hand rummy"),
    ),
    "level_ten": (gettext_lazy("Ten levels high"), gettext_lazy("Reach level 10")),
    "level_twenty_five": (gettext_lazy("A long way up"), gettext_lazy("Reach level 25")),
    "rating_settled": (
        gettext_lazy("Known strength"),
        gettext_lazy("Play until your rating is no longer provisional"),
    ),
    "promoted": (gettext_lazy("Going up"), gettext_lazy("Be promoted to a higher division")),
    "champion": (
        gettext_lazy("Champion"),
        gettext_lazy("Finish a season first in the highest division"),
    ),
}


def division_name(division: int) -> str:
    """The division's name in the reader's language."""
    return str(DIVISIONS.get(division, _("Division %(number)s") % {"number": division}))


def game_name(key: str) -> Words:
    """The game's name in the reader's language; its key where nobody knows one."""
    return GAME_NAMES[0](key) if GAME_NAMES else key
