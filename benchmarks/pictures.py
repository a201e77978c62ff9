"""Plain pictures of figures, as SVG: dots in rows, and dots against each other."""

from collections.abc import Iterable, Mapping, Sequence

WIDE, MARGIN, ROW = 640, 70, 34
HIGH = 420
INK, DOT = "#444", "#1b6b4c"


def strips(rows: Mapping[str, Sequence[float]], words: str) -> str:
    """One row of dots for each name."""
    every = [value for values in rows.values() for value in values]
    low, high = min(every), max(every)
    height = ROW * (len(rows) + 2)
    parts = [_text(8, ROW * (at + 1) + 4, name) for at, name in enumerate(rows)]
    for at, values in enumerate(rows.values()):
        parts += [_dot(_place(one, low, high, WIDE), ROW * (at + 1)) for one in values]
    parts += _scale(low, high, height - 24, words)
    return _picture(height, parts)


def scatter(points: Sequence[tuple[float, float]], words: tuple[str, str]) -> str:
    """Both axes alike, so that the diagonal says where both are the same."""
    every = [value for point in points for value in point]
    low, high = min(every), max(every)
    bottom = HIGH - MARGIN + 20
    ends = (_place(low, low, high, WIDE), bottom, _place(high, low, high, WIDE), 20)
    parts = [f'<line x1="{ends[0]}" y1="{ends[1]}" x2="{ends[2]}" y2="{ends[3]}" stroke="{INK}"/>']
    for across, up in points:
        y = bottom - (bottom - 20) * (up - low) / (high - low)
        parts.append(_dot(_place(across, low, high, WIDE), round(y, 1)))
    parts += _scale(low, high, HIGH - 24, words[0])
    parts.append(_text(8, 16, words[1]))
    return _picture(HIGH, parts)


def _place(value: float, low: float, high: float, wide: int) -> float:
    return round(MARGIN + (wide - MARGIN - 16) * (value - low) / (high - low), 1)


def _dot(x: float, y: float) -> str:
    return f'<circle cx="{x}" cy="{y}" r="3" fill="{DOT}" fill-opacity="0.4"/>'


def _text(x: float, y: float, words: str) -> str:
    return (
        f'<text x="{x}" y="{y}" font-family="sans-serif" font-size="13" fill="{INK}">{words}</text>'
    )


def _scale(low: float, high: float, y: float, words: str) -> list[str]:
    """The ends of the axis, and what it is."""
    left, right = _place(low, low, high, WIDE), _place(high, low, high, WIDE)
    return [_text(left, y, f"{low:.0f}"), _text(right - 30, y, f"{high:.0f}"), _text(250, y, words)]


def _picture(height: int, parts: Iterable[str]) -> str:
    size = f'width="{WIDE}" height="{height}" viewBox="0 0 {WIDE} {height}"'
    ground = f'<rect width="{WIDE}" height="{height}" fill="#fdfbf4"/>'
    inside = "\n".join((ground, *parts))
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">\n{inside}\n</svg>\n'
