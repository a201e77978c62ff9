"""When what comes round by the clock is due."""

from web.time.clock import FIRST_WITHIN_SECONDS, Rota

HOUR, SHORT = 3600.0, 2.0


def test_what_comes_by_the_hour_comes_in_a_house_that_is_killed_each_hour() -> None:
    for begun in (0.0, HOUR - 1):
        rota = Rota({"hourly": HOUR, "often": SHORT})
        assert list(rota.due(begun)) == []
        assert list(rota.due(begun + SHORT / 6)) == ["often"]
        assert "hourly" in list(rota.due(begun + FIRST_WITHIN_SECONDS))
        assert "hourly" not in list(rota.due(begun + FIRST_WITHIN_SECONDS + HOUR - 1))
        assert "hourly" in list(rota.due(begun + FIRST_WITHIN_SECONDS + HOUR))


def test_what_comes_by_the_minute_comes_in_a_house_that_is_killed_every_twelve_seconds() -> None:
    found = set()
    for begun in range(0, 36, 12):
        rota = Rota({"half": 30.0, "minute": 60.0, "hourly": HOUR})
        assert list(rota.due(begun)) == []
        for second in range(1, 12):
            found |= set(rota.due(begun + second))
    assert found == {"half", "minute", "hourly"}
