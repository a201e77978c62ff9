"""The roles of a throw-away cluster: those of a platform, and the tests' own stage."""

from typing import Any

import psycopg

from config.embedded.roles import OWNER, WEB, WORKER, create_role

STAGE = "jeton_stage"


def create_roles(admin: psycopg.Connection[Any]) -> None:
    """The stage is web and worker in one, as tests set it up: it may make staff besides."""
    for role in (OWNER, WEB, WORKER, STAGE):
        create_role(admin, role)
    admin.execute(f"alter role {OWNER} createdb")
    admin.execute(f"grant {WEB}, {WORKER} to {STAGE}")
    admin.execute(f"grant {OWNER} to {STAGE} with inherit false, set false")
    admin.execute(f"grant set on parameter session_replication_role to {STAGE}")
