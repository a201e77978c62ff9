"""The pages of the imprint and the privacy notice."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language

from web.legal.reading import blocks, legal_address, legal_text, placeholders


def legal_page(request: HttpRequest, name: str) -> HttpResponse:
    """One of the two texts, and a word where it is a sample; or the way to where it stands."""
    language = get_language() or "en"
    if address := legal_address(name, language):
        return redirect(address)
    text = legal_text(name, language)
    head, *rest = blocks(text)
    context = {"title": head.lines[0], "blocks": rest, "is_sample": bool(placeholders(text))}
    return render(request, "legal.html", context)
