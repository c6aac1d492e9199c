"""A bot that runs against the twin and is told when to look for updates."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from bot.app import App, assemble
from bot.settings import Settings
from bot.telegram.bursts import Patience
from bot.telegram.service import Service, open_service
from memory_core.concurrency import Nursery
from memory_core.model import Prompt
from memory_core.ports import ChatModel, JsonModel, Storage
from memory_core.testing import FakeClock, ScriptedModel, in_memory_storage
from tests.peers.telegram import BotApiTwin, Chat, Message

LONG_S = 4.0
"""Whoever sleeps as long as that only refreshes what is shown."""


class BriskTime:
    """Sleeping takes no time; the loops that only refresh something sleep until they end."""

    def __init__(self) -> None:
        self._now = 1_000.0

    def now(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        if seconds == LONG_S:
            await asyncio.Event().wait()
        self._now += seconds
        await asyncio.sleep(0)


@dataclass(frozen=True, kw_only=True)
class Talk:
    """The running bot, its world and its parts."""

    twin: BotApiTwin
    app: App
    service: Service
    clock: FakeClock

    async def take(self) -> None:
        """Let the bot have the updates there are; what they begin goes on."""
        updates = [update.body() for update in self.twin.updates.pending]
        self.twin.updates.drop_all()
        await self.service.intake.store(updates)

    async def hear(self) -> None:
        """Let the bot have the updates there are, and wait until it has done everything."""
        await self.take()
        await self.service.nursery.drain(5)

    async def answer(self, chat: Chat) -> Message:
        """Let the bot hear; return its next message in ``chat``."""
        await self.hear()
        return await chat.next_from_bot(1)

    async def restart(self) -> None:
        """Take up what was left, as a start does."""
        items = await self.service.intake.recover()
        await self.service.postman.recover()
        await self.service.lanes.recover(items)
        await self.service.nursery.drain(5)


def echo(prompt: Prompt) -> str:
    return f"Answer to {prompt.question}"


@asynccontextmanager
async def running_bot(
    twin: BotApiTwin,
    *,
    model: ChatModel | None = None,
    json_model: JsonModel | None = None,
    storage: Storage | None = None,
    clock: FakeClock | None = None,
    reset_by: str = "members",
    **telegram: Any,
) -> AsyncIterator[Talk]:
    """Run the bot for everybody, or for whom ``telegram`` settings name."""
    open_to_all = {"allowed_users": ["*"], "allowed_chats": ["*"], "operators": [1]}
    connection = {"token": twin.token, "api_base": twin.base_url, "stream": "off", "grace_s": 5}
    settings = Settings.model_validate(
        {"telegram": connection | open_to_all | telegram, "groups": {"reset_by": reset_by}}
    )
    clock = clock or FakeClock()
    model = model or ScriptedModel(by=echo)
    storage = storage or in_memory_storage()
    app = assemble(settings, storage, model, clock=clock, nursery=Nursery(), json_model=json_model)
    patience = Patience(tail=0.01, album=0.01, comment=0.01)
    async with open_service(app, timing=BriskTime(), patience=patience) as service:
        await service.nursery.drain(5)
        yield Talk(twin=twin, app=app, service=service, clock=clock)
