"""kombu's transport over Redis, which whoever has another broker need not load."""

from kombu.transport import redis

from config.broker.acknowledging import FreesPlaces


class Channel(FreesPlaces, redis.Channel):
    pass


class Transport(redis.Transport):
    Channel = Channel
