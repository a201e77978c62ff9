"""What may be said with one tap, in every reader's own language: the phrases of the house."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PHRASES: dict[str, str | Promise] = {
    "hello": _("Hello!"),
    "good_luck": _("Good luck!"),
    "thanks": _("Thank you!"),
    "well_played": _("Well played!"),
    "sorry": _("Sorry!"),
    "no_problem": _("No problem."),
    "one_moment": _("One moment, please."),
    "im_back": _("I am back."),
    "no_hurry": _("Take your time."),
    "lucky_me": _("That was luck!"),
    "good_game": _("A good game!"),
    "another": _("Another one?"),
    "bye": _("Goodbye!"),
}


def phrase_words(code: str) -> str:
    """The phrase in the active language; a code we no longer know stays a code."""
    return str(PHRASES.get(code, code))
