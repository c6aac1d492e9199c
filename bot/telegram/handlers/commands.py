"""Which command is carried out by whom."""

from collections.abc import Awaitable, Callable

from bot import slash
from bot.session_list import WrongForm
from bot.slash import Call
from bot.telegram import claims
from bot.telegram.handlers.claiming import Claiming
from bot.telegram.handlers.compacting import Compacting
from bot.telegram.handlers.measures import Measures
from bot.telegram.handlers.resets import Resets
from bot.telegram.handlers.screens import Screens
from bot.telegram.handlers.sessions import Sessions
from bot.telegram.handlers.visits import Answer, Visit

Handler = Callable[[Visit, str], Awaitable[Answer]]


class Commands:
    """The commands that are carried out at once."""

    def __init__(
        self,
        *,
        screens: Screens,
        resets: Resets,
        sessions: Sessions,
        claiming: Claiming,
        measures: Measures,
        compacting: Compacting,
    ) -> None:
        self._claiming = claiming
        self._handlers: dict[str, Handler] = {
            "start": screens.start,
            "help": screens.help,
            "whoami": screens.whoami,
            "new": resets.new,
            "clear": resets.clear,
            "stop": resets.stop,
            "sessions": sessions.order,
            "metrics": measures.metrics,
            "compact": compacting.order,
            "ask": _without_question,
        }

    async def carry_out(self, visit: Visit, call: Call) -> Answer:
        """Do what ``call`` says, or tell why not."""
        command = slash.find(call.word, terminal=False)
        if command is None:
            nearest = slash.nearest(call.word, terminal=False)
            return visit.says(visit.words.unknown(call.word, nearest.name if nearest else None))
        if not command.works:
            return visit.says(visit.words.later(command.name))
        if claims.is_claim(call):
            return await self._claiming.claim(visit, call.rest)
        try:
            return await self._handlers[command.name](visit, call.rest)
        except WrongForm:
            return visit.says(visit.words.usage(command))


async def _without_question(_visit: Visit, _rest: str) -> Answer:
    raise WrongForm
