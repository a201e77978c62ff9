"""What guards the books in the database, compared with what this release ships.

Tables and columns, constraints, triggers, functions with their bodies, and who may do what: each
is described by a short text under its name. `manage.py describe_schema` writes the file that is
shipped; the audit reads it. PostgreSQL spells some conditions otherwise once they have been
dumped and restored: the file holds both spellings.
"""

import json
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from django.db import connection

from accounts.books.privileges import role_names

RUNNING = ("the web", "the worker")
SHIPPED = Path(__file__).with_name("schema.json")

_OBJECTS = """
WITH named AS (
  SELECT c.oid, c.relname, c.relacl, c.relowner, c.relkind, c.relrowsecurity
    FROM pg_class c
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v', 'S', 'p'))
SELECT 'table ' || relname,
       relkind::text || CASE WHEN relrowsecurity THEN ' row security' ELSE '' END
  FROM named WHERE relkind <> 'S'
UNION ALL
SELECT format('column %s.%s', n.relname, a.attname), concat_ws(' ',
       format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN 'not null' END,
       nullif(a.attgenerated::text, ''), pg_get_expr(d.adbin, d.adrelid))
  FROM named n JOIN pg_attribute a ON a.attrelid = n.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_attrdef d ON d.adrelid = n.oid AND d.adnum = a.attnum
 WHERE n.relkind = 'r'
UNION ALL
SELECT format('constraint %s.%s', n.relname, k.conname),
       pg_get_constraintdef(k.oid) || CASE WHEN k.convalidated THEN '' ELSE ' not valid' END
  FROM named n JOIN pg_constraint k ON k.conrelid = n.oid
 WHERE k.contype IN ('c', 'f', 'p', 'u', 'x')
UNION ALL
SELECT format('trigger %s.%s', n.relname, t.tgname),
       t.tgenabled::text || ' ' || pg_get_triggerdef(t.oid)
  FROM named n JOIN pg_trigger t ON t.tgrelid = n.oid AND NOT t.tgisinternal
UNION ALL
SELECT format('rule %s.%s', n.relname, r.rulename), pg_get_ruledef(r.oid)
  FROM named n JOIN pg_rewrite r ON r.ev_class = n.oid
UNION ALL
SELECT 'function ' || p.oid::regprocedure, concat_ws(' ', l.lanname, p.provolatile,
       CASE WHEN p.prosecdef THEN 'definer' END, array_to_string(p.proconfig, ' '),
       encode(sha256(convert_to(p.prosrc, 'UTF8')), 'hex'))
  FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
 WHERE p.pronamespace = 'public'::regnamespace
UNION ALL
SELECT 'event trigger ' || evtname, evtenabled::text FROM pg_event_trigger
"""
_GRANTS = """
WITH app AS (
  SELECT given.said, r.* FROM pg_roles r
    JOIN (VALUES ('the web', %(web)s), ('the worker', %(worker)s)) AS given (said, name)
      ON r.rolname = given.name OR (pg_has_role(given.name, r.oid, 'USAGE')
                                    AND r.rolname !~ '^pg_')),
granted AS (
  SELECT 'table ' || c.relname AS what, c.relowner AS owner, a.*
    FROM pg_class c, aclexplode(coalesce(c.relacl, acldefault(
         CASE c.relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", c.relowner))) a
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v', 'S', 'p')
  UNION ALL
  SELECT format('column %%s.%%s', c.relname, t.attname), c.relowner, a.*
    FROM pg_class c JOIN pg_attribute t ON t.attrelid = c.oid, aclexplode(t.attacl) a
   WHERE c.relnamespace = 'public'::regnamespace
  UNION ALL
  SELECT 'function ' || p.oid::regprocedure, p.proowner, a.*
    FROM pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
   WHERE p.pronamespace = 'public'::regnamespace
  UNION ALL
  SELECT 'schema public', n.nspowner, a.* FROM pg_namespace n, aclexplode(n.nspacl) a
   WHERE n.nspname = 'public')
SELECT format('grant on %%s to %%s', what, who), string_agg(privilege, ', ' ORDER BY privilege)
  FROM (SELECT DISTINCT what, CASE WHEN grantee = 0 THEN 'everybody'
                          ELSE coalesce(app.said, pg_get_userbyid(grantee)) END AS who,
               privilege_type || CASE WHEN is_grantable THEN ' and to grant it' ELSE '' END
               AS privilege
          FROM granted LEFT JOIN app ON app.oid = grantee WHERE grantee <> owner) AS one
 GROUP BY what, who
UNION ALL
SELECT 'role of ' || said, concat_ws(' ', bool_or(rolsuper), bool_or(rolcreaterole),
       bool_or(rolcreatedb), bool_or(rolbypassrls), bool_or(rolreplication))
  FROM app GROUP BY said
"""


def described(given: Any = None) -> dict[str, str]:
    """What there is, by name; where the owner does everything nothing is granted.

    Asked by the application's connection, unless a cursor is given.
    """
    web, worker = role_names()
    with nullcontext(given) if given is not None else connection.cursor() as cursor:
        cursor.execute("SET TIME ZONE 'UTC'")  # moments in conditions are spelled by it
        cursor.execute(_OBJECTS)
        found = dict(cursor.fetchall())
        cursor.execute(
            "SELECT pg_get_userbyid(relowner) = ANY (%s) FROM pg_class"
            " WHERE relname = 'chip_account'",
            [[web, worker]],
        )
        (is_owner,) = cursor.fetchone()
        if not is_owner:
            cursor.execute(_GRANTS, {"web": web, "worker": worker})
            found |= dict(cursor.fetchall())
    return found


def shipped() -> dict[str, list[str]]:
    """The spellings of everything that is shipped, as migrated and as restored."""
    kept = json.loads(SHIPPED.read_text(encoding="utf-8"))
    return {name: [said] if isinstance(said, str) else said for name, said in kept.items()}


def _for_one_role(right: dict[str, list[str]]) -> dict[str, list[str]]:
    """What one role is granted that does everything: whatever either of the two may do."""
    granted: dict[str, set[str]] = {}
    for name, said in right.items():
        what, _, role = name.rpartition(" to ")
        if what.startswith("grant ") and role in RUNNING:
            granted.setdefault(what, set()).update(said[0].split(", "))
    return {
        f"{what} to {role}": [", ".join(sorted(rights))]
        for what, rights in granted.items()
        for role in RUNNING
    }


def ship(*, restored: bool = False) -> None:
    """Write down what there is; of a restored database only what is spelt otherwise there."""
    found: dict[str, Any] = dict(described())
    if restored:
        for name, said in shipped().items():
            if found.get(name, "") not in (*said, ""):
                said.append(found[name])
            found[name] = said[0] if len(said) == 1 else said
    text = json.dumps(found, indent=0, sort_keys=True, ensure_ascii=False)
    SHIPPED.write_text(f"{text}\n", encoding="utf-8")


def differences(cursor: Any = None) -> Iterator[tuple[str, str, str, str]]:
    """What is missing, unknown or different: a code, the name, what it should be, what it is."""
    right, there = shipped(), described(cursor)
    if len(set(role_names())) == 1:
        right |= _for_one_role(right)
    has_grants = "role of the web" in there
    for name in sorted(right.keys() | there.keys()):
        if name.startswith(("grant ", "role ")) and not has_grants:
            continue
        spellings, found = right.get(name, [""]), there.get(name, "")
        if found not in spellings:
            wanted = spellings[0]
            code = "missing" if not found else "unknown" if not wanted else "differs"
            yield f"schema_{code}", name, wanted, found
