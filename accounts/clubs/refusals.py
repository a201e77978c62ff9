"""What is refused about clubs, as sentences with their HTTP status."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext_lazy

from web.refusals import by_code, declare

STATUS = by_code(
    {
        403: "club_not_for_you club_not_organiser club_not_owner club_kept_out club_by_invitation"
        " club_not_yours",
        404: "club_not_found club_link_lapsed",
        409: "club_not_for_them club_owner_stays club_no_member club_member_already"
        " club_lets_in_first club_request_answered club_full club_waits_for_many"
        " too_many_clubs too_many_own_clubs club_name_taken",
    }
)

SENTENCES: dict[str, str | Promise] = {
    "club_not_found": gettext_lazy("There is no such club."),
    "club_link_lapsed": gettext_lazy(
        "This link is no longer valid. Ask whoever gave it to you for a new one."
    ),
    "club_not_for_you": gettext_lazy(
        "Clubs are for people who have signed up, not for guests or bots."
    ),
    "club_not_for_them": gettext_lazy(
        "%(name)s cannot belong to a club: those are for people who have signed up."
    ),
    "club_not_organiser": gettext_lazy("Only an organiser of “%(club)s” may do this."),
    "club_not_owner": gettext_lazy("Only the owner of “%(club)s” may do this."),
    "club_owner_stays": gettext_lazy(
        "The owner of “%(club)s” hands the club over first, or closes it."
    ),
    "club_no_member": gettext_lazy("%(name)s is not a member of the club."),
    "club_member_already": gettext_lazy("%(name)s is a member already."),
    "club_kept_out": gettext_lazy("“%(club)s” does not admit you."),
    "club_lets_in_first": gettext_lazy("%(name)s is kept out. Lift that first."),
    "club_by_invitation": gettext_lazy("“%(club)s” is joined by invitation only."),
    "club_request_answered": gettext_lazy("The request of %(name)s has been answered already."),
    "club_full": ngettext_lazy(
        "“%(club)s” is full: it has one member.",
        "“%(club)s” is full: it has %(most)s members.",
        "most",
    ),
    "club_waits_for_many": ngettext_lazy(
        "One invitation or request of “%(club)s” is waiting for an answer, which is the limit.",
        "%(most)s invitations and requests of “%(club)s” are waiting for an answer, "
        "which is the limit.",
        "most",
    ),
    "too_many_clubs": ngettext_lazy(
        "%(name)s belongs to one club; more are not possible.",
        "%(name)s belongs to %(most)s clubs; more are not possible.",
        "most",
    ),
    "too_many_own_clubs": ngettext_lazy(
        "%(name)s owns one club; more are not possible.",
        "%(name)s owns %(most)s clubs; more are not possible.",
        "most",
    ),
    "club_name_taken": gettext_lazy(
        "There is a club called “%(name)s” already, or one whose name looks the same."
    ),
    "club_name_length": gettext_lazy("A club's name has %(least)s to %(most)s characters."),
    "club_not_yours": gettext_lazy("You are not a member of this club."),
}


def declare_clubs() -> None:
    """Called once, when the app is ready."""
    declare(SENTENCES, STATUS)
