"""``/start CODE``: the first operator claims the bot."""

import logging

from bot.app import App
from bot.telegram import claims
from bot.telegram.access import Access
from bot.telegram.handlers.visits import Answer, Visit

log = logging.getLogger(__name__)


class Claiming:
    """Makes whoever has the right code an operator."""

    def __init__(self, *, app: App, access: Access) -> None:
        self._app, self._access = app, access

    async def claim(self, visit: Visit, code: str) -> Answer:
        """Try a code; one sent to a group was ended when it arrived."""
        if visit.place.is_group:
            return visit.says(visit.own.claim_seen())
        operators, now = self._app.storage.operators, self._app.clock.now()
        outcome = await operators.claim(claims.hashed(code), visit.user, now)
        if outcome == "over" and visit.user in await operators.all():
            outcome = "granted"  # tried once more after the process died
        match outcome:
            case "granted":
                self._access.enrol(visit.user)
                log.info("operator %s claimed the bot", visit.user)
                return visit.says(visit.own.claim_granted())
            case "wrong":
                return visit.says(visit.own.claim_wrong())
            case "over":
                return visit.says(visit.own.claim_over())
