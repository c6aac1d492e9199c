"""``/compact``: folding a conversation, looking at its summary, going back to the one before."""

from functools import partial

from bot import compaction_views, texts
from bot.app import App
from bot.compaction_views import Figures
from bot.telegram import keyboards
from bot.telegram.handlers.visits import Answer, Refusal, Visit, Work
from bot.telegram.rendering import styled
from bot.telegram.rendering.policy import MESSAGE_UNITS
from bot.telegram.rights import Rights
from memory_core.errors import BotError, NothingToUndo
from memory_core.model import Session, SessionId, Summary
from memory_core.text import clean


class Compacting:
    """What people do with the summary of a chat; who may reset the chat may do it."""

    def __init__(self, *, app: App, rights: Rights) -> None:
        self._app, self._rights = app, rights

    async def order(self, visit: Visit, rest: str) -> Answer:
        """Do what stands behind ``/compact``."""
        await self._rights.check_reset(visit)
        match rest.lower():
            case "show":
                return await self._show(visit)
            case "restore":
                return await self._restore(visit, (await self._session(visit)).id)
            case _:
                session = await self._session(visit)
                run = partial(self._compact, visit, session.id, clean(rest))
                return Answer(work=Work(visit=visit, word=visit.words.compacting(), run=run))

    async def look(self, visit: Visit, mark: str, figures: Figures) -> Answer:
        """Show the summary in place of the result that has the button."""
        found = await self._marked(visit, mark)
        return visit.says(_shown(visit, found), keyboards.to_result(visit.own, mark, figures))

    async def back(self, visit: Visit, mark: str, figures: Figures) -> Answer:
        """Show the result again."""
        await self._marked(visit, mark)
        return _result(visit, figures, mark)

    async def restore(self, visit: Visit, mark: str) -> Answer:
        """Go back to the summary before the one of the button."""
        await self._marked(visit, mark)
        return await self._restore(visit, (await self._session(visit)).id)

    async def _compact(self, visit: Visit, session: SessionId, focus: str) -> Answer:
        """Compact, however long it takes; what goes wrong is said."""
        try:
            done = await self._app.commands.compact(session, visit.user, focus)
            found = await self._app.commands.summary(session)
        except BotError as error:
            return visit.says(texts.explain(error, visit.words))
        mark = _mark(session, found) if found and found.text == done.summary.text else None
        return _result(visit, Figures.of(done), mark)

    async def _show(self, visit: Visit) -> Answer:
        session = await self._session(visit)
        found = await self._app.commands.summary(session.id)
        if found is None:
            return visit.says(visit.words.no_summary())
        buttons = keyboards.restore(visit.own, _mark(session.id, found))
        return visit.says(_shown(visit, found), buttons)

    async def _restore(self, visit: Visit, session: SessionId) -> Answer:
        try:
            found = await self._app.commands.restore_previous(session, visit.user)
        except NothingToUndo:
            return visit.says(visit.words.no_summary())
        return visit.says(compaction_views.restored(found, visit.words))

    async def _marked(self, visit: Visit, mark: str) -> Summary:
        """Return the summary of a button. Raises Refusal when it is not the current one."""
        await self._rights.check_reset(visit)
        session = await self._app.queries.current(visit.lane)
        found = await self._app.commands.summary(session.id) if session else None
        if session is None or found is None or _mark(session.id, found) != mark:
            raise Refusal(visit.own.out_of_date())
        return found

    async def _session(self, visit: Visit) -> Session:
        agent = self._app.agent()
        return await self._app.commands.session(visit.lane, visit.user, agent.id)


def _result(visit: Visit, figures: Figures, mark: str | None) -> Answer:
    """Return what was done; without ``mark`` the summary has been replaced already."""
    buttons = keyboards.compacted(visit.own, mark, figures) if mark else ()
    return visit.says(compaction_views.result(figures, visit.words), buttons)


def _shown(visit: Visit, found: Summary) -> str:
    text = compaction_views.summary(found, visit.words)
    if styled.units(text) <= MESSAGE_UNITS:
        return text
    return compaction_views.summary(found, visit.words, lines=1)


def _mark(session: SessionId, found: Summary) -> str:
    """Return what tells a version from those of the other sessions of the chat."""
    return f"{session[: keyboards.MARK_CHARS]}-{found.version}"
