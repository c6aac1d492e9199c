"""The composition root: builds everything once, closes it in reverse order."""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from bot.jobs import Job, scheduled
from bot.llm import summarizers
from bot.llm.providers import Models, open_models
from bot.settings import Settings
from memory_core.clock import SystemClock
from memory_core.commands import Commands
from memory_core.compaction import Compactor
from memory_core.concurrency import Nursery
from memory_core.condensing import Condenser
from memory_core.counters import Counters
from memory_core.errors import StorageUnavailable
from memory_core.executor import Executor
from memory_core.manager import MemoryManager
from memory_core.model import Agent, AgentId
from memory_core.policy import Policy
from memory_core.ports import ChatModel, Clock, JsonModel, Storage
from memory_core.queries import Queries
from memory_core.runners import LiteRunner, SdkRunner
from memory_core.timings import Timings
from memory_core.upkeep import Upkeep
from memory_core.vitals import Monitor
from storage import open_storage

log = logging.getLogger(__name__)

FLUSH_SECONDS = 1.0
"""How often counters are stored."""
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
    counters: Counters
    monitor: Monitor

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
        models = (
            Models(chat=model)
            if model
            else await stack.enter_async_context(open_models(settings.llm, clock))
        )
        app = assemble(
            settings, storage, models.chat, clock=clock, nursery=nursery, json_model=models.json
        )
        stack.push_async_callback(app.counters.flush)
        stack.push_async_callback(nursery.drain, DRAIN_SECONDS)
        await stack.enter_async_context(scheduled(_jobs(app)))
        yield app


def _jobs(app: App) -> tuple[Job, ...]:
    """Return what is done again and again while the program runs."""
    scheduler = app.settings.scheduler
    return (
        Job(name="sweep", every_s=scheduler.sweep_s, work=lambda: _sweep(app)),
        Job(name="counters", every_s=FLUSH_SECONDS, work=app.counters.flush),
        Job(name="snapshot", every_s=scheduler.snapshot_s, work=app.monitor.keep_snapshot),
    )


def assemble(
    settings: Settings,
    storage: Storage,
    model: ChatModel,
    *,
    clock: Clock,
    nursery: Nursery,
    json_model: JsonModel | None = None,
) -> App:
    """Wire the core around a storage and models that are open.

    Without ``json_model`` summaries are made of sentences of the conversation.
    """
    policy, prices = settings.policy(), settings.llm.priced()
    counters, timings = Counters(storage.metrics), Timings()
    compactor = _compactor(settings, storage, json_model, counters=counters, clock=clock)
    upkeep = Upkeep(
        nursery=nursery,
        turns=storage.turns,
        counters=counters,
        compactor=compactor,
        clock=clock,
        policy=policy,
    )
    executor = Executor(
        memory=MemoryManager(storage.turns, policy, prices, upkeep=upkeep),
        sdk=SdkRunner(model, policy),
        lite=LiteRunner(model),
        locks=storage.locks,
        clock=clock,
        policy=policy,
        timings=timings,
    )
    commands = Commands(
        sessions=storage.sessions,
        turns=storage.turns,
        summaries=storage.summaries,
        compactor=compactor,
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
        counters=counters,
        monitor=Monitor(
            metrics=storage.metrics,
            summaries=storage.summaries,
            usage=storage.usage,
            timings=timings,
            clock=clock,
        ),
    )


def _compactor(
    settings: Settings,
    storage: Storage,
    json_model: JsonModel | None,
    *,
    counters: Counters,
    clock: Clock,
) -> Compactor:
    policy = settings.policy()
    summarizer = summarizers.of(json_model, policy, settings.llm.small)
    prices = settings.llm.priced()
    return Compactor(
        summaries=storage.summaries,
        condenser=Condenser(summarizer, storage.usage, clock, policy, prices),
        counters=counters,
        clock=clock,
        policy=policy,
    )


async def _sweep(app: App) -> None:
    """End what was left half done, and erase what was deleted too long ago to be taken back."""
    now = app.clock.now()
    try:
        stale = await app.storage.summaries.sweep(now)
        erased = await app.storage.sessions.purge_deleted(now - app.policy.undo_within)
    except StorageUnavailable as error:
        log.warning("the sweep waits for storage: %s", error)
        return
    if stale or erased:
        log.info("memory.sweep ended %d stale compactions, erased %d sessions", stale, erased)
