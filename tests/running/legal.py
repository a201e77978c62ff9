"""An operator who has filled in the samples of imprint and privacy notice."""

from pathlib import Path

from web.legal.reading import SAMPLES, placeholders


def filled_in(folder: Path) -> str:
    """The folder, with every sample in it and nothing left open."""
    folder.mkdir(exist_ok=True)
    for sample in SAMPLES.glob("*.txt"):
        text = sample.read_text(encoding="utf-8")
        for one in placeholders(text):
            text = text.replace(one, "Rommé-Club Musterstadt e. V.")
        (folder / sample.name).write_text(text, encoding="utf-8")
    return str(folder)
