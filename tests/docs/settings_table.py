"""The settings table of README.md, made from config.example.toml.

``python -m tests.docs.settings_table`` writes it anew.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
EXAMPLE = ROOT / "config.example.toml"

_TABLE = re.compile(r"(<!-- settings: [^\n]+ -->\n).*?(<!-- end of settings -->)", re.DOTALL)
_SECTION = re.compile(r"#?(\[\[?)([\w.]+)\]\]?")
_KEY = re.compile(r"#([a-z]\w*) = (.+)")


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """Keys that the example explains together, with their defaults."""

    keys: tuple[str, ...]
    defaults: tuple[str, ...]
    meaning: str


def rows(example: str) -> list[Row]:
    """Return the keys of the example, and the tables that it explains, in their order."""
    found: list[Row] = []
    section, comment = "", []
    for line in example.splitlines():
        if line.startswith("# "):
            comment.append(line[2:])
            continue
        row: Row | None = None
        if header := _SECTION.fullmatch(line):
            section = header[2]
            row = Row(keys=(line.removeprefix("#"),), defaults=(), meaning=" ".join(comment))
        elif key := _KEY.fullmatch(line):
            name = f"{section}.{key[1]}"
            row = Row(keys=(name,), defaults=(key[2],), meaning=" ".join(comment))
        if row is not None and row.meaning:
            found.append(row)
        elif row is not None and row.defaults:
            found[-1] = _joined(found[-1], row)
        comment = []
    return found


def table(example: str) -> str:
    """Return the rows as a Markdown table."""
    lines = ["| key | default | meaning |", "|---|---|---|"]
    lines += (
        f"| {_code(row.keys)} | {_code(row.defaults)} | {row.meaning} |" for row in rows(example)
    )
    return "\n".join(lines)


def updated(readme: str, example: str) -> str:
    """Return the README with the table the example makes."""
    return _TABLE.sub(lambda found: f"{found[1]}{table(example)}\n{found[2]}", readme)


def _joined(row: Row, more: Row) -> Row:
    return replace(row, keys=row.keys + more.keys, defaults=row.defaults + more.defaults)


def _code(parts: Iterable[str]) -> str:
    return ", ".join(f"`{part}`" for part in parts)


if __name__ == "__main__":
    README.write_text(updated(README.read_text("utf-8"), EXAMPLE.read_text("utf-8")), "utf-8")
