"""Certificates of tournaments: the page that verifies one, and the file to keep."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.certificates import TournamentCertificate, certificate_by, certificate_pdf
from web.files.certificate import as_file
from web.routes import at


@at("tournaments/certificates/<slug:code>/", "tournament-certificate")
@require_safe
def certificate_page(request: HttpRequest, code: str) -> HttpResponse:
    """Whether a certificate is genuine, for everybody."""
    return render(request, "tournaments/certificate.html", {"certificate": _known(code)})


@at("tournaments/certificates/<slug:code>.pdf", "tournament-certificate-pdf")
@require_safe
def certificate_file(request: HttpRequest, code: str) -> HttpResponse:
    return as_file(certificate_pdf(_known(code)), code)


def _known(code: str) -> TournamentCertificate:
    found = certificate_by(code)
    if found is None:
        raise Http404
    return found
