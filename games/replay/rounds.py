"""A finished round with every card: its proof, its events, and the table after each of them.

The same JSON feeds the replay page, the API and the standalone verifier.
"""

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.utils import timezone

from accounts.api.shapes import PlayerShape
from accounts.models import Player
from games.models import Round, Seat, Table, TableEvent
from games.moves.commands import StoredEvent
from games.moves.errors import NotFound
from games.replay.dealing import dealt
from games.tables.lobby.lists import one_table
from rummy import engine, match
from rummy.engine.as_json.stored import card_text, event_from_json
from rummy.engine.records import Event, event_class
from rummy.fairness import TOURNAMENT, RoundProof, RoundSeeds, deck_order, reshuffled
from rummy.match import MatchTerms
from rummy.match.events import PlayersReseated, SeatsDrawn

# What a view says about its own seat only; the rest is the same for everybody.
_OWN = ("v", "seat", "hand", "drawn", "arrangement", "knockable")


def finished_round(table_id: int, number: int, player: Player | None = None) -> dict[str, Any]:
    """Round `number` of a table, all cards open; what this player, or a visitor, may read.

    Raises:
        NotFound(table_not_found): no such table, or a private one of others.
        NotFound(round_not_over): it has not been dealt, or is still being played.
        NotFound(deal_not_open): others may still be dealt these cards.
    """
    played = ended_round(table_id, number, visible_to=player)
    terms = MatchTerms.from_json(played.table.terms)
    events = stored_events(played)
    return {
        **proof_of(played, terms).to_json(),
        "name": played.table.title,
        "terms": match.terms_view(terms),
        "seats": [
            {"seat": number, "player": PlayerShape.of(place.player)}
            for number, place in seats_then(played, played.table.seats.all())
        ],
        "score": played.score,
        "started_at": events[0].at_ms,
        "ended_at": events[-1].at_ms,
        "events": [
            {"seq": event.seq, "at": event.at_ms, "type": event.kind, **event.payload}
            for event in events
        ],
        "steps": steps_of(terms.rules, dealt_seats(terms, events), card_events(events)),
    }


def ended_round(table_id: int, number: int, *, visible_to: Player | None = None) -> Round:
    """The round with its table and seats; NotFound until it has been dealt and has ended.

    Where many were dealt the same, anybody may see every table's round once the deal is open.
    """
    table = one_table(table_id, visible_to, or_of_an_open_deal=True)
    played = Round.objects.filter(table=table, number=number).first()
    if played is None or played.ended_at is None or played.first_event is None:
        raise NotFound("round_not_over", table=table_id, round=number)
    if _is_to_come(played, table, visible_to):
        raise NotFound("round_not_over", table=table_id, round=number)
    if played.shared_deal_id is not None and not seed_of(played):
        raise NotFound("deal_not_open", table=table_id)
    played.table = table
    return played


def seed_of(played: Round) -> str:
    """The round's server seed in hexadecimal, empty as long as it is a secret."""
    shared = played.shared_deal
    return played.server_seed if shared is None else shared.server_seed


def _is_to_come(played: Round, table: Table, reader: Player | None) -> bool:
    """Whether the round is not over yet for a spectator who sees the table late."""
    admission = getattr(table, "admission", None)
    if admission is None or not admission.delay_seconds or played.ended_at is None:
        return False
    if reader is not None and any(seat.player_id == reader.pk for seat in table.seats.all()):
        return False
    return timezone.now() < played.ended_at + dt.timedelta(seconds=admission.delay_seconds)


def stored_events(played: Round) -> list[TableEvent]:
    """Everything that happened from the close of the players' seeds to the score."""
    span = (played.first_event, played.last_event)
    return list(TableEvent.objects.filter(table=played.table_id, seq__range=span).order_by("seq"))


def seeds_of(played: Round, terms: MatchTerms) -> RoundSeeds:
    """All that decided the cards of a round that is over."""
    return terms.round_seeds(
        table=played.table_id,
        round_number=played.number,
        server_seed=bytes.fromhex(seed_of(played)),
        client_seeds=tuple(played.client_seeds or ()),
    )


def proof_of(played: Round, terms: MatchTerms) -> RoundProof:
    """What the published seeds prove: the deck they lead to; and why this seat deals."""
    seeds = seeds_of(played, terms)
    cards = engine.deck_cards(terms.rules)
    of_deal = dealt([played])[played.pk]
    return RoundProof(
        seeds=seeds,
        commitment=played.commitment,
        canonical_deck=tuple(card_text(card) for card in cards),
        deck=tuple(card_text(cards[place]) for place in deck_order(seeds, len(cards))),
        dealing=of_deal.dealing,
        players=of_deal.players,
        way=terms.rules.next_dealer,
        is_directed=terms.settlement == TOURNAMENT,
        is_played_on=terms.played_on is not None,
        seats_drawn=_seats_drawn(played, terms),
    )


def _seats_drawn(played: Round, terms: MatchTerms) -> tuple[tuple[str, ...], ...] | None:
    """The cards drawn for the places before round 1, by the seat that drew them (GER-2)."""
    if played.number > 1 or not terms.rules.seating_draw:
        return None
    drawn = TableEvent.objects.filter(table=played.table_id, kind=SeatsDrawn.type).first()
    if drawn is None:
        return None
    draws = zip(drawn.payload["came_from"], drawn.payload["draws"], strict=True)
    return tuple(tuple(cards) for _seat, cards in sorted(draws))


def dealt_anew(seeds: RoundSeeds, terms: MatchTerms, dealer: int, *, seats: int) -> list[Event]:
    """What these seeds deal to so many seats, cards shown by house rules included."""
    rules, cards = terms.rules, engine.deck_cards(terms.rules)
    deck = [cards[place] for place in deck_order(seeds, len(cards))]
    orders = reshuffled(seeds, cards, rules.reshuffles)
    _, events = engine.start_round(rules, seats, deck, dealer, orders)
    return events


class Course(NamedTuple):
    """What happened in a round with the cards, from the deal on, nothing redacted."""

    terms: MatchTerms
    seats: int
    events: list[Event]


def course_of(played: Round) -> Course:
    """The course of a round that was dealt; it must come with its table."""
    terms, stored = MatchTerms.from_json(played.table.terms), stored_events(played)
    events = [event for _seq, event in card_events(stored)]
    return Course(terms, dealt_seats(terms, stored), events)


def card_events(events: Iterable[TableEvent | StoredEvent]) -> list[tuple[int, Event]]:
    """(sequence number, event) of what the engine decided, without the table's own events."""
    return [
        (event.seq, event_from_json({"type": event.kind, **event.payload}))
        for event in events
        if _is_card_event(event.kind)
    ]


def _is_card_event(kind: str) -> bool:
    found = event_class(kind)
    return found is not None and not found.__module__.startswith("rummy.match")


def steps_of(
    rules: engine.RuleSet, seats: int, events: Iterable[tuple[int, Event]]
) -> list[dict[str, Any]]:
    """The table after each numbered event: what all could see, and every hand as it lay."""
    steps = []
    state = engine.fold(rules, seats, ())
    for seq, event in events:
        state = engine.evolve(state, event)
        public = engine.view(state, None).to_json()
        steps.append(
            {
                "seq": seq,
                **{key: value for key, value in public.items() if key not in _OWN},
                "hands": [_hand(state, seat) for seat in range(seats)],
            }
        )
    return steps


def _hand(state: engine.RoundState, seat: int) -> dict[str, Any]:
    own = engine.view(state, seat).to_json()
    return {name: own[name] for name in ("hand", "drawn", "arrangement") if name in own}


def seats_then(played: Round, seats: Iterable[Seat]) -> list[tuple[int, Seat]]:
    """(number, place) of everybody as they sat in this round, in seat order.

    At some tables players move together when somebody drops out.
    """
    moves = _moves_since(played)

    def then(number: int) -> int:
        for came_from in moves:
            number = came_from[number]
        return number

    return sorted(((then(seat.number), seat) for seat in seats), key=lambda place: place[0])


def dealt_seats(terms: MatchTerms, events: Sequence[TableEvent]) -> int:
    """To how many seats a round was dealt; `events` begin with its start."""
    dealt: int | None = events[0].payload.get("seats") if events else None
    return dealt or terms.seats


def _moves_since(played: Round) -> list[list[int]]:
    """What moved players after the round, the latest move first."""
    if played.table.terms["seats"] == 2 or played.last_event is None:  # two play on together
        return []
    moves = TableEvent.objects.filter(
        table=played.table_id, kind=PlayersReseated.type, seq__gt=played.last_event
    )
    return [
        payload["came_from"] for payload in moves.order_by("-seq").values_list("payload", flat=True)
    ]
