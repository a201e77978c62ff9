"""What lies open before whom is written down for workers, of those alone whom devices are for."""

import asyncio

import pytest
from django.db import connections
from django.utils import timezone

from accounts.models import ApiToken, Player, PushDevice
from games.live.database import reader_pool
from games.live.presence import Presence
from games.models import OpenTable
from games.running.turns import has_before_them
from tests.formats.test_time_and_absence import BY_DAYS, dealt

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def test_streams_tell_workers_who_has_a_table_before_them(anna: Player, bert: Player) -> None:
    table = dealt(anna, bert, BY_DAYS)
    token, _text = ApiToken.objects.create(user=anna, name="phone", scopes=["read"])
    PushDevice.objects.create(player=anna, token=token, endpoint="https://push.example.org/1")

    def seen() -> list[bool]:
        found = [has_before_them(one.pk, table.pk) for one in (anna, bert)]
        connections.close_all()
        return found

    async def evening() -> list[list[bool]]:
        found = []
        async with reader_pool(most=1) as pool:
            presence = Presence(pool)
            spots = [(table.pk, anna.pk), (table.pk, bert.pk), (table.pk + 1, anna.pk)]
            for act in (presence.enter, presence.leave):
                for spot in spots:
                    act(spot)
                assert presence._telling is not None
                await presence._telling
                found.append(await asyncio.to_thread(seen))
        return found

    assert asyncio.run(evening()) == [[True, False], [False, False]]
    assert [row.until <= timezone.now() for row in OpenTable.objects.all()] == [True]
