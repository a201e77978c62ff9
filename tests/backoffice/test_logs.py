"""What a running platform writes down holds no secret: card, token, password or cookie."""

import http.client
import json
import re

import pytest

from tests.running.demo import Site

pytestmark = [pytest.mark.process]

PASSWORD = "hush-rummy-evening-7h"
CARD = r"(?:[A2-9TJQK][shdc]2?|X[1-6])"
SECRETS = {
    "a token": re.compile(r"\bjeton_[A-Za-z0-9_-]{16,}"),
    "a webhook's secret": re.compile(r"\bwhsec_[A-Za-z0-9+/=_-]{8,}"),
    "a cookie": re.compile(r"(?i)\b(?:sessionid|jeton_session\w*|jeton_csrf\w*|csrftoken)=\w"),
    "cards": re.compile(rf"\b{CARD}(?:[ ,]+{CARD})+\b|['\"]{CARD}['\"]"),
    "a password in an address": re.compile(r"://[^/\s:@]+:[^/\s@]+@"),
    "the password typed": re.compile(re.escape(PASSWORD)),
}


def told(site: Site) -> list[tuple[str, str]]:
    """(file, line) of every log of this platform, and of what it says on the way."""
    files = [site.output, *site.data_dir.rglob("*.log*")]
    return [
        (file.name, line)
        for file in files
        if file.is_file()
        for line in file.read_text(errors="replace").splitlines()
    ]


def send(site: Site, path: str, body: str, headers: dict[str, str]) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=20)
    try:
        connection.request("POST", path, body, headers)
        return connection.getresponse().status
    finally:
        connection.close()


def provoke(site: Site) -> None:
    """Wrong passwords, wrong tokens, cards in moves and in addresses: what an error might tell."""
    token = "jeton_" + "s" * 40
    json_headers = {"Content-Type": "application/json", "Authorization": f"Token {token}"}
    move = json.dumps({"action": {"type": "discard", "card": "7h"}, "expected_version": 1})
    cookies = {"Cookie": f"sessionid={'c' * 32}", "Content-Type": "application/json"}
    assert send(site, "/api/v1/tables/1/actions/", move, json_headers) in range(400, 500)
    assert send(site, "/api/v1/tables/1/actions/", "{'card': '7h 8h', ", cookies) in range(400, 500)
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    login = f"login=Anna&password={PASSWORD}"
    assert send(site, "/accounts/login/", login, form) in range(200, 500)
    status, _page = site.get(f"/nowhere/?token={token}&password={PASSWORD}&cards=7h,8h,9h")
    assert status == 404


def test_the_logs_of_a_running_platform_hold_no_secret(site: Site) -> None:
    """Bots play there all the while, so every kind of card has been dealt, drawn and shown."""
    provoke(site)
    lines = told(site)
    assert len(lines) > 5, "nothing was logged: this test would prove nothing"
    found = [
        (name, file, line[:160])
        for file, line in lines
        for name, pattern in SECRETS.items()
        if pattern.search(line)
    ]
    assert found == []
