"""The rules of a series, as its organiser lays them down and everybody reads them."""

from dataclasses import dataclass

from tournaments.director import InvalidPlan
from tournaments.director.errors import require_within
from tournaments.series.points import PER_PLACE, POINTS
from tournaments.series.ties import TIES

RULE = "PLAY-43"
PLACES_MAX = 100
POINTS_MAX = 10_000
EVENTS_MAX = 200
WEIGHT_MAX = 5


@dataclass(frozen=True, slots=True)
class SeriesRules:
    """`points` is a way to give them; `per_place` those of the first places, from the best down,
    where that way asks for them; `taking_part` is added for everybody who plays.

    Of each player's results the `best` count, 0 for all; who played fewer than `least` tournaments
    has no place. `ties` decide between equals, in this order. Programs take no place and no points
    from people unless `bots` count, too.
    """

    points: str = "table"
    per_place: tuple[int, ...] = PER_PLACE
    taking_part: int = 0
    best: int = 0
    least: int = 0
    ties: tuple[str, ...] = ("places", "all")
    bots: bool = False

    def __post_init__(self) -> None:
        if self.points not in POINTS:
            raise InvalidPlan("series_points_unknown", rule=RULE, given=self.points[:40])
        unknown = [key for key in self.ties if key not in TIES]
        if unknown or len(set(self.ties)) != len(self.ties):
            given = unknown[0] if unknown else next(k for k in self.ties if self.ties.count(k) > 1)
            raise InvalidPlan("series_tie_unknown", rule=RULE, given=given[:40])
        require_within(
            RULE,
            {
                "taking_part": (self.taking_part, 0, POINTS_MAX),
                "best": (self.best, 0, EVENTS_MAX),
                "least": (self.least, 0, EVENTS_MAX),
                "places_with_points": (len(self.per_place), 0, PLACES_MAX),
                **{
                    f"points_of_place_{place}": (points, 0, POINTS_MAX)
                    for place, points in enumerate(self.per_place, 1)
                },
            },
        )
        if POINTS[self.points].asks_for_table and not any(self.per_place):
            raise InvalidPlan("series_without_points", rule=RULE)
        falls = zip(self.per_place, self.per_place[1:], strict=False)
        for place, (better, worse) in enumerate(falls, 1):
            if worse > better:
                raise InvalidPlan(
                    "series_points_rise", rule=RULE, place=place + 1, points=worse, better=better
                )
