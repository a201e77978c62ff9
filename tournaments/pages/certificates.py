"""Certificates of tournaments: the page that verifies one, and the file to keep."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.certificates import TournamentCertificate, certificate_by, certificate_pdf


@require_safe
def certificate_page(request: HttpRequest, code: str) -> HttpResponse:
    """Whether a certificate is genuine, for everybody."""
    return render(request, "tournaments/certificate.html", {"certificate": _known(code)})


@require_safe
def certificate_file(request: HttpRequest, code: str) -> HttpResponse:
    """The certificate as a page of PDF."""
    answer = HttpResponse(certificate_pdf(_known(code)), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="jeton-certificate-{code}.pdf"'
    return answer


def _known(code: str) -> TournamentCertificate:
    found = certificate_by(code)
    if found is None:
        raise Http404
    return found
