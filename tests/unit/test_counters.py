from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from memory_core.counters import Counters
from memory_core.errors import StorageUnavailable
from memory_core.metrics import L1_TRIGGER, L2_TRIGGER, Snapshot


@dataclass
class Table:
    """Metrics that can be out of reach."""

    added: list[Mapping[str, int]] = field(default_factory=list)
    down: bool = False

    async def add(self, amounts: Mapping[str, int]) -> None:
        if self.down:
            raise StorageUnavailable("busy", "later")
        self.added.append(amounts)

    async def counters(self) -> Mapping[str, int]:
        return {}

    async def keep(self, snapshot: Snapshot) -> None:
        raise NotImplementedError(snapshot)

    async def snapshots(self, since: datetime) -> tuple[Snapshot, ...]:
        raise NotImplementedError(since)


async def test_what_was_counted_is_written_at_once_and_in_order_of_the_keys() -> None:
    table = Table()
    counters = Counters(table)
    await counters.flush()
    for name in (L2_TRIGGER, L1_TRIGGER, L2_TRIGGER):
        counters.add(name)
    counters.add(L1_TRIGGER, 0)
    await counters.flush()
    await counters.flush()
    assert [list(each.items()) for each in table.added] == [[(L1_TRIGGER, 1), (L2_TRIGGER, 2)]]


async def test_what_could_not_be_written_is_written_later() -> None:
    table = Table(down=True)
    counters = Counters(table)
    counters.add(L2_TRIGGER)
    await counters.flush()
    counters.add(L2_TRIGGER)
    table.down = False
    await counters.flush()
    assert table.added == [{L2_TRIGGER: 2}]
