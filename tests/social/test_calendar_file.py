"""A calendar file reads back as what was put in, whatever the words (RFC 5545)."""

import datetime as dt

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from web.files.calendar_file import Appointment, calendar_file

NOON = dt.datetime(2026, 11, 20, 12, 0, tzinfo=dt.timezone(dt.timedelta(hours=1)))
MADE = dt.datetime(2026, 11, 1, tzinfo=dt.UTC)


def appointment(**changes: object) -> Appointment:
    facts = {
        "uid": "tournament-7@jeton",
        "title": "Rommé-Abend",
        "starts_at": NOON,
        "ends_at": NOON + dt.timedelta(hours=2),
    }
    return Appointment(**(facts | changes))  # type: ignore[arg-type]


def read(content: bytes) -> list[tuple[str, str]]:
    """Names and raw values, unfolded as 3.1 says."""
    assert content.endswith(b"\r\n")
    unfolded = content.replace(b"\r\n ", b"").decode()
    return [
        (line.partition(":")[0], line.partition(":")[2])
        for line in unfolded.removesuffix("\r\n").split("\r\n")
    ]


def unescaped(value: str) -> str:
    out, letters = "", iter(value)
    for letter in letters:
        if letter == "\\":
            following = next(letters)
            out += "\n" if following == "n" else following
        else:
            out += letter
    return out


def test_an_appointment_word_for_word() -> None:
    made = calendar_file([appointment(words="Bring chips,\nand luck", url="/x")], made_at=MADE)
    assert made.decode().split("\r\n") == [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Jeton//Jeton//EN",
        "CALSCALE:GREGORIAN",
        "BEGIN:VEVENT",
        "UID:tournament-7@jeton",
        "DTSTAMP:20261101T000000Z",
        "DTSTART:20261120T110000Z",
        "DTEND:20261120T130000Z",
        "SEQUENCE:0",
        "SUMMARY:Rommé-Abend",
        "DESCRIPTION:Bring chips\\,\\nand luck",
        "URL:/x",
        "STATUS:CONFIRMED",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    ]


def test_what_is_called_off_says_so_and_reminds_nobody() -> None:
    made = dict(
        read(calendar_file([appointment(is_cancelled=True, remind_minutes=15)], made_at=MADE))
    )
    assert made["STATUS"] == "CANCELLED"
    assert "TRIGGER" not in made
    kept = dict(read(calendar_file([appointment(remind_minutes=15)], made_at=MADE)))
    assert kept["TRIGGER"] == "-PT15M"


@given(
    st.text(
        st.characters(exclude_categories=("Cs", "Cc")) | st.sampled_from("\n,;\\ü🂡"), max_size=300
    )
)
@example(r"A:\New\Notes, and\\N")
def test_every_text_comes_back_and_no_line_is_too_long(words: str) -> None:
    content = calendar_file([appointment(words=f"x{words}")], made_at=MADE)
    assert all(len(line) <= 75 for line in content.split(b"\r\n"))
    assert unescaped(dict(read(content))["DESCRIPTION"]) == f"x{words}"


@given(st.text(max_size=100))
def test_no_text_adds_a_line_of_its_own(words: str) -> None:
    content = calendar_file([appointment(title=f"x{words}", url=f"x{words}")], made_at=MADE)
    names = [name for name, _ in read(content)]
    plain = [name for name, _ in read(calendar_file([appointment(url="x")], made_at=MADE))]
    assert names == plain


def test_moments_without_a_zone_or_in_the_wrong_order_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="zone"):
        appointment(starts_at=dt.datetime(2026, 1, 1))  # noqa: DTZ001
    with pytest.raises(ValueError, match="ends after"):
        appointment(ends_at=NOON - dt.timedelta(seconds=1))
