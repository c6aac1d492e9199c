"""What looking at text costs, and how long an import takes."""

import subprocess
import sys

from memory_core import tokens, truncation
from memory_core.policy import DEFAULT
from tests.bench.tables import best_of, show

_TEXTS = {
    "ASCII": "The orders table has 12 columns; amount is numeric(10,2). ",
    "Chinese": "订单表有十二个字段，金额是数值类型，请按月份汇总。",
    "mixed, emoji": "orders 表 👨‍👩‍👧 has données 42 行，ok? ",
}
_RUNS = 2_000
_IMPORTS = {
    "memory_core + storage": "import memory_core.executor, memory_core.commands, storage",
    "python -m bot --version": None,
}


def main() -> None:
    """Print the tables."""
    show(
        "Text, µs of CPU each",
        ("text", "estimate 400 chars", "L1 of 8,000 chars"),
        [(name, *_costs(text)) for name, text in _TEXTS.items()],
    )
    show(
        "Start, s of CPU",
        ("what", "best of 5"),
        [(n, f"{_start(c):.2f}") for n, c in _IMPORTS.items()],
    )


def _costs(text: str) -> tuple[str, str]:
    short, long = (text * 200)[:400], (text * 1_000)[:8_000]
    estimate = best_of(5, lambda: [tokens.estimate(short) for _ in range(_RUNS)])
    shorten = best_of(5, lambda: [truncation.shorten(long, DEFAULT) for _ in range(_RUNS)])
    return f"{estimate / _RUNS * 1e6:.1f}", f"{shorten / _RUNS * 1e6:.1f}"


def _start(code: str | None) -> float:
    """Return the CPU seconds that a fresh interpreter takes beyond an empty one."""
    bare = min(_cpu_of(["-c", "pass"]) for _ in range(5))
    arguments = ["-m", "bot", "--version"] if code is None else ["-c", code]
    return min(_cpu_of(arguments) for _ in range(5)) - bare


_MEASURE = """
import resource, subprocess, sys
subprocess.run([sys.executable, *sys.argv[1:]], stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime)
"""


def _cpu_of(arguments: list[str]) -> float:
    done = subprocess.run(
        [sys.executable, "-c", _MEASURE, *arguments], capture_output=True, text=True, check=True
    )
    return float(done.stdout)
