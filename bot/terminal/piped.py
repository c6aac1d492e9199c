"""A console without a person: one message a line, plain answers, ends with its input."""

import os
import select
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.terminal.console import Answer, LineTooLong, OutputGone
from bot.terminal.own_thread import OwnThread
from bot.terminal.screen import Style, safe

LINE_BYTES = 4 * 1024 * 1024
"""Longest line that is read; a longer one is skipped and takes no memory."""
READ_BYTES = 64 * 1024


class PipedConsole:
    """Reads lines from one file descriptor and writes to another; None stands for a closed one."""

    interactive = False

    def __init__(self, source: int | None, target: int | None, encoding: str = "utf-8") -> None:
        self._lines, self._target, self._encoding = Lines(source), target, encoding
        self._reader, self._writer = OwnThread("stdin"), OwnThread("stdout")
        self._silent = True

    async def read(self) -> str | None:
        """Return the next line, without what ends it and without a byte order mark."""
        line = await self._reader.call(self._lines.next)
        if line is None:
            return None
        return line.decode(self._encoding, "replace").removeprefix("\ufeff").removesuffix("\r")

    async def say(self, text: str, style: Style = "plain") -> None:  # noqa: ARG002 - no colours
        """Write a paragraph, with an empty line before all but the first."""
        gap, self._silent = "" if self._silent else "\n", False
        data = f"{gap}{safe(text)}\n".encode(self._encoding, "replace")
        try:
            await self._writer.call(lambda: _write(self._target, data))
        except BrokenPipeError as error:
            raise OutputGone from error
        except OSError as error:
            raise OutputGone(error.strerror) from error

    @asynccontextmanager
    async def answer(self) -> AsyncIterator[Answer]:
        """Write the answer once it is whole and kept."""
        yield WholeAnswer(self)


class WholeAnswer:
    """An answer that is shown at its end."""

    def __init__(self, console: PipedConsole) -> None:
        self._console = console

    async def add(self, piece: str) -> None:
        """Wait for the whole."""

    async def end(self, text: str) -> None:
        """Write the answer."""
        if text:
            await self._console.say(text)


class Lines:
    """Lines of a file descriptor that may be a file, a pipe or a terminal. Blocks."""

    def __init__(self, source: int | None) -> None:
        self._source, self._rest = source, b""

    def next(self) -> bytes | None:
        """Return the next line, None at the end. Raises LineTooLong."""
        line, size, newline = bytearray(), 0, b""
        while not newline and (self._rest or self._fill()):
            piece, newline, self._rest = self._rest.partition(b"\n")
            size += len(piece)
            if size <= LINE_BYTES:
                line += piece
        if size > LINE_BYTES:
            raise LineTooLong(size, LINE_BYTES)
        return bytes(line) if size or newline else None

    def _fill(self) -> bool:
        self._rest = b"" if self._source is None else _read(self._source)
        return bool(self._rest)


def _read(source: int) -> bytes:
    """Read what is there; a terminal that was closed has nothing more."""
    while True:
        try:
            return os.read(source, READ_BYTES)
        except BlockingIOError:
            select.select([source], [], [])
        except OSError:
            return b""


def _write(target: int | None, data: bytes) -> None:
    while data and target is not None:
        try:
            data = data[os.write(target, data) :]
        except BlockingIOError:
            select.select([], [target], [])
