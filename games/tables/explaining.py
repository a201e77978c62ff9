"""Why did I lose 120 chips at a table? One sentence, with the formula (PLAY-3, 10, 20).

Told from a match's terms, its result and the ledger, to its player and to the office alike.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.books.reasons import Link, Why
from accounts.ledger import TransferKind
from accounts.models import Player, Posting
from games.models import Round, Seat, Table, TableEvent, TableStatus
from games.tables.terms import terms_of
from rummy.match import CALLED_OFF
from rummy.settlement import DIRECTED
from web.numbers import grouped, with_figures


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A seat of a finished table: who, points, staked, paid out; `change` is the difference.

    `sitting` is the seat's own id: whoever leaves before the match and comes back sits anew.
    """

    number: int
    sitting: int
    player: Player
    points: int
    stake_chips: int
    payout_chips: int
    is_winner: bool

    @property
    def player_id(self) -> int:
        return self.player.pk

    @property
    def name(self) -> str:
        return self.player.name

    @property
    def change_chips(self) -> int:
        return self.payout_chips - self.stake_chips


@dataclass(frozen=True, slots=True)
class TableStory:
    """A table from its stakes to its payouts; `rounds_played` decided it."""

    table: Table
    terms: dict[str, Any]
    seats: tuple[SeatResult, ...]
    rounds_played: int
    reason: str

    @property
    def pot_chips(self) -> int:
        return sum(seat.stake_chips for seat in self.seats)

    @property
    def paid_chips(self) -> int:
        return sum(seat.payout_chips for seat in self.seats)

    @property
    def fee_chips(self) -> int | None:
        """What the house kept; None until the match is over."""
        over = self.table.status == TableStatus.FINISHED
        return self.pot_chips - self.paid_chips if over else None

    @property
    def winners(self) -> tuple[SeatResult, ...]:
        return tuple(seat for seat in self.seats if seat.is_winner)

    def sentences(self) -> list[tuple[SeatResult, str]]:
        """Each seat with the sentence that explains its chips, to whoever sat there."""
        return [(seat, self.sentence(seat)) for seat in self.seats]

    def sentence(self, seat: SeatResult) -> str:
        """Why this seat has won or lost what it did, addressed to its player."""
        if self.table.status != TableStatus.FINISHED:
            return _("Your stake of %(stake)s chips is held until the match is decided.") % {
                "stake": grouped(seat.stake_chips)
            }
        if self.table.terms.get("settlement") == DIRECTED:
            return _("A table of a tournament: its rounds are settled in tournament chips there.")
        if not self.pot_chips:
            return _("Nothing was staked at this table: no chips changed hands.")
        facts = self._facts(seat)
        if self.reason == CALLED_OFF:
            return _("Staff called the match off: your stake of %(stake)s chips came back.") % facts
        text = _won(seat, facts) if seat.payout_chips else _lost(facts)
        parts = (text, self._rebuy_sentence(seat), self._pot_sentence(), self._shares_sentence())
        return " ".join(part for part in parts if part)

    def told_of_stake(self, seat: SeatResult) -> str:
        """The same of a stake alone: where it was not lost, the payout tells the rest."""
        if self.table.status != TableStatus.FINISHED or not seat.payout_chips:
            return self.sentence(seat)
        return ngettext(
            "Your stake; the pot paid you %(payout)s chip.",
            "Your stake; the pot paid you %(payout)s chips.",
            seat.payout_chips,
        ) % {"payout": seat.payout_chips}

    def _rebuy_sentence(self, seat: SeatResult) -> str:
        """A seat that bought back in has paid its price more than once (PLAY-44)."""
        price = self.table.stake_chips
        times = seat.stake_chips // price - 1 if price else 0
        if times < 1:
            return ""
        text = ngettext(
            "You had bought back in %(times)s time: %(all)s × %(price)s = %(stake)s chips.",
            "You had bought back in %(times)s times: %(all)s × %(price)s = %(stake)s chips.",
            times,
        )
        facts = {"times": times, "all": times + 1, "price": price, "stake": seat.stake_chips}
        return text % with_figures(facts)

    def _shares_sentence(self) -> str:
        """By which percentages the places are paid; nothing where the winner takes all."""
        percents = self.terms.get("prizes") or [100]
        if len(percents) < 2:
            return ""
        shares = " / ".join(f"{percent} %" for percent in percents)
        return _("From first place down the places take %(shares)s.") % {"shares": shares}

    def _facts(self, seat: SeatResult) -> dict[str, Any]:
        facts = {
            "lost": -seat.change_chips,
            "won": seat.change_chips,
            "stake": seat.stake_chips,
            "payout": seat.payout_chips,
            "points": seat.points,
            "best": max(winner.points for winner in self.winners),
            "winners": " + ".join(winner.name for winner in self.winners),
            "decided": _decided(self.reason, self.rounds_played),
            "sharing": len(self.winners),
        }
        return with_figures(facts)

    def _pot_sentence(self) -> str:
        stakes = " + ".join(grouped(seat.stake_chips) for seat in self.seats)
        payouts = (seat.payout_chips for seat in self.seats if seat.payout_chips)
        paid = " + ".join(map(grouped, payouts))
        facts = with_figures(
            {
                "stakes": stakes,
                "pot": self.pot_chips,
                "paid": paid,
                "fee": self.pot_chips - sum(seat.payout_chips for seat in self.seats),
            }
        )
        if facts["fee"]:
            return (
                _(
                    "The pot: %(stakes)s = %(pot)s chips; %(fee)s of them are the house's fee, paid"
                    " out: %(paid)s."
                )
                % facts
            )
        return _("The pot: %(stakes)s = %(pot)s chips, paid out: %(paid)s.") % facts


def _won(seat: SeatResult, facts: dict[str, Any]) -> str:
    if not seat.is_winner:
        return _("You were paid %(payout)s chips of the pot for your place; %(decided)s.") % facts
    if facts["sharing"] > 1:
        return (
            _(
                "You share first place with %(points)s points between %(sharing)s and were paid "
                "%(payout)s chips for a stake of %(stake)s; %(decided)s."
            )
            % facts
        )
    return (
        _(
            "You won %(won)s chips: with %(points)s points the pot was yours, %(payout)s chips "
            "for a stake of %(stake)s; %(decided)s."
        )
        % facts
    )


def _lost(facts: dict[str, Any]) -> str:
    return (
        _(
            "You lost %(lost)s chips, your stake: %(winners)s had %(best)s points, you had "
            "%(points)s; %(decided)s."
        )
        % facts
    )


def _decided(reason: str, rounds: int) -> str:
    words = {
        "point_limit": _("the point limit was reached"),
        "penalty_limit": _("the penalty limit was reached"),
        "resigned": _("the others gave up"),
        "round_limit": _("the limit of rounds was reached"),
        "last_one_in": _("the others had reached the penalty limit"),
        "tie_breaker": _("tie-breaker rounds decided between those who were level"),
        "rounds_played": ngettext(
            "it was all decided in %(rounds)s round",
            "it was all decided in %(rounds)s rounds",
            rounds,
        )
        % {"rounds": rounds},
    }
    return words.get(reason, reason)


def stories_of(table_ids: Iterable[int]) -> dict[int, TableStory]:
    """Everything about the chips of these tables, in a fixed number of queries."""
    tables = Table.objects.defer("state").in_bulk(set(table_ids))
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(table__in=tables).select_related("player").order_by("number"):
        seats[seat.table_id].append(seat)
    ended = TableEvent.objects.filter(table__in=tables, kind="match_finished").order_by("seq")
    results = dict(ended.values_list("table_id", "payload"))
    rounds = Round.objects.filter(table__in=tables).values_list("table_id")
    played = dict(rounds.annotate(played=Count("pk")).order_by())
    return {
        pk: TableStory(
            table=table,
            terms=terms_of(table),
            seats=_seats(seats[pk], results.get(pk, {})),
            rounds_played=played.get(pk, 0),
            reason=str(results.get(pk, {}).get("reason", "")),
        )
        for pk, table in tables.items()
    }


def _seats(seats: Sequence[Seat], result: dict[str, Any]) -> tuple[SeatResult, ...]:
    totals, winners = result.get("totals", []), result.get("winners", [])
    return tuple(
        SeatResult(
            number=seat.number,
            sitting=seat.pk,
            player=seat.player,
            points=totals[seat.number] if seat.number < len(totals) else 0,
            stake_chips=seat.stake_chips,
            payout_chips=seat.payout_chips or 0,
            is_winner=seat.number in winners,
        )
        for seat in seats
    )


def tell_of_tables(postings: Sequence[Posting]) -> dict[int, Why]:
    """What moved a wallet at tables: each movement with its sentence and the table's page."""
    at_tables = {
        posting.pk: posting.transfer.memo["table"]
        for posting in postings
        if isinstance(posting.transfer.memo.get("table"), int)
    }
    stories = stories_of(at_tables.values()) if at_tables else {}
    return {
        posting.pk: _why(stories[at_tables[posting.pk]], posting)
        for posting in postings
        if at_tables.get(posting.pk) in stories
    }


def _why(story: TableStory, posting: Posting) -> Why:
    transfer, title = posting.transfer, story.table.title
    own = next((one for one in story.seats if one.player_id == posting.account.player_id), None)
    if transfer.kind == TransferKind.SETTLE and own is not None:
        told = story.sentence(own)
    elif transfer.kind == TransferKind.HOLD and own is not None and _is_of(transfer.key, own):
        told = story.told_of_stake(own)
        if transfer.memo.get("rebuy"):
            told = _("You bought back in. %(told)s") % {"told": told}
    elif transfer.kind == TransferKind.HOLD:
        told = _("Your stake; it came back before the match began.")
    else:
        told = _("Your stake came back before the match began.")
    words = _("“%(table)s”: %(told)s") % {"table": title, "told": told}
    return Why(words, (Link(title, reverse("table", args=(story.table.pk,))),))


def _is_of(key: str, seat: SeatResult) -> bool:
    """Whether this stake was paid for this sitting (`stake_plan` puts it into the key)."""
    return key.split(":")[2:3] == [str(seat.sitting)]
