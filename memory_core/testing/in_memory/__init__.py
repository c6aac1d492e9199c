"""A whole storage without a database: every port, kept in dictionaries, gone with the process."""

from memory_core.concurrency import KeyedLock
from memory_core.ports import Storage
from memory_core.testing.in_memory.audit import InMemoryAuditLog
from memory_core.testing.in_memory.chats import InMemoryChatBook
from memory_core.testing.in_memory.database import Database
from memory_core.testing.in_memory.inbox import InMemoryInbox
from memory_core.testing.in_memory.metrics import InMemoryMetrics
from memory_core.testing.in_memory.operators import InMemoryOperators
from memory_core.testing.in_memory.outbox import InMemoryOutbox
from memory_core.testing.in_memory.sessions import InMemorySessions
from memory_core.testing.in_memory.summaries import InMemorySummaries
from memory_core.testing.in_memory.turns import InMemoryTurns
from memory_core.testing.in_memory.usage import InMemoryUsageLog


def in_memory_storage() -> Storage:
    """Return a new, empty storage."""
    database = Database()
    return Storage(
        sessions=InMemorySessions(database),
        turns=InMemoryTurns(database),
        summaries=InMemorySummaries(database),
        metrics=InMemoryMetrics(database),
        usage=InMemoryUsageLog(database),
        audit=InMemoryAuditLog(database),
        locks=KeyedLock(),
        inbox=InMemoryInbox(database),
        outbox=InMemoryOutbox(database),
        operators=InMemoryOperators(database),
        chats=InMemoryChatBook(database),
    )
