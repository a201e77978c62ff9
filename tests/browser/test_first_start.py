"""A new house set up on a phone, by its keyboard: from the address in the terminal to the lobby."""

import base64
import hmac
import re
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.architecture.sources import ROOT
from tests.browser.conftest import PATIENCE_MS
from tests.browser.looking import faults, violations
from tests.running.demo import Demo, free_port, launch, running
from tests.running.waiting import until

pytestmark = pytest.mark.process
ADDRESS = re.compile(r"http://localhost:\d+/setup/#\S+")
PASSWORD = "a queen for each jack"


@pytest.fixture(scope="module")
def port() -> int:
    return free_port()


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("new") / "house"


@pytest.fixture(scope="module")
def address(data_dir: Path, port: int) -> str:
    """What `setup --web` tells whoever sits at the terminal."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "setup", "--web", "--set", f"PORT={port}"],
        env={"DATA_DIR": str(data_dir), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    )
    found = ADDRESS.search(done.stdout)
    assert found, done.stdout
    return found[0]


@pytest.fixture(scope="module")
def house(data_dir: Path, port: int, address: str) -> Iterator[Demo]:
    demo = launch(data_dir, port=port, extra={"SHOW_TABLES": "", "PORT": ""}, word="run")
    try:
        until(lambda: running(demo), seconds=500, what=f"the platform; see {demo.output}")
        yield demo
    finally:
        if demo.process.poll() is None:
            demo.stop()


def code_of(key: str) -> str:
    """What an app on a phone shows for this key now (RFC 6238)."""
    counter = struct.pack(">Q", int(time.time()) // 30)
    digest = hmac.digest(base64.b32decode(key), counter, "sha1")
    at = digest[-1] & 15
    number: int = struct.unpack(">I", digest[at : at + 4])[0] & 0x7FFFFFFF
    return f"{number % 10**6:06d}"


def typed(page: Page, *lines: str) -> None:
    """Into the fields, from the first one on, and Enter: by keys alone."""
    page.locator("main input:not([type=hidden])").first.focus()
    for number, line in enumerate(lines):
        if number:
            page.keyboard.press("Tab")
        page.keyboard.press("Control+A")
        page.keyboard.type(line)
    assert (faults(page), violations(page)) == ([], [])
    page.keyboard.press("Enter")


def test_a_house_is_set_up_on_a_phone_and_is_its_owners(
    chromium: Browser, house: Demo, address: str
) -> None:
    context = chromium.new_context(
        viewport=ViewportSize(width=360, height=740), locale="de", service_workers="block"
    )
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.goto(f"http://localhost:{house.port}/tournaments/")  # everything leads to the first page
    expect(page.get_by_role("heading", level=1)).to_have_text("Ein neues Haus")
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_url("**/setup/owner/")
    typed(page, "Rosa", "rosa@example.org", PASSWORD, PASSWORD)
    page.wait_for_url("**/setup/factor/")
    typed(page, code_of(page.locator("code.key").inner_text()))
    page.wait_for_url("**/setup/house/")
    page.reload()
    typed(page, "Rommé in Linz")
    page.wait_for_url("**/setup/mail/")
    typed(page, "")
    page.wait_for_url("**/setup/legal/")
    page.get_by_role("button", name="Später, im Büro").click()
    page.wait_for_url("**/setup/finish/")
    expect(page.locator("main")).to_contain_text("Rosa, rosa@example.org")
    page.get_by_role("button", name="Das Haus öffnen").dblclick()
    page.wait_for_url("**/accounts/2fa/recovery-codes/")
    page.goto(f"http://localhost:{house.port}/")
    expect(page).to_have_title("Lobby – Rommé in Linz")
    page.goto(f"http://localhost:{house.port}/office/house/")
    expect(page.get_by_label("Name des Hauses")).to_have_value("Rommé in Linz")
    assert (faults(page), violations(page)) == ([], [])

    stranger = chromium.new_context(locale="en", service_workers="block").new_page()
    stranger.goto(address)
    expect(stranger.get_by_role("heading", level=1)).to_have_text("This page is closed")
    context.close()


def test_the_token_stands_in_no_log(house: Demo, address: str) -> None:
    token = address.partition("#")[2]
    logs = [*(house.data_dir / "logs").iterdir(), house.output]
    assert [path.name for path in logs if token.encode() in path.read_bytes()] == []
