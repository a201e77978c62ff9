"""Sentences about the games, in English: they lie beside what they speak of.

Nothing is translated here. `_` marks a sentence for the catalogues; whoever shows it looks it up
there and puts in the facts, `%(name)s` by name. In a `Sentence` of its own a number decides
between one and many.
"""

from typing import NamedTuple


class Plural(NamedTuple):
    """A sentence for one and one for many; the fact called `number` decides."""

    one: str
    many: str
    number: str


Sentence = str | Plural


def gettext_noop(text: str) -> str:
    """The sentence itself; imported as `_`, which the catalogues' tools look for."""
    return text


def ngettext_noop(one: str, many: str, number: str) -> Plural:
    """Two forms of a sentence; imported as `ngettext`, which the catalogues' tools look for."""
    return Plural(one, many, number)


class Telling(NamedTuple):
    """How an event is told.

    `short` as the office lists it, `sentences` as the table says it: the first whose fact `when`
    is there and neither zero nor empty, or that asks for none. They name the event's fields, and
    `name` for whoever did it; beside each stands what is said to that player, "" if nobody did it.
    """

    short: str
    sentences: tuple[tuple[str, str, str], ...]


class Naming(NamedTuple):
    """How an action is called: as advice, why it is good advice, and among others of its kind.

    Sentences name the action's fields. `group` is the heading above choices that differ in a field.
    """

    advice: str
    why: str
    choice: str = ""
    group: str = ""


class Button(NamedTuple):
    """What a house rule's own actions are offered by: `key` on the keyboard, words on the button.

    Where they must be chosen among, `question` stands above the choices; it names the numbers of
    the rules.
    """

    key: str
    words: str
    question: str = ""


class Tag(NamedTuple):
    """What is shown beside a seat, short and in full; both name the facts of a `Sign`."""

    short: Sentence
    full: Sentence
    is_warning: bool = False


class Sign(NamedTuple):
    """Something all see about a seat: the key of its `Tag`, and the numbers in it."""

    seat: int
    key: str
    facts: dict[str, int]


class Verb(NamedTuple):
    """A move in the notation of worked examples: `words` as the book says it.

    `field` is the action's field that stands behind the verb, "" where there is none.
    """

    text: str
    action: str
    words: str
    field: str = ""
