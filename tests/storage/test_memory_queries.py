"""The operators' queries of the documentation, run as they stand there."""

import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from memory_core.metrics import L1_TRIGGER
from memory_core.model import Session
from memory_core.ports import Storage
from memory_core.testing.contracts.compacting import claimed, compact, fail, talk
from memory_core.testing.contracts.makers import ANNA, CHAT, WITHIN, at, say
from storage import open_storage

DOCUMENT = Path(__file__).parents[2] / "docs" / "queries_memory.md"
SUMMARY, COUNTERS, RESET = re.findall(r"```sql\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)

Row = dict[str, object]


@pytest.fixture
async def storage(tmp_path: Path) -> AsyncIterator[Storage]:
    async with open_storage(f"sqlite:///{tmp_path}/bot.db") as opened:
        yield opened


class Operator:
    """Somebody with a shell beside the running bot."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def ask(self, query: str, session: Session | None = None) -> list[Row]:
        known = "" if session is None else session.id
        with closing(sqlite3.connect(f"file:{self._path}?mode=ro", uri=True)) as conn:
            conn.row_factory = sqlite3.Row
            return [dict(row) for row in conn.execute(query.replace("<session_id>", known))]

    def status(self, session: Session) -> list[tuple[object, object]]:
        return [(row["summary"], row["status"]) for row in self.ask(SUMMARY, session)]


@pytest.fixture
def operator(tmp_path: Path) -> Operator:
    return Operator(tmp_path / "bot.db")


async def test_the_summary_of_a_session_is_shown_with_its_status(
    storage: Storage, operator: Operator
) -> None:
    session = await talk(storage, "one", "two")
    assert operator.ask(SUMMARY, session) == []
    await compact(storage, session, "they counted", now=at(1))
    assert operator.ask(SUMMARY, session) == [
        {
            "session_id": session.id,
            "summary": "they counted",
            "token_count": 10,
            "message_count": 2,
            "status": "success",
            "compressed_at": "2026-03-02T09:01:00.000Z",
        }
    ]


async def test_the_view_has_the_columns_of_the_original_table(
    storage: Storage, operator: Operator
) -> None:
    session = await talk(storage, "one", "two")
    made = await compact(storage, session, "they counted")
    [row] = operator.ask("SELECT * FROM ai_session_memory")
    assert list(row) == [
        "id",
        "session_id",
        "summary",
        "compressed_at",
        "token_count",
        "message_count",
        "last_msg_id",
        "status",
    ]
    [last] = operator.ask(f"SELECT content FROM ai_messages WHERE id = '{row['last_msg_id']}'")
    assert last == {"content": "one!"}
    assert row["last_msg_id"] == f"m{made.covers_seq}"


async def test_the_status_is_that_of_the_latest_attempt_beside_the_last_good_summary(
    storage: Storage, operator: Operator
) -> None:
    session = await talk(storage, "one", "two")
    attempt = await claimed(storage, session, at(0))
    assert operator.status(session) == [("", "pending")]
    await storage.summaries.fail(attempt.id, "no", at(1))
    assert operator.status(session) == [("", "failed")]
    await compact(storage, session, "good", now=at(1))
    await fail(storage, session, at(2))
    assert operator.status(session) == [("good", "failed")]
    await claimed(storage, session, at(3))
    assert operator.status(session) == [("good", "pending")]


async def test_what_was_discarded_or_withdrawn_does_not_show(
    storage: Storage, operator: Operator
) -> None:
    session = await talk(storage, "one", "two")
    await compact(storage, session, "first")
    await say(storage, session, "three")
    await compact(storage, session, "second")
    await claimed(storage, session, at(1))
    await storage.summaries.restore_previous(session.id, ANNA, at(1))
    assert operator.status(session) == [("first", "success")]
    await storage.summaries.restore_previous(session.id, ANNA, at(1))
    assert operator.status(session) == []


async def test_a_reset_hides_the_summary_and_undo_shows_it_again(
    storage: Storage, operator: Operator
) -> None:
    session = await talk(storage, "one", "two")
    await compact(storage, session, "good")
    await storage.sessions.reset(session.id, ANNA, at(1))
    assert operator.status(session) == []
    await storage.sessions.undo(CHAT, ANNA, at(2), WITHIN)
    assert operator.status(session) == [("good", "success")]


async def test_the_counters_are_settings(storage: Storage, operator: Operator) -> None:
    session = await talk(storage, "one", "two")
    await storage.metrics.add({L1_TRIGGER: 3})
    await compact(storage, session, "good")
    await fail(storage, session, at(1))
    await claimed(storage, session, at(2))
    assert {row["key"]: row["value"] for row in operator.ask(COUNTERS)} == {
        "memory.L1.truncation_trigger": "3",
        "memory.L2.trigger": "0",
        "memory.L3.trigger": "3",
        "memory.L3.success": "1",
        "memory.L3.failure": "1",
        "memory.L3.discarded": "0",
    }


async def test_a_reset_shows_in_its_session(storage: Storage, operator: Operator) -> None:
    session = await talk(storage, "one")
    await storage.sessions.reset(session.id, ANNA, at(5))
    [row] = operator.ask(RESET, session)
    assert list(row) == ["id", "reset_at", "created_at", "updated_at"]
    assert row["reset_at"] == "2026-03-02T09:05:00.000Z"


async def test_nothing_that_was_summarised_survives_a_purge(
    storage: Storage, operator: Operator
) -> None:
    session = await talk(storage, "one", "two")
    await compact(storage, session, "a secret")
    await storage.sessions.delete(CHAT, session.id, ANNA, at(1))
    await storage.sessions.purge_deleted(at(2))
    [row] = operator.ask("SELECT * FROM compaction_attempts")
    assert not {session.id, "a secret"} & set(row.values())
    assert row["outcome"] == "success"
