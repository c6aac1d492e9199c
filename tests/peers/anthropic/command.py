"""The twin as a process: for trying the bot by hand, and for tests that kill it."""

import argparse
import asyncio
import signal
from pathlib import Path

from .faults import FAULTS, NAMES
from .modes import MODES
from .twin import MessagesTwin

HELP = "stand in for the Anthropic Messages API"
# Seconds between words, so that a person sees the answer grow.
PACE = 0.03


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `python -m tests.peers anthropic`."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = "faults:\n" + "\n".join(f"  {name}: {words}" for name, words in FAULTS.items())
    parser.add_argument("--port", type=int, default=0, help="0 takes any free port")
    parser.add_argument("--key", default="sk-ant-twin-key", help="the only key it accepts")
    parser.add_argument("--fault", choices=NAMES, metavar="NAME", help="see below")
    parser.add_argument("--times", type=int, help="how many requests fail, default all")
    parser.add_argument("--mode", choices=MODES, action="append", default=[], help="may repeat")
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="append requests as JSON lines"
    )
    parser.add_argument("--any-model", action="store_true", help="take model ids nobody knows")
    parser.add_argument("--pace", type=float, default=PACE, help="seconds between words")


async def run(options: argparse.Namespace) -> None:
    """Serve until the process is told to stop."""
    twin = MessagesTwin(
        api_key=options.key,
        port=options.port,
        modes=options.mode,
        record=options.record,
        pace=options.pace,
        known_models_only=not options.any_model,
    )
    if options.fault:
        twin.on(fault=options.fault, times=options.times)
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with twin:
        print(announcement(twin), flush=True)
        await stop.wait()


def announcement(twin: MessagesTwin) -> str:
    """One line: where it listens, its key, and what to type in another terminal."""
    address, key = twin.base_url, twin.api_key
    command = f"ANTHROPIC_BASE_URL={address} ANTHROPIC_API_KEY={key} make chat"
    return f"anthropic twin at {address} with key {key}; try: {command}"
