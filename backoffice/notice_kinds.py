"""What staff tell players: the kinds of notices that come from the back office."""

from functools import partial

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.notices.kinds import Facts, NoticeKind, register
from backoffice.complaints.wording import AFTER_A_REPORT, mute_in_words
from web.time.moments import with_moments


def _tournament(facts: Facts) -> str:
    number = facts.get("tournament")
    return reverse("tournament", args=(number,)) if number else reverse("notices")


_ENDED = {
    "session": _("The staff have signed you out in one browser (%(called)s): %(reason)s"),
    "token": _("The staff have ended your token %(called)s: %(reason)s"),
    "app": _("The staff have ended what you allowed the app %(called)s: %(reason)s"),
}
told = partial(NoticeKind, by_mail=True, typed=("reason",))

register(
    "house",
    told(
        "warned", _("A warning by the staff"), _("A warning from the staff: %(reason)s"), "notices"
    ),
    told(
        "muted",
        _("You cannot write in chat for a while"),
        _("You cannot write in chat until %(until)s: %(reason)s You can still play."),
        "notices",
        told=mute_in_words,
        usual=frozenset(AFTER_A_REPORT.values()),
    ),
    told(
        "premium_given",
        _("You have been given premium"),
        _("The staff have given you premium until %(until)s: %(reason)s"),
        "premium",
        told=with_moments,
    ),
    told(
        "premium_ended",
        _("Your premium membership was ended"),
        _("The staff have ended your premium membership: %(reason)s"),
        "premium",
    ),
    told(
        "player_renamed",
        _("You have another name"),
        _("The staff have given you another name: sign in as %(name)s from now on. %(reason)s"),
        "settings",
        people=("name",),
    ),
    told(
        "password_link_given",
        _("A link to a new password was made"),
        _(
            "The staff have made a link by which a new password can be chosen for your account: "
            "%(reason)s If you did not ask for it, tell them at once."
        ),
        "settings",
    ),
    told(
        "second_factor_taken",
        _("Your second factor was taken away"),
        _(
            "The staff have taken your second factor away: %(reason)s Set up a new one, and if you "
            "did not ask for this, tell them at once."
        ),
        "settings",
    ),
    told(
        "signed_out",
        _("You were signed out everywhere"),
        _("The staff have signed you out on every device and ended your tokens: %(reason)s"),
        "settings",
    ),
    told(
        "access_ended",
        _("One of your accesses was ended"),
        lambda facts: _ENDED[str(facts["access"])],
        "settings",
        typed=("reason", "called"),
    ),
    told(
        "chips_given_back",
        _("Chips were given back to you"),
        _("Chips given back to you: %(chips)s. %(reason)s"),
        "wallet",
    ),
    told(
        "chips_taken_back",
        _("Chips were taken back from you"),
        _("Chips taken back from you: %(chips)s. %(reason)s"),
        "wallet",
    ),
    told(
        "record_corrected",
        _("Your rating was corrected"),
        _("Your rating changes by %(rating)s, your league points by %(points)s: %(reason)s"),
        "profile",
    ),
    told(
        "place_corrected",
        _("Your place in a tournament was corrected"),
        _("“%(name)s”: your place is now %(rank)s instead of %(before)s. %(reason)s"),
        _tournament,
    ),
    told(
        "table_called_off",
        _("A table was called off"),
        _("The staff have called off table %(table)s: %(reason)s Every stake was returned."),
        "wallet",
    ),
    told(
        "chain_head",
        _("The head of the books’ chain, once a day"),
        _(
            "The head of the books’ chain is %(number)s:%(hash)s. Keep this: as long as “manage.py "
            "audit --head %(number)s:%(hash)s” finds it, nothing before it was rewritten."
        ),
        "trust",
        right="backoffice.run_audit",
    ),
)
