"""Your bot accounts: players of their own, with tokens of their own, marked for everybody."""

from rest_framework.request import Request

from accounts.api.identity import caller
from accounts.api.operations import once
from accounts.api.shapes import PlayerShape
from accounts.programs.bots import accounts as bot_accounts
from web.api.operations import Answer, Json, answers
from web.api.payloads import Shape, With, Word, list_of
from web.api.reading import Form, Text
from web.api.view import ApiView
from web.security import limits


class BotAccountForm(Form):
    name = Text(max_length=30, help_text="letters, digits and @.+-_ ; nobody else has it")


class NewBotShape(Shape):
    player = PlayerShape()
    token = Word(help_text="of the bot, shown only now")


class MyBots(ApiView, at="me/bots/", not_for_apps=True):
    """Your bot accounts. A bot is a player with chips of its own, and shown as a bot."""

    @answers(list_of(PlayerShape, "BotsShape"))
    def get(self, request: Request) -> Answer:
        found = bot_accounts.own_bots(caller(request))
        return With(results=found)

    @once(BotAccountForm, answers=NewBotShape, status=201, spends=[limits.TOKENS], sealed="token")
    def post(self, request: Request, form: Json) -> Answer:
        owner = caller(request)
        bot, text = bot_accounts.create_bot_account(owner=owner, name=form["name"])
        return With(player=bot, token=text)


class OneBot(ApiView, at="me/bots/<player:bot_id>/", not_for_apps=True):
    """Retire a bot: its tokens are void, it sits down nowhere any more."""

    @answers(None)
    def delete(self, request: Request, bot_id: int) -> None:
        bot_accounts.retire_bot(owner=caller(request), bot_id=bot_id)


class BotToken(ApiView, at="me/bots/<player:bot_id>/token/", not_for_apps=True):
    """A fresh token for your bot; every earlier one is void."""

    @once(answers=NewBotShape, status=201, spends=[limits.TOKENS], sealed="token")
    def post(self, request: Request, bot_id: int) -> Answer:
        owner = caller(request)
        bot, text = bot_accounts.new_bot_token(owner=owner, bot_id=bot_id)
        return With(player=bot, token=text)
