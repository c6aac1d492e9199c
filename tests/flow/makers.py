"""A bot without a face: the core wired to doubles, and people who talk with it."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from memory_core import commands, manager, runners
from memory_core.compaction import Compactor
from memory_core.concurrency import Nursery
from memory_core.condensing import Condenser
from memory_core.counters import Counters
from memory_core.errors import ModelUnavailable
from memory_core.executor import Executor
from memory_core.model import (
    Agent,
    AgentId,
    ChatKey,
    Commit,
    Message,
    Reply,
    Seq,
    Session,
    SessionId,
    StoredContext,
    Turn,
    TurnId,
    TurnRecord,
    UserId,
)
from memory_core.policy import DEFAULT, Policy
from memory_core.ports import Storage, Tool, Turns
from memory_core.pricing import Prices
from memory_core.summarizing import ModelSummarizer, Summarizer
from memory_core.testing import FakeClock, Gate, ScriptedJsonModel, ScriptedModel, seen
from memory_core.upkeep import Upkeep

CHAT, OTHER_CHAT = ChatKey("telegram:1"), ChatKey("telegram:2")
ANNA, BEN = UserId("telegram:1"), UserId("telegram:2")
AGENT = Agent(id=AgentId("helper"), name="Helper", prompt="You help.")
LITE_AGENT = Agent(id=AgentId("quick"), name="Quick", runner_type="lite")

_turns = count(1)


class Bot:
    """The core of one process on a storage."""

    def __init__(
        self,
        storage: Storage,
        model: ScriptedModel,
        policy: Policy = DEFAULT,
        *,
        tools: Sequence[Tool] = (),
        prices: Prices | None = None,
        summarizer: Summarizer | None = None,
        clock: FakeClock | None = None,
        memory: Callable[..., manager.MemoryManager] = manager.MemoryManager,
    ) -> None:
        self.storage, self.model = storage, model
        self.clock = clock or FakeClock()
        self.nursery, self.counters = Nursery(), Counters(storage.metrics)
        summarizer = summarizer or ModelSummarizer(ScriptedJsonModel(by=_no_summary), policy)
        self.compactor = Compactor(
            summaries=storage.summaries,
            condenser=Condenser(summarizer, storage.usage, self.clock, policy, prices),
            counters=self.counters,
            clock=self.clock,
            policy=policy,
        )
        upkeep = Upkeep(
            nursery=self.nursery,
            turns=storage.turns,
            counters=self.counters,
            compactor=self.compactor,
            clock=self.clock,
            policy=policy,
        )
        specs = [tool.spec for tool in tools]
        self.executor = Executor(
            memory=memory(storage.turns, policy, prices, upkeep=upkeep, tools=specs),
            sdk=runners.SdkRunner(model, policy, tools),
            lite=runners.LiteRunner(model),
            locks=storage.locks,
            clock=self.clock,
            policy=policy,
        )
        self.commands = commands.Commands(
            sessions=storage.sessions,
            turns=storage.turns,
            summaries=storage.summaries,
            compactor=self.compactor,
            executor=self.executor,
            clock=self.clock,
            policy=policy,
        )

    async def session(self, chat: ChatKey = CHAT) -> Session:
        """Return the session that ``chat`` is having."""
        return await self.commands.session(chat, ANNA, AGENT.id)

    async def ask(self, text: str, *, chat: ChatKey = CHAT, **turn: Any) -> Reply:
        """Ask in the session of ``chat`` and wait for the reply."""
        session = await self.session(chat)
        return await self.run(text, chat=chat, session_id=session.id, **turn)

    async def run(self, text: str, **turn: Any) -> Reply:
        """Run a turn; without ``session_id`` it is a one-off."""
        return await self.executor.run(make_turn(text, **turn), _listen)

    async def begin(self, text: str, *, chat: ChatKey = CHAT, **turn: Any) -> asyncio.Task[Reply]:
        """Ask and do not wait: the turn is admitted when this returns."""
        session = await self.session(chat)
        asked = self.run(text, chat=chat, session_id=session.id, **turn)
        task = self.nursery.spawn(asked, text)
        await asyncio.sleep(0)
        return task

    async def begin_and_reach(self, text: str, gate: Gate, **turn: Any) -> asyncio.Task[Reply]:
        """Ask and wait until the turn has come to ``gate``."""
        task = await self.begin(text, **turn)
        async with asyncio.timeout(5):
            await gate.reached.wait()
        return task

    async def retry(self, user: UserId = ANNA) -> Reply:
        """Ask the latest question of ``user`` again."""
        question = await self.commands.retry((await self.session()).id, user)
        return await self.ask(question.content, user_id=user, retries=question)

    async def clear(self, chat: ChatKey = CHAT) -> None:
        """Say /clear."""
        await self.commands.clear((await self.session(chat)).id, ANNA)

    async def rows(self, session: SessionId | None = None) -> list[Message]:
        """Return all stored messages of a session, oldest first."""
        known = session or (await self.session()).id
        return list(reversed(await self.storage.turns.page(known, None, 1000)))

    async def texts(self) -> list[str]:
        """Return what is stored of the current session."""
        return [message.content for message in await self.rows()]

    def read(self, prompt: int = -1) -> str:
        """Return what the model read in its latest (or another) prompt."""
        return seen(self.model.prompts[prompt])


def make_turn(text: str, **turn: Any) -> Turn:
    """Return a turn of Anna with the helper, unless told otherwise."""
    facts = {"chat": CHAT, "user_id": ANNA, "agent": AGENT, **turn}
    facts.setdefault("id", TurnId(f"turn {next(_turns)}"))
    return Turn(text=text, **facts)


@dataclass(frozen=True, kw_only=True, slots=True)
class HeldTurns:
    """Turns whose calls wait at a gate first, as on a busy disk."""

    turns: Turns
    loading: Gate | None = None
    committing: Gate | None = None

    async def load(
        self, session: SessionId, budget: int, cost: Callable[[Message], int]
    ) -> StoredContext:
        if self.loading is not None:
            await self.loading.arrive()
        return await self.turns.load(session, budget, cost)

    async def commit(self, record: TurnRecord) -> Commit:
        if self.committing is not None:
            await self.committing.arrive()
        return await self.turns.commit(record)

    async def last_question(self, session: SessionId, user: UserId) -> Message | None:
        return await self.turns.last_question(session, user)

    async def mark_truncated(self, messages: Sequence[Seq]) -> int:
        return await self.turns.mark_truncated(messages)

    async def page(
        self, session: SessionId, before: int | None, limit: int
    ) -> tuple[Message, ...]:
        return await self.turns.page(session, before, limit)


def _no_summary(_: object) -> Exception:
    """What a bot gets whose story is not about summaries."""
    return ModelUnavailable("there is no summariser")


async def _listen(piece: str) -> None:
    """A face that shows nothing before the end."""
    assert piece
