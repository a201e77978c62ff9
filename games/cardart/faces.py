"""A sprite is one SVG file with a symbol per card (`#7h`, `#X1`, `#back`), 120 × 168 units each.

Colours are custom properties with defaults, so a page recolours the deck (four colours, dark room) without a new file:
`--suit-s` `--suit-h` `--suit-d` `--suit-c`, `--card-paper`, `--card-ink`, `--card-gold`, `--card-skin`, `--card-back`, and which pattern of the back is shown.
Letter and sign in the corner are a group `index`, the middle a group `pips`: a page makes the one larger and the other
smaller for those who want to read from afar.
"""

# ruff: noqa: E501 - a path is one word

from collections.abc import Iterator

from games.cardart.courts import FIGURES, GOLD, INK, PAPER
from games.cardart.shapes import GERMAN_LETTERS, LETTERS, PIPS, SUITS

RANKS = "A23456789TJQK"
JOKERS = 6
COLOURS = {
    "s": "var(--suit-s,#1d2521)",
    "h": "var(--suit-h,#b8242b)",
    "d": "var(--suit-d,#b8242b)",
    "c": "var(--suit-c,#1d2521)",
}
BACK = "var(--card-back,#12443a)"
BOX = '<rect x="1" y="1" width="118" height="166" rx="10" fill="{fill}" stroke="var(--card-edge,#cfc6b4)" stroke-width="1.5"/>'


def _pip(suit: str, x: float, y: float, scale: float, turned: bool = False) -> str:
    turn = " rotate(180)" if turned else ""
    return f'<path transform="translate({x:g} {y:g}){turn} scale({scale:g})" d="{SUITS[suit]}"/>'


def _corner(letter: str, suit: str) -> str:
    x = 9.5 if letter == "T" else 8.5
    narrow = " scale(.92 1)" if letter == "T" else ""
    glyph = f'<path fill="none" stroke="{COLOURS[suit]}" stroke-width="3.7" stroke-linecap="round" stroke-linejoin="round"'
    letter_and_sign = (
        f'{glyph} transform="translate({x:g} 11){narrow}" d="{LETTERS[letter]}"/>'
        f"{_pip(suit, 16.5, 51, 0.62)}"
    )
    return f'<g class="index">{letter_and_sign}</g>'


def _twice(half: str) -> str:
    """What stands at the top stands upside down at the bottom too."""
    return f'{half}<g transform="rotate(180 60 84)">{half}</g>'


def _pips(rank: str, suit: str) -> str:
    scale = 1.75 if rank == "A" else 0.74
    pips = "".join(_pip(suit, x, y, scale, turned=y > 84) for x, y in PIPS[rank])
    ring = f'<circle cx="60" cy="84" r="36" fill="none" stroke="{GOLD}" stroke-width="1.2" stroke-dasharray="1 3"/>'
    return pips + (ring if rank == "A" else "")


def _court(rank: str, suit: str) -> str:
    frame = f'<rect x="31" y="17" width="58" height="134" rx="4" fill="none" stroke="{COLOURS[suit]}" stroke-width="1.2"/>'
    figure = f'<g transform="translate(60 83.5)" stroke-width=".9" stroke-linejoin="round">{FIGURES[rank](COLOURS[suit])}</g>'
    sign = _pip(suit, 40, 28, 0.42) if rank != "J" else _pip(suit, 39.5, 27, 0.42)
    waist = f'<path stroke="{GOLD}" stroke-width="2" d="M32 84h56"/>'
    return frame + _twice(figure + sign) + waist


def face(rank: str, suit: str, letters: dict[str, str]) -> str:
    middle = _court(rank, suit) if rank in FIGURES else _pips(rank, suit)
    corners = _twice(_corner(letters.get(rank, rank), suit))
    return (
        BOX.format(fill=PAPER)
        + f'<g fill="{COLOURS[suit]}">{corners}<g class="pips">{middle}</g></g>'
    )


def joker(number: int) -> str:
    """A jester's cap; odd jokers in the colour of hearts, even ones in that of spades."""
    colour = COLOURS["h"] if number % 2 else COLOURS["s"]
    star = "M0-13 3.2-4.2 12.4-4 5.2 1.7 7.7 10.5 0 5.4-7.7 10.5-5.2 1.7-12.4-4-3.2-4.2z"
    cap = (
        f'<g transform="translate(60 92)" stroke="{INK}" stroke-width="1.2" stroke-linejoin="round">'
        f'<path fill="{colour}" d="M-20 6C-24-14-34-20-38-8c-2-22 18-30 28-12z"/>'
        f'<path fill="{INK}" d="M20 6C24-14 34-20 38-8c2-22-18-30-28-12z"/>'
        f'<path fill="{GOLD}" d="M-20 6C-16-20-10-34 0-46 10-34 16-20 20 6z"/>'
        f'<path fill="{PAPER}" d="M-22 6c14-4 30-4 44 0v8c-14-4-30-4-44 0z"/>'
        f'<circle cx="-38" cy="-6" r="4.5" fill="{GOLD}"/><circle cx="38" cy="-6" r="4.5" fill="{GOLD}"/>'
        f'<circle cy="-48" r="4.5" fill="{colour}"/>'
        f'<path fill="{colour}" stroke="none" transform="translate(0 34)" d="{star}"/></g>'
    )
    corner = f'<path fill="{colour}" transform="translate(17 22) scale(.92)" d="{star}"/>'
    pips = "".join(
        f'<circle cx="17" cy="{40 + 6 * n}" r="1.9" fill="{colour}"/>' for n in range(number)
    )
    return BOX.format(fill=PAPER) + _twice(corner + pips) + cap


def _back_patterns() -> dict[str, str]:
    """Fields of the backs, as paths. A page shows one of them: `--back-lattice` and so on are its `display`.

    Each is drawn over the whole field and its overhang painted away by the border, so no clip path is needed.
    """
    around = [(8 + 13 * at, y) for at in range(9) for y in (8, 160)]
    around += [(x, 8 + 13 * at) for at in range(1, 12) for x in (8, 112)]
    return {
        "lattice": "".join(
            f"M{x} 10 {x + 74} 158M{x + 74} 10 {x} 158" for x in range(-51, 100, 12)
        ),
        "waves": "".join(f"M6 {y}q6-12 12 0" + "t12 0" * 8 for y in range(12, 172, 8)),
        "rays": "".join(f"M60 84 {x} {y}" for x, y in around),
        "rings": "".join(
            f"M60 {84 - r}l{r * 0.7:g} {r} {-r * 0.7:g} {r} {-r * 0.7:g} {-r}z"
            for r in range(32, 150, 8)
        ),
    }


def back() -> str:
    """A pattern around a chip, the house's sign, with an edge of paper that every felt lets see."""
    border = f'<path fill="{BACK}" fill-rule="evenodd" d="M1 11A10 10 0 0 1 11 1h98a10 10 0 0 1 10 10v146a10 10 0 0 1-10 10H11a10 10 0 0 1-10-10zM11 15v138a4 4 0 0 0 4 4h90a4 4 0 0 0 4-4V15a4 4 0 0 0-4-4H15a4 4 0 0 0-4 4z"/>'
    edge = '<rect x="2" y="2" width="116" height="164" rx="9" fill="none" stroke="var(--card-back-edge,#fffdf7)" stroke-width="3"/>'
    frame = f'<rect x="8" y="8" width="104" height="152" rx="6" fill="none" stroke="{GOLD}" stroke-width="1.3"/>'
    chip = (
        f'<circle cx="60" cy="84" r="25" fill="{BACK}" stroke="{GOLD}" stroke-width="1.3"/>'
        f'<circle cx="60" cy="84" r="20.5" fill="none" stroke="{GOLD}" stroke-width="5" stroke-dasharray="8.05 8.05"/>'
        f'<circle cx="60" cy="84" r="15" fill="none" stroke="{GOLD}" stroke-width="1"/>'
        + "".join(
            f'<path fill="{GOLD}" transform="translate({60 + dx} {84 + dy}) scale(.28)" d="{SUITS[suit]}"/>'
            for suit, dx, dy in (("s", 0, -6.5), ("h", 6.5, 0), ("c", 0, 6.5), ("d", -6.5, 0))
        )
    )
    patterns = "".join(
        f'<path display="var(--back-{name},{"none" if at else "inline"})" d="{lines}"/>'
        for at, (name, lines) in enumerate(_back_patterns().items())
    )
    field = f'<rect x="1" y="1" width="118" height="166" rx="10" fill="{BACK}"/>'
    drawn = f'<g fill="none" stroke="var(--card-back-line,#3f7d6c)" stroke-width="1">{patterns}</g>'
    return f"{field}{drawn}{border}{frame}{edge}{chip}"


def _symbols(letters: dict[str, str]) -> Iterator[tuple[str, str]]:
    for suit in SUITS:
        for rank in RANKS:
            yield rank + suit, face(rank, suit, letters)
    for number in range(1, JOKERS + 1):
        yield f"X{number}", joker(number)
    yield "back", back()


def sprite(language: str) -> str:
    """The whole deck; `language` "de" writes D and B where "en" writes Q and J."""
    letters = GERMAN_LETTERS if language == "de" else {}
    cards = [
        f'<symbol id="{name}" viewBox="0 0 120 168">{body}</symbol>'
        for name, body in _symbols(letters)
    ]
    suits = [
        f'<symbol id="suit-{suit}" viewBox="-16 -16 32 32"><path fill="{COLOURS[suit]}" d="{path}"/></symbol>'
        for suit, path in SUITS.items()
    ]
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', *cards, *suits, "</svg>", ""])
