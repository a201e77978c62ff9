"""Words for tests of the API: players, tables, rounds played by the greedy bot."""

import random
from itertools import count
from typing import Any

from accounts.joining.players import create_guest
from accounts.models import Player
from games.models import Table, TableStatus
from games.moves.acting import play_action
from games.tables import opening
from games.tables.reading import table_reading
from games.tables.terms import TableOffer
from rummy import engine
from rummy.bots import BOTS
from rummy.match import Phase, Ready

_keys = count(1)


def guest() -> Player:
    return create_guest(language="en")


def person(name: str) -> Player:
    """Somebody who has signed up, without the time a password takes."""
    player = Player(username=name)
    player.set_unusable_password()
    player.save()
    return player


def open_table(host: Player, *, is_private: bool = False, **offer: Any) -> Table:
    offer.setdefault("format", "ring")
    if offer["format"] == "ring":
        offer.setdefault("rounds", 1)
    return opening.create_table(player=host, offer=TableOffer(**offer), is_private=is_private)


def running_table(
    *, players: tuple[Player, Player] | None = None, **offer: Any
) -> tuple[Table, Player, Player]:
    """A table whose two guests are in the middle of their first round."""
    host, other = players or (guest(), guest())
    table = open_table(host, **offer)
    for player in (host, other):
        opening.join_table(table_id=table.pk, player=player, invite_code=table.invite_code)
    both_ready(table)
    table.refresh_from_db()
    assert table.status == TableStatus.PLAYING
    return table, host, other


def both_ready(table: Table, seeds: tuple[str, ...] = ("anna's", "bert's")) -> None:
    reading = table_reading(table.pk)
    for seat, player_id in enumerate(reading.state.players):
        if not reading.state.ready[seat]:
            _act(table.pk, player_id, Ready(seeds[seat]), None)


def play_moves(table: Table, most: int | None = None) -> int:
    """The round under way to its end, or so many moves of which none knocks; the number made."""
    dice = random.Random(table.pk)
    for made in range(1_000 if most is None else most):
        reading = table_reading(table.pk)
        cards = reading.state.round
        if reading.state.phase is not Phase.PLAYING or cards is None or cards.turn is None:
            return made
        legal = engine.legal_actions(cards, cards.turn)
        if most is not None:
            legal = [action for action in legal if action.type != "knock"]
        choice = BOTS["greedy"].choose(engine.view(cards, cards.turn), legal, dice)
        _act(table.pk, reading.state.players[cards.turn], choice, reading.version)
    return most or 0


def _act(table_id: int, player_id: int, action: Any, version: int | None) -> None:
    play_action(
        table_id=table_id,
        player_id=player_id,
        action=action,
        expected_version=version,
        key=f"test-{next(_keys)}",
    )
