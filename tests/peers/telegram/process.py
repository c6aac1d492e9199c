"""A twin in a process of its own, for tests that kill things."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

from .client import TwinControl

ROOT = Path(__file__).parents[3]


class TwinProcess:
    """`async with TwinProcess() as twin:` starts it; `twin.control` speaks to it."""

    def __init__(self, *arguments: str) -> None:
        self._arguments = arguments
        self._process: asyncio.subprocess.Process | None = None
        self._stack = contextlib.AsyncExitStack()
        self.base_url = ""
        self.token = ""
        self.control = TwinControl("")

    async def __aenter__(self) -> Self:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.peers", "telegram", "--no-console", *self._arguments,
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        if self._process.stdout is None:
            raise RuntimeError("the twin has no output")
        async with asyncio.timeout(20):
            hello = json.loads(await self._process.stdout.readline())
        self.base_url, self.token = hello["base_url"], hello["token"]
        self.control = await self._stack.enter_async_context(TwinControl(hello["control_url"]))
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._stack.aclose()
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            await self._process.communicate()
