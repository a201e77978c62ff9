"""Why did I lose 120 chips? The office's answer over the API, from the tables down to the cards.

What its pages show, by the same selectors and for whoever may read the books: a table's chips, a
finished round's cards, a tournament's chips, an entry's rounds. Of a round that is not over nobody
is told a card, whatever their rights.
"""

from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from accounts.models import ChipAccount
from backoffice.books.api import BooksView
from backoffice.inspector import shapes
from backoffice.inspector import tournament_chips as chips
from backoffice.inspector.rounds import round_in_words
from backoffice.inspector.score_sheet import latest_rounds
from games.tables.explaining import stories_of
from tournaments.models import Entry, PlayedRound, Tournament
from tournaments.words.explaining import SettlementExplanation, settled_rounds
from web.api.operations import Json, answers
from web.api.paging import PageQuery, cut, page_of
from web.api.payloads import With
from web.finding import or_404


class InspectorView(BooksView):
    """What is over stays as it is: whoever asks again is told so."""

    is_tagged = True


class OfficeTable(InspectorView):
    """A table's chips from stake to payout, told to each seat, and its score sheet.

    Right `see_books`.
    """

    @answers(shapes.OfficeTableStoryShape)
    def get(self, request: Request, table_id: int) -> Json:
        story = or_404(stories_of([table_id]).get(table_id))
        pots = ChipAccount.objects.filter(kind="hold", ref=f"table:{table_id}")
        pot = pots.values_list("pk", flat=True).first()
        seats = [With(seat, why=why) for seat, why in story.sentences()]
        rounds = latest_rounds(story.table)
        return shapes.OfficeTableStoryShape.of(story, account=pot, seats=seats, rounds=rounds)


class OfficeRound(InspectorView):
    """A finished round with all its events and cards, in words and as they are.

    Right `see_books`. One that is not over is not found.
    """

    @answers(shapes.OfficeRoundShape)
    def get(self, request: Request, table_id: int, number: int) -> Json:
        found = or_404(round_in_words(table_id, number))
        places = [{"seat": seat, "player": one.player} for seat, one in enumerate(found.seats)]
        return shapes.OfficeRoundShape.of(found, seats=places)


class OfficeTournamentChips(InspectorView):
    """A tournament's accounts, and its entries by what they paid, hold and won.

    Right `see_books`.
    """

    @answers(shapes.OfficeTournamentChipsShape, query=PageQuery)
    def get(self, request: Request, query: Json, tournament_id: int) -> Json:
        tournament = get_object_or_404(Tournament, pk=tournament_id)
        shown, next_before = page_of(chips.entries_of(tournament), query)
        return shapes.OfficeTournamentChipsShape.of(
            tournament,
            accounts=chips.accounts_of(tournament),
            sums=chips.sums_of(tournament),
            results=shown,
            next_before=next_before,
        )


class OfficeEntry(InspectorView):
    """Every settled round of an entry: why its player won or lost what they did.

    Right `see_books`.
    """

    @answers(shapes.OfficeEntryRoundsShape, query=PageQuery)
    def get(self, request: Request, query: Json, entry_id: int) -> Json:
        entry = get_object_or_404(Entry.objects.select_related("player"), pk=entry_id)
        found = settled_rounds(entry, before=query.get("before"), most=query["limit"] + 1)
        rows = [_settled(entry, played, explained) for played, explained in found]
        shown, next_before = cut(rows, query["limit"])
        return shapes.OfficeEntryRoundsShape.of(entry, results=shown, next_before=next_before)


def _settled(entry: Entry, played: PlayedRound, explained: SettlementExplanation) -> With:
    """A round as it went for this entry."""
    own = explained.line_of(entry.pk)
    change = 0 if own is None else own.change_chips
    return With(played, explained=explained, change_chips=change, why=explained.sentence(entry.pk))
