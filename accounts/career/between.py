"""Two players' matches against each other."""

from dataclasses import dataclass

from accounts.models import MatchRecord, Player

MATCHES_READ = 1_000


@dataclass(frozen=True, slots=True)
class Duel:
    """So many matches of one game between two players: how often the first came before the second,
    behind, and level with them. `name` is a preset's key."""

    name: str
    matches: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        return self.matches - self.ahead - self.behind


def duels(player: Player, other: Player) -> list[Duel]:
    """By game, of their latest matches (1,000) as opponents; the most played first."""
    own = MatchRecord.objects.filter(player=player, opponents__contains=[other.pk])
    found = list(own.order_by("-at").values_list("match", "game", "place")[:MATCHES_READ])
    met = MatchRecord.objects.filter(player=other, match__in=[match for match, _, _ in found])
    places = dict(met.values_list("match", "place"))
    by_game: dict[str, list[int]] = {}
    for match, game, place in found:
        if match in places:
            by_game.setdefault(game, []).append(places[match] - place)
    return [
        Duel(
            name=game,
            matches=len(by_game[game]),
            ahead=sum(gap > 0 for gap in by_game[game]),
            behind=sum(gap < 0 for gap in by_game[game]),
        )
        for game in sorted(by_game, key=lambda game: (-len(by_game[game]), game))
    ]
