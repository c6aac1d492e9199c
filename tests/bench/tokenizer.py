"""The tokenizer that was published for Claude, in a child process; installed for one run."""

import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PACKAGE = "@anthropic-ai/tokenizer@0.0.4"
_INSTALL_SECONDS = 120
_SCRIPT = """
const tokenizer = require('@anthropic-ai/tokenizer').getTokenizer();
const lines = require('readline').createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const text = JSON.parse(line).normalize('NFKC');
  process.stdout.write(tokenizer.encode(text, 'all').length + '\\n');
});
"""


class Missing(Exception):
    """There is no tokenizer, for the reason given."""


class Tokenizer:
    """Counts tokens; a text that comes again is not counted again."""

    def __init__(self, child: "subprocess.Popen[str]") -> None:
        assert child.stdin
        assert child.stdout
        self._asked, self._told = child.stdin, child.stdout
        self._known: dict[str, int] = {}

    def count(self, text: str) -> int:
        """Return how many tokens ``text`` is. Raises Missing when the child has gone."""
        if text not in self._known:
            self._known[text] = self._ask(text)
        return self._known[text]

    def _ask(self, text: str) -> int:
        with suppress(BrokenPipeError):
            self._asked.write(json.dumps(text) + "\n")
            self._asked.flush()
        told = self._told.readline()
        if not told:
            raise Missing("it ended without an answer")
        return int(told)


@contextmanager
def installed() -> Iterator[Tokenizer]:
    """Install the tokenizer into a temporary folder and start it. Raises Missing."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if not (npm and node):
        raise Missing("there is no npm or no node")
    with tempfile.TemporaryDirectory(prefix="dbridge-bench-") as folder:
        _install(npm, Path(folder))
        child = subprocess.Popen(
            [node, "-e", _SCRIPT],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        with suppress(BrokenPipeError), child:
            yield Tokenizer(child)


def _install(npm: str, folder: Path) -> None:
    (folder / "package.json").write_text('{"private": true}')
    options = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
    try:
        subprocess.run(
            [npm, "install", *options, PACKAGE],
            cwd=folder,
            capture_output=True,
            text=True,
            check=True,
            timeout=_INSTALL_SECONDS,
        )
    except subprocess.TimeoutExpired as error:
        raise Missing(f"npm took more than {_INSTALL_SECONDS} s") from error
    except subprocess.CalledProcessError as error:
        last = (error.stderr or "").strip().splitlines()[:1]
        raise Missing(f"npm could not install it: {' '.join(last)}") from error
