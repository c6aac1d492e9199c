"""Shows an answer in the chat while it is being written.

A preview is a courtesy: it is late, sparse or missing whenever that serves a final text, and no
trouble with it reaches the turn.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from types import TracebackType
from typing import Literal, Self

from bot.telegram.errors import FloodLimited, TelegramTrouble, TelegramUnreachable
from bot.telegram.pace import PACE, Pace
from bot.telegram.payloads import Chunk
from bot.telegram.places import Place
from bot.telegram.sender import Sender
from bot.telegram.timing import Timing
from memory_core.concurrency import Nursery
from memory_core.errors import BotError

Mode = Literal["edit", "off"]
Render = Callable[[str], Sequence[Chunk]]
OnMessage = Callable[[int], Awaitable[None]]
"""Takes the id of the preview's message, once, before anything is edited."""

_CLOSING = r"[\"'”’»)\]*_`]*"
_SENTENCE = re.compile(rf"[^\W\d]{_CLOSING}(?:[.!?…]{_CLOSING}\s|[。！？…]|.*\n)")
"""Ended by a mark and a space, a Chinese mark or the line; the dot of "1." ends none."""


async def _nobody(_message_id: int) -> None:
    pass


class Preview:
    """One answer's preview: ``async with``, ``add`` pieces, ``close`` before the final goes out.

    Afterwards ``message_id`` tells which message to edit into the final one; None: send it.
    """

    def __init__(
        self,
        sender: Sender,
        place: Place,
        nursery: Nursery,
        timing: Timing,
        *,
        render: Render,
        reply_to: int | None = None,
        on_message: OnMessage = _nobody,
        mode: Mode = "edit",
        pace: Pace = PACE,
    ) -> None:
        self.message_id: int | None = None
        self.failures = 0
        self._sender, self._place, self._reply_to = sender, place, reply_to
        self._nursery, self._timing, self._pace = nursery, timing, pace
        self._render, self._on_message = render, on_message
        self._open = mode == "edit"
        self._text = ""
        self._shown: Chunk | None = None
        self._next_at = timing.now()
        self._news, self._calling = asyncio.Event(), asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def add(self, piece: str) -> None:
        """Take the next piece of the answer; never waits for Telegram."""
        if not self._open:
            return
        self._text += piece
        self._news.set()
        if self._task is None:
            self._task = self._nursery.spawn(self._follow(), f"preview in {self._place.chat_id}")

    async def close(self) -> None:
        """Show nothing more. A call under way is waited for: it must not overtake the final."""
        self._open = False
        if self._task is None:
            return
        try:
            async with self._calling:
                self._task.cancel()
        finally:
            self._task.cancel()
        await asyncio.wait([self._task])

    async def _follow(self) -> None:
        while self._open:
            await self._news.wait()
            await self._timing.sleep(max(0.0, self._next_at - self._timing.now()))
            self._news.clear()
            chunk = self._due()
            if chunk is not None:
                async with self._calling:
                    await self._try_to_show(chunk)

    def _due(self) -> Chunk | None:
        """The text to show now: the newest, of the first message only, never the same again."""
        text = self._text[: self._pace.preview_text_max]
        if self.message_id is None and not self._worth_starting(text):
            return None
        chunks = self._render(text)
        if not chunks or not chunks[0].text.strip():
            return None
        return None if self._same(chunks[0]) else chunks[0]

    def _worth_starting(self, text: str) -> bool:
        enough = len(text.strip()) >= self._pace.preview_chars
        return enough or _SENTENCE.search(text) is not None

    def _same(self, chunk: Chunk) -> bool:
        shown = self._shown
        return shown is not None and (shown.text, shown.entities) == (chunk.text, chunk.entities)

    async def _try_to_show(self, chunk: Chunk) -> None:
        edit_s = self._pace.group_edit_s if self._place.is_group else self._pace.private_edit_s
        pause = edit_s
        try:
            if await self._show(chunk):
                self._shown = chunk
            else:
                pause = self._later(self._pace.shed_retry_s)
        except FloodLimited as flood:
            pause = self._failed(max(edit_s, flood.retry_after))
        except TelegramUnreachable:
            pause = self._failed(edit_s)
        except BotError as error:
            pause = self._failed(edit_s)
            self._open = self._open and not isinstance(error, TelegramTrouble)
        self._next_at = self._timing.now() + pause

    async def _show(self, chunk: Chunk) -> bool:
        if self.message_id is not None:
            return await self._sender.preview_edit(self._place, self.message_id, chunk)
        self.message_id = await self._sender.preview(self._place, chunk, self._reply_to)
        if self.message_id is None:
            return False
        self._shown = chunk
        await self._on_message(self.message_id)
        return True

    def _later(self, seconds: float) -> float:
        """There still is something to show, even if no more text comes."""
        self._news.set()
        return seconds

    def _failed(self, seconds: float) -> float:
        self.failures += 1
        return self._later(seconds)
