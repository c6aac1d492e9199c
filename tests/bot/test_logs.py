"""What the log holds, where it goes, and what never gets into it."""

import io
import json
import logging
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot import logs
from bot.redaction import MASK, masked, without
from bot.settings import Log
from memory_core.errors import SettingsError

TOKEN = "7123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw_"
SECRET = TOKEN.partition(":")[2]

log = logging.getLogger("agentexec")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "made" / "bot.log"


def test_lines_go_to_stderr_with_time_level_and_logger(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logs.configure(Log(), chat=False)
    log.info("agentexec.prerun loaded %d messages", 3)
    logging.getLogger("memory.l3").warning("failed")
    log.debug("too much")
    said, warned = capsys.readouterr().err.splitlines()
    assert said.endswith("+00:00 INFO agentexec: agentexec.prerun loaded 3 messages")
    assert warned.endswith(" WARNING memory.l3: failed")


def test_a_file_gets_its_folder_and_stderr_nothing(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure(Log(file=str(file)), chat=True)
    log.info("hello 世界")
    assert "INFO agentexec: hello 世界" in file.read_text()
    assert capsys.readouterr().err == ""


def test_broken_unicode_is_written_escaped(file: Path) -> None:
    logs.configure(Log(file=str(file)), chat=False)
    record = logging.LogRecord("memory", logging.INFO, __file__, 1, "half \udc80", (), None)
    logging.getLogger().handlers[-1].handle(record)  # the test runner's own cannot take it
    assert "half \\udc80" in file.read_text()


def test_json_lines_hold_the_traceback_as_one_value(file: Path) -> None:
    logs.configure(Log(file=str(file), format="json"), chat=False)
    log.error("agentexec.run\nfailed", exc_info=_raised(ValueError("no")), stack_info=True)
    (line,) = map(json.loads, file.read_text().splitlines())
    assert (line["level"], line["logger"]) == ("ERROR", "agentexec")
    assert line["message"] == "agentexec.run\nfailed"
    assert line["exception"].endswith("ValueError: no")
    assert line["stack"].startswith("Stack")


def test_the_chat_shows_only_warnings(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure(Log(), chat=True)
    log.info("not for the screen")
    log.warning("for the screen")
    assert "not for" not in (seen := capsys.readouterr().err)
    assert "for the screen" in seen


def test_the_chat_shows_what_the_person_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure(Log(level="DEBUG"), chat=True)
    log.debug("asked for")
    assert "asked for" in capsys.readouterr().err


def test_configuring_again_replaces_the_former_log(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure(Log(file=str(file)), chat=False)
    logs.configure(Log(), chat=False)
    log.info("once")
    assert capsys.readouterr().err.count("once") == 1
    assert file.read_text() == ""


def test_a_log_file_that_cannot_be_written_names_the_key(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"log\.file: .* cannot be written: Is a directory"):
        logs.configure(Log(file=str(tmp_path)), chat=False)


@pytest.mark.parametrize("form", ["text", "json"])
def test_message_arguments_and_traceback_lose_their_secrets(form: str, file: Path) -> None:
    logs.configure(Log.model_validate({"file": str(file), "format": form}), chat=False)
    cause = RuntimeError(f"GET https://api.telegram.org/bot{TOKEN}/getMe")
    cause.add_note("with Authorization: Bearer eyJhbGciOi.x-y_z=")
    log.error("%s and %r", TOKEN, {"x-api-key": "k3y", "n": 1}, exc_info=_raised(cause))
    text = file.read_text()
    assert text.count(MASK) == 4
    assert not any(secret in text for secret in (SECRET, "eyJ", "k3y"))
    assert "7123456789:" in text
    assert "/getMe" in text


def test_a_log_call_with_wrong_arguments_is_still_a_line() -> None:
    line = _said("text", f"%d messages of {TOKEN}", "three")
    assert line.endswith(f"%d messages of 7123456789:{MASK} (its arguments do not fit)\n")


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        (f"bot{TOKEN}/getMe", f"bot7123456789:{MASK}/getMe"),
        (f"bot{TOKEN.replace(':', '%3A')}", f"bot7123456789%3A{MASK}"),
        ("key sk-ant-api03-a_b-c.", f"key sk-ant-{MASK}."),
        ("Authorization: bearer abc", f"Authorization: bearer {MASK}"),
        ("postgresql://me:p@ss/w:rd@db:5432/x", f"postgresql://me:{MASK}@db:5432/x"),
        ("redis://:pw@h", f"redis://:{MASK}@h"),
        ("host=h password=pw user=u", f"host=h password={MASK} user=u"),
        ("h,x://a,postgres://u:pw@h", f"h,x://a,postgres:{MASK}@h"),
    ],
)
def test_the_secret_goes_and_what_tells_where_it_was_stays(text: str, rest: str) -> None:
    assert masked(text) == rest


@pytest.mark.parametrize(
    "text",
    [
        "2026-12-01T10:00:00.000+00:00 INFO agentexec: agentexec.prerun loaded 3 messages",
        "see https://example.org:8003/memory-monitor",
        "task-0123456789abcdefghij done, mail me@example.org",
        "sqlite:///data/dbridge.db",
    ],
)
def test_ordinary_lines_stay_as_they_are(text: str) -> None:
    assert masked(text) == text


def test_a_known_secret_goes_wherever_it_stands_unless_it_is_too_short_to_be_one() -> None:
    assert without("the key hunter2-key is wrong", "hunter2-key") == f"the key {MASK} is wrong"
    assert without("invalid x-api-key", "x") == "invalid x-api-key"
    assert without("invalid x-api-key", "") == "invalid x-api-key"


WORD = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-", min_size=30)
PASSWORD = st.text(st.characters(exclude_categories=["Z", "C"]))
AROUND = st.text(st.sampled_from(" \n\"'/@:,;()botBearer=sk-19é中"), max_size=40)
SECRETS = st.one_of(
    st.tuples(st.just("bot7123456789:"), WORD),
    st.tuples(st.just("7123456789:"), WORD),
    st.tuples(st.just("sk-ant-"), WORD),
    st.tuples(st.just("Bearer "), WORD),
    st.tuples(st.just("postgresql://me:"), PASSWORD, st.just("@db/x")),
)


@given(AROUND, SECRETS, AROUND, st.sampled_from(["text", "json"]))
@example("Bearer ", ("Bearer ", "a"), "", "text")
@example("x://", ("postgresql://me:", "p://u:p@", "@db/x"), "@", "text")
def test_no_secret_survives_the_filter(
    before: str, secret: tuple[str, ...], after: str, form: str
) -> None:
    kind, hidden, *rest = secret
    text = f"{before}{kind}Z{hidden}Z{''.join(rest)}{after}"
    assert "Z" not in _said(form, "%s", text)
    assert "Z" not in _said(form, text)
    assert "Z" not in _said(form, "failed", error=RuntimeError(text))


@pytest.mark.parametrize(
    "unit",
    ["1", "1:", "a", "://", "://a:", "://a:@", "sk-", "bearer ", "x-api-key  ", "pwd=", "@", " "],
)
def test_a_line_of_a_megabyte_is_filtered(unit: str) -> None:
    line = unit * (1_000_000 // len(unit))
    assert masked(line)


def _raised(error: Exception) -> BaseException:
    try:
        raise error
    except type(error) as raised:
        return raised


def _said(form: str, message: str, *args: str, error: Exception | None = None) -> str:
    """Return what a handler set up like ours writes for this record."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.JsonLines() if form == "json" else logs.TextLines())
    handler.addFilter(logs.Redacting())
    failed = (type(error), error, None) if error else None
    handler.handle(logging.LogRecord("memory", logging.INFO, __file__, 1, message, args, failed))
    return stream.getvalue()
