"""A bot in an evening: it sits down at a table of Gin Rommé and plays the match to the end.

    pip install ./clients/python
    python bot.py                               # a match against a bot of the house
    python bot.py --opponent nobody             # … against whoever joins; prints the table's number
    python bot.py --table 12                    # sits down at a table that waits

It keeps no state of its own: each view says everything that its seat may know, and in `legal`
everything that it may do.
"""

from __future__ import annotations

import argparse
import os

from jeton_client import Client
from jeton_client.shapes import Action, TableView

RANKS = "A23456789TJQK"
NOBODY = "nobody"


def choose(view: TableView) -> Action | None:
    """Knock as soon as possible, take what completes a meld, throw the dearest loose card."""
    by_type: dict[str, list[Action]] = {}
    for action in view["legal"]:
        by_type.setdefault(action["type"], []).append(action)
    if "ready" in by_type:
        return {"type": "ready", "seed": "a bot's own share of chance"}
    if "knock" in by_type:
        return min(by_type["knock"], key=lambda action: deadwood_after(view, action))
    if "take_upcard" in by_type and completes_a_meld(view):
        return by_type["take_upcard"][0]
    if "discard" in by_type:
        return max(by_type["discard"], key=lambda action: usefulness_of_throwing(view, action))
    return view["legal"][-1]  # pass the upcard, draw, answer a knock


def deadwood_after(view: TableView, knock: Action) -> int:
    """What a knock with this card would leave in hand."""
    cards = view["round"] or {"number": 0, "dealer": 0, "commitment": ""}
    left = {one["card"]: one["points"] for one in cards.get("knockable", [])}
    return left.get(knock["card"], 100)


def completes_a_meld(view: TableView) -> bool:
    """Whether the upcard lies with two cards of the hand: of its rank, or next to it in suit."""
    cards = view["round"]
    upcard, hand = (cards.get("upcard"), cards.get("hand")) if cards else (None, None)
    if not upcard or not hand or upcard[0] not in RANKS:
        return False
    place = RANKS.index(upcard[0])
    twins = sum(card[0] == upcard[0] for card in hand)
    steps = {RANKS.index(card[0]) - place for card in hand if card[1:2] == upcard[1]}
    return twins >= 2 or any(pair <= steps for pair in ({-2, -1}, {-1, 1}, {1, 2}))


def usefulness_of_throwing(view: TableView, discard: Action) -> tuple[bool, int]:
    """Loose cards before melded ones, dear ones before cheap ones."""
    cards = view["round"]
    arrangement = cards.get("arrangement") if cards else None
    loose = arrangement.get("deadwood", []) if arrangement else []
    card = discard["card"]
    return card in loose, RANKS.find(card[0])


def sit_down(client: Client, options: argparse.Namespace) -> int:
    """A seat at the table asked for, or at a new one with the opponent asked for."""
    if options.table:
        client.join(options.table)
        return int(options.table)
    table = client.create_table(
        preset="gin_palast",
        format="match",
        point_limit=options.points,
        stake_chips=options.stake,
        name="A bot's evening",
    )
    client.join(table["id"])
    if options.opponent != NOBODY:
        client.add_bot(table["id"], options.opponent)
    return table["id"]


def main() -> None:
    parser = argparse.ArgumentParser(description="Play a match of Gin Rommé.")
    parser.add_argument("--server", default=os.environ.get("JETON", "http://localhost:8000"))
    parser.add_argument("--token", default=os.environ.get("JETON_TOKEN"), help="else as a guest")
    parser.add_argument("--table", type=int, help="sit down here instead of opening a table")
    parser.add_argument("--opponent", default="casual", help="a bot of the house, or nobody")
    parser.add_argument("--points", type=int, default=100, help="what the match is played to")
    parser.add_argument("--stake", type=int, default=0)
    options = parser.parse_args()
    client = (
        Client(options.server, options.token)
        if options.token
        else Client.as_guest(options.server, token_name="bot.py")
    )
    with client:
        table_id = sit_down(client, options)
        print(f"table {table_id}", flush=True)
        view = client.play(table_id, choose)
        result = view["result"]
        totals = result["totals"] if result else []
        won = bool(result) and view["seat"] in (result["winners"] if result else [])
        print(f"{view['status']} {'won' if won else 'lost'} {totals}", flush=True)


if __name__ == "__main__":
    main()
