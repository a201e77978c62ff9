"""Webhooks over the API, for operators: endpoints, secrets, a test, the delivery log."""

from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.identity import caller
from accounts.api.operations import once
from accounts.api.receipts import key_of
from accounts.api.shapes import IDEMPOTENCY_KEY
from accounts.models import DeliveryState, WebhookDelivery, WebhookEndpoint
from accounts.programs.webhooks import acting, signing
from accounts.programs.webhooks.addresses import URL_CHARS_MAX
from accounts.programs.webhooks.kinds import WANTED
from web.api.operations import Answer, Json, answers
from web.api.payloads import Moment, Shape, Whole, With, Word, Words, Yes, list_of
from web.api.reading import Flag, Form, Text, WholeNumber, refuse_body
from web.api.view import ApiView

DELIVERIES_MAX = 100


class WebhookForm(Form):
    url = Text(max_length=URL_CHARS_MAX, help_text="https; no address of a private network")
    name = Text(max_length=60)
    kinds = serializers.ListField(
        child=serializers.ChoiceField(list(WANTED)), allow_empty=False, max_length=len(WANTED)
    )


class WebhookChange(Form):
    must_be_sent: ClassVar = True

    url = Text(max_length=URL_CHARS_MAX, required=False)
    name = Text(max_length=60, required=False)
    kinds = serializers.ListField(
        child=serializers.ChoiceField(list(WANTED)),
        allow_empty=False,
        max_length=len(WANTED),
        required=False,
    )
    is_on = Flag(required=False)


class DeliveriesQuery(Form):
    state = serializers.ChoiceField(DeliveryState.values, required=False)
    limit = WholeNumber(min_value=1, max_value=DELIVERIES_MAX, default=30)


class WebhookShape(Shape):
    id = Whole()
    url = Word()
    name = Word()
    kinds = Words()
    is_on = Yes()
    off_because = Word(
        allow_blank=True, help_text="`gone` or `failed_too_often` when it switched itself off"
    )
    failures = Whole(help_text="failed attempts in a row")
    is_slow = Yes(help_text="its last answer took two seconds or more: it is called apart")
    old_secret_until = Moment(source="old_until", allow_null=True)
    created_at = Moment()


class NewWebhookShape(WebhookShape):
    secret = Word(help_text="`whsec_…`, shown now and after a rotation only")


class WebhookKindShape(Shape):
    key = Word()
    words = Word()


class WebhooksShape(Shape):
    results = WebhookShape(many=True)
    kinds = WebhookKindShape(many=True)


class AttemptShape(Shape):
    number = Whole()
    at = Moment()
    status = Whole(allow_null=True)
    error = Word(allow_blank=True)
    millis = Whole()
    answer = Word(allow_blank=True)


class DeliveryShape(Shape):
    id = serializers.UUIDField(help_text="the `webhook-id` of every attempt")
    kind = Word(source="event.kind")
    state = serializers.ChoiceField(DeliveryState.values)
    attempts = AttemptShape(many=True)
    next_at = Moment(allow_null=True)
    created_at = Moment()
    # What happened.
    data = serializers.DictField(source="event.facts")  # type: ignore[assignment]


class WebhookView(ApiView, reading_scope="webhooks", writing_scope="webhooks"):
    """Base: for staff, with a scope of its own."""


class Webhooks(WebhookView, at="webhooks/"):
    """Endpoints that are told what happens, and what there is to be told of."""

    @answers(WebhooksShape)
    def get(self, request: Request) -> Answer:
        kinds = [{"key": key, "words": words} for key, words in WANTED.items()]
        found = WebhookEndpoint.objects.all()
        return With(results=found, kinds=kinds)

    @once(WebhookForm, answers=NewWebhookShape, status=201, sealed="secret")
    def post(self, request: Request, form: Json) -> Answer:
        """Add an endpoint."""
        endpoint, secret = acting.add(by=caller(request), **form)
        return With(endpoint, secret=secret)


class OneWebhook(WebhookView, at="webhooks/<player:endpoint_id>/"):
    """One endpoint."""

    @answers(WebhookShape)
    def get(self, request: Request, endpoint_id: int) -> Answer:
        return get_object_or_404(WebhookEndpoint, pk=endpoint_id)

    @once(WebhookChange, answers=WebhookShape)
    def patch(self, request: Request, form: Json, endpoint_id: int) -> Answer:
        """Change what is given; `is_on: true` switches an endpoint on again."""
        return acting.change(endpoint_id=endpoint_id, by=caller(request), **form)

    @answers(None)
    def delete(self, request: Request, endpoint_id: int) -> None:
        """Remove it, with its log."""
        acting.remove(endpoint_id=endpoint_id, by=caller(request))


class RotateWebhook(WebhookView, at="webhooks/<player:endpoint_id>/rotate/"):
    """A new secret. For 24 hours deliveries carry a signature by the old one as well."""

    @once(answers=NewWebhookShape, status=201, sealed="secret")
    def post(self, request: Request, endpoint_id: int) -> Answer:
        endpoint, secret = acting.rotate(endpoint_id=endpoint_id, by=caller(request))
        return With(endpoint, secret=secret)


class PingWebhook(WebhookView, at="webhooks/<player:endpoint_id>/ping/"):
    """Send a test; its delivery is in the log at once, with the answer a moment later."""

    @extend_schema(request=None, parameters=[IDEMPOTENCY_KEY], responses={201: DeliveryShape})
    def post(self, request: Request, endpoint_id: int) -> Response:
        refuse_body(request)
        key = key_of(request) or signing.new_secret()
        delivery = acting.test(endpoint_id=endpoint_id, key=key, by=caller(request))
        return Response(DeliveryShape.of(_in_order(delivery)), status=201)


class Deliveries(WebhookView, at="webhooks/<player:endpoint_id>/deliveries/"):
    """The delivery log of an endpoint, newest first; kept for 30 days."""

    @answers(list_of(DeliveryShape, "DeliveriesShape"), query=DeliveriesQuery)
    def get(self, request: Request, query: Json, endpoint_id: int) -> Answer:
        found = get_object_or_404(WebhookEndpoint, pk=endpoint_id).deliveries.order_by(
            "-created_at", "id"
        )
        if "state" in query:
            found = found.filter(state=query["state"])
        page = found.select_related("event").prefetch_related("tries")[: query["limit"]]
        return With(results=[_in_order(one) for one in page])


class DeliverAgain(
    WebhookView, at="webhooks/<player:endpoint_id>/deliveries/<uuid:delivery_id>/again/"
):
    """Send a delivery again, under the same id."""

    @once(answers=DeliveryShape)
    def post(self, request: Request, endpoint_id: int, delivery_id: Any) -> Answer:
        found = acting.send_again(
            endpoint_id=endpoint_id, delivery_id=str(delivery_id), by=caller(request)
        )
        return _in_order(found)


def _in_order(one: WebhookDelivery) -> With:
    """A delivery with its attempts as they were made; they are read with it, in any order."""
    return With(one, attempts=sorted(one.tries.all(), key=lambda attempt: attempt.number))
