"""Why did chips go into a tournament, or come out of it? With the formula (PLAY-43, 44, 46).

Told from the transfer itself, from the plan and the field as they are stored, and from what the
director noted when it was decided.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.books.reasons import Link, Why
from accounts.ledger import AccountKind, TransferKind
from accounts.models import Posting
from tournaments.certificates import certificate_of
from tournaments.director import Field, Plan
from tournaments.director.codec import from_json
from tournaments.director.prizes import Ladder, ladder
from tournaments.models import Decision, Entry, Ticket, TicketState, Tournament
from tournaments.selectors.decisions import sentence_of
from tournaments.words.explaining import chips_words

ADD_ON, BUY_IN = 0, 1


@dataclass(frozen=True, slots=True)
class Movement:
    """A movement of a wallet because of a tournament."""

    what: str
    chips: int
    entry: Entry
    loser: Entry | None
    noted: Decision | None
    tournament: Tournament
    plan: Plan
    field: Field
    memo: dict[str, Any]
    by_kind: dict[str, int]

    @property
    def ladder(self) -> Ladder:
        return ladder(self.plan.prizes, max(1, self.field.entries), self.pool_chips)

    @property
    def pool_chips(self) -> int:
        return self.field.pool_chips(self.plan)

    @property
    def name(self) -> str:
        return self.tournament.name


# What the director noted of each, by the decision's kind.
_NOTED = {
    "refund": ("Refund", "Withdraw"),
    "prize": ("PayPrize",),
    "prize_raised": ("RaisePrize",),
}


def tell_of_tournaments(postings: Sequence[Posting]) -> dict[int, Why]:
    """What tournaments moved in wallets: each movement with its sentence and where it leads."""
    tickets = [one for one in postings if "ticket" in one.transfer.memo]
    told = _tell_of_tickets(tickets) if tickets else {}
    moved = [one for one in postings if "why" in one.transfer.memo]
    for posting, movement in _read(moved) if moved else ():
        told[posting.pk] = Why(_sentence(movement), _links(movement))
    return told


def _sentence(moved: Movement) -> str:
    if moved.what in _TOLD:
        return _TOLD[moved.what](moved)
    why = sentence_of(moved.noted) if moved.noted else ""
    return f"{_refund(moved) if moved.what == 'refund' else _raised(moved)} {why}".strip()


def _links(moved: Movement) -> tuple[Link, ...]:
    links = [_page_of(moved.tournament)]
    certificate = certificate_of(moved.entry) if moved.what == "prize" else None
    if certificate is not None:
        address = reverse("tournament-certificate", args=(certificate.code,))
        links.append(Link(_("Certificate"), address))
    return tuple(links)


def _read(postings: Sequence[Posting]) -> list[tuple[Posting, Movement]]:
    """All that is needed to tell of them, in five queries."""
    memos = [one.transfer.memo for one in postings]
    wanted = {memo["entry"] for memo in memos} | {memo.get("bounty") for memo in memos} - {None}
    entries = Entry.objects.select_related("player", "tournament").in_bulk(wanted)
    noted = _noted(memos)
    by_kind: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    lines = Posting.objects.filter(transfer__in=[one.transfer_id for one in postings])
    for transfer, kind, chips in lines.values_list("transfer_id", "account__kind", "amount"):
        by_kind[transfer][kind] += chips
    plans: dict[int, tuple[Plan, Field]] = {}
    found = []
    for posting in postings:
        memo = posting.transfer.memo
        entry = entries[memo["entry"]]
        row = entry.tournament
        if row.pk not in plans:
            plans[row.pk] = from_json(Plan, row.plan), from_json(Field, row.field)
        kinds = _NOTED.get(memo["why"], ())
        movement = Movement(
            what=memo["why"],
            chips=abs(posting.amount),
            entry=entry,
            loser=entries.get(memo.get("bounty")),
            noted=max(
                (noted[entry.pk, kind] for kind in kinds if (entry.pk, kind) in noted),
                key=lambda one: one.pk,
                default=None,
            ),
            tournament=row,
            plan=plans[row.pk][0],
            field=plans[row.pk][1],
            memo=memo,
            by_kind=by_kind[posting.transfer_id],
        )
        found.append((posting, movement))
    return found


def _noted(memos: Sequence[dict[str, Any]]) -> dict[tuple[int | None, str], Decision]:
    """The newest decision about each entry of each kind that explains chips."""
    found = Decision.objects.filter(
        tournament__in={memo["tournament"] for memo in memos},
        entry_id__in={memo["entry"] for memo in memos},
        kind__in=[kind for kinds in _NOTED.values() for kind in kinds],
    ).order_by("pk")
    return {(one.entry_id, one.kind): one for one in found}


def _tell_of_tickets(postings: Sequence[Posting]) -> dict[int, Why]:
    """A ticket's chips are put aside when it is won, and taken when it is used or lapses."""
    tickets = Ticket.objects.select_related("won_in").in_bulk(
        {one.transfer.memo["ticket"] for one in postings}
    )
    return {
        one.pk: _why_of_ticket(tickets[one.transfer.memo["ticket"]], one)
        for one in postings
        if one.transfer.memo["ticket"] in tickets
    }


def _why_of_ticket(ticket: Ticket, posting: Posting) -> Why:
    _kind, _what, _number, turn = posting.transfer.key.split(":")
    name = ticket.won_in.name if ticket.won_in else "–"
    facts = {"chips": chips_words(ticket.value_chips), "name": name}
    lapsed = ticket.state == TicketState.PAID_OUT and int(turn) == ticket.turns
    if posting.transfer.kind == TransferKind.HOLD and int(turn):
        text = _("Your ticket of “%(name)s” is valid again: %(chips)s are put aside for it.")
    elif posting.transfer.kind == TransferKind.HOLD:
        text = _("Your ticket of “%(name)s”: %(chips)s are put aside for it.")
    elif lapsed:
        text = _("Your ticket of “%(name)s” has lapsed: %(chips)s back in your wallet.")
    else:
        text = _("You entered with your ticket of “%(name)s”: it brings %(chips)s.")
    return Why(text % facts, (_page_of(ticket.won_in),) if ticket.won_in else ())


def _page_of(tournament: Tournament) -> Link:
    return Link(tournament.name, reverse("tournament", args=(tournament.pk,)))


def _bought(moved: Movement) -> str:
    into_pool = moved.by_kind.get(AccountKind.PRIZE_POOL.value, 0)
    facts = {
        "chips": moved.chips,
        "name": moved.name,
        "pool": into_pool,
        "fee": moved.by_kind.get(AccountKind.FEE.value, 0),
        "bounty": moved.plan.bounty_chips,
    }
    purchase = moved.memo["purchase"]
    if purchase == ADD_ON:
        text = ngettext(
            "You paid %(chips)s chip for the add-on of “%(name)s”: ",
            "You paid %(chips)s chips for the add-on of “%(name)s”: ",
            moved.chips,
        )
    elif purchase == BUY_IN:
        text = ngettext(
            "You paid %(chips)s chip to enter “%(name)s”: ",
            "You paid %(chips)s chips to enter “%(name)s”: ",
            moved.chips,
        )
    else:
        text = ngettext(
            "You paid %(chips)s chip to buy back into “%(name)s”: ",
            "You paid %(chips)s chips to buy back into “%(name)s”: ",
            moved.chips,
        )
    text += (
        _("%(pool)s for the pool + %(fee)s as the house's fee.")
        if facts["fee"]
        else _("all of it for the pool, without a fee.")
    )
    if moved.plan.bounty_chips and purchase != ADD_ON:
        text += " " + _("%(bounty)s of the pool's part lie on your own head, as a bounty.")
    return text % facts


def _pool(moved: Movement) -> str:
    """The pool as it was reckoned: “16 buy-ins × 50 + 100 from the house = 900 chips”."""
    plan, field = moved.plan, moved.field
    text = ngettext("%(times)s buy-in × %(each)s", "%(times)s buy-ins × %(each)s", field.buy_ins)
    parts = [text % {"times": field.buy_ins, "each": plan.into_pool_chips}]
    if field.add_ons:
        text = ngettext(
            "%(times)s add-on × %(each)s", "%(times)s add-ons × %(each)s", field.add_ons
        )
        parts.append(text % {"times": field.add_ons, "each": plan.entries.add_on_chips})
    if added := plan.prizes.house_adds(field.paid_in_chips(plan)):
        parts.append(_("%(chips)s from the house") % {"chips": added})
    return _("The pool: %(parts)s = %(pool)s chips.") % {
        "parts": " + ".join(parts),
        "pool": moved.pool_chips,
    }


def _prize(moved: Movement) -> str:
    rank = int(moved.memo.get("rank") or 1)
    tied = int(moved.noted.facts.get("tied", 1)) if moved.noted else 1
    prizes = moved.ladder.prizes_chips[rank - 1 : rank - 1 + tied]
    facts = {
        "chips": moved.chips,
        "name": moved.name,
        "rank": rank,
        "entries": moved.field.entries,
        "tied": tied,
        "prizes": " + ".join(map(str, prizes)),
        "percent": _percent(moved.chips, moved.pool_chips),
        "places": moved.ladder.places,
    }
    if moved.memo.get("ticket"):
        text = ngettext(
            "You won a ticket worth %(chips)s chip in “%(name)s”: rank %(rank)s of %(entries)s.",
            "You won a ticket worth %(chips)s chips in “%(name)s”: rank %(rank)s of %(entries)s.",
            moved.chips,
        )
    elif tied > 1:
        text = ngettext(
            "You won %(chips)s chip in “%(name)s”: %(tied)s players share the prizes from rank"
            " %(rank)s on, (%(prizes)s) ÷ %(tied)s.",
            "You won %(chips)s chips in “%(name)s”: %(tied)s players share the prizes from rank"
            " %(rank)s on, (%(prizes)s) ÷ %(tied)s.",
            moved.chips,
        )
    else:
        text = ngettext(
            "You won %(chips)s chip in “%(name)s”: rank %(rank)s of %(entries)s, which takes"
            " %(percent)s %% of the pool; %(places)s places are paid.",
            "You won %(chips)s chips in “%(name)s”: rank %(rank)s of %(entries)s, which takes"
            " %(percent)s %% of the pool; %(places)s places are paid.",
            moved.chips,
        )
    return f"{text % facts} {_pool(moved)}"


def _percent(part: int, whole: int) -> str:
    """In tenths, without a float: 305 of 1,000 are 30.5."""
    tenths = (part * 2_000 + whole) // (2 * whole) if whole else 0
    return f"{tenths // 10}" if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10}"


def _bounty(moved: Movement) -> str:
    each = moved.plan.bounty_chips
    whole = bool(each) and moved.chips % each == 0
    facts = {
        "chips": moved.chips,
        "name": moved.name,
        "loser": moved.loser.player.name if moved.loser else "–",
        "heads": moved.chips // each if whole else 0,
        "each": each,
    }
    if moved.entry == moved.loser:
        text = ngettext(
            "You were paid %(chips)s chip in “%(name)s”: nobody won the bounty on your own head.",
            "You were paid %(chips)s chips in “%(name)s”: nobody won the bounty on your own head.",
            moved.chips,
        )
    else:
        text = ngettext(
            "You won %(chips)s chip in “%(name)s”: %(loser)s lost the last chips in a round you"
            " won, and with them the bounty.",
            "You won %(chips)s chips in “%(name)s”: %(loser)s lost the last chips in a round you"
            " won, and with them the bounty.",
            moved.chips,
        )
    reckoned = (
        ngettext(
            "%(heads)s × %(each)s chip per head.", "%(heads)s × %(each)s chips per head.", each
        )
        if whole
        else _("It is your share of it.")
    )
    return f"{text} {reckoned}" % facts


def _refund(moved: Movement) -> str:
    facts = {
        "chips": moved.chips,
        "name": moved.name,
        "pool": -moved.by_kind.get(AccountKind.PRIZE_POOL.value, 0),
        "fee": -moved.by_kind.get(AccountKind.FEE.value, 0),
    }
    if facts["fee"]:
        return (
            ngettext(
                "You got %(chips)s chip back from “%(name)s”: %(pool)s of the pool + %(fee)s of"
                " the fee.",
                "You got %(chips)s chips back from “%(name)s”: %(pool)s of the pool + %(fee)s of"
                " the fee.",
                moved.chips,
            )
            % facts
        )
    return (
        ngettext(
            "You got %(chips)s chip back from “%(name)s”, out of the pool.",
            "You got %(chips)s chips back from “%(name)s”, all of them of the pool.",
            moved.chips,
        )
        % facts
    )


def _raised(moved: Movement) -> str:
    facts = {"chips": moved.chips, "name": moved.name}
    return (
        ngettext(
            "You were paid %(chips)s chip more in “%(name)s”: you moved up, because somebody"
            " ahead of you was disqualified.",
            "You were paid %(chips)s chips more in “%(name)s”: you moved up, because somebody"
            " ahead of you was disqualified.",
            moved.chips,
        )
        % facts
    )


_TOLD = {"entry": _bought, "bounty": _bounty, "prize": _prize}
