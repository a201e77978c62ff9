"""What a desk prints for an evening: who sits where, cards, slips, badges, the cash list;
and how it ended: the result list, certificates."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, TypeVar

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.certificates import PLACES_MAX, certificate_of
from tournaments.director import FORMATS, Phase
from tournaments.models import Entry, Tournament, TournamentTable
from tournaments.selectors.listing import row_of
from tournaments.selectors.standings import standings
from tournaments.sheets.reading import SheetRow, sheet_rows, sheets_in_play
from tournaments.words.sentences import mark_words
from web.addresses import absolute
from web.database.by_name import by_name
from web.files.pdf import GOLD, GREEN, INK, LONG, MUTED, SHORT, Pages, drawn
from web.files.qr_code import modules_of
from web.numbers import grouped

EDGE: Final = 40
ROOM: Final = SHORT - 2 * EDGE
LIST_ROWS, LIST_COLUMNS = 42, 2
LINE: Final = 16.5
CARDS, CARD_HEIGHT = 2, LONG / 2
# A slip: from the left edge to the points, from there to the signature, between two players.
SLIP_POINTS, SLIP_SIGNED, SLIP_LINE = 260, 110, 38
BADGE_ROWS, BADGE_COLUMNS = 5, 2
# Of a list of results: where each column begins, and its room.
RESULT_COLUMNS: Final = ((0, 60, 350, 430), (50, 280, 75, 85))
SEAT: Final = 20  # the room of a seat's number before a name
CODE_LEAST: Final = 60  # 21 mm: phones read no smaller code from the hand
WHITE: Final = (255, 255, 255)
# What can be printed before anybody sits, and before anybody has entered.
BEFORE_SEATS: Final = ("door", "badges", "cash")
BEFORE_ENTRIES: Final = ("door",)
AFTERWARDS: Final = ("results", "certificates", "cash")
ONLY_AFTERWARDS: Final = ("results", "certificates")

T = TypeVar("T")


class Print(NamedTuple):
    """A file to print: what the desk calls it, and how its pages are drawn, upright or across."""

    title: Promise
    draw: Callable[[Tournament, Pages], None]
    is_across: bool = False


class Result(NamedTuple):
    """A line of a list of results: place, name, what it was reached with, prize; "" for none."""

    place: str
    name: str
    points: str
    prize: str = ""


def printed(tournament: Tournament, what: str) -> bytes:
    """One of `PRINTS`, as it stands now, in the active language."""
    wanted = PRINTS[what]
    return drawn(
        tournament.name,
        lambda pages: wanted.draw(tournament, pages),
        made_at=timezone.now(),
        is_across=wanted.is_across,
    )


def prints_of(tournament: Tournament) -> list[str]:
    if tournament.phase == Phase.FINISHED.value:
        return list(AFTERWARDS)
    if tournament.phase == Phase.CANCELLED.value:
        return []
    if _seated(tournament).exists():
        slips = bool(tournament.plan.get("real_tables"))
        return [w for w in PRINTS if w not in ONLY_AFTERWARDS and (slips or w != "slips")]
    return list(BEFORE_SEATS if _all(tournament).exists() else BEFORE_ENTRIES)


def titled_prints(tournament: Tournament) -> list[tuple[str, Promise]]:
    return [(what, PRINTS[what].title) for what in prints_of(tournament)]


def _all(tournament: Tournament) -> QuerySet[Entry]:
    return Entry.objects.filter(tournament=tournament).entered().select_related("player")


def _seated(tournament: Tournament) -> QuerySet[Entry]:
    return _all(tournament).filter(table_number__isnull=False)


def _by_name(entries: QuerySet[Entry]) -> list[Entry]:
    return list(entries.order_by(by_name("player__username"), "number"))


def _portions(rows: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """What fits on each page."""
    return (rows[at : at + size] for at in range(0, len(rows), size))


def _seats(tournament: Tournament, pages: Pages) -> None:
    """Everybody with a seat by name, to hang up at the door."""
    column = ROOM / LIST_COLUMNS
    for part in _portions(_by_name(_seated(tournament)), LIST_ROWS * LIST_COLUMNS):
        _begin(tournament.name, str(PRINTS["seats"].title), pages)
        for at, one in enumerate(part):
            left = EDGE + column * (at // LIST_ROWS)
            line = 114 + LINE * (at % LIST_ROWS)
            pages.write(one.player.name, (left, line), 12, is_bold=True, room=column - 130)
            pages.write(_seat(one), (left + column - 122, line), 12, INK, room=110)


def _begin(name: str, title: str, pages: Pages) -> None:
    told_at = date_format(localtime(timezone.now()), "SHORT_DATETIME_FORMAT")
    pages.add()
    pages.write(title, (EDGE, 62), 24, GREEN, is_bold=True, room=ROOM)
    when = _("as of %(time)s") % {"time": told_at}
    pages.write(f"{name} · {when}", (EDGE, 84), 11, MUTED, room=ROOM)
    pages.fill((EDGE, 92, ROOM, 2), GOLD)


def _cash(tournament: Tournament, pages: Pages) -> None:
    """Everybody who has entered, what they paid with the fee, and a box to tick; the sum."""
    entered = _by_name(_all(tournament))
    line = 0.0
    for part in _portions(entered, LIST_ROWS):
        _begin(tournament.name, str(PRINTS["cash"].title), pages)
        for at, one in enumerate(part):
            line = 114 + LINE * at
            pages.fill((EDGE, line - 9, 10, 10), INK)
            pages.fill((EDGE + 0.7, line - 8.3, 8.6, 8.6), WHITE)
            pages.write(_number(one), (EDGE + 22, line), 12, MUTED, room=60)
            pages.write(one.player.name, (EDGE + 90, line), 12, is_bold=True, room=280)
            pages.write(grouped(one.paid_with_fee_chips), (EDGE + 400, line), 12, room=ROOM - 400)
    paid = sum(one.paid_with_fee_chips for one in entered)
    total = _("Total: %(chips)s") % {"chips": grouped(paid)}
    pages.write(total, (EDGE + 400, line + LINE + 4), 12, is_bold=True, room=ROOM - 400)


def _number(entry: Entry) -> str:
    return _("No. %(number)s") % {"number": entry.number}


def _seat(entry: Entry) -> str:
    facts = {"table": entry.table_number, "seat": (entry.seat or 0) + 1}
    return _("Table %(table)s, seat %(seat)s") % facts


def _tables(tournament: Tournament, pages: Pages) -> None:
    """Two cards on a page, to be cut apart: the table's number, and who begins there."""
    sitting: dict[int, list[Entry]] = {}
    for one in _seated(tournament).order_by("table_number", "seat"):
        sitting.setdefault(one.table_number or 0, []).append(one)
    tables = TournamentTable.objects.filter(tournament=tournament, is_open=True)
    numbers = tables.order_by("number").values_list("number", flat=True)
    for part in _portions(list(numbers), CARDS):
        pages.add()
        for at, number in enumerate(part):
            _card(tournament, number, sitting.get(number, []), pages, top=CARD_HEIGHT * at)
        pages.fill((0, CARD_HEIGHT - 0.5, SHORT, 0.5), MUTED)


def _card(
    tournament: Tournament, number: int, players: Sequence[Entry], pages: Pages, *, top: float
) -> None:
    pages.write(tournament.name, (EDGE, top + 48), 16, MUTED, room=ROOM, is_centred=True)
    pages.write(_("Table"), (EDGE, top + 92), 30, GREEN, room=ROOM, is_centred=True)
    pages.write(
        str(number), (EDGE, top + 252), 170, GREEN, is_bold=True, room=ROOM, is_centred=True
    )
    pages.fill((EDGE + ROOM / 4, top + 276, ROOM / 2, 2), GOLD)
    column = ROOM / 2
    for at, one in enumerate(players):
        left, line = EDGE + column * (at % 2), top + 304 + 26 * (at // 2)
        _named((one.seat or 0) + 1, one.player.name, pages, (left, line), 16, room=column - 16)


def _named(
    seat: int, name: str, pages: Pages, at: tuple[float, float], size: float, *, room: float
) -> None:
    """A seat and who sits there, apart: a name that is read from the right keeps its place."""
    pages.write(str(seat), at, size, MUTED, room=SEAT)
    pages.write(name, (at[0] + SEAT, at[1]), size, is_bold=True, room=room - SEAT)


def _badges(tournament: Tournament, pages: Pages) -> None:
    """Ten on a page, by name: everybody who has entered."""
    width, height = SHORT / BADGE_COLUMNS, LONG / BADGE_ROWS
    for part in _portions(_by_name(_all(tournament)), BADGE_ROWS * BADGE_COLUMNS):
        pages.add()
        for row in range(1, BADGE_ROWS):
            pages.fill((0, height * row - 0.25, SHORT, 0.5), MUTED)
        pages.fill((width - 0.25, 0, 0.5, LONG), MUTED)
        for at, one in enumerate(part):
            left, top = width * (at % BADGE_COLUMNS) + 24, height * (at // BADGE_COLUMNS)
            room = width - 48
            pages.write(tournament.name, (left, top + 34), 12, MUTED, room=room)
            pages.write(one.player.name, (left, top + 68), 30, is_bold=True, room=room)
            pages.fill((left, top + 80, room, 2), GOLD)
            if tournament.plan["entries"].get("check_in"):
                path = reverse("desk-order", args=(tournament.pk, "check_in"))
                place = (left + room - CODE_LEAST, top + 94)
                _code(f"{path}?entry={one.pk}", pages, place, CODE_LEAST)
                room -= CODE_LEAST + 12
            pages.write(_number(one), (left, top + 110), 14, GREEN, room=room)
            if one.team:
                pages.write(one.team, (left, top + 132), 14, GREEN, room=room)


def _door(tournament: Tournament, pages: Pages) -> None:
    """A poster: when it begins, what it costs, and a code by which one checks in, or enters where
    nobody has to check in."""
    checks_in = tournament.plan["entries"].get("check_in")
    way = reverse("tournament-wish", args=(tournament.pk, "check-in"))
    pages.add()
    pages.write(tournament.name, (EDGE, 110), 40, GREEN, is_bold=True, room=ROOM, is_centred=True)
    pages.fill((EDGE + ROOM / 4, 132, ROOM / 2, 2), GOLD)
    words = _("Check in by phone") if checks_in else _("Enter by phone")
    pages.write(words, (EDGE, 190), 30, room=ROOM, is_centred=True)
    path = way if checks_in else reverse("tournament", args=(tournament.pk,))
    _code(path, pages, (SHORT / 2 - 180, 230), 360)
    pages.write(absolute(path), (EDGE, 640), 14, MUTED, room=ROOM, is_centred=True)
    row = row_of(tournament)
    told = [_("Free entry")]
    if price := row.money.price_chips:
        told = [ngettext("Entry: %(chips)s chip", "Entry: %(chips)s chips", price)]
        told = [told[0] % {"chips": grouped(price)}]
    if row.starts_at is not None:
        begins = localtime(row.starts_at)
        formats = ("l", "DATE_FORMAT", "TIME_FORMAT")
        told = [", ".join(date_format(begins, one) for one in formats), *told]
    for at, one in enumerate(told):
        pages.write(one, (EDGE, 700 + 34 * at), 24, room=ROOM, is_centred=True)


def _code(path: str, pages: Pages, at: tuple[float, float], size: float) -> None:
    """A QR code of a page of the house, this wide, at its left top."""
    rows = modules_of(absolute(path))
    step = size / len(rows)
    for line, row in enumerate(rows):
        for column, is_dark in enumerate(row):
            if is_dark:
                pages.fill((at[0] + step * column, at[1] + step * line, step, step), INK)


def _slips(tournament: Tournament, pages: Pages) -> None:
    """Two on a page: what a table writes down, signs and hands in, or enters by the code on it."""
    numbers = TournamentTable.objects.filter(tournament=tournament, is_open=True)
    sheets = sheets_in_play(tournament, numbers.values_list("number", flat=True))
    rows = sheet_rows(tournament, [sheets[number] for number in sorted(sheets)])
    for part in _portions(rows, CARDS):
        pages.add()
        for at, row in enumerate(part):
            _slip(tournament, row, pages, top=CARD_HEIGHT * at)
        pages.fill((0, CARD_HEIGHT - 0.5, SHORT, 0.5), MUTED)


def _slip(tournament: Tournament, row: SheetRow, pages: Pages, *, top: float) -> None:
    what = _("Stage %(number)s") if row.stage else _("Round %(number)s")
    words = what % {"number": row.stage or row.round}
    pages.write(tournament.name, (EDGE, top + 46), 14, MUTED, room=ROOM - 110)
    table = _("Table %(table)s") % {"table": row.table}
    pages.write(f"{table} · {words}", (EDGE, top + 76), 24, GREEN, is_bold=True, room=ROOM - 110)
    _code(
        reverse("tournament-sheet", args=(tournament.pk, row.id)),
        pages,
        (SHORT - EDGE - 88, top + 30),
        88,
    )
    pages.fill((EDGE, top + 88, ROOM - 110, 2), GOLD)
    heads = ((0, _("Points")), (SLIP_SIGNED, _("Signature")))
    for left, head in heads:
        pages.write(head, (EDGE + SLIP_POINTS + left, top + 138), 11, MUTED, room=150)
    for at, seat in enumerate(row.seats):
        line = top + 164 + SLIP_LINE * at
        _named(seat.seat, seat.name, pages, (EDGE, line), 14, room=SLIP_POINTS - 10)
        if seat.is_dealer:
            pages.write(_("deals first"), (EDGE + SEAT, line + 13), 9, MUTED, room=150)
        pages.fill((EDGE + SLIP_POINTS, line + 6, 90, 0.7), INK)
        pages.fill((EDGE + SLIP_POINTS + SLIP_SIGNED, line + 6, ROOM - SLIP_POINTS - 110, 0.7), INK)


def _results(tournament: Tournament, pages: Pages) -> None:
    """Everybody by rank, with what they held at the end and what they won."""
    page = standings(tournament, size=max(1, tournament.field.get("entries", 0)))
    total = FORMATS[tournament.plan["format"]].total_decides
    rows = [
        Result(
            grouped(row.place) if row.place else "–",
            with_remarks(row.name, row.team, mark_words(row.mark)),
            str(row.lost_stage or "–")
            if page.counts_stages
            else grouped(
                row.stack_chips if page.counts_chips else row.score if total else row.points
            ),
            _("ticket") if row.has_ticket else grouped(row.won_chips) if row.won_chips else "",
        )
        for row in page.rows
    ]
    held = _("Chips") if page.counts_chips else _("Points")
    held = _("Out in stage") if page.counts_stages else held
    draw_results(pages, tournament.name, str(PRINTS["results"].title), held, rows)


def with_remarks(name: str, *remarks: str | Promise) -> str:
    """The name with what is to be read beside it: a team, a disqualification, a withdrawal."""
    told = ", ".join(str(words) for words in remarks if words)
    return f"{name} ({told})" if told else name


def draw_results(pages: Pages, name: str, title: str, held: str, rows: Sequence[Result]) -> None:
    """A list of results of a tournament or a series, on as many pages as it takes."""
    has_prizes = any(row.prize for row in rows)
    heads = Result(_("Place"), _("Name"), held, _("Prize") if has_prizes else "")
    for part in _portions(rows, LIST_ROWS):
        _begin(name, title, pages)
        for at, row in enumerate((heads, *part)):
            line, colour = 114 + LINE * at, INK if at else MUTED
            for words, left, room in zip(row, *RESULT_COLUMNS, strict=True):
                is_bold = bool(at) and words is row.name
                if words:
                    pages.write(words, (EDGE + left, line), 12, colour, room=room, is_bold=is_bold)


def _certificates(tournament: Tournament, pages: Pages) -> None:
    """Of the first three places, whoever shares them."""
    placed = _all(tournament).filter(rank__lte=PLACES_MAX).order_by("rank", "number")
    for one in placed:
        one.tournament = tournament
        if certificate := certificate_of(one):
            certificate.draw(pages)


PRINTS: Final = {
    "door": Print(gettext_lazy("Poster for the door"), _door),
    "seats": Print(gettext_lazy("Who sits where"), _seats),
    "tables": Print(gettext_lazy("Table cards"), _tables),
    "slips": Print(gettext_lazy("Score slips"), _slips),
    "badges": Print(gettext_lazy("Badges"), _badges),
    "cash": Print(gettext_lazy("Cash-desk list"), _cash),
    "results": Print(gettext_lazy("Result list"), _results),
    "certificates": Print(
        gettext_lazy("Certificates for places 1 to 3"), _certificates, is_across=True
    ),
}
