"""`manage.py simulate_tournament`: how a tournament will go, or a trial run on the database."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.tables.terms import TableOffer, agree_terms
from rummy import engine
from rummy.bots import BOTS
from rummy.bots.families import plays
from rummy.match import MatchFormat
from tournaments import director
from tournaments.forecast import Forecast
from tournaments.models import PlayedRound
from tournaments.planner.forecasts.simulating import (
    SAMPLES,
    cards_of,
    forecast_plan,
    run_on_database,
)
from tournaments.planner.publishing import require_game
from web.refusals import words_of

MINUTE_MS = 60_000
NUMBERS: tuple[tuple[str, float | None, str], ...] = (
    ("players", 64, "how many enter"),
    ("seats", None, "seats per table; unnamed, the fewest the game is played by"),
    ("stack", 1_000, "tournament chips at the start"),
    ("max-rounds", 200, "after which the chips decide"),
    ("buy-in", 0, "chips"),
    ("bounty", 0, "chips of it on each head"),
    ("ticket", 0, "worth in chips of what a satellite gives"),
    ("returns", 0, "re-entries; everybody takes all of them"),
    ("returns-until", 4, "the last level with re-entries, from 1"),
    ("target", 0, "points that end a single-table tournament"),
    ("samples", SAMPLES, "rounds to draw from"),
    ("think", 8.0, "seconds per turn"),
    ("runs", 20, "how many tournaments are played"),
    ("seed", 1, "for the same chance again"),
)


class Command(BaseCommand):
    help = (
        "Play whole tournaments with rounds as bots play them, through the same director and "
        "settlement as real ones, and say how long they take."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        for name, default, words in NUMBERS:
            kind = float if isinstance(default, float) else int
            parser.add_argument(f"--{name}", type=kind, default=default, help=words)
        parser.add_argument("--preset", choices=list(engine.PRESETS), default="gin_palast")
        parser.add_argument("--schedule", choices=list(director.SCHEDULES), default="standard")
        parser.add_argument("--format", choices=list(director.FORMATS), default="freezeout")
        parser.add_argument(
            "--bot", choices=list(BOTS), default="", help="who plays; unnamed, one who can"
        )
        parser.add_argument(
            "--database", action="store_true", help="one trial run with rows and ledger instead"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        least = {"players": 2, "runs": 1, "samples": 1}
        least |= dict.fromkeys(("buy_in", "bounty", "ticket", "returns", "target"), 0)
        for name, number in least.items():
            if options[name] < number:
                raise CommandError(f"--{name.replace('_', '-')} is too small: {options[name]}.")
        try:
            self._simulate(options)
        except director.InvalidPlan as refusal:
            raise CommandError(words_of(refusal)) from None

    def _simulate(self, options: dict[str, Any]) -> None:
        terms = agree_terms(
            TableOffer(preset=options["preset"], format=MatchFormat.RING.value, rounds=1)
        )
        rules, bot = terms.rules, options["bot"]
        if bot and not plays(BOTS[bot], rules.family):
            able = ", ".join(key for key in BOTS if plays(BOTS[key], rules.family))
            raise CommandError(f"{bot} does not play {options['preset']}; these do: {able}.")
        seats = min(rules.seats) if options["seats"] is None else options["seats"]
        if seats not in rules.seats:
            counts = ", ".join(map(str, rules.seats))
            raise CommandError(f"{options['preset']} is played by {counts}, not by {seats}.")
        plan = director.Plan(
            format=options["format"],
            seats=seats,
            stack_chips=options["stack"],
            schedule=director.SCHEDULES[options["schedule"]],
            max_rounds=options["max_rounds"],
            **_stakes(options),
        )
        plan = director.FORMATS[plan.format].tried(plan)
        director.check(plan)
        require_game(plan, terms)
        cards = cards_of(
            rules,
            seats,
            bot=bot,
            think_ms=int(options["think"] * 1_000),
            seed=options["seed"],
            samples=options["samples"],
        )
        players = min(options["players"], plan.entries.most)
        if options["database"]:
            played = run_on_database(plan, players, cards).pk
            rounds = PlayedRound.objects.filter(tournament_id=played).count()
            self.stdout.write(f"tournament {played} is over; rounds at its tables: {rounds}")
        else:
            returning = bool(options["returns"])
            found = forecast_plan(plan, players, cards, runs=options["runs"], returning=returning)
            self._show(found)

    def _show(self, found: Forecast) -> None:
        rounds, time = found.rounds, found.duration_ms
        tournaments = "tournament" if found.runs == 1 else "tournaments"
        self.stdout.write(f"{found.runs} {tournaments} of {found.players} players")
        self.stdout.write(f"  rounds    {rounds.median} (nine of ten: {rounds.p5} to {rounds.p95})")
        self.stdout.write(
            f"  minutes   {time.median // MINUTE_MS} (nine of ten: {time.p5 // MINUTE_MS} to"
            f" {time.p95 // MINUTE_MS}, longest {time.worst // MINUTE_MS})"
        )
        if found.stacks_bought.worst > found.players:
            self.stdout.write(f"  stacks    {found.stacks_bought.median} bought")
        tables = ", ".join(map(str, found.tables_by_level))
        self.stdout.write(f"  tables    {tables} (at the start of each level)")
        self.stdout.write(f"  payments  {_percent(found.capped_permille)} limited by the stack")
        self.stdout.write(
            f"  rounds with players out: {_percent(found.several_out_permille)} with several"
        )
        self.stdout.write(f"  moves     {found.moves_per_player_permille / 1_000:.2f} per player")


def _stakes(options: dict[str, Any]) -> dict[str, Any]:
    """What the formats ask for, as it was told; what is missing the trial itself fills in."""
    found: dict[str, Any] = {
        "buy_in_chips": options["buy_in"] or 2 * options["bounty"] or options["ticket"],
        "bounty_chips": options["bounty"],
        "target_points": options["target"],
    }
    if options["ticket"]:
        worth = options["ticket"]
        found["prizes"] = director.PrizePlan(director.PrizeForm.TICKETS, ticket_chips=worth)
    if options["returns"]:
        until = options["returns_until"] - 1
        found["entries"] = director.EntryRules(
            returns_max=options["returns"], returns_until_level=until
        )
    return found


def _percent(permille: int) -> str:
    return f"{permille / 10:.1f} %"
