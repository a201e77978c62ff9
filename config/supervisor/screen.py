"""What the person at the terminal sees: steps with their times, then where to go."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.panel import Panel
from rich.text import Text


class Screen:
    """Lines on a terminal; plain ones where the output is a file."""

    def __init__(self) -> None:
        self.console = Console(highlight=False)

    @contextmanager
    def step(self, doing: str) -> Iterator[None]:
        """Show what is being done, then how long it took."""
        begun = time.monotonic()
        with self.console.status(f"{doing} …"):
            yield
        self.console.print(f"[green]✓[/] {doing} [dim]{time.monotonic() - begun:.1f} s[/]")

    def note(self, line: str) -> None:
        self.console.print(f"[yellow]![/] {line}")

    def welcome(self, *, addresses: list[str], log_ins: str, data: str) -> None:
        body = Text()
        for address in addresses:
            body.append(f"{address}\n", style="bold cyan underline")
        lines = log_ins.strip().splitlines()
        # In a frame a long address is broken in two.
        opening = [line for line in lines if line.startswith("http")]
        if told := "\n".join(line for line in lines if line not in opening):
            body.append(f"\n{told}\n")
        body.append(f"\nData and logs: {data}\nCtrl-C stops everything; the data stays.", "dim")
        self.console.print(Panel(body, title="Jeton is running", expand=False, padding=(1, 3)))
        for address in opening:
            self.console.print(address, style="bold cyan", soft_wrap=True)
