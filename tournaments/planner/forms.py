"""The planner's form: everything a plan holds, in the words of people who run tournaments.

It parses; whether it fits together is asked of the director and of the tables' terms. Levels are
counted from 1 on the page, and 0 means "not at all".
"""

from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.catalogue.offered import house_rules_of
from games.forms.options import initial_of, preset_field, preset_options
from games.forms.table import house_rules, presets, turns
from games.tables import rule_sets
from games.tables.terms import TableOffer
from rummy import engine
from rummy.match import MatchFormat
from tournaments.director import FORMATS, SCHEDULES, EntryRules, Plan, PrizePlan, Schedule
from tournaments.director.plan import Absent, Pace, TooFew
from tournaments.director.prizes import PrizeForm
from tournaments.models import TournamentDraft
from tournaments.planner import words
from tournaments.planner.wishes import PLAYERS_EXPECTED_MAX, Wishes, wishes_of
from tournaments.words.sentences import format_choices
from web.number_fields import count
from web.time.moments import GivenMoment, said_twice

MINUTE_MS = 60_000
CHIPS_MAX = 10**9
OWN = "own"
# What the form calls as the plan does, and both have in the same units.
OF_PLAN = (
    *("format", "seats", "stack_chips", "buy_in_chips", "fee_chips", "bounty_chips"),
    *("absent_rounds", "max_rounds", "stages", "target_points", "real_tables"),
    "clubs_apart",
)
OF_ENTRIES = (
    *("least", "most", "starts_when_full", "check_in", "returns_max", "rebuys_max"),
    *("add_on_stack_chips", "add_on_chips"),
)
OF_THE_HOUSE = ("ticket_chips", "added_chips", "guarantee_chips")
OF_PRIZES = ("places", "ticket_chips", "added_chips", "guarantee_chips")


def _chips(label: Any) -> forms.IntegerField:
    return count(label, CHIPS_MAX)


class PlanForm(forms.Form):
    """One tournament. Fields come in the groups of `planner_words.GROUPS`."""

    name = forms.CharField(label=_("Name"), max_length=80)
    starts_at = GivenMoment(
        label=_("Start"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("Needed for publishing."),
    )
    players_expected = count(_("Players expected"), PLAYERS_EXPECTED_MAX, 2)
    format = forms.ChoiceField(label=_("Format"), choices=format_choices)
    rule_set = forms.ChoiceField(
        label=_("Rules of the house"),
        choices=rule_sets.rule_set_choices,
        required=False,
        help_text=_("Takes the place of the game, its variations and the special rules."),
    )
    preset = forms.ChoiceField(label=_("Game"), choices=presets)
    house_rules = forms.MultipleChoiceField(
        label=_("Special rules"),
        choices=house_rules,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    seats = count(_("Seats per table"), 6, 2)
    turn_seconds = forms.TypedChoiceField(label=_("Time for a turn"), coerce=int, choices=turns)
    bank_seconds = count(_("Time bank, in seconds"), 3_600)
    match_rounds = count(_("Rounds at a table before anybody is moved"), 50, 1)
    stack_chips = count(_("Starting stack, in tournament chips"), CHIPS_MAX, 1)
    schedule = forms.ChoiceField(label=_("Levels"), choices=words.SCHEDULES)
    first_pcr = count(_("Chips per point in level 1"), 10**6, 1)
    growth_percent = count(
        _("Each level is … percent of the one before"), 10_000, 1, help_text=_("150 means × 1.5.")
    )
    level_by = forms.ChoiceField(label=_("A level lasts"), choices=words.LEVEL_BY)
    level_length = count(_("Rounds or minutes per level"), 600, 1)
    break_every = count(_("A break after every … levels"), 50)
    break_minutes = count(_("Minutes of break"), 240)
    max_rounds = count(_("Rounds after which the chips decide"), 1_000, 1)
    least = count(_("Players at least"), 10**6, 2)
    most = count(_("Players at most"), 10**6, 2)
    starts_when_full = forms.BooleanField(label=_("Starts as soon as it is full"), required=False)
    check_in = forms.BooleanField(
        label=_("Players check in before the start"),
        required=False,
        help_text=_("Whoever has not done so is withdrawn at the start and gets everything back."),
    )
    too_few = forms.ChoiceField(label=_("With too few players"), choices=words.TOO_FEW)
    late_until = count(_("Late registration until level"), 100)
    returns_max = count(_("Re-entries per player"), 100)
    rebuys_max = count(_("Rebuys per player"), 100)
    returns_until = count(_("Re-entries and rebuys until level"), 100)
    add_on_stack_chips = _chips(_("Add-on: tournament chips"))
    add_on_chips = _chips(_("Add-on: price in chips"))
    buy_in_chips = _chips(_("Buy-in, in chips"))
    fee_chips = _chips(_("Fee, in chips"))
    bounty_chips = _chips(_("Of the buy-in on each head"))
    prize_form = forms.ChoiceField(label=_("Prizes"), choices=words.PRIZES)
    places = count(_("Paid places"), 10_000)
    ticket_chips = _chips(_("Worth of a ticket, in chips"))
    added_chips = _chips(_("Added by the house, in chips"))
    guarantee_chips = _chips(_("Guaranteed pool, in chips"))
    pace = forms.ChoiceField(label=_("Pace"), choices=words.PACES)
    absent = forms.ChoiceField(label=_("Whoever is absent"), choices=words.ABSENT)
    absent_rounds = count(_("Removed after … rounds"), 100, 1)
    stages = count(_("Stages of pairings (0: by field)"), 100)
    clubs_apart = forms.BooleanField(
        label=_("Members of one club do not meet in the first stage"), required=False
    )
    boards = forms.ChoiceField(
        label=_("The same cards at all tables"),
        choices=words.BOARDS,
        required=False,
        help_text=_("Duplicate boards: each result is compared with those of the same cards."),
    )
    target_points = count(_("Points to win (single table)"), 10**6)
    real_tables = forms.BooleanField(
        label=_("At real tables, with real cards"),
        required=False,
        help_text=_("Players enter their results by phone, or the desk does."),
    )

    def __init__(self, *args: Any, of_a_club: bool = False, **kwargs: Any) -> None:
        """The games' own options are fields too, each beside the game it belongs to.

        A club is not asked for what only the house gives.
        """
        super().__init__(*args, **kwargs)
        start = self.fields["starts_at"]
        start.help_text = said_twice(self.initial.get("starts_at")) or start.help_text
        self.of_a_club = of_a_club
        fields: Any = self.fields
        if of_a_club:
            prizes = fields["prize_form"].choices
            fields["format"].choices = [
                one for one in format_choices() if not FORMATS[one[0]].pays_tickets
            ]
            fields["prize_form"].choices = [
                one for one in prizes if one[0] != PrizeForm.TICKETS.value
            ]
        # A plan keeps the rules it was made with, also when they are offered no more.
        own = rule_sets.rule_set_of(self.initial.get("rule_set"))
        if own is not None and own.retired_at is not None:
            offered = [*rule_sets.rule_set_choices(), (str(own.pk), str(own))]
            fields["rule_set"].choices = offered
        for key, option in preset_options():
            fields[option.name] = preset_field(key, option)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        numbers = {
            name
            for name, field in self.fields.items()
            if isinstance(field, forms.IntegerField) and not field.required
        }
        return {
            name: 0 if value is None and name in numbers else value for name, value in data.items()
        }

    @property
    def format_fields(self) -> dict[str, list[str]]:
        """The fields that each format asks for and others do not."""
        return {key: list(one.asks_for) for key, one in FORMATS.items()}

    @property
    def preset_rules(self) -> dict[str, list[str]]:
        """The special rules that each game knows."""
        return {key: house_rules_of(key) for key in engine.PRESETS}

    @property
    def groups(self) -> list[tuple[str, Any, list[forms.BoundField]]]:
        kept_back = OF_THE_HOUSE if self.of_a_club else ()
        return [
            (key, title, [self[name] for name in names if name not in kept_back])
            for key, (title, names) in words.GROUPS.items()
        ]

    @property
    def first_groups(self) -> list[Any]:
        return self.groups[: words.FIRST_GROUPS]

    @property
    def more_groups(self) -> list[Any]:
        return self.groups[words.FIRST_GROUPS :]

    @property
    def has_more_errors(self) -> bool:
        return any(field.errors for _key, _title, fields in self.more_groups for field in fields)

    @property
    def variations(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields of presets' own options, by preset."""
        found: dict[str, list[forms.BoundField]] = {}
        for key, option in preset_options():
            found.setdefault(key, []).append(self[option.name])
        return list(found.items())

    def wishes(self) -> Wishes:
        """What was filled in. Raises InvalidPlan where its parts contradict each other."""
        data = self.cleaned_data
        return Wishes(
            name=data["name"],
            plan=self._plan(),
            offer=rule_sets.with_rule_set(self._offer(), rule_sets.rule_set_of(data["rule_set"])),
            starts_at=data["starts_at"],
            players_expected=data["players_expected"],
        )

    def _offer(self) -> TableOffer:
        data = self.cleaned_data
        fitting = house_rules_of(data["preset"])
        options = {
            option.name: data[option.name]
            for key, option in preset_options()
            if key == data["preset"] and data[option.name] not in (None, option.default)
        }
        return TableOffer(
            preset=data["preset"],
            house_rules=tuple(key for key in data["house_rules"] if key in fitting),
            options=options,
            format=MatchFormat.RING.value,
            rounds=data["match_rounds"],
            turn_seconds=data["turn_seconds"],
            bank_seconds=data["bank_seconds"],
        )

    def _plan(self) -> Plan:
        data = self.cleaned_data
        return Plan(
            **{name: data[name] for name in OF_PLAN},
            boards=data["boards"] or None,
            schedule=self._schedule(),
            entries=EntryRules(
                **{name: data[name] for name in OF_ENTRIES},
                late_until_level=data["late_until"] - 1,
                too_few=TooFew(data["too_few"]),
                returns_until_level=data["returns_until"] - 1,
            ),
            prizes=PrizePlan(
                PrizeForm(data["prize_form"]), **{name: data[name] for name in OF_PRIZES}
            ),
            pace=Pace(data["pace"]),
            absent=Absent(data["absent"]),
        )

    def _schedule(self) -> Schedule:
        """A preset with its breaks, or levels of one's own."""
        data = self.cleaned_data
        breaks = {
            "break_every": data["break_every"],
            "break_ms": data["break_minutes"] * MINUTE_MS,
        }
        if data["schedule"] != OWN:
            preset = SCHEDULES[data["schedule"]]
            chosen = {"first_pcr": preset.first_pcr, "growth": preset.growth, "key": preset.key}
            return Schedule(**chosen, rounds=preset.rounds, level_ms=preset.level_ms, **breaks)  # type: ignore[arg-type]
        growth = Fraction(data["growth_percent"], 100)
        by_rounds = data["level_by"] == "rounds"
        return Schedule(
            first_pcr=data["first_pcr"],
            growth=(growth.numerator, growth.denominator),
            rounds=data["level_length"] if by_rounds else None,
            level_ms=None if by_rounds else data["level_length"] * MINUTE_MS,
            **breaks,
        )


def _rule_set(offer: TableOffer) -> str:
    """The rules of the house by which an offer is played, as the form chooses them."""
    found = rule_sets.rule_set_like(
        preset=offer.preset, house_rules=list(offer.house_rules), options=offer.options
    )
    return "" if found is None else str(found.pk)


def filled_in(draft: TournamentDraft) -> dict[str, Any]:
    """The form's fields as a draft has them."""
    wishes = wishes_of(draft)
    plan, offer = wishes.plan, wishes.offer
    schedule, entries, prizes = plan.schedule, plan.entries, plan.prizes
    over, under = schedule.growth
    same = {name: getattr(plan, name) for name in OF_PLAN}
    same |= {name: getattr(entries, name) for name in OF_ENTRIES}
    same |= {name: getattr(prizes, name) for name in OF_PRIZES}
    return {
        **{option.name: initial_of(option.default) for _key, option in preset_options()},
        **{
            option.name: initial_of(offer.options[option.name])
            for key, option in preset_options()
            if key == offer.preset and option.name in offer.options
        },
        **same,
        "name": wishes.name,
        "starts_at": wishes.starts_at,
        "players_expected": wishes.players_expected,
        "rule_set": _rule_set(offer),
        "preset": offer.preset,
        "house_rules": list(offer.house_rules),
        "turn_seconds": offer.turn_seconds,
        "bank_seconds": offer.bank_seconds,
        "match_rounds": offer.rounds or 1,
        "schedule": schedule.key if schedule.key in SCHEDULES else OWN,
        "first_pcr": schedule.first_pcr,
        "growth_percent": 100 * over // under,
        "level_by": "minutes" if schedule.rounds is None else "rounds",
        "level_length": schedule.rounds or (schedule.level_ms or MINUTE_MS) // MINUTE_MS,
        "break_every": schedule.break_every,
        "break_minutes": schedule.break_ms // MINUTE_MS,
        "too_few": entries.too_few.value,
        "late_until": entries.late_until_level + 1,
        "returns_until": entries.returns_until_level + 1,
        "prize_form": prizes.form.value,
        "boards": plan.boards or "",
        "pace": plan.pace.value,
        "absent": plan.absent.value,
    }
