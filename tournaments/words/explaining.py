"""Why chips changed hands in a round: the formula with its numbers, for one player (PLAY-20…22).

Everything is read from the stored round: the scores, the ratio, the stacks it was played with and
what was settled. Pages, the API and the back office show the same sentences.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext

from rummy.settlement import GAVE_UP, DecidedBy, SeatScore, best_seats
from tournaments.models import Entry, PlayedRound
from web.numbers import grouped, with_figures

DECIDED_BY = {
    DecidedBy.MELDED: lambda score: score.melded,
    DecidedBy.HAND_VALUE: lambda score: score.hand_value,
    DecidedBy.HAND_CARDS: lambda score: score.hand_cards,
}


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One player's part in a round; `due_chips` is what the scores say, whatever the stack."""

    entry: int
    name: str
    score: int
    stack_chips: int
    change_chips: int
    due_chips: int
    is_winner: bool
    gave_up: bool = False

    @property
    def paid_chips(self) -> int:
        return 0 if self.is_winner else -self.change_chips

    @property
    def is_capped(self) -> bool:
        return self.paid_chips < self.due_chips


@dataclass(frozen=True, slots=True)
class SettlementExplanation:
    """A settled round as it can be told: `lines` in seat order, sentences for whoever reads."""

    table_number: int
    round_number: int
    pcr: int
    decided_by: DecidedBy
    lines: tuple[SeatLine, ...]
    scores: tuple[SeatScore, ...]
    voided: bool = False

    @property
    def winners(self) -> tuple[SeatLine, ...]:
        return tuple(line for line in self.lines if line.is_winner)

    def line_of(self, entry: int) -> SeatLine | None:
        return next((line for line in self.lines if line.entry == entry), None)

    def sentence(self, entry: int) -> str:
        """Why this player won or lost what they did, in the active language, addressed to them."""
        line = self.line_of(entry)
        if line is None:
            return _("You did not play this round.")
        parts = [self._won(line) if line.is_winner else self._lost(line), self.tie_sentence()]
        if self.voided:
            parts.append(_("The director has taken this settlement back."))
        return " ".join(part for part in parts if part)

    def tie_sentence(self) -> str:
        """How a tie for the best score was broken; nothing where there was none (PLAY-21)."""
        if self.decided_by is DecidedBy.SCORE:
            return ""
        facts = with_figures(
            {
                "winners": _names([line.name for line in self.winners]),
                "tied": sum(line.score == self.winners[0].score for line in self.lines),
                "score": self.winners[0].score,
            }
        )
        if self.decided_by in DECIDED_BY:
            first = next(seat for seat, line in enumerate(self.lines) if line.is_winner)
            facts["value"] = grouped(DECIDED_BY[self.decided_by](self.scores[first]))
        return _tie_words()[self.decided_by] % facts

    def _lost(self, line: SeatLine) -> str:
        best = self.winners[0]
        facts = with_figures(
            {
                "lost": chips_words(line.paid_chips),
                "winners": _names([winner.name for winner in self.winners]),
                "best": _points(best.score),
                "score": line.score,
                "difference": _points(best.score - line.score),
                "pcr": chips_words(self.pcr),
                "due": chips_words(line.due_chips),
                "stack": line.stack_chips,
            }
        )
        return _why_lost(line) % facts

    def _won(self, line: SeatLine) -> str:
        payers = [other for other in self.lines if not other.is_winner and other.due_chips]
        if not payers:
            return _("Nobody lost chips: all were equal.")
        each = "; ".join(self._payment(payer, line.score) for payer in payers)
        won = chips_words(line.change_chips)
        facts = {"won": won, "score": _with_points(line.score), "payments": each}
        return _("You won %(won)s with %(score)s: %(payments)s.") % facts

    def _payment(self, payer: SeatLine, best: int) -> str:
        facts = with_figures(
            {
                "name": payer.name,
                "paid": payer.paid_chips,
                "difference": _points(best - payer.score),
                "pcr": self.pcr,
                "due": payer.due_chips,
            }
        )
        return _how_paid(payer) % facts


def _how_paid(payer: SeatLine) -> str:
    if payer.gave_up:
        return _("%(name)s gave up and paid %(paid)s")
    if payer.is_capped:
        return _(
            "%(name)s paid %(paid)s, the whole stack (%(difference)s × %(pcr)s would be %(due)s)"
        )
    return _("%(name)s paid %(paid)s (%(difference)s × %(pcr)s)")


def _why_lost(line: SeatLine) -> str:
    if line.gave_up and line.is_capped:
        return _(
            "You gave up the round, which counts like the worst result of this game: "
            "%(difference)s × %(pcr)s per point = %(due)s, but nobody pays more than "
            "their stack, and yours was %(stack)s."
        )
    if line.gave_up:
        return _(
            "You lost %(lost)s: you gave up the round, which counts like the worst "
            "result of this game. %(difference)s × %(pcr)s per point = %(due)s."
        )
    if not line.due_chips:
        return _("You lost nothing: you had as many points as %(winners)s (%(score)s).")
    if line.is_capped:
        return _(
            "You lost %(lost)s: %(winners)s had %(best)s, you had %(score)s."
            " %(difference)s × %(pcr)s per point = %(due)s, but nobody"
            " pays more than their stack, and yours was %(stack)s."
        )
    return _(
        "You lost %(lost)s: %(winners)s had %(best)s, you had %(score)s."
        " %(difference)s × %(pcr)s per point = %(due)s."
    )


def _tie_words() -> dict[DecidedBy, str]:
    return {
        DecidedBy.SHARED: _(
            "%(tied)s players had the best score (%(score)s) and were equal in everything"
            " else: they share what the others pay."
        ),
        DecidedBy.MELDED: _(
            "%(tied)s players had %(score)s points; %(winners)s was ahead by points in melds and"
            " lay-offs (%(value)s)."
        ),
        DecidedBy.HAND_VALUE: _(
            "%(tied)s players had %(score)s points and as much in melds; %(winners)s had the lower"
            " cards in hand (%(value)s)."
        ),
        DecidedBy.HAND_CARDS: _(
            "%(tied)s players had %(score)s points, as much in melds and in hand; %(winners)s had"
            " fewer cards left (%(value)s)."
        ),
    }


def chips_words(chips: int) -> str:
    """1 chip; 1,200 chips."""
    return ngettext("%(count)s chip", "%(count)s chips", chips) % {"count": grouped(chips)}


def _points(points: int) -> str:
    """1 point; 60 points."""
    return ngettext("%(count)s point", "%(count)s points", points) % {"count": grouped(points)}


def _with_points(points: int) -> str:
    """The same after a preposition, which some languages tell apart."""
    words = npgettext("with so many", "%(count)s point", "%(count)s points", points)
    return words % {"count": grouped(points)}


def _names(names: Sequence[str]) -> str:
    """Anna; Anna and Bert; Anna, Bert and Carl."""
    if len(names) < 2:
        return "".join(names)
    return _("%(first)s and %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}


def explain_settlement(played: PlayedRound) -> SettlementExplanation:
    """The round as it can be told to anybody who sat there."""
    return explain_settlements([played])[0]


def explain_settlements(rounds: Sequence[PlayedRound]) -> list[SettlementExplanation]:
    """Several rounds at once, with one query for the players' names."""
    wanted = {entry for played in rounds for entry in played.entries}
    names = dict(Entry.objects.filter(pk__in=wanted).values_list("pk", "player__username"))
    return [_explained(played, names) for played in rounds]


def settled_rounds(
    entry: Entry, *, before: int | None = None, most: int
) -> list[tuple[PlayedRound, SettlementExplanation]]:
    """The rounds of an entry, newest first, each with what explains it; below a number, if any."""
    played = PlayedRound.objects.filter(
        tournament_id=entry.tournament_id, entries__contains=[entry.pk]
    )
    if before is not None:
        played = played.filter(pk__lt=before)
    rounds = list(played.order_by("-id")[:most])
    return list(zip(rounds, explain_settlements(rounds), strict=True))


def rounds_told(entry: Entry, *, most: int) -> list[tuple[PlayedRound, str]]:
    """The same, each in a sentence to its player."""
    return [(one, text.sentence(entry.pk)) for one, text in settled_rounds(entry, most=most)]


def _explained(played: PlayedRound, names: dict[int, str]) -> SettlementExplanation:
    scores = tuple(SeatScore(*score) for score in played.scores)
    winners, decided_by = best_seats(scores)
    best = scores[winners[0]].score
    lines = tuple(
        SeatLine(
            entry=entry,
            name=names.get(entry, f"#{entry}"),
            score=scores[seat].score,
            stack_chips=played.stacks_chips[seat],
            change_chips=played.changes_chips[seat],
            due_chips=0 if seat in winners else (best - scores[seat].score) * played.pcr,
            is_winner=seat in winners,
            gave_up=scores[seat].melded == GAVE_UP,
        )
        for seat, entry in enumerate(played.entries)
    )
    return SettlementExplanation(
        table_number=played.table_number,
        round_number=played.number,
        pcr=played.pcr,
        decided_by=decided_by,
        lines=lines,
        scores=scores,
        voided=played.voided,
    )
