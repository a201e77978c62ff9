"""The presets of the knock family: Gin Rommé Palast, Classic Gin Rummy, and gin in teams."""

from collections.abc import Mapping
from typing import Any

from rummy.engine.families.knock.numbers import KnockNumbers, LayOff
from rummy.engine.options import Option
from rummy.engine.presets import Preset
from rummy.engine.rules import RuleSet

_LAY_OFF = tuple(choice.value for choice in LayOff)
_NEXT_DEALER = ("winner", "loser", "alternate")


def _options(
    *,
    point_limit: Option,
    undercut_bonus: int,
    box_bonus: int,
    upcard_offer: bool,
    lay_off: LayOff,
    gin_bonus: int = 25,
) -> tuple[Option, ...]:
    return (
        point_limit,
        Option("knock_limit", 10, highest=10, rule="GIN-5"),
        Option("gin_bonus", gin_bonus, highest=100, rule="GIN-8"),
        Option("undercut_bonus", undercut_bonus, highest=100, rule="GIN-8"),
        Option("box_bonus", box_bonus, highest=100, rule="GIN-9"),
        Option("lay_off", lay_off.value, choices=_LAY_OFF, rule="GIN-7"),
        Option("upcard_offer", upcard_offer, choices=(True, False), rule="GIN-11"),
        Option("next_dealer", "winner", choices=_NEXT_DEALER, rule="GIN-12"),
        Option("upcard_streak_limit", 10, lowest=2, highest=50, rule="GIN-14"),
    )


def _preset(key: str, options: tuple[Option, ...], *, teams: bool = False) -> Preset:
    def make(values: Mapping[str, Any]) -> RuleSet:
        return RuleSet(
            key=key,
            play=KnockNumbers(
                hand_size=7 if teams else 10,
                big_gin_bonus=values.get("big_gin_bonus", 0),
                knock_limit=values["knock_limit"],
                gin_bonus=values["gin_bonus"],
                undercut_bonus=values["undercut_bonus"],
                box_bonus=values["box_bonus"],
                lay_off=LayOff(values["lay_off"]),
                upcard_offer=values["upcard_offer"],
                upcard_streak_limit=values["upcard_streak_limit"],
            ),
            next_dealer=values["next_dealer"],
            point_limit=values["point_limit"],
            seats=(4,) if teams else (2,),
            teams=teams,
        )

    return Preset(key, KnockNumbers.family, options, make)


def _classic(key: str, lay_off: LayOff) -> Preset:
    return _preset(
        key,
        _options(
            point_limit=Option("point_limit", 100, choices=(50, 100, 150, 200, 250, 500, None),
                               rule="GIN-13"),
            undercut_bonus=10,
            box_bonus=0,
            upcard_offer=True,
            lay_off=lay_off,
        ),
    )  # fmt: skip


GIN_PALAST = _preset(
    "gin_palast",
    _options(
        point_limit=Option("point_limit", 100, choices=(25, 50, 100, 150, 250, 500, None),
                           rule="GIN-13"),
        undercut_bonus=20,
        box_bonus=10,
        upcard_offer=False,
        lay_off=LayOff.ON_KNOCK,
    ),
)  # fmt: skip
GIN_CLASSIC = _classic("gin_classic", LayOff.ON_KNOCK)
GIN_CLASSIC_SEED = _classic("gin_classic_seed", LayOff.NEVER)

# Four players in two teams (GIN-T1 … GIN-T5).
GIN_TEAM = _preset(
    "gin_team",
    (
        *_options(
            point_limit=Option("point_limit", 100, choices=(25, 50, 100, 150, 250, 500, None),
                               rule="GIN-13"),
            undercut_bonus=20,
            box_bonus=10,
            upcard_offer=True,
            lay_off=LayOff.ON_KNOCK,
            gin_bonus=10,
        ),
        Option("big_gin_bonus", 30, highest=100, rule="GIN-T4"),
    ),
    teams=True,
)  # fmt: skip
