"""Asks and shows answers: one turn at a time in this terminal."""

from collections.abc import Awaitable, Callable
from typing import TypeVar
from uuid import uuid4

from bot import texts
from bot.app import App
from bot.terminal.console import Answer, Console
from bot.terminal.person import Person
from bot.texts.base import Part
from memory_core.concurrency import Stoppable, Stopped
from memory_core.model import Message, Reply, Session, SessionId, Turn, TurnId
from memory_core.ports import OnText
from memory_core.text import clean

RETRY = "/retry"
T = TypeVar("T")


class Conversation:
    """What one person says in one chat; the session is looked up anew for every turn."""

    def __init__(self, app: App, person: Person, console: Console) -> None:
        self._app, self._person, self._console = app, person, console
        self._texts = texts.of(person.language)
        self._asking: SessionId | None = None
        self._stop_wanted = False
        self._work = Stoppable()

    async def session(self) -> Session:
        """Return the session this chat is having now."""
        person = self._person
        return await self._app.commands.session(person.chat, person.user, self._app.agent().id)

    async def ask(self, text: str) -> None:
        """Ask within the session."""
        session = await self.session()
        await self._run(self._turn(text, session))

    async def ask_alone(self, question: str) -> None:
        """Ask without session and memory."""
        await self._run(self._turn(question, None))

    async def retry(self) -> None:
        """Ask the person's last question again."""
        session = await self.session()
        question = await self._app.commands.retry(session.id, self._person.user)
        await self._run(self._turn(question.content, session, question))

    async def until_stopped(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do other work that a wish to stop ends. Raises Stopped."""
        if self._stop_wanted:
            raise Stopped("stop")
        self._work = Stoppable()
        async with self._work:
            return await work()

    def stop(self) -> None:
        """End the turn or the other work that runs or is about to."""
        self._stop_wanted = True
        self._work.stop("stop")
        self._app.executor.stop(self._asking, self._person.user)

    def begin(self) -> None:
        """Forget a wish to stop that came before."""
        self._stop_wanted = False

    def _turn(self, text: str, session: Session | None, retries: Message | None = None) -> Turn:
        return Turn(
            id=TurnId(uuid4().hex),
            chat=self._person.chat,
            user_id=self._person.user,
            agent=self._app.agent(session.agent_id if session else None),
            text=clean(text),
            session_id=session.id if session else None,
            mode=None if session else "lite",
            language=self._person.language,
            retries=retries,
        )

    async def _run(self, turn: Turn) -> None:
        if self._stop_wanted:
            await self._console.say(self._texts.stopped("none", None), "dim")
            return
        self._asking = turn.session_id
        async with self._console.answer() as answer:
            reply = await self._app.executor.run(turn, self._until_stopped(answer))
            await answer.end(reply.text)
        if note := self._note(turn, reply):
            await self._console.say(note, "dim" if reply.error is None else "trouble")

    def _until_stopped(self, answer: Answer) -> OnText:
        """Show pieces; a wish to stop that came before there was anything to stop holds still."""

        async def add(piece: str) -> None:
            await answer.add(piece)
            if self._stop_wanted:
                self._app.executor.stop(self._asking, self._person.user)

        return add

    def _note(self, turn: Turn, reply: Reply) -> str | None:
        """Say what is to be said beside the answer: why there is none, or half of one."""
        retry = RETRY if turn.session_id is not None else None
        if reply.error is not None:
            reason = texts.explain(reply.error, self._texts)
            if reply.text:
                return self._texts.broke_off(_part(turn, reply), reason, retry)
            return self._texts.failed(reason, retry)
        match reply.outcome:
            case "answered":
                return None
            case "dropped" if not self._stop_wanted:
                return self._texts.dropped()
            case "dropped":
                return self._texts.stopped("none", None)
            case _:
                return self._texts.stopped(_part(turn, reply), retry)


def _part(turn: Turn, reply: Reply) -> Part:
    """Tell what became of half an answer: a one-off keeps none, a whole one is not replaced."""
    if not reply.text:
        return "none"
    whole_before = turn.retries is not None and turn.retries.state == "complete"
    return "kept" if reply.memory and not whole_before else "shown"
