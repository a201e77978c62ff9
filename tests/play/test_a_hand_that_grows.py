"""Two seats of Räuber-Rommé that never meld, beside a table where people play (GER-V6).

Their hands grow by a card a turn until the stock is gone. However large, they hold up nobody: not
those who look at their table, nor another one. Before the work was counted, a look at forty cards
took ten seconds, after which these clients hang up.
"""

import pytest

from tests.play.site import choose, seat_two
from tests.running.demo import Site

pytestmark = pytest.mark.process

ROBBER = {"preset": "german_romme", "format": "ring", "rounds": 1, "options": {"robber": True}}
LARGE = 45


def test_hands_that_never_meld_hold_up_no_table(site: Site) -> None:
    greedy, hoarders = seat_two(site.port, **ROBBER)
    other, players = seat_two(site.port, format="ring", rounds=1)
    for player in players:
        player.take_turn(other)
    for player in hoarders:
        player.take_turn(greedy)
    held = 0
    while held < LARGE:
        for player in hoarders:
            view = player.view(greedy)
            if view["turn"] != view["seat"]:
                continue
            held = len(view["round"]["hand"])
            if any(one["type"] == "draw_stock" for one in view["legal"]):
                assert player.act(greedy, {"type": "draw_stock"}, view["version"]) == 200
            else:
                assert {"type": "end_turn"} in view["legal"]
                assert player.act(greedy, {"type": "end_turn"}, view["version"]) == 200
        if held % 5 == 0:
            assert all(player.view(other)["seats"] for player in players)
    views = [player.view(other) for player in players]
    mover = next(at for at, view in enumerate(views) if view["turn"] == view["seat"])
    action = choose(views[mover])
    assert players[mover].act(other, action, views[mover]["version"]) == 200
