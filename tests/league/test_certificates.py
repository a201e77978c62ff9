"""Certificates of a season's end: genuine, verifiable, and readable by any PDF reader."""

import datetime as dt
from io import BytesIO
from typing import Any, cast

import pytest
from django.utils import timezone, translation
from pypdf import PageObject, PdfReader
from pypdf.generic import ArrayObject

from accounts.career.certificates import certificate_by, certificates_of
from accounts.career.seasons import close_due_season
from accounts.models import Player, Season, SeasonStanding
from tests.league.tables import member
from tests.pages.browsers import browser, look
from web.files.certificate import Certified

pytestmark = pytest.mark.thorough

NOW = timezone.now()


MADE = dt.datetime(2026, 11, 20, 12, 0, tzinfo=dt.UTC)
ADDRESS = "https://example.org/certificates/1-(a)/"


class Certificate(Certified):
    name, address, code, made_at = "", "", "1-(a)", MADE

    def __init__(self, name: str, line: str, address: str = ADDRESS) -> None:
        self.name, self.line, self.address = name, line, address

    def lines(self) -> tuple[str, ...]:
        return (self.line,)


def certified(name: str, line: str = "Place 1") -> bytes:
    return Certificate(name, line).pdf()


def page(file: bytes) -> PageObject:
    (only,) = PdfReader(BytesIO(file)).pages
    return only


@pytest.mark.parametrize(
    "name",
    ["Müller", "Łódź", "Дора", "Ωμέγα", "გიორგი", "A(b)\\c", "♥Anna♠"],
)
def test_a_name_prints_in_its_own_letters(name: str) -> None:
    assert name in page(certified(name)).extract_text().splitlines()


@pytest.mark.parametrize("name", ["אבגדה", "محمد"])
def test_a_name_from_the_right_has_all_its_letters(name: str) -> None:
    assert set(name) <= set(page(certified(name)).extract_text())


@pytest.mark.parametrize(
    ("name", "spelled"), [("王小明", "WangXiaoMing"), ("Անի", "Ani"), ("\U000f0000", "?")]
)
def test_letters_that_the_fonts_lack_are_spelled(name: str, spelled: str) -> None:
    assert spelled in page(certified(name)).extract_text().splitlines()


def test_the_title_is_said_in_any_script_and_the_page_in_its_language() -> None:
    with translation.override("de"):
        read = PdfReader(BytesIO(certified("Дора")))
    assert read.metadata is not None
    assert read.metadata.title == "Urkunde: Дора"
    assert read.metadata.creation_date == MADE
    assert str(read.root_object["/Lang"]) == "de"


def link_of(file: bytes) -> dict[str, Any]:
    (annotation,) = cast(ArrayObject, page(file)["/Annots"])
    return cast(dict[str, Any], annotation.get_object())


def test_the_printed_address_is_a_link() -> None:
    assert link_of(certified("Anna"))["/A"]["/URI"] == ADDRESS


def test_long_words_are_set_smaller_and_stay_on_the_page() -> None:
    long = Certificate("W" * 30, "W" * 200, ADDRESS + "w" * 200).pdf()
    assert link_of(long)["/Rect"][2] <= page(long).mediabox.right - 50
    assert "W" * 200 in page(long).extract_text().splitlines()


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
        words = page(answer.content).extract_text().splitlines()
        assert {"Anna", "Place 1 in the Entry division", certificate.address} <= set(words)

    def test_the_same_season_gives_the_same_file(self, anna: Player, season: Season) -> None:
        (certificate,) = certificates_of(anna)
        assert certificate.pdf() == certificate.pdf()

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
