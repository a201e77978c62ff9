"""A slow line in front of a server: every byte arrives late, and only so many each second.

What browsers emulate for developers delays answers, but neither what is sent nor what comes over a
stream that is already open; a player far away waits for all three.
"""

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

CHUNK = 1460  # bytes: what travels as one packet
WAITING_MAX = 64  # packets under way on one connection before its sender has to wait


class Line(NamedTuple):
    """Seconds from end to end, one way; bytes a second in each direction."""

    delay: float
    up: float
    down: float


REGULAR_3G = Line(delay=0.05, up=250_000 / 8, down=750_000 / 8)


class _Way:
    """One direction, shared by all connections: packets leave one after the other."""

    def __init__(self, delay: float, rate: float) -> None:
        self._delay = delay
        self._rate = rate
        self._free = 0.0

    def arrival(self, size: int) -> float:
        """When a packet that is sent now has arrived, by the clock of the loop."""
        self._free = max(self._free, asyncio.get_running_loop().time()) + size / self._rate
        return self._free + self._delay

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Everything that is read, in order, until one end is closed."""
        under_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue(WAITING_MAX)
        async with asyncio.TaskGroup() as both:
            both.create_task(_deliver(under_way, writer))
            while data := await _read(reader):
                await under_way.put((self.arrival(len(data)), data))
            await under_way.put((self.arrival(0), b""))


async def _read(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read(CHUNK)
    except OSError:
        return b""


async def _deliver(
    under_way: asyncio.Queue[tuple[float, bytes]], writer: asyncio.StreamWriter
) -> None:
    while True:
        arrival, data = await under_way.get()
        await asyncio.sleep(max(0.0, arrival - asyncio.get_running_loop().time()))
        if not data:
            writer.close()
            return
        if not writer.is_closing():
            writer.write(data)
            with contextlib.suppress(OSError):
                await writer.drain()


@contextmanager
def slow_line(target: int, line: Line) -> Iterator[int]:
    """A port of this machine behind which the server at `target` is as far away as that."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    up, down = _Way(line.delay, line.up), _Way(line.delay, line.down)

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(2 * line.delay)  # the handshake goes there and back
        try:
            far = await asyncio.open_connection("127.0.0.1", target)
        except OSError:
            writer.close()
            return
        with contextlib.suppress(asyncio.CancelledError):  # the door is closed
            await asyncio.gather(up.carry(reader, far[1]), down.carry(far[0], writer))

    async def open_door() -> asyncio.Server:
        return await asyncio.start_server(connected, "127.0.0.1", 0)

    async def close_door(server: asyncio.Server) -> None:
        server.close()
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)

    server = asyncio.run_coroutine_threadsafe(open_door(), loop).result()
    try:
        yield int(server.sockets[0].getsockname()[1])
    finally:
        asyncio.run_coroutine_threadsafe(close_door(server), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(5)
        loop.close()
