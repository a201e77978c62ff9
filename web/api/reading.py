"""Reading requests strictly: unknown fields, wrong types and doubtful numbers are refused.

The framework's own fields take "7" and 1.0 for a whole number and drop what they do not know.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import IO, Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from web.api.json_input import BODY_BYTES_MAX, read_json_object
from web.numbers import whole
from web.refusals import Refused

Form = serializers.Serializer[Any]


class StrictJsonParser(BaseParser):
    """The only parser of the API: JSON objects in UTF-8."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Any = None
    ) -> dict[str, Any]:
        charset = _charset(media_type or "")
        if charset not in ("", "utf-8", "utf8"):
            raise UnsupportedMediaType(media_type or "")
        refuse_encoded(parser_context["request"].headers.get("Content-Encoding", ""))
        return read_json_object(stream.read(BODY_BYTES_MAX + 1))


class WholeNumber(serializers.IntegerField):
    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class KeyOf(serializers.ChoiceField):
    """The key of an entry of a registry, as that stands when somebody asks."""

    def __init__(self, registry: Mapping[str, Any], **options: Any) -> None:
        self._registry = registry
        super().__init__(list(registry), **options)

    @property
    def choices(self) -> dict[str, str]:
        return {key: key for key in self._registry}

    @choices.setter
    def choices(self, choices: Any) -> None:
        """The framework's own list would be that of the moment it was made in."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str) or data not in self._registry:
            self.fail("invalid_choice", input=data)
        return data

    def to_representation(self, value: Any) -> str:
        return str(value)


class Lines(serializers.CharField):
    """A text of any number of lines."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Text(Lines):
    def to_internal_value(self, data: Any) -> str:
        if isinstance(data, str) and not data.isprintable():
            raise serializers.ValidationError(_("Only printable characters."), code="invalid")
        return super().to_internal_value(data)


class Flag(serializers.BooleanField):
    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


def refuse_encoded(encoding: str) -> None:
    """Raises Refused(content_encoded): a body that would have to be unpacked first."""
    if encoding.strip().lower() not in ("", "identity"):
        raise Refused("content_encoded", found=encoding[:60])


def read_body(request: Request, form: type[Form]) -> dict[str, Any]:
    """The fields of a request's JSON body, checked. It may be left out where none is required,
    unless the form must be sent.

    Raises:
        UnreadableJson: no JSON object that we take.
        Refused(unknown_field), ValidationError.
    """
    data = request.data
    has_body = request.META.get("CONTENT_LENGTH") not in (None, "", "0")
    if isinstance(data, QueryDict) or (not data and not has_body):
        must_be_sent = getattr(form, "must_be_sent", False)
        if must_be_sent or any(field.required for field in form().fields.values()):
            raise Refused("json_not_an_object")
        data = {}
    return _checked(form(data=data), data)


def read_query(request: Request, form: type[Form]) -> dict[str, Any]:
    """The fields of a request's query string, checked; each may be given once."""
    given = request.query_params
    fields = form().fields
    check_names(given, fields, (name for name in given if len(given.getlist(name)) > 1))
    data: dict[str, Any] = {}
    for name, field in fields.items():
        if name in given:
            value = given[name]
            data[name] = _number(value) if isinstance(field, WholeNumber) else value
    return _checked(form(data=data), data)


def check_names(given: Iterable[str], known: Container[str], twice: Iterable[str] = ()) -> None:
    """Raises Refused(unknown_field | json_key_twice): at most five names, each cut short."""
    unknown = sorted(name for name in given if name not in known)
    if unknown:
        raise Refused("unknown_field", fields=[name[:60] for name in unknown[:5]])
    for name in sorted(twice):
        raise Refused("json_key_twice", key=name[:60])


def refuse_query(request: Request) -> None:
    """For requests that nobody asked for a query string: a misspelt wish is not passed over."""
    check_names(request.query_params, ())


def refuse_body(request: Request) -> None:
    """For requests that say everything in their address."""
    read_body(request, serializers.Serializer)


def check(form: type[Form], data: Any) -> dict[str, Any]:
    """The fields of a part of a body, checked like a body of its own."""
    if not isinstance(data, dict):
        raise Refused("json_not_an_object")
    return _checked(form(data=data), data)


def _checked(form: Form, data: Any) -> dict[str, Any]:
    check_names(_unknown(form, data), ())
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)


def _unknown(form: serializers.Serializer[Any], data: Any, path: str = "") -> Iterator[str]:
    """Names that the form does not know, in its parts as well: `table.presett`."""
    if not isinstance(data, Mapping):
        return  # the field says what it wants instead
    yield from (f"{path}{name}" for name in data if name not in form.fields)
    for name, field in form.fields.items():
        if isinstance(field, serializers.Serializer):
            yield from _unknown(field, data.get(name), f"{path}{name}.")


def _number(text: str) -> int | str:
    """A whole number as ASCII digits; anything else is left for the field to refuse."""
    number = whole(text)
    return text if number is None else number


def _charset(media_type: str) -> str:
    for parameter in media_type.split(";")[1:]:
        name, _, value = parameter.strip().partition("=")
        if name.lower() == "charset":
            return value.strip('"').lower()
    return ""
