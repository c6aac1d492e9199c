"""The terminal chat: read, answer, read again."""

import asyncio
import logging
import signal
from collections.abc import Awaitable

from bot import slash, texts
from bot.app import App
from bot.terminal import overview
from bot.terminal.console import Console, Interrupted, LineTooLong, OutputGone
from bot.terminal.conversation import Conversation
from bot.terminal.orders import Orders
from bot.terminal.person import Person
from bot.texts import terminal
from memory_core.concurrency import Stoppable, Stopped
from memory_core.errors import BotError

log = logging.getLogger(__name__)

UNWRITTEN = 1
"""Exit status when answers could not be written."""
SIGNAL_STATUS = 128
"""Shells add the number of the signal that ended a program to this."""


class TerminalChat:
    """One person talking with the bot through one console."""

    def __init__(self, app: App, person: Person, console: Console) -> None:
        self._app, self._person, self._console = app, person, console
        self._conversation = Conversation(app, person, console)
        self._orders = Orders(app, person, console, self._conversation)
        self._texts = texts.of(person.language)
        self._terminal = terminal.of(person.language)
        self._reading = Stoppable()
        self._task: asyncio.Task[object] | None = None
        self._taking = False
        self._interrupted = False
        self._status = 0

    async def run(self) -> int:
        """Talk until the person or a signal ends it; return the exit status."""
        self._task = asyncio.current_task()
        try:
            await self._guarded(self._greet())
            while (text := await self._next()) is not None and await self._take(text):
                pass
            await self._part()
        except Stopped as stopped:
            log.info("terminal chat ended by %s", stopped.reason)
        except OutputGone as gone:
            if gone.trouble is not None:
                log.error("answers cannot be written: %s", gone.trouble)  # noqa: TRY400
                return UNWRITTEN
        except asyncio.CancelledError:
            if not self._status:
                raise
        return self._status

    def interrupt(self) -> None:
        """Ctrl-C: stop the answer for a person who watches it, or else leave."""
        if self._console.interactive and self._taking and not self._interrupted:
            self._interrupted = True
            self._conversation.stop()
        else:
            self.leave(signal.SIGINT)

    def leave(self, why: signal.Signals) -> None:
        """End the answer, which is kept as far as it got, then the chat; twice: at once."""
        if self._status and self._task is not None:
            self._task.cancel()
        self._status = SIGNAL_STATUS + why
        self._conversation.stop()
        self._reading.stop(why.name)

    async def _next(self) -> str | None:
        """Return the next message, None to leave: Ctrl-C at an empty prompt asks twice for it."""
        warned = False
        while not self._status:
            try:
                async with self._reading:
                    return await self._console.read()
            except LineTooLong as error:
                await self._console.say(self._terminal.line_too_long(error.size, error.limit))
            except Interrupted:
                if warned:
                    return None
                warned = True
                await self._console.say(self._terminal.how_to_leave(), "dim")
        return None

    async def _take(self, text: str) -> bool:
        """Answer a message or carry out a command; False when it is time to go."""
        call = slash.read(text)
        if call is not None and call.word in ("quit", "exit"):
            return False
        self._conversation.begin()
        self._taking, self._interrupted = True, False
        if call is not None:
            await self._guarded(self._orders.carry_out(call))
        elif text.strip():
            await self._guarded(self._conversation.ask(text))
        self._taking = False
        return True

    async def _guarded(self, work: Awaitable[None]) -> None:
        """Turn what goes wrong into a sentence; the chat goes on."""
        try:
            await work
        except OutputGone:
            raise
        except BotError as error:
            await self._console.say(texts.explain(error, self._texts), "trouble")
        except Exception:
            log.exception("the terminal chat failed in chat %s", self._person.chat)
            await self._console.say(self._texts.unexpected(), "trouble")

    async def _greet(self) -> None:
        """Say how to get help; show somebody who comes back where they were."""
        if not self._console.interactive:
            return
        await self._console.say(self._terminal.hint(), "dim")
        bound = await self._app.queries.current(self._person.chat)
        last = await self._app.queries.last_exchange(bound) if bound else None
        if last is not None:
            ago = self._texts.ago(self._app.clock.now() - last.answer.created_at)
            lines = overview.exchange(last.question.content, last.answer.content)
            await self._console.say(f"{self._terminal.were_here(ago)}\n{lines}", "dim")

    async def _part(self) -> None:
        if self._console.interactive and not self._status:
            await self._console.say(self._terminal.goodbye(), "dim")
