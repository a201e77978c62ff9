"""What a line of the staff's log is about: its name, its page, and how it is looked for."""

import re
from collections.abc import Callable, Iterable

from django.db.models import Model
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.books.reasons import Link
from accounts.models import Club, Player
from backoffice.running.settings import KNOWN
from backoffice.team.conflicts import KIND_WORDS, Words
from games.models import HouseRuleSet, Table
from tournaments.models import Tournament

WORDS: dict[str, Words] = {
    **KIND_WORDS,
    "setting": _("Setting"),
    "rule_set": _("rule-set"),
    "webhook": _("webhook"),
    "announcement": _("announcement"),
}
_NAMES: dict[str, tuple[type[Model], str]] = {
    "player": (Player, "username"),
    "table": (Table, "name"),
    "tournament": (Tournament, "name"),
    "club": (Club, "name"),
    "rule_set": (HouseRuleSet, "name"),
}
# The page, and the right without which it does not open.
_PAGES: dict[str, tuple[str, str]] = {
    "player": ("office-player", "backoffice.see_players"),
    "table": ("office-table", "backoffice.see_books"),
    "tournament": ("tournament", ""),
    "club": ("club", ""),
    "correction": ("office-correction", "backoffice.see_books"),
    "restitution": ("office-restitution", "backoffice.see_books"),
    "webhook": ("office-webhook", "backoffice.manage_webhooks"),
}


def named(subjects: Iterable[str], may: Callable[[str], bool]) -> dict[str, Link]:
    """Each `player:12` by its name, with its page for whoever `may` open it.

    A query for each kind there is.
    """
    parted = {one: one.partition(":")[::2] for one in subjects}
    names: dict[tuple[str, str], str] = {}
    for kind, (model, field) in _NAMES.items():
        numbers = [int(rest) for what, rest in parted.values() if what == kind and rest.isdigit()]
        if numbers:
            found = model._default_manager.filter(pk__in=numbers).values_list("pk", field)
            names |= {(kind, str(pk)): name for pk, name in found if name}
    return {
        one: Link(_words(one, kind, rest, names.get((kind, rest), "")), _page(kind, rest, may))
        for one, (kind, rest) in parted.items()
    }


def _words(subject: str, kind: str, rest: str, name: str) -> str:
    if kind == "player" and name:
        return name
    if kind == "setting" and rest in KNOWN:
        return f"{WORDS[kind]}: {KNOWN[rest].words}"
    if kind not in WORDS or kind == "setting":
        return subject
    return f"{WORDS[kind]} {rest}" + (f" “{name}”" if name else "")


def _page(kind: str, rest: str, may: Callable[[str], bool]) -> str:
    page, right = _PAGES.get(kind, ("", ""))
    known = page and rest.isdigit() and (not right or may(right))
    return reverse(page, args=[int(rest)]) if known else ""


def subject_meant(text: str) -> str:
    """What somebody looks for in the log, as it stands there.

    A player's name, or a kind of thing with its number in the reader's words: “Table 7” is
    `table:7`. What is written as it stands there stays so.
    """
    spoken = re.fullmatch(r"(.+?)\s+(\d{1,18})", text)
    if spoken:
        kind = next(
            (one for one, words in WORDS.items() if str(words).lower() == spoken[1].lower()), ""
        )
        if kind:
            return f"{kind}:{spoken[2]}"
    player = Player.objects.filter(username__iexact=text).only("pk").first() if text else None
    return f"player:{player.pk}" if player else text
