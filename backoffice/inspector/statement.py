"""Why did chips go into a tournament, or come out of it? With the formula (PLAY-43, 44, 46).

Told from the transfer itself, from the plan and the field as they are stored, and from what the
director noted when it was decided.
"""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.ledger import AccountKind
from accounts.models import Posting
from tournaments.director import Field, Plan
from tournaments.director.codec import from_json
from tournaments.director.prizes import Ladder, ladder
from tournaments.models import Entry, Tournament
from tournaments.selectors.decisions import last_about, sentence_of

ADD_ON, BUY_IN = 0, 1


@dataclass(frozen=True, slots=True)
class Movement:
    """A movement of a wallet because of a tournament."""

    what: str
    chips: int
    entry: int
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


def tournament_reason(posting: Posting) -> str:
    """The sentence for this movement of a wallet; "" where no tournament moved it."""
    moved = _read(posting)
    if moved is None:
        return ""
    if moved.what == "entry":
        return _bought(moved)
    if moved.what == "bounty":
        return _bounty(moved)
    if moved.what == "prize":
        return _prize(moved)
    noted = last_about(moved.entry, moved.tournament.pk, _NOTED[moved.what])
    why = sentence_of(noted) if noted else ""
    return f"{_refund(moved) if moved.what == 'refund' else _raised(moved)} {why}".strip()


_NOTED = {"refund": ("Refund", "Withdraw"), "prize_raised": ("RaisePrize",)}


def _read(posting: Posting) -> Movement | None:
    memo = posting.transfer.memo
    text = "why" in memo and "tournament" in memo
    row = Tournament.objects.filter(pk=memo["tournament"]).first() if text else None
    if row is None:
        return None
    by_kind: dict[str, int] = {}
    lines = Posting.objects.filter(transfer=posting.transfer_id).select_related("account")
    for line in lines:
        by_kind[line.account.kind] = by_kind.get(line.account.kind, 0) + line.amount
    return Movement(
        what=memo["why"],
        chips=abs(posting.amount),
        entry=memo["entry"],
        tournament=row,
        plan=from_json(Plan, row.plan),
        field=from_json(Field, row.field),
        memo=memo,
        by_kind=by_kind,
    )


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
    noted = last_about(moved.entry, moved.tournament.pk, ("PayPrize",))
    tied = int(noted.facts.get("tied", 1)) if noted else 1
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
    each, loser = moved.plan.bounty_chips, moved.memo["bounty"]
    whole = bool(each) and moved.chips % each == 0
    lost = Entry.objects.filter(pk=loser).select_related("player").first()
    facts = {
        "chips": moved.chips,
        "name": moved.name,
        "loser": lost.player.name if lost else "–",
        "heads": moved.chips // each if whole else 0,
        "each": each,
    }
    if moved.entry == loser:
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
