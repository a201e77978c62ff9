"""What the house shows of itself to everybody: the head of the chain, the last audit, rounds."""

from dataclasses import dataclass

from backoffice.chain.sealing import head
from backoffice.models import AuditRun, ChainLink, ChainRound

SHOWN = 20


@dataclass(frozen=True, slots=True)
class Trust:
    head: ChainLink | None
    audit: AuditRun | None
    rounds: int

    @property
    def audited_rounds(self) -> int:
        """Rounds that the last audit without faults has dealt and scored anew."""
        figures = self.audit.figures if self.audit is not None and not self.audit.faults else {}
        return min(int(figures.get("rounds", 0)), self.rounds)

    @property
    def audited_percent(self) -> int:
        """Rounded down: 100 only where none is missing."""
        return 100 * self.audited_rounds // max(1, self.rounds)


def trust() -> Trust:
    return Trust(head(), AuditRun.objects.order_by("-id").first(), ChainRound.objects.count())
