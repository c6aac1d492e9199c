import unicodedata
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.terminal.history import KEPT_BYTES, PrivateHistory
from bot.terminal.interactive import GrowingAnswer
from bot.terminal.person import language_of
from bot.terminal.screen import painted, safe, wants_colour

BIDI = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


@given(st.text(st.characters(codec=None)))
@example("\x1b]0;title\a\x9b31m\r\u202e\u2066\x7f")
def test_what_is_shown_neither_steers_the_terminal_nor_turns_reading_round(text: str) -> None:
    for char in safe(text):
        assert char in "\n\t" or unicodedata.category(char) not in ("Cc", "Cs")
        assert unicodedata.bidirectional(char) not in BIDI


def test_wide_and_joined_characters_stay() -> None:
    text = "数据库 👩‍👩‍👧 é\tx\n"
    assert safe(text) == text


def test_colour_is_for_terminals_that_want_it() -> None:
    assert painted("a\n\nb", "dim", colour=True) == "\x1b[2ma\x1b[0m\n\n\x1b[2mb\x1b[0m"
    assert painted("a", "dim", colour=False) == "a"
    assert wants_colour({"TERM": "xterm"})
    assert not wants_colour({"TERM": "xterm", "NO_COLOR": "1"})
    assert not wants_colour({"TERM": "dumb"})


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "zh_TW"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": ""}, "zh"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_locale_chooses_the_language(environ: Mapping[str, str], language: str) -> None:
    assert language_of(environ) == language


async def test_an_answer_grows_on_the_screen(capsys: pytest.CaptureFixture[str]) -> None:
    answer = GrowingAnswer(colour=True)
    await answer.add("\n\nHel")
    await answer.add("lo.\x1b[2J")
    await answer.end("Hello.\x1b[2J")
    answer.close()
    shown = capsys.readouterr().out
    assert shown.endswith("\r\x1b[KHello.[2J\n\n")
    assert shown.count("\x1b[K") == 1


async def test_an_answer_begun_anew_is_shown_as_it_is_kept(
    capsys: pytest.CaptureFixture[str],
) -> None:
    answer = GrowingAnswer(colour=False)
    for piece in ("Old answer.", "New ", "answer."):
        await answer.add(piece)
    await answer.end("New answer.")
    answer.close()
    assert capsys.readouterr().out == "Old answer.New answer.\n\nNew answer.\n\n"


def test_what_was_typed_is_private_and_comes_back_newest_first(tmp_path: Path) -> None:
    path = tmp_path / "data" / "history"
    history = PrivateHistory(path)
    history.store_string("one")
    history.store_string("two\nlines \ud800")
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(PrivateHistory(path).load_history_strings()) == ["two\nlines \ufffd", "one"]


def test_a_long_history_loses_its_oldest_part(tmp_path: Path) -> None:
    history = PrivateHistory(tmp_path / "history")
    for number in range(KEPT_BYTES // 100):
        history.store_string(f"{number} " + "x" * 100)
    kept = list(PrivateHistory(tmp_path / "history").load_history_strings())
    assert kept[0].startswith(f"{KEPT_BYTES // 100 - 1} ")
    assert not any(line.startswith("0 ") for line in kept)
    assert (tmp_path / "history").stat().st_size < KEPT_BYTES


def test_without_a_place_for_history_the_chat_works_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    history = PrivateHistory(tmp_path / "file" / "history")
    history.store_string("one")
    assert list(history.load_history_strings()) == []
