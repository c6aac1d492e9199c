"""Kill -9 while the core talks: nothing acknowledged is lost, nothing is kept by half."""

import random
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

TURNS = 4
BOUNDARIES = 3 * (TURNS + 1)  # opening the session is a transaction too


def start(
    database: Path, chat: str, first: int, *death: int, turns: int = TURNS
) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.process.talker", database, chat, first, turns, *death]
    return subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, text=True)


def acknowledged(process: "subprocess.Popen[str]") -> list[int]:
    """Wait for the process and return the numbers it acknowledged."""
    printed, _ = process.communicate(timeout=60)
    return [int(line.removeprefix("ack ")) for line in printed.splitlines()]


def stored_pairs(database: Path, chat: str) -> list[int]:
    """Check the file and return the numbers of a chat's questions, each with its answer."""
    with closing(sqlite3.connect(database)) as conn:
        assert conn.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        rows = conn.execute(
            "SELECT role, content FROM ai_messages m JOIN ai_sessions s ON s.id = m.session_id"
            " WHERE s.chat_key = ? ORDER BY seq",
            (chat,),
        ).fetchall()
    numbers = [int(content.rsplit(" ", 1)[1]) for _, content in rows]
    assert rows == [
        row
        for n in numbers[::2]
        for row in (("user", f"question {n}"), ("assistant", f"answer to question {n}"))
    ]
    return numbers[::2]


@pytest.mark.parametrize("boundary", range(1, BOUNDARIES + 1))
def test_a_kill_at_any_commit_boundary_loses_nothing_acknowledged(
    tmp_path: Path, boundary: int
) -> None:
    database = tmp_path / "bot.db"
    before = acknowledged(start(database, "chat", 1, boundary))
    after = acknowledged(start(database, "chat", 101))
    assert after == [101, 102, 103, 104]
    stored = stored_pairs(database, "chat")
    assert stored[: len(before)] == before
    assert stored[-len(after) :] == after
    unacknowledged = stored[len(before) : -len(after)]
    assert len(unacknowledged) <= 1, "only the turn in flight may be stored without its word"


def test_random_kills_of_two_writing_processes_lose_nothing_acknowledged(tmp_path: Path) -> None:
    seed = random.SystemRandom().randrange(2**32)
    print(f"seed {seed}")
    dice = random.Random(seed)  # noqa: S311 - not a secret
    database = tmp_path / "bot.db"
    acks: dict[str, list[int]] = {"a": [], "b": []}
    for first in range(0, 6_000, 1_000):
        running = {chat: start(database, chat, first, turns=1_000) for chat in acks}
        for chat, process in running.items():
            assert process.stdout is not None
            for _ in range(dice.randint(1, 40)):
                acks[chat].append(int(process.stdout.readline().removeprefix("ack ")))
            process.kill()
            acks[chat] += acknowledged(process)
    for chat, numbers in acks.items():
        assert set(numbers) <= set(stored_pairs(database, chat)), f"seed {seed}"
