"""`python -m tests.peers NAME`: one of the loopback twins as a process of its own."""

import argparse
import asyncio

from tests.peers.anthropic import command as anthropic

TWINS = {
    "anthropic": anthropic,
}


def main() -> None:
    """Read the command line and serve."""
    parser = argparse.ArgumentParser(prog="python -m tests.peers", description=__doc__)
    names = parser.add_subparsers(dest="twin", required=True)
    for name, twin in TWINS.items():
        twin.add_arguments(names.add_parser(name, help=twin.HELP))
    options = parser.parse_args()
    asyncio.run(TWINS[options.twin].run(options))


if __name__ == "__main__":
    main()
