import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.terminal import piped
from bot.terminal.console import LineTooLong, OutputGone
from bot.terminal.piped import Lines, PipedConsole


def lines_of(path: Path, data: bytes) -> Lines:
    path.write_bytes(data)
    return Lines(os.open(path, os.O_RDONLY))


def pipe_of(data: bytes) -> Lines:
    out, into = os.pipe()
    os.write(into, data)
    os.close(into)
    return Lines(out)


def read_all(lines: Lines) -> list[bytes]:
    return list(iter(lines.next, None))


@given(st.lists(st.binary(max_size=40).map(lambda data: data.replace(b"\n", b"")), max_size=20))
def test_lines_are_what_stands_between_newlines(wanted: list[bytes]) -> None:
    assert read_all(pipe_of(b"".join(line + b"\n" for line in wanted))) == wanted


def test_the_last_line_needs_no_newline() -> None:
    assert read_all(pipe_of(b"one\ntwo")) == [b"one", b"two"]


def test_a_line_longer_than_what_is_read_at_once_stays_whole(tmp_path: Path) -> None:
    long = b"x" * 1_000_000
    assert read_all(lines_of(tmp_path / "lines", long + b"\nshort\n")) == [long, b"short"]


def test_a_line_over_the_limit_is_skipped_and_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(piped, "LINE_BYTES", 1_000)
    lines = lines_of(tmp_path / "lines", b"x" * 200_000 + b"\nnext\n" + b"y" * 1_001)
    with pytest.raises(LineTooLong) as skipped:
        lines.next()
    assert skipped.value.size == 200_000
    assert lines.next() == b"next"
    with pytest.raises(LineTooLong):
        lines.next()
    assert lines.next() is None


def test_a_closed_input_has_no_lines() -> None:
    assert read_all(Lines(None)) == []


def test_an_input_that_fails_is_at_its_end() -> None:
    out, into = os.pipe()
    os.close(into)
    os.close(out)
    assert read_all(Lines(out)) == []


def test_a_pipe_that_does_not_block_is_waited_for() -> None:
    out, into = os.pipe()
    os.set_blocking(out, False)
    original = os.read

    def read(source: int, size: int) -> bytes:
        """Write only once the reader has found nothing."""
        try:
            return original(source, size)
        except BlockingIOError:
            os.write(into, b"late\n")
            os.close(into)
            raise

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "read", read)
        assert Lines(out).next() == b"late"


def console_of(data: bytes) -> tuple[PipedConsole, Callable[[], bytes]]:
    source, into = os.pipe()
    os.write(into, data)
    os.close(into)
    out, target = os.pipe()
    return PipedConsole(source, target), lambda: os.read(out, 65536)


async def test_lines_are_decoded_whatever_they_hold() -> None:
    console, _ = console_of(b"\xef\xbb\xbfone\r\n\xff\xfe\n\xe4\xbd\xa0\n")
    assert [await console.read() for _ in range(4)] == ["one", "\ufffd\ufffd", "你", None]


async def test_paragraphs_stand_apart_and_hold_nothing_a_terminal_obeys() -> None:
    console, written = console_of(b"")
    await console.say("one\x1b[31m\a")
    await console.say("two\u202e\ud800")
    assert written().decode() == "one[31m\n\ntwo\ufffd\n"


async def test_an_answer_is_written_once_it_is_whole() -> None:
    console, written = console_of(b"")
    async with console.answer() as answer:
        await answer.add("half")
        await answer.end("half and half")
    assert written() == b"half and half\n"


async def test_a_reader_that_has_gone_is_told() -> None:
    out, target = os.pipe()
    os.close(out)
    with pytest.raises(OutputGone) as gone:
        await PipedConsole(None, target).say("hello")
    assert gone.value.trouble is None


async def test_an_output_that_is_full_is_told_with_its_reason() -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    with pytest.raises(OutputGone) as gone:
        await PipedConsole(None, full).say("hello")
    assert gone.value.trouble == "No space left on device"


async def test_a_closed_output_swallows_what_is_said() -> None:
    await PipedConsole(None, None).say("hello")
