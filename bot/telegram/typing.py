"""Shows "typing" in a chat while the bot works on an answer."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.telegram.errors import ChatGone, FloodLimited, TelegramTrouble
from bot.telegram.pace import PACE, Pace
from bot.telegram.places import Place
from bot.telegram.sender import Sender
from bot.telegram.timing import Timing
from memory_core.concurrency import Nursery


@asynccontextmanager
async def typing(
    sender: Sender, place: Place, nursery: Nursery, timing: Timing, pace: Pace = PACE
) -> AsyncIterator[None]:
    """Show it for the block, from the start on and every four seconds; never fails the block."""
    task = nursery.spawn(_keep_typing(sender, place, timing, pace), f"typing in {place.chat_id}")
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])


async def _keep_typing(sender: Sender, place: Place, timing: Timing, pace: Pace) -> None:
    while True:
        pause = pace.typing_s
        try:
            await sender.typing(place)
        except ChatGone:
            return
        except FloodLimited as flood:
            pause = max(pause, flood.retry_after)
        except TelegramTrouble:
            pass  # the next one may work
        await timing.sleep(pause)
