"""Why did I lose 120 chips? One sentence, with the formula, from what is stored (PLAY-3, 10, 20).

A table's match is told from its terms, its result and the ledger; a round of a tournament by
`tournaments.words.explaining`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.books.reasons import describe
from accounts.models import Player, Posting
from backoffice.inspector.score_sheet import RoundLines, score_sheet
from backoffice.inspector.statement import tournament_reason
from games.models import Round, Seat, Table, TableEvent, TableStatus
from games.tables.terms import terms_of
from rummy.match import CALLED_OFF
from tournaments.models import Entry, PlayedRound
from tournaments.running.game_tables.dealing import SETTLED_BY_DIRECTOR
from tournaments.words.explaining import SettlementExplanation, explain_settlements
from web.numbers import grouped, with_figures

ROUNDS_MAX = 50


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A seat of a finished table: who, points, staked, paid out; `change` is the difference."""

    number: int
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
    """A table from its stakes to its payouts, with the rounds that decided it."""

    table: Table
    terms: dict[str, Any]
    seats: tuple[SeatResult, ...]
    rounds: tuple[RoundLines, ...]
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
        if self.table.terms.get("settlement") == SETTLED_BY_DIRECTOR:
            return _("A table of a tournament: its rounds are settled in tournament chips there.")
        if not self.pot_chips:
            return _("Nothing was staked at this table: no chips changed hands.")
        facts = self._facts(seat)
        if self.reason == CALLED_OFF:
            return _("Staff called the match off: your stake of %(stake)s chips came back.") % facts
        text = _won(seat, facts) if seat.payout_chips else _lost(facts)
        parts = (text, self._rebuy_sentence(seat), self._pot_sentence(), self._shares_sentence())
        return " ".join(part for part in parts if part)

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
            "decided": _decided(self.reason, len(self.rounds)),
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


def table_story(table_id: int) -> TableStory | None:
    """Everything about a table's chips in a fixed number of queries; None without such a table."""
    table = Table.objects.defer("state").filter(pk=table_id).first()
    if table is None:
        return None
    seats = Seat.objects.filter(table=table).select_related("player").order_by("number")
    ended = TableEvent.objects.filter(table=table, kind="match_finished").order_by("-seq").first()
    result = ended.payload if ended else {}
    rounds = Round.objects.filter(table=table).order_by("-number")[:ROUNDS_MAX]
    sheet = score_sheet(table, list(reversed(rounds)))
    terms = terms_of(table)
    return TableStory(
        table, terms, _seats(list(seats), result), sheet, str(result.get("reason", ""))
    )


def _seats(seats: Sequence[Seat], result: dict[str, Any]) -> tuple[SeatResult, ...]:
    totals, winners = result.get("totals", []), result.get("winners", [])
    return tuple(
        SeatResult(
            number=seat.number,
            player=seat.player,
            points=totals[seat.number] if seat.number < len(totals) else 0,
            stake_chips=seat.stake_chips,
            payout_chips=seat.payout_chips or 0,
            is_winner=seat.number in winners,
        )
        for seat in seats
    )


@dataclass(frozen=True, slots=True)
class Explained:
    """A movement of a player's chips: when, how many, why in a sentence, and where it leads."""

    posting: Posting
    sentence: str
    table_id: int | None


def explain_postings(postings: Sequence[Posting]) -> list[Explained]:
    """Some movements of a wallet, each with its sentence; a handful, as a page shows them."""
    return [_explained(posting) for posting in postings]


def _explained(posting: Posting) -> Explained:
    transfer = posting.transfer
    table_id = transfer.memo.get("table") if isinstance(transfer.memo.get("table"), int) else None
    text = ""
    if transfer.kind in ("settle", "hold") and table_id is not None:
        text = _table_reason(table_id, posting)
    refs = [f"table:{table_id}"] if table_id is not None else []
    text = text or tournament_reason(posting)
    text = text or describe(transfer.kind, refs=refs, memo=transfer.memo)
    return Explained(posting, text, table_id)


def _table_reason(table_id: int, posting: Posting) -> str:
    """What the table says of it; of a stake only where it was lost, or else the prize tells all."""
    story = table_story(table_id)
    owner = posting.account.player_id
    own = [seat for seat in (story.seats if story else ()) if seat.player_id == owner]
    if story is None or not own:
        return ""
    lost = story.table.status == TableStatus.FINISHED and not own[0].payout_chips
    return story.sentence(own[0]) if posting.transfer.kind == "settle" or lost else ""


def settled_rounds(
    entry: Entry, *, before: int | None = None, most: int = ROUNDS_MAX
) -> list[tuple[PlayedRound, SettlementExplanation]]:
    """The rounds of an entry, newest first, each with what explains it; below a number, if any."""
    played = PlayedRound.objects.filter(
        tournament_id=entry.tournament_id, entries__contains=[entry.pk]
    )
    if before is not None:
        played = played.filter(pk__lt=before)
    rounds = list(played.order_by("-id")[:most])
    return list(zip(rounds, explain_settlements(rounds), strict=True))


def tournament_rounds(entry: Entry, *, most: int = ROUNDS_MAX) -> list[tuple[PlayedRound, str]]:
    """The rounds of an entry, newest first, each explained to its player."""
    return [(one, text.sentence(entry.pk)) for one, text in settled_rounds(entry, most=most)]
