"""Beginning afresh, clearing, taking either back, and stopping."""

from dataclasses import replace

from bot import session_list
from bot.app import App
from bot.session_list import WrongForm
from bot.telegram import keyboards
from bot.telegram.handlers.visits import Answer, Refusal, Visit
from bot.telegram.rights import Rights
from memory_core.model import Reset, Session, SessionId


class Resets:
    """What ends the context of a chat or brings it back."""

    def __init__(self, *, app: App, rights: Rights) -> None:
        self._app, self._rights = app, rights

    async def new(self, visit: Visit, title: str) -> Answer:
        """Begin a fresh session; what still waits belongs to the former one and is dropped."""
        await self._rights.check_reset(visit)
        bound = await self._app.queries.current(visit.lane)
        agent = self._app.agent(bound.agent_id if bound else None)
        fresh, former = await self._app.commands.new(visit.lane, visit.user, agent.id, title)
        left = session_list.title(former, visit.words) if former else None
        buttons = keyboards.back(visit.own, former.id) if former else ()
        text = visit.words.began(fresh.title, left, None)
        return visit.says(text, buttons, settles=visit.drop(None))

    async def clear(self, visit: Visit, rest: str) -> Answer:
        """End the context of the present session, or take that back."""
        match rest.lower():
            case "":
                return await self._clear(visit)
            case "undo":
                return await self.undo(visit)
        raise WrongForm

    async def undo(self, visit: Visit, only: SessionId | None = None) -> Answer:
        """Take back the latest reset or deletion; who may reset may undo."""
        await self._rights.check_reset(visit)
        match await self._app.commands.undo(visit.lane, visit.user, only):
            case Reset(messages=messages):
                return visit.says(visit.words.restored(messages))
            case Session() as session:
                return await self._returned(visit, session)

    async def undo_reset(self, visit: Visit, moment: str) -> Answer:
        """Take back the reset of a button, once: a second tap must not take back another."""
        for info in await self._app.queries.overview(visit.lane):
            at = info.session.reset_at
            if at is not None and keyboards.moment(at) == moment:
                return await self.undo(visit, info.session.id)
        raise Refusal(visit.own.undone_already())

    async def undo_deletion(self, visit: Visit, session: str) -> Answer:
        """Take back the deletion of a button, once."""
        infos = await self._app.queries.overview(visit.lane)
        if session in {info.session.id for info in infos}:
            raise Refusal(visit.own.undone_already())
        return await self.undo(visit, SessionId(session))

    async def back(self, visit: Visit, former: SessionId) -> Answer:
        """Go on with the session that was left."""
        await self._rights.check_reset(visit)
        session = await self._app.commands.switch(visit.lane, former)
        return visit.says(visit.words.switched(session_list.title(session, visit.words)))

    async def stop(self, visit: Visit, _rest: str) -> Answer:
        """Stop the caller's answers and drop what else they sent."""
        infos = await self._app.queries.overview(visit.lane)
        sessions = (info.session.id for info in infos)
        stopped = sum(self._app.commands.stop(each, visit.user) for each in sessions)
        stopped += self._app.executor.stop(None, visit.user)
        dropped = visit.drop(visit.sender)
        if stopped:
            return visit.says(visit.words.stopping(stopped), settles=dropped)
        if not dropped:
            return visit.says(visit.words.nothing_running())
        return replace(visit.says(visit.own.dropped_waiting(len(dropped))), settles=dropped)

    async def _clear(self, visit: Visit) -> Answer:
        await self._rights.check_reset(visit)
        bound = await self._app.queries.current(visit.lane)
        if bound is None:
            return visit.says(visit.words.nothing_to_clear(), settles=visit.drop(None))
        reset = await self._app.commands.clear(bound.id, visit.user)
        dropped = visit.drop(None)
        if not reset.messages:
            return visit.says(visit.words.nothing_to_clear(), settles=dropped)
        text = visit.words.cleared(reset.messages, self._app.policy.undo_within, None)
        return visit.says(text, keyboards.undo_reset(visit.own, reset), settles=dropped)

    async def _returned(self, visit: Visit, session: Session) -> Answer:
        """A session that is back goes on by itself, unless another one does already."""
        bound = await self._app.queries.current(visit.lane)
        here = bound is not None and bound.id == session.id
        title = session_list.title(session, visit.words)
        return visit.says(visit.words.session_back(title, None if here else "/sessions"))
