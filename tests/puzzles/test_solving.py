"""The first answer counts, once; what comes next suits the solver; the day's is for everybody."""

import datetime as dt

import pytest

from accounts.joining.players import create_guest
from accounts.models import Player
from games.daily.playing import today
from games.models import Puzzle, PuzzleOfTheDay, PuzzleStanding, PuzzleTry
from games.moves.errors import Conflict, NotFound
from games.puzzles import reading, solving
from rummy import engine, puzzles
from rummy.engine.cards import card_text
from rummy.engine.moves import Discard
from rummy.engine.records import Action
from rummy.puzzles.puzzle import GO_OUT
from rummy.puzzles.store import stored_keys
from tests.daily.players import at_noon

from .positions import take_it

pytestmark = pytest.mark.django_db
RIGHT, WRONG = [{"type": "take_upcard"}], [{"type": "draw_stock"}]
DAY = dt.date(2026, 11, 26)


def a_puzzle(key: str = "one", *, mu: float = 25.0) -> Puzzle:
    content = take_it()
    return Puzzle.objects.create(
        key=key, game=content.game, theme=content.theme, content=content.to_json(), mu=mu
    )


def a_program() -> Player:
    owner = create_guest()
    return Player.objects.create(username="robot", owner=owner)


def a_member() -> Player:
    player = create_guest()
    player.is_guest = False
    player.save(update_fields=("is_guest",))
    return player


def test_a_guests_answer_says_nothing_about_the_puzzle() -> None:
    puzzle = a_puzzle()
    verdict = solving.answer(player=create_guest(), puzzle=puzzle, moves=RIGHT)
    assert verdict.counted
    puzzle.refresh_from_db()
    assert puzzle.mu == 25.0


def test_a_right_answer_raises_the_solver_and_lowers_the_puzzle() -> None:
    anna, puzzle = a_member(), a_puzzle()
    verdict = solving.answer(player=anna, puzzle=puzzle, moves=RIGHT)
    assert verdict.solved
    assert verdict.counted
    assert verdict.rating_before == 1500
    assert verdict.rating is not None
    assert verdict.rating > 1500
    puzzle.refresh_from_db()
    assert puzzle.mu < 25.0


def test_a_wrong_answer_lowers_the_solver_and_ends_the_run() -> None:
    anna = create_guest()
    solving.answer(player=anna, puzzle=a_puzzle("one"), moves=RIGHT)
    verdict = solving.answer(player=anna, puzzle=a_puzzle("two"), moves=WRONG)
    assert not verdict.solved
    assert verdict.rating is not None
    assert verdict.rating_before is not None
    assert verdict.rating < verdict.rating_before
    standing = PuzzleStanding.objects.get(player=anna)
    assert (standing.run, standing.longest) == (0, 1)


def test_only_the_first_answer_counts() -> None:
    anna, puzzle = create_guest(), a_puzzle()
    solving.answer(player=anna, puzzle=puzzle, moves=WRONG)
    before = PuzzleStanding.objects.get(player=anna).mu
    verdict = solving.answer(player=anna, puzzle=puzzle, moves=RIGHT)
    assert verdict.solved
    assert not verdict.counted
    assert PuzzleStanding.objects.get(player=anna).mu == before
    assert PuzzleTry.objects.get().solved is False


def test_giving_up_counts_as_not_solved() -> None:
    anna, puzzle = create_guest(), a_puzzle()
    assert solving.book(player=anna, puzzle=puzzle, solved=False).counted
    assert reading.tried_by(anna, puzzle) is False


@pytest.mark.parametrize("who", ["visitor", "program"])
def test_answers_of_visitors_and_programs_never_count(who: str) -> None:
    puzzle = a_puzzle()
    player = a_program() if who == "program" else None
    verdict = solving.answer(player=player, puzzle=puzzle, moves=RIGHT)
    assert verdict.solved
    assert not verdict.counted
    assert not PuzzleTry.objects.exists()


@pytest.mark.parametrize(
    ("moves", "error", "code"),
    [
        ([], Conflict, "answer_incomplete"),
        ([*RIGHT, *WRONG], Conflict, "answer_complete"),
        ([{"type": "discard", "card": "7s"}], engine.IllegalAction, "draw_first"),
        ([{"type": "resign"}], engine.IllegalAction, "no_card_move"),
        ([{"type": "ready"}], engine.IllegalAction, "no_card_move"),
        (WRONG * 61, Conflict, "answer_too_long"),
        ([{"type": "dance"}], engine.InvalidAction, "action_type_unknown"),
    ],
)
def test_what_is_no_answer_is_refused_and_counts_for_nothing(
    moves: list[dict[str, str]], error: type[Exception], code: str
) -> None:
    anna = create_guest()
    with pytest.raises(error) as refused:
        solving.answer(player=anna, puzzle=a_puzzle(), moves=moves)
    assert getattr(refused.value, "code", "") == code
    assert not PuzzleTry.objects.exists()


def test_going_out_is_a_whole_turn_and_any_way_out_is_right() -> None:
    solving.take_in_puzzles()
    row = Puzzle.objects.filter(theme=GO_OUT).order_by("pk")[0]
    content = puzzles.Puzzle.from_json(row.content)
    line = content.to_json()["line"]
    for done in range(1, len(line)):
        assert solving.try_out(content, line[:done]).right is None
    assert solving.try_out(content, line).right
    assert solving.try_out(content, [line[0], {"type": "undo"}, *line]).right
    discard = next(
        action
        for action in engine.legal_actions(content.position.state, content.position.seat)
        if action.type == "discard"
    )
    given = {"type": "discard", "card": card_of(discard)}
    assert solving.try_out(content, [given]).right is False


def card_of(action: Action) -> str:
    assert isinstance(action, Discard)
    return card_text(action.card)


def test_puzzles_that_a_new_version_brings_are_taken_in_once() -> None:
    """Where nobody has asked for any yet, there is nothing to do for the clock."""
    assert not solving.is_any_new()
    solving.take_in_puzzles()
    assert not solving.is_any_new()
    Puzzle.objects.filter(key=stored_keys()[-1]).delete()
    assert solving.is_any_new()
    for _ in range(2):
        solving.take_in_puzzles()
    assert not solving.is_any_new()
    assert Puzzle.objects.count() == len(stored_keys())


def test_the_next_puzzle_is_new_and_about_as_hard_as_one_is_strong() -> None:
    anna = create_guest()
    for number in range(20):
        a_puzzle(f"{number}", mu=10.0 + 2 * number)
    PuzzleStanding.objects.create(player=anna, mu=40.0, sigma=2.0)
    found = {solving.next_puzzle(anna).mu for _ in range(30)}
    assert found <= {34.0, 36.0, 38.0, 40.0, 42.0, 44.0, 46.0}
    for puzzle in Puzzle.objects.exclude(key="7"):
        PuzzleTry.objects.create(player=anna, puzzle=puzzle, solved=True)
    assert solving.next_puzzle(anna).key == "7"


def test_when_all_are_tried_those_missed_come_again_and_then_none() -> None:
    anna, puzzle = create_guest(), a_puzzle()
    solving.answer(player=anna, puzzle=puzzle, moves=WRONG)
    assert solving.next_puzzle(anna) == puzzle
    PuzzleTry.objects.update(solved=True)
    with pytest.raises(NotFound, match="no_puzzle_left"):
        solving.next_puzzle(anna)


def test_the_puzzle_of_the_day_is_the_same_for_all_and_another_tomorrow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for number in range(3):
        a_puzzle(f"{number}")
    seen: list[Puzzle | None] = []
    for day in range(3):
        at_noon(monkeypatch, DAY + dt.timedelta(days=day))
        found = {solving.puzzle_of(today()) for _ in range(4)}
        assert len(found) == 1
        seen += found
    assert len(set(seen)) == 3
    assert PuzzleOfTheDay.objects.count() == 3


def test_who_asks_first_unpacks_the_puzzles_of_the_house() -> None:
    assert solving.next_puzzle(None).key in stored_keys()
    assert Puzzle.objects.count() == len(stored_keys())


def test_without_puzzles_there_is_none_of_the_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "stored_puzzles", lambda: iter(()))
    assert solving.puzzle_of(today()) is None
    assert reading.puzzles_reading(None).today is None


def test_days_in_a_row_are_those_on_which_the_days_puzzle_was_solved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    anna = create_guest()
    for number in range(4):
        a_puzzle(f"{number}")
    for day in range(3):
        at_noon(monkeypatch, DAY + dt.timedelta(days=day))
        puzzle = solving.puzzle_of(today())
        assert puzzle is not None
        if day == 1:  # who knew it before answers again on its day
            PuzzleTry.objects.create(player=anna, puzzle=puzzle, solved=False)
        solving.answer(player=anna, puzzle=puzzle, moves=WRONG if day == 3 else RIGHT)
        assert reading.days_in_a_row(anna) == day + 1
    at_noon(monkeypatch, DAY + dt.timedelta(days=3))
    assert reading.days_in_a_row(anna) == 3
    at_noon(monkeypatch, DAY + dt.timedelta(days=4))
    assert reading.days_in_a_row(anna) == 0
