"""The bot on Telegram, from start to shutdown."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from aiogram import Bot
from aiogram.methods import DeleteWebhook, GetMe

from bot.app import App
from bot.settings import Telegram
from bot.telegram import addressing, claims, keys, menus
from bot.telegram.access import Access
from bot.telegram.addressing import Me
from bot.telegram.budget import Budget
from bot.telegram.bursts import Patience
from bot.telegram.chatting import Chatting, Stage
from bot.telegram.client import open_bot
from bot.telegram.desk import Desk
from bot.telegram.errors import TelegramTrouble, TokenRefused
from bot.telegram.intake import Intake, Update
from bot.telegram.lanes import Lanes
from bot.telegram.languages import Languages
from bot.telegram.methods import GetRawUpdates
from bot.telegram.postman import Postman
from bot.telegram.sender import Sender
from bot.telegram.timing import RealTiming, Timing
from memory_core.concurrency import Nursery

log = logging.getLogger(__name__)

POLL_S = 25
"""How long Telegram may hold a poll open."""
ANSWER_S = 10
"""How much longer its answer may take before the poll is given up and begun anew."""
LONGEST_PAUSE_S = 60.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Service:
    """The running parts."""

    me: Me
    access: Access
    intake: Intake
    lanes: Lanes
    postman: Postman
    nursery: Nursery

    async def run(self) -> None:
        """Take up what was left, then poll until cancelled. Raises TokenRefused."""
        items = await self.intake.recover()
        await self.postman.recover()
        self.nursery.spawn(self.lanes.recover(items), "recovery")
        await self.intake.poll()


class Poll:
    """The source of updates: long polls, each bounded in time."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def updates(self, offset: int | None) -> Sequence[Update]:
        """Wait for updates from ``offset`` on."""
        call = GetRawUpdates(
            offset=offset, timeout=POLL_S, allowed_updates=list(addressing.UPDATE_TYPES)
        )
        return await self._bot(call, request_timeout=POLL_S + ANSWER_S)


@asynccontextmanager
async def open_service(
    app: App, *, timing: Timing | None = None, patience: Patience | None = None
) -> AsyncIterator[Service]:
    """Connect to Telegram and build the service; at the end running turns finish first.

    Waits until Telegram can be reached. Raises TokenRefused.
    """
    settings, timing, nursery = app.settings.telegram, timing or RealTiming(), Nursery()
    budget = Budget(timing)
    async with open_bot(
        settings.token.get_secret_value(),
        settings.api_base,
        proxy=settings.proxy or None,
        on_flood=budget.suspend,
        timing=timing,
    ) as bot:
        me = await _meet(bot, timing)
        access = await _access(app, settings)
        log.info("may write: %s; the model is %s", access.counted, app.settings.llm.described)
        if not access.has_operators:
            await _offer_claim(app, me)
        nursery.spawn(menus.publish(bot, access), "menus")
        service = _build(app, bot, Sender(bot, budget), me, access, nursery, timing, patience)
        try:
            yield service
        finally:
            service.lanes.close()
            await nursery.drain(settings.grace_s)


def _build(  # noqa: PLR0917 - the parts everything else is made of
    app: App,
    bot: Bot,
    sender: Sender,
    me: Me,
    access: Access,
    nursery: Nursery,
    timing: Timing,
    patience: Patience | None,
) -> Service:
    storage, clock = app.storage, app.clock
    languages = Languages(storage.chats)
    postman = Postman(
        inbox=storage.inbox,
        outbox=storage.outbox,
        chats=storage.chats,
        sender=sender,
        clock=clock,
        nursery=nursery,
        languages=languages,
    )
    stage = Stage(sender=sender, nursery=nursery, timing=timing, mode=app.settings.telegram.stream)
    chatting = Chatting(app=app, postman=postman, stage=stage, languages=languages)
    desk = Desk(
        app=app,
        bot=bot,
        me=me,
        access=access,
        sender=sender,
        chatting=chatting,
        postman=postman,
        stage=stage,
        languages=languages,
        nursery=nursery,
    )
    lanes = Lanes(
        inbox=storage.inbox,
        clock=clock,
        nursery=nursery,
        handle=desk.handle,
        give_up=desk.give_up,
        stuck=desk.stuck,
        patience=patience,
    )
    desk.lanes = lanes
    intake = Intake(
        source=Poll(bot),
        inbox=storage.inbox,
        operators=storage.operators,
        clock=clock,
        me=me,
        access=access,
        take=desk.take,
        edited=lanes.replace,
    )
    return Service(
        me=me, access=access, intake=intake, lanes=lanes, postman=postman, nursery=nursery
    )


async def _meet(bot: Bot, timing: Timing) -> Me:
    """Return who the bot is, however long Telegram stays away; polling needs no webhook."""
    pause = 1.0
    while True:
        try:
            user = await bot(GetMe())
            await bot(DeleteWebhook(drop_pending_updates=False))
            return Me(id=user.id, username=user.username or "")
        except TokenRefused:
            raise
        except TelegramTrouble as error:
            log.warning("Telegram cannot be reached yet: %r", error)
            await timing.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE_S)


async def _access(app: App, settings: Telegram) -> Access:
    stored = await app.storage.operators.all()
    named = {keys.user(int(user)) for user in settings.operators}
    access = Access(
        users=[str(user) for user in settings.allowed_users],
        chats=[str(chat) for chat in settings.allowed_chats],
        operators=stored | named,
    )
    for old, new in await app.storage.chats.moves():
        access.move(keys.place(old).chat_id, keys.place(new).chat_id)
    return access


async def _offer_claim(app: App, me: Me) -> None:
    """Print the link by which somebody becomes the first operator."""
    code = await claims.offer(app.storage.operators, app.clock.now())
    print(claims.invitation(me.username, code), flush=True)  # noqa: T201 - for who starts the bot


async def serve(app: App, stopped: asyncio.Event) -> None:
    """Run the bot on Telegram until ``stopped`` is set, also while Telegram is away.

    Raises TokenRefused.
    """
    nursery = Nursery()
    tasks = [nursery.spawn(_serve(app), "service"), nursery.spawn(_wait(stopped), "stop signal")]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if tasks[0].done():
            tasks[0].result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


async def _serve(app: App) -> None:
    async with open_service(app) as service:
        log.info("the bot is @%s on Telegram", service.me.username)
        await service.run()


async def _wait(stopped: asyncio.Event) -> None:
    await stopped.wait()
