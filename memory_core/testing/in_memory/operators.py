"""Who runs the bot, in memory."""

import asyncio
from dataclasses import replace
from datetime import datetime

from memory_core.delivery import ClaimOutcome
from memory_core.model import UserId
from memory_core.policy import WRONG_CLAIMS
from memory_core.testing.in_memory.database import ClaimRow, Database


class InMemoryOperators:
    """Who runs the bot, beside those the configuration names."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self) -> frozenset[UserId]:
        """Return those who became operators by a claim."""
        await asyncio.sleep(0)
        return frozenset(self._database.operators)

    async def offer(self, code_hash: str, until: datetime) -> None:
        """Make a one-time code valid until then; earlier codes end."""
        for code in list(self._database.claims):
            self._end(code)
        self._database.claims[code_hash] = ClaimRow(until=until)
        await asyncio.sleep(0)

    async def claim(self, code_hash: str, user: UserId, now: datetime) -> ClaimOutcome:
        """Make ``user`` an operator if the code is right."""
        outcome = self._claim(code_hash, user, now)
        await asyncio.sleep(0)
        return outcome

    async def burn(self, code_hash: str) -> bool:
        """End a code that others have seen."""
        row = self._database.claims.get(code_hash)
        burnt = row is not None and not row.ended
        if burnt:
            self._end(code_hash)
        await asyncio.sleep(0)
        return burnt

    def _claim(self, code_hash: str, user: UserId, now: datetime) -> ClaimOutcome:
        row = self._database.claims.get(code_hash)
        if row is None:
            self._count_wrong()
            return "wrong"
        if row.ended or row.until <= now:
            return "over"
        self._end(code_hash)
        self._database.operators.add(user)
        return "granted"

    def _count_wrong(self) -> None:
        for code, row in self._database.claims.items():
            if not row.ended:
                wrong = row.wrong + 1
                ended = wrong >= WRONG_CLAIMS
                self._database.claims[code] = replace(row, wrong=wrong, ended=ended)

    def _end(self, code_hash: str) -> None:
        self._database.claims[code_hash] = replace(self._database.claims[code_hash], ended=True)
