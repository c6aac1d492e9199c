"""The program as people start it: in a process, with a pipe or a terminal around it."""

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Mapping
from pathlib import Path

ENVIRON = {
    "PATH": os.environ["PATH"],
    "PYTHONPATH": str(Path(__file__).parents[2]),
    "LANG": "C.UTF-8",
    "LOGNAME": "ann",
    "TERM": "xterm",
}


async def start(
    *arguments: str,
    folder: Path,
    module: str = "bot",
    stdin: int = PIPE,
    environ: Mapping[str, str] = {},
) -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        *arguments,
        cwd=folder,
        env=ENVIRON | dict(environ),
        stdin=stdin,
        stdout=PIPE,
        stderr=PIPE,
    )


async def run(
    *arguments: str, folder: Path, typed: bytes | None = None, **environ: str
) -> tuple[str, str, int | None]:
    """Run to the end; return what was printed, what was complained of, and the exit status."""
    stdin = DEVNULL if typed is None else PIPE
    process = await start(*arguments, folder=folder, stdin=stdin, environ=environ)
    out, err = await process.communicate(typed)
    return out.decode(), err.decode(), process.returncode


class Screen:
    """The terminal of a process, seen by somebody who waits for words and presses keys."""

    def __init__(self, process: Process, keyboard: int, reader: asyncio.StreamReader) -> None:
        self.process, self._keyboard, self._reader = process, keyboard, reader
        self.seen = ""

    async def shows(self, text: str) -> str:
        """Wait until ``text`` appears beyond what was waited for before; return all up to it."""
        while text not in self.seen:
            self.seen += (await self._reader.read(4096)).decode(errors="replace")
        before, _, self.seen = self.seen.partition(text)
        return before + text

    def press(self, keys: str) -> None:
        os.write(self._keyboard, keys.encode())


async def start_in_terminal(*arguments: str, module: str, folder: Path) -> Screen:
    """Start a module with a terminal of its own, which Ctrl-C reaches as a signal."""
    ours, theirs = os.openpty()
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0);"
        "os.execv(sys.executable, [sys.executable, '-m', *sys.argv[1:]])",
        module,
        *arguments,
        cwd=folder,
        env=ENVIRON,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(os.dup(ours), "rb", buffering=0)
    )
    return Screen(process, ours, reader)
