"""The audit log: appended to, once for each turn."""

from memory_core.model import AuditEntry, TurnId
from memory_core.ports import Storage
from memory_core.testing.contracts.makers import ANNA, BEN, at, begin, line, say


class AuditContract:
    """Promises of ``ports.AuditLog``."""

    async def test_an_empty_log_has_no_lines(self, storage: Storage) -> None:
        assert await storage.audit.recent(5) == ()

    async def test_the_newest_lines_come_first(self, storage: Storage) -> None:
        for number in range(4):
            await storage.audit.add(line(f"step {number}"), at(number))
        assert [entry.operation for entry in await storage.audit.recent(3)] == [
            "step 3",
            "step 2",
            "step 1",
        ]

    async def test_a_line_comes_back_with_all_it_says(self, storage: Storage) -> None:
        details: dict[str, object] = {
            "session_id": None,
            "memory": True,
            "duration_ms": 1234,
            "ratio": 0.5,
            "title": "订单 🧾",
            "ids": ["a", "b"],
            "nested": {"deep": False},
        }
        entry = AuditEntry(module="ai", operation="reset", user_id=BEN, details=details)
        await storage.audit.add(entry, at(0))
        assert await storage.audit.recent(1) == (entry,)

    async def test_a_turn_has_one_line(self, storage: Storage) -> None:
        await storage.audit.add(line("first"), at(0), TurnId("t"))
        await storage.audit.add(line("again"), at(1), TurnId("t"))
        await storage.audit.add(line("other"), at(2), TurnId("u"))
        operations = [entry.operation for entry in await storage.audit.recent(9)]
        assert operations == ["other", "first"]

    async def test_lines_without_a_turn_are_all_kept(self, storage: Storage) -> None:
        await storage.audit.add(line("same", ANNA), at(0))
        await storage.audit.add(line("same", ANNA), at(0))
        assert len(await storage.audit.recent(9)) == 2

    async def test_a_stored_turn_has_its_line_already(self, storage: Storage) -> None:
        await say(storage, await begin(storage), "one")
        await storage.audit.add(line("again"), at(1), TurnId("one"))
        assert [entry.operation for entry in await storage.audit.recent(9)] == ["run one"]
