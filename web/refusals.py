"""What is refused, in one place: the codes of every app, as sentences and as HTTP answers.

Each app declares its sentences and statuses when it is ready. Pages, the REST API and the play door
ask here, and nowhere else, what a refusal is called and how it is answered.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from rummy.refusal import Refusal as Refusal
from web.numbers import filled

Words = str | Promise
Lead = Callable[[Mapping[str, Any]], tuple[str, str] | None]
Answer = tuple[int, dict[str, Any], tuple[tuple[bytes, bytes], ...]]
AGAINST_THE_RULES = 422


class Refused(Refusal):
    """Base of what a service refuses; nothing has changed when it is raised."""


@dataclass(frozen=True, slots=True)
class Codes:
    """Codes that belong together.

    `sentences` are asked for afresh each time; `tell` fills one with its facts and raises KeyError,
    TypeError or ValueError where they do not fit. A code that is declared twice belongs to whoever
    raises it: `by` is the kind of their refusals.
    """

    sentences: Callable[[], Mapping[str, Words]]
    status: Mapping[str, int]
    by: type[Refusal]
    tell: Callable[[Words, Mapping[str, Any]], str]


_DECLARED: list[Codes] = []
_KINDS: dict[type[Refusal], int] = {}
_LEADS: dict[str, Lead] = {}


def declare(
    sentences: Mapping[str, Words] | Callable[[], Mapping[str, Words]],
    status: Mapping[str, int] | None = None,
    *,
    by: type[Refusal] = Refusal,
    tell: Callable[[Words, Mapping[str, Any]], str] = filled,
) -> None:
    """Say what these codes mean, and which of them are not `AGAINST_THE_RULES`."""
    asked = sentences if callable(sentences) else lambda: sentences
    _DECLARED.append(Codes(asked, status or {}, by, tell))


def by_code(statuses: Mapping[int, str]) -> dict[str, int]:
    """The status of each code, from the codes of each status: `{404: "this_code that_code"}`."""
    return {code: status for status, codes in statuses.items() for code in codes.split()}


def declare_kinds(kinds: Mapping[type[Refusal], int]) -> None:
    """The status of refusals of these kinds whose code has none of its own."""
    _KINDS.update(kinds)


def sentences() -> dict[str, Words]:
    """Every code there is; of one that is declared twice, the first sentence."""
    found: dict[str, Words] = {}
    for codes in reversed(_DECLARED):
        found |= codes.sentences()
    return found


def sentence(code: str, facts: Mapping[str, Any], kind: type[Refusal] = Refusal) -> str:
    """A refusal in words, in the active language."""
    codes = _codes_of(code, kind)
    if codes is not None:
        try:
            return codes.tell(codes.sentences()[code], facts)
        except (KeyError, TypeError, ValueError):
            pass  # the facts are another version's: better the code than half a sentence
    return _("This is not possible (%(code)s).") % {"code": code}


def _sentence_of(refusal: Refusal) -> str:
    return sentence(refusal.code, refusal.facts, type(refusal))


def leads_on(*codes: str) -> Callable[[Lead], Lead]:
    """Register where pages lead on from these refusals: address and words, by the facts."""

    def register(lead: Lead) -> Lead:
        _LEADS.update(dict.fromkeys(codes, lead))
        return lead

    return register


def words_of(refusal: Refusal) -> str:
    """A refusal as a page says it: a sentence in the active language, and a link to the page on
    which it is mended, where there is one."""
    words = _sentence_of(refusal)
    lead = _LEADS.get(refusal.code)
    found = lead(refusal.facts) if lead else None
    return format_html('{} <a href="{}">{}</a>', words, *found) if found else words


def in_words(refusal: Refusal) -> str:
    """The same, with the rule behind it where it names one."""
    rule = f" ({refusal.rule})" if refusal.rule else ""
    return format_html("{}{}", words_of(refusal), rule) if rule else words_of(refusal)


@dataclass(frozen=True, slots=True)
class Told:
    """Whatever is refused inside ends it and is told; the page is shown all the same."""

    tell: Callable[[str], object]
    words: Callable[[Refusal], str] = in_words

    def __enter__(self) -> None:
        return None

    def __exit__(self, _kind: object, refusal: BaseException | None, _trace: object) -> bool:
        if not isinstance(refusal, Refusal):
            return False
        self.tell(self.words(refusal))
        return True


def status_of(refusal: Refusal) -> int:
    """The HTTP status of a refusal: by its code, else by its kind."""
    codes = _codes_of(refusal.code, type(refusal))
    if codes is not None and refusal.code in codes.status:
        return codes.status[refusal.code]
    kinds = (_KINDS[kind] for kind in type(refusal).__mro__ if kind in _KINDS)
    return next(kinds, AGAINST_THE_RULES)


def problem(refusal: Refusal, language: str) -> Answer:
    """Status, problem-details body (RFC 9457) and extra headers of a refusal."""
    status = status_of(refusal)
    with override(language):
        body = {
            "type": f"/api/v1/problems/#{refusal.code}",
            "title": str(TITLES.get(status, TITLES[AGAINST_THE_RULES])),
            "status": status,
            "code": refusal.code,
            "detail": _sentence_of(refusal),
            "rule": refusal.rule,
            "facts": {key: _plain(value) for key, value in refusal.facts.items()},
        }
    headers: tuple[tuple[bytes, bytes], ...] = ((b"content-language", language.encode()),)
    if status in (429, 503):
        seconds = int(refusal.facts.get("retry_after_seconds", 1))
        headers += ((b"retry-after", b"%d" % seconds),)
    if status == 401:
        headers += ((b"www-authenticate", b"Token"),)
    return status, body, headers


def _codes_of(code: str, kind: type[Refusal]) -> Codes | None:
    """What declares the code: for this kind of refusal if there is a choice."""
    found = [codes for codes in _DECLARED if code in codes.sentences()]
    nearest = [codes for codes in found if codes.by is not Refusal and issubclass(kind, codes.by)]
    return next(iter(nearest or found), None)


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value if isinstance(value, int | str | bool | dict | None) else str(value)


TITLES: dict[int, Words] = {
    400: gettext_lazy("The request cannot be read"),
    401: gettext_lazy("Please sign in"),
    403: gettext_lazy("Not allowed"),
    404: gettext_lazy("Not found"),
    405: gettext_lazy("This address does not accept that method"),
    408: gettext_lazy("Too slow"),
    409: gettext_lazy("Not possible any more"),
    413: gettext_lazy("Too much data"),
    415: gettext_lazy("Only JSON is read here"),
    422: gettext_lazy("Against the rules"),
    429: gettext_lazy("Too fast"),
    500: gettext_lazy("Our fault"),
    503: gettext_lazy("Please try again"),
}
