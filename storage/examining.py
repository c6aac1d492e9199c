"""Looks at a database without changing it: for whoever wonders why it does not work."""

import asyncio
import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from memory_core.errors import SchemaTooNew, StorageUnavailable
from storage.errors import translated
from storage.sqlite.migrating import newest

_BUSY_S = 5.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Condition:
    """What was found. ``schema`` is None where there is no database yet."""

    schema: int | None
    newest: int
    free_bytes: int
    disk_bytes: int
    operators: frozenset[str] = frozenset()
    """Who has claimed the bot."""


async def examine(path: Path) -> Condition:
    """Look at the file at ``path``. Raises StorageUnavailable and SchemaTooNew."""
    return await asyncio.to_thread(_examine, path)


def _examine(path: Path) -> Condition:
    try:
        folder = _existing(path.absolute())
        if not os.access(folder, os.W_OK | os.X_OK):
            raise StorageUnavailable("read-only", f"{folder} cannot be written to")
        disk = shutil.disk_usage(folder)
        schema = _schema(path) if path.exists() else None
        operators = _operators(path) if schema else frozenset[str]()
    except (sqlite3.Error, OSError) as error:
        raise translated(error) from error
    if schema is not None and schema > newest():
        raise SchemaTooNew(schema, newest())
    return Condition(
        schema=schema,
        newest=newest(),
        free_bytes=disk.free,
        disk_bytes=disk.total,
        operators=operators,
    )


def _operators(path: Path) -> frozenset[str]:
    with closing(_connected(path)) as conn:
        if not conn.execute("SELECT 1 FROM sqlite_master WHERE name = 'operators'").fetchone():
            return frozenset()
        return frozenset(user for (user,) in conn.execute("SELECT user_id FROM operators"))


def _schema(path: Path) -> int:
    """Read the schema's number within a transaction that could write."""
    with closing(_connected(path)) as conn:
        conn.execute("BEGIN IMMEDIATE")
        (schema,) = conn.execute("PRAGMA user_version").fetchone()
        conn.execute("ROLLBACK")
    return int(schema)


def _connected(path: Path) -> sqlite3.Connection:
    url = f"file:{quote(str(path.absolute()))}?mode=rw"
    return sqlite3.connect(url, uri=True, timeout=_BUSY_S, isolation_level=None)


def _existing(path: Path) -> Path:
    """Return the folder of ``path``, or the one above it that is there already.

    Raises NotADirectoryError when a file stands in the way.
    """
    folder = path.parent
    while not folder.exists():
        folder = folder.parent
    if not folder.is_dir():
        raise NotADirectoryError(f"{folder} is no folder")
    return folder
