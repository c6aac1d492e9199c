"""Start a loopback twin by hand: `python -m tests.peers NAME [options]`."""

import importlib
import sys

TWINS = {
    "telegram": "tests.peers.telegram.cli",
}


def main(argv: list[str]) -> int:
    """Hand the options to the twin's own entry."""
    if not argv or argv[0] not in TWINS:
        print(f"usage: python -m tests.peers {{{','.join(TWINS)}}} [options]", file=sys.stderr)
        return 2
    entry = importlib.import_module(TWINS[argv[0]])
    return int(entry.main(argv[1:]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
