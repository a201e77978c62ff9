"""Puzzles and one's own mistakes over the API: what to decide, the answer, and the proof of it."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.identity import caller, caller_or_visitor
from accounts.api.operations import once
from accounts.league import rating
from accounts.models import Player
from games.api.documents import ActionField, TableViewShape
from games.daily.playing import today
from games.models import Puzzle
from games.puzzles import lending, mistakes, reading, solving
from games.puzzles.trying import MOVES_MAX, shown_table
from games.replay.shapes import AdviceShape
from rummy import puzzles
from rummy.engine import PRESETS
from rummy.engine.as_json.stored import action_from_json
from rummy.puzzles.puzzle import THEMES
from rummy.puzzles.staging import staged
from web.api.operations import Answer, Json, answers
from web.api.payloads import Moment, Shape, Whole, With, Word, Yes
from web.api.reading import Flag, Form, KeyOf
from web.api.view import ApiView, OpenView


@extend_schema_field(TableViewShape)
class ViewField(serializers.JSONField):
    """A table's view, which is JSON already."""


@extend_schema_field(AdviceShape)
class AdviceField(ViewField):
    """Advice as it was stored."""


class ThemedShape(Shape):
    game = Word(help_text="the preset")
    theme = serializers.ChoiceField(THEMES)
    puzzles = Whole(help_text="so many there are")
    tried = Whole()
    solved = Whole(help_text="at the first try")


class PuzzlesShape(Shape):
    today = Whole(allow_null=True, source="today.pk", default=None, help_text="today's puzzle")
    is_today_tried = Yes()
    rating = Whole(allow_null=True, help_text="at puzzles; null before your first answer")
    provisional = Yes(help_text="whether the rating means little yet")
    run = Whole(help_text="solved in a row")
    longest = Whole(help_text="most in a row")
    days = Whole(help_text="days in a row on which you have solved the day's puzzle")
    tried = Whole()
    solved = Whole(help_text="at the first try")
    themes = ThemedShape(many=True)
    mistakes_due = Whole(help_text="your own decisions that wait to be made again now")
    mistakes = Whole(help_text="all that you have not learnt yet")


class PuzzleShape(Shape):
    id = Whole()
    game = Word(help_text="the preset")
    view = ViewField(help_text="all that your seat knows, and in `legal` what it may do")
    theme = serializers.ChoiceField(THEMES, help_text="go_out: the answer is a whole turn")
    rating = Whole(help_text="how hard it has been, on the scale of your own")
    is_of_today = Yes()
    solved = serializers.BooleanField(allow_null=True, help_text="your first try; null: none yet")


class WeighedShape(Shape):
    action = ActionField()
    behind = serializers.FloatField(help_text="points behind the best, on average")
    margin = serializers.FloatField(help_text="of that, on either side (95 %)")
    playouts = Whole(help_text="so often both were played on with the same cards")


class ProofShape(Shape):
    choices = WeighedShape(many=True, help_text="the best first; empty where one can go out")
    line = serializers.ListField(child=ActionField(), help_text="one way to go out")
    reason = Word(allow_blank=True, help_text="as in a hint")
    facts = serializers.DictField(help_text="the numbers and cards of the reason")
    found_by = serializers.ListField(child=Word(), help_text="bots of the house that see it")


class VerdictShape(Shape):
    solved = Yes()
    counted = Yes(help_text="whether it was your first answer, which alone counts")
    rating_before = Whole(allow_null=True)
    rating = Whole(allow_null=True)
    run = Whole(allow_null=True, help_text="solved in a row by now")
    proof = ProofShape()


class MistakeShape(Shape):
    id = Whole(source="pk")
    table = Whole(source="round.table_id")
    round = Whole(source="round.number")
    game = Word(source="round.table.preset")
    stage = Whole(help_text="right answers in a row")
    due_at = Moment(help_text="when it is to be decided again")


class MistakesShape(Shape):
    due = Whole(help_text="so many of them are due")
    results = MistakeShape(many=True, help_text="those due longest first")


class OneMistakeShape(MistakeShape):
    view = ViewField(help_text="all that your seat knew, and in `legal` what it might do")


class LearntShape(MistakeShape):
    right = Yes()
    learnt = Yes(help_text="whether it will not be asked again")
    action = ActionField(help_text="what you did in the round")
    cost = serializers.FloatField(help_text="points it gave away, by estimate")
    better = AdviceField()


class NextQuery(Form):
    game = KeyOf(PRESETS, required=False, help_text="only of this preset")
    theme = serializers.ChoiceField(THEMES, required=False)


class AnswerForm(Form):
    moves = serializers.ListField(
        child=serializers.DictField(),
        max_length=MOVES_MAX,
        required=False,
        default=list,
        help_text="your moves in order, as at a table; one, but for going out",
    )
    give_up = Flag(default=False, help_text="the proof without an answer; counts as not solved")


def puzzle_told(puzzle: Puzzle, player: Player | None) -> Json:
    content = puzzles.Puzzle.from_json(puzzle.content)
    daily = solving.puzzle_of(today())
    return PuzzleShape.of(
        puzzle,
        rating=rating.shown(rating.Skill(puzzle.mu, puzzle.sigma)),
        is_of_today=daily is not None and daily.pk == puzzle.pk,
        solved=reading.tried_by(player, puzzle),
        view=shown_table(staged(content.position), "", player),
    )


class Puzzles(OpenView, at="puzzles/"):
    """How you stand at puzzles, by game and theme, and which is today's."""

    @answers(PuzzlesShape)
    def get(self, request: Request) -> Answer:
        return reading.puzzles_reading(caller_or_visitor(request))


class NextPuzzle(OpenView, at="puzzles/next/"):
    """A puzzle that you have not tried yet and that is about as hard as you are strong."""

    @answers(PuzzleShape, query=NextQuery)
    def get(self, request: Request, query: dict[str, Any]) -> Json:
        player = caller_or_visitor(request)
        found = solving.next_puzzle(
            player, game=query.get("game", ""), theme=query.get("theme", "")
        )
        return puzzle_told(found, player)


class OnePuzzle(OpenView, at="puzzles/<serial:puzzle_id>/"):
    """A puzzle: what your seat knows, and what there is to decide."""

    @answers(PuzzleShape)
    def get(self, request: Request, puzzle_id: int) -> Json:
        return puzzle_told(solving.puzzle_by(puzzle_id), caller_or_visitor(request))


class AnswerPuzzle(ApiView, at="puzzles/<serial:puzzle_id>/answer/"):
    """Answer a puzzle; the first answer counts for your rating and that of the puzzle.

    The answer comes with the proof: what the other moves are behind, over ten thousand playouts.
    Programs may answer, but theirs never count.
    """

    @once(AnswerForm, answers=VerdictShape)
    def post(self, request: Request, puzzle_id: int, form: dict[str, Any]) -> Answer:
        puzzle, moves = solving.puzzle_by(puzzle_id), None if form["give_up"] else form["moves"]
        verdict = solving.answer(player=caller(request), puzzle=puzzle, moves=moves)
        return With(verdict, proof=puzzles.Puzzle.from_json(puzzle.content))


class LendingForm(Form):
    lends = Flag()


class LendingShape(Shape):
    lends = Yes()


class Lending(ApiView, at="me/lending/"):
    """Whether your finished rounds may become puzzles for others, without your name.

    A round is only used where everybody who sat there lends theirs, and all may read it: whoever
    looks through finished rounds can find where a puzzle comes from.
    """

    @answers(LendingShape)
    def get(self, request: Request) -> Answer:
        return With(lends=lending.lends(caller(request)))

    @once(LendingForm, answers=LendingShape)
    def post(self, request: Request, form: dict[str, Any]) -> Answer:
        lending.lend(player=caller(request), lends=form["lends"])
        return With(lends=form["lends"])


class Mistakes(ApiView, at="me/mistakes/"):
    """Costly decisions of your finished rounds that you have not learnt yet; asked after days."""

    @answers(MistakesShape)
    def get(self, request: Request) -> Answer:
        player = caller(request)
        found = mistakes.to_learn(player).select_related("round__table")
        return With(due=mistakes.due(player).count(), results=found)


class OneMistake(ApiView, at="me/mistakes/<serial:mistake_id>/"):
    """The moment before one of them."""

    @answers(OneMistakeShape)
    def get(self, request: Request, mistake_id: int) -> Answer:
        player = caller(request)
        mistake = mistakes.mistake_by(mistake_id, player)
        table = staged(mistakes.position_of(mistake))
        return With(mistake, view=shown_table(table, "", player))


class AnswerMistake(ApiView, at="me/mistakes/<serial:mistake_id>/answer/"):
    """Decide again. Right answers make the pause until it is asked again longer; four end it.

    Before it is due an answer is practice and changes nothing.
    """

    @once(AnswerForm, answers=LearntShape)
    def post(self, request: Request, mistake_id: int, form: dict[str, Any]) -> Answer:
        mistake = mistakes.mistake_by(mistake_id, caller(request))
        moves = None if form["give_up"] else form["moves"]
        right, after = mistakes.answer(mistake=mistake, moves=moves)
        learnt, action = after.learnt_at is not None, action_from_json(after.action)
        return With(after, right=right, learnt=learnt, action=action)
