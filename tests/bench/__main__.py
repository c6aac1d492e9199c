"""``python -m tests.bench [NAME ...]`` runs all benches, or those named."""

import sys

from tests.bench import conversations, estimator, talk, text_work

BENCHES = {
    "conversations": conversations.main,
    "text": text_work.main,
    "talk": talk.main,
    "estimator": estimator.main,
}


def main() -> None:
    """Run the benches named on the command line."""
    names = sys.argv[1:] or list(BENCHES)
    unknown = [name for name in names if name not in BENCHES]
    if unknown:
        sys.exit(f"no bench named {', '.join(unknown)}; there are {', '.join(BENCHES)}")
    for name in names:
        BENCHES[name]()


main()
