"""Who watches which table, and waking them when it changes.

A watcher is woken, then takes what it has not seen yet from its table's channel: a slow
client gets fewer, larger messages and costs no memory. Changes made by this process come
straight from the writer; those of others by NOTIFY, with a look at the versions every few
seconds in case a notification was lost with its connection.
"""

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable, Sequence
from itertools import count, takewhile

import orjson
import psycopg

from games.live.database import LISTENER, Pool, connect, listen
from games.live.transactions import drive
from games.moves.commands import StoredEvent
from games.moves.live import LiveTable
from games.moves.measures import NOTIFICATION_SECONDS
from games.moves.redaction import shown
from games.moves.statements import CHAT_CHANNEL, TABLE_CHANNEL
from games.tables.reading import read_events

RECENT_EVENTS_MAX = 128
LOOK_SECONDS = 3.0
HEARTBEAT_SECONDS = 2.0  # who hears nothing for longer than two of these asks (js/stream.js)
SLOW_BEATS = 8
BEATS = 10  # the tables in as many parts, so that thousands of streams do not speak at once
READ_VERSIONS = "SELECT id, version FROM games_table WHERE id = ANY(%s)"
# What a play process calls to itself through the database, to hear how long that takes.
ECHO_CHANNEL = "jeton_echo"
CALL = f"SELECT pg_notify('{ECHO_CHANNEL}', %s)"

log = logging.getLogger(__name__)

# What is told on a channel, and the process of the database that told it.
Hear = Callable[[str, int], None]


class Channel:
    """One watched table: its latest version, its latest events, its watchers' listeners."""

    def __init__(self, table_id: int) -> None:
        self.table_id = table_id
        self.version = 0
        self.wanted = 0  # the latest version that others are known to have committed
        self.is_fetching = False
        self.talk = 0  # the number of the latest message said at the table, since we listen
        self.listeners: set[asyncio.Event] = set()
        self._recent: deque[StoredEvent] = deque(maxlen=RECENT_EVENTS_MAX)
        self._encoded: dict[tuple[int | None, int], bytes] = {}

    def publish(self, version: int, events: Sequence[StoredEvent]) -> None:
        """The table has reached `version` by `events`; late or repeated news is dropped.

        Recent events have no gap and end at `version`, or there are none: a watcher who finds
        none reads the log.
        """
        if version <= self.version:
            return
        news = [event for event in events if event.seq > self.version]
        whole = bool(news) and news[-1].seq == version
        if not whole or (self._recent and news[0].seq != self._recent[-1].seq + 1):
            self._recent.clear()
        if whole:
            self._recent.extend(news)
        self.version = version
        self._encoded.clear()
        self.wake()

    def wake(self) -> None:
        for news in self.listeners:
            news.set()

    def said(self, number: int) -> None:
        """Something was said: watchers are told that, and ask for what they may read of it."""
        if number > self.talk:
            self.talk = number
            self.wake()

    def since(self, version: int) -> tuple[StoredEvent, ...] | None:
        """The events after `version`, or None when they are no longer at hand."""
        if version >= self.version:
            return ()
        if not self._recent or self._recent[0].seq > version + 1:
            return None
        news = [*takewhile(lambda event: event.seq > version, reversed(self._recent))]
        return tuple(reversed(news))

    def encoded(self, seat: int | None, version: int) -> bytes | None:
        """The JSON list of events after `version` for a seat; made once for all who need it."""
        key = (seat, version)
        if key not in self._encoded:
            events = self.since(version)
            if events is None:
                return None
            self._encoded[key] = encode(events, seat)
        return self._encoded[key]


def encode(events: Sequence[StoredEvent], seat: int | None) -> bytes:
    """Events as a seat may see them, as a JSON list."""
    return orjson.dumps([shown(event, seat) for event in events])


class Hub:
    """All channels of this process."""

    def __init__(self, readers: Pool, own_pid: Callable[[], int]) -> None:
        self._readers = readers
        self._own_pid = own_pid
        self._channels: dict[int, Channel] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._hears: dict[str, Hear] = {
            TABLE_CHANNEL: self._hear_tables,
            CHAT_CHANNEL: self._hear_talk,
            ECHO_CHANNEL: self._hear_echo,
        }
        self._called = ("", 0.0)
        self._beats: list[Callable[[], None]] = []
        self.closing = False

    def listen_to(
        self, channel: str, hear: Hear, *, beat: Callable[[], None] | None = None
    ) -> None:
        """Hand on what PostgreSQL is told on another channel; `beat` is every heartbeat's."""
        self._hears[channel] = hear
        if beat is not None:
            self._beats.append(beat)

    async def start(self) -> None:
        self._tasks = [
            asyncio.create_task(self._listen(), name="table listener"),
            asyncio.create_task(self._look(), name="version look"),
            asyncio.create_task(self._beat(), name="heartbeat"),
        ]

    def let_go(self) -> None:
        """Every watcher is woken and ends."""
        self.closing = True
        self._ring_all()

    async def stop(self) -> None:
        self.let_go()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def enter(self, table_id: int, news: asyncio.Event) -> Channel:
        """Watch a table; call `leave` when done."""
        channel = self._channels.get(table_id)
        if channel is None:
            channel = self._channels[table_id] = Channel(table_id)
        channel.listeners.add(news)
        return channel

    def leave(self, channel: Channel, news: asyncio.Event) -> None:
        channel.listeners.discard(news)
        if not channel.listeners:
            self._channels.pop(channel.table_id, None)

    def committed(self, tables: Sequence[LiveTable]) -> None:
        """What this process has just committed."""
        for table in tables:
            channel = self._channels.get(table.id)
            if channel is None:
                continue
            if channel.version in (0, table.version_before):
                channel.publish(table.version, table.pending)
            else:
                self._fetch_soon(channel, table.version)

    async def events_after(self, channel: Channel, version: int) -> tuple[StoredEvent, ...]:
        """Events a watcher has missed: from the channel when it still has them, else the log."""
        events = channel.since(version)
        if events is not None:
            return events
        return await self.log_of(channel.table_id, version, channel.version)

    async def log_of(self, table_id: int, after: int, until: int) -> tuple[StoredEvent, ...]:
        """Events of a table's log, numbered above `after` and up to `until`."""
        async with self._readers.connection() as connection:
            return await drive(read_events(table_id, after=after, until=until), connection)

    def _fetch_soon(self, channel: Channel, version: int) -> None:
        """One read at a time for a channel: what comes meanwhile is asked for by the next."""
        channel.wanted = max(channel.wanted, version)
        if channel.is_fetching:
            return
        channel.is_fetching = True
        task = asyncio.create_task(self._fetch(channel))
        self._tasks.append(task)
        task.add_done_callback(self._tasks.remove)

    async def _fetch(self, channel: Channel) -> None:
        """Read what others have committed. A watcher's first version is where it came in."""
        try:
            while channel.version < channel.wanted:
                events = await self.log_of(channel.table_id, channel.version, channel.wanted)
                if not events:
                    return  # the row is not visible yet to whoever reads; the look comes again
                channel.publish(events[-1].seq, events)
        finally:
            channel.is_fetching = False

    def _heard(self, table_id: int, version: int) -> None:
        channel = self._channels.get(table_id)
        if channel is not None and channel.version and version > channel.version:
            self._fetch_soon(channel, version)

    def _hear_tables(self, payload: str, pid: int) -> None:
        if pid == self._own_pid():
            return  # the writer has told us already
        for table_id, version in orjson.loads(payload):
            self._heard(table_id, version)

    def _hear_talk(self, payload: str, _pid: int) -> None:
        table_id, number = orjson.loads(payload)
        channel = self._channels.get(table_id)
        if channel is not None:
            channel.said(number)

    def _hear_echo(self, payload: str, _pid: int) -> None:
        word, at = self._called
        if payload == word:  # not another process's
            NOTIFICATION_SECONDS.note(time.perf_counter() - at)

    def _ring_all(self) -> None:
        for channel in list(self._channels.values()):
            channel.wake()
        for beat in self._beats:
            beat()

    async def _listen(self) -> None:
        while True:
            try:
                connection = await connect(name=LISTENER, is_session=True)
                async with connection:
                    connection.add_notify_handler(self._hand_on)
                    for channel in self._hears:
                        await connection.execute(f"LISTEN {channel}")
                    self._ring_all()  # what was told while nobody listened
                    while True:
                        await listen(connection, seconds=LOOK_SECONDS)
                        # Silence may be that of a connection which is not there any more.
                        await connection.execute("SELECT 1")
            except (psycopg.Error, OSError) as error:
                log.warning("listener lost its connection: %s", error)
                await asyncio.sleep(0.5)

    def _hand_on(self, notice: psycopg.Notify) -> None:
        """What nobody understands, as from a process of another version, ends no listening."""
        try:
            self._hears[notice.channel](notice.payload, notice.pid)
        except (ValueError, TypeError, LookupError) as error:
            log.warning("%s: not understood: %s", notice.channel, error)

    async def _beat(self) -> None:
        """One clock for all streams: proxies and clients hear regularly from a quiet table."""
        for turn in count():
            part = turn % BEATS
            await asyncio.sleep(HEARTBEAT_SECONDS / BEATS)
            for channel in list(self._channels.values()):
                if channel.table_id % BEATS == part:
                    channel.wake()
            if turn % (BEATS * SLOW_BEATS) == 0:  # what asks the database, and is not played on
                for beat in self._beats:
                    beat()

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            if not self._channels:
                continue
            try:
                async with self._readers.connection() as connection:
                    cursor = await connection.execute(READ_VERSIONS, (list(self._channels),))
                    for table_id, version in await cursor.fetchall():
                        self._heard(table_id, version)
                    self._called = (secrets.token_hex(6), time.perf_counter())
                    await connection.execute(CALL, (self._called[0],))
            except (psycopg.Error, OSError) as error:
                log.warning("version look failed: %s", error)


async def encoded_after(
    hub: Hub, channel: Channel, seat: int | None, version: int
) -> tuple[int, bytes]:
    """The version reached and the JSON list of events after `version`, for a seat."""
    events = channel.encoded(seat, version)
    if events is not None:
        return channel.version, events
    missed = await hub.events_after(channel, version)
    return missed[-1].seq if missed else channel.version, encode(missed, seat)
