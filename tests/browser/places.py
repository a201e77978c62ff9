"""Every page a person can come to, and as whom: what matrix tests and pictures go through."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from tests.browser.numbers import made, standing
from tests.running.demo import Site

PASSWORD = "rummy-evening"
VISITOR, PLAYER, OPERATOR = "", "Anna", "operator"


@dataclass(frozen=True, slots=True)
class Place:
    """A page: the picture's name, its address, and who goes there (nobody, or one of the demo)."""

    name: str
    path: str
    who: str = VISITOR


def _for(who: str, *places: tuple[str, str]) -> tuple[Place, ...]:
    return tuple(Place(name, path, who) for name, path in places)


# Addresses name what `tests.browser.numbers` finds out about the platform that is visited.
PLACES = (
    *_for(
        VISITOR,
        ("welcome", ""),
        ("login", "accounts/login/"),
        ("signup", "accounts/signup/"),
        ("reset", "accounts/password/reset/"),
        ("rules-gin", "rules/gin/"),
        ("rules-jokers", "rules/gin/jokers/"),
        ("rules-romme", "rules/german_romme/"),
        ("rules-500", "rules/romme_500/"),
        ("league", "league/"),
        ("arena", "arena/"),
        ("daily", "daily/"),
        ("puzzles", "puzzles/"),
        ("trust", "trust/"),
        ("imprint", "imprint/"),
        ("privacy", "privacy/"),
        ("player", "players/{anna}/"),
        ("lessons", "learn/"),
        ("lesson-gin", "learn/gin/"),
        ("lesson-romme", "learn/german_romme/"),
        ("lesson-500", "learn/romme_500/"),
        ("books", "books/"),
        ("overrides", "overrides/"),
        ("calendar", "tournaments/calendar/"),
        ("series-list", "tournaments/series/"),
        ("series", "tournaments/series/{series}/"),
        ("tournament-running", "tournaments/{running}/"),
        ("tournament-search", "tournaments/{running}/?search=a#standing"),
        ("wall-running", "tournaments/{running}/wall/"),
        ("wall-upcoming", "tournaments/{upcoming}/wall/"),
        ("boards", "tournaments/{boards}/boards/"),
        ("board", "tournaments/{boards}/boards/1/"),
        ("real-cards", "tournaments/{real}/"),
        ("wall-real-cards", "tournaments/{real}/wall/"),
        ("offline", "offline/"),
        ("nothing-here", "no-such-page/"),
    ),
    *_for(
        PLAYER,
        ("lobby", ""),
        ("table-new", "tables/new/"),
        ("my-games", "my-games/"),
        ("wallet", "wallet/"),
        ("profile", "profile/"),
        ("friends", "friends/"),
        ("clubs", "clubs/"),
        ("club-new", "clubs/new/"),
        ("club", "clubs/{club}/"),
        ("club-settings", "clubs/{club}/settings/"),
        ("club-evening", "tournaments/{club_evening}/"),
        ("club-plans", "tournaments/plan/?club={club}"),
        ("club-series-new", "tournaments/plan/series/?club={club}"),
        ("club-recurring", "tournaments/plan/recurring/{club_rule}/"),
        ("score-sheet", "tournaments/{real}/sheets/{sheet}/"),
        ("notices", "notices/"),
        ("premium", "premium/"),
        ("settings", "settings/"),
        ("sessions", "settings/sessions/"),
        ("erase", "settings/erase/"),
        ("tokens", "settings/tokens/"),
        ("password", "accounts/password/change/"),
        ("email", "accounts/email/"),
        ("table-finished", "tables/{played}/"),
        ("table-open", "tables/{open}/"),
        ("replay", "tables/{played}/replay/1/"),
        ("terms-join", "tables/{open}/enter/"),
        ("tournaments", "tournaments/"),
        ("tournament-upcoming", "tournaments/{upcoming}/"),
        ("tournament-enter", "tournaments/{upcoming}/enter/"),
        ("tournament-decisions", "tournaments/{running}/decisions/"),
    ),
    *_for(
        OPERATOR,
        ("report-person", "players/{anna}/report/"),
        ("plans", "tournaments/plan/"),
        ("series-new", "tournaments/plan/series/"),
        ("series-keep", "tournaments/plan/series/{series}/"),
        ("desk", "tournaments/{running}/desk/"),
        ("desk-real-cards", "tournaments/{real}/desk/"),
        ("desk-results", "tournaments/{real}/desk/results/"),
        ("desk-search", "tournaments/{running}/desk/?player=a"),
        ("order-move", "tournaments/{running}/desk/order/move/"),
        ("order-penalize", "tournaments/{running}/desk/order/penalize/"),
        ("order-cancel", "tournaments/{running}/desk/order/cancel/"),
        ("office", "office/"),
        ("office-stuck", "office/stuck/"),
        ("office-speed", "office/speed/"),
        ("office-books", "office/books/"),
        ("office-accounts", "office/accounts/"),
        ("office-table", "office/tables/{played}/"),
        ("office-round", "office/tables/{played}/rounds/1/"),
        ("office-tournaments", "office/tournaments/"),
        ("office-tournament", "office/tournaments/{running}/chips/"),
        ("office-corrections", "office/corrections/"),
        ("office-restitutions", "office/restitutions/"),
        ("office-players", "office/players/"),
        ("office-import", "office/players/import/"),
        ("office-player", "office/players/{anna}/"),
        ("office-reports", "office/reports/"),
        ("office-clubs", "office/clubs/"),
        ("office-integrity", "office/integrity/"),
        ("office-figures", "office/figures/"),
        ("office-figures-moved", "office/figures/moved/"),
        ("office-figures-activity", "office/figures/activity/"),
        ("office-rules", "office/rules/"),
        ("office-webhooks", "office/webhooks/"),
        ("office-house", "office/house/"),
        ("office-settings", "office/settings/"),
        ("office-maintenance", "office/maintenance/"),
        ("office-announcements", "office/announcements/"),
        ("office-log", "office/log/"),
        ("office-rights", "office/rights/"),
        ("office-conflicts", "office/conflicts/"),
        ("office-consents", "office/consents/"),
        ("office-team", "office/team/"),
    ),
)
# What has to be made first: a draft with its forecast, a tournament of bots, one of teams.
MADE = (
    *_for(
        PLAYER,
        ("tournament-finished", "tournaments/{finished}/"),
        ("tournament-finished-decisions", "tournaments/{finished}/decisions/"),
        ("wall-finished", "tournaments/{finished}/wall/"),
        ("team-boards", "tournaments/{teams}/boards/"),
        ("team-board", "tournaments/{teams}/boards/1/"),
    ),
    *_for(
        OPERATOR,
        ("draft", "tournaments/plan/{draft}/"),
        ("desk-finished", "tournaments/{finished}/desk/"),
        ("office-account", "office/accounts/{account}/"),
        ("office-correct", "office/accounts/{account}/correct/"),
        ("office-transfer", "office/transfers/{transfer}/"),
        ("office-entry", "office/entries/{entry}/"),
    ),
)


def places(site: Site, *, wanted: Iterable[str] | None = None) -> Iterator[Place]:
    """Those wanted, by name, or all, with the numbers of this platform filled in.

    All: including those for which something is made.
    """
    names = None if wanted is None else set(wanted)
    shown = [place for place in PLACES + MADE if names is None or place.name in names]
    facts = standing(site)
    if any(place in MADE for place in shown):
        facts |= made(site)
    for place in shown:
        yield replace(place, path=place.path.format(**facts))
