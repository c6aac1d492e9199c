"""What buttons do: read strictly, refused politely."""

from typing import cast

from bot.app import App
from bot.telegram import keyboards
from bot.telegram.handlers.compacting import Compacting
from bot.telegram.handlers.resets import Resets
from bot.telegram.handlers.screens import Screens
from bot.telegram.handlers.sessions import Sessions
from bot.telegram.handlers.visits import Answer, Refusal, Visit
from bot.telegram.keyboards import Tap
from bot.telegram.parts import Removal
from memory_core.delivery import OutboxId
from memory_core.errors import NothingToRetry
from memory_core.model import Language, SessionId, UserId


class Taps:
    """Carries out what a button stands for; whatever it sends, only in its own chat."""

    def __init__(
        self,
        *,
        app: App,
        screens: Screens,
        resets: Resets,
        sessions: Sessions,
        compacting: Compacting,
    ) -> None:
        self._app, self._screens = app, screens
        self._resets, self._sessions = resets, sessions
        self._compacting = compacting

    async def carry_out(self, visit: Visit, data: str | None) -> Answer:
        """Do what a button says. Raises Refusal or PersonError."""
        tap = keyboards.read(data)
        if tap is None:
            raise Refusal(visit.own.out_of_date())
        match tap:
            case Tap(verb="again", arguments=(part,)):
                return await self._send_again(visit, OutboxId(int(part)))
            case Tap(verb="retry", arguments=(user, question)):
                return await self._retry(visit, UserId(user), question)
            case Tap(verb="language", arguments=(language,)):
                return await self._screens.choose_language(visit, cast("Language", language))
            case Tap(verb="start"):
                return await self._screens.start(visit)
            case Tap(verb="help"):
                return await self._screens.help(visit)
            case _:
                return await self._about_context(visit, tap)

    async def _about_context(self, visit: Visit, tap: Tap) -> Answer:
        match tap:
            case Tap(verb="undo", arguments=("reset", moment)):
                return await self._resets.undo_reset(visit, moment)
            case Tap(verb="undo", arguments=(_, session)):
                return await self._resets.undo_deletion(visit, session)
            case Tap(verb="back", arguments=(former,)):
                return await self._resets.back(visit, SessionId(former))
            case Tap(verb="new"):
                return await self._resets.new(visit, "")
            case _:
                return await self._about_sessions(visit, tap)

    async def _about_sessions(self, visit: Visit, tap: Tap) -> Answer:
        match tap.verb, [*tap.arguments]:
            case "switch", [session]:
                return await self._sessions.switch(visit, SessionId(session))
            case "session", [session, page]:
                return await self._sessions.menu(visit, SessionId(session), int(page))
            case "rename", [session, page]:
                return await self._sessions.how_to_rename(visit, SessionId(session), int(page))
            case "delete", [session]:
                return await self._sessions.delete(visit, SessionId(session))
            case "sessions", [page]:
                return await self._sessions.show(visit, int(page))
            case _:
                return await self._about_summaries(visit, tap)

    async def _about_summaries(self, visit: Visit, tap: Tap) -> Answer:
        match tap.verb, [*tap.arguments]:
            case "summary", [mark, *numbers]:
                return await self._compacting.look(visit, mark, keyboards.figures(numbers))
            case "folded", [mark, *numbers]:
                return await self._compacting.back(visit, mark, keyboards.figures(numbers))
            case "restore", [mark]:
                return await self._compacting.restore(visit, mark)
            case _:
                raise Refusal(visit.own.out_of_date())

    async def _send_again(self, visit: Visit, part: OutboxId) -> Answer:
        """Queue a part that may be missing; the notice goes when it was sent.

        Another chat's part is left alone, and so is one that was sent again before.
        """
        if await self._app.storage.outbox.again(part, only_in=visit.lane) is None:
            raise Refusal(visit.own.out_of_date())
        return Answer(parts=[Removal(message=visit.message.message_id)])

    async def _retry(self, visit: Visit, user: UserId, question: str) -> Answer:
        """Only who asked may ask again, and only what they asked last."""
        if user != visit.user:
            raise Refusal(visit.own.not_yours())
        session = await self._app.queries.current(visit.lane)
        if session is None:
            raise NothingToRetry
        last = await self._app.commands.retry(session.id, visit.user)
        if keyboards.question_number(last.turn_id) != question:
            raise Refusal(visit.own.asked_since())
        return Answer(is_turn=True)
