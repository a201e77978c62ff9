"""Why did I lose 120 chips at a table? One sentence, with the formula (PLAY-3, 10, 20).

Told from a match's terms, its result and the ledger, to its player and to the office alike.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
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

# Of all that happens at a table, what tells who won and who gave up.
_TELLING = ("match_finished", "resigned", "seats_drawn", "players_reseated")


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
    gave_up: bool

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
            return ngettext(
                "Your stake of %(stake)s chip is held until the match is decided.",
                "Your stake of %(stake)s chips is held until the match is decided.",
                seat.stake_chips,
            ) % with_figures({"stake": seat.stake_chips})
        if self.table.terms.get("settlement") == DIRECTED:
            return _("A table of a tournament: its rounds are settled in tournament chips there.")
        if not self.pot_chips:
            return _("Nothing was staked at this table: no chips changed hands.")
        facts = self._facts(seat)
        if self.reason == CALLED_OFF:
            text = ngettext(
                "Staff called the match off: your stake of %(stake)s chip came back.",
                "Staff called the match off: your stake of %(stake)s chips came back.",
                seat.stake_chips,
            )
            return text % facts
        text = _won(seat, facts) if seat.payout_chips else self._lost(facts)
        parts = (text, self._rebuy_sentence(seat), self._pot_sentence(), self._shares_sentence())
        return " ".join(part for part in parts if part)

    def told_of_stake(self, seat: SeatResult, chips: int) -> str:
        """The same of a stake alone: where it was not lost, the payout tells the rest.

        It is `chips` of what the seat staked: who bought back in has paid more than once.
        """
        if self.table.status != TableStatus.FINISHED or not seat.payout_chips:
            part = _("%(chips)s of the %(stake)s chips that you staked here.") % with_figures(
                {"chips": chips, "stake": seat.stake_chips}
            )
            whole = self.sentence(seat)
            return f"{part} {whole}" if chips < seat.stake_chips else whole
        return ngettext(
            "Your stake; the pot paid you %(payout)s chip.",
            "Your stake; the pot paid you %(payout)s chips.",
            seat.payout_chips,
        ) % with_figures({"payout": seat.payout_chips})

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
            "winners": _names(self.winners),
            "decided": self.decided(seat),
            "sharing": len(self.winners),
        }
        return with_figures(facts)

    def _lost(self, facts: dict[str, Any]) -> str:
        lost = ngettext(
            "You lost %(lost)s chip, your stake:",
            "You lost %(lost)s chips, your stake:",
            facts["lost"],
        )
        told = ngettext(
            "%(winners)s had %(best)s points, you had %(points)s; %(decided)s.",
            "%(winners)s had %(best)s points each, you had %(points)s; %(decided)s.",
            len(self.winners),
        )
        return f"{lost} {told}" % facts

    def decided(self, seat: SeatResult) -> str:
        """How the match ended, as it was for this seat; the bare reason where words are missing."""
        if seat.gave_up:
            return _("you gave up")
        gone = [one for one in self.seats if one.gave_up]
        words = {
            "point_limit": _("the point limit was reached"),
            "penalty_limit": _("the penalty limit was reached"),
            "resigned": ngettext("%(names)s gave up", "%(names)s all gave up", len(gone))
            % {"names": _names(gone)},
            "round_limit": _("the limit of rounds was reached"),
            "last_one_in": _("nobody else was left in the match")
            if seat.is_winner
            else _("you had reached the penalty limit"),
            "tie_breaker": _("tie-breaker rounds decided between those who were level"),
            "rounds_played": ngettext(
                "it was all decided in %(rounds)s round",
                "it was all decided in %(rounds)s rounds",
                self.rounds_played,
            )
            % {"rounds": self.rounds_played},
        }
        return words.get(self.reason, self.reason)

    def _pot_sentence(self) -> str:
        stakes = " + ".join(grouped(seat.stake_chips) for seat in self.seats)
        payouts = (seat.payout_chips for seat in self.seats if seat.payout_chips)
        paid = " + ".join(map(grouped, payouts))
        facts = with_figures(
            {
                "stakes": stakes,
                "pot": self.pot_chips,
                "paid": paid,
                "fee": self.fee_chips,
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
        text = ngettext(
            "You were paid %(payout)s chip of the pot for your place; %(decided)s.",
            "You were paid %(payout)s chips of the pot for your place; %(decided)s.",
            seat.payout_chips,
        )
    elif facts["sharing"] > 1:
        text = _(
            "You share first place with %(points)s points between %(sharing)s and were paid "
            "%(payout)s chips for a stake of %(stake)s; %(decided)s."
        )
    elif seat.change_chips <= 0:
        text = _(
            "First place was yours with %(points)s points; the pot paid you %(payout)s chips for a"
            " stake of %(stake)s; %(decided)s."
        )
    else:
        text = ngettext(
            "You won %(won)s chip: with %(points)s points the pot was yours, %(payout)s chips "
            "for a stake of %(stake)s; %(decided)s.",
            "You won %(won)s chips: with %(points)s points the pot was yours, %(payout)s chips "
            "for a stake of %(stake)s; %(decided)s.",
            seat.change_chips,
        )
    return text % facts


def _names(seats: Iterable[SeatResult]) -> str:
    return " + ".join(seat.name for seat in seats)


def stories_of(table_ids: Iterable[int]) -> dict[int, TableStory]:
    """Everything about the chips of these tables, in a fixed number of queries.

    Not how a match ended whose cards others may still be dealt: no chips hang on it.
    """
    tables = Table.objects.defer("state").in_bulk(set(table_ids))
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(table__in=tables).select_related("player").order_by("number"):
        seats[seat.table_id].append(seat)
    results: dict[int, dict[str, Any]] = {}
    gone: dict[int, set[int]] = defaultdict(set)
    closed = Round.objects.of_closed_deals().filter(table__in=tables).values("table")
    events = TableEvent.objects.filter(table__in=tables, kind__in=_TELLING)
    told = events.exclude(table__in=closed).order_by("seq")
    for pk, kind, payload in told.values_list("table_id", "kind", "payload"):
        if kind == "match_finished":
            results[pk] = payload
        elif kind == "resigned":
            gone[pk].add(payload["seat"])
        else:  # who plays on moves together: seats have other numbers from here on
            gone[pk] = {new for new, old in enumerate(payload["came_from"]) if old in gone[pk]}
    rounds = Round.objects.filter(table__in=tables).values_list("table_id")
    played = dict(rounds.annotate(played=Count("pk")).order_by())
    return {
        pk: TableStory(
            table=table,
            terms=terms_of(table),
            seats=_seats(seats[pk], results.get(pk, {}), gone[pk]),
            rounds_played=played.get(pk, 0),
            reason=str(results.get(pk, {}).get("reason", "")),
        )
        for pk, table in tables.items()
    }


def _seats(
    seats: Sequence[Seat], result: dict[str, Any], gone: Collection[int]
) -> tuple[SeatResult, ...]:
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
            gave_up=seat.number in gone,
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
        told = story.told_of_stake(own, abs(posting.amount))
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
