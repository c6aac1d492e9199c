"""README.md and docs/ promise what there is: settings, commands, links, answers."""

import ast
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.slash import COMMANDS
from tests.bot import processes
from tests.docs.settings_table import EXAMPLE, README, ROOT, updated

TEXT = README.read_text("utf-8")
PAGES = [README, ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
OF_OTHERS = {"Python 3.11 or newer is needed", "ensurepip is not available"}
"""Quoted in the troubleshooting table, but said by make and Python."""
TRIED = re.compile(r'\$ printf (\'.*?\') \| make chat ARGS="(.*?)"\n(.*?)```', re.DOTALL)


def test_the_settings_table_is_what_the_example_says() -> None:
    assert updated(TEXT, EXAMPLE.read_text("utf-8")) == TEXT, (
        "run: .venv/bin/python -m tests.docs.settings_table"
    )


def test_the_commands_table_has_every_form_of_every_command_that_works() -> None:
    forms = [form for command in COMMANDS if command.works for form in command.forms]
    missing = [form for form in forms if f"`{form}`" not in TEXT]
    assert missing == []


def test_commands_to_come_are_named_as_such() -> None:
    found = re.search(r"^Coming later.*?\n\n", TEXT, re.MULTILINE | re.DOTALL)
    assert found is not None
    named = re.findall(r"/([a-z]+)", found[0])
    assert sorted(named) == sorted(each.name for each in COMMANDS if not each.works)


async def test_the_example_of_a_pipe_answers_as_printed(tmp_path: Path) -> None:
    ((typed, options, answers),) = TRIED.findall(TEXT)
    data = typed.strip("'").replace("\\n", "\n").encode()
    out, err, status = await processes.run(
        "chat", *shlex.split(options), folder=tmp_path, typed=data
    )
    assert (out, err, status) == (answers, "", 0)


def test_what_the_troubleshooting_quotes_is_what_the_program_says() -> None:
    section = TEXT.partition("\n## Troubleshooting\n")[2].partition("\n## ")[0]
    quoted = re.findall(r"^\| (?:log: )?`([^`]+)` \|", section, re.MULTILINE)
    said = "\n".join(_strings())
    assert len(quoted) > 10
    assert [each for each in quoted if each not in said and each not in OF_OTHERS] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files_and_headings_that_exist(page: Path) -> None:
    text = page.read_text("utf-8")
    links = re.findall(r"\]\((?!https?:)([^)\s]+)\)", text)
    broken = [link for link in links if not _exists(page, *link.partition("#")[::2])]
    assert broken == []


def _strings() -> Iterator[str]:
    """Yield every literal of the program, those written in several pieces as one."""
    for module in (ROOT / "bot").rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def _exists(page: Path, path: str, heading: str) -> bool:
    target = page.parent / path if path else page
    if not target.exists():
        return False
    return not heading or heading in _anchors(target.read_text("utf-8"))


def _anchors(text: str) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings}
