"""The terms of a match: what PLAY-1 fixes before the first card and nothing changes after."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from rummy.engine import RuleSet
from rummy.engine.as_json.codec import Json, Shape, read_record, write_record
from rummy.fairness import RoundSeeds
from rummy.match.played_on import PlayedOn
from rummy.match.time.absence import PLAIN_ABSENCE, AbsencePolicy
from rummy.match.time.pace import DAY_MS, PlayingHours
from rummy.refusal import Refusal
from rummy.settlement import WINNER_TAKES_ALL, InvalidSettlement, require_prizes

TROPHY_CHARS_MAX = 200
QUICK_ROUNDS_MAX = 3
REBUYS_MAX = 10
VACATION_DAYS_MAX = 60


class MatchFormat(StrEnum):
    MATCH = "match"  # GIN-13: first to reach the point limit; GER-13: deals, or a penalty limit
    RING = "ring"  # PLAY-10: a fixed number of rounds, the highest total wins
    QUICK = "quick"  # PLAY-11: the same in one to three rounds
    ELIMINATION = "elimination"  # who reaches the penalty limit is out; the last one in wins


BY_ROUNDS = (MatchFormat.RING, MatchFormat.QUICK)


class InvalidTerms(Refusal):
    """Terms that contradict themselves or leave the allowed range."""

    rule = "PLAY-1"


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """What the players of a table agree on.

    Times are milliseconds. `robot_ms` is how long a bot pretends to think, `knock_ms` how long
    people may knock for a discard before the next seat draws (GER-V4; 0 for not at all). Each seat
    brings `stake_chips` into the pool, which is paid out by the percentages of `prizes`, and
    `fee_chips` for the house. `tie_breakers` lets those who are level at the top play on among
    themselves (PLAY-12) instead of sharing. In elimination a seat may be bought back `rebuys_max`
    times.
    Where people move once in a while (`turn_based`) there are `hours` of play and
    `vacation_days` for each seat. `trophy` is what the winner of most rounds gets, in the players'
    own words (GER-V5). `shared_deals` are the numbers of the deals that other tables are dealt too,
    one for each round; nobody's rating learns from such a match, nor from one that is `played_on`
    from a round that is over.
    """

    rules: Annotated[RuleSet, Shape(RuleSet.to_json, RuleSet.from_json)]
    seats: int
    format: MatchFormat = MatchFormat.MATCH
    rounds: int | None = None
    stake_chips: int = 0
    settlement: str = "stakes"
    turn_ms: int = 30_000
    bank_ms: int = 60_000
    pause_ms: int = 20_000
    robot_ms: int = 900
    rounds_max: int = 200
    training: bool = False
    trophy: str = ""
    absence: AbsencePolicy = PLAIN_ABSENCE
    prizes: tuple[int, ...] = WINNER_TAKES_ALL
    fee_chips: int = 0
    tie_breakers: bool = False
    rebuys_max: int = 0
    turn_based: bool = False
    hours: PlayingHours | None = None
    vacation_days: int = 0
    knock_ms: int = 0
    shared_deals: tuple[int, ...] = ()
    played_on: PlayedOn | None = None

    def __post_init__(self) -> None:
        self._require_an_end()
        self._require_chips()
        self._require_pace()
        require_range("turn_ms", self.turn_ms, 200, 10 * 86_400_000)
        require_range("bank_ms", self.bank_ms, 0, 10 * 86_400_000)
        require_range("pause_ms", self.pause_ms, 0, 600_000)
        require_range("knock_ms", self.knock_ms, 0, 60_000)
        if self.rounds is not None:
            require_range("rounds", self.rounds, 1, 50)
        deals = len(self.shared_deals) or 1
        if self.cards_are_known and (self.rounds_due != deals or self.stake_chips):
            rounds, stake = self.rounds_due, self.stake_chips
            code = "a_deal_for_each_round"
            raise InvalidTerms(code, rounds=rounds, deals=deals, stake_chips=stake)
        if len(self.trophy) > TROPHY_CHARS_MAX or not self.trophy.isprintable():
            raise InvalidTerms("trophy_unreadable", rule="GER-V5", most=TROPHY_CHARS_MAX)
        if self.seats not in self.rules.seats:
            raise InvalidTerms("seats_not_allowed", seats=self.seats, allowed=self.rules.seats)

    def _require_an_end(self) -> None:
        # Points, penalties, or a number of deals.
        ends = self.rules.point_limit or self.rules.penalty_limit or self.rounds_due
        if self.format is MatchFormat.MATCH and not ends:
            raise InvalidTerms("point_limit_missing", rule="GIN-13")
        if self.format in BY_ROUNDS and not self.rounds:
            raise InvalidTerms("rounds_missing", rule="PLAY-10")
        if self.format is MatchFormat.QUICK:
            require_range("rounds", self.rounds, 1, QUICK_ROUNDS_MAX)
        if self.format is MatchFormat.ELIMINATION and not self.rules.penalty_limit:
            raise InvalidTerms("penalty_limit_missing", rule="GER-13")

    def _require_chips(self) -> None:
        require_range("stake_chips", self.stake_chips, 0, 10**12)
        require_range("fee_chips", self.fee_chips, 0, self.stake_chips)
        most = REBUYS_MAX if self.format is MatchFormat.ELIMINATION and self.seats > 2 else 0
        require_range("rebuys_max", self.rebuys_max, 0, most)
        try:
            require_prizes(self.prizes)
        except InvalidSettlement as error:
            raise InvalidTerms(error.code, rule="PLAY-44", **error.facts) from error
        if len(self.prizes) > 1 and (self.rules.teams or len(self.prizes) > self.seats):
            raise InvalidTerms("too_many_prizes", prizes=len(self.prizes), seats=self.seats)

    def _require_pace(self) -> None:
        if not self.turn_based and (self.hours or self.vacation_days):
            raise InvalidTerms("not_turn_based")
        if self.turn_based and (self.bank_ms or self.turn_ms < DAY_MS):
            raise InvalidTerms("a_day_for_a_move", bank_ms=self.bank_ms, turn_ms=self.turn_ms)
        require_range("vacation_days", self.vacation_days, 0, VACATION_DAYS_MAX)

    @property
    def rounds_due(self) -> int | None:
        """After how many rounds the match is over: in a ring game, or where no limit is set and
        everybody deals equally often (GER-13); None where points decide."""
        if self.format is MatchFormat.ELIMINATION:
            return None
        if self.format in BY_ROUNDS or self.rounds:
            return self.rounds
        if self.rules.point_limit or self.rules.penalty_limit:
            return None
        return self.rules.deals_per_player * self.seats or None

    @property
    def seats_move(self) -> bool:
        """Whether players may sit elsewhere after a round, because somebody plays on no more."""
        return self.format is MatchFormat.ELIMINATION or self.tie_breakers

    @property
    def buy_in_chips(self) -> int:
        """What a seat costs: its stake, and the house's fee."""
        return self.stake_chips + self.fee_chips

    @property
    def rated(self) -> bool:
        """Whether the match counts for league and rating: not at a training table (GIN-S9), and not
        where the cards may be known from elsewhere."""
        return self.rules.rated and not self.training and not self.cards_are_known

    @property
    def cards_are_known(self) -> bool:
        """Whether somebody may know the cards from elsewhere, before the first is dealt."""
        return bool(self.shared_deals) or self.played_on is not None

    def shared_deal(self, round_number: int) -> int | None:
        """The number of the deal that this round shares with other tables, if it does."""
        return self.shared_deals[round_number - 1] if self.shared_deals else None

    def seeds_of(self, given: tuple[str, ...]) -> tuple[str, ...]:
        """The players' seeds that count: those `given`, unless the cards are settled."""
        if self.played_on is not None:
            return self.played_on.client_seeds
        return ("",) * self.seats if self.shared_deals else given

    def round_seeds(
        self, *, table: int, round_number: int, server_seed: bytes, client_seeds: tuple[str, ...]
    ) -> RoundSeeds:
        """All that decides the cards of a round by these terms."""
        return RoundSeeds(
            table=table,
            round_number=round_number,
            server_seed=server_seed,
            client_seeds=client_seeds,
            shared_deal=self.shared_deal(round_number),
            dealt_before=None if self.played_on is None else self.played_on.drawn_for,
        )

    def to_json(self) -> Json:
        """The terms as they are stored; what is None by default is left out."""
        return write_record(self)

    @classmethod
    def from_json(cls, data: Json) -> MatchTerms:
        return read_record(cls, data)


def require_range(field: str, value: object, least: int, most: int) -> None:
    """Raises InvalidTerms(out_of_range): with the numbers."""
    if type(value) is not int or not least <= value <= most:
        raise InvalidTerms("out_of_range", field=field, value=value, least=least, most=most)
