"""PreRun and PostRun beside raw sqlite3 that runs the same statements in the same mode."""

import asyncio
import json
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from time import perf_counter

from memory_core import prompt, tokens
from memory_core.clock import SystemClock
from memory_core.manager import MemoryManager
from memory_core.model import Agent, AgentId, ChatKey, RunResult, SessionId, Turn, TurnId, UserId
from memory_core.policy import Policy
from storage import open_storage
from tests.bench.tables import Cost, measured, show

AGENT = Agent(id=AgentId("default"), name="Bench")
SHOWN = 400
QUESTION = ("Which orders of last month were paid late, and by whom? " * 9)[:SHOWN]
ANSWER = ("There were twelve late orders; the amounts are listed below. " * 9)[:SHOWN]
LOADED = 40
TURNS = 2_048
_ROLES, _TEXTS = ("user", "assistant"), (QUESTION, ANSWER)
_TOKENS = (tokens.of_message(QUESTION), tokens.of_message(ANSWER))
_AT = "2026-12-01T12:00:00.000Z"
_INSERT = """
INSERT INTO ai_messages
  (session_id, turn_id, role, content, user_id, speaker, origin, state, token_count, created_at)
VALUES (?, ?, ?, ?, 'telegram:1234567890', NULL, 'typed', 'complete', ?, ?)
"""
_DETAILS = json.dumps(
    {
        "agent_id": "default",
        "session_id": "s0",
        "memory": True,
        "runner_used": "sdk",
        "token_estimate": 4_000,
        "duration_ms": 0,
        "outcome": "answered",
        "model": "bench",
        "input_tokens": 0,
        "output_tokens": 0,
    }
)


def main() -> None:
    """Print the tables."""
    with _folder() as folder:
        show(
            f"PreRun + PostRun, {LOADED} messages of {SHOWN} characters loaded, synchronous=FULL",
            (
                "conversations",
                "CPU ms",
                "raw CPU ms",
                "ratio",
                "turns/s",
                "raw turns/s",
                "p50 ms",
                "p99 ms",
            ),
            [_beside_raw(folder, n) for n in (1, 32, 256)],
        )
        show(
            "The same at 1 conversation, by what else is in the file or session (PreRun alone)",
            ("file", "PreRun CPU ms", "ratio"),
            _sizes(folder),
        )
        show(
            "Database growth, 2 × 400 ASCII characters a turn",
            ("turns", "bytes a turn"),
            [_growth(folder)],
        )


def _beside_raw(folder: Path, conversations: int) -> tuple[str, ...]:
    ours, raw = folder / f"ours-{conversations}.db", folder / f"raw-{conversations}.db"
    for path in (ours, raw):
        asyncio.run(_create(path))
        _fill(path, [f"s{n}" for n in range(conversations)], LOADED)
    core, latencies = asyncio.run(_run_core(ours, conversations))
    plain = _run_raw(raw, conversations)
    latencies.sort()
    return (
        str(conversations),
        f"{core.cpu / TURNS * 1e3:.2f}",
        f"{plain.cpu / TURNS * 1e3:.2f}",
        f"{core.cpu / plain.cpu:.2f}",
        f"{TURNS / core.wall:.0f}",
        f"{TURNS / plain.wall:.0f}",
        f"{latencies[len(latencies) // 2] * 1e3:.1f}",
        f"{latencies[len(latencies) * 99 // 100] * 1e3:.1f}",
    )


async def _run_core(path: Path, conversations: int) -> tuple[Cost, list[float]]:
    latencies: list[float] = []

    async def talk(number: int) -> None:
        for round_ in range(TURNS // conversations):
            started = perf_counter()
            turn = _turn(f"s{number}", f"{number}-{round_}")
            context = await memory.pre_run(turn)
            assert len(context.history) == LOADED, len(context.history)
            now = clock.now()
            assert (
                await memory.post_run(turn, context, _answered(), started=now, ended=now)
                == "stored"
            )
            latencies.append(perf_counter() - started)

    clock = SystemClock()
    async with _memory(path) as memory:
        with measured() as cost:
            await asyncio.gather(*map(talk, range(conversations)))
    return cost, latencies


def _run_raw(path: Path, conversations: int) -> Cost:
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        conn.execute("PRAGMA synchronous = FULL")
        with measured() as cost:
            for turn in range(TURNS):
                _raw_turn(conn, f"s{turn % conversations}", f"raw-{turn}")
    return cost


def _raw_turn(conn: sqlite3.Connection, session: str, turn: str) -> None:
    """The statements of a turn and nothing else."""
    conn.execute("BEGIN")
    conn.execute(
        "SELECT * FROM ai_sessions WHERE id = ? AND deleted_at IS NULL", (session,)
    ).fetchone()
    conn.execute(
        "SELECT seq, turn_id, role, content, user_id, speaker, origin, state, token_count,"
        " created_at FROM ai_messages WHERE session_id = ? AND seq > ? AND state <> 'superseded'"
        " ORDER BY seq DESC LIMIT 41",
        (session, 0),
    ).fetchall()
    conn.execute("COMMIT")
    conn.execute("BEGIN IMMEDIATE")
    conn.execute("SELECT 1 FROM audit_logs WHERE turn_id = ?", (turn,)).fetchone()
    conn.execute(
        "SELECT epoch, dropped_epoch FROM ai_sessions WHERE id = ?", (session,)
    ).fetchone()
    for role, text in (("user", QUESTION), ("assistant", ANSWER)):
        conn.execute(_INSERT, (session, turn, role, text, 100, _AT))
    conn.execute(
        "UPDATE ai_sessions SET updated_at = ?, tokens_since_reset = tokens_since_reset + ?,"
        " title = CASE title WHEN '' THEN ? ELSE title END WHERE id = ?",
        (_AT, 200, "title", session),
    )
    conn.execute(
        "INSERT INTO audit_logs (created_at, module, operation, user_id, turn_id, details)"
        " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (_AT, "ai", "agent_run", "u", turn, _DETAILS),
    )
    conn.execute("COMMIT")


def _sizes(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Yield what PreRun costs in small and large files and sessions, each beside the small one."""
    cases = {
        "1,000 messages in the file": (40, 25),
        "1,000,000 messages in the file": (40, 25_000),
        "a session of 40 messages": (40, 1),
        "a session of 10,000 messages": (10_000, 1),
    }
    base = 0.0
    for number, (name, (messages, sessions)) in enumerate(cases.items()):
        path = folder / f"size-{number}.db"
        asyncio.run(_create(path))
        _fill(path, [f"s{n}" for n in range(sessions)], messages)
        cost = asyncio.run(_pre_run_cost(path, sessions))
        base = base if number % 2 else cost
        yield name, f"{cost * 1e3:.3f}", f"{cost / base:.2f}"


async def _pre_run_cost(path: Path, sessions: int) -> float:
    rounds = 500
    async with _memory(path) as memory:
        turns = [_turn(f"s{n * 7919 % sessions}", str(n)) for n in range(rounds)]
        best = float("inf")
        for _ in range(3):
            with measured() as cost:
                for turn in turns:
                    assert len((await memory.pre_run(turn)).history) == LOADED
            best = min(best, cost.cpu / rounds)
    return best


def _growth(folder: Path) -> tuple[str, str]:
    path = folder / "growth.db"
    asyncio.run(_create(path))
    before = path.stat().st_size
    _fill(path, ["s0"], 0)

    async def talk() -> None:
        async with _memory(path) as memory:
            for number in range(TURNS):
                turn, now = _turn("s0", f"{number:016x}"), SystemClock().now()
                context = await memory.pre_run(turn)
                await memory.post_run(turn, context, _answered(), started=now, ended=now)

    asyncio.run(talk())
    return f"{TURNS:,}", f"{(path.stat().st_size - before) / TURNS:,.0f}"


@asynccontextmanager
async def _memory(path: Path) -> AsyncIterator[MemoryManager]:
    """Open a manager whose window holds exactly LOADED messages beside the question."""
    window = prompt.fixed_cost(_turn("s0", "0")) + LOADED // 2 * sum(_TOKENS) + min(_TOKENS) // 2
    async with open_storage(f"sqlite:///{path}") as storage:
        yield MemoryManager(storage.turns, Policy(context_window=window))


async def _create(path: Path) -> None:
    async with open_storage(f"sqlite:///{path}"):
        pass


def _fill(path: Path, sessions: list[str], messages: int) -> None:
    """Write sessions with messages, interleaved as talk is, by the fastest way there is."""
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        conn.execute("PRAGMA synchronous = OFF")
        conn.execute("BEGIN")
        conn.executemany(
            "INSERT INTO ai_sessions (id, chat_key, user_id, agent_id, created_at, updated_at)"
            " VALUES (?, ?, 'u', 'default', ?, ?)",
            ((session, session, _AT, _AT) for session in sessions),
        )
        conn.executemany(
            _INSERT,
            (
                (session, f"t{n // 2}", _ROLES[n % 2], _TEXTS[n % 2], _TOKENS[n % 2], _AT)
                for n in range(messages)
                for session in sessions
            ),
        )
        conn.execute("COMMIT")
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _turn(session: str, id_: str) -> Turn:
    return Turn(
        id=TurnId(id_),
        chat=ChatKey(session),
        user_id=UserId("telegram:1234567890"),
        agent=AGENT,
        text=QUESTION,
        session_id=SessionId(session),
    )


def _answered() -> RunResult:
    return RunResult(outcome="answered", text=ANSWER, memory=True, runner="sdk", model="bench")


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="dbridge-bench-") as name:
        yield Path(name)
