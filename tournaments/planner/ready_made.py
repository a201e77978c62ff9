"""Tournaments that are ready to be planned from: plans and terms as data, by key."""

from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.tables.terms import TableOffer
from rummy.match import MatchFormat
from tournaments import director

MINUTE_MS = 60_000

Words = str | Promise


@dataclass(frozen=True, slots=True)
class ReadyMade:
    """A tournament as it may be copied; `players` is what its forecast starts from."""

    key: str
    name: Words
    words: Words
    plan: director.Plan
    offer: TableOffer
    players: int


def _offer(preset: str, *, turn: int = 30, bank: int = 60, rounds: int = 1) -> TableOffer:
    return TableOffer(
        preset=preset,
        format=MatchFormat.RING.value,
        rounds=rounds,
        turn_seconds=turn,
        bank_seconds=bank,
    )


_PLAIN = director.Plan(seats=2, stack_chips=1_000, buy_in_chips=90, fee_chips=10)
_FOUR = replace(_PLAIN, seats=4)
_PAIRED = director.Plan(
    format="swiss",
    seats=2,
    stack_chips=1_000,
    stages=5,
    pace=director.Pace.TOGETHER,
    entries=director.EntryRules(least=4, most=64),
)
_TURBO = _("Chips per point ×2 every three rounds, 15 seconds for a turn.")
_STANDARD = _(
    "Chips per point ×1.5 every three rounds, 30 seconds for a turn, breaks of five minutes."
)
_DEEP = _("Chips per point ×1.25 every two rounds, 45 seconds for a turn, deep stacks.")
_BREAKS = replace(director.STANDARD, break_every=4, break_ms=5 * MINUTE_MS)


def _turbo(key: str, name: Words, plan: director.Plan, preset: str) -> ReadyMade:
    plan = replace(plan, schedule=director.TURBO, max_rounds=80)
    return ReadyMade(key, name, _TURBO, plan, _offer(preset, turn=15, bank=30), 32)


def _standard(key: str, name: Words, plan: director.Plan, preset: str) -> ReadyMade:
    plan = replace(plan, schedule=_BREAKS, stack_chips=2_000, max_rounds=150)
    return ReadyMade(key, name, _STANDARD, plan, _offer(preset), 32)


def _deep(key: str, name: Words, plan: director.Plan, preset: str) -> ReadyMade:
    plan = replace(plan, schedule=director.DEEP, stack_chips=5_000, max_rounds=300)
    return ReadyMade(key, name, _DEEP, plan, _offer(preset, turn=45, bank=120), 32)


def _stages(
    key: str, name: Words, words: Words, plan: director.Plan, *, rounds: int = 2, players: int = 16
) -> ReadyMade:
    return ReadyMade(key, name, words, plan, _offer("gin_palast", rounds=rounds), players)


READY_MADE: dict[str, ReadyMade] = {
    made.key: made
    for made in (
        _turbo("gin_turbo", _("Gin Turbo"), _PLAIN, "gin_palast"),
        _standard("gin_standard", _("Gin Standard"), _PLAIN, "gin_palast"),
        _deep("gin_deep", _("Gin Deep"), _PLAIN, "gin_palast"),
        _turbo("romme_turbo", _("Rommé Turbo"), _FOUR, "german_romme"),
        _standard("romme_standard", _("Rommé Standard"), _FOUR, "german_romme"),
        _deep("romme_deep", _("Rommé Deep"), _FOUR, "german_romme"),
        _turbo("romme_500_turbo", _("Rommé 500 Turbo"), _FOUR, "romme_500"),
        _standard("romme_500_standard", _("Rommé 500 Standard"), _FOUR, "romme_500"),
        _deep("romme_500_deep", _("Rommé 500 Deep"), _FOUR, "romme_500"),
        ReadyMade(
            "saturday_200",
            _("Saturday 200"),
            _("The evening for up to 200: re-entries until level 4, an add-on, breaks."),
            replace(
                _FOUR,
                format="re_entry",
                schedule=_BREAKS,
                stack_chips=2_000,
                buy_in_chips=200,
                fee_chips=20,
                max_rounds=150,
                entries=director.EntryRules(
                    least=16,
                    most=200,
                    late_until_level=3,
                    returns_max=2,
                    returns_until_level=3,
                    add_on_stack_chips=2_000,
                    add_on_chips=200,
                ),
                absent=director.Absent.REMOVED,
            ),
            _offer("romme_500"),
            120,
        ),
        ReadyMade(
            "sit_and_go",
            _("Sit-and-go for eight"),
            _("Starts as soon as eight have entered; the best two are paid."),
            replace(
                _FOUR,
                schedule=director.TURBO,
                max_rounds=60,
                entries=director.EntryRules(least=8, most=8, starts_when_full=True),
                prizes=director.PrizePlan(director.PrizeForm.TOP, places=2),
            ),
            _offer("romme_500", turn=15, bank=30),
            8,
        ),
        ReadyMade(
            "bounty_evening",
            _("Friday bounty"),
            _("Half of the buy-in lies on every head; late registration until level 3, breaks."),
            replace(
                _FOUR,
                format="bounty",
                schedule=_BREAKS,
                stack_chips=2_000,
                bounty_chips=50,
                max_rounds=150,
                entries=director.EntryRules(least=6, most=64, late_until_level=2),
            ),
            _offer("german_romme"),
            32,
        ),
        _stages(
            "swiss_seven",
            _("Swiss, seven rounds"),
            _("Seven matches against players with as many points; nobody is out, four are paid."),
            replace(
                _PAIRED,
                stages=7,
                buy_in_chips=50,
                fee_chips=5,
                prizes=director.PrizePlan(director.PrizeForm.TOP, places=4),
                entries=director.EntryRules(least=8, most=128),
            ),
            players=32,
        ),
        _stages(
            "duplicate_evening",
            _("Duplicate evening"),
            _(
                "All tables are dealt the same cards: what you make of them counts, not the luck of"
                " the deal. Six stages of two boards."
            ),
            replace(
                _PAIRED,
                stages=6,
                boards="matchpoints",
                buy_in_chips=20,
                prizes=director.PrizePlan(director.PrizeForm.TOP, places=3),
                entries=director.EntryRules(least=8, most=128),
            ),
        ),
        _stages(
            "team_evening",
            _("Team evening of the clubs"),
            _("Teams meet over five stages; the points of all its players decide for a team."),
            replace(_PAIRED, format="teams"),
        ),
        _stages(
            "league_night",
            _("League night"),
            _("Five stages against players of equal strength; points decide, nobody is out."),
            replace(
                _PAIRED,
                buy_in_chips=20,
                prizes=director.PrizePlan(director.PrizeForm.TOP, places=3),
            ),
            rounds=3,
        ),
        _stages(
            "real_evening",
            _("Evening with real cards"),
            _(
                "Five stages at the tables of your room: the server draws who meets whom and keeps"
                " the standing, players enter their results by phone."
            ),
            replace(_PAIRED, real_tables=True),
            rounds=3,
        ),
    )
}

# Whole evenings, offered first: a date is all that they still need.
EVENINGS = (
    *("sit_and_go", "bounty_evening", "saturday_200", "swiss_seven", "duplicate_evening"),
    *("league_night", "real_evening"),
)
