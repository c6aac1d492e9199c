"""A database of an earlier release opens, is brought up to date and keeps everything."""

import sqlite3
from contextlib import closing
from importlib.resources import files
from pathlib import Path

import pytest

from memory_core.model import CompactionState, SessionId
from memory_core.testing.contracts.compacting import compact, current, state
from memory_core.testing.contracts.makers import (
    AGENT,
    ANNA,
    CHAT,
    WITHIN,
    at,
    begin,
    heard,
    history,
    say,
)
from storage import open_storage

FIRST_THREE = ("0001_conversations", "0002_tools_and_usage", "0003_delivery")
ROWS = """
INSERT INTO ai_sessions (id, chat_key, user_id, agent_id, title, reset_at, created_at, updated_at,
  reset_seq, tokens_since_reset, epoch, dropped_epoch)
VALUES ('s1', 'telegram:1', 'telegram:1', 'helper', 'Orders', '2026-03-02T08:58:00.000Z',
  '2026-03-01T09:00:00.000Z', '2026-03-02T08:59:00.000Z', 2, 30, 1, 1);
INSERT INTO chat_bindings VALUES ('telegram:1', 's1', '2026-03-01T09:00:00.000Z');
INSERT INTO session_resets (session_id, user_id, at, epoch, reset_seq, tokens_since_reset)
VALUES ('s1', 'telegram:1', '2026-03-02T08:58:00.000Z', 0, 0, 20);
INSERT INTO ai_messages
  (session_id, turn_id, role, content, user_id, state, token_count, created_at, rounds)
VALUES
  ('s1', 't1', 'user', 'old?', 'telegram:1', 'complete', 10, '2026-03-01T09:00:00.000Z', 0),
  ('s1', 't1', 'assistant', 'old!', NULL, 'complete', 10, '2026-03-01T09:00:00.000Z', 0),
  ('s1', 't2', 'user', 'new?', 'telegram:1', 'complete', 10, '2026-03-02T08:59:00.000Z', 0),
  ('s1', 't2', 'assistant', 'new!', NULL, 'complete', 20, '2026-03-02T08:59:00.000Z', 1);
INSERT INTO turn_steps VALUES (4, 0, 0, 'I look.', 'c1', 'find', '{}', '2 rows', 0);
INSERT INTO usage (day, user_id, turn_id, model, input_tokens, cache_creation_tokens,
  cache_read_tokens, output_tokens, cost_usd)
VALUES ('2026-03-02', 'telegram:1', 't2', 'm', 5, 0, 0, 7, 0.25);
INSERT INTO audit_logs (created_at, module, operation, user_id, turn_id, details)
VALUES ('2026-03-02T08:59:00.000Z', 'ai', 'agent_run', 'telegram:1', 't2', '{}');
INSERT INTO operators VALUES ('telegram:1', '2026-03-01T09:00:00.000Z');
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a file as the release with three migrations left it."""
    path = tmp_path / "bot.db"
    folder = files("storage.sqlite").joinpath("migrations")
    with closing(sqlite3.connect(path)) as conn:
        for name in FIRST_THREE:
            conn.executescript(folder.joinpath(f"{name}.sql").read_text("utf-8"))
        conn.executescript(ROWS)
        conn.execute(f"PRAGMA user_version = {len(FIRST_THREE)}")
    return path


def told(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of all tables, with the columns that the first three migrations know."""
    with closing(sqlite3.connect(":memory:")) as early:
        folder = files("storage.sqlite").joinpath("migrations")
        for name in FIRST_THREE:
            early.executescript(folder.joinpath(f"{name}.sql").read_text("utf-8"))
        tables = [
            name
            for (name,) in early.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        ]
        columns = {
            table: ", ".join(row[1] for row in early.execute(f"PRAGMA table_info({table})"))
            for table in tables
        }
    with closing(sqlite3.connect(path)) as conn:
        return {
            table: conn.execute(f"SELECT {names} FROM {table}").fetchall()
            for table, names in columns.items()
        }


async def test_an_earlier_database_keeps_every_row(path: Path) -> None:
    before = told(path)
    async with open_storage(f"sqlite:///{path}"):
        pass
    assert told(path) == before
    assert len(before["ai_messages"]) == 4


async def test_an_earlier_database_is_migrated_once(path: Path) -> None:
    for _ in range(2):
        async with open_storage(f"sqlite:///{path}") as storage:
            session = await begin(storage)
            assert session.id == SessionId("s1")
    with closing(sqlite3.connect(path)) as conn:
        assert conn.execute("PRAGMA user_version").fetchone()[0] > len(FIRST_THREE)
        assert conn.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


async def test_a_session_of_an_earlier_release_goes_on(path: Path) -> None:
    async with open_storage(f"sqlite:///{path}") as storage:
        session = await storage.sessions.current(CHAT, ANNA, AGENT, at(0))
        question, answer = await history(storage, session)
        assert (question.content, question.truncated_before) == ("new?", False)
        assert answer.rounds[0].calls[0].result == "2 rows"
        assert await current(storage, session) is None
        assert await state(storage, session) == CompactionState()
        await say(storage, session, "more")
        await compact(storage, session, "s")
        assert await heard(storage, session) == ["more?", "more!"]


async def test_a_reset_of_an_earlier_release_is_undone(path: Path) -> None:
    async with open_storage(f"sqlite:///{path}") as storage:
        session = await begin(storage)
        await storage.sessions.undo(CHAT, ANNA, at(0), WITHIN)
        assert await heard(storage, session) == ["old?", "old!", "new?", "new!"]
        assert await current(storage, session) is None
