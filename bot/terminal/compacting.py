"""``/compact`` and what it can do, in the terminal."""

from functools import partial

from bot import compaction_views, texts
from bot.app import App
from bot.compaction_views import Figures
from bot.terminal.console import Console
from bot.terminal.conversation import Conversation
from bot.terminal.person import Person
from memory_core.concurrency import Stopped
from memory_core.errors import NothingToUndo
from memory_core.text import clean


class CompactOrders:
    """What the person does with the summary of the present session."""

    def __init__(
        self, app: App, person: Person, console: Console, conversation: Conversation
    ) -> None:
        self._app, self._person, self._console = app, person, console
        self._conversation = conversation
        self._texts = texts.of(person.language)

    async def carry_out(self, rest: str) -> None:
        """Show or restore a summary; anything else is what a new one should dwell on."""
        match rest.lower():
            case "show":
                await self._show()
            case "restore":
                await self._restore()
            case _:
                await self._compact(clean(rest))

    async def _compact(self, focus: str) -> None:
        session = await self._conversation.session()
        compact = partial(self._app.commands.compact, session.id, self._person.user, focus)
        await self._console.say(self._texts.compacting(), "dim")
        try:
            done = await self._conversation.until_stopped(compact)
        except Stopped:
            await self._console.say(self._texts.compacting_stopped(), "dim")
        else:
            await self._console.say(compaction_views.result(Figures.of(done), self._texts))

    async def _show(self) -> None:
        session = await self._conversation.session()
        found = await self._app.commands.summary(session.id)
        text = compaction_views.summary(found, self._texts) if found else self._texts.no_summary()
        await self._console.say(text)

    async def _restore(self) -> None:
        session = await self._conversation.session()
        try:
            found = await self._app.commands.restore_previous(session.id, self._person.user)
        except NothingToUndo:
            await self._console.say(self._texts.no_summary())
        else:
            await self._console.say(compaction_views.restored(found, self._texts))
