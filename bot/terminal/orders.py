"""The commands in the terminal: words stand for the buttons of other faces."""

from collections.abc import Awaitable, Callable

from bot import metrics_screen, slash, texts
from bot.app import App
from bot.session_list import WrongForm
from bot.terminal import overview
from bot.terminal.compacting import CompactOrders
from bot.terminal.console import Console
from bot.terminal.conversation import Conversation
from bot.terminal.person import Person
from bot.terminal.session_orders import UNDO, SessionOrders
from bot.texts import metrics, terminal


class Orders:
    """Carries out what the person orders in this chat."""

    def __init__(
        self, app: App, person: Person, console: Console, conversation: Conversation
    ) -> None:
        self._app, self._person, self._console = app, person, console
        self._conversation = conversation
        self._sessions = SessionOrders(app, person, console)
        self._texts = texts.of(person.language)
        self._terminal = terminal.of(person.language)
        self._orders: dict[str, Callable[[str], Awaitable[None]]] = {
            "start": self._start,
            "help": self._help,
            "ask": self._ask,
            "retry": self._retry,
            "stop": self._stop,
            "clear": self._clear,
            "new": self._sessions.new,
            "sessions": self._sessions.carry_out,
            "compact": CompactOrders(app, person, console, conversation).carry_out,
            "whoami": self._whoami,
            "metrics": self._metrics,
        }

    async def carry_out(self, call: slash.Call) -> None:
        """Do what ``call`` says, or tell why not."""
        command = slash.find(call.word)
        if command is None:
            nearest = slash.nearest(call.word)
            name = nearest.name if nearest else None
            await self._console.say(self._texts.unknown(call.word, name))
        elif not command.works:
            await self._console.say(self._texts.later(command.name))
        else:
            try:
                await self._orders[command.name](call.rest)
            except WrongForm:
                await self._console.say(self._texts.usage(command))

    async def _start(self, _rest: str) -> None:
        parts = (self._texts.about(), self._texts.privacy(), self._texts.try_this())
        await self._console.say("\n\n".join((*parts, self._terminal.hint())))

    async def _help(self, _rest: str) -> None:
        await self._console.say(overview.commands(self._texts, self._terminal))

    async def _ask(self, question: str) -> None:
        if not question:
            raise WrongForm
        await self._conversation.ask_alone(question)

    async def _retry(self, _rest: str) -> None:
        await self._conversation.retry()

    async def _stop(self, _rest: str) -> None:
        """An answer of this terminal is over before the next line is read."""
        await self._console.say(self._texts.nothing_running())

    async def _clear(self, rest: str) -> None:
        match rest.lower():
            case "":
                session = await self._conversation.session()
                reset = await self._app.commands.clear(session.id, self._person.user)
                await self._console.say(self._cleared(reset.messages))
            case "undo":
                await self._sessions.undo()
            case _:
                raise WrongForm

    def _cleared(self, messages: int) -> str:
        if not messages:
            return self._texts.nothing_to_clear()
        return self._texts.cleared(messages, self._app.policy.undo_within, UNDO)

    async def _metrics(self, _rest: str) -> None:
        """Whoever has this terminal runs the bot."""
        vitals = await self._app.monitor.look()
        words = metrics.of(self._person.language)
        await self._console.say(metrics_screen.screen(vitals, words))

    async def _whoami(self, _rest: str) -> None:
        person, role = self._person, self._texts.operator()
        await self._console.say(self._texts.identity(person.user, role, person.chat))
