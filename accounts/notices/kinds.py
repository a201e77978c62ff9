"""The kinds of notices: each with its sentence, where it leads, and how it comes unasked.

A kind is one entry; whoever tells of something registers it (`register`) and calls
`accounts.notices.telling.tell`. A notice is stored as its facts and put into words in the
language of whoever reads it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.programs.scopes import SCOPES, Holder
from web.numbers import filled

# Numbers are given when a notice is written, and seen when its transaction commits: somebody may
# see a higher number first. Who tells of something shares a lock; who reads by numbers tries to
# have it alone, and knows then that no lower one is to come. A few locks do for all players.
TELLING = """
SELECT pg_advisory_xact_lock_shared(hashtextextended('notices', few))
FROM (SELECT DISTINCT one %% 64 AS few FROM unnest(%s::bigint[]) AS one) AS locks
"""
NOBODY_TELLS = "SELECT pg_try_advisory_xact_lock(hashtextextended('notices', %(player)s %% 64))"

Words = str | Promise
Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class NoticeKind:
    """`sentence` names its facts as `%(name)s`, or is chosen by them; `page` is where one does
    something: a page's name, or an address that the facts tell.

    `told` is what the facts say in the language of who reads them. `about`, an address as well, is
    the page itself unless said: on a device the newest notice about it replaces those before.
    `is_vain` tells of a player's number and the facts that nobody need be told any more.
    Where a `right` is named, only staff who have it are ever told, and asked about mails.

    When an account is erased its name goes from the facts that are names of `people` (several are
    parted by ", ") and from words that somebody has `typed`, but for the `usual` ones that are
    told in the reader's language. Nothing else is about a person, whatever it happens to be called.
    """

    key: str
    title: Words
    sentence: Words | Callable[[Facts], Words]
    page: str | Callable[[Facts], str]
    by_mail: bool = False
    by_push: bool = False
    right: str = ""
    told: Callable[[Facts], Facts] = dict
    about: Callable[[Facts], str] | None = None
    is_vain: Callable[[int, Facts], bool] = lambda _player, _facts: False
    people: tuple[str, ...] = ()
    typed: tuple[str, ...] = ()
    usual: frozenset[str] = frozenset()
    group: str = ""  # one of `GROUPS`, said when it is registered

    def concerns(self, player: Holder) -> bool:
        return not self.right or (player.is_staff and player.has_perm(self.right))

    def path(self, facts: Facts) -> str:
        return self.page(facts) if callable(self.page) else reverse(self.page)

    def topic(self, facts: Facts) -> str:
        """What newer notices replace older ones about."""
        return self.about(facts) if self.about else self.path(facts)

    def renamed(self, facts: Facts, before: str, now: Callable[[str], str]) -> dict[str, Any]:
        """The facts where a player who was called `before` is gone; `now` says it in words."""

        def said(name: str, fact: Any) -> Any:
            if name in self.people and isinstance(fact, str):
                return ", ".join(now(one) if one == before else one for one in fact.split(", "))
            if name in self.typed and isinstance(fact, str) and fact not in self.usual:
                return now(fact)
            return fact

        return {name: said(name, fact) for name, fact in facts.items()}

    def words(self, facts: Facts) -> str:
        try:
            facts = self.told(facts)
            sentence = self.sentence(facts) if callable(self.sentence) else self.sentence
            known = {name: "–" if fact is None else fact for name, fact in facts.items()}
            return filled(sentence, known)
        except (KeyError, TypeError, ValueError):
            return str(self.title)


KINDS: dict[str, NoticeKind] = {}
# Under what one looks for a kind among dozens, in the order they are shown.
GROUPS: dict[str, Words] = {
    "tables": _("At the tables"),
    "people": _("Friends and clubs"),
    "tournaments": _("Tournaments"),
    "house": _("The house and your account"),
}


def register(group: str, *kinds: NoticeKind) -> None:
    """Add kinds of notices to a group; a key belongs to one."""
    if group not in GROUPS:
        raise ValueError(f"there is no group {group!r} of notices")
    for kind in kinds:
        if kind.key in KINDS:
            raise ValueError(f"notice kind {kind.key!r} is registered twice")
        KINDS[kind.key] = replace(kind, group=group)


register(
    "house",
    NoticeKind(
        "webhook_switched_off",
        _("A webhook was switched off"),
        _("The webhook “%(name)s” was switched off after %(failures)s failed attempts."),
        "office-webhooks",
        by_mail=True,
        right=SCOPES["webhooks"].right,
    ),
)
register(
    "people",
    NoticeKind(
        "friend_requested",
        _("Somebody wants to be your friend"),
        _("%(name)s wants to be your friend."),
        "friends",
        by_mail=True,
        by_push=True,
        people=("name",),
    ),
    NoticeKind(
        "friend_accepted",
        _("Your request was accepted"),
        _("%(name)s is your friend now."),
        "friends",
        people=("name",),
    ),
)
