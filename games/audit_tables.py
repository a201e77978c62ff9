"""The tables' audit: that logs, snapshots, score sheets, shuffles and chips tell the same story.

Nothing stored is trusted: states are folded anew from the logs, decks computed anew from the
revealed seeds, payouts from the results, and all of it is held against the ledger.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson
from django.db.models import Q, Sum
from django.utils import timezone

from accounts.audit import Fault, Figure, audit_check
from accounts.ledger import AccountKind
from accounts.models import ChipAccount, Posting
from games import models
from games.moves.live import read_state
from games.replay.dealing import Dealt, dealt
from games.replay.rounds import dealt_anew
from games.running.outages import DISPATCHER, PLAY
from rummy import match
from rummy.engine.as_json.stored import event_from_json
from rummy.engine.records import Event, event_class
from rummy.engine.replay import first_departure
from rummy.fairness import TOURNAMENT, RoundSeeds, dealer_holds
from rummy.match.events import MatchFinished, RoundScored, RoundStarted, SeatsDrawn

PORTION = 200
# Moves by the clock are made within seconds; a broker or a worker may be away for a while.
STUCK_AFTER = dt.timedelta(minutes=15)


@dataclass(slots=True)
class _Story:
    table: models.Table
    log: list[models.TableEvent] = field(default_factory=list)
    seats: list[models.Seat] = field(default_factory=list)
    rounds: list[models.Round] = field(default_factory=list)
    dealt: dict[int, Dealt] = field(default_factory=dict)
    secrets: int = 0
    shared_seeds: Mapping[int, str] = field(default_factory=dict)
    source: models.Round | None = None  # of a table that plays a finished round on
    pot_chips: int = 0
    paid_chips: dict[int, int] = field(default_factory=dict)

    def fault(self, code: str, **facts: Any) -> Fault:
        return Fault(code, f"table {self.table.pk}", facts)

    def events(self) -> list[tuple[Event, int]]:
        """The match's events; notes about seats concern no match."""
        return [
            (event_from_json({"type": stored.kind, **stored.payload}), stored.at_ms)
            for stored in self.log
            if event_class(stored.kind) is not None
        ]


@audit_check("tables")
def tables() -> Iterator[Figure | Fault]:
    """Every table's story, in portions of the table ids."""
    counted: dict[str, int] = defaultdict(int)
    last = 0
    while portion := list(models.Table.objects.filter(pk__gt=last).order_by("pk")[:PORTION]):
        last = portion[-1].pk
        for story in _stories(portion):
            counted["tables"] += 1
            counted["events"] += len(story.log)
            counted["rounds"] += len(story.rounds)
            counted["stake chips held"] += story.pot_chips
            yield from _faults(story)
    yield from (Figure(name, counted[name]) for name in ("tables", "rounds", "events"))
    yield Figure("stake chips held", counted["stake chips held"])


@audit_check("table clocks")
def table_clocks() -> Iterator[Figure | Fault]:
    """Nobody is stuck: every table being played is looked at when its policy's time is over.

    While the processes that do so are away nothing moves, so what counts is their last sign of
    life; a table overdue for longer than `STUCK_AFTER` before it is at fault, and one that nothing
    will ever wake.
    """
    beats = models.Heartbeat.objects.filter(service__in=(PLAY, DISPATCHER)).values_list(
        "beat_at", flat=True
    )
    until = min(beats, default=timezone.now()) - STUCK_AFTER
    playing = models.Table.objects.filter(status=models.TableStatus.PLAYING)
    yield Figure("tables being played", playing.count())
    for table in playing.filter(Q(wake_at=None) | Q(wake_at__lt=until)).order_by("pk"):
        due = table.wake_at.isoformat() if table.wake_at else None
        yield Fault("table_without_progress", f"table {table.pk}", {"due": due})


def _faults(story: _Story) -> Iterator[Fault]:
    numbers = [event.seq for event in story.log]
    if numbers != list(range(1, story.table.version + 1)):
        yield story.fault("log_has_gaps", events=len(numbers), version=story.table.version)
        return
    events = story.events()
    terms = match.MatchTerms.from_json(story.table.terms)
    state = match.fold(terms, events)
    table = story.table
    stored = read_state(orjson.dumps(table.terms).decode(), table.state, table.sheet)
    if stored != state:
        yield story.fault("snapshot_differs_from_log", version=story.table.version)
    yield from _play_faults(story, events, terms)
    yield from _round_faults(story, events, terms)
    yield from _chip_faults(story, state)


def _play_faults(
    story: _Story, events: Sequence[tuple[Event, int]], terms: match.MatchTerms
) -> Iterator[Fault]:
    """Every decision of every round made anew: the rules must lead to what the log tells."""
    seats = _seats_of_rounds(events, terms)
    for number, cards in _card_events_of_rounds(events).items():
        place = first_departure(terms.rules, seats[number], cards)
        if place is not None:
            yield story.fault("event_not_by_the_rules", round=number, event=place + 1)


def _round_faults(
    story: _Story, events: Sequence[tuple[Event, int]], terms: match.MatchTerms
) -> Iterator[Fault]:
    """Committed, dealt, scored and revealed as the log says."""
    started = {event.number: event for event, _ in events if isinstance(event, RoundStarted)}
    scored = {event.number: event for event, _ in events if isinstance(event, RoundScored)}
    cards = _card_events_of_rounds(events)
    over = story.table.status == models.TableStatus.FINISHED
    if over and story.secrets:
        yield story.fault("secret_left_behind", secrets=story.secrets)
    for played in story.rounds:
        ended = played.number in scored or (over and played.number == len(story.rounds))
        if (ended and not terms.shared_deals) != bool(played.server_seed):
            yield story.fault("seed_revealed_at_the_wrong_time", round=played.number)
        seed = played.server_seed or story.shared_seeds.get(played.shared_deal_id or 0, "")
        if not seed or played.number not in started:
            continue
        seeds = terms.round_seeds(
            table=story.table.pk,
            round_number=played.number,
            server_seed=bytes.fromhex(seed),
            client_seeds=started[played.number].client_seeds,
        )
        if seeds.commitment != played.commitment:
            yield story.fault("commitment_broken", round=played.number)
        seats = started[played.number].seats or terms.seats
        deal = dealt_anew(seeds, terms, played.dealer, seats=seats)
        if deal != cards[played.number][: len(deal)]:
            yield story.fault("deck_differs_from_seeds", round=played.number)
        if story.source is not None and _deal(played) != _deal(story.source):
            yield story.fault("another_deal_than_before", round=story.source.number)
        if not _dealt_by_whose_turn_it_was(story.dealt[played.pk], seeds, terms, events):
            yield story.fault("dealer_not_due", round=played.number, dealer=played.dealer)


def _deal(played: models.Round) -> tuple[int, str, Any]:
    """What decides the cards of a round, and who deals them."""
    return played.dealer, played.commitment, played.client_seeds


def _card_events_of_rounds(events: Sequence[tuple[Event, int]]) -> dict[int, list[Event]]:
    """By round number: what happened with the cards, from the deal on."""
    found: dict[int, list[Event]] = {}
    number = 0
    for event, _ in events:
        if isinstance(event, RoundStarted):
            number = event.number
        elif match.is_card_event(event):
            found.setdefault(number, []).append(event)
    return found


def _seats_of_rounds(
    events: Sequence[tuple[Event, int]], terms: match.MatchTerms
) -> dict[int, int]:
    """By round number: to how many seats it was dealt; round 0 for what precedes them."""
    starts = [event for event, _ in events if isinstance(event, RoundStarted)]
    return {0: terms.seats} | {event.number: event.seats or terms.seats for event in starts}


def _dealt_by_whose_turn_it_was(
    starts: Dealt, seeds: RoundSeeds, terms: match.MatchTerms, events: Sequence[tuple[Event, int]]
) -> bool:
    """Whether the reason why this seat dealt is told and holds (GIN-10, GIN-12, GER-2, PLAY-4)."""
    drawn = seeds.round_number == 1 and any(isinstance(event, SeatsDrawn) for event, _ in events)
    return starts.dealing is not None and dealer_holds(
        starts.dealing,
        seeds,
        players=starts.players,
        way=terms.rules.next_dealer,
        is_directed=terms.settlement == TOURNAMENT,
        is_played_on=terms.played_on is not None,
        places_drawn=drawn,
    )


def _chip_faults(story: _Story, state: match.MatchState) -> Iterator[Fault]:
    """Stakes held while a table lives; afterwards an empty pot, and everyone paid as decided."""
    live = story.table.status in models.LIVE_STATUSES
    stakes = sum(seat.stake_chips for seat in story.seats)
    if story.pot_chips != (stakes if live else 0):
        yield story.fault(
            "pot_differs_from_stakes", pot=story.pot_chips, stakes=stakes if live else 0
        )
    if story.table.status != models.TableStatus.FINISHED:
        return
    result: MatchFinished | None = state.result
    if result is None:
        yield story.fault("finished_without_result")
        return
    for seat in story.seats:
        due = result.payouts[seat.number]
        paid = story.paid_chips.get(seat.player_id, 0)
        if not due == seat.payout_chips == paid:
            yield story.fault(
                "paid_differs_from_result",
                seat=seat.number,
                due=due,
                noted=seat.payout_chips,
                paid=paid,
            )


def _find_sources(stories: Mapping[int, _Story]) -> None:
    """The finished rounds that are played on at some of these tables."""
    told = {pk: story.table.terms.get("played_on") for pk, story in stories.items()}
    again = {pk: source for pk, source in told.items() if source}
    rounds = models.Round.objects.filter(
        table_id__in=[source["table"] for source in again.values()]
    )
    by_place = {(played.table_id, played.number): played for played in rounds}
    for pk, source in again.items():
        stories[pk].source = by_place.get((source["table"], source["round"]))


def _stories(portion: Sequence[models.Table]) -> list[_Story]:
    """Everything about some tables, in one query per kind of row."""
    stories = {table.pk: _Story(table) for table in portion}
    ids = list(stories)
    for event in models.TableEvent.objects.filter(table_id__in=ids).order_by("table_id", "seq"):
        stories[event.table_id].log.append(event)
    for seat in models.Seat.objects.filter(table_id__in=ids):
        stories[seat.table_id].seats.append(seat)
    for played in models.Round.objects.filter(table_id__in=ids).order_by("number"):
        stories[played.table_id].rounds.append(played)
    every = dealt([played for story in stories.values() for played in story.rounds])
    for story in stories.values():
        story.dealt = every
    rounds = (played for story in stories.values() for played in story.rounds)
    shared = {played.shared_deal_id for played in rounds if played.shared_deal_id is not None}
    seeds = dict(models.SharedDeal.objects.filter(pk__in=shared).values_list("pk", "server_seed"))
    for story in stories.values():
        story.shared_seeds = seeds
    _find_sources(stories)
    for secret in models.RoundSecret.objects.filter(table_id__in=ids):
        stories[secret.table_id].secrets += 1
    by_ref = {f"table:{table_id}": story for table_id, story in stories.items()}
    pots = ChipAccount.objects.filter(kind=AccountKind.HOLD.value, ref__in=list(by_ref))
    for account in pots:
        by_ref[account.ref].pot_chips = account.balance
    by_key = {f"settle:table:{table_id}": story for table_id, story in stories.items()}
    paid = (
        Posting.objects.filter(transfer__key__in=list(by_key), account__kind=AccountKind.WALLET)
        .values_list("transfer__key", "account__player_id")
        .annotate(Sum("amount"))
    )
    for key, player_id, chips in paid:
        by_key[key].paid_chips[player_id] = chips
    return list(stories.values())
