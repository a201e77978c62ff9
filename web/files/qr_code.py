"""Addresses as QR codes, for pages and for paper."""

from functools import lru_cache

from django.utils.html import format_html
from django.utils.safestring import SafeString

EDGE = 4  # modules left blank around it, as the standard asks


@lru_cache(maxsize=256)
def modules_of(address: str) -> tuple[tuple[bool, ...], ...]:
    """The code row by row, True for dark; without its edge."""
    import qrcode  # with a library for pictures, of which processes that draw none need no copy

    code = qrcode.QRCode(border=0, error_correction=qrcode.ERROR_CORRECT_M)
    code.add_data(address)
    code.make(fit=True)
    return tuple(tuple(map(bool, row)) for row in code.get_matrix())


def svg_of(address: str) -> SafeString:
    """The code as a picture for a page, dark on white whatever the page's colours."""
    rows = modules_of(address)
    size = len(rows) + 2 * EDGE
    dark = "".join(
        f"M{column + EDGE} {line + EDGE}h1v1h-1z"
        for line, row in enumerate(rows)
        for column, is_dark in enumerate(row)
        if is_dark
    )
    return format_html(
        '<svg viewBox="0 0 {0} {0}" role="img" aria-label="{1}" shape-rendering="crispEdges">'
        '<rect width="{0}" height="{0}" fill="#fff"/><path d="{2}" fill="#000"/></svg>',
        size,
        address,
        dark,
    )
