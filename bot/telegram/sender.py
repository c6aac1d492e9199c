"""What the rest of the bot sends messages with."""

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiogram import Bot
from aiogram.types import BufferedInputFile

from bot.telegram import payloads
from bot.telegram.budget import Budget
from bot.telegram.buttons import Buttons, keyboard
from bot.telegram.errors import SendRefused
from bot.telegram.methods import (
    AnswerTap,
    Delete,
    EditText,
    PreviewEdit,
    PreviewText,
    SendFile,
    SendText,
    Typing,
)
from bot.telegram.pace import PACE, Pace
from bot.telegram.payloads import Chunk
from bot.telegram.places import Place
from memory_core.concurrency import KeyedLock

NOTICE_CHARS = 200
"""Longest answer to a tap."""


class Sender:
    """Sends at Telegram's pace, to each place in order of asking.

    Everything raises TelegramTrouble. What was cancelled may have been sent.
    """

    def __init__(self, bot: Bot, budget: Budget, pace: Pace = PACE) -> None:
        self._bot, self._budget, self._pace = bot, budget, pace
        self._order = KeyedLock()
        self._under_way: Counter[Place] = Counter()

    async def send(
        self, place: Place, chunk: Chunk, *, reply_to: int | None = None, buttons: Buttons = ()
    ) -> int:
        """Send a message and return its id; a deleted ``reply_to`` does not matter."""
        call = SendText(**payloads.text(place, chunk, reply_to), reply_markup=keyboard(buttons))
        async with self._turn(place):
            return int((await self._bot(call))["message_id"])

    async def edit(
        self, place: Place, message_id: int, chunk: Chunk, *, buttons: Buttons = ()
    ) -> None:
        """Replace text and buttons of a message. Raises MessageGone when there is none."""
        call = EditText(
            **payloads.change(place, message_id, chunk), reply_markup=keyboard(buttons)
        )
        async with self._turn(place):
            await self._bot(call)

    async def document(
        self,
        place: Place,
        name: str,
        content: bytes,
        caption: Chunk | str = "",
        *,
        reply_to: int | None = None,
        buttons: Buttons = (),
    ) -> int:
        """Send a file and return the message's id."""
        text, entities = (
            (caption, None)
            if isinstance(caption, str)
            else (caption.text, payloads.entities(caption))
        )
        call = SendFile(
            **payloads.head(place, reply_to),
            document=BufferedInputFile(content, filename=name),
            caption=text or None,
            caption_entities=entities,
            reply_markup=keyboard(buttons),
        )
        async with self._turn(place):
            sent = await self._bot(call, request_timeout=int(self._pace.upload_s))
            return int(sent["message_id"])

    async def delete(self, place: Place, message_id: int) -> None:
        """Take a message back; one that is gone already is fine."""
        await self._bot(Delete(chat_id=place.chat_id, message_id=message_id))

    async def answer_callback(
        self, callback_id: str, text: str = "", *, alert: bool = False
    ) -> bool:
        """Stop the spinner on a button; False when it is too late for that."""
        call = AnswerTap(
            callback_query_id=callback_id,
            text=text[:NOTICE_CHARS] or None,
            show_alert=alert or None,
        )
        try:
            await self._bot(call)
        except SendRefused:
            return False
        return True

    async def typing(self, place: Place) -> None:
        """Show for five seconds that the bot is typing."""
        call = Typing(chat_id=place.chat_id, message_thread_id=place.topic)
        await self._bot(call, request_timeout=int(self._pace.passing_call_s))

    async def preview(self, place: Place, chunk: Chunk, reply_to: int | None) -> int | None:
        """Send what there is of an answer, once; None when the budget has no room."""
        if not self._spare(place):
            return None
        call = PreviewText(**payloads.text(place, chunk, reply_to))
        sent = await self._bot(call, request_timeout=int(self._pace.passing_call_s))
        return int(sent["message_id"])

    async def preview_edit(self, place: Place, message_id: int, chunk: Chunk) -> bool:
        """Show more of it, once; False when the budget has no room."""
        if not self._spare(place):
            return False
        call = PreviewEdit(**payloads.change(place, message_id, chunk))
        await self._bot(call, request_timeout=int(self._pace.passing_call_s))
        return True

    @asynccontextmanager
    async def _turn(self, place: Place) -> AsyncIterator[None]:
        self._under_way[place] += 1
        try:
            async with self._order.hold(place):
                await self._budget.turn(place.chat_id)
                yield
        finally:
            self._under_way[place] -= 1
            if not self._under_way[place]:
                del self._under_way[place]

    def _spare(self, place: Place) -> bool:
        """Room for a preview: it must not get ahead of a final that is tried again, either."""
        return not self._under_way[place] and self._budget.spare(place.chat_id)
