"""``/sessions`` and what it can do; numbers are those of the list the person saw last."""

from bot import texts
from bot.app import App
from bot.terminal import overview
from bot.terminal.console import Console
from bot.terminal.person import Person
from bot.texts import terminal
from memory_core.model import Reset, Session, SessionId

UNDO = "/clear undo"
SESSIONS = "/sessions"
NUMBER_DIGITS = 9


class WrongForm(Exception):
    """A command was written in a way it does not have."""


class NoSuchNumber(Exception):
    """The list of sessions is shorter."""

    def __init__(self, number: int, count: int) -> None:
        super().__init__(f"number {number} of {count}")
        self.number, self.count = number, count


class SessionOrders:
    """What the person does with the sessions of this chat."""

    def __init__(self, app: App, person: Person, console: Console) -> None:
        self._app, self._person, self._console = app, person, console
        self._texts = texts.of(person.language)
        self._terminal = terminal.of(person.language)
        self._listed: tuple[SessionId, ...] = ()

    async def carry_out(self, rest: str) -> None:
        """Do what stands behind ``/sessions``. Raises WrongForm."""
        action, rest = _first_word(rest)
        try:
            await self._act(action.lower(), rest)
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

    async def _act(self, action: str, rest: str) -> None:
        match action:
            case "" | "list" if not rest:
                await self._list()
            case "undo" if not rest:
                await self.undo()
            case "new":
                await self.new(rest)
            case "switch":
                await self._switch(await self._numbered(rest))
            case "delete":
                await self._delete(await self._numbered(rest))
            case "rename":
                number, title = _first_word(rest)
                await self._rename(await self._numbered(number), title)
            case _:
                raise WrongForm

    async def _list(self) -> None:
        infos = await self._app.queries.overview(self._person.chat)
        self._listed = tuple(info.session.id for info in infos)
        lines = overview.sessions(infos, self._app.clock.now(), self._texts)
        await self._console.say(f"{lines}\n{self._terminal.session_actions()}")

    async def _numbered(self, number: str) -> SessionId:
        if not number.isdecimal() or len(number) > NUMBER_DIGITS:
            raise WrongForm
        if not self._listed:
            infos = await self._app.queries.overview(self._person.chat)
            self._listed = tuple(info.session.id for info in infos)
        if not 0 < int(number) <= len(self._listed):
            raise NoSuchNumber(int(number), len(self._listed))
        return self._listed[int(number) - 1]

    async def _switch(self, session: SessionId) -> None:
        switched = await self._app.commands.switch(self._person.chat, session)
        await self._console.say(self._texts.switched(self._title(switched)))

    async def _delete(self, session: SessionId) -> None:
        person = self._person
        deleted = await self._app.commands.delete(person.chat, session, person.user)
        within = self._app.policy.undo_within
        await self._console.say(self._texts.deleted(self._title(deleted), within, UNDO))

    async def _rename(self, session: SessionId, title: str) -> None:
        if not title:
            raise WrongForm
        renamed = await self._app.commands.rename(self._person.chat, session, title)
        await self._console.say(self._texts.renamed(self._title(renamed)))

    def _title(self, session: Session) -> str:
        return overview.title(session, self._texts)


def _first_word(text: str) -> tuple[str, str]:
    word, *rest = text.split(maxsplit=1) or [""]
    return word, rest[0] if rest else ""
