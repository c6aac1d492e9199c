"""Numbered migrations: ``migrations/NNNN_name.sql``, recorded in ``PRAGMA user_version``."""

import sqlite3
from collections.abc import Iterator
from importlib.resources import files

from memory_core.errors import SchemaTooNew


def migrate(conn: sqlite3.Connection) -> None:
    """Bring the schema up to date, all steps in one transaction under the write lock.

    Raises SchemaTooNew for a database of a newer release.
    """
    steps = _steps()
    conn.execute("BEGIN IMMEDIATE")
    try:
        (version,) = conn.execute("PRAGMA user_version").fetchone()
        if version > len(steps):
            raise SchemaTooNew(version, len(steps))
        for number, script in enumerate(steps[version:], start=version + 1):
            for statement in _statements(script):
                conn.execute(statement)
            conn.execute(f"PRAGMA user_version = {number}")
        conn.execute("COMMIT")
    finally:
        if conn.in_transaction:
            conn.execute("ROLLBACK")


def newest() -> int:
    """Return the number of the schema that this release writes."""
    return len(_steps())


def _steps() -> list[str]:
    folder = files("storage.sqlite").joinpath("migrations")
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql"))
    return [folder.joinpath(name).read_text("utf-8") for name in names]


def _statements(script: str) -> Iterator[str]:
    """Split a script into statements; a trigger's body stays whole."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
