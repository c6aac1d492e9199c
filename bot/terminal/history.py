"""What was typed before, for the arrow keys: a file only its owner reads."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from prompt_toolkit.history import FileHistory

from memory_core.text import clean

KEPT_BYTES = 256 * 1024
"""A larger file loses its older half at the next start."""


class PrivateHistory(FileHistory):
    """A history file that is private and bounded; without one, only this run is remembered."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._path = path
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(path, os.O_CREAT | os.O_APPEND, 0o600))
            path.chmod(0o600)
            _shorten(path)

    def load_history_strings(self) -> Iterable[str]:
        """Return what was typed, newest first."""
        try:
            return list(super().load_history_strings())
        except OSError:
            return []

    def store_string(self, string: str) -> None:
        """Keep what was typed, if there is room."""
        with suppress(OSError):
            super().store_string(clean(string))


def _shorten(path: Path) -> None:
    if path.stat().st_size > KEPT_BYTES:
        newest = path.read_bytes()[-KEPT_BYTES // 2 :]
        path.write_bytes(newest[newest.find(b"\n\n") + 1 :])
