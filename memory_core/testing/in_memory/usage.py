"""What models have cost, in memory."""

import asyncio
from datetime import date, datetime

from memory_core.model import Spending, UserId
from memory_core.testing.in_memory.database import Database, SpendingRow


class InMemoryUsageLog:
    """What models have cost."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, user: UserId, spent: Spending, now: datetime) -> None:
        """Note what work in the background has cost for ``user``."""
        self._database.spendings.append(SpendingRow(day=now.date(), user=user, spent=spent))
        await asyncio.sleep(0)

    async def since(self, day: date, user: UserId | None = None) -> tuple[Spending, ...]:
        """Return the sums per model of the days from ``day`` on, of one person or of all."""
        await asyncio.sleep(0)
        sums: dict[str, Spending] = {}
        for row in self._database.spendings:
            if row.day >= day and user in (None, row.user):
                model = row.spent.model
                sums[model] = _sum(sums[model], row.spent) if model in sums else row.spent
        return tuple(sums[model] for model in sorted(sums))


def _sum(one: Spending, other: Spending) -> Spending:
    costs = [each.cost_usd for each in (one, other) if each.cost_usd is not None]
    return Spending(
        model=one.model, usage=one.usage + other.usage, cost_usd=sum(costs) if costs else None
    )
