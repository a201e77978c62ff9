"""Who deals after which round: the rule that verifiers, tables and tournaments share."""

import pytest

from rummy.fairness import Before
from rummy.fairness.dealing import (
    AGAIN,
    LEFT,
    LOSER,
    PAIRED,
    REMATCH,
    TABLE_GOES_ON,
    WINNER,
    Dealing,
    reason_after,
)

PLAYERS = (11, 22, 33, 44)


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("out", range(4))
def test_ger_2_the_deal_passes_to_the_left_past_who_is_out(dealer: int, out: int) -> None:
    here = [player for player in PLAYERS if player != PLAYERS[out]]
    before = Before(7, 1, PLAYERS, dealer)
    left = [PLAYERS[(dealer + step) % 4] for step in (1, 2)]
    assert before.next_to_deal(TABLE_GOES_ON, here) == left[left[0] == PLAYERS[out]]
    assert before.next_to_deal(LEFT, PLAYERS, {PLAYERS[out]}) == left[left[0] == PLAYERS[out]]


def test_where_nobody_of_the_round_before_is_there_nobody_follows() -> None:
    assert Before(7, 1, PLAYERS, 0).next_to_deal(TABLE_GOES_ON, (55, 66)) is None


@pytest.mark.parametrize(
    ("way", "winner", "reason", "player"),
    [
        ("winner", 2, WINNER, 33),
        ("loser", 2, LOSER, 44),
        ("alternate", 2, LEFT, 22),
        ("clockwise", 2, LEFT, 22),
        ("winner", None, AGAIN, 11),
        ("alternate", None, AGAIN, 11),
        ("clockwise", None, LEFT, 22),
    ],
)
def test_gin_10_gin_12_who_deals_by_the_rules(
    way: str, winner: int | None, reason: str, player: int
) -> None:
    before = Before(7, 3, PLAYERS, 0, winner)
    assert reason_after(way, winner) == reason
    assert before.next_to_deal(reason, PLAYERS) == player
    where = {"table": 7, "round_number": 4, "players": PLAYERS, "way": way, "is_directed": False}
    seat = PLAYERS.index(player)
    assert Dealing(seat, reason, before).follows(**where)  # type: ignore[arg-type]  # as named
    for other in {WINNER, LOSER, LEFT, AGAIN, REMATCH, TABLE_GOES_ON, PAIRED} - {reason}:
        assert not Dealing(seat, other, before).follows(**where)  # type: ignore[arg-type]
    for elsewhere in set(range(4)) - {seat}:
        assert not Dealing(elsewhere, reason, before).follows(**where)  # type: ignore[arg-type]
