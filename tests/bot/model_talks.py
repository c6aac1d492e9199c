"""People who talk with a model behind a loopback server, through the whole core."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any

from anthropic import AsyncAnthropic

from bot.llm.anthropic_model import AnthropicModel
from bot.llm.anthropic_provider import client
from bot.llm.endpoint import Endpoint
from bot.settings import Llm
from memory_core import runners
from memory_core.executor import Executor
from memory_core.manager import MemoryManager
from memory_core.model import (
    Agent,
    AgentId,
    ChatKey,
    Message,
    ModelAnswer,
    Prompt,
    Reply,
    SessionId,
    Turn,
    TurnId,
    UserId,
)
from memory_core.policy import DEFAULT, Policy
from memory_core.ports import Storage, Tool
from memory_core.testing import FakeClock
from storage import open_storage
from tests.peers.anthropic import MessagesTwin

ANN = UserId("terminal:ann")
AGENT = Agent(id=AgentId("helper"), name="Helper", prompt="You help.")
MODEL = "claude-sonnet-5-5"
PATIENCE_S = 10.0
"""Longer than any answer of a twin that is well."""

_turns = count(1)


@dataclass(kw_only=True)
class Connected:
    """A model at a server, the pauses it made, and the clock of its breaker."""

    model: AnthropicModel
    endpoint: Endpoint
    clock: FakeClock
    slept: list[float]
    sdk: AsyncAnthropic
    heard: list[str] = field(default_factory=list)

    @property
    def connections(self) -> list[str]:
        """Return the state of each connection the client still has."""
        pool: Any = self.sdk._client._transport
        return [connection.info() for connection in pool._pool.connections]

    async def hear(self, piece: str) -> None:
        self.heard.append(piece)

    async def answer(self, prompt: Prompt | str = "hello") -> ModelAnswer:
        """Ask the model itself, without the core."""
        asked = Prompt(system="Be brief.", question=prompt) if isinstance(prompt, str) else prompt
        return await self.model.answer(asked, self.hear)


@asynccontextmanager
async def connected(
    twin: MessagesTwin,
    *,
    read_s: float = PATIENCE_S,
    first_token_s: float = PATIENCE_S,
    **llm: Any,
) -> AsyncIterator[Connected]:
    """Connect to the twin; pauses between attempts take no time and move the clock."""
    clock, slept = FakeClock(), []
    settings = Llm.model_validate({"base_url": twin.base_url, "api_key": twin.api_key} | llm)

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        clock.advance(seconds=seconds)

    async with client(settings, read_s=read_s) as sdk:
        endpoint = Endpoint(clock, sleep)
        model = AnthropicModel(
            sdk,
            endpoint,
            model=settings.model,
            max_tokens=settings.reserve_tokens,
            first_token_timeout_s=first_token_s,
        )
        yield Connected(model=model, endpoint=endpoint, clock=clock, slept=slept, sdk=sdk)


class Talk:
    """The core around a model."""

    def __init__(
        self, storage: Storage, to: Connected, policy: Policy = DEFAULT, tools: Sequence[Tool] = ()
    ) -> None:
        self.storage, self.to = storage, to
        self.first_word = asyncio.Event()
        self.executor = Executor(
            memory=MemoryManager(storage.turns, policy, Llm().priced()),
            sdk=runners.SdkRunner(to.model, policy, tools),
            lite=runners.LiteRunner(to.model),
            locks=storage.locks,
            clock=to.clock,
            policy=policy,
        )

    async def session(self, chat: str = "ann") -> SessionId:
        found = await self.storage.sessions.current(
            ChatKey(chat), ANN, AGENT.id, self.to.clock.now()
        )
        return found.id

    async def ask(self, text: str, chat: str = "ann", model: str = MODEL) -> Reply:
        """Ask in the session of ``chat``."""
        asked = Turn(
            id=TurnId(f"turn {next(_turns)}"),
            chat=ChatKey(chat),
            user_id=ANN,
            agent=replace(AGENT, model=model),
            text=text,
            session_id=await self.session(chat),
        )
        return await self.executor.run(asked, self._show)

    async def rows(self, chat: str = "ann") -> list[Message]:
        """Return what is stored of the session of ``chat``, oldest first."""
        page = await self.storage.turns.page(await self.session(chat), None, 1000)
        return list(reversed(page))

    async def _show(self, _piece: str) -> None:
        self.first_word.set()


@asynccontextmanager
async def talking(
    folder: Path,
    twin: MessagesTwin,
    *,
    policy: Policy = DEFAULT,
    tools: Sequence[Tool] = (),
    **connection: Any,
) -> AsyncIterator[Talk]:
    """Open a database and connect to the twin."""
    url = f"sqlite:///{folder}/bot.db"
    async with (
        open_storage(url, durability="normal") as storage,
        connected(twin, **connection) as to,
    ):
        yield Talk(storage, to, policy, tools)
