"""What the office knows of a player and does for them, through the Python client."""

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from jeton_client import Client, MovedOn

from accounts.joining.players import create_player
from accounts.programs.tokens.issuing import issue_token

from .colleagues import BothOffices

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def test_a_player_is_found_noted_warned_and_let_be(anna: Client, owner: BothOffices) -> None:
    player = anna.me()["player"]
    name, player_id = player["name"], player["id"]
    (found,) = owner.read("players", name=name, kind="guests")["results"]
    assert [one["id"] for one in owner.every("every_player", name=name)] == [found["id"]]
    note = owner.write("note_player", player_id, "asks kindly")
    mute = owner.write("sanction_player", player_id, kind="mute", reason="too loud", hours=2)
    lifted = owner.write("lift_sanction", player_id, mute["id"], "it was the music")
    assert lifted["lifted_at"] is not None
    with pytest.raises(MovedOn) as refused:
        owner.write("end_premium", player_id, "there is none")
    assert refused.value.code == "sanction_over"
    given = owner.write("give_premium", player_id, 3, "won the raffle")
    assert owner.write("end_premium", player_id, "by mistake")["player"]["id"] == player_id
    assert given["player"]["id"] == player_id
    file = owner.read("player", player_id)
    assert [one["id"] for one in file["notes"]] == [note["id"]]
    assert [one["kind"] for one in file["sanctions"]] == ["mute"]
    acts = owner.every("every_act", on=f"player:{player_id}", limit=1)
    assert [one["act"] for one in acts] == [
        one["act"] for one in owner.read("log", on=f"player:{player_id}")["results"]
    ]
    assert len(acts) >= 3


def test_somebody_who_is_locked_out_is_let_in_again(owner: BothOffices) -> None:
    player = create_player(name="Rosamunde", password="rummy-evening")
    TOTP.activate(player, generate_totp_secret())
    link = owner.write("password_link", player.pk, "has forgotten it")
    assert "/password/reset/key/" in link["link"]
    owner.write("forget_factor", player.pk, "the phone is broken")
    issue_token(player=player, name="a program")
    (token,) = owner.read("player", player.pk)["access"]
    owner.write("end_access", player.pk, token["id"], "it was on the phone")
    assert owner.read("player", player.pk)["access"] == []
    owner.write("sign_out_player", player.pk, "it was stolen")
    owner.write("rename_player", player.pk, "Rosalinde", "by her own wish")
    assert owner.read("player", player.pk)["player"]["name"] == "Rosalinde"
    acts = [one["act"] for one in owner.read("log", on=f"player:{player.pk}")["results"]]
    assert len(acts) == 5


def test_a_ticket_is_given_and_taken_back(owner: BothOffices) -> None:
    ticket = owner.write("give_ticket", 30, "for the raffle")
    assert owner.read("premium_tickets")["results"] == [ticket]
    assert owner.every("every_premium_ticket", limit=1) == [ticket]
    owner.write("take_back_ticket", ticket["id"], "the raffle is off")
    assert owner.read("premium_tickets")["results"] == []
