"""The composition root: builds everything once, closes it in reverse order."""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from bot.llm.providers import open_model
from bot.settings import Settings
from memory_core.clock import SystemClock
from memory_core.commands import Commands
from memory_core.concurrency import Nursery
from memory_core.errors import StorageUnavailable
from memory_core.executor import Executor
from memory_core.manager import MemoryManager
from memory_core.model import Agent, AgentId
from memory_core.policy import Policy
from memory_core.ports import ChatModel, Clock, Storage
from memory_core.queries import Queries
from memory_core.runners import LiteRunner, SdkRunner
from storage import open_storage

log = logging.getLogger(__name__)

DRAIN_SECONDS = 10
"""How long background work may take to finish when the program ends."""


@dataclass(frozen=True, kw_only=True, slots=True)
class App:
    """What the faces use."""

    settings: Settings
    policy: Policy
    clock: Clock
    nursery: Nursery
    storage: Storage
    executor: Executor
    commands: Commands
    queries: Queries

    def agent(self, agent: AgentId | None = None) -> Agent:
        """Return an agent by id; the default one for an id that is no longer configured."""
        agents = self.settings.agents
        return next((each for each in agents if each.id == agent), agents[0])


@asynccontextmanager
async def open_app(
    settings: Settings,
    *,
    clock: Clock | None = None,
    model: ChatModel | None = None,
    probe: Callable[[str], None] = lambda _boundary: None,
) -> AsyncIterator[App]:
    """Open database and model, and wire the core; background work ends before they close.

    ``probe`` hears of the boundaries of each transaction.

    Raises SchemaTooNew or StorageUnavailable.
    """
    nursery, clock = Nursery(), clock or SystemClock()
    async with AsyncExitStack() as stack:
        place = settings.storage
        storage = await stack.enter_async_context(
            open_storage(place.url, durability=place.durability, probe=probe)
        )
        if model is None:
            model = await stack.enter_async_context(open_model(settings.llm, clock))
        stack.push_async_callback(nursery.drain, DRAIN_SECONDS)
        app = assemble(settings, storage, model, clock=clock, nursery=nursery)
        nursery.spawn(_purge(storage, clock, app.policy), "purge")
        yield app


def assemble(
    settings: Settings, storage: Storage, model: ChatModel, *, clock: Clock, nursery: Nursery
) -> App:
    """Wire the core around a storage and a model that are open."""
    policy = settings.policy()
    executor = Executor(
        memory=MemoryManager(storage.turns, policy, settings.llm.priced()),
        sdk=SdkRunner(model, policy),
        lite=LiteRunner(model),
        locks=storage.locks,
        clock=clock,
        policy=policy,
    )
    commands = Commands(
        sessions=storage.sessions,
        turns=storage.turns,
        executor=executor,
        clock=clock,
        policy=policy,
    )
    return App(
        settings=settings,
        policy=policy,
        clock=clock,
        nursery=nursery,
        storage=storage,
        executor=executor,
        commands=commands,
        queries=Queries(storage.sessions, storage.turns),
    )


async def _purge(storage: Storage, clock: Clock, policy: Policy) -> None:
    """Erase what was deleted too long ago to be taken back."""
    try:
        erased = await storage.sessions.purge_deleted(clock.now() - policy.undo_within)
    except StorageUnavailable as error:
        log.warning("deleted sessions are not erased yet: %s", error)
    else:
        log.info("erased %d deleted sessions", erased)
