"""What is wrong with a page in the browser: cut text, sideways scrolling, axe's findings."""

from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).parent / "vendor" / "axe.min.js"
# Names that people choose end in "…" where there is no room; the whole name is elsewhere.
MAY_END_IN_DOTS = (
    ".bar-name, .bar-round, .who-name, .menu-name, .wall-name, .happened, .visually-hidden"
)

FAULTS = (Path(__file__).parent / "faults.js").read_text(encoding="utf-8")


def faults(page: Page) -> list[str]:
    """Text that is cut or lies outside, and a page wider than its window."""
    found: list[str] = page.evaluate(FAULTS, MAY_END_IN_DOTS)
    return found


@cache
def axe_source() -> str:
    return AXE.read_text(encoding="utf-8")


# A button between two colours has neither: what moves or fades comes to its end first.
STILL = """async () => {
  const isEndless = ({ effect }) => effect.getTiming().iterations === Infinity;
  const ends = document.getAnimations().filter((one) => !isEndless(one));
  const late = new Promise((go) => setTimeout(go, 3000));
  await Promise.race([Promise.allSettled(ends.map(({ finished }) => finished)), late]);
}"""


def violations(page: Page) -> list[str]:
    """What axe-core finds, best practices included: a rule and the places that break it."""
    page.evaluate(STILL)
    if not page.evaluate("typeof axe !== 'undefined'"):
        page.evaluate(axe_source())
    found: list[dict[str, Any]] = page.evaluate(
        "async () => (await axe.run(document, {resultTypes: ['violations']})).violations"
    )
    return [
        f"{one['id']}: {node['target']} {node['failureSummary'].splitlines()[1:3]}"
        for one in found
        for node in one["nodes"][:3]
    ]
