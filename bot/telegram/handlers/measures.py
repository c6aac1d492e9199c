"""How the bot is doing, for those who run it; asked for in a group, it is told privately."""

from bot import metrics_screen
from bot.app import App
from bot.telegram import parts
from bot.telegram.access import Access
from bot.telegram.handlers.visits import Answer, Refusal, Visit
from bot.texts import metrics


class Measures:
    """/metrics."""

    def __init__(self, *, app: App, access: Access) -> None:
        self._app, self._access = app, access

    async def metrics(self, visit: Visit, _rest: str = "") -> Answer:
        """Show the numbers of this moment."""
        words = metrics.of(visit.language)
        if not self._access.is_operator(visit.sender):
            raise Refusal(words.operators_only())
        text = metrics_screen.screen(await self._app.monitor.look(), words)
        if not visit.place.is_group:
            return visit.says(text)
        told = visit.says(words.sent_privately())
        return Answer(parts=told.parts, privately=[parts.plain(text)])
