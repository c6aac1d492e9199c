"""SQLite keeps every promise."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from memory_core.ports import Storage
from memory_core.testing.contracts import (
    AuditContract,
    ChatBookContract,
    InboxContract,
    LocksContract,
    MetricsContract,
    OperatorsContract,
    OutboxContract,
    SessionsContract,
    SummariesContract,
    ToolsContract,
    TurnsContract,
    UsageContract,
)
from storage import open_storage


@pytest.fixture
async def storage(tmp_path: Path) -> AsyncIterator[Storage]:
    async with open_storage(f"sqlite:///{tmp_path}/bot.db") as opened:
        yield opened


class TestSessions(SessionsContract):
    pass


class TestTurns(TurnsContract):
    pass


class TestAudit(AuditContract):
    pass


class TestLocks(LocksContract):
    pass


class TestUsage(UsageContract):
    pass


class TestTools(ToolsContract):
    pass


class TestSummaries(SummariesContract):
    pass


class TestMetrics(MetricsContract):
    pass


class TestInbox(InboxContract):
    pass


class TestOutbox(OutboxContract):
    pass


class TestOperators(OperatorsContract):
    pass


class TestChatBook(ChatBookContract):
    pass
