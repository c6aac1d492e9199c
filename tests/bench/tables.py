"""Tables on standard output, and how things are measured."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(slots=True)
class Cost:
    """Seconds of CPU (all threads) and of the clock."""

    cpu: float = 0.0
    wall: float = 0.0


@contextmanager
def measured() -> Iterator[Cost]:
    """Fill the Cost when the block ends."""
    cost = Cost()
    cpu, wall = time.process_time(), time.perf_counter()
    yield cost
    cost.cpu, cost.wall = time.process_time() - cpu, time.perf_counter() - wall


def best_of(rounds: int, work: Callable[[], object]) -> float:
    """Return the least CPU seconds of ``rounds`` runs."""
    costs = []
    for _ in range(rounds):
        with measured() as cost:
            work()
        costs.append(cost.cpu)
    return min(costs)


def show(title: str, head: Iterable[str], lines: Iterable[Iterable[object]]) -> None:
    """Print a table with aligned columns."""
    rows = [list(map(str, row)) for row in (head, *lines)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    print(f"\n{title}")
    for row in rows:
        cells = (
            cell.rjust(w) if i else cell.ljust(w)
            for i, (cell, w) in enumerate(zip(row, widths, strict=True))
        )
        print("  " + "  ".join(cells))
