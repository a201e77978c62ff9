#!/usr/bin/env python3
"""Check that a finished round was dealt from the deck its seeds fix. Python 3.9+, nothing else.

    python verify_round.py round.json [--before earlier.json] [--commitment HEX] [--seed SEAT=TEXT]

`round.json` is what the table shows once the round is over, as a file or by its address.
`--commitment` is the promise you noted before the deal and `--seed` the text you gave: with them
you also know that the record was not rewritten afterwards. Where the seat that deals follows from
an earlier round, `--before` is that round's record. Exit status 0 and "verified", or 1 and the
reason.
"""

import argparse
import hashlib
import hmac
import json
import re
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, Optional

RANKS, SUITS = "A23456789TJQK", "shdc"
UNREADABLE = (ArithmeticError, LookupError, OSError, StopIteration, TypeError, ValueError)


class Refused(Exception):
    """The record does not prove what it claims."""


def require(holds: object, reason: str) -> None:
    if not holds:
        raise Refused(reason)


def packed(*parts: object) -> bytes:
    """Each part as text (or bytes) with its length in four bytes before it."""
    raw = [part if isinstance(part, bytes) else str(part).encode("utf-8") for part in parts]
    return b"".join(len(part).to_bytes(4, "big") + part for part in raw)


def bound_to(record: dict[str, Any]) -> tuple[int, int]:
    """What the seed was drawn for: this table's round, an earlier one, one deal for many tables."""
    if "dealt_before" in record:
        table, number = record["dealt_before"]
        return table, number
    if "shared_deal" in record:
        return 0, record["shared_deal"]
    return record["table"], record["round"]


class Draw:
    """The fair numbers of one purpose: HMAC-SHA512 blocks, read from the left."""

    def __init__(self, record: dict[str, Any], purpose: str, client_seeds: list[str]) -> None:
        about = (purpose, *bound_to(record), len(client_seeds), *client_seeds)
        self.key = bytes.fromhex(record["server_seed"])
        self.message = packed("jeton/stream", 1, *about)
        self.waiting, self.blocks = b"", 0

    def take(self, size: int) -> bytes:
        while len(self.waiting) < size:
            message = self.message + self.blocks.to_bytes(8, "big")
            self.waiting += hmac.new(self.key, message, hashlib.sha512).digest()
            self.blocks += 1
        taken, self.waiting = self.waiting[:size], self.waiting[size:]
        return taken

    def below(self, bound: int) -> int:
        width = 0
        while 256**width < bound:
            width += 1
        while True:
            value = int.from_bytes(self.take(width), "big")
            if value < 256**width // bound * bound:
                return value % bound

    def shuffled(self, cards: list[str]) -> list[str]:
        cards = list(cards)
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return cards


def place(card: str) -> tuple[int, int, int]:
    """Where a card lies in an unshuffled deck: by pack, suit and rank, jokers at the end."""
    if re.fullmatch("X[1-9]", card):
        return (10, 0, int(card[1]))
    require(re.fullmatch(f"[{RANKS}][{SUITS}][2-9]?", card), f"{card} is no card")
    return (int(card[2:] or 1), SUITS.index(card[1]), RANKS.index(card[0]))


def verify(
    record: dict[str, Any],
    commitment: Optional[str] = None,  # noqa: UP045 - runs on Python 3.9
    seeds: tuple[tuple[int, str], ...] = (),
    earlier: Optional[dict[str, Any]] = None,  # noqa: UP045
) -> str:
    """What was verified. Refused unless the promise was kept and all follows from the seeds."""
    verify_promise(record)
    require(commitment in (None, record["commitment"]), "this is not the commitment you noted")
    for seat, seed in seeds:
        require(record["client_seeds"][seat] == seed, f"seat {seat} gave another seed")
    verify_deck(record)
    if "events" not in record and record["dealing"] is None:
        return "commitment and deck"
    why = verify_dealer(record, earlier)
    return f"commitment and deck{verify_deal(record) if 'events' in record else ''}; {why}"


def verify_promise(record: dict[str, Any]) -> None:
    require(record["scheme"] == 1, "this verifier knows scheme 1 only")
    require(type(record["table"]) is type(record["round"]) is int, "table and round are numbers")
    require(re.fullmatch("[0-9a-f]{256}", record["server_seed"]), "server_seed is not 128 bytes")
    require(all(type(seed) is str for seed in record["client_seeds"]), "client_seeds are texts")
    server_seed = bytes.fromhex(record["server_seed"])
    if "shared_deal" in record:
        require(type(record["shared_deal"]) is int, "shared_deal is a number")
    if "dealt_before" in record:
        require(
            all(type(part) is int for part in record["dealt_before"])
            and len(record["dealt_before"]) == 2,
            "dealt_before is a table and a round",
        )
    if bound_to(record)[0] == 0:
        require(
            not any(record["client_seeds"]), "where many are dealt the same, nobody gives seeds"
        )
    promise = packed("jeton/commitment", 1, *bound_to(record), server_seed)
    require(hashlib.sha256(promise).hexdigest() == record["commitment"], "commitment is not kept")


def verify_deck(record: dict[str, Any]) -> None:
    seeds, cards = record["client_seeds"], record["canonical_deck"]
    places = [place(card) for card in cards]
    require(places == sorted(set(places)), "the deck was not in its canonical order before")
    dealt = Draw(record, "deck", seeds).shuffled(cards)
    require(dealt == record["deck"], "the deck does not follow from the seeds")
    if "seats_drawn" in record:
        hands, order = record["seats_drawn"], Draw(record, "seats", [""] * len(seeds))
        laps = range(max(map(len, hands)))
        shown = [hand[lap] for lap in laps for hand in hands if lap < len(hand)]
        require(len(hands) == len(seeds), "more or fewer seats drawn for than seeds")
        require(
            order.shuffled(cards)[: len(shown)] == shown, "other cards were drawn for the seats"
        )


def verify_dealer(
    record: dict[str, Any],
    earlier: Optional[dict[str, Any]],  # noqa: UP045
) -> str:
    """Why this seat deals: the lot, the cards drawn for the places, or an earlier round."""
    require(record["dealing"] is not None, "the record does not say why this seat deals")
    dealer, seats = record["dealer"], len(record["client_seeds"])
    reason, before, out = (record["dealing"][part] for part in ("reason", "before", "out"))
    shown = f"seat {dealer} deals: {reason}"
    if reason == "dealt_before":
        require(record["round"] == 1 and before is None and out == [], "only round 1 begins so")
        return f"{shown}, {verify_again(record, earlier)}"
    require("dealt_before" not in record, "another reason than where the cards were dealt before")
    if reason in ("lot", "seats_drawn"):
        require(record["round"] == 1 and before is None and out == [], "only round 1 is drawn for")
        require((reason == "lot") != ("seats_drawn" in record), "another reason than it was drawn")
        lot = Draw(record, "first-dealer", [""] * seats).below(seats)
        require(dealer == (lot if reason == "lot" else 0), "the lot for the deal fell elsewhere")
        return shown
    if reason == "paired":
        require(record["round"] == 1 and before is None and out == [], "only round 1 is paired")
        require(record["terms"]["settlement"] == "tournament", "only tournaments pair")
        require(dealer == 0 and "seats_drawn" not in record, "the first seat deals where paired")
        return shown
    require(reason == reason_due(record, before), "this is not the reason why anybody deals here")
    sitting = [seat["player"]["id"] for seat in record["seats"]]
    here = sitting[: len(deal_of(record)["hands"])]
    start = {"winner": before["winner"], "again": before["dealer"]}.get(reason)
    if start is None:
        start = (before["winner"] if reason == "loser" else before["dealer"]) + 1
    places = len(before["players"])
    circle = [before["players"][(start + step) % places] for step in range(places)]
    if before["table"] == record["table"]:
        require(set(circle) - set(here) <= set(out), "who is not dealt to has not dropped out")
        require(set(out) < set(circle), "who dropped out was not there, or everybody did")
        require(record["terms"]["rebuys_max"] or not set(out) & set(here), "nobody can be back")
    following = [player for player in circle if player in sitting and player not in out]
    require(following and following[0] == sitting[dealer], "it is another seat's turn to deal")
    source = f"round {before['round']} at table {before['table']}"
    if earlier is None:
        return f"{shown}, after {source}; give its record with --before to compare"
    verify_before(before, earlier)
    return f"{shown}, after {source}, which was as told"


def verify_again(
    record: dict[str, Any],
    earlier: Optional[dict[str, Any]],  # noqa: UP045
) -> str:
    """Where a finished round is played on, for nothing: its cards, dealt by the same seat."""
    terms = record["terms"]
    source = terms.get("played_on")
    require("dealt_before" in record and source, "nothing says where the cards were dealt before")
    require(bound_to(record)[0] < record["table"], "the table before was opened later")
    require(terms["settlement"] != "tournament", "tournaments deal nothing again")
    require(terms["training"] and not terms["stake_chips"], "nothing is at stake where it is known")
    require("seats_drawn" not in record, "nobody draws for seats where cards are dealt again")
    where = (source["table"], source["round"])
    told = f"the cards of round {where[1]} at table {where[0]} once more"
    if earlier is None:
        return f"{told}; give its record with --before to compare"
    verify(earlier)
    require((earlier["table"], earlier["round"]) == where, "the round before was another one")
    for part in ("server_seed", "commitment", "client_seeds", "deck", "dealer"):
        require(record[part] == earlier[part], f"{part} is not that of the round before")
    return f"{told}, as it was"


def reason_due(record: dict[str, Any], before: dict[str, Any]) -> str:
    """The one reason that fits a deal which follows from this round (GIN-10, GIN-12, GER-2)."""
    if before["table"] == record["table"]:
        require(before["round"] == record["round"] - 1, "another round was the one before")
        way = record["terms"]["rules"]["next_dealer"]
        if way in ("winner", "loser", "alternate") and before["winner"] is None:
            return "again"
        return {"winner": "winner", "loser": "loser", "alternate": "left", "clockwise": "left"}[way]
    require(record["round"] == 1, "a match goes on at its own table")
    require(before["table"] < record["table"], "the table before was opened later")
    require(record["dealing"]["out"] == [], "nobody drops out between two tables")
    if record["terms"]["settlement"] == "tournament":
        return "table_goes_on"
    players = sorted(seat["player"]["id"] for seat in record["seats"])
    require(before["round"] == 1 and sorted(before["players"]) == players, "not a rematch")
    return "rematch"


def verify_before(before: dict[str, Any], earlier: dict[str, Any]) -> None:
    """What a record tells of an earlier round is what that round's own record proves."""
    verify(earlier)
    players = [seat["player"]["id"] for seat in earlier["seats"]]
    proved = {
        "table": earlier["table"],
        "round": earlier["round"],
        "players": players[: len(deal_of(earlier)["hands"])],
        "dealer": earlier["dealer"],
        "winner": earlier["score"]["winner"] if earlier["score"] else None,
    }
    require(before == proved, "the round before was another one")


def deal_of(record: dict[str, Any]) -> dict[str, Any]:
    return next(e for e in record["events"] if e["type"] in ("round_dealt", "cards_dealt"))


def verify_deal(record: dict[str, Any]) -> str:
    """Hands, upcard and every card drawn from the stock are the deck's, in its order."""
    events, deck = record["events"], list(record["deck"])
    deal = deal_of(record)
    seats, dealer = len(deal["hands"]), deal["dealer"]
    shown = [event.get("seats") for event in events if event["type"] == "round_started"]
    due = (shown[0] if shown else None) or len(record["client_seeds"])
    require(seats == due, "more or fewer hands than seats in the round")
    require(record["dealer"] == dealer, "another seat than the one whose turn it was dealt")
    fair_hands: list[list[str]] = [[] for _ in range(seats)]
    if deal.get("cut") is not None:
        require(deal["cut"] == deck.pop(), "the card at the cut was another one")
        fair_hands[(dealer - 1) % seats].append(deal["cut"])
    while sum(map(len, fair_hands)) < sum(map(len, deal["hands"])):
        for seat in ((dealer + step) % seats for step in range(1, seats + 1)):
            if len(fair_hands[seat]) < len(deal["hands"][seat]):
                fair_hands[seat].append(deck.pop(0))
    for seat, hand in enumerate(deal["hands"]):
        require(sorted(hand) == sorted(fair_hands[seat]), f"seat {seat} was dealt other cards")
    upcard = deal.get("upcard")
    require(upcard is None or upcard == deck.pop(0), "another upcard was turned up")
    return f", {seats} hands and {verify_draws(record, deck)} cards drawn"


def verify_draws(record: dict[str, Any], stock: list[str]) -> int:
    """Every card drawn lay on top of the stock; every later stock lay as its seeds say."""
    events, cards, drawn, rebuilt = record["events"], record["canonical_deck"], 0, 0
    if any(event["type"] == "stock_bottom_shown" for event in events):
        natural = max(at for at, card in enumerate(stock) if card[0] != "X")
        stock[natural], stock[-1] = stock[-1], stock[natural]
    for event in events:
        if event["type"] == "stock_drawn":
            require(
                event["card"] == stock.pop(0), "another card was drawn than the top of the stock"
            )
            drawn += 1
        elif event["type"] == "stock_rebuilt":
            rebuilt += 1
            order = Draw(record, f"reshuffle:{rebuilt}", record["client_seeds"]).shuffled(cards)
            shown = set(event["stock"].split())
            require(not stock, "a new stock was built while the old one lasted")
            stock = [card for card in order if card in shown]
            require(event["stock"].split() == stock[::-1], "a new stock was not shuffled fairly")
    return drawn


def seat_and_text(argument: str) -> tuple[int, str]:
    seat, text = argument.split("=", 1)
    return int(seat), text


def read(place: str) -> dict[str, Any]:
    """A record from a file, or from a server as slowly as it asks for."""
    while place.startswith(("http://", "https://")):
        try:
            with urllib.request.urlopen(place) as answer:  # noqa: S310 - named by who runs this
                return dict(json.load(answer))
        except urllib.error.HTTPError as refusal:
            if refusal.code != 429:
                raise
            time.sleep(float(refusal.headers.get("Retry-After", 1)))
    return dict(json.loads(Path(place).read_text(encoding="utf-8")))


def main() -> None:
    parser = argparse.ArgumentParser(description="Deal a finished round again and compare.")
    parser.add_argument("record", help="the round's JSON file, or its address")
    parser.add_argument("--commitment", help="the commitment shown before the deal")
    parser.add_argument("--before", help="the JSON file of the round that the deal follows from")
    parser.add_argument("--seed", type=seat_and_text, action="append", default=[])
    wanted = parser.parse_args()
    try:
        record, earlier = read(wanted.record), wanted.before and read(wanted.before)
        verified = verify(record, wanted.commitment, tuple(wanted.seed), earlier)
    except Refused as refusal:
        sys.exit(f"NOT verified: {refusal}")
    except UNREADABLE as unreadable:
        sys.exit(f"NOT verified, the record cannot be read: {unreadable!r}")
    sys.stdout.write(f"verified: {verified}\n")


if __name__ == "__main__":
    main()
