"""`python -m games.cardart`: draw both sprites into the static folder."""

from pathlib import Path

from games.cardart.faces import sprite

TARGET = Path(__file__).resolve().parents[1] / "static" / "games" / "cards"


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    for language in ("de", "en"):
        (TARGET / f"{language}.svg").write_text(sprite(language), encoding="utf-8")


if __name__ == "__main__":
    main()
