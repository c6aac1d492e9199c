"""A process that talks through the real core and SQLite, and may kill itself at a boundary.

``python -m tests.process.talker DATABASE CHAT FIRST TURNS [BOUNDARY]`` asks TURNS questions,
numbered from FIRST, and prints ``ack N`` for each that was acknowledged. It dies by SIGKILL when
the BOUNDARY-th begin, commit or end of a transaction is reached.
"""

import asyncio
import os
import signal
import sys
from pathlib import Path

from memory_core.clock import SystemClock
from memory_core.executor import Executor
from memory_core.manager import MemoryManager
from memory_core.model import Agent, AgentId, ChatKey, ModelAnswer, Prompt, Turn, TurnId, UserId
from memory_core.policy import DEFAULT
from memory_core.ports import OnText, Sessions
from memory_core.runners import LiteRunner, SdkRunner
from storage.sqlite import open_sqlite

AGENT = Agent(id=AgentId("default"), name="Test")


class Parrot:
    """Answers with the question's own words, so that a pair can be checked."""

    async def answer(self, prompt: Prompt, on_text: OnText) -> ModelAnswer:
        await on_text(f"answer to {prompt.question}")
        return ModelAnswer(model="parrot")


class DeathAt:
    """Kills this process at the n-th boundary; never for 0."""

    def __init__(self, boundary: int) -> None:
        self.left = boundary

    def __call__(self, _boundary: str) -> None:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


async def talk(path: Path, chat: ChatKey, first: int, turns: int, boundary: int) -> None:
    """Ask ``turns`` questions in ``chat`` and print which were acknowledged."""
    async with open_sqlite(path, probe=DeathAt(boundary)) as storage:
        clock = SystemClock()
        model = Parrot()
        executor = Executor(
            memory=MemoryManager(storage.turns, DEFAULT),
            sdk=SdkRunner(model, DEFAULT),
            lite=LiteRunner(model),
            locks=storage.locks,
            clock=clock,
            policy=DEFAULT,
        )
        for number in range(first, first + turns):
            await ask(executor, storage.sessions, chat, number)


async def ask(executor: Executor, sessions: Sessions, chat: ChatKey, number: int) -> None:
    """Ask question ``number`` and acknowledge it."""
    user = UserId(chat)
    session = await sessions.current(chat, user, AGENT.id, SystemClock().now())
    turn = Turn(
        id=TurnId(f"{chat}/{number}/{os.getpid()}"),
        chat=chat,
        user_id=user,
        agent=AGENT,
        text=f"question {number}",
        session_id=session.id,
    )
    reply = await executor.run(turn, _unheard)
    assert reply.outcome == "answered", reply
    print(f"ack {number}", flush=True)


async def _unheard(_piece: str) -> None:
    pass


if __name__ == "__main__":
    database, name, start, count, *death = sys.argv[1:]
    asyncio.run(
        talk(Path(database), ChatKey(name), int(start), int(count), int(death[0]) if death else 0)
    )
