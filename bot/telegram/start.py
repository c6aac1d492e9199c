"""Starts the service and listens to the signals that end it."""

import asyncio
import logging
import signal

from bot.app import open_app
from bot.settings import Settings
from bot.telegram.errors import TokenRefused
from bot.telegram.service import serve
from memory_core.errors import SettingsError

log = logging.getLogger(__name__)


async def run(settings: Settings) -> None:
    """Serve until SIGTERM or Ctrl-C: running answers finish, then everything is closed.

    Raises SettingsError when Telegram does not accept the token, SchemaTooNew and
    StorageUnavailable when the database cannot be opened.
    """
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for each in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(each, stopped.set)
    async with open_app(settings) as app:
        try:
            await serve(app, stopped)
        except TokenRefused as error:
            raise SettingsError(
                f"telegram.token: Telegram does not accept it ({error})"
            ) from error
    log.info("ended; every message taken in is answered or waits for the next start")
