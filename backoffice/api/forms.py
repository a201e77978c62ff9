"""What several of the office's operations take."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from backoffice.team.staff_log import REASON_CHARS_MAX
from web.api.reading import Text

NUMBER_MAX = 10**18 - 1  # as many digits as are read


class OfficeReasonForm(serializers.Serializer[Any]):
    reason = Text(max_length=REASON_CHARS_MAX, help_text="written into the staff's log")
