"""`python -m tests.peers NAME`: one of the loopback twins as a process of its own."""

import argparse
import asyncio
from contextlib import suppress
from importlib import import_module

# Packages here whose `command` module has HELP, add_arguments(parser) and async run(options).
TWINS = (
    "anthropic",
    "telegram",
)


def main() -> None:
    """Read the command line and serve."""
    parser = argparse.ArgumentParser(prog="python -m tests.peers", description=__doc__)
    names = parser.add_subparsers(dest="twin", required=True)
    commands = {name: import_module(f"tests.peers.{name}.command") for name in TWINS}
    for name, command in commands.items():
        command.add_arguments(names.add_parser(name, help=command.HELP))
    options = parser.parse_args()
    with suppress(KeyboardInterrupt):
        asyncio.run(commands[options.twin].run(options))


if __name__ == "__main__":
    main()
