"""Nobody gets a bare `500`: programs get a problem, people a page, in their language."""

import asyncio
import http.client
import json
import select
import signal
import socket
from collections.abc import Iterator, MutableMapping
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import Error, connection, transaction

from config.serving.faults import with_last_words
from tests.running.demo import free_port
from tests.running.test_web_start import NOBODY_LISTENS, SECRETS, Answer, a_web, ask, start
from tests.running.waiting import until
from web.database.trouble import is_trouble, state_of

DOORS = ["/api/v1/tables/1/view/", "/api/v1/tables/", "/tables/1/", "/"]


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A web process without a database."""
    url = f"postgresql://jeton_web@127.0.0.1:{NOBODY_LISTENS}/jeton"
    environ = {**SECRETS, "DATABASE_URL": url}
    with a_web(tmp_path_factory.mktemp("web"), environ) as found:
        yield found


def assert_is_documented(path: str, answer: Answer) -> None:
    status, headers, body = answer
    assert status == 503, (path, body)
    assert int(headers["retry-after"]) >= 1
    if path.startswith("/api/"):
        assert headers["content-type"] == "application/problem+json"
        assert json.loads(body)["code"] == "busy"
    else:
        assert "One moment, please" in body


@pytest.mark.process
@pytest.mark.parametrize("path", DOORS)
def test_without_its_database_every_door_says_so(port: int, path: str) -> None:
    assert_is_documented(path, ask(port, path))


@pytest.mark.process
def test_without_its_database_it_lives_and_is_not_ready(port: int) -> None:
    assert (ask(port, "/healthz")[0], ask(port, "/readyz")[0]) == (200, 503)


@pytest.mark.soak
@pytest.mark.process
def test_it_is_said_in_the_readers_language(port: int) -> None:
    german = {"Accept-Language": "de"}
    status, _, page = ask(port, "/", headers=german)
    assert (status, "Einen Augenblick, bitte" in page) == (503, True)
    for path in DOORS[:2]:
        assert "Der Server ist gerade" in json.loads(ask(port, path, headers=german)[2])["detail"]


@pytest.mark.process
def test_who_waits_while_the_server_stops_is_told_so(tmp_path: Path) -> None:
    """The database takes callers in and says nothing; then the web process is told to stop."""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(100)
        here = free_port()
        environ = {
            **SECRETS,
            "DATABASE_URL": f"postgresql://jeton_web@127.0.0.1:{silent.getsockname()[1]}/jeton",
            "PORT": str(here),
            "WEB_THREADS": str(len(DOORS)),
        }
        web = start(tmp_path / "web.log", "-m", "config.serve", environ=environ)
        callers = {
            path: http.client.HTTPConnection("127.0.0.1", here, timeout=60) for path in DOORS
        }
        try:
            until(lambda: ask(here, "/healthz")[0] == 200)
            for path, caller in callers.items():
                caller.request("GET", path)
            # Who comes after them is answered after they have been heard.
            assert [ask(here, "/healthz")[0] for _ in range(2)] == [200, 200]
            silent.settimeout(60)
            taken_in = silent.accept()[0]
            web.send_signal(signal.SIGTERM)
            answers = {path: answer_to(caller) for path, caller in callers.items()}
            assert web.wait(60) != 0
        finally:
            web.kill()
            for caller in callers.values():
                caller.close()
        taken_in.close()
    for path, answer in answers.items():
        assert_is_documented(path, answer)


def answer_to(caller: http.client.HTTPConnection) -> Answer:
    found = caller.getresponse()
    headers = {name.lower(): value for name, value in found.headers.items()}
    return found.status, headers, found.read().decode()


@pytest.mark.parametrize(("path", "words"), [("/api/x/", '"code":"fault"'), ("/", "<h1>")])
def test_a_fault_of_ours_is_named_too(path: str, words: str) -> None:
    async def broken(scope: Any, receive: Any, send: Any) -> None:
        raise ValueError("a slip")

    sent = say(broken, path)
    assert sent[0]["status"] == 500
    assert words in sent[1]["body"].decode()


def test_an_answer_that_has_begun_gets_no_second_one() -> None:
    async def broken(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise ValueError("a slip")

    with pytest.raises(ValueError, match="a slip"):
        say(broken, "/")


def say(application: Any, path: str) -> list[MutableMapping[str, Any]]:
    sent: list[MutableMapping[str, Any]] = []

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.disconnect"}

    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "headers": [],
        "query_string": b"",
    }
    asyncio.run(with_last_words(application)(scope, receive, send))
    return sent


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
@pytest.mark.parametrize(
    ("statements", "state"),
    [
        (["select pg_terminate_backend(pg_backend_pid())"], "57P01"),
        (["set local statement_timeout = 1", "select pg_sleep(1)"], "57014"),
        # Long enough for the first answer to be read by itself: what comes with it is passed over.
        (["set local idle_in_transaction_session_timeout = 500", "nothing", "select 1"], "25P03"),
        (["set transaction read only", "delete from games_outage"], "25006"),
    ],
)
def test_what_the_database_cannot_do_just_now_is_no_fault(
    statements: list[str], state: str
) -> None:
    with pytest.raises(Error) as error:
        carry_out(statements)
    assert (state_of(error.value), is_trouble(error.value)) == (state, True)
    connection.close()


def carry_out(statements: list[str]) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in statements:
            if statement == "nothing":
                wait_until_hung_up(connection.connection)
            else:
                cursor.execute(statement)


def wait_until_hung_up(raw: psycopg.Connection[Any]) -> None:
    """Until the server has hung up on this connection: then there is something to read."""
    assert select.select([raw.fileno()], [], [], 20)[0]


@pytest.mark.django_db
def test_a_wrong_question_is_a_fault() -> None:
    with pytest.raises(Error) as error, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("select nothing from nowhere")
    assert not is_trouble(error.value)
