"""Certificates of a season's end: genuine, verifiable, and readable by any PDF reader."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.utils import timezone

from accounts.certificates import certificate_by, certificate_pdf, certificates_of
from accounts.models import Player, Season, SeasonStanding
from accounts.pdf import Box, Text, one_page
from accounts.services.seasons import close_due_season
from tests.league.tables import member
from tests.pages.browsers import browser, look

NOW = timezone.now()


def objects(pdf: bytes) -> dict[int, bytes]:
    """The file's objects, each found where its table says that it begins."""
    (start,) = re.findall(rb"startxref\n(\d+)\n%%EOF\n$", pdf)
    assert pdf[int(start) :].startswith(b"xref\n")
    entries = re.findall(rb"(\d{10}) 00000 n \n", pdf[int(start) :])
    found = {}
    for number, place in enumerate(map(int, entries), 1):
        begin = b"%d 0 obj\n" % number
        assert pdf[place:].startswith(begin)
        found[number] = pdf[place + len(begin) : pdf.index(b"\nendobj\n", place)]
    (size,) = re.findall(rb"/Size (\d+)", pdf)
    assert int(size) == len(found) + 1
    return found


def page(*parts: Text | Box, title: str = "A page") -> bytes:
    line = Text("https://example.org/", 10, 20, 11)
    return one_page(parts, title=title, language="de", link=(line, "https://example.org/"))


def test_every_object_lies_where_the_table_says() -> None:
    found = objects(page(Text("Words", 10, 20, 30), Box(0, 0, 5, 5, (0, 0, 0))))
    assert found[1].startswith(b"<< /Type /Catalog /Pages 2 0 R")
    length, content = re.fullmatch(
        rb"<< /Length (\d+) >>\nstream\n(.*)\nendstream", found[4], re.DOTALL
    ).groups()  # type: ignore[union-attr]
    assert int(length) == len(content)
    assert content.count(b"BT ") == content.count(b" ET") == 2
    fonts = re.findall(rb"/\w+ (\d+) 0 R", re.findall(rb"/Font << (.*?) >>", found[3])[0])
    assert all(b"/Type /Font" in found[int(font)] for font in fonts)
    assert b"/URI (https://example.org/)" in found[5]


def test_what_would_end_a_text_is_escaped() -> None:
    assert rb"(\(a\) \\ b)" in page(Text("(a) \\ b", 0, 0, 10))


@pytest.mark.parametrize(
    ("words", "said"),
    [("Müller", b"M\xfcller"), ("Łódź", b"?\xf3dz"), ("Дора", b"????"), ("♠", b"\xaa")],
)
def test_letters_that_the_fonts_lack_are_spelled_as_well_as_they_can(
    words: str, said: bytes
) -> None:
    font = "suits" if words == "♠" else "serif"
    assert b"(%s) Tj" % said in page(Text(words, 0, 0, 10, font))


def test_the_title_is_said_in_any_script() -> None:
    (title,) = re.findall(rb"/Title <FEFF([0-9A-F]+)>", page(title="Дора"))
    assert bytes.fromhex(title.decode()).decode("utf-16-be") == "Дора"


@pytest.fixture
def anna() -> Player:
    return member("Anna")


@pytest.fixture
def season(anna: Player) -> Season:
    """A closed season that Anna won and in which Bert did not play."""
    begun = NOW - dt.timedelta(days=28)
    season = Season.objects.create(number=1, starts_at=begun, ends_at=NOW)
    SeasonStanding.objects.create(season=season, player=anna, points=120, matches=3, wins=2)
    SeasonStanding.objects.create(season=season, player=member("Bert"))
    close_due_season(now=NOW)
    return season


@pytest.mark.django_db(databases=["default", "owner"])
class TestCertificates:
    def test_one_for_each_closed_season_played_in(self, anna: Player, season: Season) -> None:
        (certificate,) = certificates_of(anna)
        assert certificate.lines()[0] == "Place 1 in the Entry division"
        assert "120 league points in 3 matches, 2 of them won" in certificate.lines()
        assert certificates_of(Player.objects.get(username="Bert")) == []

    def test_the_profile_leads_to_it_and_anybody_may_verify_it(
        self, anna: Player, season: Season
    ) -> None:
        (certificate,) = certificates_of(anna)
        address = f"/certificates/{certificate.code}/"
        assert look(browser(anna).get("/profile/")).all("a", href=address)
        shown = look(browser().get(address))
        assert "This certificate is genuine" in shown.text
        assert "Anna" in shown.text
        assert certificate.address.endswith(address)

    def test_the_file_names_player_place_and_address(self, anna: Player, season: Season) -> None:
        (certificate,) = certificates_of(anna)
        answer = browser().get(f"/certificates/{certificate.code}/jeton.pdf")
        assert answer["content-type"] == "application/pdf"
        assert "attachment" in answer["content-disposition"]
        content = objects(answer.content)[4]
        for words in ("Anna", "Place 1 in the Entry division", certificate.address):
            assert words.encode() in content

    def test_the_same_season_gives_the_same_file(self, anna: Player, season: Season) -> None:
        (certificate,) = certificates_of(anna)
        assert certificate_pdf(certificate) == certificate_pdf(certificate)

    @pytest.mark.parametrize(
        "forge",
        [
            lambda code: code[:-1] + ("0" if code[-1] != "0" else "1"),
            lambda code: code.partition("-")[0],
            lambda code: "1" + code,
            lambda code: "9" * 30 + "-" + code.partition("-")[2],
            lambda code: "-" + code.partition("-")[2],
        ],
    )
    def test_a_forged_code_is_a_wrong_address(
        self, forge: object, anna: Player, season: Season
    ) -> None:
        (certificate,) = certificates_of(anna)
        assert callable(forge)
        forged = forge(certificate.code)
        assert certificate_by(forged) is None
        assert browser().get(f"/certificates/{forged}/").status_code == 404
        assert browser().get(f"/certificates/{forged}/jeton.pdf").status_code == 404

    def test_no_certificate_before_the_end(self, anna: Player) -> None:
        season = Season.objects.create(number=1, starts_at=NOW, ends_at=NOW + dt.timedelta(days=28))
        SeasonStanding.objects.create(season=season, player=anna, points=120, matches=3)
        assert certificates_of(anna) == []
