"""``/sessions`` and what it can do, in the terminal."""

from bot import session_list, texts
from bot.app import App
from bot.session_list import NoSuchNumber, Order, SessionList
from bot.terminal import overview
from bot.terminal.console import Console
from bot.terminal.person import Person
from bot.texts import terminal
from memory_core.model import Reset, Session, SessionId

UNDO = "/clear undo"
SESSIONS = "/sessions"


class SessionOrders:
    """What the person does with the sessions of this chat."""

    def __init__(self, app: App, person: Person, console: Console) -> None:
        self._app, self._person, self._console = app, person, console
        self._texts = texts.of(person.language)
        self._terminal = terminal.of(person.language)
        self._list = SessionList(app.queries)

    async def carry_out(self, rest: str) -> None:
        """Do what stands behind ``/sessions``. Raises WrongForm."""
        try:
            await self._act(session_list.read(rest))
        except NoSuchNumber as error:
            await self._console.say(self._texts.no_such_number(error.number, error.count))

    async def undo(self) -> None:
        """Take back the latest /clear or deletion."""
        match await self._app.commands.undo(self._person.chat, self._person.user):
            case Reset(messages=messages):
                await self._console.say(self._texts.restored(messages))
            case Session() as session:
                bound = await self._app.queries.current(self._person.chat)
                there = bound is not None and bound.id == session.id
                text = self._texts.session_back(self._title(session), None if there else SESSIONS)
                await self._console.say(text)

    async def new(self, title: str) -> None:
        """Begin a fresh session, with the agent of the present one."""
        person = self._person
        bound = await self._app.queries.current(person.chat)
        agent = self._app.agent(bound.agent_id if bound else None)
        fresh, former = await self._app.commands.new(person.chat, person.user, agent.id, title)
        left = self._title(former) if former else None
        await self._console.say(self._texts.began(fresh.title, left, SESSIONS))

    async def _act(self, order: Order) -> None:
        match order.action:
            case "list":
                await self._show()
            case "undo":
                await self.undo()
            case "new":
                await self.new(order.title)
            case "switch":
                await self._switch(await self._numbered(order))
            case "delete":
                await self._delete(await self._numbered(order))
            case "rename":
                await self._rename(await self._numbered(order), order.title)

    async def _show(self) -> None:
        infos = await self._list.look(self._person.chat)
        lines = overview.sessions(infos, self._app.clock.now(), self._texts)
        await self._console.say(f"{lines}\n{self._terminal.session_actions()}")

    async def _numbered(self, order: Order) -> SessionId:
        return await self._list.find(self._person.chat, order.number)

    async def _switch(self, session: SessionId) -> None:
        switched = await self._app.commands.switch(self._person.chat, session)
        await self._console.say(self._texts.switched(self._title(switched)))

    async def _delete(self, session: SessionId) -> None:
        person = self._person
        deleted = await self._app.commands.delete(person.chat, session, person.user)
        within = self._app.policy.undo_within
        await self._console.say(self._texts.deleted(self._title(deleted), within, UNDO))

    async def _rename(self, session: SessionId, title: str) -> None:
        renamed = await self._app.commands.rename(self._person.chat, session, title)
        await self._console.say(self._texts.renamed(self._title(renamed)))

    def _title(self, session: Session) -> str:
        return session_list.title(session, self._texts)
