"""Prose of the book as HTML: a few marks of Markdown, cards in brackets, numbers of the rules.

`[7h 7c 7s]` are cards, `[words](key)` leads to another page of the book, `{glass_points}` is a
number of the rule-set the reader looks at, `(GER-8)` the code by which refusals name what is told
here: it can be linked to. Everything else is text.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString

from games.cardart.pictures import card_pictures
from games.rulebook.sources import GIN, ROMME

_CARD = r"(?:[A2-9TJQK][shdc]|X[1-6])"
_CARDS = re.compile(rf"\[({_CARD}(?: {_CARD})*)\]")
_LINK = re.compile(r"\[([^\]]+)\]\((\w+)\)")
_CODE = r"[A-Z]+\d*-[A-Z]?\d+"
_CODES = re.compile(rf" \(({_CODE}(?:, {_CODE})*)\)")
_STRONG = re.compile(r"\*\*([^*]+)\*\*")
_EMPHASIS = re.compile(r"\*([^*]+)\*")
_ITEM = re.compile(r"(?:^|\n)(?:-|\d\.) ")


def prose_html(text: str, facts: Mapping[str, Any], *, new_tab: bool = False) -> SafeString:
    """One block of prose; its links lead to a new tab where the reader must not be led away."""
    html = _block_html(text, facts)
    return (
        SafeString(html.replace("<a ", '<a target="_blank" rel="noopener" ')) if new_tab else html
    )


def _block_html(text: str, facts: Mapping[str, Any]) -> SafeString:
    text = text.format_map(facts)
    if text.startswith("## "):
        return format_html("<h2>{}</h2>", _inline(text[3:]))
    if text.startswith("|"):
        return _table(text)
    if _ITEM.match(text):
        items = ((_inline(" ".join(item.split())),) for item in _ITEM.split(text) if item.strip())
        listed = format_html_join("", "<li>{}</li>", items)
        return format_html("<ul>{}</ul>" if text.startswith("- ") else "<ol>{}</ol>", listed)
    return format_html("<p>{}</p>", _inline(" ".join(text.split())))


def _table(text: str) -> SafeString:
    """The first line is the head; the line of dashes below it is skipped."""
    rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in text.splitlines()]
    head, *body = [row for row in rows if set("".join(row)) - {"-"}]
    cells = format_html_join("", '<th scope="col">{}</th>', ((_inline(cell),) for cell in head))
    lines = format_html_join(
        "",
        '<tr><th scope="row">{}</th>{}</tr>',
        (
            (_inline(row[0]), format_html_join("", "<td>{}</td>", ((_inline(c),) for c in row[1:])))
            for row in body
        ),
    )
    return format_html("<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table>", cells, lines)


def _inline(text: str) -> SafeString:
    html = str(escape(text))
    html = _CARDS.sub(lambda found: card_pictures(found[1].split()), html)
    html = _LINK.sub(lambda found: f'<a href="{page_url(found[2])}">{found[1]}</a>', html)
    html = _CODES.sub(lambda found: _codes(found[1].split(", ")), html)
    html = _STRONG.sub(r"<strong>\1</strong>", html)
    return SafeString(_EMPHASIS.sub(r"<em>\1</em>", html))  # escaped first, then marked up


def _codes(codes: Sequence[str]) -> SafeString:
    """The codes of rules, small, each with its anchor."""
    places = format_html_join(" ", '<span id="{0}">{0}</span>', ((code,) for code in codes))
    return format_html(' <small class="rule-codes">{}</small>', places)


def page_url(key: str) -> str:
    """Where a page of the book is read."""
    if key == GIN:
        return reverse("rules-gin")
    return reverse("rules-game" if key in ROMME else "rules-special", args=(key,))
