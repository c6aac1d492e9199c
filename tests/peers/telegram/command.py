"""`python -m tests.peers telegram`: the twin as a process, with or without a console."""

import argparse
import asyncio
import json
import signal
import sys
from collections.abc import AsyncIterator

from .console import Console
from .twin import TOKEN, BotApiTwin

HELLO = """A Bot API server for {name} listens at {url}. Start the bot against it:

  TELEGRAM_BOT_TOKEN={token} \\
  DBRIDGE_TELEGRAM__API_BASE={url} \\
  DBRIDGE_TELEGRAM__ALLOWED_USERS='["*"]' \\
  DBRIDGE_TELEGRAM__ALLOWED_CHATS='["*"]' make run

"""


HELP = "stand in for the Telegram Bot API, with a console to speak as several people"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `python -m tests.peers telegram`."""
    parser.add_argument("--port", type=int, default=0, help="0: a free one")
    parser.add_argument("--control-port", type=int, help="a second port for /_control/")
    parser.add_argument("--token", default=TOKEN)
    parser.add_argument("--username", default="dbridge_bot")
    parser.add_argument("--privacy-mode", action="store_true")
    parser.add_argument("--private-topics", action="store_true")
    parser.add_argument("--flood", action="store_true", help="refuse what is too fast")
    parser.add_argument(
        "--no-console", action="store_true", help="print one JSON line and serve until EOF"
    )


async def run(options: argparse.Namespace) -> None:
    """Serve until the input ends or the process is told to stop."""
    twin = BotApiTwin(
        token=options.token,
        username=options.username,
        privacy_mode=options.privacy_mode,
        private_topics=options.private_topics,
    )
    twin.flood.on = options.flood
    ports = [options.port]
    if options.control_port is not None:
        ports.append(options.control_port)
    await twin.open(*ports)
    _stop_on_sigterm()
    try:
        if options.no_console:
            await _serve_quietly(twin)
        else:
            print(HELLO.format(name=f"@{twin.bot.username}", url=twin.base_url, token=twin.token))
            await Console(twin).run(_lines())
    finally:
        await twin.close()


def _stop_on_sigterm() -> None:
    """SIGTERM ends the main task like Ctrl-C does."""
    task = asyncio.current_task()
    if task is not None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)


async def _serve_quietly(twin: BotApiTwin) -> None:
    hello = {
        "base_url": twin.base_url,
        "control_url": f"http://127.0.0.1:{twin.control_port}",
        "token": twin.token,
    }
    print(json.dumps(hello), flush=True)
    async for _ in _lines():
        pass


async def _lines() -> AsyncIterator[str]:
    """Standard input, line by line, without blocking the server."""
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        yield line.decode().rstrip("\n")
