"""The in-memory storage keeps every promise; tests of other storages look the same."""

import pytest

from memory_core.ports import Storage
from memory_core.testing import in_memory_storage
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


@pytest.fixture
def storage() -> Storage:
    return in_memory_storage()


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
