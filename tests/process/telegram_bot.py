"""The bot on Telegram as a process that may kill itself at a boundary of its database.

``python -m tests.process.telegram_bot [BOUNDARY]``, configured by the environment like the bot.
"""

import asyncio
import signal
import sys

from bot import settings
from bot.app import open_app
from bot.telegram.service import serve
from tests.process.talker import DeathAt


async def run(boundary: int) -> None:
    """Serve until SIGTERM."""
    stopped = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
    async with open_app(settings.load(), probe=DeathAt(boundary)) as app:
        print("ready", flush=True)
        await serve(app, stopped)


if __name__ == "__main__":
    asyncio.run(run(int(sys.argv[1]) if len(sys.argv) > 1 else 0))
