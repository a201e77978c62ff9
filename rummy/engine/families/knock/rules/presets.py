"""The presets of the knock family: Gin Rummy, classic Gin Rummy, and gin in teams."""

from collections.abc import Mapping
from typing import Any

from rummy.engine.families.knock.rules.numbers import KnockNumbers, LayOff
from rummy.engine.options import Option
from rummy.engine.presets import Preset
from rummy.engine.rules import RuleSet
from rummy.words import gettext_noop as _

_LAY_OFF = tuple(choice.value for choice in LayOff)
_NEXT_DEALER = ("winner", "loser", "alternate")


def _to_points(*choices: int | None) -> Option:
    return Option(
        "point_limit",
        100,
        choices=choices,
        rule="GIN-13",
        title=_("Points to win"),
        badge=_("to %(value)s points"),
    )


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
        Option("knock_limit", 10, highest=10, rule="GIN-5", title=_("Knock with at most")),
        Option("gin_bonus", gin_bonus, highest=100, rule="GIN-8", title=_("Gin bonus")),
        Option("undercut_bonus", undercut_bonus, highest=100, rule="GIN-8",
               title=_("Undercut bonus")),
        Option("box_bonus", box_bonus, highest=100, rule="GIN-9", title=_("Box bonus")),
        Option("lay_off", lay_off.value, choices=_LAY_OFF, rule="GIN-7", title=_("Laying off"),
               called=(("on_knock", _("after a knock")), ("never", _("never")))),
        Option("upcard_offer", upcard_offer, choices=(True, False), rule="GIN-11",
               title=_("The first upcard is offered")),
        Option("next_dealer", "winner", choices=_NEXT_DEALER, rule="GIN-12",
               title=_("Next dealer"),
               called=(("winner", _("the winner")), ("loser", _("the loser")),
                       ("alternate", _("in turns")))),
        Option("upcard_streak_limit", 10, lowest=2, highest=50, rule="GIN-14",
               title=_("Upcards taken in a row, at most")),
    )  # fmt: skip


def _preset(
    key: str, title: str, summary: str, options: tuple[Option, ...], *, teams: bool = False
) -> Preset:
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

    return Preset(key, title, summary, KnockNumbers.family, options, make)


def _classic(key: str, title: str, summary: str, lay_off: LayOff) -> Preset:
    return _preset(
        key,
        title,
        summary,
        _options(
            point_limit=_to_points(50, 100, 150, 200, 250, 500, None),
            undercut_bonus=10,
            box_bonus=0,
            upcard_offer=True,
            lay_off=lay_off,
        ),
    )  # fmt: skip


# The key is what stored tables, records and programs hold; nobody reads it on a page.
GIN_PALAST = _preset(
    "gin_palast",
    _("Gin Rummy"),
    _("Undercut 20, gin 25, box bonus 10; the non-dealer simply starts."),
    _options(
        point_limit=_to_points(25, 50, 100, 150, 250, 500, None),
        undercut_bonus=20,
        box_bonus=10,
        upcard_offer=False,
        lay_off=LayOff.ON_KNOCK,
    ),
)  # fmt: skip
GIN_CLASSIC = _classic(
    "gin_classic",
    _("Gin Rummy, classic"),
    _("Undercut 10, gin 25; the first upcard is offered to both players."),
    LayOff.ON_KNOCK,
)
GIN_CLASSIC_SEED = _classic(
    "gin_classic_seed",
    _("Gin Rummy, classic without laying off"),
    _("Like the classic game, but nobody lays off after a knock."),
    LayOff.NEVER,
)

# Four players in two teams (GIN-T1 … GIN-T5).
GIN_TEAM = _preset(
    "gin_team",
    _("Team gin"),
    _("Four players, partners opposite with open hands; seven cards each."),
    (
        *_options(
            point_limit=_to_points(25, 50, 100, 150, 250, 500, None),
            undercut_bonus=20,
            box_bonus=10,
            upcard_offer=True,
            lay_off=LayOff.ON_KNOCK,
            gin_bonus=10,
        ),
        Option("big_gin_bonus", 30, highest=100, rule="GIN-T4", title=_("Big gin bonus")),
    ),
    teams=True,
)  # fmt: skip
