"""What players have reported: what waits for a decision, and what was decided."""

from games.models import ChatReport

PAGE = 50


def complaints(*, decided: bool, after: int | None = None) -> list[ChatReport]:
    """Waiting ones in the order they came, decided ones newest first; a page and one more."""
    found = ChatReport.objects.select_related("author", "reporter", "handled_by")
    found = found.filter(handled_at__isnull=not decided).order_by("-id" if decided else "id")
    if after is not None:
        found = found.filter(pk__lt=after) if decided else found.filter(pk__gt=after)
    return list(found[: PAGE + 1])
