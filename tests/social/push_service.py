"""A push service of our own, and devices that subscribe at it and read what they are sent."""

import base64
import json
import ssl
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from accounts.models import Player
from tests.api.client import Caller
from tests.certificates import certificate_of_localhost

DEVICES = "/me/notices/devices/"


def text_of(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class Device:
    """A browser's subscription: its address at the service, its keys, what has come."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = bytes(range(16))
        self.sent: list[tuple[dict[str, str], dict[str, Any]]] = []

    @property
    def form(self) -> dict[str, str]:
        """As a browser hands it over."""
        public = self.key.public_key()
        point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "p256dh": text_of(point), "auth": text_of(self.secret)}

    @property
    def messages(self) -> list[dict[str, Any]]:
        return [message for _headers, message in self.sent]

    def take(self, headers: dict[str, str], body: bytes) -> None:
        plain = http_ece.decrypt(
            body, private_key=self.key, auth_secret=self.secret, version="aes128gcm"
        )
        self.sent.append((headers, json.loads(plain)))


class PushService:
    """Takes what is signed, for the devices it knows; or answers as it is told to."""

    def __init__(self, folder: Path) -> None:
        self.certificate = certificate_of_localhost(folder)
        self.devices: dict[str, Device] = {}
        self.answers: list[int] = []
        self.asked = 0
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                self.send_response(service.answer(self.path, headers, body))
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("localhost", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.origin = f"https://localhost:{self.server.server_port}"
        Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def answer(self, path: str, headers: dict[str, str], body: bytes) -> int:
        self.asked += 1
        if self.answers:
            return self.answers.pop(0)
        device = self.devices.get(path)
        if device is None:
            return 410
        if not Vapid02.verify(headers["authorization"]) or int(headers["ttl"]) <= 0:
            return 403
        device.take(headers, body)
        return 201

    def device(self) -> Device:
        path = f"/push/{len(self.devices)}?token=a"
        self.devices[path] = Device(self.origin + path)
        return self.devices[path]

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


def registered(service: PushService, player: Player) -> Device:
    device = service.device()
    answer = Caller(player).post(DEVICES, device.form)
    assert answer.status_code == 201, answer.content
    return device
