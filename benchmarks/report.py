"""Results, and how they are shown."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

OUT = Path(__file__).parent / "out" / "latest.json"


@dataclass(frozen=True, slots=True)
class Result:
    """One figure; `ratio` is value divided by what `versus` names, where there is a reference."""

    name: str
    value: float
    unit: str
    versus: str = ""
    ratio: float | None = None


def paired(
    name: str, unit: str, versus: str, ours: list[float], reference: list[float]
) -> list[Result]:
    """The median of ours, the median ratio of the rounds, and the reference itself."""
    ratio = median(a / b for a, b in zip(ours, reference, strict=True))
    return [
        Result(name, round(median(ours), 1), unit, versus, round(ratio, 3)),
        Result(f"{name}.reference", round(median(reference), 1), unit, versus),
    ]


def save(results: list[Result]) -> None:
    OUT.parent.mkdir(exist_ok=True)
    kept = []
    if OUT.exists():
        fresh = {result.name for result in results}
        kept = [line for line in json.loads(OUT.read_text()) if line["name"] not in fresh]
    lines = kept + [asdict(result) for result in results]
    OUT.write_text(json.dumps(lines, indent=1) + "\n")


def show(results: list[Result]) -> None:
    table = Table(title="Measured here and now; the ratios are what carries over")
    for heading in ("name", "value", "unit", "versus", "ratio"):
        table.add_column(heading, justify="right" if heading in ("value", "ratio") else "left")
    for result in results:
        ratio = "" if result.ratio is None else f"{result.ratio:.2f}"
        table.add_row(result.name, f"{result.value:,.2f}", result.unit, result.versus, ratio)
    Console(width=120).print(table)
