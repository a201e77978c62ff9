"""What the office answers about why chips moved: at a table, in a round, in a tournament."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.api.records import record_json, shape_of
from accounts.api.shapes import PlayerShape, player_json
from accounts.models import ChipAccount, Player
from backoffice.api.books_shapes import NEXT, OfficeAccountShape
from backoffice.selectors.rounds import ToldEvent, ToldRound
from backoffice.selectors.score_sheet import RoundLines, ScoredLine
from backoffice.selectors.settlements import ROUNDS_MAX, SeatResult, TableStory
from backoffice.selectors.tournament_chips import EntrySums
from games.api.documents import LaidCardField, TermsShape
from games.models import TableStatus
from games.settlement import DecidedBy
from tournaments.director import Phase
from tournaments.explaining import SeatLine, SettlementExplanation
from tournaments.models import Entry, EntryStatus, PlayedRound

Shape = serializers.Serializer[Any]
Whole = serializers.IntegerField
Word = serializers.CharField
Yes = serializers.BooleanField
IN_WORDS = "in the reader's language"


class OfficeSeatStoryShape(Shape):
    seat = Whole(help_text="counted from 0")
    player = PlayerShape()
    points = Whole(help_text="of the whole match, once it is over")
    stake_chips = Whole()
    payout_chips = Whole()
    change_chips = Whole(help_text="payout less stake")
    is_winner = Yes()
    why = Word(help_text="why these chips moved, with the formula, " + IN_WORDS)


class OfficeScoredLineShape(Shape):
    seat = Whole()
    reason = Word(help_text="a code")
    words = Word(help_text="the same " + IN_WORDS)
    points = Whole()


class OfficeSheetLineShape(Shape):
    number = Whole()
    ended = Yes(help_text="only then its cards are told")
    points = serializers.ListField(
        child=Whole(), help_text="by the seats as they are now; empty until it is scored"
    )
    lines = OfficeScoredLineShape(many=True)


class OfficeTableStoryShape(Shape):
    id = Whole()
    name = Word()
    status = serializers.ChoiceField(TableStatus.values)
    terms = TermsShape()
    reason = Word(allow_blank=True, help_text="why the match was over, as a code")
    account = Whole(allow_null=True, help_text="the pot's account; null where none was needed")
    pot_chips = Whole(help_text="all stakes together")
    paid_chips = Whole()
    fee_chips = Whole(allow_null=True, help_text="what the house kept; null until it is over")
    seats = OfficeSeatStoryShape(many=True)
    rounds = OfficeSheetLineShape(many=True, help_text=f"the latest {ROUNDS_MAX}, in their order")


class OfficeRoundSeatShape(Shape):
    seat = Whole(help_text="as it was in this round")
    player = PlayerShape()


class OfficeToldEventShape(Shape):
    seq = Whole(help_text="its number in the table's log")
    at = serializers.DateTimeField()
    type = Word(help_text="a code, as in the log")
    seat = Whole(allow_null=True)
    words = Word(help_text="what happened, " + IN_WORDS)
    told = Word(allow_blank=True, help_text="what it brought with it, " + IN_WORDS)
    cards = serializers.ListField(child=LaidCardField())


class OfficeRoundShape(Shape):
    table = Whole()
    name = Word(help_text="of the table")
    is_private = Yes()
    number = Whole()
    seats = OfficeRoundSeatShape(many=True)
    points = serializers.ListField(
        child=Whole(), help_text="by seat; empty for a round given up with its match"
    )
    lines = OfficeScoredLineShape(many=True)
    events = OfficeToldEventShape(many=True, help_text="nothing hidden any more")
    commitment = Word(help_text="promised before the deal")
    server_seed = Word(help_text="what was promised")


class OfficeEntryShape(Shape):
    id = Whole()
    number = Whole(help_text="within the tournament")
    tournament = Whole()
    player = PlayerShape()
    status = serializers.ChoiceField(EntryStatus.values)
    rank = Whole(allow_null=True)
    stack_chips = Whole(help_text="of the tournament's chips")
    paid_chips = Whole()
    fee_chips = Whole()
    won_chips = Whole()


class OfficeTournamentChipsShape(Shape):
    id = Whole()
    name = Word()
    phase = serializers.ChoiceField([phase.value for phase in Phase])
    accounts = OfficeAccountShape(many=True, help_text="all but the stacks")
    sums = shape_of(EntrySums, "OfficeEntrySumsShape")(help_text="over all entries, of any page")
    results = OfficeEntryShape(many=True, help_text="the latest entry first")
    next_before = Whole(allow_null=True, help_text=NEXT)


class OfficeSettledRoundShape(Shape):
    id = Whole()
    round = Whole()
    table_number = Whole(help_text="within the tournament")
    game_table = Whole(allow_null=True, help_text="null at real tables")
    chips_per_point = Whole()
    decided_by = serializers.ChoiceField([one.value for one in DecidedBy])
    voided = Yes(help_text="a director took it back; the chips were returned")
    settled_at = serializers.DateTimeField()
    change_chips = Whole(help_text="of this entry")
    why = Word(help_text="why these chips moved, with the formula, " + IN_WORDS)
    lines = shape_of(SeatLine, "OfficeSettledLineShape")(
        many=True, help_text="in seat order; `due_chips` is what the scores say, before any cap"
    )


class OfficeEntryRoundsShape(OfficeEntryShape):
    results = OfficeSettledRoundShape(many=True, help_text="the latest round first")
    next_before = Whole(allow_null=True, help_text=NEXT)


def story_json(
    story: TableStory, *, people: dict[int, Player], pot: ChipAccount | None
) -> dict[str, Any]:
    """`people` are those who sit there, by their number."""
    paid = sum(seat.payout_chips for seat in story.seats)
    over = story.table.status == TableStatus.FINISHED
    return {
        "id": story.table.pk,
        "name": story.table.name,
        "status": story.table.status,
        "terms": story.terms,
        "reason": story.reason,
        "account": None if pot is None else pot.pk,
        "pot_chips": story.pot_chips,
        "paid_chips": paid,
        "fee_chips": story.pot_chips - paid if over else None,
        "seats": [_seat_json(seat, people, why) for seat, why in story.sentences()],
        "rounds": [_sheet_json(line) for line in story.rounds],
    }


def _seat_json(seat: SeatResult, people: dict[int, Player], why: str) -> dict[str, Any]:
    return {
        "seat": seat.number,
        "player": player_json(people[seat.player_id]),
        "points": seat.points,
        "stake_chips": seat.stake_chips,
        "payout_chips": seat.payout_chips,
        "change_chips": seat.change_chips,
        "is_winner": seat.is_winner,
        "why": why,
    }


def _sheet_json(line: RoundLines) -> dict[str, Any]:
    return {
        "number": line.number,
        "ended": line.ended,
        "points": list(line.points),
        "lines": [_line_json(one) for one in line.lines],
    }


def _line_json(one: ScoredLine) -> dict[str, Any]:
    return {"seat": one.seat, "reason": one.reason, "words": one.words, "points": one.points}


def round_json(told: ToldRound) -> dict[str, Any]:
    return {
        "table": told.table_id,
        "name": told.table_name,
        "is_private": told.is_private,
        "number": told.number,
        "seats": [
            {"seat": number, "player": player_json(place.player)}
            for number, place in enumerate(told.seats)
        ],
        "points": list(told.score.points),
        "lines": [_line_json(one) for one in told.score.lines],
        "events": [_event_json(event) for event in told.events],
        "commitment": told.commitment,
        "server_seed": told.server_seed,
    }


def _event_json(event: ToldEvent) -> dict[str, Any]:
    return {
        "seq": event.seq,
        "at": event.at.isoformat(),
        "type": event.type,
        "seat": event.seat,
        "words": event.kind,
        "told": event.told,
        "cards": list(event.cards),
    }


def entry_json(entry: Entry) -> dict[str, Any]:
    return {
        "id": entry.pk,
        "number": entry.number,
        "tournament": entry.tournament_id,
        "player": player_json(entry.player),
        "status": entry.status,
        "rank": entry.rank,
        "stack_chips": entry.stack_chips,
        "paid_chips": entry.paid_chips,
        "fee_chips": entry.fee_chips,
        "won_chips": entry.won_chips,
    }


def settled_json(entry: Entry, played: PlayedRound, told: SettlementExplanation) -> dict[str, Any]:
    own = told.line_of(entry.pk)
    return {
        "id": played.pk,
        "round": played.number,
        "table_number": played.table_number,
        "game_table": played.game_table_id,
        "chips_per_point": played.pcr,
        "decided_by": told.decided_by.value,
        "voided": played.voided,
        "settled_at": played.settled_at.isoformat(),
        "change_chips": 0 if own is None else own.change_chips,
        "why": told.sentence(entry.pk),
        "lines": record_json(told.lines),
    }
