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
from rummy.engine import PRESETS
from web.refusals import Refused
from web.time.zone import ZONES

HOUSE_NAME_CHARS_MAX = 40
LEGAL_CHARS_MAX = 20_000


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
    def read(self, text: str) -> bool:
        if text.strip().lower() not in ("true", "false"):
            raise Refused("setting_unreadable", value=text[:40])
        return text.strip().lower() == "true"


@dataclass(frozen=True, slots=True)
class Choices:
    """Any of some words; `none` of them only where that means something."""

    words: tuple[str, ...]
    may_be_none: bool = False

    @property
    def allowed(self) -> list[str]:
        return [*self.words, *["none"] * self.may_be_none]

    def read(self, text: str) -> list[str]:
        chosen = [word.strip() for word in text.split(",") if word.strip()]
        if not chosen or not set(chosen) <= set(self.allowed):
            raise Refused("setting_unreadable", value=text[:40])
        return chosen


@dataclass(frozen=True, slots=True)
class Words:
    """A text: of one line, or of several; "" only where nothing may stand there."""

    most: int  # characters
    lines: bool = False
    may_be_empty: bool = False

    def read(self, text: str) -> str:
        value = text.replace("\r\n", "\n").strip() if self.lines else " ".join(text.split())
        if (not value and not self.may_be_empty) or len(value) > self.most or "\0" in value:
            raise Refused("setting_unreadable", value=value[:40])
        return value


@dataclass(frozen=True, slots=True)
class Zone:
    """A time zone's name."""

    def read(self, text: str) -> str:
        if text.strip() not in ZONES:
            raise Refused("setting_unreadable", value=text[:40])
        return text.strip()


Kind = Number | Switch | Choices | Words | Zone


@dataclass(frozen=True, slots=True)
class Known:
    """A setting: its name, what it does, what may be put there, and its value if none is set.

    What guards chips is changed by two people: it counts once a second one has set the same. What
    is `of_house` is what the house is to those who come, and stands on a page of its own; where
    the environment names the `variable`, it goes before.
    """

    name: str
    words: str | Promise
    kind: Kind
    default: Any = None
    guards_chips: bool = False
    variable: str = ""

    @property
    def of_house(self) -> bool:
        return bool(self.variable)

    @property
    def is_given(self) -> bool:
        """Whether the environment says what it is."""
        return self.variable in settings.GIVEN

    def admits(self, value: Any) -> bool:
        """Whether a stored value lies within today's bounds."""
        match self.kind:
            case Number(least, most):
                return bool(least <= value <= most)
            case Choices() as kind if self.of_house:
                return bool(value) and set(value) <= set(kind.words)
            case Zone():
                return value in ZONES
        return True


MAINTENANCE = "MAINTENANCE"

_ALL = (
    Known(MAINTENANCE, _("The house is closed for new tables"), Switch(), False),
    Known("BOOKS_PUBLIC", _("Everybody may see whether the books balance"), Switch(), True),
    Known(
        "CORRECTION_ALONE_CHIPS_MAX",
        _("Chips one person may correct alone in a day"),
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
    Known(
        "PREMIUM_RIGHTS",
        _("What only premium members may do"),
        Choices(tuple(RIGHTS), may_be_none=True),
    ),
    Known("HOUSE_NAME", _("Name of the house"), Words(HOUSE_NAME_CHARS_MAX), variable="HOUSE_NAME"),
    Known(
        "LANGUAGES_OFFERED",
        _("Languages offered"),
        Choices(tuple(code for code, _name in settings.LANGUAGES)),
        variable="LANGUAGES_OFFERED",
    ),
    Known("TIME_ZONE", _("Time zone of the house"), Zone(), variable="TIME_ZONE"),
    Known(
        "PRESETS_OFFERED",
        _("Games that tables are opened for"),
        Choices(tuple(PRESETS)),
        variable="PRESETS_OFFERED",
    ),
    Known("GUESTS_WELCOME", _("Guests may play"), Switch(), variable="GUESTS_WELCOME"),
    *(
        Known(name, words, Words(LEGAL_CHARS_MAX, True, True), "", variable="LEGAL_DIR")
        for name, words in (
            ("IMPRINT_EN", _("Imprint in English, or its address")),
            ("IMPRINT_DE", _("Imprint in German, or its address")),
            ("PRIVACY_EN", _("Privacy notice in English, or its address")),
            ("PRIVACY_DE", _("Privacy notice in German, or its address")),
        )
    ),
)
OF_HOUSE = tuple(known.name for known in _ALL if known.of_house)
KNOWN = {known.name: known for known in _ALL}


def value_of(name: str) -> Any:
    """A setting as it holds in this process now."""
    return plain(getattr(settings, name, KNOWN[name].default))


def plain(value: Any) -> Any:
    """The same as it can be written down: one list is only made when somebody looks."""
    return list(value) if isinstance(value, list) else value
