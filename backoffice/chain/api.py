"""The chain over the API: its head with the last audit, and every link."""

from rest_framework.request import Request

from backoffice.chain.reading import trust
from backoffice.models import ChainLink
from web.api.operations import Answer, Json, answers
from web.api.paging import PageQuery, page_of, pages_of
from web.api.payloads import Moment, Shape, Whole, Word
from web.api.view import OpenView


class ChainLinkShape(Shape):
    number = Whole()
    at = Moment()
    content = Word(help_text="a line for each book: name, first row, last row, rows, digest")
    previous = Word(allow_blank=True, help_text="the hash of the link before")
    hash = Word(help_text="SHA-256, in hex, of four lines: number, previous, at, content")


class TrustAuditShape(Shape):
    at = Moment()
    faults = Whole()


class TrustShape(Shape):
    head = ChainLinkShape(allow_null=True)
    audit = TrustAuditShape(allow_null=True, help_text="the last one")
    rounds = Whole(help_text="finished rounds")
    audited_rounds = Whole(help_text="of these dealt and scored anew by an audit without faults")


class TrustNow(OpenView, at="trust/", called="api-trust"):
    """The head of the chain, the last audit, and how many rounds it has played anew."""

    @answers(TrustShape)
    def get(self, request: Request) -> Answer:
        return trust()


class ChainLinks(OpenView, at="trust/links/", called="api-trust-links"):
    """The links of the chain, newest first."""

    @answers(pages_of(ChainLinkShape, "ChainLinksShape"), query=PageQuery)
    def get(self, request: Request, query: Json) -> Answer:
        return page_of(ChainLink.objects.all(), query)
