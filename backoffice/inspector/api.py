"""Why did I lose 120 chips? The office's answer over the API, from the tables down to the cards.

What its pages show, by the same selectors and for whoever may read the books: a table's chips, a
finished round's cards, a tournament's chips, an entry's rounds. Of a round that is not over nobody
is told a card, whatever their rights.
"""

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.shapes import PlayerShape
from accounts.models import ChipAccount
from backoffice.books.api import BooksView
from backoffice.books.shapes import OfficeAccountShape
from backoffice.inspector import tournament_chips as chips
from backoffice.inspector.rounds import round_in_words
from backoffice.inspector.score_sheet import ROUNDS_MAX, latest_rounds
from backoffice.inspector.tournament_chips import EntrySums
from games.api.documents import LaidCardField, TermsShape
from games.models import TableStatus
from games.tables.explaining import stories_of
from rummy.settlement import DecidedBy
from tournaments.director import Phase
from tournaments.models import Entry, EntryStatus, PlayedRound, Tournament
from tournaments.words.explaining import SeatLine, SettlementExplanation, settled_rounds
from web.api.operations import Answer, Json, answers
from web.api.paging import NextBefore, PageQuery, page_from, page_of
from web.api.payloads import Moment, Shape, Whole, With, Word, Yes
from web.api.records import shape_of
from web.finding import or_404

IN_WORDS = "in the reader's language"


class OfficeSeatStoryShape(Shape):
    seat = Whole(source="number", help_text="counted from 0")
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
    id = Whole(source="table.id")
    name = Word(source="table.title")
    status = serializers.ChoiceField(TableStatus.values, source="table.status")
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
    at = Moment()
    type = Word(help_text="a code, as in the log")
    seat = Whole(allow_null=True)
    words = Word(source="kind", help_text="what happened, " + IN_WORDS)
    told = Word(allow_blank=True, help_text="what it brought with it, " + IN_WORDS)
    cards = serializers.ListField(child=LaidCardField())


class OfficeRoundShape(Shape):
    table = Whole(source="played.table_id")
    name = Word(source="played.table.title", help_text="of the table")
    is_private = Yes(source="played.table.is_private")
    number = Whole(source="played.number")
    seats = OfficeRoundSeatShape(many=True)
    points = serializers.ListField(
        source="score.points",
        child=Whole(),
        help_text="by seat; empty for a round given up with its match",
    )
    lines = OfficeScoredLineShape(source="score.lines", many=True)
    events = OfficeToldEventShape(many=True, help_text="nothing hidden any more")
    commitment = Word(source="played.commitment", help_text="promised before the deal")
    server_seed = Word(source="played.server_seed", help_text="what was promised")


class OfficeEntryShape(Shape):
    id = Whole()
    number = Whole(help_text="within the tournament")
    tournament = Whole(source="tournament_id")
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
    next_before = NextBefore()


class OfficeSettledRoundShape(Shape):
    id = Whole()
    round = Whole(source="number")
    table_number = Whole(help_text="within the tournament")
    game_table = Whole(source="game_table_id", allow_null=True, help_text="null at real tables")
    chips_per_point = Whole(source="pcr")
    decided_by = serializers.ChoiceField(
        [one.value for one in DecidedBy], source="explained.decided_by"
    )
    voided = Yes(help_text="a director took it back; the chips were returned")
    settled_at = Moment()
    change_chips = Whole(help_text="of this entry")
    why = Word(help_text="why these chips moved, with the formula, " + IN_WORDS)
    lines = shape_of(SeatLine, "OfficeSettledLineShape")(
        source="explained.lines",
        many=True,
        help_text="in seat order; `due_chips` is what the scores say, before any cap",
    )


class OfficeEntryRoundsShape(OfficeEntryShape):
    results = OfficeSettledRoundShape(many=True, help_text="the latest round first")
    next_before = NextBefore()


class InspectorView(BooksView, is_tagged=True):
    """What is over stays as it is: whoever asks again is told so."""


class OfficeTable(InspectorView, at="office/tables/<player:table_id>/"):
    """A table's chips from stake to payout, told to each seat, and its score sheet.

    Right `see_books`.
    """

    @answers(OfficeTableStoryShape)
    def get(self, request: Request, table_id: int) -> Answer:
        story = or_404(stories_of([table_id]).get(table_id))
        pots = ChipAccount.objects.filter(kind="hold", ref=f"table:{table_id}")
        pot = pots.values_list("pk", flat=True).first()
        seats = [With(seat, why=why) for seat, why in story.sentences()]
        rounds = latest_rounds(story.table)
        return With(story, account=pot, seats=seats, rounds=rounds)


class OfficeRound(InspectorView, at="office/tables/<player:table_id>/rounds/<player:number>/"):
    """A finished round with all its events and cards, in words and as they are.

    Right `see_books`. One that is not over is not found.
    """

    @answers(OfficeRoundShape)
    def get(self, request: Request, table_id: int, number: int) -> Answer:
        found = or_404(round_in_words(table_id, number))
        places = [{"seat": seat, "player": one.player} for seat, one in enumerate(found.seats)]
        return With(found, seats=places)


class OfficeTournamentChips(InspectorView, at="office/tournaments/<player:tournament_id>/chips/"):
    """A tournament's accounts, and its entries by what they paid, hold and won.

    Right `see_books`.
    """

    @answers(OfficeTournamentChipsShape, query=PageQuery)
    def get(self, request: Request, query: Json, tournament_id: int) -> Answer:
        tournament = get_object_or_404(Tournament, pk=tournament_id)
        page = page_of(chips.entries_of(tournament), query)
        of_all = {"accounts": chips.accounts_of(tournament), "sums": chips.sums_of(tournament)}
        return With(tournament, results=page.results, next_before=page.next_before, **of_all)


class OfficeEntry(InspectorView, at="office/entries/<player:entry_id>/"):
    """Every settled round of an entry: why its player won or lost what they did.

    Right `see_books`.
    """

    @answers(OfficeEntryRoundsShape, query=PageQuery)
    def get(self, request: Request, query: Json, entry_id: int) -> Answer:
        entry = get_object_or_404(Entry.objects.select_related("player"), pk=entry_id)
        found = settled_rounds(entry, before=query.get("before"), most=query["limit"] + 1)
        rows = [_settled(entry, played, explained) for played, explained in found]
        page = page_from(rows, query["limit"])
        return With(entry, results=page.results, next_before=page.next_before)


def _settled(entry: Entry, played: PlayedRound, explained: SettlementExplanation) -> With:
    """A round as it went for this entry."""
    own = explained.line_of(entry.pk)
    change = 0 if own is None else own.change_chips
    return With(played, explained=explained, change_chips=change, why=explained.sentence(entry.pk))
