"""What a page may load and run: our own files, nothing from elsewhere, no script in the page."""

from django.http import HttpRequest, HttpResponse

from web.middleware import Middleware

OURS = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; manifest-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'; object-src 'none'"
)
# The admin's and the API documentation's own scripts evaluate text; players never see those pages.
WORKSHOP = (
    OURS.replace("script-src 'self'", "script-src 'self' 'unsafe-inline' 'unsafe-eval'").replace(
        "style-src 'self'", "style-src 'self' 'unsafe-inline'"
    )
    + "; worker-src 'self' blob:"
)
WORKSHOP_PATHS = ("/admin/", "/api/")


class ContentSecurityPolicy(Middleware):
    """Middleware: each answer says what its page may do."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        policy = WORKSHOP if request.path.startswith(WORKSHOP_PATHS) else OURS
        # A form whose answer leads to an address elsewhere, as the consent to an app does.
        if elsewhere := getattr(response, "form_goes_to", ""):
            policy = policy.replace("form-action 'self'", f"form-action 'self' {elsewhere}")
        response.headers.setdefault("Content-Security-Policy", policy)
        return response
