"""A terminal without a terminal: a console that plays lines and keeps what it was told."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager

from bot.app import App, assemble
from bot.settings import Settings
from bot.terminal.chat import TerminalChat
from bot.terminal.person import Person, at_terminal
from bot.terminal.screen import Style
from memory_core.concurrency import Nursery
from memory_core.model import Language
from memory_core.ports import ChatModel, JsonModel, Storage
from memory_core.testing import FakeClock, in_memory_storage

Step = str | Exception | Callable[[], None]
"""A line is typed, an exception is what reading raises, a function is called in between."""

ANN = at_terminal("ann", None, "en")


class ScriptedConsole:
    """A console that reads what a test wrote down, then ends."""

    def __init__(self, *steps: Step, interactive: bool = False) -> None:
        self.interactive = interactive
        self.said: list[str] = []
        self.shown = ""
        self._steps: Iterator[Step] = iter(steps)

    async def read(self) -> str | None:
        for step in self._steps:
            match step:
                case str():
                    return step
                case Exception():
                    raise step
                case _:
                    step()
        return None

    async def say(self, text: str, style: Style = "plain") -> None:  # noqa: ARG002 - no colours
        self.said.append(text)

    @asynccontextmanager
    async def answer(self) -> AsyncIterator["ScriptedConsole"]:
        self.shown = ""
        yield self

    async def add(self, piece: str) -> None:
        self.shown += piece

    async def end(self, text: str) -> None:
        if text:
            self.said.append(text)


def app_with(
    model: ChatModel,
    *,
    storage: Storage | None = None,
    clock: FakeClock | None = None,
    settings: Settings | None = None,
    json_model: JsonModel | None = None,
) -> App:
    return assemble(
        settings or Settings(),
        storage or in_memory_storage(),
        model,
        clock=clock or FakeClock(),
        nursery=Nursery(),
        json_model=json_model,
    )


async def talk(app: App, *steps: Step, person: Person = ANN, interactive: bool = False) -> str:
    """Play ``steps`` in a terminal of their own; return what it said, one paragraph a line."""
    console = ScriptedConsole(*steps, interactive=interactive)
    await TerminalChat(app, person, console).run()
    return "\n".join(console.said)


def ann(language: Language) -> Person:
    return at_terminal("ann", None, language)
