"""The line protocol, spoken with a real process and with a session."""

import json
import random
import re
import subprocess
import sys

import pytest

from rummy import engine
from rummy.bots.serving import COMMANDS, ERRORS, Session
from rummy.bots.thinking import NOBODY_KNOWN
from rummy.engine.as_json.stored import action_from_json, event_to_json
from tests.architecture.sources import ROOT
from tests.chance import dice

PAGE = (ROOT / "docs" / "protocol.md").read_text("utf-8")


def spoken(text: bytes, *options: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "rummy.bots.serve", *options],
        cwd=ROOT,
        input=text,
        capture_output=True,
        check=False,
        timeout=120,
    )


def played(preset: str, level: str, seed: int) -> tuple[list[str], engine.RoundState]:
    """A round in which a session plays every seat; all that was answered, and how it ended."""
    rules, chance = engine.build_rules(preset), random.Random(seed)
    deck, *reshuffles = (
        chance.sample(engine.deck_cards(rules), engine.deck_size(rules))
        for _ in range(1 + rules.reshuffles)
    )
    seats = min(rules.seats)
    state, events = engine.start_round(rules, seats, deck, 0, reshuffles)
    players, said = [Session() for _ in range(seats)], list[str]()
    for seat, player in enumerate(players):
        said += player.answer(f'setoption {{"name": "level", "value": "{level}"}}')
        begin = {"rules": rules.to_json(), "seats": seats, "seat": seat, "round": seed}
        said += player.answer(f"newround {json.dumps(begin)}")
    while True:
        for event in events:
            for seat, player in enumerate(players):
                shown = event_to_json(engine.redact(event, seat))
                said += player.answer(f"event {json.dumps(shown)}")
        if state.is_over and not events:
            return said, state
        events = []
        if state.turn is not None:
            said += (answer := players[state.turn].answer("go"))
            action = action_from_json(json.loads(answer[0].removeprefix("action ")))
            events = engine.decide(state, state.turn, action)
            for event in events:
                state = engine.evolve(state, event)


def test_the_transcript_of_the_page_is_what_is_said() -> None:
    found = re.search(r"```transcript\n(.*?)```", PAGE, re.S)
    assert found is not None
    lines = found[1].splitlines()
    asked = [line[2:] for line in lines if line.startswith("> ")]
    answers = [line[2:] for line in lines if line.startswith("< ")]
    ran = spoken("\n".join(asked).encode())
    assert ran.stdout.decode().splitlines() == answers
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_what_a_round_taught_is_remembered_where_that_is_asked_for() -> None:
    """The round of the page ends with the opponent's hand shown; the next one begins wiser."""
    found = re.search(r"```transcript\n(.*?)```", PAGE, re.S)
    assert found is not None
    events = [line[2:] for line in found[1].splitlines() if line.startswith("> event")]
    begin = 'newround {"rules": {"preset": "gin_palast"}, "seat": 1}'

    def expected_after(*options: str) -> tuple[float, ...]:
        player = Session()
        for line in (*options, begin, *events, begin):
            assert player.answer(line) == []
        return player.expected

    remember = 'setoption {{"name": "remember", "value": {}}}'.format
    assert expected_after() == NOBODY_KNOWN
    taught = expected_after(remember(1))
    assert taught != NOBODY_KNOWN
    assert sum(taught) == pytest.approx(1)
    player = Session()
    for line in (remember(1), begin, *events, begin, remember(0)):
        player.answer(line)
    assert player.expected == NOBODY_KNOWN


def test_the_page_names_every_command_and_every_code() -> None:
    assert set(re.findall(r"^\| `([a-z_]+)` \|", PAGE, re.M)) == {*COMMANDS, *ERRORS}


@pytest.mark.parametrize("preset", engine.PRESETS)
def test_a_round_of_every_game_is_followed_by_events_alone(preset: str) -> None:
    seed = dice(f"protocol {preset}").randrange(1000)
    said, state = played(preset, "casual", seed)
    assert state.is_over
    assert all(line.startswith("action ") for line in said)
    assert played(preset, "casual", seed) == (said, state), "the same seed plays the same"


ROUND = '{"rules": {"preset": "gin_palast"}, "seat": 0}'
DEAL = (
    '{"type": "round_dealt", "dealer": 0, "hands": [["2s"], null], "upcard": "Qc",'
    ' "stock_count": 31}'
)
NONSENSE = [
    ("dance", "command_unknown"),
    ("setoption", "payload_missing"),
    ("setoption {", "payload_unreadable"),
    ('newround {"rules": {"preset": "gin_palast"}}', "field_missing"),
    ('newround {"seat": 0}', "field_missing"),
    (f'newround {ROUND}\ngo {{"view": null}}', "view_unreadable"),
    (f'newround {ROUND}\ngo {{"view": [[]]}}', "view_unreadable"),
    (f"newround {ROUND}\nevent null", "payload_missing"),
    (f"newround {ROUND}\nevent [null]", "event_unreadable"),
    ('newround {"rules": {"preset": [1]}, "seat": 0}', "rules_not_allowed"),
    ('newround {"rules": {}, "seat": 0}', "rules_not_allowed"),
    ("go " + "[" * 100_000, "payload_unreadable"),
    ("isready {}", "payload_unexpected"),
    ("rummy " + "x" * 1_000_000, "line_too_long"),
    ('setoption {"name": "beauty", "value": 1}', "option_unknown"),
    ('setoption {"name": "seed", "value": true}', "option_not_allowed"),
    ('newround {"rules": {"preset": "chess"}, "seat": 0}', "rules_not_allowed"),
    ('newround {"rules": {"preset": "gin_palast"}, "seats": 3, "seat": 0}', "seats_not_allowed"),
    ('newround {"rules": {"preset": "gin_palast"}, "seat": 2}', "seat_not_allowed"),
    ("go", "round_missing"),
    (f"newround {ROUND}\ngo", "nothing_to_do"),
    (f'newround {ROUND}\nevent {{"type": "rain"}}', "event_unreadable"),
    (
        f'newround {ROUND}\nevent {{"type": "discarded", "seat": 0, "card": "7h"}}',
        "event_impossible",
    ),
    (f"newround {ROUND}\nevent {DEAL}\nevent {DEAL}", "event_impossible"),
    (f'newround {ROUND}\ngo {{"view": {{}}}}', "view_unreadable"),
    (
        'setoption {"name": "level", "value": "greedy"}\n'
        'newround {"rules": {"preset": "romme_500"}, "seat": 0}',
        "level_not_for_game",
    ),
]


def test_nonsense_is_answered_by_its_code_and_ends_nothing() -> None:
    for lines, code in NONSENSE:
        session = Session()
        answers = [answer for line in lines.split("\n") for answer in session.answer(line)]
        assert [json.loads(line.removeprefix("error "))["code"] for line in answers] == [code]
        assert session.answer("isready") == ["readyok"]
    ran = spoken(b"\xff\xfe\n\n# a remark\n" + b"x" * 3_000_000 + b"\nisready\nquit\nisready\n")
    assert [line.split()[0] for line in ran.stdout.splitlines()] == [b"error", b"error", b"readyok"]
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_an_option_of_the_command_line_that_cannot_be_set_is_refused() -> None:
    assert spoken(b"quit\n", "level=casual", "seed=3").returncode == 0
    ran = spoken(b"", "level=genius")
    assert ran.returncode == 2
    assert b"option_not_allowed" in ran.stderr


def test_a_card_sent_by_mistake_is_not_looked_at() -> None:
    """Whole events, hidden cards and all, lead to the same answer as redacted ones."""
    rules = engine.build_rules("gin_palast")
    deck = dice("by mistake").sample(engine.deck_cards(rules), 52)
    _, events = engine.start_round(rules, 2, deck, 1)
    answers = []
    for shown in (events[0], engine.redact(events[0], 0)):
        session = Session()
        assert session.answer(f"newround {ROUND}") == []
        assert session.answer(f"event {json.dumps(event_to_json(shown))}") == []
        assert session.seat is not None
        answers.append((session.answer("go"), session.seat._view))
    assert answers[0] == answers[1]
