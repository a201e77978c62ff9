"""The words of a statement: why chips moved, as the player reads it."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.ledger import TransferKind
from accounts.models import Posting

# What a transfer of this kind says by itself, and what it says when it belongs to something.
_WORDS: dict[str, tuple[str | Promise, str | Promise]] = {
    TransferKind.GRANT: (_("Welcome chips"), _("Welcome chips")),
    TransferKind.REFILL: (_("Daily refill"), _("Daily refill")),
    TransferKind.HOLD: (_("Stake"), _("Stake for %(subject)s")),
    TransferKind.RELEASE: (_("Stake returned"), _("Stake returned from %(subject)s")),
    TransferKind.SETTLE: (_("Result"), _("Result of %(subject)s")),
    TransferKind.ROUND: (_("Round"), _("Round of %(subject)s")),
    TransferKind.ENTRY: (_("Entry"), _("Entry to %(subject)s")),
    TransferKind.REFUND: (_("Refund"), _("Refund from %(subject)s")),
    TransferKind.PRIZE: (_("Prize"), _("Prize of %(subject)s")),
    TransferKind.BONUS: (_("Bonus"), _("Bonus from %(subject)s")),
    TransferKind.ISSUE: (_("Starting chips"), _("Starting chips of %(subject)s")),
    TransferKind.CLOSURE: (_("Account closed: chips collected"),) * 2,
    TransferKind.CORRECTION: (_("Correction"), _("Correction for %(subject)s")),
}

# What means something else for this kind of subject.
_OF_SUBJECT: dict[tuple[str, str], str | Promise] = {
    (TransferKind.HOLD, "ticket"): _("Put aside as ticket %(number)s"),
    (TransferKind.RELEASE, "ticket"): _("Chips of ticket %(number)s"),
}

_SUBJECTS: dict[str, str | Promise] = {
    "table": _("table %(number)s"),
    "tournament": _("tournament %(number)s"),
}


def describe(kind: str, *, refs: Iterable[str] = (), memo: dict[str, Any] | None = None) -> str:
    """The reason of a transfer of `kind` in the active language.

    `refs` are those of the accounts it touched, such as `table:12`; a memo may bring a `note` in
    plain text, as a correction does.
    """
    for what, _colon, number in (ref.partition(":") for ref in sorted(refs)):
        if (kind, what) in _OF_SUBJECT:
            return str(_OF_SUBJECT[kind, what]) % {"number": number}
    alone, belonging = _WORDS.get(kind, (kind, kind))
    subject = next(filter(None, map(subject_words, sorted(refs))), "")
    words = str(belonging) % {"subject": subject} if subject else str(alone)
    note = (memo or {}).get("note")
    return f"{words}: {note}" if isinstance(note, str) and note else words


def subject_words(ref: str) -> str:
    """What an account belongs to, from its name: `table:12` is table 12; nothing for the rest."""
    what, _colon, number = ref.partition(":")
    words = _SUBJECTS.get(what)
    return str(words) % {"number": number} if words and number else ""


@dataclass(frozen=True, slots=True)
class Link:
    """A page where more is told: `path` is its address within the house."""

    words: str
    path: str


@dataclass(frozen=True, slots=True)
class Why:
    """Why a player's chips moved, said to that player, and where it can be followed."""

    sentence: str
    links: tuple[Link, ...] = ()


# Rooms above tell of what they moved themselves: by a posting's id, for any number at once.
TELLERS: list[Callable[[Sequence[Posting]], dict[int, Why]]] = []


def whys(postings: Sequence[Posting]) -> list[Why]:
    """Why each of these postings of wallets was made, in as many queries for one as for hundreds.

    They bring their transfers and accounts with them.
    """
    told: dict[int, Why] = {}
    for tell in TELLERS:
        told |= tell(postings)
    rest = short_reasons([posting for posting in postings if posting.pk not in told])
    return [told.get(posting.pk) or Why(rest[posting.pk]) for posting in postings]


def short_reasons(postings: Sequence[Posting]) -> dict[int, str]:
    """By posting: what kind of transfer it belongs to, and to which table or tournament."""
    refs: dict[int, set[tuple[int, str]]] = defaultdict(set)
    touched = Posting.objects.filter(transfer__in={one.transfer_id for one in postings})
    others = touched.exclude(account__ref="").values_list(
        "transfer_id", "account_id", "account__ref"
    )
    for transfer, account, ref in others:
        refs[transfer].add((account, ref))
    return {
        one.pk: describe(
            one.transfer.kind,
            refs=[ref for account, ref in refs[one.transfer_id] if account != one.account_id],
            memo=one.transfer.memo,
        )
        for one in postings
    }
