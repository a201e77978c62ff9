"""What people are told about clubs."""

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.notices.kinds import Facts, NoticeKind, Words, register


def _club_page(facts: Facts) -> str:
    return reverse("club", args=(facts["number"],))


def _closed(facts: Facts) -> Words:
    if facts.get("reason"):
        return _("The club “%(club)s” was closed by the house: %(reason)s")
    return _("The club “%(club)s” is closed.")


register(
    "people",
    NoticeKind(
        "club_invited",
        _("You are invited to a club"),
        _("%(name)s invites you to the club “%(club)s”."),
        _club_page,
        by_mail=True,
        people=("name",),
    ),
    NoticeKind(
        "club_asked",
        _("Somebody wants to join your club"),
        _("%(name)s wants to join the club “%(club)s”."),
        _club_page,
        by_mail=True,
        people=("name",),
    ),
    NoticeKind(
        "club_accepted",
        _("You were admitted to a club"),
        _("You are a member of the club “%(club)s” now."),
        _club_page,
    ),
    NoticeKind(
        "club_organiser",
        _("You organise a club"),
        _("You are now an organiser of the club “%(club)s”."),
        _club_page,
    ),
    NoticeKind(
        "club_owner",
        _("A club was handed over to you"),
        _("The club “%(club)s” is yours now."),
        _club_page,
        by_mail=True,
    ),
    NoticeKind(
        "club_left_out",
        _("You were removed from a club"),
        _("You are no longer a member of the club “%(club)s”."),
        "clubs",
    ),
    NoticeKind(
        "club_closed", _("One of your clubs was closed"), _closed, "clubs", typed=("reason",)
    ),
    NoticeKind(
        "club_renamed",
        _("The house has renamed your club"),
        _("The house has renamed the club “%(club)s” to “%(name)s”: %(reason)s"),
        _club_page,
        typed=("reason",),
    ),
)
