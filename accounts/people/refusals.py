"""What is refused between people, as sentences: for the pages here, and for the API."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext_lazy

from web.numbers import filled
from web.refusals import by_code, declare
from web.time.moments import with_moments

STATUS = by_code(
    {
        400: "name_not_typed",
        403: "silenced guests_not_welcome",
        404: "player_not_found notice_kind_unknown",
        409: "too_many_tokens no_friend_of_that_kind you_ignore_them takes_no_requests"
        " ignoring_yourself too_many_friends too_many_requests_out too_many_ignored"
        " push_is_off push_device_taken too_many_push_devices staff_stay bots_go_with_owner"
        " no_second_factor",
        429: "rate_limited",
    }
)

SENTENCES: dict[str, str | Promise] = {
    "guests_not_welcome": gettext_lazy(
        "This house is not open to guests: sign up, a name and a password are enough."
    ),
    "silenced": gettext_lazy("You cannot write in chat until %(until)s. You can still play."),
    "player_not_found": gettext_lazy("There is no player of that name or number."),
    "no_friend_of_that_kind": gettext_lazy("You can only be friends with other people."),
    "you_ignore_them": gettext_lazy("You ignore %(name)s. Stop that first."),
    "takes_no_requests": gettext_lazy("%(name)s does not accept requests or invitations from you."),
    "ignoring_yourself": gettext_lazy("You cannot ignore yourself."),
    "too_many_friends": ngettext_lazy(
        "You already have one friend, which is the limit.",
        "You already have %(most)s friends, which is the limit.",
        "most",
    ),
    "too_many_requests_out": ngettext_lazy(
        "One of your requests is still waiting for an answer; withdraw it first.",
        "%(most)s of your requests are still waiting for an answer; withdraw one first.",
        "most",
    ),
    "too_many_ignored": ngettext_lazy(
        "You already ignore one player, which is the limit.",
        "You already ignore %(most)s players, which is the limit.",
        "most",
    ),
    "too_many_tokens": ngettext_lazy(
        "You have one token; revoke it if you no longer use it.",
        "You have %(most)s tokens; revoke one you no longer use.",
        "most",
    ),
    "rate_limited": ngettext_lazy(
        "Too many attempts: %(most)s are allowed in %(window_seconds)s seconds. Try "
        "again in one second.",
        "Too many attempts: %(most)s are allowed in %(window_seconds)s seconds. Try "
        "again in %(retry_after_seconds)s seconds.",
        "retry_after_seconds",
    ),
    "name_not_typed": gettext_lazy("Type your name exactly as it stands here: %(name)s"),
    "staff_stay": gettext_lazy("You are on the staff. An owner takes you off it first."),
    "no_second_factor": gettext_lazy("%(name)s has no second factor."),
    "bots_go_with_owner": gettext_lazy("A bot goes when its owner retires it."),
    "push_is_off": gettext_lazy("This house sends no notices to devices."),
    "push_endpoint_unusable": gettext_lazy(
        "This address of a push service cannot be called (%(why)s)."
    ),
    "push_keys_unusable": gettext_lazy(
        "Nothing can be encrypted with these keys: “p256dh” is a point of the curve P-256, “auth”"
        " 16 bytes, both in base64url."
    ),
    "push_device_taken": gettext_lazy(
        "This address was registered with another secret. Subscribe anew and register that."
    ),
    "too_many_push_devices": gettext_lazy(
        "Your notices come to %(most)s devices already; remove one in the settings first."
    ),
    "quiet_hours_empty": gettext_lazy("Quiet hours end at another time than they begin."),
    "time_zone_unknown": gettext_lazy("There is no time zone “%(zone)s”."),
    "notice_kind_unknown": gettext_lazy("There are no notices of the kind “%(kind)s”."),
}


def declare_ours() -> None:
    """Called once, when the app is ready."""
    declare(SENTENCES, STATUS, tell=lambda words, facts: filled(words, with_moments(facts)))
