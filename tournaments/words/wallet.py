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
from tournaments.models import Decision, Entry, Ticket, TicketState, Tournament
from tournaments.selectors.decisions import sentence_of
from tournaments.words.explaining import chips_words
from web.numbers import grouped, with_figures

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
    def pool_chips(self) -> int:
        return self.field.pool_chips(self.plan)

    @property
    def name(self) -> str:
        return self.tournament.name


# What the director noted of each, by the decision's kind.
_NOTED = {
    "refund": ("Refund", "Withdraw"),
    "prize": ("PayPrize",),
    "bounty": ("PayBounty",),
    "prize_raised": ("RaisePrize",),
}


def tell_of_tournaments(postings: Sequence[Posting]) -> dict[int, Why]:
    """What tournaments moved in wallets: each movement with its sentence and where it leads."""
    tickets = [one for one in postings if "ticket" in one.transfer.memo]
    told = _tell_of_tickets(tickets) if tickets else {}
    moved = [one for one in postings if "why" in one.transfer.memo]
    for posting, movement in _read(moved) if moved else ():
        told[posting.pk] = Why(_TOLD[movement.what](movement), _links(movement))
    return told


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
            noted=next(
                (one for one in noted if _is_about(one, kinds, memo, abs(posting.amount))), None
            ),
            tournament=row,
            plan=plans[row.pk][0],
            field=plans[row.pk][1],
            memo=memo,
            by_kind=by_kind[posting.transfer_id],
        )
        found.append((posting, movement))
    return found


def _noted(memos: Sequence[dict[str, Any]]) -> list[Decision]:
    """The decisions about each entry of each kind that explains chips, newest first."""
    return list(
        Decision.objects.filter(
            tournament__in={memo["tournament"] for memo in memos},
            entry_id__in={memo["entry"] for memo in memos},
            kind__in=[kind for kinds in _NOTED.values() for kind in kinds],
        ).order_by("-pk")
    )


def _is_about(one: Decision, kinds: Sequence[str], memo: dict[str, Any], chips: int) -> bool:
    """Whether it decided on these chips; of bounties an entry may win many."""
    if one.entry_id != memo["entry"] or one.kind not in kinds:
        return False
    out = memo.get("bounty")
    facts = one.facts
    return out is None or (facts.get("out", memo["entry"]), facts["prize_chips"]) == (out, chips)


def _tell_of_tickets(postings: Sequence[Posting]) -> dict[int, Why]:
    """A ticket's chips are put aside when it is won, and taken when it is used or lapses."""
    tickets = Ticket.objects.select_related("won_in", "admits_to", "used_for__tournament").in_bulk(
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
    newest, page = int(turn) == ticket.turns, ticket.won_in
    lapsed = newest and ticket.state == TicketState.PAID_OUT
    if posting.transfer.kind == TransferKind.HOLD and int(turn):
        text = _("Your ticket of “%(name)s” is valid again: %(chips)s are put aside for it.")
    elif posting.transfer.kind == TransferKind.HOLD:
        text = _("Your ticket of “%(name)s”: %(chips)s are put aside for it.")
    elif lapsed and ticket.admits_to and ticket.admits_to.phase == "cancelled":
        page, facts["into"] = ticket.admits_to, ticket.admits_to.name
        text = _(
            "“%(into)s” does not take place: your ticket of “%(name)s” brings %(chips)s back into"
            " your wallet."
        )
    elif lapsed:
        text = _("Your ticket of “%(name)s” has lapsed: %(chips)s back in your wallet.")
    else:
        page = ticket.used_for.tournament if newest and ticket.used_for else ticket.admits_to
        text = _("You entered with your ticket of “%(name)s”: it brings %(chips)s.")
    return Why(text % facts, (_page_of(page),) if page else ())


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
    return text % with_figures(facts)


def _pool(moved: Movement) -> str:
    """The pool as it was reckoned: “16 buy-ins × 50 + 100 from the house = 900 chips”."""
    plan, field = moved.plan, moved.field
    text = ngettext("%(times)s buy-in × %(each)s", "%(times)s buy-ins × %(each)s", field.buy_ins)
    parts = [text % with_figures({"times": field.buy_ins, "each": plan.into_pool_chips})]
    if field.add_ons:
        text = ngettext(
            "%(times)s add-on × %(each)s", "%(times)s add-ons × %(each)s", field.add_ons
        )
        facts = {"times": field.add_ons, "each": plan.entries.add_on_chips}
        parts.append(text % with_figures(facts))
    if added := plan.prizes.house_adds(field.paid_in_chips(plan)):
        parts.append(_("%(chips)s from the house") % with_figures({"chips": added}))
    return _("The pool: %(parts)s = %(pool)s chips.") % {
        "parts": " + ".join(parts),
        "pool": grouped(moved.pool_chips),
    }


def _won(moved: Movement) -> str:
    """So many chips, and how the director reckoned them."""
    text = ngettext(
        "You won %(chips)s chip in “%(name)s”.",
        "You won %(chips)s chips in “%(name)s”.",
        moved.chips,
    ) % with_figures({"chips": moved.chips, "name": moved.name})
    return _with_reason(moved, text)


def _with_reason(moved: Movement, text: str) -> str:
    """What was paid, and why the director has paid it."""
    if moved.noted is None:
        return text
    loser = moved.loser
    names: dict[int | None, str] = {loser.pk: loser.player.name} if loser else {}
    return f"{text} {sentence_of(moved.noted, names)}".strip()


def _ticket(moved: Movement) -> str:
    """A ticket has one worth; what is beyond it stays in chips, and all of it with a bot."""
    worth = moved.plan.prizes.ticket_chips
    chips = moved.chips if moved.entry.player.is_bot else worth
    facts = {
        "chips": chips,
        "name": moved.name,
        "rank": int(moved.memo["rank"]),
        "entries": moved.field.contenders,
    }
    if moved.entry.player.is_bot:
        text = ngettext(
            "You won a ticket in “%(name)s”: rank %(rank)s of %(entries)s. You cannot use it and"
            " keep its %(chips)s chip.",
            "You won a ticket in “%(name)s”: rank %(rank)s of %(entries)s. You cannot use it and"
            " keep its %(chips)s chips.",
            chips,
        )
    else:
        text = ngettext(
            "You won a ticket worth %(chips)s chip in “%(name)s”: rank %(rank)s of %(entries)s.",
            "You won a ticket worth %(chips)s chips in “%(name)s”: rank %(rank)s of %(entries)s.",
            chips,
        )
    text %= with_figures(facts)
    if more := moved.chips - chips:
        besides = ngettext(
            "Besides it you got %(chips)s chip.", "Besides it you got %(chips)s chips.", more
        )
        text += " " + besides % with_figures({"chips": more})
    return text


def _refund(moved: Movement) -> str:
    facts = {
        "chips": moved.chips,
        "name": moved.name,
        "pool": -moved.by_kind.get(AccountKind.PRIZE_POOL.value, 0),
        "fee": -moved.by_kind.get(AccountKind.FEE.value, 0),
    }
    if facts["fee"]:
        text = ngettext(
            "You got %(chips)s chip back from “%(name)s”: %(pool)s of the pool + %(fee)s of"
            " the fee.",
            "You got %(chips)s chips back from “%(name)s”: %(pool)s of the pool + %(fee)s of"
            " the fee.",
            moved.chips,
        )
    else:
        text = ngettext(
            "You got %(chips)s chip back from “%(name)s”, out of the pool.",
            "You got %(chips)s chips back from “%(name)s”, all of them of the pool.",
            moved.chips,
        )
    return _with_reason(moved, text % with_figures(facts))


def _raised(moved: Movement) -> str:
    facts = {"chips": moved.chips, "name": moved.name}
    text = ngettext(
        "You were paid %(chips)s chip more in “%(name)s”: you moved up, because somebody"
        " ahead of you was disqualified.",
        "You were paid %(chips)s chips more in “%(name)s”: you moved up, because somebody"
        " ahead of you was disqualified.",
        moved.chips,
    ) % with_figures(facts)
    return _with_reason(moved, text)


_TOLD = {
    "entry": _bought,
    "bounty": _won,
    "prize": lambda moved: (
        f"{_ticket(moved) if moved.memo.get('ticket') else _won(moved)} {_pool(moved)}"
    ),
    "refund": _refund,
    "prize_raised": _raised,
}
