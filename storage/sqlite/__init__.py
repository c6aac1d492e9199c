"""The ports over one SQLite file in WAL mode."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal

from memory_core.ports import Storage
from storage.sqlite.audit import SqliteAuditLog
from storage.sqlite.chats import SqliteChatBook
from storage.sqlite.database import Probe, ignore, open_database
from storage.sqlite.inbox import SqliteInbox
from storage.sqlite.locks import FileLocks
from storage.sqlite.metrics import SqliteMetrics
from storage.sqlite.operators import SqliteOperators
from storage.sqlite.outbox import SqliteOutbox
from storage.sqlite.sessions import SqliteSessions
from storage.sqlite.summaries import SqliteSummaries
from storage.sqlite.turns import SqliteTurns
from storage.sqlite.usage import SqliteUsageLog


@asynccontextmanager
async def open_sqlite(
    path: Path, *, durability: Literal["full", "normal"] = "full", probe: Probe = ignore
) -> AsyncIterator[Storage]:
    """Open ``path``, migrate it and close it after the block; ``probe`` hears of each commit."""
    async with open_database(path, durability=durability, probe=probe) as database:
        yield Storage(
            sessions=SqliteSessions(database),
            turns=SqliteTurns(database),
            summaries=SqliteSummaries(database),
            metrics=SqliteMetrics(database),
            usage=SqliteUsageLog(database),
            audit=SqliteAuditLog(database),
            inbox=SqliteInbox(database),
            outbox=SqliteOutbox(database),
            operators=SqliteOperators(database),
            chats=SqliteChatBook(database),
            locks=FileLocks(path.with_name(path.name + "-locks")),
        )
