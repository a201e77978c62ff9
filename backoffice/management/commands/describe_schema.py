"""`manage.py describe_schema`: write down what the audit compares the database with."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand

from backoffice.chain.schema import SHIPPED, described


class Command(BaseCommand):
    help = "Writes the shipped description of tables, guards and grants, after migrating."

    def handle(self, *_args: Any, **_options: Any) -> None:
        text = json.dumps(described(), indent=0, sort_keys=True, ensure_ascii=False)
        SHIPPED.write_text(f"{text}\n", encoding="utf-8")
