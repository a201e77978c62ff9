"""Headers that say one thing are said once: before either door, so that both answer alike.

Of two Host headers one half of the house would believe the first and the other the last; whoever
stands in front of us may believe yet another.
"""

from games.live.http import Scope

HOST_BYTES_MAX = 300
_ONCE = frozenset(
    {
        *(b"host", b"authorization", b"cookie", b"content-type", b"content-length"),
        *(b"idempotency-key", b"origin", b"referer", b"last-event-id", b"x-csrftoken"),
    }
)


def says_it_once(scope: Scope) -> bool:
    """Whether no header that may come once comes twice, and the host is named, in few letters.

    Outside the API it may be missing: balancers that only ask whether we are ready name none.
    """
    names = [name for name, _value in scope["headers"] if name in _ONCE]
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    named = bool(hosts) or not scope["path"].startswith("/api/")
    few = all(len(host) <= HOST_BYTES_MAX for host in hosts)
    return named and few and len(names) == len(set(names))
