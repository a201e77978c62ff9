"""The pages of the imprint and the privacy notice."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from web.legal.reading import blocks, legal_text, placeholders


def legal_page(request: HttpRequest, name: str) -> HttpResponse:
    """One of the two texts, and a word where it is a sample."""
    text = legal_text(name, get_language() or "en")
    head, *rest = blocks(text)
    context = {"title": head.lines[0], "blocks": rest, "is_sample": bool(placeholders(text))}
    return render(request, "legal.html", context)
