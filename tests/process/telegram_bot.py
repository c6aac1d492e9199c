"""The bot on Telegram as a process that may kill itself at a boundary of its database.

Importing what it needs takes seconds, so processes are forked from one that has done so.
"""

import asyncio
import signal
from collections.abc import Mapping
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess

from bot import settings
from bot.app import open_app
from bot.llm import anthropic_provider
from bot.telegram.service import serve
from tests.process.talker import DeathAt

PRELOADED = [__name__, anthropic_provider.__name__]


def start(environ: Mapping[str, str], boundary: int) -> ForkServerProcess:
    """Start a process configured by ``environ`` that dies at a boundary; never for 0."""
    context = get_context("forkserver")
    context.set_forkserver_preload(PRELOADED)
    process = context.Process(target=_main, args=(dict(environ), boundary))
    process.start()
    return process


def _main(environ: dict[str, str], boundary: int) -> None:
    asyncio.run(_serve(environ, boundary))


async def _serve(environ: dict[str, str], boundary: int) -> None:
    stopped = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
    loaded = settings.load(None, environ)
    async with open_app(loaded, probe=DeathAt(boundary)) as app:
        await serve(app, stopped)
