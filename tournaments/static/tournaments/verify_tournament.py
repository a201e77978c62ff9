#!/usr/bin/env python3
"""Check every lot and every card of a finished tournament. Python 3.9+ and verify_round.py only.

    python verify_tournament.py https://your.server/tournaments/17/ [--keep FOLDER]
    python verify_tournament.py FOLDER [--commitment HEX] [--seed ENTRY=TEXT]

The first form fetches what the server shows to anybody once it is over; the second reads what was
kept. `--commitment` is the promise you noted before the start and `--seed` the text you gave when
you entered: with them you also know that nothing was rewritten. Exit status 0, or 1 and why.
"""

from __future__ import annotations  # runs on Python 3.9

import argparse
import hashlib
import json
import re
import sys
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

from verify_round import UNREADABLE, Draw, Refused, packed, read, require, seat_and_text
from verify_round import verify as verify_round

Record = dict[str, Any]
Records = Callable[[int, int], Record]
Seeds = tuple[tuple[int, str], ...]


class Course:
    """The tournament played again, lot by lot: who is in, who sits where, and why."""

    def __init__(self, proof: Record) -> None:
        self.proof = proof
        self.as_round = {**proof, "table": proof["tournament"], "round": 0}
        told = (proof[name] for name in ("seats", "knocks_out", "stays_together"))
        self.seats, self.knocks_out, self.stays_together = told
        self.players: dict[int, int] = {}  # by entry: who plays for it
        self.seeds: dict[int, str] = {}
        self.inside, self.lost = set[int](), set[int]()
        self.moves: dict[int, int] = {}
        self.tables: dict[int, dict[int, int]] = {}  # entries by seat
        self.opened = self.stage = self.drawn = self.by_hand = 0
        self.begun, self.boards, self.circle = False, list[int](), list[int]()
        self.lots: deque[tuple[str, list[int], list[int]]] = deque()
        self.breaking: tuple[int, list[int]] = (0, [])
        self.scores: dict[int, tuple[int, bool]] = {}
        self.games: dict[tuple[int, int], int] = {}  # by table and round
        self.matches: list[Record] = []

    def on_entered(self, event: Record) -> None:
        entry = event["entry"]
        require(entry > max(self.players, default=0), f"entry {entry} is out of order")
        self.players[entry], self.moves[entry] = event["player"], 0
        self.inside.add(entry)
        if not self.begun:
            self.seeds[entry] = event["seed"]

    def on_withdrawn(self, event: Record) -> None:
        require(not self.begun, "somebody withdrew after the start")
        self.inside.remove(event["entry"])
        del self.players[event["entry"]], self.seeds[event["entry"]]

    def on_left(self, event: Record) -> None:
        self.inside.remove(event["entry"])
        self.stand_up(event["entry"])

    def on_back(self, event: Record) -> None:
        require(event["entry"] in set(self.players) - self.inside, "who is in cannot come back")
        self.inside.add(event["entry"])

    def on_substituted(self, event: Record) -> None:
        require(event["entry"] in self.players, "an unknown entry was substituted")
        self.players[event["entry"]] = event["player"]

    def on_drawn(self, event: Record) -> None:
        if not self.begun:
            self.begun = True
            require(self.proof["entrants_seed"] == self.entrants_seed(), "other seeds were given")
        purpose, among = event["purpose"], event["among"]
        require(among and among == sorted(set(among)), f"the lot {purpose} is not in order")
        draw = Draw(self.as_round, f"tournament:{purpose}", [self.proof["entrants_seed"]])
        self.lots.append((purpose, among, draw.shuffled(among)))
        self.drawn += 1

    def entrants_seed(self) -> str:
        given = [(entry, self.seeds[entry]) for entry in sorted(self.inside)]
        if not any(seed for _, seed in given):
            return ""
        parts = (self.proof["tournament"], *(part for pair in given for part in pair))
        return hashlib.sha256(packed("jeton/entrants", 1, *parts)).hexdigest()

    def lot(self, purpose: str, among: Any) -> list[int]:
        require(self.lots, f"no lot was drawn for {purpose}")
        found, numbers, drawn = self.lots.popleft()
        require(re.fullmatch(purpose, found), f"{found} was drawn where {purpose} was due")
        require(numbers == sorted(among), f"{found} fell on others than it should")
        return drawn

    def on_field_seated(self, event: Record) -> None:
        tables, stage = event["tables"], event["stage"]
        first = "final-table" if self.opened else "seats"
        order = self.lot(f"stage:{stage}" if stage else first, self.inside)
        require(tables == -(-len(order) // self.seats), "more or fewer tables than it takes")
        self.open_tables(event["first_table"], tables)
        for place, entry in enumerate(order):
            self.sit(entry, event["first_table"] + place % tables, place // tables)

    def on_table_opened(self, event: Record) -> None:
        require(event["table"] == self.opened + 1, "tables are opened in order")
        self.opened += 1
        self.tables[event["table"]] = {}

    def on_table_closed(self, event: Record) -> None:
        require(self.tables.pop(event["table"]) == {}, "a table was closed with players at it")

    def on_seated(self, event: Record) -> None:
        self.sit(event["entry"], event["table"], self.seat_by_lot(event))

    def on_moved(self, event: Record) -> None:
        entry, table = event["entry"], event["from_table"]
        here = self.tables[table]
        require(entry in here.values(), f"entry {entry} was moved from where it did not sit")
        self.by_hand += event["by_hand"]
        if not event["by_hand"]:
            self.require_whom_it_hits(entry, table)
            self.seat_by_lot(event)
        self.stand_up(entry)
        self.sit(entry, event["table"], event["seat"])
        self.moves[entry] += 1

    def require_whom_it_hits(self, entry: int, table: int) -> None:
        here = self.tables[table]
        if self.breaking[0] != table or not self.breaking[1]:
            if self.lots and self.lots[0][0].startswith("break:"):
                self.breaking = (table, self.lot(rf"break:\d+:{table}", here.values()))
            else:
                fewest = min(self.moves[one] for one in here.values())
                least = [one for one in here.values() if self.moves[one] == fewest]
                drawn = self.lot(rf"move:\d+:{table}:{len(here)}", least)
                require(drawn[0] == entry, "somebody else should have been moved")
                return
        require(self.breaking[1].pop(0) == entry, "the lot for a broken table was not kept")

    def seat_by_lot(self, event: Record) -> int:
        taken = self.tables[event["table"]]
        free = [seat for seat in range(self.seats) if seat not in taken]
        drawn = self.lot(rf"seat:\d+:{event['table']}:{event['entry']}", free)
        require(drawn[0] == event["seat"], "the lot fell on another seat")
        return drawn[0]

    def on_stage_opened(self, event: Record) -> None:
        stage, tables, byes = event["stage"], event["tables"], event["byes"]
        placed = [entry for table in tables for entry in table] + byes
        require(sorted(placed) == sorted(self.inside - self.lost), "places of others in a stage")
        require(self.stage < stage, "stages are played in order")
        require(max(map(len, tables)) <= self.seats, "more players than seats at a table")
        self.skip_stages_without_tables(stage)
        if self.stays_together:
            self.require_circle(event)
        elif self.lots and self.lots[0][0] == "circle":
            require((tables, byes) == self.by_schedule(stage), "the schedule is another one")
        elif self.knocks_out:
            require(self.by_bracket() == ([*map(set, tables)], byes), "the bracket is another one")
            for number, table in enumerate(tables):
                drawn = self.lot(f"seats:{stage}:{number}", table)
                require(drawn == table, "the lot for the seats was not kept")
        else:
            self.lot(f"pairing:{stage}", self.inside)
        self.stage, self.boards = stage, []
        self.open_tables(event["first_table"], len(tables))
        for number, table in enumerate(tables):
            for seat, entry in enumerate(table):
                self.sit(entry, event["first_table"] + number, seat)

    def on_boards_dealt(self, event: Record) -> None:
        require(event["stage"] == self.stage and self.proof["boards"], "boards of another stage")
        for number, (deal, commitment) in enumerate(event["deals"], 1):
            purpose = f"tournament:board:{self.stage}:{number}"
            seed = Draw(self.as_round, purpose, [self.proof["entrants_seed"]]).take(128)
            due = (self.proof["tournament"] * 10_000 + self.stage) * 1_000 + number
            promise = hashlib.sha256(packed("jeton/commitment", 1, 0, due, seed)).hexdigest()
            require((deal, commitment) == (due, promise), "a board does not follow from the seed")
            self.boards.append(deal)

    def skip_stages_without_tables(self, stage: int) -> None:
        for purpose in ("bracket", "circle", f"pairing:{stage}"):
            places = [at for at, lot in enumerate(self.lots) if lot[0] == purpose]
            for _ in range(places[-1] if places else 0):
                skipped = self.lots.popleft()[0]
                own = re.fullmatch(r"(?:pairing|seats):(\d+)(?::\d+)?", skipped)
                require(skipped == purpose or (own and int(own[1]) < stage), "a lot was not used")

    def require_circle(self, event: Record) -> None:
        (table,) = event["tables"]
        if event["after"] is None:
            require(self.lot(f"seats:{event['stage']}", table) == table, "the lot was not kept")
        else:
            require(table == [one for one in self.circle if one in table], "places were changed")
        self.circle = table

    def by_bracket(self) -> tuple[list[set[int]], list[int]]:
        drawn = self.lot("bracket", self.players)
        for tables in bracket_tables(len(drawn), self.seats):
            groups: list[list[int]] = [[] for _ in range(tables)]
            for position, entry in enumerate(drawn):
                if entry in self.inside - self.lost:
                    groups[position % tables].append(entry)
            if max(map(len, groups)) > 1:
                break
        alone = [group[0] for group in groups if len(group) == 1]
        return [set(group) for group in groups if len(group) > 1], alone

    def by_schedule(self, stage: int) -> tuple[list[list[int]], list[int]]:
        drawn: list[int | None] = [*self.lot("circle", self.players)]
        circle = [None, *drawn] if len(drawn) % 2 else drawn
        lap, turn = divmod(stage - 1, len(circle) - 1)
        placed = [circle[0], *circle[1 + turn :], *circle[1 : 1 + turn]]
        tables, byes = [], []
        for board in range(len(placed) // 2):
            pair = [placed[board], placed[-1 - board]]
            here = [entry for entry in pair if entry in self.inside]
            if len(here) == 2:
                tables.append(here[::-1] if (lap + (board or turn)) % 2 else here)
            else:
                byes += here
        return tables, byes

    def on_scored(self, event: Record) -> None:
        self.scores[event["entry"]] = (event["score"], event["lost"])
        if event["lost"]:
            self.lost.add(event["entry"])

    def on_stage_closed(self, event: Record) -> None:
        if self.knocks_out:
            for number in sorted(self.tables):
                self.require_winner(number, list(self.tables[number].values()))
        self.scores, self.tables = {}, {}

    def require_winner(self, number: int, entries: list[int]) -> None:
        able = [entry for entry in entries if entry in self.inside] or entries
        best = max(self.scores[entry][0] for entry in able)
        level = {entry for entry in able if self.scores[entry][0] == best}
        through = [entry for entry in entries if not self.scores[entry][1]]
        require(through and set(through) <= level, f"somebody else won table {number}")
        if self.lots and self.lots[0][0] == f"tie:{self.stage}:{number}":
            _, among, drawn = self.lots.popleft()
            require(set(among) <= level and len(among) > 1, "a lot among others than the best")
            require(through == drawn[:1], "another won the lot")

    def on_dealt(self, event: Record) -> None:
        table, number = event["table"], event["round"]
        sitting = [entry for _, entry in sorted(self.tables[table].items())]
        require(event["entries"] == sitting, f"others were dealt to at table {table}")
        require(number == 1 or (table, number - 1) in self.games, f"a round at table {table} lacks")
        known = {match["game_table"] for match in self.matches}
        require(event["game_table"] not in known, "one match was told twice")
        before = self.games.get((table, number - 1))
        if self.stays_together and self.matches:
            before = self.matches[-1]["game_table"]
        self.games[table, number] = event["game_table"]
        players = [self.players[entry] for entry in sitting]
        require(bool(self.boards) == self.proof["boards"], "a table was dealt other cards")
        due = "paired" if self.stage else "lot"
        told = {"players": players, "before": before, "due": due, "boards": self.boards}
        self.matches.append({**event, **told})

    def open_tables(self, first: int, count: int) -> None:
        require(first in (1, self.opened + 1), "tables are opened in order")  # 1 at real ones
        self.tables = {first + number: {} for number in range(count)}
        self.opened = first + count - 1

    def sit(self, entry: int, table: int, seat: int) -> None:
        require(entry in self.inside, f"entry {entry} is not in")
        require(all(entry not in there.values() for there in self.tables.values()), "two places")
        require(0 <= seat < self.seats and seat not in self.tables[table], "the seat is taken")
        self.tables[table][seat] = entry

    def stand_up(self, entry: int) -> None:
        for there in self.tables.values():
            for seat in [seat for seat, one in there.items() if one == entry]:
                del there[seat]


def bracket_tables(players: int, seats: int) -> list[int]:
    """The tables of each stage: the fewest at the first from which whole sizes lead to one."""
    tables = -(-players // seats)
    while not sizes_of(tables, seats):
        tables += 1
    counts = [tables]
    for size in sizes_of(tables, seats) if tables > 1 else []:
        counts.append(counts[-1] // size)
    return counts


def sizes_of(tables: int, seats: int) -> list[int]:
    """The fewest table sizes whose product this is, large ones preferred, the largest last."""
    if tables == 1:
        return [1]
    found = [[tables]] if tables <= seats else []
    for size in range(2, seats + 1):
        if tables % size == 0 and size < tables:
            before = sizes_of(tables // size, seats)
            found += [sorted([*before, size])] if before else []
    return min(found, key=lambda sizes: (len(sizes), [-size for size in sizes[::-1]]), default=[])


def verify(
    proof: Record, records: Records, commitment: str | None = None, seeds: Seeds = ()
) -> str:
    """What was verified. Refused unless every seat and every card follows from the lots.

    `records` gives the record of a round by the number of its game table and its own.
    """
    server_seed = bytes.fromhex(proof["server_seed"])
    promise = packed("jeton/commitment", 1, proof["tournament"], 0, server_seed)
    require((proof["scheme"], len(server_seed)) == (1, 128), "this verifier knows scheme 1 only")
    require(hashlib.sha256(promise).hexdigest() == proof["commitment"], "commitment is not kept")
    require(commitment in (None, proof["commitment"]), "this is not the commitment you noted")
    course = Course(proof)
    for event in proof["course"]:
        getattr(course, f"on_{event['type']}")(event)
    require(not course.lots, "a lot was drawn and not used")
    for entry, seed in seeds:
        require(course.seeds.get(entry) == seed, f"entry {entry} gave another seed")
    played = sum(verify_match(match, proof, records) for match in course.matches)
    by_hand = f", {course.by_hand} moves by hand" if course.by_hand else ""
    return f"{len(course.players)} entries, {course.drawn} lots{by_hand}, {played} rounds"


def verify_match(match: Record, proof: Record, records: Records) -> int:
    """The rounds of a match, each with the one its deal follows from; how many there are."""
    table, earlier = match["game_table"], None
    rounds = proof["rounds"].get(str(table), 0)
    for number in range(1, rounds + 1):
        record = records(table, number)
        require((record["table"], record["round"]) == (table, number), "a record of another round")
        require(record["terms"]["settlement"] == "tournament", "no table of a tournament")
        deal = match["boards"][number - 1] if match["boards"] else None
        require(record.get("shared_deal") == deal, f"other cards at game table {table}")
        sitting = [seat["player"]["id"] for seat in record["seats"]]
        order = list if number == 1 else sorted  # who gives up moves aside
        require(order(sitting) == order(match["players"]), f"others sat at game table {table}")
        before = record["dealing"]["before"]
        if number == 1:
            last = proof["rounds"].get(str(match["before"]), 0)
            earlier = records(match["before"], last) if last else None
            met = {seat["player"]["id"] for seat in earlier["seats"]} if earlier else set()
            if met & set(sitting):
                named = (before or {}).get("table"), (before or {}).get("round")
                require(named == (match["before"], last), "the deal was not passed on")
            elif match["before"] is None:
                require(record["dealing"]["reason"] == match["due"], "another first deal")
                earlier = None
        verify_round(record, None, (), earlier if before else None)
        earlier = record
    return int(rounds)


def source_of(place: str, keep: str | None) -> tuple[Record, Records]:
    """The proof and its rounds, from a server or from a folder."""
    found = re.match(r"(https?://[^/]+)(?:/[a-z]{2})?/tournaments/(\d+)", place)
    server, number = found.groups() if found else ("", "")
    known: dict[str, Record] = {}

    def get(path: str, name: str) -> Record:
        if name not in known:
            known[name] = read(f"{server}/api/v1/{path}" if server else str(Path(place, name)))
            if keep:
                Path(keep).mkdir(parents=True, exist_ok=True)
                Path(keep, name).write_text(json.dumps(known[name]), encoding="utf-8")
        return known[name]

    proof = get(f"tournaments/{number}/proof/", "proof.json")
    return proof, lambda table, played: get(
        f"tables/{table}/rounds/{played}/", f"round-{table}-{played}.json"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Draw a finished tournament again and compare.")
    parser.add_argument("tournament", help="the address of its page, or a folder of what was kept")
    parser.add_argument("--keep", help="a folder for what is fetched")
    parser.add_argument("--commitment", help="the commitment shown before the start")
    parser.add_argument("--seed", type=seat_and_text, action="append", default=[])
    wanted = parser.parse_args()
    try:
        proof, records = source_of(wanted.tournament, wanted.keep)
        verified = verify(proof, records, wanted.commitment, tuple(wanted.seed))
    except Refused as refusal:
        sys.exit(f"NOT verified: {refusal}")
    except (*UNREADABLE, AttributeError) as unreadable:
        sys.exit(f"NOT verified, the proof cannot be read: {unreadable!r}")
    sys.stdout.write(f"verified: {verified}\n")


if __name__ == "__main__":
    main()
