"""Opens the terminal chat: which console, which signals."""

import asyncio
import signal
import sys
from collections.abc import Mapping
from typing import TextIO

from bot.app import open_app
from bot.settings import Settings
from bot.terminal import screen
from bot.terminal.chat import TerminalChat
from bot.terminal.console import Console
from bot.terminal.person import Person
from bot.terminal.piped import PipedConsole
from memory_core.ports import ChatModel

HISTORY = "terminal_history"
"""Name of the file beside the database that the arrow keys go through."""


async def talk(
    settings: Settings,
    person: Person,
    environ: Mapping[str, str],
    model: ChatModel | None = None,
) -> int:
    """Talk with a person or a pipe until it ends; return the exit status.

    Raises SchemaTooNew or StorageUnavailable when the database cannot be opened.
    """
    async with open_app(settings, model=model) as app:
        chat = TerminalChat(app, person, _console(settings, environ))
        _listen_to_signals(chat)
        return await chat.run()


def _console(settings: Settings, environ: Mapping[str, str]) -> Console:
    if screen.is_watched():
        from bot.terminal.interactive import PromptConsole  # noqa: PLC0415 - slow to import

        return PromptConsole(settings.storage.path.parent / HISTORY, environ)
    return PipedConsole(_descriptor(sys.stdin), _descriptor(sys.stdout), _encoding(sys.stdin))


def _listen_to_signals(chat: TerminalChat) -> None:
    """A signal that is ignored, as nohup does with SIGHUP, stays ignored."""
    loop = asyncio.get_running_loop()
    for each in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(each) is not signal.SIG_IGN:
            loop.add_signal_handler(each, chat.leave, each)
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        loop.add_signal_handler(signal.SIGINT, chat.interrupt)


def _descriptor(stream: TextIO | None) -> int | None:
    return None if stream is None else stream.fileno()


def _encoding(stream: TextIO | None) -> str:
    return "utf-8" if stream is None else stream.encoding
