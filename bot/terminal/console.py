"""What the chat needs of a console; a test can be one."""

from contextlib import AbstractAsyncContextManager
from typing import Protocol

from bot.terminal.screen import Style


class Interrupted(Exception):
    """Ctrl-C at an empty prompt."""


class LineTooLong(Exception):
    """A line was skipped; ``size`` and ``limit`` are bytes."""

    def __init__(self, size: int, limit: int) -> None:
        super().__init__(f"line of {size} bytes, the limit is {limit}")
        self.size, self.limit = size, limit


class OutputGone(Exception):
    """Nobody reads any more, which is fine, or it cannot be written, which ``trouble`` names."""

    def __init__(self, trouble: str | None = None) -> None:
        super().__init__(trouble or "the reader has gone")
        self.trouble = trouble


class Answer(Protocol):
    """An answer on its way to the screen."""

    async def add(self, piece: str) -> None:
        """Take the next piece while the answer is being written."""
        ...

    async def end(self, text: str) -> None:
        """Take the answer as it is kept; empty when nothing is."""
        ...


class Console(Protocol):
    """Reads messages, shows answers; makes all text safe to show."""

    interactive: bool
    """Somebody sits there: greet, stream, explain keys."""

    async def read(self) -> str | None:
        """Return the next message, None when there are no more.

        Raises Interrupted or LineTooLong; the next call goes on.
        """
        ...

    async def say(self, text: str, style: Style = "plain") -> None:
        """Show a paragraph. Raises OutputGone."""
        ...

    def answer(self) -> AbstractAsyncContextManager[Answer]:
        """Show an answer while it is being written."""
        ...
