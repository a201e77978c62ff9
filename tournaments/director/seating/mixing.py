"""Tables of three to six: a local search for new opponents, for everybody's turn at each seat.

A stage is a set of places, each a seat at a table. The start lays the players down by points, table
after table, and lets them change seats in circles until as many as can have one they had least;
then whoever meets somebody again, or has no such seat, changes places with somebody near. What
counts, in this order: pairs that must not meet, meetings that repeat, seats (the first deals),
points. Who is bound to a table changes seats there only. The search ends when nothing is left to
better, or after so many looks at a change: a count, so that it ends alike on every machine.
"""

from bisect import bisect_left, insort
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence

from tournaments.director.snapshot import RESTED, Record

LOOKS_MAX = 200_000
# The search is given up when so many changes in a row have led to nothing better.
IN_VAIN_MAX = 1_000
# Places looked at on either side of a player's own, by points.
NEAR = 64
# How many changes a player stays where they have been brought, at least.
STAYS = 7
# From how many places a circle is tried.
STARTS_MAX = 32
APART, REPEAT, DEAL, SEAT, POINT = 10**9, 10**6, 4_000, 1_000, 1

# Who must not meet whom, by entries, both ways.
Apart = Mapping[int, Collection[int]]


def mixed(
    players: Sequence[Record],
    sizes: Sequence[int],
    apart: Apart,
    *,
    bound: Collection[int] = frozenset(),
) -> list[list[Record]]:
    """Tables of these sizes for players in the order of their points; seat 0 deals.

    Entries that are `bound` stay at the table where this order has them.
    """
    return _Search(players, sizes, apart, bound).run()


class _Search:
    """Players by their numbers in the list; `at` is who sits at a place, `of` where one sits."""

    def __init__(
        self,
        players: Sequence[Record],
        sizes: Sequence[int],
        apart: Apart,
        bound: Collection[int],
    ) -> None:
        self.players = players
        self.bound = [record.entry in bound for record in players]
        self.table = [table for table, size in enumerate(sizes) for _ in range(size)]
        self.seat = [seat for size in sizes for seat in range(size)]
        self.at = list(range(len(players)))
        self.of = list(range(len(players)))
        taken = [Counter(place for place in record.places if place != RESTED) for record in players]
        most = range(max(sizes))
        self.seat_costs = [
            tuple(
                (SEAT if seat else DEAL) * (seats[seat] - min(seats[s] for s in most))
                for seat in most
            )
            for seats in taken
        ]
        self._settle_seats(len(most))
        self.clash = _clashes(players, apart)
        for one in range(len(players)):
            if self.bound[one]:
                self._forget_who_is_bound_with(one)
        # What each player would find at each table; only what is not nothing.
        self.finds: list[defaultdict[int, int]] = [defaultdict(int) for _ in players]
        for one, others in enumerate(self.clash):
            for other, cost in others.items():
                self.finds[one][self.table[self.of[other]]] += cost
        self.points = [record.points for record in players]
        self.high, self.low = self._points_of_tables(sizes)
        self.looks = self.least = 0
        self.best: list[int] = []
        self.keeps_seats = True

    def _points_of_tables(self, sizes: Sequence[int]) -> tuple[list[int], list[int]]:
        """The most and the fewest of each table, among those who may leave it if any may."""
        found: list[list[int]] = []
        for table, size in enumerate(sizes):
            first = sum(sizes[:table])
            here = range(first, first + size)
            free = [self.points[one] for one in here if not self.bound[one]]
            found.append(free or [self.points[one] for one in here])
        return list(map(max, found)), list(map(min, found))

    def _forget_who_is_bound_with(self, one: int) -> None:
        """Nothing can be done about two who are bound to one table."""
        table = self.table[self.of[one]]
        for other in [*self.clash[one]]:
            if self.bound[other] and self.table[self.of[other]] == table:
                del self.clash[one][other]

    def _settle_seats(self, seats: int) -> None:
        """First at each table to which somebody is bound, then among all who are not."""
        made = sorted({self.table[one] for one in range(len(self.at)) if self.bound[one]})
        for table in made:
            first = self.table.index(table)
            self._settle(range(first, first + self.table.count(table)), seats)
        free = [place for place, one in enumerate(self.at) if not self.bound[one]]
        self._settle(free, seats)

    def _settle(self, places: Sequence[int], seats: int) -> None:
        """Circles of players who take each other's seats, while one makes the seats better."""
        # Of each seat, the places where somebody sits with these costs of all seats.
        sitting: list[dict[tuple[int, ...], list[int]]] = [{} for _ in range(seats)]
        for place in places:
            one = self.at[place]
            sitting[self.seat[place]].setdefault(self.seat_costs[one], []).append(place)
        while circle := _circle(sitting):
            waiting = [sitting[seat][costs] for seat, costs in circle]
            leaving = _nearest(waiting)
            movers = [self.at[place] for place in leaving]
            for (seat, costs), place in zip(circle, leaving, strict=True):
                sitting[seat][costs].remove(place)
                if not sitting[seat][costs]:
                    del sitting[seat][costs]
            taken = (*leaving[1:], leaving[0])
            for one, (_, costs), place in zip(movers, circle, taken, strict=True):
                self.at[place], self.of[one] = one, place
                insort(sitting[self.seat[place]].setdefault(costs, []), place)

    def run(self) -> list[list[Record]]:
        self._descend()
        self._search()
        self.keeps_seats = False
        self._search()
        tables: list[list[Record]] = [[] for _ in range(self.table[-1] + 1)]
        for place, one in enumerate(self.best):
            tables[self.table[place]].append(self.players[one])
        return tables

    def _search(self) -> None:
        """From change to change, also worse ones; `best` is the best that was on the way.

        At first nobody gives a seat that is due for one that is not: where everybody has had all
        seats but one, whoever has left theirs hardly finds another.
        """
        cost = sum(map(self._cost, range(len(self.players))))
        if not self.best or cost < self.least:
            self.best, self.least = list(self.at), cost
        stays = [0] * len(self.players)
        queue = [one for one in range(len(self.players)) if self._is_unhappy(one)]
        changes = since = 0
        while queue and self.looks < LOOKS_MAX and changes - since < IN_VAIN_MAX:
            one = queue[changes % len(queue)]
            change, other = self._best_change(one, stays, changes, self.least - cost)
            changes += 1
            if other < 0:
                continue
            self._change(one, other)
            cost += change
            stays[one] = stays[other] = changes + STAYS + (one + changes) % STAYS
            if cost < self.least:
                self.best, self.least, since = list(self.at), cost, changes
            queue = self._unhappy_after(queue, one, other)

    def _descend(self) -> None:
        """Changes that better something at once, points too, which nobody is unhappy with."""
        stays = [0] * len(self.players)
        bettered = True
        while bettered and self.looks < LOOKS_MAX // 2:
            bettered = False
            for one in range(len(self.players)):
                if self._cost(one):
                    change, other = self._best_change(one, stays, 0, 0)
                    if change < 0:
                        self._change(one, other)
                        bettered = True

    def _beside(self, one: int, table: int) -> int:
        """What it costs that their points lie beside those of a table."""
        points, high, low = self.points[one], self.high[table], self.low[table]
        return 0 if low <= points <= high else POINT * max(points - high, low - points)

    def _cost(self, one: int) -> int:
        """Half of what two find at each other's table is each one's."""
        place = self.of[one]
        table, seat = self.table[place], self.seat[place]
        return self.finds[one][table] // 2 + self.seat_costs[one][seat] + self._beside(one, table)

    def _is_unhappy(self, one: int) -> bool:
        place = self.of[one]
        misses = not self.keeps_seats and self.seat_costs[one][self.seat[place]]
        # Whoever meets somebody bound is unhappy with it, too, and may leave.
        return bool(misses or (not self.bound[one] and self.finds[one][self.table[place]]))

    def _unhappy_after(self, queue: list[int], one: int, other: int) -> list[int]:
        """Those of the queue who still are, and who has become so by a change."""
        around = {self.at[place] for mover in (one, other) for place in self._places_beside(mover)}
        before = set(queue)
        found = [old for old in queue if old not in around or self._is_unhappy(old)]
        return found + [new for new in sorted(around - before) if self._is_unhappy(new)]

    def _places_beside(self, one: int) -> range:
        place = self.of[one]
        first = place - self.seat[place]
        last = first
        while last < len(self.at) and self.table[last] == self.table[first]:
            last += 1
        return range(first, last)

    def _best_change(
        self, one: int, stays: Sequence[int], changes: int, record: int
    ) -> tuple[int, int]:
        """The change that costs least and with whom; −1 for nobody.

        Who was just moved stays for a while, unless that would be better than all before.
        """
        place = self.of[one]
        table, seat = self.table[place], self.seat[place]
        finds, clash, costs = self.finds[one], self.clash[one], self.seat_costs[one]
        here = finds[table] + self._beside(one, table)
        found, who = 0, -1
        near = range(max(0, place - NEAR), min(len(self.at), place + NEAR + 1))
        if self.bound[one]:
            near = self._places_beside(one)
        self.looks += len(near)
        for there in near:
            other, at, seat_there = self.at[there], self.table[there], self.seat[there]
            if other == one or (self.bound[other] and at != table):
                continue
            theirs = self.seat_costs[other]
            change = costs[seat_there] + theirs[seat] - costs[seat] - theirs[seat_there]
            if change > 0 and self.keeps_seats:
                continue
            if at != table:
                would_find = self.finds[other]
                change += finds[at] - here + would_find[table] - would_find[at]
                change += self._beside(one, at) + self._beside(other, table)
                change -= 2 * clash.get(other, 0) + self._beside(other, at)
            if change >= record and (stays[one] > changes or stays[other] > changes):
                continue
            if who < 0 or change < found:
                found, who = change, other
        return found, who

    def _change(self, one: int, other: int) -> None:
        here, there = self.of[one], self.of[other]
        self.of[one], self.of[other] = there, here
        self.at[here], self.at[there] = other, one
        self._tell(one, self.table[here], self.table[there])
        self._tell(other, self.table[there], self.table[here])

    def _tell(self, one: int, here: int, there: int) -> None:
        if here == there:
            return
        for other, cost in self.clash[one].items():
            self.finds[other][here] -= cost
            self.finds[other][there] += cost


def _nearest(waiting: Sequence[Sequence[int]]) -> list[int]:
    """A place of each of these rising lists, all of them near each other."""
    rarest = min(range(len(waiting)), key=lambda step: len(waiting[step]))
    others = [*waiting[rarest + 1 :], *waiting[:rarest]]
    ways = []
    for first in waiting[rarest][:: 1 + len(waiting[rarest]) // STARTS_MAX]:
        places = [first]
        for places_of_next in others:
            at = bisect_left(places_of_next, first)
            beside = places_of_next[max(0, at - 1) : at + 1]
            places.append(min(beside, key=lambda place: abs(place - first)))
        ways.append((max(places) - min(places), places))
    places = min(ways)[1]
    return [*places[len(places) - rarest :], *places[: len(places) - rarest]]


def _circle(
    sitting: Sequence[Mapping[tuple[int, ...], Sequence[int]]],
) -> list[tuple[int, tuple[int, ...]]]:
    """Seats, with the costs of who leaves each for the next, that gain by it; empty when none do.

    Bellman and Ford's search for a circle of negative length; the seats are few.
    """
    seats = range(len(sitting))
    steps = {
        (here, there): min((costs[there] - costs[here], costs) for costs in sitting[here])
        for here in seats
        for there in seats
        if here != there and sitting[here]
    }
    far, came = [0 for _ in seats], [-1 for _ in seats]
    changed = -1
    for _ in seats:
        changed = -1
        for (here, there), (gain, _costs) in steps.items():
            if far[here] + gain < far[there]:
                far[there], came[there], changed = far[here] + gain, here, there
    if changed < 0:
        return []
    for _ in seats:
        changed = came[changed]
    circle = [changed]
    while came[circle[-1]] != changed:
        circle.append(came[circle[-1]])
    circle.reverse()
    return [
        (here, steps[here, there][1])
        for here, there in zip(circle, (*circle[1:], circle[0]), strict=True)
    ]


def _clashes(players: Sequence[Record], apart: Apart) -> list[dict[int, int]]:
    """For each player whom they should not meet, and how dear it would be."""
    numbers = {record.entry: number for number, record in enumerate(players)}
    clashes: list[dict[int, int]] = [{} for _ in players]
    for number, record in enumerate(players):
        for entry, times in Counter(record.met).items():
            if entry in numbers:
                clashes[number][numbers[entry]] = REPEAT * times
        for entry in apart.get(record.entry, ()):
            if entry in numbers:
                clashes[number][numbers[entry]] = clashes[number].get(numbers[entry], 0) + APART
    return clashes
