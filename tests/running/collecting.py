"""A little server that takes what others tell: faults, traces."""

import gzip
import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(slots=True)
class Told:
    """What came, each as (path, body); and where it listens."""

    port: int
    bodies: list[tuple[str, bytes]] = field(default_factory=list)


@contextmanager
def collector() -> Iterator[Told]:
    """Takes every POST, says yes, and remembers it."""

    class Taking(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            packed = self.headers.get("Content-Encoding") == "gzip"
            told.bodies.append((self.path, gzip.decompress(body) if packed else body))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Taking) as server:
        told = Told(server.server_address[1])
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield told
        server.shutdown()
