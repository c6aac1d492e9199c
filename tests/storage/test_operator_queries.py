"""The queries of docs/queries.md, run on a database that a real chat has written."""

import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.bot.processes import ENVIRON

PAGE = Path(__file__).parents[2] / "docs" / "queries.md"
QUERIES: list[str] = re.findall(r"```sql\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
Rows = list[sqlite3.Row]
TALK = "Our orders live in sales.orders.\n/clear\nWhat did I say about orders?\n"


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("chat")
    command = [sys.executable, "-m", "bot", "chat"]
    subprocess.run(command, input=TALK, text=True, cwd=folder, env=ENVIRON, check=True)
    return folder / "data" / "dbridge.db"


@pytest.fixture
def conn(database: Path) -> Iterator[sqlite3.Connection]:
    """Open the database as the page advises."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as opened:
        opened.row_factory = sqlite3.Row
        yield opened


def asked(conn: sqlite3.Connection, words: str) -> Rows:
    """Run the one query of the page that holds ``words``, for the only session there is."""
    (query,) = (each for each in QUERIES if words in each)
    (session,) = conn.execute("SELECT id FROM ai_sessions").fetchone()
    return conn.execute(query, {"session": session} if ":session" in query else {}).fetchall()


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: " ".join(query.split()[:6]))
def test_every_query_of_the_page_runs(conn: sqlite3.Connection, query: str) -> None:
    conn.execute(query, {"session": "none"} if ":session" in query else {}).fetchall()


def test_the_history_of_a_session_has_all_that_was_said_in_order(conn: sqlite3.Connection) -> None:
    rows = asked(conn, "ORDER BY seq ASC")
    assert [row["role"] for row in rows] == ["user", "assistant"] * 2
    assert rows[0]["content_preview"] == "Our orders live in sales.orders."
    assert rows[2]["content_preview"] == "What did I say about orders?"


def test_what_a_reset_hid_is_not_among_what_is_visible(conn: sqlite3.Connection) -> None:
    visible = asked(conn, "m.seq > s.reset_seq")
    assert [row["seq"] for row in visible] == [3, 4]
    (state,) = asked(conn, "reset_at, created_at")
    assert state["created_at"] < state["reset_at"] < state["updated_at"]
    assert (state["reset_seq"], state["tokens_since_reset"]) == (
        2,
        sum(row["token_count"] for row in visible),
    )


def test_the_audit_log_has_a_line_for_every_turn_and_every_reset(conn: sqlite3.Connection) -> None:
    turns = asked(conn, "memory_enabled")
    assert [(row["memory_enabled"], row["runner"]) for row in turns] == [(1, "sdk")] * 2
    assert all(row["tokens"] > 0 for row in turns)
    (reset,) = asked(conn, "'session_undo'")
    assert (reset["operation"], reset["user_id"]) == ("session_reset", "terminal:ann")
    (mark,) = asked(conn, "FROM session_resets")
    assert (mark["hidden_before"], mark["undone_at"]) == (0, None)


def test_the_use_of_a_model_is_summed_by_day(conn: sqlite3.Connection) -> None:
    (spent,) = asked(conn, "tokens_out")
    assert (spent["model"], spent["cost_usd"]) == ("offline", None)
    assert min(spent["tokens_in"], spent["tokens_out"]) > 0
