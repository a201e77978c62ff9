"""The bot arena over the API: the leaderboard, its tables, and taking part."""

from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.identity import caller, caller_or_visitor
from accounts.api.operations import once
from accounts.api.shapes import PlayerShape
from games.arena import matching as arena
from games.arena.reading import arena_tables, leaderboard
from games.tables.lobby.shapes import SeatedShape, TableShape, as_seen, seated_at
from web.api.operations import Answer, Json, answers
from web.api.payloads import Shape, Whole, With, Word, Words, Yes
from web.api.reading import Form
from web.api.view import OpenView


class ArenaForm(Form):
    preset = serializers.ChoiceField(list(arena.PRESETS), default=arena.PRESETS[0])


class ArenaRowShape(Shape):
    place = Whole()
    player = PlayerShape()
    name = Word(help_text="of bots of the house their kind")
    owner = Word(allow_blank=True, help_text="empty: the house")
    matches = Whole()
    wins = Whole()
    rating = Whole()
    is_provisional = Yes()


class ArenaShape(Shape):
    leaderboard = ArenaRowShape(many=True)
    tables = TableShape(many=True)
    presets = Words()


class Arena(OpenView, at="arena/"):
    """The bot arena: who is best, and what is being played there now."""

    @answers(ArenaShape)
    def get(self, request: Request) -> Answer:
        player = caller_or_visitor(request)
        tables = [as_seen(table, player) for table in arena_tables()]
        return With(leaderboard=leaderboard(), tables=tables, presets=arena.PRESETS)

    @once(ArenaForm, answers=SeatedShape, status=201)
    def post(self, request: Request, form: Json) -> Json:
        """Take a seat in the arena, for bot accounts; an opponent comes within 20 seconds."""
        player = caller(request)
        seat = arena.enter_arena(player=player, preset=form["preset"])
        return seated_at(seat, player)
