"""Talking at a table over the API: reading, saying something, the gallery, reports."""

from typing import Any, ClassVar

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.identity import caller, caller_or_visitor
from accounts.api.operations import once
from accounts.api.shapes import PlayerShape
from accounts.models import Player
from accounts.people.api import player_by
from games.models import Channel, ChatMessage
from games.talk import chat, moderation
from games.talk.phrases import PHRASES, phrase_words
from games.talk.reading import Cursor, read_chat
from web import refusals
from web.api.operations import Answer, Json, answers
from web.api.payloads import Moment, Shape, Whole, With, Word, Yes
from web.api.reading import Flag, Form, Text, WholeNumber
from web.api.view import ApiView, OpenView

RAW_WORDS_MAX = 1_000
NOTHING_TO_SAY = "nothing"
SAYING = ("words", "phrases", NOTHING_TO_SAY)


class AnyText(serializers.CharField):
    """Text as people type it; what cannot be shown is taken out rather than refused."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class ChatQuery(Form):
    after = Text(
        max_length=40, required=False, help_text="go on from here; the `cursor` of an answer"
    )
    before = WholeNumber(
        min_value=1, required=False, help_text="older messages; `older` of an answer"
    )


class SayForm(Form):
    must_be_sent: ClassVar = True
    described: ClassVar = {"minProperties": 1, "maxProperties": 1}

    words = AnyText(
        max_length=RAW_WORDS_MAX,
        default="",
        allow_blank=True,
        trim_whitespace=False,
        help_text="on one line at most 200 characters, without invisible ones",
    )
    phrase = serializers.ChoiceField(
        list(PHRASES), required=False, help_text="instead of words: everybody reads it in theirs"
    )


class GalleryForm(Form):
    open = Flag(help_text="whether who watches may speak at this table")


class ReportForm(Form):
    reason = serializers.ChoiceField([one.value for one in moderation.MESSAGE_REASONS])
    note = AnyText(max_length=moderation.NOTE_MAX, default="", allow_blank=True)


class ReportPersonForm(Form):
    reason = serializers.ChoiceField([one.value for one in moderation.PERSON_REASONS])
    note = AnyText(max_length=moderation.NOTE_MAX, default="", allow_blank=True)


class MessageShape(Shape):
    number = Whole(help_text="counts the table's messages from 1")
    channel = serializers.ChoiceField(Channel.values)
    author = PlayerShape()
    seat = Whole(allow_null=True, help_text="null for who watches")
    text = Word(help_text="words as written; a phrase in the reader's language")
    phrase = Word(help_text="the phrase's code; empty for words")
    held = Yes(help_text="others see it when the round is over")
    mine = Yes()
    at = Moment(source="created_at")


class PhraseShape(Shape):
    code = serializers.ChoiceField(list(PHRASES))
    text = Word()


class ChatShape(Shape):
    results = MessageShape(many=True)
    cursor = Word(help_text="send it as `after`")
    older = Whole(allow_null=True, help_text="send it as `before`")
    channel = serializers.ChoiceField(Channel.values, help_text="where your words go")
    may_say = serializers.ChoiceField(SAYING)
    because = Word(help_text="why not, in the reader's language; else empty")
    gallery_open = Yes()
    phrases = PhraseShape(many=True)


class GalleryShape(Shape):
    open = Yes()


class ReportShape(Shape):
    id = Whole()
    number = Whole()
    reason = serializers.ChoiceField([one.value for one in moderation.MESSAGE_REASONS])
    at = Moment(source="created_at")


class PersonReportShape(Shape):
    id = Whole()
    player = PlayerShape(source="author")
    reason = serializers.ChoiceField([one.value for one in moderation.PERSON_REASONS])
    at = Moment(source="created_at")


class Chat(OpenView, at="tables/<serial:table_id>/chat/"):
    """What is said at a table, as you may read it.

    What a spectator writes while a round is played is seen when that round is over. Whom you have
    muted or ignore you do not hear. The table's stream says `event: chat` when there is news.
    """

    @answers(ChatShape, query=ChatQuery)
    def get(self, request: Request, query: Json, table_id: int) -> Answer:
        player = caller_or_visitor(request)
        cursor = Cursor.read(query.get("after", ""))
        page = read_chat(table_id, player, after=cursor, before=query.get("before"))
        return _page_answer(page, player)

    @once(
        SayForm,
        answers=MessageShape,
        status=201,
        spends=chat.LIMITS,
        examples=[
            OpenApiExample("words", {"words": "Good evening!"}, request_only=True),
            OpenApiExample("phrase", {"phrase": "good_luck"}, request_only=True),
        ],
    )
    def post(self, request: Request, form: Json, table_id: int) -> Answer:
        """Say something: at a seat to all at the table, else in the gallery."""
        player = caller(request)
        said = chat.say(
            table_id=table_id, player=player, words=form["words"], phrase=form.get("phrase", "")
        )
        page = read_chat(table_id, player, before=said.number + 1)
        return _heard(said, page, player)


class Gallery(ApiView, at="tables/<serial:table_id>/chat/gallery/"):
    """Whether spectators may speak at your table; anybody seated decides for all."""

    @once(GalleryForm, answers=GalleryShape)
    def post(self, request: Request, form: Json, table_id: int) -> Answer:
        player = caller(request)
        chat.open_gallery(table_id=table_id, player=player, is_open=form["open"])
        return form


class ReportMessage(ApiView, at="tables/<serial:table_id>/chat/<serial:number>/report/"):
    """Report a message; moderators see it with what was said around it, and you hear of the end."""

    @once(ReportForm, answers=ReportShape, status=201, spends=[moderation.LIMIT])
    def post(self, request: Request, form: Json, table_id: int, number: int) -> Answer:
        return moderation.report_message(
            table_id=table_id, number=number, player=caller(request), **form
        )


class ReportPerson(ApiView, at="players/<player:player_id>/report/"):
    """Report somebody: their name, how they behave, or that they play unfairly.

    Moderators see who reports; the one who is reported never does. You hear of the end.
    """

    @once(ReportPersonForm, answers=PersonReportShape, status=201, spends=[moderation.OF_PEOPLE])
    def post(self, request: Request, form: Json, player_id: int) -> Answer:
        other = player_by(player_id)
        return moderation.report_person(player=caller(request), other=other, **form)


def _page_answer(page: With, player: Player | None) -> With:
    """A page of talk, and what its reader may say."""
    seated = player is not None and player.pk in page.seats
    may_say, because = _saying(page, player)
    return With(
        page,
        results=[_heard(message, page, player) for message in page.messages],
        channel=Channel.TABLE if seated else Channel.GALLERY,
        may_say=may_say,
        because=because,
        phrases=[{"code": code, "text": text} for code, text in PHRASES.items()],
    )


def _heard(message: ChatMessage, page: With, player: Player | None) -> With:
    at_table = message.channel == Channel.TABLE
    return With(
        message,
        seat=page.seats.get(message.author_id) if at_table else None,
        text=phrase_words(message.phrase) if message.phrase else message.words,
        held=message.held_round is not None and message.held_round > page.rounds_over,
        mine=player is not None and message.author_id == player.pk,
    )


def _saying(page: With, player: Player | None) -> tuple[str, str]:
    """What the reader may say here, and why not more."""
    try:
        channel = chat.voice_of(table=page.table, player=player)
    except refusals.Refusal as refusal:
        return NOTHING_TO_SAY, refusals.words_of(refusal)
    if channel is Channel.GALLERY and player is not None and player.is_guest:
        return "phrases", _(
            "Guests can only send ready-made phrases; with an account of your own you can write."
        )
    return "words", ""
