"""What is refused to programs and about them: bots, apps, webhooks, requests that fail."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from web.refusals import by_code

STATUS = by_code(
    {
        403: "bots_not_welcome bots_own_no_bots guests_own_no_bots guests_own_no_apps"
        " not_for_apps arena_for_bots daily_for_people",
        408: "request_too_slow",
        409: "bot_with_owner too_many_bots too_many_apps too_many_webhooks name_taken",
        500: "fault",
        503: "busy no_room",
    }
)

SENTENCES: dict[str, str | Promise] = {
    "request_too_slow": _(
        "Only part of your request arrived within %(seconds)s seconds. Send it again."
    ),
    "fault": _(
        "Something went wrong on our side. Check what was done, or send the same "
        "request again with the same key; nothing is done twice."
    ),
    "busy": _("The house is busy. Nothing was lost; send the same request again."),
    "no_room": _(
        "The house's disk is full. Nothing was lost; send the same request again when its "
        "operator has made room."
    ),
    "bots_not_welcome": _("Other people's bots are not welcome here."),
    "bot_with_owner": _(
        "A bot does not play in earnest with its owner, or with another bot of theirs."
    ),
    "bots_own_no_bots": _("A bot has no bots of its own."),
    "guests_own_no_bots": _("Guests have no bots; sign up first."),
    "guests_own_no_apps": _("Apps are registered by people with an account."),
    "address_without_slash": _("Addresses end with a slash: %(address)s."),
    "not_for_apps": _(
        "No app may do this for you: tokens, bots and apps are their owner's business."
    ),
    "too_many_bots": ngettext_lazy(
        "You have one bot; retire it first.", "You have %(most)s bots; retire one first.", "most"
    ),
    "too_many_apps": _("You have %(most)s apps; remove one first."),
    "too_many_webhooks": _("There are %(most)s webhooks; remove one first."),
    "name_taken": _("The name %(name)s is taken."),
    "name_unusable": _(
        "A name has at most 30 letters, digits and @ . + - _; %(name)s does not fit."
    ),
    "name_unreadable": _("A name needs something to read, and nothing in it may be invisible."),
    "name_has_space": _("A name has no spaces: write %(free)s instead of %(name)s, that is free."),
    "name_mixes_scripts": _("A name keeps to one alphabet; %(name)s mixes several: %(scripts)s."),
    "name_reserved": _("Nobody can be called %(word)s here: the name would speak for the house."),
    "arena_for_bots": _("The arena is for bot accounts."),
    "daily_for_people": _("The deal of the day is for people; programs may read its standings."),
    "redirect_uri_unusable": _("No app can be sent back to %(uri)s: %(why)s."),
    "webhook_url_unusable": _("This address cannot be called: %(why)s."),
    "webhook_kind_unknown": _("There are no such events: %(kinds)s."),
}

# The fact `why` of a refusal in words: what is wrong with an address.
WHYS: dict[str, str | Promise] = {
    "syntax": _("it is not written as addresses are"),
    "scheme": _("it has to begin with https://"),
    "private_address": _("it leads to a private network, not to the internet"),
    "unknown_host": _("nobody knows a host of that name"),
    "address_unreadable": _("it is not written as addresses are"),
    "address_names_user": _("it must not name a user before the host"),
    "address_has_fragment": _("it must not have a part after “#”"),
    "address_without_host": _("it names no host"),
    "address_without_https": _("http leads to this machine only; elsewhere it has to be https"),
    "scheme_without_dot": _(
        "a scheme of the app’s own has a dot in it, like “com.example.app:/done”"
    ),
    "scheme_without_path": _(
        "a scheme of the app’s own is followed by a path, like “com.example.app:/done”"
    ),
}
