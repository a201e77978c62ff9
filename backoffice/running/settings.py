"""Settings that may change while the platform runs: what there is, of which kind, in which bounds.

A row in the database is laid over the value of the same name in `django.conf.settings`; without a
row that value holds. Only what is named here can be changed, and only within its bounds. Secrets
and whatever is read once at the start are not here.
"""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.premium.reading import RIGHTS
from web.refusals import Refused


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number between bounds."""

    least: int
    most: int

    def read(self, text: str) -> int:
        try:
            value = int(text.strip())
        except ValueError:
            raise Refused("setting_unreadable", value=text[:40]) from None
        if not self.least <= value <= self.most:
            raise Refused(
                "out_of_range", field="value", value=value, least=self.least, most=self.most
            )
        return value


@dataclass(frozen=True, slots=True)
class Switch:
    """Yes or no."""

    def read(self, text: str) -> bool:
        if text.strip().lower() not in ("true", "false"):
            raise Refused("setting_unreadable", value=text[:40])
        return text.strip().lower() == "true"


@dataclass(frozen=True, slots=True)
class Choices:
    """Any of some words."""

    words: tuple[str, ...]

    def read(self, text: str) -> list[str]:
        chosen = [word.strip() for word in text.split(",") if word.strip()]
        if not chosen or not set(chosen) <= {*self.words, "none"}:
            raise Refused("setting_unreadable", value=text[:40])
        return chosen


@dataclass(frozen=True, slots=True)
class Known:
    """A setting: its name, what it does, what may be put there, and its value if none is set.

    What guards chips is changed by two people: it counts once a second one has set the same.
    """

    name: str
    words: str | Promise
    kind: Number | Switch | Choices
    default: Any = None
    guards_chips: bool = False

    def admits(self, value: Any) -> bool:
        """Whether a stored value lies within today's bounds."""
        kind = self.kind
        return not isinstance(kind, Number) or kind.least <= value <= kind.most


MAINTENANCE = "MAINTENANCE"

_ALL = (
    Known(MAINTENANCE, _("The house is closed for new tables"), Switch(), False),
    Known("BOOKS_PUBLIC", _("Everybody may see whether the books balance"), Switch(), True),
    Known(
        "CORRECTION_ALONE_CHIPS_MAX",
        _("Up to so many chips a day one person may correct alone"),
        Number(0, 10_000),
        0,
        guards_chips=True,
    ),
    Known("STARTING_GRANT_CHIPS", _("Welcome chips"), Number(0, 100_000), 1_000, guards_chips=True),
    Known("REFILL_CHIPS", _("Daily refill"), Number(0, 10_000), 200, guards_chips=True),
    Known(
        "REFILL_BELOW_CHIPS",
        _("Refill for wallets below"),
        Number(0, 10_000),
        50,
        guards_chips=True,
    ),
    Known(
        "BOT_STAKE_CHIPS_MAX",
        _("Highest stake for which bots sit down"),
        Number(0, 10_000),
        guards_chips=True,
    ),
    Known("SHOW_TABLES", _("Tables where bots play for visitors to watch"), Number(0, 50)),
    Known("REMATCH_SECONDS", _("Seconds to consent to a rematch"), Number(5, 900)),
    Known("LEAGUE_SEASON_DAYS", _("Days of a league season"), Number(1, 366)),
    Known("PREMIUM_RIGHTS", _("What only premium members may do"), Choices(tuple(RIGHTS))),
)
KNOWN = {known.name: known for known in _ALL}


def value_of(name: str) -> Any:
    """A setting as it holds in this process now."""
    return getattr(settings, name, KNOWN[name].default)
