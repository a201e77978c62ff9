"""What the tables of roles and of tokens say of clubs; `player` owns the one that is asked for."""

OWNER = "the id of `player`"
CLUB_ROWS = """
-++++++++ GET /clubs/
-++++++++ POST /clubs/
-++++++++ POST /clubs/join/
-++++++++ GET /clubs/{club_id}/
-++++++++ PUT /clubs/{club_id}/
-+xxxxxxx POST /clubs/{club_id}/close/
-+xxxxxxx GET /clubs/{club_id}/door/
-+xxxxxxx POST /clubs/{club_id}/hand-over/
-+xxxxxxx POST /clubs/{club_id}/invitations/{player_id}/
-+xxxxxxx DELETE /clubs/{club_id}/invitations/{player_id}/
-++x+++++ POST /clubs/{club_id}/join/
-++++++++ DELETE /clubs/{club_id}/join/
-+xxxxxxx DELETE /clubs/{club_id}/kept-out/{player_id}/
-++++++++ POST /clubs/{club_id}/leave/
-+xxxxxxx GET /clubs/{club_id}/link/
-+xxxxxxx POST /clubs/{club_id}/link/
-+xxxxxxx DELETE /clubs/{club_id}/link/
-+xxxxxxx GET /clubs/{club_id}/members/
-+xxxxxxx POST /clubs/{club_id}/members/{player_id}/remove/
-+xxxxxxx POST /clubs/{club_id}/members/{player_id}/role/
-++++++++ POST /clubs/{club_id}/report/
-+xxxxxxx POST /clubs/{club_id}/requests/{player_id}/
-xxx+xx++ GET /office/clubs/
-xxx+xx+x POST /office/clubs/{club_id}/close/
-xxx+xx+x POST /office/clubs/{club_id}/keep/
-xxx+xx+x POST /office/clubs/{club_id}/rename/
"""
CLUB_BODIES: dict[str, dict[str, object]] = {
    "hand-over/": {"player": OWNER},
    "/requests/{player_id}/": {"accept": True},
    "/role/": {"role": "member"},
}
CLUB_TIES = (
    "/clubs/{club_id}/invitations/{player_id}/",
    "/clubs/{club_id}/join/",
    "/clubs/{club_id}/kept-out/{player_id}/",
    "/clubs/{club_id}/link/",
)
OPERATIONS = tuple(line.split(" ", 1)[1] for line in CLUB_ROWS.strip().splitlines())
CLUBS_AT_THE_OFFICE = tuple(one for one in OPERATIONS if "/office/" in one)
OF_CLUBS = tuple(one for one in OPERATIONS if "/office/" not in one)
