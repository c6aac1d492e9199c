"""``/sessions``: the list, and what words or buttons do with a session of this chat."""

from typing import assert_never

from bot import session_list
from bot.app import App
from bot.session_list import NoSuchNumber, SessionList
from bot.telegram import keyboards
from bot.telegram.handlers import session_views
from bot.telegram.handlers.resets import Resets
from bot.telegram.handlers.visits import Answer, Refusal, Visit
from bot.telegram.rights import Rights
from memory_core.errors import SessionNotFound
from memory_core.model import SessionId, SessionInfo


class Sessions:
    """What people do with the sessions of a chat; no session of another chat is found here."""

    def __init__(self, *, app: App, rights: Rights, resets: Resets) -> None:
        self._app, self._rights, self._resets = app, rights, resets
        self._list = SessionList(app.queries)

    async def order(self, visit: Visit, rest: str) -> Answer:
        """Do what stands behind ``/sessions``. Raises WrongForm."""
        order = session_list.read(rest)
        match order.action:
            case "list":
                return await self.show(visit)
            case "undo":
                return await self._resets.undo(visit)
            case "new":
                return await self._resets.new(visit, order.title)
            case "switch":
                return await self._resets.back(visit, await self._numbered(visit, order.number))
            case "delete":
                return await self.delete(visit, await self._numbered(visit, order.number))
            case "rename":
                session = await self._numbered(visit, order.number)
                return await self._rename(visit, session, order.title)
            case _:
                assert_never(order.action)

    async def show(self, visit: Visit, page: int = 0, news: str = "") -> Answer:
        """Show a page of the list."""
        infos, now = await self._list.look(visit.lane), self._app.clock.now()
        return visit.says(*session_views.listed(visit, infos, page, now, news=news))

    async def menu(self, visit: Visit, session: SessionId, page: int) -> Answer:
        """Show what can be done with one session."""
        _, info = await self._find(visit, session)
        return visit.says(*session_views.menu(visit, info, page, self._app.clock.now()))

    async def switch(self, visit: Visit, session: SessionId) -> Answer:
        """Go on with a session, and show the list, which it now heads."""
        await self._rights.check_reset(visit)
        switched = await self._app.commands.switch(visit.lane, session)
        title = session_list.title(switched, visit.words)
        return await self.show(visit, news=visit.words.switched(title))

    async def delete(self, visit: Visit, session: SessionId) -> Answer:
        """Delete a session; for a while it can be taken back."""
        await self._rights.check_reset(visit)
        deleted = await self._app.commands.delete(visit.lane, session, visit.user)
        title = session_list.title(deleted, visit.words)
        text = visit.words.deleted(title, self._app.policy.undo_within, None)
        return visit.says(text, keyboards.undo_deletion(visit.own, session))

    async def how_to_rename(self, visit: Visit, session: SessionId, page: int) -> Answer:
        """A title has to be written: say how."""
        await self._rights.check_reset(visit)
        number, info = await self._find(visit, session)
        text = visit.own.how_to_rename(session_list.title(info.session, visit.words), number)
        return visit.says(text, session_views.to_menu(visit.own, info, page))

    async def _rename(self, visit: Visit, session: SessionId, title: str) -> Answer:
        await self._rights.check_reset(visit)
        renamed = await self._app.commands.rename(visit.lane, session, title)
        return visit.says(visit.words.renamed(session_list.title(renamed, visit.words)))

    async def _numbered(self, visit: Visit, number: int) -> SessionId:
        try:
            return await self._list.find(visit.lane, number)
        except NoSuchNumber as error:
            sentence = visit.words.no_such_number(error.number, error.count)
            raise Refusal(sentence) from error

    async def _find(self, visit: Visit, session: SessionId) -> tuple[int, SessionInfo]:
        """Return a session of this chat with its number in the list."""
        for number, info in enumerate(await self._list.look(visit.lane), 1):
            if info.session.id == session:
                return number, info
        raise SessionNotFound(session)
