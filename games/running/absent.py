"""What is done when the time of somebody who is not there is over; for them, and never to them.

While the house is out of reach nobody's time ends, and an outage that fell on the clock is made
good first. Where the table agreed on a bot that plays on, it chooses; safe moves are made by the
match itself (`tick`), and by it too when a bot cannot choose.
"""

import logging
import random

import orjson

from games.moves.acting import one_outcome, run_batch, tick_table
from games.moves.commands import PlayFor
from games.moves.errors import Conflict
from games.replay.log import recollection_of
from games.running import outages
from games.tables.reading import TableReading
from rummy import engine
from rummy.bots import BOTS, NOTHING, Bot, plays, remembers
from rummy.bots.player import Dice
from rummy.bots.serving.dice import SeededDice
from rummy.engine.family import RoundView
from rummy.engine.records import Action
from rummy.match import MatchState, Phase

DICE = random.SystemRandom()

log = logging.getLogger(__name__)


def end_of_time(reading: TableReading) -> bool:
    """Do what the clock asks for at a table; whether something has changed."""
    state = reading.state
    deadline_ms = state.clock.deadline_ms
    if deadline_ms is None or reading.now_ms < deadline_ms:
        return False
    if waits_for_people(state):
        if outages.out_of_reach():
            return False
        if outages.make_good(table_id=reading.table_id, state=state):
            return True
    return _bot_plays_on(reading) or bool(tick_table(table_id=reading.table_id).events)


def waits_for_people(state: MatchState) -> bool:
    """Whether the clock that runs is that of somebody who may still come."""
    if state.phase is Phase.BETWEEN:
        return not all(state.ready)
    turn = state.clock.turn
    return turn is not None and not (state.robots[turn] or state.plays_alone(turn))


def chosen(bot: Bot, reading: TableReading, cards: engine.RoundState, seat: int) -> Action:
    """What a bot does at a seat, seeing what that seat sees and knowing what all have seen."""
    legal, view = engine.legal_actions(cards, seat), engine.view(cards, seat)
    recalled = recollection_of(reading) if remembers(bot) else NOTHING
    return bot.choose(view, legal, _dice(reading.state, view), recalled)


def _dice(state: MatchState, view: RoundView) -> Dice:
    """Chance; where others are dealt the same cards, what is seen decides: one opponent for all."""
    if not state.terms.shared_deals:
        return DICE
    seen = orjson.dumps(view.to_json(), option=orjson.OPT_SORT_KEYS).decode()
    return SeededDice(f"{state.commitment} {seen}")


def _bot_plays_on(reading: TableReading) -> bool:
    """The bot agreed on moves for the absent player on turn, seeing what their seat sees."""
    state, key = reading.state, reading.state.terms.absence.bot
    turn, cards = state.clock.turn, state.round
    if key is None or key not in BOTS or state.phase is not Phase.PLAYING:
        return False
    if (
        turn is None
        or cards is None
        or state.robots[turn]
        or not plays(BOTS[key], state.terms.rules.family)
    ):
        return False
    try:
        action = chosen(BOTS[key], reading, cards, turn)
        command = PlayFor(reading.table_id, action, key, reading.version)
        return bool(one_outcome(run_batch([command])).events)
    except Conflict:
        return False  # the player was quicker, or the same table woken twice
    except Exception:
        log.exception("the bot %s cannot play on at table %s", key, reading.table_id)
        return False
