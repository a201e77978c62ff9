"""Calls about clubs: finding, founding and keeping one; joining, inviting, answering."""

from __future__ import annotations

from typing import Unpack

from jeton_client import shapes
from jeton_client.calls import Call, get, new_key, post


def clubs(*, which: str = "mine", name: str | None = None) -> Call[shapes.Clubs]:
    """`which`: mine, invited, asked or found; `name` is for those to be found."""
    return get("clubs/", which=which, name=name)


def club(club_id: int) -> Call[shapes.Club]:
    return get(f"clubs/{club_id}/")


def found_club(*, key: str | None = None, **wanted: Unpack[shapes.ClubForm]) -> Call[shapes.Club]:
    return post("clubs/", dict(wanted), key=key)


def change_club(
    club_id: int, *, key: str | None = None, **wanted: Unpack[shapes.ClubForm]
) -> Call[shapes.Club]:
    """For its owner; what is left out is as in a new club."""
    return Call("PUT", f"clubs/{club_id}/", dict(wanted), key=key or new_key())


def join_club(club_id: int, *, key: str | None = None) -> Call[shapes.ClubJoined]:
    """Join, accept an invitation, or ask; `status` tells which it was."""
    return post(f"clubs/{club_id}/join/", key=key)


def join_club_by_code(code: str, *, key: str | None = None) -> Call[shapes.ClubJoined]:
    return post("clubs/join/", {"code": code}, key=key)


def stand_back_from_club(club_id: int) -> Call[None]:
    """Decline an invitation, or withdraw a request."""
    return Call("DELETE", f"clubs/{club_id}/join/")


def leave_club(club_id: int) -> Call[None]:
    return Call("POST", f"clubs/{club_id}/leave/")


def club_members(club_id: int) -> Call[shapes.ClubMembers]:
    return get(f"clubs/{club_id}/members/")


def club_door(club_id: int) -> Call[shapes.ClubDoor]:
    """Who is invited, who asks, who is kept out."""
    return get(f"clubs/{club_id}/door/")


def invite_to_club(club_id: int, player_id: int, *, key: str | None = None) -> Call[shapes.Club]:
    return post(f"clubs/{club_id}/invitations/{player_id}/", key=key)


def uninvite_from_club(club_id: int, player_id: int) -> Call[None]:
    return Call("DELETE", f"clubs/{club_id}/invitations/{player_id}/")


def answer_club_request(
    club_id: int, player_id: int, *, accept: bool, key: str | None = None
) -> Call[shapes.Club]:
    return post(f"clubs/{club_id}/requests/{player_id}/", {"accept": accept}, key=key)


def remove_from_club(
    club_id: int, player_id: int, *, keep_out: bool = False, key: str | None = None
) -> Call[shapes.Club]:
    body = {"keep_out": keep_out}
    return post(f"clubs/{club_id}/members/{player_id}/remove/", body, key=key)


def let_into_club_again(club_id: int, player_id: int) -> Call[None]:
    return Call("DELETE", f"clubs/{club_id}/kept-out/{player_id}/")


def set_club_role(
    club_id: int, player_id: int, role: shapes.ClubGivenRole, *, key: str | None = None
) -> Call[shapes.ClubMember]:
    return post(f"clubs/{club_id}/members/{player_id}/role/", {"role": role}, key=key)


def club_link(club_id: int) -> Call[shapes.ClubLink]:
    return get(f"clubs/{club_id}/link/")


def renew_club_link(club_id: int, *, key: str | None = None) -> Call[shapes.ClubLink]:
    return post(f"clubs/{club_id}/link/", key=key)


def withdraw_club_link(club_id: int) -> Call[None]:
    return Call("DELETE", f"clubs/{club_id}/link/")


def hand_over_club(club_id: int, player_id: int, *, key: str | None = None) -> Call[shapes.Club]:
    return post(f"clubs/{club_id}/hand-over/", {"player": player_id}, key=key)


def close_club(club_id: int, *, key: str | None = None) -> Call[shapes.Club]:
    return post(f"clubs/{club_id}/close/", key=key)


def report_club(club_id: int, note: str, *, key: str | None = None) -> Call[shapes.ClubReported]:
    return post(f"clubs/{club_id}/report/", {"note": note}, key=key)
