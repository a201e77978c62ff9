"""Channels whose worker stays awake when an acknowledgement fails.

A worker has a few places for messages it has not acknowledged. The library keeps the place when
the broker is away at that moment: after a few it takes nothing more, not even the news that its
connection is gone, and looks healthy. The message itself comes again when its time is over, as
after a worker's death.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kombu.transport.virtual import QoS

if TYPE_CHECKING:
    from kombu.transport.virtual import Channel as _Channel
else:
    _Channel = object


class FreesPlaces(_Channel):
    """Before a transport's channel among the bases."""

    def basic_ack(self, delivery_tag: str, multiple: bool = False) -> None:
        with self._place_free_whatever_happens(delivery_tag):
            super().basic_ack(delivery_tag, multiple)

    def basic_reject(self, delivery_tag: str, requeue: bool = False) -> None:
        with self._place_free_whatever_happens(delivery_tag):
            super().basic_reject(delivery_tag, requeue)

    @contextmanager
    def _place_free_whatever_happens(self, delivery_tag: str) -> Iterator[None]:
        try:
            yield
        except Exception:
            QoS.ack(self.qos, delivery_tag)
            raise
