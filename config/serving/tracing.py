"""Traces told to whatever speaks OpenTelemetry's protocol, by `OTEL_EXPORTER_OTLP_ENDPOINT`.

A trace is what follows from one request and has the request's number: the answer, the batch that a
move was committed with, what workers did about it. The instrumentations of others' are not used:
they would tell addresses and statements, know nothing of batches and cannot follow a table's row.
Told are steps, routes, status, counts and times; no address, body, parameter, name or card.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from config.version import VERSION
from web import whence
from web.whence import Facts

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.sdk.trace import TracerProvider

_number: ContextVar[str] = ContextVar("number")


def keep_traces() -> None:
    """Begin to tell them; raises ImproperlyConfigured where the libraries are not there."""
    if not settings.OTEL_EXPORTER_OTLP_ENDPOINT:
        return
    try:
        import opentelemetry.exporter.otlp.proto.http.trace_exporter
        import opentelemetry.sdk.trace.export  # noqa: F401
    except ImportError:
        raise ImproperlyConfigured(
            "OTEL_EXPORTER_OTLP_ENDPOINT is set and opentelemetry is not installed: "
            "install jeton[otel]"
        ) from None
    whence.tracer = Traces()


def tell_last_traces() -> None:
    """Before the process ends: what has not been told yet."""
    if isinstance(whence.tracer, Traces):
        whence.tracer.flush()


class Traces:
    """Steps of traces whose numbers are the requests'."""

    def __init__(self) -> None:
        self._provider = _provider()
        self._tracer = self._provider.get_tracer("jeton", VERSION)

    @contextmanager
    def step(self, name: str, whence: str, facts: Facts) -> Iterator[str]:
        """A step under the one that `whence` names, or the trace's first."""
        number = whence.partition("-")[0]
        span = self._tracer.start_span(name, context=_before(whence))
        try:
            recorded = span.is_recording()
            yield f"{number}-{span.get_span_context().span_id:016x}" if recorded else number
        except BaseException as error:
            facts["error.type"] = type(error).__name__
            raise
        finally:
            span.set_attributes(facts)
            span.end()

    def past(self, name: str, whence: str, *, begun: float, ended: float, facts: Facts) -> None:
        """A step that is over and done with."""
        if "-" not in whence:  # of a trace that is not kept
            return
        start = time.time_ns() - time.perf_counter_ns()
        span = self._tracer.start_span(
            name, context=_before(whence), start_time=start + int(begun * 1e9), attributes=facts
        )
        span.end(start + int(ended * 1e9))

    def flush(self) -> None:
        self._provider.force_flush(2_000)


def _provider() -> "TracerProvider":
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor
    from opentelemetry.sdk.trace.id_generator import RandomIdGenerator

    class Numbers(RandomIdGenerator):
        def generate_trace_id(self) -> int:
            return int(_number.get(), 16)

    about = Resource.create({"service.name": "jeton", "service.version": VERSION})
    provider = TracerProvider(resource=about, id_generator=Numbers())
    # Headers, sampling and pace are the library's own variables (OTEL_…).
    address = settings.OTEL_EXPORTER_OTLP_ENDPOINT.rstrip("/") + "/v1/traces"
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(address)))
    return provider


def _before(whence: str) -> "Context":
    """What a new step comes under."""
    from opentelemetry.context import Context
    from opentelemetry.trace import (
        NonRecordingSpan,
        SpanContext,
        TraceFlags,
        set_span_in_context,
    )

    number, _, step = whence.partition("-")
    _number.set(number)
    if not step:
        return Context()
    flags = TraceFlags(TraceFlags.SAMPLED)
    above = SpanContext(int(number, 16), int(step, 16), is_remote=True, trace_flags=flags)
    return set_span_in_context(NonRecordingSpan(above), Context())
