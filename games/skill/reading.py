"""How well a player plays and how lucky they are, by game over the latest rounds, and by match."""

from collections import defaultdict
from math import sqrt
from statistics import fmean, stdev

from django.db.models import Sum

from accounts.career.reading import own_standing
from accounts.models import Player, SeasonStanding
from games.exports.spans import Span
from games.models import RoundSkill, Table, TableStatus
from games.models.rounds import told_to_all
from games.tables.lobby.lists import is_late_for
from rummy.skill import Parts, Tally, accuracy
from rummy.skill.habits import habits
from rummy.skill.measure import CERTAIN, family_of, levels_of
from web.api.payloads import With

BLOCK = 50  # so many rounds tell apart who plays easily, soundly and strongly
ROUNDS_READ = 1_000
ALWAYS = Span()
DIVISION_ROUNDS_READ = 20_000
DIVISION_PLAYERS_MIN = 5  # of fewer a figure for all would tell of single ones


def skills_of(player: Player, reader: Player | None, span: Span = ALWAYS) -> list[With]:
    """Of each game that has been judged in these days, the most played first.

    Accuracy of the latest 50 rounds (`recent`), of all that are read (the latest 1,000), and of
    each block of 50, the oldest first. `levels` are the house's bots for comparison, in percent.
    `luck` and `habits` (`rummy.skill.habits`) are of all that are read; luck is None where none of
    them has a story, `division` for who is in none, or in one of few.

    To others only rounds are told that everybody may know of: from two answers one could reckon
    what the round between them brought.
    """
    rows = RoundSkill.objects.filter(player=player).order_by("-round_id")
    if reader is None or reader.pk != player.pk:
        rows = rows.filter(told_to_all("round__"))
    by_game: dict[str, list[RoundSkill]] = defaultdict(list)
    for row in span.of(rows, "round__ended_at")[:ROUNDS_READ]:
        by_game[row.game].append(row)
    standing = own_standing(player)
    found = (_reading(game, judged, standing) for game, judged in by_game.items())
    return sorted((one for one in found if one), key=lambda one: -one.all.rounds)


def _reading(
    game: str, latest_first: list[RoundSkill], standing: SeasonStanding | None
) -> With | None:
    tallies = [_tally(row) for row in latest_first]
    recent, whole = accuracy(tallies[:BLOCK], game), accuracy(tallies, game)
    if recent is None or whole is None:
        return None
    starts = range(0, len(tallies) - BLOCK + 1, BLOCK)
    blocks = (accuracy(tallies[at : at + BLOCK], game) for at in starts)
    return With(
        game=game,
        recent=recent,
        all=whole,
        blocks=[one for one in blocks if one is not None][::-1],
        levels=levels_of(game),
        luck=_luck([Parts(**row.parts) for row in latest_first if row.parts]),
        habits=habits((row.habits for row in latest_first), family_of(game)),
        division=_of_division(game, standing) if standing else None,
    )


def _of_division(game: str, standing: SeasonStanding) -> With | None:
    """The accuracy of all its members together, in their latest rounds of this season (20,000)
    that everybody may know of; None where only few have any."""
    peers = SeasonStanding.objects.filter(season=standing.season, division=standing.division)
    rows = RoundSkill.objects.filter(
        told_to_all("round__"),
        player__in=peers.values("player"),
        game=game,
        round__ended_at__gte=standing.season.starts_at,
    )
    latest = rows.order_by("-round_id").values("pk")[:DIVISION_ROUNDS_READ]
    sums = RoundSkill.objects.filter(pk__in=latest).values_list("player")
    of_players = sums.annotate(Sum("decisions"), Sum("lost"), Sum("par"))
    tallies = [Tally(*of_player) for _player, *of_player in of_players]
    found = accuracy(tallies, game)
    if found is None or len(tallies) < DIVISION_PLAYERS_MIN:
        return None
    return With(number=standing.division, players=len(tallies), percent=found.percent)


def _luck(stories: list[Parts]) -> With | None:
    """What so many rounds were made of, on average; `margin` is that of the luck (95 %)."""
    if not stories:
        return None
    lucks = [parts.luck for parts in stories]
    spread = stdev(lucks) if len(lucks) > 1 else 0.0
    mean = Parts(*(fmean(column) for column in zip(*stories, strict=True)))
    margin = CERTAIN * spread / sqrt(len(stories))
    return With(rounds=len(stories), mean=mean, margin=margin)


def skill_of_match(table: Table, reader: Player | None) -> list[With]:
    """Of each person at a table whose match is over for this reader, in no order; empty before.

    Accuracy, None where nothing was decided, and what the result was made of, over so many rounds
    that have a story; None where none has.

    The table must come with its admission and seats.
    """
    if table.status != TableStatus.FINISHED or is_late_for(table, reader):
        return []
    rows = RoundSkill.objects.filter(round__table=table)
    by_player: dict[Player, list[RoundSkill]] = defaultdict(list)
    for one in rows.select_related("player"):
        by_player[one.player].append(one)
    return [_of_match(player, judged) for player, judged in by_player.items()]


def _of_match(player: Player, judged: list[RoundSkill]) -> With:
    stories = [Parts(**row.parts) for row in judged if row.parts]
    total = Parts(*map(sum, zip(*stories, strict=True))) if stories else None
    found = accuracy(map(_tally, judged), judged[0].game)
    return With(player=player, accuracy=found, rounds=len(stories), total=total)


def _tally(row: RoundSkill) -> Tally:
    return Tally(row.decisions, row.lost, row.par)
